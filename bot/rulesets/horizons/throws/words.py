"""The words for thrown grenades."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.ground.places import Bearing
from bot.core.narration import actor_of, spelled_place, target_of, who
from bot.core.telling.story import Story
from bot.core.views import Viewer
from bot.core.wording import bad, good, line, metres, name, note, number
from bot.rulesets.horizons.checks.wording import check_spans, die, is_told, term_spans
from bot.rulesets.horizons.throws.events import Blasted, Exploded, GrenadeThrown, Unplaced

PARTS = {"half": 2, "a quarter": 4}
"""How much of a blast finds somebody, by what its damage is divided by (ruling 000-21)."""

words = Words()
story = Story()
story.opens(GrenadeThrown, Exploded)
story.explains(Blasted)


@words(GrenadeThrown)
def _grenade_thrown(event: GrenadeThrown, viewer: Viewer) -> Lines:
    known = is_told(event, viewer)
    wide = "wide of it" if event.astray_m is None else f"{metres(event.astray_m)} wide of it"
    strayed = f", at {spelled_place(event.burst)}" if event.burst else ""
    result = good("on the spot") if event.landed else bad(f"{wide}{strayed}")
    at = who(event, event.target, viewer) if event.target or not event.place else spelled_place(event.place)
    what = line(actor_of(event, viewer), " throws a grenade at ", at, ": ", result, ".")
    terms = [*term_spans(event.terms), " = "] if known else []
    hard = line("Difficulty ", *terms, number(event.difficulty), depth=1)
    check = line(*check_spans(event.check, known=known), depth=1)
    if event.strayed is None:
        whom = line("Which way it went, and whom else it harms there, the GM says.", depth=1)
        return (what, hard, check) if event.astray_m is None else (what, hard, check, whom)
    whither = tuple(Bearing)[event.strayed.faces[0] - 1]
    return (what, hard, check, line("1d8 ", die(event.strayed), f": to the {whither}", depth=1))


@words(Exploded)
def _exploded(event: Exploded, viewer: Viewer) -> Lines:
    if event.place:
        return (line(f"Something explodes at {spelled_place(event.place)}."),)
    return (line("Something explodes where ", target_of(event, viewer), " is."),)


@words(Blasted)
def _blasted(event: Blasted, viewer: Viewer) -> Lines:
    cover = ", behind cover" if event.covered else ""
    where = f"in the blast at {metres(event.distance_m)}" if event.distance_m else "in the middle of the blast"
    what = f" is caught {where}{cover}: damage "
    part = next((each for each, divisor in PARTS.items() if event.damage // divisor == event.dealt), "part")
    of = [] if event.dealt == event.damage else [note(f" ({part} of {event.damage})")]
    return (line(actor_of(event, viewer), what, number(event.dealt), *of, "."),)


@words(Unplaced)
def _unplaced(event: Unplaced, _viewer: Viewer) -> Lines:
    names = [part for actor in event.actors for part in (", ", name(actor))][1:]
    how = line("Who is near takes ", number(event.damage), " or a part of it by /damage apply.", depth=1)
    return (line("Not caught, since their distance is not known: ", *names, "."), how)
