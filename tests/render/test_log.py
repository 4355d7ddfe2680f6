"""The log's messages hold each order behind its number, within Discord's limit also once they are struck out."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.wording import Line, Mark, Span, line, name, note
from bot.render.limits import MESSAGE
from bot.render.log import Page, gathered, parcel_text, restored, struck
from bot.service.parcels import LogThread, Parcel, Post
from bot.service.requests import Button, Verb
from tests.render.words import letters, lines, longest_lines, read

LOG = LogThread(scene_id=1, fight=1)


def parcel(number: int, *told: Line, label: str | None = None) -> Parcel:
    label = str(number) if label is None else label
    return Parcel(id=number, kind=Post.ORDER, guild_id=1, channel_id=2, log=LOG, label=label, lines=told)


@st.composite
def many_parcels(draw: st.DrawFn) -> list[Parcel]:
    told = draw(st.lists(st.lists(st.one_of(lines, longest_lines), max_size=3), max_size=4))
    labels = st.sampled_from(("12", "g3", ""))
    return [parcel(number, *each, label=draw(labels)) for number, each in enumerate(told)]


SHOT = (line(name("Ann"), " fires"), line("Coordination 9 = ", note("9"), depth=1))


@given(many_parcels())
def test_every_parcel_stands_in_one_page_in_its_order(parcels: list[Parcel]) -> None:
    assert [number for page in gathered(parcels) for number in page.parcels] == [each.id for each in parcels]


def test_buttons_hang_on_the_message_of_their_order_and_nothing_is_put_behind_them() -> None:
    asked = msgspec.structs.replace(parcel(2, *SHOT), buttons=(Button("allow", Verb.ANSWER),))
    before, after = gathered([parcel(1, *SHOT), asked, parcel(3, *SHOT)])
    assert (before.parcels, before.buttons) == ([1, 2], asked.buttons)
    assert (after.parcels, after.buttons) == ([3], ())


@given(many_parcels())
def test_no_message_is_too_long_even_when_all_of_it_is_struck(parcels: list[Parcel]) -> None:
    for text in (text for page in gathered(parcels) for text in page.texts):
        for label in ("12", "g3"):
            text = struck(text, label)
        assert 0 < len(text) <= MESSAGE


@given(many_parcels())
def test_nothing_of_the_log_is_lost(parcels: list[Parcel]) -> None:
    said = "".join(read(text) for page in gathered(parcels) for text in page.texts)
    bare = letters(said).replace("`#12`", "").replace("`#g3`", "")
    assert bare == letters("".join(each.text for one in parcels for each in one.lines))


def test_orders_share_a_message() -> None:
    told = "`#1` **Ann** fires\n-# Coordination 9 = 9\n`#2` **Ann** fires\n-# Coordination 9 = 9"
    assert gathered([parcel(1, *SHOT), parcel(2, *SHOT)]) == [Page([1, 2], [told])]


def test_what_has_no_number_stands_alone() -> None:
    pages = gathered([parcel(1, *SHOT), parcel(2, line("secret"), label=""), parcel(3, *SHOT)])
    assert [page.parcels for page in pages] == [[1], [2], [3]]


def test_each_message_of_a_long_order_carries_its_number() -> None:
    (page,) = gathered([parcel(7, *[line("words " * 100)] * 9)])
    assert len(page.texts) > 1
    assert all(text.startswith("`#7` ") for text in page.texts)


def test_one_order_of_a_message_is_struck_and_the_others_stay() -> None:
    (page,) = gathered([parcel(1, *SHOT), parcel(2, *SHOT)])
    before, after = page.texts[0].split("\n")[:2], page.texts[0].split("\n")[2:]
    marked = struck(page.texts[0], "2").split("\n")
    assert marked[:2] == before
    assert marked[2:] == ["`#2` ~~**Ann** fires~~", "-# ~~Coordination 9 = 9~~"]
    assert after != marked[2:]


@pytest.mark.parametrize("label", ["1", "2"])
def test_striking_twice_is_striking_once(label: str) -> None:
    (page,) = gathered([parcel(1, *SHOT), parcel(2, *SHOT)])
    once = struck(page.texts[0], label)
    assert struck(once, label) == once


def test_an_explanation_alone_stays_small_behind_its_number() -> None:
    told = parcel_text(parcel(1, line("because", depth=1)))
    assert told == "-# `#1` because"
    assert struck(told, "1") == "-# `#1` ~~because~~"


def test_a_parcel_of_nothing_has_no_words() -> None:
    assert parcel_text(parcel(1)) == ""


@pytest.mark.parametrize("label", ["1", "2"])
def test_an_order_brought_back_reads_as_before_it_was_struck(label: str) -> None:
    dropped = line("2d20L ", Span("16", Mark.DROPPED), ", 4", depth=1)
    (page,) = gathered([parcel(1, *SHOT, dropped), parcel(2, *SHOT, dropped)])
    assert restored(struck(page.texts[0], label), label) == page.texts[0]
    assert restored(page.texts[0], label) == page.texts[0]
