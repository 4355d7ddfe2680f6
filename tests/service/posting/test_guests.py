"""Whoever plays on for somebody and has left the server is not called: it is given back, and others are called."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest

from bot.posting.guests import EVERY_S, Guests
from bot.posting.places import UNKNOWN_MEMBER, Places
from bot.service.outbox import Stream, TrackerPost
from bot.service.posting.leases import LostLeaseError
from bot.service.requests import Pinged
from tests.service.table import ANN, BOB, CHANNEL, GM, Table, agreed, ask
from tests.service.test_handing import EVE, alone


class PaperPlaces:
    """Who has left the server; each look is noted."""

    def __init__(self, *left: int) -> None:
        self.left = set(left)
        self.asked: list[int] = []

    async def has_left(self, channel_id: int, user_id: int) -> bool:
        """Whether somebody has left."""
        assert channel_id == CHANNEL
        self.asked.append(user_id)
        return user_id in self.left


async def due(table: Table) -> TrackerPost:
    """The tracker that is owed."""
    found = await table.tracker_post()
    assert found is not None
    return found


async def lent(table: Table) -> TrackerPost:
    """The tracker of a fight in which it is Axel's turn, whom Eve plays for Ann."""
    await alone(table)
    agreed(await table.referee.init_hand(ask(ANN), "Axel", EVE))
    post = await due(table)
    assert post.ping == Pinged((EVE,), guests=(EVE,))
    return post


def guests(table: Table, places: PaperPlaces, now_s: float = 0.0) -> Guests:
    """Who looks guests up there."""
    return Guests(places, table.postbox, lambda: now_s)  # type: ignore[arg-type]


async def test_whom_a_guest_played_who_has_left_is_given_back_and_its_player_is_called(table: Table) -> None:
    post = await lent(table)
    found = await guests(table, PaperPlaces(EVE)).looked_up(post)
    assert table.scene().combatants["Axel"].entrusted_to is None
    assert found.ping == Pinged((ANN,))
    assert f"<@{ANN}>" in found.blocks[0]
    assert str(EVE) not in "".join(found.blocks).replace(str(ANN), "")
    await table.postbox.tracker_posted(found, 6)
    assert await table.tracker_post() is None  # and nobody is called twice
    assert any("played by their own player again" in each.text for each in await table.letters())
    assert table.audit().problems == []


async def test_a_guest_who_is_here_is_called_and_asked_about_once_in_five_minutes(table: Table) -> None:
    post, places, now_s = await lent(table), PaperPlaces(), 1000.0
    found = Guests(places, table.postbox, lambda: now_s)  # type: ignore[arg-type]
    before = table.row().head
    assert await found.looked_up(post) is post
    now_s += EVERY_S - 1
    places.left.add(EVE)  # in the middle of the turn
    assert await found.looked_up(post) is post
    assert (places.asked, table.row().head) == ([EVE], before)
    now_s += 1
    assert (await found.looked_up(post)).ping == Pinged((ANN,))


async def test_nobody_else_is_asked_about(table: Table) -> None:
    await alone(table)
    post, places = await due(table), PaperPlaces(ANN)
    assert await guests(table, places).looked_up(post) is post
    assert places.asked == []


async def test_a_guest_who_came_back_may_be_handed_it_anew(table: Table) -> None:
    post, places = await lent(table), PaperPlaces(EVE)
    found = guests(table, places)
    await found.looked_up(post)
    places.left.clear()
    agreed(await table.referee.init_hand(ask(ANN), "Axel", EVE))
    assert (await found.looked_up(await due(table))).ping.users == (EVE,)


async def test_right_behind_an_undo_nothing_is_given_back_and_nobody_who_is_gone_is_called(table: Table) -> None:
    post = await lent(table)
    found = guests(table, PaperPlaces(EVE))
    await found.looked_up(post)
    agreed(await table.referee.undo(ask()))
    before = table.row().head
    again = await found.looked_up(await due(table))
    assert (table.row().head, again.ping.users) == (before, ())
    agreed(await table.referee.undo(ask()))  # comes to what was before
    assert table.scene().combatants["Axel"].player == ANN


async def test_where_a_question_is_open_a_gm_is_called_and_it_is_given_back_later(table: Table) -> None:
    await table.fight(shield=True)
    agreed(await table.referee.init_hand(ask(), "Bea", EVE))
    await table.turn_of("Axel")
    while not table.scene().pending:
        agreed(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Bea"}))
        await table.turn_of("Axel") if not table.scene().pending else None
    found = guests(table, PaperPlaces(EVE))
    asked = await found.looked_up(await due(table))
    assert table.scene().combatants["Bea"].player == EVE
    assert asked.ping.users == (GM,)
    await table.postbox.tracker_posted(asked, 6)
    assert await table.tracker_post() is None


async def test_who_has_one_of_their_own_there_too_is_not_called_for_it(table: Table) -> None:
    await alone(table)
    agreed(await table.referee.init_hand(ask(ANN), "Axel", BOB))
    await guests(table, PaperPlaces(BOB)).looked_up(await due(table))
    assert table.scene().combatants["Axel"].player == ANN
    assert table.scene().combatants["Bea"].player == BOB


async def test_a_fight_that_ended_meanwhile_is_shown_no_more(table: Table) -> None:
    post = await lent(table)
    agreed(await table.referee.init_end(ask()))
    assert (await guests(table, PaperPlaces(EVE)).looked_up(post)).tracker is None


async def test_whose_lease_is_lost_gives_nothing_back(table: Table) -> None:
    post = await lent(table)
    before = table.row().head
    lost = TrackerPost(**{name: getattr(post, name) for name in post.__struct_fields__} | {"lease": 77})
    with pytest.raises(LostLeaseError):
        await guests(table, PaperPlaces(EVE)).looked_up(lost)
    assert table.row().head == before


async def test_a_guest_is_called_by_the_tracker_alone(table: Table) -> None:
    await lent(table)
    found = await table.postbox.mail(CHANNEL, (Stream.LOG,), with_tracker=True, rides=True)
    assert not any(each.ping for each in found.letters)
    assert found.tracker is not None
    assert found.tracker.ping.users == (EVE,)


def answers(code: int, status: int) -> discord.HTTPException:
    """What Discord says instead of telling who somebody is."""
    response: Any = SimpleNamespace(status=status, reason="")
    kind = discord.NotFound if status == 404 else discord.HTTPException
    return kind(response, {"code": code, "message": ""})


async def never(user_id: int) -> None:
    """Discord that does not answer."""
    await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        (None, False),
        (answers(UNKNOWN_MEMBER, 404), True),
        (answers(0, 404), False),
        (answers(0, 500), False),
        (OSError(), False),
        (never, False),
    ],
    ids=["here", "left", "unknown otherwise", "broken", "away", "silent"],
)
async def test_only_who_is_no_member_has_left(answer: Any, left: bool) -> None:
    channel = MagicMock(spec=discord.TextChannel)

    async def fetched(user_id: int) -> None:
        if isinstance(answer, Exception):
            raise answer
        if answer:
            await answer(user_id)

    channel.guild.fetch_member = fetched
    client: Any = SimpleNamespace(get_channel=lambda _: channel)
    places = Places(client)
    places.patience_s = 0.0 if answer is never else 60.0
    assert await places.has_left(CHANNEL, EVE) is left


async def test_nobody_has_left_a_channel_without_a_server() -> None:
    channel = MagicMock(spec=discord.DMChannel)
    client: Any = SimpleNamespace(get_channel=lambda _: channel)
    assert not await Places(client).has_left(CHANNEL, EVE)
