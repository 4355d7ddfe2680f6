"""Buttons are put out once they do nothing any more, and never those of a newer order."""

from __future__ import annotations

import msgspec
import pytest

from bot.posting.lit_buttons import MOST_KEPT, LitButtons
from bot.service.outbox import Buttons, Letter, LogThread, ParcelPart, Post, Stream
from bot.service.requests import Button, Verb

CHANNEL, PLACE = 1, 7
ASKING = Button("Block", Verb.ANSWER, "block", "key")
SQUADS = Button("Squads act", Verb.SQUAD)


def letter(*buttons: Button, text: str = "words") -> Letter:
    log = LogThread(scene_id=1, fight=1)
    parts = (ParcelPart(1),)
    return Letter(kind=Post.GM, stream=Stream.GM, channel_id=CHANNEL, log=log, parts=parts, text=text, buttons=buttons)


@pytest.mark.parametrize(
    ("button", "now", "goes"),
    [
        (ASKING, Buttons(5, "key"), False),
        (ASKING, Buttons(6, ""), True),
        (ASKING, Buttons(6, "another"), True),
        (ASKING, Buttons(6, "", in_fight=False), True),
        (ASKING, Buttons(4, ""), False),
        (SQUADS, Buttons(6, ""), False),
        (SQUADS, Buttons(6, "key"), False),
        (SQUADS, Buttons(6, "", in_fight=False), True),
    ],
)
def test_a_button_goes_once_it_does_nothing(button: Button, now: Buttons, goes: bool) -> None:
    lit = LitButtons()
    lit.posted(letter(button), PLACE, 70, 5)
    assert lit.gone_out(CHANNEL, now) == ([(PLACE, 70)] if goes else [])
    over = Buttons(9, "", in_fight=False)
    assert lit.gone_out(CHANNEL, over) == ([] if goes else [(PLACE, 70)])


@pytest.mark.parametrize(
    "posted",
    [
        letter(),
        letter(Button("Report", Verb.REPORT)),
        letter(SQUADS, text="long " * 800),
    ],
)
def test_what_holds_for_good_and_what_is_a_card_stays(posted: Letter) -> None:
    lit = LitButtons()
    lit.posted(posted, PLACE, 70, 5)
    assert lit.gone_out(CHANNEL, Buttons(6, "", in_fight=False)) == []


def test_what_was_not_posted_has_none() -> None:
    lit = LitButtons()
    lit.posted(letter(SQUADS), PLACE, 0, 5)
    assert lit.gone_out(CHANNEL, Buttons(6, "", in_fight=False)) == []


def test_only_the_newest_of_a_channel_are_kept() -> None:
    lit = LitButtons()
    for number in range(MOST_KEPT + 2):
        lit.posted(letter(SQUADS), PLACE, 70 + number, number)
    other = msgspec.structs.replace(letter(SQUADS), channel_id=CHANNEL + 1)
    lit.posted(other, PLACE, 99, 1)
    gone = lit.gone_out(CHANNEL, Buttons(20, "", in_fight=False))
    assert [message for _, message in gone] == [72, 73, 74, 75]
