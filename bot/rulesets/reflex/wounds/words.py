"""The words for attacks and injuries: what anybody sees of them, and to those who may know the numbers, why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.core.dice import Roll
from bot.core.events import Event
from bot.core.narration import who
from bot.core.views import Viewer, hides, knows
from bot.core.wording import Line, Mark, Span, bad, counted, good, line, note, number
from bot.rulesets.reflex.checks.wording import check_line, said, sum_spans
from bot.rulesets.reflex.state import Degree
from bot.rulesets.reflex.wounds import events as happened
from bot.rulesets.reflex.wounds.events import Against, Cause

Lines = tuple[Line, ...]


def lines(event: Event, viewer: Viewer) -> Lines:
    """The words for one event of EVENTS_COMBAT."""
    return _LINES[type(event)](event, viewer)


def _shot_fired(event: happened.ShotFired, viewer: Viewer) -> Lines:
    known = knows(event, event.actor, viewer)
    shot = (_salvo(event), " at ", *_aim(event, viewer), *_how(event, viewer))
    told = (
        line(who(event, event.actor, viewer), " fires ", *shot),
        check_line(event.outcome, knows=known),
    )
    return (*told, *_costs(event)) if known else told


def _salvo(event: happened.ShotFired) -> str:
    wasted = f" ({event.spent} spent)" if event.spent > event.rounds else ""
    return f"a {event.rounds}-round burst{wasted}" if event.rounds > 1 else "a single shot"


def _aim(event: happened.ShotFired, viewer: Viewer) -> tuple[str | Span, ...]:
    at = who(event, event.target, viewer)
    return (f"the {event.called} of ", at) if event.called else (at,)


def _how(event: happened.ShotFired, viewer: Viewer) -> tuple[str | Span, ...]:
    """With what, from how far and with what result; neither weapon nor distance gives the unseen away."""
    why = note(" (too bulky at arm's reach)") if event.futile else ""
    result = (good("hit") if event.hit else bad("miss"), why, ".")
    if hides(event, event.actor, viewer):
        return (": ", *result)
    far = "" if hides(event, event.target, viewer) else f"{event.range_m:g} m, "
    ticks = note(f" ({event.mode}, {far}{counted(event.cost_ticks, 'tick')}): ")
    return (f" with the {event.title}", ticks, *result)


def _costs(event: happened.ShotFired) -> Lines:
    """The ticks, where they are a sum, and the rounds that are left."""
    parts: list[str | Span] = []
    if len(event.costs) > 1:
        parts = [*sum_spans(event.costs[0], event.costs[1:], event.cost_ticks), " ticks; "]
    return (line(*parts, number(event.loaded), " left in the weapon.", depth=1),)


def _took_cover(event: happened.TookCover, viewer: Viewer) -> Lines:
    where = f" is behind cover: {said(event.cover)}" if event.cover else " is in the open"
    hides = note(f" (hides {said(event.parts)})") if event.cover else ""
    return (line(who(event, event.actor, viewer), where, hides, "."),)


def _burst_spread(event: happened.BurstSpread, viewer: Viewer) -> Lines:
    told = f": {event.same} at the same place, {event.strays} elsewhere."
    return (line("Further rounds ", _faces(event.roll), told, depth=1),)


def _faces(roll: Roll) -> Span:
    return Span(", ".join(str(face) for face in roll.faces), Mark.DICE)


def _hit(event: happened.Hit, viewer: Viewer) -> Lines:
    hit = " is grazed" if event.graze else " is hit"
    told = line(who(event, event.target, viewer), f"{hit}: ", bad(event.fine), ", ", number(event.damage), " damage.")
    return (told, *_location(event), *_summed(event, viewer), *_protected(event, viewer))


def _location(event: happened.Hit) -> Lines:
    if event.roll is None:
        return ()
    return (line("Lateral and vertical ", _faces(event.roll), note(" (house table)"), ".", depth=1),)


def _summed(event: happened.Hit, viewer: Viewer) -> Lines:
    """What made the damage, if whoever did it has no secrets; a GM's word has no sum."""
    if not event.terms or not knows(event, event.actor, viewer):
        return ()
    return (line(*sum_spans(event.terms[0], event.terms[1:], event.damage), ".", depth=1),)


def _protected(event: happened.Hit, viewer: Viewer) -> Lines:
    if not event.layers or not knows(event, event.target, viewer):
        return ()
    layers = [part for layer in event.layers for part in _layer(layer, event.penetration)]
    return (line(*layers, number(event.final), " get through.", depth=1),)


def _layer(layer: happened.Layer, penetration: int | None) -> tuple[str | Span, ...]:
    stops = ": stops it; " if layer.stops else f": −{layer.effective}; "
    ours = " (house table)" if layer.house else ""
    armor = (" Armor ", number(layer.armor), note(f" {multiplier(penetration)}{ours}"))
    return (said(layer.what or layer.kind), *armor, stops)


def multiplier(penetration: int | None) -> str:
    """An Armor multiplier in halves as people write it: ×2, ×½ or Nil."""
    if penetration is None:
        return "Nil"
    return "×½" if penetration == 1 else f"×{penetration / 2:g}"


def _stopped(event: happened.Stopped, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    return (line(who(event, event.actor, viewer), ": ", good("nothing gets through"), "."),)


def _wounded(event: happened.Wounded, viewer: Viewer) -> Lines:
    actor = who(event, event.actor, viewer)
    if not knows(event, event.actor, viewer):
        seen = not (event.virtual or event.damage)
        return (line(actor, f" is hurt: {event.place}."),) if seen else ()
    kind = "imagined wound" if event.virtual else "wound"
    told = line(actor, *_suffered(event, kind), f": {event.place}{_risen(event)}.")
    graze = note(" (a graze is slight at worst)") if event.graze else ""
    return (
        (told, line(number(event.damage), " damage behind protection", graze, ".", depth=1))
        if event.damage
        else (told,)
    )


def _suffered(event: happened.Wounded, kind: str) -> tuple[str | Span, ...]:
    if event.degree is Degree.NONE:
        return (" is ", good("not wounded"), " by it")
    return (" suffers a ", bad(f"{_degree(event.degree)} {kind}"))


def _risen(event: happened.Wounded) -> str:
    """How the injury of the place changed, where it was one before."""
    if not event.before:
        return ""
    if event.after == event.before:
        return f", which stays {_degree(event.after)}"
    return f", which goes from {_degree(event.before)} to {_degree(event.after)}"


def _degree(degree: Degree) -> str:
    return degree.name.casefold()


_RESISTED = {
    Against.SHOCK: ("withstands the shock", "cannot withstand the shock"),
    Against.INSTABILITY: ("stays stable", "does not stay stable"),
    Against.DROPPING: ("keeps hold", "cannot keep hold"),
    Against.FALLING: ("keeps upright", "cannot keep upright"),
}


def _wound_checked(event: happened.WoundChecked, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    resisted, failed = _RESISTED[event.against]
    result = good(resisted) if event.outcome.succeeded else bad(failed)
    return (line(who(event, event.actor, viewer), " ", result, "."), check_line(event.outcome, knows=True))


def _known(told: str, seen: str = "") -> Callable[[Event, Viewer], Lines]:
    """Words for those who know the condition of the one it happened to, and what all others see of it."""

    def words(event: Event, viewer: Viewer) -> Lines:
        text = told if knows(event, event.actor, viewer) else seen
        return (line(who(event, event.actor, viewer), bad(f" {text}"), "."),) if text else ()

    return words


_CAUSES = {
    Cause.FAILED_BADLY: " (failed by more than five)",
    Cause.CRITICAL: " (critical wound)",
    Cause.SECOND_SHOCK: " (shock for the second time)",
}


def _destabilized(event: happened.Destabilized, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    why = note(_CAUSES[event.cause]) if event.cause else ""
    return (line(who(event, event.actor, viewer), bad(" is unstable"), why, "."),)


def _died(event: happened.Died, viewer: Viewer) -> Lines:
    """Of the GM's people others see only who goes down, which whoever was out of it already did before."""
    actor = who(event, event.actor, viewer)
    if knows(event, event.actor, viewer):
        return (line(actor, bad(" is dead"), "."),)
    return () if event.was_down else (line(actor, bad(" goes down"), "."),)


def _lost_hold(event: happened.LostHold, viewer: Viewer) -> Lines:
    return (line(who(event, event.actor, viewer), bad(" drops "), ", ".join(event.things), "."),)


def _limb_tested(event: happened.LimbTested, viewer: Viewer) -> Lines:
    actor = who(event, event.actor, viewer)
    told = (line(actor, bad(f" loses the {event.place}"), "."),) if event.lost else ()
    if not knows(event, event.actor, viewer):
        return told
    return (*told, line("Loss of the limb on 50 or less on d100: ", _faces(event.roll), ".", depth=1))


def _worsened(event: happened.Worsened, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    changes = ", ".join(f"{place} {_degree(before)} → {_degree(after)}" for place, before, after in event.changes)
    return (line(who(event, event.actor, viewer), bad(" is bleeding"), f": {changes}."),)


def _healed(event: happened.Healed, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    left = good(f"{_degree(event.before)} → {_degree(event.after)}")
    return (line(who(event, event.actor, viewer), f" is better: {event.place} ", left, "."),)


def _stabilized(event: happened.Stabilized, viewer: Viewer) -> Lines:
    told = (line(who(event, event.actor, viewer), good(" is stable again"), "."),)
    return told if knows(event, event.actor, viewer) else ()


def _woke(event: happened.Woke, viewer: Viewer) -> Lines:
    seen = event.unconscious or knows(event, event.actor, viewer)
    return (line(who(event, event.actor, viewer), good(" comes to"), "."),) if seen else ()


_LINES: Mapping[type[Event], Callable[[Any, Viewer], Lines]] = {
    happened.ShotFired: _shot_fired,
    happened.TookCover: _took_cover,
    happened.BurstSpread: _burst_spread,
    happened.Hit: _hit,
    happened.Stopped: _stopped,
    happened.Wounded: _wounded,
    happened.WoundChecked: _wound_checked,
    happened.Shocked: _known("goes into shock and is out until this exchange is over"),
    happened.Destabilized: _destabilized,
    happened.KnockedOut: _known("loses consciousness and goes down", "goes down"),
    happened.LostHold: _lost_hold,
    happened.FellDown: _known("falls", "falls"),
    happened.LimbTested: _limb_tested,
    happened.Worsened: _worsened,
    happened.Died: _died,
    happened.Healed: _healed,
    happened.Stabilized: _stabilized,
    happened.Woke: _woke,
}
