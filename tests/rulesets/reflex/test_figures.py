from __future__ import annotations

import pytest

from bot.core import orders
from bot.core.ground.places import Place
from bot.core.ground.sight import Figure
from bot.rulesets.reflex.kinds import Stance
from bot.rulesets.reflex.person.figures import figure
from tests.rulesets.game import play_on
from tests.rulesets.reflex.altering import altered
from tests.rulesets.reflex.playing import REFLEX, duel

HERE = Place(100, 200, 300)


@pytest.mark.parametrize(
    ("stance", "eye_cm", "tall_cm"),
    [(Stance.STANDING, 160, 180), (Stance.KNEELING, 105, 120), (Stance.SITTING, 75, 90), (Stance.PRONE, 30, 40)],
)
def test_somebody_is_as_high_as_the_stance_is(stance: Stance, eye_cm: int, tall_cm: int) -> None:
    state = altered(duel().state("Ann"), stance=stance)
    assert REFLEX.figure(state, HERE) == Figure(HERE, eye_cm, tall_cm)


def test_whoever_is_out_of_it_lies() -> None:
    state = altered(duel().state("Ann"), unconscious=True)
    assert REFLEX.figure(state, HERE) == Figure(HERE, 30, 40)


def test_a_vehicle_is_as_high_as_a_car() -> None:
    game = duel()
    game.join("Truck", owner=0, vehicle={"kind": "truck"})
    assert REFLEX.figure(game.state("Truck"), HERE) == Figure(HERE, 130, 150)


def test_somebody_is_seen_where_it_stands_in_the_state_that_counts() -> None:
    game = duel()
    play = play_on(REFLEX, game.scene)
    assert figure(play, "Ann") is None, "distances are told here"
    game.do(orders.LayGround(range_m=30))
    play = play_on(REFLEX, game.scene)
    assert figure(play, "Ann") == Figure(Place(5000, 5000), 160, 180)
    lying = altered(game.state("Ann"), stance=Stance.PRONE)
    assert figure(play, "Ann", lying) == Figure(Place(5000, 5000), 30, 40)
