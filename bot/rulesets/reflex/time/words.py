"""The words for what happens in time, as a viewer may read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.core.events import Event
from bot.core.narration import who
from bot.core.terms import total
from bot.core.views import Viewer, knows
from bot.core.wording import Line, Mark, Span, bad, good, line, number
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.checks.wording import check_line, said, sum_spans
from bot.rulesets.reflex.time import events as happened

Lines = tuple[Line, ...]


def lines(event: Event, viewer: Viewer) -> Lines:
    """The words for one event of EVENTS_TIME."""
    return _LINES[type(event)](event, viewer)


def _explained(event: Event, viewer: Viewer, outcome: Outcome | None) -> Lines:
    return (check_line(outcome, knows=knows(event, event.actor, viewer)),) if outcome else ()


def _exchange_began(event: happened.ExchangeBegan, _viewer: Viewer) -> Lines:
    return (line(Span(f"Exchange of fire {event.exchange}", Mark.HEADING)),)


def _composure_checked(event: happened.ComposureChecked, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    came_to = good(" comes to.") if event.outcome.succeeded else bad(" stays dazed and cannot act in this exchange.")
    return (line(who(event, event.actor, viewer), came_to), *_explained(event, viewer, event.outcome))


def _initiative_rolled(event: happened.InitiativeRolled, viewer: Viewer) -> Lines:
    told = line(who(event, event.actor, viewer), " acts from tick ", number(event.initiative), ".")
    if not knows(event, event.actor, viewer):
        return (told,)
    first, *rest = event.terms
    check = max(0, event.outcome.margin)
    parts = [*sum_spans(first, rest, sum(term.value for term in event.terms)), ", twice margin ", number(check)]
    return (told, line(*parts, depth=1), *_explained(event, viewer, event.outcome))


def _time_spent(event: happened.TimeSpent, viewer: Viewer) -> Lines:
    then = ("next on tick ", number(event.initiative)) if event.initiative else ("done for this exchange",)
    ticks = " tick; " if event.ticks == 1 else " ticks; "
    return (line(number(event.ticks), ticks, who(event, event.actor, viewer), " ", *then, ".", depth=1),)


def _exchange_ended(event: happened.ExchangeEnded, _viewer: Viewer) -> Lines:
    return (line(f"Exchange {event.exchange} is over: press or hold?"),)


def _pressed(event: happened.Pressed, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " presses."),)


def _held(event: happened.Held, viewer: Viewer) -> Lines:
    loses = event.outcome is not None and not event.outcome.succeeded
    told = bad(" cannot bear the waiting and presses.") if loses else Span(" holds.")
    return (line(who(event, event.actor, viewer), told), *_explained(event, viewer, event.outcome))


def _surrendered(event: happened.Surrendered, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " gives up and stays inactive."),)


def _pause_began(event: happened.PauseBegan, _viewer: Viewer) -> Lines:
    return (line(Span(f"Pause {event.pauses}", Mark.HEADING)),)


def _pause_ended(event: happened.PauseEnded, _viewer: Viewer) -> Lines:
    return (line(f"Pause {event.pauses} is over: press or hold?"),)


def _fight_decided(event: happened.FightDecided, _viewer: Viewer) -> Lines:
    told = line("Nobody but ", Span(event.side, Mark.NAME), " has anybody left who can and will fight.")
    return (told, line("/init end ends the fight, if you agree.", depth=1))


def _rested(event: happened.Rested, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " lets the pause go by."),)


def _pause_moved(event: happened.PauseMoved, viewer: Viewer) -> Lines:
    distance = (" up to ", number(event.distance_m), " m (", said(event.pace.value), ").")
    return (line(who(event, event.actor, viewer), " moves", *distance),)


def _waited(event: happened.Waited, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " waits."),)


def _second_declined(event: happened.SecondDeclined, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " does nothing else on the move."),)


def _switched(event: happened.Switched, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), f" switches {event.item} {'on' if event.active else 'off'}."),)


def _assessed(event: happened.Assessed, viewer: Viewer) -> Lines:
    told = line(who(event, event.actor, viewer), " takes a look around.")
    if viewer.gm:
        return (told, *_explained(event, viewer, event.outcome))
    if not knows(event, event.actor, viewer):
        return (told,)
    seen = good("Something can be made out.") if event.outcome.succeeded else bad("Nothing stands out.")
    return (told, line(seen, depth=1))


def _stance_changed(event: happened.StanceChanged, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), f" goes from {event.before.value} to {event.stance.value}."),)


_SAID = {"syllable": " shouts a word", "phrase": " calls out a phrase", "sentence": " speaks a sentence"}


def _communicated(event: happened.Communicated, viewer: Viewer) -> Lines:
    over = " over a device." if event.device else "."
    return (line(who(event, event.actor, viewer), _SAID[event.length], over),)


def _ditch_checked(event: happened.DitchChecked, viewer: Viewer) -> Lines:
    result = good("gets free") if event.outcome.succeeded else bad("cannot get free")
    told = line(who(event, event.actor, viewer), " ", result, f" of {event.item}.")
    return (told, *_explained(event, viewer, event.outcome))


def _ditched(event: happened.Ditched, viewer: Viewer) -> Lines:
    told = line(who(event, event.actor, viewer), f" lets go of {event.item}.")
    return (told, *_costs(event, viewer), *_torn(event))


def _torn(event: happened.Ditched) -> Lines:
    damage = bad(f"{event.item} is damaged.") if event.damaged else good(f"{event.item} stays whole.")
    if event.roll is None or not event.percent:
        return (line(damage, depth=1),) if event.damaged else ()
    face = Span(str(event.roll.faces[0]), Mark.DICE)
    return (line(f"Damaged on {event.percent} or less on d100: ", face, "; ", damage, depth=1),)


Handled = happened.Ditched | happened.Readied | happened.Stowed | happened.Reloaded


def _costs(event: Handled, viewer: Viewer) -> Lines:
    """The ticks of handling something, where they are a sum and may be known."""
    if len(event.costs) < 2 or not knows(event, event.actor, viewer):
        return ()
    return (line(*sum_spans(event.costs[0], event.costs[1:], total(event.costs)), " ticks.", depth=1),)


_PACES = {
    "crawl": " crawls ",
    "stagger": " staggers ",
    "walk": " walks ",
    "trot": " trots ",
    "run": " runs ",
    "sprint": " sprints ",
}


def _moved(event: happened.Moved, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), _PACES[event.pace.value], number(event.distance_m), " m."),)


def _boarded(event: happened.Boarded, viewer: Viewer) -> Lines:
    actor = who(event, event.actor, viewer)
    into = (" of ", who(event, event.target, viewer)) if event.target else (f" ({said(event.what)})",)
    return (line(actor, " gets in or out", *into, f": {event.done} of {event.needed} Moves."),)


def _readied(event: happened.Readied, viewer: Viewer) -> Lines:
    how = "both hands" if event.hands > 1 else f"the {event.hand} hand"
    return (line(who(event, event.actor, viewer), f" takes {event.item} in {how}."), *_costs(event, viewer))


def _stowed(event: happened.Stowed, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), f" puts {event.item} away."), *_costs(event, viewer))


def _reloaded(event: happened.Reloaded, viewer: Viewer) -> Lines:
    told = (line(who(event, event.actor, viewer), f" reloads {event.weapon}."), *_costs(event, viewer))
    if not knows(event, event.actor, viewer):
        return told
    if event.done < event.needed:
        return (*told, line(f"{event.done} of {event.needed} actions", depth=1))
    left = "" if event.spare is None else f", {event.spare} more carried"
    return (*told, line(number(event.loaded), f" rounds loaded{left}.", depth=1))


def _braced(event: happened.Braced, viewer: Viewer) -> Lines:
    return (
        line(who(event, event.actor, viewer), f" folds the bipod of {event.weapon} {'down' if event.down else 'up'}."),
    )


def _corrected(event: happened.Corrected, viewer: Viewer) -> Lines:
    actor = who(event, event.actor, viewer)
    if not knows(event, event.actor, viewer):
        return (line("The GM corrects ", actor, "."),)
    where = f" ({event.place})" if event.place else ""
    return (line("The GM corrects ", actor, f": {said(event.field)}{where} is now {event.value}."),)


_LINES: Mapping[type[Event], Callable[[Any, Viewer], Lines]] = {
    happened.ExchangeBegan: _exchange_began,
    happened.ComposureChecked: _composure_checked,
    happened.InitiativeRolled: _initiative_rolled,
    happened.TimeSpent: _time_spent,
    happened.ExchangeEnded: _exchange_ended,
    happened.Pressed: _pressed,
    happened.Held: _held,
    happened.Surrendered: _surrendered,
    happened.PauseBegan: _pause_began,
    happened.PauseEnded: _pause_ended,
    happened.FightDecided: _fight_decided,
    happened.Rested: _rested,
    happened.PauseMoved: _pause_moved,
    happened.Waited: _waited,
    happened.SecondDeclined: _second_declined,
    happened.Switched: _switched,
    happened.Assessed: _assessed,
    happened.StanceChanged: _stance_changed,
    happened.Communicated: _communicated,
    happened.DitchChecked: _ditch_checked,
    happened.Ditched: _ditched,
    happened.Moved: _moved,
    happened.Boarded: _boarded,
    happened.Readied: _readied,
    happened.Stowed: _stowed,
    happened.Reloaded: _reloaded,
    happened.Braced: _braced,
    happened.Corrected: _corrected,
}
