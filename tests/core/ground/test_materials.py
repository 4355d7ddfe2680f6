"""Materials are read from a table, and what is no material is told."""

from __future__ import annotations

import pytest

from bot import app
from bot.core.errors import AssemblyError
from bot.core.ground.materials import materials_of


def test_a_material_says_what_a_thing_of_it_usually_is() -> None:
    brush = app.materials()["brush"]
    assert (brush.title, brush.hides, brush.blocks, brush.top_cm) == ("brush", True, False, 150)


def test_what_is_no_material_is_told() -> None:
    with pytest.raises(AssemblyError, match=r"materials: .*`top_m`.*\[\.\.\.\]"):
        materials_of({"mud": {"title": "mud", "hides": False, "blocks": False}})


@pytest.mark.parametrize("key", app.SYSTEMS)
def test_a_system_with_a_table_of_pieces_knows_every_material(key: str) -> None:
    tables = app.tables_of(key)
    assert set(app.materials()) <= set(tables.get("pieces", app.materials()))
