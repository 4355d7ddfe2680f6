"""An attack from its declaration to what it does, in the order in which its dice fall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.core.errors import RuleViolation
from bot.core.events import RangeSet
from bot.core.orders import Act
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.eclipse.area import BLASTS, CONE, burst_at, widened
from bot.rulesets.eclipse.check import Outcome, beats, check, excellent
from bot.rulesets.eclipse.epicentre import Epicentre, spots
from bot.rulesets.eclipse.events import Attacked, Resolved
from bot.rulesets.eclipse.fire import TWICE, Load, band_of, load
from bot.rulesets.eclipse.gear import chambered, in_hand
from bot.rulesets.eclipse.harm import Blow, armor_penalty, disarmed, land, suffering
from bot.rulesets.eclipse.play import EclipsePlay, EclipseReading, EclipseScene
from bot.rulesets.eclipse.state import Aim, AimKind, State, Volley, Weapon
from bot.rulesets.eclipse.targets import all_targets, check_together, target_of
from bot.rulesets.eclipse.timing import SECOND, check_able, faced, judged, leave, moment, slot_now, spend

CALLED_MARGIN = 30
GAP, DISARM = "armor", "disarm"
CALLED = (GAP, DISARM)
PRONE_FAR_M = 10


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """An attack that is possible: who attacks whom, with what, from how far, and what was said of it."""

    actor: str
    targets: tuple[str, ...]
    attacker: State
    target: State
    key: str
    weapon: Weapon
    load: Load
    range_m: float | None
    band: str
    aim: Aim | None
    volley: Volley | None
    inputs: Mapping[str, Any]
    extra_targets: int = 0


def attack(play: EclipsePlay, order: Act) -> None:
    """Attack somebody, hand to hand or from afar (001:3-20; C1).

    Dice: the attack; where it succeeds, for each target its defence, then the damage and what follows from it.

    Raises:
        RuleViolation: the attack is not possible.
    """
    made = declared(play, order)
    spend(play, made.actor, quick=int(made.inputs.get("aim") == AimKind.QUICK))
    if made.range_m is not None and play.distance(made.actor, made.targets[0]) != made.range_m:
        play.tell(RangeSet(actor=made.actor, target=made.targets[0], range_m=made.range_m))
    second = made.load.mode in TWICE and made.volley is None
    for each in _single_blows(play.scene, made):
        outcome = attack_check(play, each)
        play.tell(_attacked(each, outcome, second=second))
        _carried_out(play, each, outcome)
    more = second and not (made.inputs.get("concentrated") and _has_hit(play.scene, made.actor))
    leave(play, made.actor, (SECOND,) if more else ())


def _single_blows(scene: EclipseScene, made: Attack) -> tuple[Attack, ...]:
    """Hand to hand each of several opponents is attacked by itself (EPL 7)."""
    if not made.weapon.melee:
        return (made,)
    extra = len(made.targets) - 1
    return tuple(
        msgspec.structs.replace(made, targets=(target,), target=faced(scene, target), extra_targets=extra)
        for target in made.targets
    )


def _has_hit(scene: EclipseScene, actor: str) -> bool:
    """Whether the first attack of the action struck: only then is a concentrated beam kept on."""
    volley = scene.combatants[actor].state.volley
    return volley is not None and volley.hit


def _carried_out(play: EclipsePlay, made: Attack, outcome: Outcome) -> None:
    if made.weapon.area in BLASTS:
        centre, through = _epicentre(play.scene, made), made.inputs.get("through", "")
        burst_at(play, made.weapon, centre, outcome, through)
        return
    for target in made.targets if outcome.succeeded else ():
        with play.about(target):
            _resolved(play, made, outcome, target)


def _epicentre(scene: EclipseScene, made: Attack) -> Epicentre:
    return Epicentre(
        mark=made.targets[0],
        actor=made.actor,
        range_m=made.range_m or 0,
        told=spots(scene, made.actor, made.inputs.get("others", "")),
        directed=bool(made.inputs.get("directed")),
    )


def declared(reading: EclipseReading, order: Act) -> Attack:
    """The attack that ``order`` asks for.

    Raises:
        RuleViolation: no such target, no weapon, empty, out of reach, or not what the second attack may be.
    """
    actor, inputs = order.actor, order.inputs
    attacker = check_able(reading.scene, actor)
    key, weapon = in_hand(reading.scene.combatants[actor].state, attacker, inputs.get("weapon"))
    weapon = chambered(weapon, inputs.get("ammunition"))
    targets = _targets(reading.scene, actor, weapon, inputs)
    volley = _volley(reading.scene, actor)
    _check_second(volley, key, inputs)
    loaded = load(reading, weapon, volley.mode if volley else inputs.get("mode"), inputs, len(targets))
    range_m = inputs.get("range_m", reading.distance(actor, targets[0]))
    band = band_of(weapon, range_m, shown(targets[0]), charging=bool(inputs.get("charging")))
    for other in targets[1:] if weapon.melee else ():
        band_of(weapon, reading.distance(actor, other), shown(other))
    if weapon.area == CONE:
        wider = widened(weapon, band, len(targets))
        loaded = msgspec.structs.replace(loaded, extra_dice=loaded.extra_dice + wider)
    return Attack(
        actor=actor,
        targets=targets,
        attacker=attacker,
        target=faced(reading.scene, targets[0]),
        key=key,
        weapon=weapon,
        load=loaded,
        range_m=range_m,
        band=band,
        aim=_aim(reading.scene, attacker, actor, weapon, targets[0], inputs),
        volley=volley,
        inputs=inputs,
    )


def _targets(scene: EclipseScene, actor: str, weapon: Weapon, inputs: Mapping[str, Any]) -> tuple[str, ...]:
    """Whom the attack is made on; who else stands in a blast is no target of it."""
    if weapon.area not in BLASTS:
        targets = all_targets(scene, actor, inputs)
        check_together(scene, targets)
        return targets
    spots(scene, actor, inputs.get("others", ""))
    return (target_of(scene, actor, inputs["target"]),)


def _volley(scene: EclipseScene, actor: str) -> Volley | None:
    """The first attack of the action that is going on, where there was one."""
    now = slot_now(scene, actor)
    return judged(scene, actor).volley if now and SECOND in now.kinds else None


def _check_second(volley: Volley | None, key: str, inputs: Mapping[str, Any]) -> None:
    mode = inputs.get("mode")
    if volley and inputs.get("concentrated"):
        raise RuleViolation("There is no second attack to give up.", "Attack without concentrated.")
    if volley and (volley.weapon != key or (mode or volley.mode) != volley.mode):
        raise RuleViolation(
            f"This is the second attack with the {volley.weapon}.",
            f"Make it with weapon={volley.weapon} and mode={volley.mode}, or pass.",
        )


def _aim(
    scene: EclipseScene, attacker: State, actor: str, weapon: Weapon, target: str, inputs: Mapping[str, Any]
) -> Aim | None:
    """The aim that counts: of a quick and a full one the better (001-22).

    Raises:
        RuleViolation: a quick aim must be the only quick action of the phase (001-10), and is none in melee.
    """
    if weapon.melee and "aim" in inputs:
        raise RuleViolation("Aiming is for attacks from afar.", "Strike without aim.")
    held = attacker.aim if attacker.aim and attacker.aim.target == target else None
    if inputs.get("aim") != AimKind.QUICK:
        return held
    if attacker.quick:
        raise RuleViolation("Quick aim must be the only quick action.", "Attack without it, or aim in the next phase.")
    return held or Aim(AimKind.QUICK, target, moment(scene))


def attack_check(play: EclipsePlay, made: Attack) -> Outcome:
    """The check with the weapon's skill and all that modifies it."""
    skill = made.attacker.skills.get(made.weapon.skill, 0)
    return check(play, "attack", Term("skill", skill, "sheet", made.weapon.skill), attack_terms(play, made))


def attack_terms(reading: EclipseReading, made: Attack) -> tuple[Term, ...]:
    """Every modifier of an attack (C2)."""
    by_kind = _melee_terms(reading, made) if made.weapon.melee else _ranged_terms(reading, made)
    told = made.inputs.get("modifier", 0)
    return (
        *suffering(reading.tables, made.attacker),
        *armor_penalty(reading.tables, made.attacker),
        *_flags(reading, made, ("off_hand", "superior", "touch", "called")),
        *_one_hand(reading, made),
        *row_terms(reading, "sizes", made.inputs.get("size", made.target.size)),
        *row_terms(reading, "visibility", made.inputs.get("visibility", "")),
        *by_kind,
        *_other_targets(reading, made),
        *((Term("told", told, "GM"),) if told else ()),
    )


def _flags(reading: EclipseReading, made: Attack, keys: tuple[str, ...]) -> tuple[Term, ...]:
    return tuple(term for key in keys if made.inputs.get(key) for term in reading.tables.modifier(key))


def row_terms(reading: EclipseReading, table: str, key: str) -> tuple[Term, ...]:
    """The row of a table as a term; nothing for no row and for a zero."""
    if not key or not (value := reading.tables.row(table, key)["value"]):
        return ()
    return (Term(table, value, reading.tables.source(table, key), key),)


def _one_hand(reading: EclipseReading, made: Attack) -> tuple[Term, ...]:
    return _flags(reading, made, ("one_hand",)) if made.weapon.two_handed else ()


def _melee_terms(reading: EclipseReading, made: Attack) -> tuple[Term, ...]:
    """Running is no worse for whoever charges: that is what its modifier is for (001-5; EPL 7)."""
    runs = made.attacker.running and not made.inputs.get("charging")
    running = reading.tables.modifier("running_otherwise") if runs else ()
    return (*_flags(reading, made, ("reach", "charging", "receiving")), *running)


def _ranged_terms(reading: EclipseReading, made: Attack) -> tuple[Term, ...]:
    tables = reading.tables
    prone = made.target.lying and (made.range_m or 0) >= PRONE_FAR_M
    states = {"smartlink": made.weapon.smartlink, "running": made.attacker.running, "prone_far": prone}
    return (
        *(term for key, holds in states.items() if holds for term in tables.modifier(key)),
        *(tables.modifier("sweep") if _sweeps(made) else ()),
        *_flags(reading, made, ("from_cover", "in_melee", "unseen", "indirect")),
        *row_terms(reading, "cover", made.inputs.get("cover", "")),
        *(tables.modifier(f"aim_{made.aim.kind}") if made.aim else ()),
        *row_terms(reading, "bands", made.band),
        *(tables.modifier(made.load.to_hit) if made.load.to_hit else ()),
    )


def _sweeps(made: Attack) -> bool:
    """Whether a beam that missed is brought to bear on the same target with its second shot (C3; EPL 7)."""
    first = made.volley
    return first is not None and made.weapon.beam and not first.hit and made.targets[0] in first.targets


def _other_targets(reading: EclipseReading, made: Attack) -> tuple[Term, ...]:
    """A second attack at anybody else than the first (C2); one pull over several is one (001-19).

    Of several opponents hand to hand each one beyond the first counts in every attack (EPL 7).
    """
    if made.extra_targets:
        return reading.tables.modifier("targets", made.extra_targets)
    if made.volley is None or set(made.targets) <= set(made.volley.targets):
        return ()
    return reading.tables.modifier("targets")


def _attacked(made: Attack, outcome: Outcome, *, second: bool) -> Attacked:
    return Attacked(
        actor=made.actor,
        target=made.targets[0],
        others=made.targets[1:],
        weapon=made.key,
        title=made.weapon.name,
        mode=made.load.mode,
        outcome=outcome,
        band=made.band,
        range_m=made.range_m or 0,
        spent=made.load.rounds,
        loaded=made.weapon.loaded - made.load.rounds,
        called=made.inputs.get("called", ""),
        second=second,
        ammunition=made.inputs.get("ammunition", ""),
    )


def _resolved(play: EclipsePlay, made: Attack, outcome: Outcome, target: str) -> None:
    melee, helpless = made.weapon.melee, bool(made.inputs.get("unaware"))
    reach = play.tables.modifier("reach") if melee and made.inputs.get("outreached") else ()
    defence = defended(play, target, reach, melee=melee, helpless=helpless)
    hit = beats(outcome, defence)
    works = hit and outcome.margin >= CALLED_MARGIN
    resolved = Resolved(
        actor=made.actor,
        target=target,
        defence=defence,
        hit=hit,
        critical=hit and outcome.critical,
        excellent=excellent(outcome) if hit else 0,
        called=made.inputs.get("called", "") if works else "",
    )
    play.tell(resolved)
    if hit:
        land(play, made.actor, target, _blow(made, resolved))
    if resolved.called == DISARM:
        disarmed(play, target)


def _blow(made: Attack, resolved: Resolved) -> Blow:
    """What hits: a charge adds a die (EPL 7), and a called shot may find the gap in the armour or strike the hand."""
    charge = made.weapon.melee and bool(made.inputs.get("charging"))
    return Blow(
        weapon=made.weapon,
        som=made.attacker.som,
        extra_dice=made.load.extra_dice + charge,
        extra=made.load.extra,
        excellent=resolved.excellent,
        concentrated=bool(made.inputs.get("concentrated")),
        critical=resolved.critical or resolved.called == GAP,
        glancing=resolved.called == DISARM,
        through=made.inputs.get("through", ""),
    )


def defended(
    play: EclipsePlay,
    target: str,
    reach: tuple[Term, ...] = (),
    *,
    melee: bool,
    helpless: bool = False,
) -> Outcome | None:
    """The defence of somebody, None where it has none: helpless, or surprised in the free phase (C1).

    In melee Fray or the best skill with a weapon in hand, and ``reach`` where it is longer; from afar half of Fray,
    rounded down (001:6-8).
    """
    state = faced(play.scene, target)
    if helpless or not state.able or (state.surprised and moment(play.scene)[1] == 0):
        return None
    terms = (
        *suffering(play.tables, state),
        *armor_penalty(play.tables, state),
        *(play.tables.modifier("full_defence") if state.defending else ()),
        *reach,
    )
    return check(play, "defence", defence_term(state, melee=melee), terms)


def defence_term(state: State, *, melee: bool) -> Term:
    """The skill that a defence starts from; in full defence Freerunning may stand for Fray (EPL 7)."""
    dodging = ("fray", "freerunning") if state.defending else ("fray",)
    dodge = max(dodging, key=lambda skill: state.skills.get(skill, 0))
    fray, detail = state.skills.get(dodge, 0), "" if dodge == "fray" else dodge
    if not melee:
        return Term("half_fray", fray // 2, "001:7-8", detail)
    armed = [weapon.skill for weapon in state.weapons.values() if weapon.melee and weapon.ready]
    best = max(armed, key=lambda skill: state.skills.get(skill, 0), default="")
    value = state.skills.get(best, 0)
    return Term("skill", value, "001:6", best) if value > fray else Term(dodge, fray, "001:6")
