"""What holds of few people is asked of those alone who have changed since it was asked last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from bot.core.scene import Combatant, changed_keys
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State

Combatants: TypeAlias = Mapping[str, Combatant[State]]
_Found: TypeAlias = tuple[Combatants | None, Sequence[str]]

MOST_KNOWN: Final = 128  # chapters: people are kept by it whose fights may be over
_NOTHING: Final[tuple[_Found, _Found]] = ((None, ()), (None, ()))


class Few:
    """Those of whom something ``holds``, given somebody and the words that it is about.

    For each chapter, which its options stand for, it is kept who they were when that was asked last, and before. That
    is believed of the very same people alone: so any thread may write it, and options that lie where others lay do no
    harm.
    """

    def __init__(self, holds: Callable[..., bool]) -> None:
        self._holds = holds
        self._known: dict[tuple[object, ...], tuple[_Found, _Found]] = {}

    def among(self, scene: ReflexScene, *about: str, since: ReflexScene | None = None) -> Sequence[str]:
        """Return of whom it holds, in order.

        Where an order changes a scene step by step, ``since`` is the one that it began with.
        """
        now, key = scene.combatants, (id(scene.options), *about)
        last, older = self._known.get(key, _NOTHING)
        if last[0] is now:
            return last[1]
        before = since.combatants if since else now if last[0] is None else last[0]
        was = last[1] if last[0] is before else older[1] if older[0] is before else self._asked(before, before, about)
        found = self._anew(before, now, was, about)
        if len(self._known) >= MOST_KNOWN and key not in self._known:
            self._known.clear()
        self._known[key] = (now, found), (before, was)
        return found

    def _anew(self, before: Combatants, now: Combatants, was: Sequence[str], about: Sequence[str]) -> Sequence[str]:
        """Return of whom it holds ``now``, where those of whom it did ``before`` are known."""
        changed = changed_keys(before, now)
        found = [actor for actor in was if actor in now and actor not in changed]
        found += self._asked(changed, now, about)
        return found if len(found) < 2 else [actor for actor in now if actor in found]

    def _asked(self, actors: Iterable[str], people: Combatants, about: Sequence[str]) -> list[str]:
        return [actor for actor in actors if self._holds(people[actor], *about)]
