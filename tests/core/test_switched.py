"""What belongs to a switch is there only in a campaign that has it on: actions, their inputs, and words to choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from bot.core.errors import AssemblyError, RuleViolation
from bot.core.options import ActionSpec, Input, parse
from tests.core.brawl import TOY, act, facing, kinds, offer, strike
from tests.core.test_fight import refusal
from tests.rulesets.toy import Toy, tables

OFF = {"deadly": False}
ON = {"deadly": True}


def with_action(monkeypatch: pytest.MonkeyPatch, name: str, **changes: Any) -> None:
    """Have the toy offer an action otherwise."""
    offer(monkeypatch, **{name: replace(TOY.actions[name], **changes)})


def deadly(key: str, **switched: Any) -> tuple[Input, ...]:
    """The inputs of a strike, one of them played by the switch."""
    return tuple(replace(item, **switched) if item.key == key else item for item in TOY.actions["strike"].inputs)


def strikes(options: Mapping[str, Any]) -> ActionSpec:
    return TOY.actions_under(options)["strike"]


def test_an_action_that_is_switched_off_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with_action(monkeypatch, "hurt", switch="deadly")
    assert "hurt" in TOY.actions_under(ON)
    assert "hurt" not in TOY.actions_under({})
    told = refusal(facing(4, 3), act("Ann", "hurt", points=1))
    assert told == ("This campaign plays without deadly. A GM turns deadly on with /campaign options, before a fight.")
    assert kinds(facing(4, 3, options=ON).do(act("Thug", "hurt", points=1))) == ["Hurt"]


def test_an_input_that_is_switched_off_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with_action(monkeypatch, "strike", inputs=deadly("all_out", switch="deadly"))
    assert [item.key for item in strikes(ON).inputs] == [item.key for item in TOY.actions["strike"].inputs]
    assert strikes(OFF).input("all_out") is None
    with pytest.raises(RuleViolation, match="plays without deadly"):
        parse(strikes(OFF), {"target": "Thug"}, "all_out=yes")
    with pytest.raises(RuleViolation, match="takes no 'all_in'") as found:
        parse(strikes(OFF), {"target": "Thug"}, "all_in=yes")
    assert "all_out" not in str(found.value)
    assert "plays without deadly" in refusal(facing(4, 3), strike("Ann", "Thug", all_out=True))


def test_a_word_that_is_switched_off_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with_action(monkeypatch, "strike", inputs=deadly("light", switched=(("dusk", "deadly"),)))
    lights = [item for options in (ON, OFF) for item in strikes(options).inputs if item.key == "light"]
    assert [item.choices for item in lights] == [("day", "dusk"), ("day",)]
    assert parse(strikes(ON), {"target": "Thug", "light": "dusk"})["light"] == "dusk"
    with pytest.raises(RuleViolation, match="plays without deadly"):
        parse(strikes(OFF), {"target": "Thug", "light": "dusk"})
    with pytest.raises(RuleViolation, match="Choose one of: day"):
        parse(strikes(OFF), {"target": "Thug", "light": "night"})


def test_what_does_not_fit_a_moment_names_what_does_and_nothing_that_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    with_action(monkeypatch, "rest", kinds=("ball",))
    with_action(monkeypatch, "hold", switch="deadly")
    with_action(monkeypatch, "hurt", kinds=("act",))
    told = refusal(facing(4, 3), act("Ann", "rest"))
    assert told == "Rest does not fit this moment. Now only: Strike, Approach."


@pytest.mark.parametrize(
    "changed",
    [
        {"switch": "lively"},
        {"inputs": deadly("light", switch="lively")},
        {"inputs": deadly("light", switched=(("dusk", "lively"),))},
    ],
)
def test_a_switch_that_there_is_not_is_found(monkeypatch: pytest.MonkeyPatch, changed: dict[str, Any]) -> None:
    strange = (replace(TOY.actions["strike"], **changed),)
    monkeypatch.setattr("bot.core.system.specs_of", lambda *_: (*strange, *_others()))
    with pytest.raises(AssemblyError, match="strike is played by the switch lively, which there is not"):
        Toy(tables())


def _others() -> list[ActionSpec]:
    return [spec for spec in TOY.actions.values() if spec.name != "strike"]
