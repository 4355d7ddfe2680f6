"""`python -m tests.worlds KEY COUNT`: random fights in two worlds, and what a player could tell them apart by."""

from __future__ import annotations

import argparse
import logging
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from bot.app import SYSTEMS
from tests.worlds.another import of_another
from tests.worlds.fights import ON_A_GROUND, STEPS, Played, carried_out, played, shortened, told

SHORTENED = 3


def with_another(key: str, seed: int) -> Played:
    """A fight in whose worlds another of the hidden acts."""
    return carried_out(key, seed, of_another)


def main() -> int:
    """Play, and say what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.worlds", description="Random fights in two worlds.")
    parser.add_argument("keys", help=f"some of {','.join(SYSTEMS)}, or all")
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=0, help=f"seeds from {ON_A_GROUND} on are fought on a ground")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--processes", type=int, default=None)
    parser.add_argument("--another", action="store_true", help="which of the hidden acts is what differs")
    parser.add_argument("--whole", action="store_true", help="do not make what was found shorter")
    typed = parser.parse_args()
    logging.disable(logging.WARNING)
    keys = [*SYSTEMS] if typed.keys == "all" else typed.keys.split(",")
    found: list[Played] = []
    with ProcessPoolExecutor(typed.processes) as pool:
        for key in keys:
            seeds = range(typed.first, typed.first + typed.count)
            play = partial(with_another, key) if typed.another else partial(played, key, steps=typed.steps)
            fights = [*pool.map(play, seeds)]
            differ = [each for each in fights if each.difference]
            print(
                f"{key}: {len(fights)} fights, {sum(len(f.moves) for f in fights)} moves, {len(differ)} differ",
                flush=True,
            )
            found += differ
    for each in found[:SHORTENED]:
        print(*told(each if typed.whole or typed.another else shortened(each)), sep="\n", flush=True)
    for each in found[SHORTENED:]:
        print(f"{each.key} {each.seed}: {each.difference}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
