"""What happens by the free action of a turn."""

from __future__ import annotations

import msgspec

from bot.core.events import Personal
from bot.rulesets.horizons.state import State, exposed

_with = msgspec.structs.replace


class PostureChanged(Personal, frozen=True, kw_only=True, tag="horizons.posture_changed"):
    """``actor`` took another posture, which under fire is ``exposing`` where it makes it larger."""

    posture: str
    exposing: bool = False

    def changed(self, state: State) -> State:
        """Use the free action, which lets the aim go."""
        return _with(exposed(state) if self.exposing else state, posture=self.posture, freed=True, aimed=0)


class Moved(Personal, frozen=True, kw_only=True, tag="horizons.moved"):
    """``actor`` moves at ``pace`` until its next turn, ``exposing`` itself where the way lies under fire."""

    pace: str
    exposing: bool = False

    def changed(self, state: State) -> State:
        """Use the free action; whoever walks or runs leaves its cover (ours)."""
        stays = self.pace in ("still", "subtle")
        cover, parts = (state.cover, state.parts) if stays else ("", ())
        state = exposed(state) if self.exposing else state
        return _with(state, pace=self.pace, moved=True, freed=True, aimed=0, cover=cover, parts=parts)


class TookCover(Personal, frozen=True, kw_only=True, tag="horizons.took_cover"):
    """``actor`` is behind ``cover``, which hides ``parts``; where both are empty in the open, ``exposing`` to fire."""

    cover: str = ""
    parts: tuple[str, ...] = ()
    exposing: bool = False

    def changed(self, state: State) -> State:
        """Use the free action, which lets the aim go."""
        state = exposed(state) if self.exposing else _with(state, exposed=0) if self.cover else state
        return _with(state, cover=self.cover, parts=self.parts, freed=True, aimed=0)
