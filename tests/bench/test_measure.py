"""Measures keep their aims, both ways of showing them say the same, and what is measured is what it is called."""

from __future__ import annotations

import cProfile
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.bench.contest import IN_FLIGHT, TOGETHER, Pace, Result
from tests.bench.disk import fdatasyncs
from tests.bench.measure import Aim, Measure, at_least, at_most, quantile, ratio, table
from tests.bench.over_the_wire import echoes, sound
from tests.bench.profiled import owned_s, owner_of
from tests.bench.rolling import TEXTS, ours, theirs
from tests.bench.shooting import BEFORE_REST, INITIATIVE, Gallery
from tests.wire.client import Answer, Load
from tests.wire.world import EPHEMERAL, Message, User


@pytest.mark.parametrize(("aim", "value", "verdict"), [(at_most(3), 3.0, "ok"), (at_least(0.4), 0.39, "MISS")])
def test_an_aim_is_met_up_to_its_bound(aim: Aim, value: float, verdict: str) -> None:
    assert Measure("x", value, "x", aim).verdict == verdict


def test_the_table_lines_up_and_names_each_measure() -> None:
    shown = table([ratio("attack against echo", 3.0, 2.0, at_most(3)), Measure("fdatasync p50", 1234.5, "ms")])
    head, first, second = shown.splitlines()
    assert first.split("  ")[0] == "attack against echo"
    assert first.index("<= 3") == head.index("aim")
    assert second.endswith("1,234 ms")


def test_json_tells_whether_the_aim_was_met() -> None:
    assert ratio("r", 1.0, 4.0, at_least(0.4)).as_json() == {
        "name": "r",
        "value": 0.25,
        "unit": "x",
        "aim": ">= 0.4",
        "met": False,
        "detail": "",
    }
    assert Measure("m", 1.0, "ms").as_json()["met"] is None


def test_a_quantile_is_one_of_the_values() -> None:
    assert (quantile(range(1, 101), 0.5), quantile(range(1, 101), 0.99), quantile([7], 0.99)) == (51, 100, 7)


def test_every_durable_write_takes_time() -> None:
    assert all(taken_s > 0 for taken_s in fdatasyncs(3))


def pace(**changes: float) -> Pace:
    """A round of a bot that needs a millisecond for everything."""
    usual = {"p50_s": 1e-3, "p99_s": 1e-3, "per_s": 1e3, "busy_p50_s": 1e-3, "busy_p99_s": 1e-3, "cpu_s": 1e-3}
    return Pace(**{**usual, **changes})


def test_a_disturbed_round_does_not_count() -> None:
    result = Result((pace(), pace(p50_s=9.0, per_s=1.0), pace(p50_s=2e-3, per_s=500.0)))
    assert (result.p50_s, result.per_s, result.cpu_s) == (2e-3, 500.0, 1e-3)


def test_both_bots_are_asked_for_as_much_as_is_counted() -> None:
    assert len(list(echoes(7))) == 7
    assert INITIATIVE // 6 >= BEFORE_REST
    assert TOGETHER / IN_FLIGHT <= BEFORE_REST


def test_a_refused_attack_is_no_measure() -> None:
    refusal = Message(1, 1, User(1, "bot"), "⛔ Out of ammunition.", flags=EPHEMERAL)
    load = Load(1.0, (1.0,), (Answer(1, 4, 0, 1.0, 1.0, {}, refusal, ()),))
    with pytest.raises(RuntimeError, match="Out of ammunition"):
        sound(load)


async def test_the_gallery_shoots_and_grows(tmp_path: Path) -> None:
    gallery = Gallery(tmp_path / "bench.db")
    try:
        await gallery.fight(1, people=4)
        await gallery.attack(1)
        before = await gallery.events(1)
        await gallery.grow(1, 10 * before)
        await gallery.attack(1)
        assert await gallery.events(1) > 10 * before
    finally:
        await gallery.store.close()


@pytest.mark.parametrize("text", TEXTS)
def test_both_roll_the_same_texts(text: str) -> None:
    assert ours(text)
    assert theirs(text)


def test_time_belongs_to_whoever_wrote_the_function_and_what_is_c_to_its_caller() -> None:
    def look() -> None:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.execute("SELECT 1").fetchall()

    profile = cProfile.Profile()
    profile.runcall(look)
    found = owned_s(profile)
    assert {"SQLite", "others"} <= found.keys()
    assert found["SQLite"] > 0
    assert owner_of("/x/site-packages/discord/http.py") == "discord.py"
    assert owner_of("/x/bot/core/engine.py") == owner_of("/x/bot/rulesets/reflex/ruleset.py") == "rules"
    assert owner_of("/x/lib/python3.11/json/decoder.py") == "others"
