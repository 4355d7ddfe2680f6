"""A table that never rests: two players and a game master who keep typing, and all that became of what they typed."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tests.wire.client import Answer, Impossible, Unanswered, Wire

BOT: Final = ("-m", "bot", "run")
LABEL: Final = re.compile(r"^(?:-# )?`#(g?\d+)`")
PEOPLE: Final = ("gm", "gm", "ann", "bob")
ANN: Final = "Ann Reyes"
BOB: Final = "Bob Lindqvist"
SHEETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "ann": {
        "name": ANN,
        "attributes": {"coordination": 9, "fitness": 9, "cuf": 8, "ooda": 8},
        "skills": {"longarm": 9},
        "weapons": [{"kind": "ak47", "spare": 120}],
        "armor": [{"kind": "vest"}],
    },
    "bob": {
        "name": BOB,
        "attributes": {"muscle": 10, "cuf": 7},
        "skills": {"support weapons": 8},
        "weapons": [{"kind": "m249"}],
        "armor": [{"kind": "vest"}, {"kind": "helmet"}],
    },
}
TARGETS: Final = ("Guard 1", "Guard 2", "Guard 3", ANN, BOB)
SHOT: Final = {"range_m": 40.0}
TROOPS: Final = 150
MOST_NAMED: Final = 34  # whose names and distances fit into what may be typed
Typed = tuple[str, dict[str, Any]]

# What is typed, and how often: legal for somebody at some moment, so that much is carried out and some refused.
EVERYBODY: Final[tuple[tuple[int, Typed], ...]] = (
    (24, ("/attack", {"target": "?", **SHOT})),
    (4, ("/attack", {"target": "?", "rounds": 3, **SHOT})),
    (8, ("/act", {"action": "wait"})),
    (4, ("/act", {"action": "move", "with": "pace=walk"})),
    (3, ("/act", {"action": "reload"})),
    (6, ("/init press", {})),
    (4, ("/init hold", {})),
    (2, ("/init status", {})),
    (3, ("/undo", {})),
    (1, ("/redo", {})),
    (3, ("/roll", {"expression": "3d20L"})),
)
PLAYERS: Final[tuple[tuple[int, Typed], ...]] = (
    *EVERYBODY,
    (6, ("/init join", {})),
    (2, ("/sheet import", {"text": "?"})),
    (2, ("/log show", {})),
)
GMS: Final[tuple[tuple[int, Typed], ...]] = (
    *EVERYBODY,
    (60, ("/init next", {})),
    (4, ("/undo", {})),
    (2, ("/init range", {"actor": ANN, "target": "?", **SHOT})),
    (2, ("/init set", {"actor": "?", "what": "stance", "value": "prone"})),
    (2, ("/damage apply", {"target": "?", "degree": "slight", "place": "torso"})),
    (2, ("/damage heal", {"target": "?", "with": "awake=yes stable=yes"})),
    (6, ("/npc add", {"template": "guard", "count": 2})),
    (1, ("/npc add", {"template": "sniper", "hidden": True})),
    (10, ("/init start", {"now": True, "title": "The bridge"})),
    (1, ("/init end", {})),
)


def _explosion(rng: random.Random) -> str:
    """Something goes off among many of the troops, and is told of each of them: ten to eighty messages."""
    first = rng.randint(1, TROOPS - MOST_NAMED)
    near = ", ".join(f"Guard {number}:{metres}" for metres, number in enumerate(range(first, first + MOST_NAMED), 1))
    return f'at="Guard {first}" radius_m=500 blast=1 frag={rng.choice((0, 0, 0, 4))} victims="{near}"'


# What a game master types at a table with long orders: there are so many troops that each order fills many messages.
GENERALS: Final[tuple[tuple[int, Typed], ...]] = (
    (14, ("/init next", {})),
    (3, ("/act", {"action": "wait"})),
    (5, ("/act", {"action": "explode", "with": _explosion})),
    (4, ("/undo", {})),
    (1, ("/redo", {})),
    (2, ("/init start", {"now": True, "title": "The bridge"})),
    (1, ("/init end", {})),
    (2, ("/init set", {"actor": "?", "what": "stance", "value": "prone"})),
    (1, ("/npc add", {"template": "sniper", "hidden": True})),
    (2, ("/init status", {})),
)
MUSTER: Final[Typed] = ("/npc add", {"template": "guard", "count": 30})


@dataclass
class Try:
    """One thing typed: its interaction, and the answer once there was one."""

    user: str
    command: str
    options: dict[str, Any]
    interaction_id: int
    answer: Answer | None = None

    @property
    def label(self) -> str:
        """The number of the order that the answer acknowledged: "12", "g3", or nothing; a late answer follows up."""
        if self.answer is None:
            return ""
        said = (self.answer.words, *(each.words for each in self.answer.followups))
        return next((found[1] for words in said if (found := LABEL.match(words))), "")


class Battle:
    """One bot process with its people; `tries` is everything they typed, in the order in which it ended.

    With `long` orders a fight has 150 combatants, and the game master types what fills many messages.
    """

    def __init__(self, wire: Wire, seed: int, *, long: bool = False) -> None:
        self.wire, self.long = wire, long
        self.rng = random.Random(seed)
        self.tries: list[Try] = []
        self.troops = TROOPS if long else 0
        self._stop = asyncio.Event()

    async def open(self) -> None:
        """Start the bot and begin a fight with guards and a sniper."""
        await self.wire.start_bot(BOT, {"FIRETEAM_LOG": "WARNING"})
        for user, sheet in SHEETS.items():
            await self.type(user, "/sheet import", {"text": json.dumps(sheet)})
        for muster in [MUSTER] * (TROOPS // 30) if self.long else [("/npc add", {"template": "guard", "count": 3})]:
            await self.type("gm", *muster)
        await self.type("gm", "/npc add", {"template": "sniper", "hidden": True})
        await self.type("gm", "/init start", {"now": True, "title": "The bridge"})
        for user in SHEETS:
            await self.type(user, "/init join", {})

    async def type(self, user: str, command: str, options: dict[str, Any]) -> Try:
        """Type a command once, answered or not."""
        try:
            answer = await self.wire.slash(user, self.wire.channel, command, options)
            done = Try(user, command, options, answer.id, answer)
        except Unanswered as silence:
            done = Try(user, command, options, silence.interaction_id)
        self.tries.append(done)
        if done.command == "/init end" and done.label:
            self.troops = 0  # whom a game master brought in leaves with the fight
        return done

    async def play(self) -> None:
        """Let everybody type at once, until the bot dies or `enough` is said."""
        self._stop.clear()
        async with asyncio.TaskGroup() as group:
            for user in PEOPLE:
                group.create_task(self._person(user))

    def enough(self) -> None:
        """Everybody finishes what they are typing."""
        self._stop.set()

    async def _person(self, user: str) -> None:
        try:
            while not self._stop.is_set() and (await self.type(user, *self._idea(user))).answer:
                pass
        except Impossible:  # there is no bot to type to
            return

    def _idea(self, user: str) -> Typed:
        if user == "gm" and self.troops < TROOPS and self.long and self.rng.random() < 0.8:
            self.troops += 30
            return MUSTER
        ideas = (GENERALS if self.long else GMS) if user == "gm" else PLAYERS
        (command, options), *_ = self.rng.choices([idea for _, idea in ideas], [weight for weight, _ in ideas])
        return command, {key: self._word(user, key, value) for key, value in options.items()}

    def _word(self, user: str, key: str, value: Any) -> Any:
        if callable(value):
            return value(self.rng)
        if value != "?":
            return value
        return json.dumps(SHEETS[user]) if key == "text" else self.rng.choice(TARGETS)

    async def send_again(self) -> tuple[list[Try], list[Try]]:
        """Deliver half of what was not answered again, and have the other half typed anew; both as they are then."""
        silent = [each for each in self.tries if each.answer is None]
        self.rng.shuffle(silent)
        same, anew = silent[::2], silent[1::2]
        async with asyncio.TaskGroup() as group:
            for each in same:
                group.create_task(self._redeliver(each))
            typed = [group.create_task(self.type(each.user, each.command, each.options)) for each in anew]
        self.tries = [each for each in self.tries if each not in anew]
        return same, [task.result() for task in typed]

    async def send_twice(self, most: int) -> list[tuple[Try, str]]:
        """Deliver some of what was answered once more; each with the order number that the second answer names."""
        answered = [each for each in self.tries[-30:] if each.label]
        chosen = self.rng.sample(answered, min(most, len(answered)))
        return [(each, await self._label_again(each)) for each in chosen]

    async def _label_again(self, done: Try) -> str:
        answer = await self.wire.redeliver(done.interaction_id)
        return Try(done.user, done.command, done.options, done.interaction_id, answer).label

    async def _redeliver(self, silent: Try) -> None:
        silent.answer = await self.wire.redeliver(silent.interaction_id)
