"""The words for a fight of Endless Horizons: players read of the GM's side what they could see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bot.core.dice import Roll
from bot.core.events import Event
from bot.core.narration import who
from bot.core.terms import Term
from bot.core.views import Viewer, knows
from bot.core.wording import Line, Mark, Span, bad, good, line, note, number, signed
from bot.rulesets.horizons.check import Check
from bot.rulesets.horizons.events import (
    Aimed,
    BarrelBurst,
    Blasted,
    Checked,
    Cleared,
    ConditionEnded,
    ConditionSet,
    Contested,
    Corrected,
    Died,
    Drew,
    EffectTold,
    EffortSpent,
    GrenadeThrown,
    Healed,
    Hit,
    Hurt,
    InitiativeRolled,
    Layer,
    Malfunctioned,
    Moved,
    PostureChanged,
    Reacted,
    ReactionBegan,
    Readied,
    Reloaded,
    Rested,
    RoundBegan,
    Searched,
    ShotFired,
    SideEffect,
    StayedAwake,
    Suppressing,
    SuppressionEnded,
    SuppressionFired,
    TookCover,
    Waited,
    WeaponHidden,
    WoundChecked,
)
from bot.rulesets.horizons.state import BODY

Lines = tuple[Line, ...]

FAULTS = {"jam": "jams", "squib": "has a bullet stuck in its barrel", "burst": "has a burst barrel"}
DEGREES = ("small", "marked", "grave")


def lines(event: Event, viewer: Viewer) -> Lines:
    """The words for one of the system's own events."""
    words = WORDS.get(type(event))
    return words(event, viewer) if words else ()


def _actor(event: Event, viewer: Viewer) -> Span:
    return who(event, event.actor, viewer)


def _told(event: Event, viewer: Viewer) -> bool:
    return knows(event, event.actor, viewer)


def term_spans(terms: Iterable[Term]) -> list[str | Span]:
    """Terms as "base 5, size and range +8 (small, far)", the first as a plain number."""
    spans: list[str | Span] = []
    for place, term in enumerate(terms):
        spans += [f", {term.label} ", signed(term.value)] if place else [f"{term.label} ", number(term.value)]
        spans += [note(f" ({term.detail})")] if term.detail and place else []
    return spans


def _die(roll: Roll) -> Span:
    return Span(", ".join(map(str, roll.faces)), Mark.DICE)


def check_spans(check: Check, *, known: bool) -> list[str | Span]:
    """The die and the total of a check; its terms to whoever may know them."""
    terms = [span for term in check.terms for span in (f", {term.label} ", signed(term.value))] if known else []
    further = [span for roll in check.further for span in (", then ", _die(roll))]
    return ["1d10 ", _die(check.roll), *further, *terms, " = ", number(check.result)]


def _round_began(event: RoundBegan, viewer: Viewer) -> Lines:
    return (line(Span(f"Round {event.number}", Mark.HEADING)),)


def _initiative_rolled(event: InitiativeRolled, viewer: Viewer) -> Lines:
    said = line(_actor(event, viewer), " acts at ", number(event.initiative), ".")
    terms = [span for term in event.terms for span in (f", {term.label} ", signed(term.value))]
    return (said, line("1d10 ", _die(event.roll), *terms, depth=1)) if _told(event, viewer) else (said,)


def _shot_fired(event: ShotFired, viewer: Viewer) -> Lines:
    rounds = f"{event.fired} round{'' if event.fired == 1 else 's'}"
    result = good(f"{event.hits} hit{'' if event.hits == 1 else 's'}") if event.hits else bad("miss")
    target = who(event, event.target, viewer)
    known = _told(event, viewer)
    what = line(_actor(event, viewer), f" fires {rounds} at ", target, f" with {event.weapon}: ", result, ".")
    terms = [*term_spans(event.terms), " = "] if known else []
    hard = line("Difficulty ", *terms, number(event.difficulty), *_recoil(event), depth=1)
    return (what, hard, line(*check_spans(event.check, known=known), depth=1))


def _recoil(event: ShotFired) -> list[str | Span]:
    return [note(f", each further round +{event.recoil}")] if event.fired > 1 else []


def _effort_spent(event: EffortSpent, viewer: Viewer) -> Lines:
    points = (": ", number(event.points)) if _told(event, viewer) else ()
    return (line(_actor(event, viewer), " puts effort into it", *points, "."),)


def _rested(event: Rested, viewer: Viewer) -> Lines:
    points = (": ", number(event.effort), " effort") if _told(event, viewer) else ()
    return (line(_actor(event, viewer), " is rested", *points, "."),)


def effect_name(degree: int) -> str:
    """A side effect in words."""
    size = DEGREES[min(3, max(1, abs(degree))) - 1]
    return f"{size} {'lucky turn' if degree > 0 else 'mishap'}"


def _effect_span(degree: int) -> Span:
    return (good if degree > 0 else bad)(effect_name(degree))


def _side_effect(event: SideEffect, viewer: Viewer) -> Lines:
    waits = ": the GM says what comes of it." if event.open else "."
    return (line("A ", _effect_span(event.degree), " for ", _actor(event, viewer), waits),)


def _effect_told(event: EffectTold, viewer: Viewer) -> Lines:
    what = f": {event.what}" if event.what else " is dealt with."
    return (line("The ", _effect_span(event.degree), " of ", _actor(event, viewer), what),)


def condition_text(name: str, modifier: int, skill: str) -> str:
    """A condition as "dazed -2 (rifles)"."""
    return f"{name}{f' {modifier:+d}' if modifier else ''}{f' ({skill})' if skill else ''}"


def _condition_set(event: ConditionSet, viewer: Viewer) -> Lines:
    if not _told(event, viewer):
        return ()
    text = condition_text(event.name, event.modifier, event.skill)
    until = f", to the end of round {event.until}" if event.until else ""
    return (line(_actor(event, viewer), ": ", (bad if event.modifier < 0 else good)(text), f"{until}."),)


def _condition_ended(event: ConditionEnded, viewer: Viewer) -> Lines:
    return (line(_actor(event, viewer), f" is {event.name} no more."),) if _told(event, viewer) else ()


def _malfunctioned(event: Malfunctioned, viewer: Viewer) -> Lines:
    return (line(f"{event.weapon} of ", _actor(event, viewer), " ", bad(FAULTS.get(event.fault, event.fault)), "."),)


def _barrel_burst(event: BarrelBurst, viewer: Viewer) -> Lines:
    return (line(f"{event.weapon} of ", _actor(event, viewer), " ", bad("bursts"), "."),)


def _hit(event: Hit, viewer: Viewer) -> Lines:
    """Of a hit on the GM's side everybody reads where and how hard; what became of it only the GM."""
    what = line(who(event, event.target, viewer), " is hit: ", event.zone, ", damage ", number(event.damage), ".")
    if not knows(event, event.target, viewer):
        return (what,)
    rolled: list[str | Span] = ["2d6 ", _die(event.roll), "; "] if event.roll else []
    layers = [span for layer in event.layers for span in _layer(layer)]
    return (what, line(*rolled, *layers, "through: ", number(event.dealt), depth=1))


def _layer(layer: Layer) -> list[str | Span]:
    result = good("stops it") if layer.stopped else bad("does not stop it")
    return [f"{layer.name} (class {layer.rating}) ", result, "; "]


def _hurt(event: Hurt, viewer: Viewer) -> Lines:
    actor = _actor(event, viewer)
    if not _told(event, viewer):
        return (line(actor, " is hurt."),)
    return (line(actor, " loses ", bad(str(event.points)), " hit points and has ", number(event.left), "."),)


def _held_on(event: StayedAwake | WoundChecked) -> Line:
    terms = [span for term in event.terms for span in (f", {term.label} ", signed(term.value))]
    return line("1d10 ", _die(event.roll), *terms, " against ", number(event.needed), depth=1)


def _stayed_awake(event: StayedAwake, viewer: Viewer) -> Lines:
    actor, known = _actor(event, viewer), _told(event, viewer)
    if event.passed and not known:
        return ()
    if not known:
        return (line(actor, bad(" goes down"), "."),)
    said = line(actor, " stays ", good("awake"), ".") if event.passed else line(actor, bad(" passes out"), ".")
    return (said, _held_on(event))


def _wound_checked(event: WoundChecked, viewer: Viewer) -> Lines:
    if not _told(event, viewer):
        return ()
    place = f" in the {event.zone}" if event.zone not in ("", BODY) else ""
    result = good("is spared a wound") if event.passed else bad(f"has a wound{place}")
    return (line(_actor(event, viewer), " ", result, "."), _held_on(event))


def _died(event: Died, viewer: Viewer) -> Lines:
    """Of the GM's people others see only who goes down, which whoever was out of it already did before."""
    actor = _actor(event, viewer)
    if _told(event, viewer):
        return (line(actor, bad(" dies"), "."),)
    return () if event.was_down else (line(actor, bad(" goes down"), "."),)


def _healed(event: Healed, viewer: Viewer) -> Lines:
    actor = _actor(event, viewer)
    if not _told(event, viewer):
        return (line(actor, " is better."),)
    woke = good(" and wakes") if event.woke else ""
    zone = f", {event.zone} healed" if event.zone else ""
    return (line(actor, " gets ", number(event.points), f" hit points back{zone}", woke, "."),)


def _reloaded(event: Reloaded, viewer: Viewer) -> Lines:
    done = event.worked == event.needed
    rounds = f": {event.loaded} rounds" if done and _told(event, viewer) else "" if done else ", not done yet"
    return (line(_actor(event, viewer), f" reloads {event.weapon}{rounds}."),)


def _drew(event: Drew, viewer: Viewer) -> Lines:
    if event.drawn < event.needed:
        what = event.weapon if _told(event, viewer) else "something"
        return (line(_actor(event, viewer), f" reaches for {what}."),)
    return (line(_actor(event, viewer), f" draws {event.weapon}."),)


def _cleared(event: Cleared, viewer: Viewer) -> Lines:
    result = good("works again") if event.cleared == event.needed else note("not done yet")
    return (line(_actor(event, viewer), f" clears {event.weapon}: ", result, "."),)


def _aimed(event: Aimed, viewer: Viewer) -> Lines:
    return (line(_actor(event, viewer), " takes aim (", number(event.actions), ")."),)


def _posture_changed(event: PostureChanged, viewer: Viewer) -> Lines:
    return (line(_actor(event, viewer), f" is {event.posture} now."),)


def _moved(event: Moved, viewer: Viewer) -> Lines:
    return (line(_actor(event, viewer), f" moves: {event.pace}."),)


def _took_cover(event: TookCover, viewer: Viewer) -> Lines:
    if not event.cover:
        return (line(_actor(event, viewer), " comes out into the open."),)
    return (line(_actor(event, viewer), f" is behind {event.cover}, which hides {', '.join(event.parts)}."),)


def _waited(event: Waited, viewer: Viewer) -> Lines:
    return (line(_actor(event, viewer), " waits."),)


def _corrected(event: Corrected, viewer: Viewer) -> Lines:
    given = {
        "rounds": event.rounds,
        "fault": event.fault,
        "posture": event.posture,
        "pace": event.pace,
        "effort": event.effort,
        f"wounds ({event.zone})": event.wounds,
    }
    told = ", ".join(f"{key} {value or 'none'}" for key, value in given.items() if value is not None)
    known = _told(event, viewer)
    return (line("Set right for ", _actor(event, viewer), f": {event.weapon} {told}" if known else "", "."),)


def _suppressing(event: Suppressing, viewer: Viewer) -> Lines:
    what = f" keeps heads down with {event.weapon}: {event.rounds} at each action."
    return (line(_actor(event, viewer), what),)


def _suppression_fired(event: SuppressionFired, viewer: Viewer) -> Lines:
    left = f", {event.left} left" if _told(event, viewer) else ""
    return (line(_actor(event, viewer), f" keeps firing: {event.rounds} round(s){left}."),)


def _suppression_ended(event: SuppressionEnded, viewer: Viewer) -> Lines:
    why = " has too few rounds left to go on" if event.empty else " lets up"
    return (line(_actor(event, viewer), f"{why}: no suppressing fire any more."),)


def _reacted(event: Reacted, viewer: Viewer) -> Lines:
    return (line(_actor(event, viewer), " reacts."),)


def _readied(event: Readied, viewer: Viewer) -> Lines:
    return (line(_actor(event, viewer), f" keeps a reaction for: {event.what}."),) if _told(event, viewer) else ()


def _reaction_began(event: ReactionBegan, viewer: Viewer) -> Lines:
    why = f": {event.what}" if _told(event, viewer) else ""
    return (line(_actor(event, viewer), f" reacts{why}."),)


def _grenade_thrown(event: GrenadeThrown, viewer: Viewer) -> Lines:
    known = _told(event, viewer)
    wide = "wide of it" if event.astray_m is None else f"{event.astray_m:g} m wide of it"
    result = good("on the spot") if event.landed else bad(wide)
    what = line(_actor(event, viewer), " throws a grenade at ", who(event, event.target, viewer), ": ", result, ".")
    terms = [*term_spans(event.terms), " = "] if known else []
    hard = line("Difficulty ", *terms, number(event.difficulty), depth=1)
    return (what, hard, line(*check_spans(event.check, known=known), depth=1))


def _blasted(event: Blasted, viewer: Viewer) -> Lines:
    cover = ", behind cover" if event.covered else ""
    what = f" is caught in the blast at {event.distance_m:g} m{cover}: damage "
    return (line(_actor(event, viewer), what, number(event.dealt), "."),)


def _weapon_hidden(event: WeaponHidden, viewer: Viewer) -> Lines:
    said = line(_actor(event, viewer), f" hides {event.weapon} on the body.")
    return (said, line(*check_spans(event.check, known=True), depth=1))


def _searched(event: Searched, viewer: Viewer) -> Lines:
    how = "searches" if event.by_hand else "looks over"
    found = good(", ".join(event.found)) if event.found else bad("nothing")
    said = line(_actor(event, viewer), f" {how} ", who(event, event.target, viewer), " and finds ", found, ".")
    return (said, line(*check_spans(event.check, known=_told(event, viewer)), depth=1))


def _checked(event: Checked, viewer: Viewer) -> Lines:
    result = good("success") if event.passed else bad("failure")
    said = line(
        _actor(event, viewer), f" tries {event.check.skill} against ", number(event.difficulty), ": ", result, "."
    )
    return (said, line(*check_spans(event.check, known=_told(event, viewer)), depth=1))


def _contested(event: Contested, viewer: Viewer) -> Lines:
    target = who(event, event.target, viewer)
    won = good(" wins") if event.won else bad(" loses")
    said = line(_actor(event, viewer), won, " against ", target, f" ({event.check.skill}).")
    sides = ((event.check, event.actor), (event.against, event.target))
    told = [line(*check_spans(made, known=True), depth=1) for made, one in sides if knows(event, one, viewer)]
    return (said, *told)


WORDS: Mapping[type[Event], Callable[[Any, Viewer], Lines]] = {
    RoundBegan: _round_began,
    InitiativeRolled: _initiative_rolled,
    ShotFired: _shot_fired,
    EffortSpent: _effort_spent,
    Rested: _rested,
    SideEffect: _side_effect,
    EffectTold: _effect_told,
    ConditionSet: _condition_set,
    ConditionEnded: _condition_ended,
    Malfunctioned: _malfunctioned,
    BarrelBurst: _barrel_burst,
    Hit: _hit,
    Hurt: _hurt,
    StayedAwake: _stayed_awake,
    WoundChecked: _wound_checked,
    Died: _died,
    Healed: _healed,
    Reloaded: _reloaded,
    Drew: _drew,
    Cleared: _cleared,
    Aimed: _aimed,
    PostureChanged: _posture_changed,
    Moved: _moved,
    TookCover: _took_cover,
    Waited: _waited,
    Corrected: _corrected,
    Suppressing: _suppressing,
    SuppressionFired: _suppression_fired,
    SuppressionEnded: _suppression_ended,
    Reacted: _reacted,
    Readied: _readied,
    ReactionBegan: _reaction_began,
    GrenadeThrown: _grenade_thrown,
    Blasted: _blasted,
    WeaponHidden: _weapon_hidden,
    Searched: _searched,
    Checked: _checked,
    Contested: _contested,
}
