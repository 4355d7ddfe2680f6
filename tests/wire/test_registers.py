"""A value is explained by a write that may have been the last one; nothing acknowledged is lost, nothing comes back."""

from __future__ import annotations

import pytest

from tests.wire.registers import Register, Write

ONE, TWO = Write("one", 1.0, 2.0), Write("two", 3.0, 4.0)
RACING = Write("racing", 1.5, 3.5)
UNANSWERED = Write("unanswered", 2.5, 5.0, sure=False)


@pytest.mark.parametrize(
    ("writes", "explained", "lost"),
    [
        ([], [None], ["one"]),
        ([ONE], ["one"], [None, "two"]),
        ([ONE, TWO], ["two"], [None, "one"]),
        ([ONE, RACING], ["one", "racing"], [None]),
        ([ONE, RACING, TWO], ["racing", "two"], ["one"]),
        ([ONE, UNANSWERED], ["one", "unanswered"], [None]),
        ([UNANSWERED], [None, "unanswered"], ["one"]),
    ],
)
def test_what_may_stand_there_after_writes(writes: list[Write], explained: list[object], lost: list[object]) -> None:
    register = Register()
    register.writes += writes
    assert [value for value in explained if not register.explains(value)] == []
    assert [value for value in lost if register.explains(value)] == []


def test_what_was_judged_is_there_until_it_is_written_again() -> None:
    register = Register()
    register.writes += [ONE, RACING]
    register.settle("racing", now_s=6.0)
    assert register.explains("racing")
    assert not register.explains("one")
    register.writes.append(Write("late", 7.0, 8.0))
    assert not register.explains("racing")
