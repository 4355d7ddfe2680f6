"""Where a panel offers to go: the nearest first, for cover behind things, and round what is in the way."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import app
from bot.core.ground.places import distance_cm
from bot.core.ground.shelter import nearest_of
from bot.service.requests import OnGround, PanelChoice, PanelState, Reply
from tests.service.table import Table, agreed, ask, words

SYSTEM = app.house().systems["reflex"]


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Table]:
    """Axel against two guards on a street, whose moment is his."""
    table = Table(tmp_path / "table.db", reflex=SYSTEM)
    agreed(await table.referee.campaign_setup(ask(), "reflex"))
    template = next(iter(SYSTEM.templates))
    agreed(await table.referee.npc_add(ask(), template, 1, "party", "Axel"))
    agreed(await table.referee.npc_add(ask(), template, 2, None, "Guard"))
    agreed(await table.referee.init_start(ask(), "", None, "street", now=True))
    for _ in range(20):
        ready = [slot.actor for slot in table.scene().entitled()]
        if "Axel" in ready:
            break
        agreed(await table.referee.init_next(ask(), ready[0]))
    yield table
    await table.store.close()


def choices(reply: Reply, key: str) -> list[PanelChoice]:
    """The places of the panel, in their order."""
    assert reply.panel is not None
    menu = next(each for each in reply.panel.menus if each.key == key)
    return [each for each in menu.choices if each.value.startswith("=")]


def told(reply: Reply) -> str:
    """What the panel says above its menus."""
    assert reply.panel is not None
    return "\n".join(line.text for line in reply.panel.lines)


def far_from(street: Table, one: str) -> dict[str, int]:
    """How far each thing is from somebody."""
    ground = street.scene().ground
    assert ground is not None
    here = ground.places[one]
    return {key: distance_cm(here, nearest_of(piece.outline, here)) for key, piece in ground.pieces.items()}


async def test_for_cover_one_goes_behind_the_nearest_thing_before_towards_anybody(street: Table) -> None:
    far = far_from(street, "Axel")
    found = [each.value for each in choices(await street.referee.panel(ask(), cover("")), "behind")]
    behind = [each.removeprefix("=behind the ") for each in found if each.startswith("=behind the ")]
    assert behind
    assert [far[each] for each in behind] == sorted(far[each] for each in behind)
    assert min(found.index(each) for each in found if "Guard" in each) > found.index(f"=behind the {behind[-1]}")
    assert not any("Axel" in each for each in found)


async def test_a_move_goes_towards_people_and_things_before_past_them(street: Table) -> None:
    far = far_from(street, "Axel")
    panel = await street.referee.panel(ask(), PanelState(action="move", actor="Axel"))
    assert panel.panel is not None
    assert [each.key for each in panel.panel.menus if each.key != ".actor"][:2] == ["to", "target"]
    found = choices(panel, "to")
    assert [each.value for each in found[:2]] == ["=towards Guard 1", "=towards Guard 2"]
    things = [each for each in found if each.value.startswith("=towards the ")]
    assert [far[each.value.removeprefix("=towards the ")] for each in things] == sorted(
        far[each.value.removeprefix("=towards the ")] for each in things
    )
    assert max(map(found.index, things)) > min(found.index(each) for each in found if "behind the" in each.value)
    assert all(re.match(r"[0-9.]+ m · 5 ticks$", each.about) for each in found if "away" not in each.value)


async def test_what_is_thrown_is_thrown_at_people_before_towards_things(street: Table) -> None:
    found = choices(await street.referee.panel(ask(), PanelState(action="throw", actor="Axel")), "to")
    assert [each.value for each in found[:2]] == ["=Guard 1", "=Guard 2"]
    assert found[2].value.startswith("=towards the ")
    agreed(await street.referee.npc_add(ask(), next(iter(SYSTEM.templates)), 1, "party", "Bea"))
    agreed(await street.referee.map_place(ask(), "Bea", "1m north of Axel", 1, ""))
    found = choices(await street.referee.panel(ask(), PanelState(action="throw", actor="Axel")), "to")
    assert [each.value for each in found[:3]] == ["=Guard 1", "=Guard 2", "=Bea"]


def cover(behind: str) -> PanelState:
    """The panel of Axel who takes cover."""
    return PanelState(action="take_cover", actor="Axel", chosen={"behind": behind} if behind else {})


async def test_whoever_takes_cover_has_the_nearest_chosen(street: Table) -> None:
    panel = (await street.referee.panel(ask(), cover(""))).panel
    assert panel is not None
    assert panel.can
    assert panel.state.chosen["behind"].startswith("behind the ")


async def test_what_is_in_the_way_is_gone_round(street: Table) -> None:
    start = PanelState(action="move", actor="Axel")
    chosen = await street.referee.panel_step(ask(), start, "to", "=behind the blue car")
    assert chosen.panel is not None
    via = chosen.panel.state.chosen["via"]
    assert "," in via
    assert chosen.panel.can
    assert f"to:behind the blue car via:{via}" in told(chosen)
    straight = await street.referee.panel_step(ask(), chosen.panel.state, "via", "-")
    assert straight.panel is not None
    assert not straight.panel.can
    (why,) = (each for each in told(straight).splitlines() if "in the way" in each)
    assert why.startswith("Blue car")
    assert f"via:{via}" in told(straight)
    elsewhere = await street.referee.panel_step(ask(), chosen.panel.state, "to", "=towards the newsstand")
    assert elsewhere.panel is not None
    assert elsewhere.panel.state.chosen == {"to": "towards the newsstand"}


async def test_who_will_not_arrive_is_told_how_much_will_be_left(street: Table) -> None:
    far = (await street.referee.panel(ask(), cover("behind the red car"))).panel
    assert far is not None
    left = re.search(r"Not there at once: ([\d.]+) m will be left", told(Reply(panel=far)))
    assert left is not None
    went = agreed(await street.referee.panel_go(ask(), far.state, far.go.once))
    short = f"stops {left[1]} m short of the goal"
    assert short not in words(went)  # which everybody reads
    assert short in words(agreed(await street.referee.log_show(ask())))


async def test_who_will_arrive_or_goes_to_no_place_is_told_nothing_of_it(street: Table) -> None:
    for state in (PanelState(action="move", actor="Axel", chosen={"to": "2m north of Axel"}), cover("")):
        assert "will be left" not in told(await street.referee.panel_step(ask(), state, "pace", "-"))


async def test_a_way_of_ones_own_stays_when_the_goal_changes(street: Table) -> None:
    said = PanelState(action="move", actor="Axel", chosen={"to": "towards Guard 1", "via": "C4"})
    panel = (await street.referee.panel_step(ask(), said, "to", "=towards Guard 2")).panel
    assert panel is not None
    assert panel.state.chosen == {"to": "towards Guard 2", "via": "C4"}


async def test_whom_to_attack_has_who_is_out_of_sight_behind_who_is_in_it(street: Table) -> None:
    for one, at in (("Axel", "5,40"), ("Guard 1", "5,45"), ("Guard 2", "5,60")):
        agreed(await street.referee.map_place(ask(), one, at))
    attack = PanelState(action="attack", actor="Axel")
    assert targets(await street.referee.panel(ask(), attack)) == ["Guard 1", "Guard 2"]
    wall = OnGround(name="wall", material="brick_wall", at="3,43", to="7,43", high_m=3)
    agreed(await street.referee.map_piece(ask(), wall))
    agreed(await street.referee.map_place(ask(), "Guard 2", "15,40"))
    found = await street.referee.panel(ask(), attack)
    assert targets(found) == ["Guard 2", "Guard 1"]
    assert found.panel is not None
    assert found.panel.state.chosen["target"] == "Guard 2"


async def test_somebody_in_sight_is_chosen_however_many_nearer_ones_are_out_of_it(street: Table) -> None:
    agreed(await street.referee.npc_add(ask(), next(iter(SYSTEM.templates)), 6, None, "Lurker"))
    for one, at in (("Axel", "5,40"), ("Guard 1", "15,40"), ("Guard 2", "5,45")):
        agreed(await street.referee.map_place(ask(), one, at))
    for number in range(1, 7):
        agreed(await street.referee.map_place(ask(), f"Lurker {number}", f"{4 + number * 0.3:.1f},46"))
        agreed(await street.referee.act(ask(), f"Lurker {number}", "correct", {"initiative": "0"}))
    wall = OnGround(name="wall", material="brick_wall", at="1,43", to="9,43", high_m=3)
    agreed(await street.referee.map_piece(ask(), wall))
    found = await street.referee.panel(ask(), PanelState(action="attack", actor="Axel"))
    assert found.panel is not None
    assert (found.panel.state.chosen["target"], found.panel.can) == ("Guard 1", True)


def targets(reply: Reply) -> list[str]:
    """Whom the panel offers to attack, in order."""
    return [each.value.removeprefix("=") for each in choices(reply, "target")]


async def test_whom_to_attack_has_ones_own_side_last_however_near(street: Table) -> None:
    template = next(iter(SYSTEM.templates))
    agreed(await street.referee.npc_add(ask(), template, 1, "party", "Bea"))
    ground = street.scene().ground
    assert ground is not None
    near = {one: distance_cm(ground.places["Axel"], place) for one, place in ground.places.items()}
    assert near["Bea"] < min(near["Guard 1"], near["Guard 2"])
    panel = (await street.referee.panel(ask(), PanelState(action="attack", actor="Axel"))).panel
    assert panel is not None
    menu = next(each for each in panel.menus if each.key == "target")
    assert [each.value for each in menu.choices][-1] == "=Bea"
    assert {each.value for each in menu.choices[:-1]} == {"=Guard 1", "=Guard 2"}
    assert panel.state.chosen["target"].startswith("Guard")


async def test_a_menu_says_of_cover_what_it_is(street: Table) -> None:
    panel = (await street.referee.panel(ask(), PanelState(action="attack", actor="Axel"))).panel
    assert panel is not None
    menu = next(each for each in panel.menus if each.key == "target")
    assert all(" m, cover: car · " in each.about for each in menu.choices)


async def told_fight(tmp_path: Path) -> Table:
    """Axel against a guard, neither of whom has a place, whose moment is Axel's."""
    table = Table(tmp_path / "told.db", reflex=SYSTEM)
    agreed(await table.referee.campaign_setup(ask(), "reflex"))
    for side, name in (("party", "Axel"), ("foes", "Guard")):
        agreed(await table.referee.npc_add(ask(), next(iter(SYSTEM.templates)), 1, side, name))
    agreed(await table.referee.init_start(ask(), "", None, "", now=True))
    while "Axel" not in (ready := [slot.actor for slot in table.scene().entitled()]):
        agreed(await table.referee.init_next(ask(), ready[0]))
    return table


async def test_no_place_is_offered_where_distances_are_told(tmp_path: Path) -> None:
    table = await told_fight(tmp_path)
    for state in (PanelState(action="move", actor="Axel"), cover("")):
        panel = (await table.referee.panel(ask(), state)).panel
        assert panel is not None
        assert not {"to", "behind"} & {each.key for each in panel.menus}
        others = next(each for each in panel.menus if each.key == ".more")
        assert not {"=to", "=behind", "=via"} & {each.value for each in others.choices}
    await table.store.close()


async def test_a_distance_that_nobody_has_said_is_asked_first_of_all(tmp_path: Path) -> None:
    table = await told_fight(tmp_path)
    panel = (await table.referee.panel(ask(), PanelState(action="attack", actor="Axel"))).panel
    assert panel is not None
    keys = [each.key for each in panel.menus if each.key != ".actor"]
    assert keys[0] == "range_m"
    menu = next(each for each in panel.menus if each.key == "range_m")
    assert menu.choices[0].label == "range (m): not said"
    chosen = await table.referee.panel_step(ask(), panel.state, "range_m", "=15")
    assert chosen.panel is not None
    assert chosen.panel.menus[0].key in ("target", ".actor")
    again = next(each for each in chosen.panel.menus if each.key == "range_m")
    assert again.choices[0].label == "range (m): as the scene has it"
    await table.store.close()


async def test_for_cover_things_are_offered_alone_and_without_saying_behind_twice(street: Table) -> None:
    found = choices(await street.referee.panel(ask(), cover("")), "behind")
    assert all(each.value.startswith("=behind ") for each in found)
    assert all(each.label.startswith("behind: ") and "behind behind" not in each.label for each in found)
    assert not any(each.label.startswith("behind: behind") for each in found)
    assert found[0].label.startswith("behind: the ")


@pytest.mark.parametrize("going", ["move", "take_cover"])
async def test_how_fast_one_goes_is_a_menu_of_whatever_goes_somewhere(street: Table, going: str) -> None:
    panel = (await street.referee.panel(ask(), PanelState(action=going, actor="Axel"))).panel
    assert panel is not None
    assert "pace" in {each.key for each in panel.menus}


async def test_a_menu_with_nothing_to_choose_is_left_out(tmp_path: Path) -> None:
    """Of somebody who fires from afar, Gray Dawn has no part of a body to aim for."""
    table = Table(tmp_path / "table.db", graydawn=app.house().systems["graydawn"])
    agreed(await table.referee.campaign_setup(ask(), "graydawn"))
    for template, side in (("operative", "party"), ("guard", "foes")):
        agreed(await table.referee.npc_add(ask(), template, 1, side, template.title()))
    agreed(await table.referee.init_start(ask(), "", 95, "", now=True))
    while "Operative" not in (ready := [slot.actor for slot in table.scene().entitled()]):
        agreed(await table.referee.init_next(ask(), ready[0]))
    panel = (await table.referee.panel(ask(), PanelState(action="attack", actor="Operative"))).panel
    assert panel is not None
    assert panel.can
    assert all(len(each.choices) > 1 for each in panel.menus if each.key != "target")
    assert "called" not in {each.key for each in panel.menus}
    await table.store.close()
