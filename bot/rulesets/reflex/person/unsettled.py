"""Of whom something may come by itself is asked behind every action, but of those alone who have changed meanwhile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from bot.core.scene import Combatant, changed_keys
from bot.rulesets.reflex.person.consciousness import able
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.state import State

Combatants: TypeAlias = Mapping[str, Combatant[State]]

MOST_KNOWN = 128  # chapters: people are kept by it whose fights may be over

_known: dict[int, tuple[tuple[Combatants, Sequence[str]], ...]] = {}
"""Who was unsettled in a chapter, which its options stand for, before its newest order and behind it.

That holds of the very same people alone: so any thread may write it, and options that lie where others lay do no harm.
"""


def unsettled(play: ReflexPlay) -> Sequence[str]:
    """Return those who are not able as they stand, hold somebody, have lit a fuse, or are at a task that may be
    spoiled; in order, and nearly always nobody."""
    before, now, chapter = play.began.combatants, play.scene.combatants, id(play.scene.options)
    known = _known.get(chapter, ())
    found = _among(now, known)
    if found is None:
        was = _among(before, known)
        if was is None:
            was = [actor for actor, each in before.items() if _is_unsettled(each)]
        found = _anew(before, now, was)
        if len(_known) >= MOST_KNOWN and chapter not in _known:
            _known.clear()
        _known[chapter] = (before, was), (now, found)
    return found


def _among(people: Combatants, known: Iterable[tuple[Combatants, Sequence[str]]]) -> Sequence[str] | None:
    for each, found in known:
        if each is people:
            return found
    return None


def _anew(before: Combatants, now: Combatants, was: Sequence[str]) -> Sequence[str]:
    """Return who is unsettled ``now``, where those who were ``before`` are known."""
    changed = changed_keys(before, now)
    found = [actor for actor in was if actor in now and actor not in changed]
    found += [actor for actor in changed if _is_unsettled(now[actor])]
    return found if len(found) < 2 else [actor for actor in now if actor in found]


def _is_unsettled(combatant: Combatant[State]) -> bool:
    state = combatant.state
    return not able(state) or bool(state.hold.controls or state.kit.fuses or state.turn.task)
