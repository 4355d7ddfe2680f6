"""What a GM decides about a body outside of any attack: damage, wounds, healing, coming to."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import worst
from bot.rulesets.reflex.kinds import BodyPart, Degree
from bot.rulesets.reflex.person.anatomy import called_fines, place_of, rolled_fine
from bot.rulesets.reflex.person.bodies import body, present
from bot.rulesets.reflex.person.gear import HALVES
from bot.rulesets.reflex.person.protection import got_through, layers
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.wounds.actions import Damage, Heal
from bot.rulesets.reflex.wounds.events import Healed, Hit, Stabilized, Woke, Wounded
from bot.rulesets.reflex.wounds.harm import taken
from bot.rulesets.reflex.wounds.injury import give_out, wound

rules = Rules()


@rules(Damage)
def damage(play: ReflexPlay, harm: Damage) -> None:
    """Do damage to a place, or give it a wound of a degree, with all that follows from it.

    Dice: the place (lateral, vertical) where none is told, then what the wound asks for.

    Raises:
        RuleViolation: neither or both of damage and degree are told, or there is no such living body.
    """
    actor, _ = _body(play.scene, harm)
    if (harm.damage is None) == (not harm.degree):
        raise RuleViolation("How bad is it?", "Say either damage=11 or degree=moderate.")
    if harm.damage is not None:
        taken(play, _hit(play, actor, harm, harm.damage))
    elif harm.place is None:
        raise RuleViolation("Where?", f"Say place=, one of {', '.join(BodyPart)}.")
    elif harm.virtual:
        _imagined(play, actor, harm.place, Degree[harm.degree.upper()])
    else:
        wound(play, actor, harm.place, Degree[harm.degree.upper()])


def _body(scene: ReflexScene, order: Damage | Heal) -> tuple[str, State]:
    """Return whose living body it is about; of a vehicle, by what it is hurt and made whole.

    Raises:
        RuleViolation: it is a vehicle, or there is no such living body.
    """
    actor, state = present(scene, order)
    if state.body.vehicle:
        remedy = "Damage it with /act action:wreck, or mend it with /act action:mend."
        raise RuleViolation(f"{shown(actor)} is a vehicle.", remedy)
    return body(scene, order)


def _imagined(play: ReflexPlay, actor: str, place: BodyPart, degree: Degree) -> None:
    """Give an injury that is only felt: it acts like a real one, but nothing is resisted for it (lines 989-992)."""
    before = Degree(play.scene.combatants[actor].state.body.virtual.get(place, 0))
    after = max(before, degree)
    play.tell(Wounded(actor=actor, place=place, degree=degree, before=before, after=after, virtual=True))
    if after is Degree.CRITICAL:
        give_out(play, actor, place)


def _hit(play: ReflexPlay, actor: str, harm: Damage, damage: int) -> Hit:
    """Return the damage as a hit by nobody; direct damage meets no armour."""
    fine, roll = (called_fines(play.tables)[harm.place], None) if harm.place else rolled_fine(play)
    through = HALVES[harm.penetration or "x1"]
    worn = play.scene.combatants[actor].state.kit.armor if harm.penetration else ()
    passed = layers(None, worn, fine, through)
    return Hit(
        target=actor,
        place=place_of(play.tables, fine),
        fine=fine,
        damage=damage,
        penetration=through,
        final=got_through(damage, passed),
        layers=passed,
        roll=roll,
    )


@rules(Heal)
def heal(play: ReflexPlay, heal: Heal) -> None:
    """Make an injury better, stabilise somebody or wake it; a healed critical head wakes up (003, line 1035).

    Raises:
        RuleViolation: nothing of the kind is wrong with the body.
    """
    actor, state = _body(play.scene, heal)
    before = play.scene
    if heal.place is not None:
        _healed(play, heal, heal.place, actor)
    if heal.stable and state.body.unstable:
        play.tell(Stabilized(actor=actor))
    if _wakes(play.scene.combatants[actor].state, state, awake=heal.awake):
        play.tell(Woke(actor=actor, unconscious=state.body.unconscious))
    if play.scene is before:
        raise RuleViolation("That changes nothing.", "Say place= with degree=, stable=yes or awake=yes.")


def _healed(play: ReflexPlay, heal: Heal, place: BodyPart, actor: str) -> None:
    state = play.scene.combatants[actor].state
    before = Degree((state.body.virtual if heal.virtual else state.body.wounds).get(place, 0))
    after = Degree[heal.degree.upper()]
    if not before:
        raise RuleViolation(f"The {place} is not hurt.", "Name a place that is, or leave it out for stable=yes.")
    if after >= before:
        raise RuleViolation(
            f"The {place} is not hurt worse than that: {before.name.casefold()}.", "Choose a lesser degree."
        )
    play.tell(Healed(actor=actor, place=place, before=before, after=after, virtual=heal.virtual))


def _wakes(now: State, before: State, *, awake: bool) -> bool:
    """Tell whether somebody comes to: by the GM's word, or because a critical head injury got better.

    Who is out until the exchange ends comes to by that word, too, whatever else was set right of it (ours).
    """
    if awake:
        return now.body.unconscious or now.body.shock or now.turn.out or now.turn.dazed
    better = worst(before, BodyPart.HEAD) is Degree.CRITICAL is not worst(now, BodyPart.HEAD)
    return better and now.body.unconscious and not now.body.unconscious_for_scene
