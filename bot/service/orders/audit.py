"""Whether a history is what it says: faces follow from secrets, states from events, events from orders."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.core import engine, orders
from bot.core.engine import DiceFor
from bot.core.errors import RuleViolation
from bot.core.events import Event, rolls_of
from bot.core.wording import Line, bad, good, line, note, number
from bot.service.case import Case
from bot.service.orders.erased_dice import dice_of, unbroken, wrong_faces
from bot.service.orders.fairness import proof
from bot.service.orders.given_again import stands
from bot.service.orders.history import Step, first_given, live_orders, replayed
from bot.service.ports import Unit, UnreadableError
from bot.service.requests import Reply
from bot.service.rows import AnyScene, ChapterRow, OrderRow, SceneRow
from bot.service.systems import AnyRuleset, House

MOST_PROBLEMS = 20
SHOWN = 3  # chapters whose dice a verified log shows; the export has all
SCRIPTED = "the dice are scripted"


class Findings(msgspec.Struct):
    """What an audit counted and what it found wrong; ``ordinal`` and words for each problem.

    ``erased`` are faces that nobody can draw again, since the order named a user who wished to be forgotten.
    """

    chapters: int = 0
    orders: int = 0
    faces: int = 0
    decided: int = 0
    erased: int = 0
    problems: list[tuple[int, str]] = msgspec.field(default_factory=list)

    def wrong(self, ordinal: int, what: str) -> None:
        """Note a problem; the first of them are enough."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append((ordinal, what))


class AuditProgress(msgspec.Struct, frozen=True):
    """What an audit has found so far, and the orders whose seals hold, so that their dice need not follow."""

    findings: Findings
    sealed: frozenset[int]


def _sealed(unit: Unit, scene_id: int, findings: Findings) -> frozenset[int]:
    """Return the orders whose seals hold; of others something was changed after a user was erased."""
    found, whole = unit.seals(scene_id), frozenset(unbroken(unit, scene_id))
    for ordinal in sorted(found.keys() - whole):
        findings.wrong(ordinal, "it was changed after a user was erased from it")
    return whole


def _goes_on(before: AnyScene, start: AnyScene, *, turned: bool) -> bool:
    """Tell whether a chapter begins with the people of the one before it; by another system with nobody, where no more
    than the GM's hidden ones were left."""
    if turned:
        return not start.combatants and all(each.hidden and each.guarded for each in before.combatants.values())
    return before.combatants == start.combatants


def audit(unit: Unit, house: House, scene_id: int) -> Findings:
    """Check the whole history of a scene against its secrets, its events and its rules."""
    findings = Findings()
    checked = AuditProgress(findings, _sealed(unit, scene_id, findings))
    row = unit.scene_row(scene_id)
    before: AnyScene | None = None
    played_by = ""
    for chapter_number in range(1, row.chapter + 1):
        chapter = unit.chapter(scene_id, chapter_number)
        last = unit.chapter(scene_id, chapter_number + 1).first - 1 if chapter_number < row.chapter else row.head
        start = unit.checkpoint(chapter)
        ruleset = house.system(chapter.ruleset, start.options).ruleset
        if start.apart != (chapter.scheme > 1):
            findings.wrong(chapter.first, "the scheme of its dice is not the one that the chapter began with")
        if before is not None and not _goes_on(before, start, turned=chapter.ruleset != played_by):
            findings.wrong(chapter.first, "the chapter does not begin where the one before it ended")
        played_by = chapter.ruleset
        before = _chapter(unit, ruleset, chapter, (start, last), checked)
    _final(unit, row, before, findings)
    return findings


def _chapter(
    unit: Unit, ruleset: AnyRuleset, chapter: ChapterRow, stretch: tuple[AnyScene, int], checked: AuditProgress
) -> AnyScene:
    """Replay a chapter, dead orders too; the state after its last order."""
    (start, last), findings = stretch, checked.findings
    findings.chapters += 1
    after = start
    for order, step in replayed(unit, ruleset, chapter, start, last):
        findings.orders += 1
        after = step[2]
        if order.again:
            _order_again(ruleset, *_first_time(unit, chapter, order), step, findings)
        elif not order.voids:
            _order(ruleset, chapter, order, step, checked)
    return after


def _first_time(unit: Unit, chapter: ChapterRow, order: OrderRow) -> tuple[list[OrderRow], Sequence[Event]]:
    """Return the orders of a chapter up to one that was given again, and what happened when it was given before."""
    known = unit.orders(chapter.scene_id, chapter.first, order.ordinal)
    return known, unit.events(chapter.scene_id, order.again, order.again, chapter.ruleset).get(order.again, [])


def _order(ruleset: AnyRuleset, chapter: ChapterRow, row: OrderRow, step: Step, checked: AuditProgress) -> None:
    before, happened, _ = step
    findings = checked.findings
    order = orders.parsed(row.payload)
    if orders.canonical(order) != row.payload:
        findings.wrong(row.ordinal, "the order is not spelled as it was given")
    dice, faces = dice_of(chapter, before, row), sum(len(roll.faces) for roll in rolls_of(tuple(happened)))
    wrong = list(wrong_faces(before, row, happened, dice))
    if wrong and row.ordinal in checked.sealed:
        findings.erased += faces
        _check_standing(ruleset, row, step, findings)
        return
    findings.faces += faces
    for what in wrong:
        findings.wrong(row.ordinal, what)
    if row.ruleset_version == ruleset.version:
        findings.decided += 1
        _decide_anew(ruleset, row, step, dice, findings)


def _check_standing(ruleset: AnyRuleset, row: OrderRow, step: Step, findings: Findings) -> None:
    """Decide an order with the faces that fell: it leads to what happened."""
    before, happened, _ = step
    if row.ruleset_version == ruleset.version:
        findings.decided += 1
        if stands(ruleset, before, row, happened) is None:
            findings.wrong(row.ordinal, "decided anew it leads to something else")


def _order_again(
    ruleset: AnyRuleset, known: Sequence[OrderRow], first: Sequence[Event], step: Step, findings: Findings
) -> None:
    """Check the last of ``known``, the rows of its chapter so far: it is the order it stands for, and that is void.

    Its faces are those of that order, of which ``first`` happened, and were checked with it.
    """
    row, (_, happened, _) = known[-1], step
    meant = next((each for each in known[:-1] if each.ordinal == row.again and not each.again and not each.voids), None)
    if meant is None or meant.payload != row.payload or list(happened) != list(first):
        findings.wrong(row.ordinal, "it is not the order that it stands for")
    if sum(first_given(each) == row.again for each in live_orders(known)) > 1:
        findings.wrong(row.ordinal, "the order that it stands for counts still")
    _check_standing(ruleset, row, step, findings)


def _decide_anew(ruleset: AnyRuleset, row: OrderRow, step: Step, dice: DiceFor, findings: Findings) -> None:
    before, happened, after = step
    try:
        decision = engine.decide(ruleset, before, orders.parsed(row.payload), dice, row.draw)
    except RuleViolation as refusal:
        findings.wrong(row.ordinal, f"the rules refuse it: {refusal}")
        return
    if decision.events != tuple(happened):
        findings.wrong(row.ordinal, "decided anew it leads to something else")
    elif engine.counted(decision.scene, row.kept) != after:
        findings.wrong(row.ordinal, "its events fold to another state than the one decided on")


def _final(unit: Unit, row: SceneRow, folded: AnyScene | None, findings: Findings) -> None:
    try:
        stored = unit.state(row, stored=True)
    except UnreadableError:
        findings.wrong(row.head, "the kept state cannot be read")
        return
    if folded != stored or list(folded.combatants) != list(stored.combatants):
        findings.wrong(row.head, "the kept state is not what the events fold to")


def verify(case: Case) -> Reply:
    """Return the audit of the channel's scene, in words."""
    row = case.played().row
    if case.house.dice is not None:
        raise RuleViolation(f"Nothing can be verified here: {SCRIPTED}.", "Verify a log of fair dice.")
    findings = audit(case.unit, case.house, row.id)
    newest = range(max(1, row.chapter - SHOWN + 1), row.chapter + 1)
    proofs = (each for number_ in newest for each in proof(case.unit.chapter(row.id, number_)))
    return Reply(title="Verified log", lines=(*report(findings, gm=case.gm), *proofs), ephemeral=True)


def proven(case: Case, chapter: int) -> Reply:
    """Return the fingerprints of one chapter of the channel's scene, and its secrets once they are open."""
    row = case.played().row
    if not 1 <= chapter <= row.chapter:
        raise RuleViolation("These dice are not of this channel.", "See /log verify for those that are.")
    return Reply(title="Sealed dice", lines=proof(case.unit.chapter(row.id, chapter)), ephemeral=True)


def report(findings: Findings, *, gm: bool) -> tuple[Line, ...]:
    """Return an audit in words; what exactly is wrong may name the hidden, so that it is for a GM."""
    counted = line(
        *(
            number(findings.faces),
            " faces in ",
            number(findings.orders),
            " orders were checked against their secrets, ",
        ),
        *(number(findings.decided), " orders were decided anew."),
    )
    gone = (line(note(f"{_faces_gone(findings, gm=gm)}: erased at a user's wish.")),) if findings.erased else ()
    if not findings.problems:
        checked = counted if gm else line(note("State, events and dice were checked."))
        return (line(good("Everything agrees.")), checked, *gone)
    details = [line(f"#{ordinal}: {what}", depth=1) for ordinal, what in findings.problems]
    found = len(findings.problems)
    verdict = "1 thing does not agree." if found == 1 else f"{found} things do not agree."
    return (line(bad(verdict)), *([counted, *details] if gm else []), *gone)


def _faces_gone(findings: Findings, *, gm: bool) -> str:
    return f"{findings.erased} faces can be checked no longer" if gm else "Some dice can be checked no longer"
