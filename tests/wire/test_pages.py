"""Orders are put together from messages wherever those were cut, and what is lost or too much of them is named."""

from __future__ import annotations

import pytest

from tests.wire.pages import Page, joined, parts, unlike

LOG = (Page("", "Dice."), Page("1", "Annwaits.Bobwaits."), Page("g1", "Guard1hides."))


def pages_of(*contents: str) -> tuple[Page, ...]:
    """What messages show."""
    return joined(part for content in contents for part in parts(content))


@pytest.mark.parametrize(
    "contents",
    [
        ("*Dice.*", "`#1` **Ann** waits.\n-# **Bob** waits.\n`#g1` **Guard 1** hides."),
        ("*Dice.*", "`#1` **Ann** waits.", "-# `#1` **Bob** waits.", "`#g1` **Guard 1**", "`#g1` hides."),
        ("Dice.", "`#1` ~~**Ann** waits.~~\n~~Bob waits.~~", "`#g1` Guard\\ 1 hides."),
    ],
)
def test_an_order_reads_the_same_however_it_was_cut(contents: tuple[str, ...]) -> None:
    assert pages_of(*contents) == LOG
    assert unlike(pages_of(*contents), LOG, whole=True) == ""


@pytest.mark.parametrize(
    ("contents", "what"),
    [
        (("Dice.", "`#1` Ann waits.", "`#g1` Guard 1 hides."), "#1 is not as it was: 9 letters for 18"),
        (("Dice.", "`#1` Ann waits.", "`#1` Ann waits.", "`#1` Bob waits."), "#1 is not as it was: 27 letters"),
        (("Dice.", "`#g1` Guard 1 hides.", "`#1` Ann waits."), "#g1 stands where #1 belongs"),
        (("`#1` Ann waits.",), "#1 stands where what has no number (Dice....) belongs"),
        (("Dice.", "`#1` Ann waits. Bob waits.", "`#g1` Guard 1 hides.", "`#2` More."), "#2 was never promised"),
    ],
)
def test_what_is_lost_doubled_or_out_of_order_is_named(contents: tuple[str, ...], what: str) -> None:
    assert unlike(pages_of(*contents), LOG, whole=False).startswith(what)


def test_the_end_may_be_missing_until_it_must_be_there() -> None:
    there = pages_of("Dice.", "`#1` Ann wai")
    assert unlike(there, LOG, whole=False) == ""
    assert unlike(there, LOG, whole=True).startswith("#1 is not as it was")
    assert unlike(LOG[:1], LOG, whole=True) == "#1 is missing, with 1 more"
