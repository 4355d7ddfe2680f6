"""A round is a fixed order of steps: everybody has a place in each, and one action in the round."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.errors import RuleViolation
from bot.core.events import Audience, Scheduled, SlotMoved
from bot.core.features import Rules
from bot.core.ground.lost import next_known
from bot.core.scene import changed_keys
from bot.core.timeline import Slot
from bot.core.wording import shown
from bot.rulesets.nighttripper.checks.wording import in_words
from bot.rulesets.nighttripper.play import NightPlay, NightScene
from bot.rulesets.nighttripper.tables import NightTables
from bot.rulesets.nighttripper.time.actions import Pass
from bot.rulesets.nighttripper.time.events import Passed, RoundBegan, StepCalled
from bot.rulesets.nighttripper.time.steps import step_title, steps

rules = Rules()


def begin_round(play: NightPlay) -> None:
    """Give all who live a place in every step; where nobody lives nothing begins."""
    slots = [slot for actor in play.scene.combatants for slot in _slots(play.tables, play.scene, actor, 0)]
    if not slots:
        return
    play.tell(RoundBegan(number=play.scene.state.rounds + 1))
    play.tell(Scheduled(slots=tuple(slots)))
    call_step(play)


def _slots(tables: NightTables, scene: NightScene, actor: str, earliest: int) -> Iterable[Slot]:
    """Return the places of somebody alive from a step on: in those of the chart, by the weapons that are carried."""
    state = scene.combatants[actor].state
    rows = {tables.weapons[weapon.kind].row for weapon in state.weapons.values()}
    for number, step in enumerate(steps(tables)):
        fires = step not in tables.chart or step in rows
        if number >= earliest and fires and not state.dead:
            yield Slot((number,), actor, (step,))


def joined(play: NightPlay, actor: str) -> None:
    """Give whoever comes into a round the steps from that of whoever is next on, as far as may be told."""
    if not play.scene.agenda:
        return
    upcoming = next_known(play.scene, actor)
    earliest = upcoming[0] if upcoming else 0
    play.tell(SlotMoved(actor=actor, slots=tuple(_slots(play.tables, play.scene, actor, earliest))))


def lay_places_anew(play: NightPlay, before: NightScene) -> None:
    """Have whoever has other weapons by an edited sheet act in the steps of those, from the next one on.

    Whoever lets all go by that comes before a later step still does.
    """
    for actor in changed_keys(before.combatants, play.scene.combatants):
        held = tuple([slot for slot in play.scene.agenda if slot.actor == actor])
        if not held:
            continue
        now = tuple([slot for slot in held if slot.key == play.scene.opened])
        (step, *_) = play.scene.opened or held[0].key
        earliest = held[0].key[0] if _waits(play, before, actor, step + 1, held) else step + 1
        if (laid := (*now, *_slots(play.tables, play.scene, actor, earliest))) != held:
            play.tell(SlotMoved(actor=actor, slots=laid))


def _waits(play: NightPlay, before: NightScene, actor: str, earliest: int, held: tuple[Slot, ...]) -> bool:
    """Tell whether somebody lets a step go by for which it had a weapon, or left the fight so that nobody knows."""
    if actor not in before.combatants:
        return True
    return any(slot not in held for slot in _slots(play.tables, before, actor, earliest))


def call_step(play: NightPlay) -> None:
    """Call out a step that has opened; one in which only the hidden may act is called to the GM alone."""
    if play.scene.opened is None or play.scene.opened[0] == play.scene.state.called:
        return
    number = play.scene.opened[0]
    unseen = all(play.scene.combatants[slot.actor].hidden for slot in play.scene.entitled())
    title = step_title(play.tables, steps(play.tables)[number])
    with play.by_itself(f"step {number}"):
        play.tell(StepCalled(step=number, title=title, audience=Audience.GM if unseen else Audience.ALL))


def done(actor: str) -> SlotMoved:
    """Return that somebody has no place left in the round: each has one action (002-20)."""
    return SlotMoved(actor=actor)


@rules(Pass)
def pass_(play: NightPlay, waiting: Pass) -> None:
    """Do nothing in this step, or in none before the one named.

    Raises:
        RuleViolation: the step named has begun already, or there is nothing to do in it.
    """
    actor, until, (now, *_) = waiting.actor, waiting.until, play.scene.opened or (0,)
    earliest = steps(play.tables).index(until) if until else now + 1
    own = [slot for slot in play.scene.agenda if slot.actor == actor and slot.key > (now,)]
    if until and until not in (slot.kinds[0] for slot in own):
        why = "it has begun" if earliest <= now else "there is nothing to do for it then"
        later = ", ".join(in_words(slot.kinds[0]) for slot in own) or "none in this round"
        raise RuleViolation(
            f"{shown(actor)} cannot wait for {in_words(until)}: {why}.", f"Still to come for it: {later}."
        )
    play.price(None)
    play.tell(Passed(actor=actor, until=until, title=step_title(play.tables, until) if until else ""))
    left = tuple(slot for slot in own if slot.key >= (earliest,))
    play.tell(SlotMoved(actor=actor, slots=left))
