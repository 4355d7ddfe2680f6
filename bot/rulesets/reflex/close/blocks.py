"""A block is a reaction: whoever is struck and could act within one tick is asked whether and with what to meet it.

It has a moment of its own: it is judged as everybody stands, and what comes of it counts at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec

from bot.core.dice import Ask, Buckets, Each
from bot.core.scene import Question
from bot.core.source import AtStake, Knows
from bot.rulesets.reflex.checks.check import Effort, Outcome, missing_levels, opposed, skill_check, wound_penalty
from bot.rulesets.reflex.checks.nerve import is_broken
from bot.rulesets.reflex.close.blow import GRAPPLE, bare_hands, improvised, is_bare
from bot.rulesets.reflex.close.events import Blocked, BlockTested
from bot.rulesets.reflex.close.grips import seize
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.person.anatomy import arms_at_work, called_fines, usable
from bot.rulesets.reflex.person.control import firm, hampered
from bot.rulesets.reflex.person.hands import (
    BARE_HANDS,
    HELD_SKILL,
    blocking_arms,
    grip_terms,
    limb_terms,
    long_and_short,
)
from bot.rulesets.reflex.person.physique import ARMS
from bot.rulesets.reflex.person.protection import got_through, layers
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.time.ticks import tick_of
from bot.rulesets.reflex.time.timing import CHOICE, FINISH, OPERATIONAL, second_action, spend
from bot.rulesets.reflex.wounds.events import Hit
from bot.rulesets.reflex.wounds.harm import taken

TAKE = "take it"
USUAL_BLOCK = "block"
WITHIN_TICKS = 1
BLOCK_TICKS = 1
GRAPPLE_WITH = "grapple with {}"
HURT_PERCENT = 50
HURT = Ask("block_hurts", 1, 100, Buckets((HURT_PERCENT, 100)))
WHICH_ARM = Ask("which_arm", 1, 2, Each())


class Incoming(msgspec.Struct, frozen=True):
    """An attack that succeeded with ``outcome``; ``limbs`` are those of the attacker that are at work.

    ``question`` is the key under which the target is asked.
    """

    actor: str
    aimed_at: str
    weapon: Weapon
    limbs: tuple[BodyPart, ...]
    outcome: Outcome
    unaware: bool = False
    question: str = USUAL_BLOCK


class Blocker(msgspec.Struct, frozen=True):
    """Something to block with; a block may be a grapple too (text 003, line 815)."""

    weapon: Weapon
    grapples: bool = False


def margin_after_block(play: ReflexPlay, incoming: Incoming) -> int:
    """Ask the target, where it can block at all, and return what a block leaves of the margin (003, lines 757-771).

    Dice: the check of the block, then those of its consequences. Nobody is asked about an attack that misses (ours).
    """
    ways = {} if incoming.unaware else ways_to_block(play, incoming.aimed_at)
    stakes = partial(_at_stake, play, incoming, ways)
    chosen = play.ask(_question(incoming, tuple(ways)), stakes) if ways else TAKE
    if chosen == TAKE:
        return incoming.outcome.margin
    with play.own_moment():
        return _block(play, incoming, ways[chosen])


def ways_to_block(reading: ReflexReading, actor: str) -> dict[str, Blocker]:
    """Return how ``actor`` can block in time, by name: with what is in hand, or bare hands (lines 760-763; RX-18)."""
    state, slot = reading.scene.combatants[actor].state, reading.scene.slot(actor)
    hurried = slot is not None and {CHOICE, FINISH, OPERATIONAL}.isdisjoint(slot.kinds)
    if slot is None or reading.scene.opened is None or not hurried or reading.hindrance(actor) or is_broken(state):
        return {}
    if tick_of(reading.scene.opened) - tick_of(slot.key) > WITHIN_TICKS:
        return {}
    left = state.turn.initiative or 0
    most = reading.tables.ticks["move"].second if second_action(reading.scene, actor) else left
    broken = state.kit.broken
    held = {
        key: weapon
        for key, weapon in state.kit.weapons.items()
        if weapon.held_with and not (weapon.model.melee and key in broken)
    }
    ways = {**improvised(reading.tables, state), **held}
    if any(usable(state, arm) for arm in ARMS):
        ways[BARE_HANDS] = bare_hands(reading.tables)
    quick = {key: weapon for key, weapon in ways.items() if block_ticks(weapon) <= most}
    grapples = {GRAPPLE_WITH.format(key): Blocker(weapon, grapples=True) for key, weapon in quick.items()}
    return {**{key: Blocker(weapon) for key, weapon in quick.items()}, **grapples}


def block_ticks(way: Weapon) -> int:
    """Return the ticks of a block: one more than a blind strike (text 003, line 763; RX-17)."""
    return BLOCK_TICKS + way.model.speed[0]


def _question(incoming: Incoming, ways: tuple[str, ...]) -> Question:
    blow = f"{incoming.outcome.margin} {incoming.weapon.name}"
    return Question(
        incoming.question, incoming.aimed_at, "block", (TAKE, *ways), TAKE, detail=blow, target=incoming.actor
    )


def _at_stake(
    play: ReflexPlay, incoming: Incoming, ways: Mapping[str, Blocker], choice: str, knows: Knows
) -> AtStake | None:
    """Return what a block costs and how often it stops the blow; at most how often, for who may not know its margin."""
    if choice not in ways:
        return None
    way, margin = ways[choice], knows(incoming.actor)

    def stops() -> bool:
        made = _block_check(play, incoming, way)
        return opposed(incoming.outcome, made) < 0 if margin else made.succeeded

    return AtStake(block_ticks(way.weapon), stops, at_most=not margin)


def _block(play: ReflexPlay, incoming: Incoming, way: Blocker) -> int:
    actor, cost = incoming.aimed_at, block_ticks(way.weapon)
    outcome = _block_check(play, incoming, way)
    net = opposed(incoming.outcome, outcome)
    play.tell(
        Blocked(
            actor=actor,
            target=incoming.actor,
            title=way.weapon.name,
            cost_ticks=cost,
            outcome=outcome,
            net=net,
            grapples=way.grapples,
        )
    )
    spend(play, actor, cost)
    if net >= 0:
        return net
    _consequences(play, incoming, way, -net)
    return net


def _block_check(play: ReflexPlay, incoming: Incoming, way: Blocker) -> Outcome:
    """Return the check of a block: Hand-to-Hand or Hand Weapons with OODA, by what meets it (text 003, lines 764-766).

    A block to grapple asks for that qualification (line 816).
    """
    actor, weapon = incoming.aimed_at, way.weapon
    state = play.scene.combatants[actor].state
    bare = is_bare(weapon)
    skill = weapon.model.skill if bare else HELD_SKILL
    limbs = blocking_arms(play, state) if bare else arms_at_work(weapon)
    untaught = missing_levels(play.tables, state, skill, GRAPPLE) if way.grapples else 0
    levels = wound_penalty(state, Effort(limbs=limbs)) + untaught
    grip = limb_terms(play, state, limbs[0]) if bare else grip_terms(play, state, weapon, fine=False)
    terms = (*grip, *long_and_short(play, state), *hampered(play.scene, actor, incoming.actor))
    return skill_check(play, "block", state, skill, "ooda", terms, levels)


def _consequences(play: ReflexPlay, incoming: Incoming, way: Blocker, margin: int) -> None:
    """Have bare hands that met a blade, and limbs that met a weapon, be hurt half of the time (lines 773-779).

    A grapple hurts nobody; by as much as it beats the attack it wins Control (817-818; ours: the net margin).
    Dice: d100, then two sides for the arm of a bare-handed defender.
    """
    defender, attacker = incoming.aimed_at, incoming.actor
    if is_bare(way.weapon) and incoming.weapon.model.edged:
        _tested(play, defender, attacker, incoming.weapon, ())
    elif way.weapon.model.melee and not (way.grapples or is_bare(way.weapon)) and is_bare(incoming.weapon):
        _tested(play, attacker, defender, way.weapon, incoming.limbs)
    seizes = way.grapples and firm(play.scene.combatants[defender].state)
    if seizes:
        seize(play, defender, attacker, margin)


def _tested(play: ReflexPlay, actor: str, by: str, weapon: Weapon, limbs: tuple[BodyPart, ...]) -> None:
    roll = play.roll(HURT)
    if roll.faces[0] > HURT_PERCENT:
        play.tell(BlockTested(actor=actor, target=by, roll=roll))
        return
    place = limbs[0] if limbs else ARMS[play.roll(WHICH_ARM).faces[0] - 1]
    play.tell(BlockTested(actor=actor, target=by, roll=roll, place=place))
    _hurt(play, actor, by, weapon, place)


def _hurt(play: ReflexPlay, actor: str, by: str, weapon: Weapon, place: BodyPart) -> None:
    """Hurt a place by the weapon's Damage without any margin, behind what is worn there (ruling 003-88)."""
    fine, through = called_fines(play.tables)[place], weapon.model.penetration[0]
    passed = layers(None, play.scene.combatants[actor].state.kit.armor, fine, through)
    hit = Hit(
        actor=by,
        target=actor,
        place=place,
        fine=fine,
        damage=weapon.model.damage,
        penetration=through,
        final=got_through(weapon.model.damage, passed),
        layers=passed,
    )
    taken(play, hit)
