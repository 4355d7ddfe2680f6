"""What a GM decides outside of any action: wounds, healing, luck, who is inside whose reach."""

from __future__ import annotations

from bot.core.dice import Ask
from bot.core.errors import RuleViolation, absent
from bot.core.orders import Act
from bot.core.sheets import named
from bot.core.wording import shown
from bot.rulesets.nighttripper.events import ConditionSet, Corrected, Healed, QuartersSet, ReachSet, Recovered
from bot.rulesets.nighttripper.injury import place_of, side_of, side_roll, wound
from bot.rulesets.nighttripper.melee import SIGNS
from bot.rulesets.nighttripper.play import NightPlay, NightScene, RuleOf
from bot.rulesets.nighttripper.sheet import FISTS
from bot.rulesets.nighttripper.state import State

NONE = "none"
BY_WEAPON = "by_weapon"


def _body(scene: NightScene, order: Act) -> tuple[str, State]:
    actor = str(order.inputs.get("target", order.actor))
    found = scene.combatants.get(actor)
    if found is None:
        raise absent(actor)
    return actor, found.state


def damage(play: NightPlay, order: Act) -> None:
    """A wound by a GM's word, which neither armour nor luck stops.

    Dice: two for the place where none is told, one for the side of a limb where none is told.

    Raises:
        RuleViolation: there is no such living body.
    """
    actor, state = _body(play.scene, order)
    if state.dead:
        raise RuleViolation(f"{shown(actor)} is dead.", "Undo what killed them, if that was a mistake.")
    tables = play.tables
    place = order.inputs.get("place") or place_of(tables, min(play.roll(Ask("place", 2, 6)).faces))
    told = order.inputs.get("side", "") if tables.row("locations", place)["limb"] else ""
    side = told or side_of(side_roll(play, place))
    wound(play, actor, place, side, order.inputs["damage"])


def heal(play: NightPlay, order: Act) -> None:
    """Make wounds better, or replace limbs that were lost; the dead stay dead."""
    actor, _ = _body(play.scene, order)
    place, degree = order.inputs.get("place", ""), order.inputs.get("degree", 0)
    play.tell(Healed(actor=actor, place=place, degree=degree, replaced=bool(order.inputs.get("replaced"))))


def condition(play: NightPlay, order: Act) -> None:
    """Something else than a wound that hampers every throw or those for one deed, or its end (ruling D)."""
    actor, _ = _body(play.scene, order)
    name = named(order.inputs["condition"]).casefold()
    deed = order.inputs.get("deed", "")
    play.tell(ConditionSet(actor=actor, name=name, severity=order.inputs["severity"], deed=deed))


def recover(play: NightPlay, order: Act) -> None:
    """Quiet weeks bring luck back, one for two (ruling D)."""
    weeks, each = order.inputs["weeks"], max(1, play.tables.number("limits", "rest", "value"))
    state = play.scene.combatants[order.actor].state
    play.tell(Recovered(actor=order.actor, weeks=weeks, luck=min(state.luck_max, state.luck + weeks // each)))


def reach(play: NightPlay, order: Act) -> None:
    """How two stand to each other in melee, at the GM's discretion (text 002, line 37; 002-18).

    Raises:
        RuleViolation: the target is not here, or nobody else.
    """
    target, _ = _body(play.scene, order)
    if target == order.actor:
        raise RuleViolation("A reach lies between two.", "Name somebody else as the target.")
    position = order.inputs["position"]
    play.tell(ReachSet(actor=order.actor, target=target, position=position if position in SIGNS else ""))


def quarters(play: NightPlay, order: Act) -> None:
    """Whether it is so cramped that the shorter weapon has the advantage (text 002, line 37)."""
    play.tell(QuartersSet(cramped=order.inputs["cramped"]))


def correct(play: NightPlay, order: Act) -> None:
    """Set something right by hand.

    Raises:
        RuleViolation: nothing was named, or a weapon that is not there.
    """
    changes = dict(order.inputs)
    if not changes:
        raise RuleViolation("Nothing was named to set right.", "Say luck=, luck_max=, armor=, dead= or item=.")
    item, armor = changes.pop("item", None), changes.pop("armor", None)
    weapons = {name.casefold(): name for name in (FISTS, *play.scene.combatants[order.actor].state.weapons)}
    if item is not None and item.casefold() not in weapons:
        raise RuleViolation(f"{shown(order.actor)} has no {item[:40]}.", f"There is: {', '.join(weapons.values())}.")
    wields = None if item is None else weapons[item.casefold()]
    worn = "" if armor == NONE else armor
    play.tell(Corrected(actor=order.actor, armor=worn, wields=wields, **changes))


RULES: dict[str, RuleOf] = {
    "damage": damage,
    "heal": heal,
    "condition": condition,
    "recover": recover,
    "reach": reach,
    "quarters": quarters,
    "correct": correct,
}
