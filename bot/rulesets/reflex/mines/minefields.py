"""Mines are looked up, seen and set off in one way, whatever laid them and whoever meets them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.core.errors import RuleViolation, absent
from bot.core.wording import shown
from bot.rulesets.reflex.blasts.blast import Burst, charge_of, exploded, reached
from bot.rulesets.reflex.blasts.events import Unplaced
from bot.rulesets.reflex.blasts.rooms import confined
from bot.rulesets.reflex.heart.rules import took_heart
from bot.rulesets.reflex.lurking import Mine, seen_by
from bot.rulesets.reflex.mines.blast import stepped_on, vehicle_damage
from bot.rulesets.reflex.mines.events import MineSprung
from bot.rulesets.reflex.person.bodies import Aimed, about
from bot.rulesets.reflex.person.consciousness import known_dead
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.state import SceneState
from bot.rulesets.reflex.vehicles.seats import apart_m, crew

_replace = msgspec.structs.replace


def mine_named(scene: ReflexScene, key: str) -> Mine:
    """Return the mine that was named.

    Raises:
        RuleViolation: there is none; the words are the same for all that somebody does not know of.
    """
    if key not in scene.state.mines:
        raise RuleViolation(f"No mine {key[:40]!r} is known here.", "/mine list shows those you know of.")
    return scene.state.mines[key]


def met(scene: ReflexScene, order: Aimed) -> str:
    """Return whom a mine is about: the target or else the actor, a body or a vehicle.

    Raises:
        RuleViolation: it is not here as far as the actor knows, or known to be dead.
    """
    named = about(order)
    if not scene.sees(order.actor, named):
        raise absent(named)
    if known_dead(scene.combatants[named]):
        raise RuleViolation(f"{shown(named)} is dead.", "Name somebody who lives.")
    return named


def known_scene_state(scene: ReflexScene, user: int) -> SceneState:
    """The state with the mines that a player knows of; no ambush is ever known to one, nor what others are about."""
    hidden = {actor for actor, combatant in scene.combatants.items() if combatant.hidden}
    mines = {key: seen_by(mine, user) for key, mine in scene.state.mines.items() if mine.open or user in mine.known}
    apart = {key: _replace(mine, near="") if mine.near in hidden else mine for key, mine in mines.items()}
    return _replace(scene.state, mines=apart, ambushes={}, orders={})


def bodies(scene: ReflexScene) -> list[str]:
    """All that an explosion strikes: of the GM's people the dead as well, who look like those out of it."""
    return [actor for actor, combatant in scene.combatants.items() if not known_dead(combatant)]


def go_off(
    play: ReflexPlay,
    key: str,
    cause: str,
    ranges_m: Mapping[str, float],
    under: str = "",
    *,
    driven: bool = False,
    by: str = "",
) -> None:
    """A mine goes off, ``under`` somebody or so many metres from people.

    Of a vehicle that is ``driven`` by whoever it goes off under and not here itself only the damage is told (ours).
    Enemies whom it puts down give heart to who set it off, ``by``, or else to who laid it (text 003, line 1470).
    Dice: those of ``mine_blast.stepped_on``, then those of ``blast.detonate`` for all others.
    """
    mine, before = play.scene.state.mines[key], play.scene
    _gone_off(play, (key, cause), ranges_m, under, driven=driven)
    if by:
        took_heart(play, before, by)
        return
    took_heart(play, before, mine.layer, (mine.owner,) if mine.owner else ())


def _gone_off(
    play: ReflexPlay,
    what: tuple[str, str],
    ranges_m: Mapping[str, float],
    under: str,
    *,
    driven: bool,
) -> None:
    """The mine and the cause of ``what``, and all that is done by it."""
    (key, cause), mine = what, play.scene.state.mines[what[0]]
    charge, there_are = charge_of(play.tables, mine.explosive), bodies(play.scene)
    play.tell(
        MineSprung(
            actor=under,
            mine=key,
            title=mine.title,
            cause=cause,
            field=mine.is_field,
            vehicle=vehicle_damage(charge) if driven else None,
            knowers=mine.known,
        )
    )
    contact = (under, *crew(play.scene, under)) if under else ()
    there = {actor: range_m for actor, range_m in ranges_m.items() if actor in there_are and actor not in contact}
    burst = confined(play, Burst(charge=charge, ranges_m=there))
    play.tell(exploded(burst))
    if under and not driven:
        stepped_on(play, burst.charge, under)
    reached(play, burst)
    alive = (actor for actor in there_are if not play.scene.combatants[actor].state.dead)
    nowhere = tuple(actor for actor in alive if actor not in there and actor not in contact)
    if nowhere:
        play.tell(Unplaced(actors=nowhere))


def ranges_around(scene: ReflexScene, centre: str) -> dict[str, float]:
    """The metres that are known from somebody to all others, zero to itself."""
    known: dict[str, Any] = {actor: apart_m(scene, centre, actor) for actor in scene.combatants} | {centre: 0.0}
    return {actor: range_m for actor, range_m in known.items() if range_m is not None}


def burned_down(play: ReflexPlay, ahead: int | None) -> None:
    """Charges whose fuse has burned go off: those lit until a tick past ``ahead``, or all for None."""
    for key, mine in play.scene.state.mines.items():
        if mine.tick is not None and (ahead is None or mine.tick > ahead):
            with play.by_itself(f"fuse of {key}"):
                go_off(play, key, "fuse", mine.around, by=mine.lit_by)
