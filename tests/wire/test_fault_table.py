"""The most telling cells of the fault table; `python -m tests.wire.fault_table` tries them all."""

from __future__ import annotations

import pytest

from tests.wire.fault_table import ACTIONS, Cell, Row, markdown, spoken, tried
from tests.wire.troubles import TROUBLES, Reach, Trouble

NAMES = {trouble.name: trouble for trouble in TROUBLES}


@pytest.mark.parametrize(
    ("trouble", "action"),
    [
        ("cut off after the effect", "order"),
        ("without send messages in threads", "button"),
        ("thread gone, untold", "end"),
        ("op 9, session kept", "undo"),
        ("full disk", "order"),
    ],
)
async def test_nothing_is_lost_and_nothing_doubled(trouble: str, action: str) -> None:
    row = await tried(NAMES[trouble], [action])
    assert [cell.wrong for cell in row.cells] == [[]]


async def test_every_trouble_has_a_name_of_its_own() -> None:
    assert len(NAMES) == len(TROUBLES)
    assert {each.reach for each in TROUBLES} == set(Reach)


async def test_a_cell_that_fails_says_what_is_wrong() -> None:
    cells = [Cell("flood", action) for action in ACTIONS]
    cells[0].told_s, cells[1].wrong = 0.0121, ["log: missing: #7"]
    row = Row(Trouble("flood", Reach.CHANNEL), cells, others_s=0.25, elapsed_s=3.0)
    assert list(spoken(row)) == [
        "flood: 1 of 5 cells fail; others: 250 ms; 3.0 s",
        "    button: log: missing: #7",
    ]
    *_, line = markdown([row]).splitlines()
    assert line.startswith("| flood | of one channel | 12 ms | **wrong**, not told | not told |")
