"""What a GM says of an explosion: what goes off and where, in words or by the distances that are known."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.options import ActionSpec, Choice, Input, Kind
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.reflex.blasts.blast import Burst, Charge, charge_of
from bot.rulesets.reflex.blasts.events import Unplaced
from bot.rulesets.reflex.blasts.impacts import set_off
from bot.rulesets.reflex.blasts.rooms import check_played, confined, told_room
from bot.rulesets.reflex.hazards.specs import one_of, own
from bot.rulesets.reflex.person.consciousness import known_dead
from bot.rulesets.reflex.person.gear import find
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.state import Place, Room
from bot.rulesets.reflex.tables import Tables
from bot.rulesets.reflex.vehicles.seats import apart_m, with_crews

rules = Rules()

MOST_METRES = 100_000


@rules("explode")
def explode(play: ReflexPlay, order: Act) -> None:
    """Something explodes (text 003, lines 1082-1180); dice as in ``blast.detonate``.

    Raises:
        RuleViolation: nobody said what explodes or where, or somebody named is not here.
    """
    charge = _charge(play, order)
    ranges_m = placed(play.scene, order)
    burst = Burst(
        charge=charge,
        ranges_m=ranges_m,
        margin=order.inputs.get("margin"),
        struck=_struck(play.scene, order),
        place=Place(order.inputs["place"]) if "place" in order.inputs else None,
        facing=order.inputs.get("facing", ""),
        sheltered=not order.inputs.get("open"),
    )
    set_off(play, confined(play, burst, _space(play, order)))
    nowhere = tuple(actor for actor in _unplaced(play.scene) if actor not in ranges_m)
    if nowhere:
        play.tell(Unplaced(actors=nowhere))


def _space(reading: ReflexReading, order: Act) -> Room | None:
    space = told_room(order)
    if space:
        check_played(reading)
    return space


def _charge(reading: ReflexReading, order: Act) -> Charge:
    given = {field: value for field, value in order.inputs.items() if field in Charge.__struct_fields__}
    if "explosive" in order.inputs:
        known = charge_of(reading.tables, order.inputs["explosive"])
        return Charge(**{field: given.get(field, getattr(known, field)) for field in Charge.__struct_fields__})
    if "radius_m" not in given:
        raise RuleViolation("What explodes?", "Say explosive=he_40mm, or radius_m=, blast=, frag= and damage=.")
    return Charge(**{"title": "charge", "damage": 0, "blast": 0, "frag": 0, **given})


def _unplaced(scene: ReflexScene) -> list[str]:
    """Those of whom the GM is told that nobody has said how far they are: of the dead it does not matter."""
    return [actor for actor, combatant in scene.combatants.items() if not combatant.state.dead]


def _bodies(scene: ReflexScene) -> list[str]:
    """Whoever an explosion strikes: all but those of whom everybody can tell that they are dead."""
    return [actor for actor, combatant in scene.combatants.items() if not known_dead(combatant)]


def _struck(scene: ReflexScene, order: Act) -> str:
    return find("target", _bodies(scene), order.inputs["target"]) if "target" in order.inputs else ""


def placed(scene: ReflexScene, order: Act) -> dict[str, float]:
    """Metres from the explosion to each body: those that were typed, else those known of who is at it.

    Raises:
        RuleViolation: nobody said where it is, or what was typed cannot be read.
    """
    centre = find("combatant", _bodies(scene), order.inputs["at"]) if "at" in order.inputs else _struck(scene, order)
    typed = order.inputs.get("victims", "")
    if not centre and not typed:
        raise RuleViolation("Where does it explode?", 'Say at= somebody, or victims="Ann:1, Bob:6" in metres.')
    known = {} if not centre else {actor: apart_m(scene, centre, actor) for actor in _bodies(scene)} | {centre: 0.0}
    told = told_places(_bodies(scene), order)
    seated = with_crews(scene, told)
    return {actor: range_m for actor, range_m in {**known, **seated}.items() if range_m is not None}


def told_places(people: Sequence[str], order: Act) -> dict[str, float]:
    """The metres that were typed of some of ``people``.

    Raises:
        RuleViolation: what was typed cannot be read, or names none of them.
    """
    typed = str(order.inputs.get("victims", ""))
    return dict(_told(people, part) for part in typed.split(",") if part.strip())


def _told(people: Sequence[str], words: str) -> tuple[str, float]:
    """Somebody and a distance from ``Ann:6``."""
    name, _, metres = words.rpartition(":")
    try:
        range_m = float(metres.strip()[:32])
    except ValueError:
        range_m = math.nan
    if not 0 <= range_m <= MOST_METRES:
        raise RuleViolation(f"How far is {words.strip()[:40]!r}?", 'Write a name and metres: victims="Ann:1, Bob:6".')
    return find("combatant", people, name.strip()), range_m


def action_specs(tables: Tables) -> tuple[ActionSpec, ...]:
    """The actions, in the order in which they are offered."""
    inputs = (
        Input("target", "who is struck directly", Kind.COMBATANT, asks_scene=True),
        Input("at", "at whom it goes off; known distances count", Kind.COMBATANT, asks_scene=True, shared=False),
        Input("victims", "names and metres: Ann:1, Bob:6", shared=False, longest=500, lists=True),
        one_of("explosive", "what explodes", list(tables.explosives)),
        own("margin", "margin of the attack that brought it there", Kind.INT, hi=40),
        own("damage", "Damage of a direct hit", Kind.INT),
        own("radius_m", "Radius in metres", Kind.NUMBER, lo=0.5, hi=500),
        own("blast", "Blast", Kind.INT, hi=200),
        own("frag", "Fragmentation Density", Kind.INT, hi=20),
        one_of("place", "where it strikes directly, at random where missing", tuple(Place)),
        one_of("facing", "where it strikes a vehicle directly", list(tables.vehicle_places)),
        Input("space", "metres of a narrow space: 2, 2x30 or 4x5x3", shared=False),
        own("walls", "Armor of the weakest wall of a closed space", Kind.NUMBER),
        own("open", "the cover of the victims does not count", Kind.FLAG),
    )
    return (ActionSpec("explode", "Explode", "something goes off", inputs=inputs, gm_only=True),)


def candidates(
    _tables: Tables, scene: ReflexScene, _action: str, key: str, _given: Mapping[str, Any]
) -> Sequence[Choice]:
    """What fits an input of one of these actions in a view of the scene."""
    return [Choice(actor, shown(actor)) for actor in _bodies(scene)] if key in ("target", "at") else ()
