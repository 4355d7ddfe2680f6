"""A round goes down from the highest initiative: who rolls for it, and when."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.events import Audience, Scheduled, SlotMoved
from bot.core.ground.lost import next_known
from bot.core.terms import Term, total
from bot.core.timeline import Slot
from bot.core.wording import shown
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.checks.luck import reconsidered
from bot.rulesets.graydawn.checks.rolls import check, faces_of
from bot.rulesets.graydawn.checks.stats import held_kind, stat
from bot.rulesets.graydawn.play import DawnPlay, DawnReading, DawnScene
from bot.rulesets.graydawn.state import State
from bot.rulesets.graydawn.time.events import InitiativeRolled, RoundBegan, TurnBegan
from bot.rulesets.graydawn.time.slots import ACTION
from bot.rulesets.graydawn.wounds.saves import save_at_turn, stun_number


def begin_round(play: DawnPlay) -> None:
    """Begin a round: all who live roll for initiative; nothing begins where nobody can ever act again.

    Dice: one for each, and those that follow from it, in the order in which they joined.
    """
    living = [actor for actor, combatant in play.scene.combatants.items() if not combatant.state.dead]
    if not any(_may_act(play, play.scene.combatants[actor].state) for actor in living):
        return
    play.tell(RoundBegan(number=play.scene.state.rounds + 1))
    slots: list[Slot] = []
    for actor in living:
        rolled = _rolled(play, actor)
        play.tell(rolled)
        found = _slots(play, rolled)
        if not found:
            _misses_turn(play, actor)
        slots += found
    play.tell(Scheduled(slots=tuple(slots)))


def _misses_turn(play: DawnPlay, actor: str) -> None:
    """Let somebody who has no place in the round make the saves of its turn as that begins (004-59)."""
    with play.about(actor):
        play.tell(TurnBegan(actor=actor))
        save_at_turn(play, actor)


def _may_act(reading: DawnReading, state: State) -> bool:
    return state.able or (state.stunned and not state.dying and stun_number(reading.tables, state) > 0)


def initiative_terms(reading: DawnReading, state: State) -> Iterator[Term]:
    """Yield REF, what the weapon in hand gives, and a lightning start (text 004, lines 273-277; B1)."""
    tables = reading.tables
    yield Term("stat", stat(tables, state, "ref"), "B1", detail="REF")
    category = tables.classes[tables.weapons[held_kind(tables, state)].category]
    if category.initiative:
        yield Term("class", category.initiative, category.cited, detail=category.title)
    if state.hurried:
        yield Term("quick", tables.limits.quick.value, tables.limits.quick.cited)


def _rolled(play: DawnPlay, actor: str) -> InitiativeRolled:
    """Roll REF and a die; after a one another is taken off, unless luck takes it back (004-26)."""
    terms = tuple(initiative_terms(play, play.scene.combatants[actor].state))

    def rolled() -> Outcome:
        return check(play, "initiative", terms)

    with play.about(actor):
        made = reconsidered(play, actor, rolled(), rolled, lambda _: 0)
        if made.fumble:
            off = play.roll(Ask("initiative", 1, 10))
            fallen = total(terms) + faces_of(made.rolls) - off.faces[0]
            made = msgspec.structs.replace(made, rolls=(*made.rolls, off), total=fallen)
    return InitiativeRolled(actor=actor, check=made, audience=openly(play.scene, actor))


def openly(scene: DawnScene, actor: str) -> Audience:
    """Return who may read that a turn comes: the GM alone where one of theirs is down, since the dead have none."""
    combatant = scene.combatants[actor]
    return Audience.GM if combatant.guarded and not combatant.state.able else Audience.ALL


def _slots(reading: DawnReading, rolled: InitiativeRolled) -> list[Slot]:
    """Return a place at one's initiative, before others of less REF, together with those of the same (004-43)."""
    if rolled.check.total < 0:
        return []
    ref = stat(reading.tables, reading.scene.combatants[rolled.actor].state, "ref")
    return [Slot((-rolled.check.total, -ref), rolled.actor, (ACTION,))]


def joined(play: DawnPlay, actor: str) -> None:
    """Roll for whoever comes into a round, to act from the initiative on of whoever is next, as far as may be told."""
    if not play.scene.agenda:
        begin_round(play)
        return
    if play.scene.combatants[actor].state.dead:
        return
    rolled, earliest = _rolled(play, actor), next_known(play.scene, actor)
    slots = tuple(Slot(max(slot.key, earliest), actor, slot.kinds) for slot in _slots(play, rolled))
    later = next((-slot.key[0] for slot in slots if -slot.key[0] < rolled.check.total), None)
    play.tell(msgspec.structs.replace(rolled, at=later))
    play.tell(SlotMoved(actor=actor, slots=slots))


def moved_slot(reading: DawnReading, actor: str, number: int) -> Slot:
    """Return the place of somebody at another initiative, not before whoever is next, as far as may be told.

    Raises:
        RuleViolation: it has acted in this round, or there is none.
    """
    scene, state = reading.scene, reading.scene.combatants[actor].state
    slot = scene.slot(actor)
    if not scene.agenda or (slot is None and state.turn.begun and state.score >= 0):
        raise RuleViolation(f"{shown(actor)} acts no more in this round.", "It rolls again as the next one begins.")
    key = (-number, -stat(reading.tables, state, "ref"))
    return Slot(max(key, next_known(scene, actor)), actor, slot.kinds if slot else (ACTION,))
