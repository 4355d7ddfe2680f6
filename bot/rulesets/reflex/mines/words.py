"""The words for mines: what only the GM and those who laid or found a mine know, nobody else reads a word of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.core.dice import Roll
from bot.core.events import Event
from bot.core.features import Lines, Words
from bot.core.narration import actor_of, target_of
from bot.core.telling.story import Story
from bot.core.views import Viewer, knows
from bot.core.wording import Line, Mark, Span, bad, counted, good, line, name, note, number, with_article
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.checks.wording import check_line
from bot.rulesets.reflex.mines.events import (
    CommandGiven,
    CommandTimed,
    FieldCrossed,
    FieldMarked,
    LegChosen,
    MineForgotten,
    MineHandled,
    MineHit,
    MineIsolated,
    MineLaid,
    MineNoticed,
    MinePassed,
    MineShown,
    MineSprung,
    MinesSearched,
    MineTaken,
)
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.traps import Mine
from bot.rulesets.reflex.wounds.words import multiplier

KINDS = {"ap": "antipersonnel mine", "at": "antitank mine", "ied": "improvised charge"}
MOST_NAMED = 20
TRIGGERS = {"command": "set off by wire or radio", "fuse": "with a fuse to light"}


words = Words()
story = Story()
story.leads_to(MineSprung, CommandTimed)


def _reads(event: Any, viewer: Viewer) -> bool:
    return viewer.gm or viewer.user in event.knowers


def _die(roll: Roll) -> Span:
    return Span(str(roll.faces[0]), Mark.DICE)


def _checked(outcome: Outcome | None) -> Lines:
    return (check_line(outcome, knows=True),) if outcome else ()


def kind_of(mine: Mine) -> str:
    """Return what a mine is, in words."""
    return f"minefield ({KINDS.get(mine.kind, mine.kind)}s)" if mine.is_field else KINDS.get(mine.kind, mine.kind)


def _title(title: str) -> Span:
    return Span(title, Mark.NAME)


@words(MineLaid)
def _mine_laid(event: MineLaid, viewer: Viewer) -> Lines:
    laid = event.laid
    thing = f"{with_article(kind_of(laid))}{' in the open' if laid.open else ''}: "
    laying = (actor_of(event, viewer), " lays ") if event.actor else ("There is ",)
    told = (*laying, thing, _title(laid.title))
    if not _reads(event, viewer):
        return (line(*told, "."),) if laid.open else ()
    state = (", and it ", bad("goes off")) if event.accident else _ARMED[laid.armed]
    die = () if event.roll is None else (note(" (d10: "), _die(event.roll), note(")"))
    return (line(*told, note(f" ({_time(event)})"), *state, *die, "."), *_checked(event.outcome))


_ARMED = {True: (", ", good("armed")), False: (", but it is ", bad("inert"))}


def _time(event: MineLaid) -> str:
    each = " for each mine" if not event.count else f" for {event.count} mines" if event.count > 1 else ""
    return f"{counted(event.minutes, 'minute')}{each}"


_IDLE = {
    "inert": "it is inert",
    "command": "it waits for its signal",
    "light": "it takes the weight of a vehicle",
    "spent": "no mine is left in it",
}


@words(FieldCrossed)
def _field_crossed(event: FieldCrossed, viewer: Viewer) -> Lines:
    if not _reads(event, viewer):
        return ()
    marked = f", {event.marked_m:g} m of them marked" if event.marked_m else ""
    way = f" goes {event.distance_m:g} m through {event.title}{marked}"
    return _met(event, viewer, way, f"{event.chance:g}")


@words(MinePassed)
def _mine_passed(event: MinePassed, viewer: Viewer) -> Lines:
    return _met(event, viewer, f" passes {event.title}", str(event.need)) if _reads(event, viewer) else ()


def _met(event: FieldCrossed | MinePassed, viewer: Viewer, way: str, need: str) -> Lines:
    """Tell whoever goes there how it ended, and the GM also why."""
    ended = bad(": it goes off") if event.goes_off else good(": nothing happens")
    told = line(actor_of(event, viewer), way, ended, ".")
    if not viewer.gm:
        return (told,)
    if event.roll is None:
        return (told, line(note(f"Nothing can go off: {_IDLE.get(event.idle, event.idle)}."), depth=1))
    return (told, line(f"Goes off at {need} or less on d{event.roll.sides}: ", _die(event.roll), ".", depth=1))


_CAUSES = {
    "met": "set off by whoever met it",
    "accident": "by accident",
    "command": "on command",
    "fuse": "as its fuse has burned down",
    "damaged": "from damage",
    "moved": "as it was moved",
    "deliberate": "on purpose",
}


@words(MineSprung)
def _mine_sprung(event: MineSprung, viewer: Viewer) -> Lines:
    what = " under " if event.vehicle is None else " under the vehicle of "
    under = (what, actor_of(event, viewer)) if event.actor else ()
    field = (": there is a minefield, ", _title(event.title)) if event.field else ()
    told = line(bad("A mine goes off"), *under, *field, ".")
    if not _reads(event, viewer):
        return (told,)
    return (told, line(f"It was {event.title}, ", _CAUSES.get(event.cause, event.cause), ".", depth=1), *_driven(event))


def _driven(event: MineSprung) -> Lines:
    if event.vehicle is None:
        return ()
    below, behind = event.vehicle
    return (line(f"Before Armor: {below} to the suspension, {behind} to the rear of the hull.", depth=1),)


@words(LegChosen)
def _leg_chosen(event: LegChosen, viewer: Viewer) -> Lines:
    leg = (" takes all of the blast on the ", bad(event.leg.value), note(" (d2: "), _die(event.roll), note(")"))
    return (line(actor_of(event, viewer), *leg, ", and half of it elsewhere.", depth=1),)


@words(CommandGiven)
def _command_given(event: CommandGiven, viewer: Viewer) -> Lines:
    ticks = note(f" ({counted(event.cost_ticks, 'tick')})") if event.cost_ticks else ""
    does = " gives the signal to set off a charge" if event.tick is None else " lights a fuse"
    told = line(actor_of(event, viewer), does, ticks, ".")
    if not _reads(event, viewer):
        return (told,)
    if event.idle and (viewer.gm or event.tick is None):
        why = note(f" ({_DEAD_SIGNALS[event.idle]})") if viewer.gm else ""
        return (told, line("It is ", _title(event.title), ": ", bad("nothing happens"), why, ".", depth=1))
    return (told, line("It is ", _title(event.title), f", which goes off {_moment(event.tick)}.", depth=1))


_DEAD_SIGNALS = {
    "inert": "it is inert",
    "burning": "its fuse burns already",
    "unconnected": "it waits for another detonator",
}


def _moment(tick: int | None) -> str:
    if tick is None:
        return "at once"
    return f"on tick {tick}" if tick > 0 else "at the end of the exchange"


@words(CommandTimed)
def _command_timed(event: CommandTimed, viewer: Viewer) -> Lines:
    right = good("right over it") if event.outcome.succeeded else bad(f"{event.off_m:g} m away from it")
    told = line(target_of(event, viewer), " is ", right, " when the charge goes off.")
    return (told, check_line(event.outcome, knows=knows(event, event.actor, viewer)))


@words(MineIsolated)
def _unsaid(_event: Event, _viewer: Viewer) -> Lines:
    """Say nothing: what is said of it stands with the search."""
    return ()


@words(MinesSearched)
def _mines_searched(event: MinesSearched, viewer: Viewer) -> Lines:
    if not (viewer.gm or (viewer.user and viewer.user == event.finder)):
        return ()
    actor = actor_of(event, viewer)
    names = [part for title in event.titles[:MOST_NAMED] for part in (", ", _title(title))][1:]
    more = len(event.titles) - MOST_NAMED
    found = (good("finds "), *names, f" and {more} more" if more > 0 else "") if names else (note("finds nothing"),)
    told = line(actor, " looks for mines and ", *found, ".")
    return (told, *_checked(event.outcome)) if viewer.gm else (told,)


@words(MineNoticed)
def _mine_noticed(event: MineNoticed, viewer: Viewer) -> Lines:
    if not (viewer.gm or (event.noticed and viewer.user and viewer.user == event.finder)):
        return ()
    found = good("notices ") if event.noticed else bad("does not notice ")
    stops = ", and stops." if event.noticed else "."
    told = line(actor_of(event, viewer), " ", found, _title(event.title), stops)
    return (told, *_checked(event.outcome)) if viewer.gm else (told,)


@words(FieldMarked)
def _field_marked(event: FieldMarked, viewer: Viewer) -> Lines:
    if not _reads(event, viewer):
        return ()
    what = "a safe way through" if event.what == "route" else "the border of"
    sure = event.outcome.succeeded
    done = good(f"marks {event.metres} m more of") if sure else bad("is not sure of")
    told = line(actor_of(event, viewer), " ", done, f" {what} ", _title(event.title), _minutes(event), ".")
    return (told, *_checked(event.outcome))


def _minutes(event: FieldMarked | MineHandled) -> Span:
    return note(f" ({counted(event.minutes, 'minute')})")


@words(MineShown)
def _mine_shown(event: MineShown, viewer: Viewer) -> Lines:
    actor = actor_of(event, viewer)
    if not event.target:
        return (line(actor, " marks ", _title(event.title), " for all to see."),)
    told = line(actor, " shows ", _title(event.title), " to ", target_of(event, viewer), ".")
    return (told,) if _reads(event, viewer) else ()


@words(MineHandled)
def _mine_handled(event: MineHandled, viewer: Viewer) -> Lines:
    if not _reads(event, viewer):
        return ()
    told = line(actor_of(event, viewer), " ", _result(event), " ", _title(event.title), _minutes(event), ".")
    steps = event.needed and not event.accident
    done = (line(f"{event.progress} of {event.needed} done.", depth=1),) if steps else ()
    return (told, *done, *(_checked(event.outcome) if viewer.gm or event.how != "spot" else ()))


def _result(event: MineHandled) -> Span:
    if event.how == "spot":
        found = bad("finds a device against tampering on")
        return found if event.spotted else note("sees no device against tampering on")
    if event.accident:
        return bad("sets off")
    if event.safe:
        return good("defuses")
    return note("gets on with" if event.outcome.succeeded else "does not manage to defuse")


@words(MineHit)
def _mine_hit(event: MineHit, viewer: Viewer) -> Lines:
    if not _reads(event, viewer):
        return ()
    came = good(event.broken) if event.broken else note("only scratched")
    told = line(_title(event.title), " is hit: ", came, bad(" and goes off") if event.goes_off else "", ".")
    armor = f" damage; Armor {event.armor} {multiplier(event.penetration)}; "
    sums = (number(event.damage), armor, number(event.final), f" against a threshold of {event.threshold}")
    return (told, line(*sums, *_chance(event), ".", depth=1))


def _chance(event: MineHit | MineTaken) -> Iterator[str | Span]:
    if event.roll is not None:
        yield f"; goes off at {event.percent} or less on d100: "
        yield _die(event.roll)


@words(MineTaken)
def _mine_taken(event: MineTaken, viewer: Viewer) -> Lines:
    if not _reads(event, viewer):
        return ()
    ended = bad(", and it goes off") if event.goes_off else ""
    return (line(actor_of(event, viewer), " takes up ", _title(event.title), *_chance(event), ended, "."),)


@words(MineForgotten)
def _mine_forgotten(event: MineForgotten, viewer: Viewer) -> Lines:
    return (line(_title(event.title), " was never there."),)


def report(reading: ReflexReading, actor: str, viewer: Viewer) -> Lines:
    """Return the mines of a view in words: all, or those that ``actor`` laid or that lie before it."""
    return tuple(
        _listed(mine, viewer)
        for mine in reading.scene.state.mines.values()
        if not actor or actor in (mine.layer, mine.near)
    )


def _listed(mine: Mine, viewer: Viewer) -> Line:
    where = f" at {mine.place}" if mine.place else ""
    near = (f", {mine.near_m:g} m before ", name(mine.near)) if mine.near else ()
    mapped = f"; {mine.route_m} m of a way through marked" if mine.route_m else ""
    border = f"; {mine.border_m} m of its border marked" if mine.border_m else ""
    condition = "; shot to pieces" if mine.damaged else "; defused" if mine.defused else ""
    own = _own(mine) if viewer.gm or (viewer.user and viewer.user == mine.owner) else ""
    return line(_title(mine.title), f": {kind_of(mine)}{where}", *near, f"{condition}{mapped}{border}", note(own), ".")


def _own(mine: Mine) -> str:
    """Return what only those know who laid it."""
    armed = "" if mine.defused or mine.damaged else ", armed" if mine.armed else ", inert"
    left = f" as it was laid, {max(0, mine.mines - mine.gone)} of {mine.mines} left" if mine.mines else ""
    dense = f", {mine.density:g} mines for 10 square metres{left}" if mine.is_field else ""
    tamper = f", guarded against tampering ({mine.tampered} of {mine.tamper} done)" if mine.tamper else ""
    burning = ", its fuse burns" if mine.tick is not None else ""
    return f"; {TRIGGERS.get(mine.trigger, mine.trigger)}{armed}, margin {mine.margin}{dense}{tamper}{burning}"
