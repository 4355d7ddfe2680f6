"""How events, states and checkpoints become bytes and come back, also those that older versions of the rules wrote."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Union

import msgspec

from bot.core.events import CORE_EVENTS, Event, type_of
from bot.core.ruleset import Ruleset
from bot.core.scene import Combatant, Scene
from bot.service.ports import AnyCombatant, AnyScene

Upcasts = Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]]
"""By event type and version: how to lift an event's fields to the next version."""

_json = msgspec.json.Encoder()
_pack = msgspec.msgpack.Encoder()


class Codec:
    """The bytes of one ruleset's world."""

    def __init__(self, ruleset: Ruleset[Any, Any], upcasts: Upcasts | None = None) -> None:
        types = (*CORE_EVENTS, *ruleset.events)
        self._versions = {type_of(kind): kind.version for kind in types}
        self._upcasts = upcasts or {}
        self._events_type: Any = Union[types]  # noqa: UP007  built at run time
        self._events = msgspec.json.Decoder(self._events_type)
        self._scenes: Any = msgspec.msgpack.Decoder(Scene[ruleset.state_type, ruleset.ground_type])  # type: ignore[name-defined]
        self._combatants: Any = msgspec.msgpack.Decoder(Combatant[ruleset.state_type])  # type: ignore[name-defined]

    def event(self, kind: str, version: int, payload: bytes) -> Event:
        """An event from its row.

        Raises:
            msgspec.ValidationError: nobody knows how to read it.
        """
        if version == self._versions.get(kind):
            return self._decoded(payload)
        fields = msgspec.json.decode(payload)
        while version < self._versions.get(kind, version):
            fields = self._upcasts[kind, version](fields)
            version += 1
        return self._decoded(_json.encode(fields))

    def _decoded(self, payload: bytes) -> Event:
        event: Event = self._events.decode(payload)
        return event

    def scene(self, data: bytes) -> AnyScene:
        """A scene from its bytes."""
        scene: AnyScene = self._scenes.decode(data)
        return scene

    def combatant(self, data: bytes) -> AnyCombatant:
        """A combatant from its bytes."""
        combatant: AnyCombatant = self._combatants.decode(data)
        return combatant


def packed_event(event: Event) -> bytes:
    """The payload of an event's row."""
    return _json.encode(event)


def packed(value: AnyScene | AnyCombatant) -> bytes:
    """The bytes of a scene or a combatant."""
    return _pack.encode(value)
