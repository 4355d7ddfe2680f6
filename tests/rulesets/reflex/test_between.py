"""Cover, sight and light on a ground: what lies between two counts, where nobody who knows better says otherwise."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from bot.core.engine import lines
from bot.core.errors import RuleViolation
from bot.core.events import AreaGone, AreaLaid, DistancesOutdated
from bot.core.ground.outlines import Box, Path
from bot.core.ground.pieces import Area, Piece
from bot.core.ground.whereabouts import AtPlace
from bot.core.orders import Act
from bot.core.views import PUBLIC
from bot.rulesets.reflex.kinds import Stance
from bot.rulesets.reflex.person.protection import Cover, hidden_parts
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.shots.actions import Attack
from bot.rulesets.reflex.shots.shot import Shot, declared
from bot.rulesets.reflex.surroundings.events import PlaceLit
from bot.rulesets.reflex.wounds.events import Hit
from tests.rulesets.game import play_on
from tests.rulesets.reflex.firing import REFLEX, TABLES, act, changed, fight, only, sheet, shoot
from tests.rulesets.reflex.grounding import facing, laid, north, patch, put, wall

BELLY = (2, 3)


def shot(scene: ReflexScene, **said: object) -> Shot:
    """Ann's attack on Guard as it would be made."""
    return declared(play_on(REFLEX, scene), Attack(**{"actor": "Ann", "target": "Guard", **said}))  # type: ignore[arg-type]


def cover(scene: ReflexScene, **said: object) -> Cover:
    """What is in the way of that."""
    found = shot(scene, **said).cover
    assert found is not None
    return found


def refusal(scene: ReflexScene, **said: object) -> str:
    """Why that is not possible."""
    with pytest.raises(RuleViolation) as refused:
        shot(scene, **said)
    return str(refused.value)


def test_a_wall_before_who_kneels_hides_all_below_the_shoulders_but_the_arms() -> None:
    scene = changed(facing(60, wall(59.5, 95)), "Guard", stance=Stance.KNEELING)
    found = cover(scene)
    assert (found.what, found.armor) == ("brick_wall", Fraction(3))
    assert found.hides == hidden_parts(TABLES, "below_shoulders")
    hit = only(shoot(scene, 1, 1, *BELLY, 1, 1), Hit)
    assert [(layer.what, layer.armor) for layer in hit.layers] == [("brick_wall", 3.0)]


def test_the_same_wall_hides_less_of_who_stands_and_is_nothing_from_the_other_side() -> None:
    scene = facing(60, wall(59.5, 95))
    assert cover(scene).hides == hidden_parts(TABLES, "below_waist")
    assert shot(put(scene, "Ann", north(80))).cover is None
    assert shot(put(scene, "Guard", north(58))).cover is None


def test_what_the_shooter_stands_by_is_no_cover_for_the_target() -> None:
    assert shot(facing(60, wall(0.5, 95))).cover is None


def test_whoever_is_wholly_behind_a_wall_is_out_of_sight_unless_its_place_is_known() -> None:
    scene = facing(60, wall(30, 250, name="High Wall"))
    assert "Guard is out of sight behind High Wall. Go where you see it" in refusal(scene)
    guessed = cover(scene, hidden=True)
    assert guessed.hides == hidden_parts(TABLES, "everything")
    assert shot(put(scene, "Ann", north(40))).cover is None


def test_what_hides_and_stops_nothing_puts_out_of_sight_too() -> None:
    scene = facing(60, wall(30, 250, "hedge", name="Hedge"))
    assert "behind Hedge" in refusal(scene)
    assert shot(scene, hidden=True).cover is None


def test_the_largest_of_what_hides_somebody_is_named() -> None:
    scene = facing(60, wall(58, 60, name="Curb"), wall(30, 250, bottom_cm=30, name="Board"))
    assert "behind Board" in refusal(scene)


def test_whoever_lies_behind_a_wall_sees_nobody_and_is_not_seen() -> None:
    scene = changed(facing(60, wall(59.5, 95)), "Guard", stance=Stance.PRONE)
    assert "out of sight" in refusal(scene)
    scene = changed(facing(60, wall(0.5, 95)), "Ann", stance=Stance.PRONE)
    assert "out of sight" in refusal(scene)


def test_of_who_stands_at_the_end_of_a_high_wall_head_and_arms_show() -> None:
    corner = Piece("Corner", Path((north(59.5, -20), north(59.5, 0.5))), "concrete_wall", top_cm=250)
    found = cover(facing(60, corner))
    assert (found.what, found.hides) == ("concrete_wall", hidden_parts(TABLES, "below_shoulders"))


def test_several_things_stand_one_behind_the_other() -> None:
    scene = changed(facing(60, wall(58, 95, "sandbags", name="Bags"), wall(59.5, 95)), "Guard", stance=Stance.KNEELING)
    hit = only(shoot(scene, 1, 1, *BELLY), Hit)
    assert [layer.what for layer in hit.layers] == ["sandbags", "brick_wall"]


@pytest.mark.parametrize(("deep_m", "armor"), [(1.8, Fraction(1)), (0, Fraction(1, 2))])
def test_the_way_through_a_whole_car_counts_twice(deep_m: float, armor: Fraction) -> None:
    outline = Box(north(57, -3), north(57 + deep_m, 3)) if deep_m else Path((north(57, -3), north(57, 3)))
    assert cover(facing(60, Piece("Car", outline, "car", top_cm=150))).armor == armor


def test_the_hull_of_a_vehicle_does_not_hide_it_but_what_is_behind() -> None:
    scene = facing(60, Piece("Guard", Box(north(59, -2), north(61, 2)), "truck", top_cm=250))
    assert shot(scene).cover is None
    behind = laid(facing(60), Piece("Truck", Box(north(56, -2), north(58, 2)), "truck", top_cm=250))
    assert "behind Truck" in refusal(behind)


def test_what_the_gm_says_of_the_cover_wins() -> None:
    scene = facing(60, wall(30, 250))
    assert cover(scene, cover="sandbags").what == "sandbags"
    assert shot(scene, cover="none").cover is None
    behind = act(scene, "take_cover", actor="Guard", cover="stone_wall", parts="legs").scene
    assert cover(behind).hides == hidden_parts(TABLES, "legs")
    low = facing(60, wall(59.5, 95))
    assert cover(low, parts="chest").hides == frozenset({"chest"})


def test_what_a_player_says_of_cover_does_not_override_the_ground() -> None:
    attack = Act(actor="Ann", action="attack", inputs={"target": "Guard"})
    assert REFLEX.facts(facing(60), attack)["cover"] == "none"
    known = REFLEX.facts(facing(60, wall(59.5, 95)), attack)
    assert (known["cover"], known["parts"]) == ("brick_wall", "below_waist")
    odd = REFLEX.facts(facing(60, wall(59.5, 130)), attack)
    assert hidden_parts(TABLES, odd["parts"]) == hidden_parts(TABLES, "below_waist,abdomen,upper_abdomen")
    assert "cover" not in REFLEX.facts(changed(facing(60), "Guard", cover=""), Act(actor="Ann", action="assess"))


def test_metres_from_before_somebody_moved_are_anybodys_to_set_right() -> None:
    attack = Act(actor="Ann", action="attack", inputs={"target": "Guard"})
    told = fight()
    assert REFLEX.facts(told, attack)["range_m"] == 60
    play = play_on(REFLEX, told)
    play.tell(DistancesOutdated(actor="Guard"))
    assert "range_m" not in REFLEX.facts(play.scene, attack)


def test_a_blast_on_a_part_meets_all_that_stands_before_it() -> None:
    far = Cover("brick_wall", "cover", Fraction(3), frozenset({"chest"}))
    both = Cover("sandbags", "cover", Fraction(5), frozenset({"chest", "face"}), behind=far)
    moved = both.before("face", "skull")
    assert (moved.hides, moved.behind and moved.behind.hides) == (frozenset({"skull"}), frozenset())
    assert both.all_hidden == frozenset({"chest", "face"})


@pytest.mark.parametrize(
    ("area", "light", "scene_light"),
    [
        (patch("reflex.smoke", 30), "smoke", "dim"),
        (patch("reflex.haze", 30), "haze", "clear"),
        (patch("reflex.haze", 0), "haze", "clear"),
        (patch("gas.cloud", 30, hides=True), "smoke", "dim"),
        (patch("reflex.smoke", 30, hidden=True), "dim", "dim"),
        (patch("reflex.clear", 60), "clear", "dim"),
        (patch("reflex.dark", 60), "dark", "dim"),
        (patch("reflex.dark", 30), "dim", "dim"),
        (patch("smoke", 30), "dim", "dim"),
        (patch("reflex.mine", 30), "dim", "dim"),
    ],
)
def test_smoke_between_hampers_and_light_is_that_of_where_the_target_stands(
    area: Area, light: str, scene_light: str
) -> None:
    scene = act(facing(60), "weather", light=scene_light, wind="still").scene
    assert shot(laid(scene, area)).far.light == light
    assert shot(laid(scene, area), light="clear").far.light == "clear"
    known = REFLEX.facts(laid(scene, area), Act(actor="Ann", action="attack", inputs={"target": "Guard"}))
    assert known.get("light", "clear") == light


def test_a_throw_needs_sight_too_unless_it_goes_over_what_hides() -> None:
    scene = facing(10, wall(5, 250), ann=sheet(items=[{"name": "rock", "held": True}], weapons=[]))
    with pytest.raises(RuleViolation, match="Guard is out of sight"):
        act(scene, "throw", target="Guard")


def test_a_gm_lights_up_a_place_and_puts_the_light_out() -> None:
    scene = act(facing(60), "weather", light="dark").scene
    lit = act(scene, "weather", light="clear", to=AtPlace(north(58)), radius_m=5)
    assert only(lit, AreaLaid).area.kind == "reflex.clear"
    told = [line.text for line in lines(REFLEX, only(lit, PlaceLit), PUBLIC)]
    assert told == ["The view is clear within 5 m of K22 (50, 108)."]
    assert [shot(each).far.light for each in (scene, lit.scene)] == ["dark", "clear"]
    out = act(lit.scene, "weather", to=AtPlace(north(58)), radius_m=0)
    assert (only(out, AreaGone).key, shot(out.scene).far.light) == ("light 5000,10800", "dark")
    assert lines(REFLEX, only(out, PlaceLit), PUBLIC)[0].text == "The light around K22 (50, 108) is as elsewhere."
    for radius_m, words in ((0, "as elsewhere"), (5, "What can be seen there?")):
        with pytest.raises(RuleViolation, match=re.escape(words)):
            act(scene, "weather", to=AtPlace(north(58)), radius_m=radius_m)
    with pytest.raises(RuleViolation, match="distances are told"):
        act(fight(), "weather", to=AtPlace(north(58)), light="clear")
