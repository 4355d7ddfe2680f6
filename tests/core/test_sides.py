"""A side keeps its colour through a fight, and nothing that only the GM knows of moves the colours of others."""

from __future__ import annotations

import msgspec

from bot.core import engine, folding, orders
from bot.core.events import Concealed, Event, Revealed
from bot.core.scene import all_sides, known_sides
from bot.core.views import GM, PUBLIC, Viewer, view
from bot.core.wording import SIDES, Span, lettered, line, mark_of, name
from tests.core.brawl import ANN, TOY, Yard, recruit


def gathered(*, kept: bool = True) -> Yard:
    """A yard whose chapter keeps sides, or is from before that, with Ann on the red side."""
    yard = Yard()
    yard.checkpoint = yard.scene = msgspec.structs.replace(yard.scene, sides=() if kept else None)
    yard.do(recruit("Ann", ANN))
    return yard


def comes(yard: Yard, name: str, side: str, *, hidden: bool = False) -> None:
    yard.roll(msgspec.structs.replace(recruit(name, hidden=hidden), side=side))


def read(yard: Yard, event: Event, viewer: Viewer = PUBLIC) -> list[str]:
    """What an event reads like that happens now, marks of sides by their names."""
    happened, _ = folding.kept(TOY, yard.scene, event, None)
    return [
        " ".join(each.text or each.mark for each in told.spans[:2]) for told in engine.story(TOY, (happened,), viewer)
    ]


def test_a_side_keeps_its_place_when_others_come_and_its_own_are_gone() -> None:
    yard = gathered()
    comes(yard, "Thug", "blue")
    comes(yard, "Cat", "grey")
    yard.do(orders.Release(actor="Thug"))
    assert known_sides(yard.scene) == ("red", "blue", "grey")
    comes(yard, "Ox", "blue")
    assert known_sides(yard.scene) == ("red", "blue", "grey")
    assert folding.fold(TOY, yard.checkpoint, yard.history) == yard.scene


def test_a_hidden_side_has_no_place_before_players_know_of_it() -> None:
    yard = gathered()
    comes(yard, "Shade", "black", hidden=True)
    comes(yard, "Thug", "blue")
    seen = view(yard.scene, PUBLIC, TOY)
    assert known_sides(yard.scene) == known_sides(seen) == all_sides(seen) == ("red", "blue")
    assert all_sides(yard.scene) == ("red", "blue", "black")
    yard.do(orders.Show(actor="Shade"))
    assert known_sides(yard.scene) == ("red", "blue", "black")
    yard.do(orders.Show(actor="Thug", hidden=True))
    assert known_sides(yard.scene) == ("red", "blue", "black")


def test_a_side_that_only_the_gm_knows_of_changes_no_mark_that_players_read() -> None:
    one, other = gathered(), gathered()
    comes(one, "Shade", "black", hidden=True)
    for yard in (one, other):
        comes(yard, "Thug", "blue")
        assert read(yard, Concealed(actor="Thug")) == ["second side Thug"]


def test_whoever_acts_stands_behind_the_mark_of_a_side_that_players_know_of() -> None:
    yard = gathered()
    comes(yard, "Shade", "black", hidden=True)
    comes(yard, "Lurker", "red", hidden=True)
    assert read(yard, Revealed(actor="Ann")) == ["first side Ann"]
    assert read(yard, Concealed(actor="Lurker"), GM) == ["first side Lurker"]
    assert read(yard, Concealed(actor="Shade"), GM)[0].startswith("Shade ")


def test_what_happens_in_a_chapter_from_before_has_no_marks() -> None:
    yard = gathered(kept=False)
    comes(yard, "Thug", "blue")
    assert read(yard, Concealed(actor="Thug"))[0].startswith("Thug ")
    assert yard.scene.sides is None
    assert known_sides(yard.scene) == ("red", "blue")


def test_a_sixth_side_looks_like_the_first_and_letters_stand_for_marks() -> None:
    assert [mark_of(number) for number in range(6)] == [*SIDES, SIDES[0]]
    assert lettered(line(Span("", SIDES[1]), name("Thug"))).text == "(B) Thug"


def test_an_ended_fight_leaves_no_side() -> None:
    yard = gathered()
    comes(yard, "Thug", "blue")
    yard.roll(orders.StartFight(title="The yard"))
    yard.roll(orders.EndFight())
    assert yard.scene.sides == ()
