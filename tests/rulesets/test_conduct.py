"""Random play is looked on at, and whoever does what it cannot do is found."""

from __future__ import annotations

import msgspec

from bot.core import folding, orders
from bot.core.events import Event, Released, SlotMoved
from bot.core.views import GM
from bot.rulesets.eclipse.grapple.actions import Purpose
from bot.rulesets.eclipse.grapple.events import Wrestled
from bot.rulesets.eclipse.person.events import Corrected
from bot.rulesets.eclipse.time.events import Spent
from bot.rulesets.eclipse.wounds.events import Damaged, Healed, KnockedOut
from tests.rulesets.conduct import conduct_of, misconduct
from tests.rulesets.eclipse.playing import ECLIPSE, SHOOTER, Game
from tests.rulesets.play import Step


def _steps(*parts: tuple[orders.Order, tuple[Event, ...]]) -> list[Step]:
    """Ann and Bob, who act at one moment, and orders with what came of them."""
    game = Game()
    game.join("Ann", **SHOOTER)
    game.join("Bob", **SHOOTER)
    game.start(50, 50)
    scene, steps = game.scene, []
    for order, events in parts:
        after = folding.fold(ECLIPSE, scene, [events])
        steps.append(Step(GM, scene, order, events, after))
        scene = after
    return steps


def _wrong(*parts: tuple[orders.Order, tuple[Event, ...]]) -> list[str]:
    conduct = conduct_of("eclipse")
    assert conduct
    return misconduct(conduct, ECLIPSE, _steps(*parts))


def _attack(actor: str) -> tuple[Event, ...]:
    """What comes of an attack that a rule lets somebody make."""
    game = Game()
    game.join("Ann", **SHOOTER)
    game.join("Bob", **SHOOTER)
    game.start(50, 50)
    other = "Bob" if actor == "Ann" else "Ann"
    return game.act(actor, "attack", 99, target=other, range_m=5, mode="SA")


def _act(actor: str, action: str) -> orders.Act:
    return orders.Act(actor=actor, action=action, inputs={})


OUT = KnockedOut(actor="Bob")
BOBS = (_act("Bob", "attack"), _attack("Bob"))


def test_who_is_out_by_somebody_at_the_same_moment_may_act_and_who_is_out_otherwise_may_not() -> None:
    assert _wrong((_act("Ann", "attack"), (OUT,)), BOBS) == []
    assert _wrong((_act("Ann", "damage"), (OUT,)), BOBS) == ["Bob may not, and there is eclipse.attacked"]
    assert _wrong((_act("Bob", "pass"), (OUT,)), BOBS) == ["Bob may not, and there is eclipse.attacked"]


def test_who_came_to_at_a_moment_and_is_put_out_again_at_it_may_act() -> None:
    came_to = Corrected(actor="Bob", field="unconscious", value=0)
    assert _wrong((_act("Bob", "pass"), (OUT,)), (_act("Ann", "attack"), (came_to, OUT)), BOBS) == []
    assert _wrong((_act("Bob", "pass"), (OUT,)), (_act("Ann", "attack"), (OUT,)), BOBS) != []


def test_what_is_told_behind_the_time_that_it_took_is_of_the_moment_in_which_the_order_came() -> None:
    told_late = (SlotMoved(actor="Ann"), SlotMoved(actor="Bob"), *BOBS[1])
    assert _wrong((_act("Ann", "attack"), (OUT,)), (_act("Bob", "attack"), told_late)) == []
    assert _wrong((_act("Ann", "damage"), (OUT,)), (_act("Bob", "attack"), told_late)) != []


def test_who_is_out_fires_no_free_shot_whoever_put_it_out() -> None:
    free = tuple(msgspec.structs.replace(event, free=True) for event in BOBS[1] if hasattr(event, "free"))
    wrong = _wrong((_act("Ann", "attack"), (OUT,)), (_act("Bob", "free_fire"), free))
    assert wrong[0] == "Bob may not, and there is eclipse.attacked"


def test_who_is_gone_does_nothing() -> None:
    gone = Released(actor="Bob")
    lost = Wrestled(actor="Bob", target="Ann", to=Purpose.HOLD, won=False)
    assert _wrong((_act("Ann", "pass"), (gone, lost))) == ["Bob is gone, and there is eclipse.wrestled"]


def test_more_actions_than_a_phase_has_are_found() -> None:
    spent = Spent(actor="Ann", moment=(1, 1), quick=1)
    assert _wrong((_act("Ann", "move"), (spent, spent, spent))) == []
    assert _wrong((_act("Ann", "move"), (spent,) * 4)) == ["Ann has 3 of (1, 1) in a round, and used 4"]


def test_a_wound_that_nobody_tells_of_is_found() -> None:
    hurt = Damaged(actor="Bob", armor=(), damage=5, wounds=0, total=5)
    assert _wrong((_act("Ann", "attack"), (hurt,))) == []
    more = Damaged(actor="Bob", armor=(), damage=5, wounds=0, total=6)
    assert _wrong((_act("Ann", "attack"), (more,))) == ["eclipse.damaged: damage of Bob is 6, was 0"]
    assert _wrong((_act("Ann", "attack"), (hurt, Healed(actor="Bob", damage=2), SlotMoved(actor="Bob")))) == []


def test_a_system_without_readings_is_not_looked_at() -> None:
    assert conduct_of("toy") is None
