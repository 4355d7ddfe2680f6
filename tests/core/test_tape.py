"""A tape lets an act be played again: what fell falls again where it fell, but for what is to fall anew."""

from __future__ import annotations

import pytest

from bot.core.dice import Ask, Faces, ScriptedDice
from bot.core.scene import Question
from bot.core.source import Source, Unanswered
from bot.core.tape import Tape

HIT = Question("a 1", "Ann", "luck", ("keep", "reroll"), "keep", detail="3 short")


def faces(source: Source, label: str, count: int = 1, sides: int = 6) -> Faces:
    """Roll for something."""
    return source.roll(Ask(label, count, sides)).faces


def two_shots(source: Source, *numbers: int) -> list[Faces]:
    """Roll for a hit and its damage, as often as there are numbers to reach."""
    found = []
    for at, number in enumerate(numbers):
        with source.part(f"shot {at + 1}"):
            found.append(faces(source, "attack"))
            if found[-1][0] >= number:
                found.append(faces(source, "damage", 2))
    return found


def test_all_falls_again_as_it_fell() -> None:
    source, tape = Source(ScriptedDice([4, 1, 2, 5, 3, 3])), Tape()
    with source.taped(tape):
        first = two_shots(source, 4, 4)
    with source.taped(Tape(tape)):
        assert two_shots(source, 4, 4) == first
    assert source.given == first


def test_one_roll_falls_anew_and_what_comes_of_it() -> None:
    source, tape = Source(ScriptedDice([2, 5, 3, 3, 6, 1, 1])), Tape()
    with source.taped(tape):
        assert two_shots(source, 4, 4) == [(2,), (5,), (3, 3)]
    with source.taped(Tape(tape, (("shot 1",), "attack"))):
        assert two_shots(source, 4, 4) == [(6,), (1, 1), (5,), (3, 3)]
    assert source.rolls == 5


def test_what_falls_again_is_kept_for_the_next_time() -> None:
    source, tape = Source(ScriptedDice([2, 5])), Tape()
    with source.taped(tape):
        faces(source, "attack")
    for _ in range(2):
        tape = Tape(tape)
        with source.taped(tape):
            assert faces(source, "attack") == (2,)
    assert tape.rolls[source.spot("attack")][0].faces == (2,)


def test_other_dice_are_not_those_that_fell() -> None:
    source, tape = Source(ScriptedDice([2, 9, 1, 1])), Tape()
    with source.taped(tape):
        faces(source, "damage")
    with source.taped(Tape(tape)):
        assert faces(source, "damage", sides=10) == (9,)
        assert faces(source, "damage", 2) == (1, 1)


def test_who_has_answered_has_answered_the_same_again_and_nothing_else() -> None:
    source, tape = Source(ScriptedDice([]), {"a 1": "reroll"}), Tape()
    with source.taped(tape):
        assert source.answer(HIT) == "reroll"
    again = Question("a 9", *("Ann", "luck", ("keep", "reroll"), "keep"), detail="3 short")
    other = Question("a 10", *("Ann", "luck", ("keep", "reroll"), "keep"), detail="4 short")
    with source.taped(Tape(tape)):
        assert source.answer(again) == "reroll"
        with pytest.raises(Unanswered):
            source.answer(again)
        with pytest.raises(Unanswered):
            source.answer(other)


def test_without_a_tape_parts_change_nothing() -> None:
    source = Source(ScriptedDice([1, 2]))
    with source.part("shot 1"):
        assert faces(source, "attack") == (1,)
    assert faces(source, "attack") == (2,)
