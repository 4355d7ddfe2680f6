"""Wherever a name stands for somebody another comes there, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.renaming import changed
from bot.core.wording import Mark

RENAMED = changed(["Ann", "Bob"], "Bob", "Zoe")


@pytest.mark.parametrize(
    ("said", "now"),
    [
        ("Bob", "Zoe"),
        ("Ann", "Ann"),
        ("Bobby", "Bobby"),
        ("Ann\nBob", "Ann\nZoe"),
        (("Ann", "Bob"), ("Ann", "Zoe")),
        (["Bob", 3], ["Zoe", 3]),
        ({"Bob": ("Bob",)}, {"Zoe": ("Zoe",)}),
        (Mark.NAME, Mark.NAME),
        (b"", b""),
        (None, None),
    ],
)
def test_a_name_is_changed_wherever_it_stands_alone(said: Any, now: Any) -> None:
    assert RENAMED.of(said) == now


@pytest.mark.parametrize(
    ("said", "now"),
    [
        ("Ann:1, Bob:2", "Ann:1, Zoe:2"),
        ("Bobby, Bob#2", "Bobby, Bob#2"),
        (7, 7),
        ({"beside": "Bob", "m": 2}, {"beside": "Zoe", "m": 2}),
        ([{"beside": "Bob"}, "to Bob"], [{"beside": "Zoe"}, "to Zoe"]),
    ],
)
def test_in_an_action_a_name_is_changed_within_what_was_said(said: Any, now: Any) -> None:
    act, after = (orders.Act(actor=who, action="go", inputs={"to": to}) for who, to in (("Bob", said), ("Zoe", now)))
    assert RENAMED.of(act) == after
    assert RENAMED.of(orders.canonical(act)) == orders.canonical(after)
