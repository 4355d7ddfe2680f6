"""The log's messages hold each order behind its number, within Discord's limit also once they are struck out."""

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.wording import Line, Mark, Span, line, name, note
from bot.render.limits import DISPLAYED, MESSAGE, PAGE
from bot.render.log import drafted, is_card, restored, struck, unshown, with_call, without_call, worded
from bot.service.outbox import END, Draft, Parcel, ParcelPart, Post
from bot.service.requests import Button, Pinged, Verb
from tests.render.words import letters, lines, longest_lines, read


def parcel(number: int, *told: Line, label: str | None = None) -> Parcel:
    label = str(number) if label is None else label
    return Parcel(id=number, kind=Post.ORDER, fight=1, label=label, lines=told)


@st.composite
def many_parcels(draw: st.DrawFn) -> list[Parcel]:
    told = draw(st.lists(st.lists(st.one_of(lines, longest_lines), max_size=3), max_size=4))
    labels = st.sampled_from(("12", "g3", ""))
    return [parcel(number, *each, label=draw(labels)) for number, each in enumerate(told)]


SHOT = (line(name("Ann"), " fires"), line("Coordination 9 = ", note("9"), depth=1))


def texts(parcels: list[Parcel]) -> list[str]:
    """The messages of parcels, but for those of nothing."""
    return [draft.text for draft in drafted(parcels) if draft.text]


@given(many_parcels())
def test_every_part_of_every_parcel_stands_in_one_message_in_order(parcels: list[Parcel]) -> None:
    parts = [part for draft in drafted(parcels) for part in draft.parts]
    assert list(dict.fromkeys(part.parcel_id for part in parts)) == [each.id for each in parcels]
    for before, after in pairwise(parts):
        same = before.parcel_id == after.parcel_id
        assert (before.last, after.first) == ((after.first, before.last) if same else (END, 0))


@given(many_parcels())
def test_a_message_reads_the_same_when_it_is_made_again_from_its_parts(parcels: list[Parcel]) -> None:
    by_id = {each.id: each for each in parcels}
    for draft in drafted(parcels):
        assert worded(draft.parts, by_id) == draft.text


def test_words_that_have_grown_since_are_cut_to_what_discord_takes() -> None:
    short, long = parcel(7, *SHOT), parcel(7, *[line("words " * 100)] * 9)
    (draft,) = drafted([short])
    assert len(worded(draft.parts, {7: long})) == PAGE


def test_buttons_hang_on_the_message_of_their_order_and_nothing_is_put_behind_them() -> None:
    asked = msgspec.structs.replace(parcel(2, *SHOT), buttons=(Button("allow", Verb.ANSWER),))
    before, after = drafted([parcel(1, *SHOT), asked, parcel(3, *SHOT)])
    assert (before.parts, before.buttons) == ((ParcelPart(1), ParcelPart(2)), asked.buttons)
    assert (after.parts, after.buttons) == ((ParcelPart(3),), ())


def test_buttons_hang_on_the_last_message_of_a_long_order() -> None:
    asked = msgspec.structs.replace(parcel(2, *[line("words " * 100)] * 9), buttons=(Button("allow", Verb.ANSWER),))
    assert [bool(draft.buttons) for draft in drafted([asked])] == [False, True]


@given(many_parcels())
def test_no_message_is_too_long_even_when_all_of_it_is_struck(parcels: list[Parcel]) -> None:
    for text in texts(parcels):
        most = PAGE if is_card(text) else MESSAGE
        for label in ("12", "g3"):
            text = struck(text, label)
        assert 0 < len(text) <= most


def test_a_page_is_a_card_only_where_it_must_be() -> None:
    short, long = parcel(1, *[line("words " * 60)] * 5), parcel(2, *[line("words " * 60)] * 5)
    assert [is_card(text) for text in texts([short])] == [False]
    assert [is_card(text) for text in texts([short, long])] == [True]


@given(st.lists(st.integers(1, 9), max_size=12))
def test_whom_a_page_calls_is_not_part_of_what_it_says(people: list[int]) -> None:
    text = "`#1` **Ann** fires\n-# Coordination 9 = 9"
    called = with_call(text, Pinged(tuple(people), (3,)))
    assert called.startswith("-# Waiting for <@")
    assert without_call(called) == text == with_call(text, Pinged())
    assert len(called) - len(text) <= DISPLAYED - PAGE


@given(many_parcels())
def test_nothing_of_the_log_is_lost(parcels: list[Parcel]) -> None:
    said = "".join(map(read, texts(parcels)))
    bare = letters(said).replace("`#12`", "").replace("`#g3`", "")
    assert bare == letters("".join(each.text for one in parcels for each in one.lines))


def test_orders_share_a_message() -> None:
    told = "`#1` **Ann** fires\n-# Coordination 9 = 9\n`#2` **Ann** fires\n-# Coordination 9 = 9"
    assert drafted([parcel(1, *SHOT), parcel(2, *SHOT)]) == [Draft((ParcelPart(1), ParcelPart(2)), told)]


def test_what_has_no_number_stands_alone() -> None:
    drafts = drafted([parcel(1, *SHOT), parcel(2, line("secret"), label=""), parcel(3, *SHOT)])
    assert [draft.parts for draft in drafts] == [(ParcelPart(1),), (ParcelPart(2),), (ParcelPart(3),)]


def test_each_message_of_a_long_order_carries_its_number() -> None:
    found = texts([parcel(7, *[line("words " * 100)] * 9)])
    assert len(found) > 1
    assert all(text.startswith("`#7` ") for text in found)


def test_one_order_of_a_message_is_struck_and_the_others_stay() -> None:
    (text,) = texts([parcel(1, *SHOT), parcel(2, *SHOT)])
    before, after = text.split("\n")[:2], text.split("\n")[2:]
    marked = struck(text, "2").split("\n")
    assert marked[:2] == before
    assert marked[2:] == ["`#2` ~~**Ann** fires~~", "-# ~~Coordination 9 = 9~~"]
    assert after != marked[2:]


def test_what_discord_does_not_take_is_said_by_its_number() -> None:
    assert unshown("-# `#12` why") == "`#12` *cannot be shown here: /log show has it.*"
    assert unshown("no number") == "*cannot be shown here: /log show has it.*"


@pytest.mark.parametrize("label", ["1", "2"])
def test_striking_twice_is_striking_once(label: str) -> None:
    (text,) = texts([parcel(1, *SHOT), parcel(2, *SHOT)])
    once = struck(text, label)
    assert struck(once, label) == once


def test_an_explanation_alone_stays_small_behind_its_number() -> None:
    (told,) = texts([parcel(1, line("because", depth=1))])
    assert told == "-# `#1` because"
    assert struck(told, "1") == "-# `#1` ~~because~~"


def test_a_parcel_of_nothing_has_no_words() -> None:
    assert drafted([parcel(1)]) == [Draft((ParcelPart(1),), "")]


@pytest.mark.parametrize("label", ["1", "2"])
def test_an_order_brought_back_reads_as_before_it_was_struck(label: str) -> None:
    dropped = line("2d20L ", Span("16", Mark.DROPPED), ", 4", depth=1)
    (text,) = texts([parcel(1, *SHOT, dropped), parcel(2, *SHOT, dropped)])
    assert restored(struck(text, label), label) == text
    assert restored(text, label) == text
