"""A sheet in words: everything that the rules read, with the values that follow from it worked out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.core.rows import HOUSE, TableRow
from bot.core.scene import Sheet
from bot.core.wording import Line, Mark, Span, counted, line, note
from bot.rulesets.reflex.checks.check import pool_of
from bot.rulesets.reflex.checks.wording import dice_name
from bot.rulesets.reflex.equipment.rules import WEAPONS_ARE_OF, armor_and_threshold
from bot.rulesets.reflex.kinds import Band, Lies
from bot.rulesets.reflex.kit import Armor, Item, Weapon
from bot.rulesets.reflex.person.hands import dominant, off_hand_penalty, other_hand
from bot.rulesets.reflex.person.physique import PACES, base_initiative, base_threshold, fastest, metres, wait_ticks
from bot.rulesets.reflex.person.sheet import enlisted
from bot.rulesets.reflex.state import State, Vehicle
from bot.rulesets.reflex.status import condition
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.throws.throwing import HEAVY_GRAMS, reach
from bot.rulesets.reflex.wounds.words import multiplier

USUAL_SIZE = "human"


def described(tables: ReflexTables, sheet: Sheet) -> tuple[Line, ...]:
    """Return a sheet in words, with what follows from it."""
    state = enlisted(tables, sheet)
    weapons = tuple(weapon_line(tables, weapon) for weapon in state.kit.weapons.values())
    if state.body.vehicle:
        return (*_vehicle(tables, state, state.body.vehicle), *weapons, *_state(state))
    return (*_abilities(tables, state), *weapons, *_wearing(state), *_body(tables, state), *_state(state))


def _titled(title: str, *words: str | Span) -> Line:
    return line(Span(f"{title} ", Mark.HEADING), *words)


def _house(*rows: TableRow) -> Span:
    """Return a mark where any of these rows of tables is ours."""
    return note(f" {HOUSE}" if any(row.house for row in rows) else "")


def _abilities(tables: ReflexTables, state: State) -> Iterator[Line]:
    attributes = state.person.attributes
    values = [f"{field} {getattr(attributes, field)}" for field in attributes.__struct_fields__]
    yield _titled("Attributes", ", ".join(values).replace("cuf", "CUF").replace("ooda", "OODA"))
    skills = [f"{skill} {value} ({_dice(tables, value)})" for skill, value in state.person.skills.items()]
    yield _titled("Skills", ", ".join(skills) or "none")
    learned = [tables.qualifications[key].title for key in state.person.qualifications]
    learned += [tables.advantages[key].title for key in state.person.advantages]
    if learned:
        yield _titled("Learned", ", ".join(learned))
    yield _handedness(tables, state)
    yield from _traits(tables, state)


_TRAITS = {
    "leader": "leads the team",
    "spares_life": "bound not to kill",
    "untrained_bursts": "fires bursts without having learned how",
}


def _traits(tables: ReflexTables, state: State) -> Iterator[Line]:
    """Yield what else is not usual about somebody."""
    found = [words for field, words in _TRAITS.items() if getattr(state.person, field)]
    if state.person.size != USUAL_SIZE:
        found.append(str(tables.sizes[state.person.size].title))
    if found:
        yield _titled("Traits", ", ".join(found))


def _handedness(tables: ReflexTables, state: State) -> Line:
    """Return the leading hand, what the other one costs, and what practice makes of that (lines 1561-1570)."""
    leading = dominant(tables, state)
    if leading != state.person.handed:
        return _titled("Hands", f"fully {leading}-handed by practice")
    coarse, fine = (off_hand_penalty(tables, state, fine=fine) for fine in (False, True))
    months = tables.hands["practice"].months_in_all
    done = f" ({state.person.practice_months} done)" if state.person.practice_months else ""
    costs = f"the {other_hand(leading)} costs {-coarse}, {-fine} for fine work, where the campaign plays it"
    return _titled("Hands", f"{leading}-handed; {costs}; fully changed after {months} months of practice{done}")


def _dice(tables: ReflexTables, value: int) -> str:
    """Return a skill level with its dice, as players write them: professional, 3d20L."""
    pool = pool_of(tables, value)
    return f"{pool.level}, {dice_name(pool)}"


def weapon_line(tables: ReflexTables, weapon: Weapon) -> Line:
    """Return a weapon with all its numbers."""
    speed = "/".join(str(ticks) for ticks in weapon.model.speed)
    held = "in hand" if weapon.held_with else weapon.lies.value
    if weapon.model.melee:
        numbers = f"Damage {weapon.model.damage}, Speed {speed}, Bulk {weapon.model.bulk}, close combat; {held}"
    else:
        numbers = _gun(weapon, speed, held)
    armor, threshold = armor_and_threshold(tables, WEAPONS_ARE_OF, weapon.model.bulk)
    through = "/".join(multiplier(each) for each in weapon.model.penetration)
    more = f"; {weapon.model.skill}; Penetration {through}; ready in {counted(max(1, weapon.model.bulk), 'tick')}"
    return _titled(weapon.name, numbers, note(f"{more}; breaks from {threshold} behind Armor {armor}"))


def _gun(weapon: Weapon, speed: str, held: str) -> str:
    modes = ", ".join(
        (*(("single",) if weapon.model.single else ()), *(f"B{rounds}" for rounds in weapon.model.bursts))
    )
    numbers = f"Damage {weapon.model.damage}, Speed {speed}, Recoil {weapon.model.recoil}, Bulk {weapon.model.bulk}"
    ranges = f"{weapon.model.optimum.name.casefold()} to {weapon.model.maximum.name.casefold()}"
    spare = "" if weapon.spare is None else f" and {weapon.spare} carried"
    return f"{numbers}, {ranges}, {modes}; {weapon.loaded}/{weapon.model.capacity} rounds{spare}, {held}"


def _wearing(state: State) -> Iterator[Line]:
    yield from (_protection(armor, "") for armor in state.kit.armor)
    yield from (_protection(armor, "; not worn") for armor in state.kit.doffed)
    if state.kit.items:
        yield _titled("Carries", ", ".join(_item(key, item) for key, item in state.kit.items.items()))


def _protection(armor: Armor, how: str) -> Line:
    return _titled(armor.name, f"Armor {armor.armor_halves / 2:g}: {', '.join(armor.covers)}{how}")


def _item(key: str, item: Item) -> str:
    """Return a thing with all about it that is not usual."""
    words = [
        *(word for word in ("held", "worn", "active", "secured", "packed", "damaged") if getattr(item, word)),
        *((f"{item.units} units",) if item.painkiller else ()),
        *((f"first aid +{item.medical}",) if item.medical else ()),
        *((item.lies.value,) if item.lies is not Lies.CARRIED else ()),
    ]
    return f"{key} ({', '.join(words)})" if words else key


def _body(tables: ReflexTables, state: State) -> Iterator[Line]:
    yield _time(tables, state)
    yield _movement(tables, state)
    yield _load(tables, state)
    yield _throws(tables, state)
    ours = _house(*(tables.thresholds[key] for key in ("base", "head", "limb")))
    rows = [f"{place} {'/'.join(str(damage) for damage in row)}" for place, row in state.person.thresholds.items()]
    yield _titled(
        "Wound thresholds", f"(base {base_threshold(tables, state.person.attributes)}) ", ", ".join(rows), ours
    )


def _time(tables: ReflexTables, state: State) -> Line:
    first = base_initiative(tables, state.kit.encumbrance).value
    waiting = wait_ticks(tables, state.person.attributes.ooda)
    best = fastest(tables, state)
    pace = f"{best.value} {metres(tables, state.person.move_m, best)} m a Move"
    return _titled("Time", f"initiative from {first}, waiting {waiting} ticks, {pace}")


def _movement(tables: ReflexTables, state: State) -> Line:
    rates = [f"{pace.value} {metres(tables, state.person.move_m, pace)}" for pace in PACES[1:]]
    times = tables.ticks["pause_move"].times
    usual = [tables.paces[pace.value] for pace in PACES[1:] if pace.value not in state.person.move_m]
    return _titled("Metres a Move", f"{', '.join(rates)}; {times} times that in a pause", _house(*usual))


def _load(tables: ReflexTables, state: State) -> Line:
    row = tables.encumbrance[state.kit.encumbrance.value]
    falls = f", falls hurt {row.impact} more" if row.impact else ""
    return _titled("Load", f"{row.title}: at most a {row.fastest}{falls}")


def _throws(tables: ReflexTables, state: State) -> Line:
    muscle = state.person.attributes.muscle
    light = _span(reach(tables, muscle, 0))
    heavy = f", over {HEAVY_GRAMS / 1000:g} kg {_span(reach(tables, muscle, HEAVY_GRAMS + 1))}" if muscle > 2 else ""
    return _titled("Throws", f"{light}{heavy}; at most {muscle / 2:g} kg")


def _span(bands: Iterable[Band]) -> str:
    return " to ".join(band.name.casefold().replace("cqb", "CQB") for band in bands)


def _vehicle(tables: ReflexTables, state: State, vehicle: Vehicle) -> Iterator[Line]:
    row = tables.vehicles[vehicle.kind]
    size = tables.sizes[state.person.size].title
    speed = f"safe up to {vehicle.safe_kmh} km/h"
    yield _titled(f"Vehicle: {row.title}", f"{vehicle.tons:g} t, {size}, {speed}")
    places = (f"{place} {halves / 2:g}/{vehicle.thresholds[place]}" for place, halves in vehicle.armor_halves.items())
    yield _titled("Armor/threshold", ", ".join(places), _house(row))


def _state(state: State) -> Iterator[Line]:
    found = tuple(condition(state))
    if found:
        yield _titled("Condition", *found)
