"""The words for hits, wounds and healing."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import Parts, actor_of, goes_down, who
from bot.core.telling.story import Change, Passage, Story, falls
from bot.core.terms import total
from bot.core.views import Viewer, knows
from bot.core.wording import Line, Span, agreeing, bad, counted, good, line, note, number, signed
from bot.rulesets.horizons.checks.wording import check_spans, die, is_told
from bot.rulesets.horizons.state import BODY
from bot.rulesets.horizons.wounds.events import Died, Healed, Hit, Hurt, Layer, StayedAwake, Treated, WoundChecked

words = Words()
story = Story()
story.explains(Hit)
story.change(Died)(falls("dead"))


def stopped(passage: Passage) -> Parts:
    """Return that nothing of what hit got through, as the end of a headline, where that can be known."""
    hits = passage.of(Hit)
    stops = hits and not any(hit.dealt for hit in hits) and not any(hit.target in hit.guarded for hit in hits)
    return (", nothing gets through",) if stops else ()


@story.change(Hurt)
def _lost(event: Hurt, viewer: Viewer) -> Change:
    if not is_told(event, viewer):
        return Change(("hurt",), verb="is", key="hurt")
    return Change((bad(counted(event.points, "hit point")), f" ({number(event.left).text} left)"), verb="loses")


@story.change(StayedAwake)
def _swoons(event: StayedAwake, viewer: Viewer) -> Change | None:
    return None if event.passed else Change(fate="out" if is_told(event, viewer) else "down")


@story.change(WoundChecked)
def _scarred(event: WoundChecked, _viewer: Viewer) -> Change | None:
    return None if event.passed else Change()


@words(Hit)
def _hit(event: Hit, viewer: Viewer) -> Lines:
    """Tell where and how hard; of the GM's people only the GM reads what became of it."""
    times = [note(f" ({event.base} × {event.damage // event.base})")] if event.damage != event.base else []
    hit = (who(event, event.target, viewer), " is hit: ", event.zone, ", damage ", number(event.damage))
    what = line(*hit, *times, ".")
    if not knows(event, event.target, viewer):
        return (what,)
    rolled: list[str | Span] = ["Dice for the zone ", die(event.roll), "; "] if event.roll else []
    layers = [span for layer in event.layers for span in _layer(layer)]
    return (what, line(*rolled, *layers, "through: ", number(event.dealt), depth=1))


def _layer(layer: Layer) -> list[str | Span]:
    stops, fails = agreeing(layer.name, "stops it", "stop it"), agreeing(layer.name, "does not", "do not")
    result = good(stops) if layer.stopped else bad(f"{fails} stop it")
    return [f"{layer.name} (class {layer.rating}) ", result, "; "]


@words(Hurt)
def _hurt(event: Hurt, viewer: Viewer) -> Lines:
    actor = actor_of(event, viewer)
    if not is_told(event, viewer):
        return (line(actor, " is hurt."),)
    return (
        line(
            actor, " loses ", bad(str(event.points)), f" {_hit_points(event.points)} and has ", number(event.left), "."
        ),
    )


def _hit_points(count: int) -> str:
    return "hit point" if count == 1 else "hit points"


def _held_on(event: StayedAwake | WoundChecked) -> Line:
    terms = [span for term in event.terms for span in (f", {term.label} ", signed(term.value))]
    found = event.roll.faces[0] + total(event.terms)
    return line("1d10 ", die(event.roll), *terms, " = ", number(found), " against ", number(event.needed), depth=1)


@words(StayedAwake)
def _stayed_awake(event: StayedAwake, viewer: Viewer) -> Lines:
    actor, known = actor_of(event, viewer), is_told(event, viewer)
    if event.passed and not known:
        return ()
    if not known:
        return (line(actor, bad(" goes down"), "."),)
    said = line(actor, " stays ", good("awake"), ".") if event.passed else line(actor, bad(" passes out"), ".")
    return (said, _held_on(event))


@words(WoundChecked)
def _wound_checked(event: WoundChecked, viewer: Viewer) -> Lines:
    if not is_told(event, viewer):
        return ()
    place = f" in the {event.zone}" if event.zone not in ("", BODY) else ""
    result = good("is spared a wound") if event.passed else bad(f"has a wound{place}")
    return (line(actor_of(event, viewer), " ", result, "."), _held_on(event))


@words(Died)
def _died(event: Died, viewer: Viewer) -> Lines:
    return goes_down(event, viewer, bad(" dies"), ".", was_down=event.was_down)


@words(Healed)
def _healed(event: Healed, viewer: Viewer) -> Lines:
    actor = actor_of(event, viewer)
    if not is_told(event, viewer):
        return (line(actor, " is better."),)
    points = (" gets ", number(event.points), f" {_hit_points(event.points)} back") if event.points else ()
    wounds = f"the wounds{'' if event.zone == BODY else f' in the {event.zone}'} healed"
    zone = (f"{' and has' if points else ' has'} {wounds}",) if event.zone else ()
    woke = (good(f"{',' if points and zone else ''}{' and' if points or zone else ''} wakes"),) if event.woke else ()
    return (line(actor, *points, *zone, *woke, "."),)


@words(Treated)
def _treated(event: Treated, viewer: Viewer) -> Lines:
    """Tell of first aid; what came of it for one of the GM's people all see only where it wakes."""
    woke = good(", and wakes") if event.woke else ""
    spans = check_spans(event.check, known=is_told(event, viewer))
    whom = "its own wounds" if event.target == event.actor else who(event, event.target, viewer)
    told = (actor_of(event, viewer), " treats ", whom)
    if not knows(event, event.target, viewer):
        return (line(*told, woke, "."), line(*spans, depth=1))
    result = (
        (good(" helps"), ": ", number(event.points), f" {_hit_points(event.points)} back")
        if event.passed
        else (bad(" is no help"),)
    )
    return (line(*told, ": it", *result, woke, "."), line(*spans, " against ", number(event.difficulty), depth=1))
