"""What is done in a phase besides attacking."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from bot.core.events import AtOnce, Audience, Personal
from bot.rulesets.eclipse.state import State

RUN = "run"
"""The pace that is the fastest, and that of a charge."""


class DefenceRaised(AtOnce, frozen=True, kw_only=True, tag="eclipse.defence_raised"):
    """``actor`` does nothing but defend itself until its next phase."""

    def changed(self, state: State) -> State:
        """Return the state in full defence."""
        return replace(state, defending=True)


class StanceChanged(AtOnce, frozen=True, kw_only=True, tag="eclipse.stance_changed"):
    """``actor`` dropped to the ground or stood up."""

    prone: bool

    def changed(self, state: State) -> State:
        """Return the state on the ground, or on its feet."""
        return replace(state, prone=self.prone)


class Moved(AtOnce, frozen=True, kw_only=True, tag="eclipse.moved"):
    """``actor`` went so many metres at a pace, perhaps towards or away from ``target``."""

    silent: ClassVar[bool] = True

    pace: str
    metres: float

    def changed(self, state: State) -> State:
        """Return the state running, if it has in this phase, with the metres gone."""
        gone = {"turn_m": state.turn_m + self.metres, "phase_m": state.phase_m + self.metres}
        return replace(state, running=state.running or self.pace == RUN, **gone)


class StoodDown(AtOnce, frozen=True, kw_only=True, tag="eclipse.stood_down"):
    """``actor`` holds no cone under fire and watches no place any more: a ground was laid on which none lies."""

    silent: ClassVar[bool] = True

    def changed(self, state: State) -> State:
        """Return the state holding and watching nothing."""
        return state.holding_nothing()


class LetGo(Personal, frozen=True, kw_only=True, tag="eclipse.let_go"):
    """``actor`` is out of action, and all that it was about since has come to nothing; no ambush has caught it now."""

    quiet: ClassVar[bool] = True

    audience: Audience = Audience.GM

    def changed(self, state: State) -> State:
        """Return the state about nothing."""
        return replace(state.put_out(), caught=False)
