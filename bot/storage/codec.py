"""How events, states and checkpoints become bytes and come back, also those that older versions of the rules wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar, Union

import msgspec

from bot.core.errors import NewerError
from bot.core.events import CORE_EVENTS, Event, type_of
from bot.core.ruleset import Ruleset
from bot.core.scene import Combatant, Scene
from bot.core.shapes import CORE_SHAPE, FIRST, Fields, Version, lifted_person, lifted_scene
from bot.core.timeline import Slot
from bot.service.ports import UnreadableError
from bot.service.rows import AnyCombatant, AnyScene
from bot.service.systems import MadeWhenAsked, PlayableSystem

Stored: TypeAlias = bytes | bytearray

S = TypeVar("S")
G = TypeVar("G")


class KeptScene(msgspec.Struct, Generic[S, G], frozen=True, forbid_unknown_fields=True):
    """A scene as its row keeps it: without its combatants, who have rows of their own.

    ``entitled`` are the keys of the scene's ``opening`` in order; states that are still the combatants' are left out.
    """

    scene: Scene[S, G]
    entitled: tuple[str, ...]


class _Cover(msgspec.Struct, frozen=True, array_like=True):
    """What bytes are kept in: the versions of the core's shape and of the system's, and the bytes themselves."""

    core: int
    system: int
    content: msgspec.Raw


_json = msgspec.json.Encoder()
_pack = msgspec.msgpack.Encoder()
_covers = msgspec.msgpack.Decoder(_Cover)
MOST_SLOTS = 1_000  # at some 400 bytes
SHORT_ARRAY = 0x90  # how a list of few begins in MessagePack; a struct without a cover is a map


class _PackedSlots(dict[Slot, msgspec.Raw]):
    """The bytes of slots that were kept before: from order to order an agenda is the same but for hardly any."""

    def __missing__(self, slot: Slot) -> msgspec.Raw:
        if len(self) >= MOST_SLOTS:
            self.clear()
        packed = self[slot] = msgspec.Raw(_pack.encode(slot))
        return packed


_slots = _PackedSlots()


class Codec:
    """The bytes of one ruleset's world."""

    def __init__(self, ruleset: Ruleset[Any, Any]) -> None:
        types = (*CORE_EVENTS, *ruleset.events)
        self._shape = ruleset.shape
        self._cover = _pack.encode(_Cover(CORE_SHAPE.version, self._shape.version, msgspec.Raw(b"")))
        self._types = {type_of(kind): kind for kind in types}
        self._events_type: Any = Union[types]  # noqa: UP007  built at run time
        self._events = msgspec.json.Decoder(self._events_type)
        self._scenes: Any = msgspec.msgpack.Decoder(Scene[ruleset.state_type, ruleset.scene_state_type])  # type: ignore[name-defined]
        self._folds: Any = msgspec.msgpack.Decoder(KeptScene[ruleset.state_type, ruleset.scene_state_type])  # type: ignore[name-defined]
        self._combatants: Any = msgspec.msgpack.Decoder(Combatant[ruleset.state_type])  # type: ignore[name-defined]

    def event(self, kind: str, version: int, payload: bytes) -> Event:
        """Return an event from its row, which may hold an older version of it.

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

    def fold(self, data: Stored, people: Iterable[AnyCombatant]) -> AnyScene:
        """Return a scene from the bytes of ``kept_fold`` and its combatants in order.

        Raises:
            UnreadableError: the bytes make no scene, or one of other combatants.
        """
        combatants = {person.actor: person for person in people}
        try:
            kept: KeptScene[Any, Any] = self._folds.decode(self._lifted(data, partial(self._older_fold, combatants)))
            differing = kept.scene.opening
            opening = {actor: differing.get(actor) or combatants[actor].state for actor in kept.entitled}
        except (msgspec.DecodeError, KeyError, NewerError) as error:
            raise UnreadableError from error
        return msgspec.structs.replace(kept.scene, combatants=combatants, opening=opening)

    def scene(self, data: Stored) -> AnyScene:
        """Return a scene from its bytes.

        Raises:
            NewerError: they hold more than these rules know of.
        """
        try:
            scene: AnyScene = self._scenes.decode(self._lifted(data, self._older_scene))
        except msgspec.ValidationError as error:
            raise NewerError(str(error)) from error
        return scene

    def combatant(self, data: Stored) -> AnyCombatant:
        """Return a combatant from its bytes.

        Raises:
            UnreadableError: the bytes make no combatant.
        """
        try:
            combatant: AnyCombatant = self._combatants.decode(self._lifted(data, self._older_person))
        except (msgspec.DecodeError, NewerError) as error:
            raise UnreadableError from error
        return combatant

    def _lifted(self, data: Stored, lift: Callable[[Fields, Version], Fields]) -> Stored | msgspec.Raw:
        """Return the content of stored bytes in its newest version.

        Raises:
            NewerError: it is of a version that is not known here.
        """
        version, content = _opened(data)
        newest = CORE_SHAPE.version, self._shape.version
        if version == newest:
            return content
        if version[0] > newest[0] or version[1] > newest[1]:
            raise NewerError(f"what is kept in version {version} of its shape is not known here")
        return _pack.encode(lift(msgspec.msgpack.decode(content), version))

    def _older_person(self, person: Fields, version: Version) -> Fields:
        return lifted_person(self._shape, person, version)

    def _older_scene(self, scene: Fields, version: Version) -> Fields:
        return lifted_scene(self._shape, scene, {}, version)

    def _older_fold(self, people: Mapping[str, AnyCombatant], fold: Fields, version: Version) -> Fields:
        known = {actor: msgspec.msgpack.decode(_pack.encode(person)) for actor, person in people.items()}
        return {**fold, "scene": lifted_scene(self._shape, fold["scene"], known, version)}

    def kept_fold(self, scene: AnyScene) -> bytearray:
        """Return the bytes of a scene's row, with the version of their shape: small, however many there are in it."""
        people = scene.combatants
        differing = {actor: state for actor, state in scene.opening.items() if state is not people[actor].state}
        agenda = [*map(_slots.__getitem__, scene.agenda)]
        kept = msgspec.structs.replace(scene, combatants={}, opening=differing, agenda=agenda)
        return self._covered(KeptScene(kept, tuple(scene.opening)))

    def kept(self, value: AnyScene | AnyCombatant) -> bytearray:
        """Return the bytes of a scene or a combatant, with the version of their shape."""
        return self._covered(value)

    def _covered(self, value: KeptScene[Any, Any] | AnyScene | AnyCombatant) -> bytearray:
        covered = bytearray(self._cover)
        _pack.encode_into(value, covered, -1)  # what it covers is the last there
        return covered


def _opened(data: Stored) -> tuple[Version, Stored | msgspec.Raw]:
    """Return the version of stored bytes and what they hold: without a cover they are of the first."""
    if not data or data[0] & 0xF0 != SHORT_ARRAY:
        return (FIRST, FIRST), data
    cover = _covers.decode(data)
    return (cover.core, cover.system), cover.content


packed_event: Callable[[Event], bytes] = _json.encode
"""Return the payload of an event's row."""


def packed(value: KeptScene[Any, Any] | AnyScene | AnyCombatant) -> bytes:
    """Return the bytes of something without the version of its shape."""
    return _pack.encode(value)


class RulesetCodecs(msgspec.Struct, frozen=True):
    """The systems by key, each with its ruleset and its codec."""

    systems: Mapping[str, PlayableSystem]
    rulesets: Mapping[str, Ruleset[Any, Any]]
    codecs: Mapping[str, Codec]


def with_codecs(systems: Mapping[str, PlayableSystem]) -> RulesetCodecs:
    """Return the systems with a codec for each, which is made when it is asked for."""
    rulesets = MadeWhenAsked(systems, lambda key: systems[key].ruleset)
    return RulesetCodecs(systems, rulesets, MadeWhenAsked(systems, lambda key: Codec(rulesets[key])))
