"""A blast: where it goes off, and what it does to all who are near."""

from __future__ import annotations

import msgspec

from bot.core.dice import Ask
from bot.core.errors import Incomplete
from bot.core.events import Audience
from bot.core.features import Rules
from bot.core.ground.places import Place
from bot.core.terms import total
from bot.rulesets.eclipse.blasts.actions import Blast
from bot.rulesets.eclipse.blasts.bursts import astray, caught_at, place_of_mark, place_on
from bot.rulesets.eclipse.blasts.charges import charge_named
from bot.rulesets.eclipse.blasts.epicentre import DIAL, Epicentre, Near, heading, people_near, places_named
from bot.rulesets.eclipse.blasts.events import Exploded, Scattered, Unplaced, WentOff
from bot.rulesets.eclipse.checks.rules import Outcome
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene
from bot.rulesets.eclipse.state import AreaOfEffect, Weapon
from bot.rulesets.eclipse.tables import EclipseTables
from bot.rulesets.eclipse.targets import person_named
from bot.rulesets.eclipse.wounds.hits import LOST_PER_METRE, WeaponHit, audience_for, damage_terms, dice_of, land_hit

rules = Rules()


def scattered(outcome: Outcome, die: int) -> int:
    """Return the metres that a missed blast goes astray: a die, times 2 or 3 by the margin of failure (C3; 001-24)."""
    return die * (3 if outcome.margin > 60 else 2 if outcome.margin > 30 else 1)


def explode(play: EclipsePlay, weapon: Weapon, centre: Epicentre, outcome: Outcome, through: str = "") -> None:
    """Let a blast go off: where it was meant to, else where one die of scatter takes it (C3).

    Nobody defends. Dice: scatter, then damage for each who is caught, the mark first.
    """
    if outcome.succeeded:
        _caught(play, weapon, centre, through)
        return
    roll = play.roll(Ask("scatter", 1, DIAL))
    direction = roll.faces[0]
    metres = scattered(outcome, direction)
    place = _astray(play.scene, centre, direction, metres)
    play.tell(
        Scattered(actor=centre.actor, target=centre.mark, roll=roll, direction=direction, metres=metres, place=place)
    )
    stray = msgspec.structs.replace(centre, off=metres * heading(direction), place=place)
    _caught(play, weapon, stray, through)


def _astray(scene: EclipseScene, centre: Epicentre, direction: int, metres: int) -> Place | None:
    """Return where on a ground a blast comes down that missed its mark; None where distances are told."""
    start = scene.ground.places.get(centre.actor) if scene.ground else None
    return astray(start, centre.place, direction, metres) if start and centre.place else None


def reach_m(tables: EclipseTables, weapon: Weapon) -> int:
    """Return the metres from which on nothing can be left of a blast."""
    hit = WeaponHit(weapon=weapon)
    fullest = total(damage_terms(tables, hit, 10 * dice_of(tables, hit)))
    return (weapon.radius_m if weapon.area == AreaOfEffect.UNIFORM else 0) + (fullest + 1) // LOST_PER_METRE


def _caught(play: EclipsePlay, weapon: Weapon, centre: Epicentre, through: str) -> None:
    """Give all in reach their damage by distance; the GM is told whose distance nobody has said.

    What is in between protects the mark.
    """
    far_m, nowhere = reach_m(play.tables, weapon), tuple[str, ...]()
    if centre.place and play.scene.ground:
        near = caught_at(play, play.scene.ground, centre, centre.place, far_m)
    else:
        near, nowhere = people_near(play.scene, centre, far_m)
    for one in near:
        behind = (through,) if through and one.actor == centre.mark else one.behind
        with play.about(one.actor):
            _felt(play, centre.actor, weapon, one, behind)
    if nowhere:
        play.tell(Unplaced(actor=centre.actor, actors=nowhere))


def _felt(play: EclipsePlay, actor: str, weapon: Weapon, one: Near, through: tuple[str, ...]) -> None:
    lost = metres_lost(weapon, one.metres)
    play.tell(
        Exploded(
            actor=actor,
            target=one.actor,
            title=weapon.name,
            metres=one.metres,
            lost=LOST_PER_METRE * lost,
            about=one.about,
            audience=audience_for(play.scene, one.actor),
        )
    )
    land_hit(play, actor, one.actor, WeaponHit(weapon=weapon, metres=lost, through=through))


@rules(Blast)
def blast(play: EclipsePlay, going_off: Blast) -> None:
    """Let something go off that a GM names, at somebody or among people: a mine, a charge (001:60-64).

    Dice: damage for each, and what follows from it.

    Raises:
        RuleViolation: it does not explode, or nobody said where it goes off.
    """
    actor = going_off.actor
    weapon = charge_named(play.tables, going_off.item)
    told = places_named(play.scene, actor, going_off.others)
    mark = person_named(play.scene, actor, going_off.at) if going_off.at else ""
    place = place_on(play.scene, actor, going_off.to) if going_off.to else place_of_mark(play.scene, mark)
    if not (mark or told or place):
        raise Incomplete("Where does it go off?", 'Say at=Bob, to=C4, or others="Bob 3, Guard 5" in metres.')
    centre = Epicentre(mark=mark, told=told, directed=going_off.directed, place=place)
    go_off(play, weapon, centre, _who_hears(play.scene, centre))


def _who_hears(scene: EclipseScene, centre: Epicentre) -> Audience:
    """Return who reads that something goes off: where the hidden alone are, the GM (ours)."""
    there = [centre.mark] if centre.mark else [] if centre.place else centre.told
    hidden = [scene.combatants[actor].hidden for actor in there]
    return Audience.GM if hidden and all(hidden) else Audience.ALL


def go_off(play: EclipsePlay, weapon: Weapon, centre: Epicentre, audience: Audience) -> None:
    """Let something go off where it lies, of which ``audience`` reads. Dice: damage for each near, the mark first."""
    place = None if centre.mark else centre.place
    play.tell(WentOff(target=centre.mark, title=weapon.name, place=place, audience=audience))
    _caught(play, weapon, centre, "")


def metres_lost(weapon: Weapon, metres: float) -> int:
    """Return the full metres that weaken a blast: all, or only those beyond its radius where it is uniform (C3)."""
    return max(0, int(metres) - (weapon.radius_m if weapon.area == AreaOfEffect.UNIFORM else 0))
