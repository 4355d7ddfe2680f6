"""Every question says what it is about before it is asked, and to players nothing of whom they cannot see."""

from __future__ import annotations

import msgspec
import pytest

from bot.core import engine
from bot.core.events import Asked
from bot.core.scene import Question
from bot.core.views import GM, Viewer
from tests.rulesets.play import played
from tests.rulesets.registry import KEYS, entry

ANN = Viewer(1)
WORDS = [
    ("reflex", "block", "5 Club", "Thug would hit Ann (Club, margin 5)."),
    ("reflex", "suppress", "the road", "Ann wants to suppress the road."),
    ("reflex", "forgo", "first aid", "Ann would take no part in the exchange: first aid."),
    ("reflex", "pursuit", "", "Thug leaves, seen by Ann."),
    (
        *("nighttripper", "reroll", "2 and 5"),
        "Ann has thrown 2 and 5. A reroll costs 1 luck; a 1 fails, and takes luck for good.",
    ),
    (
        *("nighttripper", "armor", "head, impact 3"),
        "Ann is about to be wounded by Thug: head, impact 3. To use armor spends it and stops all of it.",
    ),
    (
        *("nighttripper", "luck", "arm, impact 2"),
        "Ann is about to be wounded by Thug: arm, impact 2. To pay luck stops all of it.",
    ),
    ("horizons", "worst", "-4", "Something goes very wrong with the gun of Ann (side effect −4)."),
    ("graydawn", "luck", "attack 3 short", "Ann may spend luck: attack 3 short against Thug."),
    (
        *("graydawn", "luck", "attack with 1, damage 14, damage 9, burst with 2, damage 8"),
        "Ann may spend luck: attack with 1 hit, damage 14, damage 9 and 2 more rolls against Thug.",
    ),
    (
        *("graydawn", "luck", "damage 14, damage 9, burst with 2, damage 8"),
        "Ann may spend luck: damage 14, damage 9, burst with 2 hits, damage 8 against Thug.",
    ),
]


def asked(prompt: str, detail: str, guarded: tuple[str, ...] = (), unseen: tuple[str, ...] = ()) -> Asked:
    question = Question(prompt, "Ann", prompt, ("this", "that"), "this", detail=detail)
    return Asked(actor="Ann", target="Thug", question=question, order=b"", position=0, guarded=guarded, unseen=unseen)


def told(key: str, event: Asked, viewer: Viewer = GM) -> str:
    return "\n".join(line.text for line in engine.lines(entry(key).ruleset, event, viewer))


@pytest.mark.parametrize(("key", "prompt", "detail", "words"), WORDS)
def test_a_question_says_what_it_is_about(key: str, prompt: str, detail: str, words: str) -> None:
    assert told(key, asked(prompt, detail)) == f"{words}\nAnn must choose: this, that."


@pytest.mark.parametrize(
    ("key", "prompt", "detail", "words"),
    [
        ("reflex", "block", "5", "Ann would be hit.\n"),
        ("reflex", "pursuit", "", ""),
        ("nighttripper", "reroll", "", ""),
        (
            *("nighttripper", "luck", "arm, impact 2"),
            "Ann is about to be wounded: arm, impact 2. To pay luck stops all of it.\n",
        ),
        ("horizons", "worst", "", ""),
    ],
)
def test_a_question_of_a_fight_of_before_says_no_more_than_it_knows(
    key: str, prompt: str, detail: str, words: str
) -> None:
    event = msgspec.structs.replace(asked(prompt, detail), target="")
    assert told(key, event) == f"{words}Ann must choose: this, that."


def test_the_margin_of_an_enemy_is_not_told() -> None:
    assert "(Club)" in told("reflex", asked("block", "5 Club", guarded=("Thug",)), ANN)


def test_nor_is_the_name_or_the_weapon_of_who_is_unseen() -> None:
    unseen = asked("block", "5 Club", guarded=("Thug",), unseen=("Thug",))
    assert told("reflex", unseen, ANN).startswith("Someone unseen would hit Ann.\n")


def test_players_read_nothing_about_a_question_of_the_gm() -> None:
    question = Question("forgo", "Ann", "forgo", ("this", "that"), "this", detail="first aid", gm=True)
    event = Asked(actor="Ann", question=question, order=b"", position=0)
    assert told("reflex", event, ANN) == "The GM decides about Ann."
    assert told("reflex", event).startswith("Ann would take no part in the exchange: first aid.\nThe GM must decide")


@pytest.mark.untraced
@pytest.mark.parametrize("key", KEYS)
def test_no_question_is_asked_without_saying_so(key: str) -> None:
    questions = [
        event.question
        for seed in range(4)
        for step in played(key, seed)
        for event in step.events
        if isinstance(event, Asked)
    ]
    assert all(question.prompt in entry(key).ruleset.prompts and not question.target for question in questions)
