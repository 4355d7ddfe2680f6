"""What players know of what a scene keeps beside its people: what they see and what is theirs."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.scene_state import Cloud, Fallen, Mission, SceneState, Start, SuppressedArea
from bot.rulesets.reflex.traps import Mine, seen_by


def known_state(scene: ReflexScene, user: int, losses: tuple[Fallen, ...]) -> SceneState:
    """Return the state as a player knows it, who knows of these ``losses``.

    Ambushes, what others are about, who threw what, what flies, and what the GM alone was told are not in it.
    """
    state, people = scene.state, scene.combatants
    seen = {actor for actor, combatant in people.items() if not combatant.hidden}
    return replace(
        state,
        areas=tuple(_area(area, seen) for area in state.areas if area.known),
        aboard={one: other for one, other in state.aboard.items() if seen.issuperset((one, other))},
        starts={actor: _start(left, seen) for actor, left in state.starts.items() if actor in seen},
        mines={key: _mine(scene, mine, user) for key, mine in state.mines.items() if mine.open or user in mine.known},
        ambushes={},
        throwers={},
        missions={
            gunner: replace(mission, told={})
            for gunner, mission in state.missions.items()
            if _is_known(scene, gunner, mission, seen)
        },
        flights=(),
        clouds=tuple(_cloud(cloud, seen) for cloud in state.clouds),
        decided=False,
        losses=losses,
        orders={},
    )


def _area(area: SuppressedArea, seen: AbstractSet[str]) -> SuppressedArea:
    """Return fire on an area that players know of, with nothing of a gunner whom nobody sees."""
    return area if area.gunner in seen else SuppressedArea(name=area.name, rating=area.rating, width_m=area.width_m)


def _start(left: Start, seen: AbstractSet[str]) -> Start:
    """Return where somebody in sight has been, and how far from others in sight."""
    return replace(left, ranges_m={other: each for other, each in left.ranges_m.items() if other in seen})


def _mine(scene: ReflexScene, mine: Mine, user: int) -> Mine:
    """Return a mine as a player knows it, and not near whom it lies if nobody sees them."""
    known = seen_by(mine, user)
    there = scene.combatants.get(known.near)
    return replace(known, near="") if there and there.hidden else known


def _is_known(scene: ReflexScene, gunner: str, mission: Mission, seen: AbstractSet[str]) -> bool:
    """Tell whether players know of a mission: one of their own, at nobody who is hidden."""
    there = scene.combatants.get(gunner)
    return there is not None and not there.guarded and (not mission.target or mission.target in seen)


def _cloud(cloud: Cloud, seen: AbstractSet[str]) -> Cloud:
    """Return a cloud as it can be seen: not how long it lasts, nor who hides in it."""
    inside = tuple(actor for actor in cloud.inside if actor in seen)
    return replace(cloud, left=0, around={}, downwind={}, inside=inside)
