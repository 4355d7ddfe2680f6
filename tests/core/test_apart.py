"""Where the hidden are rolled apart, each face has its own place, and nothing hidden moves one that players know of."""

from __future__ import annotations

import hmac
import struct
from collections import Counter

import msgspec
import pytest

from bot.core import engine, folding, orders
from bot.core.dice import ApartDice, Ask, Dice, Faces, Roll, SeededDice
from bot.core.engine import Kept
from bot.core.events import Asked, FightEnded, RangeSet, rolls_of
from bot.core.scene import Question, Scene
from bot.core.source import Source
from tests.core.brawl import TOY, Yard, act, facing, kinds, recruit, strike
from tests.rulesets.toy.state import SceneState, ToyPlay, ToyScene

ORDER = b'{"type":"core.go_on"}'


class Recorder:
    """Dice that show the highest face and keep what they were asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[Ask, int]] = []

    def faces(self, ask: Ask, index: int) -> Faces:
        self.asked.append((ask, index))
        return (ask.sides,) * ask.count


def dice(position: int = 3, draw: str = "", order: bytes = ORDER) -> ApartDice:
    return ApartDice(b"public", b"gm", draw, position, order)


def throw(thrower: Dice, index: int = 0, *, secret: bool = False, unseen: bool = False, moment: str = "") -> Faces:
    return thrower.faces(Ask("attack", 20, 100, secret=secret, unseen=unseen, moment=moment), index)


def test_a_face_follows_from_its_message_as_the_page_on_dice_says() -> None:
    message = b"0|order 3|attack|0|" + ORDER
    words = struct.unpack(">8I", hmac.digest(b"public", message, "sha256"))
    limit = 2**32 - 2**32 % 100
    assert throw(dice())[:8] == tuple(1 + word % 100 for word in words if word < limit)


def test_every_place_has_faces_of_its_own() -> None:
    places = [
        throw(dice()),
        throw(dice(), 1),
        throw(dice(4)),
        throw(dice(order=b"other")),
        throw(dice(), secret=True),
        throw(dice(), secret=True, unseen=True),
        throw(dice(draw="gm 0")),
        throw(dice(draw="gm 1")),
        throw(dice(draw="unseen 0")),
        throw(dice(), moment="3 round"),
        throw(dice(), moment="4 round"),
        throw(dice(), moment="3 round", secret=True, unseen=True),
    ]
    assert len(set(places)) == len(places)


def test_what_happens_by_itself_does_not_depend_on_the_order_it_follows() -> None:
    assert throw(dice(), moment="3 round") == throw(dice(7, "unseen 2", b"other"), moment="3 round")


def test_the_first_scheme_stays_what_it_was() -> None:
    thrower = SeededDice(b"public", b"gm", 3, ORDER)
    words = struct.unpack(">8I", hmac.digest(b"gm", b"0|3:1:" + ORDER, "sha256"))
    assert thrower.faces(Ask("attack", 8, 2, secret=True), 1) == tuple(1 + word % 2 for word in words)


@pytest.fixture
def scene() -> ToyScene:
    yard = Yard()
    for name in ("Ann", "Guard"):
        yard.do(recruit(name))
    yard.do(recruit("Umbra", hidden=True))
    return msgspec.structs.replace(yard.scene, apart=True)


def test_requests_are_counted_by_what_they_are_for_and_those_about_the_hidden_apart(scene: ToyScene) -> None:
    source = Source(recorder := Recorder(), apart=True)
    source.scene = scene
    with source.about("Ann"):
        one = source.roll(Ask("haste", 1, 6))
        with source.about("Umbra"):
            hidden = source.roll(Ask("haste", 1, 6))
    other, again = source.roll(Ask("strike", 1, 6)), source.roll(Ask("haste", 1, 6))
    assert [roll.index for roll in (one, hidden, other, again)] == [0, 0, 0, 1]
    assert [(roll.unseen, roll.secret) for roll in (one, hidden, other, again)] == [
        (False, False),
        (True, True),
        (False, False),
        (False, False),
    ]
    assert [index for _, index in recorder.asked] == [0, 0, 0, 1]


def test_what_happens_by_itself_is_about_nobody_else_and_names_its_round(scene: ToyScene) -> None:
    source = Source(Recorder(), apart=True)
    source.scene = msgspec.structs.replace(scene, rounds=4)
    with source.about("Umbra"):
        with source.by_itself("round"):
            inside = source.roll(Ask("haste", 1, 6))
        outside = source.roll(Ask("haste", 1, 6))
    assert (inside.moment, inside.unseen) == ("4 round", False)
    assert (outside.moment, outside.unseen) == ("", True)


def test_a_source_that_does_not_roll_apart_counts_as_ever(scene: ToyScene) -> None:
    source = Source(Recorder())
    source.scene = scene
    with source.about("Umbra"), source.by_itself("round"):
        rolls = [source.roll(Ask("haste", 1, 6)), source.roll(Ask("strike", 1, 6))]
    assert rolls == [Roll("haste", 6, (6,)), Roll("strike", 6, (6,), 1)]


def test_a_source_without_a_scene_knows_of_nobody_hidden() -> None:
    source = Source(Recorder(), apart=True)
    with source.about("Umbra"), source.by_itself("round"):
        assert not source.roll(Ask("haste", 1, 6)).unseen


def test_each_kind_of_order_is_counted_by_itself(scene: ToyScene) -> None:
    for kept in (Kept.NOTICED, Kept.NOTICED, Kept.UNSEEN, Kept.GM, Kept.GM, Kept.GM):
        scene = engine.counted(msgspec.structs.replace(scene, position=scene.position + 1), kept)
    places = {draw: engine.position(scene, draw) for draw in ("", "unseen 0", "gm 3")}
    assert places == {"": 2, "unseen 0": 1, "gm 3": 3 + 3}  # three had come in before anything was counted


def test_the_first_scheme_counts_every_order(scene: ToyScene) -> None:
    plain = msgspec.structs.replace(scene, apart=False)
    assert engine.counted(plain, Kept.NOTICED) is plain
    assert engine.position(plain, "unseen 0") == plain.position


def test_what_the_hidden_do_together_with_others_is_not_in_the_key_of_their_dice(scene: ToyScene) -> None:
    seen, hidden, other = act("Ann", "rest"), act("Umbra", "rest"), act("Guard", "rest")
    together = orders.canonical(orders.Together(acts=(seen, hidden)))
    assert engine.keyed(scene, together) == orders.canonical(seen)
    three = orders.canonical(orders.Together(acts=(seen, hidden, other)))
    assert engine.keyed(scene, three) == orders.canonical(orders.Together(acts=(seen, other)))
    assert engine.keyed(scene, orders.canonical(hidden)) == orders.canonical(hidden)
    plain = msgspec.structs.replace(scene, apart=False)
    assert engine.keyed(plain, together) == together


def test_an_order_that_names_somebody_hidden_is_the_gms_to_know(scene: ToyScene) -> None:
    yard = Yard()
    yard.scene = scene
    yard.do(orders.StartFight(), 6, 3, 4)
    struck = [*rolls_of(yard.do(strike("Ann", "Umbra"), 1, 1, 6))]
    assert struck
    assert all(roll.unseen for roll in struck)


def test_rounds_are_counted_where_the_agenda_was_empty_and_outlive_the_fight(scene: ToyScene) -> None:
    yard = Yard()
    yard.scene = scene
    yard.do(orders.StartFight(), 6, 3, 4)
    assert yard.scene.rounds == 1
    for actor in ("Ann", "Umbra"):
        yard.do(act(actor, "rest"))
    events = yard.do(act("Guard", "rest"), 1, 2, 3)
    assert yard.scene.rounds == 2
    assert Counter(roll.moment for roll in rolls_of(events)) == {"1 round": 3}
    yard.do(orders.EndFight())
    ended = yard.scene
    assert isinstance(yard.history[-1][0], FightEnded)
    assert (ended.apart, ended.rounds, ended.noticed, ended.unseen) == (True, 2, 0, 0)
    assert folding.fold(TOY, scene, yard.history) == ended


def test_the_first_scheme_counts_no_rounds() -> None:
    yard = Yard()
    yard.do(recruit("Ann"))
    yard.do(orders.StartFight(), 4)
    assert yard.scene.rounds == 0


def test_a_question_keeps_where_its_dice_come_from(scene: ToyScene) -> None:
    yard = Yard()
    yard.scene = scene
    yard.do(recruit("Bob", 12, shield=True))
    yard.do(orders.StartFight(), 6, 3, 4, 5)
    recorder = Recorder()
    given = engine.decide(TOY, yard.scene, strike("Ann", "Bob"), lambda _position, _order: _Low(), "unseen 2", 17)
    asked = given.events[-1]
    assert isinstance(asked, Asked)
    assert (asked.draw, asked.position, asked.moment) == ("unseen 2", 17, "")
    positions: list[int] = []

    def kept(position: int, _order: bytes) -> Dice:
        positions.append(position)
        return recorder

    answered = engine.decide(TOY, given.scene, orders.Answer(choice="take"), kept)
    assert positions == [17]
    assert [ask.label for ask, _ in recorder.asked] == ["damage"]
    assert answered.scene.pending is None
    assert answered.rolls == 2


class _Low:
    """Dice that always show one."""

    def faces(self, ask: Ask, index: int) -> Faces:
        return (1,) * ask.count


def test_what_a_player_says_is_known_by_what_everybody_knows_of(scene: ToyScene) -> None:
    said = RangeSet(actor="Ann", target="Guard", range_m=10, said_by="Ann")
    here = msgspec.structs.replace(scene, position=9, noticed=2)
    assert [claim.position for claim in folding.evolve(TOY, here, said).claims] == [2]
    before = msgspec.structs.replace(here, apart=False)
    assert [claim.position for claim in folding.evolve(TOY, before, said).claims] == [9]


def test_scenes_of_before_hold_nothing_of_it() -> None:
    bare: ToyScene = Scene(SceneState())
    assert (bare.apart, bare.rounds, bare.noticed, bare.unseen) == (False, 0, 0, 0)


def test_a_question_of_a_round_leaves_the_order_before_it_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    close_round = type(TOY).close_round

    def asking(self: object, play: ToyPlay) -> None:
        for key in ("ready", "sure"):
            play.ask(Question(key=key, actor="Ann", prompt=key, choices=("yes", "no"), default="no"))
        close_round(TOY, play)

    yard = facing(5, 4)
    yard.scene = msgspec.structs.replace(yard.scene, apart=True)
    alone = yard.do(orders.GoOn())
    monkeypatch.setattr(type(TOY), "close_round", asking)
    behind = yard.do(orders.GoOn())
    assert kinds(behind) == [*kinds(alone), "Asked"]
    assert yard.scene.pending is not None
    assert yard.scene.pending.order == orders.canonical(orders.Follow())
    assert kinds(yard.do(orders.Answer(choice="yes"))) == ["Answered", "Asked"]
    begun = yard.do(orders.Answer(choice="yes"), 3, 2)
    assert kinds(begun)[0] == "Answered"
    assert kinds(alone)[0] not in kinds(begun)
    assert yard.turns() == ["Ann"]
