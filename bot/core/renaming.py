"""A combatant gets another id in the middle of a scene, and everything in the scene that names it follows."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, TypeVar

import msgspec

from bot.core import orders
from bot.core.options import SheetField
from bot.core.ruleset import Ruleset
from bot.core.scene import Away, Combatant, Scene
from bot.core.timeline import agenda

S = TypeVar("S")
G = TypeVar("G")

_OTHERS = frozenset({"options", "fight", "petitions"})  # of a scene: they name nobody, or only players' own
_OF_ABSENT = (
    "combatant",
    "opening",
    "before",
    "ranges_m",
    "outdated",
)  # what else is kept of somebody is about nobody else


def sign_of(actor: str) -> str:
    """Return what somebody is kept under in the state of others, who know their own state but not the hidden."""
    return hashlib.sha256(actor.encode()).hexdigest()[:16]


def sign_of_two(one: str, other: str) -> str:
    """Return what two are kept under together, in this order."""
    return sign_of(f"{one}\n{other}")


def renamed(scene: Scene[S, G], actor: str, name: str, looks: tuple[str, ...]) -> Scene[S, G]:
    """Return the scene with ``name`` wherever ``actor`` was: order, distances, what the ruleset keeps of anybody."""
    absent = (away.combatant.actor for away in scene.away.values())
    change = changed([*scene.combatants, *absent], actor, name)
    fields = {field: getattr(scene, field) for field in scene.__struct_fields__ if field not in _OTHERS}
    after = msgspec.structs.replace(scene, **{field: change.of(value) for field, value in fields.items()})
    own = msgspec.structs.replace(after.combatants[name], actor=name, looks=looks)
    return msgspec.structs.replace(after, combatants={**after.combatants, name: own}, agenda=agenda(after.agenda))


def changed(people: Iterable[str], actor: str, name: str) -> Substitution:
    """Return what makes ``name`` of ``actor`` among ``people``: the name, its sign, and that of each two it is of."""
    known = frozenset({*people, name})
    first = {sign_of_two(actor, other): sign_of_two(name, other) for other in known}
    second = {sign_of_two(other, actor): sign_of_two(other, name) for other in known}
    return Substitution({actor: name, sign_of(actor): sign_of(name), **first, **second}, known)


class Substitution:
    """Words that become others, wherever they stand for somebody."""

    def __init__(self, words: dict[str, str], people: frozenset[str]) -> None:
        self._words = words
        self._people = people
        self._within = re.compile("|".join(rf"(?<!\w){re.escape(word)}(?![\w#])" for word in words))

    def of(self, value: Any) -> Any:
        """Return the value with the words changed; what names nobody is the same object as before."""
        match value:
            case Enum():
                return value
            case str():
                return self._word(value)
            case bytes():
                return self._order(value) if value else value
            case tuple() | list():
                return type(value)(map(self.of, value))
            case dict():
                return {self.of(key): self.of(each) for key, each in value.items()}
            case orders.Act():
                return self._act(value)
            case msgspec.Struct():
                return self._struct(value)
            case _:
                return value

    def _word(self, word: str) -> str:
        """Return a name, or several with lines between them: of two people, who stand in the order of the alphabet."""
        if "\n" not in word:
            return self._words.get(word, word)
        parts = [self._words.get(part, part) for part in word.split("\n")]
        people = iter(sorted(part for part in parts if part in self._people))
        return "\n".join(next(people) if part in self._people else part for part in parts)

    def _struct(self, value: msgspec.Struct) -> msgspec.Struct:
        """Return somebody with another renamed: of what is its own, only the state names others."""
        own: dict[type, tuple[str, ...]] = {Combatant: ("state",), Away: _OF_ABSENT}
        fields = own.get(type(value), value.__struct_fields__)
        changed = {field: self.of(getattr(value, field)) for field in fields}
        if all(new == getattr(value, field) for field, new in changed.items()):
            return value
        return msgspec.structs.replace(value, **changed)

    def _order(self, data: bytes) -> bytes:
        """Return an order that waits."""
        return orders.canonical(self.of(orders.parsed(data)))

    def _act(self, act: orders.Act) -> orders.Act:
        """Return an action, of whose inputs some list people in one text."""
        said = {key: self._said(value) for key, value in act.inputs.items()}
        return msgspec.structs.replace(act, actor=self._word(act.actor), inputs=said)

    def _said(self, value: Any) -> Any:
        if isinstance(value, dict):  # a place, said by people who stand in its fields
            return {key: self.of(each) for key, each in value.items()}
        if isinstance(value, list | tuple):  # several of them
            return type(value)(map(self._said, value))
        return self._within.sub(lambda found: self._words[found[0]], value) if isinstance(value, str) else value


def is_only_a_name(ruleset: Ruleset[S, G], scene: Scene[S, G], actor: str) -> bool:
    """Tell whether an id can mean nothing else in a scene: no word of the system, and nothing that anybody carries."""
    carried = (ruleset.enlist(each.sheet, scene.options) for each in scene.combatants.values())
    return actor not in vocabulary(ruleset) and not any(actor in _strings(state) for state in carried)


def vocabulary(ruleset: Ruleset[S, G]) -> set[str]:
    """Return the words by which a system keeps things: rows, choices of sheets and actions, and kinds of slots."""
    rows = {part for path in ruleset.options for part in path.split(".")}
    chosen = {choice for spec in ruleset.actions.values() for each in spec.inputs for choice in each.choices}
    slots = {kind for spec in ruleset.actions.values() for kind in spec.kinds}
    return rows | chosen | slots | set(_choices(ruleset.sheet.root))


def _choices(field: SheetField) -> Iterator[str]:
    yield field.key
    yield from field.choices
    for child in (*field.fields, *((field.item,) if field.item else ())):
        yield from _choices(child)


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case tuple() | list():
            yield from _of_all(value)
        case dict():
            yield from _of_all((*value, *value.values()))
        case msgspec.Struct():
            yield from _of_all(getattr(value, field) for field in value.__struct_fields__)
        case _:
            return


def _of_all(values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        yield from _strings(value)
