"""The words for what happens in the yard."""

from __future__ import annotations

from bot.core.features import Words
from bot.core.narration import who
from bot.core.views import Viewer, knows
from bot.core.wording import Line, bad, line, number
from tests.rulesets.toy.yard.events import AmbushSet, Granted, MineLaid, MineSprung, Suppressed, Threatened

words = Words()


@words(Suppressed)
def _suppressed(event: Suppressed, viewer: Viewer) -> tuple[Line, ...]:
    return (line(who(event, event.actor, viewer), f" throws stones at {event.area or 'the yard'}."),)


@words(Threatened)
def _threatened(event: Threatened, viewer: Viewer) -> tuple[Line, ...]:
    threat = (": ", number(event.threat)) if knows(event, event.actor, viewer) else ()
    return (line(who(event, event.actor, viewer), " is under threat", *threat, "."),)


@words(AmbushSet)
def _ambush_set(event: AmbushSet, viewer: Viewer) -> tuple[Line, ...]:
    return (line(who(event, event.actor, viewer), f" lies in wait with {event.side or 'nobody'}."),)


@words(MineLaid)
def _mine_laid(event: MineLaid, viewer: Viewer) -> tuple[Line, ...]:
    return (line(who(event, event.actor, viewer), f" lays mine {event.mine}."),)


@words(MineSprung)
def _mine_sprung(event: MineSprung, viewer: Viewer) -> tuple[Line, ...]:
    return (line(who(event, event.actor, viewer), bad(" steps on a mine"), "."),)


@words(Granted)
def _granted(event: Granted, viewer: Viewer) -> tuple[Line, ...]:
    return (line(who(event, event.actor, viewer), f" gets {event.boon}."),)
