"""Control is what one body has over another: a number that its holder keeps under the mark of whoever is held.

Marks are no names: a grip on somebody who has left, or has come back as somebody new, fits nobody any more, and a
grip of or on somebody hidden tells nothing.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias

from bot.core.errors import RuleViolation
from bot.core.events import Event
from bot.core.orders import Act
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.reflex.check import BODY, attribute_check, opposed
from bot.rulesets.reflex.consciousness import able, known_dead
from bot.rulesets.reflex.events_grips import ControlSet, Ended, GripStrained, Struggled
from bot.rulesets.reflex.recoil import halved_up
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.timing import faced, judged

OTHERS_PENALTY = -3
KEEPING = frozenset({"attack", "throw", "suppress", "communicate", "ready", "wait", "choke", "press"})

Struggle: TypeAlias = Generator[Event, ReflexScene, tuple[ReflexScene, float]]
"""A rule that also returns how many metres somebody may go."""


def firm(state: State) -> bool:
    """Whether somebody is fit to hold anybody (ours: not in shock, nor unconscious or dead)."""
    return able(state) and not state.shock


def victims(scene: ReflexScene, state: State) -> dict[str, int]:
    """Those whom the owner of ``state`` has Control over, with how much."""
    if not state.controls:
        return {}
    held = ((actor, state.controls.get(combatant.state.grip, 0)) for actor, combatant in scene.combatants.items())
    return {actor: control for actor, control in held if control}


def control_over(scene: ReflexScene, holder: str, victim: str) -> int:
    """The Control by which an action of ``holder`` on ``victim`` is judged: that at the opening of the tick."""
    return victims(scene, judged(scene, holder)).get(victim, 0)


def holders(scene: ReflexScene, victim: str) -> dict[str, int]:
    """Those who have Control over ``victim``, with how much: as at the opening of the tick."""
    mark = scene.combatants[victim].state.grip
    if not mark:
        return {}
    states = {actor: faced(scene, actor) for actor in scene.combatants}
    return {actor: state.controls[mark] for actor, state in states.items() if mark in state.controls and firm(state)}


def hampered(scene: ReflexScene, actor: str, against: str = "") -> tuple[Term, ...]:
    """What grips take off a physical action of ``actor``, which may be ``against`` somebody.

    Half of all Control over it, halved again against one of its holders (text 003, lines 836-837; ruling 003-40), and
    three against anybody else for who holds somebody (line 833).
    """
    mine = victims(scene, judged(scene, actor))
    distracted = bool(mine and against) and against not in mine
    return (*held_terms(scene, actor, against), *((Term("holding", OTHERS_PENALTY, "003:833"),) if distracted else ()))


def held_terms(scene: ReflexScene, actor: str, against: str = "") -> tuple[Term, ...]:
    """The part of that which comes from being held."""
    held = holders(scene, actor)
    if not held:
        return ()
    control = sum(held.values())
    half = halved_up(control)
    penalty, source = (halved_up(half), "003:837; 003-40") if against in held else (half, "003:836; 003-40")
    return (Term("held", -penalty, source, str(control)),)


def seize(scene: ReflexScene, holder: str, victim: str, margin: int, dive: int = 0) -> Ruling:
    """A grapple that succeeded by ``margin`` adds it to the Control, and ``dive`` with it.

    By zero it succeeds and brings nothing (text 003, lines 818, 822, 845-846; rulings 003-39, 003-76).
    """
    before = victims(scene, scene.combatants[holder].state).get(victim, 0)
    gained = margin + dive if margin else 0
    return (
        yield ControlSet(
            actor=holder,
            target=victim,
            before=before,
            control=before + gained,
            margin=margin,
            dive=dive if margin else 0,
        )
    )


def loosen(scene: ReflexScene, holder: str, victim: str, margin: int) -> Ruling:
    """An escape takes its margin off the Control (text 003, lines 870-871)."""
    before = victims(scene, scene.combatants[holder].state).get(victim, 0)
    return (
        yield ControlSet(
            actor=holder,
            target=victim,
            before=before,
            control=max(0, before - margin),
            margin=margin,
            ended=Ended.ESCAPED,
        )
    )


def _released(scene: ReflexScene, holder: str, ended: Ended, only: str = "") -> Ruling:
    for victim, before in victims(scene, scene.combatants[holder].state).items():
        if only in ("", victim):
            scene = yield ControlSet(actor=holder, target=victim, before=before, control=0, ended=ended)
    return scene


def maintain(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """All Control is lost by any action in time but attacks, blocks, words, readying and waiting (lines 830-834).

    To declare a hold loses it too. What is done without time of its own, such as a GM's verdict, is no such action.
    """
    spec = referee.actions.get(order.action)
    if spec is None or not spec.kinds or order.action in KEEPING:
        return scene
    return (yield from _released(scene, order.actor, Ended.OTHER_ACTION))


def slacken(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Who can hold nobody any more holds nobody, and those who are known to be dead are not held (ours)."""
    for actor in tuple(scene.combatants):
        state = scene.combatants[actor].state
        for victim in victims(scene, state):
            if not firm(state) or known_dead(scene.combatants[victim]):
                scene = yield from _released(scene, actor, Ended.UNABLE, victim)
    return scene


def let_go(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Let go of one or of all; it takes no time (ours).

    Raises:
        RuleViolation: nobody of the kind is held.
    """
    held, wanted = victims(scene, scene.combatants[order.actor].state), order.inputs.get("target", "")
    if not held or (wanted and wanted not in held):
        names = ", ".join(shown(victim) for victim in held if not scene.combatants[victim].hidden) or "nobody"
        whom = shown(wanted)[:40] or "anybody"
        raise RuleViolation(f"{shown(order.actor)} does not hold {whom}.", f"Held: {names}.")
    return (yield from _released(scene, order.actor, Ended.LET_GO, wanted))


def strain(referee: Referee, scene: ReflexScene, victim: str, wanted_m: float) -> Struggle:
    """How far somebody who is held may go: the margin in metres by which its Muscle beats that of every holder.

    Text 003, lines 838-841; a tie leaves no metre. Dice: the Muscle of the victim, then that of each holder.
    """
    held = holders(scene, victim)
    if not held:
        return scene, wanted_m
    state = judged(scene, victim)
    outcome = attribute_check(referee, "struggle", state, "muscle", hampered(scene, victim, next(iter(held))), BODY)
    scene = yield Struggled(actor=victim, outcome=outcome)
    free_m = outcome.margin
    for holder in held:
        terms = hampered(scene, holder, victim)
        with referee.source.about(holder):
            against = attribute_check(referee, "grip", faced(scene, holder), "muscle", terms, BODY)
        net = opposed(outcome, against)
        scene, free_m = (yield GripStrained(actor=holder, target=victim, outcome=against, net=net)), min(free_m, net)
    return scene, min(wanted_m, float(max(0, free_m)))
