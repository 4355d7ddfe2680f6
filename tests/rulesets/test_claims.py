"""What each system knows of a target outranks what a player says of it, and what only a GM can know is a claim."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot import app
from bot.core import engine, folding, orders
from bot.core.dice import Dice, SeededDice
from bot.core.errors import RuleViolation
from bot.core.events import Event, Said
from bot.core.options import Word
from bot.core.said.claims import known_facts, weighed
from bot.core.said.told import told_of
from bot.core.scene import Scene, with_state
from bot.core.sheets import checked
from bot.core.views import Viewer, view
from bot.rulesets.eclipse.deeds import events as eclipse
from bot.rulesets.graydawn.deeds import events as graydawn
from bot.rulesets.horizons.movement import events as horizons
from bot.rulesets.nighttripper.deeds import events as nighttripper
from bot.rulesets.reflex.kinds import Pace
from bot.rulesets.reflex.surroundings.events import WeatherSet
from bot.rulesets.reflex.time import moves as reflex
from tests.rulesets.drawing import AnyScene

SYSTEMS = app.house().systems
OWNER = 7


def dice(position: int, order: bytes) -> Dice:
    return SeededDice(b"public", b"gm", position, order)


def facing(key: str, **guard: Any) -> AnyScene:
    """Ann, a player's, and Guard, the GM's, before a fight."""
    system = SYSTEMS[key]
    scene: AnyScene = Scene(system.ruleset.empty_state())
    for name, owner, places in (("Ann", OWNER, {}), ("Guard", 0, guard)):
        sheet, problems = checked(system.ruleset.sheet, {**system.templates[system.starter], **places})
        assert not problems
        scene = played(key, scene, orders.Enlist(name=name, owner=owner, side=name, sheet=sheet))
    return scene


def played(key: str, scene: AnyScene, order: orders.Order) -> AnyScene:
    return engine.decide(SYSTEMS[key].ruleset, scene, order, dice).scene


def with_guard(scene: AnyScene, **changes: Any) -> AnyScene:
    """The scene with the state of Guard changed."""
    return with_state(scene, "Guard", msgspec.structs.replace(scene.combatants["Guard"].state, **changes))


def attack(**inputs: Any) -> orders.Act:
    return orders.Act(actor="Ann", action="attack", inputs={"target": "Guard", **inputs})


def refusal(key: str, scene: AnyScene, **said: Any) -> str:
    """What Ann's player is told who says that."""
    ruleset = SYSTEMS[key].ruleset
    with pytest.raises(RuleViolation) as refused:
        weighed(ruleset, view(scene, Viewer(OWNER), ruleset), attack(**said))
    return str(refused.value)


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_known_distance_is_kept(key: str) -> None:
    scene = played(key, facing(key), orders.SetRange(actor="Ann", target="Guard", range_m=150))
    assert refusal(key, scene, range_m=2.0).startswith("It is 150 m to Guard.")
    assert weighed(SYSTEMS[key].ruleset, scene, attack(range_m=150.0)).act == attack()


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_distance_that_nobody_said_is_anybodys_to_say(key: str) -> None:
    assert weighed(SYSTEMS[key].ruleset, facing(key), attack(range_m=60.0)).said == ("range_m",)


MOVED: dict[str, Event] = {
    "reflex": reflex.Moved(actor="Guard", pace=Pace.WALK, distance_m=3),
    "graydawn": graydawn.Moved(actor="Guard", metres=3),
    "eclipse": eclipse.Moved(actor="Guard", pace="walk", metres=3),
    "horizons": horizons.Moved(actor="Guard", pace="slow"),
    "nighttripper": nighttripper.Moved(actor="Guard", metres=3),
}


@pytest.mark.parametrize("key", SYSTEMS)
def test_what_was_said_of_a_place_ends_with_the_systems_own_moves(key: str) -> None:
    ruleset, scene = SYSTEMS[key].ruleset, facing(key)
    said = folding.evolve(ruleset, scene, Said(actor="Ann", target="Guard", words={"light": "dark"}, lasting=True))
    assert told_of(said, "Guard")
    assert told_of(folding.evolve(ruleset, said, MOVED[key]), "Guard") == {}


CLAIMS = {
    "reflex": {
        "attack": {"easy", "facing", "hidden", "keeping_pace"},
        "throw": {"easy", "facing", "hidden", "keeping_pace"},
        "indirect_fire": {"observed"},
        "intimidate": {"situation"},
        "assess": {"light"},
        "attack_thing": {"facing", "hidden", "keeping_pace", "victims"},
        "check": {"secret"},
        "take_cover": {"cover", "target"},
        "pick_up": {"near"},
    },
    "graydawn": {
        "attack": {"ambush"},
        "declare": {"level"},
        "move": {"level"},
        "work": {"number"},
        "try": {"number"},
    },
    "eclipse": {"attack": {"superior", "reach", "receiving", "unaware"}, "reload": {"quick"}},
    "horizons": {"suppress": {"rounds"}},
    "nighttripper": {},
}


@pytest.mark.parametrize("key", SYSTEMS)
def test_what_only_a_gm_can_know_is_a_claim(key: str) -> None:
    specs = [spec for spec in SYSTEMS[key].ruleset.actions.values() if not spec.gm_only]
    found = {spec.name: {item.key for item in spec.inputs if item.word is Word.GM} for spec in specs}
    assert {name: keys for name, keys in found.items() if keys} == CLAIMS[key]


@pytest.mark.parametrize("key", SYSTEMS)
def test_nothing_is_known_of_whoever_is_not_here(key: str) -> None:
    assert known_facts(SYSTEMS[key].ruleset, facing(key), attack(target="Nobody")) == {}
    assert "range_m" not in known_facts(SYSTEMS[key].ruleset, facing(key), attack(target="Ann"))


@pytest.mark.parametrize(
    ("key", "action", "listed"),
    [
        ("graydawn", "throw", {"others": "Ann 2"}),
        ("eclipse", "attack", {"others": "ann 2@4"}),
        ("reflex", "indirect_fire", {"victims": "Nobody:1, Ann:2"}),
    ],
)
def test_who_is_known_to_be_far_from_a_target_is_not_listed_as_near(key: str, action: str, listed: Any) -> None:
    ruleset, scene = SYSTEMS[key].ruleset, facing(key)
    order = orders.Act(actor="Ann", action=action, inputs={"target": "Guard", **listed})
    assert weighed(ruleset, scene, order).act == order
    scene = played(key, scene, orders.SetRange(actor="Ann", target="Guard", range_m=40))
    with pytest.raises(RuleViolation, match="It is 40 m from Guard to Ann"):
        weighed(ruleset, scene, order)
    scene = played(key, scene, orders.SetRange(actor="Ann", target="Guard", range_m=2))
    assert weighed(ruleset, scene, order).act == order


def test_a_name_that_ends_in_a_number_is_no_distance() -> None:
    scene = facing("graydawn")
    sheet = scene.combatants["Ann"].sheet
    scene = played("graydawn", scene, orders.Enlist(name="Cid 5", owner=0, side="Guard", sheet=sheet))
    scene = played("graydawn", scene, orders.SetRange(actor="Cid 5", target="Guard", range_m=9))
    order = attack(others="Cid 5")
    assert weighed(SYSTEMS["graydawn"].ruleset, scene, order).act == order


def test_eclipse_knows_how_big_a_target_is() -> None:
    assert "size" in refusal("eclipse", facing("eclipse"), size="very_large")


def test_graydawn_knows_the_cover_of_a_target_and_names_it_to_who_flanks() -> None:
    cover = orders.Act(actor="Guard", action="cover", inputs={"cover": "wall", "level": 4})
    scene = played("graydawn", facing("graydawn"), cover)
    assert "cover wall, level 4" in refusal("graydawn", scene, cover="none")
    assert "cover wall, level 4" in refusal("graydawn", scene, level=1)
    assert weighed(SYSTEMS["graydawn"].ruleset, scene, attack(cover="wall", level=4)).act == attack()


def test_graydawn_lets_nobody_say_of_a_blow_what_the_target_is_behind() -> None:
    scene = facing("graydawn")
    assert weighed(SYSTEMS["graydawn"].ruleset, scene, attack(cover="wall")).said == ("cover",)
    assert "cover none" in refusal("graydawn", scene, cover="wall", weapon="fists")
    assert weighed(SYSTEMS["graydawn"].ruleset, scene, attack(cover="none", weapon="fists")).said == ()
    move = orders.Act(actor="Ann", action="suppress", inputs={"target": "Guard"})
    assert SYSTEMS["graydawn"].ruleset.facts(scene, move) == {}


def test_endless_horizons_knows_the_cover_of_a_target_and_what_it_hides() -> None:
    scene = with_guard(facing("horizons"), cover="wood", parts=("legs",))
    assert "cover wood, parts legs" in refusal("horizons", scene, cover="none")
    strange = with_guard(facing("horizons"), cover="wood", parts=("head",))
    assert "cover wood." in refusal("horizons", strange, parts="legs")


def test_reflex_knows_size_and_cover_and_no_other_description_of_it() -> None:
    scene = facing("reflex")
    assert "size human" in refusal("reflex", scene, size="car")
    behind = with_state(scene, "Guard", scene.combatants["Guard"].state.with_body(cover="car"))
    for said in ({"cover": "none"}, {"parts": "legs"}, {"armor": 1.0}, {"material": "brick", "thickness_mm": 5.0}):
        assert "cover car, parts below shoulders" in refusal("reflex", behind, **said)


def test_reflex_knows_no_size_of_what_somebody_has() -> None:
    scene, ruleset = facing("reflex"), SYSTEMS["reflex"].ruleset
    at_thing = orders.Act(actor="Ann", action="attack_thing", inputs={"target": "Guard", "size": "quarter"})
    assert weighed(ruleset, scene, at_thing).said == ("size",)


def test_reflex_knows_the_light_once_somebody_has_said_it() -> None:
    scene, ruleset = facing("reflex"), SYSTEMS["reflex"].ruleset
    assert weighed(ruleset, scene, attack(light="dim")).said == ("light",)
    dark = folding.evolve(ruleset, scene, WeatherSet(actor="Guard", light="dim"))
    assert "light dim" in refusal("reflex", dark, light="clear")
    assert known_facts(ruleset, dark, attack(target="Nobody")) == {"light": "dim"}


def test_reflex_knows_vehicles_and_those_inside_them() -> None:
    scene, ruleset = facing("reflex", vehicle={"kind": "car"}), SYSTEMS["reflex"].ruleset
    assert known_facts(ruleset, scene, attack())["target_speed"] == "half"
    driving = with_state(scene, "Guard", scene.combatants["Guard"].state.with_body(kmh=90))
    assert known_facts(ruleset, driving, attack())["target_speed"] != "half"
    inside = folding.evolve(ruleset, driving, reflex.Boarded(actor="Ann", target="Guard", what="car", done=2, needed=2))
    assert (
        known_facts(ruleset, inside, attack())["own_speed"] == known_facts(ruleset, driving, attack())["target_speed"]
    )


def test_reflex_knows_of_a_closed_car_of_the_gms_what_its_kind_tells() -> None:
    scene, ruleset = facing("reflex", vehicle={"kind": "car"}), SYSTEMS["reflex"].ruleset
    sheet = scene.combatants["Ann"].sheet
    scene = played("reflex", scene, orders.Enlist(name="Driver", owner=0, side="Guard", sheet=sheet))
    scene = folding.evolve(ruleset, scene, reflex.Boarded(actor="Driver", target="Guard", what="car", done=2, needed=2))
    scene = played("reflex", scene, orders.SetRange(actor="Ann", target="Guard", range_m=150))
    seen = view(scene, Viewer(OWNER), ruleset)
    assert "target_speed" not in known_facts(ruleset, seen, attack())
    facts = known_facts(ruleset, seen, attack(target="Driver"))
    assert (facts["range_m"], facts["cover"], facts["parts"]) == (150, "car", "everything")
    with pytest.raises(RuleViolation, match="It is 150 m to Driver"):
        weighed(ruleset, seen, attack(target="Driver", range_m=2.0))
