"""The words for hits, and what they do to a body."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import Parts, actor_of, goes_down, secretly, target_of
from bot.core.telling.story import Change, Passage, Story, falls
from bot.core.views import Viewer, knows
from bot.core.wording import bad, good, line, note, number, signed
from bot.rulesets.graydawn.checks.wording import against, faces
from bot.rulesets.graydawn.wounds.events import (
    Crippled,
    Died,
    Doomed,
    Grazed,
    Hit,
    Protected,
    Recovered,
    Saved,
    Stunned,
    Wounded,
)

words = Words()
story = Story()
story.explains(Hit, Protected, Grazed, Saved)
story.change(Stunned)(falls("stunned"))
story.change(Doomed)(falls("dying"))
story.change(Died)(falls("dead"))


def stopped(passage: Passage) -> Parts:
    """Return that nothing of what hit got through, as the end of a headline, where that can be known."""
    protected = passage.of(Protected)
    return (", nothing gets through",) if protected and not any(each.left for each in protected) else ()


@story.change(Wounded)
def _hurt(event: Wounded, _viewer: Viewer) -> Change:
    has = f" ({event.total} marked: {event.state or 'unhurt'})"
    return Change((bad(_boxes(event)),), verb="takes", has=(has,))


@story.change(Crippled)
def _lamed(event: Crippled, _viewer: Viewer) -> Change:
    return Change((bad(f"a crippled {place_words(event.place)}"),), verb="has", key=f"crippled {event.place}")


def _boxes(event: Wounded) -> str:
    stun = f" and {event.stun} stun" if event.stun else ""
    return f"{counted_boxes(event.boxes)}{stun}"


def counted_boxes(boxes: int) -> str:
    """Return so many boxes of the wound track in words."""
    return f"{boxes} {'box' if boxes == 1 else 'boxes'}"


def place_words(place: str) -> str:
    """Return how a row of the locations table reads."""
    return place.replace("_", " ")


@words(Hit)
def _hit(event: Hit, viewer: Viewer) -> Lines:
    again: Parts = (note(", again, after "), faces(event.before)) if event.before else ()
    rolled: Parts = (note(f" (place {event.roll.faces[0]}"), *again, note(")")) if event.roll else (note(" (called)"),)
    where = bad(place_words(event.place))
    told = line(target_of(event, viewer), " is hit: ", where, *rolled, ", damage ", number(event.damage), ".")
    if event.dice is None:
        return (told, line("Point blank: the most that it can do.", depth=1))
    flat: Parts = (" ", signed(event.flat)) if event.flat else ()
    return (told, line("Damage ", faces((event.dice,)), *flat, ".", depth=1))


@words(Stunned)
@secretly(" goes down")
def _stunned(event: Stunned) -> Parts:
    return (bad(" is stunned"), ".")


@words(Recovered)
@secretly(" stirs again")
def _recovered(event: Recovered) -> Parts:
    return (good(" is back in the fight"), ".")


@words(Doomed)
def _doomed(event: Doomed, viewer: Viewer) -> Lines:
    return goes_down(event, viewer, bad(" is dying"), ", and needs help at once.", was_down=event.was_down)


@words(Died)
def _died(event: Died, viewer: Viewer) -> Lines:
    return goes_down(event, viewer, bad(" is dead"), ".", was_down=event.was_down)


@words(Protected)
@secretly()
def _protected(event: Protected) -> Parts:
    stops = [f"{what} {value}" for what, value in (("cover", event.cover), ("armour", event.armor)) if value]
    halved = " (all halved)" if event.halved else ""
    if not event.left:
        return (": ", good("stopped"), note(f" by {' and '.join(stops)}{halved}"), ".")
    comes = "comes" if event.left == 1 else "come"
    return (": ", number(event.left), f" {comes} through {' and '.join(stops) or 'unhindered'}", note(halved), ".")


@words(Grazed)
def _grazed(event: Grazed, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    outcome = good(f"only {event.damage}") if event.grazed else bad("no")
    rolled = against(event, event.actor, event.check, event.number, viewer)
    told = line(actor_of(event, viewer), ": a graze? ", outcome, ".")
    return (told, line("Graze ", *rolled, ".", depth=1))


@words(Wounded)
@secretly()
def _wounded(event: Wounded) -> Parts:
    less = note(f" ({event.damage} less body type {event.build}{_share(event)})")
    total = note(f", {event.total} marked: {event.state or 'unhurt'}")
    rolled = (note(f", at the {place_words(event.place)} (place {event.roll.faces[0]})"),) if event.roll else ()
    return (": ", bad(_boxes(event)), *rolled, less, total, ".")


def _share(event: Wounded) -> str:
    """Return what makes of that the boxes that are marked: of a limb's half, and twice as many in the head."""
    dealt, marked = event.damage - event.build, event.boxes + event.stun
    if marked == dealt:
        return ""
    if marked == 2 * dealt:
        return ", twice in the head"
    if marked == max(1, dealt // 2) and dealt > 1:
        return f", half in a limb{', rounded down' if dealt % 2 else ''}"
    return f", {marked} {'at least' if marked > dealt else 'at most in a limb'}"


@words(Crippled)
def _crippled(event: Crippled, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), ": ", bad(f"the {place_words(event.place)} is crippled"), "."),)


@words(Saved)
@secretly()
def _saved(event: Saved) -> Parts:
    save = event.save
    again = (note(" (again, after "), faces(save.before), note(")")) if save.before else ()
    left = sum(roll.faces[0] for roll in save.rolls) - save.raised
    raised: Parts = (", luck ", signed(-save.raised), " = ", number(left)) if save.raised else ()
    paid = note(f" ({save.luck} luck)") if save.luck else ""
    rolled = (" save: ", faces(save.rolls), *again, *raised, f" against {max(0, save.number)} or less", paid, ": ")
    return (f": {event.kind}", *rolled, good("holds out") if save.passed else bad("fails"), ".")
