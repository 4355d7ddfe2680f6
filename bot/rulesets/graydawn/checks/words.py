"""The words for a session, and for luck that has a roll made again."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import Parts, actor_of, secretly
from bot.core.views import Viewer, knows
from bot.core.wording import line, note, number
from bot.rulesets.graydawn.checks.events import RolledAgain, SessionBegan
from bot.rulesets.graydawn.checks.wording import faces

words = Words()


@words(SessionBegan)
@secretly()
def _session_began(event: SessionBegan) -> Parts:
    return (": luck is whole again, ", number(event.luck), ".")


@words(RolledAgain)
def _rolled_again(event: RolledAgain, viewer: Viewer) -> Lines:
    paid = (note(f" ({event.luck} luck)"),) if knows(event, event.actor, viewer) else ()
    return (line(actor_of(event, viewer), f" rolls again: {event.label}, after ", faces(event.before), *paid, "."),)
