"""Any instance of an event type, drawn from what its fields are annotated with."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from random import Random
from typing import Any, get_args, get_origin

import msgspec

from bot.core.events import Event

LETTERS = "abcdefghijkl mnop_#'é<*"
MOST = 3
EDGES = (0, 1, -1)
"""Numbers at which something changes more often than at others."""


def _words(rng: Random) -> str:
    return "".join(rng.choices(LETTERS, k=rng.randint(1, 12))).strip() or "é"


def _whole(rng: Random) -> int:
    return rng.choice((rng.choice(EDGES), rng.randint(-200, 200)))


SCALARS: Mapping[Any, Callable[[Random], Any]] = {
    bool: lambda rng: rng.random() < 0.5,
    int: _whole,
    float: lambda rng: rng.randint(0, 4000) / 4,
    str: _words,
    bytes: lambda rng: rng.randbytes(rng.randint(0, 20)),
    type(None): lambda _: None,
    Any: lambda rng: rng.choice((True, _whole(rng), _words(rng))),
}


def instance(kind: type[Event], rng: Random) -> Event:
    """Return an event of a type with anything its fields may hold, no tuple empty: a check has dice, a sum terms."""
    made: Event = _struct(kind, rng)
    return made


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _struct(kind: Any, rng: Random) -> Any:
    return kind(**{name: _value(_hints(kind)[name], rng) for name in kind.__struct_fields__})


def _value(hint: Any, rng: Random) -> Any:
    if hint in SCALARS:
        return SCALARS[hint](rng)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _tuple(inner, rng)
    if origin is dict:
        return {_value(inner[0], rng): _value(inner[1], rng) for _ in range(rng.randint(0, MOST))}
    if origin in (typing.Union, types.UnionType):
        return _value(rng.choice(inner), rng)
    if issubclass(hint, Enum):
        return rng.choice(list(hint))
    assert issubclass(hint, msgspec.Struct), f"nobody said how to make a {hint}"
    return _struct(hint, rng)


def _tuple(inner: tuple[Any, ...], rng: Random) -> Any:
    if inner[-1] is Ellipsis:
        return tuple(_value(inner[0], rng) for _ in range(rng.randint(1, MOST)))
    return tuple(_value(each, rng) for each in inner)
