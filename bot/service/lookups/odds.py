"""What an order would lead to on all that the asker knows: counted where the falls can be listed, else sampled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import count
from typing import Any

from bot.core import engine, orders
from bot.core.dice import SeededDice
from bot.core.engine import OddsTooLarge, OutcomeOf
from bot.core.errors import RuleViolation
from bot.core.events import Event
from bot.core.wording import Line, line, name, note, number
from bot.service.case import Case
from bot.service.lookups.supposing import at_own_moment
from bot.service.playing.actions import understood
from bot.service.playing.actors import doer
from bot.service.playing.guide import no_rules
from bot.service.playing.slash_words import refused_as_typed
from bot.service.requests import Reply
from bot.service.rows import AnyScene
from bot.service.systems import AnyRuleset

MOST_LEAVES = 20_000
# The work of a question, for listing and once more for sampling: no clock, so that every machine says the same.
MOST_EVENTS = 60_000
SAMPLES = 4000
MOST_LEFT_OUT = Fraction(1, 100)  # of the falls, where the likeliest are listed; a sample is off by as much
LONGEST_DENOMINATOR = 10_000
OTHERWISE = "nothing of the kind"
SEED = b"odds"  # of dice that no fight is rolled with


def odds(
    case: Case, actor: str | None, action: str, given: Mapping[str, Any], words: str, question: str | None
) -> Reply:
    """Return the chances of what an action would lead to, as far as the asker knows.

    Raises:
        RuleViolation: the action itself would be refused, or the system does not know the question.
    """
    played, spec, inputs = understood(case, action, given, words)
    ruleset, seen = played.system.ruleset, played.seen_by(case.viewer)
    asked, outcome_of = _asked(case, ruleset, question or spec.odds)
    if seen.pending:
        raise engine.question_open(seen)
    order = orders.Act(actor=doer(case, played, spec, actor), action=spec.name, inputs=inputs)
    target = inputs.get("target")
    about = (" at ", name(target)) if target else ()
    with refused_as_typed(spec):
        scene = at_own_moment(ruleset, seen, order, spec)
        told = chances_told(ruleset, scene, order, _breathing(case, outcome_of))
    known = note(f" · as far as you know{_when(ruleset, seen, scene)}; choices take their default")
    who = (name(order.actor), ": ") if order.actor else ()
    head = line(*who, spec.title, *about, known)
    return Reply(title=f"Odds of {asked}", lines=(head, *told), ephemeral=True)


def _when(ruleset: AnyRuleset, seen: AnyScene, supposed: AnyScene) -> str:
    """Return of which moment odds are, where that is not the one being played."""
    if supposed is seen:
        return ""
    then = ruleset.clock(supposed).text
    return ", as if it were their moment now" if then == ruleset.clock(seen).text else f", as it would be in {then}"


def _asked(case: Case, ruleset: AnyRuleset, question: str) -> tuple[str, OutcomeOf]:
    """Return the question and how events answer it; the first that the system knows if none is named."""
    known = {key.casefold(): key for key in ruleset.chances}
    if not known:
        raise no_rules(case, ruleset, "/odds", lambda each: bool(each.chances))
    key = known.get(question.strip().casefold()) if question else next(iter(ruleset.chances))
    if key is None:
        raise RuleViolation(f"There are no odds of {question[:40]!r}.", f"Of: {', '.join(ruleset.chances)}.")
    return key, ruleset.chances[key]


def chances_told(ruleset: AnyRuleset, scene: AnyScene, order: orders.Order, outcome_of: OutcomeOf) -> tuple[Line, ...]:
    """Return the chances of an order in words: exact, or sampled where there is too much to list."""
    try:
        found = engine.odds(
            ruleset, scene, order, _limited(outcome_of), most_leaves=MOST_LEAVES, left_out=MOST_LEFT_OUT
        )
    except OddsTooLarge:
        return _sampled(ruleset, scene, order, outcome_of)
    rest = 1 - sum(found.values(), Fraction())
    return (*(_exactly(what, chance) for what, chance in _sorted(found.items())), *((_rare(rest),) if rest else ()))


def _rare(rest: Fraction) -> Line:
    """Return what is missing in the sum."""
    percent = round(float(rest * 100), 2)
    return line(note(f"Counted but for falls too rare to list: {percent or 'less than 0.01'} % of all."))


def _breathing(case: Case, outcome_of: OutcomeOf) -> OutcomeOf:
    """Return the same outcomes, with room for others between two events."""

    def named(event: Event) -> str | None:
        case.unit.breathe()
        return outcome_of(event)

    return named


def _limited(outcome_of: OutcomeOf) -> OutcomeOf:
    """Return the same outcomes, for as many events as there may be."""
    seen = count(1)

    def named(event: Event) -> str | None:
        if next(seen) > MOST_EVENTS:
            raise OddsTooLarge(f"more than {MOST_EVENTS} events")
        return outcome_of(event)

    return named


def _sampled(ruleset: AnyRuleset, scene: AnyScene, order: orders.Order, outcome_of: OutcomeOf) -> tuple[Line, ...]:
    found: Counter[str] = Counter()
    limited, spelled = _limited(outcome_of), orders.canonical(order)
    with suppress(OddsTooLarge):
        for at in range(SAMPLES):
            found[engine.outcome_with(ruleset, scene, order, limited, SeededDice(SEED, SEED, at, spelled))] += 1
    thrown = found.total()
    shares = [(what, Fraction(times, thrown)) for what, times in found.items()]
    how = note(f"Sampled: thrown {thrown} times with dice of their own, since there are too many falls to list.")
    return (line(how), *(_roughly(what, share) for what, share in _sorted(shares)))


def _sorted(chances: Iterable[tuple[str, Fraction]]) -> list[tuple[str, Fraction]]:
    return sorted(chances, key=lambda each: (-each[1], each[0]))


def _exactly(what: str, chance: Fraction) -> Line:
    short = 1 < chance.denominator <= LONGEST_DENOMINATOR
    whole = (note(f" ({chance.numerator}/{chance.denominator})"),) if short else ()
    return line(name(what or OTHERWISE), ": ", number(round(float(chance * 100), 2)), " %", *whole)


def _roughly(what: str, share: Fraction) -> Line:
    return line(name(what or OTHERWISE), ": about ", number(round(float(share * 100), 1)), " %")
