"""What happens around every action of a system stands in one ordered table, each step with the reason for its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from bot.core.errors import AssemblyError
from bot.core.features import Rule
from bot.core.options import ActionSpec
from bot.core.orders import Act

Wrapping: TypeAlias = Callable[[Any, Act, Rule], None]
"""Carries out an action, or something in its place: it is given the play, the order, and the rest to go on with."""

Following: TypeAlias = Callable[[Any, Act, Any], None]
"""Carries out what comes of an action: it is given the play, the order, and the scene before the action."""

Closing: TypeAlias = tuple[Callable[..., None], bool]
"""Carries out what comes behind an order: it is given the play, and where this is true the scene before the order."""


class Around(msgspec.Struct, frozen=True):
    """One step around an action: what is done, and why it stands where it stands.

    ``of`` names the actions it belongs to, which are all where none is named, and ``besides`` those it does not belong
    to. A step ``in_turn`` belongs only to actions that take somebody's turn.
    """

    do: Callable[..., None]
    why: str
    of: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()
    in_turn: bool = False

    def is_around(self, spec: ActionSpec) -> bool:
        """Tell whether the step belongs to an action."""
        named = spec.name in self.of if self.of else spec.name not in self.besides
        return named and (bool(spec.kinds) or not self.in_turn)


class Before(Around, frozen=True):
    """A step before the action; where it refuses, the action is refused."""

    do: Callable[[Any, Act], None]


class Instead(Around, frozen=True):
    """A step that carries the rest out itself, later, or not at all.

    It is taken only where the order has the input ``given``, where the campaign has the ``switch`` on, or where it is
    one ``on_ground`` and everybody has a place.
    """

    do: Wrapping
    given: str = ""
    switch: str = ""
    on_ground: bool = False


class Upon(Around, frozen=True):
    """A step that is a part of the action, and comes at its end whenever that takes effect."""

    do: Following


class After(Around, frozen=True):
    """A step behind the order, whatever has become of the action; on a ground alone where it is one ``on_ground``."""

    do: Callable[[Any], None]
    on_ground: bool = False


class Since(Around, frozen=True):
    """A step behind the order that compares: it is given the scene before the order, too."""

    do: Callable[[Any, Any], None]


class TheAction:
    """The place in the table at which the action itself is carried out."""


THE_ACTION = TheAction()
_ORDER = {Before: 0, Instead: 1, TheAction: 2, Upon: 3, After: 4, Since: 4}

Steps: TypeAlias = Sequence[Around | TheAction]
"""The steps in their order, with the action among them."""


class Procedure(msgspec.Struct, frozen=True):
    """All that happens for one action: the steps that belong to it, of ``instead`` the innermost first.

    Where no ground is laid, ``after_told`` comes behind the order, and otherwise ``after_placed``.
    """

    before: tuple[Rule, ...]
    instead: tuple[Instead, ...]
    action: Rule
    after_told: tuple[Closing, ...]
    after_placed: tuple[Closing, ...]


def procedures(steps: Steps, rules: Mapping[str, Rule], specs: Iterable[ActionSpec]) -> dict[str, Procedure]:
    """Return the procedure of every action.

    Raises:
        AssemblyError: the table is out of order, or one of its steps names an action that there is not.
    """
    _check(steps, rules)
    return {spec.name: _procedure(steps, rules[spec.name], spec) for spec in specs}


def _procedure(steps: Steps, rule: Rule, spec: ActionSpec) -> Procedure:
    own = [step for step in steps if isinstance(step, Around) and step.is_around(spec)]
    upon = tuple(step.do for step in own if isinstance(step, Upon))
    return Procedure(
        before=tuple(step.do for step in own if isinstance(step, Before)),
        instead=tuple(step for step in reversed(own) if isinstance(step, Instead)),
        action=_with_its_end(rule, upon) if upon else rule,
        after_told=_closing(step for step in own if not (isinstance(step, After) and step.on_ground)),
        after_placed=_closing(own),
    )


def _closing(steps: Iterable[Around]) -> tuple[Closing, ...]:
    return tuple((step.do, isinstance(step, Since)) for step in steps if isinstance(step, After | Since))


def _with_its_end(rule: Rule, upon: tuple[Following, ...]) -> Rule:
    """Return a rule that carries out another and what is upon it, which nobody has to try: it refuses nothing."""

    def carried_out(play: Any, order: Act) -> None:
        before = play.scene
        rule(play, order)
        for follow in () if play.only_tried else upon:
            follow(play, order, before)

    return carried_out


def behind_every_action(steps: Steps) -> tuple[tuple[Closing, ...], tuple[Closing, ...]]:
    """Return what comes behind every action, whatever it is: where no ground is laid, and where one is."""
    behind = [step for step in steps if isinstance(step, After | Since)]
    every = [step for step in behind if not (step.of or step.besides or step.in_turn)]
    return _closing(step for step in every if not (isinstance(step, After) and step.on_ground)), _closing(every)


def _check(steps: Steps, rules: Mapping[str, Rule]) -> None:
    places = [_ORDER[type(step)] for step in steps]
    if places != sorted(places) or places.count(_ORDER[TheAction]) != 1:
        raise AssemblyError("around an action come Before, Instead, THE_ACTION, Upon, After and Since, in this order")
    for step in (each for each in steps if isinstance(each, Around)):
        for action in (*step.of, *step.besides):
            if action not in rules:
                raise AssemblyError(f"{step.do.__name__} is around {action}, which is no action")
