"""Where players play against players nobody learns whose turn it is of those who are out of sight of a side."""

from __future__ import annotations

from msgspec.structs import force_setattr

from bot.core.ground.lost import AGAINST
from bot.service.requests import Choosing, OnGround, TrackerView, Verb
from tests.service.table import ANN, BOB, CHANNEL, SHIELDED, Table, agreed, ask, choices_of, everything, refused, words

CAT, STRANGER = 3, 4
BLUE = ("Bea", "Cora")


async def behind_a_wall(table: Table, *, guard: bool = False) -> None:
    """A fight of Axel against Bea and Cora, who are behind a wall; with a ``guard`` of the GM's beside Axel."""
    agreed(await table.referee.campaign_options(ask(), AGAINST, "yes"))
    for user, name, side in ((ANN, "Axel", "red"), (BOB, "Bea", "blue"), (CAT, "Cora", "blue")):
        await table.sheet(user, name, SHIELDED)
        agreed(await table.referee.init_join(ask(user), side=side))
    if guard:
        agreed(await table.referee.npc_add(ask(), "thug", 1, None, "Guard"))
    agreed(await table.referee.init_start(ask(), "Yard", now=True))
    agreed(await table.referee.map_use(ask(), 60))
    agreed(await table.referee.map_place(ask(), "Axel" if not guard else "Axel, Guard", "50,0"))
    agreed(await table.referee.map_piece(ask(), OnGround(name="wall", material="brick_wall", at="20,20", to="80,20")))
    agreed(await table.referee.map_place(ask(), "Bea, Cora", "50,40"))


async def shown(table: Table) -> TrackerView:
    tracker = await table.referee.tracker(CHANNEL)
    assert tracker is not None
    return tracker


async def test_the_tracker_neither_names_nor_calls_whoever_acts_out_of_sight(table: Table) -> None:
    await behind_a_wall(table)
    found = []
    for actor in (*BLUE, "Axel"):
        await table.turn_of(actor)
        tracker = await shown(table)
        text = "\n".join(each.text for each in tracker.lines)
        assert "Somebody out of sight is to act." in text
        assert {each.line.text for each in tracker.people} == {f"{name}: out of sight" for name in ("Axel", *BLUE)}
        assert tracker.picture is not None
        assert not any(mark.acts for mark in tracker.picture.marks)
        found.append(([button.label for button in tracker.buttons if button.verb is not Verb.UNDO], tracker.ping))
    assert found[0] == found[1] == found[2]
    assert set(found[0][1].users) == {ANN, BOB, CAT}


async def test_only_their_own_learn_what_somebody_out_of_sight_is_asked(table: Table) -> None:
    await behind_a_wall(table, guard=True)
    agreed(await table.referee.map_place(ask(), "Guard", "50,41"))
    for _ in range(30):
        await table.turn_of("Guard")
        agreed(await table.referee.act(ask(), "Guard", "strike", {"target": "Bea"}))
        if table.scene().pending:
            break
    tracker = await shown(table)
    assert "must choose" not in everything(tracker)
    assert "Somebody out of sight is to act." in everything(tracker)
    assert not any(button.verb is Verb.ANSWER for button in tracker.buttons)
    for other in (ANN, STRANGER):
        stands = agreed(await table.referee.init_status(ask(other)))
        assert "must choose" not in words(stands)
        assert not choices_of(stands)
        assert await table.referee.complete(ask(other), Choosing.ANSWER, "", {}) == []
    assert not choices_of(agreed(await table.referee.init_status(ask(CAT))))
    own = choices_of(agreed(await table.referee.init_status(ask(BOB))))
    assert [each.label.partition(":")[0] for each in own] == ["block", "take"]
    wrong = await table.referee.click(ask(ANN), own[0].verb, own[0].argument, own[0].once)
    assert "Bea" not in refused(wrong)
    agreed(await table.referee.click(ask(BOB), own[0].verb, own[0].argument, own[0].once))
    assert table.scene().pending is None


async def test_who_waits_out_of_sight_is_told_to_nobody_who_taps(table: Table) -> None:
    force_setattr(table.house, "secret", lambda: b"the same dice in every run")
    await behind_a_wall(table)
    while {slot.actor for slot in table.scene().entitled()} != {"Bea"}:
        agreed(await table.referee.init_next(ask()))
    wait = next(each for each in (await shown(table)).buttons if each.verb is Verb.GO_ON)
    assert wait.label == "Wait (out of sight)"
    wrong = refused(await table.referee.click(ask(ANN), wait.verb, wait.argument, wait.once))
    assert "Bea" not in wrong
    first = agreed(await table.referee.click(ask(), wait.verb, wait.argument, wait.once))
    assert first.ephemeral
    assert "Bea" in words(first)
    before = table.row().head
    agreed(await table.referee.click(ask(BOB), wait.verb, wait.argument, wait.once))
    assert table.row().head == before + 1
