"""Orders of each kind are counted apart, so that dice of one kind do not depend on how many of another there are."""

from __future__ import annotations

import msgspec
import pytest

from bot.core.engine import Kept, counted, position
from tests.core.brawl import facing

APART = msgspec.structs.replace(facing(4, 3).scene, apart=True, position=20, noticed=11, unseen=5, lost=3)


@pytest.mark.parametrize(
    ("draw", "before"), [("", 11), (f"{Kept.UNSEEN} 0", 5), (f"{Kept.LOST} 0", 3), (f"{Kept.GM} 0", 1)]
)
def test_dice_of_an_order_stand_behind_those_of_its_kind(draw: str, before: int) -> None:
    assert position(APART, draw) == before


@pytest.mark.parametrize(
    ("kept", "counts"),
    [(Kept.NOTICED, (12, 5, 3)), (Kept.UNSEEN, (11, 6, 3)), (Kept.LOST, (11, 5, 4)), (Kept.GM, (11, 5, 3))],
)
def test_an_order_counts_as_one_of_its_kind(kept: Kept, counts: tuple[int, int, int]) -> None:
    after = counted(APART, kept)
    assert (after.noticed, after.unseen, after.lost) == counts
