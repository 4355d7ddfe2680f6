"""What is hidden never reaches a player, whatever they ask."""

from __future__ import annotations

import pytest

from bot.service.outbox import Post
from bot.service.requests import Choosing
from tests.service.table import ANN, CHANNEL, GM, Table, agreed, ask, everything, refused, words

HIDDEN = "Lurker"


async def looks(table: Table) -> list[str]:
    """Everything a player can look at."""
    referee = table.referee
    replies = [
        await referee.init_status(ask(ANN)),
        await referee.log_show(ask(ANN)),
        await referee.log_export(ask(ANN)),
        await referee.log_verify(ask(ANN)),
        await referee.help(ask(ANN)),
        await referee.campaign_show(ask(ANN)),
        await referee.act(ask(ANN), None, "strike", {"target": HIDDEN}),
        await referee.act(ask(ANN), HIDDEN, "rest"),
        await referee.undo(ask(ANN), "g1"),
        await referee.init_remove(ask(ANN), "Nobody"),
    ]
    given = {"action": "strike", "input": "target"}
    choices = [await referee.complete(ask(ANN), what, "", given) for what in Choosing]
    public = [parcel for parcel in await table.parcels() if parcel.kind not in (Post.GM, Post.INVITE)]
    files = [reply.attachment.content.decode() for reply in replies if reply.attachment]
    tracker = await referee.tracker(CHANNEL)
    asked_for = [reply for at, reply in enumerate(replies) if at not in (6, 7)]
    offered = [f"{choice.value} {choice.label}" for group in choices for choice in group]
    return [*map(words, asked_for), *files, *offered, everything(public), everything(tracker)]


async def test_no_look_of_a_player_shows_the_hidden(table: Table) -> None:
    await table.fight()
    for _ in range(6):
        agreed(await table.referee.init_next(ask()))
        assert [text for text in await looks(table) if HIDDEN in text] == []


async def test_the_gm_sees_the_hidden(table: Table) -> None:
    await table.fight()
    assert HIDDEN in words(await table.referee.init_status(ask()))
    assert any(HIDDEN in everything(parcel.lines) for parcel in await table.parcels() if parcel.kind is Post.GM)


async def test_hidden_and_unknown_are_refused_alike(table: Table) -> None:
    await table.fight()
    hidden = refused(await table.referee.act(ask(ANN), None, "strike", {"target": HIDDEN}))
    unknown = refused(await table.referee.act(ask(ANN), None, "strike", {"target": "Zorro"}))
    assert hidden.replace(HIDDEN, "X") == unknown.replace("Zorro", "X")


async def test_public_numbers_skip_nothing_for_hidden_orders(table: Table) -> None:
    await table.fight()
    for name in ("One", "Two"):
        reply = agreed(await table.referee.npc_add(ask(), "thug", name=name, hidden=True))
        assert reply.ephemeral
        assert reply.title.startswith("#g")
    public = [order.number for order in table.orders() if not order.gm_only]
    assert public == list(range(1, len(public) + 1))


@pytest.mark.parametrize("hidden", [2, 5])
async def test_numbers_of_the_visible_do_not_count_the_hidden(table: Table, hidden: int) -> None:
    agreed(await table.referee.npc_add(ask(), "thug", hidden, hidden=True))
    agreed(await table.referee.npc_add(ask(), "thug", 2))
    people = table.scene().combatants
    assert [actor for actor, each in people.items() if not each.hidden] == ["Thug 1", "Thug 2"]
    assert not any(character.isdigit() for actor, each in people.items() if each.hidden for character in actor)


async def test_two_of_one_name_are_told_apart_by_those_in_sight(table: Table) -> None:
    agreed(await table.referee.npc_add(ask(), "thug", name="Ghost", hidden=True))
    await table.sheet(ANN, "Ghost")
    agreed(await table.referee.init_start(ask(), now=True))
    agreed(await table.referee.init_join(ask(ANN)))
    choices = await table.referee.complete(ask(ANN), Choosing.TARGET, "")
    assert [choice.value for choice in choices] == ["Ghost"]
    agreed(await table.referee.init_remove(ask(ANN), "Ghost"))
    assert list(table.scene().combatants) == ["Ghost (other)"]


async def test_what_a_hidden_one_rolls_comes_from_the_gms_secret(table: Table) -> None:
    await table.fight()
    await table.turn_of(HIDDEN)
    agreed(await table.referee.act(ask(), HIDDEN, "strike", {"target": "Axel"}))
    assert table.audit().problems == []


async def test_nobody_hidden_is_pinged(table: Table) -> None:
    await table.fight()
    await table.turn_of(HIDDEN)
    tracker = await table.referee.tracker(CHANNEL)
    assert tracker is not None
    seen = {each.owner for each in table.scene().combatants.values() if each.owner}
    assert set(tracker.ping.users) <= {*seen, GM}


async def test_an_undo_of_what_only_the_gm_knows_is_told_to_the_gm_alone(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.npc_add(ask(), "thug", name="Ghost", hidden=True))
    await table.deliver()
    assert agreed(await table.referee.undo(ask())).ephemeral
    assert [parcel.kind for parcel in await table.parcels()] == [Post.GM]


async def test_a_question_to_somebody_hidden_stands_in_the_way_without_a_word(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.npc_add(ask(), "guard", name="Shade", hidden=True))
    for _ in range(40):
        if table.scene().pending:
            break
        actor = table.entitled()
        action, given = ("rest", {}) if actor == "Shade" else ("strike", {"target": "Shade"})
        agreed(await table.referee.act(ask(), actor, action, given))
    tracker = await table.referee.tracker(CHANNEL)
    assert "Shade" not in everything(tracker)
    assert "block" not in everything(tracker)
    for reply in (
        await table.referee.act(ask(ANN), "Axel", "rest"),
        await table.referee.init_next(ask(ANN), "Axel"),
        await table.referee.answer(ask(ANN), "block"),
    ):
        refusal = refused(reply)
        assert "Shade" not in refusal
        assert "block" not in refusal
    assert table.scene().pending is not None
