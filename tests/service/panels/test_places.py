"""Where a panel offers to go: behind what is nearest first, then by people."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import app
from bot.core.ground.places import distance_cm
from bot.core.ground.shelter import nearest_of
from bot.service.requests import PanelState, Reply
from tests.service.table import Table, agreed, ask

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


def offered(reply: Reply) -> list[str]:
    """The places of the panel, in their order."""
    assert reply.panel is not None
    menu = next(each for each in reply.panel.menus if each.key == "to")
    return [each.label.removeprefix("to: ") for each in menu.choices if each.label.startswith("to: ")]


async def test_one_goes_behind_the_nearest_thing_before_towards_anybody(street: Table) -> None:
    ground = street.scene().ground
    assert ground is not None
    here = ground.places["Axel"]
    far = {key: distance_cm(here, nearest_of(piece.outline, here)) for key, piece in ground.pieces.items()}
    panel = await street.referee.panel(ask(), PanelState(action="move", actor="Axel"))
    assert panel.panel is not None
    assert [each.key for each in panel.panel.menus if each.key != ".actor"][:2] == ["to", "target"]
    found = offered(panel)
    behind = [each.removeprefix("behind the ") for each in found if each.startswith("behind the ")]
    assert behind
    assert [far[each] for each in behind] == sorted(far[each] for each in behind)
    assert min(found.index(each) for each in found if "Guard" in each) > found.index(f"behind the {behind[-1]}")
    assert not any("Axel" in each for each in found)


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
