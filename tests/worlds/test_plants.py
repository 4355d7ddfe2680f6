"""Every leak that was ever found here makes the comparison of worlds fail when it is planted again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from unittest.mock import patch

import msgspec
import pytest

from bot.app import SYSTEMS
from bot.rulesets.graydawn.aid.events import Treated
from bot.rulesets.graydawn.play import DawnScene, with_person
from bot.rulesets.horizons.ruleset import Horizons
from bot.rulesets.reflex.time.moves import Moved
from tests.worlds import against, fallen
from tests.worlds.ambushes import elsewhere, in_ambush, noticed, sprung_by_nobody
from tests.worlds.another import of_another
from tests.worlds.by_name import AILS, AWAKE, LIES, STANDS, States, by_name
from tests.worlds.by_word import by_word
from tests.worlds.fights import Played, carried_out, played
from tests.worlds.gas import hidden_in_gas
from tests.worlds.hidden_things import among_the_hidden
from tests.worlds.lanes import HELD, OVER, fire_is_over, under_fire
from tests.worlds.moves import Options
from tests.worlds.over import KILLS, over
from tests.worlds.plants import AMBUSHED, AREAS, DOWN, HIDING, NAMED, OF_ANOTHER, PLANTS
from tests.worlds.taken_back import UNSEEN, taken_back
from tests.worlds.unmasked import unmasked

FIGHTS = 12
NAMED_AS: Final[Mapping[str, States]] = {"stands": STANDS, "lies": LIES}
MISHAP = "Something went wrong"  # a plant that breaks the bot shows nothing of the comparison


def leaks(found: Played) -> bool:
    """Whether the worlds differ, by what is seen there and not by a mistake of the plant's."""
    assert MISHAP not in str(found.difference)
    return found.difference is not None


@pytest.mark.parametrize("name", PLANTS)
def test_a_leak_is_found_when_it_is_planted_again(name: str) -> None:
    plant = PLANTS[name]
    with plant.planting():
        assert any(leaks(played(plant.key, seed)) for seed in range(plant.first, plant.first + FIGHTS))


@pytest.mark.one_system
@pytest.mark.parametrize("key", fallen.FALLS)
def test_nobody_can_tell_whether_whom_they_shoot_at_is_dead_or_only_out_of_it(key: str) -> None:
    for seed in range(2):
        assert carried_out(key, seed, lambda fight: fallen.shot_at(fight, key)).difference is None


@pytest.mark.parametrize("name", DOWN)
def test_what_tells_the_dead_apart_is_found_when_it_is_planted_again(name: str) -> None:
    with DOWN[name]():
        assert leaks(carried_out("graydawn", 0, lambda fight: fallen.shot_at(fight, "graydawn")))


@pytest.mark.one_system
@pytest.mark.parametrize("key", SYSTEMS)
def test_the_name_of_one_who_comes_into_sight_tells_nothing_of_others(key: str) -> None:
    assert carried_out(key, 0, unmasked).difference is None


def test_names_that_count_the_hidden_are_found_when_they_are_planted_again() -> None:
    with NAMED():
        assert leaks(carried_out("reflex", 0, unmasked))


@pytest.mark.parametrize("leak", OF_ANOTHER)
def test_what_tells_the_hidden_apart_is_found_when_it_is_planted_again(leak: str) -> None:
    with OF_ANOTHER[leak]():
        assert any(leaks(carried_out("eclipse", seed, of_another)) for seed in range(4))


@pytest.mark.one_system
@pytest.mark.parametrize("key", SYSTEMS)
def test_where_players_play_against_players_nobody_can_tell_where_the_others_go_out_of_sight(key: str) -> None:
    assert carried_out(key, 0, against.behind_a_wall).difference is None


def test_how_far_somebody_goes_out_of_sight_is_found_when_it_is_told_again() -> None:
    with patch.object(Moved, "silent", False):
        assert leaks(carried_out("reflex", 0, against.behind_a_wall))


@pytest.mark.one_system
@pytest.mark.parametrize("key", SYSTEMS)
def test_a_place_that_is_said_by_somebody_out_of_sight_does_not_tell_where_that_is(key: str) -> None:
    assert carried_out(key, 0, by_word).difference is None


def test_a_car_out_of_sight_does_not_show_by_its_hull_where_that_is() -> None:
    assert carried_out("reflex", 0, lambda fight: by_word(fight, "car")).difference is None


def test_places_said_by_where_somebody_truly_is_are_found_when_they_are_planted_again() -> None:
    with patch("bot.core.ground.lost.known_to", lambda _scene, ground, _actor: ground):
        assert leaks(carried_out("eclipse", 0, by_word))


@pytest.mark.one_system
@pytest.mark.parametrize(("key", "how"), [(key, how) for how, states in NAMED_AS.items() for key in states])
def test_whoever_is_out_of_sight_and_named_is_refused_or_answered_alike(key: str, how: str) -> None:
    assert carried_out(key, 0, lambda fight: by_name(fight, NAMED_AS[how])).difference is None


@pytest.mark.one_system
@pytest.mark.parametrize("key", AILS)
def test_nobody_can_tell_by_what_they_do_to_somebody_in_sight_what_ails_it(key: str) -> None:
    assert carried_out(key, 0, lambda fight: by_name(fight, AILS, in_sight=True)).difference is None


def test_a_mark_for_first_aid_that_was_enough_is_found_when_it_is_kept_again() -> None:
    def marked(event: Treated, scene: DawnScene) -> DawnScene:
        made = msgspec.structs.replace(event.check, skill="first aid")
        return with_person(scene, event.actor, lambda state: made.kept(state, succeeded=event.done))

    with patch.object(Treated, "apply", marked):
        assert leaks(carried_out("graydawn", 0, lambda fight: by_name(fight, AILS, in_sight=True)))


def test_hands_laid_on_whom_nobody_sees_are_found_when_they_are_planted_again() -> None:
    with patch("bot.rulesets.reflex.person.bodies.check_in_sight", lambda *_: None):
        assert leaks(carried_out("reflex", 0, lambda fight: by_name(fight, AWAKE)))


@pytest.mark.one_system
@pytest.mark.parametrize("key", SYSTEMS)
def test_nobody_can_tell_by_what_they_do_or_ask_whether_things_are_hidden_there(key: str) -> None:
    assert carried_out(key, 0, among_the_hidden).difference is None


@pytest.mark.parametrize("hides", HIDING)
def test_what_shows_of_hidden_things_is_found_when_it_is_planted_again(hides: str) -> None:
    with HIDING[hides]():
        assert leaks(carried_out("nighttripper", 0, among_the_hidden))


@pytest.mark.one_system
@pytest.mark.parametrize("key", AMBUSHED)
def test_nobody_can_tell_whether_somebody_lies_in_ambush(key: str) -> None:
    found = carried_out(key, 0, in_ambush)
    assert (found.difference, found.stopped) == (None, False)


def test_nobody_can_tell_whether_they_have_noticed_somebody_of_whom_they_are_not_told() -> None:
    found = carried_out("graydawn", 2, noticed)
    assert (found.difference, found.stopped) == (None, False)


def test_a_mark_for_noticing_somebody_hidden_is_found_when_it_is_kept_again() -> None:
    with patch("bot.rulesets.graydawn.deeds.stealth.knows_of", lambda *_: True):
        assert leaks(carried_out("graydawn", 2, noticed))


def test_nobody_can_tell_where_an_ambush_lies() -> None:
    found = carried_out("reflex", 0, elsewhere)
    assert (found.difference, found.stopped) == (None, False)


def test_nobody_can_tell_by_an_ambush_that_is_sprung_whether_its_hidden_leader_has_left() -> None:
    found = carried_out("reflex", 0, sprung_by_nobody)
    assert (found.difference, found.stopped) == (None, False)


def test_an_ambush_that_all_hear_of_once_its_leader_has_left_is_found_when_it_is_planted_again() -> None:
    with patch("bot.rulesets.reflex.ambush.rules.left_in_sight", lambda scene: scene.state.ambushes):
        assert leaks(carried_out("reflex", 0, sprung_by_nobody))


@pytest.mark.parametrize("key", AMBUSHED)
def test_what_shows_of_an_ambush_is_found_when_it_is_planted_again(key: str) -> None:
    with AMBUSHED[key]():
        assert leaks(carried_out(key, 0, in_ambush))


def test_nobody_can_tell_whether_somebody_and_more_gas_are_hidden_in_gas() -> None:
    found = carried_out("reflex", 0, hidden_in_gas)
    assert (found.difference, found.stopped) == (None, False)


def test_gas_that_shows_although_it_is_hidden_is_found_when_it_is_planted_again() -> None:
    with AREAS():
        assert leaks(carried_out("reflex", 0, hidden_in_gas))


@pytest.mark.parametrize(("key", "command", "options"), [(key, *each) for key in UNSEEN for each in UNSEEN[key]])
def test_whoever_takes_back_what_they_did_learns_of_nothing_done_unseen_since(
    key: str, command: str, options: Options
) -> None:
    assert carried_out(key, 0, lambda fight: taken_back(fight, command, options)).difference is None


@pytest.mark.one_system
@pytest.mark.parametrize("key", KILLS)
def test_nobody_can_tell_by_the_end_of_a_fight_whether_somebody_hidden_stands(key: str) -> None:
    found = carried_out(key, 0, over)
    assert (found.difference, found.stopped) == (None, False)


def test_nobody_can_tell_by_the_key_of_a_panel_whether_they_came_under_fire_of_the_hidden() -> None:
    found = carried_out("horizons", 0, under_fire)
    assert (found.difference, found.stopped) == (None, False)


def test_a_key_that_knows_of_fire_of_the_hidden_is_found_when_it_is_planted_again() -> None:
    with patch.object(Horizons, "noticed", lambda _self, state: state):
        assert leaks(carried_out("horizons", 0, under_fire))


@pytest.mark.one_system
@pytest.mark.parametrize("how", OVER)
@pytest.mark.parametrize("key", HELD)
def test_nobody_can_tell_whether_somebody_hidden_still_holds_the_lane_that_all_saw_begin(key: str, how: str) -> None:
    found = carried_out(key, 0, lambda fight: fire_is_over(fight, how))
    assert (found.difference, found.stopped) == (None, False)


def test_a_lane_that_is_known_although_its_gunner_is_hidden_is_found_when_it_is_planted_again() -> None:
    with patch("bot.rulesets.graydawn.suppression.laid_lanes.is_known", lambda *_: True):
        assert leaks(carried_out("graydawn", 0, lambda fight: fire_is_over(fight, "leaves")))
