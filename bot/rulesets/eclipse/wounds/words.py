"""The words for what happens to body and mind."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import goes_down, to_those_who_know, who
from bot.core.telling.story import Change, Story, falls
from bot.core.views import Viewer, knows
from bot.core.wording import Line, Mark, Span, bad, counted, good, line, number, signed
from bot.rulesets.eclipse.checks.wording import in_words, outcome_line, term_spans, to_everybody
from bot.rulesets.eclipse.wounds.events import (
    HEALED,
    Bled,
    BodyTested,
    BrokeDown,
    Bruised,
    CameToItsSenses,
    Damaged,
    DamageRolled,
    Dazed,
    Died,
    FellDown,
    FirstAidGiven,
    Healed,
    KnockedOut,
    LeftShaken,
    Stressed,
    Stunned,
)

words = Words()
story = Story()
story.explains(DamageRolled, BodyTested)
story.as_told(Stunned, LeftShaken, BrokeDown)
story.as_told(FellDown, fate="knocked down")
story.reason(Bled, why="from the wounds")
story.change(KnockedOut)(falls("out cold"))
story.change(Dazed)(falls("out of its wits", "reeling"))


@story.change(Died)
def _fallen(event: Died, viewer: Viewer) -> Change | None:
    return falls(_end(event))(event, viewer)


def _end(event: Died) -> str:
    return "destroyed" if event.thing else "dead"


@story.change(Damaged)
def _taken(event: Damaged, _viewer: Viewer) -> Change:
    wounds = f", {counted(event.wounds, 'wound')}" if event.wounds else ""
    return _summed(event.damage, f"damage{wounds}", event.total)


@story.change(Bruised)
def _shaken_up(event: Bruised, _viewer: Viewer) -> Change:
    return _summed(event.stun, "stun", event.total)


@story.change(Stressed)
def _upset(event: Stressed, _viewer: Viewer) -> Change:
    traumas = f", {counted(event.traumas, 'trauma')}" if event.traumas else ""
    return _summed(event.stress, f"stress{traumas}", event.total)


def _summed(taken: int, what: str, total: int) -> Change:
    """Return what somebody takes of something as a change, and of what all it has then."""
    return Change((bad(f"{taken} {what}"), f" ({total} in all)") if taken else (f"no {what}",), verb="takes")


def _taking(whose: Span, taken: int, what: str, total: int) -> Line:
    """Return what somebody takes of something as a line, and all it has then."""
    return line(whose, " takes ", *((bad(f"{taken} {what}"), f"; {total} in all.") if taken else (f"no {what}.",)))


@words(DamageRolled)
def _struck(event: DamageRolled, viewer: Viewer) -> Lines:
    kind = "energy" if event.energy else "kinetic"
    told = line("Damage ", number(event.dv), f" ({kind}).")
    if not knows(event, event.actor, viewer):
        return (told,)
    dice = Span(", ".join(map(str, event.roll.faces)) or "none", Mark.DICE)
    piercing = ("; AP ", signed(event.ap)) if event.ap else ()
    return (told, line("dice ", dice, "; ", *term_spans(event.terms), *piercing, depth=1))


@words(Damaged)
def _damaged(event: Damaged, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    wounds = f", {event.wounds} wound{'s' if event.wounds > 1 else ''}" if event.wounds else ""
    told = _taking(who(event, event.actor, viewer), event.damage, f"damage{wounds}", event.total)
    armor = [" of no use: ", *term_spans(event.armor)] if event.ignored else [": ", *term_spans(event.armor)]
    return (told, line("armour", *armor, depth=1)) if event.armor else (told,)


@words(Bruised)
def _bruised(event: Bruised, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    told = _taking(who(event, event.actor, viewer), event.stun, "stun", event.total)
    return (told, line("armour: ", *term_spans(event.armor), depth=1)) if event.armor else (told,)


@words(FirstAidGiven)
def _first_aid(event: FirstAidGiven, viewer: Viewer) -> Lines:
    known = knows(event, event.target, viewer)
    helps = event.outcome.succeeded and not (known and event.useless)
    helped = good("helps") if helps else bad("does not help")
    told = line(
        who(event, event.actor, viewer), " gives first aid to ", who(event, event.target, viewer), ": it ", helped, "."
    )
    check = outcome_line(event.outcome, known=knows(event, event.actor, viewer))
    if not (known and event.roll and helps):
        return (told, check)
    gone = f"damage −{event.damage}" + (", a wound less" if event.wounds else "")
    return (told, check, line("healing ", Span(str(event.roll.faces[0]), Mark.DICE), f": {gone}", depth=1))


@words(BodyTested)
def _body_tested(event: BodyTested, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    result = good("withstands") if event.outcome.succeeded else bad("does not withstand")
    told = line(who(event, event.actor, viewer), " ", result, f" {in_words(event.outcome.label)}.")
    return (told, outcome_line(event.outcome, known=True))


@words(FellDown)
def _fell_down(event: FellDown, viewer: Viewer) -> Lines:
    """Tell of the fall alone only those who know the condition: to others it would show that nobody has died."""
    if event.out and not knows(event, event.actor, viewer):
        return ()
    return (line(who(event, event.actor, viewer), bad(" is knocked down"), "."),)


@words(Died)
def _died(event: Died, viewer: Viewer) -> Lines:
    return goes_down(event, viewer, bad(f" is {_end(event)}"), ".", was_down=event.was_down)


@words(Stunned)
def _stunned(event: Stunned, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return (line(who(event, event.actor, viewer), bad(" jerks and cannot act"), "."),)
    return (line(who(event, event.actor, viewer), bad(f" can do nothing for {event.turns} turns"), "."),)


@words(LeftShaken)
def _shocked(event: LeftShaken, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    return (
        line(who(event, event.actor, viewer), " is ", bad("shaken"), f" for {event.turns} turns (less by and by)."),
    )


@words(Bled)
def _bled(event: Bled, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    return (line(who(event, event.actor, viewer), bad(" bleeds"), f"; {event.total} damage in all."),)


@words(Stressed)
def _stressed(event: Stressed, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    traumas = f", {event.traumas} trauma{'s' if event.traumas > 1 else ''}" if event.traumas else ""
    told = _taking(who(event, event.actor, viewer), event.stress, f"stress{traumas}", event.total)
    return (told, outcome_line(event.outcome, known=True)) if event.outcome else (told,)


@words(BrokeDown)
def _broke(event: BrokeDown, viewer: Viewer) -> Lines:
    text = "is lost to madness" if event.insane and knows(event, event.actor, viewer) else "breaks down"
    return (line(who(event, event.actor, viewer), bad(f" {text}"), "."),)


@words(Healed)
def _healed(event: Healed, viewer: Viewer) -> Lines:
    awake = (line(who(event, event.actor, viewer), good(" is on the mend"), "."),)
    if not knows(event, event.actor, viewer):
        return awake if event.awake else ()
    gone = ", ".join(f"{key} −{getattr(event, key)}" for key in HEALED if getattr(event, key))
    return (*awake, line(gone, depth=1)) if gone else awake


words(KnockedOut)(to_those_who_know("is out cold", "goes down"))
words(Dazed)(to_those_who_know("is out of its wits", "reels"))
words(CameToItsSenses)(to_everybody("comes to its senses"))
