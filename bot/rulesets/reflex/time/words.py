"""The words for what happens in time, as a viewer may read them."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.features import Lines, Words
from bot.core.narration import actor_of, target_of
from bot.core.telling.story import Story
from bot.core.terms import Term, total
from bot.core.views import Viewer, knows
from bot.core.wording import Mark, Span, bad, good, line, note, number, rounded_m
from bot.rulesets.reflex.checks.wording import explained, look_lines, said, sum_spans, ticks_spans
from bot.rulesets.reflex.time.came_anew import CameAnew
from bot.rulesets.reflex.time.carried_events import Braced, DitchChecked, Ditched, Readied, Reloaded, Stowed, Switched
from bot.rulesets.reflex.time.events import (
    ActionBegun,
    ActionEnded,
    ActionKept,
    ActionLost,
    Assessed,
    Communicated,
    ComposureChecked,
    ExchangeBegan,
    ExchangeEnded,
    FightDecided,
    Held,
    InitiativeRolled,
    Loss,
    MinuteBegan,
    MinuteEnded,
    OperationLost,
    PauseBegan,
    PauseEnded,
    PauseLetGo,
    Pressed,
    SecondDeclined,
    Surrendered,
    TimeSpent,
    TimeTaken,
    Waited,
)
from bot.rulesets.reflex.time.moves import IN, OUT, Boarded, Dragged, Moved, PauseMoved, StanceChanged

words = Words()
story = Story()
story.gathers(InitiativeRolled, verb="acts")
story.gathers(Held, Pressed)
story.gathers_alike(Waited, several="wait", one="waits")
story.stands_behind(TimeSpent)
story.gathers_alike(PauseLetGo, several="let the pause go by")


@words(ExchangeBegan)
def _exchange_began(event: ExchangeBegan, _viewer: Viewer) -> Lines:
    return (line(Span(f"Exchange of fire {event.exchange}", Mark.HEADING)),)


@words(ComposureChecked)
def _composure_checked(event: ComposureChecked, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    came_to = good(" comes to.") if event.outcome.succeeded else bad(" stays dazed and cannot act in this exchange.")
    return (line(actor_of(event, viewer), came_to), *explained(event, viewer, event.outcome))


@words(InitiativeRolled)
def _initiative_rolled(event: InitiativeRolled, viewer: Viewer) -> Lines:
    told = line(actor_of(event, viewer), " acts from tick ", number(event.initiative), ".")
    if not knows(event, event.actor, viewer):
        return (told,)
    first, *rest = event.terms
    margin = max(0, event.outcome.margin)
    twice = Term("twice_margin", 2 * margin, detail=str(margin))
    found = total(event.terms) + twice.value
    late = ", but too late for more" if event.initiative < found else ""
    parts = [*sum_spans(first, (*rest, twice), found), note(late), "."]
    return (told, line(*parts, depth=1), *explained(event, viewer, event.outcome))


@words(TimeSpent)
def _time_spent(event: TimeSpent, viewer: Viewer) -> Lines:
    then = ("next on tick ", number(event.initiative)) if event.initiative else ("done for this exchange",)
    ticks = " tick" if event.ticks == 1 else " ticks"
    more = " more, as many as it began with; " if event.rest else "; "
    return (line(number(event.ticks), ticks, more, actor_of(event, viewer), " ", *then, ".", depth=1),)


@words(ExchangeEnded)
def _exchange_ended(event: ExchangeEnded, _viewer: Viewer) -> Lines:
    return (line(f"Exchange {event.exchange} is over: press or hold?"),)


@words(Pressed)
def _pressed(event: Pressed, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " presses."),)


@words(Held)
def _held(event: Held, viewer: Viewer) -> Lines:
    loses = event.outcome is not None and not event.outcome.succeeded
    told = bad(" cannot bear the waiting and presses.") if loses else Span(" holds.")
    return (line(actor_of(event, viewer), told), *explained(event, viewer, event.outcome))


@words(Surrendered)
def _surrendered(event: Surrendered, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " gives up and stays inactive."),)


@words(PauseBegan)
def _pause_began(event: PauseBegan, _viewer: Viewer) -> Lines:
    return (line(Span(f"Pause {event.pauses}", Mark.HEADING)),)


@words(PauseEnded)
def _pause_ended(event: PauseEnded, _viewer: Viewer) -> Lines:
    return (line(f"Pause {event.pauses} is over: press or hold?"),)


@words(MinuteBegan)
def _minute_began(event: MinuteBegan, _viewer: Viewer) -> Lines:
    return (line("Minute ", number(event.minute), " goes by."),)


@words(FightDecided)
def _fight_decided(event: FightDecided, _viewer: Viewer) -> Lines:
    told = line("The only side with anybody left who can and will fight is ", Span(event.side, Mark.NAME), ".")
    return (told, line("/init end ends the fight, if you agree.", depth=1))


@words(PauseLetGo)
def _rested(event: PauseLetGo, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " lets the pause go by."),)


@words(PauseMoved)
def _pause_moved(event: PauseMoved, viewer: Viewer) -> Lines:
    distance = (" up to ", number(rounded_m(event.distance_m)), " m (", said(event.pace.value), ").")
    return (line(actor_of(event, viewer), " moves", *distance),)


@words(Waited)
def _waited(event: Waited, viewer: Viewer) -> Lines:
    ticks = " tick" if event.each == 1 else " ticks"
    again = (" ", number(event.times), " times ", number(event.each), ticks) if event.times > 1 else ()
    return (line(actor_of(event, viewer), " waits", *again, "."),)


@words(SecondDeclined)
def _second_declined(event: SecondDeclined, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " does nothing else on the move."),)


@words(Switched)
def _switched(event: Switched, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), f" switches the {event.item} {'on' if event.active else 'off'}."),)


@words(Assessed)
def _assessed(event: Assessed, viewer: Viewer) -> Lines:
    told, seen = line(actor_of(event, viewer), " takes a look around."), "Something can be made out."
    return look_lines(event, viewer, told, event.outcome, seen, "Nothing stands out.")


@words(StanceChanged)
def _stance_changed(event: StanceChanged, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), f" goes from {event.before.value} to {event.stance.value}."),)


_SAID = {"syllable": " shouts a word", "phrase": " calls out a phrase", "sentence": " speaks a sentence"}


@words(Communicated)
def _communicated(event: Communicated, viewer: Viewer) -> Lines:
    over = " over a device." if event.device else "."
    return (line(actor_of(event, viewer), _SAID[event.length], over),)


@words(DitchChecked)
def _ditch_checked(event: DitchChecked, viewer: Viewer) -> Lines:
    result = good("gets free") if event.outcome.succeeded else bad("cannot get free")
    told = line(actor_of(event, viewer), " ", result, f" of the {event.item}.")
    return (told, *explained(event, viewer, event.outcome))


@words(Ditched)
def _ditched(event: Ditched, viewer: Viewer) -> Lines:
    told = line(actor_of(event, viewer), f" lets go of the {event.item}.")
    lighter = event.load is not None and knows(event, event.actor, viewer)
    load = (line(f"Encumbrance: {event.load}.", depth=1),) if lighter else ()
    return (told, *_costs(event, viewer), *_torn(event), *load)


def _torn(event: Ditched) -> Lines:
    damage = bad(f"{event.item} is damaged.") if event.damaged else good(f"{event.item} stays whole.")
    if event.roll is None or not event.percent:
        return (line(damage, depth=1),) if event.damaged else ()
    face = Span(str(event.roll.faces[0]), Mark.DICE)
    return (line(f"Damaged on {event.percent} or less on d100: ", face, "; ", damage, depth=1),)


Handled = Ditched | Readied | Stowed | Reloaded


def _costs(event: Handled, viewer: Viewer) -> Lines:
    """Return the ticks of handling something, where they are a sum and may be known."""
    if len(event.costs) < 2 or not knows(event, event.actor, viewer):
        return ()
    return (line(*ticks_spans(event.costs, total(event.costs)), ".", depth=1),)


_PACES = {
    "crawl": " crawls ",
    "stagger": " staggers ",
    "walk": " walks ",
    "trot": " trots ",
    "run": " runs ",
    "sprint": " sprints ",
}


@words(Moved)
def _moved(event: Moved, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), _PACES[event.pace.value], number(rounded_m(event.distance_m)), " m."),)


@words(Boarded)
def _boarded(event: Boarded, viewer: Viewer) -> Lines:
    actor = actor_of(event, viewer)
    how = _WAYS.get(event.way, " gets in or out of " if event.target else " gets in or out")
    into = target_of(event, viewer) if event.target else f" ({said(event.what)})"
    is_counted = event.counted or not event.way
    return (line(actor, how, into, f": {event.done} of {event.needed} Moves." if is_counted else "."),)


_WAYS = {IN: " gets into ", OUT: " gets out of "}


@words(Readied)
def _readied(event: Readied, viewer: Viewer) -> Lines:
    how = "both hands" if event.hands > 1 else f"the {event.hand} hand"
    return (line(actor_of(event, viewer), f" takes the {event.item} in {how}."), *_costs(event, viewer))


@words(Stowed)
def _stowed(event: Stowed, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), f" puts the {event.item} away."), *_costs(event, viewer))


@words(Reloaded)
def _reloaded(event: Reloaded, viewer: Viewer) -> Lines:
    told = (line(actor_of(event, viewer), f" reloads the {event.weapon}."), *_costs(event, viewer))
    if not knows(event, event.actor, viewer):
        return told
    if event.done < event.needed:
        return (*told, line(f"{event.done} of {event.needed} actions", depth=1))
    left = "" if event.spare is None else f", {event.spare} more carried"
    return (*told, line(number(event.loaded), f" {'round' if event.loaded == 1 else 'rounds'} loaded{left}.", depth=1))


@words(Braced)
def _braced(event: Braced, viewer: Viewer) -> Lines:
    way = "down" if event.down else "up"
    return (line(actor_of(event, viewer), f" folds the bipod of the {event.weapon} {way}."),)


_LOST = {
    Loss.INJURY: " is hurt in the middle of it, and nothing comes of it",
    Loss.PANIC: " loses the nerve for it, and nothing comes of it",
}


@words(OperationLost)
def _operation_lost(event: OperationLost, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return (line(actor_of(event, viewer), " breaks off."),)
    return (line(actor_of(event, viewer), bad(_LOST[event.cause]), f" ({said(event.task)})."),)


@words(ActionBegun)
def _action_begun(event: ActionBegun, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " is busy until tick ", number(event.ends), "."),)


@words(ActionLost)
def _action_lost(event: ActionLost, viewer: Viewer) -> Lines:
    lost = " what was under way: it cannot be done any more."
    return (line(actor_of(event, viewer), bad(" loses"), lost),)


def _unsaid(_event: Event, _viewer: Viewer) -> Lines:
    """Say nothing: what these come with is told."""
    return ()


for kind in (ActionEnded, ActionKept, CameAnew, Dragged, MinuteEnded, TimeTaken):
    words(kind)(_unsaid)
