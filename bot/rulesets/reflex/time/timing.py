"""Time in the Reflex System: exchanges of fire count ticks down, then all press or hold, and pauses go by Coolness."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from bot.core.errors import RuleViolation
from bot.core.events import Enlisted, Scheduled, SlotMoved
from bot.core.ground.lost import next_known
from bot.core.orders import Act
from bot.core.scene import Away
from bot.core.terms import Term, total
from bot.core.timeline import Key, Slot, holders
from bot.core.wording import counted, shown
from bot.rulesets.reflex.checks.check import attribute_check
from bot.rulesets.reflex.checks.nerve import coolness, shortfall
from bot.rulesets.reflex.kinds import Pace
from bot.rulesets.reflex.person.consciousness import able, cannot, conscious
from bot.rulesets.reflex.person.physique import base_initiative
from bot.rulesets.reflex.person.unsettled import unsettled
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.time.came_anew import CameAnew, nothing_of
from bot.rulesets.reflex.time.events import (
    ActionEnded,
    ComposureChecked,
    ExchangeBegan,
    ExchangeEnded,
    InitiativeRolled,
    Loss,
    OperationLost,
    PauseBegan,
    PauseEnded,
    TimeSpent,
    TimeTaken,
)
from bot.rulesets.reflex.time.ticks import tick_of

TACTICAL = "tactical"
SECOND = "second"
CHOICE = "choice"
OPERATIONAL = "operational"
FINISH = "finish"
ALSO_ON_THE_MOVE = (TACTICAL, SECOND)
ACTED = ("exchange", "pause")
PHASES = ("", "exchange", "choice", "pause")
MOMENTS = {
    TACTICAL: "an exchange of fire",
    SECOND: "an exchange of fire",
    CHOICE: "the choice after an exchange or a pause",
    OPERATIONAL: "a pause",
}
"""What people call the moments of such slots."""

DEFAULTS = {TACTICAL: "wait", SECOND: "wait", CHOICE: "hold", OPERATIONAL: "rest", FINISH: "finish"}


def pace_faced(scene: ReflexScene, state: State) -> Pace:
    """Return how fast others find somebody: a Move lasts until its mover's next tick has come, or can act no more."""
    moving = state.body.moving
    if moving is Pace.STILL or (scene.opened != (-(state.turn.initiative or 0),) and able(state)):
        return moving
    return Pace.STILL


def pace_of(scene: ReflexScene, actor: str) -> Pace:
    """Return how fast somebody moves just now: a Move action lasts until the next action's tick has come."""
    moving = scene.combatants[actor].state.body.moving
    return moving if moving is Pace.STILL or TACTICAL not in scene.kinds_now(actor) else Pace.STILL


def second_action(scene: ReflexScene, actor: str) -> bool:
    """Tell whether ``actor`` is on the move and may do one more thing."""
    return SECOND in scene.kinds_now(actor)


def begin_exchange(play: ReflexPlay) -> None:
    """Begin an exchange of fire: who was in shock comes to or not, then all roll for initiative.

    Dice: a check of CUF for each who has been in shock, then one of OODA for each who is able, both in the order in
    which they joined (text 003, lines 95-111, 1049-1051).
    """
    play.tell(ExchangeBegan(exchange=play.scene.state.exchange + 1))
    for actor, combatant in play.scene.combatants.items():
        if conscious(combatant.state) and (combatant.state.body.shock or combatant.state.body.shocked):
            with play.about(actor):
                outcome = attribute_check(play, "composure", combatant.state, "cuf")
            play.tell(ComposureChecked(actor=actor, outcome=outcome))
    for actor in play.scene.combatants:
        if able(play.scene.combatants[actor].state):
            play.tell(_initiative(play, actor))
    play.tell(Scheduled(slots=tuple(_tactical_slots(play.scene))))


def _initiative(play: ReflexPlay, actor: str, latest: int | None = None) -> InitiativeRolled:
    """Return initiative by load, press and twice the margin of an OODA check, at most ``latest``.

    A hasty ambush is a bonus of the check, under its cap (text 003, lines 104, 333; ruling 003-89).
    """
    state = play.scene.combatants[actor].state
    hidden = (Term("hasty_ambush", state.turn.bonus, "003:333; 003-89"),) if state.turn.bonus else ()
    with play.about(actor):
        outcome = attribute_check(play, "initiative", state, "ooda", hidden)
    terms = _starting_terms(play, state)
    found = total(terms) + 2 * max(0, outcome.margin)
    initiative = found if latest is None else min(found, latest)
    return InitiativeRolled(actor=actor, terms=terms, outcome=outcome, initiative=initiative)


def _starting_terms(reading: ReflexReading, state: State) -> tuple[Term, ...]:
    base = base_initiative(reading.tables, state.kit.encumbrance)
    terms = [Term("ambushed", 0, "003:1295")] if state.nerve.surprised else [base]
    if state.turn.pressed:
        press = reading.tables.ticks["press"].initiative
        terms.append(Term("pressed", press, reading.tables.ticks["press"].cited))
    return tuple(terms)


def _tactical_slots(scene: ReflexScene) -> Iterable[Slot]:
    for actor, combatant in scene.combatants.items():
        tick = combatant.state.turn.initiative
        if tick and able(combatant.state):
            yield Slot((-tick,), actor, (TACTICAL,))


def close(play: ReflexPlay) -> None:
    """End the exchange, choice or pause in which nobody is left to act, and begin what comes next."""
    match play.scene.state.phase:
        case "exchange":
            play.tell(ExchangeEnded(exchange=play.scene.state.exchange, stowed=True))
            play.tell(_choices(play.scene))
        case "pause":
            play.tell(PauseEnded(pauses=play.scene.state.pauses))
            play.tell(_choices(play.scene))
        case "choice" if not _is_pressed(play.scene):
            _begin_pause(play)
        case _:
            begin_exchange(play)


def _is_pressed(scene: ReflexScene) -> bool:
    """Tell whether anybody presses for a new exchange; who was put out since does so only where nobody is awake (ours).

    Text 003, lines 141-142.
    """
    pressing = [each.state for each in scene.combatants.values() if each.state.turn.choice == "press"]
    awake = any(conscious(combatant.state) for combatant in scene.combatants.values())
    return any(conscious(state) or not awake for state in pressing)


def _choices(scene: ReflexScene) -> Scheduled:
    """Return that all who are awake choose, or all where nobody is: somebody has to, so that the fight goes on."""
    awake = [actor for actor, combatant in scene.combatants.items() if conscious(combatant.state)]
    return Scheduled(slots=tuple(Slot((0,), actor, (CHOICE,)) for actor in awake or scene.combatants))


def _begin_pause(play: ReflexPlay) -> None:
    play.tell(PauseBegan(pauses=play.scene.state.pauses + 1))
    slots = [
        Slot((-coolness(combatant.state),), actor, (OPERATIONAL,))
        for actor, combatant in play.scene.combatants.items()
        if conscious(combatant.state) and not combatant.state.turn.surrendered
    ]
    play.tell(Scheduled(slots=tuple(slots)))


def under_way(scene: ReflexScene) -> bool:
    """Tell whether anybody has acted in this exchange, or begun an action that ends later, as far as players can tell.

    By that the time is over for what is chosen before anybody acts (text 003, lines 354, 1509-1513).
    """
    in_sight = (each.state for each in scene.combatants.values() if not (scene.apart and each.hidden))
    return scene.state.played or any(state.turn.underway for state in in_sight)


def joined(play: ReflexPlay, actor: str) -> None:
    """Give somebody who enters an open fight its place in time.

    Before anybody has acted in an exchange a newcomer rolls like all others; later it acts at the earliest on the
    tick of whoever is next, as far as may be told. Somebody new is not whoever left under that name.
    """
    came = [event for event in play.events if isinstance(event, Enlisted) and event.actor == actor]
    if came and not came[-1].back and nothing_of(play.scene.state, actor) != play.scene.state:
        play.tell(CameAnew(actor=actor))
    state = play.scene.combatants[actor].state
    match play.scene.state.phase:
        case "":
            begin_exchange(play)
        case "exchange" if able(state):
            _joined_exchange(play, actor)
        case "choice" if conscious(state):
            play.tell(SlotMoved(actor=actor, slots=(Slot((0,), actor, (CHOICE,)),)))
        case _:
            pass


def _joined_exchange(play: ReflexPlay, actor: str) -> None:
    played = under_way(play.scene) and play.scene.opened
    earliest = next_known(play.scene, actor) if played else ()
    play.tell(_initiative(play, actor, tick_of(earliest) if earliest else None))
    new = [slot for slot in _tactical_slots(play.scene) if slot.actor == actor]
    if played:
        play.tell(SlotMoved(actor=actor, slots=tuple(new)))
        return
    play.tell(Scheduled(slots=(*play.scene.agenda, *new)))


def period(scene: ReflexScene) -> Key:
    """Return what stands for the exchange of fire, the choice or the pause that is being played."""
    scene_state = scene.state
    return (scene_state.exchange, scene_state.pauses, PHASES.index(scene_state.phase))


def returned(play: ReflexPlay, actor: str, away: Away[State]) -> None:
    """Have whoever comes back after its tick have waited until the last one on which somebody has acted (ours).

    An action that would have taken effect meanwhile is lost.
    """
    state, played = play.scene.combatants[actor].state, away.played
    if play.scene.state.phase != "exchange" or not away.missed or played is None or not able(state):
        return
    before = state.turn.initiative or 0
    tick = min(before, tick_of(played))
    play.tell(TimeSpent(actor=actor, ticks=before - tick, initiative=tick))
    play.tell(SlotMoved(actor=actor, slots=(Slot((-tick,), actor, (TACTICAL,)),) if tick else ()))


def default(slot: Slot) -> Act:
    """Return what somebody does who is not waited for any longer."""
    return Act(actor=slot.actor, action=DEFAULTS[slot.kinds[0]])


def afford(reading: ReflexReading, actor: str, ticks: int) -> int:
    """Return what so many ticks cost ``actor``, who is able to act and has them left (lines 126-130, 255-257).

    A second action on the move costs nothing beyond the Move.

    Outside of fights nobody counts ticks (ours).

    Raises:
        RuleViolation: it has not, or more than a second action on the move may take; the remedy says what is left.
    """
    check_ticks(reading, actor, ticks)
    return charged(reading, actor, ticks)


def charged(reading: ReflexReading, actor: str, ticks: int) -> int:
    """Return what ``afford`` does, of ticks of which ``check_ticks`` has found that they are left."""
    reading.price(ticks)
    return 0 if second_action(reading.scene, actor) else ticks


def check_ticks(reading: ReflexReading, actor: str, ticks: int) -> None:
    """Raise RuleViolation where ``afford`` would, before it is certain that so many ticks will be spent."""
    opening = reading.at_opening(actor)
    if not able(opening):
        raise cannot(actor, opening)
    if not reading.scene.fight:
        return
    second = second_action(reading.scene, actor)
    left = reading.tables.ticks["move"].second if second else reading.scene.combatants[actor].state.turn.initiative or 0
    if ticks > left:
        limit = "On the move" if second else f"{shown(actor)}"
        have = f"nothing over {left} ticks can be done" if second else f"has {counted(left, 'tick')} left"
        raise RuleViolation(f"That takes {counted(ticks, 'tick')}. {limit} {have}.", _remedy(reading, left, second))


def _remedy(reading: ReflexReading, left: int, second: bool) -> str:
    """Return what still fits into ``left`` ticks; on the move nobody changes stance or moves again."""
    keys = ("assess", "activate", "phrase") if second else ("assess", "activate", "lower", "phrase", "move")
    rows = [reading.tables.ticks[key] for key in keys]
    fitting = [f"{row.title} ({row.ticks})" for row in rows if row.ticks <= left]
    return f"Still possible: {', '.join((*fitting, 'wait'))}."


def spend(play: ReflexPlay, actor: str, ticks: int, *, steadied: bool = True) -> None:
    """Let an action cost ``ticks``: the next one comes that much later.

    ``steadied`` actions end the recoil that an attack left behind. Somebody who cannot act any more gets no later slot.

    Raises:
        RuleViolation: see ``afford``.
    """
    pass_time(play, actor, afford(play, actor, ticks), steadied=steadied)


def pass_time(
    play: ReflexPlay,
    actor: str,
    ticks: int,
    *,
    steadied: bool,
    kinds: tuple[str, ...] = (TACTICAL,),
    rest: bool = False,
) -> None:
    """Take ``ticks`` off the initiative, down to zero, and move the slot.

    With ``kinds`` of a second action the slot stays on the tick that is being played. The ``rest`` is what an action
    has lasted longer than what it came to. Outside of fights there are no ticks to take.
    """
    if not play.scene.fight:
        if steadied:
            play.tell(TimeTaken(actor=actor))
        return
    left = max(0, (play.scene.combatants[actor].state.turn.initiative or 0) - ticks)
    play.tell(TimeSpent(actor=actor, ticks=ticks, initiative=left, steadied=steadied, rest=rest))
    key = play.scene.opened if SECOND in kinds and play.scene.opened else (-left,)
    state = play.at_opening(actor) if key == play.scene.opened else play.scene.combatants[actor].state
    goes_on = (left or SECOND in kinds) and able(state)
    play.tell(SlotMoved(actor=actor, slots=(Slot(key, actor, kinds),) if goes_on else ()))


def time_used(scene: ReflexScene, actor: str) -> SlotMoved | TimeTaken:
    """Return that whoever has taken an operational action has no more time in this pause or minute."""
    return SlotMoved(actor=actor) if scene.fight else TimeTaken(actor=actor, whole_minute=True)


def take_turns_away(play: ReflexPlay) -> None:
    """Take what was still to come from those who cannot act any more; who may act on the tick being played does."""
    for slot in _in_question(play):
        state = (
            play.at_opening(slot.actor) if slot.key == play.scene.opened else play.scene.combatants[slot.actor].state
        )
        if state.turn.task and play.scene.state.phase == "exchange" and (cause := _spoiled(state)):
            play.tell(OperationLost(actor=slot.actor, task=state.turn.task, cause=cause))
            play.tell(SlotMoved(actor=slot.actor))
        elif not able(state) and not (_unhurried(slot) and conscious(state)):
            taken_off(play, slot.actor)


def taken_off(play: ReflexPlay, actor: str, kept: tuple[Slot, ...] = ()) -> None:
    """Leave somebody who is out of it only the slots that are ``kept``; without any it is about nothing (1509-1511)."""
    if not kept and play.scene.combatants[actor].state.turn.underway:
        play.tell(ActionEnded(actor=actor))
    play.tell(SlotMoved(actor=actor, slots=kept))


def _in_question(play: ReflexPlay) -> list[Slot]:
    """Return the slots of the tick that is played, and of all who may have become unable to use theirs."""
    slots, opened = play.scene.agenda, play.scene.opened
    held = holders(slots)
    if some := [actor for actor in unsettled(play) if actor in held]:
        return [slot for slot in slots if slot.actor in some or slot.key == opened]
    return [*takewhile(lambda slot: slot.key == opened, slots)]


def _spoiled(state: State) -> Loss | None:
    """Return what has come between somebody and the operational action it had chosen (text 003, line 355)."""
    if state.turn.disturbed or not conscious(state):
        return Loss.INJURY
    return Loss.PANIC if shortfall(state) else None


def _unhurried(slot: Slot) -> bool:
    """Tell whether a slot is one of a choice or a pause."""
    return CHOICE in slot.kinds or OPERATIONAL in slot.kinds
