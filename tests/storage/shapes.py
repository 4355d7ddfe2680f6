"""Every field of what is kept, one to a line: `python -m tests.storage.shapes` writes them down for good.

What is written down must be what the code has. Where a field changes, the version of the shape is raised and says how
the older one is lifted; then the lines are written down anew. What classes are called, and where they stand, is free.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect

from bot import app
from bot.core.scene import Combatant
from bot.core.shapes import CORE_SHAPE
from bot.storage.codec import KeptScene

FOLDER: Final = Path(__file__).parent / "shapes"
CORE: Final = "core"
WORDS: Final[dict[type[inspect.Type], str]] = {
    inspect.AnyType: "anything",
    inspect.NoneType: "nothing",
    inspect.BoolType: "yes or no",
    inspect.IntType: "whole number",
    inspect.FloatType: "number",
    inspect.StrType: "text",
    inspect.BytesType: "bytes",
}


def names() -> list[str]:
    """The core and every system."""
    return [CORE, *app.SYSTEMS]


def version(name: str) -> int:
    """The version of the shape of the core or of a system."""
    return CORE_SHAPE.version if name == CORE else app.house().system(name).ruleset.shape.version


def kept(name: str) -> dict[str, inspect.Type]:
    """What is kept of scenes and people: by the core around what belongs to a system, or by a system."""
    if name == CORE:
        return {"fold": inspect.type_info(KeptScene[int, int]), "person": inspect.type_info(Combatant[int])}
    ruleset = app.house().system(name).ruleset
    return {"state": inspect.type_info(ruleset.state_type), "ground": inspect.type_info(ruleset.scene_state_type)}


def lines(name: str) -> list[str]:
    """The version and the fields of a shape, as they are written down."""
    fields = [line for place, kind in kept(name).items() for line in _fields(kind, place)]
    return [f"version {version(name)}", *fields]


def structs(kind: inspect.Type) -> Iterator[inspect.StructType]:
    """The structs of which values of a type are made."""
    if isinstance(kind, inspect.StructType):
        yield kind
        for field in kind.fields:
            yield from structs(field.type)
    for part, _ in _parts(kind):
        yield from structs(part)


def _fields(kind: inspect.Type, place: str) -> Iterator[str]:
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            inner = f"{place}.{field.encode_name}"
            yield f"{inner}: {_spelled(field.type)}{_default(field)}"
            yield from _fields(field.type, inner)
    for part, mark in _parts(kind):
        yield from _fields(part, f"{place}{mark}")


def _parts(kind: inspect.Type) -> list[tuple[inspect.Type, str]]:
    """The types within a type, each with what stands behind its place."""
    match kind:
        case inspect.DictType():
            return [(kind.value_type, "{}")]
        case inspect.VarTupleType():
            return [(kind.item_type, "[]")]
        case inspect.TupleType():
            return [(item, f"[{at}]") for at, item in enumerate(kind.item_types)]
        case inspect.UnionType():
            return [(item, "") for item in kind.types]
        case _:
            return []


def _spelled(kind: inspect.Type) -> str:
    match kind:
        case inspect.StructType():
            return "fields"
        case inspect.EnumType():
            return f"one of {', '.join(str(member.value) for member in kind.cls)}"
        case inspect.DictType():
            return f"{_spelled(kind.value_type)} by {_spelled(kind.key_type)}"
        case inspect.VarTupleType():
            return f"list of {_spelled(kind.item_type)}"
        case inspect.TupleType():
            return f"({', '.join(map(_spelled, kind.item_types))})"
        case inspect.UnionType():
            return " or ".join(map(_spelled, kind.types))
        case _:
            return WORDS[type(kind)]


def _default(field: inspect.Field) -> str:
    if field.required:
        return ""
    default: Any = field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
    return f" = {msgspec.json.encode(default, order='sorted').decode()}"


def path(name: str) -> Path:
    """Where a shape is written down."""
    return FOLDER / f"{name}.txt"


def main() -> None:
    """Write down every shape whose version was raised, or which is new."""
    FOLDER.mkdir(exist_ok=True)
    for name in names():
        now = lines(name)
        before = path(name).read_text("utf-8").splitlines() if path(name).exists() else []
        if now != before and now[:1] == before[:1]:
            raise SystemExit(f"{name}: raise the version of its shape and say how the older one is lifted")
        path(name).write_text("\n".join(now) + "\n", "utf-8")


if __name__ == "__main__":
    main()
