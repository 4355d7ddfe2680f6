"""What somebody carries is found by the name on the sheet, and every piece starts from a row of the tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from bot.core.errors import RuleViolation
from bot.core.rows import TableRow
from bot.core.scene import unique_name
from bot.rulesets.reflex.kinds import Band, Encumbrance, Lies
from bot.rulesets.reflex.kit import Armor, Item, Model, Weapon
from bot.rulesets.reflex.person.physique import usable_hands
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables, WeaponRow

HALVES = {"nil": None, "x1/2": 1, "x1": 2, "x2": 4, "x3": 6, "x4": 8}
_CARRIED = ("secured", "packed", "hand", "spare", "bipod_down", "tracer")


def named(entries: Sequence[Mapping[str, Any]], rows: Mapping[str, TableRow]) -> list[str]:
    """Return the keys of sheet entries: their names, those of their kind's row, with a number where two share one."""
    taken: dict[str, None] = {}
    for entry in entries:
        name = entry.get("name") or rows[entry["kind"]].title
        taken[unique_name(taken, name)] = None
    return list(taken)


def weapons(tables: ReflexTables, entries: Sequence[Mapping[str, Any]]) -> dict[str, Weapon]:
    """Return the weapons of a sheet by name; where none is said to be in hand, the first that may be is."""
    keys = named(entries, tables.weapons)
    unsaid = [index for index, entry in enumerate(entries) if "held" not in entry]
    first = unsaid[0] if unsaid and not any(entry.get("held") for entry in entries) else None
    return {
        key: weapon(tables, key, {"held": index == first, **entry})
        for index, (key, entry) in enumerate(zip(keys, entries, strict=True))
    }


def weapon(tables: ReflexTables, name: str, entry: Mapping[str, Any]) -> Weapon:
    """Return one weapon: the row of its kind with what the entry says instead; it starts loaded."""
    shipped = tables.weapons[entry["kind"]]
    row = msgspec.structs.replace(
        shipped, **{field: entry[field] for field in shipped.__struct_fields__ if field in entry}
    )
    return Weapon(
        name=name,
        model=_model(row, shipped, tripod=entry.get("tripod", False)),
        loaded=min(entry.get("loaded", row.capacity), row.capacity),
        held_with=entry.get("hands", row.grip_hands) if entry["held"] else 0,
        lies=Lies(entry.get("lies", Lies.CARRIED)),
        fixed_mount=row.fixed_mount,
        **{field: entry[field] for field in _CARRIED if field in entry},
    )


def _model(row: WeaponRow, shipped: WeaponRow, *, tripod: bool) -> Model:
    """Return what a row says of a weapon; lists that are too short go on with the ``shipped`` values."""
    near, far = (HALVES[word] for word in (*row.penetration, *shipped.penetration[len(row.penetration) :]))
    hip, snap, aimed = (*row.speed, *shipped.speed[len(row.speed) :])
    return Model(
        skill=row.skill.casefold(),
        damage=row.damage,
        penetration=(near, far),
        optimum=Band[row.optimum.upper()],
        maximum=Band[row.maximum.upper()],
        speed=(hip, snap, aimed),
        recoil=row.recoil,
        bulk=row.bulk,
        single=row.single,
        bursts=tuple(sorted(row.bursts)),
        capacity=row.capacity,
        feed=row.feed,
        grip_hands=row.grip_hands,
        bipod=row.bipod,
        tripod=tripod,
        optics_bands=row.optics_bands,
        melee=row.melee,
        edged=row.edged,
        heavy=row.heavy,
        explosive=row.explosive,
        flame=row.flame,
        missile=row.missile,
        unwieldy=row.unwieldy,
        crewed=row.crewed,
        indirect_m=row.indirect_m or 0,
    )


def armor(tables: ReflexTables, entries: Sequence[Mapping[str, Any]]) -> tuple[Armor, ...]:
    """Return what is worn: the row of its kind with what the entry says instead."""
    keys = named(entries, tables.armor)
    return tuple(_armor(tables, key, entry) for key, entry in zip(keys, entries, strict=True))


def _armor(tables: ReflexTables, name: str, entry: Mapping[str, Any]) -> Armor:
    covers = entry.get("covers", tables.armor[entry["kind"]].covers)
    return Armor(name=name, armor_halves=whole_armor(tables, entry), covers=tuple(covers))


def whole_armor(tables: ReflexTables, entry: Mapping[str, Any]) -> int:
    """Return the Armor of a piece by its entry, in halves."""
    if "armor" in entry:
        return 2 * int(entry["armor"])
    halves: int = entry.get("armor_halves", tables.armor[entry["kind"]].armor_halves)
    return halves


def items(entries: Sequence[Mapping[str, Any]]) -> dict[str, Item]:
    """Return everything else that is carried, by name."""
    keys = named(entries, {})
    return {key: _item(key, entry) for key, entry in zip(keys, entries, strict=True)}


def _item(name: str, entry: Mapping[str, Any]) -> Item:
    said = {"hands": entry.get("grip_hands", 1), "lies": Lies.CARRIED, **entry}
    return msgspec.convert({**said, "name": name}, Item)


def lightened(state: State, thing: Weapon | Item, told: Encumbrance | None) -> Encumbrance | None:
    """Return how much somebody carries without a thing, as is ``told`` or on the sheet; None where that is no less.

    Raises:
        RuleViolation: what is told is more than somebody carries.
    """
    loads, own = list(Encumbrance), thing.load_without if isinstance(thing, Item) else None
    carried = loads.index(state.kit.encumbrance)
    if told and loads.index(told) > carried:
        raise RuleViolation(f"Without it the load is no heavier than {state.kit.encumbrance}.", "Say a lighter load=.")
    load = told or own
    return load if load and loads.index(load) < carried else None


_READY = "/act action:ready takes something in hand."
_BRINGS = {
    "thing lying here": "What somebody lets fall lies here: /act action:ditch.",
    "thing in hand": _READY,
    "item in hand": _READY,
    "weapon in hand": _READY,
    "thing here": "A GM says what is here: /act action:thing_put.",
    "weapon for indirect fire": "It takes a mortar or a launcher; all else fires with /attack.",
    "thing to wear": "A GM or its player puts one on the sheet: /sheet edit.",
}
"""By what something comes to be that can be named, by what is looked for."""


def find(kind: str, names: Iterable[str], wanted: str) -> str:
    """Return the one of ``names`` that ``wanted`` means, whatever its case or where only a part of it was typed.

    Raises:
        RuleViolation: none or more than one does; the remedy names them.
    """
    known, typed = list(names), wanted.casefold()
    near = [name for name in known if typed and typed in name.casefold()]
    begun = [name for name in near if name.casefold().startswith(typed)]
    found = [name for name in begun if len(name) == len(wanted)] or begun or near
    if len(found) != 1:
        which = f"No {kind} is called {wanted[:40]!r}." if wanted else f"Which {kind}?"
        here = f"There is: {', '.join(known)}." if known else f"There is none. {_BRINGS.get(kind, '')}".rstrip()
        raise RuleViolation(which, here)
    return found[0]


def free_hands(state: State, apart_from: str = "") -> tuple[str, ...]:
    """Return the hands that hold nothing (but ``apart_from``) and could, the one of birth first.

    A critical or lost arm holds nothing (text 003, lines 1037-1038).
    """
    taken: set[str] = set()
    things: tuple[tuple[str, Weapon | Item], ...] = (*state.kit.weapons.items(), *state.kit.items.items())
    for key, thing in things:
        if thing.held_with and key != apart_from:
            taken |= {"right", "left"} if thing.held_with > 1 else {thing.hand}
    free = [hand for hand in usable_hands(state) if hand not in taken]
    return tuple(sorted(free, key=lambda hand: hand != state.person.handed))


def is_in_hand(thing: Weapon | Item) -> bool:
    """Tell whether a belonging is in hand."""
    return thing.held_with > 0


def is_on(thing: Weapon | Item) -> bool:
    """Tell whether a belonging is switched on; a weapon is on its bipod."""
    return thing.bipod_down if isinstance(thing, Weapon) else thing.active


def guns_in_hand(state: State) -> Iterable[str]:
    """Return the weapons in hand that do more than strike, by name."""
    return (key for key, weapon in state.kit.weapons.items() if weapon.held_with and not weapon.model.melee)


def belongings(state: State) -> dict[str, Weapon | Item]:
    """Return weapons and everything else carried, by name."""
    return {**state.kit.items, **state.kit.weapons}


def throwable(state: State) -> dict[str, Item]:
    """Return what somebody has in hand and could throw; weapons weigh half a kilogram per point of Bulk (ours)."""
    armed = {key: weapon for key, weapon in state.kit.weapons.items() if weapon.model.melee and weapon.held_with}
    return {
        **{key: item for key, item in state.kit.items.items() if item.held},
        **{
            key: Item(
                name=key, bulk=weapon.model.bulk, hand=weapon.hand, damage=weapon.model.damage, flame=weapon.model.flame
            )
            for key, weapon in armed.items()
        },
    }


def modes_of(weapon: Weapon) -> tuple[int, ...]:
    """Return the numbers of rounds a weapon fires at a time, ascending; what fires no bursts fires single shots."""
    return ((1,) if weapon.model.single or not weapon.model.bursts else ()) + weapon.model.bursts
