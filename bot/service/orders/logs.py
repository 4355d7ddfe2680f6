"""The log as people read it: page by page, as a file, and what is revealed of its dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from bot.core.errors import RuleViolation
from bot.core.events import Event, rolls_of, type_of
from bot.core.views import knows, may_read
from bot.core.wording import Line, Mark, Span, line, note
from bot.service.case import Case, PlayedScene
from bot.service.handbooks import Handbook, meanings
from bot.service.orders.automatic_events import Happened, held_back, told_at_once
from bot.service.orders.fairness import is_sealed, seal, sha256
from bot.service.orders.history import live_orders
from bot.service.orders.ledger import promise
from bot.service.orders.order_words import as_shown, happened, label, short, told, turned
from bot.service.outbox import CLOSING, Post
from bot.service.report_view import StoryEntry
from bot.service.requests import Attachment, Button, Reply, Verb
from bot.service.rows import ChapterRow, OrderRow
from bot.service.systems import AnyRuleset

ORDERS_PER_PAGE = 8
MOST_EXPORTED = 20_000


def show(case: Case, before: str) -> Reply:
    """Return a page of the log, the newest orders without ``before``; any other stands where the one before it
    stood."""
    played = case.played()
    last = int(before) if before.isdecimal() and len(before) < 12 else 2**40
    page = case.unit.page(played.row.id, last, ORDERS_PER_PAGE, gm=case.gm)
    if not page:
        raise RuleViolation("The log has nothing more.", "It begins with /init start.")
    rows = page if case.gm else case.unit.orders(played.row.id, page[0].ordinal, _last_behind(case, played, page[-1]))
    rulesets, live = _rulesets(case, rows), _live(case, played, rows)
    known = _known(case, rulesets, rows, live)
    lines = [
        each
        for order in page
        for each in _entry(
            case,
            rulesets[order.chapter],
            (order, known[order.ordinal]),
            undone=not order.voids and order.ordinal not in live,
        )
    ]
    buttons = _turns(case, played, page)
    return Reply(title="Log", lines=tuple(lines), ephemeral=True, buttons=buttons, in_place=bool(before))


def why(case: Case, argument: str) -> Reply:
    """Return all that the asker may read of an order and was told behind it, with every term and what its words mean.

    ``argument`` is the number of its chapter and its own, with a full stop between them.
    """
    chapter, _, label_ = argument.partition(".")
    played, number = case.played(), label_.removeprefix("g")
    row = played.row
    gm_only = number != label_
    order = None
    if chapter.isdecimal() and number.isdecimal() and int(chapter) <= row.chapter and (case.gm or not gm_only):
        order = case.unit.numbered(row.id, int(chapter), int(number), gm_only=gm_only)
    if order is None:
        raise RuleViolation("There is nothing to explain here.", "See /log show for what has happened.")
    rows = [order] if case.gm else case.unit.orders(row.id, order.ordinal, _last_behind(case, played, order))
    rulesets = _rulesets(case, rows)
    ruleset, known = rulesets[order.chapter], _known(case, rulesets, rows, _live(case, played, rows))
    lines = _words(case, ruleset, (order, known[order.ordinal]))
    book = case.house.handbooks.get(ruleset.key, Handbook())
    return Reply(title=f"#{label(order)}", lines=(*lines, *meanings(book, lines)), ephemeral=True)


def _last_behind(case: Case, played: PlayedScene, order: OrderRow) -> int:
    """Return the last ordinal before the next order that everybody knows of."""
    (following,) = case.unit.page(played.row.id, order.number + 2, 1, gm=False)
    return following.ordinal - 1 if following.ordinal > order.ordinal else played.row.head


def _known(
    case: Case, rulesets: Mapping[int, AnyRuleset], rows: Sequence[OrderRow], live: set[int]
) -> dict[int, list[Event]]:
    """Return the events of each order that the asker was told of, with it or behind it; a player's ``rows`` leave
    none out.

    Behind one that was undone stands what was undone with it, behind any other what still counts.
    """
    known: dict[int, list[Event]] = {}
    held: list[Event] = []
    at, at_stands, chapter = 0, True, 0
    for order in rows:
        held, chapter = held if order.chapter == chapter else [], order.chapter
        case.unit.breathe()
        key = rulesets[order.chapter].key
        events = case.unit.events(order.scene_id, order.ordinal, order.ordinal, key).get(order.ordinal, [])
        if case.gm:
            known[order.ordinal] = events
            continue
        stands = order.voids > 0 or order.ordinal in live
        at_stands = at_stands if order.gm_only else stands
        counts = stands == at_stands
        if counts and not order.waits and at:
            known[at] += held
            held = []
        if not order.gm_only:
            at = order.ordinal
            known[at] = told_at_once(order, events)
        elif counts and at:
            known[at] += told_at_once(order, events)
        held += held_back(order, events) if counts else []
    return known


def _turns(case: Case, played: PlayedScene, page: Sequence[OrderRow]) -> tuple[Button, ...]:
    """Return the buttons that turn the page to older and to newer orders, where there are any."""
    row, first, last = played.row, page[0], page[-1]
    oldest, newest, end = (
        (first.ordinal, last.ordinal, row.head) if case.gm else (first.number, last.number, row.numbered)
    )
    older = (Button("Older", Verb.PAGE, str(oldest)),) if oldest > 1 else ()
    newer = (Button("Newer", Verb.PAGE, str(newest + 1 + ORDERS_PER_PAGE)),) if newest < end else ()
    return (*older, *newer)


def _rulesets(case: Case, orders: Sequence[OrderRow]) -> dict[int, AnyRuleset]:
    """Return the system that each chapter of ``orders`` was played by; a channel may have turned to another since."""
    scene_ids = {order.chapter: order.scene_id for order in orders}
    return {
        number: case.house.system(case.unit.chapter(scene_id, number).ruleset).ruleset
        for number, scene_id in scene_ids.items()
    }


def _live(case: Case, played: PlayedScene, page: Sequence[OrderRow]) -> set[int]:
    """Return the orders from the beginning of a page on that still count, by ordinal; no undo reaches out of its
    chapter."""
    unit, row = case.unit, played.row
    found: set[int] = set()
    for number in {order.chapter for order in page}:
        first = max(unit.chapter(row.id, number).first, page[0].ordinal)
        last = unit.chapter(row.id, number + 1).first - 1 if number < row.chapter else row.head
        found.update(order.ordinal for order in live_orders(unit.orders(row.id, first, last)))
    return found


def _entry(case: Case, ruleset: AnyRuleset, known: Happened, *, undone: bool) -> tuple[Line, ...]:
    order = known[0]
    lines = short(_words(case, ruleset, known))
    mark = (note(" (undone)"),) if undone else ()
    head = Span(f"#{label(order)} ", Mark.NOTE)
    return tuple(Line((head, *each.spans, *mark)) if at == 0 else each for at, each in enumerate(lines))


def _words(case: Case, ruleset: AnyRuleset, known: Happened) -> tuple[Line, ...]:
    order, events = known
    if order.voids:
        lines = (*turned(case.unit, order, case.viewer), *told(ruleset, events, case.viewer))
    else:
        lines = happened(case.unit, ruleset, order, events, case.viewer)
    return as_shown(lines, case.played().scene.options)


def told_entries(case: Case, chapter: ChapterRow, last: int) -> tuple[StoryEntry, ...]:
    """Return the orders of a chapter in words, as far as the asker may read them."""
    orders = case.unit.orders(chapter.scene_id, max(chapter.first, last - MOST_EXPORTED), last)
    rulesets, live = _rulesets(case, orders), _live(case, case.played(), orders)
    known = _known(case, rulesets, orders, live)
    return tuple(
        StoryEntry(label(order), bool(order.voids) or order.ordinal in live, _words(case, ruleset, happened_))
        for order in orders
        if case.gm or not order.gm_only
        for ruleset, happened_ in [(rulesets[order.chapter], (order, known[order.ordinal]))]
    )


def export(case: Case) -> Reply:
    """Return what the asker may read of the whole log, as a JSON file."""
    played = case.played()
    first = max(1, played.row.head - MOST_EXPORTED)
    orders = case.unit.orders(played.row.id, first, played.row.head)
    rulesets = _rulesets(case, orders)
    known = _known(case, rulesets, orders, _live(case, played, orders))
    numbered = [order for order in orders if case.gm or not order.gm_only]
    entries = [_exported(case, rulesets[order.chapter], (order, known[order.ordinal])) for order in numbered]
    content = msgspec.json.format(msgspec.json.encode({"orders": entries, "dice": _dice(case, played)}), indent=1)
    return Reply(
        lines=(line(f"{len(entries)} orders as a file."),), ephemeral=True, attachment=Attachment("log.json", content)
    )


def _exported(case: Case, ruleset: AnyRuleset, known: Happened) -> dict[str, Any]:
    order, found = known
    viewer = case.viewer
    events = [event for event in found if may_read(event, viewer)]
    entry: dict[str, Any] = {
        "number": label(order),
        "at_ms": order.at_ms,
        "words": [each.text for each in _words(case, ruleset, known)],
        "faces": [
            [roll.sides, *roll.faces]
            for event in events
            if knows(event, event.actor, viewer)
            for roll in rolls_of(event)
            if case.gm or not roll.secret
        ],
    }
    if case.gm:
        more = {"user": str(order.user_id), "order": order.payload.decode(), "voids": order.voids, "again": order.again}
        entry |= {"ordinal": order.ordinal, **more, "events": [(type_of(event), event) for event in found]}
    return entry


def _dice(case: Case, played: PlayedScene) -> list[dict[str, Any]]:
    chapters = [case.unit.chapter(played.row.id, number) for number in range(1, played.row.chapter + 1)]
    return [_secrets(chapter) for chapter in chapters]


def _secrets(chapter: ChapterRow) -> dict[str, Any]:
    promised = {"public_sha256": sha256(chapter.public_secret), "gm_sha256": sha256(chapter.gm_secret)}
    sealed = {"seal": seal(chapter)} if is_sealed(chapter) else {}
    public = {"public_secret": chapter.public_secret.hex()} if chapter.closed else {}
    revealed = {"gm_secret": chapter.gm_secret.hex()} if chapter.revealed else {}
    return {"chapter": chapter.number, "scheme": chapter.scheme, **promised, **sealed, **public, **revealed}


def reveal(case: Case) -> Reply:
    """Publish the GM's secrets of the chapters that are closed."""
    case.check_gm("reveal the dice")
    played = case.played()
    chapters = case.unit.reveal_chapters(played.row.id)
    if not chapters:
        raise RuleViolation("There is no secret to reveal.", "One is shown once its fight is over: /init end.")
    fight = played.scene.fights
    if fight:
        case.unit.post([promise(played.row, fight, Post.SECRET, CLOSING, number) for number in chapters])
        case.unit.touch(played.row.channel_id)
    shown = [case.unit.chapter(played.row.id, number) for number in chapters]
    lines = [line(f"Chapter {each.number}: ", note(each.gm_secret.hex()), depth=1) for each in shown]
    return Reply(title="The GM's secrets", lines=(line("The GM's dice are open now:"), *lines))
