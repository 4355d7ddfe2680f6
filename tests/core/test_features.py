"""Features make a system, and none where one of them leaves something out or two say the same."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest
from msgspec.structs import replace

from bot.core.actions import specs_of
from bot.core.errors import AssemblyError
from bot.core.events import AtOnce, Event, Personal, Told
from bot.core.features import Features
from bot.core.folding import reopened
from bot.core.orders import Act
from bot.core.play import Book, Reading
from bot.core.scene import Combatant, Scene
from bot.core.tables import Tables
from bot.core.timeline import Slot
from bot.core.views import GM, PUBLIC
from bot.core.wording import Line, line

HEAD = """
from typing import Annotated, Any

from bot.core.actions import Action, Field, Offer, Who, others

from bot.core.events import Event, Told
from bot.core.features import Adds, Follows, Hears, Lines, Rules, Words
from bot.core.terms import Term
from bot.core.views import Viewer
from bot.core.wording import line

rules, words, hears, follows, adds = Rules(), Words(), Hears(), Follows(), Adds()
"""

GREETING = """
class Greeted(Told, frozen=True, kw_only=True, tag="test.greeted"):
    '''Somebody said good day.'''


class Left(Event, frozen=True, kw_only=True, tag="test.left"):
    '''Somebody went away.'''

    def apply(self, scene: Any) -> Any:
        return (*scene, "left")


class Greet(Action, frozen=True, kw_only=True):
    '''Say good day.'''

    offer = Offer("greet", "Greet", "say good day")


@rules(Greet)
def greet(play: Any, greet: Greet) -> None:
    play.append(Greeted())


@words(Greeted)
def _greeted(event: Greeted, viewer: Viewer) -> Lines:
    return (line("Good day."),)


@words(Left)
def _left(event: Left, viewer: Viewer) -> Lines:
    return (line("Gone."),)
"""

TYPED = """
class Wave(Action, frozen=True, kw_only=True):
    '''Wave to somebody.'''

    offer = Offer("wave", "Wave", "wave to somebody")

    target: Annotated[Who, Field("to whom", fits=others)]
    times: Annotated[int, Field("how often", hi=9)] = 1


@rules(Wave)
def wave(play: Any, gesture: Wave) -> None:
    play.append((gesture.actor, gesture.target, gesture.times))
"""

NOTHING: tuple[str, ...] = ()
Put = Callable[..., ModuleType]


@pytest.fixture
def put() -> Iterator[Put]:
    """Make a package of one module out of its text."""
    made: list[str] = []

    def package(name: str, *texts: str) -> ModuleType:
        found = ModuleType(f"rooms_{name}")
        found.__path__ = []
        inside = ModuleType(f"rooms_{name}.inside")
        sys.modules.update({found.__name__: found, inside.__name__: inside})
        made.extend((found.__name__, inside.__name__))
        exec(compile("\n".join((HEAD, *texts)), name, "exec"), vars(inside))  # noqa: S102  the text is ours
        return found

    yield package
    for each in made:
        del sys.modules[each]


@pytest.fixture(autouse=True)
def modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every package has the one module."""

    class Inside:
        name = "inside"

    monkeypatch.setattr("bot.core.features.iter_modules", lambda _: [Inside])


def kind(features: Features, name: str) -> type[Event]:
    return next(each for each in features.events if each.__name__ == name)


def test_what_features_define_is_put_together(put: Put) -> None:
    features = Features(put("greeting", GREETING))
    assert [each.__name__ for each in features.events] == ["Greeted", "Left"]
    play: list[Event] = []
    features.rules["greet"](play, Act(actor="Ann", action="greet"))
    assert [type(event).__name__ for event in play] == ["Greeted"]
    assert [line.text for line in features.lines(play[0], PUBLIC)] == ["Good day."]
    assert play[0].apply(NOTHING) == NOTHING
    features.check_actions(["greet"])


EXPLAINED = """
@words.explain(Greeted)
def _why(event: Greeted, viewer: Viewer) -> Lines:
    return (line("It is morning.", depth=1),)
"""


def test_what_explains_an_event_is_told_behind_it_and_in_brief_marked(put: Put) -> None:
    features = Features(put("greeting", GREETING, EXPLAINED))
    greeted, left = kind(features, "Greeted")(), kind(features, "Left")()
    assert features.lines(greeted, PUBLIC) == (line("Good day."), line("It is morning.", depth=1))
    assert features.lines(greeted, PUBLIC, brief=True) == (line("Good day."), Line((), 1))
    assert features.lines(left, PUBLIC, brief=True) == (line("Gone."),)


def test_what_is_explained_to_some_is_marked_in_brief_for_them_alone(put: Put) -> None:
    where = EXPLAINED.replace("explain(Greeted)", "explain(Greeted, lambda event, viewer: viewer.gm)")
    features = Features(put("greeting", GREETING, where))
    greeted = kind(features, "Greeted")()
    assert features.lines(greeted, GM, brief=True) == (line("Good day."), Line((), 1))
    assert features.lines(greeted, PUBLIC, brief=True) == (line("Good day."),)


def test_what_nobody_may_read_is_not_explained(put: Put) -> None:
    silent = GREETING.replace('return (line("Good day."),)', "return ()")
    features = Features(put("greeting", silent, EXPLAINED))
    assert features.lines(kind(features, "Greeted")(), PUBLIC) == ()


def test_what_follows_an_event_is_listed_in_the_order_of_the_features(put: Put) -> None:
    following = (
        "import rooms_greeting.inside as there\n\n@follows(there.Left)\ndef _follow(play, event): play.append({!r})"
    )
    greeting = put("greeting", GREETING)
    first, second = put("first", following.format("first")), put("second", following.format("second"))
    features = Features(greeting, second, first)
    play: list[str] = []
    for follow in features.follows[kind(features, "Left")]:
        follow(play, None)
    assert play == ["second", "first"]


def test_a_rule_by_the_type_of_an_action_is_given_the_action(put: Put) -> None:
    features = Features(put("greeting", GREETING, TYPED))
    play: list[object] = []
    features.rules["wave"](play, Act(actor="Ann", action="wave", inputs={"target": "Bob"}))
    assert play == [("Ann", "Bob", 1)]
    assert [spec.name for spec in specs_of(features.actions.values(), Tables({}))] == ["greet", "wave"]


def test_an_action_says_what_fits_it(put: Put) -> None:
    features = Features(put("greeting", GREETING, TYPED))
    people = {name: Combatant(actor=name, owner=1, side="players", state=0, sheet={}) for name in ("Ann", "Bob")}
    scene: Scene[int, None] = Scene(None, combatants=people)
    found = features.candidates(Reading(scene, Book(None, {})), "wave", "target", {"actor": "Ann"})
    assert [choice.value for choice in found] == ["Bob"]


def test_an_event_is_heard_in_the_order_of_the_features(put: Put) -> None:
    heard = (
        "import rooms_greeting.inside as there\n\n@hears(there.Left)\ndef _hear(scene, event): return (*scene, {!r})"
    )
    greeting = put("greeting", GREETING)
    first, second = put("first", heard.format("first")), put("second", heard.format("second"))
    features = Features(greeting, second, first)
    scene = NOTHING
    for hear in features.heard[kind(features, "Left")]:
        scene = hear(scene, None)
    assert scene == (*NOTHING, "second", "first")


def test_what_features_add_to_a_number_is_added_in_their_order(put: Put) -> None:
    adding = "@adds(int)\ndef _add(reading, judged): yield Term({!r}, judged * {})"
    first, second = put("first", adding.format("first", 2)), put("second", adding.format("second", 3))
    scene: Scene[int, None] = Scene(None)
    reading = Reading(scene, Book(None, {}, adds=Features(second, first).adds))
    assert [(term.label, term.value) for term in reading.added_terms(5)] == [("second", 15), ("first", 10)]
    assert list(reading.added_terms("nothing")) == []


WRONG = {
    "second rule": ("@rules(Greet)\ndef again(play, act): pass", "greet is there twice"),
    "second action": (TYPED + TYPED.replace("Wave(Action", "Beckon(Action").split("@")[0], "wave is there twice"),
    "action without a rule": (TYPED.replace("@rules(Wave)", ""), "action wave is without a rule"),
    "second words": ("@words(Greeted)\ndef again(event, viewer): return ()", "Greeted is there twice"),
    "second explanation": (EXPLAINED + EXPLAINED.replace("_why", "_again"), "Greeted is there twice"),
    "second summands": ("@adds(int)\ndef one(r, j): ...\n@adds(int)\ndef two(r, j): ...", "int is there twice"),
    "without words": ('class Sat(Told, frozen=True, tag="test.sat"): pass', "test.sat is without words"),
    "without effect": ('class Sat(Event, frozen=True, tag="test.sat"): pass', "test.sat says nothing of the scene"),
    "at once without effect": (
        'from bot.core.events import AtOnce\nclass Sat(AtOnce, frozen=True, tag="test.sat"): pass',
        "test.sat says nothing of the scene",
    ),
    "personal without effect": (
        'from bot.core.events import Personal\nclass Sat(Personal, frozen=True, tag="test.sat"): pass',
        "test.sat says nothing of the scene",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_there_twice_or_missing_makes_no_system(put: Put, name: str) -> None:
    planted, why = WRONG[name]
    with pytest.raises(AssemblyError, match=why):
        Features(put("greeting", GREETING, planted))


def test_two_features_do_not_carry_out_the_same_action(put: Put) -> None:
    greeting = put("greeting", GREETING)
    again = "import rooms_greeting.inside as there\n\n@rules(there.Greet)\ndef again(play, act): pass"
    with pytest.raises(AssemblyError, match="greet is there twice"):
        Features(greeting, put("other", again))


def test_nothing_is_heard_of_what_happens_in_no_feature(put: Put) -> None:
    deaf = put("deaf", "@hears(Event)\ndef _hear(scene, event): return scene")
    with pytest.raises(AssemblyError, match="happens in no feature"):
        Features(put("greeting", GREETING), deaf)


@pytest.mark.parametrize(
    ("offered", "why"), [(["greet", "sit"], "sit is without a rule"), ([], "greet is not offered")]
)
def test_every_action_has_a_rule_and_every_rule_an_action(put: Put, offered: list[str], why: str) -> None:
    features = Features(put("greeting", GREETING))
    with pytest.raises(AssemblyError, match=why):
        features.check_actions(offered)


class Hurt(Personal, frozen=True, kw_only=True, tag="test.hurt"):
    """Somebody lost a point."""

    def changed(self, state: int) -> int:
        return state - 1


class Knelt(AtOnce, frozen=True, kw_only=True, tag="test.knelt"):
    """Somebody gave a point away."""

    def changed(self, state: int) -> int:
        return state - 1


class Mended(Hurt, frozen=True, kw_only=True, tag="test.mended"):
    """That was a mistake."""

    for_everybody = True


class Unhurt(Hurt, frozen=True, kw_only=True, tag="test.unhurt"):
    """Nothing came of it."""

    def changed(self, state: int) -> int:
        return state


def standing() -> Scene[int, None]:
    """Ann, who may act at this moment, with ten points."""
    ann = Combatant(actor="Ann", owner=1, side="", state=10, sheet={})
    return reopened(Scene(None, combatants={"Ann": ann}, agenda=(Slot((1,), "Ann", ("act",)),)))


def test_what_happens_to_one_changes_that_one_and_not_what_the_moment_is_judged_by() -> None:
    scene = Hurt(actor="Ann").apply(standing())
    assert (scene.combatants["Ann"].state, scene.opening["Ann"]) == (9, 10)


def test_what_somebody_does_counts_for_itself_in_the_same_moment() -> None:
    scene = Knelt(actor="Ann").apply(standing())
    assert (scene.combatants["Ann"].state, scene.opening["Ann"], scene.before) == (9, 9, {})
    idle = replace(standing(), opening={})
    assert Knelt(actor="Ann").apply(idle).opening == {}


def test_what_is_set_right_counts_at_once() -> None:
    scene = Mended(actor="Ann").apply(standing())
    assert (scene.combatants["Ann"].state, scene.opening["Ann"]) == (9, 9)


def test_who_is_not_there_or_not_changed_leaves_the_scene_as_it_is() -> None:
    scene = standing()
    assert Hurt(actor="Bob").apply(scene) is scene
    assert Unhurt(actor="Ann").apply(scene) is scene
    assert Told(actor="Ann").apply(scene) is scene


def test_an_event_that_says_nothing_of_the_scene_cannot_be_folded() -> None:
    with pytest.raises(TypeError, match="does not say"):
        Event().apply(standing())
    with pytest.raises(TypeError, match="does not say"):
        Personal(actor="Ann").apply(standing())
