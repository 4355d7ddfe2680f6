"""What people may type is data: actions, switches and sheets name their inputs, to be parsed and completed."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, assert_never

import msgspec
from msgspec.structs import force_setattr, replace

from bot.core.errors import Incomplete, RuleViolation
from bot.core.legible import MARKS_OF_PEOPLE, is_plain, plainly
from bot.core.wording import digits

MOST_CHOICES = 25
LONGEST_CHOICE = 100
_WORD = re.compile(r'(?:[^\s"]|"[^"]*(?:"|$))+')
FAR_OUT = 10**18  # of every range

AIM, ATTACK, MOVE, RELOAD, SUPPRESS, THROW = "aim", "attack", "move", "reload", "suppress", "throw"
TAKE_COVER = "take_cover"
"""What these actions are called in every system that has rules for them."""


class Kind(StrEnum):
    """What an input holds."""

    INT = "whole number"
    NUMBER = "number"
    CHOICE = "choice"
    FLAG = "yes or no"
    TEXT = "text"
    COMBATANT = "combatant"
    PLACE = "place"


class Word(StrEnum):
    """Whose word an input is: what of it a player may say, and what only counts from a GM."""

    OWN = "own"  # the player's own doing
    TABLE = "table"  # a fact about the target, anybody's to say for as long as nobody has
    HERE = "here"  # a fact of this one order, as much anybody's to say
    GM = "gm"  # what only a GM can know


class Choice(msgspec.Struct, frozen=True):
    """Something offered: the value to type and how it reads, in a menu with what it is ``about``."""

    value: str
    label: str = ""
    about: str = ""


class Input(msgspec.Struct, frozen=True):
    """One input of an action.

    ``choices`` are fixed words; where ``open_ended`` they are only offered, and something new may be named. Inputs
    whose choices depend on the scene have ``asks_scene`` and are completed by the ruleset; where they are ``veiled``
    nobody can name what is not offered, and what is hidden reads as unknown. One that ``lists`` takes names of people
    with numbers behind them. ``shared`` inputs are slash options of every system, the others are typed as
    ``key=value`` words. ``word`` says whose word it is. Inputs of one ``thing`` describe it only together: who says
    one of them says all of it. Orders hold it under its key, or as ``stored`` where that says something.
    Where a ``switch`` is named, there is such an input only in a campaign that has it on; ``switched`` names choices
    that are there only so, each with its switch. ``brings`` says by what something comes to be that can be named here.
    A place ``onto`` whom one names alone is where that one is; of any other that lies a step before.
    """

    key: str
    about: str
    kind: Kind = Kind.TEXT
    required: bool = False
    choices: tuple[str, ...] = ()
    open_ended: bool = False
    asks_scene: bool = False
    veiled: bool = False
    lists: bool = False
    shared: bool = True
    lo: float = 0
    hi: float = 100_000
    longest: int = 100
    word: Word = Word.OWN
    thing: str = ""
    stored: str = ""
    switch: str = ""
    switched: tuple[tuple[str, str], ...] = ()
    brings: str = ""
    onto: bool = False

    def under(self, options: Mapping[str, Any]) -> Input:
        """Return the input as a campaign with these values plays it: without the choices that are switched off."""
        off = {word for word, switch in self.switched if not options[switch]}
        return replace(self, choices=tuple(word for word in self.choices if word not in off)) if off else self


class ActionSpec(msgspec.Struct, frozen=True):
    """One action of a ruleset.

    ``command`` is the slash command it belongs to; ``kinds`` are the slot kinds it needs, none for what needs no
    turn; ``gm_only`` actions are refused to players. A ``button`` action needs no inputs and is offered at one tap.
    ``odds`` is the question that odds of it answer where none is asked, empty for the ruleset's first. ``outside``
    actions need a turn only in a fight, and no fight to be open. Where a ``switch`` is named, it can be taken only in a
    campaign that has it on; ``left_out`` are inputs that a campaign plays without. What is ``of_scene`` happens to the
    scene itself: a GM orders it without anybody there who does it. What is possible only where somebody has a place
    ``on_ground``, or only where distances are told, is offered nowhere else. One that ``asks`` opens its panel where
    nothing is said. Of the inputs those ``naming`` people are known by their keys, ``looked_up`` are all that mean
    something of the scene, and ``needed`` those that nobody may leave out.
    """

    name: str
    title: str
    about: str
    command: str = "act"
    inputs: tuple[Input, ...] = ()
    kinds: tuple[str, ...] = ()
    gm_only: bool = False
    button: bool = False
    odds: str = ""
    outside: bool = False
    switch: str = ""
    of_scene: bool = False
    on_ground: bool | None = None
    asks: bool = False
    left_out: tuple[Input, ...] = ()
    naming: tuple[str, ...] = ()
    looked_up: tuple[Input, ...] = ()
    needed: tuple[Input, ...] = ()
    by_key: Mapping[str, Input] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        """Note what is asked of the inputs several times an order, such as which mean somebody of the scene."""
        naming = [item.key for item in self.inputs if item.kind is Kind.COMBATANT]
        meaning = [item for item in self.inputs if item.veiled or item.kind in (Kind.COMBATANT, Kind.PLACE)]
        force_setattr(self, "naming", tuple(naming))
        force_setattr(self, "looked_up", tuple(meaning))
        force_setattr(self, "needed", tuple(item for item in self.inputs if item.required))
        force_setattr(self, "by_key", {item.key: item for item in self.inputs})

    def input(self, key: str) -> Input | None:
        """Return the input called ``key``, if there is one."""
        return self.by_key.get(key)

    def under(self, options: Mapping[str, Any]) -> ActionSpec:
        """Return the action as a campaign with these values plays it: what is switched off, its inputs leave out."""
        kept, off = [], []
        for item in self.inputs:  # asked at every action, and a loop calls nothing
            if item.switch and not options[item.switch]:
                off.append(item)
            else:
                kept.append(item.under(options) if item.switched else item)
        changed = tuple(kept) != self.inputs
        return replace(self, inputs=tuple(kept), left_out=tuple(off)) if changed else self


class OptionSpec(msgspec.Struct, frozen=True):
    """One campaign switch with its default; ``house`` marks a value that we invented.

    The switch for a value of the tables has the ``places`` that lead there: table, row, and what stands in the row.
    """

    key: str
    about: str
    kind: Kind
    default: Any
    choices: tuple[str, ...] = ()
    lo: float = 0
    hi: float = 1000
    source: str = ""
    house: bool = False
    places: tuple[str, ...] = ()


class FieldKind(StrEnum):
    """The shape of a place in a sheet."""

    INT = "whole number"
    TEXT = "text"
    CHOICE = "choice"
    FLAG = "yes or no"
    RECORD = "table"
    LIST = "list"
    MAP = "table of names"


class SheetField(msgspec.Struct, frozen=True):
    """A place in a sheet.

    A RECORD has ``fields``; a LIST or MAP has one ``item``. ``choices`` name the allowed words; ``default`` stands
    where the place is missing and not ``required``.
    """

    key: str
    kind: FieldKind
    about: str = ""
    required: bool = False
    default: Any = None
    lo: int = 0
    hi: int = 100
    choices: tuple[str, ...] = ()
    fields: tuple[SheetField, ...] = ()
    item: SheetField | None = None
    most: int = 100
    longest: int = 100


class SheetSpec(msgspec.Struct, frozen=True):
    """A ruleset's sheet: its root record."""

    root: SheetField


def parse(spec: ActionSpec, given: Mapping[str, object], words: str = "") -> dict[str, Any]:
    """Return the inputs of an action from slash options and ``key=value`` words, checked, converted, named as stored.

    A value with spaces stands in double quotes.

    Raises:
        Incomplete: a value is missing that is needed; the remedy says what it is for.
        RuleViolation: an unknown key or a wrong value; the remedy names what is allowed.
    """
    typed = all_typed(given, words)
    for key in typed:
        if key not in spec.by_key:
            raise _unknown(spec, key, words)
    _check_valued(spec, words)
    missing = [item for item in spec.needed if item.key not in typed]
    if missing:
        needed = ", ".join(item.key for item in missing)
        raise Incomplete(f"{spec.title} needs {needed}.", "\n".join(map(_wanted, missing)))
    return {item.stored or item.key: _value(item, typed[item.key]) for item in spec.inputs if item.key in typed}


def _check_valued(spec: ActionSpec, words: str) -> None:
    """Raise RuleViolation where a word has no value: alone it says yes, which is no name and no choice."""
    for word in _WORD.findall(words):
        key, _, value = word.partition("=")
        item = spec.by_key[key.casefold()]
        if not value.replace('"', "") and item.kind in _SAID_IN_WORDS:
            raise RuleViolation(f"{item.key} has no value.", _wanted(item))


_SAID_IN_WORDS = (Kind.CHOICE, Kind.TEXT, Kind.COMBATANT, Kind.PLACE)


def all_typed(given: Mapping[str, object], words: str = "") -> dict[str, object]:
    """Return what stands in slash options and in ``key=value`` words, by its key; what is left out is not there."""
    typed = {key: value for key, value in given.items() if value is not None}
    return {**typed, **_pairs(words)} if words else typed


def _pairs(words: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for word in _WORD.findall(words):
        key, _, value = word.partition("=")
        pairs[key.casefold()] = value.replace('"', "") or "yes"
    return pairs


def _unknown(spec: ActionSpec, key: str, words: str) -> RuleViolation:
    off = next((item for item in spec.left_out if item.key == key), None)
    if off:
        return played_without(off.switch)
    known = [item.key for item in spec.inputs]
    near = difflib.get_close_matches(key[:40], known, 1)
    guess = f" Did you mean {near[0]}?" if near else ""
    return RuleViolation(f"{spec.title} takes no {key[:40]!r}.{guess}", _in_quotes(spec, key, words) or _usage(spec))


def _in_quotes(spec: ActionSpec, key: str, words: str) -> str:
    """Return how a value is typed that ``key`` is a word of, where that stands behind it; empty where it is of none."""
    said, reached = "", False
    for word in _WORD.findall(words):
        if reached and ("=" in word or word.casefold() in spec.by_key):
            break
        said, reached = word if "=" in word else f"{said} {word}", reached or word.casefold() == key
    before, _, value = said.partition("=")
    item = spec.by_key.get(before.casefold())
    fits = item is not None and item.kind in _SAID_IN_WORDS and " " in value
    return f'A value with spaces stands in quotes: {before}="{value}".' if fits else ""


def played_without(switch: str) -> RuleViolation:
    """Return the refusal of what belongs to a switch that the campaign has off."""
    return RuleViolation(
        f"This campaign plays without {switch.replace('_', ' ')}.",
        f"A GM turns {switch} on with /campaign options, before a fight.",
    )


def _usage(spec: ActionSpec) -> str:
    return f"It takes: {', '.join(item.key for item in spec.inputs) or 'nothing'}."


def _wanted(item: Input) -> str:
    """Return what an input is for, what fits it, and where it is typed."""
    fitting = f": {', '.join(item.choices)}" if item.choices else ""
    example = f"{_quoted(item.choices[0])}." if item.choices else "…"
    return f"{item.key} is {item.about}{fitting}; type {item.key}={example}"


def _value(item: Input, value: object) -> Any:
    match item.kind:
        case Kind.INT:
            return _bounded(item, _whole(item, value))
        case Kind.NUMBER:
            return _bounded(item, _real(item, value))
        case Kind.FLAG:
            return _flag(item.key, value)
        case Kind.CHOICE:
            return _chosen(item, str(value))
        case Kind.TEXT | Kind.COMBATANT | Kind.PLACE:
            return _short(item, str(value))
        case _:
            assert_never(item.kind)


def _whole(item: Input, value: object) -> int:
    if type(value) is int and abs(value) < FAR_OUT:  # as options of Discord are
        return value
    text = str(value).strip().replace("\N{MINUS SIGN}", "-")
    if not text[text[:1] in ("+", "-") :].isdecimal():
        raise RuleViolation(f"{item.key} must be a whole number.", _example(item, 3))
    return int(text[:20])  # longer ones are as far out of every range


def _real(item: Input, value: object) -> float:
    try:
        found = value if type(value) is float else float(str(value)[:32])
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise RuleViolation(f"{item.key} must be a number.", _example(item, 12.5))
    return found


def _example(item: Input, usual: float) -> str:
    """Return how a number that would be taken is typed, the usual one where that is."""
    return f"For example {item.key}={digits(min(max(usual, item.lo), item.hi))}."


def _bounded(item: Input, value: Any) -> Any:
    if not item.lo <= value <= item.hi:
        bounds = f"It goes from {digits(item.lo)} to {digits(item.hi)}."
        raise RuleViolation(f"{item.key} {digits(value)} is out of range.", bounds)
    return value


_YES, _NO = ("yes", "true", "on", "1", "y"), ("no", "false", "off", "0", "n")


def _flag(key: str, value: object) -> bool:
    text = str(value).casefold()
    if text not in _YES + _NO:
        raise RuleViolation(f"{key} is yes or no.", f"Type {key}=yes or {key}=no.")
    return text in _YES


def _chosen(item: Input, value: str) -> str:
    if value in item.choices:
        return value
    found = next((choice for choice in item.choices if _plain(choice) == _plain(value)), None)
    if found is not None:
        return found
    if (item.open_ended or item.asks_scene) and len(value) <= LONGEST_CHOICE:
        return _legible(item, value)
    for word, switch in item.switched:
        if _plain(word) == _plain(value):
            raise played_without(switch)
    raise RuleViolation(f"{value[:40]!r} does not fit {item.key}.", f"Choose one of: {', '.join(item.choices)}.")


def _plain(word: str) -> str:
    """Return a word however it is typed: people write "left arm" for "left_arm"."""
    return word.casefold().replace("_", " ")


def _short(item: Input, value: str) -> str:
    if len(value) > item.longest:
        raise RuleViolation(f"{item.key} is too long.", f"At most {item.longest} characters.")
    return _legible(item, value)


def _legible(item: Input, value: str) -> str:
    """Return a text that the log can show; one that can only mean what is there already need only be readable."""
    names = item.kind in (Kind.COMBATANT, Kind.PLACE) or (item.asks_scene and not item.open_ended)
    fits = value.isprintable() if names else is_plain(value, MARKS_OF_PEOPLE if item.lists else frozenset())
    if not fits:
        raise RuleViolation(f"{item.key} holds more than words.", f"{plainly()}.")
    return value


def option_value(spec: OptionSpec, value: object) -> Any:
    """Return a campaign switch's value from what somebody typed.

    Raises:
        RuleViolation: the value does not fit; the remedy names what does.
    """
    item = Input(spec.key, spec.about, spec.kind, choices=spec.choices, lo=spec.lo, hi=spec.hi)
    return _value(item, value)


def complete(candidates: Iterable[Choice], partial: str) -> list[Choice]:
    """Return at most 25 of ``candidates`` that fit what was typed so far: those that begin with it first."""
    wanted = partial.casefold().strip()
    fitting = [choice for choice in candidates if wanted in f"{choice.value} {choice.label}".casefold()]
    fitting.sort(key=lambda choice: not (choice.label or choice.value).casefold().startswith(wanted))
    return [choice for choice in fitting if 0 < len(choice.value) <= LONGEST_CHOICE][:MOST_CHOICES]


def complete_words(spec: ActionSpec, typed: str, values_of: Mapping[str, Sequence[str]] | None = None) -> list[Choice]:
    """Return completions of a line of ``key=value`` words: the next key, or the values of the key that is being typed.

    ``values_of`` adds the words that only the scene knows. Choices read as they are typed, since people type on
    behind one that they took.
    """
    lead, last = _last_word(typed)
    used = _pairs(lead)
    key, has_value, partial = last.partition("=")
    item = spec.input(key.casefold()) if has_value else None
    if item is not None:
        offered = (
            (values_of or {}).get(item.key, ()) or item.choices or (("yes", "no") if item.kind is Kind.FLAG else ())
        )
        values = _fitting((value for value in offered if '"' not in value), partial.replace('"', ""))
        return complete((Choice(f"{lead}{item.key}={_quoted(value)}") for value in values), "")
    keys = _fitting((item.key for item in spec.inputs if not item.shared and item.key not in used), last)
    return complete((Choice(f"{lead}{key}=") for key in keys), "")


def _fitting(words: Iterable[str], partial: str) -> list[str]:
    return [choice.value for choice in complete(map(Choice, words), partial)]


def _last_word(typed: str) -> tuple[str, str]:
    """Return what stands before the word that is being typed, and that word."""
    start = next((word.start() for word in _WORD.finditer(typed) if word.end() == len(typed)), len(typed))
    return typed[:start], typed[start:]


def _quoted(value: str) -> str:
    return f'"{value}"' if re.search(r"\s", value) else value
