"""Two worlds, one with hidden things on its ground, which players walk by, throw at, go behind and ask about."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from bot.core.options import ActionSpec, Kind
from tests.worlds.by_word import done, turn_of_ann
from tests.worlds.fights import Difference, Fight
from tests.worlds.moves import SHEETS, Move, Options

ANN, FOE, LAYER = SHEETS["ann"], "Guard", "Vasily"

THINGS: tuple[tuple[str, Options], ...] = (
    ("/map piece", {"name": "screen", "material": "brick_wall", "at": "40,60", "to": "49,60"}),
    ("/map piece", {"name": "crate", "material": "crate", "at": "52,48"}),
    ("/map piece", {"name": "pit", "material": "fence", "blocks": False, "shape": "box", "at": "53,52", "to": "56,56"}),
    ("/map piece", {"name": "gate", "material": "door", "at": "58,50", "to": "58,53", "opened": True}),
    ("/map area", {"name": "snare", "shape": "box", "at": "51,44", "to": "57,58"}),
    ("/map area", {"name": "smoke", "shape": "circle", "at": "50,63", "wide_m": 6, "hides": True}),
    ("/map area", {"name": "gas", "shape": "circle", "at": "53,63", "wide_m": 5}),
)
"""What stands and lies hidden on the ground of the world with more in it."""

LAID: Mapping[str, tuple[tuple[str, Options], ...]] = {
    "reflex": (
        ("/mine emplace", {"actor": LAYER, "mine": "Kulvert", "to": "48,52", "with": "reach_m=0.5"}),
        ("/mine emplace", {"actor": LAYER, "mine": "Draht", "to": "44,54", "with": "wire=46,54"}),
        (
            "/mine emplace",
            {"actor": LAYER, "mine": "Nebel", "to": "47,54", "with": "reach_m=0.5 explosive=gas_grenade"},
        ),
        ("/mine field", {"mine": "Feld", "to": "44,46", "with": "area_m2=12 density=0.5"}),
    ),
    "eclipse": (("/act", {"action": "lay_charge", "item": "frag_grenade", "to": "44,52"}),),
}
"""What a system lays besides, to whose trigger nobody comes."""

PLACES = ("54,54", "52.5,48", "58,51.5", "50,60", "behind screen", "behind the pit", "2m north of Kulvert", "snare")
"""Where Ann goes, throws, watches and fires: through and beside what is hidden, and by names that nobody knows."""

CALLED: Mapping[str, Sequence[str]] = {
    "area": ("snare", "smoke", "gas", "Feld"),
    "exposed": ("snare",),
    "item": ("screen", "crate", "Kulvert"),
    "mine": ("Kulvert", "Draht", "Nebel", "Feld"),
}
"""What she calls by the names that hidden things have, by what is typed."""

WAYS = ("54,54 then 54,60", "51,49", "the pit")


async def among_the_hidden(fight: Fight) -> Difference | None:
    """Have Ann do all that is done to a place, ask what there is, and take back what she has done."""
    for move in _opening(fight.less.world.key):
        if found := await fight.takes(move):
            return found
    typed = {each.display_name for each in fight.less.world.command("/act").parameters}
    for spec in fight.less.world.system.ruleset.actions.values():
        for move in said_of(spec, typed, PLACES, CALLED):
            if found := await turn_of_ann(fight, spec.kinds) or await done(fight, move):
                return found
    return None


def ann_and_her_foe(key: str, *edits: Options) -> Iterator[Move]:
    """What brings Ann, whose sheet is edited first, and her foe onto a ground, twenty metres apart."""
    template = "soldier" if key == "eclipse" else "guard"
    yield Move("gm", "/campaign setup", {"ruleset": key})
    yield Move("ann", "/sheet create", {"name": ANN, "template": template})
    for edit in edits:
        yield Move("ann", "/sheet edit", edit)
    yield Move("ann", "/init join")
    yield Move("gm", "/npc add", {"template": "guard", "name": FOE})
    yield Move("gm", "/map use", {"range_m": 20.0})
    yield Move("gm", "/map place", {"who": ANN, "at": "50,50"})
    yield Move("gm", "/map place", {"who": FOE, "at": "46,70"})


def _opening(key: str) -> Iterator[Move]:
    yield from ann_and_her_foe(key)
    yield Move("gm", "/map piece", {"name": "wall", "material": "brick_wall", "at": "30,57", "to": "47,57"})
    for command, options in THINGS:
        yield Move("gm", command, {**options, "hidden": True}, unseen=True)
    yield Move("gm", "/npc add", {"template": "guard", "name": LAYER, "hidden": True}, unseen=True)
    for command, options in LAID.get(key, ()):
        yield Move("gm", command, options, unseen=True)
    yield Move("gm", "/init remove", {"actor": LAYER}, unseen=True)
    yield Move("gm", "/init start", {"now": True, "title": "The yard"})


def said_of(
    spec: ActionSpec, typed: Collection[str], places: Sequence[str], called: Mapping[str, Sequence[str]]
) -> Iterator[Move]:
    """What Ann types of an action: to each place, and what completes that; at her foe; and its chances."""
    if spec.gm_only:
        return
    who: Options = {"action": spec.name, "actor": ANN}
    for item in spec.inputs:
        if item.kind is Kind.PLACE:
            named = "area=x " if spec.name == "suppress" and spec.input("area") else ""
            for said in WAYS if item.lists else places:
                yield Move("ann", "/act", {**who, "with": f'{named}{item.key}="{said}"'})
        if item.key in called:
            more = "distance_m=5 " if spec.input("distance_m") else ""
            for said in called[item.key]:
                yield Move("ann", "/act", {**who, "with": f'{more}{item.key}="{said}"'})
        if item.key in typed and (item.asks_scene or item.kind is Kind.PLACE):
            yield Move("ann", "/act", who, option=item.key)
    yield Move("ann", "/act", who)
    if spec.input("target") and spec.input("via") is None:  # on the way there is the screen, which stops her
        yield Move("ann", "/act", {**who, "target": FOE})
        yield Move("ann", "/odds", {"attacker": ANN, "target": FOE})
