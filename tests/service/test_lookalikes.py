"""Which names a reader would take for each other, by Unicode's own list, whatever case and marks behind."""

from __future__ import annotations

import unicodedata
from itertools import islice

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.core.apart import alike, others
from bot.service.lookalikes import _prototypes, looks

ALIKE = [
    ("Ann", "\u0410nn"),  # a Cyrillic capital
    ("Scope", "\u0405\u0441\u043e\u0440\u0435"),
    ("Nikos", "\u039dikos"),
    ("ANN", "\u0391\u039d\u039d"),
    ("Ann", "\uff21\uff4e\uff4e"),
    ("Ann", "\U0001d400nn"),
    ("Ann", "ANN"),
    ("Ann", "Ann."),
    ("Ann", "'Ann'"),
    ("Ann", "Ann\u0301"),
    ("Ann", "Ann\ufe0f"),
    ("Ann", "A\u200bnn"),
    ("Zoe", "Zo\xeb"),
    ("Guard 1", "Guard l"),
    ("Guard 1", "GUARD I"),
    ("Guard 10", "Guard lO"),
    ("Ian", "lan"),
    ("modern", "rnodern"),
    ("\u0645\u062d\u0645\u062f", "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f"),
]
APART = [
    ("Ann", "Bnn"),
    ("Guard 1", "Guard 2"),
    ("Guard 1", "Guard 11"),
    ("Ali", "All"),
    ("Ann", "Ann \N{FIRE}"),
    ("\u0939\u093f\u0928\u094d\u0926\u0940", "\u0939\u0928\u094d\u0926"),
    ("\u0e17\u0e35\u0e48\u0e23\u0e31\u0e01", "\u0e17\u0e23\u0e01"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_read_alike_are_alike(one: str, other: str) -> None:
    assert alike(looks(one), looks(other))


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_read_apart_are_apart(one: str, other: str) -> None:
    assert not alike(looks(one), looks(other))


names = st.text("AaBbEeIilLmnOo0159 xyz", min_size=1, max_size=12).map(str.strip).filter(bool)
swaps = st.sampled_from(sorted(letter for letter, plain in _prototypes().items() if plain.isascii()))


@example("1", ["\u2780"])
@example("i", ["\N{OGONEK}"])
@given(names, st.lists(swaps, min_size=1, max_size=4))
def test_no_confusable_letter_makes_another_name(name: str, given_swaps: list[str]) -> None:
    """Whatever Unicode lists as a look-alike of a letter in it, in its place."""
    forged = name
    for letter in given_swaps:
        plain = _prototypes()[letter]
        forged = forged.replace(plain, letter, 1)
    assert alike(looks(name), looks(forged))


@given(names, st.sampled_from(["\u200b", "\u2060", "\ufe0f", "\u034f", "\u0301", "\u20dd", "\xad"]), st.integers(0, 12))
def test_nothing_unseen_makes_another_name(name: str, mark: str, place: int) -> None:
    assert alike(looks(name), looks(name[:place] + mark + name[place:]))


@given(names)
def test_case_and_marks_behind_make_no_other_name(name: str) -> None:
    for forged in (name.upper(), name.lower(), name.swapcase(), f"{name}.", f'"{name}"', f" {name} !"):
        assert alike(looks(name), looks(forged))


@given(st.text(min_size=1, max_size=20))
def test_every_text_looks_like_itself_however_it_is_composed(text: str) -> None:
    assert looks(text)
    assert alike(looks(text), looks(unicodedata.normalize("NFC", text)))


@given(names.filter(str.isalnum))
def test_another_name_looks_as_the_core_says(name: str) -> None:
    for found, seen in islice(others(name, looks(name)), 5):
        assert alike(looks(found), seen)
        assert not alike(looks(found), looks(name))
