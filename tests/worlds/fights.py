"""Two worlds side by side: the same is played in both, more in one of them, and a player must not tell which is which.

python -m tests.worlds reflex 200            plays 200 fights and says what shows
python -m tests.worlds reflex 1 --first 17   plays the fight with seed 17 again, step by step, and makes it shorter
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from unittest.mock import patch

import msgspec

from tests.worlds.moves import Move, Table
from tests.worlds.places import CHANNEL, LOG
from tests.worlds.seen import EXPLAINS, GOES_ON, Eyes
from tests.worlds.talk import Answer
from tests.worlds.unseen import FELLING, Shadows, waits_unseen
from tests.worlds.world import World, opened

STEPS = 40
UNDOING = ("/undo", "/redo")
COMING = "/npc add"
"""What cannot be done in the same way at another moment: behind it an undo touches what was done then."""
CHANGING = ("/act", "/init next", "/init remove", "/init join", "/init hold", "/init press")
RUEFUL = 0.3
ON_A_GROUND = 10_000  # and all seeds from there on
LOOKS = 4
MOST_SETTLING = 12
FEW_EVENTS = 1_000  # for odds, whose exactness is nothing here
FEW_FALLS = 40
UNHURRIED = {
    "bot.service.lookups.odds.MOST_EVENTS": FEW_EVENTS,
    "bot.service.panels.prospects.AT_ONCE": FEW_FALLS,
    "bot.service.panels.prospects.IN_TIME": FEW_FALLS,
    "bot.service.panels.prospects.LISTED": FEW_FALLS,
    "bot.service.panels.prospects.THROWN": FEW_FALLS,
    "bot.posting.publisher.GAP_S": 0.0,
    "bot.posting.publisher.HEAD_START_S": 0.0,
    "bot.posting.tracker.REST_S": 0.0,
    "bot.posting.tracker.MOST_BELOW": 1_000_000,
    "cogs._reply.PATIENCE_S": 3600.0,
}
"""What depends on the clock, or takes long, and is not what is looked for."""
MEMORY = Path("/dev/shm")  # noqa: S108  where there is one, nothing is written to a disk that holds only for a moment


@dataclass(frozen=True)
class Difference:
    """Where the world with more in it looked another way: after which move, on which surface, and both looks."""

    move: Move
    surface: str
    less: str
    more: str

    def __str__(self) -> str:
        lines = (
            f"after {self.move.title.strip()}, {self.surface}",
            f"-- with less: {self.less}",
            f"-- with more: {self.more}",
        )
        return "\n".join(lines)


@dataclass
class Side:
    """A world and what was seen of it; what only those read whose ``own`` it is counts for nothing."""

    world: World
    eyes: Eyes = field(default_factory=Eyes)
    looked_at: int = 0
    own: frozenset[str] = frozenset({"gm"})

    async def takes(self, move: Move) -> list[str]:
        """Do what a move says; what its user was answered, as far as players may read it."""
        world, user = self.world, move.user
        if move.option:
            found = await world.completes(user, move.command, move.option, "", move.options)
            return [f"{label} = {value}" for label, value in found]
        if move.key:
            return self.eyes.answers(await world.clicks(user, move.key), everything=True)
        if move.press >= 0:
            pressed = self.eyes.pressed[move.press] if move.press < len(self.eyes.pressed) else ""
            answers: list[Answer] = await world.clicks(user, pressed)
        else:
            answers = await world.types(user, move.command, move.options)
        return self.eyes.answers(answers, everything=user not in self.own)

    def news(self, *, parted: bool) -> dict[str, list[str]]:
        """What came to be seen in public places since the last look."""
        shown = self.world.board.shown[self.looked_at :]
        self.looked_at = len(self.world.board.shown)
        return self.eyes.lanes(self.eyes.settled(shown), joined=parted)

    def masks(self) -> None:
        """Leave out what the tracker showed while it said that the fight waits for the GM."""
        shown = self.world.board.shown
        shown[self.looked_at :] = self.eyes.masked(shown[self.looked_at :])


class StopFightingError(Exception):
    """Nobody but the hidden is left who could act: there is nothing more to see."""


class Fight:
    """One fight in two worlds, every move kept."""

    def __init__(self, less: World, more: World, seed: int) -> None:
        self.less, self.more = Side(less), Side(more)
        self.rng = Random(f"{less.key} {seed}")
        laid = seed >= ON_A_GROUND
        self.table = Table(less, self.less.eyes, Random(f"{less.key} {seed} seen"), laid=laid)
        self.shadows = Shadows(more, Random(f"{less.key} {seed} unseen"), laid=laid)
        self.settler = Shadows(more, Random(f"{less.key} {seed} settling"), laid=laid)
        self.moves: list[Move] = []
        self.waited = False
        self.parted = False  # whether what is one message in the one world may be two in the other
        self.touched = False  # whether what was done since the last thing that all know of can be done then alone

    async def played(self, steps: int) -> Difference | None:
        """Play at random until something shows."""
        for move in self.table.opening():
            if found := await self._turn(move):
                return found
        for _ in range(steps):
            move = self.table.step()
            if self._undoes(move) and self.touched:
                continue
            if found := await self._turn(move) or await self._thought_better(move):
                return found
            for move in self.table.looks(LOOKS):
                if found := await self.takes(move):
                    return found
        return None

    async def _turn(self, move: Move) -> Difference | None:
        """What everybody does, then a few things that nobody sees."""
        if found := await self.takes(move):
            return found
        for _ in range(self.rng.choice((0, 0, 1, 1, 2))):
            unseen = self.shadows.step()
            found = await self.takes(unseen) if unseen else None
            if found:
                return found
        return None

    async def _thought_better(self, move: Move) -> Difference | None:
        """Now and then a player takes back what they have just done, whatever the GM has done since."""
        changes = move.user != "gm" and move.command in CHANGING and self.rng.random() < RUEFUL
        aside = self.shadows.aside() if changes and not self.touched else None
        found = await self.takes(aside) if aside else None
        return found if found or not changes or self.touched else await self.takes(Move(move.user, "/undo"))

    async def again(self, moves: Sequence[Move]) -> Difference | None:
        """Play these moves; what lets a fight go on that waits for the GM is drawn anew."""
        for move in moves:
            if self._undoes(move) and self.touched and not move.unseen:
                continue
            if found := await self.takes(move):
                return found
        return None

    def _undoes(self, move: Move) -> bool:
        """Whether a move takes something back, typed or by a button."""
        pressed = self.less.eyes.pressed
        key = pressed[move.press] if 0 <= move.press < len(pressed) else ""
        return move.command in UNDOING or key.startswith("ft:undo:")

    async def takes(self, move: Move) -> Difference | None:
        """Take a move where it belongs, let the GM settle what waits for them, and compare."""
        if move.unseen and not self.less.world.head():
            return None  # the secrets of the first chapter would be drawn at another moment
        self.moves.append(move)
        self.less.world.begins(unseen=move.unseen)
        self.more.world.begins(unseen=move.unseen)
        known, heads = self.less.world.numbered(), self._heads()
        head = heads[1]
        said = [] if move.unseen else await self.less.takes(move)
        heard = await self.more.takes(msgspec.structs.replace(move, options={**move.options, **move.otherwise}))
        done = self._heads()
        early = self._early(heard)
        later = await self._settled()
        self.waited = waited = later is not None
        self.touched = (
            (self._undoes(move) and not move.unseen)
            or (move.unseen and (move.command == COMING or move.options.get("amount") == FELLING))
            or (self.touched and (move.unseen or self.less.world.numbered() == known))
        )
        if not move.unseen or self.more.world.head() > head:
            self.shadows.loose = self.more.world.head() if move.unseen and not waited else -1
        self.parted = self.parted or waited
        less, more = self.less.news(parted=self.parted), self.more.news(parted=self.parted)
        if later is not None:
            heard = [*heard, *later]
            if self.less.world.board.in_place:
                said, heard = _without_answers(said, heard, less, more)
            said, heard = _together(said, less), _together(heard, more)
            heard = _without_sums(said, heard, less, more)
        found = _difference(move, said, heard, less, more) or self._while_waiting(move, early)
        if not found and done[0] > heads[0] and done[1] > heads[1] and self._fell_otherwise(*done):
            raise StopFightingError
        return found

    def _heads(self) -> tuple[int, int]:
        return self.less.world.head(), self.more.world.head()

    def _fell_otherwise(self, less: int, more: int) -> bool:
        """Whether dice that nobody saw, which are others where more is hidden, brought other things about."""
        return self.less.world.out_of_sight(less) != self.more.world.out_of_sight(more)

    def _early(self, heard: list[str]) -> str:
        """What everybody was told before the GM let somebody hidden act."""
        side = self.more
        return "\n".join([*heard, *(each.text for each in side.world.board.shown[side.looked_at :])])

    def _while_waiting(self, move: Move, early: str) -> Difference | None:
        """What was told or offered too early: a new round, or what nobody in sight could do."""
        if self.waited:
            begun = [line for line in self.less.world.of_a_round() if line in early]
            if begun:
                return Difference(move, "round", "nothing yet", "\n".join(begun))
        if self.more.eyes.too_much:
            return Difference(move, "waiting tracker", GOES_ON, ", ".join(self.more.eyes.too_much))
        return None

    async def _settled(self) -> list[str] | None:
        """Let whoever is hidden act until nobody hidden is waited for; what all could read of it, None if none was."""
        heard: list[str] | None = None
        for attempt in range(MOST_SETTLING * 2):
            if not waits_unseen(self.more.world.scene()):
                return heard
            self.more.masks()
            self.more.world.begins(unseen=True)
            patient = attempt > MOST_SETTLING
            move = self.settler.patience() if patient else self.settler.settling()
            heard = [*(heard or []), *await self.more.takes(move)]
        raise StopFightingError


BUTTON = re.compile(r"\[.*\] ft:")
SMALL = "-# "
SIDE = re.compile(r"^[^\w\s`*#-]+\s(?=\*\*)")
TO_THE_ASKER, ALONE = "edits to the asker: ", "answers to the asker: "
Lanes = dict[str, list[str]]


def _together(answers: list[str], lanes: Lanes) -> list[str]:
    """What the channel was told of an order, at once and once nobody waited for the GM, line by line.

    What is written over a panel for its asker alone may leave out what was told later, and has nothing that was not.
    """
    panels = [text.removeprefix(TO_THE_ASKER) for text in answers if text.startswith(TO_THE_ASKER)]
    public = [text for text in answers if not text.startswith(TO_THE_ASKER)]
    told = [line for text in (*public, *lanes.pop(CHANNEL, [])) for line in bare(text).split("\n")]
    told += [line for text in panels for line in text.split("\n") if line not in told]
    told = [line for line in told if EXPLAINS not in line]
    return sorted(told, key=lambda line: bool(BUTTON.match(line)))


def _without_answers(said: list[str], heard: list[str], less: Lanes, more: Lanes) -> tuple[list[str], list[str]]:
    """What was answered in a thread, where pages are for all, and a page that is told later has no part in an answer.

    An answer for its asker alone may leave out what was told later, and has nothing that was not.
    """
    for lanes in (less, more):
        if LOG in lanes:
            lanes[LOG] = sorted(lanes[LOG], key=lambda line: bool(BUTTON.match(line)))
    known = {line for text in said if text.startswith(ALONE) for line in text.removeprefix(ALONE).split("\n")}
    known |= {line for text in less.get(LOG, []) for line in text.split("\n")}
    lines = (line for text in heard if text.startswith(ALONE) for line in text.removeprefix(ALONE).split("\n"))
    public = [[text for text in answers if not text.startswith(ALONE)] for answers in (said, heard)]
    return public[0], [*public[1], *(f"{ALONE}{line}" for line in lines if line not in known)]


def _without_sums(said: list[str], heard: list[str], less: Lanes, more: Lanes) -> list[str]:
    """What was heard without the sentences of their own that stand among the sums of an order that nobody waited in.

    In the log both are told as sums.
    """
    sums = {_as_sum(line) for line in less.get(LOG, []) if line.startswith(SMALL)}
    for lanes in (less, more):
        if LOG in lanes:
            lanes[LOG] = [_as_sum(line) if _as_sum(line) in sums else line for line in lanes[LOG]]
    return [line for line in heard if line in said or _as_sum(line) not in sums]


def _as_sum(line: str) -> str:
    return SIDE.sub("", line.removeprefix(SMALL))


def bare(text: str) -> str:
    """A message without saying how it came to stand there."""
    return re.sub(r"^(answers to all|goes on to all|posts): ", "", text)


def _difference(move: Move, said: list[str], heard: list[str], less: Lanes, more: Lanes) -> Difference | None:
    pairs = [("answer", said, heard), *((lane, less.get(lane, []), more.get(lane, [])) for lane in {**less, **more})]
    for surface, one, other in pairs:
        if one != other:
            return Difference(move, surface, "\n".join(one) or "nothing", "\n".join(other) or "nothing")
    return None


def _fastest() -> Path | None:
    """Where databases of a moment are kept."""
    return MEMORY if MEMORY.is_dir() else None


@asynccontextmanager
async def side_by_side(key: str, seed: int, *, in_place: bool = False) -> AsyncIterator[Fight]:
    """Two worlds with the same secrets in which nothing has been played, maybe in what has no threads."""
    with ExitStack() as stack:
        for what, value in UNHURRIED.items():
            stack.enter_context(patch(what, value))
        stack.enter_context(patch("cogs._talk.has_threads", lambda _: not in_place))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=_fastest())))
        async with (
            opened(key, f"{key} {seed}", folder, "less") as less,
            opened(key, f"{key} {seed}", folder, "more") as more,
        ):
            less.board.in_place = more.board.in_place = in_place
            yield Fight(less, more, seed)


@dataclass(frozen=True)
class Played:
    """What came of a fight: the moves up to the difference, if there was one, and whether there was more to see."""

    key: str
    seed: int
    moves: tuple[Move, ...]
    difference: Difference | None
    stopped: bool = False


def played(key: str, seed: int, steps: int = STEPS) -> Played:
    """A fight at random."""
    return carried_out(key, seed, lambda fight: fight.played(steps))


def replayed(key: str, seed: int, moves: Sequence[Move]) -> Played:
    """The same fight again, with some of its moves."""
    return carried_out(key, seed, lambda fight: fight.again(moves))


def carried_out(
    key: str, seed: int, play: Callable[[Fight], Awaitable[Difference | None]], *, in_place: bool = False
) -> Played:
    """A fight as ``play`` has it."""

    async def playing() -> Played:
        async with side_by_side(key, seed, in_place=in_place) as fight:
            difference, stopped = None, True
            with suppress(StopFightingError):
                difference, stopped = await play(fight), False
            return Played(key, seed, tuple(fight.moves), difference, stopped)

    return asyncio.run(playing())


def shortened(found: Played, tries: int = 60) -> Played:
    """The fight with the moves left out that it does not take to show the difference."""
    size = max(1, len(found.moves) // 4)
    best = found
    while size and tries:
        at = 0
        while at < len(best.moves) - 1 and tries:
            tries -= 1
            fewer = replayed(best.key, best.seed, [*best.moves[:at], *best.moves[at + size :]])
            if _alike(fewer, found):
                best = fewer
            else:
                at += size
        size //= 2
    return best


def _alike(one: Played, other: Played) -> bool:
    return (
        one.difference is not None
        and other.difference is not None
        and one.difference.surface == other.difference.surface
    )


def told(found: Played) -> Iterator[str]:
    """A fight in words, move by move, and what showed."""
    yield f"{found.key} seed {found.seed}:"
    yield from (f"  {move.title}" for move in found.moves if not move.option)
    yield str(found.difference)
