"""The words for a brawl."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.events import Asked, Event
from bot.core.narration import Prompts, who
from bot.core.scene import Combatant
from bot.core.terms import Term
from bot.core.views import Viewer, knows
from bot.core.wording import Line, Mark, Span, bad, good, line, name, note, number, signed
from tests.rulesets.toy.events import (
    AmbushSet,
    Blocked,
    Downed,
    Granted,
    Hastened,
    Held,
    Hurt,
    MineLaid,
    MineSprung,
    Pounced,
    Rested,
    RoundBegan,
    Struck,
    Suppressed,
    Threatened,
    Treated,
)
from tests.rulesets.toy.state import State, ToyScene


def _block(event: Asked, viewer: Viewer) -> Line:
    striker, struck = who(event, event.target, viewer), who(event, event.actor, viewer)
    return line(striker, " is about to hit ", struck, ".")


def _boon(event: Asked, viewer: Viewer) -> Line:
    return line(who(event, event.actor, viewer), " asks for a boon.")


PROMPTS: Prompts = {"block": _block, "boon": _boon}


def lines(event: Event, viewer: Viewer) -> tuple[Line, ...]:
    """The words for one of the toy's own events."""
    actor = who(event, event.actor, viewer)
    match event:
        case RoundBegan():
            return (line(Span(f"Round {event.number}", Mark.HEADING)),)
        case Hastened():
            return (line(actor, " acts at ", number(event.haste), "."), *_explained(event, event.terms, viewer))
        case Struck():
            return _struck(event, viewer)
        case Blocked():
            return (line(actor, " raises the shield: ", good("stopped") if event.stopped else bad("not enough"), "."),)
        case Hurt():
            return (line(actor, " is hurt", *((": ", number(event.points)) if _told(event, viewer) else ()), "."),)
        case Downed():
            return (line(actor, bad(" goes down"), "."),)
        case Rested():
            return (line(actor, " rests."),)
        case Held():
            return (line(actor, " holds until ", number(event.haste), "."),)
        case Pounced():
            return (line(actor, " pounces!"),)
        case Suppressed() | Threatened() | AmbushSet() | MineLaid() | MineSprung() | Treated() | Granted():
            return (_deed(event, actor, viewer),)
        case _:
            raise AssertionError(f"{type(event).__name__} is no event of a brawl")


def _deed(event: Event, actor: Span, viewer: Viewer) -> Line:
    match event:
        case Suppressed():
            return line(actor, f" throws stones at {event.area or 'the yard'}.")
        case Threatened():
            return line(actor, " is under threat", *((": ", number(event.threat)) if _told(event, viewer) else ()), ".")
        case AmbushSet():
            return line(actor, f" lies in wait with {event.side or 'nobody'}.")
        case MineLaid():
            return line(actor, f" lays mine {event.mine}.")
        case Granted():
            return line(actor, f" gets {event.boon}.")
        case MineSprung():
            return line(actor, bad(" steps on a mine"), ".")
        case _:
            return line(actor, " binds a wound of ", who(event, event.target, viewer), ".")


def _told(event: Event, viewer: Viewer) -> bool:
    return knows(event, event.actor, viewer)


def _struck(event: Struck, viewer: Viewer) -> tuple[Line, ...]:
    actor, target = (who(event, one, viewer) for one in (event.actor, event.target))
    result = good("hit") if event.hit else bad("miss")
    dice = Span(", ".join(map(str, event.roll.faces)), Mark.DICE)
    what = line(actor, " strikes at ", target, f" with {event.weapon}: ", result, ".")
    rolled = line("rolled ", dice, " against ", number(event.target_number), depth=1)
    return (what, rolled, *_explained(event, event.terms, viewer))


def _explained(event: Event, terms: Iterable[Term], viewer: Viewer) -> tuple[Line, ...]:
    if not _told(event, viewer):
        return ()
    summands = [span for term in terms for span in (note(f" {term.label} "), signed(term.value))]
    return (line(*summands, depth=1),)


def status(combatant: Combatant[State], viewer: Viewer) -> Line:
    """One line on a brawler."""
    state = combatant.state
    known = viewer.gm or not combatant.guarded
    condition = f" {state.hits} of {state.most_hits}" if known else " standing" if state.able else " down"
    return line(name(combatant.actor), condition)


def morale(scene: ToyScene, actor: str, viewer: Viewer) -> tuple[Line, ...]:
    """How threatened somebody is, or everybody, where the viewer may know."""
    known = [each for each in scene.combatants.values() if viewer.gm or not each.guarded]
    return tuple(line(name(each.actor), f": threat {each.state.threat}") for each in known if actor in ("", each.actor))


def mines(scene: ToyScene, actor: str, viewer: Viewer) -> tuple[Line, ...]:
    """The mines of a view."""
    return tuple(line(f"Mine {mine.key}") for mine in scene.ground.mines)
