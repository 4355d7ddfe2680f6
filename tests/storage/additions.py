"""What a migration does beside adding: what a release that knows nothing of it could stumble over."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Inspector


def stumbled_over(before: Inspector, after: Inspector) -> list[str]:
    """Why a release that knows the first tables may not go on with the second; nothing where there are only more."""
    known = set(before.get_table_names()) - {"alembic_version"}
    gone = [f"the table {name} is gone" for name in sorted(known - set(after.get_table_names()))]
    kept = sorted(known & set(after.get_table_names()))
    return gone + [what for name in kept for what in (*_columns(before, after, name), *_bounds(before, after, name))]


def _columns(before: Inspector, after: Inspector, table: str) -> Iterator[str]:
    old = {each["name"]: each for each in before.get_columns(table)}
    new = {each["name"]: each for each in after.get_columns(table)}
    for name, column in old.items():
        if name not in new:
            yield f"the column {table}.{name} is gone"
        elif (str(column["type"]), column["nullable"]) != (str(new[name]["type"]), new[name]["nullable"]):
            yield f"the column {table}.{name} is another"
    for name in new.keys() - old.keys():
        if not new[name]["nullable"] and new[name]["default"] is None:
            yield f"the column {table}.{name} has no default"


def _bounds(before: Inspector, after: Inspector, table: str) -> Iterator[str]:
    """What rows must be besides, which an older release could break without knowing."""
    if before.get_pk_constraint(table) != after.get_pk_constraint(table):
        yield f"the key of {table} is another"
    for what in _promised(after, table) - _promised(before, table):
        yield f"{table} has a new bound: {what}"


def _promised(inspector: Inspector, table: str) -> set[str]:
    unique = {f"unique {each['column_names']}" for each in inspector.get_unique_constraints(table)}
    indexes = {f"unique {each['column_names']}" for each in inspector.get_indexes(table) if each["unique"]}
    foreign = {
        f"{each['constrained_columns']} of {each['referred_table']}" for each in inspector.get_foreign_keys(table)
    }
    checks = {f"check {each['sqltext']}" for each in inspector.get_check_constraints(table)}
    return unique | indexes | foreign | checks
