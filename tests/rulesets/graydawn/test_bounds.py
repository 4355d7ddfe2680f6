"""What holds of wounds and armour whatever the numbers are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.core.scene import Scene
from bot.rulesets.graydawn.state import ArmorPiece
from bot.rulesets.graydawn.wounds.hits import layered, stopping
from bot.rulesets.graydawn.wounds.injury import Harm, boxes_of
from tests.rulesets.game import play_on
from tests.rulesets.graydawn.playing import DAWN, TABLES

PLAY = play_on(DAWN, Scene(DAWN.empty_state()))
PLACES = st.sampled_from(list(TABLES["locations"]))
PIECES = st.builds(ArmorPiece, st.sampled_from(list(TABLES["armor"])), st.dictionaries(PLACES, st.integers(0, 40)))


@given(place=PLACES, damage=st.integers(0, 200), build=st.integers(0, 5), grazed=st.booleans(), halved=st.booleans())
def test_a_wound_marks_a_box_at_least_and_a_limb_no_more_than_eight(
    place: str, damage: int, build: int, grazed: bool, halved: bool
) -> None:
    boxes, crippling = boxes_of(PLAY, Harm(place, damage, grazed=grazed, halved=halved), build)
    assert boxes >= 1
    if TABLES["locations"][place]["kind"] in ("arm", "leg"):
        assert boxes <= 8
        assert crippling == (boxes == 8)


@given(place=PLACES, damage=st.integers(0, 100), build=st.integers(0, 5))
def test_a_graze_marks_no_more_than_the_same_damage_in_full(place: str, damage: int, build: int) -> None:
    grazed, _ = boxes_of(PLAY, Harm(place, damage, grazed=True), build)
    full, _ = boxes_of(PLAY, Harm(place, damage), build)
    assert grazed <= full


@given(armor=st.lists(PIECES, max_size=4).map(tuple), place=PLACES)
def test_layers_stop_as_much_as_the_best_and_no_more_than_all(armor: tuple[ArmorPiece, ...], place: str) -> None:
    values = [stopping(DAWN.tables, piece, place) for piece in armor]
    found, best = layered(DAWN.tables, armor, place)
    assert max(values, default=0) <= found <= max(values, default=0) + 5 * sum(value > 0 for value in values)
    assert (best is None) == (found == 0)
    if best is not None:
        assert values[best] == max(values)
