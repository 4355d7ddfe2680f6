"""The words for an attack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.core.features import Lines, Words
from bot.core.narration import Parts, headline, result, spelled_place, who
from bot.core.telling.story import Passage, Story
from bot.core.views import Viewer, knows
from bot.core.wording import Line, Span, bad, counted, good, line
from bot.rulesets.eclipse.checks.rules import is_tie
from bot.rulesets.eclipse.checks.wording import in_words, outcome_line
from bot.rulesets.eclipse.fire.events import Aimed, AimLost, Attacked, Resolved
from bot.rulesets.eclipse.state import Mode

words = Words()
story = Story()
story.explains(Resolved)


@story.headline(Attacked)
def _attack(event: Attacked, passage: Passage, viewer: Viewer) -> Line:
    more = (f" and {len(event.others)} more",) if event.others else ()
    whom = (spelled_place(event.at) if event.at else who(event, event.target, viewer), *more)
    struck = any(each.hit and each.target == event.target for each in passage.of(Resolved))
    found = (*_met(event, passage), *passage.outcome_of(event, viewer, hit=struck))
    return headline(who(event, event.actor, viewer), whom, _how_fired(event, _mode(event)), found)


def _met(event: Attacked, passage: Passage) -> Parts:
    """Return what came of an attack as a headline says it: whom it meets may get out of the way."""
    if not event.outcome.succeeded:
        return (bad("miss"),)
    met = passage.of(Resolved)
    hits = sum(each.hit for each in met)
    if hits:
        return (*_hits(hits, met), *_as_called(event, met))
    if not met:
        return (good("on the mark"),)
    tied = any(each.defence is not None and is_tie(event.outcome, each.defence) for each in met)
    return (bad("dodged by a tie" if tied else "dodged"),)


def _mode(event: Attacked) -> str:
    """Return how a weapon fires; of single shots only that one is free, out of turn at whoever shows up in a cone."""
    if event.free:
        return "free shot"
    return "" if event.mode == Mode.SINGLE else in_words(event.mode)


def _how_fired(event: Attacked, *told: str) -> str:
    """Return with what somebody attacked and what it was called on, with what is told of that."""
    fired = ", ".join(word for word in told if word)
    called = f", called on {event.called}" if event.called else ""
    return event.title + (f" ({fired})" if fired else "") + called


def _hits(hits: int, met: Sequence[Resolved]) -> Parts:
    return (good("touched"),) if hits == 1 and any(each.touch for each in met) else result(hits, len(met))


def _as_called(event: Attacked, met: Sequence[Resolved]) -> Parts:
    """Return whether an attack that hits does what it was called for, which takes a margin of its own (001-21)."""
    if not event.called:
        return ()
    return (" as called",) if any(each.called for each in met) else (", not as called",)


@words(Attacked)
def _attacked(event: Attacked, viewer: Viewer) -> Lines:
    known = knows(event, event.actor, viewer)
    result = good("on its way") if event.outcome.succeeded else bad("a miss")
    more = f" and {len(event.others)} more" if event.others else ""
    how = _how_fired(event, _mode(event), in_words(event.ammunition))
    told = line(
        who(event, event.actor, viewer),
        " attacks ",
        spelled_place(event.at) if event.at else who(event, event.target, viewer),
        f"{more} with {how}: ",
        result,
        ".",
    )
    return (told, outcome_line(event.outcome, known=known), *_rounds(event, known=known))


def _rounds(event: Attacked, *, known: bool) -> Lines:
    if not (known and event.spent):
        return ()
    missing = " if it misses" if event.concentrated else ""
    second = f"; a second attack may follow{missing}" if event.second and event.loaded else ""
    return (line(f"{counted(event.loaded, 'round')} left{second}", depth=1),)


@words(Resolved)
def _resolved(event: Resolved, viewer: Viewer) -> Lines:
    target, known = who(event, event.target, viewer), knows(event, event.target, viewer)
    if not event.hit:
        told = line(target, good(" gets out of the way"), ".")
    else:
        told = line(target, " is ", bad("touched" if event.touch else "hit"), *_how(event, viewer), ".")
    if event.defence is None:
        return (told, line("no defence", depth=1))
    return (told, outcome_line(event.defence, known=known, of="" if known else "defence "))


def _how(event: Resolved, viewer: Viewer) -> Iterable[str | Span]:
    if event.called:
        yield f" as called: {event.called}"
    if event.critical:
        yield ", through all armour"
    if event.excellent and not event.touch and knows(event, event.actor, viewer):
        yield f", excellently (+{event.excellent})"


@words(Aimed)
def _aimed(event: Aimed, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " aims at ", who(event, event.target, viewer), "."),)


@words(AimLost)
def _aim_lost(event: AimLost, viewer: Viewer) -> Lines:
    why = "has another weapon in hand, and aims no more" if event.rearmed else "has lost from sight whom it aimed at"
    return (line(who(event, event.actor, viewer), f" {why}."),)
