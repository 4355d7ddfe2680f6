"""What no worked example comes upon has its words, too."""

from __future__ import annotations

from random import Random

import pytest

from bot.core import engine
from bot.core.events import Event
from bot.core.ground.places import Bearing
from bot.core.views import GM
from bot.rulesets.eclipse.grapple.events import GrappleOver
from bot.rulesets.eclipse.time import events as eclipse
from bot.rulesets.graydawn.equipment import events as graydawn
from bot.rulesets.horizons.equipment import events as horizons
from bot.rulesets.horizons.time import events as turns
from bot.rulesets.reflex.surroundings.events import WeatherSet
from bot.rulesets.reflex.time.events import ActionEnded, TimeTaken
from tests.rulesets.instances import instance
from tests.rulesets.registry import entry


def told(key: str, event: Event) -> list[str]:
    """What the GM reads of an event, without what explains it."""
    return [words.text for words in engine.lines(entry(key).ruleset, event, GM) if not words.depth]


def test_a_jam_that_is_cleared() -> None:
    assert told("graydawn", graydawn.Cleared(actor="Ann", weapon="rifle")) == ["Ann clears the rifle."]


def test_a_grapple_that_is_over_by_itself() -> None:
    assert told("eclipse", GrappleOver(actor="Ann")) == ["Ann is in a grapple no longer."]


def test_a_weapon_that_is_hidden_on_the_body() -> None:
    drawn = instance(horizons.WeaponHidden, Random(0))
    assert isinstance(drawn, horizons.WeaponHidden)
    event = horizons.WeaponHidden(actor="Ann", weapon="pistol", check=drawn.check)
    assert told("horizons", event) == ["Ann hides pistol on the body."]
    assert len(engine.lines(entry("horizons").ruleset, event, GM)) == 2


@pytest.mark.parametrize(("key", "came_back"), [("eclipse", eclipse.CameBack), ("horizons", turns.CameBack)])
def test_what_is_over_for_whoever_comes_back_is_not_told(key: str, came_back: type[Event]) -> None:
    assert told(key, came_back(actor="Ann")) == []


@pytest.mark.parametrize("event", [TimeTaken(actor="Ann"), ActionEnded(actor="Ann")])
def test_that_time_goes_by_is_not_told(event: Event) -> None:
    assert told("reflex", event) == []


@pytest.mark.parametrize(
    ("wind", "toward", "words"),
    [
        ("strong", Bearing.NORTH, ["A strong wind blows to the north."]),
        ("strong", None, ["A strong wind blows."]),
        ("", Bearing.NORTH, ["The wind blows to the north."]),
        ("still", Bearing.NORTH, ["The air is still.", "The wind blows to the north."]),
    ],
)
def test_a_wind_and_where_it_blows_to_are_one_sentence_but_where_there_is_none(
    wind: str, toward: Bearing | None, words: list[str]
) -> None:
    assert told("reflex", WeatherSet(wind=wind, toward=toward)) == words
