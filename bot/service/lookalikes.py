"""Which names a reader would take for each other: by the skeletons of Unicode's UTS #39, whatever case or mark behind.

The pairs of confusable characters come with the package confusable_homoglyphs, which follows Unicode's own list.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

import msgspec

PACKAGE = "confusable_homoglyphs"
_TURN = "\N{LEFT-TO-RIGHT MARK}"  # it stands around what is written from right to left in Unicode's list
_POINTS = range(10, 36)  # combining classes of the small vowels of Hebrew and Arabic
_ACCENTS = range(200, 256)  # and of accents above and below; other marks are letters of their own
_JOINER = "\N{COMBINING GRAPHEME JOINER}"


class _Twin(msgspec.Struct):
    """A character, or several, that another is taken for; its name, which the package has too, is not read."""

    c: str


def load() -> None:
    """Read Unicode's list before anybody waits for it: threads that ask for it at once would each read it."""
    _lone_accents()


@lru_cache(maxsize=2048)
def looks(name: str) -> tuple[str, ...]:
    """Return how a name looks, as it is written and in small letters: two that share one look alike."""
    plain = "".join(filter(_shows, unicodedata.normalize("NFKD", name.translate(_lone_accents()))))
    return tuple(dict.fromkeys(map(_look, (plain, plain.casefold()))))


def _look(plain: str) -> str:
    """Return the skeleton of a name without what stands around its letters and numbers."""
    known = _prototypes()
    skeleton = "".join(known.get(letter, letter) for letter in plain).casefold()
    spaced = " ".join(skeleton.split())
    return spaced.strip("".join(filter(_is_passed_over, spaced))) or spaced


def _shows(letter: str) -> bool:
    """Tell whether a character shows, and is no accent that a reader passes over."""
    category, place = unicodedata.category(letter), unicodedata.combining(letter)
    unseen = category in ("Cf", "Me") or letter == _JOINER or "VARIATION SELECTOR" in unicodedata.name(letter, "")
    return not unseen and place not in _POINTS and place not in _ACCENTS


def _is_passed_over(letter: str) -> bool:
    """Tell whether it is a blank, punctuation, or a sign such as a lone accent; a picture is not."""
    category = unicodedata.category(letter)
    return category.startswith(("P", "Z")) or category in ("Sk", "Sm")


@cache
def _prototypes() -> dict[str, str]:
    """Return for each confusable character the one that stands for all that look like it.

    They are packed until all else is let go of that it took to find them, among which they would lie and hold it.
    """
    return msgspec.msgpack.decode(msgspec.msgpack.encode(_found()), type=dict[str, str])


def _found() -> dict[str, str]:
    """Find them in what the package lists: for each of them its prototype, and for a prototype all others."""
    listed = msgspec.json.decode(_list().read_bytes(), type=dict[str, list[_Twin]])
    twins = {shown.strip(_TURN): others for shown, others in listed.items()}
    found: dict[str, str] = {}
    for letter, others in twins.items():
        prototype = others[0].c.strip(_TURN)
        if len(letter) == 1 and len(others) == 1 and _stands_for(prototype, letter, len(twins.get(prototype, ()))):
            found[letter] = unicodedata.normalize("NFKD", prototype)
    return {letter: "".join(found.get(each, each) for each in prototype) for letter, prototype in found.items()}


def _list() -> Path:
    """Return where Unicode's list is, without the package's own code, which would only be in the way."""
    package = find_spec(PACKAGE)
    if package is None or package.origin is None:
        raise ModuleNotFoundError(f"{PACKAGE} is not installed")
    return Path(package.origin).with_name("confusables.json")


@cache
def _lone_accents() -> dict[int, str]:
    """Return what accents that stand alone look like, which would come apart into a blank and what is passed over."""
    known = _prototypes().items()
    alone = {each: letter for each, letter in known if not each.isspace()}
    return {ord(each): alone[each] for each in alone if unicodedata.normalize("NFKD", each).startswith(" ")}


def _stands_for(prototype: str, letter: str, others: int) -> bool:
    """Tell whether it is the prototype of a letter; of two that have only each other the plainer one is."""
    return others > 1 or (not prototype.isascii(), len(prototype), prototype) < (not letter.isascii(), 1, letter)
