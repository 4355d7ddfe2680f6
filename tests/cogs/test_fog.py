"""A whole game through the commands: nothing that Discord ever carried to a player names somebody hidden."""

import random
from pathlib import Path
from typing import Any

import pytest

from bot import app
from bot.settings import Settings
from bot.simulated import ready_fights
from bot.simulated.simulation import Impossible, Simulation

HIDDEN = "Specter"
GUARDS = ("Guard 1", "Guard 2", "Guard 3")
PLAYED = ("Ann Reyes", "Bob Lindqvist")
Order = tuple[str, str, dict[str, Any]]


def order(chance: random.Random) -> Order:
    """Something that somebody might type."""
    target = chance.choice((*GUARDS, *PLAYED))
    near = {"target": target, "range_m": 30}
    gms: list[Order] = [
        ("gm", "/init next", {}),
        ("gm", "/init next", {}),
        ("gm", "/attack", near),
        ("gm", "/attack", {**near, "attacker": HIDDEN}),
        ("gm", "/attack", {"target": HIDDEN, "range_m": 30}),
        ("gm", "/init range", {"actor": HIDDEN, "target": PLAYED[0], "range_m": 90}),
        ("gm", "/damage apply", {"target": HIDDEN, "amount": 4, "place": "torso"}),
        ("gm", "/init set", {"actor": HIDDEN, "what": "rounds", "value": "2"}),
        ("gm", "/sheet edit", {"name": HIDDEN, "path": "attributes.muscle", "value": "9"}),
        ("gm", "/undo", {}),
        ("gm", "/redo", {}),
    ]
    anybodys: list[tuple[str, dict[str, Any]]] = [
        ("/attack", near),
        ("/act", {"action": "wait"}),
        ("/init press", {}),
        ("/init status", {}),
        ("/log show", {}),
        ("/log export", {}),
        ("/log verify", {}),
        ("/undo", {}),
        ("/init remove", {"actor": "Nobody"}),
    ]
    return chance.choice([*gms, *((user, *each) for user in ("ann", "bob") for each in anybodys)])


async def looked_around(stage: Simulation, user: str) -> None:
    """Everything that completes as people begin to type."""
    for command, option in (("/attack", "target"), ("/attack", "attacker"), ("/init remove", "actor"), ("/undo", "to")):
        await stage.complete(user, command, option, "")


async def carried_out(stage: Simulation, given: Order) -> None:
    user, command, options = given
    try:
        outcome = await stage.slash(user, command, options)
    except Impossible:
        return
    assert outcome.faults == (), given


@pytest.mark.parametrize("seed", range(3))
async def test_nothing_that_players_ever_saw_names_the_hidden(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db"))) as stage:
        await ready_fights.prepare(stage)
        await stage.slash("gm", "/npc add", {"template": "sniper", "name": HIDDEN, "hidden": True})
        for user in ("ann", "bob"):
            await stage.slash(user, "/init join")
        await stage.slash("gm", "/init start", {"now": True, "title": "The bridge"})
        for at in range(30):
            await carried_out(stage, order(chance))
            if at % 10 == 0:
                await looked_around(stage, "ann")
        await stage.slash("gm", "/init end")
        assert HIDDEN in stage.seen_by("gm")
        assert [user for user in ("ann", "bob") if HIDDEN.casefold() in stage.seen_by(user).casefold()] == []
        assert set(stage.pings()) <= {"ann", "bob", "gm"}
