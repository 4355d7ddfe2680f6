"""Two of whom everybody may know never look alike by name: the hidden give way, and only the GM learns of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from bot.core.events import Renamed
from bot.core.play import Play
from bot.core.renaming import is_only_a_name
from bot.core.ruleset import Ruleset
from bot.core.scene import Combatant, Scene
from bot.core.wording import shown

S = TypeVar("S")
G = TypeVar("G")

WORDS = ("other", "another")


def looks_of(combatant: Combatant[S]) -> tuple[str, ...]:
    """Return how somebody's name looks; of those who came in before that was written down, in small letters."""
    return combatant.looks or (shown(combatant.actor).casefold(),)


def alike(one: Iterable[str], other: Iterable[str]) -> bool:
    """Tell whether two names look alike, by how each looks."""
    return not set(one).isdisjoint(other)


def make_way(ruleset: Ruleset[S, G], play: Play[S, G, Any], looks: tuple[str, ...]) -> None:
    """Give the hidden who look like a newcomer other names."""
    for actor, combatant in list(play.scene.combatants.items()):
        changed = _renamed(ruleset, play.scene, actor, looks) if combatant.hidden else None
        if changed:
            play.tell(changed)


def other_name(ruleset: Ruleset[S, G], scene: Scene[S, G], actor: str) -> Renamed | None:
    """Return what somebody hidden is called once it comes into sight; None where its own name will do."""
    return _renamed(ruleset, scene, actor, [look for each in in_sight(scene) for look in looks_of(each)])


def in_sight(scene: Scene[S, G]) -> list[Combatant[S]]:
    """Return all whom everybody knows of by name: those who are not hidden, and those who may come back."""
    return [*(each for each in scene.combatants.values() if not each.hidden), *_away(scene)]


def _away(scene: Scene[S, G]) -> Iterator[Combatant[S]]:
    return (away.combatant for away in scene.away.values())


def _renamed(ruleset: Ruleset[S, G], scene: Scene[S, G], actor: str, taken: Iterable[str]) -> Renamed | None:
    """Return another name for somebody whose own looks like one that is taken.

    One that is also a word of the system, or what somebody carries, stays: nobody could tell what in the scene means
    whom.
    """
    name, looks = shown(actor), looks_of(scene.combatants[actor])
    if not alike(looks, taken) or not is_only_a_name(ruleset, scene, actor):
        return None
    known = {look for each in (*scene.combatants.values(), *_away(scene)) for look in looks_of(each)}
    free = (Renamed(actor=actor, name=found, looks=seen) for found, seen in others(name, looks))
    return next(each for each in free if each.name not in scene.combatants and not alike(each.looks, known))


def others(name: str, looks: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield names that are not quite that one, with how they look; among others they stand where it stood.

    Some of what is kept for two depends on which of them is first in the alphabet.
    """
    while True:
        for word in WORDS:
            yield f"{name} ({word})", tuple(f"{look} ({word}" for look in looks)
        name, looks = f"{name} ({WORDS[0]})", tuple(f"{look} ({WORDS[0]})" for look in looks)
