"""Gas: clouds that lengthen with the wind and disperse, in rooms and in the open, and who holds the breath in them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.orders import SetRange
from bot.core.views import GM, PUBLIC, Viewer, view
from bot.rulesets.reflex.blasts.events import Exploded
from bot.rulesets.reflex.hazards.events import (
    AirReturned,
    BreathHeld,
    GasDispersed,
    GasDrifted,
    GasEbbed,
    GasLeft,
    GasReached,
    GasReleased,
    GasTimed,
    Inhaled,
)
from bot.rulesets.reflex.scene_state import Cloud
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game

HOLDS = (1, 1)


def field(wind: str = "mild", *, hidden: bool = False) -> Game:
    """Ann, Bob of the GM's and Cal, in the first exchange."""
    game = Game()
    for name, owner in (("Ann", 7), ("Bob", 0), ("Cal", 8)):
        game.join(name, owner=owner, hidden=hidden and not owner, attributes={"fitness": 10})
    game.act("Ann", "weather", wind=wind)
    game.start(*FAIL, *FAIL, *FAIL)
    return game


def cloud(game: Game) -> Cloud:
    (found,) = game.scene.state.clouds
    return found


def over(game: Game, *faces: int) -> None:
    """The exchange ends by the GM's word: nobody has any time left."""
    people = [actor for actor in game.scene.combatants if game.scene.slot(actor)]
    for actor in people:
        game.act(actor, "correct", *(faces if actor == people[-1] else ()), initiative=0)


def next_exchange(game: Game, *faces: int) -> None:
    """All press, and the next exchange begins."""
    people = list(game.scene.combatants)
    for actor in people:
        game.act(actor, "press", *(faces if actor == people[-1] else ()))


def test_a_cloud_begins_around_whoever_is_within_its_radius() -> None:
    game = field()
    game.act("Ann", "gas_release", *HOLDS, *HOLDS, radius_m=6, gas="tear gas", victims="Ann:2,Bob:6,Cal:7")
    assert [event.actor for event in game.events if isinstance(event, GasReached)] == ["Ann", "Bob"]
    assert [event.actor for event in game.events if isinstance(event, BreathHeld) and event.gas] == ["Ann", "Bob"]
    assert cloud(game).inside == ("Ann", "Bob")
    assert "A cloud of tear gas spreads, 6 m around." in game.told(PUBLIC)
    assert "Cal is 7 m from it." in game.told(GM)
    assert "7 m from it" not in game.told(PUBLIC)


@pytest.mark.parametrize(
    ("wind", "periods", "said"),
    [
        ("still", 8, "It lasts for 8 exchanges or pauses after this one"),
        ("mild", 4, "It lasts for 4 exchanges or pauses after this one."),
        ("moderate", 2, "It lasts for 2 exchanges or pauses after this one."),
        ("strong", 1, "It lasts for 1 exchange or pause after this one."),
        ("storm", 0, "It does not last beyond this exchange or pause."),
    ],
)
def test_the_wind_says_how_long_it_lasts(wind: str, periods: int, said: str) -> None:
    game = field(wind)
    game.act("Ann", "gas_release", radius_m=6, victims="Ann:7")
    assert game.one(GasTimed).periods == periods
    assert ("house table" in game.told(GM)) is (wind == "still")
    assert said in game.told(GM)
    assert "last" not in game.told(PUBLIC)


def test_it_lengthens_by_its_diameter_at_the_beginning_of_each_period_and_reaches_who_is_downwind() -> None:
    game = field()
    game.act("Ann", "gas_release", radius_m=6, gas="chlorine", victims="Ann:20", downwind="Bob:18,Cal:19")
    over(game)
    assert (game.one(GasEbbed).left, cloud(game).length_m) == (3, 0)
    assert "The chlorine lasts for 3 more exchanges or pauses." in game.told(GM)
    next_exchange(game, *HOLDS, *FAIL, *FAIL, *FAIL)
    assert (game.one(GasDrifted).length_m, game.one(GasReached).actor) == (12, "Bob")
    assert "The chlorine drifts downwind, 12 m beyond its width." in game.told(PUBLIC)
    over(game)
    next_exchange(game, *HOLDS, *FAIL, *FAIL, *FAIL)
    assert (game.one(GasDrifted).length_m, game.one(GasReached).actor) == (24, "Cal")


def test_it_disperses_when_its_time_is_over_and_all_in_it_breathe() -> None:
    game = field("strong")
    game.act("Ann", "gas_release", *HOLDS, radius_m=6, victims="Ann:2")
    over(game)
    assert "The gas is about to disperse." in game.told(GM)
    assert not [event for event in game.events if isinstance(event, GasDispersed)]
    next_exchange(game, *FAIL, *FAIL, *FAIL)
    over(game)
    assert game.one(GasDispersed).title == "gas"
    assert game.one(AirReturned).actor == "Ann"
    assert game.scene.state.clouds == ()
    assert "The gas disperses." in game.told(PUBLIC)


def test_in_a_storm_it_is_gone_when_the_exchange_ends() -> None:
    game = field("storm")
    game.act("Ann", "gas_release", 20, 20, radius_m=6, victims="Ann:2")
    over(game)
    kinds = [type(event) for event in game.events]
    assert kinds.index(Inhaled) < kinds.index(GasDispersed)


def test_003_48_between_walls_it_doubles_once_and_lasts_a_die_of_six() -> None:
    game = field("still")
    game.act("Ann", "gas_release", 2, radius_m=3, victims="Ann:5,Bob:7", indoors=True)
    assert (game.one(GasTimed).periods, game.one(GasReleased).enclosed) == (2, True)
    assert game.one(GasTimed).roll is not None
    assert "(d6: 2)" in game.told(GM)
    over(game)
    next_exchange(game, *HOLDS, *FAIL, *FAIL, *FAIL)
    assert (game.one(GasDrifted).radius_m, game.one(GasReached).actor) == (6, "Ann")
    assert "fills 6 m around" in game.told(PUBLIC)
    over(game)
    next_exchange(game, *FAIL, *FAIL, *FAIL)
    assert not [event for event in game.events if isinstance(event, GasDrifted)]


def test_people_get_in_and_out() -> None:
    game = field()
    game.act("Ann", "gas_release", radius_m=6, victims="Ann:20")
    game.act("Ann", "gas_enter", *HOLDS)
    assert game.one(BreathHeld).gas
    with pytest.raises(RuleViolation, match="already"):
        game.act("Ann", "gas_enter")
    game.act("Ann", "gas_leave")
    assert (game.one(GasLeft).actor, game.one(AirReturned).actor) == ("Ann", "Ann")
    assert "Ann is out of the gas." in game.told(PUBLIC)
    with pytest.raises(RuleViolation, match="in no gas"):
        game.act("Ann", "gas_leave")


def test_who_holds_the_breath_already_goes_on_and_who_has_no_air_at_all_gets_none() -> None:
    game = field()
    game.act("Ann", "smother", *HOLDS)
    game.act("Ann", "gas_release", radius_m=6, victims="Ann:2")
    assert not [event for event in game.events if isinstance(event, BreathHeld)]
    game.act("Ann", "gas_clear")
    assert not [event for event in game.events if isinstance(event, AirReturned)]


def test_of_two_clouds_one_must_be_named_and_both_must_be_left() -> None:
    game = field()
    for _ in range(2):
        game.act("Ann", "gas_release", radius_m=6, gas="smoke", victims="Bob:20")
    assert [one.title for one in game.scene.state.clouds] == ["smoke", "smoke 2"]
    with pytest.raises(RuleViolation, match="Which cloud"):
        game.act("Ann", "gas_enter")
    game.act("Ann", "gas_enter", *HOLDS, gas="smoke 2")
    game.act("Ann", "gas_enter", gas="smoke")
    game.act("Ann", "gas_clear", gas="smoke 2")
    assert not [event for event in game.events if isinstance(event, GasLeft)]
    game.act("Ann", "gas_clear")
    assert game.one(GasLeft).actor == "Ann"
    with pytest.raises(RuleViolation, match="no gas in the air"):
        game.act("Ann", "gas_clear")


def test_a_gas_grenade_leaves_a_cloud_where_it_goes_off() -> None:
    game = field()
    game.do(SetRange(actor="Ann", target="Bob", range_m=3))
    game.act("Ann", "explode", *HOLDS, *HOLDS, explosive="gas_grenade", at="Bob", victims="Cal:9")
    assert game.one(Exploded).gas
    assert cloud(game).inside == ("Ann", "Bob")
    assert cloud(game).title == "tear gas"


def test_the_dud_of_a_gas_grenade_leaves_none() -> None:
    game = field()
    game.act("Ann", "explode", explosive="gas_grenade", target="Bob", margin=0, victims="Ann:9,Cal:9")
    assert game.scene.state.clouds == ()


def test_gas_and_weather_outlive_the_fight_but_not_who_was_in_it() -> None:
    game = field()
    game.act("Ann", "gas_release", *HOLDS, radius_m=6, gas="smoke", victims="Ann:2", downwind="Bob:90")
    game.do(orders.EndFight())
    assert cloud(game) == Cloud(title="smoke", radius_m=6, left=4)
    assert game.scene.state.wind == "mild"
    assert "smoke in the air" in REFLEX.clock(game.scene).text


def test_gas_that_was_there_before_does_not_drift_as_a_fight_opens() -> None:
    game = Game()
    game.join("Ann", attributes={"fitness": 10})
    game.act("Ann", "weather", wind="mild")
    game.act("Ann", "gas_release", *HOLDS, radius_m=6, gas="smoke", victims="Ann:2")
    game.start(*FAIL)
    assert (cloud(game).length_m, game.scene.state.exchange) == (0, 1)


def test_who_left_the_scene_is_not_brought_back_by_the_end_of_the_cloud() -> None:
    game = field()
    game.act("Ann", "gas_release", *HOLDS, *HOLDS, radius_m=6, victims="Ann:2,Cal:2")
    game.do(orders.Release(actor="Cal"))
    assert view(game.scene, Viewer(7), REFLEX).state.clouds[0].inside == ("Ann",)
    game.act("Ann", "gas_clear")
    assert [event.actor for event in game.events if isinstance(event, GasLeft)] == ["Ann"]


def test_gas_tells_nothing_of_the_hidden() -> None:
    game = field(hidden=True)
    game.act("Ann", "gas_release", *HOLDS, *HOLDS, radius_m=6, victims="Ann:2,Bob:3", downwind="Bob:9")
    assert "Bob" not in game.told(PUBLIC)
    known = view(game.scene, Viewer(7), REFLEX).state
    assert known.clouds == (Cloud(title="gas", radius_m=6, inside=("Ann",)),)
    game.act("Ann", "gas_clear")
    assert "Bob" not in game.told(PUBLIC)


def test_the_weather_is_told_and_must_be_said() -> None:
    game = field()
    game.act("Ann", "weather", wind="storm", light="dim")
    assert game.told(PUBLIC) == "A storm blows.\nThe light is dim."
    assert (game.scene.state.wind, game.scene.state.visibility) == ("storm", "dim")
    game.act("Ann", "weather", light="clear")
    assert (game.scene.state.wind, game.told(PUBLIC)) == ("storm", "The view is clear.")
    game.act("Ann", "weather", light="haze")
    assert game.told(PUBLIC) == "There is haze."
    with pytest.raises(RuleViolation, match="weather"):
        game.act("Ann", "weather")


def test_what_fits_is_offered() -> None:
    game = field()
    game.act("Ann", "gas_release", radius_m=6, gas="smoke", victims="Ann:20")
    game.act("Ann", "scorch", what="barn", flame="thermite", fuel="soaked")
    offered: dict[str, Any] = {
        key: [choice.value for choice in REFLEX.candidates(game.scene, action, key, {})]
        for action, key in (
            ("gas_enter", "target"),
            ("gas_enter", "gas"),
            ("burn_out", "what"),
            ("gas_release", "radius_m"),
        )
    }
    assert offered == {"target": ["Ann", "Bob", "Cal"], "gas": ["smoke"], "what": ["barn"], "radius_m": []}


def test_gas_that_nobody_places_is_refused_with_words_that_it_takes() -> None:
    game = field()
    with pytest.raises(RuleViolation, match="Where is it released") as refusal:
        game.act("Ann", "gas_release", radius_m=6)
    assert "at=" not in refusal.value.remedy
    game.act("Ann", "gas_release", *HOLDS, radius_m=6, target="Ann")
    assert cloud(game).inside == ("Ann",)
