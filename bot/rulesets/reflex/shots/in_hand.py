"""What is fired is in hand, whole and loaded, and a refusal says what would be."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.core.errors import RuleViolation
from bot.core.wording import counted, sentence
from bot.rulesets.reflex.kinds import Lies
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.person.anatomy import can_work
from bot.rulesets.reflex.person.gear import find
from bot.rulesets.reflex.state import State

ARCHERY = "archery"


def is_firearm(weapon: Weapon) -> bool:
    """Tell whether a weapon fires with noise: neither a bow nor one for close combat (text 003, lines 1421, 1476)."""
    return not weapon.model.melee and weapon.model.skill != ARCHERY


def check_quick(weapon: Weapon) -> None:
    """Check that a weapon has a Speed, without which it fires no hip, snap or aimed shot (lines 398-400, 1422, 1658).

    Raises:
        RuleViolation: its crew needs a pause to fire it.
    """
    if weapon.model.crewed:
        raise RuleViolation(
            f"The {weapon.name} has no Speed: it takes a pause to fire, or a whole exchange.",
            "Ready another weapon: /act action:ready.",
        )


def in_hand(armed: Mapping[str, Weapon], shooter: State, wanted: str) -> tuple[str, Weapon]:
    """Return the weapon that is fired, held as ``shooter`` did at the opening of the tick, loaded as it is now.

    Raises:
        RuleViolation: it is not in hand, the hands cannot hold it, or it is empty; the remedy says what would work.
    """
    key = _named(armed, shooter, wanted)
    held = shooter.kit.weapons.get(key, armed[key])
    check_in_hand(shooter, held)
    if key in shooter.kit.broken:
        raise RuleViolation(
            f"The {held.name} is {shooter.kit.broken[key]}.", "Ready another weapon: /act action:ready."
        )
    if not armed[key].loaded:
        raise RuleViolation(f"The {held.name} is empty.", _refill(armed, shooter, key))
    return key, held if held is armed[key] else msgspec.structs.replace(held, loaded=armed[key].loaded)


def check_in_hand(shooter: State, held: Weapon) -> None:
    """Check that a weapon is in hand or on a mount that was not left behind, and that its arms can be used.

    Raises:
        RuleViolation: it is not, or one of them cannot.
    """
    if held.lies is Lies.AWAY:
        raise RuleViolation(f"The {held.name} was left behind.", "Ready another weapon: /act action:ready.")
    if not held.is_ready:
        raise RuleViolation(
            f"The {held.name} is not in hand.",
            f"Ready it first ({counted(max(1, held.model.bulk), 'tick')}): /act action:ready item:{held.name}.",
        )
    if not can_work(shooter, held):
        raise RuleViolation(
            f"An arm that the {held.name} needs is useless.", "Ready something for the other hand: /act action:ready."
        )


def _named(armed: Mapping[str, Weapon], shooter: State, wanted: str) -> str:
    """Return the key of the weapon that was named, or of the only one that is ready; what takes a crew comes last."""
    if wanted:
        return find("weapon", armed, wanted)
    ready = [key for key in armed if shooter.kit.weapons.get(key, armed[key]).is_ready]
    ready = [key for key in ready if not armed[key].model.crewed] or ready
    if len(ready) == 1:
        return ready[0]
    if ready:
        raise RuleViolation("Which weapon?", f"In hand: {', '.join(ready)}.")
    drawn = [f"{key} ({counted(max(1, armed[key].model.bulk), 'tick')})" for key in _usable(armed, shooter)]
    bare = f"There is none to ready: {_BARE_HANDS}."
    raise RuleViolation(
        "No weapon is in hand.", f"Ready one with /act action:ready: {', '.join(drawn)}." if drawn else bare
    )


_BARE_HANDS = "strike at arm's reach with weapon=bare hands"


def _usable(armed: Mapping[str, Weapon], shooter: State) -> list[str]:
    """Return what is within reach, whole, and attacks without a crew, in hand or not."""
    broken = shooter.kit.broken
    return [
        key for key, weapon in armed.items() if not (key in broken or weapon.lies is Lies.AWAY or weapon.model.crewed)
    ]


def _refill(armed: Mapping[str, Weapon], shooter: State, empty: str) -> str:
    """Return what helps against an empty weapon: loading it, or using another one that is loaded."""
    choices: list[str] = []
    if armed[empty].spare != 0:
        ticks = counted(max(1, armed[empty].model.bulk), "tick")
        choices.append(f"reload ({ticks}): /act action:reload item:{empty}")
    for key in _usable(armed, shooter):
        if key != empty and armed[key].loaded:
            draws = f"draw the {key} ({max(1, armed[key].model.bulk)}): /act action:ready item:{key}"
            choices.append(f"use the {key}: /attack weapon:{key}" if armed[key].held_with else draws)
    return f"{sentence('; or '.join(choices or [_BARE_HANDS]))}."
