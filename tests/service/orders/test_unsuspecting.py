"""What a GM prepares out of sight leaves a player with the very answers of a channel in which nothing happened."""

from __future__ import annotations

import json

from bot.service.outbox import Post
from bot.service.requests import Choosing, Reply
from tests.service.table import ANN, CHANNEL, OTHER_CHANNEL, Table, agreed, ask, refused, words

UNTOUCHED = OTHER_CHANNEL


async def asked(table: Table, channel: int) -> list[Reply]:
    """What a player is answered who tries everything in a channel."""
    referee = table.referee
    return [
        await referee.init_status(ask(ANN, channel_id=channel)),
        await referee.init_next(ask(ANN, channel_id=channel)),
        await referee.init_remove(ask(ANN, channel_id=channel), "Ghost"),
        await referee.act(ask(ANN, channel_id=channel), None, "rest"),
        await referee.answer(ask(ANN, channel_id=channel), "block"),
        await referee.undo(ask(ANN, channel_id=channel)),
        await referee.redo(ask(ANN, channel_id=channel)),
        await referee.log_show(ask(ANN, channel_id=channel)),
        await referee.log_export(ask(ANN, channel_id=channel)),
        await referee.log_verify(ask(ANN, channel_id=channel)),
    ]


async def prepared(table: Table) -> None:
    """Somebody hidden waits, and the GM has thought again about a second one."""
    agreed(await table.referee.npc_add(ask(), "thug", name="Ghost", hidden=True))
    agreed(await table.referee.npc_add(ask(), "thug", name="Shade", hidden=True))
    agreed(await table.referee.undo(ask()))


async def test_a_prepared_channel_answers_like_an_untouched_one(table: Table) -> None:
    await prepared(table)
    assert await asked(table, CHANNEL) == await asked(table, UNTOUCHED)


async def test_the_gm_is_answered_by_the_truth(table: Table) -> None:
    await prepared(table)
    assert "Ghost" in words(agreed(await table.referee.init_status(ask())))


async def posted_secrets(table: Table) -> list[str]:
    """The words of the secrets that were posted of chapters that have ended."""
    parcels = [parcel for parcel in await table.parcels() if parcel.kind is Post.SECRET]
    return [line.text for parcel in parcels for line in parcel.lines if line.text.startswith("Secret of the dice")]


async def test_no_secret_is_posted_when_a_fight_begins(table: Table) -> None:
    agreed(await table.referee.npc_add(ask(), "thug"))
    agreed(await table.referee.init_start(ask(), now=True))
    assert await posted_secrets(table) == []


async def test_a_fight_begins_as_if_nothing_had_been_prepared(table: Table) -> None:
    await prepared(table)
    agreed(await table.referee.init_start(ask(), now=True))
    assert await posted_secrets(table) == []


async def test_the_secret_of_what_everybody_saw_by_the_second_scheme_is_posted_when_a_fight_begins(
    table: Table,
) -> None:
    agreed(await table.referee.npc_add(ask(), "thug"))
    table.tamper("update chapters set scheme = 2")
    agreed(await table.referee.init_start(ask(), now=True))
    assert len(await posted_secrets(table)) == 1


async def test_between_fights_too_there_is_nothing_to_take_back_but_what_a_player_knows(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_end(ask()))
    before = refused(await table.referee.undo(ask(ANN)))
    await prepared(table)
    assert refused(await table.referee.undo(ask(ANN))) == before
    assert "nothing to redo" in refused(await table.referee.redo(ask(ANN)))


async def test_completion_takes_the_hidden_for_unknown(table: Table) -> None:
    await table.fight()
    offered = []
    for actor in ("Lurker", "Zorro", "Thug"):
        given = {"action": "strike", "input": "target", "actor": actor}
        offered.append(await table.referee.complete(ask(ANN), Choosing.INPUT, "", given))
    assert offered == [offered[0]] * 3


async def test_an_export_holds_no_dice_of_those_whose_numbers_are_the_gms(table: Table) -> None:
    await table.fight()
    await table.turn_of("Thug")
    agreed(await table.referee.act(ask(), "Thug", "strike", {"target": "Axel"}))
    reply = agreed(await table.referee.log_export(ask(ANN)))
    assert reply.attachment is not None
    entry = json.loads(reply.attachment.content)["orders"][-1]
    assert "Thug strikes at Axel" in entry["words"][0]
    assert [faces[0] for faces in entry["faces"] if faces[0] == 20] == []
