"""What a GM decides about a body outside of any attack: damage, wounds, healing, coming to."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.rulesets.reflex.checks.check import worst
from bot.rulesets.reflex.person.anatomy import called_fines, fine_at, location_ask, place_of
from bot.rulesets.reflex.person.bodies import body
from bot.rulesets.reflex.person.gear import HALVES
from bot.rulesets.reflex.person.protection import NO_COVER, USUAL_PARTS, got_through, hidden_parts, layers
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.state import Degree, Place, State
from bot.rulesets.reflex.wounds.events import Healed, Hit, Stabilized, Stopped, TookCover, Woke, Wounded
from bot.rulesets.reflex.wounds.injury import give_out, suffer, wound

rules = Rules()


@rules("damage")
def damage(play: ReflexPlay, order: Act) -> None:
    """Damage to a place, or a wound of a degree, with all that follows from it.

    Dice: the place (lateral, vertical) where none is told, then what the wound asks for.

    Raises:
        RuleViolation: neither or both of damage and degree are told, or there is no such living body.
    """
    actor, _ = body(play.scene, order)
    if ("damage" in order.inputs) == ("degree" in order.inputs):
        raise RuleViolation("How bad is it?", "Say either damage=11 or degree=moderate.")
    if "damage" in order.inputs:
        _damaged(play, order, actor)
        return
    place, degree = _told_place(order), Degree[order.inputs["degree"].upper()]
    if order.inputs.get("virtual"):
        _imagined(play, actor, place, degree)
        return
    wound(play, actor, place, degree)


def _told_place(order: Act) -> Place:
    if "place" not in order.inputs:
        raise RuleViolation("Where?", f"Say place=: {', '.join(Place)}.")
    return Place(order.inputs["place"])


def _imagined(play: ReflexPlay, actor: str, place: Place, degree: Degree) -> None:
    """An injury that is only felt acts like a real one, but nothing is resisted for it (text 003, lines 989-992)."""
    before = Degree(play.scene.combatants[actor].state.virtual.get(place, 0))
    after = max(before, degree)
    play.tell(Wounded(actor=actor, place=place, degree=degree, before=before, after=after, virtual=True))
    if after is Degree.CRITICAL:
        give_out(play, actor, place)


def _damaged(play: ReflexPlay, order: Act, actor: str) -> None:
    hit = _hit(play, order, actor)
    play.tell(hit)
    if not hit.final:
        play.tell(Stopped(actor=actor, place=hit.place, fine=hit.fine))
        return
    suffer(play, actor, hit.place, hit.final)


def _hit(play: ReflexPlay, order: Act, actor: str) -> Hit:
    """Return the damage as a hit by nobody; direct damage meets no armour."""
    tables, value = play.tables, order.inputs["damage"]
    roll = None if "place" in order.inputs else play.roll(location_ask(tables))
    fine = fine_at(tables, roll.faces) if roll else called_fines(tables)[order.inputs["place"]]
    through = HALVES[order.inputs.get("penetration", "x1")]
    worn = play.scene.combatants[actor].state.armor if "penetration" in order.inputs else ()
    passed = layers(None, worn, fine, through)
    return Hit(
        target=actor,
        place=place_of(tables, fine),
        fine=fine,
        damage=value,
        penetration=through,
        final=got_through(value, passed),
        layers=passed,
        roll=roll,
    )


@rules("take_cover")
def take_cover(play: ReflexPlay, order: Act) -> None:
    """Somebody is behind cover from now on, until it moves, or stands in the open (text 003, lines 474-477).

    Raises:
        RuleViolation: there is no such living body, or the parts are no parts of one.
    """
    actor, _ = body(play.scene, order)
    kind, parts = order.inputs["cover"], order.inputs.get("parts", USUAL_PARTS)
    hidden_parts(play.tables, parts)
    play.tell(TookCover(actor=actor) if kind == NO_COVER else TookCover(actor=actor, cover=kind, parts=parts))


@rules("heal")
def heal(play: ReflexPlay, order: Act) -> None:
    """An injury gets better, somebody is stabilised or comes to; a healed critical head wakes up (003, line 1035).

    Raises:
        RuleViolation: nothing of the kind is wrong with the body.
    """
    actor, state = body(play.scene, order)
    before = play.scene
    if "place" in order.inputs:
        _healed(play, order, actor, state)
    if order.inputs.get("stable") and state.unstable:
        play.tell(Stabilized(actor=actor))
    if _wakes(play.scene.combatants[actor].state, state, awake=bool(order.inputs.get("awake"))):
        play.tell(Woke(actor=actor, unconscious=state.unconscious))
    if play.scene is before:
        raise RuleViolation("That changes nothing.", "Say place= with degree=, stable=yes or awake=yes.")


def _healed(play: ReflexPlay, order: Act, actor: str, state: State) -> None:
    place, imagined = Place(order.inputs["place"]), bool(order.inputs.get("virtual"))
    before = Degree((state.virtual if imagined else state.wounds).get(place, 0))
    after = Degree[order.inputs.get("degree", "none").upper()]
    if after >= before:
        raise RuleViolation(
            f"The {place} is not hurt worse than that: {before.name.casefold()}.", "Choose a lesser degree."
        )
    play.tell(Healed(actor=actor, place=place, before=before, after=after, virtual=imagined))


def _wakes(now: State, before: State, *, awake: bool) -> bool:
    """Tell whether somebody comes to: by the GM's word, or because a critical head injury got better."""
    if awake:
        return now.unconscious or now.shock
    better = worst(before, Place.HEAD) is Degree.CRITICAL is not worst(now, Place.HEAD)
    return better and now.unconscious and not now.unconscious_for_scene
