"""What happens by going somewhere beside the way itself."""

from __future__ import annotations

from typing import ClassVar

from bot.core.events import Told


class Sheltered(Told, frozen=True, kw_only=True, tag="reflex.sheltered"):
    """``actor`` has come behind a ``thing`` of the ground."""

    silent: ClassVar[bool] = True

    thing: str
