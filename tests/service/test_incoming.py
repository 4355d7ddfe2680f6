"""Text from outside is looked through where it comes in, wherever in a request it stands."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.service.incoming import check_texts

HALF, ZERO = "\ud83d", "Ann\0"
FORBIDDEN = "half a character, or a zero"


def deep(text: str) -> list[Any]:
    """A text in so many lists that nothing that calls itself could reach it."""
    outer: list[Any] = []
    inner = outer
    for _ in range(100_000):
        inner.append([])
        inner = inner[0]
    inner.append(text)
    return outer


@pytest.mark.parametrize("bad", [HALF, ZERO])
@pytest.mark.parametrize("around", [lambda text: text, lambda text: {"a": [{"b": text}]}, lambda text: {text: 1}, deep])
def test_half_a_character_or_a_zero_is_found_wherever_it_stands(around: Any, bad: str) -> None:
    with pytest.raises(RuleViolation, match=FORBIDDEN):
        check_texts(around(bad))


@pytest.mark.parametrize("good", ["Ann", "", "\N{GRINNING FACE}", r"\u0000 as somebody types it", 7, 2.5, None, True])
def test_whatever_else_is_typed_passes(good: object) -> None:
    check_texts({"options": [{"name": "text", "value": good}]})
    check_texts(deep("Ann"))
