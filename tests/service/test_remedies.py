"""What would work instead is a button of the refusal, for each action that its remedy names and the asker may order."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.service.playing.remedies import remedied
from bot.service.requests import Verb
from tests.rulesets.registry import entry

RELOAD = RuleViolation("It is empty.", "Reload with /act action:reload, or wait: /act action:wait.")


def case(key: str, *, gm: bool) -> Any:
    """Whoever asks, in a channel of a system."""
    return SimpleNamespace(
        system=SimpleNamespace(ruleset=entry(key).ruleset), campaign=SimpleNamespace(options={}), gm=gm
    )


def test_a_refusal_has_a_button_for_each_action_that_would_work() -> None:
    reply = remedied(case("reflex", gm=False), RELOAD)
    assert [(each.verb, each.argument) for each in reply.buttons] == [(Verb.PANEL, "reload"), (Verb.PANEL, "wait")]
    assert reply.refusal
    assert reply.ephemeral


@pytest.mark.parametrize(("gm", "count"), [(True, 1), (False, 0)])
def test_what_a_gm_alone_may_order_is_no_button_of_a_players(gm: bool, count: int) -> None:
    own = next(spec.name for spec in entry("reflex").ruleset.actions.values() if spec.gm_only)
    assert len(remedied(case("reflex", gm=gm), RuleViolation("No.", f"See /act action:{own}.")).buttons) == count


def test_what_the_system_has_not_is_no_button() -> None:
    assert remedied(case("toy", gm=True), RELOAD).buttons == ()


def test_what_is_listed_by_its_title_or_typed_by_another_command_is_a_button_too() -> None:
    listed = remedied(case("reflex", gm=False), RuleViolation("No.", "Now only: Wait, Move."))
    assert [each.argument for each in listed.buttons] == ["wait", "move"]
    typed = remedied(case("reflex", gm=False), RuleViolation("No.", "Say /mine mark, or /attack with:use=grapple."))
    assert [each.argument for each in typed.buttons] == ["mine_mark", "attack"]
