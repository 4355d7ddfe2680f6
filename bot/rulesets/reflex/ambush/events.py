"""What happens around ambushes: prepared and looked for in secret, then sprung on those who did not notice."""

from __future__ import annotations

from bot.core.events import Audience, Event
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.lurking import Ambush


class AmbushSet(Event, frozen=True, kw_only=True, tag="reflex.ambush_set"):
    """``actor`` prepared an ambush."""

    ambush: Ambush
    outcome: Outcome
    audience: Audience = Audience.GM


class AmbushWatched(Event, frozen=True, kw_only=True, tag="reflex.ambush_watched"):
    """``actor`` was on the watch for the ambush of ``target`` and has noticed it in time to stay away, or not."""

    outcome: Outcome
    noticed: bool
    audience: Audience = Audience.GM


class AmbushSprung(Event, frozen=True, kw_only=True, tag="reflex.ambush_sprung"):
    """``actor`` springs the ambush that ``leader`` prepared, which is the same as long as that one is here."""

    kind: str
    leader: str


class AmbushMet(Event, frozen=True, kw_only=True, tag="reflex.ambush_met"):
    """``actor`` is caught by an ambush or has noticed it before, by ``outcome`` in passing or else on the watch.

    ``initiative`` is what is left of an initiative that had been rolled already.
    """

    surprised: bool
    outcome: Outcome | None = None
    initiative: int | None = None


class AmbushDropped(Event, frozen=True, kw_only=True, tag="reflex.ambush_dropped"):
    """The ambush of ``actor`` was called off."""

    audience: Audience = Audience.GM


EVENTS_AMBUSH: tuple[type[Event], ...] = (AmbushSet, AmbushWatched, AmbushSprung, AmbushMet, AmbushDropped)
