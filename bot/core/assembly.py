"""What is wrong with the ready-made people of a system is found when it is put together, and named."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.errors import AssemblyError
from bot.core.options import SheetSpec
from bot.core.scene import Sheet
from bot.core.sheets import checked


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
