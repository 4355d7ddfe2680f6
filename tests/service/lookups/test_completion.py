"""What is offered while typing knows the scene, the asker and the system."""

from __future__ import annotations

import pytest

from bot.service.lookups import completion
from bot.service.requests import Choosing
from tests.service.table import ANN, BOB, Table, agreed, ask

STRIKE = {"action": "strike"}


async def offered(table: Table, user: int, what: Choosing, partial: str = "", **given: str) -> list[str]:
    """The values offered."""
    return [choice.value for choice in await table.referee.complete(ask(user), what, partial, given)]


async def test_actors_are_those_one_may_act_for(table: Table) -> None:
    await table.fight()
    assert await offered(table, ANN, Choosing.ACTOR) == ["Axel"]
    assert await offered(table, 9, Choosing.ACTOR) == ["Thug", "Lurker", "Axel", "Bea"]


async def test_targets_are_asked_of_the_system_on_the_askers_view(table: Table) -> None:
    await table.fight()
    assert await offered(table, ANN, Choosing.INPUT, **STRIKE, input="target") == ["Thug", "Axel", "Bea"]
    assert await offered(table, ANN, Choosing.TARGET, "be") == ["Bea"]


async def test_words_complete_to_keys_and_then_to_values(table: Table) -> None:
    await table.fight()
    keys = await offered(table, ANN, Choosing.WORDS, "", **STRIKE)
    assert "style=" in keys
    assert "target=" not in keys
    assert await offered(table, ANN, Choosing.WORDS, "all_out=", **STRIKE) == ["all_out=yes", "all_out=no"]
    assert await offered(table, ANN, Choosing.WORDS, "bonus=1 cry=yi", **STRIKE) == ["bonus=1 cry=Yield"]


async def test_what_is_switched_off_is_not_offered(table: Table) -> None:
    assert "feint=" not in await offered(table, ANN, Choosing.WORDS, "", **STRIKE)
    agreed(await table.referee.campaign_options(ask(), "deadly", "yes", server=False))
    assert "feint=" in await offered(table, ANN, Choosing.WORDS, "", **STRIKE)
    await table.fight()
    assert await offered(table, ANN, Choosing.WORDS, "feint=", **STRIKE) == ["feint=yes", "feint=no"]
    agreed(await table.referee.campaign_options(ask(), "deadly", "no", server=False))
    assert "feint=" in await offered(table, ANN, Choosing.WORDS, "", **STRIKE)
    agreed(await table.referee.init_end(ask()))
    assert await offered(table, ANN, Choosing.WORDS, "feint=", **STRIKE) == []


async def test_an_action_is_known_by_its_title_too(table: Table) -> None:
    await table.fight()
    assert "style=" in await offered(table, ANN, Choosing.WORDS, "", action="Strike")


async def test_actions_of_a_command_leave_out_what_only_the_gm_does(table: Table) -> None:
    await table.fight()
    assert await offered(table, ANN, Choosing.ACTION, command="damage") == []
    assert await offered(table, 9, Choosing.ACTION, command="damage") == ["hurt"]
    assert await offered(table, ANN, Choosing.ACTION, command="attack") == ["strike"]


async def test_the_inputs_of_an_action_complete_for_who_may_take_it(table: Table) -> None:
    await table.fight()
    hurt = {"command": "damage", "action": "hurt"}
    assert "points" in await offered(table, 9, Choosing.INPUTS, **hurt)
    assert await offered(table, ANN, Choosing.INPUTS, **hurt) == []


async def test_without_a_scene_nothing_of_it_is_offered(table: Table) -> None:
    assert await offered(table, ANN, Choosing.TARGET) == []
    assert await offered(table, ANN, Choosing.TEMPLATE) == ["thug", "guard"]
    assert await offered(table, ANN, Choosing.RULESET) == ["toy"]
    assert await offered(table, ANN, Choosing.WORDS, "", action="none") == []


async def test_sheets_paths_and_options_are_offered(table: Table) -> None:
    await table.sheet(BOB, "Bea")
    assert await offered(table, BOB, Choosing.SHEET) == ["Bea"]
    assert await offered(table, ANN, Choosing.SHEET) == []
    assert "skill" in await offered(table, ANN, Choosing.SHEET_PATH, "sk")
    shared = ["claims", "claims_wait_min", "players_against_players", "joining", "tracker"]
    assert await offered(table, ANN, Choosing.OPTION) == [*shared, "deadly", "most_bonus"]
    assert await offered(table, ANN, Choosing.OPTION_VALUE, option="deadly") == ["yes", "no"]
    assert await offered(table, ANN, Choosing.OPTION_VALUE, option="none") == []


async def test_orders_to_undo_are_the_live_ones_newest_first(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    agreed(await table.referee.undo(ask()))
    numbers = await offered(table, 9, Choosing.ORDER)
    live = [str(order.number) for order in table.orders() if order.chapter == 2][:-2]
    assert numbers == live[::-1]


async def test_answers_are_those_of_the_open_question(table: Table) -> None:
    await table.fight()
    assert await offered(table, ANN, Choosing.ANSWER) == []


async def test_orders_that_are_unseen_leave_those_offered_that_everybody_knows_of(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(completion, "MOST_LOOKED_AT", 3)
    await table.fight()
    before = await offered(table, ANN, Choosing.ORDER)
    for _ in range(4):
        agreed(await table.referee.act(ask(), "Lurker", "morale_threat", {"amount": 1}))
    assert await offered(table, ANN, Choosing.ORDER) == before
