"""Fights kept as they were stored: `python -m tests.replays.record KEY` plays one and keeps it, for good.

A replay is never recorded again. Where the rules change, events get a new version and the codec lifts the old ones, so
that every fight ever stored can still be read, and tells the same of who was there and how they came out of it.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec

from bot.core import folding
from bot.core.events import Event, type_of
from bot.core.ruleset import Ruleset
from bot.core.scene import Scene
from bot.storage.codec import Codec, packed_event
from tests.rulesets.play import decided, played
from tests.rulesets.registry import KEYS, entry

FOLDER = Path(__file__).parent
SEED, STEPS = 1, 150


class Row(msgspec.Struct, frozen=True):
    """One stored event."""

    type: str
    version: int
    payload: msgspec.Raw


class Replay(msgspec.Struct, frozen=True):
    """The events of each order from an empty scene on, and what is known at their end."""

    ruleset_version: int
    orders: list[list[Row]]
    facts: dict[str, Any]


def replays(key: str) -> dict[str, Replay]:
    """Every replay of a ruleset by the name of its file."""
    paths = sorted((FOLDER / key).glob("*.json"))
    return {path.stem: msgspec.json.decode(path.read_bytes(), type=Replay) for path in paths}


def folded(ruleset: Ruleset[Any, Any], replay: Replay) -> Scene[Any, Any]:
    """The scene that the stored events lead to today."""
    codec = Codec(ruleset)
    history = [[codec.event(row.type, row.version, bytes(row.payload)) for row in rows] for rows in replay.orders]
    return folding.fold(ruleset, Scene(ruleset.empty_state()), history)


def facts(ruleset: Ruleset[Any, Any], scene: Scene[Any, Any]) -> dict[str, Any]:
    """What must stay true of a scene whatever else it comes to hold: who is there, and their sheets as they stand."""
    people = {
        actor: {"owner": someone.owner, "hidden": someone.hidden, "sheet": ruleset.project(someone, scene.options)}
        for actor, someone in scene.combatants.items()
    }
    next_up = [[slot.actor, list(slot.key)] for slot in scene.agenda]
    return {"position": scene.position, "fights": scene.fights, "combatants": people, "agenda": next_up}


def _row(event: Event) -> Row:
    return Row(type_of(event), event.version, msgspec.Raw(packed_event(event)))


def recorded(key: str, seed: int, steps: int) -> Replay:
    """A game played at random."""
    ruleset, game = entry(key).ruleset, decided(played(key, seed, steps))
    last = game[-1].after
    assert last is not None
    return Replay(ruleset.version, [[_row(event) for event in step.events] for step in game], facts(ruleset, last))


def _spelled(replay: Replay) -> bytes:
    """One order to a line."""
    head = msgspec.json.encode({"ruleset_version": replay.ruleset_version, "facts": replay.facts})
    lines = b",\n".join(map(msgspec.json.encode, replay.orders))
    return head[:-1] + b',"orders":[\n' + lines + b"\n]}\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.replays.record", description="Keep a fight for good.")
    parser.add_argument("key", choices=KEYS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--steps", type=int, default=STEPS)
    arguments = parser.parse_args()
    replay = recorded(arguments.key, arguments.seed, arguments.steps)
    path = FOLDER / arguments.key / f"v{replay.ruleset_version}-{arguments.seed}.json"
    path.parent.mkdir(exist_ok=True)
    with path.open("xb") as file:
        file.write(_spelled(replay))
    print(f"{path}: {len(replay.orders)} orders")


if __name__ == "__main__":
    main()
