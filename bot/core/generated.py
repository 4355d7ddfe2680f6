"""A rule may still be written as a generator of events: it is sent the scene that each of them makes."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias, TypeVar

from bot.core.events import Event
from bot.core.play import Play
from bot.core.scene import Scene

S = TypeVar("S")
G = TypeVar("G")

Rule: TypeAlias = Generator[Event, Scene[S, G], Scene[S, G]]


def unchanged(scene: Scene[S, G]) -> Rule[S, G]:
    """The rule by which nothing happens."""
    yield from ()
    return scene


def carry_out(play: Play[S, G, Any], rule: Rule[S, G]) -> None:
    """Tell the events of a rule; a trial of it ends at the first of them."""
    try:
        event = next(rule)
        play.rule_ends()
        while True:
            play.tell(event)
            event = rule.send(play.scene)
    except StopIteration:
        return
    finally:
        rule.close()
