"""What a body must withstand: the shock of each wound, and every turn at death's door."""

from __future__ import annotations

from bot.core.dice import Ask, Pick
from bot.rulesets.graydawn.checks.events import Save
from bot.rulesets.graydawn.checks.luck import reconsidered
from bot.rulesets.graydawn.checks.rolls import SIDES
from bot.rulesets.graydawn.checks.stats import condition, mortal_number
from bot.rulesets.graydawn.play import DawnPlay
from bot.rulesets.graydawn.state import AVERAGE, State
from bot.rulesets.graydawn.tables import GrayTables
from bot.rulesets.graydawn.wounds.events import Died, Recovered, Saved, Stunned

STUN, DEATH = "stun", "death"


def stun_number(tables: GrayTables, state: State) -> int:
    """Return the most that a stun save may show: BODY less what the wound state takes, stun included (B5; 004:182).

    To the steps of the mortal state stun does not add (004-55).
    """
    step, found = mortal_number(tables, state.boxes) or 0, condition(tables, state.boxes + state.stun)
    return state.stats.get("body", AVERAGE) + (tables.wounds[found].stun if found else 0) - step


def death_number(tables: GrayTables, state: State) -> int:
    """Return the most that a death save may show: one less than BODY less the mortal step, if any (B5; 004-45)."""
    step = mortal_number(tables, state.boxes) or 0
    return state.stats.get("body", AVERAGE) - step - 1


def save(play: DawnPlay, actor: str, kind: str, number: int) -> Save:
    """Roll one die that must not be above a number; luck may change it. Dice: one, and one for each reroll."""

    def rolled() -> Save:
        roll = play.roll(Ask(f"{kind} save", 1, SIDES, _halves(number)))
        return Save((roll,), number, roll.faces[0] <= number)

    return reconsidered(play, actor, rolled(), rolled, lambda made: made.rolls[0].faces[0] - number)


def _halves(number: int) -> Pick:
    """Return the falls of a save, of which it only matters whether the number is kept."""
    least = min(max(number, 0), SIDES)
    falls = (((1,), least), ((SIDES,), SIDES - least))
    return Pick(tuple(fall for fall in falls if fall[1]))


def save_at_turn(play: DawnPlay, actor: str) -> None:
    """Make the saves of a turn: against death while mortally wounded, then against having been stunned (B5; ours).

    Dice: one for each.
    """
    state = play.scene.combatants[actor].state
    if state.dying and not state.stable:
        play.tell(Died(actor=actor, was_down=True))
        return
    if mortal_number(play.tables, state.boxes) is not None and not state.stable:
        against_death(play, actor)
    state = play.scene.combatants[actor].state
    if not state.stunned or state.dead or state.dying:
        return
    made = save(play, actor, STUN, stun_number(play.tables, state))
    play.tell(Saved(actor=actor, kind=STUN, save=made))
    if made.passed:
        play.tell(Recovered(actor=actor))


def against_death(play: DawnPlay, actor: str) -> None:
    """Make a death save, which is failed for good."""
    state = play.scene.combatants[actor].state
    made = save(play, actor, DEATH, death_number(play.tables, state))
    play.tell(Saved(actor=actor, kind=DEATH, save=made))
    if not made.passed:
        play.tell(Died(actor=actor, was_down=not state.able))


def against_stun(play: DawnPlay, actor: str) -> None:
    """Make the stun save of a hit that wounds; the stunned have nothing to lose."""
    state = play.scene.combatants[actor].state
    if not state.able:
        return
    made = save(play, actor, STUN, stun_number(play.tables, state))
    play.tell(Saved(actor=actor, kind=STUN, save=made))
    if not made.passed:
        play.tell(Stunned(actor=actor))
