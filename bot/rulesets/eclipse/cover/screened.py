"""What an attack meets on a ground follows from what stands between the two: cover, or what is shot through."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from bot.core.errors import RuleViolation
from bot.core.ground.laid import Ground
from bot.core.ground.pieces import Piece
from bot.core.ground.sight import LEAN_CM, Figure, Screen, hidden_parts, hides_all, screens, sees
from bot.core.wording import agreeing, sentence, shown, the
from bot.rulesets.eclipse.cover.figures import figure_in
from bot.rulesets.eclipse.play import EclipseReading
from bot.rulesets.eclipse.tables import EclipseTables

_Pieces: TypeAlias = tuple[tuple[Piece, Screen], ...]
"""What stands in between, and how much of somebody each hides."""

NO_COVER = "none"
THROUGH_SMOKE = "major"
"""How well somebody is seen through what is on a ground and hides: as through heavy smoke."""
WHOLE = 100


class Screened(NamedTuple):
    """How somebody stands towards somebody else: the grade of its ``cover``, ``through`` what it would be shot.

    ``behind`` is what hides it wholly, ``smoke`` tells whether there is some in between. ``from_cover`` tells whether
    the other one stands behind cover itself.
    """

    cover: str = ""
    through: tuple[str, ...] = ()
    behind: str = ""
    smoke: bool = False
    from_cover: bool = False


def screened(reading: EclipseReading, shooter: str, target: str) -> Screened | None:
    """Return how a target stands towards somebody by what all know of; None where distances are told."""
    scene = reading.scene
    one, other = figure_in(scene, shooter), figure_in(scene, target)
    if scene.ground is None or one is None or other is None:
        return None
    tables, ground = reading.tables, scene.ground
    found = screens(ground, one, other)
    pieces = _pieces(found)
    smoke = len(pieces) < len(found)
    from_cover = bool(ground.pieces) and _stands_in_cover(tables, screens(ground, other, one), one)
    if not hides_all(found, other.tall_cm):
        grade, through = _grade(tables, pieces, other), _met(tables, pieces, other)
        return Screened(grade, through, smoke=smoke, from_cover=from_cover)
    if sees(ground, one, other):
        return Screened(_best(tables), smoke=smoke, from_cover=from_cover)
    return Screened("", _things(tables, pieces), _hiding(pieces), smoke=smoke, from_cover=from_cover)


def screened_spot(tables: EclipseTables, ground: Ground, one: Figure, spot: Figure) -> Screened:
    """Return how a place that can be seen stands towards somebody who throws something there."""
    smoke = any(not isinstance(each.thing, Piece) for each in screens(ground, one, spot))
    return Screened(smoke=smoke, from_cover=_stands_in_cover(tables, screens(ground, spot, one), one))


def known_of(found: Screened) -> dict[str, str]:
    """Return what a ground says of a target, by the inputs of an attack that would say it."""
    through = {"through": ", ".join(found.through)} if found.through else {}
    smoke = {"visibility": THROUGH_SMOKE} if found.smoke else {}
    return {"cover": found.cover or NO_COVER, **through, **smoke}


def check_seen(found: Screened | None, target: str, otherwise: str) -> None:
    """Raise RuleViolation where a target is wholly out of sight; ``otherwise`` says what would work."""
    if found and found.behind:
        hiding = f"{sentence(the(found.behind))} {agreeing(found.behind, 'hides', 'hide')}"
        raise RuleViolation(f"{hiding} {shown(target)}.", otherwise)


def stopped_by(tables: EclipseTables, found: Iterable[Screen], target: Figure) -> tuple[str, ...]:
    """Return what a burst must go through to reach somebody of whom nothing is open to it (objects by their keys)."""
    pieces = _pieces(found)
    return _things(tables, pieces) if _share(pieces, target) >= WHOLE else ()


def _pieces(found: Iterable[Screen]) -> _Pieces:
    return tuple((each.thing, each) for each in found if isinstance(each.thing, Piece))


def _grade(tables: EclipseTables, pieces: _Pieces, target: Figure) -> str:
    """Return the highest grade of cover of which enough of somebody is behind what gives so much; "" where none is."""
    worth = tuple((tables.cover[tables.pieces[piece.material].cover].value, piece, screen) for piece, screen in pieces)
    for grade in sorted(tables.shares, key=lambda grade: tables.cover[grade].value) if worth else ():
        enough = tuple((piece, screen) for value, piece, screen in worth if value <= tables.cover[grade].value)
        if _share(enough, target) >= tables.shares[grade].percent:
            return grade
    return ""


def _best(tables: EclipseTables) -> str:
    """Return the grade of cover of whoever looks round or over what hides it."""
    return max(tables.shares, key=lambda grade: tables.shares[grade].percent)


def _met(tables: EclipseTables, pieces: _Pieces, target: Figure) -> tuple[str, ...]:
    """Return what a shot goes through at somebody who is seen, but not past everything: the glass of a window."""
    if _share(pieces, target) < WHOLE:
        return ()
    return _things(tables, tuple((piece, screen) for piece, screen in pieces if not piece.hides))


def _things(tables: EclipseTables, pieces: _Pieces) -> tuple[str, ...]:
    """Return what pieces are when shot through, each once."""
    return tuple(dict.fromkeys(key for piece, _ in pieces if (key := tables.pieces[piece.material].through)))


def _share(pieces: _Pieces, target: Figure) -> int:
    """Return how many hundredths of somebody are behind what is there."""
    hidden = hidden_parts((screen for _, screen in pieces), target.tall_cm)
    return WHOLE * sum(high - low for low, high in hidden) // target.tall_cm


def _hiding(pieces: _Pieces) -> str:
    """Return the name of what hides the most of somebody."""
    opaque = ((piece, screen) for piece, screen in pieces if piece.hides)
    return max(opaque, key=lambda each: each[1].high_cm - each[1].low_cm)[0].name


def _stands_in_cover(tables: EclipseTables, found: Iterable[Screen], figure: Figure) -> bool:
    """Tell whether what somebody stands by is cover for it."""
    near = tuple((piece, screen) for piece, screen in _pieces(found) if screen.before_cm <= LEAN_CM)
    return bool(_grade(tables, near, figure))
