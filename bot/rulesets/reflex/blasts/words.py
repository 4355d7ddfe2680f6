"""The words for explosions: what went off, whom it reached, and how many fragments flew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.core.events import Event
from bot.core.narration import who
from bot.core.views import Viewer, hides
from bot.core.wording import Line, Mark, Span, bad, good, line, name, note, number
from bot.rulesets.reflex.blasts import events as happened
from bot.rulesets.reflex.blasts.events import Zone

Lines = tuple[Line, ...]


def lines(event: Event, viewer: Viewer) -> Lines:
    """The words for one event of EVENTS_BLASTS."""
    return _LINES[type(event)](event, viewer)


def _exploded(event: happened.Exploded, viewer: Viewer) -> Lines:
    told = line("Explosion: ", bad(event.title), f", {event.radius_m:g} m.")
    if not viewer.gm:
        return (told,)
    margin = "" if event.margin is None else f", margin {event.margin}"
    traits = f"Damage {event.damage}, Radius {event.radius_m:g} m, Blast {event.blast}, Frag {event.frag}{margin}"
    return (told, line(traits, note(" (house table)" if event.house else ""), ".", *_confined(event), depth=1))


def _confined(event: happened.Exploded) -> tuple[Span, ...]:
    """What a confined space made of it."""
    if event.times > 1:
        return (note(f" Walls all around: Blast and Frag ×{event.times}."),)
    return (note(f" Too narrow: {event.lack_m:g} m more Radius."),) if event.lack_m else ()


def _dud(event: happened.Dud, viewer: Viewer) -> Lines:
    glances = f": the {event.title} only glances off and does "
    return (line(who(event, event.target, viewer), glances, good("not explode"), "."),)


def _unplaced(event: happened.Unplaced, viewer: Viewer) -> Lines:
    names = [part for actor in event.actors for part in (", ", name(actor))][1:]
    how = line('Who is near feels it with /act explode and victims="name:metres".', depth=1)
    return (line("Not reached, since their distance is not known: ", *names, "."), how)


_WHERE = {
    Zone.PRIMARY: " is close to the explosion",
    Zone.SECONDARY: " is near the explosion",
    Zone.BEYOND: " is out of reach of the explosion",
}


def _blast_reached(event: happened.BlastReached, viewer: Viewer) -> Lines:
    where = bad(" is struck directly") if event.direct else Span(_WHERE[event.zone])
    about = "about " if event.about else ""
    far = (
        ""
        if event.direct or hides(event, event.actor, viewer)
        else note(f" ({about}{event.range_m:g} m, {event.zone})")
    )
    return (line(who(event, event.actor, viewer), where, far, "."),)


def _fragments_rolled(event: happened.FragmentsRolled, viewer: Viewer) -> Lines:
    faces = Span(", ".join(str(face) for face in event.roll.faces), Mark.DICE)
    dice = f"Fragments, hits on 5 or less on d{event.roll.sides}: "
    return (line(dice, faces, ": ", number(event.hits), " hit ", who(event, event.actor, viewer), ".", depth=1),)


_LINES: Mapping[type[Event], Callable[[Any, Viewer], Lines]] = {
    happened.Exploded: _exploded,
    happened.Dud: _dud,
    happened.Unplaced: _unplaced,
    happened.BlastReached: _blast_reached,
    happened.FragmentsRolled: _fragments_rolled,
}
