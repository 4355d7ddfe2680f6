"""A newcomer's word finds what there is to read on it: what people call things elsewhere, and where the word stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from bot.core.options import ActionSpec
from bot.core.wording import Line, line, name, note

MOST_FOUND = 12
SHORTEST = 3
"""With fewer letters a word stands everywhere."""

Page = tuple[str, str, tuple[Line, ...]]
"""What it is called, what it is about, and what it says."""

_AID = ("treat", "heal", "rest", "cheat_sheet")
_LOAD = ("reload", "chamber", "reset_weapons", "work")
_GO = ("move", "pause_move", "withdraw")
_HIDDEN = ("take_cover", "cover", "hide", "stance", "posture")
_LOW = ("stance", "posture", "declare", "take_cover")
_YIELD = ("surrender", "talk", "gm")
_LATER = ("wait", "pass", "hold", "delay")

PLAIN_WORDS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("first aid", "bandage", "medic", "medicine", "doctor", "heal", "healing", "cure"), _AID),
    **dict.fromkeys(("reload", "load", "magazine", "ammo", "ammunition"), _LOAD),
    **dict.fromkeys(("run", "walk", "sprint", "go", "flee", "escape", "retreat"), _GO),
    **dict.fromkeys(("hide", "cover", "stealth"), _HIDDEN),
    **dict.fromkeys(("crouch", "kneel", "prone", "lie down", "stand up"), _LOW),
    **dict.fromkeys(("surrender", "give up"), _YIELD),
    **dict.fromkeys(("skip", "wait", "end turn"), _LATER),
    **dict.fromkeys(("grenade", "grenades", "bomb"), ("throw", "cook", "blast", "explode", "work")),
    **dict.fromkeys(("shoot", "fire", "shot", "gun"), ("attack", "aim", "suppress")),
    **dict.fromkeys(("melee", "punch", "stab", "knife", "fight"), ("attack", "grapple", "wrestle")),
    **dict.fromkeys(("initiative", "turn order", "my turn"), ("cheat_sheet", "turn", "sample_turn")),
    **dict.fromkeys(("undo", "take back"), ("turn", "gm")),
    **dict.fromkeys(("odds", "chance", "probability"), ("chances",)),
    **dict.fromkeys(("roll", "random", "cheat"), ("dice",)),
    **dict.fromkeys(("map", "range", "distance"), ("ground",)),
    **dict.fromkeys(("overwatch", "ambush"), ("watch", "ready", "ambush", "delay", "work")),
}
"""What people type who do not know the words of a system: actions and pages they may mean, wherever those are."""

AT_LEAST = ("work", "cheat_sheet")
"""What is read behind others only where a system has none of those."""


def found_by(
    word: str, actions: Iterable[ActionSpec], pages: Mapping[str, Page], glossary: Mapping[str, str]
) -> tuple[Line, ...]:
    """Return what there is to read on a word: first what people mean by it, then wherever it stands."""
    wanted = " ".join(word.casefold().split())
    if len(wanted) < SHORTEST and wanted not in PLAIN_WORDS:
        return ()
    specs = {spec.name: spec for spec in actions}
    found = (*_meant(PLAIN_WORDS.get(wanted, ()), specs, pages), *_standing(wanted, specs, pages, glossary))
    return tuple(dict.fromkeys(found))[:MOST_FOUND]


def action_line(spec: ActionSpec) -> Line:
    """Return an action in a list: what it is called, by which command it is ordered, and what it is about."""
    return line(name(spec.title), note(f" /{spec.command} · {spec.about}"))


def _meant(keys: Iterable[str], actions: Mapping[str, ActionSpec], pages: Mapping[str, Page]) -> Iterator[Line]:
    first, *others = [key for key in keys if key in actions or key in pages] or [""]
    for key in (first, *(other for other in others if other not in AT_LEAST)):
        if key in actions:
            yield action_line(actions[key])
        elif key in pages:
            title, about, _ = pages[key]
            yield line(name(title), note(f" /help topic:{key} · {about}"))


def _standing(
    wanted: str, actions: Mapping[str, ActionSpec], pages: Mapping[str, Page], glossary: Mapping[str, str]
) -> Iterator[Line]:
    """Yield where a word stands, as the beginning of one: in actions, in words of the rules, in lines of pages."""
    stands = re.compile(rf"\b{re.escape(wanted)}", re.IGNORECASE).search
    yield from (action_line(each) for each in actions.values() if stands(f"{each.title} {each.about}"))
    yield from (line(name(key), f": {said}") for key, said in glossary.items() if stands(f"{key} {said}"))
    for title, _, lines in pages.values():
        yield from (line(note(f"{title}: "), *each.spans) for each in lines if stands(each.text))
