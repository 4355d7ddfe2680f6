"""How an action of the rules is typed: by which command, and what of it in an option of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from bot.core.errors import RuleViolation
from bot.core.options import ActionSpec

ACTOR: Final = "actor"
OF_ACT: Final = ("target", "item", "to", "via", "behind", "area")
OF_DAMAGE: Final = ("degree", "place")
PATHS: Final = {"damage": "damage apply", "heal": "damage heal", "correct": "init set"}
"""Commands that are not called like their action."""

INPUT: Final = re.compile(r'with:\S+(?: [a-z_0-9]+=\S+)*|(?<![\w:/"=])([a-z_0-9]+)=("[^"]*"|[^\s,;.]*)')


def command_of(spec: ActionSpec) -> str:
    """Return what is typed behind the slash for an action: "attack", "act action:move" or "mine emplace"."""
    match spec.command:
        case "act":
            return f"act action:{spec.name}"
        case "init":
            return PATHS.get(spec.name, f"init {spec.name}")
        case _:
            return PATHS.get(spec.name, spec.name.replace("_", " "))


def options_of(spec: ActionSpec) -> Mapping[str, str]:
    """Return the options that a command has for inputs of an action, by input; all others are typed behind "with"."""
    match spec.command:
        case "act":
            keys: tuple[str, ...] = OF_ACT
        case "init":
            keys = ()
        case _:
            by_hand = OF_DAMAGE if PATHS.get(spec.name, "").startswith("damage ") else ()
            keys = tuple(item.key for item in spec.inputs if item.shared or item.key in by_hand)
    names = {key: key for key in keys}
    match spec.command:
        case "attack":
            return {**names, ACTOR: "attacker"}
        case "damage":
            return {**names, "damage": "amount"} if "damage" in names else names
        case _:
            return {**names, ACTOR: ACTOR}


class _RefusedAsTyped:
    """Has what is refused within say its remedy as whoever typed the command would type it."""

    def __init__(self, spec: ActionSpec) -> None:
        self._spec = spec

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, _kind: object, refusal: BaseException | None, _traceback: object) -> None:
        """End, maybe with a refusal."""
        if isinstance(refusal, RuleViolation):
            refusal.remedy = as_typed(self._spec, refusal.remedy)


refused_as_typed = _RefusedAsTyped
"""Every order asks for it several times, and a class costs less than a generator."""


def as_typed(spec: ActionSpec, words: str) -> str:
    """Return words in which inputs of an action stand as ``key=value`` as they would be typed behind its command.

    What has no option of its own stands behind "with:", several in a row behind one.
    """
    options, known = options_of(spec), {item.key for item in spec.inputs}
    told, end, in_with = "", 0, False
    for found in INPUT.finditer(words):
        key, between = found[1], words[end : found.start()]
        told, end = told + between, found.end()
        if key in options:
            told += f"{options[key]}:{found[2]}"
        else:
            told += found[0] if key not in {ACTOR, *known} or (in_with and between == " ") else f"with:{found[0]}"
        in_with = key in known and key not in options
    return told + words[end:]


def typed_command(spec: ActionSpec, given: Mapping[str, str], who: str = "") -> str:
    """Return what one would type for an action with what is given to it, and for ``who`` where it is named."""
    options = options_of(spec)
    said = {ACTOR: who, **given} if who else given
    own = [f"{options[key]}:{value}" for key, value in said.items() if key in options]
    rest = {key: value for key, value in given.items() if key not in options}
    words = [f'{key}="{value}"' if " " in value else f"{key}={value}" for key, value in rest.items()]
    return " ".join((f"/{command_of(spec)}", *own, *((f"with:{' '.join(words)}",) if words else ())))
