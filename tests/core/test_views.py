"""What a player may know: nothing of the hidden anywhere, and of the GM's side only what anyone can see."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import Audience, Revealed
from bot.core.folding import reopened
from bot.core.said.told import fact
from bot.core.scene import Away, Claim, Combatant, Pending, Petition, Question, Scene, ToldFact, pair
from bot.core.squads.standing import Drill, Squad, StandingOrder
from bot.core.timeline import Key, Slot, agenda
from bot.core.views import GM, PUBLIC, Viewer, hides, knows, may_read, view
from tests.core.brawl import ANN, TOY, Yard, act, recruit, strike

ANNS = Viewer(ANN)
HIDDEN = ("Xerxes", "Yolanda")
NAMES = ("Ann", "Thug", *HIDDEN)


def combatant(actor: str) -> Combatant[str]:
    return Combatant(actor, int(actor == "Ann"), "red", f"state of {actor}", {"name": actor}, hidden=actor in HIDDEN)


people = st.sets(st.sampled_from(NAMES)).map(lambda names: {name: combatant(name) for name in sorted(names)})


@st.composite
def scenes(draw: st.DrawFn) -> Scene[str, None]:
    """A scene with anybody in it at any of its places."""
    present = draw(people)
    names = sorted(present) or [""]
    slots = st.builds(Slot, st.tuples(st.integers(-3, 3)), st.sampled_from(names), st.just(("act",)))
    pairs = st.dictionaries(st.sampled_from([pair(one, two) for one in names for two in names]), st.just(1.0))
    question = Question("block", draw(st.sampled_from(names)), "block", ("yes", "no"), "no")
    order = orders.canonical(strike(draw(st.sampled_from(names)), draw(st.sampled_from(names))))
    state = {name: present[name].state for name in present}
    somebody = st.sampled_from(names)
    return Scene(
        None,
        told={fact("cover", draw(somebody)): ToldFact("wall", "Ann")},
        claims=(Claim("Ann", "Ann", draw(somebody), {"cover": "wall"}, 3, True),),
        outdated=tuple(draw(pairs)),
        last_seen=state,
        squads={"Left": Squad(tuple(names), StandingOrder(Drill.FIRE, target=draw(somebody)))},
        away={7: Away(combatant(draw(somebody)), (1,), ranges_m=dict.fromkeys(names, 1.0))},
        petitions={1: Petition(9, draw(somebody), 7, "hits", "3")},
        asked=1,
        combatants=present,
        agenda=agenda(draw(st.lists(slots, max_size=6))) if present else (),
        opening=state,
        before=state,
        ranges_m=draw(pairs),
        pending=draw(st.none() | st.just(Pending(question, order, 4, ((1, 2),), {"block": "no"}))),
    )


class Veiled:
    """Everybody looks alike, and the ground is as it is."""

    def public(self, state: str) -> str:
        return "somebody"

    def public_to(self, state: str, known: Collection[str]) -> str:
        return self.public(state)

    def is_down(self, state: str) -> bool:
        return False

    def common_state(self, scene: Scene[str, None], viewer: Viewer) -> None:
        return scene.state


VEIL = Veiled()


@given(scenes())
def test_a_hidden_name_is_nowhere_in_what_a_player_knows(scene: Scene[str, None]) -> None:
    known = view(scene, PUBLIC, VEIL)
    assert not any(name.encode() in msgspec.json.encode(known) for name in HIDDEN)
    assert (known.squads, known.claims, known.away, known.petitions, known.asked) == ({}, (), {}, {}, 0)


@given(scenes())
def test_the_condition_of_the_game_masters_side_is_nowhere_either(scene: Scene[str, None]) -> None:
    known = view(scene, ANNS, VEIL)
    assert b"state of Thug" not in msgspec.json.encode(known)
    assert all(seen.sheet == {} for seen in known.combatants.values() if seen.guarded)


@given(scenes())
def test_a_game_master_knows_the_scene(scene: Scene[str, None]) -> None:
    assert view(scene, GM, VEIL) is scene


@given(scenes())
def test_whoever_can_be_seen_stays(scene: Scene[str, None]) -> None:
    known = view(scene, PUBLIC, VEIL)
    assert set(known.combatants) == set(scene.combatants) - set(HIDDEN)
    assert {slot.actor for slot in known.agenda} == {slot.actor for slot in scene.agenda} - set(HIDDEN)
    if "Ann" in scene.combatants:
        assert known.combatants["Ann"] == scene.combatants["Ann"]
        assert known.opening["Ann"] == known.before["Ann"] == "state of Ann"


@pytest.mark.parametrize(("beside", "known"), [((), None), (("Ann",), (-9,))])
def test_a_moment_of_the_hidden_alone_has_no_key(beside: tuple[str, ...], known: Key | None) -> None:
    slots = [Slot((-9,), name, ("act",)) for name in ("Xerxes", *beside)]
    people = {name: combatant(name) for name in ("Ann", "Xerxes")}
    scene = reopened(Scene(None, combatants=people, agenda=agenda([*slots, Slot((-3,), "Ann", ("act",))])))
    assert scene.opened == (-9,)
    assert view(scene, PUBLIC, VEIL).opened == known


def test_a_player_asked_to_choose_reads_the_question_but_not_the_order() -> None:
    yard = Yard()
    yard.do(recruit("Ann", ANN, shield=True))
    yard.do(recruit("Lurker", hidden=True))
    yard.do(orders.StartFight(), 3, 4)
    yard.do(strike("Lurker", "Ann"), 1, 2)
    pending = view(yard.scene, ANNS, TOY).pending
    assert pending == Pending(yard.question(), b"", 3)
    assert view(yard.scene, GM, TOY).pending == yard.scene.pending


def test_of_what_the_gm_must_decide_a_player_knows_only_that_it_is_open() -> None:
    yard = Yard()
    yard.do(recruit("Ann", ANN))
    yard.do(recruit("Thug", shield=True))
    yard.do(orders.StartFight(), 4, 3)
    assert not yard.scene.asks_gm
    yard.do(strike("Ann", "Thug"), 1, 2)
    assert yard.scene.asks_gm
    seen = view(yard.scene, ANNS, TOY)
    assert seen.asks_gm
    assert seen.pending == Pending(Question("", "Thug", "", (), ""), b"", 3)
    assert view(yard.scene, GM, TOY).pending == yard.scene.pending


def test_what_a_player_asks_of_the_gm_is_not_the_players_to_answer() -> None:
    yard = Yard()
    yard.do(recruit("Ann", ANN))
    yard.do(act("Ann", "beg", boon="a rope"))
    assert yard.scene.asks_gm
    pending = view(yard.scene, ANNS, TOY).pending
    assert pending is not None
    assert (pending.question.choices, pending.question.gm) == ((), True)
    with pytest.raises(RuleViolation, match="the GM's to answer first"):
        yard.do(act("Ann", "beg", boon="another"))


def test_an_enemy_shows_what_anyone_can_see() -> None:
    yard = Yard()
    yard.do(recruit("Thug", hits=9, weapon="spear"))
    yard.do(act("Thug", "hurt", points=3))
    seen = view(yard.scene, PUBLIC, TOY).combatants["Thug"].state
    assert (seen.weapon, seen.hits, seen.most_hits) == ("spear", 1, 1)


@pytest.mark.parametrize(
    ("changes", "viewer", "answers"),
    [
        ({}, PUBLIC, (True, False, True)),
        ({"audience": Audience.GM}, PUBLIC, (False, False, True)),
        ({"audience": Audience.GM}, GM, (True, False, True)),
        ({"unseen": ("Ann",)}, PUBLIC, (True, True, False)),
        ({"unseen": ("Ann",)}, GM, (True, False, True)),
        ({"guarded": ("Ann",)}, ANNS, (True, False, False)),
        ({"guarded": ("Ann",)}, GM, (True, False, True)),
    ],
)
def test_an_event_says_who_may_know_what_of_it(
    changes: dict[str, Any], viewer: Viewer, answers: tuple[bool, ...]
) -> None:
    event = Revealed(actor="Ann", **changes)
    assert (may_read(event, viewer), hides(event, "Ann", viewer), knows(event, "Ann", viewer)) == answers
