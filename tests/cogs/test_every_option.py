"""Whatever is typed into any option of any command, by whoever: it is answered, and a refusal says what would work."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from discord import AppCommandOptionType, app_commands

from bot import app
from bot.settings import Settings
from bot.simulated.simulation import Impossible, Simulation, Upload, Value
from tests.monkeys import UNSEEN, amiss, leaks, opened

ENDING = {"init end", "mydata delete", "campaign gm", "campaign setup"}
"""What would end the fight, or who is its GM, before the others are tried."""

NASTY = (
    "@everyone <@1> <@&2> <#3> **b** ||s|| `c` [a](http://x.y) ft:step:1",
    "\u202e\u2066abc\u200b\u200d\ufeff",
    "\u200b",
    "a\x00b",
    "x" * 6000,
    "1e309",
    "NaN",
    str(2**63),
    "=",
)
STRIDE = 7
"""Each of three people says every seventh: no multiple of how many ways there are, so that each option gets some."""

ODD_NUMBERS = (-1, 0, 2**53, -(2**53))
ODD_FILES = (
    Upload("a.json", b""),
    Upload("../../x.toml", b"\xff\xfe"),
    Upload("x.json", b'{"a": 1e999}'),
    Upload("m.png", b"\x89PNG" + bytes(50)),
)
NAMED = {"actor": "Ann Reyes", "who": "Ann Reyes", "target": "Guard 1", "action": "attack", "name": "Ann Reyes"}


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Simulation]:
    """A fight with somebody hidden in it, and Cid, who has nothing to do with it."""
    settings = Settings(database=tmp_path / "table.db")
    async with Simulation(lambda: app.make_bot(settings), players=("ann", "bob", "cid")) as stage:
        await opened(stage, "reflex")
        yield stage


def usual(parameter: app_commands.Parameter) -> Value:
    """What somebody would say for an option."""
    match parameter.type:
        case AppCommandOptionType.boolean:
            return True
        case AppCommandOptionType.user:
            return "ann"
        case AppCommandOptionType.attachment:
            return Upload("x.json", b'{"name": "Zed"}')
        case AppCommandOptionType.integer | AppCommandOptionType.number:
            return int(max(1, parameter.min_value or 1))
        case _:
            chosen = parameter.choices[0].value if parameter.choices else None
            return chosen or NAMED.get(parameter.display_name, "x")


def odd(parameter: app_commands.Parameter) -> tuple[Value, ...]:
    """What nobody would say for it, as far as Discord lets it be typed."""
    match parameter.type:
        case AppCommandOptionType.string if not parameter.choices:
            return tuple(each[: int(parameter.max_value or len(each))] for each in NASTY)
        case AppCommandOptionType.integer | AppCommandOptionType.number:
            return ODD_NUMBERS
        case AppCommandOptionType.attachment:
            return ODD_FILES
        case _:
            return ()


def typed(stage: Simulation) -> Iterator[tuple[str, dict[str, Value]]]:
    """Every command as it is usually typed, and with each of its options odd in each way."""
    for command in stage.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command) and command.qualified_name not in ENDING:
            base = {each.display_name: usual(each) for each in command.parameters if each.required}
            yield command.qualified_name, base
            for each in command.parameters:
                yield from ((command.qualified_name, {**base, each.display_name: value}) for value in odd(each))


@pytest.mark.parametrize(("user", "share"), [("gm", 0), ("ann", 1), ("cid", 2)])
async def test_whatever_is_typed_is_answered_in_words(stage: Simulation, user: str, share: int) -> None:
    wrong: list[str] = []
    for number, (command, options) in enumerate(typed(stage)):
        if number % STRIDE == share:
            try:
                outcome = await stage.slash(user, command, options)
            except Impossible:
                continue
            wrong += [f"/{command} {options}: {each}"[:300] for each in amiss(outcome)]
    assert wrong == []
    assert UNSEEN in stage.seen_by("gm")
    assert leaks(stage) == []


async def test_whatever_is_typed_is_completed_without_a_mishap(
    stage: Simulation, caplog: pytest.LogCaptureFixture
) -> None:
    commands = [each for each in stage.bot.tree.walk_commands() if isinstance(each, app_commands.Command)]
    whole = [each for each in NASTY if "\x00" not in each]  # a zero is turned down, which the log says
    typing = [(command, each) for command in commands for each in command.parameters if each.autocomplete]
    for number, (command, option) in enumerate(typing):
        given = {each.display_name: usual(each) for each in command.parameters if each.required and each is not option}
        for odd_one in (whole[number % len(whole)], whole[-1]):
            await stage.complete("ann", command.qualified_name, option.display_name, odd_one, given)
    assert len(typing) > 100
    assert [each.getMessage() for each in caplog.records if "nothing was completed" in each.getMessage()] == []
    assert leaks(stage) == []
