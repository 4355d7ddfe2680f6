"""What a GM decides about bodies: damage and healing."""

from __future__ import annotations

from bot.core.errors import RuleViolation, already_dead
from bot.core.features import Rules
from bot.core.wording import shown
from bot.rulesets.horizons.checks.rules import aftermath, meets, rolled
from bot.rulesets.horizons.play import HorizonsPlay, someone
from bot.rulesets.horizons.sights import check_at_hand
from bot.rulesets.horizons.state import rewounded
from bot.rulesets.horizons.wounds.actions import Damage, Heal, Treat
from bot.rulesets.horizons.wounds.events import Healed, Treated
from bot.rulesets.horizons.wounds.injury import hurt

rules = Rules()

MEDICINE = "medicine"


@rules(Damage)
def damage(play: HorizonsPlay, damage: Damage) -> None:
    """Take hit points, with all that follows from it; neither zone nor armour changes the number.

    Raises:
        RuleViolation: there is no such living body.
    """
    actor = someone(play.scene, damage.actor, damage.target)
    if play.scene.combatants[actor].state.dead:
        raise already_dead(actor)
    hurt(play, actor, damage.damage, damage.place)


@rules(Treat)
def treat(play: HorizonsPlay, treat: Treat) -> None:
    """Give first aid: medicine against a number, once for what somebody has; from zero points on it wakes (ours).

    Of the GM's people nobody learns so whether there was anything to be treated.

    Raises:
        RuleViolation: it is out of sight or reach, there is nothing to be treated, it was tried already, or there is
            not that much effort.
    """
    actor, target = treat.actor, someone(play.scene, treat.actor, treat.target)
    check_at_hand(play, actor, target)
    combatant, row = play.scene.combatants[target], play.tables.numbers.treatment
    state = combatant.state
    useless = state.dead or state.treated or state.points >= state.limit
    if useless and not combatant.guarded:
        raise RuleViolation(
            f"First aid does nothing for {shown(target)}.",
            "It helps once, until one is hurt again: treat somebody else.",
        )
    made = rolled(play, play.scene.combatants[actor].state, MEDICINE, treat.effort)
    passed = meets(made.result, row.difficulty) and not useless
    points = min(row.hit_points, state.limit - state.points) if passed else 0
    woke = passed and state.unconscious and state.points + points >= 0
    told = Treated(
        actor=actor, target=target, check=made, difficulty=row.difficulty, passed=passed, points=points, woke=woke
    )
    play.tell(told)
    aftermath(play, actor, made)


@rules(Heal)
def heal(play: HorizonsPlay, heal: Heal) -> None:
    """Give points back, heal the wounds of a zone, or wake somebody.

    Raises:
        RuleViolation: that would change nothing, or the target is dead.
    """
    actor, zone = someone(play.scene, heal.actor, heal.target), heal.place
    state = play.scene.combatants[actor].state
    if state.dead:
        raise already_dead(actor)
    points = min(heal.points, rewounded(state, zone, 0).limit - state.points)
    woke = state.unconscious and heal.awake
    healed = zone if zone in state.wounds else ""
    if not (points or healed or woke):
        raise RuleViolation("That changes nothing.", "Say points=10, place=arms or awake=yes.")
    play.tell(Healed(actor=actor, points=points, zone=healed, woke=woke))
