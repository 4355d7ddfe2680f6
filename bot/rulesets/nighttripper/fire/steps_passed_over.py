"""A step in which nobody can reach a foe is passed over without being called, and the dead have none to come."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.events import Scheduled, SlotMoved
from bot.core.ground.lost import is_lost
from bot.core.timeline import Slot
from bot.rulesets.nighttripper.close.reaches import position
from bot.rulesets.nighttripper.fire.rules import column_at
from bot.rulesets.nighttripper.person.limbs import ARM, lacks_both
from bot.rulesets.nighttripper.play import NightPlay, NightReading, NightScene
from bot.rulesets.nighttripper.sights import in_the_way


def pass_over(play: NightPlay) -> None:
    """Take from all the steps that come now and in which nobody can reach anybody of another side (002-23).

    Whom only the hidden could reach, or who could reach only the hidden, is not told so by a step that is called.
    """
    while play.scene.opened is not None and play.scene.opened[0] != play.scene.state.called:
        idle = [*_idle(play, hidden=False), *_idle(play, hidden=True)]
        if not idle:
            return
        number = play.scene.opened[0]
        with play.by_itself(f"no step {number}"):
            play.tell(Scheduled(slots=tuple(slot for slot in play.scene.agenda if slot not in idle)))


def _idle(reading: NightReading, *, hidden: bool) -> list[Slot]:
    """Return the slots of the step that opens, of the hidden or of all others, if none of these can reach anybody."""
    people = reading.scene.combatants
    slots = [slot for slot in reading.scene.entitled() if people[slot.actor].hidden is hidden]
    targets = {slot: _worth_reaching(reading.scene, slot.actor) for slot in slots}
    return [] if any(reaches(reading, slot.actor, targets[slot], slot.kinds[0]) for slot in slots) else slots


def _worth_reaching(scene: NightScene, actor: str) -> list[str]:
    """Return those of other sides than somebody's own who are not known to be dead; all where there are none (ours).

    The hidden are for the hidden alone.
    """
    people = scene.combatants
    there = [name for name, other in people.items() if people[actor].hidden or not other.hidden]
    down = [name for name in there if people[name].state.dead and not is_lost(scene, name)]
    return [name for name in there if people[name].side != people[actor].side and name not in down] or there


def clear_places_of_the_dead(play: NightPlay) -> None:
    """Take from the dead what was still to come; who may act in the step being played still does (002-5).

    In melee that is who stands to somebody as the step says: nobody else has a blow in it (ours).
    """
    for actor in dict.fromkeys(slot.actor for slot in play.scene.agenda):
        if play.scene.combatants[actor].state.dead:
            held = tuple(slot for slot in play.scene.agenda if slot.actor == actor)
            kept = tuple(slot for slot in held if slot in play.scene.entitled() and _acts_when_dead(play, slot))
            if kept != held:
                play.tell(SlotMoved(actor=actor, slots=kept))


def _acts_when_dead(reading: NightReading, slot: Slot) -> bool:
    """Tell whether one of the dead was alive as a step opened and, if it is one of melee, can strike somebody then."""
    actor, step = slot.actor, slot.kinds[0]
    if reading.at_opening(actor).dead:
        return False
    standing = [other for other in _worth_reaching(reading.scene, actor) if other != actor]
    fitting = [other for other in standing if position(reading, actor, other) == step]
    return step not in reading.tables.melee or (bool(fitting) and reaches(reading, actor, fitting, step))


def reaches(reading: NightReading, actor: str, targets: Iterable[str], step: str) -> bool:
    """Tell whether somebody can reach another in a step: yes where a distance is not known, or nobody is there."""
    tables, others = reading.tables, [target for target in targets if target != actor]
    if step not in (*tables.melee, *tables.chart) or not others:
        return True
    if lacks_both(reading.scene.combatants[actor].state, ARM):
        return False
    away = [reading.distance(actor, target) for target in others if not in_the_way(reading, actor, target)]
    if step in tables.melee:
        return any(range_m is None or range_m <= tables.limits.reach.value for range_m in away)
    weapons = reading.scene.combatants[actor].state.weapons.values()
    rows = [each.ranges or tables.chart[step].modifiers for each in weapons if tables.weapons[each.kind].row == step]
    return any(range_m is None or column_at(tables, range_m) in row for range_m in away for row in rows)
