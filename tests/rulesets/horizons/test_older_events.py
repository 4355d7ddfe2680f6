"""Events that were stored before they said more fold as they did then."""

from __future__ import annotations

from bot.rulesets.horizons.state import State
from tests.replays.record import folded, replays
from tests.rulesets.horizons.playing import HORIZONS


def state_of(actor: str) -> State:
    state: State = folded(HORIZONS, replays("horizons")["v13-reactions-and-edits"]).combatants[actor].state
    return state


def test_an_older_reaction_takes_the_free_action_while_it_lasts_and_leaves_none_of_the_turn_before() -> None:
    assert (state_of("Bob").reacted, state_of("Bob").freed) == (True, True)
    assert (state_of("Ann").reacted, state_of("Ann").freed, state_of("Ann").unspent) == (True, False, False)


def test_of_another_fault_that_a_gm_said_before_as_much_is_cleared_as_of_the_last() -> None:
    rifle = state_of("Cid").weapons["Example rifle"]
    assert (rifle.fault, rifle.cleared) == ("jam", 1)


def test_an_older_edit_leaves_aim_and_what_was_begun_of_drawing() -> None:
    assert (state_of("Dee").held, state_of("Dee").aimed) == ("Pistol", 1)
    pistol = state_of("Eve").weapons["Pistol"]
    assert (pistol.hidden, pistol.drawn) == (14, 1)
