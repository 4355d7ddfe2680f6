"""Odds are those of the order that would be given, on what the asker knows, exact or said to be sampled."""

from __future__ import annotations

import asyncio
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bot.core import engine
from bot.core.dice import Dice, SeededDice
from bot.core.events import Event
from bot.service.lookups import odds
from bot.service.requests import Choosing, Verb
from tests.service.table import ANN, BOB, Script, Table, agreed, ask, refused, words

STRIKE: dict[str, Any] = {"target": "Thug"}


class Alike(Script):
    """Dice that fall the same, whatever they are thrown for."""

    def __call__(self, position: int, order: bytes) -> Dice:
        """Return the same dice for any order."""
        return SeededDice(b"alike", b"alike", 0, b"")


async def told(table: Table, question: str | None = None, **given: Any) -> str:
    """The odds of Axel's strike at the thug that everybody sees, at Axel's moment."""
    await table.fight()
    await table.turn_of("Axel")
    return words(agreed(await table.referee.odds(ask(ANN), "Axel", "strike", {**STRIKE, **given}, "", question)))


async def test_the_chances_are_exact_and_the_first_question_is_asked_by_default(table: Table) -> None:
    missed = Fraction(8, 20) ** 2  # a club, two d20, and the lowest is to be at or under 12
    answer = await told(table)
    assert answer.startswith("Odds of hit\n")
    assert f"hit: {float(1 - missed) * 100:g} % ({1 - missed})" in answer
    assert f"miss: {float(missed) * 100:g} % ({missed})" in answer


async def test_another_question_may_be_asked_however_it_is_spelled(table: Table) -> None:
    answer = await told(table, " HITS lost ")
    assert "Odds of hits lost" in answer
    assert "1 lost: " in answer
    shares = [Fraction(share) for share in re.findall(r"\((\d+/\d+)\)", answer)]
    assert sum(shares) == 1


async def test_nothing_happens_and_only_the_asker_sees_it(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    before = table.row()
    answer = agreed(await table.referee.odds(ask(ANN), None, "strike", STRIKE))
    assert answer.ephemeral
    assert table.row() == before


async def test_a_question_that_nobody_can_answer_names_those_that_can(table: Table) -> None:
    await table.fight()
    told_off = refused(await table.referee.odds(ask(ANN), "Axel", "strike", STRIKE, "", "x" * 6000))
    assert "Of: hit, hits lost." in told_off
    assert len(told_off) < 200


async def test_odds_of_no_such_action_say_which_there_are(table: Table) -> None:
    await table.fight()
    told = refused(await table.referee.odds(ask(ANN, command="odds"), "Axel", "fly", {}))
    assert "no rules for 'fly'" in told
    assert "strike" in told
    assert "no rules for /odds" in refused(await table.referee.odds(ask(ANN, command="odds"), "Axel", "attack", {}))


async def test_the_questions_complete(table: Table) -> None:
    found = await table.referee.complete(ask(ANN), Choosing.CHANCE, "")
    assert [choice.value for choice in found] == ["hit", "hits lost"]


async def test_the_actions_that_odds_can_tell_of_complete(table: Table) -> None:
    found = await table.referee.complete(ask(ANN), Choosing.STUDY, "")
    assert [choice.value for choice in found] == ["strike"]


@pytest.mark.parametrize(
    ("user", "actor", "given"),
    [
        (ANN, "Axel", {"target": "Lurker"}),
        (ANN, "Axel", {"target": "Axel"}),
        (ANN, "Axel", {"target": "Thug", "style": "wilder"}),
        (ANN, "Axel", {"target": "Thug", "weapon": "club"}),
        (ANN, "Bea", STRIKE),
        (ANN, "Lurker", STRIKE),
        (BOB, "Nobody", STRIKE),
    ],
)
async def test_what_could_not_be_done_has_no_odds_either(
    table: Table, user: int, actor: str, given: dict[str, Any]
) -> None:
    await table.fight()
    await table.turn_of("Axel")
    done = refused(await table.referee.act(ask(user), actor, "strike", given))
    assert refused(await table.referee.odds(ask(user), actor, "strike", given)) == done


async def test_odds_that_lack_whom_they_are_about_ask_as_often_as_one_likes(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    asked = agreed(await table.referee.odds(ask(ANN), "Axel", "strike", {}, "bonus=2", "hits lost"))
    assert asked.ephemeral
    assert asked.menu is not None
    agreed(await table.referee.init_range(ask(), "Axel", "Thug", 2))
    again = (await table.referee.odds(ask(ANN), "Axel", "strike", {}, "bonus=2", "hits lost")).menu
    assert again is not None
    assert [each.label for each in again.choices] == ["Thug", "Bea"]  # nobody hidden
    assert [each.about for each in again.choices] == ["2 m", ""]
    for target in ("Thug", "Bea"):
        told = agreed(await table.referee.click(ask(ANN), Verb.ODDS, f"{asked.menu.argument}.{target}", ""))
        given = {"target": target, "bonus": 2}
        same = agreed(await table.referee.odds(ask(ANN), "Axel", "strike", given, "", "hits lost"))
        assert (words(told), told.menu, told.in_place) == (words(same), again, True)


async def test_what_lacks_something_else_has_no_odds(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    long = {"style": "x" * 90}
    assert "needs target" in refused(await table.referee.odds(ask(ANN), "Axel", "strike", long))
    assert "needs target" in refused(await table.referee.odds(ask(ANN), "Axel", "strike", {"style": "a|b"}))
    assert "needs" in refused(await table.referee.odds(ask(ANN), "Axel", "approach", {}))
    for wrong in ("", "strike", "strike|target|Axel||", "strike|target|Axel|||Thug"):
        assert "/odds once more" in refused(await table.referee.click(ask(ANN), Verb.ODDS, wrong, ""))


async def test_odds_of_whom_waits_for_an_open_question_too(table: Table) -> None:
    await table.fight(shield=True)
    await table.turn_of("Axel")
    await _until_asked(table)
    done = refused(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Bea"}))
    assert refused(await table.referee.odds(ask(ANN), "Axel", "strike", {})) == done


async def test_where_nobody_is_to_be_named_odds_say_what_they_need(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    agreed(await table.referee.init_start(ask(), "Yard", now=True))
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.npc_add(ask(), "thug", hidden=True))
    assert "Strike needs target." in refused(await table.referee.odds(ask(ANN), "Axel", "strike", {}))


async def test_odds_wait_for_an_open_question_as_the_order_would(table: Table) -> None:
    await table.fight(shield=True)
    await table.turn_of("Axel")
    await _until_asked(table)
    done = refused(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Bea"}))
    assert refused(await table.referee.odds(ask(ANN), "Axel", "strike", {"target": "Bea"})) == done


async def _until_asked(table: Table) -> None:
    for _ in range(40):
        await table.turn_of("Axel")
        agreed(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Bea"}))
        if table.scene().pending:
            return
    raise AssertionError("Bea is never asked")


async def test_who_would_be_asked_takes_the_default(table: Table) -> None:
    await table.fight(shield=True)
    await table.turn_of("Axel")
    answer = words(agreed(await table.referee.odds(ask(ANN), "Axel", "strike", {"target": "Bea"}, "", "hits lost")))
    assert "lost: " in answer
    assert "choices take their default" in answer


async def test_players_learn_nothing_from_odds_on_what_only_the_gm_knows(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    agreed(await table.referee.sheet_edit(ask(), "shield", "yes", "Thug"))
    agreed(await table.referee.sheet_edit(ask(), "hits", "1", "Thug"))
    before = words(await table.referee.odds(ask(ANN), "Axel", "strike", STRIKE, "", "hits lost"))
    agreed(await table.referee.sheet_edit(ask(), "hits", "20", "Thug"))
    assert words(await table.referee.odds(ask(ANN), "Axel", "strike", STRIKE, "", "hits lost")) == before


async def test_too_many_falls_are_sampled_and_said_to_be(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "MOST_LEAVES", 1)
    answer = await told(table)
    assert f"Sampled: thrown {odds.SAMPLES} times" in answer
    shares = [float(share) for share in re.findall(r"about ([\d.]+) %", answer)]
    assert sum(shares) == pytest.approx(100, abs=0.2)
    assert max(shares) == pytest.approx(84, abs=5)
    assert "(" not in answer


async def test_where_the_likely_falls_are_nearly_all_they_are_counted_and_the_rest_is_told(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "MOST_EVENTS", 30)
    answer = await told(table)
    rare = re.search(r"Counted but for falls too rare to list: ([\d.]+) % of all", answer)
    assert rare
    assert 0 < float(rare[1]) <= 1
    listed = sum(float(share) for share in re.findall(r": ([\d.]+) %(?: \(|\n|$)", answer))
    assert listed + float(rare[1]) == pytest.approx(100, abs=0.02)


async def test_a_rest_too_small_for_the_figures_is_told_as_such(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def nearly(*_: Any, **__: Any) -> dict[str, Fraction]:
        return {"hit": 1 - Fraction(1, 10**7)}

    monkeypatch.setattr(engine, "odds", nearly)
    assert "hit: 100 %\nCounted but for falls too rare to list: less than 0.01 % of all." in await told(table)


async def test_a_sample_is_the_same_every_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "MOST_LEAVES", 1)
    first = await told(table)
    assert words(await table.referee.odds(ask(ANN), "Axel", "strike", STRIKE)) == first


async def test_odds_are_no_more_work_than_they_may_be(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "MOST_EVENTS", 30)
    monkeypatch.setattr(odds, "MOST_LEFT_OUT", Fraction())
    thrown = re.search(r"Sampled: thrown (\d+) times", await told(table))
    assert thrown
    assert 1 < int(thrown[1]) <= 30


async def test_orders_are_carried_out_while_odds_are_worked_out(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    asked, answered = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def slowly(event: Event) -> str | None:
        loop.call_soon_threadsafe(asked.set)
        asyncio.run_coroutine_threadsafe(answered.wait(), loop).result()
        return "told"

    ruleset: Any = table.house.systems["toy"].ruleset
    ruleset.chances = {"hit": slowly}
    odds = asyncio.create_task(table.referee.odds(ask(ANN), "Axel", "strike", STRIKE))
    await asked.wait()
    agreed(await table.referee.act(ask(ANN), "Axel", "strike", STRIKE))
    answered.set()
    assert "told: 100 %" in words(agreed(await odds))


async def test_odds_are_told_out_of_turn_too_and_say_of_which_moment(table: Table) -> None:
    in_turn = await told(table)
    while any(slot.actor in ("Axel", "Lurker") for slot in table.scene().entitled()):
        agreed(await table.referee.init_next(ask()))
    assert "not Axel's turn" in refused(await table.referee.act(ask(ANN), "Axel", "strike", STRIKE))
    answer = words(agreed(await table.referee.odds(ask(ANN), "Axel", "strike", STRIKE)))
    assert "as it would be in" in answer or "as if it were their moment now" in answer
    assert answer.splitlines()[2:] == in_turn.splitlines()[2:]


async def test_out_of_turn_the_hidden_read_like_those_who_are_not_there(table: Table) -> None:
    await table.fight()
    await table.turn_of("Bea")
    hidden, absent = [
        refused(await table.referee.odds(ask(ANN), "Axel", "strike", {"target": name})) for name in ("Lurker", "Nobody")
    ]
    assert hidden.replace("Lurker", "Nobody") == absent


async def test_odds_out_of_turn_do_not_depend_on_who_is_hidden(tmp_path: Path) -> None:
    answers = []
    for hidden in (True, False):
        table = Table(tmp_path / f"{hidden}.db", Alike())
        await table.sheet(ANN, "Axel")
        agreed(await table.referee.npc_add(ask(), "thug"))
        agreed(await table.referee.init_start(ask(), "Yard", now=True))
        agreed(await table.referee.init_join(ask(ANN)))
        if hidden:
            agreed(await table.referee.npc_add(ask(), "thug", name="Lurker", hidden=True))
        await table.turn_of("Thug")
        assert "not Axel's turn" in refused(await table.referee.act(ask(ANN), "Axel", "strike", STRIKE))
        answers.append(words(await table.referee.odds(ask(ANN), "Axel", "strike", STRIKE)))
        await table.store.close()
    assert answers[0] == answers[1]
