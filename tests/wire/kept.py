"""What a database holds after a race, read with plain SQL behind the bot's back, in the terms of what people typed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Self

import discord.utils

from bot.settings import Database
from tests.wire.racers import PATHS, Key, home
from tests.wire.rows import rows
from tests.wire.world import Channel, User

SHEETS: Final = "SELECT owner_id, name, sheet FROM sheets WHERE ruleset = 'reflex' AND name LIKE 'S%' AND {here}"
ACTIVE: Final = "SELECT owner_id, name FROM sheets WHERE ruleset = 'reflex' AND active = 1 AND {here}"
TRAINED: Final = "SELECT name, sheet FROM sheets WHERE name LIKE 'T%' AND ruleset != 'reflex' AND {here}"
CAMPAIGNS: Final = "SELECT channel_id, settings FROM campaigns WHERE {here}"
ORDERS: Final = """
    SELECT scenes.channel_id, CASE WHEN gm_only = 1 THEN 'g' ELSE '' END || number, user_id, at_ms
    FROM orders JOIN scenes ON scenes.id = orders.scene_id WHERE {here}
"""
SCENES: Final = "SELECT id, channel_id FROM scenes WHERE {here}"
DONE: Final = "SELECT id FROM interactions"
IMPOSSIBLE: Final = {
    "two sheets in use": """
        SELECT guild_id, owner_id, ruleset FROM sheets WHERE active = 1 GROUP BY 1, 2, 3 HAVING count(*) > 1
    """,
    "a sheet twice": "SELECT name FROM sheets WHERE substr(name, 1, 1) = 'S' GROUP BY 1 HAVING count(*) > 1",
    "a sheet in two fights": "SELECT sheet_id FROM combatants WHERE sheet_id > 0 GROUP BY 1 HAVING count(*) > 1",
    "a fighter without a sheet": """
        SELECT actor FROM combatants WHERE sheet_id NOT IN (SELECT id FROM sheets)
    """,
}


class Order(NamedTuple):
    """Where, by whom and when something was ordered: an order keeps all three of the interaction that gave it."""

    channel_id: int
    user_id: int
    at_ms: int

    @classmethod
    def of(cls, channel: Channel, user: User, interaction_id: int) -> Self:
        """As an interaction says it."""
        created = discord.utils.snowflake_time(interaction_id)
        return cls(home(channel), user.id, int(created.timestamp() * 1000))


@dataclass(frozen=True)
class Kept:
    """What a database, which may be in use, holds of a guild; `people` are the names of all who own a sheet, by id."""

    database: Database
    guild_id: int
    people: Mapping[int, str]

    def impossible(self) -> Iterator[str]:
        """What must never be, whatever people type."""
        for what, query in IMPOSSIBLE.items():
            if found := self._rows(query):
                yield f"{what}: {found}"

    def values(self) -> dict[Key, Any]:
        """What stands in each place that is written to."""
        return dict([*self._sheets(), *self._campaigns()])

    def points(self) -> dict[str, int]:
        """The points that were awarded to each sheet."""
        sheets = ((name, json.loads(sheet)) for name, sheet in self._rows(TRAINED))
        return {name: sheet.get("improvement", {}).get("points", 0) for name, sheet in sheets}

    def orders(self) -> dict[tuple[int, str], Order]:
        """All orders by channel and number."""
        return {(channel, label): Order(channel, user, at_ms) for channel, label, user, at_ms in self._rows(ORDERS)}

    def scenes(self) -> dict[int, int]:
        """The channels of all scenes."""
        return dict(self._rows(SCENES))

    def done(self, interactions: Iterable[int]) -> set[int]:
        """Those of some interactions that have been carried out."""
        return set(interactions) & {row[0] for row in self._rows(DONE)}

    def _sheets(self) -> Iterator[tuple[Key, Any]]:
        for owner, name, packed in self._rows(SHEETS):
            sheet = json.loads(packed)
            yield ("owner", name), self.people[owner]
            for what, (path, _) in PATHS.items():
                yield (what, name), _at(sheet, path)
        for owner, name in self._rows(ACTIVE):
            yield ("active", self.people[owner]), name

    def _campaigns(self) -> Iterator[tuple[Key, Any]]:
        for channel, packed in self._rows(CAMPAIGNS):
            settings = json.loads(packed)
            yield ("title", channel), settings.get("title")
            yield ("scouts", channel), "Scouts" if "Scouts" in settings.get("gm_roles", {}).values() else None
            for option, value in settings.get("options", {}).items():
                yield ("option", channel, option), value

    def _rows(self, query: str) -> list[Any]:
        return rows(self.database, query.format(here=f"guild_id = {self.guild_id}"))[0]


def _at(node: Any, path: str) -> Any:
    for key in path.split("."):
        node = node.get(key) if isinstance(node, dict) else None
    return node
