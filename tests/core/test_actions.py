"""An action is read from an order and written as one, and says by itself what may be typed."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

import pytest

from bot.core.actions import (
    Action,
    EachOf,
    Field,
    Former,
    Given,
    Offer,
    Who,
    by_actor,
    everybody,
    fitting,
    others,
    read,
    specs_of,
)
from bot.core.errors import AssemblyError, RuleViolation
from bot.core.options import Choice, Input, Kind, Word, parse
from bot.core.orders import Act
from bot.core.play import Book, Reading
from bot.core.scene import Combatant, Scene, pair
from bot.core.tables import Tables

TABLES = Tables(
    {
        "vessels": {"cup": {"title": "Cup"}, "pot": {"title": "Pot"}},
        "moods": {"gladly": {"title": "gladly"}, "sadly": {"title": "sadly"}},
    }
)


class Hand(StrEnum):
    """With which hand."""

    LEFT = "left"
    RIGHT = "right"


def moods(tables: Tables) -> Mapping[str, str]:
    return {key: str(row["title"]) for key, row in tables.rows("moods").items()}


def pockets(state: str) -> list[str | Choice]:
    return [Choice(state, "what is there"), "nothing"]


class Handling(Action, frozen=True, kw_only=True):
    """What all have in common."""

    noisy: Annotated[bool, Field("so that all hear it")] = False


class Pour(Handling, frozen=True, kw_only=True):
    """Pour something for somebody."""

    offer = Offer("pour", "Pour", "pour a drink", "init", lambda tables: reversed(tables.rows("moods")), odds="spill")

    guest: Annotated[Who, Field("for whom", fits=others, shared=True)]
    host: Annotated[Who, Field("whose drink", fits=everybody)] = ""
    vessel: Annotated[str, Field("into what", of="vessels", thing="vessel", word=Word.TABLE)] = "cup"
    drink: Annotated[str, Field("what", fits=by_actor(pockets), longest=9, veiled=True, lists=True)] = ""
    glasses: Annotated[int, Field("how many", lo=1, hi=4)] = 1
    height_m: Annotated[float | None, Field("from how high")] = None
    hand: Annotated[Hand | None, Field("with which hand", open_ended=True)] = None
    manner: Annotated[frozenset[str], EachOf(moods, Word.GM)] = frozenset()


class Toast(Action, frozen=True, kw_only=True):
    """Say something kind."""

    offer = Offer("toast", "Toast", "say something kind", kinds="moods", gm_only=True, button=True)


INPUTS = (
    Input("guest", "for whom", Kind.COMBATANT, required=True, asks_scene=True),
    Input("host", "whose drink", Kind.COMBATANT, asks_scene=True, shared=False),
    Input("vessel", "into what", Kind.CHOICE, choices=("cup", "pot"), shared=False, thing="vessel", word=Word.TABLE),
    Input("drink", "what", asks_scene=True, shared=False, longest=9, veiled=True, lists=True),
    Input("glasses", "how many", Kind.INT, shared=False, lo=1, hi=4),
    Input("height_m", "from how high", Kind.NUMBER, shared=False),
    Input("hand", "with which hand", Kind.CHOICE, choices=("left", "right"), open_ended=True, shared=False),
    Input("gladly", "gladly", Kind.FLAG, shared=False, word=Word.GM),
    Input("sadly", "sadly", Kind.FLAG, shared=False, word=Word.GM),
    Input("noisy", "so that all hear it", Kind.FLAG, shared=False),
)


def order(**inputs: Any) -> Act:
    return Act(actor="Ann", action="pour", inputs=inputs)


def test_what_may_be_typed_follows_from_the_fields() -> None:
    pour, toast = specs_of((Pour, Toast), TABLES)
    assert pour.inputs == INPUTS
    assert (pour.name, pour.title, pour.about, pour.command) == ("pour", "Pour", "pour a drink", "init")
    assert (pour.kinds, pour.gm_only, pour.button, pour.odds) == (("sadly", "gladly"), False, False, "spill")
    assert (toast.command, toast.kinds, toast.gm_only, toast.button) == ("act", ("gladly", "sadly"), True, True)


class Season(Action, frozen=True, kw_only=True):
    """Add salt, which was called spice and meant the opposite."""

    offer = Offer("season", "Season", "add salt")

    pinches: Annotated[int, Field("how many", typed="salt")] = 0
    salt: Annotated[int, Former()] = 0


def test_a_field_may_be_typed_under_a_name_that_stored_orders_have_for_another() -> None:
    (season,) = specs_of((Season,), TABLES)
    assert [item.key for item in season.inputs] == ["salt"]
    typed = Act(actor="Ann", action="season", inputs=parse(season, {}, "salt=2"))
    assert read(Season, typed) == Season(actor="Ann", pinches=2)
    assert read(Season, Act(actor="Ann", action="season", inputs={"salt": 2})) == Season(actor="Ann", salt=2)


def test_an_order_is_read() -> None:
    said = order(guest="Bob", vessel="pot", glasses=3, height_m=2, hand="left", gladly=True, sadly=False, noisy=True)
    manner = frozenset({"gladly"})
    assert read(Pour, said) == Pour(
        actor="Ann", guest="Bob", vessel="pot", glasses=3, height_m=2.0, hand=Hand.LEFT, manner=manner, noisy=True
    )


def test_what_is_not_said_is_as_by_default() -> None:
    assert read(Pour, order(guest="Bob")) == Pour(actor="Ann", guest="Bob")


def test_an_order_of_another_version_is_read_as_far_as_it_is_known() -> None:
    said = order(guest="Bob", glasses=99, vessel="bucket", ice=2, proud=True)
    found = read(Pour, said)
    assert (found.glasses, found.vessel) == (99, "bucket")


@pytest.mark.parametrize(
    ("inputs", "why"), [({}, "missing required field `guest`"), ({"guest": "Bob", "glasses": "many"}, "glasses")]
)
def test_an_order_that_cannot_be_read_is_refused(inputs: dict[str, Any], why: str) -> None:
    with pytest.raises(RuleViolation, match=f"This Pour cannot be read: .*{why}"):
        read(Pour, order(**inputs))


@pytest.mark.parametrize(
    "inputs",
    [
        {"guest": "Bob"},
        {"guest": "Bob", "glasses": 2, "hand": "right", "height_m": 0.5, "gladly": True, "noisy": True},
    ],
)
def test_an_action_is_stored_as_it_was_ordered(inputs: dict[str, Any]) -> None:
    assert read(Pour, order(**inputs)).as_order() == order(**inputs)
    assert read(Toast, Act(actor="Ann", action="toast")).as_order() == Act(actor="Ann", action="toast")


def offered(key: str, actor: str = "Ann") -> list[tuple[str, str]]:
    people = {
        name: Combatant(actor=name, owner=1, side="players", state=state, sheet={})
        for name, state in {"Ann": "wine", "Bob": "beer"}.items()
    }
    scene: Scene[str, None] = Scene(None, combatants=people, ranges_m={pair("Ann", "Bob"): 7.5})
    given: Given = {"actor": actor}
    return [(each.value, each.label) for each in fitting(Pour, Reading(scene, Book(TABLES, {})), key, given)]


def test_what_fits_is_found_in_the_scene() -> None:
    assert offered("guest") == [("Bob", "Bob (7.5 m)")]
    assert offered("host") == [("Ann", "Ann"), ("Bob", "Bob (7.5 m)")]
    assert offered("drink") == [("wine", "what is there"), ("nothing", "")]
    assert offered("drink", "Cyd") == offered("vessel") == offered("manner") == offered("unknown") == []


class Mute(Action, frozen=True, kw_only=True):
    """Of one field nothing is shown."""

    offer = Offer("mute", "Mute", "say nothing")
    words: str = ""


class Strange(Action, frozen=True, kw_only=True):
    """One field holds what nobody can type."""

    offer = Offer("strange", "Strange", "be strange")
    things: Annotated[tuple[str, int], Field("what")]


class Whispered(Action, frozen=True, kw_only=True):
    """What only a GM confirms is typed under another name."""

    offer = Offer("whisper", "Whisper", "tell a secret")
    secret: Annotated[str, Field("which", typed="rumour", word=Word.GM)] = ""


class Nicknamed(Action, frozen=True, kw_only=True):
    """Somebody is named under another name."""

    offer = Offer("hail", "Hail", "greet somebody")
    guest: Annotated[Who, Field("whom", typed="friend")] = ""


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        (Whispered, "Whispered.secret is typed as rumour, and words and people go by one name only"),
        (Nicknamed, "Nicknamed.guest is typed as friend, and words and people go by one name only"),
        (Mute, "Mute.words does not say what may be typed into it"),
        (Strange, "Strange.things is of a type that nobody can type"),
    ],
)
def test_a_field_that_nobody_can_type_makes_no_system(kind: type[Action], why: str) -> None:
    with pytest.raises(AssemblyError, match=why):
        specs_of((kind,), TABLES)
