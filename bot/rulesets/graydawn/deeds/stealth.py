"""To steal past somebody: stealth against awareness, on which fire weighs."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.ground.lost import knows_of
from bot.core.terms import Term
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.checks.luck import reconsidered
from bot.rulesets.graydawn.checks.rolls import check
from bot.rulesets.graydawn.checks.stats import skill_term, stat
from bot.rulesets.graydawn.deeds.events import StolenPast
from bot.rulesets.graydawn.play import DawnPlay, DawnReading
from bot.rulesets.graydawn.state import State
from bot.rulesets.graydawn.time.slots import haste

STEALTH, AWARENESS = "stealth", "awareness"


def steal_past(play: DawnPlay, actor: str, target: str) -> None:
    """Roll stealth, which must reach the awareness of whoever is able (text 004, line 162; 004-58).

    Both are the stat, the skill and the die; who is suppressed has all that weighs on its nerves off, and who runs or
    does more in the round steals in haste (line 240). Who does not know of whom it notices keeps no mark of that: its
    own sheet would tell.
    Dice: stealth, then awareness, each with what follows a ten.
    """
    terms = (*_terms(play, play.at_opening(actor), STEALTH), *haste(play, actor))

    def rolled() -> Outcome:
        return check(play, STEALTH, terms, STEALTH)

    made, seen = rolled(), play.as_seen(target)
    skill = AWARENESS if knows_of(play.scene, target, actor) else ""
    noticing = _noticing(play, seen, skill) if seen.able else None
    number = noticing.total if noticing and not noticing.fumble else 0
    made = reconsidered(play, actor, made, rolled, lambda one: number - one.total, against=target)
    unnoticed = not made.fumble and made.total >= number
    play.tell(StolenPast(actor=actor, target=target, check=made, against=noticing, unnoticed=unnoticed))


def _noticing(play: DawnPlay, state: State, skill: str) -> Outcome:
    weighs = (Term("suppressed", -state.tally, "004:162; 004-58"),) if state.tally else ()
    return check(play, AWARENESS, (*_terms(play, state, AWARENESS), *weighs), skill)


def _terms(reading: DawnReading, state: State, skill: str) -> Iterator[Term]:
    key = reading.tables.skills[skill].stat
    yield Term("stat", stat(reading.tables, state, key), "004:162; 004-58", detail=key.upper())
    yield skill_term(state, skill, "004:162; 004-58")
