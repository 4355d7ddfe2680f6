"""The ready-made fights of `try`, one for each rule system: a guarded bridge, and two players who want to cross it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from bot.simulated.simulation import Simulation, Upload, Value

ANN: dict[str, Any] = {
    "name": "Ann Reyes",
    "attributes": {
        "awareness": 7,
        "coordination": 9,
        "fitness": 8,
        "muscle": 8,
        "resolve": 7,
        "cuf": 8,
        "ooda": 8,
    },
    "skills": {"longarm": 9, "sidearm": 5},
    "encumbrance": "light",
    "weapons": [{"kind": "ak47", "held": True, "loaded": 30}, {"kind": "pistol", "secured": True}],
    "armor": [{"kind": "vest"}],
}
BOB: dict[str, Any] = {
    "name": "Bob Lindqvist",
    "attributes": {"awareness": 8, "coordination": 8, "fitness": 7, "muscle": 10, "resolve": 6, "cuf": 7, "ooda": 6},
    "skills": {"longarm": 6, "support weapons": 8},
    "encumbrance": "moderate",
    "weapons": [{"kind": "m249", "held": True, "bipod": True}],
    "armor": [{"kind": "vest"}, {"kind": "helmet"}],
}


class Guards(msgspec.Struct, frozen=True):
    """Some of the GM's people: what they are made after, and how many of them there are."""

    template: str
    count: int = 1
    hidden: bool = False


class ReadyFight(msgspec.Struct, frozen=True):
    """Who meets where: the sheets of the players by their users, each whole or a ready one by its name."""

    players: Mapping[str, tuple[str, dict[str, Any] | str]]
    guards: tuple[Guards, ...]
    title: str = "The bridge"
    ground: str = "bridge"
    side: str = "bridge"


def _crossed_by(ann: str, bob: str, *guards: Guards) -> ReadyFight:
    """Return the fight at the bridge with ready sheets."""
    return ReadyFight({"ann": ("Ann Reyes", ann), "bob": ("Bob Lindqvist", bob)}, guards)


FIGHTS: Mapping[str, ReadyFight] = {
    "reflex": ReadyFight(
        {"ann": ("Ann Reyes", ANN), "bob": ("Bob Lindqvist", BOB)}, (Guards("guard", 3), Guards("sniper", hidden=True))
    ),
    "eclipse": _crossed_by("soldier", "soldier", Guards("guard", 3), Guards("drone", hidden=True)),
    "nighttripper": _crossed_by("trooper", "trooper", Guards("guard", 3), Guards("marksman", hidden=True)),
    "horizons": _crossed_by("soldier", "soldier", Guards("guard", 3), Guards("soldier", hidden=True)),
    "graydawn": _crossed_by("operative", "gunner", Guards("guard", 3), Guards("sniper", hidden=True)),
}


async def prepare(stage: Simulation, system: str = "reflex") -> None:
    """Choose the rule system, give the players their sheets, and put the guards where they stand."""
    fight = FIGHTS[system]
    await stage.slash("gm", "/campaign gm", {"role": "GM"})
    await stage.slash("gm", "/campaign setup", {"ruleset": system})
    for user, (name, sheet) in fight.players.items():
        if isinstance(sheet, str):
            await stage.slash(user, "/sheet create", {"name": name, "template": sheet})
        else:
            upload = Upload(f"{name}.json", json.dumps(sheet).encode())
            await stage.slash(user, "/sheet import", {"file": upload})
    await bring_in(stage, fight)


async def bring_in(stage: Simulation, fight: ReadyFight) -> None:
    """Put the GM's people of a fight into the scene."""
    for guards in fight.guards:
        options: dict[str, Value] = {"template": guards.template, "count": guards.count, "side": fight.side}
        if guards.hidden:
            options["hidden"] = True
        await stage.slash("gm", "/npc add", options)
