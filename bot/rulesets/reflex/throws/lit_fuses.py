"""Which fuse burns where: in somebody's hand, at its feet, or where it was thrown."""

from __future__ import annotations

import msgspec

from bot.rulesets.reflex.checks.labels import another
from bot.rulesets.reflex.kinds import Lies
from bot.rulesets.reflex.kit import Fuse
from bot.rulesets.reflex.state import State

_with = msgspec.structs.replace


def thrown_at(at: str, item: str, number: int) -> str:
    """Return the key under which the scene keeps who threw an item at somebody."""
    return f"{at}\n{another(item, number)}"


def next_number(state: State, item: str) -> int:
    """Return the number of one more fuse at somebody, where others of that name burn already."""
    return 1 + max((fuse.number for fuse in state.kit.fuses if fuse.item == item), default=0)


def own_fuse(state: State, item: str) -> Fuse | None:
    """Return the burning fuse of what somebody has itself, not of what was thrown there under the same name."""
    return next((fuse for fuse in state.kit.fuses if fuse.item == item and is_own(fuse)), None)


def is_own(fuse: Fuse) -> bool:
    """Tell whether a fuse burns in the hand or at the feet of whoever had it."""
    return not (fuse.off_m or fuse.range_m or fuse.place)


def on_body(state: State, fuse: Fuse, *, stowed: bool = True) -> bool:
    """Tell whether a fuse burns in the hand of whoever had it or, where ``stowed`` counts, put away."""
    item = state.kit.items.get(fuse.item)
    return item is not None and is_own(fuse) and (item.held or (stowed and item.lies is Lies.CARRIED))


def without_fuse(state: State, fuse: Fuse | None) -> State:
    """Return the state without one burning fuse."""
    return state.with_kit(fuses=tuple(each for each in state.kit.fuses if each is not fuse))


def without_thing(state: State, item: str, *, stowed: bool = False) -> State:
    """Return the state without the thing itself, where it was in hand, within reach or, if that counts, ``stowed``."""
    found, weapon = state.kit.items.get(item), state.kit.weapons.get(item)
    if found and (found.held or found.lies is Lies.NEAR or (stowed and found.lies is Lies.CARRIED)):
        return state.with_item(item, held=False, lies=Lies.AWAY)
    if weapon and (weapon.held_with or weapon.lies is Lies.NEAR):
        return state.with_weapon(item, held_with=0, lies=Lies.AWAY)
    return state
