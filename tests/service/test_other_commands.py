"""Suppression, ambushes, morale, mines and treatment, as the toy has them: whose they are, and who learns of them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.service.requests import Choosing, Reply
from tests.service.table import ANN, BOB, GM, Table, agreed, ask, everything, refused, words


async def act(table: Table, user: int, command: str, actor: str | None = None, **given: Any) -> Reply:
    """A command as its cog hands it on."""
    return await table.referee.act(ask(user, command=command), actor, command.replace(" ", "_"), given)


@pytest.mark.parametrize("command", ["suppress", "ambush set"])
async def test_what_the_ruleset_forgot_to_keep_for_the_gm_is_the_gms(table: Table, command: str) -> None:
    await table.fight()
    assert "Only a GM" in refused(await act(table, ANN, command, "Axel"))
    assert "Only a GM" in refused(await table.referee.act(ask(ANN, command="act"), "Axel", command.replace(" ", "_")))
    agreed(await act(table, GM, command))


@pytest.mark.parametrize("action", ["suppress", "ambush_set", "morale_threat"])
async def test_players_are_offered_nothing_of_what_is_the_gms(table: Table, action: str) -> None:
    await table.fight()
    given = {"action": action, "input": "target"}
    assert await table.referee.complete(ask(ANN), Choosing.INPUT, "", given) == []
    assert await table.referee.complete(ask(ANN), Choosing.WORDS, "", given) == []
    assert action not in [each.value for each in await table.referee.complete(ask(ANN), Choosing.ACTION, "", {})]
    assert await table.referee.complete(ask(GM), Choosing.INPUT, "", given) != []


async def test_an_ambush_is_prepared_before_the_fight_without_a_word_to_players(table: Table) -> None:
    agreed(await table.referee.npc_add(ask(), "thug", name="Lurker", hidden=True))
    agreed(await act(table, GM, "ambush set", side="foes"))
    assert table.scene().state.ambush == "foes"
    assert table.orders()[-1].gm_only
    assert "Nothing has been played here" in refused(await table.referee.log_show(ask(ANN)))


async def test_whoever_acts_for_a_gm_outside_of_turns_is_on_their_side(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await act(table, GM, "suppress"))
    agreed(await table.referee.npc_add(ask(), "thug"))
    agreed(await act(table, GM, "suppress", area="the road"))
    axels, thugs = table.orders()[1], table.orders()[3]
    assert b'"Axel"' in axels.payload
    assert b'"Thug"' in thugs.payload


async def test_an_input_that_the_action_has_not_is_refused_by_name(table: Table) -> None:
    await table.fight()
    told = refused(await act(table, GM, "suppress", weapon="club"))
    assert "Suppress takes no 'weapon'" in told
    assert "It takes: area, target" in told


async def test_morale_is_told_to_those_who_may_know(table: Table) -> None:
    await table.fight()
    agreed(await act(table, GM, "morale threat", "Lurker", amount=3))
    agreed(await act(table, GM, "morale threat", "Axel", amount=2))
    players = agreed(await table.referee.report(ask(ANN), "morale"))
    assert players.ephemeral
    assert "Axel: threat 2" in words(players)
    assert "Thug" not in words(players)
    assert "Lurker" not in words(players)
    assert "Lurker: threat 3" in words(agreed(await table.referee.report(ask(), "morale", "Lurker")))


async def test_a_report_on_somebody_hidden_reads_like_one_on_nobody(table: Table) -> None:
    await table.fight()
    hidden, missing = [refused(await table.referee.report(ask(ANN), "morale", name)) for name in ("Lurker", "Nobodyy")]
    assert hidden == missing.replace("Nobodyy", "Lurker")


async def test_a_mine_is_listed_to_those_who_know_of_it_alone(table: Table) -> None:
    await table.fight()
    agreed(await act(table, GM, "mine emplace", "Lurker", kind="crate"))
    agreed(await act(table, ANN, "mine emplace", "Axel"))
    mines = {user: words(await table.referee.report(ask(user), "mines")) for user in (ANN, BOB, GM)}
    assert mines[ANN].splitlines()[1:] == ["Mine jar-2"]
    assert mines[BOB].splitlines()[1:] == ["Nothing that you know of."]
    assert mines[GM].splitlines()[1:] == ["Mine crate-1", "Mine jar-2"]


async def test_a_mine_that_is_hidden_neither_completes_nor_shows_in_a_refusal(table: Table) -> None:
    await table.fight()
    agreed(await act(table, GM, "mine emplace", "Lurker", kind="crate"))
    given = {"action": "mine_trigger", "input": "mine", "actor": "Bea"}
    assert await table.referee.complete(ask(BOB), Choosing.INPUT, "", given) == []
    hidden, missing = [
        refused(await act(table, BOB, "mine trigger", "Bea", mine=key)) for key in ("crate-1", "crate-9")
    ]
    assert hidden == missing
    assert "crate-1" not in everything([each for each in await table.parcels() if each.kind != "gm"])
    assert [each.value for each in await table.referee.complete(ask(GM), Choosing.INPUT, "", given)] == ["crate-1"]


async def test_a_mine_outlives_the_fight_and_what_it_did_is_seen(table: Table) -> None:
    await table.fight()
    agreed(await act(table, ANN, "mine emplace", "Axel"))
    agreed(await table.referee.init_end(ask()))
    assert [mine.key for mine in table.scene().state.mines] == ["jar-1"]
    agreed(await table.referee.init_join(ask(ANN)))
    sprung = agreed(await act(table, ANN, "mine trigger", "Axel", mine="jar-1"))
    assert "Axel steps on a mine" in words(sprung)
    assert table.scene().state.mines == ()


async def test_a_mine_is_still_there_in_the_next_fight(table: Table) -> None:
    await table.fight()
    agreed(await act(table, ANN, "mine emplace", "Axel"))
    agreed(await table.referee.init_end(ask()))
    agreed(await table.referee.init_start(ask(), now=True))
    assert len(table.scene().state.mines) == 1


async def test_a_wound_is_treated(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 2}))
    assert "binds a wound of Axel" in words(agreed(await act(table, BOB, "treat", "Bea", target="Axel", item="rag")))
    assert table.scene().combatants["Axel"].state.hits == 5


async def test_nobody_treats_somebody_out_of_sight(table: Table) -> None:
    await table.fight()
    hidden, missing = [refused(await act(table, BOB, "treat", "Bea", target=name)) for name in ("Lurker", "Nobodyy")]
    assert hidden == missing.replace("Nobodyy", "Lurker")


async def test_of_people_to_add_it_is_said_whether_they_are_too_many_or_too_few(table: Table) -> None:
    assert "0 at once is too few." in refused(await table.referee.npc_add(ask(), "thug", count=0))
    assert "31 at once is too many." in refused(await table.referee.npc_add(ask(), "thug", count=31))
