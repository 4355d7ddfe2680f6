"""How an order enters the history of a scene: decided, appended, folded, and promised to the log."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

import msgspec

from bot.core import engine, orders
from bot.core.dice import Ask, Dice, Faces, supposed
from bot.core.engine import BY_ITSELF, OF_A_ROUND, DiceFor, Kept
from bot.core.errors import RuleViolation
from bot.core.events import Asked, Event, Stood, rolls_of
from bot.core.ground.lost import AGAINST
from bot.core.scene import same_people
from bot.core.views import PUBLIC, may_read
from bot.core.wording import line, note
from bot.service.case import Case, PlayedScene
from bot.service.orders.automatic_events import (
    begins_to_wait_unseen,
    is_held_back,
    told_with,
    waits_behind,
    waits_for_hidden,
    without_number,
)
from bot.service.orders.fairness import dice_for
from bot.service.orders.gm_only_answers import names_hidden
from bot.service.orders.hidden_dice import Drawn, decided
from bot.service.orders.history import last_live
from bot.service.orders.order_words import PublicWords
from bot.service.orders.outdated_questions import check_rules
from bot.service.outbox import FOR_THE_ANSWER, FOR_THE_CHANNEL, Post
from bot.service.rows import AnyScene, ChapterRow, OrderRow, OutboxRow, SceneRow

# What somebody is told who must not learn what stands in the way.
NOT_NOW, WAIT = "That cannot be done just now.", "Something else comes first: wait for the GM to go on."

SHUT_OUT = (
    line("I am not in this private thread, so I can answer here and post nothing: no log, and no card of the fight."),
    line(note("Add me by mentioning me here, and I post what has waited.")),
)
NO_GM_THREAD = (
    line("Discord has no private threads here, so this fight has none for its GMs."),
    line("What is hidden stands in your own answers, in /init status and in /log show: you alone see it there."),
    line("Nobody is called when the fight waits for somebody hidden: look there now and then."),
    line(note("In a text channel, or in a thread of one, GMs have a private thread with all of it.")),
)

_replace = msgspec.structs.replace


class Recorded(msgspec.Struct, frozen=True):
    """An order that was carried out: its row, what happened, and the scene around it.

    ``named`` says that the GM who gave it named somebody hidden, so that the answer is theirs alone; ``words`` are what
    everybody may read of it. ``fight`` is the one whose log it belongs to, 0 for none.
    """

    order: OrderRow
    events: Sequence[Event]
    before: PlayedScene
    after: PlayedScene
    named: bool
    words: PublicWords
    fight: int


def carry_out(
    case: Case,
    played: PlayedScene,
    order: orders.Order,
    *,
    ends: int = 0,
    aside: bool = False,
    by: Collection[str] = (),
) -> Recorded:
    """Decide ``order`` and write all that follows from it; ``ends`` is the chapter that ends with it.

    What is answered ``aside`` is told in the channel by a message of its own. Its places were said ``by`` these.

    Raises:
        OtherRulesError: first a question must be taken back that other rules asked; nothing was written.
        RuleViolation: it is not possible; nothing was written.
    """
    check_rules(case, played, order)
    tray = _WatchedDice()
    drawn = _decided(case, played, order, tray)
    decision = drawn.decision
    rolled = _rolled(case, played, decision.events, tray) or _went(played.scene, decision.events)
    # Chapters of the first scheme do not tell apart what happened by itself.
    noticed = drawn.kept is Kept.NOTICED if decision.scene.apart else drawn.words.is_told(decision.events)
    gm_only = not (noticed or isinstance(order, orders.StartFight))
    row, blank = entered(case, played, orders.canonical(order), gm_only=gm_only, rolled=rolled)
    written = _replace(blank, kept=drawn.kept, draw=drawn.draw)
    if played.scene.apart:
        waits = waits_behind(played.scene, decision.scene)
        late = waits and is_held_back(case.unit, _chapter_of(case, played), row.head)
        course = decision.course.replace(BY_ITSELF, OF_A_ROUND) if late else decision.course
        written = _replace(written, course=course, waits=waits)
    case.unit.append(written, decision.events, played.row.seq + 1)
    after = PlayedScene(_replace(row, seq=played.row.seq + len(decision.events)), decision.scene, played.system)
    case.unit.save(after.row, played.scene, after.scene)
    write_back(case, played, after)
    case.passed.append((played, order, after))
    named = (case.gm or bool(after.scene.options.get(AGAINST))) and names_hidden(played, after.scene, order, by)
    fight = _logged_in(case, played, after)
    recorded = Recorded(written, decision.events, played, after, named, drawn.words, fight)
    _owe_without_number(case, recorded)
    _owe_order(case, recorded, ends=ends, aside=named or aside)
    return recorded


def _owe_order(case: Case, recorded: Recorded, *, ends: int, aside: bool) -> None:
    """Promise an order to those who are told of it; the GM is called where their people are waited for from now on."""
    calls = not case.gm and begins_to_wait_unseen(recorded.before.scene, recorded.after.scene)
    row, order = recorded.after.row, recorded.order
    owe(case, row, recorded.fight, order, Post.ORDER, ends=ends, aside=aside, answers=not aside, calls=calls)


def _owe_without_number(case: Case, recorded: Recorded) -> None:
    """Promise what everybody is told without a number, to the channel and to the log of the fight.

    An answer also says what is announced last, which a log has with what follows; so where the log is, nothing is owed
    to the channel.
    """
    order, row, fight = recorded.order, recorded.after.row, recorded.fight
    if (order.gm_only or waits_for_hidden(recorded.before.scene)) and not told_with(case.unit, order):
        ruleset, chapter = recorded.after.system.ruleset, _chapter_of(case, recorded.after)
        words = partial(without_number, case.unit, ruleset, chapter, (order, recorded.events))
        logged = words() if fight else ()
        here = _stands_in_log(case, fight)
        kinds = [Post.ROUND] if logged else []
        kinds += [Post.NEWS] if not here and (logged or words(brief=True)) else []
        if kinds:
            case.unit.post([promise(row, fight, kind, order.ordinal, row.numbered) for kind in kinds])
            case.unit.touch(row.channel_id)


def _rolled(case: Case, played: PlayedScene, events: Sequence[Event], tray: _WatchedDice) -> bool:
    """Tell whether dice fell that players know of: in what they may read, or before a question that stood open for
    them."""
    if played.scene.pending and (asking := last_live(case.unit, played.row, _chapter_of(case, played))):
        return asking.rolled or _fell_openly(events, tray)
    return _fell_openly(events, tray)


def _fell_openly(events: Sequence[Event], tray: _WatchedDice) -> bool:
    return tray.fallen and any(may_read(event, PUBLIC) and _shows_dice(event) for event in events)


def _shows_dice(event: Event) -> bool:
    """Tell whether whoever reads an event learns that dice fell."""
    return isinstance(event, Asked) or not all(roll.secret for roll in rolls_of(event))


def _went(before: AnyScene, events: Sequence[Event]) -> bool:
    """Tell whether somebody went elsewhere on a ground: nobody else tells whether anything lay in wait there."""
    places = before.ground.places if before.ground else {}
    return any(isinstance(each, Stood) and places.get(each.actor, each.place) != each.place for each in events)


def _logged_in(case: Case, played: PlayedScene, after: PlayedScene) -> int:
    """Return the fight whose log an order belongs to: one that has begun, or that a question still keeps from
    beginning."""
    waits = after.scene.pending is not None
    return fight_of(played.scene, after.scene) or (_chapter_of(case, after).fight if waits else 0)


def is_read_elsewhere(case: Case, fight: int) -> bool:
    """Tell whether all others read of an order in the channel or in the log of its fight, and not in the answer."""
    return case.elsewhere or _stands_in_log(case, fight)


def _stands_in_log(case: Case, fight: int) -> bool:
    """Tell whether what everybody may know of an order of a fight stands in its log, right where it was given.

    Where the bot cannot write beside its answers, all read these; the log waits until it can.
    """
    return bool(fight) and case.logs_in_place and case.request.reaches


def entered(
    case: Case,
    played: PlayedScene,
    payload: bytes,
    *,
    gm_only: bool,
    rolled: bool = False,
    voids: int = 0,
    redo: bool = False,
) -> tuple[SceneRow, OrderRow]:
    """Return the next row of a scene's orders, and the scene's row with its counters moved on."""
    row = played.row
    numbered, gm_numbered = row.numbered + (not gm_only), row.gm_numbered + gm_only
    row = _replace(row, head=row.head + 1, numbered=numbered, gm_numbered=gm_numbered)
    order = OrderRow(
        scene_id=row.id,
        ordinal=row.head,
        chapter=row.chapter,
        fight=played.scene.fight.number if played.scene.fight else 0,
        user_id=case.request.user_id,
        at_ms=case.request.at_ms,
        payload=payload,
        ruleset_version=played.system.ruleset.version,
        number=gm_numbered if gm_only else numbered,
        gm_only=gm_only,
        rolled=rolled,
        voids=voids,
        redo=redo,
    )
    return row, order


class _WatchedDice:
    """Hands dice out, and notes whether any fell that are not the GM's."""

    def __init__(self) -> None:
        self.fallen = False

    def of(self, dice: DiceFor) -> DiceFor:
        """Return the same dice, watched."""

        def watched(position: int, canonical: bytes) -> Dice:
            return _Watched(dice(position, canonical), self)

        return watched


class _Watched(msgspec.Struct, frozen=True):
    """Dice over a tray."""

    dice: Dice
    tray: _WatchedDice

    def faces(self, ask: Ask, index: int) -> Faces:
        """Return the faces of the dice."""
        self.tray.fallen = self.tray.fallen or not ask.secret
        return self.dice.faces(ask, index)


def _chapter_of(case: Case, played: PlayedScene) -> ChapterRow:
    return case.unit.chapter(played.row.id, played.row.chapter)


def _decided(case: Case, played: PlayedScene, order: orders.Order, tray: _WatchedDice) -> Drawn:
    chapter, scripted = _chapter_of(case, played), case.house.dice

    def dice(draw: str) -> DiceFor:
        return tray.of(scripted or dice_for(chapter, played.scene, order, draw))

    try:
        return decided(played.system.ruleset, played.scene, order, dice, scripted=scripted is not None)
    except RuleViolation:
        if case.gm:
            raise
        raise _as_seen(case, played, order) from None


def check_possible(case: Case, played: PlayedScene, order: orders.Order) -> None:
    """Raise RuleViolation where ``order`` would be refused, tried with dice that no fight is rolled with."""
    try:
        engine.decide(played.system.ruleset, played.scene, order, supposed)
    except RuleViolation:
        raise _as_seen(case, played, order) from None


def _as_seen(case: Case, played: PlayedScene, order: orders.Order) -> RuleViolation:
    """Return the refusal that somebody gets who knows only their view; the truth may refuse for what they must not
    learn."""
    try:
        engine.decide(played.system.ruleset, played.seen_by(case.viewer), order, supposed)
    except RuleViolation as seen:
        return seen
    return RuleViolation(NOT_NOW, WAIT)


def write_back(case: Case, before: PlayedScene, after: PlayedScene) -> None:
    """Write the sheets of those who have left the scene: of those who are in it, the scene alone knows how they are."""
    known, people = before.scene.combatants, after.scene.combatants
    if same_people(known, people) or known.keys() <= people.keys():  # as nearly always
        return
    ruleset, here = after.system.ruleset, {each.sheet_id for each in people.values()}
    gone = [each for each in known.values() if each.sheet_id and each.sheet_id not in here]
    case.unit.project(ruleset.key, [(each.sheet_id, ruleset.project(each, before.scene.options)) for each in gone])


def owe(
    case: Case,
    row: SceneRow,
    fight: int,
    order: OrderRow,
    public: Post,
    *,
    ends: int = 0,
    aside: bool = False,
    answers: bool = False,
    calls: bool = False,
) -> None:
    """Promise an order to the logs of its fight, and to the channel where it was given elsewhere or answered ``aside``.

    Between fights there is no log; where it stands in the channel itself, its page is for the channel, and for the
    answer where there is one that it ``answers``. A GM who gives an order for the first time in a fight is let into
    the GM's thread. ``ends`` is the chapter that ends with the order. One that ``calls`` has the GM called in their
    thread.
    """
    here = _stands_in_log(case, fight)
    stands_for = FOR_THE_ANSWER if answers and not case.elsewhere else FOR_THE_CHANNEL
    arguments = {public: stands_for if here else 0, Post.GM: int(calls)}
    kinds = [] if not fight else [Post.GM] if order.gm_only else [public, Post.GM]
    promises = [promise(row, fight, kind, order.ordinal, arguments[kind]) for kind in kinds]
    if (case.elsewhere or aside) and not order.gm_only and not here:
        promises.append(promise(row, fight, Post.CHANNEL, order.ordinal, ends))
    if fight and case.gm and case.unit.invite(row, fight, case.request.user_id):
        promises.insert(0, promise(row, fight, Post.INVITE, order.ordinal, case.request.user_id))
        case.apart.extend(() if case.request.reaches else SHUT_OUT)
        case.apart.extend(() if case.request.has_private_threads else NO_GM_THREAD)
    if promises:
        case.unit.post(promises)
        case.unit.touch(row.channel_id)


def fight_of(before: AnyScene, after: AnyScene) -> int:
    """Return the number of the fight that an order belongs to, 0 for none."""
    fight = after.fight or before.fight
    return fight.number if fight else 0


def promise(row: SceneRow, fight: int, kind: Post, ordinal: int = 0, argument: int = 0) -> OutboxRow:
    """Return a row of the outbox."""
    return OutboxRow(
        scene_id=row.id, channel_id=row.channel_id, fight=fight, kind=kind, ordinal=ordinal, argument=argument
    )
