"""Statements as databases read them: `python -m tests.storage.spelling` writes down what SQLAlchemy makes of them."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from sqlalchemy import CompoundSelect, Executable, Select

from bot.storage import personal_statements, spelled, statements
from bot.storage.statements import columns, for_postgresql, for_sqlite

FOLDER: Final = Path(spelled.__file__).parent
MODULES: Final = (statements, personal_statements)


def path_of(module: ModuleType) -> Path:
    """Where the statements of a module stand as they are spelled."""
    return FOLDER / f"{module.__name__.rpartition('.')[2]}.py"


def text_of(module: ModuleType) -> str:
    """The module in which all public statements of another are spelled."""
    named = {name: value for name, value in vars(module).items() if name.isupper() and not name.startswith("_")}
    spelt = [f"{name} = {_value(value, '')}\n" for name, value in named.items() if _is_spelled(value)]
    needs = "from bot.service.outbox import Stream\n" if any("Stream." in each for each in spelt) else ""
    opening = f'"""What ``{module.__name__}`` says, as databases read it; ``tests/storage/spelling.py`` writes it."""'
    imports = f"from __future__ import annotations\n\n{needs}from bot.storage.spelled import Statement"
    return f"{opening}\n\n# ruff: noqa: E501\n# fmt: off\n\n{imports}\n\n" + "".join(spelt)


def _is_spelled(value: Any) -> bool:
    several = [*value.values()] if isinstance(value, dict) else value if isinstance(value, tuple) else [value]
    return all(isinstance(each, Executable) for each in several)


def _value(value: Any, indent: str) -> str:
    inner = f"{indent}    "
    match value:
        case dict():
            rows = [f"{inner}{_key(key)}: {_value(each, inner)},\n" for key, each in value.items()]
            return "{\n" + "".join(rows) + indent + "}"
        case tuple():
            return "(\n" + "".join(f"{inner}{_value(each, inner)},\n" for each in value) + indent + ")"
        case _:
            return _statement(value, indent)


def _key(key: object) -> str:
    return f"{type(key).__name__}.{key.name}" if isinstance(key, StrEnum) else repr(key)


def _statement(statement: Executable, indent: str) -> str:
    found = columns(statement) if isinstance(statement, Select | CompoundSelect) else ()
    parts = [*map(_quoted, (for_sqlite(statement), for_postgresql(statement))), *([repr(found)] if found else [])]
    return "Statement(\n" + "".join(f"{indent}    {part},\n" for part in parts) + f"{indent})"


def _quoted(sql: str) -> str:
    return json.dumps(" ".join(sql.split()))


def main() -> None:
    """Write them all down."""
    for module in MODULES:
        path_of(module).write_text(text_of(module), encoding="utf-8")


if __name__ == "__main__":
    main()
