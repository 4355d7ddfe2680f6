"""Which button below the tracker leads, and which are left out: by what everybody may know of whoever is to act."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot import app
from bot.service.requests import Button, PanelState, Verb, Weight
from tests.service.table import ANN, BOB, CHANNEL, Table, agreed, ask

SYSTEM = app.house().systems["graydawn"]
PISTOL: dict[str, Any] = {"kind": "light_pistol", "spare": 2}


@pytest.fixture
async def dawn(tmp_path: Path) -> AsyncIterator[Table]:
    table = Table(tmp_path / "table.db", graydawn=SYSTEM)
    agreed(await table.referee.campaign_setup(ask(), "graydawn"))
    yield table
    await table.store.close()


async def joined(table: Table, user: int, name: str, **weapon: Any) -> None:
    """Bring in a player's character with one pistol."""
    held = [{**PISTOL, **weapon}]
    await table.sheet(user, name, json.dumps({"name": name, "weapons": held}).encode())
    agreed(await table.referee.init_join(ask(user)))


async def opened(table: Table) -> None:
    """Begin a fight in which it is Ann's moment."""
    agreed(await table.referee.init_start(ask(), "Yard", now=True))
    await table.turn_of("Ann")


async def buttons(table: Table) -> list[Button]:
    """What stands below the tracker."""
    found = await table.referee.tracker(CHANNEL)
    assert found is not None
    return [*found.buttons]


async def leading(table: Table) -> list[str]:
    """What stands out there."""
    return [each.label for each in await buttons(table) if each.weight is Weight.MAIN]


@pytest.mark.parametrize(
    ("weapon", "leads", "reloads"),
    [
        ({"loaded": 0}, "Reload", 1),
        ({"loaded": 1}, "Attack", 1),
        ({"jammed": True}, "Clear", 0),
        ({"loaded": 0, "spare": 0}, "Attack", 0),
        ({}, "Attack", 0),
    ],
)
async def test_what_makes_a_weapon_fire_again_leads(
    dawn: Table, weapon: dict[str, Any], leads: str, reloads: int
) -> None:
    await joined(dawn, ANN, "Ann", **weapon)
    await opened(dawn)
    shown = await buttons(dawn)
    assert await leading(dawn) == [leads]
    assert shown[0].label == leads
    assert [each.label for each in shown].count("Reload") == reloads
    assert "Attack" in [each.label for each in shown]


async def test_an_empty_weapon_is_loaded_at_a_tap_once(dawn: Table) -> None:
    await joined(dawn, ANN, "Ann", loaded=0)
    await opened(dawn)
    reload = (await buttons(dawn))[0]
    assert reload.verb is Verb.ACT
    assert (await dawn.referee.click(ask(BOB), reload.verb, reload.argument, reload.once)).refusal
    agreed(await dawn.referee.click(ask(ANN), reload.verb, reload.argument, reload.once))
    assert dawn.scene().combatants["Ann"].state.weapons["light pistol"].loaded
    assert (await dawn.referee.click(ask(ANN), reload.verb, reload.argument, reload.once)).refusal


async def test_it_leads_for_several_only_where_it_is_what_all_of_them_need(tmp_path: Path) -> None:
    table = Table(tmp_path / "reflex.db", reflex=app.house().systems["reflex"])
    agreed(await table.referee.campaign_setup(ask(), "reflex"))
    for user, name in ((ANN, "Ann"), (BOB, "Bob")):
        rifle = {"kind": "ak47", "loaded": 0, "spare": 90}
        await table.sheet(user, name, json.dumps({"name": name, "weapons": [rifle]}).encode())
        agreed(await table.referee.init_join(ask(user)))
    agreed(await table.referee.init_start(ask(), "Yard", now=True))
    for name in ("Ann", "Bob"):
        agreed(await table.referee.act(ask(), name, "correct", {"initiative": 20}))
    assert len(table.scene().entitled()) == 2
    assert await leading(table) == ["Reload"]
    agreed(await table.referee.npc_add(ask(), "guard", 1, None, "Guard"))
    agreed(await table.referee.act(ask(), "Guard", "correct", {"initiative": 20}))
    for rounds in (30, 0):
        agreed(await table.referee.act(ask(), "Guard", "correct", {"rounds": rounds}))
        assert len(table.scene().entitled()) == 3
        assert await leading(table) == ["Reload"]
    agreed(await table.referee.act(ask(), "Bob", "correct", {"rounds": 5}))
    assert await leading(table) == ["Attack"]
    await table.store.close()


async def test_nobody_learns_from_it_that_a_weapon_of_the_gms_is_empty(dawn: Table) -> None:
    agreed(await dawn.referee.npc_add(ask(), next(iter(SYSTEM.templates)), 1, None, "Ann"))
    await opened(dawn)
    before = [(each.label, each.weight) for each in await buttons(dawn) if each.verb is not Verb.UNDO]
    assert "Reload" in [label for label, _ in before]
    agreed(await dawn.referee.act(ask(), "Ann", "correct", {"loaded": 0}))
    agreed(await dawn.referee.act(ask(), "Ann", "correct", {"spare": 3}))
    assert [(each.label, each.weight) for each in await buttons(dawn) if each.verb is not Verb.UNDO] == before
    assert await leading(dawn) == ["Attack"]


async def test_what_waiting_does_anyway_is_no_button_of_its_own(dawn: Table) -> None:
    await joined(dawn, ANN, "Ann")
    await opened(dawn)
    labels = [each.label for each in await buttons(dawn)]
    assert "Wait (Ann)" in labels
    assert "Pass" not in labels


async def test_where_waiting_tests_nerve_both_are_called_by_their_names(dawn: Table) -> None:
    agreed(await dawn.referee.npc_add(ask(), next(iter(SYSTEM.templates)), 1, None, "Foe"))
    await joined(dawn, ANN, "Ann")
    agreed(await dawn.referee.init_start(ask(), "Yard", now=True))
    agreed(await dawn.referee.act(ask(), "Ann", "correct", {"initiative": 5}))
    agreed(await dawn.referee.act(ask(), "Foe", "correct", {"initiative": 6}))
    await dawn.turn_of("Foe")
    agreed(await dawn.referee.act(ask(), "Foe", "suppress", {"target": "Ann", "range_m": 10}))
    await dawn.turn_of("Ann")
    labels = [each.label for each in await buttons(dawn)]
    assert {"Test nerve", "Pass", "Default: Test nerve (Ann)"} <= {*labels}


@pytest.mark.parametrize(("behind", "left"), [("wall", ["Suppress", "Declare"]), ("none", ["Move"])])
async def test_whose_nerve_has_failed_is_offered_what_is_left(dawn: Table, behind: str, left: list[str]) -> None:
    await joined(dawn, ANN, "Ann")
    agreed(await dawn.referee.npc_add(ask(), next(iter(SYSTEM.templates)), 1, None, "Foe"))
    await opened(dawn)
    agreed(await dawn.referee.act(ask(), "Ann", "cover", {"cover": behind}))
    await pinned(dawn, "Ann")
    shown = [each.label for each in await buttons(dawn) if each.verb is Verb.PANEL]
    assert (shown, await leading(dawn)) == ([*left, "More"], left[:1])


async def test_what_one_declares_is_a_tap_away_until_it_is_said(dawn: Table) -> None:
    await joined(dawn, ANN, "Ann")
    await opened(dawn)
    agreed(await dawn.referee.act(ask(), "Ann", "correct", {"initiative": 10}))
    (declare,) = [each for each in await buttons(dawn) if each.label == "Declare"]
    tapped = (await dawn.referee.click(ask(ANN), declare.verb, declare.argument, declare.once)).panel
    typed = (await dawn.referee.act(ask(ANN), "Ann", "declare")).panel
    for panel in (tapped, typed):
        assert panel is not None
        assert {each.key: [choice.value for choice in each.choices] for each in panel.menus} == {
            "stance": ["-", "=open", "=bracing"],
            "actions": ["-", "=1", "=2", "=3", "+"],
            "moves": ["-", "=1", "=2", "=3", "+"],
            "cover": ["-", "=small", "=wall", "=fortified"],
        }
    agreed(await dawn.referee.act(ask(ANN), "Ann", "declare", {"actions": 2}))
    assert "Declare" not in [each.label for each in await buttons(dawn)]


async def test_of_the_gms_people_nobody_learns_what_they_can_do(dawn: Table) -> None:
    agreed(await dawn.referee.npc_add(ask(), next(iter(SYSTEM.templates)), 1, None, "Ann"))
    await opened(dawn)
    await pinned(dawn, "Ann")
    assert await leading(dawn) == ["Attack"]


async def pinned(table: Table, name: str) -> None:
    """Have the nerve of somebody fail; a one, which loses the turn, is for another round."""
    while not table.scene().combatants[name].state.turn.pinned:
        await table.turn_of(name)
        for _ in range(3):
            agreed(await table.referee.act(ask(), name, "morale_threat", {"amount": 20}))
        agreed(await table.referee.act(ask(), name, "nerve"))
        while pending := table.scene().pending:
            agreed(await table.referee.answer(ask(), pending.question.default))


async def test_beside_press_and_hold_going_on_says_which_of_the_two_it_is(tmp_path: Path) -> None:
    table = Table(tmp_path / "table.db", reflex=app.house().systems["reflex"])
    agreed(await table.referee.campaign_setup(ask(), "reflex"))
    agreed(await table.referee.sheet_create(ask(ANN), "Ann", "guard"))
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.npc_add(ask(), "guard", 2))
    await opened(table)
    below = await buttons(table)
    assert [each for each in below if each.label.startswith("Wait (")]
    while "Press" not in [each.label for each in below]:
        agreed(await table.referee.init_next(ask()))
        below = await buttons(table)
    labels = [each.label for each in below]
    assert "Hold" in labels
    assert "Default: Hold (Guard 1, Guard 2, Ann)" in labels or "Default: Hold (Ann, Guard 1, Guard 2)" in labels
    press = next(each for each in below if each.label == "Press")
    agreed(await table.referee.click(ask(), press.verb, press.argument, press.once))  # both guards at once
    assert [each.label for each in await buttons(table) if each.label.startswith("Undo ") and "(GM)" in each.label]
    await table.store.close()


async def test_who_hands_over_reads_that_it_is_theirs_to_take_back(dawn: Table) -> None:
    await joined(dawn, ANN, "Ann")
    await opened(dawn)
    agreed(await dawn.referee.init_hand(ask(ANN), "Ann"))
    (label,) = [each.label for each in await buttons(dawn) if each.verb is Verb.UNDO]
    assert label.endswith("(Ann)")
    agreed(await dawn.referee.undo(ask(ANN)))
    agreed(await dawn.referee.init_hand(ask(), "Ann"))
    (label,) = [each.label for each in await buttons(dawn) if each.verb is Verb.UNDO]
    assert label.endswith("(GM)")


@pytest.mark.parametrize("key", ["eclipse", "graydawn", "horizons", "nighttripper", "reflex"])
@pytest.mark.parametrize("ground", ["", "street"])
async def test_where_a_ground_is_laid_cover_is_a_tap_away(tmp_path: Path, key: str, ground: str) -> None:
    table = Table(tmp_path / "table.db", **{key: app.house().systems[key]})
    agreed(await table.referee.campaign_setup(ask(), key))
    for side in ("party", "foes"):
        agreed(await table.referee.npc_add(ask(), "guard", 1, side))
    agreed(await table.referee.init_start(ask(), "Yard", None, ground, now=True))
    there = set[str]()
    for _ in range(8):
        labels = {each.label for each in await buttons(table)}
        there |= labels
        if "Take cover" in labels:
            button = next(each for each in await buttons(table) if each.label == "Take cover")
            reply = await table.referee.panel(ask(), PanelState(action=button.argument))
            assert reply.panel is not None
            assert reply.panel.state.chosen["behind"].startswith("behind the ")
            break
        agreed(await table.referee.init_next(ask()))
    assert ("Take cover" in there) == bool(ground)
    await table.store.close()


@pytest.mark.parametrize(("taped", "leads"), [(True, "Reload"), (False, "Attack")])
async def test_between_two_attacks_what_cannot_be_loaded_so_soon_does_not_lead(
    tmp_path: Path, taped: bool, leads: str
) -> None:
    table = Table(tmp_path / "table.db", eclipse=app.house().systems["eclipse"])
    agreed(await table.referee.campaign_setup(ask(), "eclipse"))
    await joined(table, ANN, "Ann", kind="automatic_rifle", loaded=1, taped=taped)
    agreed(await table.referee.npc_add(ask(), "guard", 1))
    await opened(table)
    agreed(await table.referee.act(ask(ANN), "Ann", "attack", {"target": "Guard", "range_m": 60, "mode": "SA"}))
    assert await leading(table) == [leads]
    await table.store.close()
