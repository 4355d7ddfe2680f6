"""Two worlds in which one of the GM's is out of sight, near or far, or in sight, well or not, and players name them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from bot.core.options import ActionSpec, Input, Kind
from bot.core.views import PUBLIC, Viewer, view
from bot.service.names import readable
from tests.rulesets import drawing
from tests.worlds.by_word import done, turn_of_ann
from tests.worlds.fallen import FALLS
from tests.worlds.fights import Difference, Fight
from tests.worlds.moves import SHEETS, Move, Options, words_of
from tests.worlds.world import PEOPLE

ANN, WHO, FRIEND = SHEETS["ann"], "Lurker", "Guard"
LAST = "50.9,50.5"  # within reach of both
NEAR, FAR = "50, 51.2", "62, 80"
DRAWN = 4
"""How often each action is tried with inputs drawn beside whom it names."""

State = tuple[str, Options, Options]
States = Mapping[str, State]

STANDS: States = {
    "reflex": ("/init set", {"what": "stance", "value": "standing"}, {"value": "prone"}),
    "eclipse": ("/init set", {"what": "prone", "value": "yes"}, {"what": "dazed"}),
    "horizons": ("/init set", {"what": "posture", "value": "standing"}, {"value": "prone"}),
    "graydawn": ("/init set", {"what": "stance", "value": "moving"}, {"value": "active_cover"}),
    "nighttripper": ("/init set", {"what": "luck", "value": "1"}, {"value": "2"}),
}
"""By system: what the GM says of somebody out of sight, and what of it is otherwise in the other world."""

LIES: States = {
    **FALLS,
    "horizons": ("/init set", {"what": "wounds", "value": "1", "with": "place=torso"}, {"value": "3"}),
}

AWAKE: States = {
    "reflex": ("/init set", {"what": "stance", "value": "standing"}, {"what": "unconscious", "value": "yes"}),
}
"""Where a system once told whether somebody out of sight was awake."""

AILS: States = {
    "reflex": ("/init set", {"what": "rounds", "value": "3"}, {"value": "9"}),
    "eclipse": ("/damage apply", {"amount": 2}, {"amount": 4}),
    "horizons": ("/init set", {"what": "wounds", "value": "1", "with": "place=torso"}, {"value": "2"}),
    "graydawn": ("/init set", {"what": "boxes", "value": "1"}, {"value": "4"}),
    "nighttripper": ("/init set", {"what": "armor", "value": "padded"}, {"value": "mail"}),
}
"""By system: what ails or fits out somebody in sight, which shows to nobody and changes no sum that is told."""

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "reflex": ("two_guns", "indirect_fire", "assistant_gunners"),
}
"""What a campaign turns on so that more can be done to somebody."""


HOW: Mapping[str, tuple[str, ...]] = {
    "graydawn": ("mode=auto", "mode=auto rounds=10"),
    "eclipse": ('weapon="bare hands"', "mode=FA", "mode=BF"),
}
"""How several are attacked at once."""

NARROWLY: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "graydawn": {"treat": tuple(f"modifier={less}" for less in range(-12, -3, 2))},
}
"""By system and action, how it is done so that what ails somebody decides."""


async def by_name(fight: Fight, states: States, *, in_sight: bool = False) -> Difference | None:
    """Have Ann do all that is done to somebody, to the one whom nobody sees, and take back what she has done.

    Who is ``in_sight`` stands beside her.
    """
    for move in _opening(fight, states[fight.less.world.key], in_sight=in_sight):
        if found := await fight.takes(move):
            return found
    rng = Random(fight.less.world.key)
    for spec in fight.less.world.system.ruleset.actions.values():
        people = [item.key for item in spec.inputs if item.kind is Kind.COMBATANT or _lists_people(item)]
        for key in people if not spec.gm_only else ():
            for move in _naming(fight, spec, key, rng):
                if found := await turn_of_ann(fight, spec.kinds) or await done(fight, move):
                    return found
    return None


def _lists_people(item: Input) -> bool:
    return item.lists and item.kind is not Kind.PLACE


def _opening(fight: Fight, state: State, *, in_sight: bool) -> Iterator[Move]:
    key = fight.less.world.key
    template = next(iter(fight.less.world.system.templates))
    yield Move("gm", "/campaign setup", {"ruleset": key})
    for switch in SWITCHES.get(key, ()):
        yield Move("gm", "/campaign options", {"option": switch, "value": "yes"})
    yield Move("ann", "/sheet create", {"name": ANN, "template": template})
    yield Move("ann", "/init join")
    yield Move("gm", "/npc add", {"template": template, "name": WHO})
    yield Move("gm", "/npc add", {"template": template, "name": FRIEND})
    yield Move("gm", "/map use", {"range_m": 20.0})
    yield Move("gm", "/map place", {"who": ANN, "at": "50,50"})
    yield Move("gm", "/init start", {"now": True, "title": "The wall"})
    yield Move("gm", "/map place", {"who": FRIEND, "at": "50.8,49.8"})
    yield Move("gm", "/map place", {"who": WHO, "at": LAST})
    if not in_sight:
        yield Move("gm", "/map piece", {"name": "wall", "material": "brick_wall", "at": "20,50.7", "to": "80,50.7"})
        yield Move("gm", "/map place", {"who": WHO, "at": NEAR}, otherwise={"at": FAR})
    command, options, otherwise = state
    yield Move("gm", command, {"actor" if command == "/init set" else "target": WHO, **options}, otherwise=otherwise)


def _naming(fight: Fight, spec: ActionSpec, key: str, rng: Random) -> Iterator[Move]:
    """What Ann types that names the one out of sight as ``key``: that alone, with more drawn, and what completes it."""
    whom = {"target": WHO} if key == "target" else {"with": f'{key}="{WHO}"'}
    for how in HOW.get(fight.less.world.key, ()) if spec.name == "attack" and key == "others" else ():
        yield Move("ann", "/attack", {"attacker": ANN, "target": FRIEND, "with": f'others="{WHO}" {how}'})
    if spec.name == "attack":
        shot = whom if key == "target" else {"target": FRIEND, **whom}
        yield Move("ann", "/attack", {"attacker": ANN, **shot})
        yield Move("ann", "/odds", {"attacker": ANN, **shot})
    else:
        yield Move("ann", "/act", {"action": spec.name, "actor": ANN, **whom})
    for how in NARROWLY.get(fight.less.world.key, {}).get(spec.name, ()) if key == "target" else ():
        yield Move("ann", "/act", {"action": spec.name, "actor": ANN, **whom, "with": how})
    for option in ("target", "with"):
        yield Move("ann", "/act", {"action": spec.name, "actor": ANN, **whom}, option=option)
    ruleset, names = fight.less.world.system.ruleset, readable(fight.table.scene, PUBLIC)
    ann = next(actor for actor, name in names.items() if name == ANN)
    places = {item.key for item in spec.inputs if item.kind is Kind.PLACE}
    for _ in range(DRAWN):
        known = view(fight.table.scene, Viewer(PEOPLE["ann"]), ruleset)
        drawn = drawing.inputs(ruleset, known, spec, ann, rng)
        kept = {each: value for each, value in drawn.items() if each not in places and each != key}
        yield Move(
            "ann",
            "/act",
            {"action": spec.name, "actor": ANN, "with": f'{key}="{WHO}" {words_of(spec, names, kept)}'},
        )
