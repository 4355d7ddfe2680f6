"""What is wrong with the tables and ready-made people of a system is found when it is put together, and named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.core.errors import AssemblyError
from bot.core.options import SheetSpec
from bot.core.scene import Sheet
from bot.core.sheets import checked
from bot.core.tables import Row

Rows = Mapping[str, Mapping[str, Row]]


def check_references(tables: Rows, references: Mapping[str, str]) -> None:
    """Check the fields that name rows of other tables: ``references`` says of ``table.field`` in which table they are.

    Raises:
        AssemblyError: a field names a row that there is not, or there is no such field or table.
    """
    for place, target in references.items():
        table, _, field = place.partition(".")
        if target not in tables or not any(field in row for row in tables.get(table, {}).values()):
            raise AssemblyError(f"{place} names rows of {target}, and one of the two is not there")
        for key, row in tables[table].items():
            for name in _named(row, field):
                if name not in tables[target]:
                    raise AssemblyError(f"{table}.{key}.{field}: there is no {name} in {target}")


def _named(row: Row, field: str) -> Iterator[object]:
    value = row.get(field, [])
    yield from value if isinstance(value, list | tuple) else [value]


def check_people(spec: SheetSpec, people: Mapping[str, Sheet], starter: str) -> None:
    """Check the sheets of ready-made people, of whom ``starter`` is one.

    Raises:
        AssemblyError: a sheet has a field or a value that it may not have, or there is no starter.
    """
    if starter and starter not in people:
        raise AssemblyError(f"nobody ready-made is called {starter}, with whom players begin")
    for key, sheet in people.items():
        _, problems = checked(spec, sheet)
        for problem in problems:
            raise AssemblyError(f"npcs.{key}: {problem}")
