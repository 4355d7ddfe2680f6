"""Where everybody is, on a ground or by distances: a GM says it, and people look where those are whom they see."""

from __future__ import annotations

from collections.abc import Container, Iterator

import msgspec

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.ground.laid import Ground, as_known
from bot.core.ground.laying import check_apart, not_laid
from bot.core.ground.layouts import Layout
from bot.core.ground.pieces import PIECE
from bot.core.ground.places import Place, bearing, distance_cm
from bot.core.ground.whereabouts import Named, Where, read, read_several
from bot.core.narration import spelled_place
from bot.core.views import Viewer
from bot.core.wording import Line, digits, line, metres, name, note
from bot.service.case import Case, PlayedScene
from bot.service.names import clean_name, readable, resolve
from bot.service.orders.answers import Unworded, answer_to
from bot.service.orders.chapters import scene_to_play
from bot.service.orders.ledger import carry_out
from bot.service.playing.actors import may_act_for
from bot.service.playing.maps import backdrop, imported
from bot.service.posting.pictures import out_of_sight, pictured
from bot.service.requests import Reply
from bot.service.rows import AnyScene

EVERYBODY = "everybody"
LONGEST_REASON = 80
LONGEST_WHERE = 100
MOST_APART_M = 100


def where_said(scene: AnyScene, viewer: Viewer, text: str, *, onto: bool = False) -> Where:
    """Return the place that somebody means, with ids for names; ``onto`` whom one names alone, or a step before.

    Raises:
        RuleViolation: it cannot be read, or names nobody in sight.
    """
    return read(text[:LONGEST_WHERE], where_named(scene, viewer), onto=onto)


def places_said(scene: AnyScene, viewer: Viewer, text: str) -> tuple[Where, ...]:
    """Return places that somebody says one after another, with ids for names.

    Raises:
        RuleViolation: one cannot be read, or names nobody in sight.
    """
    return read_several(text, where_named(scene, viewer))


def where_named(scene: AnyScene, viewer: Viewer) -> Named:
    """Return what finds whom and what a viewer knows of by a name: people first, then things on the ground."""
    ground = scene.ground if viewer.gm or not scene.ground else as_known(scene.ground)
    return lambda words: _meant(scene, viewer, words) or (meant_on_ground(ground, words) if ground else None)


def meant_on_ground(ground: Ground, words: str) -> str | None:
    """Return the id of the thing on a ground that is called so, with or without an article."""
    wanted = words.strip().casefold()
    bare = wanted.removeprefix("the ")
    called = {each.casefold(): each for each in ground.pieces}
    found = called.get(wanted, called.get(bare))
    return None if found is None else PIECE + found


def _meant(scene: AnyScene, viewer: Viewer, words: str) -> str | None:
    try:
        return resolve(scene, viewer, words)
    except RuleViolation:
        return None


def use(case: Case, range_m: float | None, ground: str = "") -> Reply | Unworded:
    """Give everybody a place, the sides so far apart or in the zones of a ready ground."""
    case.check_gm("lay a ground")
    if range_m is None and not ground:
        raise RuleViolation("How far apart do they begin, or on which ground?", "Say range_m:60, or ground:bridge.")
    layout = layout_chosen(case, range_m, ground)
    order = orders.LayGround(range_m=0.0 if layout else float(range_m or 0), layout=layout)
    return answer_to(case, carry_out(case, scene_to_play(case), order))


def layout_chosen(case: Case, range_m: float | None, ground: str) -> Layout | None:
    """Return the ground that somebody names; None where it is told how far apart the sides begin, or nothing is.

    Raises:
        RuleViolation: there is none, both are said, or so far apart they cannot begin.
    """
    if ground and range_m is not None:
        raise RuleViolation("A ground says itself how far apart they begin.", "Leave out range_m, or ground.")
    if not ground:
        if range_m is not None:
            check_apart(range_m)
        return None
    wanted = ground.strip().casefold()
    known = case.house.grounds
    found = next((each for key, each in known.items() if wanted in (key, each.title.casefold())), None)
    found = found or imported(case, ground)
    if found is None:
        titles = ", ".join(each.title for each in (*known.values(), *case.unit.maps(case.request.guild_id)))
        raise RuleViolation(f"There is no ground {ground[:40]!r}.", f"There are: {titles}.")
    return found


def put(case: Case, who: str, at: str, apart_m: float, reason: str) -> Reply | Unworded:
    """Put somebody, or several in a row, somewhere on the ground."""
    case.check_gm("move people on the ground")
    if not 0 < apart_m <= MOST_APART_M:
        raise RuleViolation(
            f"{digits(apart_m)} m from one to the next does not work.", f"Above 0, and at most {MOST_APART_M} m."
        )
    played = case.played()
    order = orders.PutAt(
        actors=several(played.scene, case.viewer, who),
        where=where_said(played.scene, case.viewer, at),
        apart_cm=round(apart_m * 100),
        reason=clean_name(reason, LONGEST_REASON) if reason else "",
    )
    return answer_to(case, carry_out(case, played, order))


def set_range(case: Case, actor: str, target: str, range_m: float) -> Reply | Unworded:
    """Say how far apart two are where distances are told."""
    case.check_gm("set distances")
    if not 0 <= range_m <= 100_000:
        raise RuleViolation(f"{digits(range_m)} m is out of range.", "A distance goes from 0 to 100000 m.")
    played = case.played()
    one, other = resolve(played.scene, case.viewer, actor), resolve(played.scene, case.viewer, target)
    return answer_to(case, carry_out(case, played, orders.SetRange(actor=one, target=other, range_m=float(range_m))))


def several(scene: AnyScene, viewer: Viewer, who: str) -> tuple[str, ...]:
    """Return all who are meant: somebody, a side, all of one name with numbers, some with commas between, everybody.

    Raises:
        RuleViolation: nobody in sight is called so.
    """
    one = _meant(scene, viewer, who)
    if one is not None:
        return (one,)
    wanted = who.strip().casefold()
    found = tuple(dict.fromkeys(_called(scene, viewer, wanted)))
    if found:
        return found
    return tuple(dict.fromkeys(resolve(scene, viewer, each.strip()) for each in who.split(",")))


def _called(scene: AnyScene, viewer: Viewer, wanted: str) -> Iterator[str]:
    for actor, read_as in readable(scene, viewer).items():
        plain = read_as.casefold().partition("#")[0].rstrip("0123456789 ")
        side = scene.combatants[actor].side.casefold()
        if wanted in (EVERYBODY, side, f"{side}s", plain, f"{plain}s"):
            yield actor


def show(case: Case) -> Reply:
    """Return where everybody is whom the asker sees, and how far from the asker's own."""
    played = case.played()
    seen = played.seen_by(case.viewer)
    if seen.ground is None:
        raise not_laid()
    names, places = readable(played.scene, case.viewer), seen.ground.places
    own = next((actor for actor in places if actor in names and _is_own(case, played, actor)), None)
    lost = out_of_sight(seen, case.viewer)
    lines = [_whereabouts(names, places, actor, own, lost) for actor in names if actor in places]
    apart = line(note(f"A square is 5 m wide. The sides began {seen.ground.apart_cm / 100:g} m apart."))
    picture = pictured(case.unit, played, seen, case.viewer, case.house.materials)
    picture = msgspec.structs.replace(picture, behind=backdrop(case.unit, played.row.guild_id, seen.ground))
    return Reply(title="The ground", lines=(*lines, apart), ephemeral=True, picture=picture)


def _is_own(case: Case, played: PlayedScene, actor: str) -> bool:
    return not case.gm and may_act_for(case, played, actor)


def _whereabouts(
    names: dict[str, str], places: dict[str, Place], actor: str, own: str | None, lost: Container[str]
) -> Line:
    here = (name(names[actor]), f": {'last seen at ' if actor in lost else ''}{spelled_place(places[actor])}")
    if own is None or own == actor:
        return line(*here, ".")
    return line(*here, f", {_from(places[own], places[actor])} of {names[own]}.")


def _from(start: Place, goal: Place) -> str:
    direction = bearing(start, goal)
    return f"{metres(distance_cm(start, goal) / 100)} {direction.value if direction else 'right above or below'}"
