"""Measures keep their aims, and both ways of showing them say the same."""

from __future__ import annotations

import pytest

from tests.bench.disk import fdatasyncs
from tests.bench.measure import Aim, Measure, at_least, at_most, quantile, ratio, table


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
