"""What happens around an action comes in the order of the table, and only around the actions that it belongs to."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.around import THE_ACTION, After, Before, Instead, Since, Steps, Upon, procedures
from bot.core.errors import AssemblyError
from bot.core.features import Rule
from bot.core.options import ActionSpec
from bot.core.orders import Act

SPECS = (ActionSpec("walk", "Walk", "go", kinds=("turn",)), ActionSpec("talk", "Talk", "speak"))


class Told:
    """A play that counts what was done as its scene."""

    only_tried = False

    def __init__(self) -> None:
        self.done: list[str] = []

    @property
    def scene(self) -> int:
        return len(self.done)


def saying(what: str) -> Any:
    def step(play: Told, *given: Any) -> None:
        play.done.append(" ".join([what, *(str(each) for each in given if not isinstance(each, Act))]))

    return step


def around(play: Told, order: Act, rest: Rule) -> None:
    play.done.append("first")
    rest(play, order)


RULES: dict[str, Rule] = {"walk": saying("walks"), "talk": saying("talks")}


def done(action: str, *steps: Any, placed: bool = False) -> list[str]:
    procedure, play, order = procedures(steps, RULES, SPECS)[action], Told(), Act(actor="Ann", action=action)
    for check in procedure.before:
        check(play, order)
    procedure.action(play, order)
    for close, compares in procedure.after_placed if placed else procedure.after_told:
        close(*((play, 0) if compares else (play,)))
    return play.done


def test_the_steps_come_in_the_order_of_the_table() -> None:
    steps = (
        Before(saying("asks"), "why"),
        Before(saying("pays"), "why"),
        THE_ACTION,
        After(saying("ends"), "why"),
        Since(saying("since"), "why"),
    )
    assert done("walk", *steps) == ["asks", "pays", "walks", "ends", "since 0"]


def test_what_follows_on_a_ground_alone_does_not_where_distances_are_told() -> None:
    steps = (THE_ACTION, After(saying("parks"), "why", on_ground=True), After(saying("ends"), "why"))
    assert done("walk", *steps) == ["walks", "ends"]
    assert done("walk", *steps, placed=True) == ["walks", "parks", "ends"]


def test_what_is_upon_an_action_is_a_part_of_it_and_knows_what_was_before() -> None:
    steps = (Before(saying("asks"), "why"), THE_ACTION, Upon(saying("glad"), "why", of=("walk",)))
    assert done("walk", *steps) == ["asks", "walks", "glad 1"]
    assert done("talk", *steps) == ["asks", "talks"]


def test_what_is_only_tried_ends_with_the_rule_and_before_what_is_upon_it() -> None:
    class OnlyTried(Told):
        only_tried = True

    play, steps = OnlyTried(), (THE_ACTION, Upon(saying("glad"), "why"))
    procedures(steps, RULES, SPECS)["walk"].action(play, Act(actor="Ann", action="walk"))
    assert play.done == ["walks"]


@pytest.mark.parametrize(
    ("where", "actions"),
    [
        ({}, ["walk", "talk"]),
        ({"of": ("talk",)}, ["talk"]),
        ({"besides": ("talk",)}, ["walk"]),
        ({"in_turn": True}, ["walk"]),
        ({"in_turn": True, "of": ("talk",)}, []),
    ],
)
def test_a_step_belongs_to_the_actions_that_it_names(where: dict[str, Any], actions: list[str]) -> None:
    step = Before(saying("asks"), "why", **where)
    assert [name for name in RULES if "asks" in done(name, step, THE_ACTION)] == actions


def test_of_two_that_carry_the_rest_out_the_later_one_is_the_inner() -> None:
    outer, inner = Instead(around, "why", given="outer"), Instead(around, "why", given="inner")
    found = procedures((outer, inner, THE_ACTION), RULES, SPECS)["walk"].instead
    assert [step.given for step in found] == ["inner", "outer"]


WRONG: dict[str, tuple[Steps, str]] = {
    "out of order": ((THE_ACTION, Before(saying("asks"), "why")), "in this order"),
    "no action": ((Before(saying("asks"), "why"),), "in this order"),
    "twice": ((THE_ACTION, THE_ACTION), "in this order"),
    "unknown": ((THE_ACTION, After(saying("ends"), "why", of=("sing",))), "step is around sing, which is no action"),
    "besides unknown": ((Before(saying("ends"), "why", besides=("sing",)), THE_ACTION), "around sing"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_table_that_is_wrong_makes_no_system(name: str) -> None:
    steps, why = WRONG[name]
    with pytest.raises(AssemblyError, match=why):
        procedures(steps, RULES, SPECS)
