"""What came of a dice expression, and how it is told: a line marked by meaning, or plain text."""

from __future__ import annotations

from typing import Final, assert_never

import msgspec

from bot.core.wording import Line, Mark, Span, bad, figure, good, note, number

_FURTHER_SUCCESS: Final = 2
_EQUALS: Final = Span(" = ")


class Successes(msgspec.Struct, frozen=True):
    """Dice were counted."""

    total: int


class Met(msgspec.Struct, frozen=True):
    """A total was tested: ``total`` is 1 where the test is met, 0 otherwise."""

    total: int


class Margin(msgspec.Struct, frozen=True):
    """A check was rolled: ``base`` is the target less the die that counts, ``extra`` how many further dice succeeded.

    Negative means failure, by that much (ruling A1).
    """

    target: int
    base: int
    extra: int = 0

    @property
    def total(self) -> int:
        """Return the margin: of success from 0 up, of failure below."""
        return self.base + _FURTHER_SUCCESS * self.extra


Verdict = Successes | Met | Margin


class Rolled(msgspec.Struct, frozen=True):
    """What came of an expression.

    ``spans`` repeat it with its dice, those that do not count marked as dropped; ``faces`` are all faces in the order
    they were thrown, so that the same text over the same faces gives the same result; ``unrounded`` shows a
    result that is no whole number, or is empty; ``label`` is what the user wrote behind the ``#``.
    """

    spans: tuple[Span, ...]
    total: int
    faces: tuple[int, ...]
    verdict: Verdict | None = None
    unrounded: str = ""
    label: str = ""


def told(rolled: Rolled) -> Line:
    """Return the roll as one line: its label, the expression with its dice, and what came of it."""
    words = (*rolled.spans, *_ending(rolled))
    return Line((note(rolled.label), Span(": "), *words) if rolled.label else words)


def explain(rolled: Rolled) -> str:
    """Return the roll as plain text; "out" stands behind every die that does not count."""
    dropped = Mark.DROPPED
    return "".join([span.text + " out" if span.mark is dropped else span.text for span in told(rolled).spans])


def _ending(rolled: Rolled) -> tuple[Span, ...]:
    match rolled.verdict:
        case None:
            total = number(rolled.total)
            if not rolled.unrounded:
                return (_EQUALS, total)
            return (_EQUALS, total, note(f" (rounded from {rolled.unrounded})"))
        case Successes(total):
            return Span(": "), (good if total else bad)("1 success" if total == 1 else f"{total} successes")
        case Met(total):
            return Span(": "), good("met") if total else bad("not met")
        case Margin() as margin:
            return (Span(": "), *_margin_words(margin))
        case _:
            assert_never(rolled.verdict)


def _margin_words(margin: Margin) -> tuple[Span, ...]:
    verdict = good("success") if margin.base >= 0 else bad("failure")
    words = (verdict, Span(", margin "), number(abs(margin.total)))
    if not margin.extra:
        return words
    further = "1 further die" if margin.extra == 1 else f"{margin.extra} further dice"
    return (*words, note(f" ({figure(margin.base)} +{_FURTHER_SUCCESS * margin.extra} for {further})"))
