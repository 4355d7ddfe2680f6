"""The one place where rules get dice and answers from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

import msgspec

from bot.core.dice import Ask, Dice, Faces, Roll
from bot.core.scene import Question, Scene
from bot.core.tape import PartPath, RollName, Tape

ROUND = "round"
"""What happens by itself when a round ends and the next begins."""


class AtStake(msgspec.Struct, frozen=True):
    """What a rule knows beforehand of an answer: what it costs, and by ``comes`` whether it comes off.

    ``comes`` rolls what decides it, and tells nothing. With ``at_most`` what the reader may not know can still foil it.
    ``words`` say what an answer surely leads to.
    """

    cost: int = 0
    comes: Callable[[], bool] | None = None
    at_most: bool = False
    words: str = ""


Knows: TypeAlias = Callable[[str], bool]
"""Tells whether a reader may know the condition and the numbers of somebody."""

Stakes: TypeAlias = Callable[[str, Knows], AtStake | None]
"""Says what is at stake with an answer, by what its reader knows; None where nothing is known beforehand."""


class Unanswered(Exception):  # noqa: N818  a signal of the engine, not an error
    """A rule needs an answer that nobody has given yet; ``stakes`` say what is known of each beforehand."""

    def __init__(self, question: Question, moment: str = "", stakes: Stakes | None = None) -> None:
        super().__init__(question.key)
        self.question = question
        self.moment = moment
        self.stakes = stakes


class Meanwhile:
    """While this lasts, an attribute of something has another value."""

    __slots__ = ("_name", "_of", "_other")

    def __init__(self, of: object, name: str, value: object) -> None:
        self._of = of
        self._name = name
        self._other = value

    def __enter__(self) -> None:
        value, self._other = self._other, getattr(self._of, self._name)
        setattr(self._of, self._name, value)

    def __exit__(self, kind: object, raised: object, trace: object) -> None:
        setattr(self._of, self._name, self._other)


class Source:
    """The one place rules get dice and answers from; it remembers every face it gave, and counts the ``rolls``.

    One that rolls ``apart`` draws what is about the hidden from the GM's secret and counts it apart. ``scene`` is where
    the rule that asks has come to, and ``moment`` what of it happens by itself. On a ``tape`` all is kept that falls
    and is answered; what that holds from before is not rolled or asked for again.
    """

    scene: Scene[Any, Any] | None = None
    moment = ""
    tape: Tape | None = None
    _about: tuple[str, ...] = ()
    _part: PartPath = ()

    def __init__(
        self,
        dice: Dice,
        answers: Mapping[str, str] | None = None,
        recorded: Sequence[Faces] = (),
        *,
        apart: bool = False,
    ) -> None:
        self._dice = dice
        self._recorded = recorded
        self._apart = apart
        self.answers = dict(answers or {})
        self.given: list[Faces] = []
        self.rolls = 0
        self._asked: dict[str, int] = {}
        self._alike: dict[tuple[str, bool, bool, str], int] = {}

    def about(self, *actors: str) -> Meanwhile:
        """While this lasts, what is rolled is about these too: where one of them is hidden it is the GM's to know."""
        return Meanwhile(self, "_about", (*self._about, *actors))

    @contextmanager
    def by_itself(self, what: str, *about: str) -> Iterator[None]:
        """While this lasts, something happens by itself, whoever's order it follows: it is only about these.

        ``what`` tells it from all else in its round, and names nobody hidden that it is not about.
        """
        before = self.moment, self._about
        rounds = self.scene.rounds if self.scene else 0
        self.moment, self._about = f"{rounds} {what}", about
        try:
            yield
        finally:
            self.moment, self._about = before

    def taped(self, tape: Tape) -> Meanwhile:
        """While this lasts, what falls and is answered is kept on a tape."""
        return Meanwhile(self, "tape", tape)

    def part(self, name: str) -> Meanwhile:
        """While this lasts, a part of an act is played: one shot of several, or one hit."""
        return Meanwhile(self, "_part", (*self._part, name))

    def spot(self, label: str) -> RollName:
        """Return where what is rolled for is kept on a tape."""
        return self._part, label

    def roll(self, ask: Ask) -> Roll:
        """Return the faces for ``ask``: what the tape holds, or else those recorded before a question, then new ones.

        Where a tape has it from before, nothing falls.
        """
        if self.tape is None:
            return self._rolled(ask)
        spot = self.spot(ask.label)
        roll = self.tape.fallen(spot, ask)
        if roll is None:
            roll = self._rolled(ask)
            self.tape.keep_roll(spot, roll)
        return roll

    def _rolled(self, ask: Ask) -> Roll:
        at = len(self.given)
        asked, index = self._told_apart(ask) if self._apart else (ask, at)
        faces = self._recorded[at] if at < len(self._recorded) else self._dice.faces(asked, index)
        self.given.append(faces)
        self.rolls += 1
        return Roll(ask.label, ask.sides, faces, index, asked.secret, asked.unseen, asked.moment)

    def _told_apart(self, ask: Ask) -> tuple[Ask, int]:
        """Return the request with whether it is about somebody hidden, and how many like it came before."""
        people, unseen = self.scene.combatants if self.scene else {}, False
        for actor in self._about:
            unseen = unseen or (actor in people and people[actor].hidden)
        secret, moment = ask.secret or unseen, self.moment
        if unseen or moment:
            ask = msgspec.structs.replace(ask, secret=secret, unseen=unseen, moment=moment)
        alike = ask.label, secret, unseen, moment
        before = self._alike.get(alike, 0)
        self._alike[alike] = before + 1
        return ask, before

    def answer(self, question: Question, stakes: Stakes | None = None) -> str:
        """Return the choice that was made; a question that is asked again is another one, with a number behind its key.

        Raises:
            Unanswered: nobody has answered yet; the engine turns this into an open question.
        """
        if self.tape is None:
            return self._answered(question, stakes)
        choice = self.tape.answered(self._part, question)
        if choice is None:
            choice = self._answered(question, stakes)
            self.tape.keep_answer(self._part, question, choice)
        return choice

    def _answered(self, question: Question, stakes: Stakes | None) -> str:
        times = self._asked[question.key] = self._asked.get(question.key, 0) + 1
        asked = msgspec.structs.replace(question, key=f"{question.key} {times}") if times > 1 else question
        if asked.key not in self.answers:
            raise Unanswered(asked, self.moment, stakes)
        return self.answers[asked.key]

    def again(self, question: Question) -> Source:
        """Return the same dice from the start, ``question`` answered with its default."""
        answers = {**self.answers, question.key: question.default}
        return Source(self._dice, answers, self.given, apart=self._apart)

    def falling(self, dice: Dice) -> None:
        """Go on with other dice, of which nothing has been rolled."""
        self._dice, self._recorded, self.given = dice, (), []
        self._alike.clear()

    def anew(self) -> None:
        """Go on with the same dice for a rule of its own, of which nothing has been rolled or answered."""
        self._recorded, self.answers, self.given = (), {}, []
        self._asked.clear()
        self._alike.clear()


class DefaultSource(Source):
    """A source for odds: every question is answered with its stated default."""

    def answer(self, question: Question, stakes: Stakes | None = None) -> str:
        """Return the default of the question."""
        return question.default
