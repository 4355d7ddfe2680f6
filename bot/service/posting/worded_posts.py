"""What the log owes, in words: each promise becomes a parcel, worded anew for its readers whenever it is taken."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.core.events import Event, Petitioned
from bot.core.views import GM, PUBLIC
from bot.core.wording import Line, line, name, note
from bot.service.case import PlayedScene
from bot.service.claims.petitions import petition_buttons
from bot.service.orders.answers import claim_buttons, question_buttons
from bot.service.orders.automatic_events import (
    acts_unseen,
    told_at_once,
    told_behind,
    told_with,
    waits_unseen_now,
    without_number,
)
from bot.service.orders.fairness import promised, proof_button, shown_secret
from bot.service.orders.order_words import as_shown, happened, label, short, turned
from bot.service.orders.squad_moments import squad_buttons
from bot.service.orders.summary import summary_of
from bot.service.outbox import CLOSING, FOR_THE_ANSWER, LogThread, Parcel, Post
from bot.service.ports import Unit
from bot.service.posting.gm_calls import gm_called_unseen
from bot.service.requests import Button, Verb
from bot.service.rows import ChapterRow, OrderRow, OutboxRow
from bot.service.systems import House

WAITS_UNSEEN = "The fight waits for people of yours whom nobody sees."
WITHOUT_NUMBER: Mapping[Post, Post] = {Post.ROUND: Post.ORDER, Post.NEWS: Post.CHANNEL}
"""What tells without a number, with what tells of numbered orders in the same place."""

IN_LOG = (Post.ORDER, Post.UNDONE, Post.ROUND, Post.SUMMARY)
ABOUT_ORDERS = (Post.ORDER, Post.GM, Post.UNDONE, Post.CHANNEL, *WITHOUT_NUMBER)


class Packer:
    """Words the promises of one channel; what several of them need is read once, and what is alike together."""

    def __init__(self, unit: Unit, house: House, played: PlayedScene, rows: Collection[OutboxRow]) -> None:
        self._unit = unit
        self._house = house
        self._played = played
        self._logs: dict[int, LogThread] = {}
        self._chapters: dict[int, ChapterRow] = {}
        ordinals = {row.ordinal for row in rows if row.kind in ABOUT_ORDERS}
        found = unit.orders(played.row.id, min(ordinals), max(ordinals)) if ordinals else []
        self._orders = {order.ordinal: order for order in found}
        self._events: dict[int, list[Event]] = {}
        self._owed = {(row.kind, row.ordinal) for row in rows}
        self._calling = max((row.id for row in rows if row.kind is Post.GM and row.argument), default=0)

    def log(self, fight: int) -> LogThread:
        """Return what is known of a fight's log."""
        if fight not in self._logs:
            self._logs[fight] = self._unit.log_thread(self._played.row.id, fight)
        return self._logs[fight]

    def _chapter(self, number: int) -> ChapterRow:
        if number not in self._chapters:
            self._chapters[number] = self._unit.chapter(self._played.row.id, number)
        return self._chapters[number]

    def parcel(self, row: OutboxRow) -> Parcel:
        """Return a promise with its words."""
        order = self._orders[row.ordinal] if row.kind in ABOUT_ORDERS else None
        strikes = order is not None and order.voids > 0
        numbered = label(order) if order and row.kind not in WITHOUT_NUMBER else ""
        lines = self._order_lines(row, order) if order else self._lines(row)
        calls = self._called(row)
        called = (line(WAITS_UNSEEN),) if calls else ()
        return Parcel(
            id=row.id,
            kind=row.kind,
            fight=row.fight,
            name=f"{row.kind} {numbered}" if numbered else self._name(row, lines),
            label=numbered,
            title=self.title(row.fight),
            lines=as_shown((*lines, *called), self._played.scene.options),
            user_id=row.argument if row.kind in (Post.INVITE, Post.EXPEL) else 0,
            alone=strikes or row.kind in (Post.THREAD, Post.INVITE, Post.EXPEL),
            strikes=strikes,
            buttons=self._buttons(row),
            interaction_id=row.interaction_id,
            calls=calls,
        )

    def _called(self, row: OutboxRow) -> int:
        """Return which GM is called with the newest of the orders that call, as long as the fight still waits for
        those whom nobody sees: Discord takes nobody's name twice."""
        is_wanted = row.id == self._calling and waits_unseen_now(self._played.scene)
        return gm_called_unseen(self._unit, self._played) if is_wanted else 0

    def _name(self, row: OutboxRow, lines: Sequence[Line]) -> str:
        """Return the name of what has no number: by what it is about, what it says and, where that comes again, how
        often."""
        said = [each.text for each in lines]
        alike = self._unit.alike_before(row) if row.kind in WITHOUT_NUMBER else 0
        return f"{row.kind} {row.fight} {row.argument} {row.ordinal == CLOSING} {said} {alike}"

    def _buttons(self, row: OutboxRow) -> tuple[Button, ...]:
        """Return the choices of an open question behind the newest order: the GM's in their thread, others in the
        channel.

        What the GM is asked for can be settled for as long as it is not.
        """
        if row.kind in IN_LOG:
            return self._buttons_in_place(row)
        asked = self._asked(row) if row.kind is Post.GM else ()
        if asked or (row.kind is not Post.SECRET and not self._is_newest(row)):
            return petition_buttons(self._unit, self._played, *asked)
        match row.kind:
            case Post.GM if self._played.scene.asks_gm:
                return question_buttons(self._unit, self._played, everyone=False)
            case Post.GM:
                return squad_buttons(self._unit, self._played)
            case Post.CHANNEL | Post.NEWS:
                return question_buttons(self._unit, self._played, everyone=True)
            case Post.SECRET:
                return proof_button(self._chapter(row.argument))
            case _:
                return ()

    def _buttons_in_place(self, row: OutboxRow) -> tuple[Button, ...]:
        """Return the buttons of a page that everybody reads where they play: what the channel or the answer would
        have."""
        in_place = self.log(row.fight).in_place
        if row.kind is Post.SUMMARY:
            return (Button("Report", Verb.REPORT),) if in_place else ()
        if not (in_place if row.kind is Post.ROUND else row.argument):
            return ()
        is_answer = row.kind is not Post.ROUND and row.argument == FOR_THE_ANSWER
        said = self._happened(self._orders[row.ordinal]) if is_answer else ()
        asked = question_buttons(self._unit, self._played, everyone=True) if self._is_newest(row) else ()
        return (*claim_buttons(self._unit, self._played, said), *asked)

    def _is_newest(self, row: OutboxRow) -> bool:
        """Tell whether nothing has been ordered behind an order but by squads that acted unseen, of which its readers
        are told with it."""
        if row.ordinal == self._played.row.head:
            return True
        behind = acts_unseen(self._unit, self._orders[row.ordinal]) if row.kind in (Post.ORDER, Post.CHANNEL) else ()
        return row.ordinal + len(behind) == self._played.row.head

    def _asked(self, row: OutboxRow) -> tuple[int, ...]:
        """Return the numbers under which an order asks the GM for something that is not settled yet."""
        asked = (event for event in self._happened(self._orders[row.ordinal]) if isinstance(event, Petitioned))
        known = self._played.scene.petitions
        return tuple(event.number for event in asked if known.get(event.number) == event.petition)

    def title(self, fight: int) -> str:
        """Return the thread's name; the title of a fight is known for as long as it is open."""
        now = self._played.scene.fight
        return f"Fight {fight}: {now.title}" if now and now.number == fight and now.title else f"Fight {fight}"

    def _lines(self, row: OutboxRow) -> tuple[Line, ...]:
        match row.kind:
            case Post.THREAD:
                return (line(name(self.title(row.fight)), note(f" · {self._played.system.ruleset.title}")),)
            case Post.SECRET:
                chapter = self._chapter(row.argument)
                return shown_secret(chapter) if row.ordinal == CLOSING else promised(chapter)
            case Post.SUMMARY:
                return summary_of(self._unit, self._played_in(row.argument), row.argument, row.ordinal)
            case _:
                return ()

    def _played_in(self, chapter: int) -> PlayedScene:
        """Return the scene with the system that a chapter was played by."""
        scene = self._played.scene
        return PlayedScene(self._played.row, scene, self._house.system(self._chapter(chapter).ruleset, scene.options))

    def _order_lines(self, row: OutboxRow, order: OrderRow) -> tuple[Line, ...]:
        chapter = self._chapter(order.chapter)
        ruleset = self._house.system(chapter.ruleset).ruleset
        if row.kind in WITHOUT_NUMBER:
            if (WITHOUT_NUMBER[row.kind], told_with(self._unit, order)) in self._owed:
                return ()  # promised by a release that told it apart
            brief = row.kind is Post.NEWS
            lines = without_number(self._unit, ruleset, chapter, (order, self._happened(order)), brief=brief)
            return short(lines) if brief else lines
        viewer = GM if row.kind is Post.GM else PUBLIC
        if order.voids:
            lines = turned(self._unit, order, viewer)
        else:
            events = self._happened(order)
            if not viewer.gm:
                events = [*told_at_once(order, events), *told_behind(self._unit, ruleset, order, events)]
            lines = happened(self._unit, ruleset, order, events, viewer, brief=row.kind is Post.CHANNEL)
        if row.kind is not Post.CHANNEL:
            return lines
        ended = summary_of(self._unit, self._played_in(row.argument), row.argument, row.ordinal) if row.argument else ()
        return (*short(lines), *ended)

    def _happened(self, order: OrderRow) -> Sequence[Event]:
        """Return the events of an order, read with those of all that follow it in its chapter."""
        if order.ordinal not in self._events:
            key = self._chapter(order.chapter).ruleset
            last = max(each.ordinal for each in self._orders.values() if each.chapter == order.chapter)
            self._events |= {ordinal: [] for ordinal in range(order.ordinal, last + 1)}
            self._events |= self._unit.events(order.scene_id, order.ordinal, last, key)
        return self._events[order.ordinal]
