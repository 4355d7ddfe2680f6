"""A few steps of the many that `python -m tests.monkeys KEY COUNT` takes."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot import app
from bot.settings import Settings
from bot.simulated.simulation import CommandOutcome, Simulation
from tests.monkeys import PLAYERS, UNSEEN, amiss, game, leaks, opened

WELL = CommandOutcome("Done.", (), ephemeral=True, refusal="", faults=())


@pytest.mark.untraced
@pytest.mark.one_system
@pytest.mark.parametrize("key", app.SYSTEMS)
async def test_whatever_people_do_nothing_breaks(key: str, tmp_path: Path) -> None:
    found = await game(key, 1000, 60, tmp_path)
    assert found.wrong == []
    assert found.done["done"] > 10
    assert found.done["refused"] > 10


def test_what_breaks_is_found_and_a_refusal_without_a_way_on() -> None:
    assert amiss(WELL) == []
    assert amiss(replace(WELL, faults=("KeyError",))) == ["KeyError"]
    assert amiss(replace(WELL, reply="Something went wrong.")) == ["it says 'went wrong'"]
    assert amiss(replace(WELL, refusal="⛔ No.\n\n")) == ["no remedy: ⛔ No.\n\n"]
    assert amiss(replace(WELL, refusal="⛔ No.\nSay yes.")) == []


async def test_a_player_who_reads_of_the_hidden_one_is_found(tmp_path: Path) -> None:
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db")), players=PLAYERS) as stage:
        await opened(stage, "reflex")
        assert leaks(stage) == []
        await stage.slash("ann", "roll", {"expression": f"1d6 # {UNSEEN}"})
        assert leaks(stage) == [f"{each} reads of {UNSEEN}" for each in PLAYERS]
