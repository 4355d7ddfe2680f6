"""The picture of a fight's ground hangs on its tracker: the newest alone is drawn, seldom, and while nobody waits."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from typing import NamedTuple, Protocol

import discord
import structlog

from bot.core.telling.cards import WoundFigure
from bot.posting.places import UNREACHED, GoneError, Places
from bot.render.picture_words import picture_words
from bot.service.requests import Button, GroundView
from cogs._buttons import layout_of

LOOK_S = 0.05
"""After which time it is looked again whether anybody waits."""

NAME = "ground.png"

log = structlog.get_logger()


class Drawing(Protocol):
    """What draws pictures off the event loop."""

    @property
    def rest_s(self) -> float:
        """Return how long after one picture of a fight the next is drawn at the earliest."""
        ...

    async def draw(self, view: GroundView | WoundFigure) -> bytes:
        """Return the picture of a ground, or of somebody's wounds."""
        ...

    def close(self) -> None:
        """Draw no more."""
        ...


class Hanging(NamedTuple):
    """Which picture is to hang on which message; on a card it hangs between its ``blocks``, above its ``buttons``."""

    channel_id: int
    message_id: int
    view: GroundView
    blocks: tuple[str, ...] = ()
    buttons: tuple[Button, ...] = ()

    def shows(self, other: Hanging | None) -> bool:
        """Tell whether it is the same picture on the same message, whatever is said there."""
        return other is not None and self[:3] == other[:3]


class Draftsman:
    """Keeps the picture on the tracker of each fight, behind all else that is posted; ``busy`` tells whether anybody
    waits for an order or for the log.
    """

    def __init__(
        self,
        places: Places,
        drawing: Drawing,
        busy: Callable[[], bool],
        *,
        look_s: float = LOOK_S,
    ) -> None:
        self._places = places
        self._drawing = drawing
        self._busy = busy
        self._look_s = look_s
        self._newest: dict[int, Hanging] = {}
        self._wanted: dict[int, Hanging] = {}
        self._hangs: dict[int, Hanging] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._locks: dict[int, asyncio.Lock] = {}
        self._begun_again: set[int] = set()
        self._one_at_a_time = asyncio.Lock()

    def editing(self, scene_id: int) -> asyncio.Lock:
        """Return what whoever edits the tracker of a scene holds, so that no edit overtakes another."""
        return self._locks.setdefault(scene_id, asyncio.Lock())

    def hangs_on(self, scene_id: int, message_id: int) -> GroundView | None:
        """Return the ground whose picture hangs on a message, None where none is known to."""
        hanging = self._hangs.get(scene_id)
        return hanging.view if hanging and hanging.message_id == message_id else None

    def show(self, scene_id: int, hanging: Hanging) -> None:
        """Have a picture hang on the tracker of a scene, once it is its turn; what was wanted before is not drawn."""
        self._newest[scene_id] = hanging
        if hanging.shows(self._hangs.get(scene_id)):
            self._wanted.pop(scene_id, None)
            return
        self._wanted[scene_id] = hanging
        if scene_id not in self._tasks:
            name = f"draw {scene_id}"
            self._tasks[scene_id] = asyncio.get_running_loop().create_task(self._keep(scene_id), name=name)

    def forget(self, scene_id: int) -> None:
        """Draw nothing more of a scene, whose tracker is gone."""
        for known in (self._newest, self._wanted, self._hangs, self._locks):
            known.pop(scene_id, None)
        self._begun_again.discard(scene_id)

    def close(self) -> None:
        """Draw nothing more at all."""
        self._wanted.clear()
        for task in self._tasks.values():
            task.cancel()
        self._drawing.close()

    async def _keep(self, scene_id: int) -> None:
        try:
            while scene_id in self._wanted:
                async with self._one_at_a_time:
                    found = None if self._busy() else await self._draw_wanted(scene_id)
                if found is not None:
                    await self._hang(scene_id, *found)
                    await asyncio.sleep(self._drawing.rest_s)
                else:
                    await asyncio.sleep(self._look_s)
        finally:
            self._tasks.pop(scene_id, None)

    async def _draw_wanted(self, scene_id: int) -> tuple[Hanging, bytes] | None:
        """Draw what is wanted: once more where what drew it has ended; else the next change brings another."""
        hanging = self._wanted.pop(scene_id, None)
        if hanging is None:
            return None
        try:
            content = await self._drawing.draw(hanging.view)
        except Exception as error:
            log.warning("no picture", channel=hanging.channel_id, error=repr(error), exc_info=error)
            if isinstance(error, ConnectionError) and scene_id not in self._begun_again:
                self._begun_again.add(scene_id)
                self._wanted.setdefault(scene_id, hanging)
            return None
        self._begun_again.discard(scene_id)
        return hanging, content

    async def _hang(self, scene_id: int, hanging: Hanging, content: bytes) -> None:
        """Hang a picture on its message; where that fails, the next change brings another."""
        try:
            async with self.editing(scene_id):
                await self._hung(scene_id, hanging, content)
        except (*UNREACHED, GoneError) as error:
            log.info("no picture", channel=hanging.channel_id, error=repr(error))
        except Exception as error:
            log.warning("no picture", channel=hanging.channel_id, error=repr(error), exc_info=error)

    async def _hung(self, scene_id: int, hanging: Hanging, content: bytes) -> None:
        """Hang a picture beside what its message says by then; where another message stands there, that has its own."""
        newest = self._newest.get(scene_id)
        if newest is None or newest.message_id != hanging.message_id:
            return
        about = picture_words(hanging.view)
        message = await self._places.message(hanging.channel_id, hanging.message_id)
        file = discord.File(io.BytesIO(content), NAME, description=about)
        if newest.blocks:
            await message.edit(view=layout_of(newest.blocks, newest.buttons, NAME, about), attachments=[file])
        else:
            await message.edit(attachments=[file])
        self._hangs[scene_id] = hanging
