"""Ready-made people are rows of a table, each with the sheet that an import would take."""

from __future__ import annotations

from bot.core.scene import Sheet
from bot.rulesets.eclipse.tables import Tables


def templates(tables: Tables) -> dict[str, Sheet]:
    """The sheets of the table ``npcs`` by their keys; they are checked like any other sheet before use."""
    return {key: row["sheet"] for key, row in tables.rows("npcs").items()}
