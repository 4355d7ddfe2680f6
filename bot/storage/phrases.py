"""What statements are put together from: constants, parameters, conditions, and rows that are there or not."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Executable, bindparam, literal_column
from sqlalchemy.dialects.postgresql import insert  # which either dialect can spell
from sqlalchemy.sql.elements import BindParameter, ColumnElement

# Constants are spelled out, not bound: a partial index is used only where its condition stands in the statement.
ZERO: ColumnElement[int] = literal_column("0")
ONE: ColumnElement[int] = literal_column("1")


def quoted(word: str) -> ColumnElement[str]:
    """Return a word that is known beforehand, spelled out."""
    return literal_column(f"'{word}'")


def given(name: str) -> BindParameter[Any]:
    """Return a parameter, with ``p_`` before its name so that it is no column to be set."""
    return bindparam(f"p_{name}")


def equal(*columns: Any) -> list[ColumnElement[bool]]:
    """Return that each column equals the parameter of its name."""
    return [column == given(column.name) for column in columns]


def all_but(table: Any, *without: str) -> list[Any]:
    """Return the columns of a table, but for some."""
    return [column for column in table.columns if column.name not in without]


def all_set(table: Any, *without: str) -> dict[str, BindParameter[Any]]:
    """Return what each column, but for some, is set to."""
    return {column.name: bindparam(column.name) for column in all_but(table, *without)}


def upsert(table: Any, *kept: str) -> Executable:
    """Insert a row or overwrite it, but for its key and the columns ``kept``."""
    statement = insert(table).values(all_set(table))
    keys = [column.name for column in table.primary_key]
    changed = {name: statement.excluded[name] for name in all_set(table, *keys, *kept)}
    return statement.on_conflict_do_update(index_elements=keys, set_=changed)
