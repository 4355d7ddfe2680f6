"""A shot: one check for all of its bullets, each further one harder by the recoil."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.errors import RuleViolation
from bot.core.events import RangeSet
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.scene import Question
from bot.core.terms import Term, total
from bot.rulesets.horizons.checks.events import Check
from bot.rulesets.horizons.checks.rules import aftermath, check_effort, meets, rolled
from bot.rulesets.horizons.equipment.rules import working
from bot.rulesets.horizons.fire.difficulty import band_at, beyond, difficulty, size_of, size_term, zone_meant
from bot.rulesets.horizons.fire.events import Aimed, BarrelBurst, Malfunctioned, ShotFired
from bot.rulesets.horizons.movement.rules import NO_COVER, USUAL_PARTS
from bot.rulesets.horizons.play import HorizonsPlay, HorizonsReading, HorizonsScene, opponent
from bot.rulesets.horizons.state import Weapon
from bot.rulesets.horizons.time.rules import AIM
from bot.rulesets.horizons.wounds.injury import Layered, cover_of, hurt, strike

rules = Rules()

JAM, SQUIB, BURST = "jam", "squib", "burst"
VERDICTS = {"stuck bullet": SQUIB, "burst barrel": BURST, "jam": JAM, "nothing": ""}
WORST = -3
USUAL_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot before its dice."""

    name: str
    weapon: Weapon
    mode: str
    rounds: int
    range_m: float
    size: str
    band: str
    terms: tuple[Term, ...]


@rules("attack")
def attack(play: HorizonsPlay, order: Act) -> None:
    """Shoot at somebody; nobody can evade a bullet (ruling 000-12).

    Dice: the check, further dice behind a one or a ten, then for each hit what ``injury.strike`` asks for.

    Raises:
        RuleViolation: the shot is not possible; the remedy says what would be.
    """
    shoot(play, order, opponent(play.scene, order))


def shoot(play: HorizonsPlay, order: Act, target: str) -> None:
    """The shot itself, whoever's turn it is."""
    actor = order.actor
    name, weapon = working(play.scene, actor, order.inputs.get("weapon"), force=bool(order.inputs.get("force")))
    mode, rounds = _rounds(weapon, order)
    range_m = distance(play.scene, order, target)
    shot = _shot(play, order, target, name, weapon, mode, rounds, range_m)
    check_effort(play.scene.combatants[actor].state, weapon.skill, order.inputs.get("effort", 0))
    if play.distance(actor, target) != range_m:
        play.tell(RangeSet(actor=actor, target=target, range_m=range_m))
    if weapon.fault:
        _burst_barrel(play, actor, shot)
        return
    _fired(play, order, target, shot)


def _rounds(weapon: Weapon, order: Act) -> tuple[str, int]:
    """The mode and the rounds of a shot; what is not said follows from the other.

    Raises:
        RuleViolation: the weapon has no such mode, or fires no so many rounds in it, or has not so many left.
    """
    rounds = order.inputs.get("rounds")
    mode = order.inputs.get("mode") or _mode_for(weapon, rounds or 1)
    if mode not in weapon.modes:
        raise RuleViolation(f"It has no mode {mode}.", f"It has: {', '.join(weapon.modes)}.")
    most = {"single": 1, "burst": weapon.burst, "auto": weapon.capacity}[mode]
    fired = rounds or min(most, USUAL_ROUNDS)
    if fired > most:
        raise RuleViolation(f"{mode} fires {most} round(s) at most.", f"Say rounds up to {most}.")
    if fired > weapon.loaded:
        raise RuleViolation(f"Only {weapon.loaded} round(s) are left.", "Fire fewer, or reload.")
    return mode, fired


def _mode_for(weapon: Weapon, rounds: int) -> str:
    most = {"single": 1, "burst": weapon.burst, "auto": weapon.capacity}
    return next((mode for mode in weapon.modes if rounds <= most[mode]), weapon.modes[-1])


def distance(scene: HorizonsScene, order: Act, target: str) -> float:
    """The metres to a target: as said with the order, or as they are known.

    Raises:
        RuleViolation: nobody has said them.
    """
    found = order.inputs.get("range_m", scene.range_m(order.actor, target))
    if found is None:
        raise RuleViolation("How far away is the target?", "Say range_m, or set it with /init range.")
    return float(found)


def _shot(
    reading: HorizonsReading, order: Act, target: str, name: str, weapon: Weapon, mode: str, rounds: int, range_m: float
) -> Shot:
    far = beyond(reading, range_m, weapon.range_m)
    found = reading.as_seen(target)
    size = size_of(reading, found, order.inputs.get("called", ""))
    band = band_at(range_m, weapon.range_m) or "maximum"
    shown = size_term(reading, size, band)
    terms = difficulty(
        reading, reading.scene.combatants[order.actor].state, found, shown, order.inputs.get("modifier", 0)
    )
    return Shot(name, weapon, mode, rounds, range_m, size, band, (*terms, *far))


def _burst_barrel(play: HorizonsPlay, actor: str, shot: Shot) -> None:
    """The bullet behind a stuck one bursts the barrel."""
    play.tell(BarrelBurst(actor=actor, weapon=shot.name))
    _splintered(play, actor, shot)


def _splintered(play: HorizonsPlay, actor: str, shot: Shot) -> None:
    """Of a burst barrel the cartridge's damage goes into the arms (ours)."""
    damage = play.tables.number("cartridges", shot.weapon.cartridge, "damage")
    hurt(play, actor, damage, "arms")


def _fired(play: HorizonsPlay, order: Act, target: str, shot: Shot) -> None:
    check = rolled(play, play.scene.combatants[order.actor].state, shot.weapon.skill, order.inputs.get("effort", 0))
    fault = fault_of(play, order.actor, check)
    fired = 1 if fault else shot.rounds
    needed = total(shot.terms)
    hits = 0 if fault not in ("", JAM) else hits_of(check.result, needed, shot.weapon.recoil, fired)
    play.tell(
        ShotFired(
            actor=order.actor,
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
        )
    )
    aftermath(play, order.actor, check, told=bool(fault) or check.side <= WORST)
    if fault:
        play.tell(Malfunctioned(actor=order.actor, weapon=shot.name, fault=fault))
    if fault == BURST:
        _splintered(play, order.actor, shot)
    cover = _cover(play, order, target)
    for _ in range(hits):
        called = zone_meant(play.scene.combatants[target].state, order.inputs.get("called", ""))
        strike(play, order.actor, target, shot.weapon.cartridge, called, cover)


def hits_of(result: int, difficulty_: int, recoil: int, fired: int) -> int:
    """How many bullets hit: each further one must meet a difficulty higher by the recoil (text 000, lines 137-149)."""
    return sum(meets(result, difficulty_ + bullet * recoil) for bullet in range(fired))


def fault_of(play: HorizonsPlay, actor: str, check: Check) -> str:
    """What goes wrong with the gun: a bad side effect jams it, a worse one leaves the bullet in the barrel.

    A campaign may tell small ones otherwise; about the worst the GM is asked, and may make of it a burst barrel
    (rulings 000-11, 000-18, 000-29).
    """
    if check.side <= WORST:
        return VERDICTS[play.ask(_how_bad(actor, check.side))]
    if check.side >= 0:
        return ""
    if check.side == -1:
        return JAM if play.options["minor_effect"] == JAM else ""
    return SQUIB


def _how_bad(actor: str, side: int) -> Question:
    verdicts = tuple(VERDICTS)
    return Question("worst", actor, "worst", verdicts, verdicts[0], detail=str(side), gm=True)


def _cover(reading: HorizonsReading, order: Act, target: str) -> Layered:
    """The cover said with the shot, or what the target is behind."""
    said = order.inputs.get("cover")
    if said is None:
        return cover_of(reading, target)
    if said == NO_COVER:
        return "", ()
    return said, tuple(reading.tables.row("parts", order.inputs.get("parts", USUAL_PARTS))["covers"])


@rules(AIM)
def aim(play: HorizonsPlay, order: Act) -> None:
    """Take careful aim for an action (text 000, lines 128-133; ruling 000-8)."""
    state = play.scene.combatants[order.actor].state
    play.tell(Aimed(actor=order.actor, actions=state.aimed + 1))
