from __future__ import annotations

from bot.core.dice import Pick, picked, row_of
from bot.core.rows import TableRow


class Row(TableRow, frozen=True, kw_only=True):
    faces: tuple[int, ...]


def rows(**faces: tuple[int, ...]) -> dict[str, Row]:
    return {key: Row(title=key, source="ours", faces=named) for key, named in faces.items()}


def test_a_fall_means_the_first_row_that_names_it() -> None:
    assert [row_of(rows(one=(1, 2), two=(2, 3)), fallen) for fallen in (1, 2, 3)] == ["one", "one", "two"]


def test_what_no_row_names_means_the_one_with_the_nearest_face() -> None:
    gaps = rows(low=(1, 1), high=(6,))
    assert [row_of(gaps, fallen) for fallen in range(1, 7)] == ["low", "low", "low", "high", "high", "high"]


def test_each_row_has_as_many_ways_as_mean_it() -> None:
    assert picked(rows(low=(1,), high=(6,)), 1, 6) == Pick((((1,), 3), ((4,), 3)))
    assert picked(rows(few=(2, 12), some=(3, 4), most=(7,)), 2, 6) == Pick((((1, 1), 7), ((1, 2), 9), ((1, 5), 20)))
