"""What a GM says has happened to somebody, and how it regains its wits."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.terms import Term, total
from bot.core.wording import shown
from bot.rulesets.eclipse.play import EclipsePlay
from bot.rulesets.eclipse.state import BodyKind, State
from bot.rulesets.eclipse.time.phases import begin_action, end_action, state_in_moment
from bot.rulesets.eclipse.wounds.actions import ENERGY, MOST, NO_ARMOR, Damage, Heal, RegainWits
from bot.rulesets.eclipse.wounds.armor import armor_worn
from bot.rulesets.eclipse.wounds.events import OF_MIND, CameToItsSenses, Healed
from bot.rulesets.eclipse.wounds.injury import take_damage
from bot.rulesets.eclipse.wounds.mind import take_stress

rules = Rules()


@rules(Damage)
def damage(play: EclipsePlay, given: Damage) -> None:
    """Give damage behind armour, or with ``stress`` a strain on the mind, which may be resisted.

    Dice: those of the wounds, or of the resistance.

    Raises:
        RuleViolation: a thing or somebody dead is to take stress.
    """
    target = given.target or given.actor
    if given.stress:
        _check_mind(play.scene.combatants[target].state, target)
        take_stress(play, target, given.damage, resisted=given.resist)
        return
    state = play.scene.combatants[target].state
    armor = () if given.armor == NO_ARMOR else armor_worn(state, energy=given.armor == ENERGY)
    pierced = max(given.ap, -total(armor))
    armor = (*armor, Term("ap", pierced, "C1")) if pierced else armor
    take_damage(play, target, max(0, given.damage - total(armor)), armor)


def _check_mind(state: State, target: str) -> None:
    """Raise RuleViolation where somebody has no mind that would suffer: a thing, or one that is dead (ours)."""
    if state.dead or state.kind is BodyKind.OBJECT:
        raise RuleViolation(f"{shown(target)} has no mind to strain.", "Leave stress out, or name somebody else.")


@rules(Heal)
def heal(play: EclipsePlay, healing: Heal) -> None:
    """Take away what somebody suffers from, all of it or so much as is said, or only bring it round.

    Raises:
        RuleViolation: that would change nothing, or the target is dead.
    """
    target = healing.target or healing.actor
    state = play.scene.combatants[target].state
    if state.dead:
        lost = "destroyed" if state.kind is BodyKind.OBJECT else "dead"
        raise RuleViolation(f"{shown(target)} is {lost}.", "A GM takes that back first, with /init set with:dead=no.")
    given = {
        "damage": healing.damage,
        "wounds": healing.wounds,
        "stress": healing.stress,
        "traumas": healing.traumas,
        "stun": healing.stun,
    }
    said = {key: value for key, value in given.items() if value is not None}
    wholly = not said and not healing.awake
    taken = dict.fromkeys(given, MOST) if wholly else said
    left = {key: min(value, getattr(state, key)) for key, value in taken.items()}
    awake = wholly if healing.awake is None else healing.awake
    healed = Healed(actor=target, awake=awake, stanches=awake or not left.keys() <= OF_MIND, **left)
    ailing = state if state.bleeds else replace(state, stanched=True)  # of what does not bleed nothing is stanched
    if healed.changed(ailing) == ailing:
        raise RuleViolation("That changes nothing.", "Say what ails it: damage=5, wounds=1, stress=2 or awake=yes.")
    play.tell(healed)


@rules(RegainWits)
def recover(play: EclipsePlay, recovering: RegainWits) -> None:
    """Regain the wits that a trauma took: a complex action (EPL 7).

    Raises:
        RuleViolation: nothing is the matter.
    """
    if not state_in_moment(play.scene, recovering.actor).dazed:
        raise RuleViolation(
            f"{shown(recovering.actor)} is not out of its wits.",
            "Nothing keeps it from acting: /attack, or do something else.",
        )
    begin_action(play, recovering.actor)
    play.tell(CameToItsSenses(actor=recovering.actor))
    end_action(play, recovering.actor)
