"""A clinch: Ann has Guard in a grip, or the other way round, and uses of it on scripted dice."""

from __future__ import annotations

from typing import Any

from bot.core.scene import with_state
from bot.rulesets.reflex.play import ReflexScene
from tests.rulesets.reflex.boxing import TICK, Played, fighter, ring, strike
from tests.rulesets.reflex.firing import act, changed

LEARNED = ["hand-to-hand/grapple", "hand weapons/grapple"]
LATER = 10
MARK = 1


def wrestler(*kinds: str, **given: Any) -> dict[str, Any]:
    """Somebody competent who knows how to grapple."""
    return fighter(*kinds, **{"qualifications": LEARNED, **given})


def clinch(
    control: int = 6,
    ann: dict[str, Any] | None = None,
    guard: dict[str, Any] | None = None,
    *,
    holder: str = "Ann",
    tick: int = LATER,
) -> ReflexScene:
    """Ann to act on tick 20, Guard on ``tick``; ``holder`` has Control of the other."""
    scene = ring(ann or wrestler(), guard or wrestler("baton"), tick=tick)
    victim = "Guard" if holder == "Ann" else "Ann"
    return gripped(scene, holder, victim, control, MARK)


def gripped(scene: ReflexScene, holder: str, victim: str, control: int, mark: int) -> ReflexScene:
    """The scene in which one has Control of another from before."""
    state = scene.combatants[victim].state
    scene = with_state(scene, victim, state.with_hold(grip=mark))
    controls = {**scene.combatants[holder].state.hold.controls, mark: control}
    return changed(scene, holder, controls=controls)


def use(scene: ReflexScene, how: str, *faces: int, actor: str = "Ann", **inputs: Any) -> Played:
    """One uses a grip, or tries to get one, on the other, bare-handed."""
    target = "Guard" if actor == "Ann" else "Ann"
    return act(scene, "attack", *faces, actor=actor, **{"weapon": "bare hands", "target": target, "use": how, **inputs})


def controls(scene: ReflexScene, holder: str = "Ann") -> dict[int, int]:
    """What somebody has Control of, by marks."""
    return scene.combatants[holder].state.hold.controls


__all__ = ["LATER", "LEARNED", "MARK", "TICK", "clinch", "controls", "gripped", "strike", "use", "wrestler"]
