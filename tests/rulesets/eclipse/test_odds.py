"""Exact chances from the rule that resolves, against counting all falls by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bot.core import engine, orders
from bot.core.events import Event
from bot.rulesets.eclipse.fire.events import Attacked, Resolved
from tests.rulesets.eclipse.playing import ECLIPSE, duel


def named(event: Event) -> str | None:
    """Miss, dodged, hit or critical, with what the margin adds."""
    if isinstance(event, Attacked) and not event.outcome.succeeded:
        return "miss"
    if isinstance(event, Resolved):
        return f"{'critical' if event.critical else 'hit'} {event.excellent}" if event.hit else "dodged"
    return None


def rank(value: int, target: int) -> tuple[bool, int] | None:
    """How good a success is, None for a failure: worked out anew from the ruling."""
    if value == 99 or (value > target and value != 0):
        return None
    return (value // 10 == value % 10, value)


def counted(skill: int, fray: int | None) -> dict[str, Fraction]:
    """Every pair of faces counted one by one."""
    found: dict[str, Fraction] = {}
    for attack in range(100):
        mine = rank(attack, skill)
        for defence in range(100):
            theirs = None if fray is None else rank(defence, fray)
            if mine is None:
                name = "miss"
            elif theirs is not None and mine <= theirs:
                name = "dodged"
            else:
                margin = max(0, skill - attack)
                bonus = 10 if margin >= 60 else 5 if margin >= 30 else 0
                name = f"{'critical' if mine[0] else 'hit'} {bonus}"
            found[name] = found.get(name, Fraction()) + Fraction(1, 10_000)
    return found


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("inputs", "skill", "fray"),
    [({}, 60, 20), ({"modifier": 30}, 90, 20), ({"unseen": True}, 0, 20), ({"unaware": True}, 60, None)],
)
def test_the_chances_of_an_opposed_attack_are_those_of_counting(
    inputs: dict[str, Any], skill: int, fray: int | None
) -> None:
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Guard", **inputs})
    chances = engine.odds(ECLIPSE, duel().scene, order, named)
    assert chances == counted(skill, fray)


def folded(chances: dict[str, Fraction]) -> dict[str, Fraction]:
    """The same without what the margin adds."""
    found: dict[str, Fraction] = {}
    for name, chance in chances.items():
        short = {"hit": "hit", "critical": "critical hit"}.get(name.split()[0], name)
        found[short] = found.get(short, Fraction()) + chance
    return found


@pytest.mark.untraced
@pytest.mark.parametrize(("inputs", "skill", "fray"), [({}, 60, 20), ({"unaware": True}, 60, None)])
def test_what_is_told_of_a_hit_is_what_counting_gives(inputs: dict[str, Any], skill: int, fray: int | None) -> None:
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Guard", **inputs})
    assert engine.odds(ECLIPSE, duel().scene, order, ECLIPSE.chances["hit"]) == folded(counted(skill, fray))


def test_odds_tell_how_often_a_called_shot_works() -> None:
    inputs = {"target": "Guard", "called": "hand"}
    order = orders.Act(actor="Ann", action="attack", inputs=inputs)
    told = engine.odds(ECLIPSE, duel().scene, order, ECLIPSE.chances["hit"])
    works = (name for name in counted(50, 20).items() if name[0].split()[1:] == ["5"])
    assert told["hit as called"] == sum((chance for _, chance in works), Fraction())
    assert told["miss"] == Fraction(49, 100)
    assert told.keys() <= {"miss", "dodged", *ECLIPSE.hits}


def wounds_counted() -> dict[str, Fraction]:
    """A knife's d10 and 2, and 1 for somatics, by each face.

    The skill is 50, nobody defends, and the threshold is five.
    """
    found: dict[str, Fraction] = {}
    for attack, die in product(range(100), range(1, 11)):
        mine = rank(attack, 50)
        bonus = 5 if 50 - attack >= 30 else 0
        name = "miss" if mine is None else f"{(die + 3 + bonus) // 5} wound"
        name = name if name in ("miss", "1 wound") else f"{name}s"
        found[name] = found.get(name, Fraction()) + Fraction(1, 1000)
    return found


def test_what_is_told_of_wounds_is_what_counting_gives() -> None:
    game = duel(1, guard={"wound_threshold": 5})
    inputs = {"target": "Guard", "weapon": "Knife", "unaware": True}
    order = orders.Act(actor="Ann", action="attack", inputs=inputs)
    assert engine.odds(ECLIPSE, game.scene, order, ECLIPSE.chances["wounds"]) == wounds_counted()


def test_a_blast_that_goes_off_on_its_mark_counts_as_a_hit() -> None:
    game = duel(20, {"som": 40, "weapons": [{"kind": "frag_grenade"}]})
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Guard"})
    assert engine.odds(ECLIPSE, game.scene, order, ECLIPSE.chances["hit"]) == {
        "hit": Fraction(51, 100),
        "miss": Fraction(49, 100),
    }
