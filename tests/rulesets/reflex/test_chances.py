"""What odds tell of an attack is what counting every fall of the dice gives."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bot.core import orders
from bot.core.engine import odds
from bot.core.views import view
from tests.rulesets.reflex import test_indirect, test_mines, test_throwing
from tests.rulesets.reflex.firing import REFLEX, TABLES, fight
from tests.rulesets.reflex.playing import FAIL, Game

DEGREES = ("hit without injury", "slight injury", "moderate injury", "serious injury", "critical injury")


def told(question: str, **inputs: Any) -> dict[str, Fraction]:
    """The odds of Ann's attack at the guard."""
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Guard", **inputs})
    return odds(REFLEX, fight(), order, REFLEX.chances[question])


@pytest.mark.parametrize(("rounds", "target"), [(1, 7), (4, 8)])
def test_the_chance_of_a_hit_is_that_of_the_lowest_of_two_dice(rounds: int, target: int) -> None:
    hits = sum(min(fall) <= target for fall in product(range(1, 21), repeat=2))
    assert told("hit", rounds=rounds) == {"hit": Fraction(hits, 400), "miss": Fraction(400 - hits, 400)}


def cells() -> Counter[str]:
    """How many of the 36 falls for the place lead to each."""
    found: Counter[str] = Counter()
    for row in TABLES.rows("hit_grid").values():
        found.update(TABLES.given["locations"][fine]["place"] for fine in row["lateral"])
    return found


def by_counting() -> Counter[str]:
    """Every fall of two attack dice at 7 and of two for the place, by the degree of a wound of 7 and the margin."""
    thresholds = fight().combatants["Guard"].state.person.thresholds
    found: Counter[str] = Counter()
    for attack in product(range(1, 21), repeat=2):
        within = [face for face in attack if face <= 7]
        margin = 7 - min(attack) + 2 * (len(within) - 1)
        for place, ways in cells().items():
            degree = sum(7 + margin >= row for row in thresholds[place])
            graze = DEGREES[min(degree, 1) if margin == 0 else degree]
            found[graze if within else "miss"] += ways
    return found


@pytest.mark.untraced
def test_the_chances_of_a_degree_are_those_of_all_falls() -> None:
    assert told("degree of injury") == {name: Fraction(ways, 400 * 36) for name, ways in by_counting().items()}


@pytest.mark.untraced
def test_what_a_wall_stops_hits_without_injury() -> None:
    behind, open_ground = told("degree of injury", cover="stone_wall"), told("degree of injury")
    assert "hit without injury" not in open_ground
    assert behind["hit without injury"] > 0
    assert behind["miss"] == open_ground["miss"]


@pytest.mark.parametrize("question", ["hit", "degree of injury"])
def test_a_blow_is_told_like_a_shot(question: str) -> None:
    found = told(question, weapon="bare hands", range_m=1.0)
    assert 0 < found["miss"] < 1
    assert sum(found.values()) == 1
    assert "" not in found


def asked(game: Game, action: str, actor: str = "Ann", question: str = "", **inputs: Any) -> dict[str, Fraction]:
    """The odds of anything else, of its own question where none is named."""
    order = orders.Act(actor=actor, action=action, inputs=inputs)
    return odds(REFLEX, game.scene, order, REFLEX.chances[question or REFLEX.actions[action].odds])


def lowest_of_two(target: int) -> Fraction:
    """The chance that the lowest of two d20 is at or under a target."""
    return Fraction(sum(min(fall) <= target for fall in product(range(1, 21), repeat=2)), 400)


def test_a_throw_hits_by_its_check_and_a_miss_lands_off_the_mark() -> None:
    game = test_throwing.yard()
    hit = lowest_of_two(6)
    rock = {"target": "Bob", "item": "Rock", "mode": "snap"}
    assert asked(game, "throw", **rock) == {"hit": hit, "miss": 1 - hit}
    off = asked(game, "throw", question="metres off", **rock)
    assert off.pop("on the mark") == hit
    assert sum(off.values()) == 1 - hit
    assert asked(game, "throw", question="margin", **rock)["succeeds by 0"] == Fraction(28, 400)  # one six and more
    assert asked(game, "wait", question="margin") == {"": 1}
    assert asked(game, "wait", question="metres off") == {"": 1}


def test_indirect_fire_is_told_by_its_check() -> None:
    game = test_indirect.pause()
    call = asked(game, "call_fire", target="Bob")
    assert sum(share for name, share in call.items() if name.startswith("succeeds")) == lowest_of_two(14)
    game = test_indirect.called(7)
    assert asked(game, "indirect_fire", "Max", range_m=600) == {"miss": 1}


def test_the_odds_of_meeting_mines_are_exact() -> None:
    game = test_mines.camp()
    test_mines.field(game)
    assert asked(game, "mine_cross", "Bob", mine="meadow", distance_m=200) == {
        "goes off": Fraction(4, 100),
        "nothing happens": Fraction(96, 100),
    }
    test_mines.lay(game, *test_mines.WELL)
    assert asked(game, "mine_pass", "Bob", mine="bridge")["goes off"] == Fraction(2, 20)


def test_the_odds_of_another_s_minefield_tell_nothing_of_how_dense_it_is() -> None:
    told_of = []
    for density in (0.01, 0.3):
        game = test_mines.camp()
        test_mines.field(game, density, area_m2=1000)
        game.act("Guard", "mine_mark", mine="meadow", show=True)
        game.scene = view(game.scene, test_mines.BOB, REFLEX)
        told_of.append(asked(game, "mine_cross", "Bob", mine="meadow", distance_m=300)["goes off"])
    assert told_of == [Fraction(6, 100)] * 2


def test_the_odds_of_laying_a_mine_tell_whether_it_is_armed() -> None:
    found = asked(test_mines.camp(), "mine_emplace", "Guard", mine="bridge")
    worst = Fraction(1, 400)  # two twenties against ten
    assert found == {"armed": lowest_of_two(10), "inert": 1 - lowest_of_two(10) - worst, "goes off": worst}


def test_the_odds_of_marking_tell_the_metres() -> None:
    game = test_mines.camp()
    test_mines.field(game)
    found = asked(game, "mine_mark", "Guard", mine="meadow", modifier=-9)
    assert found["goes off"] == Fraction(64, 400)  # both at 13 or more against three
    assert found["unsure"] == 1 - lowest_of_two(3) - Fraction(64, 400)
    assert found["1 m marked"] > 0


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("spot", {"sees what there is", "sees nothing"}),
        ("defuse", {"defused", "not yet defused", "goes off"}),
        ("destroy", {"goes off", "disabled"}),
        ("move", {"taken away"}),
    ],
)
def test_the_odds_of_getting_rid_of_a_mine(kind: str, names: set[str]) -> None:
    game = test_mines.camp()
    test_mines.lay(game, *test_mines.WELL, trigger="command")
    more: dict[str, Any] = {"damage": 20} if kind == "destroy" else {}
    assert set(asked(game, "mine_disarm", "Guard", mine="bridge", kind=kind, **more)) == names


def test_what_scratches_a_mine_or_shakes_it() -> None:
    game = test_mines.camp()
    test_mines.lay(game, *test_mines.WELL)
    assert asked(game, "mine_disarm", "Guard", mine="bridge", kind="destroy", damage=1) == {"only scratched": 1}
    game.act("Guard", "mine_disarm", 100, mine="bridge", kind="destroy", damage=20)
    assert asked(game, "mine_disarm", "Guard", mine="bridge", kind="move")["goes off"] == Fraction(1, 4)


def test_the_odds_of_catching_somebody_right_over_a_charge() -> None:
    game = test_mines.camp()
    test_mines.lay(game, *test_mines.WELL, trigger="command")
    game.start(*FAIL * 3)
    game.go_on(only="Ann")
    game.go_on(only="Bob")
    found = asked(game, "mine_detonate", "Guard", mine="bridge", target="Bob")
    assert found["right under it"] == lowest_of_two(5)
    assert found["1 m off"] == lowest_of_two(6) - lowest_of_two(5)
