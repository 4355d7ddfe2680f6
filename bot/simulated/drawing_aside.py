"""Pictures are drawn aside: nobody at the stage waits for one, as nobody on Discord does."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import simcord

from bot.core.telling.cards import WoundFigure
from bot.posting.draftsman import Drawing
from bot.service.requests import GroundView


class DrawingAside:
    """Hands what is to be drawn to a task of its own, for which the stage does not hold the bot's answer back.

    To the stage a picture is something from outside, like what a person types: ``env`` is told so once there is one.
    """

    rest_s = 0.0  # the stage would wait for a rest, too

    def __init__(self, drawing: Drawing) -> None:
        self.env: simcord.Env | None = None
        self._drawing = drawing
        self._wanted: asyncio.Queue[tuple[GroundView | WoundFigure, asyncio.Future[bytes]]] = asyncio.Queue()
        self._hand: asyncio.Task[None] | None = None

    def begin(self, env: simcord.Env) -> None:
        """Begin to draw for the bot of a stage."""
        self.env = env
        self._hand = asyncio.create_task(self._draw_on(), name="draw aside")

    async def draw(self, view: GroundView | WoundFigure) -> bytes:
        """Return the picture of a ground, or of somebody's wounds."""
        if self.env is None:
            raise RuntimeError("nobody draws yet")
        drawn: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._wanted.put_nowait((view, drawn))
        content: bytes = await self.env.external_wait(drawn, reason="a picture is drawn aside")
        return content

    async def _draw_on(self) -> None:
        while True:
            view, drawn = await self._wanted.get()
            try:
                content = await self._drawing.draw(view)
            except Exception as error:
                if not drawn.done():
                    drawn.set_exception(error)
            else:
                with suppress(asyncio.InvalidStateError):  # whoever wanted it has gone
                    drawn.set_result(content)

    def close(self) -> None:
        """Draw no more."""
        if self._hand is not None:
            self._hand.cancel()
        self._drawing.close()
