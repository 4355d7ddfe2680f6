"""Whatever somebody does out of everybody's sight, no player finds anything else for it, to the last pixel."""

from __future__ import annotations

from bot.core.views import PUBLIC, view
from bot.render.picture import drawn
from bot.render.picture_words import picture_words
from bot.service.requests import Choosing, OnGround
from tests.service.table import ANN, BOB, CHANNEL, Table, agreed, ask, everything, refused, words


async def surfaces(table: Table, user: int) -> list[object]:
    """All that a player can find out of the ground without changing anything."""
    referee = table.referee
    shown = agreed(await referee.map_show(ask(user)))
    tracker = await referee.tracker(CHANNEL)
    assert shown.picture is not None
    assert tracker is not None
    assert tracker.picture is not None
    export = agreed(await referee.log_export(ask(user))).attachment
    assert export is not None
    return [
        words(shown),
        drawn(shown.picture),
        picture_words(shown.picture),
        drawn(tracker.picture),
        everything(tracker),
        words(agreed(await referee.map_list(ask(user)))),
        words(agreed(await referee.init_status(ask(user)))),
        words(agreed(await referee.log_show(ask(user)))),
        export.content,
        [await referee.complete(ask(user), what, "", {}) for what in (Choosing.PLACE, Choosing.TARGET)],
        refused(await referee.map_place(ask(user), "Axel", "behind Thug")),
    ]


async def behind_a_wall(table: Table) -> None:
    """A fight on a ground in which a thug has gone behind a wall."""
    await table.fight()
    agreed(await table.referee.map_use(ask(), 60))
    agreed(await table.referee.map_place(ask(), "Axel, Bea", "50,0"))
    agreed(await table.referee.map_place(ask(), "Thug", "150,40"))
    agreed(await table.referee.map_piece(ask(), OnGround(name="wall", material="brick_wall", at="20,20", to="80,20")))
    agreed(await table.referee.map_place(ask(), "Thug", "50,40"))


async def test_no_player_learns_where_somebody_goes_or_what_it_does_there(table: Table) -> None:
    await behind_a_wall(table)
    before = {user: await surfaces(table, user) for user in (ANN, BOB)}
    for at in ("45,45", "60,50"):
        assert agreed(await table.referee.map_place(ask(), "Thug", at)).ephemeral
        assert agreed(await table.referee.act(ask(), "Thug", "hurt", {"points": 1})).ephemeral
        for user, found in before.items():
            assert await surfaces(table, user) == found
    assert "M11 (60, 50)" in words(agreed(await table.referee.map_show(ask())))
    assert table.audit().problems == []


async def test_when_somebody_out_of_sight_acts_and_whether_it_has_no_player_learns(table: Table) -> None:
    await behind_a_wall(table)
    await table.turn_of("Thug")
    seen = view(table.scene(), PUBLIC, table.house.system("toy").ruleset)
    assert seen.slot("Thug") is None
    said = words(agreed(await table.referee.init_status(ask(ANN))))
    assert "Thug: out of sight" in said
    assert "Thug: out of sight" not in words(agreed(await table.referee.init_status(ask())))


async def test_of_whoever_was_seen_to_go_down_the_tracker_says_so_behind_a_wall_too(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.map_use(ask(), 60))
    agreed(await table.referee.map_place(ask(), "Axel, Bea", "50,0"))
    agreed(await table.referee.map_place(ask(), "Thug", "150,40"))
    agreed(await table.referee.act(ask(), "Thug", "hurt", {"points": 6}))
    agreed(await table.referee.map_piece(ask(), OnGround(name="wall", material="brick_wall", at="20,20", to="80,20")))
    agreed(await table.referee.map_place(ask(), "Thug", "50,40"))
    assert "Thug: down, out of sight" in words(agreed(await table.referee.init_status(ask(ANN))))


async def test_whoever_goes_down_out_of_sight_is_still_known_as_last_seen(table: Table) -> None:
    await behind_a_wall(table)
    agreed(await table.referee.act(ask(), "Thug", "hurt", {"points": 6}))
    assert "Thug: out of sight" in words(agreed(await table.referee.init_status(ask(ANN))))


async def test_an_undo_gives_back_where_it_was_seen(table: Table) -> None:
    await behind_a_wall(table)
    before = words(agreed(await table.referee.map_show(ask(ANN))))
    agreed(await table.referee.map_place(ask(), "Thug", "150,40"))
    assert words(agreed(await table.referee.map_show(ask(ANN)))).count("last seen") == 0
    agreed(await table.referee.undo(ask()))
    assert words(agreed(await table.referee.map_show(ask(ANN)))) == before
    assert table.audit().problems == []
