"""What can be done with a weapon besides shooting."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, by_actor
from bot.rulesets.horizons.checks.actions import Effort
from bot.rulesets.horizons.play import Target
from bot.rulesets.horizons.state import State
from bot.rulesets.horizons.time.slots import TURN


def weapon_in_hand(state: State) -> tuple[str, ...]:
    """Return the weapon that somebody holds, if any."""
    return tuple(name for name in state.weapons if name == state.held)


def all_weapons(state: State) -> tuple[str, ...]:
    """Return the weapons that somebody has."""
    return tuple(state.weapons)


def _weapons_to_draw(state: State) -> tuple[str, ...]:
    return tuple(name for name in state.weapons if name != state.held)


_WHICH = "which weapon; the one in hand if left out"
Item = Annotated[str | None, Field(_WHICH, fits=by_actor(all_weapons), shared=True)]
ItemInHand = Annotated[str | None, Field(_WHICH, fits=by_actor(weapon_in_hand), shared=True)]


class Reload(Action, frozen=True, kw_only=True):
    """Load the weapon in hand."""

    offer = Offer("reload", "Reload", "load the weapon in hand", kinds=TURN)

    item: ItemInHand = None


class Draw(Action, frozen=True, kw_only=True):
    """Take a weapon in hand."""

    offer = Offer("draw", "Draw", "take a weapon in hand", kinds=TURN)

    item: Annotated[str, Field("which weapon", fits=by_actor(_weapons_to_draw), shared=True)]


class Clear(Action, frozen=True, kw_only=True):
    """Put a malfunction of the weapon in hand right."""

    offer = Offer("clear", "Clear", "put a malfunction right", kinds=TURN)

    item: ItemInHand = None


class HideWeapon(Action, frozen=True, kw_only=True):
    """Hide a small weapon on the body."""

    offer = Offer("hide", "Hide", "a small weapon on the body")

    item: Item = None
    effort: Effort = 0


class Search(Action, frozen=True, kw_only=True):
    """Look for the hidden weapons of ``target``, by hand or only ``from_afar``."""

    offer = Offer("search", "Search", "look for hidden weapons")

    target: Target
    from_afar: Annotated[bool, Field("only look from a distance")] = False
    effort: Effort = 0
