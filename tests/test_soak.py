"""`make soak` runs every step, whichever of them fails, and fails then; every step is a program that is there."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.rulesets.registry import KEYS
from tests.soak import STEPS, chosen, soak


def test_a_step_that_fails_is_told_and_keeps_none_from_being_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    writes = f"from pathlib import Path; Path({str(tmp_path / 'ran')!r}).touch()"
    assert soak({"breaks": ("-c", "raise SystemExit(3)"), "holds": ("-c", writes)}) == ["breaks"]
    assert (tmp_path / "ran").exists()
    told = capsys.readouterr().out
    assert "failed, status 3" in told
    assert "held" in told


def test_every_step_is_a_program() -> None:
    modules = {arguments[1] for arguments in chosen([]).values()}
    assert [module for module in modules if importlib.util.find_spec(module) is None] == []
    assert set(KEYS) <= set(STEPS)


def test_steps_are_chosen_by_name() -> None:
    assert list(chosen(["race"])) == ["race"]
    assert chosen([]).keys() == STEPS.keys()


def test_a_short_one_does_less_of_each_and_leaves_out_what_a_little_tells_nothing_about() -> None:
    assert chosen(["worlds"], short=True) == {"worlds": ("-m", "tests.worlds", "all", "3")}
    assert STEPS.keys() - chosen([], short=True).keys() == {"memory", "page", "examples"}
