"""What happens by the free action of a turn."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.events import Personal
from bot.rulesets.horizons.state import State, exposed, without_free_action

_with = msgspec.structs.replace


class PostureChanged(Personal, frozen=True, kw_only=True, tag="horizons.posture_changed"):
    """``actor`` took another posture, which under that of ``gunners`` is ``exposing`` where it makes it larger."""

    posture: str
    exposing: bool = False
    gunners: tuple[str, ...] = ()
    late: bool = False

    def changed(self, state: State) -> State:
        """Return the state with the free action used, which lets the aim go."""
        state = without_free_action(state, late=self.late)
        shows = exposed(state, self.gunners, late=self.late) if self.exposing else state
        return _with(shows, posture=self.posture, aimed=0)


class Moved(Personal, frozen=True, kw_only=True, tag="horizons.moved"):
    """``actor`` moves at ``pace`` until its next turn, ``exposing`` itself where it goes under fire of ``gunners``.

    It goes ``behind`` the piece of that name, where it takes cover on a ground.
    """

    silent: ClassVar[bool] = True

    pace: str
    exposing: bool = False
    gunners: tuple[str, ...] = ()
    late: bool = False
    behind: str = ""

    def changed(self, state: State) -> State:
        """Return the state with the free action used; whoever walks or runs leaves its cover (ours).

        What is late is of no later turn.
        """
        stays = self.pace in ("still", "subtle")
        cover, parts = (state.cover, state.parts) if stays else ("", ())
        state = exposed(state, self.gunners, late=self.late) if self.exposing else state
        state = without_free_action(state, late=self.late)
        return _with(state, pace=self.pace, moved=not self.late, aimed=0, cover=cover, parts=parts)


class GotBehind(Personal, frozen=True, kw_only=True, tag="horizons.got_behind"):
    """``actor`` has come behind something on a ground, where it shows itself to these ``gunners`` no more."""

    quiet: ClassVar[bool] = True
    silent: ClassVar[bool] = True

    gunners: tuple[str, ...]

    def changed(self, state: State) -> State:
        """Return the state exposed only to those it is not covered against."""
        left = {gunner: turns for gunner, turns in state.exposed_to.items() if gunner not in self.gunners}
        return _with(state, exposed=max(left.values(), default=0), exposed_to=left)


class TookCover(Personal, frozen=True, kw_only=True, tag="horizons.took_cover"):
    """``actor`` is behind ``cover``, which hides ``parts``; where both are empty in the open, ``exposing`` itself to
    ``gunners``.
    """

    silent: ClassVar[bool] = True

    cover: str = ""
    parts: tuple[str, ...] = ()
    exposing: bool = False
    gunners: tuple[str, ...] = ()
    late: bool = False

    def changed(self, state: State) -> State:
        """Return the state with the free action used, which lets the aim go."""
        shows = state
        if self.exposing:
            shows = exposed(state, self.gunners, late=self.late)
        elif self.cover:
            shows = _with(state, exposed=0, exposed_to={})
        return _with(without_free_action(shows, late=self.late), cover=self.cover, parts=self.parts, aimed=0)
