"""What happens to actions that are resolved on the tick on which they end."""

from __future__ import annotations

from typing import ClassVar

from bot.core.events import Audience, Event


class ActionBegun(Event, frozen=True, kw_only=True, tag="reflex.action_begun"):
    """``actor`` began an action of ``ticks`` ticks that is resolved on tick ``ends``."""

    ticks: int
    ends: int


class ActionKept(Event, frozen=True, kw_only=True, tag="reflex.action_kept"):
    """What ``actor`` is about, for so many ``ticks``: the canonical ``order`` of ``action``."""

    quiet: ClassVar[bool] = True

    action: str
    order: bytes
    ticks: int
    audience: Audience = Audience.GM


class ActionEnded(Event, frozen=True, kw_only=True, tag="reflex.action_ended"):
    """The tick on which the action of ``actor`` ends has come."""

    quiet: ClassVar[bool] = True

    audience: Audience = Audience.GM


class ActionLost(Event, frozen=True, kw_only=True, tag="reflex.action_lost"):
    """What ``actor`` was about could not be brought to its end; its ticks are gone."""


EVENTS_UNDERWAY: tuple[type[Event], ...] = (ActionBegun, ActionKept, ActionEnded, ActionLost)
