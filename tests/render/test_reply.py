"""Answers and trackers fit into messages, and say what kind of answer they are."""

from hypothesis import given
from hypothesis import strategies as st

from bot.core.errors import RuleViolation
from bot.core.wording import Line, line, name, note
from bot.render.limits import MESSAGE
from bot.render.reply import plain_text, reply_texts
from bot.render.tracker import ELSEWHERE, tracker_text
from bot.service.requests import Pinged, Reply, TrackerView, refused
from tests.render.words import MENTION, letters, lines, longest_lines, read, text

told = st.lists(st.one_of(lines, longest_lines), max_size=4).map(tuple)


def tracker(*lines: Line, title: str = "The bridge") -> TrackerView:
    return TrackerView(channel_id=1, scene_id=1, fight=3, title=title, turn="a", lines=lines, plain=True)


def said(view: TrackerView) -> str:
    (block,) = tracker_text(view, Pinged((7,))).blocks
    return block


@given(st.builds(Reply, lines=told, title=text, refusal=st.booleans()))
def test_no_message_of_an_answer_is_too_long_or_blank(reply: Reply) -> None:
    assert all(0 < len(each.strip()) <= len(each) <= MESSAGE for each in reply_texts(reply))


@given(told)
def test_an_answer_says_everything(lines: tuple[Line, ...]) -> None:
    said = letters("".join(map(read, reply_texts(Reply(lines=lines)))))
    assert said == (letters("".join(each.text for each in lines)) or "Done.")


@given(told, text)
def test_only_who_is_to_act_is_mentioned_by_a_tracker(lines: tuple[Line, ...], title: str) -> None:
    content = said(tracker(*lines, title=title))
    assert MENTION.findall(content) == ["<@7>"]
    assert len(content) <= MESSAGE


def test_a_refusal_opens_with_its_mark() -> None:
    assert reply_texts(refused(RuleViolation("Out of rounds.", "Reload."))) == ["⛔ Out of rounds.\n*Reload.*"]


def test_each_problem_has_a_line_of_its_own() -> None:
    problems = refused(RuleViolation("The sheet has problems.", "skills.a: 900 does not fit\nbogus: unknown"))
    assert reply_texts(problems)[0].splitlines()[1:] == ["*skills.a: 900 does not fit*", "*bogus: unknown*"]


def test_the_number_of_an_order_stands_before_what_happened() -> None:
    assert reply_texts(Reply(title="#g2", lines=(line(name("Ann"), " fires"),))) == ["`#g2` **Ann** fires"]


def test_any_other_title_is_a_heading() -> None:
    assert reply_texts(Reply(title="Campaign", lines=(line("System: Reflex"),))) == ["**Campaign**\nSystem: Reflex"]


def test_an_answer_without_words_says_that_it_is_done() -> None:
    assert reply_texts(Reply()) == ["Done."]


def test_plain_text_is_the_whole_answer_without_looks() -> None:
    reply = Reply(title="#4", lines=(line(name("A*B"), note(" hit")), line("because", depth=1)))
    assert plain_text(reply) == "#4\nA*B hit\n    because"


def test_a_tracker_names_fight_and_moment() -> None:
    content = said(tracker(line("Exchange 1, tick 9"), line(name("Ann"), ": tick 9 now")))
    assert content == "**Fight 3: The bridge** <@7>\nExchange 1, tick 9\n**Ann**: tick 9 now"


def test_a_long_tracker_says_where_the_rest_is() -> None:
    long = tracker(*[line("somebody waits " * 5)] * 60)
    assert said(long).endswith(ELSEWHERE)
    assert not tracker_text(long, Pinged()).whole
