"""`python -m tests.soak [NAME ...]`: what takes minutes, one step after the other, and at the end which of them failed.

Each step is a command that can be run by itself, tells what it did and what it began from, and fails where something
does not hold. None keeps the others from being run. Whole they take a night; `--short` does a little of each.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from bot.simulated.ready_fights import FIGHTS as READY
from tests.rulesets.registry import KEYS

FULLEST: Final = "reflex"
QUICKEST: Final = "horizons"


class Step(NamedTuple):
    """A command and how much it does, as options: in a night, and in short."""

    command: str
    whole: str = ""
    short: str | None = ""  # None where a little would tell nothing

    def arguments(self, *, short: bool) -> Sequence[str] | None:
        """What to give to Python, or None where the step is left out."""
        much = self.short if short else self.whole
        return None if much is None else ("-m", *shlex.split(f"{self.command} {much}"))


_RACE: Final = "tests.wire.race"
_TOGETHER: Final = f"{_RACE} --postgres --processes 2"
_KILL: Final = "tests.wire.kill --long"
_NEXT: Final = "tests.wire.releases --race"
_TWELVE: Final = "tests.twelve"
_ALL_READY: Final = " ".join(sorted(READY))

STEPS: Final[Mapping[str, Step]] = {
    "crowd": Step("tests.wire.crowd", "--seconds 60", "--seconds 20"),
    "kills": Step(_KILL, "--kills 300", "--kills 6"),
    "kills-postgres": Step(f"{_KILL} --postgres", "--kills 300", "--kills 6"),
    "race": Step(f"{_RACE} --people 200", "--commands 100000 --channels 4", "--commands 12000 --channels 2"),
    "race-postgres": Step(f"{_RACE} --postgres", "--commands 100000", "--commands 6000 --channels 2"),
    "kills-processes": Step(f"{_KILL} --postgres --processes 2", "--kills 300", "--kills 6"),
    "race-processes": Step(_TOGETHER, "--commands 100000", "--commands 8000 --channels 2"),
    "rolling": Step(f"{_TOGETHER} --rolling", "--commands 20000", "--commands 1500"),
    "upgrade": Step(f"{_NEXT} --rolling", "--commands 20000", "--commands 1500"),
    "handovers": Step(f"{_TOGETHER} --overlap", "--commands 10000", "--commands 1500"),
    "upgrade-overlap": Step(f"{_NEXT} --overlap", "--commands 10000", "--commands 1500"),
    "away": Step(f"{_TOGETHER} --away", "--commands 6000", "--commands 1500"),
    "memory": Step(f"{_RACE} --no-kills --memory", "--commands 100000", None),
    "faults": Step("tests.wire.fault_table"),
    "twelve": Step(_TWELVE, _ALL_READY, FULLEST),
    "twelve-phone": Step(f"{_TWELVE} --width 390 --height 844", _ALL_READY, QUICKEST),
    "page": Step("tests.page_memory", "", None),
    "pressure": Step("tests.bench.pressure"),
    "worlds": Step("tests.worlds all", "200", "3"),
    "grounds": Step("tests.worlds all --first 10000", "100", "3"),
    "another": Step("tests.worlds all --another", "40", "2"),
    "monkeys": Step("tests.monkeys all", "40", "2"),
    "twice": Step("tests.twice all", "20", "1"),
    "examples": Step("pytest -q -m hypothesis tests", "--hypothesis-profile long", None),
    "twins": Step("pytest -q --all-on-postgresql -k postgresql tests/service"),
    "systems": Step("pytest -q --in-all-systems -m one_system tests"),
    "mutants": Step("tests.mutants all", "40", "2"),
    "numbers": Step("tests.numbers all", "20", "1"),
    **{key: Step(f"tests.fights {key}", "10000" if key == FULLEST else "2000", "40") for key in sorted(KEYS)},
    **{
        f"{key}-laid": Step(f"tests.fights {key} --laid --apart", "10000" if key == FULLEST else "2000", "40")
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


def chosen(names: Iterable[str], *, short: bool = False) -> dict[str, Sequence[str]]:
    """What to run for the steps of these names, or for all of them."""
    wanted = {name: STEPS[name].arguments(short=short) for name in list(names) or list(STEPS)}
    return {name: arguments for name, arguments in wanted.items() if arguments is not None}


def main() -> int:
    """Run the steps that were named."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="All that takes minutes.")
    parser.add_argument("steps", nargs="*", metavar="NAME", help=f"one of {', '.join(STEPS)}; all if left out")
    parser.add_argument("--short", action="store_true", help="a little of each")
    typed = parser.parse_args()
    if unknown := set(typed.steps) - set(STEPS):
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    return 1 if soak(chosen(typed.steps, short=typed.short)) else 0


if __name__ == "__main__":
    sys.exit(main())
