"""Dice are asked for by meaning, so that the same rule runs on fair, scripted and enumerated faces.

A request says how many dice of how many sides, and what about them matters. Seeded dice answer with fair faces,
scripted dice with given ones, enumerating dice with one representative of every fall that differs in what matters.
"""

from __future__ import annotations

import hashlib
import math
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from heapq import heappop, heappush
from itertools import combinations_with_replacement, product
from typing import Protocol

import msgspec

Faces = tuple[int, ...]
WeightedFaces = tuple[Faces, int]

MOST_SECRETS = 1024
_EIGHT_WORDS = struct.Struct(">8I")
_BLOCK = sha256().block_size
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
_MOST_FALLS = 20_000


class TooManyFallsError(Exception):
    """There are too many distinct falls to list."""


class Meaning(Protocol):
    """What about a handful of dice matters."""

    def falls(self, count: int, sides: int) -> Sequence[WeightedFaces]:
        """Return every distinct fall of ``count`` dice: a representative and in how many ways it comes."""
        ...

    def __hash__(self) -> int:
        """Return itself: a meaning is a value."""
        ...


class Each(msgspec.Struct, frozen=True):
    """Every face matters, in order."""

    def falls(self, count: int, sides: int) -> Sequence[WeightedFaces]:
        """Return all ``sides ** count`` falls, of weight one.

        Raises:
            TooManyFallsError: there are more than twenty thousand.
        """
        if sides**count > _MOST_FALLS:
            raise TooManyFallsError(f"{count}d{sides}")
        return [(faces, 1) for faces in product(range(1, sides + 1), repeat=count)]


class Lowest(msgspec.Struct, frozen=True):
    """The lowest die counts, and how many dice are at or under ``target``."""

    target: int

    def falls(self, count: int, sides: int) -> Sequence[WeightedFaces]:
        """Return one fall for each pair of lowest face and number of dice at or under the target."""
        target = max(0, min(self.target, sides))
        failed = [
            ((low,) * count, (sides - low + 1) ** count - (sides - low) ** count)
            for low in range(target + 1, sides + 1)
        ]
        return failed + [fall for low in range(1, target + 1) for fall in _successes(low, target, count, sides)]


def _successes(low: int, target: int, count: int, sides: int) -> list[WeightedFaces]:
    found = []
    for within in range(1, count + 1):
        ways = math.comb(count, within) * ((target - low + 1) ** within - (target - low) ** within)
        weight = ways * (sides - target) ** (count - within)
        if weight:
            found.append(((low, *(target,) * (within - 1), *(sides,) * (count - within)), weight))
    return found


class Highest(msgspec.Struct, frozen=True):
    """Only the highest die counts."""

    def falls(self, count: int, sides: int) -> Sequence[WeightedFaces]:
        """Return one fall for each highest face."""
        return [((high,) * count, high**count - (high - 1) ** count) for high in range(1, sides + 1)]


class Total(msgspec.Struct, frozen=True):
    """Only the sum of the dice counts."""

    def falls(self, count: int, sides: int) -> Sequence[WeightedFaces]:
        """Return one fall for each sum."""
        ways = {0: 1}
        for _ in range(count):
            ways = _one_die_more(ways, sides)
        return [(_adding_up(total, count, sides), number) for total, number in ways.items()]


def _one_die_more(ways: dict[int, int], sides: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for total, number in ways.items():
        for face in range(1, sides + 1):
            found[total + face] = found.get(total + face, 0) + number
    return found


def _adding_up(total: int, count: int, sides: int) -> Faces:
    """Return some faces of that sum: the highest first."""
    spare, faces = total - count, []
    for _ in range(count):
        more = min(spare, sides - 1)
        faces.append(1 + more)
        spare -= more
    return tuple(faces)


class Buckets(msgspec.Struct, frozen=True):
    """Only how many dice fall into each bucket matters; ``tops`` are the highest faces of the buckets, ascending."""

    tops: tuple[int, ...]

    def falls(self, count: int, sides: int) -> Sequence[WeightedFaces]:
        """Return one fall for each way to share the dice among the buckets."""
        if count == 0:
            return [((), 1)]
        widths = dict(zip(self.tops, _widths(self.tops), strict=True))
        return [(faces, _ways(faces, widths)) for faces in combinations_with_replacement(self.tops, count)]


def _widths(tops: Sequence[int]) -> list[int]:
    return [top - below for below, top in zip((0, *tops), tops, strict=False)]


def _ways(faces: Faces, widths: dict[int, int]) -> int:
    ways = math.factorial(len(faces))
    for top, width in widths.items():
        share = faces.count(top)
        ways = ways // math.factorial(share) * width**share
    return ways


class Pick(msgspec.Struct, frozen=True):
    """A table is consulted; ``groups`` are its results: a representative fall and in how many ways it comes."""

    groups: tuple[WeightedFaces, ...]

    def falls(self, count: int, sides: int) -> Sequence[WeightedFaces]:
        """Return the distinct results of the table."""
        return self.groups


class Faced(Protocol):
    """A row that names the faces of a die, or the sums of several, that mean it."""

    @property
    def faces(self) -> tuple[int, ...]:
        """Return what must fall for it."""
        ...


def row_of(rows: Mapping[str, Faced], fallen: int) -> str:
    """Return the first row that names what has fallen; what none names means the row with the nearest face (ours)."""
    for key, row in rows.items():
        if fallen in row.faces:
            return key
    keys = tuple(rows)
    return keys[_nearest([rows[key].faces for key in keys], fallen)]


def picked(rows: Mapping[str, Faced], count: int, sides: int) -> Pick:
    """Return a table consulted by the sum of so many dice: for each row its first fall, and how many ways it has."""
    return _picked(tuple([row.faces for row in rows.values()]), count, sides)


@lru_cache(maxsize=64)
def _picked(named: tuple[tuple[int, ...], ...], count: int, sides: int) -> Pick:
    found: dict[int, list[Faces]] = {}
    for fallen in product(range(1, sides + 1), repeat=count):
        found.setdefault(_nearest(named, sum(fallen)), []).append(fallen)
    return Pick(tuple((ways[0], len(ways)) for ways in found.values()))


def _nearest(named: Sequence[tuple[int, ...]], fallen: int) -> int:
    """Return which of those that name faces has the nearest to what has fallen, of several the first."""
    return min(range(len(named)), key=lambda number: min(abs(fallen - face) for face in named[number]))


class Ask(msgspec.Struct, frozen=True):
    """A request for dice: ``label`` names the reason, ``secret`` draws from the GM's secret.

    ``unseen`` says that it is about somebody hidden, and ``moment`` names what happened by itself, "" for the order's
    own doing: rules leave both to the source that they ask.
    """

    label: str
    count: int
    sides: int
    meaning: Meaning = Each()
    secret: bool = False
    unseen: bool = False
    moment: str = ""


class Roll(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Faces that fell: the fact an event records, with what was asked for.

    ``index`` counts the requests of one order from zero; where the hidden are rolled apart, only those that are alike.
    """

    label: str
    sides: int
    faces: Faces
    index: int = 0
    secret: bool = False
    unseen: bool = False
    moment: str = ""


class Dice(Protocol):
    """Something that answers requests for dice, in order."""

    def faces(self, ask: Ask, index: int) -> Faces:
        """Return ``ask.count`` faces from 1 to ``ask.sides``; ``index`` counts the requests of one order from zero."""
        ...


class DiceScriptError(Exception):
    """A script of faces and the rules disagree on how many faces are needed, or on their range."""


class SeededDice(msgspec.Struct, frozen=True):
    """Fair faces: a keyed hash of the order's live position, its canonical bytes and the request's index.

    The same order in the same place rolls the same, and knowing its faces tells nothing about any other order's.
    """

    public_secret: bytes
    gm_secret: bytes
    position: int
    order: bytes

    def faces(self, ask: Ask, index: int) -> Faces:
        """Return the faces of a request."""
        key = self.gm_secret if ask.secret else self.public_secret
        return _unbiased(key, b"%d:%d:%b" % (self.position, index, self.order), ask)


def supposed(position: int, order: bytes) -> SeededDice:
    """Return dice that no fight is rolled with, by which it is tried whether something can be done."""
    return SeededDice(b"", b"", position, order)


class ApartDice(msgspec.Struct, frozen=True):
    """Fair faces of which those that players know of do not depend on anybody or anything hidden.

    ``position`` counts only orders of one kind: those that players know of, or with a ``draw`` those that only the GM
    knows of, whose faces all come from the GM's secret. What happens by itself, as a round ends, is keyed by its moment
    alone, so that it does not matter whose order it follows. Requests for one thing are counted apart from all others.
    """

    public_secret: bytes
    gm_secret: bytes
    draw: str
    position: int
    order: bytes

    def faces(self, ask: Ask, index: int) -> Faces:
        """Return the faces of a request; ``index`` counts those of its label, secrecy and moment."""
        moment, what = ask.moment, f"unseen {ask.label}" if ask.unseen else ask.label
        spot = f"moment {moment}" if moment else f"{self.draw or 'order'} {self.position}"
        message = b"%b|%d|%b" % (f"{spot}|{what}".encode(), index, b"" if moment else self.order)
        secret = ask.secret or (self.draw and not moment)
        return _unbiased(self.gm_secret if secret else self.public_secret, message, ask)


@lru_cache(maxsize=MOST_SECRETS)
def _keyed(secret: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """Return the two hashes of which an HMAC is made (RFC 2104), the inner one first, which have taken in the key.

    That is half the work of one; whoever uses them takes copies.
    """
    key = (secret if len(secret) <= _BLOCK else sha256(secret).digest()).ljust(_BLOCK, b"\0")
    return sha256(key.translate(_INNER)), sha256(key.translate(_OUTER))


def _unbiased(key: bytes, message: bytes, ask: Ask) -> Faces:
    """Return faces from a keyed hash, by rejection of the words that would favour low faces."""
    count, sides = ask.count, ask.sides
    limit = (1 << 32) - (1 << 32) % sides
    inner, outer = _keyed(key)
    faces: list[int] = []
    block = 0
    while True:
        within, whole = inner.copy(), outer.copy()
        within.update(b"%d|%b" % (block, message))
        whole.update(within.digest())
        words = _EIGHT_WORDS.unpack(whole.digest())
        fair = words if max(words) < limit else [word for word in words if word < limit]
        faces += [1 + word % sides for word in fair[: count - len(faces)]]
        if len(faces) == count:
            return tuple(faces)
        block += 1


class ScriptedDice:
    """Faces from a list, in the order the rules ask; used by tests and scenarios."""

    def __init__(self, script: Iterable[int]) -> None:
        self.left = list(script)

    def faces(self, ask: Ask, index: int) -> Faces:
        """Return the next ``ask.count`` faces of the script.

        Raises:
            DiceScriptError: the script is too short or holds a face the die does not have.
        """
        taken = tuple(self.left[: ask.count])
        if len(taken) < ask.count:
            raise DiceScriptError(f"{ask.label}: needs {ask.count}d{ask.sides}, the script has {len(taken)} left")
        if any(not 1 <= face <= ask.sides for face in taken):
            raise DiceScriptError(f"{ask.label}: {taken} does not fit {ask.count}d{ask.sides} (request {index})")
        del self.left[: ask.count]
        return taken


@lru_cache(maxsize=32)
def _falls(meaning: Meaning, count: int, sides: int) -> Sequence[WeightedFaces]:
    """Return the falls of a request, the likeliest first, listed once for all the leaves that pass it."""
    return sorted(meaning.falls(count, sides), key=lambda fall: -fall[1])


class EnumeratingDice:
    """Walks one leaf of the tree of all distinct falls: a given path, then always the likeliest fall."""

    def __init__(self, path: Sequence[int] = ()) -> None:
        self._path = path
        self._taken: list[tuple[int, Sequence[WeightedFaces], float]] = []
        self.weight = 1
        self.ways = 1

    def faces(self, ask: Ask, index: int) -> Faces:
        """Return the fall that the path names for request ``index``."""
        falls = _falls(ask.meaning, ask.count, ask.sides)
        choice = self._path[index] if index < len(self._path) else 0
        faces, weight = falls[choice]
        self.ways *= ask.sides**ask.count
        self._taken.append((choice, falls, self.weight / self.ways))
        self.weight *= weight
        return faces

    def next_in_line(self) -> Iterator[tuple[float, tuple[int, ...]]]:
        """Yield the paths that follow from this leaf, each with how likely it is that dice fall along it."""
        path = tuple(choice for choice, _, _ in self._taken)
        for at in range(max(0, len(self._path) - 1), len(self._taken)):
            choice, falls, chance = self._taken[at]
            if choice + 1 < len(falls):
                yield falls[choice + 1][1] * chance, (*path[:at], choice + 1)


def every_leaf() -> Iterator[EnumeratingDice]:
    """Yield dice for one leaf after the other, the likeliest first; each is played with before the next is made."""
    waiting: list[tuple[float, tuple[int, ...]]] = [(-1.0, ())]
    while waiting:
        dice = EnumeratingDice(heappop(waiting)[1])
        yield dice
        for chance, path in dice.next_in_line():
            heappush(waiting, (-chance, path))
