"""What is said beside each answer to an open question: how often it comes off and what it costs, as readers know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.core.events import Asked
from bot.core.outlook import AnswerOutlook, outlooks
from bot.core.views import GM, Viewer
from bot.core.wording import Line, counted, percent
from bot.service.case import PlayedScene
from bot.service.orders.history import live_back
from bot.service.orders.order_words import told
from bot.service.orders.outdated_questions import outdated
from bot.service.ports import Unit
from bot.service.requests import LONGEST_LABEL, label_of


def answers_told(unit: Unit, played: PlayedScene, viewer: Viewer) -> Mapping[str, str]:
    """Return each answer to the open question with what it would come to: "block: 38 %, costs 3 ticks".

    A question that other rules asked is not weighed by these.
    """
    pending = played.scene.pending
    if pending is None:
        return {}
    is_ours = outdated(unit, played) is None
    known = outlooks(played.system.ruleset, played.scene, viewer) if is_ours else {}
    priced_in = played.system.ruleset.priced_in
    return {each: _labelled(each, known.get(each), priced_in) for each in pending.question.choices}


def _labelled(choice: str, outlook: AnswerOutlook | None, priced_in: str) -> str:
    said = ", ".join(_spelled(outlook, priced_in)) if outlook else ""
    return f"{label_of(choice, LONGEST_LABEL - len(said) - 2)}: {said}" if said else label_of(choice)


def _spelled(outlook: AnswerOutlook, priced_in: str) -> Iterator[str]:
    if outlook.words:
        yield outlook.words
    if outlook.chance is not None:
        yield f"{'at most ' if outlook.at_most else ''}{percent(outlook.chance)}"
    if outlook.cost and priced_in:
        yield f"costs {counted(outlook.cost, priced_in)}"


def question_lines(unit: Unit, played: PlayedScene, viewer: Viewer) -> tuple[Line, ...]:
    """Return who asks whom about what, as the log told it to a viewer; nothing where no question is open for them."""
    pending = played.seen_by(viewer).pending
    if pending is None or played.scene.pending is None:
        return ()
    row, key = played.row, played.scene.pending.question.key
    last = next(live_back(unit, row, unit.chapter(row.id, row.chapter), GM), None)
    events = unit.events(row.id, last.ordinal, last.ordinal, row.ruleset).get(last.ordinal, ()) if last else ()
    asked = [event for event in events if isinstance(event, Asked) and event.question.key == key]
    return told(played.system.ruleset, asked, viewer)
