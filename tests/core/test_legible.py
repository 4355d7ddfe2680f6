"""What people may call things: nothing unseen, no markup, nobody mentioned, no number of an order."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.legible import MARKUP, is_legible, is_plain, is_text, plainly

UNSEEN = ["\u3164", "Ann\u3164", "\u0301e", "Z" + "\u0327\u0301\u0302\u0303", "a\nb", "\u202egnp", "a\u200bb", "\ud800"]
PLAIN = [
    "",
    "Rifle",
    "Rifle#2",
    "Rifle #12",
    "5.56x45",
    "[AK] (old)",
    "हिन्दी",
    "Zoe\u0308",
    "Z\u0327\u0301\u0302",
    "Ann \N{FIRE}",
    "5_6",
    "4:5",
]
MORE = ["**x**", "`x`", "~~x", "||x", "<@1>", "@everyone", "a\\", "#12", "x #12 y", "Rifle#123", "#2", "> x"]


@pytest.mark.parametrize("text", UNSEEN)
def test_what_cannot_be_seen_or_told_apart_is_not_legible(text: str) -> None:
    assert not is_legible(text)
    assert not is_plain(text)


@pytest.mark.parametrize("text", PLAIN)
def test_words_in_any_script_are_plain(text: str) -> None:
    assert is_plain(text)


@pytest.mark.parametrize("text", MORE)
def test_what_reads_as_more_than_words_is_legible_but_not_plain(text: str) -> None:
    assert is_legible(text)
    assert not is_plain(text)


def test_marks_may_be_let_through() -> None:
    assert is_plain("Bob#2 3, Cy 5@4", frozenset("@#"))
    assert not is_plain("Bob#2 3, **Cy**", frozenset("@#"))


@pytest.mark.parametrize("text", ["\ud800", "a\udfff", "\0", "\ud83d \ude00"])
def test_half_characters_are_no_text(text: str) -> None:
    assert not is_text(text)


def test_the_remedy_names_every_mark() -> None:
    assert all(mark in plainly() for mark in MARKUP)


@given(st.text())
def test_what_is_plain_can_be_written_down_in_one_line(text: str) -> None:
    if is_plain(text):
        assert is_text(text)
        assert len(text.splitlines()) <= 1
        assert not any(unicodedata.category(letter).startswith("C") for letter in text)
