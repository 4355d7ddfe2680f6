"""Words become Markdown that says exactly them: nothing of a user's is markup, a mention or a link."""

import re

import pytest
from hypothesis import given

from bot.core.wording import Line, Mark, Span, bad, good, line, name, note, number, signed
from bot.render.markdown import escaped, line_text
from tests.render.words import LIVE, LOOKS, MENTION, NASTY, letters, lines, read, text, unescaped

MARKUP = re.compile(r"[*_~`|<\[\]]")
BLOCK = re.compile(r"^\s*(#{1,3}\s|-#\s|>|[-+*]\s|\d+[.)]\s)")


@given(text)
def test_no_markup_survives_escaping(words: str) -> None:
    assert not MARKUP.search(unescaped(escaped(words)))


@given(text)
def test_no_mention_survives_escaping(words: str) -> None:
    assert not MENTION.search(escaped(words))
    assert not MENTION.search(read(escaped(words)))


@given(text)
def test_no_link_survives_escaping(words: str) -> None:
    assert not LIVE.search(unescaped(escaped(words)))


@given(text)
def test_escaping_loses_no_letter(words: str) -> None:
    assert letters(read(f"said {escaped(words)}")) == letters(f"said {words}")


@given(text)
def test_escaped_words_stay_on_one_line(words: str) -> None:
    assert len(escaped(words).splitlines()) <= 1


@given(text)
def test_what_was_escaped_can_be_sent(words: str) -> None:
    assert escaped(words).encode().decode() == escaped(words)


@given(lines)
def test_a_line_says_its_words(each: Line) -> None:
    assert letters(read(line_text(each))) == letters(each.text)


@given(lines)
def test_a_line_opens_no_block(each: Line) -> None:
    body = line_text(each).removeprefix("-# ") if each.depth else line_text(each)
    assert not BLOCK.match(body)


@given(lines)
def test_looks_are_closed_where_they_were_opened(each: Line) -> None:
    open_looks: list[str] = []
    for look in LOOKS.findall(unescaped(line_text(each))):
        if open_looks and open_looks[-1] == look:
            open_looks.pop()
        else:
            open_looks.append(look)
    assert open_looks == []


@pytest.mark.parametrize("words", NASTY)
def test_a_name_alone_is_a_line(words: str) -> None:
    assert "\n" not in line_text(line(name(words)))


@pytest.mark.parametrize(
    ("spans", "markdown"),
    [
        ((name("Ann"), " fires"), "**Ann** fires"),
        ((name("Ann"), name(" Reyes")), "**Ann Reyes**"),
        ((good("hit"), note(" (chest)")), "**hit** *(chest)*"),
        ((bad("down"), note("now")), "**down**\N{WORD JOINER}*now*"),
        (("in hand", note("; 3 ticks")), "in hand; *3 ticks*"),
        ((note("so, "), note("; so")), "*so, ; so*"),
        (("4", note(", ...")), "4, ..."),
        ((Span("15", Mark.DROPPED), ", ", Span("4", Mark.DICE)), "~~15~~, 4"),
        (("rolled ", signed(-3)), "rolled −3"),
        (("1. ", name("A*B")), "1\\. **A\\*B**"),
        (("- ", "x_y"), "\\- x\\_y"),
        (("see https://a.example/b",), "see https\\:\\//a.example/b"),
        (("at 12:30 :gun:",), "at 12:30 \\:gun:"),
        (("@here",), "@\N{WORD JOINER}here"),
        ((Span("  Skills ", Mark.HEADING), "rifle"), "**Skills** rifle"),
    ],
)
def test_marks_have_looks(spans: tuple[str | Span, ...], markdown: str) -> None:
    assert line_text(line(*spans)) == markdown


def test_explanations_stand_small_and_their_notes_no_smaller() -> None:
    assert line_text(line("Coordination 9", note(" (half)"), depth=1)) == "-# Coordination 9 (half)"


def test_a_line_without_letters_is_empty() -> None:
    assert line_text(line(name("\u200b "), depth=1)) == ""


def test_a_lone_bracket_has_no_marks_since_readers_differ_on_them() -> None:
    told = line("short", note(" (d10: "), number(7), note(")"), ".")
    assert line_text(told) == "short *(d10:* 7)."


def test_no_number_is_parted_from_its_per_cent() -> None:
    assert (
        line_text(line(note("about "), "3.7 %, block: 38 %."))
        == "*about* 3.7\N{NO-BREAK SPACE}%, block: 38\N{NO-BREAK SPACE}%."
    )


def test_a_name_that_runs_the_other_way_takes_no_number_along() -> None:
    assert line_text(line(name("\u05d3\u05df"), ": tick 9")) == "**\u05d3\u05df\u200e**: tick 9"
    assert line_text(line("\u05d3\u05df ", number(9))) == "\u05d3\u05df\u200e 9"
    assert line_text(line(name("\u05d3\u05df \u05d3\u05df 2"), ", 9")) == "**\u05d3\u05df \u05d3\u05df\u200e 2**, 9"
    assert line_text(line(name("\u0414\u0430\u043d"), ": tick 9")) == "**\u0414\u0430\u043d**: tick 9"


def test_a_channel_can_be_tapped() -> None:
    assert line_text(line("in ", Span("12", Mark.CHANNEL), ", ", Span("13", Mark.CHANNEL))) == "in <#12>, <#13>"
