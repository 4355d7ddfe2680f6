"""A hit lands: its damage is made of terms, and armour takes from it."""

from __future__ import annotations

import msgspec

from bot.core.dice import Ask
from bot.core.events import Audience
from bot.core.terms import Term, total
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene
from bot.rulesets.eclipse.state import BodyKind, State, Weapon
from bot.rulesets.eclipse.tables import EclipseTables
from bot.rulesets.eclipse.wounds.armor import armor_worn
from bot.rulesets.eclipse.wounds.events import DamageRolled
from bot.rulesets.eclipse.wounds.injury import take_damage, take_shock, take_stun

LOST_PER_METRE = 2
"""What each metre takes from the damage of a blast."""

LARGE = ("large", "very_large")


class WeaponHit(msgspec.Struct, frozen=True, kw_only=True):
    """A hit with a weapon.

    ``som`` adds to blows in melee; ``extra_dice`` and ``extra`` come of the mode of fire, ``excellent`` of the margin.
    ``metres`` are those of a blast that have taken from it; ``through`` are rows of the objects in between. A
    ``glancing`` one is meant for what is held, and one that ``subdues`` only stuns.
    """

    weapon: Weapon
    som: int = 0
    extra_dice: int = 0
    extra: int = 0
    excellent: int = 0
    concentrated: bool = False
    critical: bool = False
    metres: int = 0
    through: tuple[str, ...] = ()
    glancing: bool = False
    subdues: bool = False


def armor_penetration(tables: EclipseTables, weapon: Weapon) -> int:
    """Return the AP of weapon and ammunition, never above zero (001-20)."""
    return min(0, weapon.ap + tables.ammunition[weapon.ammunition].ap)


def damage_terms(tables: EclipseTables, hit: WeaponHit, rolled: int) -> tuple[Term, ...]:
    """Return all that makes the damage of a hit, in the order in which it counts."""
    weapon = hit.weapon
    ammunition = tables.ammunition[weapon.ammunition]
    terms = [Term("dice", rolled, "C3"), Term("weapon", weapon.flat, "C3", weapon.name)]
    somatics = hit.som // 10 if weapon.melee and not weapon.no_somatics else 0
    terms += [Term("somatics", somatics, "C1"), Term("mode", hit.extra, "C3")]
    terms += [Term("ammunition", ammunition.flat, ammunition.cited, weapon.ammunition)]
    if weapon.halved or ammunition.halved:
        terms.append(Term("halved", total(terms) // 2 - total(terms), "C3"))
    if hit.concentrated:
        terms.append(Term("concentrated", (3 * total(terms) + 1) // 2 - total(terms), "C3; 001-18"))
    terms += [Term("excellent", hit.excellent, "C1"), Term("metres", -LOST_PER_METRE * hit.metres, "001:61-64; 001-17")]
    if hit.glancing:
        terms.append(Term("glancing", total(terms) // 2 - total(terms), "EPL 7"))
    if hit.subdues:
        terms.append(Term("subdual", total(terms) // 2 - total(terms), "001-31"))
    return tuple(term for term in terms if term.value)


def structure_terms(state: State, weapon: Weapon, dv: int) -> tuple[Term, ...]:
    """Return what a shot loses on large things such as doors: two thirds (EPL 7); blasts and blows lose nothing."""
    large = state.kind is BodyKind.OBJECT and state.size in LARGE
    return (Term("structure", dv // 3 - dv, "EPL 7"),) if large and weapon.shoots else ()


def land_hit(play: EclipsePlay, actor: str, target: str, hit: WeaponHit) -> None:
    """Land a hit. Dice: those of the weapon, then what body and mind must withstand.

    Damage above armour counts; a critical hit goes through all armour (001:18-19; C1).
    """
    tables, energy = play.tables, hit.weapon.energy
    roll = play.roll(Ask("damage", dice_of(tables, hit), 10))
    terms = damage_terms(tables, hit, sum(roll.faces))
    terms = (*terms, *structure_terms(play.scene.combatants[target].state, hit.weapon, total(terms)))
    dv, ap, audience = max(0, total(terms)), armor_penetration(tables, hit.weapon), audience_for(play.scene, target)
    play.tell(
        DamageRolled(actor=actor, target=target, terms=terms, roll=roll, dv=dv, ap=ap, energy=energy, audience=audience)
    )
    armor = armor_terms(tables, play.scene.combatants[target].state, hit, ap)
    damage = dv if hit.critical else max(0, dv - total(armor))
    if hit.subdues:
        take_stun(play, target, damage, armor)
    else:
        take_damage(play, target, damage, armor, ignored=hit.critical)
    if hit.weapon.shock or tables.ammunition[hit.weapon.ammunition].shock:
        take_shock(play, target)


def dice_of(tables: EclipseTables, hit: WeaponHit) -> int:
    """Return the dice of damage of weapon, mode and ammunition."""
    return max(0, hit.weapon.dice + hit.extra_dice + tables.ammunition[hit.weapon.ammunition].dice)


def audience_for(scene: EclipseScene, target: str) -> Audience:
    """Return who may read what is done to somebody: of the hidden the GM alone, since nobody aimed at them."""
    return Audience.GM if scene.combatants[target].hidden else Audience.ALL


def armor_terms(tables: EclipseTables, state: State, hit: WeaponHit, ap: int) -> tuple[Term, ...]:
    """Return the armour in the way of a hit after AP, which takes no more than there is (C1)."""
    terms = list(armor_worn(state, energy=hit.weapon.energy))
    terms += [Term("through", 2 * tables.objects[each].armor, "C3; EPL 7", each) for each in hit.through]
    if tables.ammunition[hit.weapon.ammunition].armor_doubled:
        terms.append(Term("doubled", total(terms), "C3"))
    terms.append(Term("ap", max(ap, -total(terms)), "C1"))
    return tuple(term for term in terms if term.value)
