"""`python -m tests.soak [NAME ...]`: what takes minutes, one step after the other, and at the end which of them failed.

Each step is a command that can be run by itself, tells what it did and what it began from, and fails where something
does not hold. None keeps the others from being run.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.simulated.ready_fights import FIGHTS as READY
from tests.rulesets.registry import KEYS

MOST_FIGHTS, FIGHTS = 10_000, 2_000  # of the fullest system, and of each other
FULLEST: Final = "reflex"

STEPS: Final[Mapping[str, Sequence[str]]] = {
    "crowd": ("-m", "tests.wire.crowd", "--seconds", "60"),
    "kills": ("-m", "tests.wire.kill", "--kills", "300", "--long"),
    "kills-postgres": ("-m", "tests.wire.kill", "--kills", "300", "--long", "--postgres"),
    "race": ("-m", "tests.wire.race", "--commands", "100000", "--people", "200", "--channels", "4"),
    "race-postgres": ("-m", "tests.wire.race", "--commands", "100000", "--postgres"),
    "kills-processes": ("-m", "tests.wire.kill", "--kills", "300", "--long", "--postgres", "--processes", "2"),
    "race-processes": ("-m", "tests.wire.race", "--commands", "100000", "--postgres", "--processes", "2"),
    "rolling": ("-m", "tests.wire.race", "--commands", "20000", "--postgres", "--processes", "2", "--rolling"),
    "upgrade": ("-m", "tests.wire.releases", "--race", "--commands", "20000", "--rolling"),
    "handovers": ("-m", "tests.wire.race", "--commands", "10000", "--postgres", "--processes", "2", "--overlap"),
    "upgrade-overlap": ("-m", "tests.wire.releases", "--race", "--commands", "10000", "--overlap"),
    "away": ("-m", "tests.wire.race", "--commands", "6000", "--postgres", "--processes", "2", "--away"),
    "memory": ("-m", "tests.wire.race", "--commands", "100000", "--no-kills", "--memory"),
    "faults": ("-m", "tests.wire.fault_table"),
    "twelve": ("-m", "tests.twelve", *sorted(READY)),
    "twelve-phone": ("-m", "tests.twelve", *sorted(READY), "--width", "390", "--height", "844"),
    "page": ("-m", "tests.page_memory"),
    "pressure": ("-m", "tests.bench.pressure"),
    "worlds": ("-m", "tests.worlds", "all", "200"),
    "grounds": ("-m", "tests.worlds", "all", "100", "--first", "10000"),
    "another": ("-m", "tests.worlds", "all", "40", "--another"),
    "monkeys": ("-m", "tests.monkeys", "all", "40"),
    "twice": ("-m", "tests.twice", "all", "20"),
    "examples": ("-m", "pytest", "-q", "-m", "hypothesis", "--hypothesis-profile", "long", "tests"),
    "twins": ("-m", "pytest", "-q", "--all-on-postgresql", "-k", "postgresql", "tests/service"),
    "systems": ("-m", "pytest", "-q", "--in-all-systems", "-m", "one_system", "tests"),
    "mutants": ("-m", "tests.mutants", "all", "40"),
    "numbers": ("-m", "tests.numbers", "all", "20"),
    **{key: ("-m", "tests.fights", key, str(MOST_FIGHTS if key == FULLEST else FIGHTS)) for key in sorted(KEYS)},
    **{
        f"{key}-laid": ("-m", "tests.fights", key, str(MOST_FIGHTS if key == FULLEST else FIGHTS), "--laid", "--apart")
        for key in sorted(KEYS)
    },
}


def soak(steps: Mapping[str, Sequence[str]]) -> list[str]:
    """Run each step by this Python; the names of those that failed."""
    failed, rows = [], []
    for name, arguments in steps.items():
        print(f"== {name}: python {shlex.join(arguments)}", flush=True)
        began_s = time.perf_counter()
        status = subprocess.run([sys.executable, *arguments], check=False).returncode
        if status:
            failed.append(name)
        outcome = f"failed, status {status}" if status else "held"
        rows.append(f"{name:<14} {(time.perf_counter() - began_s) / 60:6.1f} min  {outcome}")
        print(f"== {rows[-1]}", flush=True)
    print(*rows, sep="\n")
    return failed


def chosen(names: Iterable[str]) -> dict[str, Sequence[str]]:
    """The steps of these names, or all of them."""
    wanted = list(names) or list(STEPS)
    return {name: STEPS[name] for name in wanted}


def main() -> int:
    """Run the steps that were named."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="All that takes minutes.")
    parser.add_argument("steps", nargs="*", metavar="NAME", help=f"one of {', '.join(STEPS)}; all if left out")
    typed = parser.parse_args()
    if unknown := set(typed.steps) - set(STEPS):
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    return 1 if soak(chosen(typed.steps)) else 0


if __name__ == "__main__":
    sys.exit(main())
