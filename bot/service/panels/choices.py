"""What may be chosen for each input of an action, from what the asker knows: whoever is nearest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.core import orders
from bot.core.ground.lost import is_lost
from bot.core.ground.places import Place, distance_cm
from bot.core.ground.shelter import nearest_of
from bot.core.ground.sight import sees
from bot.core.options import AIM, ATTACK, LONGEST_CHOICE, SUPPRESS, THROW, ActionSpec, Choice, Input, Kind, Word
from bot.core.said.claims import with_told
from bot.core.squads.aiming import by_nearness, standing_first
from bot.core.wording import metres
from bot.service.case import Case, PlayedScene
from bot.service.lookups.completion import BEHIND, ONTO, TOWARDS, WAYS
from bot.service.names import readable
from bot.service.rows import AnyScene

COVER, NOTHING = "cover", "none"
SHELTER = "behind"  # the input that names what one takes cover behind
LADDER = (*range(1, 11), 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500)
METRES = (1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 150, 200, 300, 400, 500, 1000)
AROUND_ZERO = (*range(1, 7), 8, 10, 15, 20, 30, -1, -2, -3, -4, -5, -6, -8, -10, -15, -20, -30)
UNIT_M = "_m"  # of inputs that are distances
FAR = float("inf")
NOWHERE = Place(0, 0)
FIRST_PLACES = 6  # of each kind, before there are more of any


def offered(
    case: Case,
    played: PlayedScene,
    seen: AnyScene,
    spec: ActionSpec,
    item: Input,
    actor: str,
    chosen: Mapping[str, str],
) -> list[Choice]:
    """Return what an input may hold, given what else is chosen; nothing where it has to be typed."""
    names = readable(played.scene, case.viewer)
    ids = {name: one for one, name in names.items()}
    given = {**{key: ids.get(value, value) for key, value in chosen.items()}, "actor": actor}
    if item.kind is Kind.PLACE:
        found: Iterable[Choice] = _places(played, seen, names, actor, item)
    elif item.asks_scene:
        found = played.system.ruleset.candidates(seen, spec.name, item.key, given)
    elif item.kind is Kind.COMBATANT:
        found = map(Choice, names)
    else:
        found = map(Choice, _words(item))
    if item.kind is Kind.COMBATANT:
        found = _by_nearness(played, seen, spec, actor, names, item, [each.value for each in found])
    known: dict[str, Choice] = {}  # a menu in which one value stands twice Discord turns down
    for each in found:
        known.setdefault(each.value, each)
    return [each for value, each in known.items() if 0 < len(value) < LONGEST_CHOICE]


def _places(played: PlayedScene, seen: AnyScene, names: Mapping[str, str], actor: str, item: Input) -> Iterator[Choice]:
    """Yield where one may want to be, as far as one knows, and how far it is; the nearest first.

    Who looks for cover goes behind a thing, or behind somebody, who may be a car. Who only goes somewhere goes towards
    people and things: behind a thing, as they see it, is past it, and nearer to whom they would hide from. What is
    meant for somebody is meant for where that one is, who is a foe first. Where distances are told nobody has a place
    to be at.
    """
    ground = seen.ground
    if ground is None:
        return
    here = ground.places.get(actor)
    lie = {f"the {key}": nearest_of(piece.outline, here or NOWHERE) for key, piece in ground.pieces.items()}
    stand = {name: ground.places.get(one) for one, name in names.items()}
    far = {name: _far_cm(here, there) for name, there in {**lie, **stand}.items()}
    things = sorted(lie, key=lambda each: far[each])
    near = sorted((one for one in names if one != actor), key=lambda one: far[names[one]])
    if item.onto and actor in seen.combatants:
        near = _foes_first(played, seen, actor, near)
    people = [names[one] for one in near]
    usual = ((ONTO if item.onto else TOWARDS, people), (TOWARDS, things), (BEHIND, things))
    first = [(way, each) for way, known in usual for each in known[:FIRST_PLACES]]
    others = [(way, each) for way in WAYS for each in (*people, *things)]
    sheltered = [(BEHIND, each) for each in (*things, *people)]
    for way, each in sheltered if item.key == SHELTER else dict.fromkeys((*first, *others)):
        is_told = way in (ONTO, TOWARDS, BEHIND) and far[each] < FAR
        yield Choice(way.format(each), metres(far[each] / 100) if is_told else "")


def _far_cm(here: Place | None, there: Place | None) -> float:
    return FAR if here is None or there is None else distance_cm(here, there)


def _by_nearness(
    played: PlayedScene,
    seen: AnyScene,
    spec: ActionSpec,
    actor: str,
    names: Mapping[str, str],
    item: Input,
    found: Iterable[str],
) -> list[Choice]:
    """Return people by their names, with what is known between them and whoever acts; the nearest first.

    To be attacked, aimed or thrown at, whoever is out of sight comes behind those who are in it, whoever is known to be
    down behind all who stand, and one's own side behind all others.
    """
    known = by_nearness(seen, actor, [one for one in found if one in names])
    if is_at_foes(spec):
        if ATTACK in (spec.command, spec.name) or spec.name in (THROW, AIM, SUPPRESS):
            known = sorted(known, key=lambda one: _is_out_of_sight(played, seen, actor, one))
        known = _foes_first(played, seen, actor, known)
    return [Choice(names[one], _between(played, seen, spec, actor, item, one)) for one in known]


def _foes_first(played: PlayedScene, seen: AnyScene, actor: str, known: Sequence[str]) -> list[str]:
    """Return people in their order, but whoever is known to be down behind who stands, and one's own behind all."""
    own = seen.combatants[actor].side
    standing = standing_first(played.system.ruleset, seen, known)
    return sorted(standing, key=lambda one: seen.combatants[one].side == own)


def _is_out_of_sight(played: PlayedScene, seen: AnyScene, actor: str, one: str) -> bool:
    """Tell whether somebody sees nothing of another on a ground, as far as the asker knows where both are."""
    ground, ruleset = seen.ground, played.system.ruleset
    if ground is None or actor not in ground.places or is_lost(seen, one):
        return is_lost(seen, one)
    known = {each: ground.places.get(each) for each in (actor, one)}
    figures = [ruleset.figure(seen.combatants[each].state, place) for each, place in known.items() if place]
    return len(figures) > 1 and not sees(ground, *figures)


def is_at_foes(spec: ActionSpec) -> bool:
    """Tell whether an action is usually meant at a foe: to harm it, to aim, or to throw something at it."""
    return is_aimed(spec) or spec.name in (THROW, AIM, SUPPRESS)


def is_aimed(spec: ActionSpec) -> bool:
    """Tell whether an action is meant to harm whom it names, so that its odds are asked."""
    return bool(spec.odds) or spec.command == ATTACK


def _between(played: PlayedScene, seen: AnyScene, spec: ActionSpec, actor: str, item: Input, one: str) -> str:
    """Return the distance to somebody and what it is behind, as far as that is known."""
    range_m = seen.range_m(actor, one)
    known = [] if range_m is None else [metres(range_m)]
    if spec.input(COVER):
        order = orders.Act(actor=actor, action=spec.name, inputs={item.key: one})
        facts = played.system.ruleset.facts(seen, order)
        cover = facts.get(COVER) or with_told(seen, spec, order, facts).inputs.get(COVER)
        known += [f"cover: {str(cover).replace('_', ' ')}"] if cover not in (None, "", NOTHING) else []
    return ", ".join(known)


def _words(item: Input) -> Iterable[str]:
    match item.kind:
        case Kind.FLAG:
            return ("yes", "no")
        case Kind.INT | Kind.NUMBER if not item.choices:
            steps = AROUND_ZERO if item.lo < 0 else METRES if item.key.endswith(UNIT_M) else LADDER
            return (str(step) for step in steps if item.lo <= step <= item.hi)
        case _:
            return item.choices


def is_usual(item: Input) -> bool:
    """Tell whether an input is one that people choose most times: its own doing, in every system, and not a bonus."""
    if item.required:
        return True
    counts = item.kind not in (Kind.INT, Kind.NUMBER) or item.asks_scene or item.lo >= 0
    return item.shared and item.word is Word.OWN and counts and not item.lists
