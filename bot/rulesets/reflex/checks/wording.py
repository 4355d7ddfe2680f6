"""How a check is told: the sum behind its target number, the dice that fell, and the margin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from bot.core.dice import Roll
from bot.core.events import Event
from bot.core.features import Lines
from bot.core.rows import HOUSE
from bot.core.terms import Term, total
from bot.core.views import Viewer, knows
from bot.core.wording import Line, Mark, Span, bad, counted, good, line, note, number, signed
from bot.rulesets.reflex.checks.check import HIGHEST, Check, Outcome, Pool
from bot.rulesets.reflex.checks.labels import ANOTHER, DETAILS_COMBAT, LABELS_COMBAT, LABELS_HAZARDS, LABELS_MORALE

LABELS_CHECKS = {
    "cuf": "CUF",
    "ooda": "OODA",
    "hasty_ambush": "hasty ambush",
    "extra_ticks": "taking longer",
    "secured": "closed container",
    "unskilled": "without the skill",
    "top_off": "keeping the partial load",
    "half_of_readying": "half is enough to let go",
    "pauses": "pauses since the last exchange",
    "unencumbered": "unencumbered",
    "over_cap": "over the bonus cap",
    "twice_margin": "twice the margin",
}
LABELS = {**LABELS_CHECKS, **LABELS_COMBAT, **LABELS_HAZARDS, **LABELS_MORALE}
_LOADS = {"light": "light load", "moderate": "moderate load", "heavy": "heavy load"}
"""What these words mean where they are the label of a term: elsewhere they are of a wind or a wound."""


@lru_cache(maxsize=1024)
def said(label: str) -> str:
    """Return a label in words: its own, or what its name says, with the number that tells it from others so called."""
    name, mark, numbered = label.partition(ANOTHER)
    return f"{LABELS.get(name) or name.replace('_', ' ')}{mark}{numbered}"


def _labelled(term: Term) -> str:
    return _LOADS.get(term.label) or said(term.label)


def term_spans(terms: Iterable[Term]) -> list[str | Span]:
    """Return terms as "hip shot −3 (Bulk 3), ...", each behind a comma."""
    spans: list[str | Span] = []
    for term in terms:
        spans += [f", {_labelled(term)} ", signed(term.value)]
        if remarks := _remarks_on(term):
            spans.append(note(f" ({'; '.join(remarks)})"))
    return spans


def _remarks_on(term: Term) -> list[str]:
    """Return what there is to say of a term: its detail, and that its value is ours."""
    remarks = [DETAILS_COMBAT.get(term.label, "{}").format(said(term.detail))] if term.detail else []
    return [*remarks, HOUSE[1:-1]] if term.source.endswith(HOUSE) else remarks


def sum_spans(first: Term, terms: Iterable[Term], result: int) -> list[str | Span]:
    """Return a sum in words: its first term, all others with their signs, and the result, where it is not the first."""
    name = _labelled(first)
    others = term_spans(terms)
    comes_to: list[str | Span] = [" = ", number(result)] if others or result != first.value else []
    return [f"{name[0].upper()}{name[1:]} ", number(first.value), *others, *comes_to]


def ticks_spans(costs: Sequence[Term], ticks: int) -> tuple[str | Span, ...]:
    """Return how many ticks something takes, as the sum that they are."""
    return (*sum_spans(costs[0], costs[1:], ticks), " tick" if ticks == 1 else " ticks")


def dice_name(pool: Pool) -> str:
    """Return the dice of a check as players write them: 3d20L, 2d20H, and a single one as 1d20."""
    letter = "" if pool.dice == 1 else "H" if pool.keep == HIGHEST else "L"
    return f"{pool.dice}d20{letter}"


def dice_spans(check: Check, roll: Roll) -> list[str | Span]:
    """Return the faces, those that do not count marked as dropped."""
    counting = _counting(check, roll.faces)
    spans: list[str | Span] = [f"{dice_name(check.pool)} "]
    for index, (face, counts) in enumerate(zip(roll.faces, counting, strict=True)):
        spans += [", "] if index else []
        spans.append(Span(str(face), Mark.DICE if counts else Mark.DROPPED))
    return spans


def _counting(check: Check, faces: tuple[int, ...]) -> list[bool]:
    """Return whether each die counts: the kept one, and where that is the lowest all at or under the target."""
    kept = faces.index(max(faces) if check.pool.keep == HIGHEST else min(faces))
    lowest = check.pool.keep != HIGHEST
    return [index == kept or (lowest and face <= check.target) for index, face in enumerate(faces)]


def margin_spans(outcome: Outcome) -> list[str | Span]:
    """Return the sum behind a margin: the target less the die that counts, and two for each further one."""
    check, faces = outcome.check, outcome.roll.faces
    kept = max(faces) if check.pool.keep == HIGHEST else min(faces)
    further = outcome.margin - (check.target - kept)
    two = (", further dice ", signed(further)) if further else ()
    found = [] if outcome.succeeded else [number(outcome.margin), ", "]
    return [number(check.target), " ", signed(-kept), *two, " = ", *found, margin_span(outcome)]


def margin_span(outcome: Outcome) -> Span:
    """Return by how much a check succeeded or failed."""
    return good(f"margin {outcome.margin}") if outcome.succeeded else bad(f"failed by {outcome.failure}")


def check_line(outcome: Outcome, *, knows: bool) -> Line:
    """Return a check in one explaining line; who may not know the numbers of its actor reads no terms."""
    check = outcome.check
    terms = (*check.raised, *check.terms, *_limited(check))
    target = sum_spans(check.attribute, terms, check.target) if knows else ["Target ", number(check.target)]
    down = f"{counted(check.level_penalty, 'level')} down"
    level = f" ({down} to {check.pool.level})" if knows and check.level_penalty else ""
    dice = dice_spans(check, outcome.roll)
    return line(*target, note(level), "; ", *dice, "; ", *margin_spans(outcome), ".", depth=1)


def _limited(check: Check) -> list[Term]:
    """Return what the cap on bonuses takes, and what halving the penalties gives."""
    spared = check.target - (total((check.attribute, *check.raised, *check.terms)) - check.lost)
    terms = (Term("over_cap", -check.lost), Term("penalties_halved", spared))
    return [term for term in terms if term.value]


_SECTORS = (
    "beyond",
    "beyond and to the right",
    "to the right",
    "short and to the right",
    "short",
    "short and to the left",
    "to the left",
    "beyond and to the left",
)
_SIDES = (
    "beyond",
    "beyond and right of",
    "right of",
    "short and right of",
    "short of",
    "short and left of",
    "left of",
    "beyond and left of",
)


def off_spans(off_m: float, degrees: int, roll: Roll, *, house: bool) -> list[str | Span]:
    """Return how far off and where to something flew, seen from where it came from, with the die that said so."""
    return [number(off_m), f" m, {_SECTORS[_sector(degrees)]}", *_die(roll, house=house)]


def landing_spans(off_m: float, degrees: int, roll: Roll, mark: Span, *, house: bool) -> list[str | Span]:
    """Return how far from its ``mark`` something came down, and on which side of it."""
    return [number(off_m), f" m {_SIDES[_sector(degrees)]} ", mark, *_die(roll, house=house)]


def _sector(degrees: int) -> int:
    return round(degrees / 45) % len(_SECTORS)


def _die(roll: Roll, *, house: bool) -> tuple[Span, ...]:
    """Return the die for a direction, marked where the direction is ours."""
    ours = "; house table" if house else ""
    return note(f" (d{roll.sides}: "), Span(str(roll.faces[0]), Mark.DICE), note(f"{ours})")


def explained(event: Event, viewer: Viewer, outcome: Outcome | None) -> Lines:
    """Return the line of a check that somebody made for what happened; none where there was none."""
    return (check_line(outcome, knows=knows(event, event.actor, viewer)),) if outcome else ()


def look_lines(event: Event, viewer: Viewer, told: Line, outcome: Outcome, seen: str, nothing: str) -> Lines:
    """Return that somebody has looked, to who knows of it what came of it, and the check of it to the GM alone."""
    if viewer.gm:
        return (told, *explained(event, viewer, outcome))
    if not knows(event, event.actor, viewer):
        return (told,)
    return (told, line(good(seen) if outcome.succeeded else bad(nothing), depth=1))


def faces_span(roll: Roll) -> Span:
    """Return the faces of a roll, parted by commas."""
    return Span(", ".join(str(face) for face in roll.faces), Mark.DICE)
