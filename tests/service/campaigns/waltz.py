"""Which other system a table of the toy may turn to."""

from __future__ import annotations

from bot.service.systems import PlayableSystem
from bot.settings import Database
from tests.rulesets.toy import Toy
from tests.service.table import TABLES, TEMPLATES, Table


class Waltz(Toy):
    """The toy under another name."""

    key = "waltz"
    title = "Waltz"


def dancing(database: Database) -> Table:
    """A table where two systems are played, each with people of its own."""
    return Table(database, waltz=PlayableSystem(Waltz(TABLES), {"dancer": TEMPLATES["thug"]}))
