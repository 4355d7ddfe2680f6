"""What lies between two on a ground is cover where it is close to the target, and hides whoever is wholly behind it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.core.ground.laid import Ground
from bot.core.ground.pieces import Area, Piece
from bot.core.ground.places import Place
from bot.core.ground.sight import Figure, Screen, hides_all, screens, sees, shields
from bot.rulesets.graydawn.cover.figures import figure
from bot.rulesets.graydawn.cover.things import CM, WHOLE_PCT, cover_of, rank
from bot.rulesets.graydawn.play import DawnReading
from bot.rulesets.graydawn.state import Shelter, Stance, State
from bot.rulesets.graydawn.tables import GrayTables


class Protection(msgspec.Struct, frozen=True):
    """What somebody is behind as seen from somewhere, and whether wholly.

    ``by`` is the thing on the ground that hides it. Who is ``hazy`` is seen through smoke or dust.
    """

    shelter: Shelter | None = None
    hidden: bool = False
    by: str = ""
    hazy: bool = False


def protection(reading: DawnReading, shooter: str, target: str, *, in_turn: bool = False) -> Protection:
    """Return what a target is behind as seen by somebody: by their places, or as it was told.

    Who fires at it ``in_turn`` finds it as the moment opened. Who fights from cover or braces rises to fire, and shows
    at times over or round what is beside it (004:230-236).
    """
    ground = reading.scene.ground
    state = reading.as_seen(target) if in_turn else reading.scene.combatants[target].state
    if ground is None or shooter not in ground.places or target not in ground.places:
        return told_protection(state)
    eye, body = Figure(ground.places[shooter]), figure(state, ground.places[target])
    found = screens(ground, eye, body)
    peeping = state.able and state.stance in (Stance.ACTIVE, Stance.BRACED)
    shows = peeping and hides_all(found, body.tall_cm) and sees(ground, eye, Figure(body.place))
    return _behind(reading.tables, state, body, found, shows=shows)


def hazy_between(ground: Ground, start: Place, end: Place) -> bool:
    """Tell whether smoke or dust lies between two places."""
    return any(isinstance(one.thing, Area) for one in screens(ground, Figure(start), Figure(end)))


def told_protection(state: State) -> Protection:
    """Return what somebody is behind by what was said, from wherever it is seen."""
    return Protection(state.shelter, state.stance is Stance.FULL)


def protection_from(reading: DawnReading, burst: Place | None, target: str) -> Protection:
    """Return what shields somebody from what goes off: somewhere on the ground, or as it was told."""
    state, ground = reading.scene.combatants[target].state, reading.scene.ground
    if ground is None or burst is None:
        return told_protection(state)
    body = figure(state, ground.places[target])
    return _behind(reading.tables, state, body, shields(ground, burst, body), shows=False)


def _behind(tables: GrayTables, state: State, body: Figure, found: tuple[Screen, ...], *, shows: bool) -> Protection:
    """Return what of all that lies before a body is its cover (text 004, lines 136-146; by how much it hides is ours).

    A thing is cover within a metre of whoever does not move. What a GM said counts unless nothing shows.
    """
    hazy = any(isinstance(one.thing, Area) for one in found)
    if hides_all(found, body.tall_cm) and not shows:
        wholly = [one for one in found if one.high_cm - one.low_cm >= body.tall_cm] or found
        by = [one.thing.name for one in wholly if isinstance(one.thing, Piece) and one.thing.hides]
        return Protection(_strongest(tables, wholly, body, whole=True), hidden=True, by="".join(by[-1:]), hazy=hazy)
    if state.shelter is not None and not state.shelter.thing:
        return Protection(state.shelter, state.stance is Stance.FULL, hazy=hazy)
    if state.able and state.stance is Stance.MOVING:
        return Protection(hazy=hazy)
    beside = [one for one in found if one.before_cm <= tables.limits.beside.value * CM]
    return Protection(_strongest(tables, beside, body, whole=shows), hazy=hazy)


def _strongest(tables: GrayTables, found: Iterable[Screen], body: Figure, *, whole: bool) -> Shelter | None:
    """Return the cover of the highest level among what lies between, of several alike what covers the most.

    It hides the body ``whole``, or as far as it reaches from below.
    """
    best: Shelter | None = None
    things = ((one, one.thing) for one in found if isinstance(one.thing, Piece))
    for one, thing in things:
        low_pct = 0 if one.low_cm else one.high_cm * WHOLE_PCT // body.tall_cm
        offered = cover_of(tables, thing, WHOLE_PCT if whole else low_pct)
        if offered and (best is None or rank(tables, offered) > rank(tables, best)):
            best = offered
    return best
