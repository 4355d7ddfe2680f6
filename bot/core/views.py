"""What one viewer may know of a scene: players never see the hidden, nor the condition of the GM's side."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol, TypeVar

import msgspec

from bot.core.absence import left_in_sight
from bot.core.events import Audience, Event
from bot.core.ground.laid import ALL_CAMPS
from bot.core.ground.lost import is_veiled, known_by
from bot.core.scene import Combatant, Pending, Scene
from bot.core.timeline import Slot

S = TypeVar("S")
G = TypeVar("G")


class Viewer(msgspec.Struct, frozen=True):
    """Whoever looks: a Discord user id (0 for the public log), and whether it is a GM."""

    user: int
    gm: bool = False


PUBLIC = Viewer(0)
GM = Viewer(0, gm=True)


class Veil(Protocol[S, G]):
    """What a ruleset leaves visible: of a combatant of the GM's, and of its own state of the scene."""

    def public(self, state: S) -> S:
        """Return what anyone can see of a combatant of the GM's side."""
        ...

    def public_to(self, state: S, known: Collection[str]) -> S:
        """Return the same with what it has to do with those who are ``known`` to all."""
        ...

    def is_down(self, state: S) -> bool:
        """Tell whether somebody looks as if it could do nothing more, dead or only out of it."""
        ...

    def common_state(self, scene: Scene[S, G], viewer: Viewer) -> G:
        """Return what a player may know of the scene's own state."""
        ...


def view(scene: Scene[S, G], viewer: Viewer, veil: Veil[S, G]) -> Scene[S, G]:
    """Return the scene as ``viewer`` knows it.

    For a GM that is the scene. For a player the hidden are gone from every part of it; of the GM's visible
    combatants, and of the scene's own state, only what ``veil`` leaves remains.
    Of the GM's who are down no later moment is known, since the dead have none and others may come to, and of those
    who are out of sight none at all, nor where players play against players of anybody. A moment at which only these
    or the hidden may act has no key. Of an order that waits for an answer only the question remains, since the order
    itself may name the hidden. Nobody who is away is left, since they may know how far off the hidden are, and of what
    the GM has to settle only what the viewer asked for. The GM's squads are theirs.
    """
    if viewer.gm:
        return scene
    hidden = {actor for actor, combatant in scene.combatants.items() if combatant.hidden}
    ground = known_by(scene, scene.ground, viewer.user) if scene.ground else None
    out_of_sight = ground.lost.get(ALL_CAMPS, {}) if ground else {}
    lost = {actor: state for actor, state in scene.last_seen.items() if actor in out_of_sight}
    people = {key: value for key, value in scene.combatants.items() if key not in hidden}
    in_sight = [key for key in people if key not in out_of_sight]
    seen = {key: _seen(value, veil, lost.get(key, value.state), in_sight) for key, value in people.items()}
    unwatched = hidden.union(key for key in out_of_sight if key in seen and is_veiled(scene, seen[key]))
    lying = {key for key, value in seen.items() if value.guarded and veil.is_down(value.state)}
    return msgspec.structs.replace(
        scene,
        state=veil.common_state(scene, viewer),
        combatants=seen,
        opened=None if scene.opening and unwatched.issuperset(scene.opening) else scene.opened,
        agenda=tuple(
            slot for slot in scene.agenda if slot.actor not in unwatched and not _is_later(scene, slot, lying)
        ),
        opening=_states(
            {key: lost.get(key, state) for key, state in scene.opening.items() if key not in unwatched}, seen, veil
        ),
        before=_states({key: state for key, state in scene.before.items() if key not in lost}, seen, veil),
        ranges_m={key: value for key, value in scene.ranges_m.items() if hidden.isdisjoint(key.split("\n"))},
        pending=_asked(scene, hidden.union(key for key in unwatched if not scene.combatants[key].guarded)),
        away={},
        gone=tuple(sorted(left_in_sight(scene))),
        asked=0,
        petitions={number: each for number, each in scene.petitions.items() if each.user == viewer.user},
        told={key: value for key, value in scene.told.items() if hidden.isdisjoint(key.split("\n"))},
        claims=(),
        ground=ground,
        outdated=tuple(key for key in scene.outdated if hidden.isdisjoint(key.split("\n"))),
        last_seen={},
        squads={},
    )


def _is_later(scene: Scene[S, G], slot: Slot, lying: set[str]) -> bool:
    """Tell whether a slot is one of the ``lying`` and not being played."""
    return slot.actor in lying and slot not in scene.entitled()


def _states(states: dict[str, S], seen: dict[str, Combatant[S]], veil: Veil[S, G]) -> dict[str, S]:
    return {
        actor: veil.public(state) if seen[actor].guarded else state for actor, state in states.items() if actor in seen
    }


def _asked(scene: Scene[S, G], hidden: set[str]) -> Pending | None:
    """Return the open question without its order; of one that is the GM's only that it is open."""
    pending = scene.pending
    if pending is None or pending.question.actor in hidden:
        return None
    question = pending.question
    if scene.asks_gm:
        question = msgspec.structs.replace(question, key="", prompt="", choices=(), default="", detail="")
    return Pending(question, b"", pending.position)


def _seen(combatant: Combatant[S], veil: Veil[S, G], state: S, in_sight: Collection[str]) -> Combatant[S]:
    if not combatant.guarded:
        return combatant if state is combatant.state else msgspec.structs.replace(combatant, state=state)
    return msgspec.structs.replace(combatant, state=veil.public_to(state, in_sight), sheet={})


def may_read(event: Event, viewer: Viewer) -> bool:
    """Tell whether ``viewer`` may learn of the event at all."""
    return viewer.gm or event.audience is Audience.ALL


def hides(event: Event, actor: str, viewer: Viewer) -> bool:
    """Tell whether ``viewer`` must not learn who ``actor`` of the event was."""
    return not viewer.gm and actor in event.unseen


def knows(event: Event, actor: str, viewer: Viewer) -> bool:
    """Tell whether ``viewer`` may learn the condition and the numbers of ``actor`` of the event: of nobody unseen."""
    return viewer.gm or (actor not in event.guarded and actor not in event.unseen)
