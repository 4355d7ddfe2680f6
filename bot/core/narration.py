"""The words for what happens in every system: coming and going, the fight's opening and close, questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar, assert_never

from bot.core.events import (
    Answered,
    AreaGone,
    AreaLaid,
    AreaMarked,
    Asked,
    ClaimSettled,
    Concealed,
    DistancesOutdated,
    Enlisted,
    Entered,
    Entrusted,
    Event,
    FellShort,
    FightEnded,
    FightStarted,
    GroundLaid,
    LostSight,
    MarkEntered,
    OutdatedCounted,
    Petitioned,
    PetitionSettled,
    PieceGone,
    PieceSet,
    Placed,
    RangeSet,
    Released,
    Renamed,
    Revealed,
    Said,
    Scheduled,
    SheetEdited,
    Sighted,
    SlotMoved,
    SquadFormed,
    SquadOrdered,
    Stood,
    Unconfirmed,
)
from bot.core.ground.outlines import middle_of
from bot.core.ground.pieces import PIECE
from bot.core.ground.places import Place, square_of
from bot.core.ground.whereabouts import AtPlace, ByCompass, BySight, InTheMiddle, Straight
from bot.core.said.petitions import about
from bot.core.said.told import spelled
from bot.core.scene import Question
from bot.core.squads.standing import Drill, StandingOrder
from bot.core.terms import Term, total
from bot.core.timeline import Slot, agenda
from bot.core.views import Viewer, hides, knows
from bot.core.wording import (
    UNSEEN,
    Line,
    Mark,
    Span,
    agreeing,
    bad,
    digits,
    good,
    line,
    metres,
    name,
    note,
    number,
    rounded_m,
    sentence,
    shown,
    signed,
    spelled_count,
)

E = TypeVar("E", bound=Event)

FOR_PEOPLE = (
    UNSEEN,
    *("GM", "the GM", "a GM", "GMs", "the GMs", "game master", "the game master", "the referee"),
    *("Fireteam", "the bot", "the dice", "the log", "the public", "the player", "the players"),
    *("someone", "somebody", "anyone", "anybody", "everyone", "everybody", "no one", "nobody", "the others"),
    *("you", "he", "she", "it", "they", "we", "who", "all", "none", "nothing", "something"),
)
"""Who is meant where a line of the log names nobody, so that nobody else is called so."""

HEADINGS = ("fight", "round", "exchange", "tick", "pass", "phase", "step", "turn", "pause", "order", "chapter")
"""What begins a heading or names an order, with a number behind it."""

MOST_CHANGES = 12
MOST_CHOICES, OF_MANY = 6, 3
"""How many answers to a question are told at most, and how many of more."""
Parts: TypeAlias = tuple[str | Span, ...]
"""What is said behind a name."""

Prompts: TypeAlias = Mapping[str, Callable[[Asked, Viewer], Line]]
"""What a question of each prompt is about, for those who may know."""

CLAIM = "claim"  # the prompt of a question whether a player's word counts: all may hear what was said


def who(event: Event, actor: str, viewer: Viewer) -> Span:
    """Return the name of ``actor`` of the event, or that it could not be seen."""
    return Span(UNSEEN, Mark.NAME) if hides(event, actor, viewer) else name(actor)


def actor_of(event: Event, viewer: Viewer) -> Span:
    """Return the name of the actor as a viewer may read it."""
    return who(event, event.actor, viewer)


def target_of(event: Event, viewer: Viewer) -> Span:
    """Return the name of the target as a viewer may read it."""
    return who(event, event.target, viewer)


def headline(actor: Span, whom: Parts, how: str, found: Parts) -> Line:
    """Return what somebody did to whom, how, and what came of it, in one line."""
    return line(actor, " → ", *whom, f", {how}: ", *found, ".")


def at_range(event: Event, range_m: float | None, viewer: Viewer) -> str:
    """Return from how far, as a headline says it, to a tenth: the sum behind it has what is judged by.

    Nothing where there is no distance, or it would tell of the unseen.
    """
    if range_m is None or hides(event, event.actor, viewer) or hides(event, event.target, viewer):
        return ""
    return f" at {digits(round(range_m, 1))} m"


def untold(terms: Iterable[Term], more: int = 0) -> Parts:
    """Return what dice are added to come to a known sum, for those who may not know what it is made of."""
    return (", not told ", signed(total(terms) + more))


def result(hits: int, tries: int = 1) -> Parts:
    """Return how many of so many tries hit, as a headline says it."""
    if not hits:
        return (bad("miss"),)
    return (good("hit" if tries == hits == 1 else spelled_count(hits, "hit")),)


def goes_down(event: Event, viewer: Viewer, *told: str | Span, was_down: bool) -> tuple[Line, ...]:
    """Return what is ``told`` of a fall for good to those who may know the condition of whom it happened to.

    All others see who goes down, and nothing where it lay there before, which would tell that it is for good.
    """
    if knows(event, event.actor, viewer):
        return (line(actor_of(event, viewer), *told),)
    return () if was_down else (line(actor_of(event, viewer), bad(" goes down"), "."),)


def to_those_who_know(told: str, seen: str = "") -> Callable[[Event, Viewer], tuple[Line, ...]]:
    """Return words for those who may know the condition of whom it happened to, and what all others see of it."""
    return secretly(f" {seen}" if seen else "")(lambda _: (bad(f" {told}"), "."))


def secretly(seen: str = "") -> Callable[[Callable[[E], Parts]], Callable[[E, Viewer], tuple[Line, ...]]]:
    """Make words for those who may know the condition of whom it happened to; ``seen`` is what all others see."""

    def secret(told: Callable[[E], Parts]) -> Callable[[E, Viewer], tuple[Line, ...]]:
        def words(event: E, viewer: Viewer) -> tuple[Line, ...]:
            parts = told(event) if knows(event, event.actor, viewer) else (bad(seen), ".") if seen else ()
            return (line(actor_of(event, viewer), *parts),) if parts else ()

        return words

    return secret


def core_lines(event: Event, viewer: Viewer) -> tuple[Line, ...]:
    """Return the words for one shared event, as ``viewer`` may read them."""
    actor = who(event, event.actor, viewer)
    match event:
        case FightStarted():
            return (line(Span(_title(event.number, event.title), Mark.HEADING), " begins."),)
        case FightEnded():
            return (line(Span(_title(event.number, ""), Mark.HEADING), " is over."),)
        case Enlisted():
            unseen = ", hidden" if event.hidden and viewer.gm else ""
            return (line(actor, f" {'comes back' if event.back else 'joins'} ({event.side}){unseen}."),)
        case Released():
            return (line(actor, " leaves."),)
        case Revealed() | Concealed():
            hidden = " is hidden now." if viewer.gm else " goes out of sight."
            return (line(actor, " comes into sight." if isinstance(event, Revealed) else hidden),)
        case Renamed() | Entrusted():
            return (_known_otherwise(event, actor),)
        case SquadFormed() | SquadOrdered():
            return (_of_squad(event),)
        case RangeSet() | DistancesOutdated() | OutdatedCounted():
            return _of_distance(event, actor, viewer)
        case GroundLaid() | Stood() | FellShort() | Placed() | Entered() | MarkEntered() | Sighted() | LostSight():
            return _of_ground(event, actor, viewer)
        case PieceSet() | PieceGone() | AreaLaid() | AreaGone() | AreaMarked():
            return _of_things(event)
        case Said() | Unconfirmed() | ClaimSettled():
            return (_word(event, viewer),)
        case SheetEdited():
            return _sheet_edited(event, actor, viewer)
        case Petitioned() | PetitionSettled():
            return (_petition(event),)
        case Scheduled():
            return (line("Order of action: ", _slots(agenda(event.slots)), "."),)
        case SlotMoved():
            return (line(actor, " next: ", _slots(event.slots) if event.slots else "done for this round", "."),)
        case Asked():
            return asked_lines(event, viewer, {})
        case Answered():
            return (_answered(event, actor, viewer),)
        case _:
            raise AssertionError(f"{type(event).__name__} is no shared event")


def _petition(event: Petitioned | PetitionSettled) -> Line:
    if isinstance(event, Petitioned):
        return line("A GM is asked: ", Span(about(event.petition)), ".")
    return line("Granted: " if event.granted else "Refused: ", Span(about(event.petition)), ".")


def _known_otherwise(event: Renamed | Entrusted, actor: Span) -> Line:
    """Return that somebody has another name from here on, or is played by somebody else."""
    if isinstance(event, Renamed):
        return line(actor, " is ", name(event.name), " from here on: its name looked like another's.")
    if event.to is None:
        return line(actor, " is played by their own player again.")
    if not event.to:
        return line(actor, " is handed over to the GM.")
    whom = ("the player of ", name(event.known_by)) if event.known_by else ("another player",)
    return line(actor, " is handed over to ", *whom, ".")


def _of_squad(event: SquadFormed | SquadOrdered) -> Line:
    if isinstance(event, SquadOrdered):
        told = spelled_drill(event.standing) if event.standing else "wait for orders"
        return line("Squad ", name(event.squad), f": {told}.")
    if not event.members:
        return line("Squad ", name(event.name), " is one no longer.")
    return line("Squad ", name(event.name), ": ", ", ".join(map(shown, event.members)), ".")


def spelled_drill(standing: StandingOrder) -> str:
    """Return in words what a squad is to do."""
    whom = shown(standing.target) if standing.target else ""
    match standing.drill:
        case Drill.FIRE:
            return f"all fire at {whom or 'the nearest'}"
        case Drill.RETURN_FIRE:
            return "each fires at whoever shot at them"
        case Drill.ADVANCE:
            return f"advance by bounds{_toward(standing, whom)}"
        case Drill.HOLD:
            return f"hold{_toward(standing, whom, 'watching')}"
        case Drill.FALL_BACK:
            return f"fall back{_toward(standing, whom)}"
        case _:
            assert_never(standing.drill)


_ON_THE = {"behind": "the far side of ", "left": "the left of ", "right": "the right of "}


def _toward(standing: StandingOrder, whom: str, word: str = "toward") -> str:
    """Return of whom or of which place an order is, in the words by which that was said."""
    match standing.to:
        case None:
            where = whom
        case AtPlace(place):
            where = spelled_place(place)
        case InTheMiddle(one, other):
            where = f"the middle between {_called(one)} and {_called(other)}"
        case ByCompass(of, bearing, far_cm):
            where = f"{metres(far_cm / 100)} {bearing} of {_called(of)}"
        case BySight(of, side):
            where = f"{_ON_THE.get(side, '')}{_called(of)}"
        case Straight(of, away):
            where, word = _called(of), "away from" if away else word
        case _:
            assert_never(standing.to)
    return f" {word} {where}" if where else ""


def _called(one: str) -> str:
    return shown(one.removeprefix(PIECE))


def _of_distance(
    event: RangeSet | DistancesOutdated | OutdatedCounted, actor: Span, viewer: Viewer
) -> tuple[Line, ...]:
    if isinstance(event, DistancesOutdated):
        return ()
    between = (actor, " and ", who(event, event.target, viewer), ": ", number(rounded_m(event.range_m)))
    if isinstance(event, OutdatedCounted):
        return (line(*between, " m is from before one of them moved."), line(note(_MEASURE), depth=1))
    said = (", says ", name(event.said_by)) if event.said_by else ()
    return (line(*between, " m apart", *said, "."),)


_MEASURE = "It counts. Say range_m for new metres, or have a GM set them: /init range."


def _of_ground(
    event: GroundLaid | Stood | FellShort | Placed | Entered | MarkEntered | Sighted | LostSight,
    actor: Span,
    viewer: Viewer,
) -> tuple[Line, ...]:
    match event:
        case GroundLaid():
            where = f"The ground: {event.layout.title}." if event.layout else "Everybody has a place;"
            the = "The" if event.layout else "the"
            told = line(f"{where} {the} sides begin ", number(event.apart_cm / 100), " m apart.")
            return (told, line("Places are squares of the map, with metres to the east and to the north.", depth=1))
        case Stood():
            return (line(actor, " is at ", spelled_place(event.place), "."),)
        case FellShort():
            if not knows(event, event.actor, viewer):
                return ()  # whither the GM's people are bound, no player is told
            short = (number(rounded_m(event.short_cm / 100)), " m short of the goal")
            by = f": {event.by} {agreeing(event.by, 'is', 'are')} in the way" if event.by else ""
            return (line(actor, " stops ", *short, f"{by}."),)
        case Entered():
            return (line(actor, " comes to ", spelled_place(event.place), "."),)
        case MarkEntered():
            return (line(actor, " comes into ", name(event.name), "."),)
        case Sighted():
            return (line(actor, f" is in sight at {spelled_place(event.place)}."),)
        case LostSight():
            return (line(actor, f" is out of sight, last seen at {spelled_place(event.place)}."),)
        case Placed():
            why = f": {event.reason}." if event.reason else "."
            return (line(actor, " stands at ", spelled_place(event.place), why),)
        case _:
            assert_never(event)


def _of_things(event: PieceSet | PieceGone | AreaLaid | AreaGone | AreaMarked) -> tuple[Line, ...]:
    match event:
        case PieceSet():
            place = spelled_place(middle_of(event.piece.outline))
            if event.actor:
                return (line("The hull of ", name(event.piece.name), f" is cover at {place}.", depth=1),)
            return (line(name(sentence(event.piece.name)), f" {_stands(event)} at {place}."),)
        case PieceGone():
            are = agreeing(event.name, "is", "are")
            return (line(name(sentence(event.name)), f" {are} {'destroyed' if event.destroyed else 'gone'}."),)
        case AreaLaid():
            return (line("An area reaches around ", spelled_place(middle_of(event.area.outline)), "."),)
        case AreaGone():
            return (line("An area is gone."),)
        case AreaMarked():
            how = "no longer marked" if event.lifted else "marked"
            called, are = name(sentence(event.name)), agreeing(event.name, "is", "are")
            return (line(called, f" {are} {how} around {spelled_place(event.place)}."),)
        case _:
            assert_never(event)


def _stands(event: PieceSet) -> str:
    opened, called = event.piece.opened, event.piece.name
    if event.is_new:
        return agreeing(called, "stands", "stand") + (" open" if opened else "")
    return f"{agreeing(called, 'is', 'are')} {'open' if opened else 'shut' if event.shut else 'changed'}"


def spelled_place(place: Place) -> str:
    """Return a place in words: its square, and its metres to the east and the north; off the map those alone."""
    east_m, north_m = round(place.east_cm / 100, 1), round(place.north_cm / 100, 1)
    up = f", {place.height_cm / 100:g} up" if place.height_cm else ""
    if square := square_of(place):
        return f"{square} ({east_m:g}, {north_m:g}{up})"
    aside, ahead = "west" if east_m < 0 else "east", "south" if north_m < 0 else "north"
    return f"{abs(east_m):g} m {aside} and {abs(north_m):g} m {ahead} of the map's corner{up}"


def _word(event: Said | Unconfirmed | ClaimSettled, viewer: Viewer) -> Line:
    """Return a player's word in words, and what became of it."""
    of = (" of ", who(event, event.target, viewer)) if event.target else ()
    said = (who(event, event.actor, viewer), " says", *of, f": {spelled(event.words)}.")
    match event:
        case Said():
            return line(*said)
        case Unconfirmed():
            return line(*said, " No GM was there to confirm it: it did not count.")
        case ClaimSettled():
            return line("The GM: it holds. " if event.upheld else "The GM: it does not hold. ", *said)
        case _:
            assert_never(event)


def _choices_told(choices: Sequence[str]) -> str:
    """Return what can be chosen; of many the first, since all stand on buttons and in what /answer completes."""
    if len(choices) <= MOST_CHOICES:
        return ", ".join(choices)
    return f"{', '.join(choices[:OF_MANY])} or {len(choices) - OF_MANY} more"


def asked_lines(event: Asked, viewer: Viewer, prompts: Prompts) -> tuple[Line, ...]:
    """Return what a question is about, by ``prompts``, and its choices; of the GM's, players are told neither."""
    actor, choices = who(event, event.actor, viewer), _choices_told(event.question.choices)
    if event.question.prompt == CLAIM:
        of = (" of ", who(event, event.target, viewer)) if event.target else ()
        return (line(actor, " says", *of, f": {event.question.detail}. The GM decides whether it counts."),)
    if not _told(event, event.question, viewer):
        return (line("The GM decides about ", actor, "."),)
    about = _about(event, viewer, prompts)
    if event.question.gm:
        return (*about, line("The GM must decide about ", actor, f": {choices}."))
    return (*about, line(actor, f" must choose: {choices}."))


def _about(event: Asked, viewer: Viewer, prompts: Prompts) -> tuple[Line, ...]:
    """Return what is known of what a question is about; nothing of some that only older versions have asked."""
    prompt = prompts.get(event.question.prompt)
    return (prompt(event, viewer),) if prompt and (event.target or event.question.detail) else ()


def _sheet_edited(event: SheetEdited, actor: Span, viewer: Viewer) -> tuple[Line, ...]:
    """Return what became of a sheet, for those who may know; older events tell the place alone."""
    if not knows(event, event.actor, viewer):
        return (line("Sheet of ", actor, ": something changed."),)
    if not event.changes:
        return (line("Sheet of ", actor, f": {event.path} changed."),)
    told = [f"{each.path}: {each.was} -> {each.now}" for each in event.changes[:MOST_CHANGES]]
    more = len(event.changes) - len(told)
    ends = f"; {more} more." if more else "."
    return (line("Sheet of ", actor, ": ", Span("; ".join(told)), ends),)


def _answered(event: Answered, actor: Span, viewer: Viewer) -> Line:
    if event.question.prompt == CLAIM:
        return line("The GM on what ", actor, f" says: {event.choice} ({event.question.detail}).")
    if not _told(event, event.question, viewer):
        return line("The GM has decided about ", actor, ".")
    if event.question.gm:
        return line("The GM decides about ", actor, f": {event.choice}.")
    return line(actor, f" chooses {event.choice}.")


def _told(event: Event, question: Question, viewer: Viewer) -> bool:
    return viewer.gm or (not question.gm and knows(event, event.actor, viewer))


def _title(fight: int, title: str) -> str:
    return f"Fight {fight}: {title}" if title else f"Fight {fight}"


def _slots(slots: tuple[Slot, ...]) -> Span:
    return note(", ".join(f"{name(slot.actor).text} {'.'.join(str(abs(part)) for part in slot.key)}" for slot in slots))
