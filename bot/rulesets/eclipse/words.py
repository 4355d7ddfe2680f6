"""The words for what happens: all of it for those who may know, and what can be seen for all others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bot.core.events import Event
from bot.core.narration import who
from bot.core.terms import Term
from bot.core.views import Viewer, knows
from bot.core.wording import Line, Mark, Span, bad, good, line, name, note, number, signed
from bot.rulesets.eclipse import events as happened
from bot.rulesets.eclipse.check import Outcome

Lines = tuple[Line, ...]

LABELS = {
    "half_fray": "half of Fray",
    "som_3": "Somatics times 3",
    "wil_3": "Willpower times 3",
    "durability_left": "Durability left",
    "ap": "AP",
    "cap": "no more than 60 either way",
    "told": "situation",
    "bands": "range",
    "sizes": "size",
    "aim_quick": "quick aim",
    "aim_complex": "full aim",
    "unseen": "hidden target",
    "running_otherwise": "running",
    "layer": "layers of armour",
}


def said(label: str) -> str:
    """A label in words."""
    return LABELS.get(label, label.replace("_", " "))


def term_spans(terms: Iterable[Term]) -> list[str | Span]:
    """Terms as "short range +0 (…), wounds −10"."""
    spans: list[str | Span] = []
    for term in terms:
        spans += [", " if spans else "", f"{said(term.label)} ", signed(term.value)]
        spans += [note(f" ({said(term.detail)})")] if term.detail else []
    return spans


def outcome_line(outcome: Outcome, *, known: bool) -> Line:
    """The sum behind a check, for those who may know it, and what fell."""
    target: list[str | Span] = [*term_spans(outcome.terms), " = ", number(outcome.target), "; "] if known else []
    result = ("critical " if outcome.critical else "") + ("success" if outcome.succeeded else "failure")
    margin: list[str | Span] = [", margin ", number(outcome.margin)] if known else []
    rolled = Span(f"{outcome.value:02}", Mark.DICE)
    return line(*target, "rolled ", rolled, ": ", (good if outcome.succeeded else bad)(result), *margin, depth=1)


def _turn_began(event: happened.TurnBegan, _: Viewer) -> Lines:
    free = " First those whom nothing surprised." if event.free else ""
    return (line(Span(f"Turn {event.turn}", Mark.HEADING), f" of three seconds.{free}"),)


def _initiative_rolled(event: happened.InitiativeRolled, viewer: Viewer) -> Lines:
    first = " before all others" if event.critical else ""
    told = line(who(event, event.actor, viewer), f" acts{first} at ", number(event.score), ".")
    if not knows(event, event.actor, viewer):
        return (told,)
    rolled = Span(f"{event.roll.faces[0] % 100:02}", Mark.DICE)
    return (told, line(*term_spans(event.terms), ", rolled ", rolled, depth=1))


def _plain(text: str) -> Callable[[Event, Viewer], Lines]:
    """Words that say the same to everybody."""

    def told(event: Event, viewer: Viewer) -> Lines:
        return (line(who(event, event.actor, viewer), f" {text}."),)

    return told


def _held(event: happened.Held, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " holds until ", number(event.score), "."),)


def _aimed(event: happened.Aimed, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " aims at ", who(event, event.target, viewer), "."),)


def _reloaded(event: happened.Reloaded, viewer: Viewer) -> Lines:
    if event.left:
        more = f"{event.left} more action{'s' if event.left > 1 else ''}"
        return (line(who(event, event.actor, viewer), f" is loading the {event.weapon}: {more}."),)
    told = line(who(event, event.actor, viewer), f" reloads the {event.weapon}.")
    if not knows(event, event.actor, viewer):
        return (told,)
    spare = "" if event.spare is None else f", {event.spare} left"
    return (told, line(f"{event.loaded} rounds, {said(event.ammunition)}{spare}", depth=1))


def _readied(event: happened.Readied, viewer: Viewer) -> Lines:
    verb = "readies" if event.ready else "puts away"
    return (line(who(event, event.actor, viewer), f" {verb} the {event.weapon}."),)


def _stance_changed(event: happened.StanceChanged, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), " drops to the ground." if event.prone else " stands up."),)


def _moved(event: happened.Moved, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), f" moves ({event.pace}) ", number(round(event.metres, 1)), " m."),)


def _attacked(event: happened.Attacked, viewer: Viewer) -> Lines:
    known = knows(event, event.actor, viewer)
    result = good("on its way") if event.outcome.succeeded else bad("a miss")
    more = f" and {len(event.others)} more" if event.others else ""
    fired = ", ".join(said(word) for word in (event.mode, event.ammunition) if word)
    how = f" with {event.title}" + (f" ({fired})" if fired else "")
    called = f", called on {event.called}" if event.called else ""
    told = line(
        who(event, event.actor, viewer),
        " attacks ",
        who(event, event.target, viewer),
        f"{more}{how}{called}: ",
        result,
        ".",
    )
    return (told, outcome_line(event.outcome, known=known), *_rounds(event, known=known))


def _rounds(event: happened.Attacked, *, known: bool) -> Lines:
    if not (known and event.spent):
        return ()
    second = "; a second attack may follow" if event.second else ""
    return (line(number(event.loaded), f" rounds left{second}", depth=1),)


def _resolved(event: happened.Resolved, viewer: Viewer) -> Lines:
    target, known = who(event, event.target, viewer), knows(event, event.target, viewer)
    if not event.hit:
        told = line(target, good(" gets out of the way"), ".")
    else:
        told = line(target, " is ", bad("hit"), *_how(event, viewer), ".")
    if event.defence is None:
        return (told, line("no defence", depth=1))
    return (told, outcome_line(event.defence, known=known))


def _how(event: happened.Resolved, viewer: Viewer) -> Iterable[str | Span]:
    if event.called:
        yield f" as called: {event.called}"
    if event.critical:
        yield ", through all armour"
    if event.excellent and knows(event, event.actor, viewer):
        yield f", excellently (+{event.excellent})"


def _struck(event: happened.Struck, viewer: Viewer) -> Lines:
    kind = "energy" if event.energy else "kinetic"
    told = line("Damage ", number(event.dv), f" ({kind}).")
    if not knows(event, event.actor, viewer):
        return (told,)
    dice = Span(", ".join(map(str, event.roll.faces)) or "none", Mark.DICE)
    return (told, line("dice ", dice, "; ", *term_spans(event.terms), "; AP ", signed(event.ap), depth=1))


def _damaged(event: happened.Damaged, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    wounds = f", {event.wounds} wound{'s' if event.wounds > 1 else ''}" if event.wounds else ""
    told = line(
        who(event, event.actor, viewer), " takes ", bad(f"{event.damage} damage{wounds}"), f"; {event.total} in all."
    )
    armor = [" of no use: ", *term_spans(event.armor)] if event.ignored else [" ", *term_spans(event.armor)]
    return (told, line("armour", *armor, depth=1)) if event.armor else (told,)


def _body_tested(event: happened.BodyTested, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    result = good("withstands") if event.outcome.succeeded else bad("does not withstand")
    told = line(who(event, event.actor, viewer), " ", result, f" {said(event.outcome.label)}.")
    return (told, outcome_line(event.outcome, known=True))


def _known(told: str, seen: str = "") -> Callable[[Event, Viewer], Lines]:
    """Words for those who know the condition of the one it happened to, and what all others see of it."""

    def words(event: Event, viewer: Viewer) -> Lines:
        text = told if knows(event, event.actor, viewer) else seen
        return (line(who(event, event.actor, viewer), bad(f" {text}"), "."),) if text else ()

    return words


def _fell_down(event: happened.FellDown, viewer: Viewer) -> Lines:
    """To fall is a sight of its own only to those who know that it is not all: else it would tell of no death."""
    if event.out and not knows(event, event.actor, viewer):
        return ()
    return (line(who(event, event.actor, viewer), bad(" is knocked down"), "."),)


def _died(event: happened.Died, viewer: Viewer) -> Lines:
    """Of the GM's people others see only who goes down, which whoever was out of it already did before."""
    actor = who(event, event.actor, viewer)
    if knows(event, event.actor, viewer):
        return (line(actor, bad(" is dead"), "."),)
    return () if event.was_down else (line(actor, bad(" goes down"), "."),)


def _disarmed(event: happened.Disarmed, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), bad(" loses hold"), f" of the {event.weapon}."),)


def _stunned(event: happened.Stunned, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return (line(who(event, event.actor, viewer), bad(" jerks and cannot act"), "."),)
    return (line(who(event, event.actor, viewer), bad(f" can do nothing for {event.turns} turns"), "."),)


def _shocked(event: happened.Shocked, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    return (line(who(event, event.actor, viewer), " is ", bad("shaken"), f" for {event.turns} turns, less by and by."),)


def _bled(event: happened.Bled, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    return (line(who(event, event.actor, viewer), bad(" bleeds"), f"; {event.total} damage in all."),)


def _stressed(event: happened.Stressed, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    traumas = f", {event.traumas} trauma{'s' if event.traumas > 1 else ''}" if event.traumas else ""
    told = line(
        who(event, event.actor, viewer), " takes ", bad(f"{event.stress} stress{traumas}"), f"; {event.total} in all."
    )
    return (told, outcome_line(event.outcome, known=True)) if event.outcome else (told,)


def _broke(event: happened.Broke, viewer: Viewer) -> Lines:
    text = "is lost to madness" if event.insane and knows(event, event.actor, viewer) else "breaks down"
    return (line(who(event, event.actor, viewer), bad(f" {text}"), "."),)


def _healed(event: happened.Healed, viewer: Viewer) -> Lines:
    awake = (line(who(event, event.actor, viewer), good(" is on the mend"), "."),)
    if not knows(event, event.actor, viewer):
        return awake if event.awake else ()
    values = {"damage": event.damage, "wounds": event.wounds, "stress": event.stress, "traumas": event.traumas}
    gone = ", ".join(f"{key} −{value}" for key, value in values.items() if value)
    return (*awake, line(gone, depth=1)) if gone else awake


def _corrected(event: happened.Corrected, viewer: Viewer) -> Lines:
    told = (
        f"{event.weapon} {said(event.field)} is now {event.value}" if knows(event, event.actor, viewer) else "corrected"
    )
    return (line(who(event, event.actor, viewer), f": {told.strip()}."),)


def _scattered(event: happened.Scattered, viewer: Viewer) -> Lines:
    dial = note(" (1 is straight on, the others clockwise)")
    way = f" m from where it was meant to go, direction {event.direction} of 10"
    return (line("It goes astray: ", number(event.metres), way, dial, "."),)


def _exploded(event: happened.Exploded, viewer: Viewer) -> Lines:
    about = "about " if event.about else ""
    whom = who(event, event.target, viewer)
    told = line(f"The {event.title} goes off {about}", number(event.metres), " m from ", whom, ".")
    return (told, line("distance ", signed(-event.lost), depth=1)) if event.lost else (told,)


def _unplaced(event: happened.Unplaced, _: Viewer) -> Lines:
    names = [part for actor in event.actors for part in (", ", name(actor))][1:]
    how = line('Who is near is caught with /act blast and others="name metres".', depth=1)
    return (line("Not caught, since their distance is not known: ", *names, "."), how)


def _suppressed(event: happened.Suppressed, viewer: Viewer) -> Lines:
    told = line(who(event, event.actor, viewer), f" holds {event.width_m} m under fire with the {event.weapon}.")
    if not knows(event, event.actor, viewer):
        return (told,)
    return (told, line(number(event.loaded), " rounds left", depth=1))


def _ambush_sprung(event: happened.AmbushSprung, viewer: Viewer) -> Lines:
    result = bad("surprised") if event.surprised else good("not surprised")
    told = line(who(event, event.target, viewer), " is ", result, " by ", who(event, event.actor, viewer), ".")
    return (told, outcome_line(event.hiding, known=True), outcome_line(event.noticing, known=True))


def _nothing(_event: Event, _viewer: Viewer) -> Lines:
    return ()


def lines(event: Event, viewer: Viewer) -> Lines:
    """The words for one of the system's own events, as ``viewer`` may read them."""
    return _LINES[type(event)](event, viewer)


_LINES: Mapping[type[Event], Callable[[Any, Viewer], Lines]] = {
    happened.TurnBegan: _turn_began,
    happened.InitiativeRolled: _initiative_rolled,
    happened.Spent: _nothing,
    happened.Passed: _plain("passes"),
    happened.Held: _held,
    happened.Aimed: _aimed,
    happened.DefenceRaised: _plain("takes to full defence"),
    happened.Reloaded: _reloaded,
    happened.Readied: _readied,
    happened.StanceChanged: _stance_changed,
    happened.Moved: _moved,
    happened.Attacked: _attacked,
    happened.Resolved: _resolved,
    happened.Struck: _struck,
    happened.Damaged: _damaged,
    happened.BodyTested: _body_tested,
    happened.FellDown: _fell_down,
    happened.Disarmed: _disarmed,
    happened.KnockedOut: _known("is out cold", "goes down"),
    happened.Died: _died,
    happened.Stunned: _stunned,
    happened.Shocked: _shocked,
    happened.Bled: _bled,
    happened.Dazed: _known("is out of its wits", "reels"),
    happened.Recovered: _plain("comes to its senses"),
    happened.Stressed: _stressed,
    happened.Broke: _broke,
    happened.Healed: _healed,
    happened.Corrected: _corrected,
    happened.Scattered: _scattered,
    happened.Exploded: _exploded,
    happened.Unplaced: _unplaced,
    happened.Suppressed: _suppressed,
    happened.AmbushSprung: _ambush_sprung,
}
