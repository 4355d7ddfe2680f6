"""The words for wounds and what keeps them away."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import Parts, actor_of, secretly
from bot.core.telling.story import Change, Passage, Story, falls
from bot.core.views import Viewer
from bot.core.wording import Span, bad, counted, good, line, note, number
from bot.rulesets.nighttripper.checks.wording import in_words
from bot.rulesets.nighttripper.wounds.events import (
    ArmorUsed,
    ConditionSet,
    Died,
    Healed,
    LimbLost,
    LuckPaid,
    LuckRecovered,
    Wounded,
)

words = Words()
story = Story()
story.as_told(LuckPaid, LimbLost)
story.change(Died)(falls("killed"))


def stopped(passage: Passage) -> Parts:
    """Return that armour stopped what hit, as the end of a headline, where that can be known."""
    return tuple(f", the {in_words(used.armor)} stops it" for used in passage.of(ArmorUsed))


@story.change(ArmorUsed)
def _saved(event: ArmorUsed, _viewer: Viewer) -> Change:
    return Change((f"the {in_words(event.armor)}",), verb="must replace")


@story.change(Wounded)
def _hurt(event: Wounded, _viewer: Viewer) -> Change:
    side = f"{event.side}, " if event.side else ""
    told = (bad(wound_name(event.place, event.severity)), f" ({side}{_summed(event)})")
    return Change(told, verb="suffers")


def _summed(event: Wounded) -> str:
    """Return what the wounds of a place come to, and how many cost the limb or the life."""
    if event.total > event.worst:
        return f"{event.total} there, where {event.worst} are enough"
    return f"{event.total} of {event.worst} there"


def wound_name(place: str, severity: int) -> str:
    """Return the printed name of a wound."""
    return f"{place.capitalize()} wound {severity}"


@words(ArmorUsed)
@secretly()
def _armor_used(event: ArmorUsed) -> tuple[str | Span, ...]:
    return (": the ", in_words(event.armor), good(" stops it"), " and must be replaced.")


@words(LuckPaid)
@secretly()
def _luck_paid(event: LuckPaid) -> tuple[str | Span, ...]:
    return (good(" is lucky"), ": ", number(event.points), " luck avoids the wound, ", number(event.luck), " left.")


@words(Wounded)
@secretly()
def _wounded(event: Wounded) -> tuple[str | Span, ...]:
    side = note(f" ({event.side})") if event.side else ""
    counted = note(f", {_summed(event)}")
    fell = " and ".join(f"{roll.label} {', '.join(map(str, roll.faces))}" for roll in event.rolls)
    rolled = (note(f" ({fell})"),) if fell else ()
    return (": ", bad(wound_name(event.place, event.severity)), side, *rolled, counted, ".")


@words(Died)
@secretly(" goes down")
def _died(event: Died) -> tuple[str | Span, ...]:
    return (bad(" is killed"), ".")


@words(LimbLost)
def _limb_lost(event: LimbLost, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), bad(f" loses the {event.limb}"), note(": it will need replacing"), "."),)


@words(Healed)
@secretly()
def _healed(event: Healed) -> tuple[str | Span, ...]:
    wound = f"{event.place} wound" if event.place else "wound"
    worse = f" worse than {event.degree}" if event.degree else ""
    return (good(" is better"), f": no {wound}{worse} is left.", " Limbs replaced." if event.replaced else "")


@words(ConditionSet)
@secretly()
def _condition_set(event: ConditionSet) -> tuple[str | Span, ...]:
    if not event.severity:
        return (good(f" is no more {event.name}"), ".")
    at = f" ({event.deed})" if event.deed else ""
    return (": ", bad(f"{event.name} {event.severity}"), f"{at}.")


@words(LuckRecovered)
@secretly()
def _recovered(event: LuckRecovered) -> tuple[str | Span, ...]:
    left = f", {counted(event.left, 'week')} toward the next" if event.left else ""
    return (f" has {counted(event.weeks, 'quiet week')}: luck ", number(event.luck), f"{left}.")
