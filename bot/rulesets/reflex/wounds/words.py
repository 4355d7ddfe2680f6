"""The words for injuries: what anybody sees of them, and to those who may know the numbers, why."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import Parts, actor_of, goes_down, secretly, target_of, to_those_who_know
from bot.core.telling.story import Change, Passage, Story, falls
from bot.core.views import Viewer, knows
from bot.core.wording import Span, bad, enumerated, good, line, note, number
from bot.rulesets.reflex.checks.wording import check_line, faces_span, said, sum_spans
from bot.rulesets.reflex.kinds import Degree
from bot.rulesets.reflex.person.protection import Layer
from bot.rulesets.reflex.wounds.events import (
    Against,
    Cause,
    Destabilized,
    Died,
    FellDown,
    FootingTested,
    Healed,
    Hit,
    KnockedOut,
    LimbTested,
    LostHold,
    Shocked,
    Stabilized,
    Stopped,
    TookCover,
    Woke,
    Worsened,
    WoundChecked,
    Wounded,
)

words = Words()
story = Story()
story.explains(Hit, Stopped, WoundChecked, FootingTested)


def stopped(passage: Passage) -> Parts:
    """Return that nothing of what hit got through, as the end of a headline, where that can be known."""
    hits = passage.of(Hit)
    return (", nothing gets through",) if hits and len(passage.of(Stopped)) == len(hits) else ()


@words(TookCover)
def _took_cover(event: TookCover, viewer: Viewer) -> Lines:
    where = f" is behind cover: {said(event.cover)}" if event.cover else " is in the open"
    hides = note(f" (hides {said(event.parts)})") if event.cover else ""
    return (line(actor_of(event, viewer), where, hides, "."),)


@words(Hit)
def _hit(event: Hit, viewer: Viewer) -> Lines:
    hit = " is grazed" if event.graze else " is hit"
    parts = (f"{hit}: ", bad(event.fine), ", ", number(event.damage), " damage.")
    return (line(target_of(event, viewer), *parts),)


def _is_explained(event: Hit, viewer: Viewer) -> bool:
    summed = bool(event.terms) and knows(event, event.actor, viewer)
    return event.roll is not None or summed or (bool(event.layers) and knows(event, event.target, viewer))


@words.explain(Hit, _is_explained)
def _why_so_much(event: Hit, viewer: Viewer) -> Lines:
    return (*_location(event), *_summed(event, viewer), *_protected(event, viewer))


def _location(event: Hit) -> Lines:
    if event.roll is None:
        return ()
    return (line("Dice for the place ", faces_span(event.roll), note(" (house table)"), ".", depth=1),)


def _summed(event: Hit, viewer: Viewer) -> Lines:
    """Return what made the damage, if whoever did it has no secrets; a GM's word has no sum."""
    if not event.terms or not knows(event, event.actor, viewer):
        return ()
    return (line(*sum_spans(event.terms[0], event.terms[1:], event.damage), ".", depth=1),)


def _protected(event: Hit, viewer: Viewer) -> Lines:
    if not event.layers or not knows(event, event.target, viewer):
        return ()
    layers = [part for layer in event.layers for part in _layer(layer, event.penetration)]
    return (line(*layers, *passed(event.final), ".", depth=1),)


def _layer(layer: Layer, penetration: int | None) -> tuple[str | Span, ...]:
    stops = ": stops it; " if layer.stops else f": −{layer.effective}; "
    ours = " (house table)" if layer.house else ""
    armor = (" Armor ", number(layer.armor), note(f" {multiplier(penetration)}{ours}"))
    return (said(layer.what or layer.kind), *armor, stops)


def multiplier(penetration: int | None) -> str:
    """Return an Armor multiplier in halves as people write it: ×2, ×½ or Nil."""
    if penetration is None:
        return "Nil"
    return "×½" if penetration == 1 else f"×{penetration / 2:g}"


def passed(damage: int) -> tuple[Span, str]:
    """Return how much damage gets through what is in its way."""
    return number(damage), " gets through" if damage == 1 else " get through"


@words(Stopped)
@secretly()
def _stopped(event: Stopped) -> Parts:
    return ": ", good("nothing gets through"), "."


@words(Wounded)
def _wounded(event: Wounded, viewer: Viewer) -> Lines:
    actor = actor_of(event, viewer)
    if not knows(event, event.actor, viewer):
        seen = not (event.virtual or event.damage)
        return (line(actor, f" is hurt: {event.place}."),) if seen else ()
    kind = "imagined wound" if event.virtual else "wound"
    return (line(actor, *_suffered(event, kind), f": {event.place}{_risen(event)}."),)


def _is_summed(event: Wounded, viewer: Viewer) -> bool:
    return event.damage != 0 and knows(event, event.actor, viewer)


@words.explain(Wounded, _is_summed)
def _by_how_much(event: Wounded, viewer: Viewer) -> Lines:
    if not _is_summed(event, viewer):
        return ()
    graze = note(" (a graze is slight at worst)") if event.graze else ""
    return (line(number(event.damage), " damage after protection", graze, ".", depth=1),)


@story.change(Wounded)
def _hurt(event: Wounded, viewer: Viewer) -> Change | None:
    key = f"{event.place} {event.virtual}"
    if not knows(event, event.actor, viewer):
        return Change((f"the {event.place}",), verb="is hurt in", key=key)
    if event.degree is Degree.NONE:
        return None
    kind = "imagined wound" if event.virtual else "wound"
    return Change(("a ", bad(f"{_degree(event.after)} {kind}"), f" ({event.place})"), verb="suffers", key=key)


def _suffered(event: Wounded, kind: str) -> tuple[str | Span, ...]:
    if event.degree is Degree.NONE:
        return (" is ", good("not wounded"), " by it")
    return (" suffers a ", bad(f"{_degree(event.degree)} {kind}"))


def _risen(event: Wounded) -> str:
    """Return how the injury of the place changed, where it was one before."""
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


@words(WoundChecked)
@secretly()
def _wound_checked(event: WoundChecked) -> Parts:
    resisted, failed = _RESISTED[event.against]
    result = good(resisted) if event.outcome.succeeded else bad(failed)
    return " ", result, "."


def _how_it_fell(event: WoundChecked | FootingTested, viewer: Viewer) -> Lines:
    """Return the check of somebody whose condition the viewer may know: nobody else reads of these at all."""
    del viewer
    return (check_line(event.outcome, knows=True),)


words.explain(WoundChecked)(_how_it_fell)
words.explain(FootingTested)(_how_it_fell)


_CAUSES = {
    Cause.FAILED_BADLY: " (failed by more than five)",
    Cause.CRITICAL: " (critical wound)",
    Cause.SECOND_SHOCK: " (shock for the second time)",
}


@words(Destabilized)
@secretly()
def _destabilized(event: Destabilized) -> Parts:
    why = note(_CAUSES[event.cause]) if event.cause else ""
    return bad(" is unstable"), why, "."


@words(Died)
def _died(event: Died, viewer: Viewer) -> Lines:
    return goes_down(event, viewer, bad(" is dead"), ".", was_down=event.was_down)


story.change(Died)(falls("dead"))
story.as_told(LostHold, LimbTested, Destabilized, Worsened)
story.reason(Worsened, why="from the wounds")


@words(LostHold)
def _lost_hold(event: LostHold, viewer: Viewer) -> Lines:
    things = enumerated([f"the {each}" for each in event.things])
    return (line(actor_of(event, viewer), bad(" drops "), things, "."),)


@words(FootingTested)
@secretly()
def _footing_tested(event: FootingTested) -> Parts:
    result = good("keeps upright") if event.stands else bad("cannot keep upright")
    needed = f" (margin {event.needed} needed)" if event.needed else ""
    return " ", result, note(needed), "."


@words(LimbTested)
def _limb_tested(event: LimbTested, viewer: Viewer) -> Lines:
    actor = actor_of(event, viewer)
    told = (line(actor, bad(f" loses the {event.place}"), "."),) if event.lost else ()
    if not knows(event, event.actor, viewer):
        return told
    return (*told, line("Loss of the limb on 50 or less on d100: ", faces_span(event.roll), ".", depth=1))


@words(Worsened)
@secretly()
def _worsened(event: Worsened) -> Parts:
    changes = ", ".join(
        f"{place} {_degree(before)} → {_degree(after)}" if after > before else f"{place} stays {_degree(after)}"
        for place, before, after in event.changes
    )
    return bad(" is bleeding"), f": {changes}."


@words(Healed)
@secretly()
def _healed(event: Healed) -> Parts:
    left = good(f"{_degree(event.before)} → {_degree(event.after)}")
    return f" is better: {event.place} ", left, "."


@words(Stabilized)
@secretly()
def _stabilized(_event: Stabilized) -> Parts:
    return good(" is stable again"), "."


@words(Woke)
def _woke(event: Woke, viewer: Viewer) -> Lines:
    seen = event.unconscious or knows(event, event.actor, viewer)
    return (line(actor_of(event, viewer), good(" comes to"), "."),) if seen else ()


words(KnockedOut)(to_those_who_know("falls unconscious", "goes down"))
words(FellDown)(to_those_who_know("falls", "falls"))


@words(Shocked)
@secretly()
def _shocked(event: Shocked) -> Parts:
    return bad(" goes into shock" if event.at_rest else " goes into shock until this exchange ends"), "."


story.as_told(KnockedOut, fate="down")
story.as_told(FellDown)
story.as_told(Shocked, fate="in shock")
