"""Which game is on the table of the local Discord: one at a time, each taken up where it was left."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol

from bot.simulated.guide import Guide, Played, Step, Stop
from bot.simulated.panes import Panes
from bot.simulated.simulation import Simulation

CATCH_UP_S = 0.25
MOST_MESSAGES = 200  # that are kept of one channel or thread; a pane shows fifty
STILL_AT_IT = Played("", "The bot is still at it: what it says will appear by itself.")


class Game(Protocol):
    """What can be put on the table."""

    @property
    def title(self) -> str:
        """Return what people call it."""
        ...

    async def restore(self) -> None:
        """Do what is to be done before the bot comes up."""
        ...

    def stage(self) -> Simulation:
        """Return a Discord with the bot that plays it."""
        ...

    async def prepare(self, stage: Simulation) -> None:
        """Set the table, once the bot is up."""
        ...

    def guide(self, stage: Simulation) -> Guide:
        """Return who shows people around."""
        ...

    def forget(self) -> None:
        """Keep nothing of it."""
        ...


class LocalGame:
    """The table: everybody who acts at it takes turns."""

    def __init__(self, games: Mapping[str, Game], port: int) -> None:
        self._games = games
        self._port = port
        self._turn = asyncio.Lock()
        self._key = next(iter(games))
        self._stage: Simulation | None = None
        self._panes: Panes | None = None
        self._guide: Guide | None = None
        self._step: Step | None = None
        self._stops: tuple[Stop, ...] = ()
        self._due: tuple[str, ...] = ()
        self._typed = self._refusal = ""
        self._shown = -1

    @property
    def panes(self) -> Panes | None:
        """Return what is on show, nothing while a game is being put on the table."""
        return self._panes

    async def open(self, key: str = "", *, anew: bool = False) -> None:
        """Put a game on the table, the one that lay there before away; ``anew`` nothing is kept of it."""
        async with self._turn:
            if key and key not in self._games:
                raise KeyError(key)
            await self._put_away()
            self._key = key or self._key
            game = self._games[self._key]
            if anew:
                game.forget()
            await game.restore()
            stage = game.stage()
            await stage.__aenter__()
            self._stage = stage
            await game.prepare(stage)
            self._guide = game.guide(stage)
            panes = Panes(stage, self._port, self._turn)
            await panes.catch_up(acted=True)
            self._panes = panes
            await self._look_ahead()

    async def close(self) -> None:
        """Clear the table; what is kept can be taken up again."""
        async with self._turn:
            await self._put_away()

    async def _put_away(self) -> None:
        panes, stage = self._panes, self._stage
        self._panes = self._stage = self._guide = self._step = None
        self._typed = self._refusal = ""
        self._stops, self._due, self._shown = (), (), -1
        if panes is not None:
            await panes.close()
        if stage is not None:
            await stage.__aexit__(None, None, None)

    async def follow(self) -> None:
        """Keep up with the clock on the wall and with what the bot does of its own accord, until cancelled.

        A bot that takes longer than the stage waits for it is looked at again later.
        """
        while True:
            await asyncio.sleep(CATCH_UP_S)
            async with self._turn:
                with suppress(TimeoutError):
                    await self._catch_up()

    async def _catch_up(self, *, acted: bool = False) -> None:
        if self._panes is not None:
            await self._panes.catch_up(acted=acted)
            await self._look_ahead()

    async def _look_ahead(self) -> None:
        """See what there is to do next, where anything has changed, and let go of what nobody can look at any more."""
        if self._panes is None or self._guide is None or self._stage is None or self._shown == self._panes.changes:
            return
        self._shown = self._panes.changes
        self._step, self._stops = await self._guide.next(), await self._guide.stops()
        self._due = await self._guide.due()
        self._stage.forget(MOST_MESSAGES, self._panes.on_show)

    async def play(self) -> None:
        """Do what there is to do next, as whoever is to do it."""
        async with self._turn:
            if self._panes is None or self._guide is None or self._step is None:
                return
            try:
                played = await self._guide.play(self._step)
                await self._catch_up(acted=True)
            except TimeoutError:
                played = STILL_AT_IT
            self._typed, self._refusal = played.typed, played.refusal

    def shown(self) -> dict[str, object]:
        """Return all that the page is made of."""
        step = self._step
        return {
            "game": self._key,
            "games": {key: game.title for key, game in self._games.items()},
            "people": [*self._stage.people] if self._stage else [],
            "due": self._due,
            "places": self._panes.places() if self._panes else [],
            "stops": [{"title": each.title, "done": each.is_done, "next": each.is_next} for each in self._stops],
            "step": {"title": step.title, "user": step.first.user, "typed": step.first.words} if step else None,
            "typed": self._typed,
            "refusal": self._refusal,
        }
