"""When only one side can and will go on, the GM hears of it, once, and nobody else does."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.views import PUBLIC, view
from bot.rulesets.reflex.time.events import FightDecided
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game, duel


def go_on(game: Game) -> None:
    """Let a phase end: all wait, hold or rest, and nobody's nerve breaks."""
    tested = [actor for actor in game.now() if game.scene.state.pauses and game.scene.state.phase == "choice"]
    game.go_on(*[1] * (2 * len(tested)))


def ended(game: Game, times: int) -> list[Event]:
    """What the GM was told until so many exchanges and pauses were over."""
    told: list[Event] = []
    for _ in range(times):
        while game.scene.state.phase == "choice":
            go_on(game)
        while game.scene.state.phase != "choice":
            go_on(game)
            told += [event for event in game.events if isinstance(event, FightDecided)]
    return told


def test_the_gm_is_told_once_when_only_one_side_can_go_on() -> None:
    game = duel()
    game.act("Bob", "correct", unconscious=True)
    assert ended(game, 1) == [FightDecided(side="players")]
    assert "who can and will fight is players." in game.told()
    assert "The only side" not in game.told(PUBLIC)
    assert game.scene.state.decided
    assert not view(game.scene, PUBLIC, REFLEX).state.decided
    assert ended(game, 1) == []


def test_as_long_as_both_can_go_on_nobody_says_so() -> None:
    assert ended(duel(), 2) == []


def test_who_has_surrendered_is_not_willing() -> None:
    game = duel()
    ended(game, 1)
    game.act("Bob", "surrender")
    game.act("Ann", "press", *FAIL)
    assert ended(game, 1) == [FightDecided(side="players")]


def test_a_single_side_fights_nobody() -> None:
    game = Game()
    game.join("Ann")
    game.join("Cal", owner=2)
    game.join("Car", owner=0, vehicle={"kind": "car"})
    game.start(20, 20, 20, 20)
    assert ended(game, 1) == []
