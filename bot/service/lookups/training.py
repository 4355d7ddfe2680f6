"""A training fight is played anew from its beginning at every tap: nothing of it is kept, and it is in nobody's way."""

from __future__ import annotations

from typing import Any, Final

from bot.core import engine, orders
from bot.core.dice import Dice, SeededDice
from bot.core.errors import RuleViolation
from bot.core.events import Event
from bot.core.options import ActionSpec, parse
from bot.core.scene import Scene
from bot.core.sheets import checked
from bot.core.views import Viewer
from bot.core.wording import Line, line, note
from bot.service.case import Case
from bot.service.handbooks import Handbook, Lesson, Looking, Training, meanings
from bot.service.lookups.odds import chances_told
from bot.service.orders.order_words import short
from bot.service.playing.slash_words import typed_command
from bot.service.requests import Button, Reply, Verb, Weight
from bot.service.systems import AnyRuleset, PlayableSystem

RECRUIT: Final = "Recruit"
TARGET: Final = "Target"
MOST_WAITS: Final = 40
"""Moments of others that are gone through before a recruit acts again."""

MOST_TOLD: Final = 4
"""Lines that are read of what happened meanwhile."""

OWNER: Final = Viewer(1)
LAST_WORDS: Final = (
    "That was all. A GM opens a real fight with /init start; /init join brings your character in.",
    "/help has the rules on one page, a sample turn and the words of the rules.",
)


def training(case: Case, argument: str) -> Reply:
    """Return the training fight of a system behind so many lessons, for the asker alone.

    Raises:
        RuleViolation: there is no such fight, or it has not so many lessons.
    """
    key, _, behind = argument.partition(".")
    book, system = case.house.handbooks.get(key), case.house.systems.get(key)
    course = book and book.training
    done = int(behind) if behind.isdecimal() and len(behind) < len(argument) else -1
    if not book or not course or system is None or not 0 <= done <= len(course.lessons):
        raise RuleViolation("That training fight is not here any more.", "/help topic:training begins one.")
    told = _Sandbox(system, book, course).told_behind(done)
    again = Button("From the beginning", Verb.TRAINING, f"{key}.0")
    if done == len(course.lessons):
        said = (*told, *map(line, LAST_WORDS))
        return Reply(title="Training fight: done", lines=said, buttons=(again,), ephemeral=True, in_place=True)
    lesson = course.lessons[done]
    on = Button(lesson.button, Verb.TRAINING, f"{key}.{done + 1}", weight=Weight.MAIN)
    return Reply(
        title=f"Training fight, step {done + 1} of {len(course.lessons)}: {lesson.title}",
        lines=(*told, line(lesson.says), line(note(_typed(system.ruleset, lesson)))),
        buttons=(on, again) if done else (on,),
        ephemeral=True,
        in_place=True,
    )


def _typed(ruleset: AnyRuleset, lesson: Lesson) -> str:
    """Return how a lesson is done in a fight."""
    match lesson.does:
        case Looking.LOOK:
            return "In a fight the card in the channel says it, and /init status."
        case Looking.WHY:
            return "In a fight Why? stands below the answer, and the thread has every sum."
        case Looking.ODDS:
            said = " ".join(f"{key}:{value}" for key, value in lesson.given.items())
            return f"In a fight you would type /odds {said}".rstrip()
        case action:
            return f"In a fight you would type {typed_command(ruleset.actions[action], lesson.given)}"


class _Sandbox:
    """One against one, in no channel and on no disk."""

    def __init__(self, system: PlayableSystem, book: Handbook, course: Training) -> None:
        self._ruleset, self._book, self._course = system.ruleset, book, course
        self._scene: Scene[Any, Any] = Scene(self._ruleset.empty_state(), {})
        self._last: tuple[Event, ...] = ()
        for actor, owner, template in ((RECRUIT, OWNER.user, course.trainee), (TARGET, 0, course.target)):
            sheet, _ = checked(self._ruleset.sheet, system.templates[template])
            self._give(orders.Enlist(name=actor, owner=owner, side=actor, sheet=sheet))
        self._give(orders.SetRange(actor=RECRUIT, target=TARGET, range_m=course.range_m))
        self._give(orders.StartFight(title="Training"))

    def told_behind(self, done: int) -> tuple[Line, ...]:
        """Return what the last of so many lessons led to."""
        told: tuple[Line, ...] = ()
        for lesson in self._course.lessons[:done]:
            told = self._learned(lesson)
        return told

    def _learned(self, lesson: Lesson) -> tuple[Line, ...]:
        match lesson.does:
            case Looking.LOOK:
                clock = self._ruleset.clock(self._scene)
                return (clock, *(self._ruleset.status(self._scene, each, OWNER) for each in self._scene.combatants))
            case Looking.WHY:
                told = engine.story(self._ruleset, self._last, OWNER)
                return (*told, *meanings(self._book, told))
            case Looking.ODDS:
                spec = self._ruleset.actions["attack"]
                order, asked = self._order(spec, lesson), spec.odds or next(iter(self._ruleset.chances))
                before = self._wait_for(order)
                return (*before, *chances_told(self._ruleset, self._scene, order, self._ruleset.chances[asked]))
            case action:
                order = self._order(self._ruleset.actions[action], lesson)
                before = self._wait_for(order)
                self._last = self._give(order)
                while self._scene.pending:
                    self._last += self._give(orders.GoOn())
                return short((*before, *engine.story(self._ruleset, self._last, OWNER)))

    def _order(self, spec: ActionSpec, lesson: Lesson) -> orders.Act:
        return orders.Act(actor=RECRUIT, action=spec.name, inputs=parse(spec, lesson.given))

    def _wait_for(self, order: orders.Act) -> tuple[Line, ...]:
        """Go on with what is usual until the recruit may do something; return what happened meanwhile."""
        told: tuple[Line, ...] = ()
        for _ in range(MOST_WAITS):
            if not self._scene.pending and self._is_possible(order):
                break
            told = (*told, *engine.story(self._ruleset, self._give(orders.GoOn()), OWNER))
        return short(told)[-MOST_TOLD:]

    def _is_possible(self, order: orders.Act) -> bool:
        try:
            engine.tried(self._ruleset, self._scene, order)
        except RuleViolation:
            return False
        return True

    def _give(self, order: orders.Order) -> tuple[Event, ...]:
        decision = engine.decide(self._ruleset, self._scene, order, self._dice)
        self._scene = decision.scene
        return tuple(event for event in decision.events if not event.quiet)

    def _dice(self, position: int, order: bytes) -> Dice:
        """Return dice that fall alike for everybody who trains."""
        secret = self._course.dice.encode()
        return SeededDice(secret, secret, position, order)
