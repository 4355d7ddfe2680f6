"""What stands before a thing stops what comes at it, as before somebody: the best shown place of it is aimed at."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.rows import HOUSE
from bot.core.terms import Term
from bot.rulesets.reflex.kit import Item, Weapon
from bot.rulesets.reflex.person.protection import Cover, Layer, got_through, layers

FEET = frozenset({"left foot", "right foot"})


def hands_on(thing: Weapon | Item) -> frozenset[str]:
    """Return the hands that hold something, as fine places of a body."""
    hands = ("left", "right") if thing.held_with > 1 else (thing.hand,)
    return frozenset(f"{hand} hand" for hand in hands)


def cover_terms(cover: Cover | None, shown: frozenset[str], damage: int, penetration: int | None) -> tuple[Term, ...]:
    """Return what cover takes off the damage to a thing, which is behind it where it hides all that is ``shown``.

    Text 003, lines 470-477, 511-512; 003-55. ``penetration`` is the Armor multiplier in halves, None for Nil.
    """
    ways = [layers(cover, (), fine, penetration) for fine in sorted(shown)]
    return tuple(_taken(max(ways, key=lambda passed: got_through(damage, passed), default=()), damage))


def _taken(passed: tuple[Layer, ...], damage: int) -> Iterator[Term]:
    left = damage
    for layer in passed:
        taken = left if layer.stops else min(left, layer.effective)
        left -= taken
        if taken:
            source = "003:470-477; 003-55"
            yield Term("cover", -taken, f"{source} {HOUSE}" if layer.house else source, layer.what)
