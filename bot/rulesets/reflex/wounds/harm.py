"""Whatever strikes a body wounds it alike, and what is no shot finds its place and what protects that alike, too."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.dice import Roll
from bot.core.terms import Term, total
from bot.rulesets.reflex.person.anatomy import called_fines, fine_at, location_ask, place_of
from bot.rulesets.reflex.person.protection import Cover, best_covered, got_through, layers
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.state import BodyPart
from bot.rulesets.reflex.wounds.events import Hit, Stopped
from bot.rulesets.reflex.wounds.injury import suffer


def blow(
    play: ReflexPlay,
    victim: str,
    terms: Sequence[Term],
    penetration: int | None,
    place: BodyPart | None = None,
    cover: Cover | None = None,
) -> Hit:
    """Return a hit by nobody for the sum of ``terms``; ``penetration`` is the Armor multiplier in halves, None for Nil.

    Dice: the place (lateral, vertical) where none is told.
    """
    roll = None if place else play.roll(location_ask(play.tables))
    fine = fine_at(play.tables, roll.faces) if roll else called_fines(play.tables)[str(place)]
    return _hit(play, victim, terms, penetration, fine, cover, roll)


def wave(
    play: ReflexPlay, victim: str, terms: Sequence[Term], penetration: int | None, place: BodyPart, cover: Cover | None
) -> Hit:
    """Return what a shock wave does to a place: all of it is struck, so that the best of its armour counts (003-92).

    Cover is before a place where it hides what a called attack on that would strike (ours).
    """
    usual = called_fines(play.tables)[str(place)]
    fine = best_covered(play.tables, play.scene.combatants[victim].state.kit.armor, usual)
    if cover:
        cover = cover.before(usual, fine)
    return _hit(play, victim, terms, penetration, fine, cover, None)


def _hit(
    play: ReflexPlay,
    victim: str,
    terms: Sequence[Term],
    penetration: int | None,
    fine: str,
    cover: Cover | None,
    roll: Roll | None,
) -> Hit:
    tables, value = play.tables, total(terms)
    passed = layers(cover, play.scene.combatants[victim].state.kit.armor, fine, penetration)
    return Hit(
        target=victim,
        place=place_of(tables, fine),
        fine=fine,
        damage=value,
        terms=tuple(terms),
        penetration=penetration,
        final=got_through(value, passed),
        layers=passed,
        roll=roll,
    )


def taken(play: ReflexPlay, hit: Hit) -> None:
    """Tell the hit, and make its wound or say that nothing got through."""
    play.tell(hit)
    if not hit.final:
        play.tell(Stopped(actor=hit.target, place=hit.place, fine=hit.fine))
        return
    suffer(play, hit.target, hit.place, hit.final, graze=hit.graze)
