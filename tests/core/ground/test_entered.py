"""Whoever has come into an area meets what lies there: nothing, where it is of another kind or is gone."""

from __future__ import annotations

from bot.core.events import AreaGone, AreaLaid, Entered
from bot.core.ground.entered import area_entered
from bot.core.ground.outlines import Disc
from bot.core.ground.pieces import Area
from tests.core.ground.test_fog import NORTH, yard


def test_the_area_is_the_one_that_was_entered_while_it_lies_there() -> None:
    play = yard()
    area = Area("toy.mine 1", "toy.mine", Disc(NORTH, 300))
    entered = Entered(actor="Ann", area=area.key, kind=area.kind, place=NORTH)
    play.tell(AreaLaid(area=area))
    assert area_entered(play.scene, entered, "toy.mine") == area
    assert area_entered(play.scene, entered, "toy.lane") is None
    play.tell(AreaGone(key=area.key))
    assert area_entered(play.scene, entered, "toy.mine") is None
    play.scene = type(play.scene)(play.scene.state)
    assert area_entered(play.scene, entered, "toy.mine") is None
