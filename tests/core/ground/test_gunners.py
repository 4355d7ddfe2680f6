"""All know of what begins where somebody stands while they see that one; of what begins elsewhere only the GM does."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.events import AreaLaid, Audience, Event, Placed, Revealed
from bot.core.ground.gunners import beginning_at, show_or_hide, take_along
from bot.core.ground.outlines import Cone, Disc, Lane, Outline
from bot.core.ground.pieces import Area
from bot.core.ground.places import Place
from bot.core.play import Play
from tests.core.ground.test_fog import BESIDE, NORTH, SOUTH, stood, yard

FAR, KIND = Place(5_000, 9_000), "toy.lane"


def lane(play: Play[Any, Any, Any], outline: Outline, owner: str = "Thug", kind: str = KIND) -> Area:
    area = Area(f"{kind} {owner}", kind, outline, owner=owner)
    play.tell(AreaLaid(area=area))
    return area


def turned(play: Play[Any, Any, Any], **how: Any) -> list[Event]:
    """What is told of lanes."""
    before = len(play.events)
    show_or_hide(play, KIND, **how)
    return play.events[before:]


@pytest.mark.parametrize("outline", [Lane(NORTH, FAR, 400), Cone(NORTH, FAR, 400)], ids=["lane", "cone"])
def test_it_is_the_gms_while_nobody_sees_its_gunner_and_then_everybodys(outline: Outline) -> None:
    play = yard()
    stood(play, "Thug")
    lane(play, outline)
    (hidden,) = turned(play)
    assert isinstance(hidden, AreaLaid)
    assert (hidden.area.hidden, hidden.area.outline, hidden.audience) == (True, outline, Audience.GM)
    assert turned(play) == []
    play.tell(Placed(actor="Ann", place=Place(0, 6_000)))
    (shown,) = turned(play)
    assert isinstance(shown, AreaLaid)
    assert (shown.area.hidden, shown.audience) == (False, Audience.ALL)


def test_what_begins_where_its_gunner_was_out_of_sight_does_not_show_unless_it_goes_along() -> None:
    play = yard()
    stood(play, "Thug")
    lane(play, Lane(NORTH, FAR, 400))
    turned(play)
    stood(play, "Thug", BESIDE)
    assert turned(play) == []
    (shown,) = turned(play, goes_along=True)
    assert isinstance(shown, AreaLaid)
    assert (shown.area.outline, shown.area.hidden) == (Lane(BESIDE, FAR, 400), False)


def test_others_areas_and_those_besides_stay_as_they_are() -> None:
    play = yard("Thug", "Spy")
    stood(play, "Thug")
    lane(play, Disc(NORTH, 300), kind="toy.cloud")
    area = lane(play, Lane(NORTH, FAR, 400))
    assert turned(play, besides={area.key}) == []
    hidden = lane(play, Cone(Place(5_000, 4_300), FAR, 400), owner="Spy")
    assert [each.area.key for each in turned(play, besides={area.key}) if isinstance(each, AreaLaid)] == [hidden.key]
    play.tell(Revealed(actor="Spy"))
    assert len(turned(play, besides={area.key})) == 1


def test_of_whoever_has_left_it_is_the_gms_and_lies_where_it_lay() -> None:
    play = yard()
    lane(play, Lane(SOUTH, FAR, 400), owner="Nobody")
    (hidden,) = turned(play, goes_along=True)
    assert isinstance(hidden, AreaLaid)
    assert (hidden.area.outline, hidden.area.hidden, hidden.audience) == (Lane(SOUTH, FAR, 400), True, Audience.GM)
    assert turned(play) == []


def test_it_goes_along_with_its_gunner_and_who_knew_of_it_knows_of_that() -> None:
    play = yard()
    stood(play, "Thug")
    lane(play, Lane(NORTH, FAR, 400))
    lane(play, Lane(SOUTH, FAR, 400), owner="Nobody")
    lane(play, Lane(SOUTH, FAR, 400), kind="toy.other")
    take_along(play, KIND)
    play.tell(Placed(actor="Thug", place=BESIDE))
    before = len(play.events)
    take_along(play, KIND)
    (laid,) = play.events[before:]
    assert isinstance(laid, AreaLaid)
    assert (laid.area.outline, laid.audience) == (Lane(BESIDE, FAR, 400), Audience.ALL)
    turned(play)
    play.tell(AreaLaid(area=Area(f"{KIND} Thug", KIND, Lane(NORTH, FAR, 400), owner="Thug", hidden=True)))
    take_along(play, KIND)
    (*_, unseen) = play.events
    assert isinstance(unseen, AreaLaid)
    assert (unseen.area.hidden, unseen.audience) == (True, Audience.GM)


def test_what_is_no_lane_begins_nowhere() -> None:
    assert beginning_at(Disc(NORTH, 300), SOUTH) == Disc(NORTH, 300)


def test_where_no_ground_is_laid_nothing_is_told() -> None:
    play = yard()
    play.scene = type(play.scene)(play.scene.state)
    assert turned(play) == []
