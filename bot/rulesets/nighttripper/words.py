"""The words for a skirmish: what anybody sees, and to those who may know the numbers, why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.core.events import Event
from bot.core.narration import who
from bot.core.terms import Term
from bot.core.views import Viewer, hides, knows
from bot.core.wording import Line, Mark, Span, bad, good, line, note, number, signed
from bot.rulesets.nighttripper import events as happened

Lines = tuple[Line, ...]

LABELS = {"told": "situation"}
DETAILS = {"skill": "{}", "wound": "{}", "condition": "{}"}


def lines(event: Event, viewer: Viewer) -> Lines:
    """The words for one of the system's own events."""
    return _LINES[type(event)](event, viewer)


def condition(place: str, severity: int) -> str:
    """The printed name of a wound."""
    return f"{place.capitalize()} wound {severity}"


def _actor(event: Event, viewer: Viewer) -> Span:
    return who(event, event.actor, viewer)


def _target(event: Event, viewer: Viewer) -> Span:
    return who(event, event.target, viewer)


def _round_began(event: happened.RoundBegan, viewer: Viewer) -> Lines:
    return (line(Span(f"Round {event.number}", Mark.HEADING)),)


def _step_called(event: happened.StepCalled, viewer: Viewer) -> Lines:
    return (line(note(f"{event.title}: who acts?")),)


def _passed(event: happened.Passed, viewer: Viewer) -> Lines:
    return (line(_actor(event, viewer), f" waits{f' for {event.until}' if event.until else ''}."),)


def _talked(event: happened.Talked, viewer: Viewer) -> Lines:
    said = f": “{event.words}”" if event.words else " a few words."
    skill = (note(f" ({event.skill})"),) if event.skill else ()
    told = line(_actor(event, viewer), f" {'says' if event.words else 'speaks'}", said, *skill)
    return (told, *_thrown(event, event.throw, viewer)) if event.throw else (told,)


def _attacked(event: happened.Attacked, viewer: Viewer) -> Lines:
    result = (good("hit") if event.hit else bad("miss"), ".")
    verb = " strikes at " if event.range_m is None else " fires at "
    told = line(_actor(event, viewer), verb, _target(event, viewer), *_how(event, viewer), *result)
    return (told, *_thrown(event, event.throw, viewer))


def _how(event: happened.Attacked, viewer: Viewer) -> tuple[str | Span, ...]:
    """With what and from how far; neither gives the unseen away."""
    if hides(event, event.actor, viewer):
        return (": ",)
    unknown = event.range_m is None or hides(event, event.target, viewer)
    far = "" if unknown else f", {event.range_m:g} m"
    return (f" with the {event.weapon}", note(f" ({event.title}{far})"), ": ")


def _thrown(event: Event, throw: happened.Throw, viewer: Viewer) -> Lines:
    """The dice for everybody, the sum behind them for those who may know it."""
    spans: list[str | Span] = ["Dice ", _faces(throw.roll.faces)]
    for reroll in throw.rerolls:
        spans += [", one rerolled: ", _faces(reroll.faces)]
    if throw.botched:
        return (line(*spans, "; ", bad("luck runs out: a failure"), ".", depth=1),)
    known = knows(event, event.actor, viewer)
    spans += [part for term in throw.terms for part in _term(term)] if known else []
    spans += [" = " if known else ", in all ", number(throw.total)]
    result = good(f"impact {throw.impact}") if throw.impact else bad("fails")
    return (line(*spans, "; ", result, ".", depth=1),)


def _faces(faces: tuple[int, ...]) -> Span:
    return Span(", ".join(str(face) for face in faces), Mark.DICE)


def _term(term: Term) -> tuple[str | Span, ...]:
    label = LABELS.get(term.label, term.label)
    detail = (note(f" ({DETAILS.get(term.label, '{} m').format(term.detail)})"),) if term.detail else ()
    return (f", {label} ", signed(term.value), *detail)


def _hit(event: happened.Hit, viewer: Viewer) -> Lines:
    where = f"{event.side} {event.place}" if event.side else event.place
    told = line(_target(event, viewer), " is hit: ", bad(where), ", impact ", number(event.impact), ".")
    if event.roll is None:
        return (told,)
    return (told, line("Side ", _faces(event.roll.faces), note(" (odd is left)"), ".", depth=1))


def _advantage_gained(event: happened.AdvantageGained, viewer: Viewer) -> Lines:
    inside = " gets inside the reach of "
    return (line(_actor(event, viewer), inside, _target(event, viewer), note(" (advantage from next round)"), "."),)


def _secretly(told: Callable[[Any], tuple[str | Span, ...]], seen: str = "") -> Callable[[Any, Viewer], Lines]:
    """Words for those who may know the condition of whom it happened to, and what all others see of it."""

    def words(event: Event, viewer: Viewer) -> Lines:
        parts = told(event) if knows(event, event.actor, viewer) else (bad(seen), ".") if seen else ()
        return (line(_actor(event, viewer), *parts),) if parts else ()

    return words


def _armor_used(event: happened.ArmorUsed) -> tuple[str | Span, ...]:
    return (": the ", event.armor, good(" stops it"), " and must be replaced.")


def _luck_paid(event: happened.LuckPaid) -> tuple[str | Span, ...]:
    return (good(" is lucky"), ": ", number(event.points), " luck avoids the wound, ", number(event.luck), " left.")


def _wounded(event: happened.Wounded) -> tuple[str | Span, ...]:
    side = note(f" ({event.side})") if event.side else ""
    counted = note(f", {event.total} of {event.worst} there")
    return (": ", bad(condition(event.place, event.severity)), side, counted, ".")


def _died(event: happened.Died) -> tuple[str | Span, ...]:
    return (bad(" is killed"), ".")


def _limb_lost(event: happened.LimbLost, viewer: Viewer) -> Lines:
    return (line(_actor(event, viewer), bad(f" loses the {event.limb}"), note(": it will need replacing"), "."),)


def _retired(event: happened.Retired) -> tuple[str | Span, ...]:
    return (bad(" has no luck left for good"), " and will retire.")


def _moved(event: happened.Moved, viewer: Viewer) -> Lines:
    where = (" away from " if event.away else " towards ", _target(event, viewer)) if event.target else ()
    return (line(_actor(event, viewer), f" runs {event.metres:g} m", *where, "."),)


def _worked(event: happened.Worked, viewer: Viewer) -> Lines:
    what = f": {event.what}" if event.what else " is busy"
    told = line(_actor(event, viewer), f"{what}{f' ({event.skill})' if event.skill else ''}.")
    if event.throw:
        return (told, *_thrown(event, event.throw, viewer))
    return (told, line(bad("Hopeless for the untrained"), ".", depth=1)) if event.skill else (told,)


def _reach_set(event: happened.ReachSet, viewer: Viewer) -> Lines:
    stands = f" is {event.position} in melee" if event.position else " strikes as the weapons say"
    return (line(_actor(event, viewer), stands, " against ", _target(event, viewer), "."),)


def _quarters_set(event: happened.QuartersSet, viewer: Viewer) -> Lines:
    longer = "shorter" if event.cramped else "longer"
    return (line(f"{'Cramped quarters' if event.cramped else 'Open space'}: the {longer} weapon has the advantage."),)


def _healed(event: happened.Healed) -> tuple[str | Span, ...]:
    left = f", {event.degree} at most is left" if event.degree else ", nothing is left"
    return (
        good(" is better"),
        f": {event.place or 'every'} wound{left}.",
        " Limbs replaced." if event.replaced else "",
    )


def _condition_set(event: happened.ConditionSet) -> tuple[str | Span, ...]:
    if not event.severity:
        return (good(f" is no more {event.name}"), ".")
    at = f" ({event.deed})" if event.deed else ""
    return (": ", bad(f"{event.name} {event.severity}"), f"{at}.")


def _recovered(event: happened.Recovered) -> tuple[str | Span, ...]:
    return (f" has {event.weeks} quiet weeks: luck ", number(event.luck), ".")


def _corrected(event: happened.Corrected) -> tuple[str | Span, ...]:
    fields = ("luck", "luck_max", "armor", "dead", "wields")
    changed = [f"{field.replace('_', ' ')} {_value(event, field)}" for field in fields if _is_told(event, field)]
    return (f": {', '.join(changed) or 'nothing changed'} (set by hand).",)


def _is_told(event: happened.Corrected, field: str) -> bool:
    return getattr(event, field) is not None


def _value(event: happened.Corrected, field: str) -> str:
    value = getattr(event, field)
    return ("yes" if value else "no") if isinstance(value, bool) else str(value) or "none"


_LINES: Mapping[type[Event], Callable[[Any, Viewer], Lines]] = {
    happened.RoundBegan: _round_began,
    happened.StepCalled: _step_called,
    happened.Passed: _passed,
    happened.Talked: _talked,
    happened.Attacked: _attacked,
    happened.Hit: _hit,
    happened.AdvantageGained: _advantage_gained,
    happened.ArmorUsed: _secretly(_armor_used),
    happened.LuckPaid: _secretly(_luck_paid),
    happened.Wounded: _secretly(_wounded),
    happened.Died: _secretly(_died, " goes down"),
    happened.LimbLost: _limb_lost,
    happened.Retired: _secretly(_retired),
    happened.Moved: _moved,
    happened.Worked: _worked,
    happened.ReachSet: _reach_set,
    happened.QuartersSet: _quarters_set,
    happened.Healed: _secretly(_healed),
    happened.ConditionSet: _secretly(_condition_set),
    happened.Recovered: _secretly(_recovered),
    happened.Corrected: _secretly(_corrected),
}
