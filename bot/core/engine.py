"""Deciding and odds: the one loop through which every rule of every system runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from bot.core import fight, orders
from bot.core.dice import Dice, EnumeratingDice, TooManyFallsError, every_leaf
from bot.core.errors import RuleViolation
from bot.core.events import Answered, Asked, Event, FightStarted
from bot.core.fight import carry_out, may_follow, own_rule, what_follows
from bot.core.folding import SHARED, kept
from bot.core.ground.lost import with_moves_veiled
from bot.core.narration import asked_lines, core_lines
from bot.core.options import ActionSpec
from bot.core.play import Book, Fold, Play, Reading
from bot.core.ruleset import Ruleset
from bot.core.scene import Pending, Question, Scene
from bot.core.source import ROUND, DefaultSource, Source, Unanswered
from bot.core.telling.teller import told
from bot.core.views import Viewer, may_read
from bot.core.wording import Line, begun, stopped

S = TypeVar("S")
G = TypeVar("G")
DiceFor = Callable[[int, bytes], Dice]
OutcomeOf: TypeAlias = Callable[[Event], str | None]
"""Given an event, returns the name of the outcome that it is; None where it is none of those asked about."""

Come: TypeAlias = Callable[[Event, Scene[S, G]], bool]
"""Given an event and the scene after it, tells whether what is asked about has happened."""

_replace = msgspec.structs.replace
PROBED = 1000  # leaves, after which the size of the whole tree is estimated
NOTHING = Fraction()
SCRAPS = Fraction(1, 10**6)  # of all falls: so few are not worth more work, where some may be left out

OWN, BY_ITSELF, OF_A_ROUND = "o", "s", "r"
"""How an event came about: as the order's own, by itself behind it, or by itself as one round gives way to the next."""


class Kept(StrEnum):
    """As what an order is counted, which decides at which position its dice stand.

    NOTICED is an order that players notice, UNSEEN one of hidden people, LOST one of people out of everybody's sight,
    GM any other that only the GM knows of. The count and the dice of LOST do not depend on anybody hidden.
    """

    NOTICED = "noticed"
    GM = "gm"
    UNSEEN = "unseen"
    LOST = "lost"


class Decision(msgspec.Struct, Generic[S, G], frozen=True):
    """What an order led to: its events in order, and the scene after them.

    ``own`` are those of the events that did not happen by themselves, ``rolls`` how often dice fell. ``course`` has a
    letter for each event: how it came about, one of OWN, BY_ITSELF and OF_A_ROUND.
    """

    events: tuple[Event, ...]
    scene: Scene[S, G]
    own: tuple[Event, ...] = ()
    rolls: int = 0
    course: str = ""


def decide(
    ruleset: Ruleset[S, G],
    scene: Scene[S, G],
    order: orders.Order,
    dice_for: DiceFor,
    draw: str = "",
    at: int | None = None,
) -> Decision[S, G]:
    """Decide ``order``; ``dice_for`` gives dice for a position and the canonical bytes of an order.

    A ``draw`` names the dice of an order that only the GM knows of, whose positions are counted apart. ``at`` is the
    position of an order that was decided before, and is decided anew. The caller counts the order with ``counted``,
    once it is known what kind of order it turned out to be.

    Raises:
        RuleViolation: the order is not possible; nothing has happened.
    """
    if isinstance(order, orders.Answer):
        return _answered(ruleset, scene, order.choice, dice_for)
    if isinstance(order, orders.GoOn) and scene.pending:
        return _answered(ruleset, scene, scene.pending.question.default, dice_for)
    if scene.pending:
        raise question_open(scene)
    place = position(scene, draw) if at is None else at
    asking = Pending(_NO_QUESTION, orders.canonical(order), place, draw=draw)
    return _decided(ruleset, scene, asking, *_begun(scene, asking, dice_for))


def position(scene: Scene[S, G], draw: str) -> int:
    """Return the position of the next order's dice; where the hidden are rolled apart, each kind has its own."""
    if not scene.apart:
        return scene.position
    match draw.partition(" ")[0]:
        case Kept.UNSEEN:
            return scene.unseen
        case Kept.LOST:
            return scene.lost
        case Kept.GM:
            return scene.position - scene.noticed - scene.unseen - scene.lost
        case _:
            return scene.noticed


def keyed(scene: Scene[S, G], order: bytes) -> bytes:
    """Return the bytes of an order by which its dice are drawn: without what hidden people do together with others."""
    return _keyed(scene, order, orders.parsed(order)) if scene.apart else order


def _keyed(scene: Scene[S, G], order: bytes, given: orders.Order) -> bytes:
    if not scene.apart or not isinstance(given, orders.Together):
        return order
    seen = tuple(act for act in given.acts if act.actor in scene.combatants and not scene.combatants[act.actor].hidden)
    return orders.canonical(orders.Together(acts=seen) if len(seen) != 1 else seen[0])


def _begun(scene: Scene[S, G], asking: Pending, dice_for: DiceFor) -> tuple[orders.Order, Source]:
    """Return the order that ``asking`` has the bytes of, and the source of its dice and answers."""
    order = orders.parsed(asking.order)
    dice = dice_for(asking.position, _keyed(scene, asking.order, order))
    return order, Source(dice, asking.answers, asking.faces, apart=scene.apart)


def question_open(scene: Scene[S, G]) -> RuleViolation:
    """Return the refusal of any other order while a question is open."""
    whose = "It is the GM's to answer first" if scene.asks_gm else "Answer it first"
    return RuleViolation("A question is open.", f"{whose}, with its button or /answer.")


_NO_QUESTION = Question(key="", actor="", prompt="", choices=(), default="")


def _answered(ruleset: Ruleset[S, G], scene: Scene[S, G], choice: str, dice_for: DiceFor) -> Decision[S, G]:
    pending = scene.pending
    if pending is None:
        raise RuleViolation("No question is open.", "Go on with the fight.")
    if choice not in pending.question.choices:
        raise RuleViolation(f"{choice!r} is no answer here.", f"Choose one of: {', '.join(pending.question.choices)}.")
    said = Answered(actor=pending.question.actor, question=pending.question, choice=choice)
    answered = _replace(pending, answers={**pending.answers, pending.question.key: choice})
    return _decided(ruleset, scene, answered, *_begun(scene, answered, dice_for), (said,))


Happening = tuple[list[Event], Scene[S, G], str]
"""Events, the scene behind them, and how each of them came about."""


def _decided(
    ruleset: Ruleset[S, G],
    scene: Scene[S, G],
    asking: Pending,
    order: orders.Order,
    source: Source,
    first: tuple[Event, ...] = (),
) -> Decision[S, G]:
    """Run the ``order`` that ``asking`` has the bytes of, behind the events ``first``.

    At a question the order's events are dropped, and only the question is told behind ``first``. Whoever is only
    entering the scene cannot be asked yet: then the order is run with the question's default. Where the hidden are
    rolled apart, a question of what happens by itself behind an order leaves the order's events as they are, since
    players may not know whose order it was, and nobody is to wait for an answer to read of his own.
    """
    events: list[Event] = []
    before = scene
    for event in first:
        as_kept, before = kept(ruleset, before, event, None)
        events.append(as_kept)
    play = play_of(ruleset, before, source)
    try:
        (own_rule if scene.apart else carry_out)(ruleset, play, order)
    except Unanswered as stop:
        if stop.question.actor not in before.combatants:
            return _decided(ruleset, scene, asking, order, source.again(stop.question), first)
        happened, after, course = _stopped(ruleset, before, asking, source, stop)
    else:
        happened, after, course = _part(play)
        if scene.apart:
            if not isinstance(order, orders.Follow):
                source.anew()
            more, after, how = _followed(ruleset, after, asking, source, course)
            happened, course = [*happened, *more], course + how
    after = _replace(after, position=scene.position + 1)
    if events:
        begun = FightStarted in map(type, happened)  # and of that everybody is told at once
        course = (OWN if begun else _course(asking.moment, "")) * len(events) + course
    whole = (*events, *happened)
    if after.ground:
        whole = with_moves_veiled(ruleset.moving, whole)
    mixed = course.strip(OWN)
    own = tuple([event for event, how in zip(whole, course, strict=True) if how == OWN]) if mixed else whole
    return Decision(whole, after, own, source.rolls, course)


def _stopped(
    ruleset: Ruleset[S, G], scene: Scene[S, G], asking: Pending, source: Source, stop: Unanswered, course: str = ""
) -> Happening[S, G]:
    """Return the question that a rule stopped at as the one event, behind events that came about as ``course`` says."""
    asked = Asked(
        actor=stop.question.actor,
        target=stop.question.target,
        question=_replace(stop.question, target=""),
        order=asking.order,
        position=asking.position,
        faces=tuple(source.given),
        answers=source.answers,
        draw=asking.draw,
        moment=stop.moment if scene.apart else "",
    )
    play = play_of(ruleset, scene, source)
    play.tell(asked)
    return play.events, play.scene, _course(asked.moment, course)


def _followed(
    ruleset: Ruleset[S, G], scene: Scene[S, G], asking: Pending, source: Source, course: str
) -> Happening[S, G]:
    """Return what follows by itself behind the order of ``asking``, whose events came about as ``course`` says.

    It is run in parts until nothing changes. Each has dice and answers of its own, so that a question in one drops
    nothing of the parts before it.
    """
    events: list[Event] = []
    before, own = None, len(course)
    while scene is not before and may_follow(ruleset, scene):
        before = scene
        play = play_of(ruleset, scene, source)
        try:
            what_follows(ruleset, play)
        except Unanswered as stop:
            goes_on = _replace(asking, order=orders.canonical(orders.Follow()))
            happened, scene, how = _stopped(ruleset, scene, goes_on, source, stop, course)
            before = scene
        else:
            happened, scene, how = _part(play, course)
        events, course = [*events, *happened], course + how
        source.anew()
    return events, scene, course[own:]


def tried(ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.Order) -> int | None:
    """Return what an order would cost; None where it has no price, or comes to a roll or a question before it.

    Raises:
        RuleViolation: the order is not possible, whatever the dice and the answers would be.
    """
    play = play_of(ruleset, scene, DefaultSource(EnumeratingDice()))
    return play.tried(partial(own_rule, ruleset), order)


def check_moment(ruleset: Ruleset[S, G], scene: Scene[S, G], actor: str, spec: ActionSpec) -> None:
    """Raise RuleViolation where it is not the moment of somebody for an action, whatever else were said of it."""
    fight.check_moment(ruleset, play_of(ruleset, scene, DefaultSource(EnumeratingDice())), actor, spec)


def is_open_to(ruleset: Ruleset[S, G], scene: Scene[S, G], actor: str, action: str) -> bool:
    """Tell whether somebody is in a condition for an action, whatever else is in its way."""
    return Reading(scene, ruleset.book(scene.options)).hindrance(actor, action) is None


def counted(scene: Scene[S, G], kept: str) -> Scene[S, G]:
    """Return the scene with one more order of the kind ``kept`` counted, where the hidden are rolled apart."""
    if not scene.apart:
        return scene
    match kept:
        case Kept.NOTICED:
            return _replace(scene, noticed=scene.noticed + 1)
        case Kept.UNSEEN:
            return _replace(scene, unseen=scene.unseen + 1)
        case Kept.LOST:
            return _replace(scene, lost=scene.lost + 1)
        case _:
            return scene


def play_of(ruleset: Ruleset[S, G], scene: Scene[S, G], source: Source) -> Play[S, G, Any]:
    """Return the play of an order that begins with a scene, with dice and answers from a source."""
    return Play(scene, ruleset.book(scene.options), source, partial(kept, ruleset))


def _part(play: Play[S, G, Any], before: str = "") -> Happening[S, G]:
    """Return what happened in a play, behind events that came about as ``before`` says."""
    if not any(play.moments):
        return play.events, play.scene, OWN * len(play.events)
    course = before
    for moment in play.moments:
        course += _course(moment, course)
    return play.events, play.scene, course[len(before) :]


def _course(moment: str, before: str) -> str:
    """Return how an event told at a ``moment`` came about: what comes by itself behind a round's end is of it."""
    if not moment:
        return OWN
    return OF_A_ROUND if moment.endswith(f" {ROUND}") or before.endswith(OF_A_ROUND) else BY_ITSELF


def lines(ruleset: Ruleset[S, G], event: Event, viewer: Viewer, *, brief: bool = False) -> tuple[Line, ...]:
    """Return the words for any event as ``viewer`` may read them; none where it may not know of it.

    Each that explains ends with a full stop. In ``brief``, a mark may stand in place of these.
    """
    if not may_read(event, viewer):
        return ()
    if isinstance(event, Asked):
        words = asked_lines(event, viewer, ruleset.prompts)
    else:
        words = core_lines(event, viewer) if type(event) in SHARED else ruleset.lines(event, viewer, brief=brief)
    return tuple([stopped(begun(each)) if each.depth else begun(each) for each in words])


def story(
    ruleset: Ruleset[S, G],
    events: Iterable[Event],
    viewer: Viewer,
    *,
    brief: bool = False,
    words_of: Callable[[Event], tuple[Line, ...]] | None = None,
) -> tuple[Line, ...]:
    """Return what ``viewer`` may read of events: headlines, a sentence for each person, and what explains them.

    In ``brief``, a mark may stand in place of what explains them. ``words_of`` returns the lines of an event where they
    are made already.
    """
    words = words_of or partial(lines, ruleset, viewer=viewer, brief=brief)
    return tuple(told(ruleset.story, events, words, viewer, brief=brief))


class OddsTooLarge(Exception):  # noqa: N818  an answer, not a fault
    """There are more falls of the dice to go through than were allowed."""


def odds(
    ruleset: Ruleset[S, G],
    scene: Scene[S, G],
    order: orders.Order,
    outcome_of: OutcomeOf,
    *,
    most_leaves: int = 20_000,
    left_out: Fraction = NOTHING,
) -> dict[str, Fraction]:
    """Return the exact chances of ``order``, from the very rule that resolves it.

    The rule is run once for each leaf, which is one way that all its dice can fall. A run ends at the first event to
    which ``outcome_of`` gives a name; one without such an event counts as "". Questions are answered with their
    defaults. The likeliest leaves come first: where dice may go on for ever, or there is too much work, chances of up
    to ``left_out`` in all may be missing in the sum.

    Raises:
        OddsTooLarge: more than ``most_leaves`` leaves would be needed, or one roll has more falls than can be listed.
        RuleViolation: the order is not possible.
    """
    chances: dict[str, Fraction] = {}
    rest, least = Fraction(1), min(SCRAPS, left_out)
    try:
        for leaves, dice in enumerate(every_leaf()):
            _check_size(leaves, most_leaves, rest)
            name = outcome_with(ruleset, scene, order, outcome_of, dice)
            share = Fraction(dice.weight, dice.ways)
            chances[name] = chances.get(name, NOTHING) + share
            rest -= share
            if leaves >= PROBED and rest <= least:
                break
    except OddsTooLarge:
        if rest > left_out:
            raise
    return chances


def _check_size(leaves: int, most_leaves: int, rest: Fraction) -> None:
    """Raise OddsTooLarge at ``most_leaves``, or as soon as the first leaves show that it will come to that."""
    if leaves == most_leaves:
        raise OddsTooLarge(f"more than {most_leaves} leaves")
    if leaves == PROBED and 2 * most_leaves * (1 - rest) < PROBED:
        raise OddsTooLarge(f"far more than {most_leaves} leaves, as the first {PROBED} show")


def outcome_with(
    ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.Order, outcome_of: OutcomeOf, dice: Dice
) -> str:
    """Return the outcome of ``order`` with one fall of ``dice``: the first name that ``outcome_of`` gives, or "".

    Questions are answered with their defaults.

    Raises:
        OddsTooLarge: one roll has more falls than the dice can list.
        RuleViolation: the order is not possible.
    """
    book = ruleset.book(scene.options)
    play = _Fall(scene, book, DefaultSource(dice), partial(kept, ruleset), outcome_of)
    try:
        carry_out(ruleset, play, order)
    except _Named as named:
        return named.outcome
    except TooManyFallsError as falls:
        raise OddsTooLarge(str(falls)) from falls
    return ""


def comes_to(ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.Order, what: Come[S, G], dice: Dice) -> bool:
    """Tell whether ``what`` happens by an order itself with one fall of ``dice``; what follows by itself is not run.

    Questions are answered with their defaults.

    Raises:
        OddsTooLarge: one roll has more falls than the dice can list.
        RuleViolation: the order is not possible.
    """
    play = _UntilThen(scene, ruleset.book(scene.options), DefaultSource(dice), partial(kept, ruleset), what)
    try:
        own_rule(ruleset, play, order)
    except _Named:
        return True
    except TooManyFallsError as falls:
        raise OddsTooLarge(str(falls)) from falls
    return False


class _Named(BaseException):
    """Ends a play at the outcome that was asked about. A BaseException, so that no rule catches it."""

    def __init__(self, outcome: str) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class _Fall(Play[S, G, Any]):
    """A play that ends at the first event that has an outcome."""

    def __init__(
        self, scene: Scene[S, G], book: Book[Any], source: Source, fold: Fold[S, G], outcome_of: OutcomeOf
    ) -> None:
        super().__init__(scene, book, source, fold)
        self._outcome_of = outcome_of

    def tell(self, event: Event) -> None:
        name = self._outcome_of(event)
        if name is not None:
            raise _Named(name)
        super().tell(event)


class _UntilThen(Play[S, G, Any]):
    """A play that ends as soon as ``what`` has happened."""

    def __init__(self, scene: Scene[S, G], book: Book[Any], source: Source, fold: Fold[S, G], what: Come[S, G]) -> None:
        super().__init__(scene, book, source, fold)
        self._what = what

    def _fold_in(self, event: Event) -> None:
        super()._fold_in(event)
        if self._what(event, self.scene):
            raise _Named("")
