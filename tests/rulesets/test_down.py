"""Of the GM's people players see that they are down, and by nothing that they do whether they are dead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from bot.core import engine, orders
from bot.core.dice import Ask, Faces, SeededDice
from bot.core.engine import Decision
from bot.core.errors import RuleViolation
from bot.core.scene import restated
from bot.core.timeline import without
from bot.core.views import PUBLIC, Viewer, view
from bot.rulesets.reflex.kinds import Pace, Stance
from bot.rulesets.reflex.state import State
from tests.rulesets import drawing
from tests.rulesets.drawing import AnyRuleset, AnyScene
from tests.rulesets.play import PLAYERS, played
from tests.rulesets.registry import entry

pytestmark = pytest.mark.untraced

SEEDS = 2
GAMES = 3  # in some of which players may meet nobody who can lie there
EVERY = {"reflex": 22}
"""How many steps of a game lie between two scenes that are looked at."""
IMPOSSIBLE = "not possible"
LATER = 8
"""How often all go on after the order, so that rounds end and begin."""
STEADY = frozenset({"initiative"})
"""Rolls of many people: one who rolls in secret must not move the faces of the others."""
SCHEDULED = frozenset({"graydawn"})
"""Where whoever is out of it keeps its turn, at which it may come to."""

Change = Callable[[Any], Any]


def _put(**changes: Any) -> Change:
    return lambda state: msgspec.structs.replace(state, **changes)


OUT: Mapping[str, Change] = {
    "reflex": lambda state: state.with_body(unconscious=True, unconscious_for_scene=True),
    "graydawn": _put(stunned=True, dying=True, stable=True),
    "eclipse": _put(unconscious=True),
    "horizons": _put(unconscious=True),
}
DEAD: Mapping[str, Change] = {
    **{key: _put(dead=True) for key in OUT},
    "reflex": lambda state: state.with_body(dead=True),
}


def _limp(state: State) -> State:
    """The state of a body that has let go of what it held."""
    weapons = {key: msgspec.structs.replace(weapon, held_with=0) for key, weapon in state.kit.weapons.items()}
    items = {key: msgspec.structs.replace(item, held=False) for key, item in state.kit.items.items()}
    return state.with_body(stance=Stance.PRONE, moving=Pace.STILL, moved_m=0).with_kit(weapons=weapons, items=items)


class LabelledDice:
    """Faces by what they are asked for: one more roll of a kind does not move those of another kind."""

    def __init__(self, seed: int) -> None:
        self.seed = str(seed).encode()
        self.asked: Counter[str] = Counter()

    def faces(self, ask: Ask, index: int) -> Faces:
        """The next faces of the kind."""
        if ask.label in STEADY:
            return (5,) * ask.count
        self.asked[ask.label] += 1
        return SeededDice(self.seed, b"", self.asked[ask.label], ask.label.encode()).faces(ask, 0)


def lying(key: str, scene: AnyScene, target: str, change: Change) -> AnyScene:
    """The scene with somebody lying there, who will not act by itself."""
    if key == "reflex":
        scene = restated(scene, target, _limp)
    slots = scene.agenda if key in SCHEDULED and change is OUT[key] else without(scene.agenda, target)
    opening = {actor: state for actor, state in scene.opening.items() if actor != target}
    fallen = restated(scene, target, change)
    return msgspec.structs.replace(fallen, agenda=slots, opening=opening)


def carried_out(ruleset: AnyRuleset, scene: AnyScene, order: orders.Order, seed: int) -> Decision[Any, Any] | None:
    """What comes of an order, None where it is not possible."""
    try:
        return engine.decide(ruleset, scene, order, lambda _position, _canonical: LabelledDice(seed))
    except RuleViolation:
        return None


def surfaces(ruleset: AnyRuleset, scene: AnyScene, viewer: Viewer) -> Iterator[object]:
    """All that somebody sees of a scene: the view itself, and its words.

    How people were when the moment opened shows on no surface.
    """
    seen = view(scene, viewer, ruleset)
    yield msgspec.to_builtins(msgspec.structs.replace(seen, before={}), str_keys=True)
    yield ruleset.clock(seen).text
    yield from (ruleset.status(seen, actor, viewer).text for actor in seen.combatants)
    for topic in ruleset.reports.values():
        yield from (line.text for line in topic(seen, "", viewer))


def told(ruleset: AnyRuleset, decision: Decision[Any, Any], viewer: Viewer) -> Iterator[object]:
    """What somebody reads of an order, and sees after it."""
    for event in decision.events:
        if not event.quiet:
            yield from (line.text for line in engine.lines(ruleset, event, viewer))
    yield from surfaces(ruleset, decision.scene, viewer)


def decisions(
    ruleset: AnyRuleset, scene: AnyScene, order: orders.Order, seed: int
) -> Iterator[Decision[Any, Any] | None]:
    """What comes of an order and after it, None where it is not possible."""
    later: Iterable[orders.Order] = (orders.GoOn(),) * LATER
    for each in (order, *later):
        decision = carried_out(ruleset, scene, each, seed)
        yield decision
        scene = decision.scene if decision else scene


def history(ruleset: AnyRuleset, decided: Iterable[Decision[Any, Any] | None], viewer: Viewer) -> Iterator[object]:
    """All that somebody reads and sees of an order and of what comes after it."""
    for decision in decided:
        yield from told(ruleset, decision, viewer) if decision else (IMPOSSIBLE,)


def seen_bodies(scene: AnyScene) -> list[str]:
    """The GM's people in sight who can lie somewhere."""
    seen = (actor for actor, one in scene.combatants.items() if one.guarded and not one.hidden)
    return [actor for actor in seen if not getattr(scene.combatants[actor].state, "vehicle", None)]


def cases(key: str, seed: int) -> Iterator[tuple[AnyScene, orders.Act, str]]:
    """Scenes, and orders of players at one of the GM's people there, each with whom it is at."""
    ruleset, rng = entry(key).ruleset, Random(f"{key}:{seed}")
    for scene in (step.before for step in played(key, seed)[:: EVERY.get(key, 4)]):
        mine = [slot for slot in scene.entitled() if scene.combatants[slot.actor].owner]
        bodies = seen_bodies(scene)
        if not (mine and bodies) or scene.pending:
            continue
        slot, target = rng.choice(mine), rng.choice(bodies)
        for spec in ruleset.actions.values():
            if not spec.gm_only and spec.input("target") and (not spec.kinds or set(spec.kinds) & set(slot.kinds)):
                said = {"target": target, "range_m": [1, 20], "metres": [1]}
                named = {item.key: said[item.key] for item in spec.inputs if item.key in said}
                known = view(scene, Viewer(scene.combatants[slot.actor].owner), ruleset)
                drawn = drawing.inputs(ruleset, known, spec, slot.actor, rng, named)
                yield scene, orders.Act(actor=slot.actor, action=spec.name, inputs=drawn), target


@pytest.mark.parametrize("key", OUT)
def test_nothing_that_a_player_does_tells_the_dead_from_those_out_of_it(key: str) -> None:
    ruleset, possible = entry(key).ruleset, 0
    drawn = [(seed, *case) for seed in range(GAMES) for case in cases(key, seed)]
    for game, scene, order, target in drawn:
        worlds = [lying(key, scene, target, change[key]) for change in (OUT, DEAD)]
        both = [list(decisions(ruleset, world, order, game)) for world in worlds]
        for viewer in (PUBLIC, Viewer(scene.combatants[order.actor].owner)):
            out, dead = (list(history(ruleset, decided, viewer)) for decided in both)
            assert out == dead, f"{order}"
            possible += out[0] != IMPOSSIBLE
    assert possible


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("key", [*OUT, "nighttripper"])
def test_no_order_of_a_player_is_refused_for_what_only_the_gm_knows(key: str, seed: int) -> None:
    """Such a refusal has no words of its own, and the words for that tell that there is something to know."""
    ruleset = entry(key).ruleset
    for step in played(key, seed):
        if step.viewer.gm or step.refusal is None or step.before.pending:
            continue
        seen = view(step.before, step.viewer, ruleset)
        assert carried_out(ruleset, seen, step.order, seed) is None, f"{step.order}: {step.refusal}"


@pytest.mark.parametrize("viewer", [PUBLIC, Viewer(PLAYERS["Ann"])])
@pytest.mark.parametrize("key", OUT)
def test_all_who_are_down_look_alike(key: str, viewer: Viewer) -> None:
    """So do what is offered, what odds are computed on and what refuses an order: they go by the view."""
    ruleset = entry(key).ruleset
    for step in played(key, 0):
        for actor in seen_bodies(step.before):
            worlds = [lying(key, step.before, actor, change[key]) for change in (OUT, DEAD)]
            out, dead = (list(surfaces(ruleset, world, viewer)) for world in worlds)
            assert out == dead
