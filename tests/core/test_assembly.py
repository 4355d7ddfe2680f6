"""Wrong ready-made sheets are found, and named, when a system is put together."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.assembly import check_people
from bot.core.errors import AssemblyError
from bot.core.options import SheetSpec
from bot.core.sheet_fields import number, record

SPEC = SheetSpec(record("", "somebody", (number("skill", "how well", 1, 20, default=1),)))


def test_ready_made_people_have_sheets_as_anybody() -> None:
    check_people(SPEC, {"guard": {"skill": 3}}, "guard")
    check_people(SPEC, {}, "")


@pytest.mark.parametrize(
    ("sheet", "why"), [({"skil": 3}, r"npcs\.guard: skil"), ({"skill": 21}, r"npcs\.guard: skill")]
)
def test_a_ready_made_sheet_with_a_wrong_field_is_named(sheet: dict[str, Any], why: str) -> None:
    with pytest.raises(AssemblyError, match=why):
        check_people(SPEC, {"guard": sheet}, "guard")


def test_players_begin_with_somebody_who_is_there() -> None:
    with pytest.raises(AssemblyError, match="nobody ready-made is called guard"):
        check_people(SPEC, {}, "guard")
