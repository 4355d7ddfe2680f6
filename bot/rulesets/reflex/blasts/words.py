"""The words for explosions: what went off, whom it reached, and how many fragments flew."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of, target_of
from bot.core.telling.story import Change, Passage, Story
from bot.core.views import Viewer, hides
from bot.core.wording import Line, Mark, Span, bad, good, line, metres, name, note, number, spelled_count
from bot.rulesets.reflex.blasts.events import BlastReached, Dud, Exploded, FragmentsRolled, RoomSet, Unplaced, Zone
from bot.rulesets.reflex.wounds.events import Hit

words = Words()
story = Story()


@story.change(BlastReached)
def _reached(event: BlastReached, _viewer: Viewer) -> Change | None:
    return None if event.zone is Zone.BEYOND and not event.direct else Change()


@story.headline(Exploded)
def _blast(event: Exploded, passage: Passage, _viewer: Viewer) -> Line:
    struck = len({hit.target for hit in passage.of(Hit)})
    hurt = (": ", bad(f"{spelled_count(struck, 'person')} hit".replace("persons", "people")), ".") if struck else (".",)
    return line("Explosion: ", bad(event.title), f", {metres(event.radius_m)}", *hurt)


@words(Exploded)
def _exploded(event: Exploded, viewer: Viewer) -> Lines:
    told = line("Explosion: ", bad(event.title), f", {event.radius_m:g} m.")
    if not viewer.gm:
        return (told,)
    margin = "" if event.margin is None else f", margin {event.margin}"
    traits = f"Damage {event.damage}, Radius {event.radius_m:g} m, Blast {event.blast}, Frag {event.frag}{margin}"
    return (told, line(traits, note(" (house table)" if event.house else ""), ".", *_confined(event), depth=1))


def _confined(event: Exploded) -> tuple[Span, ...]:
    """Return what a confined space has made of an explosion, in words."""
    if event.times > 1:
        return (note(f" Walls all around: Blast and Frag ×{event.times}."),)
    return (note(f" Too narrow: {event.lack_m:g} m more Radius."),) if event.lack_m else ()


@words(Dud)
def _dud(event: Dud, viewer: Viewer) -> Lines:
    glances = (f" {event.title} only glances off and does ", good("not explode"), ".")
    return (line(target_of(event, viewer), ": the", *glances) if event.target else line("The", *glances),)


@words(Unplaced)
def _unplaced(event: Unplaced, viewer: Viewer) -> Lines:
    names = [part for actor in event.actors for part in (", ", name(actor))][1:]
    how = line('Who is near feels it with /act action:explode and victims="name:metres".', depth=1)
    return (line("Not reached, since their distance is not known: ", *names, "."), how)


_WHERE = {
    Zone.PRIMARY: " is close to the explosion",
    Zone.SECONDARY: " is near the explosion",
    Zone.BEYOND: " is out of reach of the explosion",
}


@words(BlastReached)
def _blast_reached(event: BlastReached, viewer: Viewer) -> Lines:
    where = bad(" is struck directly") if event.direct else Span(_WHERE[event.zone])
    about = "about " if event.about else ""
    far = (
        ""
        if event.direct or hides(event, event.actor, viewer)
        else note(f" ({about}{metres(event.range_m)}, {event.zone})")
    )
    return (line(actor_of(event, viewer), where, far, "."),)


@words(FragmentsRolled)
def _fragments_rolled(event: FragmentsRolled, viewer: Viewer) -> Lines:
    faces = Span(", ".join(str(face) for face in event.roll.faces), Mark.DICE)
    dice = f"Fragments, hits on 5 or less on d{event.roll.sides}: "
    hit = " hits " if event.hits == 1 else " hit "
    return (line(dice, faces, ": ", number(event.hits), hit, actor_of(event, viewer), ".", depth=1),)


@words(RoomSet)
def _room_set(event: RoomSet, _viewer: Viewer) -> Lines:
    if not event.spans_m:
        return (line("The fight is in the open."),)
    spans = " × ".join(f"{span_m:g}" for span_m in event.spans_m)
    walls = "" if event.walls is None else f", walls of Armor {event.walls:g}"
    return (line(f"The fight is in a space of {spans} m{walls}."),)
