"""Leaks of old, to be planted again one at a time: each must show in the very fights that show nothing without it."""

# ruff: noqa: ARG005  what is planted takes what the original takes

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from bot.core import apart, engine, fight, orders, views
from bot.core.engine import Kept
from bot.core.errors import RuleViolation
from bot.core.ground import laid, lost, sight
from bot.core.source import Source
from bot.rulesets.graydawn import status
from bot.service import button_keys
from bot.service.names import codewords_in_turn, readable
from bot.service.orders import automatic_events, ledger, undoing
from bot.service.orders.given_again import ChangedError
from bot.service.orders.order_words import PublicWords
from bot.service.playing import npcs
from bot.service.posting import letters, moment_buttons, trackers
from tests.worlds.places import CHANNEL

_count = itertools.count()
_buttons, _turn, _known, _named = (
    moment_buttons.moment_buttons,
    trackers._turn,
    button_keys._known,
    letters._StreamLetters._nonce,
)
_between = sight._pieces_between
_as_known = laid.as_known
_decided, _digest, _act, _outward = ledger._decided, trackers.digest, fight._act, status.outward
FEW = 8  # combatants that a scene has room for, so that it is soon full

Planting = Callable[[], AbstractContextManager[Any]]


def _instead(module: object, name: str, value: object) -> Planting:
    return lambda: patch.object(module, name, value)


def _as_often_as_anything(view: Any) -> str:
    return f"{_digest(view)} {next(_count)}"


def _counting_all(played: Any) -> str:
    return f"{_known(played)} {played.row.head}"


def _whoever_acts(played: Any, seen: Any, waited_for: list[str], *, since: int) -> str:
    return f"{_turn(played, seen, waited_for, since=since)} {played.row.head}"


def _numbered(tray: Any, *given: Any) -> str:
    return f"{_named(tray, *given)} {tray._played.row.head}"


def _touched(case: Any, played: Any, again: Any, loose: Any = ()) -> Any:
    if any(True for _ in again):
        raise ChangedError
    return played


def _all_own(case: Any, played: Any, *given: Any) -> Any:
    drawn = _decided(case, played, *given)
    told = PublicWords(played.system.ruleset).is_told(drawn.decision.events)
    return msgspec.structs.replace(drawn, kept=Kept.NOTICED) if told else drawn


def _all_alike(source: Source, ask: Any) -> tuple[Any, int]:
    return msgspec.structs.replace(ask, moment=source.moment), len(source.given)


def _in_turn(taken: Any, base: str, count: int, secret: bytes) -> list[str]:
    return codewords_in_turn(taken, base, count, str(CHANNEL))


def _alive(ruleset: Any, play: Any, order: orders.Act) -> None:
    target = play.scene.combatants.get(order.inputs.get("target"))
    if order.action == "attack" and target and target.state.dead:
        raise RuleViolation(f"{target.actor} is dead.", "Choose another.")
    _act(ruleset, play, order)


@contextmanager
def _of_no_moment(source: Source, what: str, *about: str) -> Iterator[None]:
    yield


@contextmanager
def _told_apart() -> Iterator[None]:
    with ExitStack() as stack:
        stack.enter_context(patch.object(views, "_seen", lambda combatant, *_: combatant))
        stack.enter_context(patch.object(status, "outward", lambda state, *, known: _outward(state, known=True)))
        yield


@contextmanager
def _full_of_hidden() -> Iterator[None]:
    with ExitStack() as stack:
        stack.enter_context(patch.object(fight, "MOST_COMBATANTS", FEW))
        stack.enter_context(patch.object(fight, "_counted", lambda scene, owner: [*scene.combatants]))
        yield


@contextmanager
def _from_the_truth() -> Iterator[None]:
    """Patch the names, too: without a name for somebody there would be no buttons at all, and that would show."""
    with ExitStack() as stack:
        truth = lambda unit, played, seen, **_: _buttons(  # noqa: E731
            unit, played, played.scene, waits=False, unseen=False
        )
        stack.enter_context(patch.object(trackers, "moment_buttons", truth))
        stack.enter_context(patch.object(moment_buttons, "readable", lambda scene, viewer: readable(scene, views.GM)))
        yield


@contextmanager
def _at_once() -> Iterator[None]:
    with ExitStack() as stack:
        stack.enter_context(patch("bot.service.orders.answers.told_at_once", lambda order, events: [*events]))
        stack.enter_context(patch("bot.service.posting.worded_posts.told_at_once", lambda order, events: [*events]))
        stack.enter_context(patch.object(automatic_events, "told_at_once", lambda order, events: [*events]))
        stack.enter_context(patch.object(automatic_events, "held_back", lambda order, events: []))
        yield


def _of_a_round_alone(unit: Any, played: Any, seen: Any, viewer: Any) -> Any:
    hides = not viewer.gm and trackers.is_held_back(unit, played)
    return msgspec.structs.replace(seen, agenda=(), opened=None, opening={}, before={}) if hides else seen


@dataclasses.dataclass(frozen=True)
class Plant:
    """A leak: in which system it is looked for, from which fight on, and how it is planted."""

    key: str
    first: int
    planting: Planting


PLANTS: Mapping[str, Plant] = {
    "the tracker's buttons are made from the truth": Plant("eclipse", 1001, _from_the_truth),
    "every hidden order edits the tracker": Plant("reflex", 1000, _instead(letters, "digest", _as_often_as_anything)),
    "keys of buttons count hidden orders": Plant("reflex", 1000, _instead(button_keys, "_known", _counting_all)),
    "a hidden order pings anew": Plant("horizons", 1000, _instead(trackers, "_turn", _whoever_acts)),
    "names of messages count hidden orders": Plant(
        "reflex", 1000, _instead(letters._StreamLetters, "_nonce", _numbered)
    ),
    "a round is told of before anybody in sight may act": Plant("horizons", 1007, _at_once),
    "what happens by itself takes a number": Plant("horizons", 1001, _instead(ledger, "_decided", _all_own)),
    "an undo is refused because of hidden orders": Plant("horizons", 1018, _instead(undoing, "given_again", _touched)),
    "positions of dice count hidden orders": Plant(
        "eclipse", 1000, _instead(engine, "position", lambda scene, draw: scene.position)
    ),
    "the hidden roll among the others": Plant("reflex", 1000, _instead(Source, "_told_apart", _all_alike)),
    "what happens by itself is rolled with the order before": Plant(
        "horizons", 1004, _instead(Source, "by_itself", _of_no_moment)
    ),
    "a scene is full of hidden people": Plant("reflex", 1000, _full_of_hidden),
    "a hidden name is taken": Plant("graydawn", 40, _instead(apart, "_renamed", lambda *given: None)),
}


def _all_between(pieces: Any, *looks: Any) -> Any:
    """Return what lies between two, with hidden things as if they were not."""
    return _between({name: msgspec.structs.replace(each, hidden=False) for name, each in pieces.items()}, *looks)


def _known_whole(ground: Any, *hidden: str, camps: Any = ()) -> Any:
    return ground


def _all_areas(ground: Any, *hidden: str, camps: Any = ()) -> Any:
    """Return the ground as somebody knows it, with areas as if none was hidden."""
    areas = {key: msgspec.structs.replace(each, hidden=False) for key, each in ground.areas.items()}
    return _as_known(msgspec.structs.replace(ground, areas=areas), *hidden, camps=camps)


AREAS: Planting = _instead(lost, "as_known", _all_areas)
"""Areas that show although they are hidden."""

AMBUSHED: Mapping[str, Planting] = {
    "reflex": AREAS,
    "eclipse": AREAS,
    "graydawn": PLANTS["names of messages count hidden orders"].planting,
}
"""By system: what shows where somebody lies in ambush."""

HIDING: Mapping[str, Planting] = {
    "ways are looked for round what is hidden": _instead(lost, "as_known", _known_whole),
    "what is hidden stands between": _instead(sight, "_pieces_between", _all_between),
}
"""Leaks that show by what is hidden on a ground, in Night Tripper."""

DOWN: Mapping[str, Planting] = {
    "the dead are told from those who are only out of it": _told_apart,
    "a shot at the dead is refused": _instead(fight, "_act", _alive),
}
"""Leaks that show where somebody falls, in Gray Dawn."""

NAMED: Planting = _instead(npcs, "codewords", _in_turn)
"""Code names that follow from how many there are."""

OF_ANOTHER: Mapping[str, Planting] = {
    "the clock goes away with a new round that waits for the hidden, and only then": _instead(
        trackers, "_told", _of_a_round_alone
    ),
    "the tracker names whom it waits for": _from_the_truth,
}
"""Leaks that show where the fight waits for somebody hidden, and for another of them in the other world."""
