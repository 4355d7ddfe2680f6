"""A card holds as much as Discord takes: who acts next is named, and of all others how many there are."""

from __future__ import annotations

import discord
import msgspec

from bot.core.wording import line, name
from bot.render.limits import CARD, DISPLAYED
from bot.render.tracker import tracker_text
from bot.service.requests import Button, Pinged, TrackedPerson, TrackerView, Verb
from cogs._view import layout_of

LONGEST = "W" * 32


def person(number: int, side: int, *, down: bool = False) -> TrackedPerson:
    """Somebody with the longest name there is, and much to be said of them."""
    called = f"{LONGEST} {number:03}"
    return TrackedPerson(called, line(name(called), f": {'much is wrong with them, ' * 6}"), side, down)


def crowd(count: int) -> TrackerView:
    """So many people on two sides, every third of them down."""
    people = tuple(person(number, number % 2, down=number % 3 == 0) for number in range(count))
    return TrackerView(
        channel_id=1,
        scene_id=1,
        fight=3,
        title="T" * 80,
        turn="a",
        lines=(line("Exchange 1, tick 9"),),
        people=people,
        sides=("party", "f" * 20),
    )


def test_sixty_people_fit_with_those_who_act_next_whole_and_the_others_counted() -> None:
    text = tracker_text(crowd(60), Pinged(tuple(range(10**18, 10**18 + 10))))
    assert not text.whole
    assert sum(map(len, text.blocks)) <= CARD
    named = [number for number in range(60) if f"{number:03}**" in text.blocks[1]]
    assert named == list(range(len(named)))
    assert len(named) > 5
    left = [number for number in range(len(named), 60) if number % 2 == 0]
    down = sum(number % 3 == 0 for number in left)
    assert f"🔵\N{NO-BREAK SPACE}party: {len(left)} × " in text.blocks[1]
    assert f", {down} down" in text.blocks[1]


def test_what_is_asked_stands_by_its_buttons_however_many_there_are() -> None:
    asked = line("Ann must choose: keep, reroll.")
    for count in (2, 60):
        text = tracker_text(msgspec.structs.replace(crowd(count), asked=(asked,)), Pinged())
        assert text.blocks[1].splitlines()[-1] == asked.text
        assert asked.text not in text.blocks[0]
        assert text.blocks[0] == tracker_text(crowd(count), Pinged()).blocks[0]
        assert sum(map(len, text.blocks)) <= CARD
    long = tracker_text(msgspec.structs.replace(crowd(60), asked=(line("w" * CARD),)), Pinged())
    assert sum(map(len, long.blocks)) <= CARD


def test_in_words_alone_what_is_asked_comes_before_everybody() -> None:
    asked = line("Ann must choose: keep, reroll.")
    (text,) = tracker_text(msgspec.structs.replace(crowd(60), asked=(asked,), plain=True), Pinged()).blocks
    assert text.splitlines()[2] == asked.text


def test_sides_have_their_colours_and_few_are_all_named() -> None:
    text = tracker_text(crowd(2), Pinged())
    assert text.whole
    assert text.blocks[0].splitlines()[-1].startswith("-# 🔵\N{NO-BREAK SPACE}party · 🟧\N{NO-BREAK SPACE}f")
    assert [each[0] for each in text.blocks[1].splitlines()] == ["🔵", "🟧"]


def test_words_alone_have_letters_for_the_sides() -> None:
    (text,) = tracker_text(msgspec.structs.replace(crowd(2), plain=True), Pinged()).blocks
    _, _, legend, first, second = text.splitlines()
    assert legend.startswith("-# (A) party · (B) f")
    assert (first[:4], second[:4]) == ("(A) ", "(B) ")


def test_a_side_without_anybody_keeps_its_mark_and_is_not_told() -> None:
    three = msgspec.structs.replace(crowd(2), sides=("gone", "party", "foes"))
    moved = tuple(msgspec.structs.replace(each, side=each.side + 1) for each in three.people)
    text = tracker_text(msgspec.structs.replace(three, people=moved), Pinged())
    assert text.blocks[0].splitlines()[-1] == "-# 🟧\N{NO-BREAK SPACE}party · 🔺\N{NO-BREAK SPACE}foes"


def test_a_card_with_a_picture_and_all_buttons_is_within_the_limits() -> None:
    text = tracker_text(crowd(60), Pinged((1,), (2,)))
    assert " <@1> <@&2>" in text.blocks[0]
    buttons = [Button(f"{number}" * 40, Verb.PANEL, str(number)) for number in range(30)]
    view = layout_of(text.blocks, buttons, "ground.png", "x" * 1024)
    assert view.content_length() <= DISPLAYED
    everything = list(view.walk_children())
    assert len(everything) <= 40
    (gallery,) = [each for each in everything if isinstance(each, discord.ui.MediaGallery)]
    assert gallery.items[0].description == "x" * 1024
    (card,) = view.children
    assert isinstance(card, discord.ui.Container)
    assert isinstance(list(card.children)[1], discord.ui.MediaGallery)
