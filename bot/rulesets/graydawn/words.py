"""The words for a fight: what anybody sees, and to those who may know the numbers, why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bot.core.dice import Roll
from bot.core.events import Event
from bot.core.narration import who
from bot.core.terms import Term
from bot.core.views import Viewer, hides, knows
from bot.core.wording import Line, Mark, Span, bad, counted, good, line, note, number, signed
from bot.rulesets.graydawn import events as happened
from bot.rulesets.graydawn.state import Stance

Lines = tuple[Line, ...]
Parts = tuple[str | Span, ...]

LABELS = {
    "told": "situation",
    "value": "range",
    "class": "weapon",
    "rush": "extra actions",
    "on_the_move": "on the move",
    "hurry": "lightning start",
    "quick": "lightning start",
    "fast_draw": "fast draw",
    "moving_target": "moving target",
    "running_shooter": "running",
    "sprint": "sprinting",
    "build": "body type",
    "auto": "full automatic",
    "called": "called shot",
    "further": "further shell",
    "narrow": "narrow hit",
    "placed": "well placed",
    "blend": "average",
    "shelter": "cover",
    "armor": "armour on the torso",
    "covering": "covering fire",
}
STANCES = {
    Stance.OPEN: "in the open",
    Stance.MOVING: "moving",
    Stance.ACTIVE: "active cover",
    Stance.FULL: "full cover",
    Stance.BRACED: "bracing",
}
MODES = {"single": "", "burst": " a burst", "auto": " full automatic", "strike": ""}


def lines(event: Event, viewer: Viewer) -> Lines:
    """The words for one of the system's own events."""
    return _LINES[type(event)](event, viewer)


def place_words(place: str) -> str:
    """How a row of the locations table reads."""
    return place.replace("_", " ")


def _actor(event: Event, viewer: Viewer) -> Span:
    return who(event, event.actor, viewer)


def _target(event: Event, viewer: Viewer) -> Span:
    return who(event, event.target, viewer)


def _faces(rolls: Iterable[Roll]) -> Span:
    return Span(", ".join(str(face) for roll in rolls for face in roll.faces), Mark.DICE)


def _summed(event: Event, actor: str, made: happened.Check, viewer: Viewer) -> Parts:
    """A check: its dice for everybody, the sum behind them and its luck for those who may know it."""
    dice: Parts = (_faces(made.rolls),)
    if made.before:
        dice = (*dice, note(" (again, after "), _faces(made.before), note(")"))
    if not knows(event, actor, viewer):
        return (*dice, ", in all ", number(made.total))
    terms = tuple(part for term in made.terms for part in _term(term))
    raised = (", luck ", signed(made.raised)) if made.raised else ()
    paid = (note(f" ({made.luck} luck)"),) if made.luck else ()
    return (*dice, *terms, *raised, *paid, " = ", number(made.total))


def _term(term: Term) -> Parts:
    label = LABELS.get(term.label, term.label.replace("_", " "))
    detail = (note(f" ({term.detail})"),) if term.detail else ()
    return (f", {label} ", signed(term.value), *detail)


def _round_began(event: happened.RoundBegan, viewer: Viewer) -> Lines:
    return (line(Span(f"Round {event.number}", Mark.HEADING)),)


def _initiative_rolled(event: happened.InitiativeRolled, viewer: Viewer) -> Lines:
    late = (bad(" (too late for this round)"),) if event.check.total < 0 else ()
    told = line(_actor(event, viewer), ": initiative ", number(event.check.total), *late, ".")
    return (told, line("Dice ", *_summed(event, event.actor, event.check, viewer), ".", depth=1))


def _turn_began(event: happened.TurnBegan, viewer: Viewer) -> Lines:
    return (line(_actor(event, viewer), " is to act."),)


def _declared(event: happened.Declared, viewer: Viewer) -> Lines:
    moves = f", {event.moves} of them movement" if event.moves else ""
    behind = f" behind cover of level {event.level}" if event.cover else ""
    said = f": {STANCES[event.stance]}{behind}, {counted(event.actions, 'action')}{moves}."
    return (line(_actor(event, viewer), said),)


def _assumed(event: happened.Assumed, viewer: Viewer) -> Lines:
    return (line(_actor(event, viewer), f" takes one action, {STANCES[event.stance]}."),)


def _acted(event: happened.Acted, viewer: Viewer) -> Lines:
    return (line(_actor(event, viewer), f" has used {counted(event.count, 'action')}."),)


def _plainly(told: Callable[[Any], str]) -> Callable[[Any, Viewer], Lines]:
    """Words for what anybody can see somebody do."""

    def words(event: Event, viewer: Viewer) -> Lines:
        return (line(_actor(event, viewer), told(event)),)

    return words


def _moved(event: happened.Moved, viewer: Viewer) -> Lines:
    where: Parts = (" away from " if event.away else " towards ", _target(event, viewer)) if event.target else ()
    behind = f", {'wholly ' if event.full else ''}behind cover of level {event.level}" if event.cover else ""
    return (line(_actor(event, viewer), f" moves {event.metres:g} m", *where, f"{behind}."),)


def _aimed(event: happened.Aimed, viewer: Viewer) -> Lines:
    return (line(_actor(event, viewer), " aims at ", _target(event, viewer), note(f" (+{event.rounds})"), "."),)


def _attacked(event: happened.Attacked, viewer: Viewer) -> Lines:
    result = good("hit") if event.hit else bad("fumble" if event.attack.fumble else "miss")
    several = f" with {counted(event.hits, 'round')}" if event.hit and event.fired > 1 else ""
    verb = " strikes at " if event.melee else f" fires{MODES.get(event.mode, '')} at "
    told = line(_actor(event, viewer), verb, _target(event, viewer), *_how(event, viewer), result, f"{several}.")
    return (told, *_rolled(event, viewer))


def _how(event: happened.Attacked, viewer: Viewer) -> Parts:
    """With what and from how far; neither gives the unseen away."""
    if hides(event, event.actor, viewer):
        return (": ",)
    unknown = event.melee or event.range_m is None or hides(event, event.target, viewer)
    far = "" if unknown else f" ({event.bracket}, {event.range_m:g} m)"
    return (f" with the {event.weapon}", note(far), ": ")


def _rolled(event: happened.Attacked, viewer: Viewer) -> Lines:
    attack = line("Attack ", *_summed(event, event.actor, event.attack, viewer), ".", depth=1)
    against = _against(event, viewer)
    return (attack, *against, *_burst(event))


def _against(event: happened.Attacked, viewer: Viewer) -> Lines:
    if event.defence is not None:
        return (line("Defence ", *_summed(event, event.target, event.defence, viewer), ".", depth=1),)
    if event.attack.fumble:
        return ()
    return (line("No defence: against ", number(event.number), ".", depth=1),)


def _burst(event: happened.Attacked) -> Lines:
    if event.roll is None:
        return ()
    return (line("Burst ", _faces((event.roll,)), f": {counted(event.hits, 'round')} on target.", depth=1),)


FUMBLES = {
    "nothing": "nothing worse comes of it",
    "dropped": "drops the weapon",
    "discharged": "shoots somewhere else altogether",
    "jammed": "has a jammed weapon",
    "self": "is hit by the own weapon",
    "ally": "puts a friend at risk: the GM says whom it hits",
}


def _fumbled(event: happened.Fumbled, viewer: Viewer) -> Lines:
    result = FUMBLES.get(event.result, event.result)
    return (line(_actor(event, viewer), " fumbles: ", bad(result), note(f" ({event.roll.faces[0]})"), "."),)


def _hit(event: happened.Hit, viewer: Viewer) -> Lines:
    places = note(f" (place {event.roll.faces[0]})" if event.roll else " (called)")
    again = (note(", again after "), _faces(event.before)) if event.before else ()
    where = bad(place_words(event.place))
    told = line(_target(event, viewer), " is hit: ", where, places, *again, ", damage ", number(event.damage), ".")
    if event.dice is None:
        return (told, line("Point blank: the most that it can do.", depth=1))
    flat: Parts = (" ", signed(event.flat)) if event.flat else ()
    return (told, line("Damage ", _faces((event.dice,)), *flat, ".", depth=1))


def _secretly(told: Callable[[Any], Parts], seen: str = "") -> Callable[[Any, Viewer], Lines]:
    """Words for those who may know the condition of whom it happened to, and what all others see of it."""

    def words(event: Event, viewer: Viewer) -> Lines:
        parts = told(event) if knows(event, event.actor, viewer) else (bad(seen), ".") if seen else ()
        return (line(_actor(event, viewer), *parts),) if parts else ()

    return words


def _fallen(*told: str | Span) -> Callable[[Any, Viewer], Lines]:
    """The same for a fall for good: who was down before goes down no more, which would tell that it is for good."""

    def words(event: happened.Doomed | happened.Died, viewer: Viewer) -> Lines:
        seen = "" if event.was_down else " goes down"
        return _secretly(lambda _: told, seen)(event, viewer)

    return words


def _protected(event: happened.Protected) -> Parts:
    stops = [f"{what} {value}" for what, value in (("cover", event.cover), ("armour", event.armor)) if value]
    halved = " (all halved)" if event.halved else ""
    if not event.left:
        return (": ", good("stopped"), note(f" by {' and '.join(stops)}{halved}"), ".")
    return (": ", number(event.left), f" come through {' and '.join(stops) or 'unhindered'}", note(halved), ".")


def _grazed(event: happened.Grazed, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    outcome = good(f"only {event.damage}") if event.grazed else bad("no")
    rolled = _summed(event, event.actor, event.check, viewer)
    told = line(_actor(event, viewer), ": a graze? ", outcome, ".")
    return (told, line("Graze ", *rolled, " against ", number(event.number), ".", depth=1))


def _wounded(event: happened.Wounded) -> Parts:
    stun = f" and {event.stun} stun" if event.stun else ""
    less = note(f" ({event.damage} less body type {event.build})")
    total = note(f", {event.total} marked: {event.state or 'unhurt'}")
    return (": ", bad(f"{counted(event.boxes, 'box').replace('boxs', 'boxes')}{stun}"), less, total, ".")


def _crippled(event: happened.Crippled, viewer: Viewer) -> Lines:
    return (line(_actor(event, viewer), ": ", bad(f"the {place_words(event.place)} is crippled"), "."),)


def _saved(event: happened.Saved) -> Parts:
    save = event.save
    again = (note(" (again, after "), _faces(save.before), note(")")) if save.before else ()
    raised = f", luck {save.raised}" if save.raised else ""
    paid = note(f" ({save.luck} luck)") if save.luck else ""
    rolled = (" save: ", _faces(save.rolls), *again, f"{raised} against {max(0, save.number)} or less", paid, ": ")
    return (f": {event.kind}", *rolled, good("holds out") if save.passed else bad("fails"), ".")


def _reloaded(event: happened.Reloaded, viewer: Viewer) -> Lines:
    result = good("loaded") if event.done else bad("not loaded")
    worse = bad(" and jammed") if event.jammed else bad(" and drops it") if event.roll else ""
    known = knows(event, event.actor, viewer)
    rounds = f", {event.loaded} in it, {event.spare} spare" if known else ""
    told = line(_actor(event, viewer), f" reloads the {event.weapon}: ", result, worse, f"{rounds}.")
    return (told, *_reload_check(event, viewer))


def _reload_check(event: happened.Reloaded, viewer: Viewer) -> Lines:
    if event.check is None:
        return ()
    rolled = _summed(event, event.actor, event.check, viewer)
    return (line("Reload ", *rolled, " against ", number(event.number), ".", depth=1),)


def _stabilized(event: happened.Stabilized, viewer: Viewer) -> Lines:
    if not knows(event, event.target, viewer):
        return (line(_actor(event, viewer), " treats ", _target(event, viewer), "."),)
    result = good("stable") if event.done else bad("no better")
    told = line(_actor(event, viewer), " treats ", _target(event, viewer), ": ", result, ".")
    rolled = _summed(event, event.actor, event.check, viewer)
    return (told, line("Check ", *rolled, " against ", number(event.number), ".", depth=1))


def _worked(event: happened.Worked, viewer: Viewer) -> Lines:
    told = f": {event.what}" if event.what else " is busy"
    if event.check is None:
        return (line(_actor(event, viewer), f"{told}."),)
    result = good("works") if event.done else bad("fails")
    rolled = _summed(event, event.actor, event.check, viewer)
    first = line(_actor(event, viewer), f"{told}: ", result, ".")
    return (first, line("Check ", *rolled, " against ", number(event.number), ".", depth=1))


def _nerve_tested(event: happened.NerveTested, viewer: Viewer) -> Lines:
    about = f" to enter {event.area}" if event.area else " to leave cover" if event.leaving else ""
    result = good("holds") if event.held else bad("gives way")
    told = line(_actor(event, viewer), f": nerve{about} under fire: ", result, f"{_outcome(event)}.")
    if not knows(event, event.actor, viewer):
        return (told,)
    rolled = (("Nerve ", event.check), *((("Again ", event.second),) if event.second else ()))
    return (told, *(_nerve_roll(event, label, made, viewer) for label, made in rolled))


def _nerve_roll(event: happened.NerveTested, label: str, made: happened.Check, viewer: Viewer) -> Line:
    return line(label, *_summed(event, event.actor, made, viewer), " against ", number(event.number), ".", depth=1)


def _outcome(event: happened.NerveTested) -> str:
    if event.lost:
        return "; the turn is lost"
    if event.steady:
        return ", but not to fight from cover"
    return "" if event.held or event.area else ": keep wholly down, or run for cover"


def _cover_fired(event: happened.CoverFired, viewer: Viewer) -> Lines:
    spent = f": {counted(event.fired, 'round')}" if not hides(event, event.actor, viewer) else ""
    told = (" lays covering fire on ", _target(event, viewer), f"{spent}, suppression ", signed(event.points), ".")
    return (line(_actor(event, viewer), *told),)


def _frightened(event: happened.Frightened, viewer: Viewer) -> Lines:
    return (line(_target(event, viewer), " is under it: next suppression roll ", signed(event.value), " harder."),)


def _lane_held(event: happened.LaneHeld, viewer: Viewer) -> Lines:
    across = f" over {event.width} m: {counted(event.fired, 'round')}"
    return (line(_actor(event, viewer), f" saturates {event.area}{across}."),)


def _lane_braved(event: happened.LaneBraved, viewer: Viewer) -> Lines:
    result = good("gets through") if event.safe else bad(f"is hit by {counted(event.hits, 'round')}")
    burst = (", burst ", _faces((event.roll,))) if event.roll else ()
    told = line(_actor(event, viewer), f" is in the fire of {event.area}: ", result, *burst, ".")
    rolled = _summed(event, event.actor, event.check, viewer)
    return (told, line("Defence ", *rolled, " against ", number(event.number), ".", depth=1))


def _thrown(event: happened.Thrown, viewer: Viewer) -> Lines:
    where = good("right there") if event.hit else bad(f"{event.off_m} m off")
    told = line(_actor(event, viewer), f" throws a {event.weapon} to ", _target(event, viewer), ": ", where, ".")
    rolled = _summed(event, event.actor, event.check, viewer)
    return (told, line("Throw ", *rolled, " against ", number(event.number), ".", depth=1))


def _exploded(event: happened.Exploded, viewer: Viewer) -> Lines:
    dice: Parts = (": ", _faces((event.dice,))) if event.dice else ()
    return (line(bad(f"A {event.title} goes off"), *dice, "."),)


def _healed(event: happened.Healed) -> Parts:
    limbs = ", limbs mended" if event.limbs else ""
    return (good(" is better"), f": {event.boxes} off the wound track, {event.stun} stun{limbs}.")


def _cover_set(event: happened.CoverSet, viewer: Viewer) -> Lines:
    return (line(_actor(event, viewer), f" is {_behind(event)}."),)


def _behind(event: happened.CoverSet) -> str:
    return f"behind cover of level {event.level}" if event.cover else "without cover"


def _session_began(event: happened.SessionBegan) -> Parts:
    return (": luck is whole again, ", number(event.luck), ".")


def _corrected(event: happened.Corrected) -> Parts:
    told = [f"{field} {_value(value)}" for field in _FIELDS if (value := getattr(event, field)) is not None]
    return (f": {', '.join(told) or 'nothing changed'} (set by hand).",)


_FIELDS = ("luck", "boxes", "stun", "loaded", "spare", "wields", "stance", "stunned", "stable", "dead")


def _value(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


_LINES: Mapping[type[Event], Callable[[Any, Viewer], Lines]] = {
    happened.RoundBegan: _round_began,
    happened.InitiativeRolled: _initiative_rolled,
    happened.TurnBegan: _turn_began,
    happened.Declared: _declared,
    happened.Assumed: _assumed,
    happened.Acted: _acted,
    happened.Passed: _plainly(lambda _: " waits out the round."),
    happened.Delayed: _plainly(lambda event: f" waits until {event.number}."),
    happened.QuickStart: _plainly(lambda _: " gets ready for a lightning start."),
    happened.Moved: _moved,
    happened.Drew: _plainly(lambda event: f" takes the {event.weapon} in hand."),
    happened.Aimed: _aimed,
    happened.Attacked: _attacked,
    happened.Fumbled: _fumbled,
    happened.Hit: _hit,
    happened.Protected: _secretly(_protected),
    happened.Grazed: _grazed,
    happened.Wounded: _secretly(_wounded),
    happened.Crippled: _crippled,
    happened.Saved: _secretly(_saved),
    happened.Stunned: _secretly(lambda _: (bad(" is stunned"), "."), " goes down"),
    happened.Recovered: _secretly(lambda _: (good(" is back in the fight"), "."), " stirs again"),
    happened.Doomed: _fallen(bad(" is dying"), " and needs help at once."),
    happened.Died: _fallen(bad(" is dead"), "."),
    happened.Reloaded: _reloaded,
    happened.Cleared: _plainly(lambda event: f" clears the {event.weapon}."),
    happened.Stabilized: _stabilized,
    happened.Worked: _worked,
    happened.NerveTested: _nerve_tested,
    happened.CoverFired: _cover_fired,
    happened.Frightened: _frightened,
    happened.Threatened: _secretly(lambda event: (": next suppression roll ", signed(event.value), " harder.")),
    happened.Calmed: _secretly(lambda _: (" is calm: nothing adds to the next suppression roll.",)),
    happened.LaneHeld: _lane_held,
    happened.LaneBraved: _lane_braved,
    happened.Thrown: _thrown,
    happened.Exploded: _exploded,
    happened.Healed: _secretly(_healed),
    happened.CoverSet: _cover_set,
    happened.SessionBegan: _secretly(_session_began),
    happened.Corrected: _secretly(_corrected),
}
