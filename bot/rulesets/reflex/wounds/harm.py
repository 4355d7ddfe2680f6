"""Whatever strikes a body wounds it alike, and what is no shot finds its place and what protects that alike, too."""

from __future__ import annotations

from bot.core.dice import Roll
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.person.anatomy import called_fines, place_of, rolled_fine
from bot.rulesets.reflex.person.protection import Cover, Harm, best_covered, got_through, layers
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.wounds.events import Hit, Stopped
from bot.rulesets.reflex.wounds.injury import suffer


def hit_on(play: ReflexPlay, victim: str, harm: Harm, place: BodyPart | None = None, cover: Cover | None = None) -> Hit:
    """Return a hit at a place; dice: that (lateral, vertical) where none is told."""
    fine, roll = (called_fines(play.tables)[place], None) if place else rolled_fine(play)
    return hit_at(play, victim, harm, fine, cover, roll)


def wave(play: ReflexPlay, victim: str, harm: Harm, place: BodyPart, cover: Cover | None) -> Hit:
    """Return what a shock wave does to a place: all of it is struck, so that the best of its armour counts (003-92).

    Cover is before a place where it hides what a called attack on that would strike (ours).
    """
    usual = called_fines(play.tables)[str(place)]
    fine = best_covered(play.tables, play.scene.combatants[victim].state.kit.armor, usual)
    return hit_at(play, victim, harm, fine, cover.before(usual, fine) if cover else None)


def hit_at(
    reading: ReflexReading, victim: str, harm: Harm, fine: str, cover: Cover | None, roll: Roll | None = None
) -> Hit:
    """Return a hit at a ``fine`` place, behind cover and what is worn; ``roll`` is that for the place."""
    passed = layers(cover, reading.scene.combatants[victim].state.kit.armor, fine, harm.penetration)
    return Hit(
        actor=harm.by,
        target=victim,
        place=place_of(reading.tables, fine),
        fine=fine,
        damage=harm.damage,
        terms=harm.terms,
        penetration=harm.penetration,
        final=got_through(harm.damage, passed),
        layers=passed,
        graze=harm.graze,
        roll=roll,
    )


def taken(play: ReflexPlay, hit: Hit) -> int:
    """Tell the hit, make its wound or say that nothing got through, and return what did."""
    play.tell(hit)
    if hit.final:
        suffer(play, hit.target, hit.place, hit.final, graze=hit.graze)
    else:
        play.tell(Stopped(actor=hit.target, place=hit.place, fine=hit.fine))
    return hit.final
