"""Who is out of sight follows from places, heights and what stands between, anew whenever one of them changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import gcd
from typing import Generic, TypeVar

import msgspec

from bot.core.events import Stood
from bot.core.ground.laid import ALL_CAMPS, Ground, Lost
from bot.core.ground.lost import AGAINST, is_veiled
from bot.core.ground.places import FARTHEST_CM, Place, along, distance_cm, vector
from bot.core.ground.sight import Figure, sees
from bot.core.ruleset import Ruleset
from bot.core.scene import Combatant, Scene

S = TypeVar("S")
G = TypeVar("G")

STEP_CM = 100
"""In which steps it is looked for where somebody was seen last on its way (house)."""

_replace = msgspec.structs.replace


def after_sight(
    ruleset: Ruleset[S, G], before: Scene[S, G], scene: Scene[S, G], stood: Stood | None = None
) -> Scene[S, G]:
    """Return the scene with who is out of whose sight in it, after a change; ``stood`` is the move that it was.

    While nobody of a side is able to look, what it saw last stays.
    """
    ground = scene.ground
    if ground is None or not (ground.pieces or ground.lost) or (stood and stood.passing):
        return scene
    if ground is before.ground and scene.combatants is before.combatants:
        return scene
    changed = _changed(ruleset, before, scene, ground)
    if changed is not None and stood and stood.since:
        changed |= {stood.actor}
    if changed is not None and not changed:
        return scene
    looking = _Looking(ruleset, before, scene, ground, changed, stood)
    if scene.options.get(AGAINST):
        lost = {side: looking.lost(side, {side}) for side in looking.sides}
        lost[ALL_CAMPS] = _to_any(ground.lost.get(ALL_CAMPS, {}), lost.values())
    else:
        lost = {ALL_CAMPS: looking.lost(ALL_CAMPS, looking.sides)}
    lost = {camp: people for camp, people in lost.items() if people}
    if lost == ground.lost:
        return scene
    return _replace(scene, ground=_replace(ground, lost=lost), last_seen=_last_seen(scene, lost.get(ALL_CAMPS, {})))


def _changed(ruleset: Ruleset[S, G], before: Scene[S, G], scene: Scene[S, G], ground: Ground) -> frozenset[str] | None:
    """Return who stands or looks otherwise than before, or is gone; None where all may see each other otherwise."""
    was = before.ground
    if was is None or was.pieces is not ground.pieces:
        return None
    places = {} if was.places is ground.places else ground.places
    found = {actor for actor, place in places.items() if was.places.get(actor) != place}
    found |= was.places.keys() - ground.places.keys()
    for actor, each in scene.combatants.items():
        old = before.combatants.get(actor)
        if old is not each and (old is None or _outward(ruleset, old) != _outward(ruleset, each)):
            found.add(actor)
    return frozenset(found)


def _outward(ruleset: Ruleset[S, G], each: Combatant[S]) -> tuple[object, ...]:
    height = ruleset.figure(each.state, _ANYWHERE)
    return each.hidden, each.side, each.owner, height, ruleset.looks_out(each.state)


_ANYWHERE = Place(0, 0)


class _Looking(Generic[S, G]):
    """Those who look, and those who may be seen, after a change."""

    def __init__(
        self,
        ruleset: Ruleset[S, G],
        before: Scene[S, G],
        scene: Scene[S, G],
        ground: Ground,
        changed: frozenset[str] | None,
        stood: Stood | None,
    ) -> None:
        self.before, self.scene, self.ground = before, scene, ground
        self.changed, self.stood = changed, stood
        here = {actor: each for actor, each in scene.combatants.items() if actor in ground.places and not each.hidden}
        self.here = here
        self.figures = {actor: ruleset.figure(each.state, ground.places[actor]) for actor, each in here.items()}
        self.able = {actor for actor, each in here.items() if ruleset.looks_out(each.state)}
        self.sides = tuple(dict.fromkeys(each.side for each in here.values() if each.owner))

    def lost(self, camp: str, sides: Iterable[str]) -> Lost:
        """Return who is out of the sight of some sides, with where they were seen last."""
        own = {actor for actor, each in self.here.items() if each.side in sides}
        watchers = [self.figures[actor] for actor in self.here if actor in own & self.able]
        known = self.ground.lost.get(camp, {})
        if not watchers:
            return {actor: place for actor, place in known.items() if actor in self.here}
        looked = {actor for actor, each in self.before.combatants.items() if each.side in sides}
        anew = self.changed is None or not self.changed.isdisjoint(own | looked)
        found: Lost = {}
        for actor in self.here:
            if actor in own:
                continue
            looked_for = anew or actor in (self.changed or ())
            if looked_for and _is_seen(self.ground, watchers, self.figures[actor]):
                continue
            if actor in known:
                found[actor] = known[actor]
            elif looked_for:
                found[actor] = self._last_place(actor, watchers)
        return found

    def _last_place(self, actor: str, watchers: list[Figure]) -> Place | None:
        """Return where somebody was seen last who is out of sight from here on; None of whoever never was seen."""
        now, was = self.ground.places[actor], self.before.ground
        old = self.before.combatants.get(actor)
        start = was.places.get(actor) if was else None
        if old is None or start is None:
            return None
        if self.stood and self.stood.actor == actor and self.stood.since:
            start = self.stood.since
        if old.hidden or start == now:
            return now
        if not self.stood:
            return start
        figure = self.figures[actor]
        steps = [there for there in _steps(start, now) if _is_seen(self.ground, watchers, figure._replace(place=there))]
        return steps[-1] if steps else start


def _steps(start: Place, goal: Place) -> Iterator[Place]:
    """Yield places of a way that follow from where it begins and its direction alone, and not from where it ends."""
    way = vector(start, goal)
    whole = gcd(*way)
    direction = (way[0] * FARTHEST_CM // whole, way[1] * FARTHEST_CM // whole, way[2] * FARTHEST_CM // whole)
    for walked_cm in range(STEP_CM, distance_cm(start, goal), STEP_CM):
        yield along(start, direction, walked_cm)


def _is_seen(ground: Ground, watchers: Iterable[Figure], whom: Figure) -> bool:
    return any(sees(ground, watcher, whom) for watcher in watchers)


def _to_any(known: Lost, camps: Iterable[Lost]) -> Lost:
    """Return who is out of the sight of any side, with where all of them saw it last."""
    found: Lost = {}
    for lost in camps:
        for actor, place in lost.items():
            found.setdefault(actor, known.get(actor, place))
    return found


def _last_seen(scene: Scene[S, G], lost: Lost) -> dict[str, S]:
    """Return how those looked when seen last who are out of the sight of all: players' too, if against each other."""
    unwatched = [actor for actor in lost if is_veiled(scene, scene.combatants[actor])]
    return {actor: scene.last_seen.get(actor, scene.combatants[actor].state) for actor in unwatched}
