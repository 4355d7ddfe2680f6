"""A sheet from outside is checked place by place against its spec, and every problem names its path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

import msgspec

from bot.core.errors import RuleViolation
from bot.core.legible import MARKUP, is_plain
from bot.core.options import FieldKind, SheetField, SheetSpec

MOST_PROBLEMS = 10
_HUGE = 10**30  # Python refuses to spell numbers of thousands of digits


class Problem(msgspec.Struct, frozen=True):
    """Something wrong in a sheet: where, what, and what is allowed there."""

    path: str
    what: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.path}: {self.what}; {self.allowed}"


def checked(spec: SheetSpec, raw: object) -> tuple[dict[str, Any], tuple[Problem, ...]]:
    """Return the sheet with defaults filled in, and its problems, at most ten, with which it is not to be used."""
    problems: list[Problem] = []
    value = _checked(spec.root, raw, "", problems)
    return (value if isinstance(value, dict) else {}), tuple(problems[:MOST_PROBLEMS])


def place(spec: SheetSpec, path: str) -> SheetField | None:
    """Return the field at a dotted path such as ``skills.rifle.level`` or ``gear.0.item``, if the spec has one."""
    field: SheetField | None = spec.root
    for part in path.split("."):
        field = _child(field, part) if field else None
    return field


def _child(field: SheetField, part: str) -> SheetField | None:
    if field.kind is FieldKind.RECORD:
        return next((child for child in field.fields if child.key == part), None)
    if field.kind is FieldKind.LIST and not part.isdecimal():
        return None
    return field.item


def _checked(field: SheetField, raw: object, path: str, problems: list[Problem]) -> Any:
    if len(problems) >= MOST_PROBLEMS:  # nobody is told of more, and a file may hold thousands
        return None
    match field.kind:
        case FieldKind.INT:
            return _int(field, raw, path, problems)
        case FieldKind.TEXT:
            return _text(field, raw, path, problems)
        case FieldKind.CHOICE:
            return _choice(field, raw, path, problems)
        case FieldKind.FLAG:
            return raw if isinstance(raw, bool) else _wrong(problems, path, raw, "true or false")
        case FieldKind.RECORD:
            return _record(field, raw, path, problems)
        case FieldKind.LIST:
            return _list(field, raw, path, problems)
        case FieldKind.MAP:
            return _map(field, raw, path, problems)
        case _:
            assert_never(field.kind)


def _wrong(problems: list[Problem], path: str, raw: object, allowed: str) -> Any:
    problems.append(Problem(path or "sheet", f"{_named(raw)} does not fit", allowed))
    return None


def _named(raw: object) -> str:
    if isinstance(raw, (dict, list)):
        return "a table" if isinstance(raw, dict) else "a list"
    text = "a huge number" if isinstance(raw, int) and abs(raw) >= _HUGE else repr(raw)
    return text if len(text) <= 40 else text[:37] + "..."


def _int(field: SheetField, raw: object, path: str, problems: list[Problem]) -> Any:
    if isinstance(raw, int) and not isinstance(raw, bool) and field.lo <= raw <= field.hi:
        return raw
    return _wrong(problems, path, raw, f"a whole number from {field.lo} to {field.hi}")


def _text(field: SheetField, raw: object, path: str, problems: list[Problem]) -> Any:
    if not isinstance(raw, str) or not raw.strip() or len(raw) > field.longest or not raw.isprintable():
        return _wrong(problems, path, raw, f"printable text of 1 to {field.longest} characters")
    if not is_plain(raw.strip()):
        return _wrong(problems, path, raw, _PLAIN)
    return raw.strip()


_PLAIN = f"letters that can be told apart, and none of {' '.join(sorted(MARKUP))}"


def named(word: str) -> str:
    """Return a name that somebody gave to what a sheet keeps, as a sheet may hold it.

    Raises:
        RuleViolation: nothing of it can be read, or not all.
    """
    name = word.strip()
    if not name or not name.isprintable() or not is_plain(name):
        raise RuleViolation("That is no name.", f"Give it one in {_PLAIN}.")
    return name


def _choice(field: SheetField, raw: object, path: str, problems: list[Problem]) -> Any:
    if isinstance(raw, str) and raw in field.choices:
        return raw
    return _wrong(problems, path, raw, f"one of {', '.join(field.choices)}")


def _record(field: SheetField, raw: object, path: str, problems: list[Problem]) -> Any:
    if not isinstance(raw, Mapping):
        return _wrong(problems, path, raw, f"a table with {', '.join(child.key for child in field.fields)}")
    known = {child.key for child in field.fields}
    for key in raw:
        if key not in known and len(problems) < MOST_PROBLEMS:
            place_of = _joined(path, str(key)[:40])
            problems.append(Problem(place_of, "unknown", f"allowed here: {', '.join(sorted(known))}"))
    found: dict[str, Any] = {}
    for child in field.fields:
        _fill(child, raw, path, problems, found)
    return found


def _fill(child: SheetField, raw: Mapping[Any, Any], path: str, problems: list[Problem], found: dict[str, Any]) -> None:
    here = _joined(path, child.key)
    if child.key in raw:
        found[child.key] = _checked(child, raw[child.key], here, problems)
    elif child.required:
        problems.append(Problem(here, "missing", child.about or child.kind.value))
    elif child.default is not None:
        found[child.key] = child.default


def _list(field: SheetField, raw: object, path: str, problems: list[Problem]) -> Any:
    if not isinstance(raw, list) or len(raw) > field.most:
        return _wrong(problems, path, raw, f"a list of at most {field.most}")
    item = _item(field)
    return [_checked(item, value, _joined(path, str(index)), problems) for index, value in enumerate(raw)]


def _map(field: SheetField, raw: object, path: str, problems: list[Problem]) -> Any:
    if not isinstance(raw, Mapping) or len(raw) > field.most:
        return _wrong(problems, path, raw, f"a table of at most {field.most} names")
    item = _item(field)
    found = {}
    for key, value in raw.items():
        here = _joined(path, str(key)[:40])
        if not isinstance(key, str) or not 0 < len(key) <= field.longest or not key.isprintable():
            _wrong(problems, here, key, f"a printable name of 1 to {field.longest} characters")
        elif not field.choices and not is_plain(key):
            _wrong(problems, here, key, _PLAIN)
        elif field.choices and key not in field.choices:
            problems.append(Problem(here, "unknown", f"allowed here: {', '.join(field.choices)}"))
        else:
            found[key] = _checked(item, value, here, problems)
    return found


def _item(field: SheetField) -> SheetField:
    if field.item is None:
        raise AssertionError(f"the spec of {field.key} has no item")
    return field.item


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
