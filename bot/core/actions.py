"""An action is a struct: its fields are what people may type, within bounds, and what its rule reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, wraps
from types import NoneType
from typing import Annotated, Any, ClassVar, TypeAlias, TypeVar, get_args

import msgspec

from bot.core.errors import AssemblyError, RuleViolation
from bot.core.ground.whereabouts import Where
from bot.core.options import ActionSpec, Choice, Input, Kind, Word
from bot.core.orders import Act
from bot.core.play import Reading
from bot.core.rows import own_types, types_of
from bot.core.tables import Tables
from bot.core.wording import metres, shown

A = TypeVar("A", bound="Action")
S = TypeVar("S")

Who: TypeAlias = Annotated[str, Kind.COMBATANT]
"""A combatant: typed by name, read and stored by id."""

Given: TypeAlias = Mapping[str, Any]
"""What is typed already while more is being typed, with ids for names; ``actor`` is whoever would act."""

Fits: TypeAlias = Callable[[Reading[Any, Any, Any], Given], Iterable[str | Choice]]
"""What of a view of the scene fits a field, in the order in which it is offered."""

OfTables: TypeAlias = str | tuple[str, ...] | Callable[[Any], Iterable[str]]
"""Words to choose from: the keys of the table so called, the words themselves, or a function of the tables."""

_KINDS = {int: Kind.INT, float: Kind.NUMBER, bool: Kind.FLAG, str: Kind.TEXT}


class Field(msgspec.Struct, frozen=True):
    """What is shown of a field, and what may be typed into it.

    What it holds follows from its type, and it is required where it has no default. ``of`` are the words to choose
    from, ``fits`` finds those that only the scene knows. It is ``typed`` under its own name or another one, unless it
    names people or is not the player's own word: those are looked up by the name that is typed. The rest is
    as in ``Input``; bounds hold where somebody types, and not where a stored order is read.
    """

    about: str
    of: OfTables = ()
    fits: Fits | None = None
    shared: bool = False
    lo: float = 0
    hi: float = 100_000
    longest: int = 100
    word: Word = Word.OWN
    thing: str = ""
    open_ended: bool = False
    veiled: bool = False
    lists: bool = False
    typed: str = ""
    switch: str = ""
    switched: tuple[tuple[str, str], ...] = ()
    brings: str = ""
    onto: bool = False


LONGEST_LIST = 500
"""Of people with their metres, or of targets: as many as one may well have before oneself."""

LONGEST_WAY = 300
Destination: TypeAlias = Annotated[
    Where | None, Kind.PLACE, Field("where to: C4, 12,30, 20m north of Ann, behind Ann", shared=True)
]
"""A place of the ground: typed in words, read and stored with ids for names."""

Aimpoint: TypeAlias = Annotated[
    Where | None,
    Kind.PLACE,
    Field("where on the ground: C4, Ann, 20m north of Ann, behind Ann", shared=True, onto=True),
]
"""A place of the ground that something is meant for, as where somebody is who is named alone."""

ByWayOf: TypeAlias = Annotated[
    tuple[Where, ...],
    Kind.PLACE,
    Field("by way of where: C4 then D6", lists=True, shared=True, longest=LONGEST_WAY),
]
"""Places of the ground that one comes by, one after another."""


class Former(msgspec.Struct, frozen=True):
    """A field that stored orders may hold, and that nobody can type any more."""


class EachOf(msgspec.Struct, frozen=True):
    """A set of keys as a field: each is typed by itself, as yes or no.

    ``of`` says by the tables which keys there are, and what each is about.
    """

    of: Callable[[Any], Mapping[str, str]]
    word: Word = Word.OWN


class Offer(msgspec.Struct, frozen=True):
    """What is shown of an action, and when it may be taken; as in ``ActionSpec``."""

    name: str
    title: str
    about: str
    command: str = "act"
    kinds: OfTables = ()
    gm_only: bool = False
    button: bool = False
    odds: str = ""
    outside: bool = False
    switch: str = ""
    of_scene: bool = False
    on_ground: bool | None = None
    asks: bool = False


class Action(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that ``actor`` does: a kind of it says in ``offer`` what is shown, and has fields, each with a Field.

    Fields that several have in common stand in a class between, and are offered behind those of its own.
    """

    offer: ClassVar[Offer]

    actor: str

    def as_order(self) -> Act:
        """Return the order that is stored, and that a rule by name is given; what is as by default is not said."""
        inputs = msgspec.to_builtins(self)
        actor = inputs.pop("actor")
        for key in inputs.pop(_gathering(type(self)), ()):
            inputs[key] = True
        return Act(actor=actor, action=self.offer.name, inputs=inputs)


def read(kind: type[A], act: Act) -> A:
    """Return the action that an order holds, as far as this version knows it.

    What is unknown is left out, what is missing is as by default, and bounds are not looked at: they may have been
    others when it was stored.

    Raises:
        RuleViolation: something is missing without which it cannot be, or is of another kind.
    """
    said: dict[str, Any] = {**act.inputs, "actor": act.actor}
    gathering = _gathering(kind)
    if gathering:
        known = kind.__struct_fields__
        said[gathering] = [key for key, value in act.inputs.items() if value is True and key not in known]
    try:
        return msgspec.convert(said, kind, strict=False)
    except msgspec.ValidationError as error:
        raise RuleViolation(f"This {kind.offer.title} cannot be read: {error}.", "Give the order again.") from error


def carrying_out(kind: type[A], rule: Callable[[Any, A], None]) -> Callable[[Any, Act], None]:
    """Return the rule of an action as one that is given the order."""

    @wraps(rule)
    def carried_out(play: Any, act: Act) -> None:
        rule(play, read(kind, act))

    return carried_out


def specs_of(kinds: Iterable[type[Action]], tables: Tables) -> tuple[ActionSpec, ...]:
    """Return what may be asked for by these actions, in their order, with the words that the tables have.

    Raises:
        AssemblyError: a field does not say what may be typed into it.
    """
    return tuple(_spec(kind, tables) for kind in kinds)


def _spec(kind: type[Action], tables: Tables) -> ActionSpec:
    offer = kind.offer
    return ActionSpec(
        offer.name,
        offer.title,
        offer.about,
        offer.command,
        tuple(item for key in _typed(kind) for item in _inputs(kind, key, tables)),
        _words(offer.kinds, tables),
        offer.gm_only,
        offer.button,
        offer.odds,
        offer.outside,
        offer.switch,
        offer.of_scene,
        offer.on_ground,
        offer.asks,
    )


def fitting(kind: type[Action], reading: Reading[Any, Any, Any], key: str, given: Given) -> Sequence[Choice]:
    """Return what of a view of the scene fits a field; nothing where the scene is not asked."""
    field = _typed(kind).get(key, (None, None))[1]
    if not isinstance(field, Field) or field.fits is None:
        return ()
    return [each if isinstance(each, Choice) else Choice(each) for each in field.fits(reading, given)]


def everybody(reading: Reading[Any, Any, Any], given: Given) -> Iterator[Choice]:
    """Return all who are here, with their distances from the actor as far as they are known."""
    actor = str(given.get("actor", ""))
    for one in reading.scene.combatants:
        range_m = reading.distance(actor, one)
        yield Choice(one, shown(one) if range_m is None else f"{shown(one)} ({metres(range_m)})")


def others(reading: Reading[Any, Any, Any], given: Given) -> Iterator[Choice]:
    """Return all but the actor, with their distances."""
    return (each for each in everybody(reading, given) if each.value != given.get("actor"))


def numbers_to(most: int) -> tuple[str, ...]:
    """Return the numbers that are offered up to the highest: the first ten one by one, and more in tens."""
    return tuple(str(each) for each in (*range(1, 11), *range(20, most + 1, 10)) if each <= most)


def by_actor(words: Callable[[S], Iterable[str | Choice]]) -> Fits:
    """Return what fits by the state of whoever acts; nothing does where nobody would act."""

    def fits(reading: Reading[S, Any, Any], given: Given) -> Iterable[str | Choice]:
        combatant = reading.scene.combatants.get(str(given.get("actor", "")))
        return words(combatant.state) if combatant else ()

    return fits


def by_target(words: Callable[[S], Iterable[str | Choice]]) -> Fits:
    """Return what fits by the state of the target, or of whoever acts where none is named."""

    def fits(reading: Reading[S, Any, Any], given: Given) -> Iterable[str | Choice]:
        combatant = reading.scene.combatants.get(str(given.get("target", given.get("actor", ""))))
        return words(combatant.state) if combatant else ()

    return fits


@cache
def _typed(kind: type[Action]) -> dict[str, tuple[Any, Field | EachOf | None]]:
    """Return by field its type and what is shown of it: the fields of the class first, then those of what it is of.

    What nobody can type any more is left out.
    """
    hints = types_of(kind)
    keys = [key for part in kind.__mro__ for key in own_types(part) if key in kind.__struct_fields__]
    typed = (key for key in dict.fromkeys(keys) if key != "actor" and not _is_former(hints[key]))
    return {key: (hints[key], _shown(hints[key])) for key in typed}


def _is_former(hint: Any) -> bool:
    return any(isinstance(each, Former) for each in getattr(hint, "__metadata__", ()))


def _shown(hint: Any) -> Field | EachOf | None:
    return next((each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Field | EachOf)), None)


@cache
def _gathering(kind: type[Action]) -> str:
    """Return the field that is a set of keys; "" where there is none."""
    return next((key for key, (_, field) in _typed(kind).items() if isinstance(field, EachOf)), "")


@cache
def _required(kind: type[Action]) -> frozenset[str]:
    defaults = kind.__struct_defaults__
    optional = zip(kind.__struct_fields__[len(kind.__struct_fields__) - len(defaults) :], defaults, strict=True)
    return frozenset(kind.__struct_fields__) - {name for name, default in optional if default is not msgspec.NODEFAULT}


def _inputs(kind: type[Action], key: str, tables: Tables) -> Iterator[Input]:
    hint, field = _typed(kind)[key]
    if isinstance(field, EachOf):
        for each, about in field.of(tables).items():
            yield Input(each, about, Kind.FLAG, shared=False, word=field.word)
    elif field is None:
        raise AssemblyError(f"{kind.__name__}.{key} does not say what may be typed into it")
    elif field.typed and (field.lists or field.word is not Word.OWN or Kind.COMBATANT in hint.__metadata__):
        raise AssemblyError(
            f"{kind.__name__}.{key} is typed as {field.typed}, and words and people go by one name only"
        )
    else:
        yield Input(
            field.typed or key,
            field.about,
            _kind(kind, key, hint, field),
            required=key in _required(kind),
            choices=_words(field.of, tables) or _members(hint),
            open_ended=field.open_ended,
            asks_scene=field.fits is not None,
            veiled=field.veiled,
            lists=field.lists,
            shared=field.shared,
            lo=field.lo,
            hi=field.hi,
            longest=field.longest,
            word=field.word,
            thing=field.thing,
            stored=key if field.typed else "",
            switch=field.switch,
            switched=field.switched,
            brings=field.brings,
            onto=field.onto,
        )


def _kind(kind: type[Action], key: str, hint: Any, field: Field) -> Kind:
    if Kind.COMBATANT in hint.__metadata__:
        return Kind.COMBATANT
    if Kind.PLACE in hint.__metadata__:
        return Kind.PLACE
    if field.of or _members(hint):
        return Kind.CHOICE
    found = _KINDS.get(_held(hint))
    if found is None:
        raise AssemblyError(f"{kind.__name__}.{key} is of a type that nobody can type")
    return found


def _held(hint: Any) -> Any:
    """Return the type of a field where it holds something."""
    inner = hint.__origin__
    return next(each for each in get_args(inner) if each is not NoneType) if NoneType in get_args(inner) else inner


def _members(hint: Any) -> tuple[str, ...]:
    """Return the words of a field that holds one of a fixed set of them."""
    held = _held(hint)
    return tuple(held) if isinstance(held, type) and issubclass(held, StrEnum) else ()


def _words(words: OfTables, tables: Tables) -> tuple[str, ...]:
    if isinstance(words, tuple):
        return words
    return tuple(tables.rows(words)) if isinstance(words, str) else tuple(words(tables))
