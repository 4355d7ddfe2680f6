"""Whatever goes over the simulated Discord's wire is JSON, which is copied without noting what was copied already."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from types import NoneType, SimpleNamespace
from typing import Any, Final

import pytest
from simcord import components, gateway, results
from simcord.backend import serializers
from simcord.http import router

UNCHANGING: Final = frozenset({str, int, float, bool, NoneType})


def copied(value: Any) -> Any:
    """Return a copy that shares nothing that can change; what is no JSON is copied as Python does it."""
    kind = type(value)
    if kind in UNCHANGING:
        return value
    if kind is dict:
        return {key: each if type(each) in UNCHANGING else copied(each) for key, each in value.items()}
    if kind is list:
        return [each if type(each) in UNCHANGING else copied(each) for each in value]
    return copy.deepcopy(value)


@contextmanager
def quickly() -> Iterator[None]:
    """Have the simulated Discord copy so as long as this is open."""
    copying = SimpleNamespace(copy=copy.copy, deepcopy=copied)
    with pytest.MonkeyPatch.context() as patched:
        for module in (router, gateway):
            patched.setattr(module, "copy", copying)
        for module in (components, results, serializers):
            patched.setattr(module, "deepcopy", copied)
        yield
