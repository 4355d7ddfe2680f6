"""`python -m tests.wire.race [--commands 100000] [--people 200] [--processes 1]`: many race, and the bot is killed.

Every few seconds a real bot process is killed by SIGKILL and started again; what was not answered is delivered again
under the same id, or typed anew. Nothing that was acknowledged may be lost: orders, sheets, options, points. Nothing
may be done twice, no sheet that was deleted may come back, nobody may have two sheets in use. At the end every word
stands in its thread once, and the audit finds nothing. With `--processes 2 --postgres` there are two on one database,
each with a guild of its own shard, and one at a time is killed; `--rolling` stops them gently instead, and `--overlap`
starts the next before that; `--away` lets them live and stops the database for a minute. With `--old CHECKOUT` all
begin as another release, and are renewed one after the other.

`--no-kills --memory` lets one process live, and fails if it has grown by more than 5 MB from the first fifth of the
commands to the last. Exit status 1 if anything does not agree.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Final, assert_never

from bot.settings import Database
from tests.postgres import Server, server
from tests.wire import ledger
from tests.wire.battle import BOT, LABEL
from tests.wire.client import ANSWER_TIMEOUT_S, Answer, BotDied, Impossible, Unanswered, Wire
from tests.wire.fleet import Fleet, Passing, Release
from tests.wire.kept import Kept, Order
from tests.wire.kill import audited, ended
from tests.wire.pages import parts
from tests.wire.racers import Idea, Key, Racers, home
from tests.wire.registers import Register, Write
from tests.wire.typed import Focus
from tests.wire.words import Words

SHORTEST_LIFE_S, LONGEST_LIFE_S = 2.0, 6.0
OLD_LIFE_S: Final = 10.0  # of a process of another release, and as much more for each before it
IN_FLIGHT: Final = 32
KEPT_ANSWERS: Final = 1000
CATCH_UP_S: Final = 60.0
KILLS_BETWEEN_READINGS: Final = 25
AWAY_S: Final = 60.0
STUDIES: Final = ("/log verify", "/odds")  # which Discord is asked to wait for
LONG_PATIENCE_S: Final = 240.0
LATE: Final = (10062,)  # Discord had given up waiting: whoever typed it saw no answer
REFUSAL: Final = "⛔"
APOLOGY: Final = "That is my fault"
MOST_GROWTH_MB: Final = 5.0
MOST_TOLD: Final = 20


@dataclass(slots=True)
class Try:
    """One thing typed and never answered yet."""

    idea: Idea
    interaction_id: int
    began_s: float


class Race:
    """One bot process, its guild and its racers; `counts` says what happened, `wrong` what did not agree."""

    def __init__(
        self, wire: Wire, people: int, channels: int, seed: int, in_flight: int = IN_FLIGHT, first: int = 0
    ) -> None:
        self.wire, self.in_flight = wire, in_flight
        self.racers = Racers(wire, people, channels, seed, first)
        self.rng = random.Random(-seed)
        names = {user.id: name for name, user in wire.guild.people.items()}
        self.kept = Kept(wire.database, wire.guild.id, names)
        self.words = Words(self.kept.database, wire.guild.id)
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.registers: dict[Key, Register] = {}
        self.points: Counter[str] = Counter()
        self.orders: dict[tuple[int, str], Order] = {}
        self.asked: Counter[Order] = Counter()
        self.silent: list[Try] = []
        self.unseen: set[tuple[int, int]] = set()
        """In which channel and when something was ordered whose answer came too late."""
        self._finished: deque[tuple[int, str]] = deque()
        self._stop = asyncio.Event()
        self._told_to_go = False
        self.patience_s = ANSWER_TIMEOUT_S

    async def open(self, env: Mapping[str, str] | None = None) -> None:
        """Start the bot, and make what the race needs."""
        await self.wire.start_bot(BOT, {"FIRETEAM_LOG": "WARNING", **(env or {})})
        for part in self.racers.opening():
            await asyncio.gather(*map(self._type, part))

    # --- people type

    async def run(self, commands: int) -> None:
        """Type so many commands in all, on one process."""
        self._stop.clear()
        async with asyncio.TaskGroup() as hands:
            for _ in range(self.in_flight):
                hands.create_task(self._hand(commands))

    async def _hand(self, commands: int) -> None:
        while self.counts["typed"] < commands and not self._stop.is_set() and not self.wrong:
            await asyncio.gather(*map(self._type, self.racers.ideas()))

    async def _type(self, idea: Idea) -> None:
        """Type something once, answered or not."""
        began_s = time.perf_counter()
        try:
            answer = await self._asked(idea)
        except Unanswered as silence:
            self._note_typed(idea, silence.interaction_id)
            self.silent.append(Try(idea, silence.interaction_id, began_s))
            if self._listens and not self._stop.is_set():
                self.wrong.append(f"{_told(idea)} was never answered")
            self._stop.set()
        except Impossible:
            if self._listens:
                raise
            self._stop.set()
        else:
            self._note_typed(idea, answer.id)
            self._take(idea, answer, began_s)

    @property
    def _listens(self) -> bool:
        """Whether the bot is there to be typed to."""
        return self.wire.bot is not None and self.wire.bot.running and not self._told_to_go

    async def _asked(self, idea: Idea) -> Answer:
        if idea.into:
            focus = Focus(idea.into, str(idea.options[idea.into]))
            return await self.wire.completion(
                idea.user, idea.channel, idea.command, focus, timeout_s=self._patience_s(idea)
            )
        given, patience_s = idea.options, self._patience_s(idea)
        return await self.wire.slash(idea.user, idea.channel, idea.command, given, timeout_s=patience_s)

    def _patience_s(self, idea: Idea) -> float:
        return LONG_PATIENCE_S if idea.command in STUDIES else self.patience_s

    def _note_typed(self, idea: Idea, interaction_id: int) -> None:
        self.counts["typed"] += 1
        self.asked[self._order(idea, interaction_id)] += 1

    def _order(self, idea: Idea, interaction_id: int) -> Order:
        return Order.of(idea.channel, self.wire.person(idea.user), interaction_id)

    def _take(self, idea: Idea, answer: Answer, began_s: float) -> None:
        """What an answer promises."""
        words = answer.words
        if APOLOGY in words:
            self.wrong.append(f"{_told(idea)} was apologised for: {words[:200]}")
        elif answer.code in LATE:
            self.counts["completed too late" if idea.into else "answered too late"] += 1
            self.unseen.add((home(idea.channel), self._order(idea, answer.id).at_ms))
            self._may_have_written(idea, began_s)
        elif words.startswith(REFUSAL):
            self.counts["refused"] += 1
        else:
            self._promised(idea, answer.id, words, began_s)
        self._forget(answer.id, words)

    def _promised(self, idea: Idea, interaction_id: int, words: str, began_s: float) -> None:
        self.counts["carried out"] += not idea.into
        for key, value, sure in idea.effects:
            self._write(key, Write(value, began_s, time.perf_counter(), sure))
        self.points[idea.awards] += 1
        self.racers.learn(idea)
        if found := LABEL.match(words):
            known = self.orders.setdefault((home(idea.channel), found[1]), self._order(idea, interaction_id))
            if known != self._order(idea, interaction_id):
                self.wrong.append(f"{_told(idea)} was told #{found[1]}, which somebody else had been told")

    def _may_have_written(self, idea: Idea, began_s: float) -> None:
        for key, value, _ in idea.effects:
            self._write(key, Write(value, began_s, time.perf_counter(), sure=False))
        self.points[idea.awards] += 1  # the database has it, or it would not have been answered

    def _write(self, key: Key, write: Write) -> None:
        self.registers.setdefault(key, Register()).writes.append(write)

    def _forget(self, interaction_id: int, words: str) -> None:
        self._finished.append((interaction_id, words))
        if len(self._finished) > KEPT_ANSWERS:
            self.wire.forget(self._finished.popleft()[0])

    # --- the bot is killed, or stopped

    async def succeeded(self, commands: int, passing: Passing, turn: asyncio.Lock) -> None:
        """Type so many commands in all, while every few seconds another process takes the place of the bot.

        Of all who have one `turn`, one at a time is replaced.
        """
        while not self.wrong and (self.counts["typed"] < commands or self.wire.aged):
            racing = asyncio.create_task(self.run(commands))
            await asyncio.wait((racing,), timeout=self._life_s())
            async with turn:
                self.counts["renewed"] += self.wire.aged
                await self._succeed(passing, racing)
            self.counts[passing.counted] += 1
            await self._pick_up()
            await self.judge()
            if self.counts[passing.counted] % KILLS_BETWEEN_READINGS == 0:
                await self.read()

    def _life_s(self) -> float:
        if self.wire.aged:
            return OLD_LIFE_S * (1 + self.wire.shard[0])
        return self.rng.uniform(SHORTEST_LIFE_S, LONGEST_LIFE_S)

    async def _succeed(self, passing: Passing, racing: asyncio.Task[None]) -> None:
        """Have the bot replaced by a process of this release; what is typed meanwhile may fall silent."""
        match passing:
            case Passing.KILL:
                self._stop.set()
                await self.wire.kill()
            case Passing.STOP:
                self._told_to_go = True
                self.wrong += await ended(self.wire)
            case Passing.OVERLAP:
                self._told_to_go = True
                self.wrong += await self._handed_over()
            case _:
                assert_never(passing)
        self._stop.set()
        await racing
        self._told_to_go = False
        if passing is not Passing.OVERLAP:
            self.wire.renew()
            await self.wire.restart()

    async def _handed_over(self) -> list[str]:
        """Start the next process and then stop the one before it; what is wrong with how that ends."""
        before = self.wire.bot
        self.wire.renew()
        await self.wire.restart()
        return [f"the bot ended with status {status}"] if before and (status := await before.terminate()) else []

    async def _pick_up(self) -> None:
        """Deliver half of what was not answered again, and type the other half anew; and something answered twice."""
        silent, self.silent = self.silent, []
        done = self.kept.done(each.interaction_id for each in silent)
        self.rng.shuffle(silent)
        same, anew = silent[::2], silent[1::2]
        self.counts.update({"redelivered": len(same), "typed anew": len(anew), "of them done before": len(done)})
        for each in anew:
            if each.interaction_id in done:
                self._may_have_written(each.idea, each.began_s)
        self._stop.clear()
        # A refusal that never came to the database is kept nowhere, and would be another order if it came again.
        carried_out = [each for each in list(self._finished)[-50:] if not each[1].startswith(REFUSAL)]
        twice = self.rng.sample(carried_out, min(2, len(carried_out)))
        await asyncio.gather(
            *map(self._redeliver, same), *(self._type(each.idea) for each in anew), *(self._twice(*it) for it in twice)
        )
        self.wrong += [f"{_told(each.idea)} was never answered" for each in self.silent]

    async def _redeliver(self, silent: Try) -> None:
        try:
            answer = await self.wire.redeliver(silent.interaction_id, self._patience_s(silent.idea))
        except Unanswered:
            self.silent.append(silent)
        else:
            self._take(silent.idea, answer, silent.began_s)

    async def _twice(self, interaction_id: int, words: str) -> None:
        """Deliver something once more that was answered: what an order was called is what it is called again."""
        try:
            answer = await self.wire.redeliver(interaction_id, LONG_PATIENCE_S)
        except Unanswered as silence:
            self.wrong.append(f"what came twice was not answered: {silence}")
            return
        self.counts["delivered twice"] += 1
        first, again = LABEL.match(words), LABEL.match(answer.words)
        if first and (again is None or again[1] != first[1]):
            self.wrong.append(f"#{first[1]} was {answer.words[:60]!r} when it came twice")

    # --- the database is away

    async def robbed(self, commands: int, away: AbstractContextManager[None]) -> None:
        """Type so many commands in all; from the third of them on the database is `away` for a while."""
        self.patience_s = LONG_PATIENCE_S
        await self.run(commands // 3)
        racing = asyncio.create_task(self.run(commands))
        with away:
            await asyncio.sleep(AWAY_S)
        await racing
        self.wrong += [f"{_told(each.idea)} was never answered" for each in self.silent]
        if late := self.counts["answered too late"]:
            self.wrong.append(f"{late} people were told too late that they have to wait")
        await self.judge()

    # --- the books

    async def judge(self) -> None:
        """Compare what is kept with what was promised, while nobody types."""
        self.wrong += self.kept.impossible()
        self.wrong += self._lost_writes(time.perf_counter())
        self.wrong += [
            f"{name} has {found} points for {self.points[name]} awards"
            for name, found in self.kept.points().items()
            if found != self.points[name]
        ]
        self.wrong += self._lost_orders()

    def _lost_writes(self, now_s: float) -> Iterable[str]:
        kept = self.kept.values()
        for key in [key for key in kept if key[0] == "owner" and key not in self.registers]:
            yield f"the sheet {key[1]} has come back"
        for key, register in list(self.registers.items()):
            value = kept.get(key)
            if key[0] in ("months", "awareness") and ("owner", key[1]) not in kept:
                del self.registers[key]
                continue
            if not register.explains(value):
                written = "; ".join(str(each) for each in register.writes[-4:])
                yield f"{key} is {value!r}, and was written: {written}"
            register.settle(value, now_s)
            if value is None and key[0] == "owner":
                del self.registers[key]
                self.racers.owners.pop(key[1], None)

    def _lost_orders(self) -> Iterable[str]:
        known = self.kept.orders()
        for label, order in self.orders.items():
            if known.get(label) != order:
                yield f"#{label[1]} was promised to {order}, and the database has {known.get(label)}"
        self.counts["orders"] = len(known)
        for order, count in Counter(known.values()).items():
            if count > self.asked[order]:
                yield f"{count} orders came from {self.asked[order]} commands of {order}"

    async def read(self) -> None:
        """Wait until the threads show everything, and read every word of it."""
        ends = await self.words.ends()
        try:
            await self.wire.until(lambda: self.words.stand(self.wire, ends), CATCH_UP_S)
        except (TimeoutError, BotDied) as error:
            self.wrong.append(f"the threads stay incomplete: {error!r}")
        self.wrong += await self.words.wrong(self.wire, whole=True)
        self.wrong += [each for place in self.racers.places for each in ledger.repeated(place.channel)]
        self.counts["messages in the threads"] = sum(len(each.messages) for each in self.wire.threads())

    async def untold(self) -> list[str]:
        """The orders of fights that their channel does not tell of, but for those whose answer came too late to be
        shown: of what they did the log alone tells."""
        channels, known, found = self.kept.scenes(), self.kept.orders(), list[str]()
        unseen = {label for label, order in known.items() if (order.channel_id, order.at_ms) in self.unseen}
        for (scene, fight, gm), due in (await self.words.owed()).items():
            channel = self.wire.world.channels[channels[scene]]
            told = {label for message in channel.messages.values() for label, _ in parts(message.told)}
            told |= {label for place, label in unseen if place == channel.id}
            missing = [page.label for page in due if page.label and page.label not in told and not gm]
            found += [f"{channel.name} tells nothing of #{label} of fight {fight}" for label in missing]
        return found

    async def finish(self) -> None:
        """Read everything once more, and end the bot."""
        await self.judge()
        if not self.wrong:
            await self.read()
        self.wrong += await ended(self.wire)

    async def close(self) -> None:
        """Finish, and have what is kept audited."""
        await self.finish()
        self.wrong += await audited(self.kept.database)

    async def settled_mb(self) -> float:
        """The memory of the bot, in MB, once it has posted everything."""
        await self.read()
        return self.wire.bot.usage().rss_mb if self.wire.bot else 0.0


def report(races: Sequence[Race], elapsed_s: float) -> str:
    """The counts of all together, and what was wrong."""
    counts = sum((race.counts for race in races), Counter[str]())
    rows = [f"{count:>9,} {what}" for what, count in counts.items() if count]
    rate = f"{elapsed_s:>9.0f} seconds, {counts['typed'] / elapsed_s:.0f} commands a second"
    wrong = [what for race in races for what in race.wrong]
    return "\n".join([*rows, rate, *(wrong[:MOST_TOLD] or ["nothing lost, nothing doubled"])])


def _told(idea: Idea) -> str:
    return f"{idea.command} {dict(idea.options)} of {idea.user} in {idea.channel.name}"


async def raced(race: Race, commands: int) -> None:
    """A race with kills, from its first command to its audit."""
    await race.open()
    await race.succeeded(commands, Passing.KILL, asyncio.Lock())
    await race.close()


async def raced_together(races: Sequence[Race], fleet: Fleet, commands: int, passing: Passing) -> None:
    """A race against several processes, one of which is replaced at a time, from its first command to its audit."""
    turn = asyncio.Lock()
    for race in races:
        await race.open(fleet.env)
    await asyncio.gather(*(race.succeeded(commands // len(races), passing, turn) for race in races))
    for race in races:
        await race.finish()
    races[0].wrong += fleet.rushed()
    races[0].wrong += await audited(fleet.database)


async def raced_without(races: Sequence[Race], fleet: Fleet, commands: int, away: AbstractContextManager[None]) -> None:
    """A race in which the database is away for a minute, from its first command to its audit."""
    for race in races:
        await race.open(fleet.env)
    first, *others = races
    first.counts["seconds without the database"] = round(AWAY_S)
    share = commands // len(races)
    await asyncio.gather(first.robbed(share, away), *(each.robbed(share, nullcontext()) for each in others))
    for race in races:
        await race.finish()
    first.wrong += await audited(fleet.database)


async def remembered(race: Race, commands: int) -> None:
    """A race of one process, whose memory is read after each tenth: it has grown all it may after the second."""
    await race.open()
    read_mb = []
    for tenth in range(1, 11):
        await race.run(commands * tenth // 10)
        read_mb.append(await race.settled_mb())
        print(f"{read_mb[-1]:8.1f} MB after {commands * tenth // 10:,} commands", flush=True)
    growth_mb = read_mb[-1] - read_mb[1]
    race.wrong += await race.untold()
    if growth_mb > MOST_GROWTH_MB:
        race.wrong.append(f"the bot has grown by {growth_mb:.1f} MB since {commands // 5:,} commands")
    await race.close()


async def _race(typed: argparse.Namespace, database: Database | None) -> list[Race]:
    async with Wire(database=database) as wire:
        race = Race(wire, typed.people, typed.channels, typed.seed, typed.in_flight)
        await (remembered if typed.no_kills or typed.memory else raced)(race, typed.commands)
        return [race]


async def _race_together(typed: argparse.Namespace, running: Server) -> list[Race]:
    database = running.create("race")
    begins = Release(typed.old.resolve(), typed.python) if typed.old else Release()
    async with Fleet(typed.processes, database, begins) as fleet:
        people, channels, hands = (each // typed.processes for each in (typed.people, typed.channels, typed.in_flight))
        races = [
            Race(wire, people, max(2, channels), typed.seed + number, max(1, hands), first=number * people)
            for number, wire in enumerate(fleet.wires)
        ]
        if typed.away:
            await raced_without(races, fleet, typed.commands, running.away())
            return races
        passing = Passing.OVERLAP if typed.overlap else Passing.STOP if typed.rolling else Passing.KILL
        await raced_together(races, fleet, typed.commands, passing)
        return races


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.wire.race", description="Many race, and the bot is killed.")
    parser.add_argument("--commands", type=int, default=100_000)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--channels", type=int, default=4)
    parser.add_argument("--in-flight", type=int, default=IN_FLIGHT, help="hands that type at once")
    parser.add_argument("--no-kills", action="store_true", help="let one process live")
    parser.add_argument("--memory", action="store_true", help="and read how much memory it takes")
    parser.add_argument("--postgres", action="store_true", help="keep everything in PostgreSQL")
    parser.add_argument("--processes", type=int, default=1, help="on one database, each with a shard of its own")
    parser.add_argument("--rolling", action="store_true", help="stop processes gently instead of killing them")
    parser.add_argument("--overlap", action="store_true", help="and start the next one before that")
    parser.add_argument("--away", action="store_true", help="let them live, but stop the database for a minute")
    parser.add_argument("--old", type=Path, metavar="CHECKOUT", help="another release that all processes begin as")
    parser.add_argument("--python", type=Path, default=Path(sys.executable), help="which runs that release")
    parser.add_argument("--seed", type=int, default=random.randrange(1, 1_000_000))
    return parser


def main() -> int:
    """Parse the command line, race, and report."""
    parser = _parser()
    typed = parser.parse_args()
    together = typed.processes > 1 or typed.rolling or typed.overlap or typed.away or typed.old is not None
    if together and not typed.postgres:
        parser.error("several processes need --postgres")
    print(f"{typed.commands} commands of {typed.people} people, seed {typed.seed}", flush=True)
    began_s = time.perf_counter()
    with server() if typed.postgres else nullcontext() as running:
        if together and running:
            races = asyncio.run(_race_together(typed, running))
        else:
            races = asyncio.run(_race(typed, running.create("race") if running else None))
    print(report(races, time.perf_counter() - began_s))
    return 1 if any(race.wrong for race in races) else 0


if __name__ == "__main__":
    sys.exit(main())
