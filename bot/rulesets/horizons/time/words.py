"""The words for rounds, turns and reactions."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of
from bot.core.telling.story import Story
from bot.core.views import Viewer
from bot.core.wording import Mark, Span, line, number, signed
from bot.rulesets.horizons.checks.wording import die, is_told
from bot.rulesets.horizons.time.events import (
    CameBack,
    InitiativeRolled,
    Reacted,
    ReactionBegan,
    ReactionKept,
    RoundBegan,
    TurnEnded,
    Waited,
)

words = Words()
story = Story()
story.gathers(InitiativeRolled, verb="acts")


@words(RoundBegan)
def _round_began(event: RoundBegan, viewer: Viewer) -> Lines:
    return (line(Span(f"Round {event.number}", Mark.HEADING)),)


@words(InitiativeRolled)
def _initiative_rolled(event: InitiativeRolled, viewer: Viewer) -> Lines:
    when = ", in this round after whoever acts now" if event.over else ""
    said = line(actor_of(event, viewer), " acts at ", number(event.initiative), f"{when}.")
    terms = [span for term in event.terms for span in (f", {term.label} ", signed(term.value))]
    total = (" = ", number(event.initiative), ".")
    return (said, line("1d10 ", die(event.roll), *terms, *total, depth=1)) if is_told(event, viewer) else (said,)


@words(CameBack)
def _came_back(event: CameBack, viewer: Viewer) -> Lines:
    return ()


@words(Waited)
def _waited(event: Waited, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " waits."),)


@words(Reacted)
def _reacted(event: Reacted, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " reacts."),)


@words(ReactionKept)
def _reaction_kept(event: ReactionKept, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), f" keeps a reaction for: {event.what}."),) if is_told(event, viewer) else ()


@words(ReactionBegan)
def _reaction_began(event: ReactionBegan, viewer: Viewer) -> Lines:
    why = f": {event.what}" if is_told(event, viewer) else ""
    return (line(actor_of(event, viewer), f" reacts{why}."),)


@words(TurnEnded)
def _turn_ended(event: TurnEnded, viewer: Viewer) -> Lines:
    """Return no words: everybody reads what the turn was used for."""
    return ()
