"""A panel is made anew at every tap, by what the asker knows, and fires an ordinary order once."""

from __future__ import annotations

import asyncio
from fractions import Fraction

import msgspec
import pytest

from bot import app
from bot.core import engine, orders
from bot.service.panels import prospects
from bot.service.panels.menus import TYPED
from bot.service.requests import PanelMenu, PanelState, PanelView, Reply, Verb
from bot.settings import Database
from tests.service.table import ANN, BOB, GM, Table, agreed, ask, refused, words

STRIKE = PanelState(action="strike", actor="Axel")


def shown(reply: Reply) -> PanelView:
    """The panel of a reply."""
    assert reply.panel is not None, words(reply)
    return reply.panel


def menu(reply: Reply, key: str) -> PanelMenu:
    """One menu of a panel."""
    return next(each for each in shown(reply).menus if each.key == key)


def said(reply: Reply) -> str:
    """All that a panel says."""
    return msgspec.json.encode(shown(reply)).decode()


async def test_a_fresh_panel_has_chosen_the_nearest_enemy(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    await table.referee.init_range(ask(), "Axel", "Bea", 3.0)
    await table.referee.init_range(ask(), "Axel", "Thug", 9.0)
    reply = await table.referee.panel(ask(ANN), STRIKE)
    assert [choice.label for choice in menu(reply, "target").choices] == ["target: Thug", "target: Bea"]
    assert shown(reply).state.chosen["target"] == "Thug"
    assert "Lurker" not in said(reply)
    assert "Lurker" in said(await table.referee.panel(ask(), STRIKE))


async def test_who_plays_several_and_taps_out_of_turn_chooses_who_acts(table: Table) -> None:
    await table.fight()
    await table.sheet(ANN, "Alf")
    agreed(await table.referee.init_join(ask(ANN), "Alf"))
    while any(slot.actor in ("Axel", "Alf") for slot in table.scene().entitled()):
        agreed(await table.referee.init_next(ask()))
    opened = await table.referee.panel(ask(ANN), PanelState(action="strike"))
    assert shown(opened).title == "Axel: Strike"
    assert [choice.label for choice in menu(opened, ".actor").choices] == ["Axel", "Alf"]
    every = await table.referee.panel(ask(ANN), PanelState())
    assert [choice.label for choice in menu(every, ".actor").choices] == ["Axel", "Alf"]
    assert "Say who acts: Axel, Alf." in refused(await table.referee.act(ask(ANN), None, "strike", {"target": "Bea"}))


async def test_what_is_the_gms_is_said_to_be_so_before_who_acts(table: Table) -> None:
    await table.fight()
    await table.sheet(ANN, "Alf")
    agreed(await table.referee.init_join(ask(ANN), "Alf"))
    for user in (ANN, 3):
        assert "Only a GM" in refused(await table.referee.panel(ask(user), PanelState(action="hurt")))


async def test_whoever_was_struck_last_is_chosen_again(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    agreed(await table.referee.act(ask(ANN), None, "strike", {"target": "Bea"}))
    await table.turn_of("Axel")
    assert shown(await table.referee.panel(ask(ANN), STRIKE)).state.chosen["target"] == "Bea"


async def test_whoever_was_struck_last_is_chosen_again_whatever_was_ordered_unseen_since(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    agreed(await table.referee.act(ask(ANN), None, "strike", {"target": "Bea"}))
    for metres in range(1, 36):
        agreed(await table.referee.init_range(ask(), "Lurker", "Axel", float(metres)))
        assert table.orders()[-1].gm_only
    await table.turn_of("Axel")
    assert shown(await table.referee.panel(ask(ANN), STRIKE)).state.chosen["target"] == "Bea"


async def test_whoever_is_out_of_reach_by_now_is_not_chosen_again(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    agreed(await table.referee.act(ask(ANN), None, "strike", {"target": "Bea"}))
    await table.turn_of("Axel")
    await table.referee.init_range(ask(), "Axel", "Bea", 90.0)
    panel = shown(await table.referee.panel(ask(ANN), STRIKE))
    assert (panel.state.chosen["target"], panel.can) == ("Thug", True)
    await table.referee.init_range(ask(), "Axel", "Thug", 99.0)
    panel = shown(await table.referee.panel(ask(ANN), STRIKE))
    assert (panel.state.chosen["target"], panel.can) == ("Bea", False)


async def test_the_button_gives_the_order_that_one_would_type(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    panel = shown(await table.referee.panel(ask(ANN), STRIKE))
    assert panel.can
    assert "hits" in panel.lines[0].text
    agreed(await table.referee.panel_go(ask(ANN), panel.state, panel.go.once))
    given = orders.parsed(table.orders()[-1].payload)
    assert given == orders.Act(actor="Axel", action="strike", inputs={"target": "Thug"})


async def test_two_clicks_at_once_strike_once(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    panel, before = shown(await table.referee.panel(ask(ANN), STRIKE)), len(table.orders())
    clicks = [table.referee.panel_go(ask(ANN), panel.state, panel.go.once) for _ in range(3)]
    replies = await asyncio.gather(*clicks)
    assert [reply.refusal for reply in replies].count(False) == 1
    assert len(table.orders()) == before + 1
    stale = next(reply for reply in replies if reply.refusal)
    assert "gone on" in refused(stale)
    assert stale.buttons[0].verb is Verb.PANEL


async def test_nobody_elses_panel_can_be_fired(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    panel = shown(await table.referee.panel(ask(ANN), STRIKE))
    assert "not yours" in refused(await table.referee.panel_go(ask(BOB), panel.state, panel.go.once))
    assert "not yours" in refused(await table.referee.panel_step(ask(BOB), panel.state, "target", "=Thug"))


async def test_a_target_that_has_left_is_told_and_not_struck(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    panel = shown(await table.referee.panel(ask(ANN), STRIKE))
    agreed(await table.referee.init_remove(ask(), "Thug"))
    assert "gone on" in refused(await table.referee.panel_go(ask(ANN), panel.state, panel.go.once))
    again = shown(await table.referee.panel_step(ask(ANN), panel.state, "target", "=Thug"))
    assert not again.can
    assert "Nobody called 'Thug'" in again.lines[0].text


async def test_a_target_that_hides_looks_like_one_that_has_left(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    panel = shown(await table.referee.panel(ask(ANN), STRIKE))
    agreed(await table.referee.init_show(ask(), "Thug", hidden=True))
    assert "gone on" in refused(await table.referee.panel_go(ask(ANN), panel.state, panel.go.once))
    hidden = await table.referee.panel_step(ask(ANN), panel.state, "target", "=Thug")
    assert "Nobody called 'Thug'" in shown(hidden).lines[0].text


async def test_what_others_do_meanwhile_leaves_the_panel_good(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    panel = shown(await table.referee.panel(ask(ANN), STRIKE))
    await table.referee.init_range(ask(), "Bea", "Thug", 4.0)
    assert not (await table.referee.panel_go(ask(ANN), panel.state, panel.go.once)).refusal


async def test_an_action_that_lacks_something_opens_its_panel_for_who_may_act(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    assert shown(await table.referee.act(ask(ANN), None, "strike")).can
    assert "Axel is not yours to play." in refused(await table.referee.act(ask(BOB), "Axel", "strike"))
    too_long = {"cry": "x" * 100}
    assert "Strike needs target." in refused(await table.referee.act(ask(ANN), None, "strike", too_long))


async def test_who_may_not_act_now_is_told_so_before_what_is_lacking(table: Table) -> None:
    await table.fight()
    while any(slot.actor == "Axel" for slot in table.scene().entitled()):
        agreed(await table.referee.act(ask(ANN), "Axel", "rest"))
    assert "It is not Axel's turn" in refused(await table.referee.act(ask(ANN), None, "strike"))
    agreed(await table.referee.init_end(ask()))
    agreed(await table.referee.init_join(ask(ANN)))
    assert "No fight is open here." in refused(await table.referee.act(ask(ANN), "Axel", "strike"))


async def test_while_a_question_is_open_nobody_is_asked_what_an_action_lacks(table: Table) -> None:
    await table.fight(shield=True)
    for _ in range(40):
        await table.turn_of("Axel")
        agreed(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Bea"}))
        if table.scene().pending:
            break
    assert "A question is open." in refused(await table.referee.act(ask(ANN), "Axel", "strike"))


async def test_what_is_of_no_moment_says_what_it_lacks_whoever_takes_it(table: Table) -> None:
    await table.fight()
    assert "Treat needs target." in refused(await table.referee.act(ask(3), None, "treat"))


async def test_what_is_possible_now_is_listed_and_leads_there(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    everything = await table.referee.click(ask(ANN), Verb.PANEL, "", "")
    assert not shown(everything).can
    assert "=strike" in [choice.value for choice in menu(everything, ".action").choices]
    strike = await table.referee.panel_step(ask(ANN), shown(everything).state, ".action", "=strike")
    assert shown(strike).title == "Axel: Strike"
    assert strike.in_place


async def possible(table: Table) -> list[str]:
    """What is possible now for Ann's character, in the order of the menu; nothing where it is not to act."""
    reply = await table.referee.click(ask(ANN), Verb.PANEL, "", "")
    menus = [each for each in shown(reply).menus if each.key == ".action"]
    return [choice.value.removeprefix("=") for each in menus for choice in each.choices]


async def at_arms(table: Table, key: str, template: str, range_m: float | None) -> None:
    """A fight of a system in which Ann faces a guard, until she may act."""
    agreed(await table.referee.campaign_setup(ask(GM), key))
    agreed(await table.referee.sheet_create(ask(ANN), "Ann", template))
    agreed(await table.referee.npc_add(ask(GM), "guard"))
    agreed(await table.referee.init_start(ask(GM), now=True, range_m=range_m))
    agreed(await table.referee.init_join(ask(ANN)))
    await table.turn_of("Ann")


@pytest.mark.parametrize(("range_m", "comes_first"), [(None, True), (5, True), (2000, False)])
async def test_an_attack_that_reaches_nobody_is_listed_behind_what_is_possible(
    database: Database, range_m: float | None, comes_first: bool
) -> None:
    table = Table(database, None, None, horizons=app.built("horizons"))
    await at_arms(table, "horizons", "soldier", range_m)
    found = await possible(table)
    assert (found[0] == "attack") is comes_first
    assert (found.index("attack") < found.index("aim")) is comes_first


async def test_an_attack_with_nobody_to_attack_is_listed_behind_what_is_possible(database: Database) -> None:
    table = Table(database, None, None, horizons=app.built("horizons"))
    agreed(await table.referee.campaign_setup(ask(GM), "horizons"))
    agreed(await table.referee.sheet_create(ask(ANN), "Ann", "soldier"))
    agreed(await table.referee.init_start(ask(GM), now=True))
    agreed(await table.referee.init_join(ask(ANN)))
    await table.turn_of("Ann")
    found = await possible(table)
    assert found.index("attack") > found.index("aim")
    agreed(await table.referee.npc_add(ask(GM), "guard", hidden=True))
    assert await possible(table) == found


@pytest.mark.parametrize(("range_m", "cover"), [(None, "cover"), (5, "take_cover")])
async def test_cover_is_listed_once_as_there_is_a_ground_or_none(
    database: Database, range_m: float | None, cover: str
) -> None:
    table = Table(database, None, None, horizons=app.built("horizons"))
    await at_arms(table, "horizons", "soldier", range_m)
    assert {"cover", "take_cover"} & {*await possible(table)} == {cover}


async def test_what_is_for_outside_of_fights_is_not_listed_in_one(database: Database) -> None:
    table = Table(database, None, None, nighttripper=app.built("nighttripper"))
    agreed(await table.referee.campaign_setup(ask(GM), "nighttripper"))
    agreed(await table.referee.sheet_create(ask(ANN), "Ann", "spacer"))
    agreed(await table.referee.init_join(ask(ANN)))
    assert {"test", "resolve"} <= {*await possible(table)}
    agreed(await table.referee.init_start(ask(GM), now=True))
    assert not {"test", "resolve"} & {*await possible(table)}


@pytest.mark.parametrize(
    ("key", "ending", "free"), [("horizons", "wait", "posture"), ("eclipse", "full_defence", "stance")]
)
async def test_what_may_still_follow_a_turn_is_listed_until_somebody_else_acts(
    database: Database, key: str, ending: str, free: str
) -> None:
    table = Table(database, None, None, **{key: app.built(key)})
    await at_arms(table, key, "soldier", None)
    agreed(await table.referee.npc_add(ask(GM), "guard"))
    await table.turn_of("Ann")
    while len({slot.actor for slot in table.scene().agenda}) < 3:  # some have acted before her
        agreed(await table.referee.act(ask(ANN), "Ann", ending))
        await table.turn_of("Ann")
    agreed(await table.referee.act(ask(ANN), "Ann", ending))
    found = await possible(table)
    assert free in found
    assert "attack" not in found
    assert shown(await table.referee.act(ask(ANN), "Ann", free)).state.action == free
    agreed(await table.referee.init_next(ask()))
    assert free not in await possible(table)


@pytest.mark.parametrize("range_m", [None, 5])
async def test_whom_a_gm_puts_behind_cover_a_player_is_not_asked(database: Database, range_m: float | None) -> None:
    table = Table(database, None, None, reflex=app.built("reflex"))
    await at_arms(table, "reflex", "rifleman", range_m)
    state = PanelState(action="take_cover", actor="Ann")
    mine, theirs = [shown(await table.referee.panel(ask(who), state)) for who in (ANN, GM)]
    asked = [{choice.value for each in one.menus for choice in each.choices} for one in (mine, theirs)]
    assert [{"=target", "=cover"} & found for found in asked] == [set(), {"=target", "=cover"}]
    assert all(each.key not in ("target", "cover") for each in mine.menus)
    assert not {"target", "cover"} & {*mine.state.chosen}


@pytest.mark.parametrize(("range_m", "asked"), [(None, True), (5, False)])
async def test_how_far_it_is_nobody_is_asked_where_places_say_so(
    database: Database, range_m: float | None, asked: bool
) -> None:
    table = Table(database, None, None, nighttripper=app.built("nighttripper"))
    await at_arms(table, "nighttripper", "spacer", range_m)
    panel = shown(await table.referee.panel(ask(ANN), PanelState(action="attack", actor="Ann")))
    offered = {choice.value for each in panel.menus for choice in each.choices} | {each.key for each in panel.menus}
    assert bool({"range_m", "=range_m"} & offered) is asked
    said = PanelState(action="attack", actor="Ann", chosen={**panel.state.chosen, "range_m": "9"})
    assert "range_m" in {each.key for each in shown(await table.referee.panel(ask(ANN), said)).menus}


async def test_how_far_it_is_can_be_said_on_a_ground_of_what_has_no_place_there(database: Database) -> None:
    table = Table(database, None, None, reflex=app.built("reflex"))
    await at_arms(table, "reflex", "rifleman", 5)
    agreed(await table.referee.act(ask(GM), None, "thing_put", {"item": "radio", "substance": "electronics"}))
    wanted = {"attack_thing": {"item": "radio"}, "assess": {}}
    placed = {"attack_thing": {"target": "Guard"}, "assess": {"to": "C4"}}
    for chosen, is_asked in ((wanted, True), (placed, False)):
        for action, said in chosen.items():
            state = PanelState(action=action, actor="Ann", chosen=said)
            panel = shown(await table.referee.panel(ask(ANN), state))
            offered = {choice.value for each in panel.menus for choice in each.choices}
            assert ("=range_m" in offered or "range_m" in {each.key for each in panel.menus}) is is_asked, action


async def test_metres_that_are_typed_as_a_ground_is_laid_are_taken_for_what_they_are(database: Database) -> None:
    table = Table(database, None, None, nighttripper=app.built("nighttripper"))
    await at_arms(table, "nighttripper", "spacer", None)
    asked = shown(await table.referee.panel(ask(ANN), PanelState(action="attack", actor="Ann")))
    agreed(await table.referee.map_use(ask(GM), 5))
    assert (await table.referee.panel_step(ask(ANN), asked.state, "range_m", TYPED)).form is not None
    filled = shown(await table.referee.panel_fill(ask(ANN), asked.state, {"range_m": "9"}))
    assert filled.state.chosen["range_m"] == "9"


async def test_where_nothing_can_be_named_a_panel_says_what_would_bring_something(database: Database) -> None:
    table = Table(database, None, None, reflex=app.built("reflex"))
    await at_arms(table, "reflex", "rifleman", None)
    for verb in ("mine_disarm", "mine_mark"):
        told = words(agreed(await table.referee.act(ask(GM), "Ann", verb))) + said(
            await table.referee.panel(ask(GM), PanelState(action=verb, actor="Ann"))
        )
        assert "You know of no mine." in told
        assert "/mine emplace lays one" in told
    refusal = refused(await table.referee.act(ask(GM), "Ann", "mine_mark", {"mine": "gate"}))
    assert "You know of none. /mine emplace lays one" in refusal


async def test_where_nothing_fits_that_no_form_takes_a_panel_says_so(database: Database) -> None:
    table = Table(database, None, None, reflex=app.built("reflex"))
    await at_arms(table, "reflex", "rifleman", None)
    told = said(await table.referee.panel(ask(GM), PanelState(action="activate", actor="Ann")))
    assert "There is no item to choose." in told
    assert "type item" not in told


async def test_what_is_for_no_fight_is_not_listed_in_one(database: Database) -> None:
    table = Table(database, None, None, nighttripper=app.built("nighttripper"))
    await at_arms(table, "nighttripper", "spacer", 5)
    for _ in range(12):
        if "work" in await possible(table):
            break
        agreed(await table.referee.init_next(ask()))
    found = await possible(table)
    assert "work" in found
    assert not {"test", "resolve"} & {*found}


async def test_what_would_be_refused_whatever_were_said_is_not_listed(database: Database) -> None:
    table = Table(database, None, None, graydawn=app.built("graydawn"), horizons=app.built("horizons"))
    await at_arms(table, "graydawn", "operative", None)
    found = await possible(table)
    assert {"attack", "work", "suppress", "throw"} <= {*found}
    assert not {"try", "clear", "chamber", "reload", "brave"} & {*found}
    agreed(await table.referee.init_end(ask(GM)))
    await at_arms(table, "horizons", "soldier", None)
    found = await possible(table)
    assert "throw" in found  # whom it is for and how far it is are said in its panel
    assert not {"clear", "reload", "hide"} & {*found}


async def test_out_of_turn_a_panel_says_so_and_when_it_is(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    assert shown(await table.referee.click(ask(ANN), Verb.PANEL, "", "")).lines == ()
    while any(slot.actor == "Axel" for slot in table.scene().entitled()):
        agreed(await table.referee.act(ask(ANN), "Axel", "rest"))
    told = [each.text for each in shown(await table.referee.click(ask(ANN), Verb.PANEL, "", "")).lines]
    assert told[0] == "It is not Axel's turn."
    assert told[1] in words(agreed(await table.referee.init_status(ask(ANN))))
    assert told[1].startswith("Axel")


async def test_a_gm_chooses_who_acts_among_all_who_may(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    reply = await table.referee.panel(ask(GM), STRIKE)
    if len(table.scene().entitled()) > 1:
        assert menu(reply, ".actor").choices
    other = next(one for one in ("Thug", "Bea"))
    turned = await table.referee.panel_step(ask(GM), shown(reply).state, ".actor", f"={other}")
    assert shown(turned).title == f"{other}: Strike"


async def test_an_unknown_action_and_an_open_question_are_refused(table: Table) -> None:
    await table.fight(shield=True)
    await table.turn_of("Axel")
    assert "no action 'fly'" in refused(await table.referee.panel(ask(ANN), PanelState(action="fly")))
    assert "did not arrive whole" in refused(await table.referee.click(ask(ANN), Verb.GO, "strike:Axel", "x"))


@pytest.mark.parametrize("listed", [True, False])
async def test_the_stakes_are_those_of_all_falls(table: Table, monkeypatch: pytest.MonkeyPatch, listed: bool) -> None:
    await table.fight()
    await table.turn_of("Axel")
    if not listed:
        monkeypatch.setattr(prospects, "LISTED", 1)
    fresh = shown(await table.referee.panel(ask(ANN), STRIKE))
    assert not fresh.counted
    whole = shown(await table.referee.panel_counted(ask(ANN), fresh.state))
    assert whole.counted
    scene, ruleset = table.scene(), table.house.systems["toy"].ruleset
    order = orders.Act(actor="Axel", action="strike", inputs={"target": "Thug"})
    found = engine.odds(ruleset, scene, order, ruleset.chances["hits lost"])
    through = float(sum((chance for what, chance in found.items() if what not in ("miss", "", "0 lost")), Fraction()))
    said_ = whole.lines[1].text
    assert ("about" in said_) is not listed
    if listed:
        assert f"gets through {round(through * 100, 1):g} %" in said_


async def test_of_a_vehicle_a_panel_says_how_often_it_is_hit_and_nothing_of_its_health(database: Database) -> None:
    table = Table(database, None, None, reflex=app.built("reflex"))
    agreed(await table.referee.campaign_setup(ask(GM), "reflex"))
    agreed(await table.referee.sheet_create(ask(ANN), "Ann", "guard"))
    agreed(await table.referee.npc_add(ask(GM), "car"))
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.init_start(ask(GM), now=True, range_m=20))
    fresh = shown(await table.referee.panel(ask(ANN), PanelState(action="attack", actor="Ann")))
    whole = shown(await table.referee.panel_counted(ask(ANN), fresh.state))
    assert whole.counted
    assert "hits" in whole.lines[0].text
    assert not any("gets through" in line.text for line in whole.lines)


async def test_what_a_sheet_has_twice_a_menu_has_once(database: Database) -> None:
    table = Table(database, None, None, reflex=app.built("reflex"))
    agreed(await table.referee.campaign_setup(ask(GM), "reflex"))
    armed = b'{"weapons": [{"kind": "assault_rifle", "bursts": [3, 3, 5]}]}'
    agreed(await table.referee.sheet_import(ask(ANN), armed, "Ann"))
    agreed(await table.referee.init_start(ask(GM), now=True))
    agreed(await table.referee.init_join(ask(ANN)))
    rounds = menu(await table.referee.panel(ask(ANN), PanelState(action="attack", actor="Ann")), "rounds")
    values = [choice.value for choice in rounds.choices]
    assert values.count("=3") == 1
    assert len(values) == len(set(values))
