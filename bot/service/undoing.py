"""Undo and redo as people order them: players their own last harmless order, a GM anything in the chapter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.core.errors import RuleViolation
from bot.core.events import Enlisted, Event, Released
from bot.core.scene import Sheet
from bot.core.views import GM, PUBLIC
from bot.core.wording import shown
from bot.service.case import Case, Stage
from bot.service.history import last_live, live_orders, standing_undo, state_after, taken_back
from bot.service.ledger import entered, fight_of, owe
from bot.service.parcels import Post
from bot.service.ports import AnyScene, ChapterRow, OrderRow
from bot.service.requests import Reply
from bot.service.telling import label, turned


def undo(case: Case, to: str | None) -> Reply:
    """Take back the last order, or all from number ``to`` on."""
    stage = case.played()
    chapter = case.unit.chapter(stage.row.id, stage.row.chapter)
    last = last_live(case.unit, stage.row, chapter)
    if last is None or last_live(case.unit, stage.row, chapter, gm=case.gm) is None:
        raise RuleViolation("There is nothing to undo.", "Undo does not reach behind /init start and /init end.")
    first = _numbered(case, stage, to) if to else last
    if not case.gm and (first != last or last.user_id != case.request.user_id or last.rolled):
        raise RuleViolation(
            "You can undo the last order only if it is yours, no dice fell in it and nothing has happened since.",
            "Ask the GM to undo it.",
        )
    return _turn(case, stage, chapter, first.ordinal, redo=False)


def _numbered(case: Case, stage: Stage, to: str) -> OrderRow:
    word = to.strip().lstrip("#").casefold()
    digits = word.removeprefix("g")
    known = digits.isdecimal() and len(digits) < 10 and (case.gm or word == digits)
    unit, row = case.unit, stage.row
    found = unit.numbered(row.id, row.chapter, int(digits), gm_only=word != digits) if known else None
    if found is None or found not in live_orders(unit.orders(row.id, found.ordinal, row.head)):
        raise RuleViolation(
            f"No order {to[:12]!r} can be undone.", "See /log show for what counts since the last start or end."
        )
    return found


def redo(case: Case) -> Reply:
    """Take back the last undo."""
    stage = case.played()
    chapter = case.unit.chapter(stage.row.id, stage.row.chapter)
    found = standing_undo(case.unit, stage.row, chapter)
    if found is None or (found.gm_only and not case.gm):
        raise RuleViolation("There is nothing to redo.", "Redo works only while the undo is the last order.")
    if not case.gm and found.user_id != case.request.user_id:
        raise RuleViolation("That undo is not yours to take back.", "Ask the GM.")
    return _turn(case, stage, chapter, found.ordinal, redo=True)


def _turn(case: Case, stage: Stage, chapter: ChapterRow, voids: int, *, redo: bool) -> Reply:
    """Append an order that voids all from ``voids`` on, and fold the scene anew without them."""
    unit, row = case.unit, stage.row
    scene = state_after(unit, stage.system.ruleset, chapter, voids - 1)
    _check_free(case, stage, scene)
    meant = taken_back(unit, row.id, voids, row.head + 1, redo=redo)
    gm_only = all(order.gm_only for order in meant)
    row, written = entered(case, stage, b"", gm_only=gm_only, voids=voids, redo=redo)
    unit.append(written, (), row.seq + 1)
    unit.save(row, None, scene)
    unit.project(_sheets(case, stage, chapter, scene, meant, redo=redo))
    owe(case, row, fight_of(stage.scene, scene), written, Post.UNDONE)
    lines = turned(unit, written, GM if gm_only else PUBLIC)
    return Reply(lines=lines, title=f"#{label(written)}", ephemeral=gm_only or case.elsewhere)


def _check_free(case: Case, stage: Stage, scene: AnyScene) -> None:
    """Raises RuleViolation where somebody would come back whose sheet is in another fight by now."""
    for actor, combatant in scene.combatants.items():
        back = combatant.sheet_id and actor not in stage.scene.combatants
        if back and case.unit.enlisted_in(combatant.sheet_id):
            raise RuleViolation(f"{shown(actor)} is in another fight by now.", "Let them leave it first.")


Events = Mapping[int, Sequence[Event]]


def _sheets(
    case: Case, stage: Stage, chapter: ChapterRow, scene: AnyScene, meant: Sequence[OrderRow], *, redo: bool
) -> list[tuple[int, Sheet]]:
    """The sheets to rewrite: of all who are here, and of all who came or went in ``meant`` and now are nowhere."""
    project = stage.system.ruleset.project
    here = {each.sheet_id: project(each) for each in scene.combatants.values() if each.sheet_id}
    events = case.unit.events(stage.row.id, meant[0].ordinal, meant[-1].ordinal, stage.row.ruleset)
    moved = _left(case, stage, chapter, meant, events) if redo else _came(meant, events)
    away = {key: sheet for key, sheet in moved.items() if key and key not in here and not case.unit.enlisted_in(key)}
    return [*here.items(), *away.items()]


def _came(meant: Sequence[OrderRow], events: Events) -> dict[int, Sheet]:
    """What whoever came in these orders came with, which is what they have if they never did."""
    found: dict[int, Sheet] = {}
    for event in (each for order in meant for each in events.get(order.ordinal, ())):
        if isinstance(event, Enlisted) and event.sheet_id:
            found.setdefault(event.sheet_id, event.sheet)
    return found


def _left(case: Case, stage: Stage, chapter: ChapterRow, meant: Sequence[OrderRow], events: Events) -> dict[int, Sheet]:
    """What whoever left in these orders left with."""
    ruleset = stage.system.ruleset
    found: dict[int, Sheet] = {}
    for order in meant:
        gone = [event.actor for event in events.get(order.ordinal, ()) if isinstance(event, Released)]
        before = state_after(case.unit, ruleset, chapter, order.ordinal - 1).combatants if gone else {}
        found.update({before[actor].sheet_id: ruleset.project(before[actor]) for actor in gone})
    return found
