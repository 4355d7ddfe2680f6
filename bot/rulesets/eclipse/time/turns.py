"""A turn has up to four action phases, each in the order of initiative."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.dice import Ask
from bot.core.events import Scheduled, SlotMoved
from bot.core.ground.lost import next_known
from bot.core.terms import Term, total
from bot.core.timeline import Slot
from bot.rulesets.eclipse.checks.rules import SIDES, WORST, doubles, value_of
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene
from bot.rulesets.eclipse.state import State
from bot.rulesets.eclipse.tables import EclipseTables
from bot.rulesets.eclipse.time.events import ActionTurnBegan, CameBack, InitiativeRolled
from bot.rulesets.eclipse.time.phases import FULL, HELD, slot_of_moment


def begin_turn(play: EclipsePlay) -> None:
    """Begin a turn: all who are able roll for initiative and act once in each phase of their Speed (C1).

    Where somebody is surprised, all others have one phase before (C1): those in sight where one of them is, of which
    alone is told, and the hidden by themselves (ours). Nothing begins where nobody can ever act.
    Dice: one of a hundred sides for each who is able, in the order in which they joined.
    """
    if not any(combatant.state.awake for combatant in play.scene.combatants.values()):
        return
    seen, unseen = (_are_surprised(play.scene, hidden=hidden) for hidden in (False, True))
    free = any(seen) and not all(seen)
    play.tell(ActionTurnBegan(turn=play.scene.state.turn + 1, free=free))
    slots: list[Slot] = []
    for actor, combatant in play.scene.combatants.items():
        if combatant.state.able:
            rolled = _initiative(play, actor)
            play.tell(rolled)
            slots += _slots(play.scene, rolled, free=free or (combatant.hidden and any((*seen, *unseen))))
    play.tell(Scheduled(slots=tuple(slots)))


def _are_surprised(scene: EclipseScene, *, hidden: bool) -> list[bool]:
    """Return of each of the hidden, or of each in sight, who is able whether it is surprised."""
    people = (each for each in scene.combatants.values() if each.hidden is hidden)
    return [each.state.surprised for each in people if each.state.able]


def initiative_terms(tables: EclipseTables, state: State) -> tuple[Term, ...]:
    """Return Initiative, less for each wound and trauma (C1), and for whoever just noticed an ambush (EPL 7)."""
    startled = tables.modifiers.startled.terms() if state.startled else ()
    hurt = tables.modifiers.hurt(state.wounds, state.traumas)
    return (Term("initiative", state.initiative, "sheet"), *hurt, *startled)


def _initiative(play: EclipsePlay, actor: str) -> InitiativeRolled:
    combatant = play.scene.combatants[actor]
    terms = initiative_terms(play.tables, combatant.state)
    with play.about(actor):
        roll = play.roll(Ask("initiative", 1, SIDES, secret=combatant.guarded))
    value = value_of(roll)
    critical = doubles(value) and value != WORST
    return InitiativeRolled(actor=actor, terms=terms, roll=roll, score=total(terms) + value, critical=critical)


def _slots(scene: EclipseScene, rolled: InitiativeRolled, *, free: bool) -> list[Slot]:
    """Return a slot in each phase: a critical roll comes first, then scores from above (C1; 001-14)."""
    state = scene.combatants[rolled.actor].state
    first = 0 if free and not state.surprised else 1
    order = (0 if rolled.critical else 1, -rolled.score)
    return [Slot((phase, *order), rolled.actor, FULL) for phase in range(first, state.speed + 1)]


def joined(play: EclipsePlay, actor: str) -> None:
    """Give a newcomer its slots: in the phase of whoever is next, as far as may be told, not before that one, in later
    phases by its roll.

    Of whoever comes back into a later turn what would have lasted until its next phase is over.
    """
    state = play.scene.combatants[actor].state
    if state.gone_by() != state:
        play.tell(CameBack(actor=actor))
    if not play.scene.agenda:
        begin_turn(play)
        return
    if not play.scene.combatants[actor].state.able:
        return
    rolled = _initiative(play, actor)
    earliest = next_known(play.scene, actor)
    own = [slot.key for slot in _slots(play.scene, rolled, free=False) if slot.key[:1] >= earliest[:1]]
    play.tell(replace(rolled, over=any(key < earliest for key in own), missed=not own))
    play.tell(SlotMoved(actor=actor, slots=tuple(Slot(max(key, earliest), actor, FULL) for key in own)))


def take_slots_of_the_unable(play: EclipsePlay) -> None:
    """Take what is still to come from those who cannot act any more, but not the moment that is being played."""
    for actor in dict.fromkeys(slot.actor for slot in play.scene.agenda):
        if not play.scene.combatants[actor].state.able:
            now = slot_of_moment(play.scene, actor)
            kept = (now,) if now and play.scene.opening[actor].able else ()
            if any(slot.actor == actor and slot not in kept for slot in play.scene.agenda):
                play.tell(SlotMoved(actor=actor, slots=kept))


def delay_the_wounded(play: EclipsePlay, before: EclipseScene) -> None:
    """Move what is still to come of the turn back by fresh wounds and traumas (001-26).

    Of the GM's people the order would tell who is wounded: theirs count in the next roll, unless the campaign says so.
    """
    everybody = play.options["wounds_slow_at_once"]
    for actor in (one for one, combatant in before.combatants.items() if everybody or not combatant.guarded):
        later = _slowed(play, before, actor) - _slowed(play, play.scene, actor)
        slots = tuple(_back(before, slot, later) for slot in play.scene.agenda if slot.actor == actor)
        if later > 0 and any(slot not in play.scene.agenda for slot in slots):
            play.tell(SlotMoved(actor=actor, slots=slots))


def _slowed(play: EclipsePlay, scene: EclipseScene, actor: str) -> int:
    """Return what the wounds and traumas that somebody has in a scene take from its Initiative, below zero."""
    state = scene.combatants[actor].state
    return total(play.tables.modifiers.hurt(state.wounds, state.traumas))


def _back(before: EclipseScene, slot: Slot, later: int) -> Slot:
    """Return a slot so much later in its phase, unless it was being played before what was done, or is held.

    Whether its turn has come since then would tell whether somebody hidden comes before; that of a held one has.
    """
    phase, order, score = slot.key
    stays = slot.key == before.opened or HELD in slot.kinds
    return slot if stays else Slot((phase, order, score + later), slot.actor, slot.kinds)
