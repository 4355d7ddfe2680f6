"""Who is no longer a GM leaves the GM's thread, and is let in again once they are one."""

from __future__ import annotations

from bot.service.outbox import Post
from bot.service.ports import AskedFrom, Unit
from bot.service.rows import Hold
from tests.service.table import ANN, BOB, CHANNEL, GM, GUILD, Table, agreed, ask, refused

ROLE = 77


async def let(table: Table) -> list[tuple[Post, int]]:
    """Who is to be let in or shown out, in order."""
    return [(each.kind, each.user_id) for each in await table.parcels() if each.kind in (Post.INVITE, Post.EXPEL)]


async def second_gm(table: Table) -> None:
    """Bob has been let into the GM's thread."""
    await table.fight()
    agreed(await table.referee.init_next(ask(BOB, manages_server=True)))
    await table.deliver()


async def test_who_gives_an_order_and_is_no_gm_any_more_is_shown_out(table: Table) -> None:
    await second_gm(table)
    await table.referee.roll(ask(BOB), "d6")
    assert await let(table) == [(Post.EXPEL, BOB)]
    await table.referee.roll(ask(BOB), "d6")
    assert await let(table) == [(Post.EXPEL, BOB)]


async def test_a_refusal_shows_out_too(table: Table) -> None:
    await second_gm(table)
    refused(await table.referee.init_end(ask(BOB)))
    assert await let(table) == [(Post.EXPEL, BOB)]


async def test_who_is_a_gm_again_is_let_in_again(table: Table) -> None:
    await second_gm(table)
    await table.referee.roll(ask(BOB), "d6")
    await table.deliver()
    agreed(await table.referee.init_next(ask(BOB, manages_server=True)))
    assert await let(table) == [(Post.INVITE, BOB)]


async def test_players_and_gms_are_left_alone(table: Table) -> None:
    await second_gm(table)
    await table.referee.roll(ask(ANN), "d6")
    await table.referee.roll(ask(GM), "d6")
    assert await let(table) == []


async def test_a_first_role_for_gms_shows_out_who_only_manages_the_server(table: Table) -> None:
    await second_gm(table)
    agreed(await table.referee.campaign_gm(ask(GM, role_ids=(ROLE,)), ROLE, "Referees"))
    assert await let(table) == [(Post.EXPEL, BOB)]


async def test_a_thread_made_anew_lets_nobody_in_who_was_shown_out(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_next(ask(BOB, manages_server=True)))
    letter = next(each for each in await table.letters() if each.kind is Post.INVITE and each.user_id == BOB)
    await table.deliver()
    await table.referee.roll(ask(BOB), "d6")
    await table.deliver()
    await table.postbox.thread_lost(letter)
    assert (Post.INVITE, BOB) not in await let(table)
    assert (Post.INVITE, GM) in await let(table)


async def test_a_look_shows_out_too(table: Table) -> None:
    await second_gm(table)
    agreed(await table.referee.init_status(ask(BOB)))
    assert await let(table) == [(Post.EXPEL, BOB)]


async def test_who_is_let_in_is_known_as_it_stands_in_the_middle_of_a_transaction(table: Table) -> None:
    await table.fight()
    row = table.row()

    def work(unit: Unit) -> list[bool | list[int]]:
        unit.claim(5, 0, AskedFrom(GUILD, CHANNEL, GM))
        found: list[bool | list[int]] = [unit.invite(row, 1, GM), unit.let_in_at(CHANNEL, GM)]
        unit.dismiss(row.id, 1, GM)
        found += [unit.let_in_at(CHANNEL, GM), unit.invite(row, 1, GM), unit.invite(row, 1, GM)]
        return [*found, unit.let_in_at(CHANNEL, GM), unit.let_in_at(CHANNEL, ANN)]

    found = await table.store.write(work, Hold(guild_id=GUILD))
    assert found == [False, [1], [], True, False, [1], []]
