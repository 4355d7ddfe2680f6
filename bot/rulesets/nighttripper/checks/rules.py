"""One throw of two dice answers everything: whether it succeeds, how hard, and what luck may change of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from bot.core.dice import Ask, Roll
from bot.core.scene import Question
from bot.core.source import AtStake, Knows
from bot.core.terms import Term, total
from bot.rulesets.nighttripper.checks.events import Outcome, Retired
from bot.rulesets.nighttripper.play import NightPlay, NightReading
from bot.rulesets.nighttripper.state import State
from bot.rulesets.nighttripper.tables import NightTables

KEEP = "keep"
MELEE, RANGED, WORK, MOVING = "melee", "ranged", "work", "moving"
DEEDS = (MELEE, RANGED, WORK, MOVING)
BOTCH, BEST = 1, 6


def rank(state: State, *names: str) -> Term:
    """Return the rank of the first of ``names`` that is skilled in, else the one that stands for all."""
    found = next((state.skills[name.casefold()] for name in names if name.casefold() in state.skills), state.skill)
    return Term("skill", found, "ruling D", detail=names[0])


def wound_terms(reading: NightReading, state: State, deed: str) -> tuple[Term, ...]:
    """Return what the worst condition that matters for a ``deed`` takes off (ruling D; 002-9, 002-14)."""
    rows = reading.tables.locations
    wounds = [
        Term("wound", -wound.severity, "002-9; 002-14", detail=wound.place)
        for wound in state.wounds
        if deed in rows[wound.place].hampers
    ]
    others = [
        Term("condition", -severity, "ruling D", detail=name)
        for name, severity in state.conditions.items()
        if _matters(state.relevant.get(name, deed), deed)
    ]
    felt = (*wounds, *others)
    return (min(felt, key=lambda term: term.value),) if felt and reading.options["wound_penalties"] else ()


def _matters(relevant: str, deed: str) -> bool:
    """Tell whether what ails at one kind of throw does so at this one; a throw that needs the legs is work too."""
    return relevant == deed or (relevant, deed) == (WORK, MOVING)


def told_terms(modifier: int) -> Iterator[Term]:
    """Yield what was agreed at the table."""
    if modifier:
        yield Term("told", modifier)


def luck_of(reading: NightReading, actor: str) -> int:
    """Return the luck that somebody may spend: text 002, line 26 gives it to players, a campaign to the GM's too."""
    combatant = reading.scene.combatants[actor]
    return 0 if combatant.guarded and not reading.options["enemy_luck"] else combatant.state.luck


def thrown(play: NightPlay, actor: str, terms: tuple[Term, ...], *, placed: bool = False) -> Outcome:
    """Throw two dice; whoever has luck may reroll single dice for one point each, until one shows 1.

    The first answer asked for is "keep", with the total. Nobody is asked whom no reroll can help any more, and about a
    six only where the throw is ``placed`` by its dice and hits (ours).
    """
    roll = play.roll(Ask("throw", 2, 6))
    made = _outcome(play.tables, terms, roll, roll.faces, ())
    luck = luck_of(play, actor) if play.options["rerolls"] else 0
    while faces := _worth_rerolling(made, luck - len(made.rerolls), placed=placed):
        question = _question(actor, made, faces)
        choice = play.ask(question, partial(_at_stake, play, made, question.default))
        if choice == question.default:
            break
        made = _rerolled(play, made, int(choice.rpartition(" ")[2]))
    return made


def spent(play: NightPlay, actor: str, throw: Outcome | None) -> None:
    """Retire whoever has no luck left for good after a throw (ruling D)."""
    retires = throw and throw.botched and not play.scene.combatants[actor].state.luck_max
    if retires:
        play.tell(Retired(actor=actor))


def _worth_rerolling(made: Outcome, luck: int, *, placed: bool) -> list[int]:
    """Return the faces that may be rolled again: of a throw that fails those by which so much luck could save it.

    A six can become no more, and is worth it for another place alone.
    """
    if made.botched or luck < 1:
        return []
    both = made.total - sum(made.faces) + 2 * BEST
    best = {face: made.total - face + BEST if luck == 1 else both for face in made.faces}
    most = BEST if placed and made.impact else BEST - 1
    return sorted(face for face in best if face <= most and (made.impact or best[face] >= made.needed))


def _question(actor: str, made: Outcome, faces: Sequence[int]) -> Question:
    keep = f"{KEEP} {made.total}"
    choices = (keep, *(f"reroll {face}" for face in faces))
    thrown = " and ".join(map(str, made.faces))
    return Question(f"reroll{len(made.rerolls)}", actor, "reroll", choices, default=keep, detail=thrown)


def _at_stake(play: NightPlay, made: Outcome, keep: str, choice: str, _: Knows) -> AtStake:
    """Return how often a throw succeeds once a die of it is rolled again, and whether it does as it lies; all of it was
    told to whoever is asked."""
    if choice == keep:
        return AtStake(words="succeeds" if made.impact else "fails")
    face = int(choice.rpartition(" ")[2])
    return AtStake(comes=lambda: _rerolled(play, made, face).impact > 0)


def _rerolled(play: NightPlay, made: Outcome, face: int) -> Outcome:
    again = play.roll(Ask("reroll", 1, 6))
    kept = list(made.faces)
    kept.remove(face)
    faces = (*kept, *again.faces)
    return _outcome(play.tables, made.terms, made.roll, faces, (*made.rerolls, again))


def _outcome(
    tables: NightTables, terms: tuple[Term, ...], roll: Roll, faces: tuple[int, ...], rerolls: tuple[Roll, ...]
) -> Outcome:
    """Return what a throw comes to; a bare success has an impact of 1, and each point more is one more."""
    success, found = tables.limits.success.value, sum(faces) + total(terms)
    botched = bool(rerolls) and rerolls[-1].faces[0] == BOTCH
    impact = 0 if botched or found < success else found - success + 1
    return Outcome(terms, roll, faces, found, impact, rerolls, botched, success)
