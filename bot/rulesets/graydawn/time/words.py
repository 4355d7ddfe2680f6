"""The words for a round and the turns in it."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of
from bot.core.telling.story import Story
from bot.core.views import Viewer
from bot.core.wording import Mark, Span, bad, counted, line, number, the
from bot.rulesets.graydawn.checks.wording import plainly, summed
from bot.rulesets.graydawn.state import Stance
from bot.rulesets.graydawn.time.events import (
    Acted,
    Assumed,
    Declared,
    Delayed,
    FearLapsed,
    InitiativeRolled,
    Passed,
    QuickStart,
    RoundBegan,
    TurnBegan,
)

words = Words()
story = Story()
story.gathers(InitiativeRolled)
story.begins_turns(TurnBegan)


STANCES = {
    Stance.OPEN: "in the open",
    Stance.MOVING: "moving",
    Stance.ACTIVE: "active cover",
    Stance.FULL: "full cover",
    Stance.BRACED: "bracing",
}


@words(RoundBegan)
def _round_began(event: RoundBegan, viewer: Viewer) -> Lines:
    return (line(Span(f"Round {event.number}", Mark.HEADING)),)


@words(InitiativeRolled)
def _initiative_rolled(event: InitiativeRolled, viewer: Viewer) -> Lines:
    late = (bad(" (too late for this round)"),) if event.check.total < 0 else ()
    behind = () if event.at is None else (", in this round at ", number(event.at))
    told = line(actor_of(event, viewer), ": initiative ", number(event.check.total), *late, *behind, ".")
    return (told, line("Dice ", *summed(event, event.actor, event.check, viewer), ".", depth=1))


@words(TurnBegan)
def _turn_began(event: TurnBegan, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " is to act."),)


@words(FearLapsed)
def _fear_lapsed(event: FearLapsed, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " is under fire no more."),)


@words(Declared)
def _declared(event: Declared, viewer: Viewer) -> Lines:
    moves = f", {event.moves} of them movement" if event.moves else ""
    behind = f" behind {the(event.thing) if event.thing else f'cover of level {event.level}'}" if event.cover else ""
    said = f": {STANCES[event.stance]}{behind}, {counted(event.actions, 'action')}{moves}."
    return (line(actor_of(event, viewer), said),)


@words(Assumed)
def _assumed(event: Assumed, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), f" takes {counted(event.actions, 'action')}, {STANCES[event.stance]}."),)


@words(Acted)
def _acted(event: Acted, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), f" has used {counted(event.count, 'action')}."),)


@words(Passed)
@plainly
def _passed(event: Passed) -> str:
    return " waits out the round."


@words(Delayed)
@plainly
def _delayed(event: Delayed) -> str:
    return f" waits until {event.number}."


@words(QuickStart)
@plainly
def _quick_start(event: QuickStart) -> str:
    return " gets ready for a lightning start."
