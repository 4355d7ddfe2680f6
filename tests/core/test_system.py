"""A system is its title, its tables, its features: what it leaves unsaid is as by default, what is wrong is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.core.around import THE_ACTION, After, Before, Instead, Since, Steps, Upon
from bot.core.errors import AssemblyError, RuleViolation
from bot.core.events import Event
from bot.core.features import Rule
from bot.core.ground.places import Place
from bot.core.ground.sight import LYING_CM, LYING_EYE_CM, Figure
from bot.core.orders import Act
from bot.core.scene import Combatant, Scene
from bot.core.system import System
from bot.core.telling.tally import Deed, DeedCount
from bot.core.views import PUBLIC
from tests.core.brawl import TOY, act, facing
from tests.rulesets.game import decided
from tests.rulesets.toy import Toy, tables
from tests.rulesets.toy.brawl.events import Hurt, Rested, RoundBegan
from tests.rulesets.toy.state import SceneState, State, ToyPlay, ToyScene
from tests.rulesets.toy.yard.events import Suppressed


def shout(what: str) -> Callable[..., None]:
    """Something around an action that can be told from other things."""

    def step(play: ToyPlay, *given: Any) -> None:
        play.tell(Suppressed(actor="Ann", area=what))

    return step


def later(play: ToyPlay, order: Act, rest: Rule) -> None:
    """Tries the rest, says so, and goes on with it."""
    play.tried(rest, order)
    shout("later")(play)
    rest(play, order)


def never(play: ToyPlay, order: Act, rest: Rule) -> None:
    shout("never")(play)


def compare(play: ToyPlay, before: ToyScene) -> None:
    """Says how many hits Thug has lost since."""
    lost = before.combatants["Thug"].state.hits - play.scene.combatants["Thug"].state.hits
    shout(f"{lost} lost")(play)


def told(steps: Steps, order: Act, **options: Any) -> list[str]:
    """What an order leads to in a yard where this is around every action."""

    class Around(Toy):
        around = steps

    yard = facing(4, 3, options=options)
    decision = decided(Around(tables()), yard.scene, order)
    return [each.area if isinstance(each, Suppressed) else type(each).__name__ for each in decision.events]


HURT = act("Thug", "hurt", points=2)


def test_what_is_around_an_action_happens_in_its_order() -> None:
    steps = (
        Before(shout("before"), "first"),
        THE_ACTION,
        Upon(shout("upon"), "a part of it"),
        Since(compare, "what was lost"),
        After(shout("after"), "last"),
    )
    assert told(steps, HURT) == ["before", "Hurt", "upon", "2 lost", "after"]


@pytest.mark.parametrize(("points", "deadly", "expected"), [(2, False, ["never"]), (2, True, ["later", "never"])])
def test_what_carries_the_rest_out_does_so_only_where_it_is_asked_for(
    points: int, deadly: bool, expected: list[str]
) -> None:
    steps = (Instead(later, "outer", switch="deadly"), Instead(never, "inner", given="points"), THE_ACTION)
    assert told(steps, HURT, deadly=deadly) == expected
    assert told(steps, act("Ann", "rest"))[:1] == ["Rested"]


def test_what_carries_the_rest_out_goes_on_with_it() -> None:
    assert told((Instead(later, "put off", given="points"), THE_ACTION), HURT) == ["later", "Hurt"]


def test_a_refusal_before_an_action_refuses_it() -> None:
    def no(play: ToyPlay, order: Act) -> None:
        raise RuleViolation("No.", "Yes.")

    with pytest.raises(RuleViolation, match="No"):
        told((Before(no, "first"), THE_ACTION), HURT)


def test_the_rules_of_a_book_are_the_actions_with_what_is_upon_them() -> None:
    class Glad(Toy):
        around = (Before(shout("before"), "first"), THE_ACTION, Upon(shout("upon"), "a part of it"))

        def after_order(self, play: ToyPlay) -> None:
            if not any(isinstance(event, Hurt) for event in play.events):
                play.book.rules["hurt"](play, HURT)

    decision = decided(Glad(tables()), facing(4, 3).scene, act("Ann", "hold", until=6))
    assert [each.area for each in decision.events if isinstance(each, Suppressed)] == ["before", "upon", "upon"]


def test_what_a_system_leaves_unsaid() -> None:
    yard = facing(4, 3)
    ann: Combatant[State] = yard.someone("Ann")
    plain: System[Any, Any, Any] = TOY  # type: ignore[assignment]
    assert System.lasting(plain, SceneState(ambush="red")) == SceneState()
    assert System.common_state(plain, yard.scene, PUBLIC) is yard.scene.state
    assert System.facts(plain, yard.scene, HURT) == {}
    assert plain.templates["thug"]["weapon"] == "club"
    assert [line.text for line in plain.reports["morale"](yard.scene, "Ann", PUBLIC)] == ["Ann: threat 0"]
    assert plain.amend(ann.state, {**ann.sheet, "skill": 3}, {}, interrupts=True).skill == 3


def test_a_fight_is_summed_up_by_what_counts() -> None:
    def counts(event: Event) -> tuple[DeedCount, ...]:
        return ((event.actor, Deed.ATTACKS, 1),) if isinstance(event, Rested) else ()

    class Restful(Toy):
        displays = replace(Toy.displays, counts=counts)

    restful = Restful(tables())
    lines = restful.summary(Scene(SceneState()), [Rested(actor="Ann")], PUBLIC)
    assert [line.text for line in lines] == ["Ann: 1 attack, 0 hits."]
    assert [restful.is_attack(each) for each in (Rested(actor="Ann"), RoundBegan(number=1))] == [True, False]


def wrong(**said: Any) -> Toy:
    """A toy that says something else."""
    return type("Wrong", (Toy,), said)(tables())  # type: ignore[no-any-return]


def test_a_system_that_is_wrong_is_found_when_it_is_put_together() -> None:
    with pytest.raises(AssemblyError, match="around sing"):
        wrong(around=(THE_ACTION, After(shout("after"), "why", of=("sing",))))
    with pytest.raises(AssemblyError, match="ready-made"):
        wrong(people=replace(Toy.people, starter="nobody"))
    with pytest.raises(AssemblyError, match="is not offered"):
        wrong(offered=())


def test_everybody_stands_upright_or_lies_where_it_is_down_unless_a_system_says_more() -> None:
    here = Place(0, 0)
    yard = facing(4, 3).scene.combatants["Ann"].state
    assert TOY.figure(yard, here) == Figure(here)
    assert TOY.figure(msgspec.structs.replace(yard, hits=0), here) == Figure(here, LYING_EYE_CM, LYING_CM)

    class Kneeling(Toy):
        people = replace(Toy.people, figure=lambda _, place: Figure(place, 100, 110))

    assert Kneeling(tables()).figure(yard, here) == Figure(here, 100, 110)
