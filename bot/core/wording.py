"""What the log says is lines of words marked by meaning; how a mark looks is the renderer's business."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

import msgspec

UNSEEN = "someone unseen"

BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that are letters by their category, and yet there is nothing to see."""


MOST_DIGITS = 19

ALIKE = 1e-6
"""By less than this no two lengths on a ground differ: it is what is left of adding up fractions."""


class Mark(StrEnum):
    """The meaning of a run of words."""

    PLAIN = "plain"
    NAME = "name"
    NUMBER = "number"
    DICE = "dice"
    DROPPED = "dropped"
    GOOD = "good"
    BAD = "bad"
    NOTE = "note"
    HEADING = "heading"
    CHANNEL = "channel"  # such a run is the id of one
    FIRST_SIDE = "first side"  # such a run has no words, and stands for what its side is known by
    SECOND_SIDE = "second side"
    THIRD_SIDE = "third side"
    FOURTH_SIDE = "fourth side"
    FIFTH_SIDE = "fifth side"


class Span(msgspec.Struct, frozen=True, omit_defaults=True):
    """A run of words of one meaning; ``text`` is never Markdown and may hold anything a user typed."""

    text: str
    mark: Mark = Mark.PLAIN


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log: spans in reading order, ``depth`` 0 for what happened and 1 for the explanation."""

    spans: tuple[Span, ...]
    depth: int = 0

    @property
    def text(self) -> str:
        """Return the words without their marks."""
        return "".join([span.text for span in self.spans])


EXPLAINED = Line((), 1)
"""Stands for what explains where that is told in brief: that there is something, and not what."""


SIDES = (Mark.FIRST_SIDE, Mark.SECOND_SIDE, Mark.THIRD_SIDE, Mark.FOURTH_SIDE, Mark.FIFTH_SIDE)
"""What a side is marked with, by its number; a sixth looks like the first again."""


def mark_of(number: int) -> Mark:
    """Return what the side with a number is marked with."""
    return SIDES[number % len(SIDES)]


def letter_of(mark: Mark) -> str:
    """Return what stands for a side in words alone."""
    return f"({'ABCDE'[SIDES.index(mark)]})"


def lettered(words: Line) -> Line:
    """Return a line with letters for the marks of sides."""
    spans = (Span(f"{letter_of(each.mark)} ") if each.mark in SIDES else each for each in words.spans)
    return Line(tuple(spans), words.depth)


def name(actor: str) -> Span:
    """Return the name of combatant ``actor`` as people read it."""
    return Span(shown(actor), Mark.NAME)


def number(value: float) -> Span:
    """Return a plain number, as `figure` writes it."""
    return Span(figure(value), Mark.NUMBER)


def signed(value: int) -> Span:
    """Return a modifier, as `with_sign` writes it."""
    return Span(with_sign(value), Mark.NUMBER)


def figure(value: float) -> str:
    """Return a number as people read it: what is typed has a hyphen, what is told a minus sign."""
    written = str(value) if isinstance(value, int) else f"{value:g}"
    return written.replace("-", "−")


def with_sign(value: int) -> str:
    """Return a modifier as people read it, with its sign; zero reads as +0."""
    return f"+{value}" if value >= 0 else figure(value)


def good(text: str) -> Span:
    """Return words for a success."""
    return Span(text, Mark.GOOD)


def bad(text: str) -> Span:
    """Return words for a failure or a wound."""
    return Span(text, Mark.BAD)


def note(text: str) -> Span:
    """Return words that explain."""
    return Span(text, Mark.NOTE)


def line(*parts: str | Span, depth: int = 0) -> Line:
    """Return a line of ``parts``; a plain string becomes a plain span."""
    return Line(tuple([Span(part) if isinstance(part, str) else part for part in parts]), depth)


def begun(words: Line) -> Line:
    """Return a line that begins with a capital letter, but where it begins with a name that somebody typed."""
    for first in words.spans:
        if first.text:
            break
    else:
        return words
    typed = first.mark is Mark.NAME and first.text != UNSEEN
    if typed or not first.text[0].islower():
        return words
    _, *others = [span for span in words.spans if span.text]
    return Line((Span(sentence(first.text), first.mark), *others), words.depth)


def stopped(words: Line) -> Line:
    """Return a line that ends with a full stop, where it does not end with a sign already and says anything."""
    if not words.spans or words.text.endswith((".", ":", "?", "!")):
        return words
    return Line((*words.spans, Span(".")), words.depth)


def going_on(words: Line) -> Line:
    """Return a line as it goes on behind a dash or a colon: without its capital, but in a name or an abbreviation."""
    at = next((at for at, each in enumerate(words.spans) if each.text), 0)
    first = words.spans[at]
    word = first.text.partition(" ")[0]
    if first.mark is Mark.NAME or not word[:1].isupper() or not word[1:].islower():
        return words
    lowered = Span(first.text[:1].lower() + first.text[1:], first.mark)
    return Line((*words.spans[:at], lowered, *words.spans[at + 1 :]), words.depth)


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def spelled_count(count: int, thing: str) -> str:
    """Return so many of a thing, small numbers in letters: "one round", "four rounds", "20 rounds"."""
    return f"{_NUMBERS[count] if 0 <= count < len(_NUMBERS) else count} {thing if count == 1 else f'{thing}s'}"


def parted(words: Iterable[str | Span]) -> tuple[str | Span, ...]:
    """Return the words with commas between them."""
    return tuple(part for word in words for part in (", ", word))[1:]


def enumerated(words: Sequence[str]) -> str:
    """Return the words with commas between them, and "and" before the last."""
    *before, last = words
    return f"{', '.join(before)} and {last}" if before else last


def counted(count: int, thing: str) -> str:
    """Return so many of a thing, which takes an s where it is not one: "1 tick", "3 ticks"."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def often(times: int) -> str:
    """Return how often something happened: "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


def percent(chance: Fraction) -> str:
    """Return a chance as people are shown it, to a tenth: "38 %", "2.5 %"."""
    return f"{round(float(chance * 100), 1):g} %"


def metres(far_m: float) -> str:
    """Return metres in words, as exact as what is judged by them."""
    return f"{digits(rounded_m(far_m))} m"


def rounded_m(far_m: float) -> float:
    """Return metres to a tenth; what is off whole or half ones by less, where a range may end, to a hundredth of it.

    So nothing reads as within a range that it is beyond, nor as at the edge of one that it is within.
    """
    tenths = round(far_m * 10)
    off = far_m * 10 - tenths
    if tenths % 5 or abs(off) <= ALIKE:
        return tenths / 10
    hundredths = far_m * 100
    return (math.ceil(hundredths - ALIKE) if off > 0 else math.floor(hundredths + ALIKE)) / 100


def digits(value: float) -> str:
    """Return a number as people type it, in digits alone; of one without end the first of them."""
    text = str(value) if isinstance(value, int) else format(Decimal(repr(float(value))), "f")
    return shortened(text.rstrip("0").rstrip(".") if "." in text else text, MOST_DIGITS)


def agreeing(thing: str, one: str, several: str) -> str:
    """Return the word that goes with a thing by what it is called: "the wall is", "the sandbags north are"."""
    words = thing.rstrip("0123456789 ").casefold().split()
    while len(words) > 1 and words[-1] in _SITED:
        words.pop()
    last = words[-1] if words else ""
    return several if last.endswith("s") and not last.endswith(("ss", "us", "is", "as")) else one


_SITED = ("north", "south", "east", "west", "middle")
"""What says behind the name of a thing which of several it is."""


def with_article(thing: str) -> str:
    """Return a thing of which there are others as a sentence names it: "a wall", "an old wall"."""
    return f"an {thing}" if thing[:1].casefold() in tuple("aeiou") else f"a {thing}"


def the(thing: str) -> str:
    """Return one thing of a kind as a sentence names it: "the wall"; what is called as people are stays: "Big Ben"."""
    return thing if thing[:1].isupper() or thing.startswith("the ") else f"the {thing}"


def sentence(text: str) -> str:
    """Return words with a capital, as a sentence begins; what is typed so, such as ``range_m``, stays as it is."""
    first = text.partition(" ")[0].rstrip(".")
    return text if any(sign in first for sign in "_=.") else text[:1].upper() + text[1:]


def shortened(words: str, longest: int) -> str:
    """Return words with an ellipsis at the end where they are longer than there is room for."""
    return words if len(words) <= longest else f"{words[: longest - 1]}…"


def names_in(typed: str) -> list[str]:
    """Return the names that commas part."""
    return [name.strip() for name in typed.split(",") if name.strip()]


def shown(actor: str) -> str:
    """Return the display name of a combatant id: what stands before the mark that keeps equal names apart."""
    return actor.partition("#")[0]
