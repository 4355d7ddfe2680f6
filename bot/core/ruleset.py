"""The whole plug: what a rule system must offer to be played, and nothing of how it plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec

from bot.core.dice import Ask, Dice, Faces, Roll
from bot.core.events import Event
from bot.core.narration import Prompts
from bot.core.options import ActionSpec, Choice, OptionSpec, SheetSpec
from bot.core.orders import Act
from bot.core.scene import Away, Combatant, Question, Scene, Sheet
from bot.core.timeline import Key, Slot
from bot.core.views import Viewer
from bot.core.wording import Line

S = TypeVar("S")
G = TypeVar("G")

Rule: TypeAlias = Generator[Event, Scene[S, G], Scene[S, G]]
"""A rule yields events, is sent the scene that each of them makes, and returns the last scene."""


def unchanged(scene: Scene[S, G]) -> Rule[S, G]:
    """The rule by which nothing happens."""
    yield from ()
    return scene


ROUND = "round"
"""What happens by itself when a round ends and the next begins."""


class Unanswered(Exception):  # noqa: N818  a signal of the engine, not an error
    """A rule needs an answer that nobody has given yet."""

    def __init__(self, question: Question, moment: str = "") -> None:
        super().__init__(question.key)
        self.question = question
        self.moment = moment


class Source:
    """The one place rules get dice and answers from; it remembers every face it gave, and counts the ``rolls``.

    One that rolls ``apart`` draws what is about the hidden from the GM's secret and counts it apart. ``scene`` is where
    the rule that asks has come to, and ``moment`` what of it happens by itself.
    """

    scene: Scene[Any, Any] | None = None
    moment = ""
    _about: tuple[str, ...] = ()

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
        self._asked: Counter[str] = Counter()
        self._alike: Counter[Ask] = Counter()

    @contextmanager
    def about(self, *actors: str) -> Iterator[None]:
        """While this lasts, what is rolled is about these too: where one of them is hidden it is the GM's to know."""
        before, self._about = self._about, (*self._about, *actors)
        try:
            yield
        finally:
            self._about = before

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

    def roll(self, ask: Ask) -> Roll:
        """The faces for ``ask``: those recorded before a question first, then new ones."""
        at = len(self.given)
        asked, index = self._told_apart(ask) if self._apart else (ask, at)
        faces = self._recorded[at] if at < len(self._recorded) else self._dice.faces(asked, index)
        self.given.append(faces)
        self.rolls += 1
        return Roll(ask.label, ask.sides, faces, index, asked.secret, asked.unseen, asked.moment)

    def _told_apart(self, ask: Ask) -> tuple[Ask, int]:
        """The request with whether it is about somebody hidden, and how many like it came before."""
        people = self.scene.combatants if self.scene else {}
        unseen = any(actor in people and people[actor].hidden for actor in self._about)
        asked = msgspec.structs.replace(ask, secret=ask.secret or unseen, unseen=unseen, moment=self.moment)
        alike = Ask(asked.label, 0, 0, secret=asked.secret, unseen=unseen, moment=self.moment)
        self._alike[alike] += 1
        return asked, self._alike[alike] - 1

    def answer(self, question: Question) -> str:
        """The choice that was made; a question that one order asks again is another one, with a number behind its key.

        Raises:
            Unanswered: nobody has answered yet; the engine turns this into an open question.
        """
        self._asked[question.key] += 1
        times = self._asked[question.key]
        asked = msgspec.structs.replace(question, key=f"{question.key} {times}") if times > 1 else question
        if asked.key not in self.answers:
            raise Unanswered(asked, self.moment)
        return self.answers[asked.key]

    def again(self, question: Question) -> Source:
        """The same dice from the start, ``question`` answered with its default."""
        answers = {**self.answers, question.key: question.default}
        return Source(self._dice, answers, self.given, apart=self._apart)

    def anew(self) -> None:
        """Go on with the same dice for a rule of its own, of which nothing has been rolled or answered."""
        self._recorded, self.answers, self.given = (), {}, []
        self._asked.clear()
        self._alike.clear()


class DefaultSource(Source):
    """A source for odds: every question is answered with its stated default."""

    def answer(self, question: Question) -> str:
        """The default of the question."""
        return question.default


class Ruleset(Protocol[S, G]):
    """A rule system. Everything here is a pure function of its arguments.

    ``state_type`` and ``ground_type`` are what the codec decodes a combatant's and the scene's own state with.
    ``events`` are the ruleset's own event types, ``options`` the campaign switches it knows. ``reports`` are what can
    be looked up beside the status, by topic, on a view, for an actor (or for all: ""). ``chances`` are the questions
    that odds can be asked about: each names the outcome that an event means, or None while it is still open.
    ``prompts`` say what its questions are about, by their prompt. ``moving`` are its events after which what was said
    of where their actor stands holds no longer.
    """

    key: str
    title: str
    version: int
    sheet: SheetSpec
    actions: Mapping[str, ActionSpec]
    options: Mapping[str, OptionSpec]
    events: tuple[type[Event], ...]
    state_type: Any
    ground_type: Any
    reports: Mapping[str, Callable[[Scene[S, G], str, Viewer], tuple[Line, ...]]]
    chances: Mapping[str, Callable[[Event], str | None]]
    prompts: Prompts
    moving: frozenset[type[Event]]

    def ground(self) -> G:
        """The ruleset's own state of an empty scene."""
        ...

    def lasting(self, ground: G) -> G:
        """What of the scene's own state outlives a fight, such as mines."""
        ...

    def common_ground(self, scene: Scene[S, G], viewer: Viewer) -> G:
        """What a player may know of the scene's own state: nothing hidden, nor anything of whoever is hidden."""
        ...

    def enlist(self, sheet: Sheet, options: Mapping[str, Any]) -> S:
        """The combatant state that a validated sheet makes."""
        ...

    def amend(self, state: S, sheet: Sheet, options: Mapping[str, Any]) -> S:
        """The state after its sheet was edited: what the fight alone knows of it stays."""
        ...

    def project(self, combatant: Combatant[S]) -> Sheet:
        """The sheet as it stands now, with what the fight did to it."""
        ...

    def known(self, scene: Scene[S, G], act: Act) -> Mapping[str, Any]:
        """What this scene knows of the inputs of ``act`` that are not the player's own, whatever was said of them.

        It is what counts where an input is left out. Whoever is named may not be here.
        """
        ...

    def public(self, state: S) -> S:
        """What anyone can see of a combatant of the GM's side."""
        ...

    def is_down(self, state: S) -> bool:
        """Whether somebody looks as if it could do nothing more, dead or only out of it: nobody sees the difference."""
        ...

    def decide(self, scene: Scene[S, G], order: Act, source: Source) -> Rule[S, G]:
        """The rule for one action; its actor may act, and its inputs have the kinds its ActionSpec says.

        Raises:
            RuleViolation: the action is not possible; nothing has happened.
        """
        ...

    def evolve(self, scene: Scene[S, G], event: Event) -> Scene[S, G]:
        """The scene after one of the ruleset's own events."""
        ...

    def open_round(self, scene: Scene[S, G], source: Source) -> Rule[S, G]:
        """The rule that begins a fight: it lays the first agenda."""
        ...

    def close_round(self, scene: Scene[S, G], source: Source) -> Rule[S, G]:
        """The rule for an empty agenda: what ends with it, and the next agenda."""
        ...

    def joined(self, scene: Scene[S, G], actor: str, source: Source) -> Rule[S, G]:
        """The rule for ``actor`` entering an open fight."""
        ...

    def period(self, scene: Scene[S, G]) -> Key:
        """What stands for the round that is being played: no two of a fight have the same."""
        ...

    def after_order(self, scene: Scene[S, G], source: Source) -> Rule[S, G]:
        """What happens by itself behind an order or the beginning of a round, such as the turn of whoever comes next.

        It is asked again until nothing changes.
        """
        ...

    def returned(self, scene: Scene[S, G], actor: str, away: Away[S], source: Source) -> Rule[S, G]:
        """The rule for ``actor`` coming back into the round it left, in which it has what it had when it was ``away``.

        The slots that have passed meanwhile are not given back.
        """
        ...

    def idle(self, scene: Scene[S, G], slot: Slot) -> Act:
        """The default of somebody who may act on ``slot`` and is not waited for any longer."""
        ...

    def candidates(self, scene: Scene[S, G], action: str, key: str, given: Mapping[str, Any]) -> Sequence[Choice]:
        """What fits input ``key`` of ``action`` in this view of the scene; ``given`` holds ``actor`` and the rest."""
        ...

    def lines(self, event: Event, viewer: Viewer) -> tuple[Line, ...]:
        """The words for one of the ruleset's own events, as ``viewer`` may read them."""
        ...

    def status(self, scene: Scene[S, G], actor: str, viewer: Viewer) -> Line:
        """One line on a combatant of a view: what ``viewer`` may know of its time and condition."""
        ...

    def clock(self, scene: Scene[S, G]) -> Line:
        """One line on where in time the fight stands."""
        ...

    def describe(self, sheet: Sheet, options: Mapping[str, Any]) -> tuple[Line, ...]:
        """A sheet in words, with the values derived from it."""
        ...
