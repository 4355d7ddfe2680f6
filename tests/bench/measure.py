"""One measured number with its aim, and how a run of them is shown: as a table for people, as JSON for machines."""

from __future__ import annotations

import operator
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

COMPARISONS: Final = {"<=": operator.le, ">=": operator.ge}


@dataclass(frozen=True, slots=True)
class Aim:
    """What a value should be: at most (`<=`) or at least (`>=`) a bound."""

    comparison: str
    bound: float

    def met_by(self, value: float) -> bool:
        """Whether the value keeps to it."""
        return bool(COMPARISONS[self.comparison](value, self.bound))

    def __str__(self) -> str:
        return f"{self.comparison} {self.bound:g}"


def at_most(bound: float) -> Aim:
    """An aim from above."""
    return Aim("<=", bound)


def at_least(bound: float) -> Aim:
    """An aim from below."""
    return Aim(">=", bound)


@dataclass(frozen=True, slots=True)
class Measure:
    """A named number in a unit (`ms`, `/s`, `MB`, or `x` for a ratio); without an aim it is there for comparison."""

    name: str
    value: float
    unit: str
    aim: Aim | None = None
    detail: str = ""

    @property
    def verdict(self) -> str:
        """`ok`, `MISS`, or nothing where there is no aim."""
        if self.aim is None:
            return ""
        return "ok" if self.aim.met_by(self.value) else "MISS"

    def as_json(self) -> dict[str, Any]:
        """All of it as plain data; `met` is null without an aim."""
        met = None if self.aim is None else self.aim.met_by(self.value)
        aim = None if self.aim is None else str(self.aim)
        shown = {"name": self.name, "value": self.value, "unit": self.unit}
        return {**shown, "aim": aim, "met": met, "detail": self.detail}


def ratio(name: str, value: float, base: float, aim: Aim | None = None, detail: str = "") -> Measure:
    """One measured value over another of the same run."""
    return Measure(name, value / base, "x", aim, detail)


def table(measures: Iterable[Measure]) -> str:
    """Aligned columns: name, value with unit, aim, verdict, detail."""
    rows = [("measure", "value", "aim", "", "detail"), *map(_row, measures)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(_line(row, widths) for row in rows)


def _row(measure: Measure) -> tuple[str, str, str, str, str]:
    value = f"{measure.value:,.0f}" if measure.value >= 1000 else f"{measure.value:.3g}"
    aim = "" if measure.aim is None else str(measure.aim)
    return measure.name, f"{value} {measure.unit}", aim, measure.verdict, measure.detail


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    name, value, aim, verdict, detail = row
    cells = (name.ljust(widths[0]), value.rjust(widths[1]), aim.ljust(widths[2]), verdict.ljust(widths[3]), detail)
    return "  ".join(cells).rstrip()


def quantile(values: Iterable[float], share: float) -> float:
    """The value that this share of all stayed within."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(len(ranked) * share))]


def median_by(rounds: Sequence[Any], key: Callable[[Any], float]) -> float:
    """The median of one number over repeated rounds: one disturbed round does not count."""
    return statistics.median(map(key, rounds))


def typical(values: Iterable[float]) -> float:
    """Return the mean of all but the slowest hundredth.

    Half of the attacks hit and take half as long again as the others: their median is now the one and now the other.
    """
    ranked = sorted(values)
    return statistics.fmean(ranked[: max(1, len(ranked) * 99 // 100)])
