"""Any instance of an event type, built from what its fields are annotated with."""

from __future__ import annotations

import types
import typing
from enum import Enum
from typing import Any, get_args, get_origin

import msgspec
from hypothesis import strategies as st

from bot.core.events import Event

WORDS = st.text("abcdefghijkl mnop_#'é<*", min_size=1, max_size=12).map(str.strip).filter(bool)
SCALARS: dict[Any, st.SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: st.integers(-200, 200),
    float: st.integers(0, 4000).map(lambda quarter: quarter / 4),
    str: WORDS,
    bytes: st.binary(max_size=20),
    type(None): st.none(),
    Any: st.booleans() | st.integers(-200, 200) | WORDS,
}


def instances(kind: type[Event]) -> st.SearchStrategy[Event]:
    """Events of a type with anything its fields may hold, no tuple empty: a check has dice, a sum has terms."""
    return _struct(kind)


def _struct(kind: type[Any]) -> st.SearchStrategy[Any]:
    hints = typing.get_type_hints(kind)
    return st.builds(kind, **{name: _values(hints[name]) for name in kind.__struct_fields__})


def _values(hint: Any) -> st.SearchStrategy[Any]:
    if hint in SCALARS:
        return SCALARS[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _tuple(inner)
    if origin is dict:
        return st.dictionaries(_values(inner[0]), _values(inner[1]), max_size=3)
    if origin in (typing.Union, types.UnionType):
        return st.one_of([_values(part) for part in inner])
    if issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    assert issubclass(hint, msgspec.Struct), f"nobody said how to make a {hint}"
    return _struct(hint)


def _tuple(inner: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    if inner[-1] is Ellipsis:
        return st.lists(_values(inner[0]), min_size=1, max_size=3).map(tuple)
    return st.tuples(*map(_values, inner))
