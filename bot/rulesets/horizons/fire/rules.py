"""A shot: one check for all of its bullets, each further one harder by the recoil."""

from __future__ import annotations

import msgspec

from bot.core.errors import Incomplete, RuleViolation
from bot.core.events import RangeSet
from bot.core.features import Rules
from bot.core.scene import Question
from bot.core.terms import Term, total
from bot.core.wording import counted
from bot.rulesets.horizons.checks.difficulty import Hitting, difficulty
from bot.rulesets.horizons.checks.events import Outcome
from bot.rulesets.horizons.checks.rules import aftermath, check_effort, meets, rolled
from bot.rulesets.horizons.equipment.rules import working
from bot.rulesets.horizons.fire.actions import Aim, Attack
from bot.rulesets.horizons.fire.difficulty import band_at, beyond, size_of, size_term, zone_meant
from bot.rulesets.horizons.fire.events import Aimed, BarrelBurst, Malfunctioned, ShotFired
from bot.rulesets.horizons.movement.actions import NO_COVER
from bot.rulesets.horizons.movement.difficulty import pace_of
from bot.rulesets.horizons.play import HorizonsPlay, HorizonsReading, by_now, opponent
from bot.rulesets.horizons.sights import Shelter, Shelters, check_seen, sheltered_by
from bot.rulesets.horizons.state import BURST_BARREL, JAM, SQUIB, Weapon
from bot.rulesets.horizons.time.slots import is_reacting
from bot.rulesets.horizons.wounds.injury import ammunition, hurt, strike

rules = Rules()

VERDICTS = {"stuck bullet": SQUIB, "burst barrel": BURST_BARREL, "jam": JAM, "nothing": ""}
STUCK, WORST = -2, -3
USUAL_ROUNDS = 3


class Shot(msgspec.Struct, frozen=True):
    """A shot before its dice."""

    name: str
    weapon: Weapon
    mode: str
    rounds: int
    range_m: float
    size: str
    band: str
    terms: tuple[Term, ...]
    cover: Shelters


@rules(Attack)
def attack(play: HorizonsPlay, attack: Attack) -> None:
    """Shoot at somebody; nobody can evade a bullet (ruling 000-12).

    Dice: the check, further dice behind a one or a ten, then for each hit what ``injury.strike`` asks for.

    Raises:
        RuleViolation: the shot is not possible; the remedy says what would be.
    """
    shoot(play, attack, out_of_turn=is_reacting(play, attack.actor))


def shoot(play: HorizonsPlay, attack: Attack, *, out_of_turn: bool) -> None:
    """Carry out the shot itself; one out of turn finds its target as it is by then, whatever moment is played.

    Raises:
        RuleViolation: the shot is not possible.
    """
    actor, target = attack.actor, opponent(play.scene, attack.actor, attack.target)
    name, weapon = working(play.scene, actor, attack.weapon, force=attack.force)
    shot = _shot(by_now(play) if out_of_turn else play, attack, name, weapon, out_of_turn=out_of_turn)
    check_effort(play.scene.combatants[actor].state, weapon.skill, attack.effort)
    if play.distance(actor, target) != shot.range_m:
        play.tell(RangeSet(actor=actor, target=target, range_m=shot.range_m))
    if weapon.fault:
        play.tell(BarrelBurst(actor=actor, weapon=shot.name))
        _splintered(play, actor, shot)
        return
    _fired(play, attack, shot)


def _rounds(weapon: Weapon, attack: Attack) -> tuple[str, int]:
    """Return the mode and the rounds of a shot; what is not said follows from the other, or from what is loaded.

    Raises:
        RuleViolation: the weapon has no such mode, or does not fire that many rounds in it, or has not that many left.
    """
    most = weapon.most_rounds
    wide_enough = (mode for mode in weapon.modes if (attack.rounds or 1) <= most[mode])
    mode = attack.mode or next(wide_enough, weapon.modes[-1])
    if mode not in weapon.modes:
        raise RuleViolation(f"It has no mode {mode}.", f"It has: {', '.join(weapon.modes)}.")
    usual = min(most[mode], USUAL_ROUNDS)
    fired = attack.rounds or (usual if attack.mode else min(usual, weapon.loaded))
    if fired > most[mode]:
        raise RuleViolation(f"{mode} fires {counted(most[mode], 'round')} at most.", f"Say rounds up to {most[mode]}.")
    if fired > weapon.loaded:
        fewer = "Fire fewer." if weapon.spare == 0 else "Fire fewer, or reload: /act action:reload."
        raise RuleViolation(only_left(weapon.loaded), fewer)
    return mode, fired


def only_left(rounds: int) -> str:
    """Return that no more rounds are left in a weapon than these."""
    return f"Only {counted(rounds, 'round')} {'is' if rounds == 1 else 'are'} left."


def distance(reading: HorizonsReading, actor: str, target: str, said: float | None) -> float:
    """Return the metres to a target: as said with the order, or as they are known.

    Raises:
        Incomplete: nobody has said them.
    """
    found = reading.distance(actor, target) if said is None else said
    if found is None:
        raise Incomplete("How far away is the target?", "Say range_m=60, or a GM sets it with /init range.")
    return found


def _shot(reading: HorizonsReading, attack: Attack, name: str, weapon: Weapon, *, out_of_turn: bool) -> Shot:
    """Return a shot that is possible.

    Raises:
        RuleViolation: the weapon does not fire so, or nobody has said how far it is, or it is too far.
    """
    mode, rounds = _rounds(weapon, attack)
    range_m = distance(reading, attack.actor, attack.target, attack.range_m)
    far = beyond(reading, range_m, weapon.range_m)
    found = reading.as_seen(attack.target)
    size = size_of(reading, found, attack.called)
    band = band_at(range_m, weapon.range_m) or "maximum"
    shown = size_term(reading, size, band)
    shooter = reading.scene.combatants[attack.actor].state
    hitting = Hitting(shooter, pace_of(found), found, out_of_turn=out_of_turn)
    terms = difficulty(reading, hitting, shown, attack.modifier - attack.bonus)
    return Shot(name, weapon, mode, rounds, range_m, size, band, (*terms, *far), _cover(reading, attack))


def _splintered(play: HorizonsPlay, actor: str, shot: Shot) -> None:
    """Have the cartridge's damage go into the arms, as a barrel bursts (ours)."""
    damage, _ = ammunition(play, shot.weapon)
    hurt(play, actor, damage, "arms")


def _fired(play: HorizonsPlay, attack: Attack, shot: Shot) -> None:
    actor, target = attack.actor, attack.target
    check = rolled(play, play.scene.combatants[actor].state, shot.weapon.skill, attack.effort)
    fault = fault_of(play, actor, check)
    fired = 1 if fault else shot.rounds
    needed = total(shot.terms)
    hits = 0 if fault not in ("", JAM) else hits_of(check.result, needed, shot.weapon.recoil, fired)
    called = zone_meant(play.scene.combatants[target].state, attack.called)
    play.tell(
        ShotFired(
            actor=actor,
            target=target,
            weapon=shot.name,
            mode=shot.mode,
            rounds=shot.rounds,
            fired=fired,
            range_m=shot.range_m,
            size=shot.size,
            band=shot.band,
            terms=shot.terms,
            difficulty=needed,
            recoil=shot.weapon.recoil,
            check=check,
            hits=hits,
            called=called,
        )
    )
    aftermath(play, actor, check, decided=bool(fault) or check.side <= WORST)
    if fault:
        play.tell(Malfunctioned(actor=actor, weapon=shot.name, fault=fault))
    if fault == BURST_BARREL:
        _splintered(play, actor, shot)
    for _ in range(hits):
        strike(play, actor, target, shot.weapon, called, shot.cover)


def hits_of(result: int, needed: int, recoil: int, fired: int) -> int:
    """Return how many bullets hit: for each further one the difficulty is higher by the recoil (000, 137-149)."""
    return sum(meets(result, needed + bullet * recoil) for bullet in range(fired))


def fault_of(play: HorizonsPlay, actor: str, check: Outcome) -> str:
    """Return what goes wrong with the gun: a bad side effect jams it, a worse one leaves the bullet in the barrel.

    A campaign may tell small ones otherwise; about the worst the GM is asked, and may make of it a burst barrel
    (rulings 000-11, 000-18, 000-29).
    """
    if check.side <= WORST:
        verdicts = tuple(VERDICTS)
        asked = Question("worst", actor, "worst", verdicts, verdicts[0], detail=str(check.side), gm=True)
        return VERDICTS[play.ask(asked)]
    if check.side >= 0:
        return ""
    if check.side > STUCK:
        return JAM if play.options["minor_effect"] == JAM else ""
    return SQUIB


def _cover(reading: HorizonsReading, attack: Attack) -> Shelters:
    """Return the cover that was said with the shot, or what the target is behind.

    Raises:
        RuleViolation: nothing was said, and on a ground nothing is to be seen of the target.
    """
    if not attack.cover:
        check_seen(reading, attack.actor, attack.target)
        return sheltered_by(reading, attack.actor, attack.target)
    if attack.cover == NO_COVER:
        return ()
    return (Shelter(attack.cover, reading.tables.parts[attack.parts].covers),)


@rules(Aim)
def aim(play: HorizonsPlay, aim: Aim) -> None:
    """Take careful aim for an action, along what can be fired (text 000, lines 126-133; ruling 000-8).

    Raises:
        RuleViolation: nothing that fires is in hand.
    """
    working(play.scene, aim.actor, None, force=True)
    play.tell(Aimed(actor=aim.actor, actions=play.scene.combatants[aim.actor].state.aimed + 1))
