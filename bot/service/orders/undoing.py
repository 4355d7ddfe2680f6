"""Undo and redo as people order them: players their own last harmless order, a GM anything in the chapter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, takewhile

import msgspec

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import Enlisted, Event, Released
from bot.core.scene import Sheet
from bot.core.views import GM, PUBLIC, Viewer
from bot.core.wording import line, shown
from bot.service.case import Case, PlayedScene
from bot.service.orders.given_again import ChangedError, given_again
from bot.service.orders.history import (
    first_given,
    last_live,
    live_before,
    live_orders,
    standing_undo,
    state_after,
    taken_back,
)
from bot.service.orders.ledger import NOT_NOW, WAIT, entered, fight_of, is_read_elsewhere, owe
from bot.service.orders.order_words import label, turned
from bot.service.orders.outdated_questions import RULES, outdated
from bot.service.outbox import Post
from bot.service.requests import Reply
from bot.service.rows import NOBODY, AnyScene, ChapterRow, OrderRow

ANYBODY = Viewer(-1)  # who gave no order, and knows of what everybody knows


def undo(case: Case, to: str | None) -> Reply:
    """Take back the last order, or all from number ``to`` on; what players do not know of stands behind their own."""
    played = case.played()
    chapter = case.unit.chapter(played.row.id, played.row.chapter)
    last = last_live(case.unit, played.row, chapter, case.viewer)
    if last is None:
        raise RuleViolation("There is nothing to undo.", "Undo does not reach behind /init start and /init end.")
    first = _numbered(case, played, to) if to else last
    if case.gm:
        return _turn(case, played, chapter, first.ordinal, redo=False, aside=bool(to) and first.gm_only)
    since = live_orders(case.unit.orders(played.row.id, first.ordinal + 1, played.row.head))
    by_itself = [each for each in since if each.user_id == NOBODY]  # what squads did behind it goes with it
    rolled = any(each.rolled for each in (last, *by_itself))
    if first != last or last.user_id != case.request.user_id or rolled:
        raise _touched()
    unseen = [each for each in since if each not in by_itself]
    try:
        loose = _loose(played.scene, first, since)
        return _turn(case, played, chapter, first.ordinal, unseen, loose=loose, redo=False)
    except ChangedError:
        raise _touched() from None


def _loose(scene: AnyScene, first: OrderRow, since: Sequence[OrderRow]) -> list[OrderRow]:
    """Return which orders since ``first`` an undo leaves out where they cannot stand without it.

    They are what the hidden of a GM did, who may have left, as if they were not here, and behind that what the GM said
    of the scene, until anybody else acted, out of sight or in secret: that stands as it was, or nothing is undone.
    """
    loose: list[OrderRow] = []
    alone = True  # whether nobody else has acted
    for before, order in pairwise((first, *since)):
        said = orders.parsed(order.payload)
        acting = _actors(said)
        goes_on = isinstance(said, orders.GoOn) and not acting
        if (goes_on and not before.waits) or not all(_may_be_hidden(scene, actor) for actor in acting):
            alone = False
        elif acting or (alone and (loose or before.waits)):
            loose.append(order)
    return loose


def _may_be_hidden(scene: AnyScene, actor: str) -> bool:
    """Tell whether somebody is a GM's and hidden, or has left, of whom players have read nothing since."""
    found = scene.combatants.get(actor)
    return found is None or (found.hidden and not found.owner)


def _actors(order: orders.Order) -> tuple[str, ...]:
    """Return who acts in an order, as far as it names them."""
    match order:
        case orders.Act(actor=actor):
            return (actor,)
        case orders.Claimed(act=act):
            return (act.actor,)
        case orders.Together(acts=acts):
            return tuple(act.actor for act in acts)
        case orders.GoOn(actors=actors):
            return actors
        case _:
            return ()


def _touched() -> RuleViolation:
    """Return the refusal of somebody's undo, whether everybody knows what has happened since or the GM alone."""
    return RuleViolation(
        "You can undo the last order only if it is yours, no dice fell in it, nobody went anywhere on a ground "
        "by it, and nothing has happened since.",
        "Ask the GM to undo it.",
    )


def _numbered(case: Case, played: PlayedScene, to: str) -> OrderRow:
    word = to.strip().lstrip("#").casefold()
    digits = word.removeprefix("g")
    known = digits.isdecimal() and len(digits) < 10 and (case.gm or word == digits)
    unit, row = case.unit, played.row
    found = unit.numbered(row.id, row.chapter, int(digits), gm_only=word != digits) if known else None
    if found is None or found not in live_orders(unit.orders(row.id, found.ordinal, row.head)):
        raise RuleViolation(
            f"No order {to[:12]!r} can be undone.", "See /log show for what counts since the last start or end."
        )
    return found


def _none_to_redo() -> RuleViolation:
    return RuleViolation("There is nothing to redo.", "Redo works only while the undo comes last: order it anew.")


def redo(case: Case) -> Reply:
    """Take back the last undo; what players do not know of since then stands behind what it brings back."""
    played = case.played()
    chapter = case.unit.chapter(played.row.id, played.row.chapter)
    found = standing_undo(case.unit, played.row, chapter, case.viewer)
    if found is None and case.gm:  # what everybody sees of it is the same, whatever the GM ordered since unseen
        found = standing_undo(case.unit, played.row, chapter, ANYBODY)
    if found is None:
        raise _none_to_redo()
    if found.payload == RULES:
        raise RuleViolation("Other rules asked that question.", "Give the order again.")
    if not case.gm and found.user_id != case.request.user_id:
        raise RuleViolation("That undo is not yours to take back.", "Ask the GM.")
    try:
        cut, since = _since(case, played, chapter, found)
        return _turn(case, played, chapter, found.ordinal, since, redo=True, cut=cut)
    except ChangedError:
        raise _none_to_redo() from None


def _since(case: Case, played: PlayedScene, chapter: ChapterRow, undo: OrderRow) -> tuple[int, list[OrderRow]]:
    """Return what a redo of ``undo`` must give again: the orders since then that it does not bring back itself.

    First comes the ordinal from which on even what it brings back must go again, since the GM has undone some of what
    was given again behind the undo; 0 for none.

    Raises:
        ChangedError: the GM has undone what was before the undo.
    """
    unit, row = case.unit, played.row
    live = live_orders(unit.orders(row.id, chapter.first, row.head))
    if [each for each in live if each.ordinal < undo.ordinal] != live_before(unit, chapter, undo.voids):
        raise ChangedError
    since = [each for each in live if each.ordinal > undo.ordinal]
    gone = _given_behind(unit.orders(row.id, undo.ordinal + 1, row.head)) - set(map(first_given, since))
    back = taken_back(unit, row.id, undo.ordinal, row.head + 1, redo=True)
    cut = next((each.ordinal for each in back if first_given(each) in gone), 0)
    stays = {first_given(each) for each in back if not cut or each.ordinal < cut}
    return cut, [each for each in since if first_given(each) not in stays]


def _given_behind(rows: Iterable[OrderRow]) -> set[int]:
    """Return the first ordinals of what was given again right behind an undo, by the rows that follow it."""
    return {row.again for row in takewhile(lambda row: row.again, rows)}


def _turn(
    case: Case,
    played: PlayedScene,
    chapter: ChapterRow,
    voids: int,
    again: Sequence[OrderRow] = (),
    *,
    loose: Sequence[OrderRow] = (),
    redo: bool,
    cut: int = 0,
    aside: bool = False,
) -> Reply:
    """Append an order that voids all from ``voids`` on, fold the scene anew without them, and give ``again``.

    Of these what is ``loose`` is left out where it cannot stand.

    Where there is a ``cut``, all from there on that a redo brings back goes again at once, for the GM alone. What was
    typed to be answered ``aside`` tells of an order that only the GM knows of.

    Raises:
        ChangedError: an order would not be the same, given again.
    """
    unit, row = case.unit, played.row
    meant = taken_back(unit, row.id, voids, row.head + 1, redo=redo)
    gm_only = all(order.gm_only for order in meant)
    turned_to, written = voided(
        case, played, chapter, voids, gm_only=gm_only, redo=redo, user_id=case.request.user_id, aside=aside
    )
    _check_free(case, played, turned_to.scene)
    if cut:
        turned_to, _ = voided(case, turned_to, chapter, cut, gm_only=True, user_id=NOBODY)
    after = given_again(case, turned_to, again, loose)
    unit.save(after.row, None, after.scene)
    _write_back(case, played, chapter, after.scene, meant, redo=redo)
    if gm_only and not case.gm:
        return Reply(lines=(line("Redone." if redo else "Undone."),), ephemeral=True)
    lines = turned(unit, written, GM if gm_only else PUBLIC)
    alone = gm_only or aside or is_read_elsewhere(case, fight_of(played.scene, turned_to.scene))
    return Reply(lines=lines, title=f"#{label(written)}", ephemeral=alone)


def voided(
    case: Case,
    played: PlayedScene,
    chapter: ChapterRow,
    voids: int,
    *,
    gm_only: bool,
    user_id: int,
    redo: bool = False,
    aside: bool = False,
    payload: bytes = b"",
) -> tuple[PlayedScene, OrderRow]:
    """Return the scene behind a row that voids all from ``voids`` on, with the row, which the logs are promised."""
    scene = state_after(case.unit, played.system.ruleset, chapter, voids - 1)
    row, blank = entered(case, played, payload, gm_only=gm_only, voids=voids, redo=redo)
    written = msgspec.structs.replace(blank, user_id=user_id)
    case.unit.append(written, (), row.seq + 1)
    owe(case, row, fight_of(played.scene, scene), written, Post.UNDONE, aside=aside)
    return PlayedScene(row, scene, played.system), written


def retract(case: Case) -> Reply:
    """Take back the order whose question other rules asked, with all answers since."""
    played = case.played()
    chapter = case.unit.chapter(played.row.id, played.row.chapter)
    first = outdated(case.unit, played)
    if first is None:
        raise RuleViolation("No question is open.", "Go on with the fight: see /init status.")
    meant = taken_back(case.unit, played.row.id, first.ordinal, played.row.head + 1, redo=False)
    gm_only = all(order.gm_only for order in meant)
    after, written = voided(case, played, chapter, first.ordinal, gm_only=gm_only, user_id=NOBODY, payload=RULES)
    _check_free(case, played, after.scene)
    case.unit.save(after.row, None, after.scene)
    _write_back(case, played, chapter, after.scene, meant, redo=False)
    if gm_only and not case.gm:
        raise RuleViolation(NOT_NOW, WAIT)
    lines = turned(case.unit, written, GM if gm_only else PUBLIC)
    alone = gm_only or is_read_elsewhere(case, fight_of(played.scene, after.scene))
    return Reply(lines=lines, title=f"#{label(written)}", ephemeral=alone)


def _check_free(case: Case, played: PlayedScene, scene: AnyScene) -> None:
    """Look at the sheets of those who would come back.

    Raises:
        RuleViolation: one is in another fight by now.
        NewerError: newer rules have had one meanwhile.
    """
    for actor, combatant in scene.combatants.items():
        if not combatant.sheet_id or actor in played.scene.combatants:
            continue
        if case.unit.enlisted_in(combatant.sheet_id):
            raise RuleViolation(f"{shown(actor)} is in another fight by now.", "Have them leave it: /init remove.")
        case.unit.sheet(played.row.guild_id, combatant.sheet_id)


Events = Mapping[int, Sequence[Event]]


def _write_back(
    case: Case, played: PlayedScene, chapter: ChapterRow, scene: AnyScene, meant: Sequence[OrderRow], *, redo: bool
) -> None:
    """Write the sheets of all who came or went in ``meant`` and now are nowhere; of who is here the scene knows.

    Raises:
        NewerError: newer rules have had one meanwhile.
    """
    unit, row = case.unit, played.row
    here = {each.sheet_id for each in scene.combatants.values()}
    events = unit.events(row.id, meant[0].ordinal, meant[-1].ordinal, row.ruleset)
    moved = _left(case, played, chapter, meant, events) if redo else _came(meant, events)
    away = {key: sheet for key, sheet in moved.items() if key and key not in here and not unit.enlisted_in(key)}
    for sheet_id in away:
        unit.sheet(row.guild_id, sheet_id)
    unit.project(played.system.ruleset.key, away.items())


def _came(meant: Sequence[OrderRow], events: Events) -> dict[int, Sheet]:
    """Return what whoever came in these orders came with, which is what they have if they never did."""
    found: dict[int, Sheet] = {}
    for event in (each for order in meant for each in events.get(order.ordinal, ())):
        if isinstance(event, Enlisted) and event.sheet_id:
            found.setdefault(event.sheet_id, event.sheet)
    return found


def _left(
    case: Case, played: PlayedScene, chapter: ChapterRow, meant: Sequence[OrderRow], events: Events
) -> dict[int, Sheet]:
    """Return what whoever left in these orders left with."""
    ruleset = played.system.ruleset
    found: dict[int, Sheet] = {}
    for order in meant:
        gone = [event.actor for event in events.get(order.ordinal, ()) if isinstance(event, Released)]
        before = state_after(case.unit, ruleset, chapter, order.ordinal - 1) if gone else played.scene
        left = [before.combatants[actor] for actor in gone]
        found.update({each.sheet_id: ruleset.project(each, before.options) for each in left})
    return found
