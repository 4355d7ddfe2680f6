"""Events that were stored before they said more fold as they did then."""

from __future__ import annotations

import msgspec

from bot.core import folding
from bot.rulesets.eclipse.ambush.events import AmbushSprung
from bot.rulesets.eclipse.equipment.events import Readied
from bot.rulesets.eclipse.play import EclipseScene
from bot.rulesets.eclipse.state import Suppression, Watching
from tests.replays.record import folded, replays
from tests.rulesets.eclipse.playing import ECLIPSE, duel

RIFLE = "automatic rifle"


def scene_of(name: str) -> EclipseScene:
    return folded(ECLIPSE, replays("eclipse")[name])


def test_older_healing_of_stress_alone_stanches() -> None:
    state = scene_of("v14-edited-cones-and-eased-minds").combatants["Guard"].state
    assert (state.stress, state.stanched, state.bleeds) == (1, True, False)


def test_an_older_edit_leaves_the_cone_of_what_is_in_hand_no_more() -> None:
    people = scene_of("v14-edited-cones-and-eased-minds").combatants
    for actor in ("Ann", "Bea"):  # who is here, and who came back with an edited sheet
        state = people[actor].state
        assert (state.weapons[RIFLE].ready, state.suppressing) == (False, Suppression(RIFLE))


def test_an_older_edit_leaves_what_is_watched_with_what_is_in_hand_no_more() -> None:
    people = scene_of("v14-edited-watches").combatants
    for actor in ("Ann", "Bea"):
        state = people[actor].state
        assert (state.weapons[RIFLE].ready, state.watching) == (False, Watching(RIFLE))


def test_an_older_ambush_took_away_what_another_had_left() -> None:
    game = duel()
    game.act("Guard", "ambush", 99, 99, target="Ann")
    (sprung,) = game.every(AmbushSprung)
    for surprised in (True, False):
        older = msgspec.structs.replace(sprung, surprised=surprised, adds=False)
        _, game.scene = folding.kept(ECLIPSE, game.scene, older, None)
        assert (game.state("Ann").caught, game.state("Ann").startled) == (surprised, not surprised)


def test_an_older_weapon_in_hand_ended_an_aim_by_itself() -> None:
    game = duel()
    game.act("Ann", "aim", target="Guard")
    for ends, aims in ((False, True), (True, False)):
        older = Readied(actor="Ann", weapon="knife", ends_aim=ends)
        _, game.scene = folding.kept(ECLIPSE, game.scene, older, None)
        assert (game.state("Ann").aim is not None) is aims
