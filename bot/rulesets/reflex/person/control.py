"""Control is what one body has over another: a number that its holder keeps under the mark of whoever is held.

Marks are no names: a grip on somebody who has left, or has come back as somebody new, fits nobody any more, and a
grip of or on somebody hidden tells nothing.
"""

from __future__ import annotations

from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import halved_up
from bot.rulesets.reflex.person.consciousness import able
from bot.rulesets.reflex.play import ReflexScene, as_seen, at_opening
from bot.rulesets.reflex.state import State

OTHERS_PENALTY = -3


def firm(state: State) -> bool:
    """Tell whether somebody is fit to hold anybody (ours: not in shock, nor unconscious or dead)."""
    return able(state) and not state.body.shock


def victims(scene: ReflexScene, state: State) -> dict[str, int]:
    """Return those whom the owner of ``state`` has Control over, with how much."""
    if not state.hold.controls:
        return {}
    held = (
        (actor, state.hold.controls.get(combatant.state.hold.grip, 0)) for actor, combatant in scene.combatants.items()
    )
    return {actor: control for actor, control in held if control}


def control_over(scene: ReflexScene, holder: str, victim: str) -> int:
    """Return the Control by which an action of ``holder`` on ``victim`` is judged: that at the opening of the tick."""
    return victims(scene, at_opening(scene, holder)).get(victim, 0)


def holders(scene: ReflexScene, victim: str) -> dict[str, int]:
    """Return those who have Control over ``victim``, with how much: as at the opening of the tick."""
    mark = scene.combatants[victim].state.hold.grip
    if not mark:
        return {}
    states = {actor: as_seen(scene, actor) for actor in scene.combatants}
    return {
        actor: state.hold.controls[mark]
        for actor, state in states.items()
        if mark in state.hold.controls and firm(state)
    }


def clinched(scene: ReflexScene, one: str, other: str) -> bool:
    """Tell whether one of two has Control over the other, so that nothing comes between them (ours)."""
    return other in holders(scene, one) or control_over(scene, one, other) > 0


def hampered(scene: ReflexScene, actor: str, against: str = "") -> tuple[Term, ...]:
    """Return what grips take off a physical action of ``actor``, which may be ``against`` somebody.

    Half of all Control over it, halved again against one of its holders (text 003, lines 836-837; ruling 003-40), and
    three against anybody else for who holds somebody (line 833).
    """
    state = at_opening(scene, actor)
    if not (state.hold.controls or scene.combatants[actor].state.hold.grip):
        return ()
    return (*held_terms(scene, actor, against), *holding_terms(scene, actor, against))


def holding_terms(scene: ReflexScene, actor: str, against: str) -> tuple[Term, ...]:
    """Return what holding somebody takes off an action ``against`` anybody else (text 003, line 833)."""
    mine = victims(scene, at_opening(scene, actor))
    return (Term("holding", OTHERS_PENALTY, "003:833"),) if mine and against and against not in mine else ()


def held_terms(scene: ReflexScene, actor: str, against: str = "") -> tuple[Term, ...]:
    """Return what being held takes off a physical action of ``actor``, which may be ``against`` somebody."""
    held = holders(scene, actor)
    if not held:
        return ()
    control = sum(held.values())
    half = halved_up(control)
    penalty, source = (halved_up(half), "003:837; 003-40") if against in held else (half, "003:836; 003-40")
    return (Term("held", -penalty, source, str(control)),)
