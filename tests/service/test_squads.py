"""Squads of the GM's people stand under one order, and each of them carries it out in its own moment."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import force_setattr

from bot import app
from bot.core import orders
from bot.core.events import Audience
from bot.core.squads.standing import Drill
from bot.core.views import PUBLIC, Viewer
from bot.service.orders.history import is_known
from bot.service.orders.squad_moments import acts_of, shot_at
from bot.service.outbox import Post
from bot.service.requests import Button, Choosing, Reply, Verb
from bot.service.rows import OrderRow
from bot.service.systems import PlayableSystem
from tests.service.table import ANN, BOB, Table, agreed, ask, refused, words

SYSTEMS = app.house().systems


def templates(system: PlayableSystem) -> str:
    """Somebody ready-made of a system."""
    return next(iter(system.templates))


@pytest.fixture(params=sorted(SYSTEMS))
async def any_table(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Table]:
    """A table with Ann's Axel against four guards, in each of the systems."""
    key: str = request.param
    made = Table(tmp_path / "table.db", **{key: SYSTEMS[key]})
    force_setattr(made.house, "secret", lambda: b"the same dice in every run")
    agreed(await made.referee.campaign_setup(ask(), key))
    yield made
    await made.store.close()


async def against_four(table: Table, ground: str = "", **changes: object) -> None:
    """A fight of one against four who came together."""
    template = templates(table.house.system(next(key for key in table.house.systems if key != "toy")))
    agreed(await table.referee.npc_add(ask(), template, 1, "party", "Axel"))
    agreed(await table.referee.npc_add(ask(), template, 4, None, "Guard"))
    for each in () if ground else (1, 2, 3, 4):
        agreed(await table.referee.init_range(ask(), "Axel", f"Guard {each}", 10))
    agreed(await table.referee.init_start(ask(), "", None, ground, now=True))


def pressed(reply: Reply, label: str) -> Button:
    """The button of an answer that says this."""
    return next(each for each in reply.buttons if each.label.startswith(label))


async def tap(table: Table, button: Button, user: int = 9) -> Reply:
    return await table.referee.click(ask(user), button.verb, button.argument, button.once)


def ready(table: Table) -> list[str]:
    return [slot.actor for slot in table.scene().entitled()]


async def until_guards(table: Table) -> None:
    """Let time go on until it is a guard's moment."""
    for _ in range(40):
        if any(actor.startswith("Guard") for actor in ready(table)) and not table.scene().pending:
            return
        actor = None if table.scene().pending else ready(table)[0]
        agreed(await table.referee.init_next(ask(), actor))
    raise AssertionError("no guard ever gets to act")


async def test_who_comes_together_is_a_squad_that_fights_at_one_tap(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    assert {key: squad.members for key, squad in table.scene().squads.items()} == {
        "Guard 1-4": ("Guard 1", "Guard 2", "Guard 3", "Guard 4")
    }
    await until_guards(table)
    told = agreed(await table.referee.npc_order(ask(), "guard 1-4", "fire", "Axel"))
    assert "all fire at Axel" in words(told)
    before = len(table.orders())
    done = agreed(await tap(table, pressed(told, "Squads act")))
    moments = table.orders()[before:]
    assert moments
    assert all(f"#{'g' if order.gm_only else ''}{order.number}" in words(done) for order in moments)
    assert table.audit().problems == []


@pytest.mark.one_system
@pytest.mark.parametrize("drill", [each for each in Drill if each is not Drill.ADVANCE])
@pytest.mark.parametrize("ground", ["", "street"])
async def test_every_order_is_carried_out_until_another_comes(any_table: Table, drill: Drill, ground: str) -> None:
    table = any_table
    await against_four(table, ground)
    agreed(await table.referee.npc_order(ask(), "Guard 1-4", drill.value))
    for _ in range(6):
        await until_guards(table)
        panel = agreed(await table.referee.npc_order(ask()))
        head = table.row().head
        agreed(await tap(table, pressed(panel, "Squads act")))
        assert table.row().head > head
    assert table.audit().problems == []


async def test_an_advance_goes_from_cover_to_cover_while_half_of_them_fire(any_table: Table) -> None:
    table = any_table
    await against_four(table, "street")
    agreed(await table.referee.npc_order(ask(), "Guard 1-4", "advance", "Axel"))
    assert table.scene().ground is not None
    start = {one: table.scene().range_m("Axel", one) or 0 for one in table.scene().squads["Guard 1-4"].members}
    for _ in range(6):
        await until_guards(table)
        panel = agreed(await table.referee.npc_order(ask()))
        agreed(await tap(table, pressed(panel, "Squads act")))
    nearer = [one for one, metres in start.items() if (table.scene().range_m("Axel", one) or 0) < metres]
    assert nearer
    assert table.audit().problems == []


async def test_orders_are_the_gms_and_the_gm_alone_learns_of_them(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    assert "Only a GM" in refused(await table.referee.npc_order(ask(ANN)))
    assert "Only a GM" in refused(await table.referee.npc_squad(ask(ANN), "Ours", "Guard 1"))
    assert "Only a GM" in refused(await table.referee.click(ask(BOB), Verb.SQUAD, "act", "0" * 12))
    assert await table.referee.complete(ask(ANN), Choosing.SQUAD, "", {}) == []
    assert await table.referee.complete(ask(ANN), Choosing.DRILL, "", {}) == []
    assert [each.value for each in await table.referee.complete(ask(), Choosing.SQUAD, "", {})] == ["Guard 1-4"]
    seen = agreed(await table.referee.init_status(ask(ANN)))
    told = agreed(await table.referee.npc_order(ask(), "Guard 1-4", "hold"))
    assert told.ephemeral
    assert table.orders()[-1].gm_only
    assert agreed(await table.referee.init_status(ask(ANN))) == seen
    row = table.row()
    events = table.look(lambda unit: unit.events(row.id, row.head, row.head, row.ruleset))
    assert {event.audience for event in events[row.head]} == {Audience.GM}


async def test_a_squad_can_be_named_and_broken_up(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    assert "Squad Left: Guard 1, Guard 2." in words(
        agreed(await table.referee.npc_squad(ask(), "Left", "Guard 1, Guard 2"))
    )
    squads = table.scene().squads
    assert squads["Left"].members == ("Guard 1", "Guard 2")
    assert squads["Guard 1-4"].members == ("Guard 3", "Guard 4")
    both = agreed(await table.referee.npc_order(ask()))
    assert [each.label for each in both.buttons] == ["Guard 1-4", "Left"]
    own = agreed(await tap(table, pressed(both, "Left")))
    assert own.in_place
    assert own.title == "Squad Left"
    assert pressed(own, "All squads").argument == "all"
    agreed(await table.referee.npc_squad(ask(), "left"))
    assert list(table.scene().squads) == ["Guard 1-4"]
    assert "one no longer" in refused(await tap(table, pressed(both, "Left")))
    agreed(await table.referee.undo(ask()))
    assert table.scene().squads == squads


async def test_what_cannot_be_ordered_is_refused(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    refuse = table.referee.npc_order
    nobody = refused(await refuse(ask(), "Nobody", "fire"))
    assert ("There is no squad 'Nobody'" in nobody, "There is: Guard 1-4." in nobody) == (True, True)
    assert "falls back toward Axel" in refused(await refuse(ask(), "Guard 1-4", "fall back", "Axel"))
    agreed(await refuse(ask(), "Guard 1-4", "fall back", "Guard 4"))
    assert "Squads know no order 'dance'" in refused(await refuse(ask(), "Guard 1-4", "dance"))
    assert "toward whom" in refused(await refuse(ask(), "Guard 1-4", "advance"))
    assert "in sight here" in refused(await refuse(ask(), "Guard 1-4", "fire", "C4"))
    assert "/map use" in refused(await refuse(ask(), "Guard 1-4", "fall back", "C4"))
    assert "There is no squad" in refused(await table.referee.npc_squad(ask(), "Nobody"))
    assert "in sight here" in refused(await table.referee.npc_squad(ask(), "Left", "Guard 1, Somebody"))
    assert "none of mine" in refused(await table.referee.click(ask(), Verb.SQUAD, "rubbish.x", ""))
    assert "nobody's name" in refused(await table.referee.npc_squad(ask(), "the GM", "Guard 1"))
    order = agreed(await refuse(ask(), "Guard 1-4", "hold"))
    assert "wait for orders" in words(agreed(await refuse(ask(), "Guard 1-4", "wait")))
    await until_guards(table)
    assert "None who has orders" in refused(await tap(table, Button("", Verb.SQUAD, "act", "0" * 12)))
    assert order.buttons


async def test_a_button_counts_once_and_a_late_panel_shows_how_it_stands(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    await until_guards(table)
    told = agreed(await table.referee.npc_order(ask(), "Guard 1-4", "fire", "Axel"))
    panel = agreed(await table.referee.npc_order(ask()))
    agreed(await tap(table, pressed(panel, "Squads act")))
    head = table.row().head
    refused(await tap(table, pressed(told, "Squads act")))
    late = agreed(await tap(table, pressed(panel, "Squads act")))
    assert "gone on since" in words(late)
    assert table.row().head == head


async def test_one_moment_is_one_message_of_the_channel_and_one_undo(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    await until_guards(table)
    agreed(await table.referee.npc_order(ask(), "Guard 1-4", "fire", "Axel"))
    panel = agreed(await table.referee.npc_order(ask()))
    before, scene = len(table.orders()), table.scene()
    agreed(await tap(table, pressed(panel, "Squads act")))
    moments = table.orders()[before:]
    told = [each for each in await table.parcels() if each.kind is Post.CHANNEL]
    public = [str(order.number) for order in moments if not order.gm_only]
    assert [each.label for each in told if each.label in public] == public
    agreed(await table.referee.undo(ask(), f"{'g' if moments[0].gm_only else ''}{moments[0].number}"))
    assert table.scene() == scene


async def test_going_on_lets_squads_do_what_they_were_told(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    await until_guards(table)
    agreed(await table.referee.npc_order(ask(), "Guard 1-4", "fall back"))
    panel = words(agreed(await table.referee.npc_order(ask())))
    before = len(table.orders())
    agreed(await table.referee.init_next(ask()))
    assert "Now:" in panel
    assert table.orders()[before].payload.startswith((b'{"type":"core.together"', b'{"type":"core.go_on"'))
    assert table.audit().problems == []


@pytest.mark.parametrize("key", ["graydawn", "nighttripper"])
async def test_what_a_squad_does_unseen_is_an_order_apart_where_all_go_on(tmp_path: Path, key: str) -> None:
    table, system = Table(tmp_path / "table.db", **{key: SYSTEMS[key]}), SYSTEMS[key]
    force_setattr(table.house, "secret", lambda: b"the same dice in every run")
    agreed(await table.referee.campaign_setup(ask(), key))
    await table.sheet(ANN, "Axel", msgspec.json.encode(system.templates[system.starter]))
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.npc_add(ask(), templates(system), 4, None, "Guard", hidden=True))
    unseen = {*table.scene().combatants} - {"Axel"}
    agreed(await table.referee.npc_squad(ask(), "Dark", ", ".join(unseen)))
    agreed(await table.referee.npc_order(ask(), "Dark", "fire"))
    agreed(await table.referee.init_start(ask(), "", 20, now=True))
    asked = 0
    for _ in range(20):
        agreed(await table.referee.init_next(ask()))
        asked += table.scene().pending is not None
    acted = [{act.actor for act in acts_of(orders.parsed(each.payload))} for each in table.orders()]
    assert any(acted)
    assert all(each <= unseen for each in acted)
    assert any(order.payload == b'{"type":"core.go_on"}' for order in table.orders())
    assert asked or key != "graydawn"
    assert table.audit().problems == []
    await table.store.close()


async def test_the_gms_thread_has_the_buttons_of_the_moment(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    await until_guards(table)
    agreed(await table.referee.npc_order(ask(), "Guard 1-4", "hold"))
    of_gm = [each.buttons for each in await table.parcels() if each.kind is Post.GM]
    assert [each.label for each in of_gm[-1]][-1] == "Squads"
    acting = next(each for each in of_gm[-1] if each.label.startswith("Squads act"))
    done = agreed(await table.referee.click(ask(), acting.verb, acting.argument, acting.once))
    assert done.ephemeral
    assert not done.in_place


def by_themselves(table: Table) -> list[str]:
    """Who has acted without being asked, by the orders that nobody gave."""
    unasked = (orders.parsed(order.payload) for order in table.orders() if not order.user_id)
    return [act.actor for order in unasked for act in acts_of(order)]


async def until_they_act(table: Table) -> None:
    """Let Axel's moments go by until guards have acted by themselves."""
    for _ in range(20):
        if by_themselves(table):
            return
        asked = None if table.scene().pending else next(one for one in ready(table) if not one.startswith("Guard"))
        agreed(await table.referee.init_next(ask(), asked))
    raise AssertionError("no guard ever acts by itself")


async def test_orders_that_stand_are_carried_out_without_a_tap(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    await until_guards(table)
    agreed(await table.referee.npc_order(ask(), "Guard 1-4", "hold"))
    agreed(await tap(table, pressed(agreed(await table.referee.npc_order(ask())), "Squads act")))
    assert not by_themselves(table)
    await until_they_act(table)
    assert set(by_themselves(table)) <= {"Guard 1", "Guard 2", "Guard 3", "Guard 4"}
    own = [order for order in table.orders() if not order.user_id]
    told = [each.label for each in await table.parcels() if each.kind is Post.CHANNEL]
    assert {str(order.number) for order in own if not order.gm_only} <= set(told)
    assert table.audit().problems == []


async def test_who_is_undone_waits_for_a_tap(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    await until_guards(table)
    agreed(await table.referee.npc_order(ask(), "Guard 1-4", "hold"))
    await until_they_act_again(table)
    last = table.orders()[-1]
    assert not last.user_id
    agreed(await table.referee.undo(ask()))
    head = table.row().head
    agreed(await table.referee.init_range(ask(), "Axel", "Guard 1", 12))
    assert table.row().head == head + 1
    panel = agreed(await table.referee.npc_order(ask()))
    agreed(await tap(table, pressed(panel, "Squads act")))
    assert table.row().head > head + 1


async def until_they_act_again(table: Table) -> None:
    agreed(await tap(table, pressed(agreed(await table.referee.npc_order(ask())), "Squads act")))
    await until_they_act(table)


async def test_a_fight_of_squads_alone_is_looked_at_tap_by_tap(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    await until_guards(table)
    agreed(await table.referee.npc_squad(ask(), "Others", "Axel"))
    agreed(await table.referee.npc_order(ask(), "Others", "hold"))
    agreed(await table.referee.npc_order(ask(), "Guard 1-4", "hold"))
    agreed(await tap(table, pressed(agreed(await table.referee.npc_order(ask())), "Squads act")))
    assert not by_themselves(table)


async def test_who_came_alone_is_told_at_a_tap_and_all_are_at_one(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    template = templates(table.house.system(next(key for key in table.house.systems if key != "toy")))
    agreed(await table.referee.npc_add(ask(), template, 1, None, "Loner"))
    agreed(await table.referee.npc_add(ask(), template, 1, None, "Lurker", hidden=True))
    await until_guards(table)
    asked = next(each.buttons for each in reversed(await table.parcels()) if each.kind is Post.GM)
    both = pressed(Reply(lines=(), buttons=asked), "All: fire at the nearest")
    agreed(await tap(table, both))
    told = {called: squad.standing.drill for called, squad in table.scene().squads.items() if squad.standing}
    assert told == dict.fromkeys(("Guard 1-4", "Axel", "Loner"), Drill.FIRE)
    listed = [line.text for line in agreed(await table.referee.npc_order(ask())).lines]
    assert "Guard 1, Guard 2, Guard 3, Guard 4." in listed
    assert any(each.startswith("Loner: 1 of 1 still up") for each in listed)
    assert "Loner." not in listed
    assert "gone on since" in words(agreed(await tap(table, both)))
    assert table.audit().problems == []


async def test_a_late_panel_of_somebody_who_is_no_squad_any_more_shows_how_it_stands(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    template = templates(table.house.system(next(key for key in table.house.systems if key != "toy")))
    agreed(await table.referee.npc_add(ask(), template, 1, None, "Loner"))
    agreed(await table.referee.npc_squad(ask(), "Loner", "Loner"))
    one = pressed(agreed(await table.referee.npc_order(ask())), "Loner")
    agreed(await table.referee.undo(ask()))
    late = agreed(await tap(table, one))
    assert "gone on since" in words(late)
    assert "Guard 1-4: 4 of 4 still up" in words(late)
    agreed(await table.referee.npc_squad(ask(), "Guard 1-4", None))
    assert "There is no squad" in refused(await tap(table, one))


async def test_no_button_of_a_squad_means_somebody_else_of_its_name(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    template = templates(table.house.system(next(key for key in table.house.systems if key != "toy")))
    agreed(await table.referee.npc_add(ask(), template, 1, None, "Loner"))
    agreed(await table.referee.npc_squad(ask(), "Loner", "Guard 1, Guard 2"))
    panel = agreed(await table.referee.npc_order(ask(), "Loner"))
    agreed(await tap(table, pressed(panel, "Fall back")))
    squad = table.scene().squads["Loner"]
    assert squad.members == ("Guard 1", "Guard 2")
    assert squad.standing is not None
    assert squad.standing.drill is Drill.FALL_BACK
    assert "gone on since" not in words(agreed(await tap(table, pressed(panel, "Wait for orders"))))
    assert table.scene().squads["Loner"].standing is None


async def test_who_lies_in_wait_is_told_to_go_on_doing_so(any_table: Table) -> None:
    table = any_table
    template = templates(table.house.system(next(key for key in table.house.systems if key != "toy")))
    agreed(await table.referee.npc_add(ask(), template, 1, "party", "Axel"))
    agreed(await table.referee.npc_add(ask(), template, 1, None, "Lurker", hidden=True))
    agreed(await table.referee.init_start(ask(), "", None, "", now=True))
    for _ in range(10):
        if "Lurker" in ready(table):
            break
        agreed(await table.referee.init_next(ask(), ready(table)[0]))
    asked = next(each.buttons for each in reversed(await table.parcels()) if each.kind is Post.GM)
    agreed(await tap(table, pressed(Reply(lines=(), buttons=asked), "Lurker: hold")))
    squad = table.scene().squads["Lurker"]
    assert squad.standing is not None
    assert (squad.members, squad.standing.drill) == (("Lurker",), Drill.HOLD)
    assert all(order.gm_only for order in table.orders()[-2:])


async def told_by_taps(table: Table) -> tuple[int, set[str]]:
    """How many taps of the GM an exchange of four takes from the GM's thread, the order included, and who acted."""
    taps, acted = 0, set[str]()
    for _ in range(40):
        if table.scene().pending or not any(actor.startswith("Guard") for actor in ready(table)):
            agreed(await table.referee.init_next(ask(), None if table.scene().pending else ready(table)[0]))
        else:
            buttons = next(each.buttons for each in reversed(await table.parcels()) if each.kind is Post.GM)
            first = next(each for each in buttons if each.verb is Verb.SQUAD)
            before = len(table.orders())
            agreed(await tap(table, first))
            taps += 1
            acts = (each for order in table.orders()[before:] for each in acts_of(orders.parsed(order.payload)))
            acted.update(act.actor for act in acts if act.actor.startswith("Guard"))
        if len(acted) == 4:
            return taps, acted
    raise AssertionError(f"only {sorted(acted)} ever act")


async def test_an_exchange_of_four_takes_four_taps_the_order_included(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    taps, acted = await told_by_taps(table)
    assert acted == {"Guard 1", "Guard 2", "Guard 3", "Guard 4"}
    assert taps <= 4
    assert table.audit().problems == []


async def test_a_tap_orders_a_squad_and_has_those_act_whose_moment_it_is(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    await until_guards(table)
    panel = agreed(await table.referee.npc_order(ask()))
    others = agreed(await table.referee.npc_order(ask()))
    told = agreed(await tap(table, pressed(panel, "Fire at the nearest")))
    assert told.in_place
    standing = table.scene().squads["Guard 1-4"].standing
    assert standing is not None
    assert standing.drill is Drill.FIRE
    head = table.row().head
    assert f"#{'g' if table.orders()[-1].gm_only else ''}{table.orders()[-1].number}" in words(told)
    late = agreed(await tap(table, pressed(others, "Fall back" if "Fall back" in str(others.buttons) else "Hold")))
    assert "gone on since" in words(late)
    assert (table.row().head, table.scene().squads["Guard 1-4"].standing) == (head, standing)


async def test_squads_do_not_go_on_behind_what_a_gm_puts_right(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    await until_guards(table)
    agreed(await table.referee.npc_order(ask(), "Guard 1-4", "hold"))
    agreed(await tap(table, pressed(agreed(await table.referee.npc_order(ask())), "Squads act")))
    await until_they_act(table)
    agreed(await table.referee.undo(ask()))
    head = table.row().head
    agreed(await table.referee.init_remove(ask(), ready(table)[0]))
    assert table.row().head == head + 1


async def test_a_panel_shows_how_it_stands_behind_what_squads_did(any_table: Table) -> None:
    table = any_table
    await against_four(table)
    agreed(await table.referee.npc_add(ask(), templates(table.house.system(table.row().ruleset)), 4, None, "Sentry"))
    await until_guards(table)
    agreed(await table.referee.npc_order(ask(), "Sentry 1-4", "hold"))
    panel = agreed(await table.referee.npc_order(ask(), "Guard 1-4"))
    done = agreed(await tap(table, pressed(panel, "Hold")))
    fresh = agreed(await table.referee.npc_order(ask(), "Guard 1-4"))
    found = [[(each.label, each.once) for each in reply.buttons if "act" in each.label] for reply in (done, fresh)]
    assert found[0] == found[1]


@pytest.mark.parametrize("waits", [2, 3])
async def test_a_claim_is_allowed_behind_which_squads_acted(tmp_path: Path, waits: int) -> None:
    table = Table(tmp_path / "table.db")
    force_setattr(table.house, "secret", lambda: b"the same dice in every run")
    await table.sheet(ANN, "Axel")
    for name in (None, "Second"):
        agreed(await table.referee.npc_add(ask(), "thug", name=name))
    agreed(await table.referee.init_start(ask(), now=True))
    agreed(await table.referee.init_join(ask(ANN)))
    await table.turn_of("Axel")
    agreed(await table.referee.npc_squad(ask(), "Both", "Thug, Second"))
    agreed(await table.referee.npc_order(ask(), "Both", "hold"))
    await table.turn_of("Axel")
    for _ in range(waits):
        agreed(await table.referee.init_next(ask(), "Axel"))
        await table.turn_of("Axel")
    later = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=11)
    struck = agreed(await table.referee.act(ask(ANN, now=later), None, "strike", {"target": "Thug", "bound": True}))
    agreed(await tap(table, next(each for each in struck.buttons if each.verb is Verb.CLAIM)))
    assert table.audit().problems == []
    await table.store.close()


async def undone_behind_waiting(path: Path, key: str, *, hidden: bool) -> list[tuple[str, bool]]:
    """Whose moments two players let go by, and whether they may take that back, with or without a hidden squad."""
    table, starter = Table(path, None, None, **{key: SYSTEMS[key]}), SYSTEMS[key].starter
    force_setattr(table.house, "secret", lambda: b"dice 1")
    agreed(await table.referee.campaign_setup(ask(), key))
    for user, name in ((ANN, "Axel"), (BOB, "Bea")):
        await table.sheet(user, name, msgspec.json.encode(SYSTEMS[key].templates[starter]))
        agreed(await table.referee.init_join(ask(user)))
    if hidden:
        agreed(await table.referee.npc_add(ask(), templates(SYSTEMS[key]), 1, None, "Dark", hidden=True))
    agreed(await table.referee.init_start(ask(), "", 30, "", now=True))
    if hidden:
        agreed(await table.referee.npc_squad(ask(), "Unseen", "Dark"))
        agreed(await table.referee.npc_order(ask(), "Unseen", "hold"))
    found = []
    for _ in range(8):
        while table.scene().pending or {*ready(table)} <= {"Dark"}:
            agreed(await table.referee.init_next(ask()))
        who = next(each for each in ready(table) if each != "Dark")
        user = ANN if who == "Axel" else BOB
        agreed(await table.referee.init_next(ask(user)))
        undone = await table.referee.undo(ask(user))
        found.append((who, undone.refusal))
        if not undone.refusal:
            agreed(await table.referee.init_next(ask(user)))
    assert table.audit().problems == []
    await table.store.close()
    return found


@pytest.mark.parametrize("key", sorted(SYSTEMS))
async def test_what_a_hidden_squad_did_keeps_nobody_from_an_undo(tmp_path: Path, key: str) -> None:
    alone = await undone_behind_waiting(tmp_path / "alone.db", key, hidden=False)
    assert await undone_behind_waiting(tmp_path / "with.db", key, hidden=True) == alone


def test_what_squads_did_unseen_is_known_to_no_player() -> None:
    row = OrderRow(
        scene_id=1,
        ordinal=1,
        chapter=1,
        fight=1,
        user_id=0,
        at_ms=0,
        payload=b"",
        ruleset_version=1,
        number=1,
        gm_only=True,
    )
    assert not any(is_known(row, viewer) for viewer in (PUBLIC, Viewer(ANN)))
    assert is_known(row, Viewer(9, gm=True))


async def test_fire_is_returned_at_who_named_somebody_beside_the_target(any_table: Table) -> None:
    await against_four(any_table)
    inputs = {"target": "Guard 1", "others": "guard 2, Guard 4 3, Nobody"}
    stream = orders.Act(actor="Axel", action="attack", inputs=inputs)
    assert [*shot_at(any_table.scene(), stream)] == ["Guard 1", "Guard 2", "Guard 4"]
    lane = orders.Act(actor="Axel", action="suppress", inputs={"area": "yard"})
    assert [*shot_at(any_table.scene(), lane)] == []


async def test_nobody_who_is_down_is_offered_to_be_fired_at(tmp_path: Path) -> None:
    table = Table(tmp_path / "table.db", reflex=SYSTEMS["reflex"])
    agreed(await table.referee.campaign_setup(ask(), "reflex"))
    await against_four(table)
    agreed(await table.referee.npc_add(ask(), templates(SYSTEMS["reflex"]), 1, "party", "Bea"))

    async def offered() -> set[str]:
        menu = agreed(await table.referee.npc_order(ask(), "Guard 1-4")).menu
        return {each.value for each in menu.choices} if menu else set()

    assert await offered() == {"fire.Axel", "fire.Bea", "advance.Axel", "advance.Bea"}
    agreed(await table.referee.act(ask(), "Axel", "correct", {"dead": True}))
    assert await offered() == {"fire.Bea", "advance.Bea"}
    agreed(await table.referee.act(ask(), "Bea", "correct", {"unconscious": True}))
    assert await offered() == set()
    await table.store.close()


async def test_a_gm_is_told_who_of_a_squad_cannot_fire_for_want_of_a_distance(tmp_path: Path) -> None:
    table = Table(tmp_path / "table.db", reflex=SYSTEMS["reflex"])
    agreed(await table.referee.campaign_setup(ask(), "reflex"))
    template = templates(SYSTEMS["reflex"])
    agreed(await table.referee.npc_add(ask(), template, 1, "party", "Axel"))
    agreed(await table.referee.npc_add(ask(), template, 2, None, "Guard"))
    agreed(await table.referee.init_range(ask(), "Axel", "Guard 1", 10))
    agreed(await table.referee.init_start(ask(), "", None, "", now=True))
    squad = "Guard 1-2"
    assert "how far" not in words(await table.referee.npc_order(ask(), squad, None, None))
    agreed(await table.referee.npc_order(ask(), squad, "fire", None))
    panel = words(await table.referee.npc_order(ask(), squad, None, None))
    assert "Nobody has said how far Guard 2 would fire: /init range." in panel
    agreed(await table.referee.init_range(ask(), "Axel", "Guard 2", 10))
    assert "how far" not in words(await table.referee.npc_order(ask(), squad, None, None))
    await table.store.close()
