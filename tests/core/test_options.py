"""Inputs: what is offered can be typed, what is typed is converted or refused with what would fit."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.errors import RuleViolation
from bot.core.options import (
    ActionSpec,
    Choice,
    Input,
    Kind,
    OptionSpec,
    complete,
    complete_words,
    option_value,
    parse,
)

SHOOT = ActionSpec(
    "shoot",
    "Shoot",
    "fire at somebody",
    "attack",
    (
        Input("target", "whom", Kind.COMBATANT, required=True, asks_scene=True, longest=32),
        Input("rounds", "how many", Kind.INT, lo=1, hi=20),
        Input("range_m", "how far", Kind.NUMBER, lo=0.5, hi=1000),
        Input("mode", "how", Kind.CHOICE, choices=("hip", "snap", "aimed"), shared=False),
        Input("prone", "lying down", Kind.FLAG, shared=False),
        Input("cover", "behind what", Kind.CHOICE, choices=("brick wall", "car"), open_ended=True, shared=False),
        Input("called", "where", Kind.CHOICE, asks_scene=True, shared=False),
        Input("cry", "what is shouted", longest=10),
        Input("others", "who else is near", shared=False, longest=30, lists=True),
    ),
)
REST = ActionSpec("rest", "Rest", "do nothing")
words = st.text(st.characters(codec="utf-8"), max_size=60)


def typed(**given_inputs: object) -> dict[str, Any]:
    return parse(SHOOT, {"target": "Bob", **given_inputs})


def refusal(**given_inputs: object) -> RuleViolation:
    with pytest.raises(RuleViolation) as refused:
        typed(**given_inputs)
    return refused.value


@pytest.mark.parametrize("word", ["brick wall", "Brick_Wall", "BRICK WALL"])
def test_a_choice_is_known_however_its_words_are_joined(word: str) -> None:
    assert typed(cover=word)["cover"] == "brick wall"


def test_slash_options_and_words_come_together_in_the_order_of_the_spec() -> None:
    parsed = parse(SHOOT, {"rounds": 3, "target": "Bob", "range_m": None}, "mode=SNAP prone called=head")
    assert parsed == {"target": "Bob", "rounds": 3, "mode": "snap", "prone": True, "called": "head"}
    assert list(parsed) == ["target", "rounds", "mode", "prone", "called"]


def test_an_option_that_was_left_out_is_not_there() -> None:
    assert typed() == {"target": "Bob"}


def test_values_with_spaces_stand_in_quotes() -> None:
    assert parse(SHOOT, {}, 'target="Old Man" cover="brick wall" cry=a=b') == {
        "target": "Old Man",
        "cover": "brick wall",
        "cry": "a=b",
    }


def test_what_is_missing_is_named() -> None:
    with pytest.raises(RuleViolation, match="Shoot needs target") as refused:
        parse(SHOOT, {})
    assert refused.value.remedy == "target is whom; type target=…"


def test_what_is_missing_is_told_with_what_fits_and_where_it_is_typed() -> None:
    crawl = Input("to", "the new stance", Kind.CHOICE, required=True, choices=("lying down", "prone"), shared=False)
    speed = Input("speed", "how fast", required=True, shared=False)
    with pytest.raises(RuleViolation) as refused:
        parse(ActionSpec("drop", "Drop", "get down", inputs=(crawl, speed)), {})
    assert refused.value.remedy == (
        'to is the new stance: lying down, prone; type to="lying down".\nspeed is how fast; type speed=…'
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("mode=hip cry=to the door prone", 'A value with spaces stands in quotes: cry="to the door".'),
        ("cover=brick wall rounds=3", 'A value with spaces stands in quotes: cover="brick wall".'),
        ("rounds=3 wall", "It takes: "),
        ("wall cry=so", "It takes: "),
        ("prone wall", "It takes: "),
    ],
)
def test_a_value_with_spaces_is_answered_with_how_it_is_typed(words: str, told: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        parse(SHOOT, {"target": "Bob"}, words)
    assert refused.value.remedy.startswith(told)


def test_an_unknown_word_is_answered_with_the_nearest() -> None:
    assert "takes no 'covr'. Did you mean cover?" in refusal(covr="car").message
    assert refusal(xyzzy="1").message == "Shoot takes no 'xyzzy'."


@pytest.mark.parametrize("words", ["mode=", "mode", 'mode=""', "prone mode="])
def test_a_word_without_a_value_is_no_yes_where_a_name_or_a_choice_is_asked(words: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        parse(SHOOT, {"target": "Bob"}, words)
    assert refused.value.message == "mode has no value."
    assert refused.value.remedy == "mode is how: hip, snap, aimed; type mode=hip."
    with pytest.raises(RuleViolation, match="others has no value"):
        parse(SHOOT, {"target": "Bob"}, "others=")
    assert parse(SHOOT, {"target": "Bob"}, "prone=")["prone"] is True


def test_an_action_without_inputs_says_that_it_takes_none() -> None:
    assert parse(REST, {}) == {}
    with pytest.raises(RuleViolation, match="It takes: nothing"):
        parse(REST, {}, "fast")


@pytest.mark.parametrize(("value", "number"), [(3, 3), ("+4", 4), (" 7 ", 7)])
def test_whole_numbers_are_read_as_people_write_them(value: object, number: int) -> None:
    assert typed(rounds=value)["rounds"] == number


@pytest.mark.parametrize("value", ["", "three", "3.5", "--3", "+-3", "-", "³", True])
def test_what_is_no_whole_number_is_refused(value: object) -> None:
    assert refusal(rounds=value).message == "rounds must be a whole number."


@pytest.mark.parametrize(("value", "number"), [(60, 60.0), (12.5, 12.5), ("12.5", 12.5), ("1e2", 100.0)])
def test_numbers_are_read_as_people_write_them(value: object, number: float) -> None:
    assert typed(range_m=value)["range_m"] == number


@pytest.mark.parametrize("value", ["nan", float("nan"), "inf", "-1e999", "far", ""])
def test_what_is_no_number_is_refused(value: object) -> None:
    assert refusal(range_m=value).message == "range_m must be a number."


@pytest.mark.parametrize(
    ("kind", "lo", "hi", "example"),
    [(Kind.INT, 1, 20, "3"), (Kind.INT, 1, 2, "2"), (Kind.INT, 5, 9, "5"), (Kind.NUMBER, 0.01, 0.1, "0.1")],
)
def test_the_example_of_a_number_is_one_that_is_taken(kind: Kind, lo: float, hi: float, example: str) -> None:
    spec = ActionSpec("grip", "Grip", "hold it", "act", (Input("how", "how", kind, lo=lo, hi=hi),))
    with pytest.raises(RuleViolation) as refused:
        parse(spec, {"how": "many"})
    assert refused.value.remedy == f"For example how={example}."
    assert parse(spec, {"how": example})


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("0", "rounds 0 is out of range."),
        ("\N{MINUS SIGN}2", "rounds -2 is out of range."),
        ("1" * 6000, "rounds 111111111111111111… is out of range."),
        (10**12, "rounds 1000000000000 is out of range."),
        (10**400, "rounds 100000000000000000… is out of range."),
    ],
)
def test_a_number_out_of_range_is_told_the_range(value: object, message: str) -> None:
    refused = refusal(rounds=value)
    assert (refused.message, refused.remedy) == (message, "It goes from 1 to 20.")


@pytest.mark.parametrize(("value", "flag"), [("YES", True), (True, True), ("0", False), ("off", False)])
def test_yes_and_no_have_many_words(value: object, flag: bool) -> None:
    assert typed(prone=value)["prone"] is flag


def test_neither_yes_nor_no_is_refused() -> None:
    assert refusal(prone="perhaps").remedy == "Type prone=yes or prone=no."


def test_a_choice_is_one_of_its_words_in_any_case() -> None:
    assert typed(mode="AIMED")["mode"] == "aimed"
    assert refusal(mode="wild").remedy == "Choose one of: hip, snap, aimed."


def test_an_open_choice_takes_other_short_words() -> None:
    assert typed(cover="hedge", called="Left Hand") == {"target": "Bob", "cover": "hedge", "called": "Left Hand"}
    assert "does not fit cover" in refusal(cover="x" * 101).message


def test_text_has_a_longest() -> None:
    assert typed(cry="Yield!")["cry"] == "Yield!"
    assert refusal(cry="x" * 11).remedy == "At most 10 characters."


@pytest.mark.parametrize("text", ["**x**", "<@1>", "a\nb", "\u202ex", "\ud800"])
@pytest.mark.parametrize("key", ["cry", "cover", "others"])
def test_what_the_log_could_read_as_more_than_words_is_refused(key: str, text: str) -> None:
    assert refusal(**{key: text}).message == f"{key} holds more than words."


def test_lists_of_people_may_hold_their_numbers_and_places() -> None:
    assert typed(others="Bob#2 3, Cy 5@4")["others"] == "Bob#2 3, Cy 5@4"
    for text in ("Cy 5@4", "#12 Bob"):
        assert "more than words" in refusal(cry=text).message


def test_whoever_is_there_already_may_be_named_as_they_are() -> None:
    assert typed(target="Bob#2", called="the *old* hand") == {"target": "Bob#2", "called": "the *old* hand"}
    assert "more than words" in refusal(called="a\nb").message


@given(words, words)
def test_nothing_that_is_typed_does_worse_than_be_refused(text: str, value: str) -> None:
    parsed = {}
    with suppress(RuleViolation):
        parsed = parse(SHOOT, {"target": "Bob", "rounds": value, "range_m": value, "mode": value}, text)
    assert set(parsed) <= {item.key for item in SHOOT.inputs}


@pytest.mark.parametrize(
    ("spec", "value", "found"),
    [
        (OptionSpec("gentle", "", Kind.FLAG, default=False), "yes", True),
        (OptionSpec("most", "", Kind.INT, default=5, lo=1, hi=9), "9", 9),
        (OptionSpec("stage", "", Kind.CHOICE, default="II", choices=("I", "II")), "ii", "II"),
    ],
)
def test_a_switch_is_read_like_an_input(spec: OptionSpec, value: str, found: object) -> None:
    assert option_value(spec, value) == found


def test_a_switch_out_of_its_range_is_refused() -> None:
    with pytest.raises(RuleViolation, match="from 1 to 9"):
        option_value(OptionSpec("most", "", Kind.INT, default=5, lo=1, hi=9), 10)


def values(choices: list[Choice]) -> list[str]:
    return [choice.value for choice in choices]


def test_completions_that_begin_with_what_was_typed_come_first() -> None:
    offered = [Choice("old man"), Choice("manfred"), Choice("b", "Manuela"), Choice("c")]
    assert values(complete(offered, " MAN ")) == ["manfred", "b", "old man"]


@given(st.lists(words, max_size=60), st.text(max_size=3))
def test_completions_keep_discords_limits(offered: list[str], partial: str) -> None:
    found = complete(map(Choice, [*offered, "x" * 101]), partial)
    assert len(found) <= 25
    assert all(0 < len(choice.value) <= 100 for choice in found)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("", ["mode=", "prone=", "cover=", "called=", "others="]),
        ("co", ["cover="]),
        ("mode=snap ", ["mode=snap prone=", "mode=snap cover=", "mode=snap called=", "mode=snap others="]),
        ("mode=snap p", ["mode=snap prone="]),
        ("mode=", ["mode=hip", "mode=snap", "mode=aimed"]),
        ("prone mode=a", ["prone mode=aimed", "prone mode=snap"]),
        ("PRONE=", ["prone=yes", "prone=no"]),
        ("cover=b", ['cover="brick wall"']),
        ('cover="brick w', ['cover="brick wall"']),
        ('cover="brick wall" m', ['cover="brick wall" mode=']),
        ("called=", ["called=head", 'called="left hand"']),
        ("cry=", []),
        ("nothing=", []),
    ],
)
def test_a_line_of_words_is_completed_word_by_word(line: str, found: list[str]) -> None:
    scene = {"called": ("head", "left hand", 'the "other" hand')}
    assert values(complete_words(SHOOT, line, scene)) == found


def test_without_a_scene_only_fixed_words_are_offered() -> None:
    assert complete_words(SHOOT, "called=") == []


offered_words = st.lists(
    st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=12).filter(str.isprintable),
    max_size=4,
)


@given(offered_words, st.sampled_from(["", "mode=hip ", "prone  "]))
def test_every_completed_value_parses_back(offered: list[str], lead: str) -> None:
    for choice in complete_words(SHOOT, f"{lead}called=", {"called": offered}):
        assert parse(SHOOT, {"target": "Bob"}, choice.value)["called"] in offered


def test_choices_of_a_line_read_as_they_are_typed() -> None:
    assert all(choice.label == "" for choice in complete_words(SHOOT, ""))
