"""A short crowd: the long one, on every Python that is found, is part of `make soak`."""

from __future__ import annotations

import sys
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from tests.wire import pythons
from tests.wire.client import Wire
from tests.wire.crowd import Crowd, Patience, Setting, crowded

SMALL = Setting(people=32, channels=8)
ON_A_BUSY_MACHINE = Patience(answer_s=10.0, standstill_s=15.0)


async def test_nobody_waits_for_good_while_many_type_and_game_masters_act() -> None:
    crowd = await crowded(SMALL, seconds=3.0, seed=1, patience=ON_A_BUSY_MACHINE)
    assert (crowd.wrong, crowd.stacks) == ([], "")
    assert {"/init status", "an order", "the target of an attack"} <= set(crowd.latencies_s)


async def test_an_answer_that_comes_late_is_wrong() -> None:
    crowd: Crowd = await crowded(Setting(2, 1), seconds=0.5, seed=1, patience=Patience(answer_s=0.0))
    assert "and waited 0." in crowd.wrong[0]


async def test_nobody_types_on_to_a_bot_that_has_ended_while_its_session_still_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with Wire() as wire:
        crowd = Crowd(wire, Setting(2, 1), seed=1)
        await crowd.open()
        await crowd.type_for(0.1)
        monkeypatch.setattr(wire.standin.gateway, "dispatch", AsyncMock(return_value=True))
        await crowd.leave()
        assert crowd.stacks == ""


def test_an_interpreter_is_one_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    version = pythons.running()
    shim = tmp_path / f"python{version}"
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert pythons.interpreter(version) is None
    monkeypatch.setenv(f"PYTHON_{version.replace('.', '_')}", sys.executable)
    assert pythons.interpreter(version) == Path(sys.executable)
    assert pythons.environment("2.7") is None
