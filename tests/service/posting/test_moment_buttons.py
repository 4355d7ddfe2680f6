"""Buttons below the tracker mean whoever taps: nobody's turn is ended unasked, and nothing is done twice."""

from __future__ import annotations

import pytest

from bot import app
from bot.core import orders
from bot.service.requests import Button, Reply, TrackerView, Verb, label_of
from bot.service.rows import AnyCombatant
from bot.settings import Database
from tests.service.table import ANN, BOB, CHANNEL, GM, Table, agreed, ask, refused, words


async def view_of(table: Table) -> TrackerView:
    """What everybody sees of the fight."""
    found = await table.referee.tracker(CHANNEL)
    assert found is not None
    return found


async def button(table: Table, verb: Verb) -> Button:
    """The tracker's button that does this."""
    return next(each for each in (await view_of(table)).buttons if each.verb is verb)


async def tapped(table: Table, user: int, button: Button) -> Reply:
    """What comes of a tap."""
    return await table.referee.click(ask(user), button.verb, button.argument, button.once)


async def test_waiting_names_whom_it_is_for_and_lets_their_player_wait(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    wait = await button(table, Verb.GO_ON)
    assert "Axel" in wait.label
    if "Bea" not in wait.label:
        assert "None of yours" in refused(await tapped(table, BOB, wait))
    waited = table.row().head
    agreed(await tapped(table, ANN, wait))
    assert table.row().head == waited + 1
    refused(await tapped(table, ANN, wait))


def test_a_label_without_room_for_all_its_words_says_so() -> None:
    assert label_of("w" * 80) == "w" * 80
    assert label_of("w" * 81) == "w" * 79 + "…"
    assert label_of("Duck or run", 5) == "Duck…"


async def test_a_gm_is_asked_before_they_end_the_turn_of_a_player(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    while any(each.guarded and not each.hidden for each in _acting(table)):  # theirs go first, and nobody is asked
        agreed(await tapped(table, GM, await button(table, Verb.GO_ON)))
    before = table.row().head
    asked = await tapped(table, GM, await button(table, Verb.GO_ON))
    assert asked.ephemeral
    assert table.row().head == before
    skip, hand_over = asked.buttons
    assert hand_over.verb is Verb.HAND
    assert "Axel" in skip.label
    if "Bea" not in skip.label:
        assert refused(await tapped(table, BOB, skip))
    agreed(await tapped(table, GM, skip))
    assert table.row().head > before
    assert refused(await tapped(table, GM, skip))


def _acting(table: Table) -> list[AnyCombatant]:
    scene = table.scene()
    return [scene.combatants[slot.actor] for slot in scene.entitled()]


async def test_what_was_ordered_last_can_be_ordered_again(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    assert not [each for each in (await view_of(table)).buttons if each.verb is Verb.AGAIN]
    agreed(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Bea"}))
    while table.scene().pending:
        agreed(await table.referee.init_next(ask()))
    await table.turn_of("Axel")
    again = await button(table, Verb.AGAIN)
    assert "Bea" in again.label or again.label == "Again"
    if "Bea" not in (await button(table, Verb.GO_ON)).label:
        assert "None of yours" in refused(await tapped(table, BOB, again))
    assert "Bea" in words(agreed(await tapped(table, ANN, again)))


async def test_nothing_is_offered_again_against_a_foe_who_is_down(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.npc_add(ask(), "thug", name="Brute"))
    await table.turn_of("Axel")
    agreed(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Brute"}))
    while table.scene().pending:
        agreed(await table.referee.init_next(ask()))
    await table.turn_of("Axel")
    assert (await button(table, Verb.AGAIN)).label.startswith("Again")
    agreed(await table.referee.act(ask(), "Brute", "hurt", {"points": 9}))
    await table.turn_of("Axel")
    assert not [each for each in (await view_of(table)).buttons if each.verb is Verb.AGAIN]


WIDE = {"target": "Foe", "modifier": "-20"}


async def hurried(database: Database, *, by: int = ANN, together: bool = False) -> Table:
    """Somebody has fired from the hip for want of time, and now there is time; alone, or with others at once."""
    table = Table(database, None, None, reflex=app.built("reflex"))
    agreed(await table.referee.campaign_setup(ask(), "reflex"))
    agreed(await table.referee.npc_add(ask(), "rifleman", 1, "foes", "Foe"))
    agreed(await table.referee.npc_add(ask(), "rifleman", 1, "party", "Pal"))
    if by == GM:
        agreed(await table.referee.npc_add(ask(), "rifleman", 1, "party", "Ann"))
    else:
        agreed(await table.referee.sheet_create(ask(ANN), "Ann", "rifleman"))
    agreed(await table.referee.init_start(ask(), now=True, range_m=60))
    if by == ANN:
        agreed(await table.referee.init_join(ask(ANN)))
    for one, tick in (("Foe", "1"), ("Pal", "9" if together else "1"), ("Ann", "9")):
        agreed(await table.referee.act(ask(), one, "correct", {"initiative": tick}))
    agreed(await table.referee.act(ask(by), "Ann", "attack", {**WIDE, "mode": "hip"}))
    agreed(await table.referee.act(ask(), "Ann", "correct", {"initiative": "9"}))
    return table


def modes(table: Table) -> list[str | None]:
    """In what manner each attack was ordered."""
    found = [orders.parsed(row.payload) for row in table.orders()]
    return [each.inputs.get("mode") for each in found if isinstance(each, orders.Act) and each.action == "attack"]


async def test_what_is_done_again_says_in_what_manner_and_for_what_time(database: Database) -> None:
    table = await hurried(database)
    again = await button(table, Verb.AGAIN)
    assert again.label == "Again: Attack Foe (hip, 4 ticks)"
    agreed(await tapped(table, ANN, again))
    assert modes(table) == ["hip", "hip"]


@pytest.mark.parametrize(("way", "mode"), [("so", "hip"), ("usual", None)])
@pytest.mark.parametrize(("by", "together"), [(ANN, True), (GM, False)])
async def test_what_the_button_does_not_say_is_asked_where_there_is_time_for_better(
    database: Database, by: int, together: bool, way: str, mode: str | None
) -> None:
    table = await hurried(database, by=by, together=together)
    again = await button(table, Verb.AGAIN)
    assert again.label == ("Again" if together else "Again: Attack Foe")
    asked = agreed(await tapped(table, by, again))
    assert "quicker manner than usual: Attack Foe" in words(asked)
    assert [each.label for each in asked.buttons] == ["Again: hip, 4 ticks", "As usual: 6 ticks"]
    assert modes(table) == ["hip"]
    agreed(await tapped(table, by, next(each for each in asked.buttons if each.argument == way)))
    assert modes(table) == ["hip", mode]


async def test_nothing_is_asked_where_there_is_no_time_for_the_usual_manner(database: Database) -> None:
    table = await hurried(database, together=True)
    for one in ("Ann", "Pal"):
        agreed(await table.referee.act(ask(), one, "correct", {"initiative": "5"}))
    agreed(await tapped(table, ANN, await button(table, Verb.AGAIN)))
    assert modes(table) == ["hip", "hip"]


@pytest.mark.parametrize("mode", [None, "aimed"])
async def test_nothing_is_asked_of_what_was_done_with_time_enough(database: Database, mode: str | None) -> None:
    table = await hurried(database, together=True)
    agreed(await table.referee.act(ask(ANN), "Ann", "attack", {**WIDE, "mode": mode}))
    for one in ("Ann", "Pal"):
        agreed(await table.referee.act(ask(), one, "correct", {"initiative": "9"}))
    agreed(await tapped(table, ANN, await button(table, Verb.AGAIN)))
    assert modes(table) == ["hip", mode, mode]


async def test_the_last_order_that_all_know_of_can_be_undone_at_a_tap(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    undo = await button(table, Verb.UNDO)
    agreed(await table.referee.act(ask(), "Lurker", "hurt", {"points": 1}))
    assert await button(table, Verb.UNDO) == undo
    assert refused(await tapped(table, ANN, undo))
    agreed(await tapped(table, GM, undo))
    assert refused(await tapped(table, GM, undo))


async def brawl(table: Table) -> None:
    """A fight of Ann's Axel and Bob's Bea against a thug of the GM, all in sight."""
    await table.sheet(ANN, "Axel")
    await table.sheet(BOB, "Bea")
    agreed(await table.referee.npc_add(ask(), "thug"))
    agreed(await table.referee.init_start(ask(), "Yard", now=True))
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.init_join(ask(BOB)))


async def undo_label(table: Table) -> str:
    """What the tracker's undo is called, without its number."""
    return (await button(table, Verb.UNDO)).label.partition(" ")[2].partition(" ")[2]


async def moment_of(table: Table, actor: str, *, last: bool) -> None:
    """Go on until somebody acts before others, or as the last of a round, behind whom dice fall."""
    for _ in range(40):
        entitled = [slot.actor for slot in table.scene().entitled()]
        if actor in entitled and (len(table.scene().agenda) == 1) is last:
            return
        others = [each for each in entitled if each != actor]
        agreed(await table.referee.init_next(ask(), (others or entitled)[0]))
    raise AssertionError(f"{actor} never acts so")


async def test_an_undo_says_whose_it_is_as_far_as_everybody_knows(table: Table) -> None:
    await brawl(table)
    await moment_of(table, "Axel", last=False)
    agreed(await table.referee.act(ask(ANN), "Axel", "rest"))
    assert await undo_label(table) == "(Axel)"
    agreed(await tapped(table, ANN, await button(table, Verb.UNDO)))
    agreed(await table.referee.act(ask(GM), "Axel", "rest"))
    assert await undo_label(table) == "(GM)"
    await moment_of(table, "Axel", last=False)
    agreed(await tapped(table, ANN, await button(table, Verb.GO_ON)))
    assert await undo_label(table) == "(Axel)"


async def test_whether_dice_fell_behind_a_player_no_undo_tells(table: Table) -> None:
    await brawl(table)
    await moment_of(table, "Axel", last=True)
    agreed(await table.referee.act(ask(ANN), "Axel", "rest"))
    undo = await button(table, Verb.UNDO)
    assert undo.label.endswith(" (Axel)")
    assert "Ask the GM" in refused(await tapped(table, ANN, undo))


async def test_an_undo_of_what_nobody_in_sight_did_says_who_gave_it(table: Table) -> None:
    await brawl(table)
    agreed(await table.referee.npc_add(ask(), "thug"))
    assert await undo_label(table) == "(GM)"
    agreed(await table.referee.init_range(ask(), "Axel", "Thug", 9))
    assert await undo_label(table) == "(GM)"
    await table.sheet(BOB, "Alf")
    agreed(await table.referee.init_join(ask(BOB), "Alf"))
    assert await undo_label(table) == "(Alf)"


@pytest.mark.parametrize("last", [True, False])
async def test_what_dice_fell_behind_the_gms_people_no_undo_tells(table: Table, *, last: bool) -> None:
    await brawl(table)
    await moment_of(table, "Thug", last=last)
    agreed(await table.referee.act(ask(), "Thug", "rest"))
    assert await undo_label(table) == "(GM)"


async def test_everybody_is_told_in_private_page_by_page(table: Table) -> None:
    await table.fight()
    for _ in range(3):
        agreed(await table.referee.npc_add(ask(), "thug", count=10))
    first = await table.referee.click(ask(ANN), Verb.EVERYBODY, "", "")
    assert first.ephemeral
    assert not first.in_place
    assert "Lurker" not in words(first)
    (later,) = first.buttons
    second = await tapped(table, ANN, later)
    assert second.in_place
    assert words(second) != words(first)
    assert await table.referee.click(ask(ANN), Verb.EVERYBODY, "99", "") == second


async def test_it_is_shown_here_for_whoever_asks_while_there_is_a_fight(table: Table) -> None:
    await table.fight()
    post = await table.tracker_post()
    assert post is not None
    await table.postbox.tracker_posted(post, 6)
    assert await table.tracker_post() is None
    (here, *_) = (await table.referee.init_status(ask(ANN))).buttons
    assert here.label == "Show here"
    assert (await tapped(table, ANN, here)).ephemeral
    again = await table.tracker_post()
    assert again is not None
    assert again.renewed
    assert again.message_id == 6
    assert again.blocks[1:] == post.blocks[1:]
    agreed(await table.referee.init_end(ask()))
    assert "No fight" in refused(await tapped(table, ANN, here))


async def test_the_gm_is_called_once_when_their_people_wait_and_a_player_acted_last(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    assert GM not in (await view_of(table)).ping.users
    while any(not each.guarded for each in _acting(table)):
        for actor, user in (("Axel", ANN), ("Bea", BOB)):
            if any(slot.actor == actor for slot in table.scene().entitled()):
                agreed(await table.referee.act(ask(user), actor, "rest"))
    view = await view_of(table)
    if [each for each in _acting(table) if not each.hidden]:
        assert view.ping.users == (GM,)
    agreed(await table.referee.act(ask(), "thug", "hurt", {"points": 1}))
    assert (await view_of(table)).ping.users == ()


async def test_a_campaign_may_want_words_alone(table: Table) -> None:
    await table.fight()
    card = await table.tracker_post()
    assert card is not None
    await table.postbox.tracker_posted(card, 6)
    agreed(await table.referee.campaign_options(ask(), "tracker", "text"))
    agreed(await table.referee.init_end(ask()))
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.init_start(ask(), "Yard"))
    plain = await table.tracker_post()
    assert plain is not None
    assert plain.tracker is not None
    assert plain.tracker.plain
    assert plain.renewed  # the card cannot become words, so another message takes its place
