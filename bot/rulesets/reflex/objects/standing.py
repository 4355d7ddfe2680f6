"""What stands on a ground is attacked where it is nearest, and what is shot to pieces stands there no longer."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

import msgspec

from bot.core.errors import RuleViolation
from bot.core.events import PieceGone
from bot.core.ground.laid import with_place, without_piece
from bot.core.ground.pieces import Piece
from bot.core.ground.places import Place, along, vector
from bot.core.ground.shelter import nearest_of
from bot.core.wording import shown
from bot.rulesets.reflex.kinds import Broken
from bot.rulesets.reflex.objects.events import ThingHit
from bot.rulesets.reflex.person.between import armor_of, outlook
from bot.rulesets.reflex.person.protection import Harm
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.vehicles.seats import stands_at

BEFORE_CM = 10
"""How far before a thing a warhead goes off that hits it (house)."""


def standing(scene: ReflexScene) -> Mapping[str, Piece]:
    """Return what stands on the ground for all to see, by name; a vehicle is somebody, and its hull no thing."""
    pieces = scene.ground.pieces if scene.ground else {}
    return {name: each for name, each in pieces.items() if not each.hidden and name not in scene.combatants}


def nearest_point(scene: ReflexScene, actor: str, piece: Piece) -> Place | None:
    """Return where a thing is nearest to somebody; None where that one has no place."""
    own = stands_at(scene, actor)
    if own is None:
        return None
    near, bottom = nearest_of(piece.outline, own), piece.bottom_cm
    return msgspec.structs.replace(near, height_cm=max(bottom, min(piece.top_cm, own.height_cm)))


def just_before(scene: ReflexScene, actor: str, point: Place) -> Place:
    """Return the place a little before a point as somebody sees it."""
    own = stands_at(scene, actor)
    return along(point, vector(point, own), BEFORE_CM) if own else point


def with_somebody_at(scene: ReflexScene, actor: str, piece: Piece, point: Place) -> ReflexScene:
    """Return the scene as if somebody stood at a point, and not the thing."""
    ground = scene.ground and with_place(without_piece(scene.ground, piece.name), actor, point)
    return msgspec.structs.replace(scene, ground=ground)


def check_breakable(reading: ReflexReading, name: str, piece: Piece) -> None:
    """Raise RuleViolation where nothing that is fired at a thing breaks it."""
    if not reading.tables.pieces[piece.material].threshold:
        raise RuleViolation(f"No attack takes {shown(name)} away.", "A GM removes it with /map piece remove:yes.")


def check_thing_in_sight(reading: ReflexReading, actor: str, at: str) -> None:
    """Raise RuleViolation where what stands between hides the whole of a thing from somebody (text 003, lines 488-490).

    The thing is in the scene as if it were somebody.
    """
    looks, seen = (actor, reading.as_seen(actor)), (at, reading.as_seen(at))
    view = outlook(reading.tables, reading.scene, looks, seen)
    if view and not view.in_sight:
        raise RuleViolation(f"{shown(at)} is out of sight.", "Go where you see it.")


def piece_hit(play: ReflexPlay, piece: Piece, harm: Harm) -> None:
    """Damage what stands on the ground as a thing of the Armor that it has as cover (text 003, lines 1068-1073).

    The second hit that reaches its threshold shoots it to pieces; thresholds of what is no gear are ours (1082-1083).
    """
    row = play.tables.pieces[piece.material]
    armor = ceil(armor_of(play.tables, piece))
    final = harm.past(armor)
    before_it = Broken.DISABLED if play.scene.state.battered.get(piece.name) == piece.outline else ""
    broken = harm.breaks(before_it, final, row.threshold)
    play.tell(
        ThingHit(
            item=piece.name,
            armor=armor,
            threshold=row.threshold,
            damage=harm.damage,
            penetration=harm.penetration,
            final=final,
            wear=0,
            broken=broken,
            graze=harm.graze,
            terms=harm.terms,
            outline=piece.outline,
        )
    )
    if broken == Broken.DESTROYED:
        play.tell(PieceGone(name=piece.name, destroyed=True))
