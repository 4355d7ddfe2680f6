"""What happens by going somewhere beside the way itself."""

from __future__ import annotations

from bot.core.events import Told


class Sheltered(Told, frozen=True, kw_only=True, tag="reflex.sheltered"):
    """``actor`` has come behind a ``thing`` of the ground."""

    thing: str
