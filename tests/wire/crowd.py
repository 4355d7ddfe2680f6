"""`python -m tests.wire.crowd [--seconds 60]`: many people type options while game masters act, and nobody waits.

First 64 people in 16 channels, then 16 people in one: they complete options, ask for odds and look at the fight without
rest, while the game master of each channel acts twice a second. It is wrong if an answer takes longer than three
seconds, if the bot stands still, or if it has not ended ten seconds after SIGTERM, which comes while everybody goes on.
What was typed before that must be answered. It is done on this Python and on 3.12, 3.13 and 3.14 where they are found.
Exit status 1 if anything was wrong; where a bot stood still, the stacks of its threads are told too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.wire import pythons
from tests.wire.battle import BOT, SHEETS
from tests.wire.client import Answer, Impossible, Unanswered, Wire
from tests.wire.kill import audited
from tests.wire.typed import Focus
from tests.wire.world import Channel, User

DEADLINE_S: Final = 3.0
STANDSTILL_S: Final = 10.0
LONGEST_ENDING_S: Final = 10.0
RECEIVED_S: Final = 0.5  # what was typed so long before SIGTERM has reached the bot
BETWEEN_ORDERS_S: Final = 0.5
KEPT_ANSWERS: Final = 500
GUARDS: Final = 5
TOLD: Final = 8
LETTERS: Final = ("", "", "g", "gu", "a", "m", "r", "s")

Asking = Callable[[], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Setting:
    """How many people are spread over how many channels."""

    people: int
    channels: int


@dataclass(frozen=True, slots=True)
class Patience:
    """How long anybody waits: for an answer, and until the bot is taken to stand still."""

    answer_s: float = DEADLINE_S
    standstill_s: float = STANDSTILL_S


MANY: Final = Setting(people=64, channels=16)
CLOSE: Final = Setting(people=16, channels=1)


class Crowd:
    """One bot with many people; `latencies_s` says by kind how long each answer took, and `wrong` what was wrong."""

    def __init__(self, wire: Wire, setting: Setting, seed: int, patience: Patience = Patience()) -> None:
        self.wire, self.patience = wire, patience
        self.rng = random.Random(seed)
        self.wrong: list[str] = []
        self.stacks = ""
        self.latencies_s: defaultdict[str, list[float]] = defaultdict(list)
        self.seats = self._seated(setting)
        self._over = asyncio.Event()
        self._asked_to_end_s = float("inf")
        self._finished: list[int] = []
        self._tasks: list[asyncio.Task[None]] = []

    def _seated(self, setting: Setting) -> dict[str, Channel]:
        """Everybody by name, with the channel that they sit in; nobody is there before."""
        world, guild = self.wire.world, self.wire.guild
        places = [self.wire.channel, *(world.add_channel(guild, f"c{at}") for at in range(1, setting.channels))]
        names = [f"p{number:02}" for number in range(setting.people)]
        guild.people |= {name: User(world.ids.next(), name) for name in names}
        return {name: places[at % len(places)] for at, name in enumerate(names)}

    @property
    def channels(self) -> list[Channel]:
        """Where they sit."""
        return list({place.id: place for place in self.seats.values()}.values())

    async def run(self, seconds: float) -> None:
        """Everybody comes, types for so long, and goes on typing while the bot is told to end."""
        await self.open()
        await self.type_for(seconds)
        await self.leave()

    async def open(self) -> None:
        """Start the bot; everybody makes a sheet and joins the fight of their channel."""
        await self.wire.start_bot(BOT, {"FIRETEAM_LOG": "WARNING", "PYTHONFAULTHANDLER": "1"})
        await asyncio.gather(*map(self._begin, self.channels))
        await asyncio.gather(*(self._join(name) for name in self.seats))

    async def _begin(self, channel: Channel) -> None:
        await self.wire.slash("gm", channel, "/npc add", {"template": "guard", "count": GUARDS})
        await self.wire.slash("gm", channel, "/init start", {"now": True, "title": channel.name})

    async def _join(self, name: str) -> None:
        sheet = json.dumps({**SHEETS["ann"], "name": name.upper()})
        await self.wire.slash(name, self.seats[name], "/sheet import", {"text": sheet})
        await self.wire.slash(name, self.seats[name], "/init join", {})

    async def type_for(self, seconds: float) -> None:
        """Everybody begins, and after so long nobody has stopped yet; sooner where the bot stands still."""
        people = [self._person(name) for name in self.seats]
        self._tasks = [asyncio.create_task(each) for each in (*people, *map(self._master, self.channels))]
        try:
            async with asyncio.timeout(seconds):
                await self._over.wait()
        except TimeoutError:
            return

    async def leave(self) -> None:
        """SIGTERM in the middle of it: the bot ends soon and well, and all that it had received is answered."""
        self._asked_to_end_s = time.perf_counter()
        try:
            status = await self.wire.terminate(LONGEST_ENDING_S)
            self.wrong += [f"the bot ended with status {status}"] if status else []
        except TimeoutError:
            self.wrong.append(f"the bot had not ended {LONGEST_ENDING_S:.0f} s after SIGTERM")
            self.stacks = await self._stacks()
        self._over.set()
        await asyncio.gather(*self._tasks)
        self.wrong += await audited(self.wire.database, aloud=False)

    async def _stacks(self) -> str:
        """Where those threads are that run code of ours, in a bot that does not end by itself."""
        bot = self.wire.bot
        if bot is None:
            return ""
        await bot.abort()
        return "\n\n".join(stack for stack in bot.output.split("\n\n") if re.search(r"/(bot|cogs)/", stack))

    async def _person(self, name: str) -> None:
        """Type without rest until nobody answers: who types on to a bot that has ended lets nobody else in."""
        answered = True
        try:
            while answered and not self._over.is_set():
                kind, asking = self._idea(name)
                answered = await self._timed(f"{name} typed {kind} in {self.seats[name].name}", kind, asking)
        except Impossible:  # there is no bot to type to
            return

    async def _master(self, channel: Channel) -> None:
        """Act twice a second, however long the answers take."""
        async with asyncio.TaskGroup() as orders:
            while not self._over.is_set():
                orders.create_task(self._order(channel))
                with suppress(TimeoutError):
                    async with asyncio.timeout(BETWEEN_ORDERS_S):
                        await self._over.wait()

    async def _order(self, channel: Channel) -> None:
        command, options = self.rng.choices(
            (
                ("/init next", {}),
                ("/init range", {"actor": "Guard 1", "target": "Guard 2", "range_m": 30.0}),
                ("/init set", {"actor": "Guard 1", "what": "stance", "value": self.rng.choice(("prone", "crouched"))}),
                ("/undo", {}),
            ),
            (12, 1, 1, 1),
        )[0]
        try:
            await self._timed(
                f"gm typed {command} in {channel.name}",
                "an order",
                lambda: self.wire.slash("gm", channel, command, options, timeout_s=self.patience.standstill_s),
            )
        except Impossible:
            return

    def _idea(self, name: str) -> tuple[str, Asking]:
        """What somebody types next: mostly options, sometimes a question."""
        channel, letters = self.seats[name], self.rng.choice(LETTERS)
        target = {"target": self.rng.choice(("Guard 1", "Guard 2", "Guard 3"))}
        patience_s = self.patience.standstill_s

        def typing(option: str, given: dict[str, Any]) -> Asking:
            focus = Focus(option, letters)
            return lambda: self.wire.completion(name, channel, "/attack", focus, given, timeout_s=patience_s)

        def asking(command: str, given: dict[str, Any]) -> Asking:
            return lambda: self.wire.slash(name, channel, command, given, timeout_s=patience_s)

        ideas: tuple[tuple[int, str, Asking], ...] = (
            (30, "the target of an attack", typing("target", {})),
            (20, "the weapon of an attack", typing("weapon", target)),
            (20, "more words of an attack", typing("with", target)),
            (1, "/odds", asking("/odds", {**target, "range_m": 40.0})),
            (10, "/init status", asking("/init status", {})),
        )
        _, kind, idea = self.rng.choices(ideas, [weight for weight, *_ in ideas])[0]
        return kind, idea

    async def _timed(self, what: str, kind: str, asking: Asking) -> bool:
        """Ask once, and judge how long that took; whether there was an answer."""
        try:
            answer = await asking()
        except Unanswered as silence:
            self._judge_silence(what, silence.interaction_id)
            return False
        self.latencies_s[kind].append(answer.latency_s)
        if answer.latency_s > self.patience.answer_s:
            self.wrong.append(f"{what} and waited {answer.latency_s:.1f} s")
        self._forget(answer)
        return True

    def _judge_silence(self, what: str, interaction_id: int) -> None:
        """Nobody answers: that is wrong unless the bot was already told to end when it was typed."""
        if self.wire.world.interactions[interaction_id].sent_at_s < self._asked_to_end_s - RECEIVED_S:
            self.wrong.append(f"{what} and was never answered")
            self._over.set()

    def _forget(self, answer: Answer) -> None:
        """Keep the newest answers alone: what follows one of them may still be on its way."""
        self._finished.append(answer.id)
        if len(self._finished) > 2 * KEPT_ANSWERS:
            for old in self._finished[:KEPT_ANSWERS]:
                self.wire.forget(old)
            del self._finished[:KEPT_ANSWERS]

    def report(self) -> str:
        """How many answers of each kind, and how long half of them, nearly all and the slowest took."""
        rows = [_row(kind, sorted(latencies)) for kind, latencies in sorted(self.latencies_s.items())]
        wrong = [f"  {what}" for what in self.wrong]
        more = [f"  and {len(wrong) - TOLD} more"] if len(wrong) > TOLD else []
        return "\n".join([*rows, *wrong[:TOLD], *more, *([self.stacks] if self.stacks else [])])


def _row(kind: str, ranked: list[float]) -> str:
    half, most = ranked[len(ranked) // 2], ranked[len(ranked) * 99 // 100]
    times = f"{1000 * half:>6.0f} ms half, {1000 * most:>6.0f} ms 99 of 100, {1000 * ranked[-1]:>6.0f} ms the slowest"
    return f"  {len(ranked):>7,} {kind:<24} {times}"


async def crowded(
    setting: Setting, seconds: float, seed: int, python: Path = Path(sys.executable), patience: Patience = Patience()
) -> Crowd:
    """A crowd and its bot, from the first sheet to the end of both."""
    async with Wire(python=python) as wire:
        crowd = Crowd(wire, setting, seed, patience)
        await crowd.run(seconds)
        return crowd


def on(version: str, python: Path, seconds: float, seed: int) -> bool:
    """Both crowds on one Python, told as it goes; whether all was well."""
    well = True
    for setting in (MANY, CLOSE):
        print(f"Python {version}, {setting.people} people in {setting.channels} channels:", flush=True)
        crowd = asyncio.run(crowded(setting, seconds, seed, python))
        print(crowd.report(), "  nobody waited" if not crowd.wrong else "  WRONG", sep="\n", flush=True)
        well = well and not crowd.wrong
    return well


def everywhere(seconds: float, seed: int) -> bool:
    """On every Python that is found here; one that is not is told, and no fault."""
    well = True
    for version in dict.fromkeys((pythons.running(), *pythons.OTHERS)):
        try:
            python = pythons.environment(version)
        except pythons.NoEnvironment as problem:
            print(problem)
            well = False
            continue
        if python is None:
            print(f"Python {version} is not here: not tried")
        else:
            well = on(version, python, seconds, seed) and well
    return well


def main() -> int:
    """Parse the command line, let them type, and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.wire.crowd", description="Many type, and nobody waits.")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each of the two crowds types")
    parser.add_argument("--python", type=Path, help="run the bot with this one alone")
    parser.add_argument("--seed", type=int, default=random.randrange(1, 1_000_000))
    typed = parser.parse_args()
    print(f"{typed.seconds:g} seconds each, seed {typed.seed}", flush=True)
    if typed.python:
        well = on(str(typed.python), typed.python.absolute(), typed.seconds, typed.seed)
    else:
        well = everywhere(typed.seconds, typed.seed)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
