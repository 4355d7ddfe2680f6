"""What a GM decides about bodies: wounds, healing, what else ails them, and luck that comes back."""

from __future__ import annotations

import msgspec

from bot.core.dice import Ask
from bot.core.errors import RuleViolation, already_dead
from bot.core.features import Rules
from bot.core.sheets import named
from bot.core.wording import shown
from bot.rulesets.nighttripper.play import NightPlay
from bot.rulesets.nighttripper.wounds.actions import Ail, Damage, Heal, Recover
from bot.rulesets.nighttripper.wounds.events import ConditionSet, Healed, LuckRecovered
from bot.rulesets.nighttripper.wounds.injury import place_of, side_of, side_roll, wound

rules = Rules()


@rules(Damage)
def damage(play: NightPlay, harm: Damage) -> None:
    """Wound somebody by a GM's word, which neither armour nor luck stops.

    Dice: two for the place where none is told, one for the side of a limb where none is told.

    Raises:
        RuleViolation: there is no such living body.
    """
    actor = harm.target or harm.actor
    if play.scene.present(actor).state.dead:
        raise already_dead(actor)
    tables = play.tables
    placed = None if harm.place else play.roll(Ask("place", 2, 6))
    place = place_of(tables, min(placed.faces)) if placed else harm.place
    said = harm.side if tables.locations[place].limb else None
    sided = None if said else side_roll(play, place)
    rolls = tuple(roll for roll in (placed, sided) if roll)
    wound(play, actor, place, said.value if said else side_of(sided), harm.damage, rolls)


@rules(Heal)
def heal(play: NightPlay, cure: Heal) -> None:
    """Make wounds better, or replace limbs that were lost; the dead stay dead.

    Raises:
        RuleViolation: there is nothing of the kind.
    """
    found = play.scene.present(cure.target or cure.actor)
    healed = Healed(actor=found.actor, place=cure.place, degree=cure.degree, replaced=cure.replaced)
    better = healed.changed(found.state)
    if better == found.state:
        unhurt = not (found.state.wounds or found.state.lost)
        there = f"{shown(found.actor)} is unhurt." if unhurt else "Say another place=, a lower degree= or replaced=yes."
        raise RuleViolation("That changes nothing.", there)
    play.tell(msgspec.structs.replace(healed, replaced=better.lost != found.state.lost))


@rules(Ail)
def condition(play: NightPlay, ailment: Ail) -> None:
    """Say what else than a wound hampers every throw or those for one deed, or that it is over (ruling D).

    Raises:
        RuleViolation: it is to be over, and there is no such thing.
    """
    found, name = play.scene.present(ailment.target or ailment.actor), named(ailment.condition).casefold()
    if not ailment.severity and name not in found.state.conditions:
        there = ", ".join(found.state.conditions) or "no condition"
        raise RuleViolation(f"{shown(found.actor)} is not {name}.", f"There is: {there}.")
    play.tell(ConditionSet(actor=found.actor, name=name, severity=ailment.severity, deed=ailment.deed))


@rules(Recover)
def recover(play: NightPlay, rest: Recover) -> None:
    """Give luck back for quiet weeks, one for two, however they are told (ruling D)."""
    state = play.scene.combatants[rest.actor].state
    back, left = divmod(state.quiet_weeks + rest.weeks, max(1, play.tables.limits.rest.value))
    luck = min(state.luck_max, state.luck + back)
    left = left if luck < state.luck_max else 0
    play.tell(LuckRecovered(actor=rest.actor, weeks=rest.weeks, luck=luck, left=left))
