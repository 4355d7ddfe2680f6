"""The words for close combat: what anybody sees of a blow, and the sums behind it for those who may know them."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import actor_of, headline, target_of
from bot.core.telling.story import Passage, Story
from bot.core.views import Viewer, hides, knows
from bot.core.wording import Line, Span, bad, counted, good, line, note
from bot.rulesets.reflex.checks.wording import check_line, faces_span, ticks_spans
from bot.rulesets.reflex.close.events import (
    Blackout,
    Blocked,
    BlockTested,
    ChokeBegan,
    ChokeEnded,
    ChokeSlipped,
    Coerced,
    ControlSet,
    DisarmResisted,
    Ended,
    GripStrained,
    Struck,
    Struggled,
)
from bot.rulesets.reflex.kinds import Pace
from bot.rulesets.reflex.shots.words import aim_spans
from bot.rulesets.reflex.wounds.words import stopped

words = Words()
story = Story()
story.explains(Blocked, DisarmResisted)
story.reason(Blackout, why="from the choke")
story.as_told(BlockTested, ControlSet, Coerced)

_DEEDS = {
    "grapple": "a grab",
    "comply": "a painful hold",
    "disarm": "a wrench at what is held",
    "wrench": "a wrench of the grip",
    "escape": "a try to break loose",
}


@story.headline(Struck)
def _blow(event: Struck, passage: Passage, viewer: Viewer) -> Line:
    seen = "" if hides(event, event.actor, viewer) else f" with the {event.title}"
    how = f"{_DEEDS.get(event.use, 'a blow')}{seen}"
    blocked = any(each.net < 0 for each in passage.of(Blocked))
    struck = bad("miss") if event.margin < 0 else bad("blocked") if blocked else good("on target")
    found = (struck, *stopped(passage), *passage.fate_of(event.target))
    return headline(actor_of(event, viewer), aim_spans(event, event.called, event.thing, viewer), how, found)


@words(Struck)
def _struck(event: Struck, viewer: Viewer) -> Lines:
    known = knows(event, event.actor, viewer)
    whom = aim_spans(event, event.called, event.thing, viewer)
    told = line(actor_of(event, viewer), f" {_verb(event)} ", *whom, *_how(event, viewer))
    summed = len(event.costs) > 1 and known
    costs = (line(*ticks_spans(event.costs, event.cost_ticks), ".", depth=1),)
    return (told, check_line(event.outcome, knows=known), *(costs if summed else ()))


_VERBS = {
    "grapple": "grabs at",
    "comply": "puts a painful hold on",
    "disarm": "wrenches at what is held by",
    "wrench": "uses the grip to hurt",
    "escape": "tries to break loose from",
}


def _verb(event: Struck) -> str:
    dives = event.dive is not Pace.STILL
    if event.use == "grapple" and dives:
        return "dives to grab"
    return _VERBS[event.use] if event.use else "dives at" if dives else "strikes at"


def _how(event: Struck, viewer: Viewer) -> tuple[str | Span, ...]:
    """Return with what and with what result; the weapon does not give the unseen away."""
    result = (good("on target") if event.margin >= 0 else bad("miss"), ".")
    if hides(event, event.actor, viewer):
        return (": ", *result)
    return (f" with the {event.title}", note(f" ({event.mode}, {counted(event.cost_ticks, 'tick')}): "), *result)


@words(Blocked)
def _blocked(event: Blocked, viewer: Viewer) -> Lines:
    through = "a tie, which gets through" if _is_tie(event) else f"margin {event.net} gets through"
    result = good("stopped") if event.net < 0 else bad(through)
    verb = "blocks to grapple" if event.grapples else "blocks"
    how = (f" {verb} with the {event.title}", note(f" ({counted(event.cost_ticks, 'tick')}): "), result, ".")
    told = line(actor_of(event, viewer), *how)
    return (told, check_line(event.outcome, knows=knows(event, event.actor, viewer)))


def _is_tie(event: Blocked | DisarmResisted | GripStrained) -> bool:
    """Tell whether both sides made their checks equally well."""
    return event.outcome.succeeded and event.net == 0


@words(BlockTested)
def _block_tested(event: BlockTested, viewer: Viewer) -> Lines:
    actor = actor_of(event, viewer)
    met = bad(f" meets the weapon with the {event.place}") if event.place else " meets the weapon unharmed"
    told = line(actor, met, ".")
    return (told, line("Hurt on 50 or less on d100: ", faces_span(event.roll), ".", depth=1))


@words(ControlSet)
def _control_set(event: ControlSet, viewer: Viewer) -> Lines:
    if event.ended is None:
        return _gained(event, viewer)
    return _escaped(event, viewer) if event.ended is Ended.ESCAPED else _let_go(event, viewer)


def _gained(event: ControlSet, viewer: Viewer) -> Lines:
    holder, held = actor_of(event, viewer), target_of(event, viewer)
    if event.control == event.before:
        return (line(holder, " touches ", held, " but wins no Control", note(" (margin zero)"), "."),)
    told = line(holder, " has ", held, " in a grip: ", good(f"Control {event.control}"), ".")
    parts = [f"margin {event.margin}", *([f"dive +{event.dive}"] if event.dive else [])]
    before = f"{event.before} before, " if event.before else ""
    return (told, line(f"{before}{', '.join(parts)}.", depth=1))


def _escaped(event: ControlSet, viewer: Viewer) -> Lines:
    holder, held = actor_of(event, viewer), target_of(event, viewer)
    if not event.control:
        return (line(held, good(" breaks free"), " from ", holder, "."),)
    left = note(f" (Control {event.before} to {event.control})")
    return (line(held, " loosens the grip of ", holder, left, "."),)


_LET_GO = {
    Ended.LET_GO: (" lets go of ", "."),
    Ended.OTHER_ACTION: (" lets go of ", " to do something else."),
    Ended.UNABLE: (" can no longer hold ", "."),
    Ended.TORN: (" is torn away from ", "."),
}


def _let_go(event: ControlSet, viewer: Viewer) -> Lines:
    verb, why = _LET_GO[event.ended or Ended.LET_GO]
    return (line(actor_of(event, viewer), verb, target_of(event, viewer), why),)


@words(Struggled)
def _struggled(event: Struggled, viewer: Viewer) -> Lines:
    told = line(actor_of(event, viewer), " struggles against the grip.")
    return (told, check_line(event.outcome, knows=knows(event, event.actor, viewer)))


@words(GripStrained)
def _grip_strained(event: GripStrained, viewer: Viewer) -> Lines:
    holder, held = actor_of(event, viewer), target_of(event, viewer)
    far = f" by up to {counted(event.net, 'metre')}."
    tied = note(" (a tie)") if _is_tie(event) else ""
    stays = line(holder, " holds ", held, " in place", tied, ".")
    told = line(held, good(" drags "), holder, good(" along"), far) if event.net > 0 else stays
    return (told, check_line(event.outcome, knows=knows(event, event.actor, viewer)))


@words(Coerced)
def _coerced(event: Coerced, viewer: Viewer) -> Lines:
    threats = note(f" ({counted(event.threats, 'threat condition')})")
    return (line(actor_of(event, viewer), bad(" feels the hold"), threats, "."),)


@words(DisarmResisted)
def _disarm_resisted(event: DisarmResisted, viewer: Viewer) -> Lines:
    result = good(" keeps hold") if event.net < 0 else bad(" cannot keep hold")
    left = "a tie" if _is_tie(event) else f"margin left {event.net}"
    told = line(actor_of(event, viewer), result, note(f" ({left})"), ".")
    return (told, check_line(event.outcome, knows=knows(event, event.actor, viewer)))


@words(ChokeBegan)
def _choke_began(event: ChokeBegan, viewer: Viewer) -> Lines:
    ticks = note(f" ({counted(event.cost_ticks, 'tick')})")
    return (line(actor_of(event, viewer), " begins to choke ", target_of(event, viewer), ticks, "."),)


@words(ChokeSlipped)
def _choke_slipped(event: ChokeSlipped, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " does not hold ", target_of(event, viewer), " firmly enough for a choke."),)


@words(ChokeEnded)
def _choke_ended(event: ChokeEnded, viewer: Viewer) -> Lines:
    holder, held = actor_of(event, viewer), target_of(event, viewer)
    if event.firm:
        return (line(holder, bad(" cuts off"), " the blood to the head of ", held, "."),)
    if event.control:
        return (line(holder, " chokes ", held, ", but ", bad("not firmly enough"), "."),)
    return (line(holder, " has lost hold of ", held, ": nothing comes of the choke."),)


@words(Blackout)
def _blackout(event: Blackout, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    result = bad("blacks out") if event.outcome.succeeded else bad("does not come back")
    told = line(actor_of(event, viewer), " ", result, ".")
    return (told, check_line(event.outcome, knows=True))
