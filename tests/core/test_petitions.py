"""What a player asks of the GM waits in the scene, and what an edit changes is said place by place."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import Audience, PetitionSettled, SheetEdited
from bot.core.scene import Petition
from bot.core.sheet_changes import SheetChange, changes
from bot.core.views import PUBLIC, Viewer, view
from tests.core.brawl import ANN, TOY, Yard, facing, kinds, only, paper, recruit

HEAL = Petition(ANN, "Ann", 7, "hurt", "0")


def edited(**places: int) -> orders.EditSheet:
    return orders.EditSheet(actor="Ann", path="hurt", sheet=paper(**places))


def asking() -> Yard:
    yard = facing(4, 3, hurt=2)
    yard.do(orders.AskGM(petition=HEAL))
    return yard


def test_what_is_asked_waits_while_the_fight_goes_on() -> None:
    yard = asking()
    assert yard.scene.petitions == {1: HEAL}
    assert yard.scene.pending is None
    yard.do(orders.GoOn())
    assert yard.scene.petitions == {1: HEAL}
    assert view(yard.scene, PUBLIC, TOY).petitions == view(yard.scene, Viewer(12), TOY).petitions == {}
    assert view(yard.scene, Viewer(ANN), TOY).petitions == {1: HEAL}


def test_what_is_granted_is_carried_out() -> None:
    yard = asking()
    events = yard.do(orders.Settle(number=1, then=edited(hurt=0)))
    assert kinds(events) == ["PetitionSettled", "SheetEdited"]
    assert [event.audience for event in events] == [Audience.GM, Audience.ALL]
    assert yard.hits("Ann") == 6
    assert yard.scene.petitions == {}
    with pytest.raises(RuleViolation, match="settled already"):
        yard.do(orders.Settle(number=1))


@pytest.mark.parametrize(("path", "audience"), [("hurt", Audience.ALL), ("", Audience.GM)])
def test_a_change_that_is_refused_is_told_to_all_and_who_is_not_let_in_is_not(path: str, audience: Audience) -> None:
    yard = facing(4, 3)
    yard.do(orders.AskGM(petition=Petition(ANN, "Ann", 7, path)))
    assert only(yard.do(orders.Settle(number=1)), PetitionSettled).audience is audience


def test_asking_again_takes_the_place_of_the_same() -> None:
    yard = asking()
    less = Petition(ANN, "Ann", 7, "hurt", "1")
    yard.do(orders.AskGM(petition=less))
    yard.do(orders.AskGM(petition=Petition(ANN, "Ann", 7, "skill", "1")))
    assert list(yard.scene.petitions) == [2, 3]
    assert yard.scene.petitions[2] == less


def test_one_user_asks_for_few_things_at_once() -> None:
    yard = facing(4, 3)
    for number in range(5):
        yard.do(orders.AskGM(petition=Petition(ANN, "Ann", 7, f"place{number}")))
    with pytest.raises(RuleViolation, match="asked a GM for 5 things"):
        yard.do(orders.AskGM(petition=HEAL))
    yard.do(orders.AskGM(petition=Petition(12, "Bob", 8, "hurt", "0")))


def test_nobody_need_be_asked_before_a_fight() -> None:
    yard = Yard()
    yard.do(recruit("Ann", ANN))
    with pytest.raises(RuleViolation, match="No fight is open"):
        yard.do(orders.AskGM(petition=HEAL))


def test_an_edit_tells_what_it_changed_and_not_what_was_left_to_defaults() -> None:
    yard = Yard()
    yard.do(orders.Enlist(name="Ann", owner=ANN, side="red", sheet=paper(hurt=2)))
    sheet = paper(hurt=0, tricks=["keen"], shield=True)
    event = only(yard.do(orders.EditSheet(actor="Ann", path="", sheet=sheet)), SheetEdited)
    assert event.changes == (
        SheetChange("hurt", "2", "0"),
        SheetChange("shield", "no", "yes"),
        SheetChange("tricks.0", "none", "keen"),
    )


def test_places_are_told_down_to_the_last_table_and_list() -> None:
    before = {"condition": {"wounds": {"arm": "serious"}, "lost": ["leg"]}, "name": "Ann", "empty": {}}
    after: dict[str, Any] = {
        "condition": {"wounds": {"head": "slight"}, "lost": []},
        "name": "Ann",
        "empty": None,
        "more": [],
    }
    assert changes(before, after) == (
        SheetChange("condition.wounds.arm", "serious", "none"),
        SheetChange("condition.wounds.head", "none", "slight"),
        SheetChange("condition.lost.0", "leg", "none"),
    )
