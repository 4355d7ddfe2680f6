"""What a player says in an order: refused, counted, put to a GM, or listed for one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.core.events import Said, Unconfirmed
from bot.service.requests import Button, Reply, Settling, Verb
from tests.rulesets.toy.brawl.events import Struck
from tests.service.table import ANN, BOB, GM, Script, Table, agreed, ask, refused, words

NOON = datetime(2026, 1, 1, tzinfo=UTC)
LATER = NOON + timedelta(minutes=11)


async def strike(table: Table, user: int = ANN, at: datetime = NOON, **inputs: object) -> Reply:
    """Have Axel strike at the thug when it is his turn, with what his player says."""
    await table.turn_of("Axel" if user == ANN else "Bea")
    given = {"target": "Thug", **inputs}
    return await table.referee.act(ask(user, now=at), None, "strike", given)


def happened(table: Table) -> list[object]:
    row = table.row()
    return [*table.look(lambda unit: unit.events(row.id, row.head, row.head, "toy"))[row.head]]


def term(table: Table, label: str) -> int:
    """A summand of the last strike."""
    (struck,) = (event for event in happened(table) if isinstance(event, Struck))
    return next((each.value for each in struck.terms if each.label == label), 0)


async def test_a_player_cannot_say_another_distance_than_the_gm(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_range(ask(), "Axel", "Thug", 150))
    head = table.row().head
    assert "It is 150 m to Thug." in refused(await strike(table, range_m=1))
    assert table.row().head >= head
    assert table.scene().range_m("Axel", "Thug") == 150


async def test_the_gm_says_what_they_like(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_range(ask(), "Axel", "Thug", 150))
    await table.turn_of("Axel")
    agreed(await table.referee.act(ask(), "Axel", "strike", {"target": "Thug", "range_m": 1}))
    assert table.scene().range_m("Axel", "Thug") == 1


async def test_a_distance_that_a_player_says_is_public_and_the_gm_corrects_it(table: Table) -> None:
    await table.fight()
    reply = agreed(await strike(table, range_m=1))
    assert "Axel and Thug: 1 m apart, says Axel." in words(reply)
    button = claiming(reply)
    assert "Only a GM" in refused(await press(table, BOB, button))
    form = agreed(await press(table, GM, button)).form
    assert form is not None
    assert [blank.value for blank in form.blanks] == ["1"]
    key = form.argument.removeprefix("claim.")
    assert "no distance" in refused(await table.referee.claim_fill(ask(), key, {"range_m": "far"}))
    agreed(await table.referee.claim_fill(ask(), key, {"range_m": "30 m"}))
    assert table.scene().range_m("Axel", "Thug") == 30
    assert "settled already" in refused(await press(table, GM, button))
    assert table.audit().problems == []


def claiming(reply: Reply) -> Button:
    (button,) = (each for each in reply.buttons if each.verb is Verb.CLAIM)
    return button


async def press(table: Table, user: int, button: Button) -> Reply:
    return await table.referee.click(ask(user), button.verb, button.argument, button.once)


async def test_undo_brings_back_that_nobody_had_said_it(table: Table) -> None:
    await table.fight()
    agreed(await strike(table, range_m=1))
    agreed(await table.referee.undo(ask()))
    assert table.scene().range_m("Axel", "Thug") is None
    assert table.scene().claims == ()
    agreed(await strike(table, range_m=2))


async def test_the_gm_of_the_fight_is_asked_what_only_they_can_know(table: Table) -> None:
    await table.fight()
    reply = agreed(await strike(table, bound=True))
    assert "The GM decides" in words(reply)
    assert reply.buttons == ()
    assert "is the GM's" in refused(await table.referee.answer(ask(ANN), "Allow"))
    assert "question is open" in refused(await strike_now(table, BOB))
    offered = agreed(await table.referee.init_status(ask())).buttons
    choices = [button for button in offered if button.verb is Verb.ANSWER]
    assert [button.label for button in choices] == ["Allow: 93.8 %", "Without it: 84 %"]
    agreed(await press(table, GM, choices[0]))
    assert term(table, "bound") == 3
    assert table.audit().problems == []


async def strike_now(table: Table, user: int) -> Reply:
    return await table.referee.act(ask(user), None, "strike", {"target": "Thug"})


async def test_without_it_the_strike_goes_on_as_if_nothing_had_been_claimed(table: Table) -> None:
    await table.fight()
    agreed(await strike(table, bound=True))
    agreed(await table.referee.init_next(ask()))
    assert term(table, "bound") == 0


async def test_a_player_takes_a_claim_back_before_it_is_answered(table: Table) -> None:
    await table.fight()
    agreed(await strike(table, bound=True))
    agreed(await table.referee.undo(ask(ANN)))
    assert table.scene().pending is None


async def test_nobody_waits_for_a_gm_who_has_gone(table: Table) -> None:
    await table.fight()
    reply = agreed(await strike(table, at=LATER, bound=True))
    assert "did not count" in words(reply)
    assert term(table, "bound") == 0
    assert table.audit().problems == []


async def test_orders_of_players_do_not_make_a_gm_present(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    for minute in range(40):
        at = NOON + timedelta(minutes=11, seconds=minute)
        agreed(await table.referee.act(ask(ANN, now=at), "Axel", "beg", {"boon": "a rope"}))
        agreed(await table.referee.undo(ask(ANN, now=at)))
    agreed(await strike(table, at=LATER + timedelta(minutes=1), bound=True))
    assert any(isinstance(event, Unconfirmed) for event in happened(table))


async def test_what_only_a_gm_knows_of_tells_nobody_that_they_are_there(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    agreed(await table.referee.npc_add(ask(now=LATER), "thug", name="Lurker", hidden=True))
    assert "did not count" in words(agreed(await strike(table, at=LATER, bound=True)))


async def test_an_option_says_how_long_a_gm_is_waited_for(table: Table) -> None:
    agreed(await table.referee.campaign_options(ask(), "claims_wait_min", "60"))
    await table.fight()
    agreed(await strike(table, at=LATER, bound=True))
    assert table.scene().asks_gm


async def test_where_no_gm_is_wanted_claims_count_and_are_told(table: Table) -> None:
    agreed(await table.referee.campaign_options(ask(), "claims", "count"))
    await table.fight()
    reply = agreed(await strike(table, bound=True))
    assert "Axel says of Thug: bound." in words(reply)
    assert term(table, "bound") == 3
    (said,) = (event for event in happened(table) if isinstance(event, Said))
    assert not said.lasting


async def test_what_would_be_refused_anyway_is_not_put_to_the_gm(table: Table) -> None:
    await table.fight()
    assert "out of reach" in refused(await strike(table, range_m=90, bound=True))
    assert table.scene().pending is None


async def test_the_gm_finds_what_is_open_in_a_list(table: Table) -> None:
    await table.fight()
    assert "Only a GM" in refused(await table.referee.init_claims(ask(ANN)))
    assert "Nothing is open" in words(await table.referee.init_claims(ask()))
    agreed(await strike(table, at=LATER, range_m=1, light="dusk", bound=True))
    assert "open: 3" in words(await table.referee.init_status(ask()))
    assert "open: 3" not in words(await table.referee.init_status(ask(ANN)))
    listed = await table.referee.click(ask(), Verb.CLAIM, Settling.LIST, "")
    assert [line.text for line in listed.lines] == [
        "1. Axel says of Thug: 1 m.",
        "2. Axel says of Thug: light dusk.",
        "3. Axel says of Thug: bound (did not count).",
    ]
    labels = {button.label: button for button in listed.buttons}
    agreed(await press(table, GM, labels["2: not so: light dusk"]))
    agreed(await press(table, GM, labels["1: right"]))
    assert [list(claim.words) for claim in table.scene().claims] == [["bound"]]
    assert table.scene().told.keys() == {"range_m\nAxel\nThug"}
    assert table.audit().problems == []


async def test_a_long_list_shows_the_oldest(table: Table) -> None:
    await table.fight()
    for _ in range(13):
        agreed(await strike(table, at=LATER, bound=True))
    listed = await table.referee.init_claims(ask())
    assert "1 more follow" in words(listed)
    assert len(listed.buttons) <= 25


@pytest.mark.parametrize("argument", ["what.ever", "list.x", "uphold.", "drop.0123456789ab"])
async def test_a_forged_button_settles_nothing(table: Table, argument: str) -> None:
    await table.fight()
    agreed(await strike(table, range_m=1))
    refused(await table.referee.click(ask(), Verb.CLAIM, argument, ""))
    assert len(table.scene().claims) == 1


async def test_a_claim_of_the_same_interaction_is_answered_once(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    request = ask(ANN)
    first = await table.referee.act(request, None, "strike", {"target": "Thug", "bound": True})
    again = await table.referee.act(request, None, "strike", {"target": "Thug", "bound": True})
    assert (first, table.scene().pending is not None) == (again, True)


async def unconfirmed(table: Table) -> Button:
    """Axel strikes at the thug, who he says is bound, while no GM is there; the button that allows it."""
    reply = agreed(await strike(table, at=LATER, bound=True))
    assert term(table, "bound") == 0
    return claiming(reply)


async def test_a_claim_is_allowed_later_and_its_order_given_with_it(table: Table) -> None:
    await table.fight()
    button = await unconfirmed(table)
    assert "Only a GM" in refused(await press(table, ANN, button))
    agreed(await press(table, GM, button))
    assert term(table, "bound") == 3
    assert table.scene().claims == ()
    assert "settled already" in refused(await press(table, GM, button))
    assert table.audit().problems == []


async def test_what_has_followed_stands_again_as_it_was(table: Table) -> None:
    await table.fight()
    button = await unconfirmed(table)
    agreed(await table.referee.act(ask(), "Bea", "morale_threat", {"target": "Bea", "amount": 2}))
    followed = table.orders()[-1]
    before = happened(table)
    agreed(await press(table, GM, button))
    again = table.orders()[-1]
    assert (again.payload, again.again) == (followed.payload, followed.ordinal)
    assert happened(table) == before
    assert table.audit().problems == []


async def test_a_claim_is_not_allowed_where_what_followed_would_change(tmp_path: Path) -> None:
    table = Table(tmp_path / "scripted.db", Script(*(1, 1, 6, 6), *(14, 20), *(14, 20, 6)))
    await table.fight()
    button = await unconfirmed(table)
    hits = table.scene().combatants["Thug"].state.hits
    agreed(await table.referee.act(ask(), "Thug", "hurt", {"points": hits - 1}))
    before = table.row()
    assert "Too much has followed" in refused(await press(table, GM, button))
    assert table.row() == before
    await table.store.close()


async def test_a_claim_of_somebody_hidden_by_now_is_settled_for_the_gm_alone(table: Table) -> None:
    await table.fight()
    button = claiming(agreed(await strike(table, light="dusk")))
    agreed(await table.referee.init_show(ask(), "Thug", hidden=True))
    reply = agreed(await press(table, GM, button))
    assert reply.ephemeral
