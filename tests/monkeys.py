"""People who type and press whatever there is, at random, before the whole bot on a simulated Discord.

python -m tests.monkeys reflex 20 [--first 1] [--steps 300]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import msgspec
from discord import AppCommandOptionType, app_commands

from bot import app
from bot.client import Fireteam
from bot.monitoring.logs import configure_logging
from bot.service import systems
from bot.service.orders.audit import audit
from bot.service.ports import Store, Unit
from bot.service.systems import House
from bot.settings import Settings
from bot.simulated.simulation import CommandOutcome, Control, Impossible, Simulation, Upload, Value
from tests.cogs.discord_accepts import watching
from tests.deeds import Deed, FilledIn, Passed, Tapped, Typed, alike
from tests.named_dice import secrets_of

STEPS: Final = 300
LOOKED_AT: Final = 20  # steps from one look at all that players have read to the next
ALL: Final = "all"
PLAYERS: Final = ("ann", "bob", "cid")
UNSEEN: Final = "Umbra"
"""Somebody hidden, whose name no player reads before a GM reveals it; nobody types it but where it is offered."""

OFTEN: Final = {"init next": 14, "attack": 14, "act": 14, "init join": 4, "init start": 3, "npc add": 4, "undo": 4}
SELDOM: Final = {"init end": 0.7, "campaign setup": 0.3, "campaign gm": 0.2, "mydata delete": 0.3, "sheet delete": 0.4}
JUNK: Final = (
    *("x", "0", "-1", "1.5", "999999999999", "nan", "inf", "yes", "=", "key=value", "with:", "C4", "behind Guard 1"),
    *("@everyone", "`*_~|>", "\u202e evil", "\N{CLOWN FACE}" * 30, "a" * 200, "Ann Reyes", "1d20+5"),
)
FILES: Final = (
    Upload("one.json", b'{"name": "Zed"}'),
    Upload("two.toml", b"name = 'Zoe'"),
    Upload("three.bin", bytes(range(256))),
    Upload("none.json", b""),
    Upload("deep.json", b"[" * 5000),
)
NEVER: Final = ("went wrong", "Traceback", "object at 0x")


@dataclass
class Found:
    """What came of some games: what was done how often, and what went wrong."""

    done: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class Typing(msgspec.Struct, frozen=True):
    """Who types which option of a command, behind what is said of it already."""

    user: str
    command: str
    option: app_commands.Parameter
    given: dict[str, Any]


class Monkey:
    """Plays all people of one game."""

    def __init__(self, stage: Simulation, rng: Random) -> None:
        self.stage, self.rng = stage, rng

    async def draws(self) -> Deed:
        """Return what is done next."""
        user, luck = self.rng.choice(("gm", "gm", *PLAYERS)), self.rng.random()
        blanks = self.stage.blanks(user)
        if blanks and luck < 0.8:
            return FilledIn(user, {label: stands or self._junk() for label, stands in blanks.items()})
        if luck < 0.02:
            return Passed(self.rng.choice((0, 5, 60, 700, 90_000)))
        controls = self.stage.controls(user)
        if controls and luck < 0.5:
            return self._tap(user, controls)
        return await self._typed(user)

    def _tap(self, user: str, controls: Sequence[Control]) -> Tapped:
        at = self.rng.randrange(max(0, len(controls) - self.rng.choice((5, 15, 60, 400))), len(controls))
        control = controls[at]
        value = self.rng.choice(control.values) if control.values else ""
        return Tapped(user, control, value, sum(alike(each) == alike(control) for each in controls[at + 1 :]))

    async def _typed(self, user: str) -> Typed:
        commands = [each for each in self.stage.bot.tree.walk_commands() if isinstance(each, app_commands.Command)]
        names = [each.qualified_name for each in commands]
        command = self.rng.choices(commands, [{**OFTEN, **SELDOM}.get(name, 1) for name in names])[0]
        places = [each for each in self.stage.channel.threads if user in self.stage.readers(each.id)]
        where = self.rng.choice([*[self.stage.channel] * 3, *places[-3:]])
        options: dict[str, Any] = {}
        more = self.rng.choice((0, 0.1, 0.4))
        for parameter in command.parameters:
            if parameter.required or self.rng.random() < more:
                said = await self._value(Typing(user, command.qualified_name, parameter, options))
                options[parameter.display_name] = said
        return Typed(user, command.qualified_name, options, where.name or "")

    async def _value(self, typing: Typing) -> Value:
        """Return what somebody says for an option."""
        match typing.option.type:
            case AppCommandOptionType.boolean:
                return self.rng.random() < 0.5
            case AppCommandOptionType.user:
                return self.rng.choice(list(self.stage.people))
            case AppCommandOptionType.role:
                return "GM"
            case AppCommandOptionType.attachment:
                return self.rng.choice(FILES)
            case AppCommandOptionType.integer:
                return round(self._number(typing.option))
            case AppCommandOptionType.number:
                return round(self._number(typing.option), 1)
            case _:
                return await self._word(typing)

    async def _word(self, typing: Typing) -> Value:
        """Return one of the choices of an option, something that is offered for it, or anything."""
        option = typing.option
        if option.choices:
            return self.rng.choice([each.value for each in option.choices])
        if option.autocomplete and self.rng.random() < 0.95:
            offered = await self._offered(typing, self.rng.choice(("", "", "", "a", "g", "1")))
            if offered:
                return self.rng.choice(offered)
        return self._junk()[: int(option.max_value or 4000)]

    async def _offered(self, typing: Typing, typed: str) -> list[str]:
        """Return the values that are offered for an option to somebody who has typed some of it."""
        given = typing.given
        people = {key: self.stage.people[str(value)] for key, value in given.items() if value in self.stage.people}
        files = {key: (value.filename, value.data) for key, value in given.items() if isinstance(value, Upload)}
        said = {key: value for key, value in given.items() if value != "GM"} | people | files
        person, option = self.stage.people[typing.user], typing.option.display_name
        found = await person.autocomplete(self.stage.channel, typing.command, option, typed, **said)
        return [str(each["value"]) for each in found]

    def _number(self, parameter: app_commands.Parameter) -> float:
        least = -5 if parameter.min_value is None else parameter.min_value
        most = 200 if parameter.max_value is None else parameter.max_value
        return self.rng.uniform(least, min(most, least + 10.0 ** self.rng.randint(0, 3)))

    def _junk(self) -> str:
        return self.rng.choice(JUNK)


def amiss(outcome: CommandOutcome) -> list[str]:
    """What is wrong with an answer: something broke, or somebody was turned down and not told what would work."""
    words = "\n".join((outcome.reply, *outcome.followups))
    wrong = [*outcome.faults, *(f"it says {each!r}" for each in NEVER if each in words)]
    if outcome.refusal and len(list(filter(str.strip, outcome.refusal.splitlines()))) < 2:
        wrong.append(f"no remedy: {outcome.refusal}")
    return wrong


def leaks(stage: Simulation) -> list[str]:
    """Which players have read the name of the hidden one."""
    return [f"{user} reads of {UNSEEN}" for user in PLAYERS if UNSEEN in stage.seen_by(user)]


async def game(key: str, seed: int, steps: int, folder: Path) -> Found:
    """Play one game of a system, the same each time, and come to no end of it."""
    found, house = Found(), app.house()
    settings = Settings(database=folder / f"{key}-{seed}.db")
    with watching() as violations, patch.object(systems, "secrets", secrets_of(f"{key} {seed}")):
        async with Simulation(lambda: app.make_bot(settings), players=PLAYERS) as stage:
            await opened(stage, key)
            monkey, unseen = Monkey(stage, Random(f"{key} {seed}")), True
            for step in range(steps):
                deed = await monkey.draws()
                wrong = [*await _stepped(stage, deed, found), *map(str, violations)]
                violations.clear()
                unseen = unseen and _is_unseen(stage)
                wrong += leaks(stage) if unseen and step % LOOKED_AT == 0 else []
                found.wrong += [f"{key} {seed}, step {step}, {deed}: {each}" for each in wrong]
            found.wrong += [f"{key} {seed}: {each}" for each in store_of(stage).look(partial(_checked, stage, house))]
    return found


def opening(key: str) -> tuple[Typed, ...]:
    """Return what begins a fight between two players and two people of the GM."""
    template = next(iter(app.house().system(key).templates))
    return (
        Typed("gm", "campaign setup", {"ruleset": key}),
        Typed("ann", "sheet create", {"name": "Ann Reyes"}),
        Typed("bob", "sheet create", {"name": "Bob Lindqvist"}),
        Typed("gm", "npc add", {"template": template, "count": 2, "name": "Guard"}),
        Typed("gm", "init start", {"range_m": 40.0}),
        Typed("ann", "init join"),
        Typed("bob", "init join"),
    )


def hiding(key: str, name: str) -> Typed:
    """Return what brings in somebody hidden."""
    template = next(iter(app.house().system(key).templates))
    return Typed("gm", "npc add", {"template": template, "name": name, "hidden": True})


async def opened(stage: Simulation, key: str) -> None:
    """Have a fight begin in which somebody is hidden."""
    *before, begins, ann, bob = opening(key)
    for deed in (*before, hiding(key, UNSEEN), begins, ann, bob):
        await deed.on(stage)


async def _stepped(stage: Simulation, deed: Deed, found: Found) -> list[str]:
    """Have one thing be done; what went wrong by it."""
    try:
        outcome = await deed.on(stage)
    except Impossible:
        found.done["impossible"] += 1
        return []
    if outcome is None:
        return []
    found.done["refused" if outcome.refusal else "done"] += 1
    return amiss(outcome)


def store_of(stage: Simulation) -> Store:
    assert isinstance(stage.bot, Fireteam)
    return stage.bot.store


def _is_unseen(stage: Simulation) -> bool:
    """Whether the hidden one is there and hidden."""

    def look(unit: Unit) -> bool:
        row = unit.scene_at(stage.channel.id)
        people = unit.state(row).combatants if row else {}
        return UNSEEN in people and people[UNSEEN].hidden

    return store_of(stage).look(look)


def _checked(stage: Simulation, house: House, unit: Unit) -> list[str]:
    """What an audit finds, and whether the scene at hand is the one that is stored."""
    row = unit.scene_at(stage.channel.id)
    if row is None:
        return []
    same = unit.state(row) == unit.state(row, stored=True)
    return [*map(str, audit(unit, house, row.id).problems), *([] if same else ["the scene at hand is another"])]


def main() -> int:
    """Play games; 1 if anything went wrong in them."""
    parser = argparse.ArgumentParser(prog="python -m tests.monkeys", description="Whatever people do, at random.")
    parser.add_argument("key", choices=(*app.SYSTEMS, ALL))
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=1, help="the first game's number")
    parser.add_argument("--steps", type=int, default=STEPS, help="what is done in a game")
    typed = parser.parse_args()
    configure_logging("ERROR")
    wrong = 0
    for key in app.SYSTEMS if typed.key == ALL else (typed.key,):
        for seed in range(typed.first, typed.first + typed.count):
            with tempfile.TemporaryDirectory() as folder:
                found = asyncio.run(game(key, seed, typed.steps, Path(folder)))
            print(f"{key} {seed}: {dict(found.done)}, {len(found.wrong)} wrong", *found.wrong, sep="\n  ", flush=True)
            wrong += len(found.wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
