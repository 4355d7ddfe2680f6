"""What a blow does: damage behind armour, wounds, and what body and mind must withstand."""

from __future__ import annotations

import msgspec

from bot.core.dice import Ask
from bot.core.events import Audience
from bot.core.terms import Term, total
from bot.rulesets.eclipse.check import Outcome, check
from bot.rulesets.eclipse.events import (
    Bled,
    BodyTested,
    Broke,
    Damaged,
    Dazed,
    Died,
    Disarmed,
    FellDown,
    KnockedOut,
    Shocked,
    Stressed,
    Struck,
    Stunned,
)
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene
from bot.rulesets.eclipse.sheet import death
from bot.rulesets.eclipse.state import Kind, State, Weapon
from bot.rulesets.eclipse.tables import Tables

LEAST_STUN_TURNS = 3
LIGHT_SHOCK_TURNS = 4
TURNS_PER_MINUTE = 20
METRE = 2
LARGE = ("large", "very_large")
BARE_HANDS = "unarmed"


class Blow(msgspec.Struct, frozen=True, kw_only=True):
    """A hit with a weapon.

    ``som`` adds to blows in melee; ``extra_dice`` and ``extra`` come of the mode of fire, ``excellent`` of the margin.
    ``metres`` are those of a blast that have taken from it; ``through`` a row of the objects in between. A ``glancing``
    one is meant for what is held.
    """

    weapon: Weapon
    som: int = 0
    extra_dice: int = 0
    extra: int = 0
    excellent: int = 0
    concentrated: bool = False
    critical: bool = False
    metres: int = 0
    through: str = ""
    glancing: bool = False


def armor_penalty(tables: Tables, state: State) -> tuple[Term, ...]:
    """What wearing more than one layer costs physical actions (C1)."""
    layers = sum(not armor.addition for armor in state.armor)
    return tables.modifier("layer", max(0, layers - 1))


def worn(state: State, *, energy: bool) -> tuple[Term, ...]:
    """The highest layer against a kind of damage, and all that counts together with it (C1)."""
    values = [(armor, armor.energy if energy else armor.kinetic) for armor in state.armor]
    layers = sorted((value, armor.name) for armor, value in values if not armor.addition)[-1:]
    additions = [(value, armor.name) for armor, value in values if armor.addition]
    return tuple(Term(name, value, "sheet") for value, name in (*layers, *additions) if value)


def penetration(tables: Tables, weapon: Weapon) -> int:
    """AP of weapon and ammunition, never above zero (001-20)."""
    return min(0, weapon.ap + tables.number("ammunition", weapon.ammunition, "ap"))


def damage_terms(tables: Tables, blow: Blow, rolled: int) -> tuple[Term, ...]:
    """All that makes the damage of a blow, in the order in which it counts."""
    weapon = blow.weapon
    ammunition = tables.row("ammunition", weapon.ammunition)
    source = tables.source("ammunition", weapon.ammunition)
    terms = [Term("dice", rolled, "C3"), Term("weapon", weapon.flat, "C3", weapon.name)]
    terms += [Term("somatics", _somatics(blow), "C1"), Term("mode", blow.extra, "C3")]
    terms += [Term("ammunition", ammunition["flat"], source, weapon.ammunition)]
    if weapon.halved or ammunition.get("halved"):
        terms.append(Term("halved", total(terms) // 2 - total(terms), "C3"))
    if blow.concentrated:
        terms.append(Term("concentrated", (3 * total(terms) + 1) // 2 - total(terms), "C3; 001-18"))
    terms += [Term("excellent", blow.excellent, "C1"), Term("metres", -METRE * blow.metres, "001:61-64; 001-17")]
    if blow.glancing:
        terms.append(Term("glancing", total(terms) // 2 - total(terms), "EPL 7"))
    return tuple(term for term in terms if term.value)


def structure_terms(state: State, weapon: Weapon, dv: int) -> tuple[Term, ...]:
    """Shots do a third of their damage to doors, walls and other large things (EPL 7); blasts and blows all of it."""
    large = state.kind is Kind.OBJECT and state.size in LARGE
    return (Term("structure", dv // 3 - dv, "EPL 7"),) if large and weapon.shoots else ()


def _somatics(blow: Blow) -> int:
    return blow.som // 10 if blow.weapon.melee and not blow.weapon.no_somatics else 0


def land(play: EclipsePlay, actor: str, target: str, blow: Blow) -> None:
    """A blow lands. Dice: those of the weapon, then what body and mind must withstand.

    Damage above armour counts; a critical hit goes through all armour (001:18-19; C1).
    """
    tables, energy = play.tables, blow.weapon.energy
    roll = play.roll(Ask("damage", dice_of(tables, blow), 10))
    terms = damage_terms(tables, blow, sum(roll.faces))
    terms = (*terms, *structure_terms(play.scene.combatants[target].state, blow.weapon, total(terms)))
    dv, ap, audience = max(0, total(terms)), penetration(tables, blow.weapon), told_of(play.scene, target)
    play.tell(
        Struck(actor=actor, target=target, terms=terms, roll=roll, dv=dv, ap=ap, energy=energy, audience=audience)
    )
    armor = armor_terms(tables, play.scene.combatants[target].state, blow, ap)
    damage = dv if blow.critical else max(0, dv - total(armor))
    hurt(play, target, damage, armor, ignored=blow.critical)
    if blow.weapon.shock or tables.row("ammunition", blow.weapon.ammunition).get("shock"):
        shock(play, target)


def dice_of(tables: Tables, blow: Blow) -> int:
    """The dice of damage of weapon, mode and ammunition."""
    return max(0, blow.weapon.dice + blow.extra_dice + tables.number("ammunition", blow.weapon.ammunition, "dice"))


def told_of(scene: EclipseScene, target: str) -> Audience:
    """Who may read of what is done to somebody: of the hidden the GM alone, since nobody aimed at them."""
    return Audience.GM if scene.combatants[target].hidden else Audience.ALL


def armor_terms(tables: Tables, state: State, blow: Blow, ap: int) -> tuple[Term, ...]:
    """Armour in the way of a blow after AP, which takes no more than there is (C1)."""
    terms = list(worn(state, energy=blow.weapon.energy))
    if blow.through:
        terms.append(Term("through", 2 * tables.number("objects", blow.through, "armor"), "C3; EPL 7", blow.through))
    if tables.row("ammunition", blow.weapon.ammunition).get("armor_doubled"):
        terms.append(Term("doubled", total(terms), "C3"))
    terms.append(Term("ap", max(ap, -total(terms)), "C1"))
    return tuple(term for term in terms if term.value)


def hurt(
    play: EclipsePlay,
    target: str,
    damage: int,
    armor: tuple[Term, ...] = (),
    *,
    ignored: bool = False,
) -> None:
    """Damage is taken: a wound for each time it reaches the threshold (001-2), then what follows from all of it.

    Dice: knockdown where there are wounds, and unconsciousness where there are two or more at once.
    """
    before = play.scene.combatants[target].state
    wounds = damage // before.wound_threshold
    sum_total = before.damage + damage
    play.tell(Damaged(actor=target, armor=armor, damage=damage, wounds=wounds, total=sum_total, ignored=ignored))
    after = play.scene.combatants[target].state
    if sum_total >= death(after):
        if not after.dead:
            play.tell(Died(actor=target, was_down=after.down))
        return
    if not after.awake:
        return
    if sum_total >= after.dur:
        play.tell(KnockedOut(actor=target))
        return
    if wounds:
        _wounded(play, target, wounds)


def _wounded(play: EclipsePlay, target: str, wounds: int) -> None:
    """Knockdown and unconsciousness, for which the new wounds count (C1; 001-13)."""
    upright = not play.scene.combatants[target].state.prone
    footing = withstood(play, target, "knockdown") if upright else None
    waking = withstood(play, target, "unconsciousness") if wounds >= 2 else None
    out = waking is not None and not waking.succeeded
    if footing is not None:
        play.tell(BodyTested(actor=target, outcome=footing))
        if not footing.succeeded:
            play.tell(FellDown(actor=target, out=out))
    if waking is not None:
        play.tell(BodyTested(actor=target, outcome=waking))
    if out:
        play.tell(KnockedOut(actor=target))


def withstood(play: EclipsePlay, target: str, label: str, harder: tuple[Term, ...] = ()) -> Outcome:
    """A check of three times Somatics."""
    state = play.scene.combatants[target].state
    return check(play, label, Term("som_3", 3 * state.som, "C1"), (*suffering(play.tables, state), *harder))


def disarmed(play: EclipsePlay, target: str) -> None:
    """Whoever is struck on what it holds keeps it with three times Somatics at -30 (EPL 7). Dice: that check."""
    state = play.scene.combatants[target].state
    held = [key for key, weapon in state.weapons.items() if weapon.ready and weapon.kind != BARE_HANDS]
    if not (held and state.awake):
        return
    outcome = withstood(play, target, "disarming", play.tables.modifier("disarmed"))
    play.tell(BodyTested(actor=target, outcome=outcome))
    if not outcome.succeeded:
        play.tell(Disarmed(actor=target, weapon=held[0]))


def suffering(tables: Tables, state: State) -> tuple[Term, ...]:
    """What wounds and traumas take off every action (C2), and the aftermath of a shock (EPL 7)."""
    marks = {"wound": state.wounds, "trauma": state.traumas, "shaken": state.shaken.thirds}
    return tuple(term for key, times in marks.items() for term in tables.modifier(key, times))


def shock(play: EclipsePlay, target: str) -> None:
    """A shock: what is left of Durability and energy armour against incapacity of a turn for ten of the margin (C3).

    Machines feel none; whoever is incapacitated falls down and is shaken for three minutes after it, all others until
    the end of the next turn and less in the two behind it (EPL 7).
    """
    state = play.scene.combatants[target].state
    if not state.awake or state.kind is not Kind.BIOMORPH:
        return
    first = Term("durability_left", state.dur - state.damage, "C3")
    outcome = check(play, "shock", first, worn(state, energy=True))
    play.tell(BodyTested(actor=target, outcome=outcome))
    if outcome.succeeded:
        play.tell(Shocked(actor=target, turns=LIGHT_SHOCK_TURNS, step=1))
        return
    turns = max(LEAST_STUN_TURNS, outcome.margin // 10)
    play.tell(Stunned(actor=target, turns=turns))
    play.tell(Shocked(actor=target, turns=turns + 3 * TURNS_PER_MINUTE, step=TURNS_PER_MINUTE))
    if not state.prone:
        play.tell(FellDown(actor=target))


def distress(play: EclipsePlay, target: str, stress: int, *, resisted: bool) -> None:
    """Stress is taken, unless it may be resisted with three times Willpower and is (C1).

    Traumas as wounds by the Trauma Threshold; Lucidity reached is a breakdown, twice that madness. Dice: the
    resistance, then whether a trauma takes the wits.
    """
    before = play.scene.combatants[target].state
    outcome = _resisted(play, before) if resisted else None
    taken = 0 if outcome and outcome.succeeded else stress
    traumas = taken // before.trauma_threshold
    after = before.stress + taken
    play.tell(Stressed(actor=target, stress=taken, traumas=traumas, total=after, outcome=outcome))
    insane = after >= 2 * before.lucidity > before.stress
    if insane or after >= before.lucidity > before.stress:
        play.tell(Broke(actor=target, insane=insane))
        return
    if traumas:
        _disoriented(play, target)


def _disoriented(play: EclipsePlay, target: str) -> None:
    """A trauma takes one's wits, unless three times Willpower keep them; the new ones count (EPL 7)."""
    state = play.scene.combatants[target].state
    if state.dazed or not state.awake:
        return
    outcome = check(play, "disorientation", Term("wil_3", 3 * state.wil, "C1"), suffering(play.tables, state))
    play.tell(BodyTested(actor=target, outcome=outcome))
    if not outcome.succeeded:
        play.tell(Dazed(actor=target))


def bleed(play: EclipsePlay, target: str) -> None:
    """A wounded body beyond its Durability loses a point more with each turn (EPL 7)."""
    state = play.scene.combatants[target].state
    play.tell(Bled(actor=target, total=state.damage + 1))
    if state.damage + 1 >= death(state):
        play.tell(Died(actor=target, was_down=state.down))


def _resisted(play: EclipsePlay, state: State) -> Outcome:
    return check(play, "resistance", Term("wil_3", 3 * state.wil, "C1"), suffering(play.tables, state))


def metres_lost(weapon: Weapon, metres: float) -> int:
    """The full metres that weaken a blast: all of them, or only those beyond its radius where it is uniform (C3)."""
    return max(0, int(metres) - (weapon.radius_m if weapon.area == "uniform" else 0))
