"""How events, states and checkpoints become bytes and come back, also those that older versions of the rules wrote."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar, Union

import msgspec

from bot.core.errors import NewerError
from bot.core.events import CORE_EVENTS, Event, type_of
from bot.core.ruleset import Ruleset
from bot.core.scene import Combatant, Scene
from bot.service.ports import AnyCombatant, AnyScene, UnreadableError

S = TypeVar("S")
G = TypeVar("G")


class Fold(msgspec.Struct, Generic[S, G], frozen=True):
    """A scene as its row keeps it: without its combatants, who have rows of their own.

    ``entitled`` are the keys of the scene's ``opening`` in order; states that are still the combatants' are left out.
    """

    scene: Scene[S, G]
    entitled: tuple[str, ...]


_json = msgspec.json.Encoder()
_pack = msgspec.msgpack.Encoder()


class Codec:
    """The bytes of one ruleset's world."""

    def __init__(self, ruleset: Ruleset[Any, Any]) -> None:
        types = (*CORE_EVENTS, *ruleset.events)
        self._types = {type_of(kind): kind for kind in types}
        self._events_type: Any = Union[types]  # noqa: UP007  built at run time
        self._events = msgspec.json.Decoder(self._events_type)
        self._scenes: Any = msgspec.msgpack.Decoder(Scene[ruleset.state_type, ruleset.ground_type])  # type: ignore[name-defined]
        self._folds: Any = msgspec.msgpack.Decoder(Fold[ruleset.state_type, ruleset.ground_type])  # type: ignore[name-defined]
        self._combatants: Any = msgspec.msgpack.Decoder(Combatant[ruleset.state_type])  # type: ignore[name-defined]

    def event(self, kind: str, version: int, payload: bytes) -> Event:
        """An event from its row, which may hold an older version of it.

        Raises:
            NewerError: there is no such type, or none of that version, or it has other fields.
            KeyError: it does not say how that version is lifted.
        """
        known = self._types.get(kind)
        if known is None or version > known.version:
            raise NewerError(f"{kind} of version {version} is not known")
        if version == known.version:
            return self._decoded(payload)
        fields = msgspec.json.decode(payload)
        for older in range(version, known.version):
            fields = known.lifts[older](fields)
        return self._decoded(_json.encode(fields))

    def _decoded(self, payload: bytes) -> Event:
        try:
            event: Event = self._events.decode(payload)
        except msgspec.ValidationError as error:
            raise NewerError(str(error)) from error
        return event

    def fold(self, data: bytes, people: Iterable[AnyCombatant]) -> AnyScene:
        """A scene from the bytes of ``packed_fold`` and its combatants in order.

        Raises:
            UnreadableError: the bytes make no scene, or one of other combatants.
        """
        combatants = {person.actor: person for person in people}
        try:
            kept: Fold[Any, Any] = self._folds.decode(data)
            judged = kept.scene.opening
            opening = {actor: judged.get(actor) or combatants[actor].state for actor in kept.entitled}
        except (msgspec.DecodeError, KeyError) as error:
            raise UnreadableError from error
        return msgspec.structs.replace(kept.scene, combatants=combatants, opening=opening)

    def scene(self, data: bytes) -> AnyScene:
        """A scene from its bytes.

        Raises:
            NewerError: they hold more than these rules know of.
        """
        try:
            scene: AnyScene = self._scenes.decode(data)
        except msgspec.ValidationError as error:
            raise NewerError(str(error)) from error
        return scene

    def combatant(self, data: bytes) -> AnyCombatant:
        """A combatant from its bytes.

        Raises:
            UnreadableError: the bytes make no combatant.
        """
        try:
            combatant: AnyCombatant = self._combatants.decode(data)
        except msgspec.DecodeError as error:
            raise UnreadableError from error
        return combatant


def packed_event(event: Event) -> bytes:
    """The payload of an event's row."""
    return _json.encode(event)


def packed_fold(scene: AnyScene) -> bytes:
    """The bytes of a scene's row: small, however many there are in it."""
    people = scene.combatants
    judged = {actor: state for actor, state in scene.opening.items() if state is not people[actor].state}
    kept = msgspec.structs.replace(scene, combatants={}, opening=judged)
    return _pack.encode(Fold(kept, tuple(scene.opening)))


def packed(value: AnyScene | AnyCombatant) -> bytes:
    """The bytes of a scene or a combatant."""
    return _pack.encode(value)
