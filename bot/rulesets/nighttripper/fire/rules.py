"""An attack: one throw tells whether it hits, where, and how badly; melee goes by reach, shots by range."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.core.actions import read
from bot.core.errors import Incomplete, RuleViolation
from bot.core.events import RangeSet
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.terms import Term
from bot.core.wording import agreeing, metres, shown
from bot.rulesets.nighttripper.checks.events import Outcome
from bot.rulesets.nighttripper.checks.rules import MELEE, RANGED, rank, spent, thrown, told_terms, wound_terms
from bot.rulesets.nighttripper.close.events import AdvantageGained
from bot.rulesets.nighttripper.close.reaches import DISADVANTAGED, position
from bot.rulesets.nighttripper.fire.actions import Attack, Draw
from bot.rulesets.nighttripper.fire.events import Attacked, Drew, Hit
from bot.rulesets.nighttripper.person.limbs import ARM, check_limbs
from bot.rulesets.nighttripper.person.sheet import FISTS, weapons_at_hand
from bot.rulesets.nighttripper.play import NightPlay, NightReading, NightScene
from bot.rulesets.nighttripper.sights import check_open
from bot.rulesets.nighttripper.state import State, Weapon
from bot.rulesets.nighttripper.tables import NightTables
from bot.rulesets.nighttripper.time.rules import done
from bot.rulesets.nighttripper.time.steps import step_now, step_title, steps
from bot.rulesets.nighttripper.wounds.injury import Coming, place_of, side_of, side_roll, suffer

rules = Rules()


class Means(msgspec.Struct, frozen=True):
    """The means of an attack: with what, what the step or the range is worth, and for a shot how far."""

    step: str
    name: str
    weapon: Weapon
    term: Term
    range_m: float | None = None

    @property
    def deed(self) -> str:
        """Return the deed, whose wounds hamper it."""
        return MELEE if self.range_m is None else RANGED


@rules(Attack)
def attack(play: NightPlay, attack: Attack) -> None:
    """Attack somebody in one's step.

    Dice: two for the throw, one for each reroll, one for the side of a limb.

    Raises:
        RuleViolation: the weapon, the arms, the target, the distance or what stands between does not allow it.
    """
    actor, target = attack.actor, attack.target
    check_limbs(play.at_opening(actor), actor, ARM)
    _check_target(play.scene, actor, target)
    check_open(play, actor, target)
    means = _means(play, attack)
    throw = thrown(play, actor, _terms(play, attack, means), placed=True)
    if means.range_m is not None and play.distance(actor, target) != means.range_m:
        play.tell(RangeSet(actor=actor, target=target, range_m=means.range_m))
    play.tell(_attacked(play, actor, target, means, throw))
    spent(play, actor, throw)
    if throw.impact:
        _landed(play, actor, target, means, throw)
    play.tell(done(actor))


@rules(Draw)
def draw(play: NightPlay, drawn: Draw) -> None:
    """Take another weapon in hand, beside one's action: it counts for reach from the next step on (002-22).

    Raises:
        RuleViolation: there is no such weapon, it is in hand, or there is no arm to take it with.
    """
    check_limbs(play.at_opening(drawn.actor), drawn.actor, ARM)
    state = play.scene.combatants[drawn.actor].state
    known = weapons_at_hand(state)
    found = next((name for name in known if name.casefold() == drawn.item.casefold()), None)
    if found is None or found == state.wields:
        others = ", ".join(name for name in known if name != state.wields) or "nothing else"
        what = "does not have that" if found is None else "has that in hand"
        raise RuleViolation(f"{shown(drawn.actor)} {what}: {drawn.item[:40]}.", f"At hand: {others}.")
    play.tell(Drew(actor=drawn.actor, weapon=found))


def steps_meant(tables: NightTables, state: State, act: Act) -> tuple[str, ...]:
    """Return the steps that an attack is meant for, by the weapon that is said or the one in hand.

    From farther off than blows reach it is a shot, with whatever fires.
    """
    said = read(Attack, act)
    rows = {name.casefold(): tables.weapons[each.kind].row for name, each in state.weapons.items()}
    row = rows.get((said.weapon or state.wields).casefold(), "")
    if row:
        return (row,)
    far = said.range_m is not None and said.range_m > tables.limits.reach.value
    firing = tuple(dict.fromkeys(filter(None, rows.values())))
    return firing if far and firing and not said.weapon else tuple(tables.melee)


def _check_target(scene: NightScene, actor: str, target: str) -> None:
    """Raise RuleViolation where there is no such target; whoever is down can be struck at like anybody (002-5)."""
    if scene.present(target).actor == actor:
        raise RuleViolation("That would be oneself.", "Choose somebody else.")


def _means(reading: NightReading, attack: Attack) -> Means:
    step, state = step_now(reading.scene, attack.actor), reading.at_opening(attack.actor)
    blows = reading.tables.melee
    return (_strike if step in blows else _shot)(reading, attack, step, state)


def _strike(reading: NightReading, attack: Attack, step: str, state: State) -> Means:
    """Strike with the advantage, matched or without it, each in its own step (text 002, lines 36-41).

    How far it is to the target, what was said tells where nothing else does.
    """
    tables, target, reach_m = reading.tables, attack.target, reading.tables.limits.reach.value
    name, weapon = _melee_weapon(tables, attack, state)
    known_m = reading.distance(attack.actor, target)
    range_m = attack.range_m if known_m is None else known_m
    if range_m is not None and range_m > reach_m:
        remedy = f"Within {reach_m} m blows can be struck: move closer in the step of movement, /act action:move."
        raise RuleViolation(f"{shown(target)} is {metres(range_m)} away.", remedy)
    stands = position(reading, attack.actor, target)
    if stands != step:
        held = reading.as_seen(attack.actor).wields
        raise RuleViolation(
            f"Against {shown(target)} {shown(attack.actor)} is {stands}, holding {held}.", _when(tables, step, stands)
        )
    row = tables.melee[stands]
    return Means(step, name, weapon, Term(stands, row.modifier, row.cited))


def _when(tables: NightTables, step: str, stands: str) -> str:
    """Return when somebody can strike whose step is another than the one that is played."""
    order = steps(tables)
    if order.index(stands) < order.index(step):
        return "That step of the round is over: let this one go by, /act action:pass."
    return f"Strike in the step {step_title(tables, stands)}, or let this one go by: /act action:pass."


def _melee_weapon(tables: NightTables, attack: Attack, state: State) -> tuple[str, Weapon]:
    """Return the weapon named; else what is in hand, the first that strikes, or bare hands."""
    striking = {name: each for name, each in state.weapons.items() if not tables.weapons[each.kind].row}
    fists = {} if FISTS in striking else {FISTS: Weapon(FISTS)}
    name = _chosen(attack, {**striking, **fists}, state.wields, "strike with")
    return name, striking.get(name, Weapon(FISTS))


def _chosen(attack: Attack, fitting: dict[str, Weapon], wields: str, verb: str) -> str:
    """Return the name of the weapon to use: the one said, the one in hand, or the first that fits."""
    said = attack.weapon or (wields if wields in fitting else next(iter(fitting), ""))
    found = next((name for name in fitting if name.casefold() == said.casefold()), None)
    if found is None:
        what = f"{agreeing(said, 'a ', '')}{said[:40]} now" if said else "anything now"
        remedy = f"These fit this step: {', '.join(fitting) or 'none'}; /act action:draw takes one in hand."
        raise RuleViolation(f"{shown(attack.actor)} cannot {verb} {what}.", remedy)
    return found


def _shot(reading: NightReading, attack: Attack, step: str, state: State) -> Means:
    """Shoot in the step of its row of the chart; the first column that reaches counts (text 002, 60-68; 002-7)."""
    tables = reading.tables
    firing = {name: each for name, each in state.weapons.items() if tables.weapons[each.kind].row == step}
    name = _chosen(attack, firing, state.wields, "fire")
    range_m = reading.distance(attack.actor, attack.target) if attack.range_m is None else attack.range_m
    if range_m is None:
        raise Incomplete(f"How far is {shown(attack.target)}?", "Say range_m=60, or a GM sets it with /init range.")
    column = column_at(tables, range_m)
    own = firing[name].ranges
    row = own or tables.chart[step].modifiers
    if column not in row:
        raise RuleViolation(f"The {name} cannot hit at {metres(range_m)}.", _where_it_hits(tables, row, range_m))
    source = "002:56; the sheet" if own else tables.chart[step].cited
    term = Term(column, row[column], source, detail=f"{range_m:g}")
    return Means(step, name, firing[name], term, float(range_m))


def _where_it_hits(tables: NightTables, row: Mapping[str, int], range_m: float) -> str:
    """Return what would work where a row of the chart has nothing at a distance: beyond its last range, or between."""
    named = [found for key, found in tables.ranges.items() if key in row]
    reach_m, another = named[-1].reach_m, "take another weapon: /act action:draw"
    if range_m > reach_m:
        return f"It reaches {reach_m} m: get closer with /act action:move, or {another}."
    return f"It hits at {' and '.join(found.title for found in named)}: /act action:move, or {another}."


def column_at(tables: NightTables, range_m: float) -> str:
    """Return the first column that reaches so far; none beyond the last."""
    return next((key for key, row in tables.ranges.items() if range_m <= row.reach_m), "")


def _terms(reading: NightReading, attack: Attack, means: Means) -> tuple[Term, ...]:
    state, kind = reading.at_opening(attack.actor), means.weapon.kind
    names = (means.name, kind, reading.tables.weapons[kind].title)
    wounds = wound_terms(reading, state, means.deed)
    return (rank(state, *names), means.term, *wounds, *told_terms(attack.modifier))


def _attacked(reading: NightReading, actor: str, target: str, means: Means, throw: Outcome) -> Attacked:
    return Attacked(
        actor=actor,
        target=target,
        weapon=means.name,
        step=means.step,
        title=step_title(reading.tables, means.step),
        throw=throw,
        hit=throw.impact > 0,
        range_m=means.range_m,
        laser=means.weapon.laser,
    )


def _landed(play: NightPlay, actor: str, target: str, means: Means, throw: Outcome) -> None:
    """Hit where the lower die says; from the worse side it gets inside whatever stops it (002-16, 002-17).

    Nobody gets inside the reach of the dead, nor does who was killed in the same step (ours).
    """
    place = place_of(play.tables, min(throw.faces))
    roll = side_roll(play, place)
    side = side_of(roll)
    play.tell(Hit(actor=actor, target=target, place=place, side=side, roll=roll, impact=throw.impact))
    suffer(play, target, Coming(actor, place, side, throw.impact), laser=means.weapon.laser)
    people = play.scene.combatants
    if means.step == DISADVANTAGED and not (people[actor].state.dead or people[target].state.dead):
        play.tell(AdvantageGained(actor=actor, target=target))
