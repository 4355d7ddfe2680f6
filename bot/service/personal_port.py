"""What a use case needs of a store about one person, or about a whole server, wherever it is kept."""

from __future__ import annotations

from typing import Protocol

from bot.service.requests import Portrait
from bot.service.rows import Departure, OrderRow, RollRow, SceneRow, SheetRow, Threshold, Wish


class PersonalUnit(Protocol):
    """The part of a unit that is about people and servers."""

    def wish(self, user_id: int) -> Wish | None:
        """Return what somebody wants who is to be forgotten, None for anybody else."""
        ...

    def wishes(self) -> list[Wish]:
        """Return all wishes that are not fulfilled yet, oldest first."""
        ...

    def save_wish(self, wish: Wish) -> None:
        """Keep a wish until it is fulfilled."""
        ...

    def drop_wish(self, user_id: int) -> None:
        """Drop a wish that is fulfilled: not even that is kept."""
        ...

    def own_sheets(self, user_id: int) -> list[SheetRow]:
        """Return the sheets of a user on all servers, each as it stands now."""
        ...

    def own_portraits(self, user_id: int) -> dict[int, Portrait]:
        """Return the portraits of a user's sheets on all servers, by sheet."""
        ...

    def own_rolls(self, user_id: int) -> list[RollRow]:
        """Return what was rolled for a user's characters on all servers."""
        ...

    def gm_of(self, user_id: int) -> list[Threshold]:
        """Return the fights into whose GM's threads a user was let."""
        ...

    def own_orders(self, user_id: int, after: int = 0) -> list[OrderRow]:
        """Return the orders of a user in all scenes with ids above ``after``."""
        ...

    def played_in(self, user_id: int) -> list[int]:
        """Return the scenes in which somebody stands who may be a user's."""
        ...

    def asks_in(self, user_id: int) -> list[int]:
        """Return the scenes whose state names a user: as one who asks a GM, has left, or knows of something."""
        ...

    def guilds_of(self, user_id: int) -> list[int]:
        """Return the servers where anything but a scene is kept of a user."""
        ...

    def scenes_of(self, user_id: int, until_ms: int) -> list[tuple[int, int]]:
        """Return the scenes in which a user is named in orders up to a time, each behind its server."""
        ...

    def drop_own(self, guild_id: int, user_id: int) -> None:
        """Keep nothing of a user's sheets and rolls on a server; where others have typed their id, nobody's stands."""
        ...

    def naming(self, scene_id: int, user_id: int) -> list[int]:
        """Return the orders of a scene whose own words, or those of an order that asked in them, name a user."""
        ...

    def substitute(self, scene_id: int, user_id: int, stand_in: int) -> None:
        """Put another number in the place of a user's id wherever a scene keeps it; folds of it that are at hand
        are not believed any longer."""
        ...

    def substitute_in_guild(self, guild_id: int, user_id: int, stand_in: int) -> None:
        """Do the same for what others have typed into the settings and sheets of a server."""
        ...

    def substitute_in_answers(self, user_id: int, stand_in: int) -> None:
        """Do the same for answers that were given, and for promises that were kept."""
        ...

    def still_to_go(self, user_id: int) -> bool:
        """Tell whether a user is yet to be shown out of a GM's thread."""
        ...

    def as_kept(self, scene_id: int, ordinal: int) -> bytes:
        """Return an order and its events, as the bytes that are kept of them."""
        ...

    def seal(self, scene_id: int, ordinal: int, seal: str) -> None:
        """Mark an order whose dice do not follow any more since somebody was erased."""
        ...

    def seals(self, scene_id: int) -> dict[int, str]:
        """Return the marks of such orders by ordinal."""
        ...

    def guilds(self) -> list[int]:
        """Return all servers of which anything is kept."""
        ...

    def scenes_in(self, guild_id: int) -> list[SceneRow]:
        """Return the scenes of a server."""
        ...

    def depart(self, guild_id: int, at_ms: int) -> None:
        """Note when the bot was removed from a server, unless that was noted before."""
        ...

    def come_back(self, guild_id: int) -> bool:
        """Note that the bot is on a server; whether it was not before."""
        ...

    def departed(self) -> list[Departure]:
        """Return the servers that the bot was removed from."""
        ...

    def forget_scene(self, scene_id: int) -> None:
        """Delete a scene with its whole history."""
        ...

    def forget_guild(self, guild_id: int) -> None:
        """Delete what is kept of a server but for its scenes."""
        ...
