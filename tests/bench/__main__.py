"""`python -m tests.bench [--json] [SECTION...]`: run the sections and show every measure beside its aim.

A missed aim does not fail the run: it is shown. Sections are independent, and each measures its own baseline.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Final

from tests.bench import (
    counted,
    disk,
    floor,
    in_process,
    interpreter,
    on_the_ground,
    over_the_wire,
    owners,
    panels,
    pictures,
    pressure,
    rolling,
    side_by_side,
    two_processes,
)
from tests.bench.measure import Measure, table

Section = Callable[[], Awaitable[list[Measure]]]
SECTIONS: Final[dict[str, Section]] = {
    "python": interpreter.measures,
    "disk": disk.measures,
    "floor": floor.measures,
    "core": in_process.measures,
    "counted": counted.measures,
    "server": in_process.on_a_server,
    "ground": on_the_ground.measures,
    "panels": panels.measures,
    "pictures": pictures.measures,
    "pressure": pressure.measures,
    "placed": side_by_side.measures,
    "owners": owners.measures,
    "processes": two_processes.measures,
    "roll": rolling.measures,
    "wire": over_the_wire.measures,
}


async def run(names: list[str]) -> list[Measure]:
    """The measures of these sections, one section after the other."""
    return [measure for name in names for measure in await SECTIONS[name]()]


def main() -> None:
    """Parse the command line, measure, print."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description="Measure Fireteam against its baselines."
    )
    parser.add_argument("--json", action="store_true", help="print a list of measures as JSON instead of a table")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"of {', '.join(SECTIONS)}; all without one")
    arguments = parser.parse_args()
    if unknown := set(arguments.sections) - set(SECTIONS):
        parser.error(f"no section {', '.join(sorted(unknown))}")
    measured = asyncio.run(run(arguments.sections or list(SECTIONS)))
    print(json.dumps([each.as_json() for each in measured], indent=1) if arguments.json else table(measured))


if __name__ == "__main__":
    main()
