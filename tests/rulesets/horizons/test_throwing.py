"""Grenades: how many there are, at what they are thrown, and where they go off that miss."""

from __future__ import annotations

import pytest

from bot.core.errors import RuleViolation
from bot.core.views import PUBLIC
from bot.rulesets.horizons.throws.events import Blasted, GrenadeThrown
from tests.rulesets.horizons.playing import HORIZONS, Game, duel

TOUGH = {"abilities": {"strength": 10, "constitution": 10}}


def near(**cover: str) -> Game:
    """Ann misses Guard by four, in a campaign where that matters."""
    game = duel(20, guard=TOUGH, options={"missed_throws": "go off near"})
    if cover:
        game.act("Ann", "wait")
        game.act("Guard", "cover", **cover)
        game.act("Guard", "wait", 9, 2)
    game.act("Ann", "throw", 2, target="Guard", modifier=2)
    return game


def test_grenades_are_counted_where_the_sheet_says_how_many() -> None:
    game = duel(20, guard=TOUGH, grenades=1)
    assert "1 grenade," in f"{HORIZONS.status(game.scene, 'Ann', PUBLIC).text},"
    game.act("Ann", "throw", 2, target="Guard", modifier=5)
    assert HORIZONS.project(game.scene.combatants["Ann"])["grenades"] == 0
    assert "Carries 0 grenades" in [
        line.text for line in HORIZONS.describe(game.scene.combatants["Ann"].sheet | {"grenades": 0}, {})
    ]
    game.act("Guard", "wait", 9, 2)
    with pytest.raises(RuleViolation, match="no grenade left"):
        game.act("Ann", "throw", target="Guard")


def test_a_window_is_a_small_area() -> None:
    game = duel(20, guard=TOUGH)
    game.act("Ann", "throw", 2, target="Guard", size="small")
    assert (game.one(GrenadeThrown).difficulty, game.one(GrenadeThrown).landed) == (12, False)
    assert "a grenade at Guard: wide of it." in game.told()


def test_a_campaign_may_let_misses_go_off_near() -> None:
    game = near()
    assert game.one(GrenadeThrown).astray_m == 20
    assert (game.one(Blasted).actor, game.one(Blasted).dealt) == ("Guard", 21)
    assert "20 m wide of it" in game.told(PUBLIC)


def test_cover_halves_also_what_goes_off_near() -> None:
    assert near(cover="wood").one(Blasted).dealt == 10


def test_far_off_it_harms_nobody() -> None:
    game = duel(20, guard=TOUGH, options={"missed_throws": "go off near"})
    game.act("Ann", "throw", 2, target="Guard", modifier=5)
    assert game.one(GrenadeThrown).astray_m == 35
    assert not game.state("Guard").damage


@pytest.mark.parametrize(("posture", "added"), [("standing", -1), ("kneeling", -2), ("prone", 2), ("prone firing", 0)])
def test_a_rifle_stance_is_of_no_use_to_whoever_throws(posture: str, added: int) -> None:
    game = duel(20, condition={"posture": posture})
    game.act("Ann", "throw", 2, target="Guard", bonus=-40)
    terms = {term.label: term.value for term in game.one(GrenadeThrown).terms}
    assert terms.get("posture", 0) == added
