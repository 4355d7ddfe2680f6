"""Who is a GM no more leaves the GM's thread, even one who never uses the bot again."""

from __future__ import annotations

from typing import Any

import pytest

from bot.posting.former_gms import EVERY_S, GmThreadGuard
from bot.service.outbox import Letter, Post
from bot.service.requests import Standing
from tests.service.campaigns.test_former_gms import ROLE, let, second_gm
from tests.service.table import BOB, CHANNEL, GM, Table, agreed, ask

MANAGES = Standing(manages_server=True)


class Thread:
    """As much of a thread as is looked at."""

    id, parent_id = 5, CHANNEL


class PaperPlaces:
    """Who is what on the server, and who was shown out; each look is noted."""

    def __init__(self, members: dict[int, Standing | None]) -> None:
        self.members = members
        self.asked: list[int] = []
        self.out: list[int] = []

    async def standing(self, thread: Any, user_id: int) -> Standing | None:
        """What makes somebody a GM."""
        self.asked.append(user_id)
        return self.members[user_id]

    async def expel(self, thread: Any, user_id: int) -> None:
        """Note who is shown out."""
        self.out.append(user_id)


async def secret(table: Table) -> Letter:
    """A letter for the GM's thread, in which Bob is let in too."""
    await second_gm(table)
    agreed(await table.referee.npc_add(ask(GM), "guard", hidden=True))
    return next(each for each in await table.letters() if each.kind is Post.GM)


@pytest.mark.parametrize(
    ("bob", "out"),
    [(Standing(), [BOB]), (Standing((ROLE,)), [BOB]), (MANAGES, []), (None, [])],
    ids=["lost it", "has another role", "is one", "is not known"],
)
async def test_who_lost_the_role_is_shown_out_before_the_next_letter(
    table: Table, bob: Standing | None, out: list[int]
) -> None:
    letter = await secret(table)
    places = PaperPlaces({GM: MANAGES, BOB: bob})
    await GmThreadGuard(places, table.postbox).look_through(Thread(), letter)  # type: ignore[arg-type]
    assert (places.out, sorted(places.asked)) == (out, sorted([GM, BOB]))
    assert (BOB in await table.postbox.let_in(letter)) is not bool(out)


async def test_who_is_a_gm_again_is_let_in_again(table: Table) -> None:
    letter = await secret(table)
    await table.deliver()
    await GmThreadGuard(PaperPlaces({GM: MANAGES, BOB: Standing()}), table.postbox).look_through(Thread(), letter)  # type: ignore[arg-type]
    agreed(await table.referee.init_next(ask(BOB, manages_server=True)))
    assert (Post.INVITE, BOB) in await let(table)


async def test_a_role_of_the_campaign_counts(table: Table) -> None:
    letter = await secret(table)
    agreed(await table.referee.campaign_gm(ask(GM, role_ids=(ROLE,)), ROLE, "Referees"))
    places = PaperPlaces({GM: Standing((ROLE,)), BOB: MANAGES})
    await GmThreadGuard(places, table.postbox).look_through(Thread(), letter)  # type: ignore[arg-type]
    assert GM not in places.out
    assert GM in await table.postbox.let_in(letter)


async def test_nobody_is_asked_about_twice_in_five_minutes(table: Table) -> None:
    letter, now_s = await secret(table), 1000.0
    places = PaperPlaces({GM: MANAGES, BOB: MANAGES})
    wardens = GmThreadGuard(places, table.postbox, lambda: now_s)  # type: ignore[arg-type]
    await wardens.look_through(Thread(), letter)  # type: ignore[arg-type]
    now_s += EVERY_S - 1
    await wardens.look_through(Thread(), letter)  # type: ignore[arg-type]
    assert len(places.asked) == 2
    now_s += 1
    await wardens.look_through(Thread(), letter)  # type: ignore[arg-type]
    assert len(places.asked) == 4
