"""A report is a card of any size that can be read in words, and a story is one file that fetches nothing."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from bot.core.wording import Line, Mark, Span, line, name, note
from bot.render.report_card import card_words, drawn_card
from bot.render.story import story_file
from bot.service.report_view import Dealing, FightReport, PersonReport, Share, StoryEntry, TurningPoint
from bot.service.requests import FightStory, GroundMark, GroundView, RoundPicture, StoryForm

HOSTILE = "<script>alert(1)</script> **Ann** @everyone"


def somebody(called: str, number: int = 0, **changes: object) -> PersonReport:
    """Somebody who attacked twice and hit once."""
    given = {"name": called, "side": f"side {number % 3}", "player": True, "attacks": 2, "hits": 1, "rounds": 6}
    return PersonReport(**{**given, "attack_luck": Share(2, 0.75, 1), **changes})  # type: ignore[arg-type]


def report(*people: PersonReport, title: str = "The bridge") -> FightReport:
    """A report on a fight of some people."""
    return FightReport(
        number=3,
        title=title,
        system="Brawl",
        over=True,
        orders=12,
        began_at_ms=0,
        ended_at_ms=60_000,
        clock="Round 3",
        people=people,
        dealings=(Dealing("Ann", "Bob", 2, 6, 1),),
        turning_points=(TurningPoint("7", "Round 2", line(name("Bob"), " goes down.")),),
    )


def pictured(png: bytes) -> Image.Image:
    """A picture that can be read to its end."""
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


@pytest.mark.parametrize("many", [0, 1, 20, 60])
def test_a_card_has_room_for_everybody_that_it_shows(many: int) -> None:
    people = [somebody(f"Somebody with a long name {number} \U0001f600", number) for number in range(many)]
    image = pictured(drawn_card(report(*people)))
    assert image.width == 900
    assert image.height <= 112 + 46 * 42 + 36
    assert len(drawn_card(report(*people))) < 200_000


def test_a_card_is_the_same_for_the_same_and_another_for_other_luck() -> None:
    one, other = somebody("Ann"), somebody("Ann", attack_luck=Share(2, 0.75, 2))
    assert drawn_card(report(one)) == drawn_card(report(one))
    assert drawn_card(report(one)) != drawn_card(report(other))
    assert drawn_card(report(one)) != drawn_card(report(somebody("Ann", hits=2)))


def test_words_say_what_the_card_shows() -> None:
    said = card_words(report(somebody("Ann"), somebody("Bob", attacks=0, hits=0, attack_luck=None, taken=1, down=True)))
    assert "Ann: 1 hit in 2 attacks" in said
    assert "Bob: 0 hits in 0 attacks, hit once, down" in said
    assert "Ann 1 of 2, 0.75 expected" in said
    assert "Nobody attacked" in card_words(report())
    assert len(card_words(report(*(somebody("N" * 80, number) for number in range(60))))) <= 1024


def story(form: StoryForm, *rounds: RoundPicture) -> FightStory:
    """A story of one order that stands and one that does not."""
    words = (Line((Span(HOSTILE), Span("gone", Mark.DROPPED))), line(note("why"), depth=1))
    return FightStory(
        report=report(somebody(HOSTILE), title=HOSTILE),
        lines=(line(Span("Luck", Mark.HEADING)), line(Span("Fight", Mark.HEADING), " is over."), *words),
        entries=(StoryEntry("1", stands=True, lines=words), StoryEntry("2", stands=False, lines=words)),
        rounds=rounds,
        form=form,
    )


def round_picture(clock: str, east_cm: int) -> RoundPicture:
    """A round at whose end somebody is somewhere."""
    marks = (GroundMark("A", 0, east_cm, 0, name="Ann"), GroundMark("B", 1, 5000, 0, name="Bob"))
    return RoundPicture(clock, GroundView(("players", "GM"), marks))


def test_a_page_needs_nothing_from_anywhere_and_nobody_can_write_into_it() -> None:
    file = story_file(story(StoryForm.HTML, round_picture("Round 1", 0), round_picture("Round 2", 900)))
    page = file.content.decode()
    assert file.filename == "fight-3.html"
    assert "<script" not in page
    assert not re.search(r"""(src|href)="(?!data:)|url\(|@import|http""", page)
    assert page.count("data:image/png;base64,") == 3
    assert page.count("<figcaption>") == 2
    assert "<s>gone</s>" in page
    assert page.count("class=undone") == 1


def test_plain_text_is_markdown_in_which_names_are_no_markup() -> None:
    file = story_file(story(StoryForm.MARKDOWN))
    said = file.content.decode()
    assert file.filename == "fight-3.md"
    assert "**Ann**" not in said
    assert "- **#1** " in said
    assert "- **#2** ~~" in said
    assert "    - " in said


def test_an_animation_has_a_frame_for_each_round() -> None:
    file = story_file(story(StoryForm.ANIMATION, *(round_picture(f"Round {at}", at * 700) for at in range(4))))
    image = Image.open(io.BytesIO(file.content))
    assert (file.filename, image.format, getattr(image, "n_frames", 1)) == ("fight-3.gif", "GIF", 4)
    assert "Ann" in file.about
    assert len(file.about) <= 1024


def test_data_is_not_made_here() -> None:
    with pytest.raises(ValueError, match="where it is read"):
        story_file(story(StoryForm.JSON))
