"""The words for turns and phases."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import who
from bot.core.telling.story import Story
from bot.core.views import Viewer, knows
from bot.core.wording import Mark, Span, line, number
from bot.rulesets.eclipse.checks.wording import term_spans, to_everybody
from bot.rulesets.eclipse.time.events import ActionTurnBegan, CameBack, HeldUntil, InitiativeRolled, Passed, Spent

words = Words()
story = Story()
story.gathers(InitiativeRolled, verb="acts")


@words(ActionTurnBegan)
def _turn_began(event: ActionTurnBegan, _: Viewer) -> Lines:
    free = " First those whom nothing surprised." if event.free else ""
    return (line(Span(f"Turn {event.turn}", Mark.HEADING), f" of three seconds.{free}"),)


@words(InitiativeRolled)
def _initiative_rolled(event: InitiativeRolled, viewer: Viewer) -> Lines:
    first = " before all others" if event.critical else ""
    told = line(who(event, event.actor, viewer), f" acts{first} at ", number(event.score), f"{_when_late(event)}.")
    if not knows(event, event.actor, viewer):
        return (told,)
    rolled = Span(f"{event.roll.faces[0] % 100:02}", Mark.DICE)
    return (told, line(*term_spans(event.terms), ", rolled ", rolled, " = ", number(event.score), ".", depth=1))


def _when_late(event: InitiativeRolled) -> str:
    """Return how a newcomer acts whose moment is over."""
    if event.missed:
        return ", but no more in this turn"
    return ", in this phase after whoever acts now" if event.over else ""


@words(HeldUntil)
def _held(event: HeldUntil, viewer: Viewer) -> Lines:
    later = f" of phase {event.phase}" if event.phase else ""
    return (line(who(event, event.actor, viewer), " holds until ", number(event.score), later, "."),)


@words(CameBack)
def _came_back(event: CameBack, viewer: Viewer) -> Lines:
    return ()


@words(Spent)
def _spent(event: Spent, viewer: Viewer) -> Lines:
    return ()


words(Passed)(to_everybody("passes"))
