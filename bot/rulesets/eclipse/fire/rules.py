"""An attack from its declaration to what it does, in the order in which its dice fall."""

from __future__ import annotations

import msgspec

from bot.core.events import RangeSet
from bot.core.features import Rules
from bot.core.ground.moving import Way, bound_for
from bot.core.ground.places import Place
from bot.rulesets.eclipse.blasts.bursts import place_of_mark
from bot.rulesets.eclipse.blasts.epicentre import Epicentre, places_named
from bot.rulesets.eclipse.blasts.rules import explode
from bot.rulesets.eclipse.checks.rules import Outcome, beats, excellent_damage
from bot.rulesets.eclipse.deeds.events import RUN, Moved
from bot.rulesets.eclipse.deeds.rules import footing, set_off, walked
from bot.rulesets.eclipse.fire.actions import DISARM, GAP, Attack
from bot.rulesets.eclipse.fire.blows import BESIDE_M, charged_m
from bot.rulesets.eclipse.fire.declaration import Declaration, declare
from bot.rulesets.eclipse.fire.defence import roll_defence
from bot.rulesets.eclipse.fire.events import Attacked, Resolved
from bot.rulesets.eclipse.fire.modifiers import attack_check
from bot.rulesets.eclipse.fire.rounds import POINT_BLANK_M
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene
from bot.rulesets.eclipse.state import TWICE, AimKind, Weapon
from bot.rulesets.eclipse.time.phases import begin_action, end_action, kinds_between, state_in_moment
from bot.rulesets.eclipse.wounds.hits import WeaponHit, land_hit
from bot.rulesets.eclipse.wounds.injury import check_grip, take_shock

rules = Rules()


CALLED_MARGIN = 30


@rules(Attack)
def attack(play: EclipsePlay, said: Attack) -> None:
    """Attack somebody, hand to hand or from afar (001:3-20; C1).

    Dice: the attack; where it succeeds, for each target its defence, then the damage and what follows from it.

    Raises:
        RuleViolation: the attack is not possible.
    """
    made = declare(play, said)
    begin_action(play, said.actor, quick=int(said.aim == AimKind.QUICK))
    if not _comes_to_blows(play, made):
        end_action(play, said.actor)
        return
    twice = made.fired.mode in TWICE and made.volley is None
    between = kinds_between(play.scene, said.actor, made.weapon_after) if twice else ()
    make(play, made, second=bool(between))
    over = said.concentrated and _has_hit(play.scene, said.actor)
    end_action(play, said.actor, () if over else between)


def make(play: EclipsePlay, made: Declaration, *, second: bool = False) -> None:
    """Make an attack that is possible; a ``second`` one of the same action may follow. Dice: as for an attack."""
    for each in _attacks_of(play.scene, made):
        outcome = attack_check(play, each)
        play.tell(attacked(each, outcome, second=second))
        _carried_out(play, each, outcome)


def _comes_to_blows(play: EclipsePlay, made: Declaration) -> bool:
    """Tell how far apart they are, and let whoever charges run up to the target, away from all others (001-27).

    On a ground a charge meets what is on its way: tell whether it gets there.
    """
    actor, target, range_m = made.said.actor, made.targets[0], made.range_m
    if range_m is not None and made.said.charging:
        run_m = charged_m(play, actor, target, range_m)
        way = bound_for(play, actor, target) if play.scene.ground else Way(actor)
        before = footing(play.scene, actor)
        if set_off(play, Moved(actor=actor, target=target, pace=RUN, metres=run_m)):
            walked(play, way, run_m)
        if play.scene.ground:
            upright = footing(play.scene, actor) == before
            return upright and (play.distance(actor, target) or 0) <= POINT_BLANK_M
        range_m = BESIDE_M
    if range_m is not None and play.distance(actor, target) != range_m:
        play.tell(RangeSet(actor=actor, target=target, range_m=range_m))
    return True


def _attacks_of(scene: EclipseScene, made: Declaration) -> tuple[Declaration, ...]:
    """Return the attacks to roll for: hand to hand each of several opponents is attacked by itself (EPL 7).

    Whoever has charged strikes as it came there, with what befell it on its way (ours).
    """
    if not made.weapon.melee:
        return (made,)
    extra, attacker = len(made.targets) - 1, state_in_moment(scene, made.said.actor)
    there = msgspec.structs.replace(made, attacker=attacker, extra_targets=extra)
    return tuple(
        msgspec.structs.replace(there, targets=(target,), target=state_in_moment(scene, target))
        for target in made.targets
    )


def _has_hit(scene: EclipseScene, actor: str) -> bool:
    """Tell whether the first attack of the action hit: only then is a concentrated beam kept on."""
    volley = scene.combatants[actor].state.volley
    return volley is not None and volley.hit


def _carried_out(play: EclipsePlay, made: Declaration, outcome: Outcome) -> None:
    if made.weapon.explodes:
        centre = _epicentre(play.scene, made)
        explode(play, made.weapon, centre, outcome, made.said.through)
        return
    for target in made.targets if outcome.succeeded else ():
        with play.about(target):
            _resolved(play, made, outcome, target)


def _epicentre(scene: EclipseScene, made: Declaration) -> Epicentre:
    return Epicentre(
        mark=made.targets[0],
        actor=made.said.actor,
        range_m=made.range_m or 0,
        told=places_named(scene, made.said.actor, made.said.others),
        directed=made.said.directed,
        place=place_of_mark(scene, made.targets[0]),
    )


def attacked(made: Declaration, outcome: Outcome, *, second: bool, at: Place | None = None) -> Attacked:
    """Return what has happened once an attack is rolled: who attacked whom, or what place, with what and how well."""
    return Attacked(
        actor=made.said.actor,
        target=made.targets[0],
        others=made.targets[1:],
        weapon=made.key,
        title=made.weapon.name,
        mode=made.fired.mode,
        outcome=outcome,
        band=made.band,
        range_m=made.range_m or 0,
        spent=made.fired.rounds,
        loaded=made.weapon_after.loaded,
        called=made.said.called,
        second=second,
        ammunition=made.said.ammunition,
        at=at,
        concentrated=made.said.concentrated,
    )


def _resolved(play: EclipsePlay, made: Declaration, outcome: Outcome, target: str) -> None:
    melee, helpless = made.weapon.melee, made.said.unaware
    reach = play.tables.modifiers.reach.terms() if melee and made.said.outreached else ()
    defence = roll_defence(play, target, reach, melee=melee, helpless=helpless, against=outcome)
    hit = beats(outcome, defence)
    works = hit and outcome.margin >= CALLED_MARGIN
    resolved = Resolved(
        actor=made.said.actor,
        target=target,
        defence=defence,
        hit=hit,
        critical=hit and outcome.critical,
        excellent=excellent_damage(outcome) if hit else 0,
        called=made.said.called if works else "",
        touch=made.said.touch,
    )
    play.tell(resolved)
    if hit and made.said.touch:
        _touched(play, target, made.weapon)
    elif hit:
        land_hit(play, made.said.actor, target, _weapon_hit(made, resolved))
    if resolved.called == DISARM:
        check_grip(play, target)


def _touched(play: EclipsePlay, target: str, weapon: Weapon) -> None:
    """Let a touch do what the item does by itself: the rest is the GM's to say (001-29)."""
    if weapon.shock:
        take_shock(play, target)


def _weapon_hit(made: Declaration, resolved: Resolved) -> WeaponHit:
    """Return what hits: a charge adds a die (EPL 7), a called shot may find a gap in the armour or strike the hand."""
    charge = made.weapon.melee and made.said.charging
    return WeaponHit(
        weapon=made.weapon,
        som=made.attacker.som,
        extra_dice=made.fired.extra_dice + charge,
        extra=made.fired.extra,
        excellent=resolved.excellent,
        concentrated=made.said.concentrated,
        critical=resolved.critical or resolved.called == GAP,
        glancing=resolved.called == DISARM,
        through=made.through(resolved.target),
        subdues=made.said.subdue,
    )
