"""Suppressive fire: a cone that is held until one's next phase, and one free shot at each who shows up in it."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import AreaLaid, audience_of
from bot.core.features import Rules
from bot.core.ground.outlines import Cone
from bot.core.ground.pieces import Area
from bot.core.ground.places import Bearing, bearing
from bot.core.terms import Term
from bot.core.wording import counted, shown
from bot.rulesets.eclipse.checks.rules import Outcome, beats, check, excellent_damage
from bot.rulesets.eclipse.cover.screened import Screened, screened
from bot.rulesets.eclipse.equipment.weapons import CONE_ROUNDS, may_suppress, weapon_in_hand
from bot.rulesets.eclipse.fire.defence import defence_term, is_defenceless
from bot.rulesets.eclipse.fire.events import Attacked, Resolved
from bot.rulesets.eclipse.fire.rounds import band_of
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene
from bot.rulesets.eclipse.state import Mode, State, Suppression, Weapon
from bot.rulesets.eclipse.suppression.actions import FreeFire, Suppress
from bot.rulesets.eclipse.suppression.cones import check_in_cone, cone_to, has_been_fired_at
from bot.rulesets.eclipse.suppression.events import Suppressed
from bot.rulesets.eclipse.tables import graded
from bot.rulesets.eclipse.targets import target_named
from bot.rulesets.eclipse.time.phases import begin_action, end_action, state_in_moment, state_now
from bot.rulesets.eclipse.wounds.hits import WeaponHit, audience_for, land_hit
from bot.rulesets.eclipse.wounds.injury import condition_terms

rules = Rules()


@rules(Suppress)
def suppress(play: EclipsePlay, holding: Suppress) -> None:
    """Hold a cone under fire until the next phase: a complex action and 20 rounds of a full automatic weapon (C3).

    Raises:
        RuleViolation: the weapon is not automatic or has too few rounds, or on a ground it is not said where to.
    """
    state = state_in_moment(play.scene, holding.actor)
    key, weapon = weapon_in_hand(play.scene.combatants[holding.actor].state, state, holding.weapon, may_suppress)
    if not may_suppress(weapon):
        raise RuleViolation(f"The {weapon.name} cannot suppress.", _with_what_else(state, key))
    if weapon.loaded < CONE_ROUNDS:
        few = f"The {weapon.name} cannot suppress with {counted(weapon.loaded, 'round')}."
        reload = f"It takes FA and {CONE_ROUNDS} rounds: /act action:reload."
        raise RuleViolation(few, reload if weapon.spare != 0 else _with_what_else(state, key))
    cone = cone_to(play.scene, holding, weapon)
    begin_action(play, holding.actor)
    play.tell(
        Suppressed(
            actor=holding.actor,
            weapon=key,
            spent=CONE_ROUNDS,
            loaded=weapon.loaded - CONE_ROUNDS,
            width_m=holding.width_m,
            bearing=_whither(cone),
        )
    )
    if cone:
        play.tell(AreaLaid(area=cone, audience=audience_of(cone)))
    end_action(play, holding.actor)


def _with_what_else(state: State, key: str) -> str:
    """Return with what but the weapon of that key somebody could suppress, or what is left to do where nothing can."""
    takes = f"That takes FA and {CONE_ROUNDS} rounds"
    others = {name: each for name, each in state.weapons.items() if name != key and may_suppress(each)}
    able = next((name for name, each in others.items() if each.loaded >= CONE_ROUNDS or each.spare != 0), "")
    if not able:
        return f"{takes}, which nothing has: attack instead with /attack."
    if others[able].ready:
        return f'{takes}: say weapon="{able}".'
    return f"{takes}: take in hand what has both with /act action:ready item:{able}."


def _whither(cone: Area | None) -> Bearing | None:
    """Return in which direction a cone lies on a ground."""
    outline = cone.outline if cone else None
    return bearing(outline.apex, outline.end) if isinstance(outline, Cone) else None


def held_cone(scene: EclipseScene, actor: str) -> Suppression:
    """Return the cone that somebody holds, which is over when its next phase has come.

    Raises:
        RuleViolation: there is none.
    """
    cone = state_in_moment(scene, actor).cone
    if cone is None:
        raise RuleViolation(
            f"{shown(actor)} holds nothing under fire.", "Suppress first, in a phase of your own: /act action:suppress."
        )
    return cone


@rules(FreeFire)
def free_fire(play: EclipsePlay, firing: FreeFire) -> None:
    """Fire the free shot at somebody who is out of cover in the cone: one at each, with a single round's damage.

    Only range, wounds and full defence modify it (C3). Dice: as for an attack.

    Raises:
        RuleViolation: no cone is held, or the target has been fired at.
    """
    actor = firing.actor
    play.check_able(actor)
    cone, target = held_cone(play.scene, actor), target_named(play.scene, actor, firing.target)
    if has_been_fired_at(cone, target):
        raise RuleViolation(
            f"{shown(target)} has been fired at in this cone.",
            "One free shot for each: name somebody else who is in it.",
        )
    check_in_cone(play, actor, target)
    range_m = play.distance(actor, target) if firing.range_m is None else firing.range_m
    fire_freely(play, actor, target, cone.weapon, range_m)


def fire_freely(
    play: EclipsePlay,
    actor: str,
    target: str,
    key: str,
    range_m: float | None,
    since: EclipseScene | None = None,
) -> None:
    """Fire a single round at somebody, in a moment of its own, by what it was about ``since``. Dice: as for an attack.

    Raises:
        RuleViolation: it is too far, or nobody knows how far.
    """
    weapon = play.scene.combatants[actor].state.weapons[key]
    band, audience = band_of(weapon, range_m, shown(target)), audience_for(play.scene, target)
    outcome = _shot(play, actor, weapon, band)
    shot = Attacked(
        actor=actor,
        target=target,
        weapon=key,
        title=weapon.name,
        mode=Mode.SINGLE,
        outcome=outcome,
        band=band,
        range_m=range_m or 0,
        loaded=weapon.loaded,
        free=True,
        audience=audience,
    )
    with play.own_moment():
        play.tell(shot)
        if outcome.succeeded:
            _answered(play, actor, target, weapon, outcome, since)


def _shot(play: EclipsePlay, actor: str, weapon: Weapon, band: str) -> Outcome:
    state = play.scene.combatants[actor].state
    first = Term("skill", state.skills.get(weapon.skill, 0), "sheet", weapon.skill)
    return check(
        play, "attack", first, (*condition_terms(play.tables, state), *graded("bands", play.tables.bands, band))
    )


def _answered(
    play: EclipsePlay, actor: str, target: str, weapon: Weapon, outcome: Outcome, since: EclipseScene | None
) -> None:
    state = state_now(play.scene, target, since)
    modifiers = (
        *condition_terms(play.tables, state),
        *(play.tables.modifiers.full_defence.terms() if state.defending else ()),
    )
    defenceless = is_defenceless(play.scene, state)
    defence = None if defenceless else check(play, "defence", defence_term(state, melee=False), modifiers)
    hit = beats(outcome, defence)
    bonus, critical = excellent_damage(outcome) if hit else 0, hit and outcome.critical
    play.tell(
        Resolved(
            actor=actor,
            target=target,
            defence=defence,
            hit=hit,
            critical=critical,
            excellent=bonus,
            audience=audience_for(play.scene, target),
        )
    )
    if hit:
        found = screened(play, actor, target) or Screened()
        shot = WeaponHit(weapon=weapon, excellent=bonus, critical=critical, through=found.through)
        land_hit(play, actor, target, shot)
