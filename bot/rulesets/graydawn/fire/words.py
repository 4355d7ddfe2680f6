"""The words for an attack."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import Parts, actor_of, at_range, headline, result, target_of
from bot.core.telling.story import Passage, Story
from bot.core.views import Viewer, hides
from bot.core.wording import Line, bad, counted, good, line, metres, note, number, spelled_count
from bot.rulesets.graydawn.checks.wording import faces, summed
from bot.rulesets.graydawn.fire.events import Aimed, AimLost, Attacked, Fumbled
from bot.rulesets.graydawn.wounds.words import stopped

words = Words()
story = Story()
story.as_told(Fumbled)


@story.headline(Attacked)
def _attack(event: Attacked, passage: Passage, viewer: Viewer) -> Line:
    fired = "covering fire" if event.covering else spelled_count(event.fired, "round")
    how = "a blow" if event.melee else f"{fired}{at_range(event, event.range_m, viewer)}"
    tries = 1 if event.covering or event.melee else event.fired
    struck = result(max(1, event.hits), tries) if event.hit else (bad("fumble" if event.attack.fumble else "miss"),)
    held = stopped(passage) if event.hit else ()
    found = (*struck, *held, *passage.outcome_of(event, viewer, hit=event.hit))
    return headline(actor_of(event, viewer), (target_of(event, viewer),), how, found)


MODES = {"single": "", "burst": " a burst", "auto": " full automatic", "strike": ""}


@words(Aimed)
def _aimed(event: Aimed, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " aims at ", target_of(event, viewer), note(f" (+{event.rounds})"), "."),)


@words(AimLost)
def _aim_lost(event: AimLost, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " has lost from sight whom it aimed at."),)


@words(Attacked)
def _attacked(event: Attacked, viewer: Viewer) -> Lines:
    result = good("hit") if event.hit else bad("fumble" if event.attack.fumble else "miss")
    several = f" with {counted(event.hits, 'round')}" if event.hit and event.fired > 1 else ""
    verb = " strikes at " if event.melee else f" fires{MODES.get(event.mode, '')} at "
    told = line(actor_of(event, viewer), verb, target_of(event, viewer), *_how(event, viewer), result, f"{several}.")
    return (told, *_rolled(event, viewer))


def _how(event: Attacked, viewer: Viewer) -> Parts:
    """Return with what and from how far; neither gives the unseen away."""
    if hides(event, event.actor, viewer):
        return (": ",)
    unknown = event.melee or hides(event, event.target, viewer)
    far = "" if unknown or event.range_m is None else f" ({event.bracket}, {metres(event.range_m)})"
    return (f" with the {event.weapon}", note(far), ": ")


def _rolled(event: Attacked, viewer: Viewer) -> Lines:
    attack = line("Attack ", *summed(event, event.actor, event.attack, viewer), ".", depth=1)
    against = _against(event, viewer)
    return (attack, *against, *_burst(event))


def _against(event: Attacked, viewer: Viewer) -> Lines:
    if event.defence is not None:
        tie = ": a tie, which hits." if event.hit and event.defence.total == event.attack.total else "."
        return (line("Defence ", *summed(event, event.target, event.defence, viewer), tie, depth=1),)
    if event.attack.fumble:
        return ()
    return (line("No defence: against ", number(event.number), ".", depth=1),)


def _burst(event: Attacked) -> Lines:
    if event.roll is None:
        return ()
    return (line("Burst ", faces((event.roll,)), f": {counted(event.hits, 'round')} on target.", depth=1),)


FUMBLES = {
    "nothing": "nothing worse comes of it",
    "dropped": "drops the weapon",
    "discharged": "hits something else altogether",
    "jammed": "has a jammed weapon",
    "self": "is hit by its own attack",
    "ally": "puts a friend at risk: the GM says whom it hits",
}


@words(Fumbled)
def _fumbled(event: Fumbled, viewer: Viewer) -> Lines:
    result = FUMBLES.get(event.result, event.result)
    return (line(actor_of(event, viewer), " fumbles: ", bad(result), note(f" ({event.roll.faces[0]})"), "."),)
