"""To choke somebody out takes a whole exchange of fire: it begins as its first action and is judged at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.errors import RuleViolation
from bot.core.options import ActionSpec, Choice, Input, Kind
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.reflex.check import attribute_check, worst
from bot.rulesets.reflex.consciousness import known_dead
from bot.rulesets.reflex.events_combat import Died
from bot.rulesets.reflex.events_grips import Blackout, ChokeBegan, ChokeEnded, ChokeSlipped
from bot.rulesets.reflex.grips import control_over, firm, let_go, victims
from bot.rulesets.reflex.injury import knock_out, stand_down, wound
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.state import Degree, Place
from bot.rulesets.reflex.tables import Tables
from bot.rulesets.reflex.tango import took_heart
from bot.rulesets.reflex.timing import TACTICAL, RuleOf, afford, judged, spend


def needed(referee: Referee, scene: ReflexScene, victim: str) -> int:
    """The Control that it takes: three more than the victim's Muscle (text 003, line 862)."""
    return scene.combatants[victim].state.attributes.muscle + referee.tables.number("grips", "choke", "control")


def choke(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Begin to choke somebody out, as the first action and for the whole exchange (text 003, lines 862-863).

    How strong an enemy is no player knows: a grip that is not firm enough then slips, which costs nothing (ours).

    Raises:
        RuleViolation: nobody of the kind is held, or firmly enough, or this is not the first action.
    """
    actor, victim = order.actor, _held(scene, order)
    ticks = scene.combatants[actor].state.initiative or 0
    afford(referee, scene, actor, ticks)
    if scene.combatants[actor].state.acted:
        raise RuleViolation("To choke somebody out takes the whole exchange.", "Make it your first action of the next.")
    least = needed(referee, scene, victim)
    if control_over(scene, actor, victim) < least:
        if scene.combatants[victim].guarded and not scene.combatants[actor].guarded:
            return (yield ChokeSlipped(actor=actor, target=victim))
        raise RuleViolation(f"To choke {shown(victim)} takes Control {least}.", "Say /attack with use=grapple first.")
    scene = yield ChokeBegan(actor=actor, target=victim, cost_ticks=ticks)
    return (yield from spend(referee, scene, actor, ticks))


def _held(scene: ReflexScene, order: Act) -> str:
    """Whom the choke is about: the one that was named, or the only one that is held."""
    held = list(victims(scene, judged(scene, order.actor)))
    wanted = order.inputs.get("target", held[0] if len(held) == 1 else "")
    if wanted not in held:
        raise RuleViolation("There is no grip to choke with.", "Say /attack with use=grapple first.")
    return str(wanted)


def come_due(referee: Referee, scene: ReflexScene) -> Ruling:
    """At the end of the exchange chokes are judged, in the order in which people joined (text 003, lines 864-867).

    Dice: a check of Fitness of whoever is still held firmly enough, then what a worse head asks for.
    """
    for actor, combatant in scene.combatants.items():
        for victim in _choked(scene, combatant.state.choking):
            before = scene
            with referee.source.about(victim):
                scene = yield from _due(referee, scene, actor, victim)
            scene = yield from took_heart(before, scene, actor)
    return scene


def _choked(scene: ReflexScene, mark: int) -> list[str]:
    """Whoever bears the mark, if there is one and it is there still."""
    return [actor for actor, combatant in scene.combatants.items() if mark and combatant.state.grip == mark]


def _due(referee: Referee, scene: ReflexScene, actor: str, victim: str) -> Ruling:
    state = scene.combatants[actor].state
    control = victims(scene, state).get(victim, 0) if firm(state) else 0
    enough = control >= needed(referee, scene, victim)
    scene = yield ChokeEnded(actor=actor, target=victim, control=control, firm=enough)
    if not control or known_dead(scene.combatants[victim]):
        return scene
    return (yield from (_black_out if enough else _worsen)(referee, scene, actor, victim))


def _black_out(referee: Referee, scene: ReflexScene, actor: str, victim: str) -> Ruling:
    """A success is unconsciousness, a failure death (ruling 003-17)."""
    state = scene.combatants[victim].state
    outcome = attribute_check(referee, "choke", state, "fitness")
    scene = yield Blackout(actor=victim, target=actor, outcome=outcome)
    if outcome.succeeded:
        return (yield from knock_out(scene, victim))
    if state.dead:
        return scene
    scene = yield Died(actor=victim, was_down=state.unconscious)
    return (yield from stand_down(scene, victim))


def _worsen(referee: Referee, scene: ReflexScene, actor: str, victim: str) -> Ruling:
    """The injury of the head gets one level worse, with all that follows from it; critical it stays (ours)."""
    given = Degree(min(worst(scene.combatants[victim].state, Place.HEAD) + 1, Degree.CRITICAL))
    return (yield from wound(referee, scene, victim, Place.HEAD, given))


def action_specs(_tables: Tables) -> tuple[ActionSpec, ...]:
    """The actions, in the order in which they are offered."""
    held = Input("target", "who is held; the only one where missing", Kind.COMBATANT, asks_scene=True)
    everyone = Input("target", "who is held; all where missing", Kind.COMBATANT, asks_scene=True)
    choking = "for the whole exchange, with Control of the victim's Muscle and 3"
    return (
        ActionSpec("choke", "Choke out", choking, inputs=(held,), kinds=(TACTICAL,)),
        ActionSpec("let_go", "Let go", "give up the Control of somebody", inputs=(everyone,)),
    )


def candidates(
    _tables: Tables, scene: ReflexScene, _action: str, _key: str, given: Mapping[str, Any]
) -> Sequence[Choice]:
    """Whom one of these actions can be about, in a view of the scene."""
    holder = scene.combatants.get(given.get("actor", ""))
    return [Choice(victim, shown(victim)) for victim in victims(scene, holder.state)] if holder else ()


RULES: dict[str, RuleOf] = {"choke": choke, "let_go": let_go}
