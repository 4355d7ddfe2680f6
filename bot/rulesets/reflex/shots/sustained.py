"""Whoever does nothing but fire one weapon at one target gets faster, and tracers show where the bursts go."""

from __future__ import annotations

from bot.core.terms import Term, bonuses
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.shots.burst import burst_terms
from bot.rulesets.reflex.shots.shot import Shot
from bot.rulesets.reflex.state import Sustained

SUSTAINED_TICKS = -1


def string_of(reading: ReflexReading, shot: Shot) -> Sustained | None:
    """The string of attacks that the shot goes on with, if the campaign counts them (text 003, lines 1784-1788)."""
    string = shot.shooter.turn.sustained
    same = string is not None and (string.weapon, string.target) == (shot.key, shot.aimed_at)
    return string if same and reading.options["sustained_fire"] else None


def sustained_ticks(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """Return a tick less for every attack of a string but the first (text 003, lines 1784-1786; RX-58)."""
    return (Term("sustained", SUSTAINED_TICKS, "003:1786"),) if string_of(reading, shot) else ()


def tracer_terms(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """One more for each burst of the string before this one, with tracers (lines 1790-1791; 003-37, 003-70; RX-59)."""
    string = string_of(reading, shot)
    counts = string and string.bursts and shot.weapon.tracer and shot.fired.rounds > 1
    return (Term("tracer", string.bursts, "003:1790-1791", str(string.bursts)),) if string and counts else ()


def uncapped(reading: ReflexReading, shot: Shot) -> int:
    """How much more than the cap bonuses may come to, where a campaign lifts it for bursts and tracers (003-45)."""
    lifted = burst_terms(shot.fired) + tracer_terms(reading, shot) if reading.options["uncapped_bursts"] else ()
    return bonuses(lifted)
