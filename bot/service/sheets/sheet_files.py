"""A sheet that comes as a file may be anything at all: it is read within bounds, and what cannot be read says why."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn

import msgspec

from bot.core.building import Blank
from bot.core.errors import RuleViolation
from bot.core.legible import is_text
from bot.service.requests import Form
from bot.service.sheets.toml_bounds import check_toml

MOST_BYTES = 256 * 1024
MOST_NESTED = 32
MOST_DIGITS = 15
MOST_DIFFERENT = 2_000
MOST_COUNT_DIGITS = 4
SHORT_BITS = 1000  # of a number that is spelled in no time
LONGEST_PASTED = 4000  # characters, in a form
SHEET_FORM = Form(
    "A sheet from your own text",
    "import",
    (
        Blank("text", "The sheet, as TOML or JSON", hint='name = "Ann Reyes"', longest=LONGEST_PASTED, paragraph=True),
        Blank("name", "Its name, if it is to have another", needed=False),
    ),
)
NPC_FORM = Form(
    "Combatants from your own text",
    "npc",
    (
        *SHEET_FORM.blanks,
        Blank("count", "How many", "1", longest=2, needed=False),
        Blank("side", "Whom they fight for", needed=False),
        Blank("hidden", "Out of the players' sight: yes or no", "no", longest=3, needed=False),
    ),
)
_QUOTED = r"""(?:"[^"\n]*"|'[^'\n]*')"""
_HEADER = re.compile(rf"\[\[?[ \t]*(?:[A-Za-z_]|{_QUOTED}[^\n]*\][ \t]*(?:#[^\n]*)?\n)")
"""How TOML begins that no JSON begins with: a list in JSON goes on otherwise, or ends with the text."""
_FENCE = "```"
_LANGUAGES = ("json", "toml")
_EXAMPLE = "Take /sheet export of a sheet as a pattern."


class NpcsSaid(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in the form in which combatants are pasted."""

    content: bytes
    name: str | None
    count: int
    side: str | None
    hidden: bool


def npcs_said(values: Mapping[str, str]) -> NpcsSaid:
    """Return what stands in the form in which combatants are pasted.

    Raises:
        RuleViolation: a blank holds something else than it asks for.
    """
    typed = {key: value.strip() for key, value in values.items()}
    count, hidden = typed.get("count") or "1", (typed.get("hidden") or "no").casefold()
    if not (count.isascii() and count.isdecimal() and len(count) <= MOST_COUNT_DIGITS):
        raise RuleViolation(f"{count[:20]!r} is no number of people.", "Write how many in digits, such as 4.")
    if hidden not in ("yes", "no"):
        raise RuleViolation(f"{hidden[:20]!r} is neither yes nor no.", "Write yes where players are not to see them.")
    return NpcsSaid(
        content=values.get("text", "").encode("utf-8", "replace"),
        name=typed.get("name") or None,
        count=int(count),
        side=typed.get("side") or None,
        hidden=hidden == "yes",
    )


def read_sheet(content: bytes) -> Any:
    """Return the value in a JSON or TOML file.

    Raises:
        RuleViolation: it is too large, no UTF-8, malformed, nested too deeply, or holds numbers nobody can mean.
    """
    if len(content) > MOST_BYTES:
        raise RuleViolation(f"The file has {len(content):,} bytes.", f"At most {MOST_BYTES:,} are read.")
    text = _unfenced(_decoded(content).strip())
    read = _json if text[:1] in ("{", "[") and not _HEADER.match(text) else _toml
    try:
        value = read(text)
    except RecursionError:
        raise _too_deep() from None
    _check(value, MOST_NESTED)
    return value


def _decoded(content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RuleViolation(f"The file is no UTF-8 text (byte {error.start}).", "Save it as UTF-8.") from None
    if "\0" in text or not text.strip():
        raise RuleViolation("The file is empty, or no text.", _EXAMPLE)
    return text


def _unfenced(text: str) -> str:
    """Return what stands in a block of code, as which a message shows a sheet that somebody copies."""
    if not (text.startswith(_FENCE) and text.endswith(_FENCE) and len(text) >= 2 * len(_FENCE)):
        return text
    inner = text.removeprefix(_FENCE).removesuffix(_FENCE)
    language = next((each for each in _LANGUAGES if inner[: len(each) + 1].casefold().rstrip() == each), "")
    return inner[len(language) :].strip()


def _too_deep() -> RuleViolation:
    return RuleViolation("The file is nested too deeply.", f"At most {MOST_NESTED} tables stand in each other.")


def _json(text: str) -> Any:
    try:
        return json.loads(
            text,
            object_pairs_hook=_without_twins,
            parse_int=_int,
            parse_float=_float,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        raise _malformed("JSON", f"{error.msg}: line {error.lineno}, column {error.colno}") from None


def _toml(text: str) -> Any:
    check_toml(text)
    try:
        return tomllib.loads(text)
    except ValueError as error:
        raise _malformed("TOML", str(error)[:120]) from None


def _malformed(form: str, what: str) -> RuleViolation:
    return RuleViolation(
        f"That is no {form}: {what}.", f"JSON begins with {{, anything else is read as TOML. {_EXAMPLE}"
    )


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twin = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise RuleViolation(f"The key {twin[:40]!r} stands twice in one table.", "Keep one of them.")
    return found


def _int(digits: str) -> int:
    if len(digits) > MOST_DIGITS + 1:
        raise _too_large(f"{digits[:20]}...")
    return int(digits)


def _too_large(shown: str) -> RuleViolation:
    return RuleViolation(f"The number {shown} is too large.", f"At most {MOST_DIGITS} digits.")


def _float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise _too_large(text[:20])
    return value


def _no_number(word: str) -> NoReturn:
    raise RuleViolation(f"{word} is no number.", "Use ordinary numbers.")


def _check(value: Any, depth: int) -> None:
    """Raise RuleViolation for nesting deeper than ``depth``, tables of too many keys, and numbers nobody can mean."""
    if isinstance(value, dict | list):
        if not depth:
            raise _too_deep()
        if len(value) > MOST_DIFFERENT:
            raise RuleViolation("The file holds too many things.", f"At most {MOST_DIFFERENT} in one table or list.")
        if isinstance(value, dict):
            _check_keys(value)
        for item in value.values() if isinstance(value, dict) else value:
            _check(item, depth - 1)
    elif isinstance(value, float) and not math.isfinite(value):
        _no_number(str(value))
    elif isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        raise _too_large(f"{str(value) if value.bit_length() < SHORT_BITS else hex(value):.20}...")


def _check_keys(table: dict[str, Any]) -> None:
    """Raise RuleViolation for a name that nobody could be told: what holds half a surrogate cannot be written down."""
    wrong = next((key for key in table if not is_text(key)), None)
    if wrong is not None:
        raise RuleViolation(f"The name {wrong[:40]!r} is no text.", "Write names in letters.")
