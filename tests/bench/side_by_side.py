"""Attacks over the wire by two bots in turns: on a ground against at told metres, and this checkout against another.

`python -m tests.bench.side_by_side CHECKOUT` runs the bot of another checkout beside that of this one, and this one a
second time: how far the same code is from itself says how much of a difference is chance.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from tests.bench.contest import Contender, arena
from tests.bench.measure import Measure, at_most, table
from tests.bench.over_the_wire import attacked_bot

FIGHTS: Final = 6
ATTACKS: Final = 150  # of one round, one at a time: each shooter has initiative for so many
ROUNDS: Final = 7


@dataclass(frozen=True, slots=True)
class Turns:
    """What one bot needed for an attack in each round: seconds until half were answered, and of its processor."""

    p50_s: tuple[float, ...]
    cpu_s: tuple[float, ...]

    def over(self, base: Turns, name: str, most: float | None) -> list[Measure]:
        """The median of what this needed over what another did in the same round, and how far the rounds spread."""
        answered = [ours / theirs for ours, theirs in zip(self.p50_s, base.p50_s, strict=True)]
        worked = [ours / theirs for ours, theirs in zip(self.cpu_s, base.cpu_s, strict=True)]
        aim = None if most is None else at_most(most)
        detail = f"median of {len(answered)} rounds in turns, {min(answered):.2f} to {max(answered):.2f}"
        spread = f"{min(worked):.2f} to {max(worked):.2f}, posting included"
        return [
            Measure(f"{name} p50", median(answered), "x", aim, detail),
            Measure(f"{name} processor time", median(worked), "x", None, spread),
        ]


async def measures() -> list[Measure]:
    """An attack on a ground, with its pictures, over one at told metres."""
    async with AsyncExitStack() as stack:
        told = await attacked_bot(stack, "told", fights=FIGHTS)
        placed = await attacked_bot(stack, "on a ground", fights=FIGHTS, on_ground=True)
        found = await in_turns([told, placed])
    return [
        *found["on a ground"].over(found["told"], "attack on a ground / told", 1.3),
        Measure("attack at told metres p50", median(found["told"].p50_s) * 1e3, "ms", detail="one at a time"),
    ]


async def against(root: Path) -> list[Measure]:
    """An attack at told metres by this checkout over one by another, and over itself."""
    async with AsyncExitStack() as stack:
        other = await attacked_bot(stack, "other", fights=FIGHTS, wire=arena(root))
        ours = await attacked_bot(stack, "ours", fights=FIGHTS)
        again = await attacked_bot(stack, "again", fights=FIGHTS)
        found = await in_turns([other, ours, again])
    return [
        *found["ours"].over(found["other"], f"attack of this checkout / {root.name}", 1.05),
        *found["again"].over(found["ours"], "attack of this checkout / itself", None),
    ]


async def in_turns(contenders: Sequence[Contender], rounds: int = ROUNDS, attacks: int = ATTACKS) -> dict[str, Turns]:
    """Have each attack one after the other, round after round, whoever began a round last in the next."""
    p50_s: dict[str, list[float]] = {each.name: [] for each in contenders}
    cpu_s: dict[str, list[float]] = {each.name: [] for each in contenders}
    order = list(contenders)
    for number in range(rounds + 1):
        for each in order:
            await each.ready()
            before_s = each.usage().cpu_s
            load = await each.wire.flood(each.ask(attacks), in_flight=1)
            each.check(load)
            if number:  # the first round warms up
                p50_s[each.name].append(load.quantile_s(0.5))
                cpu_s[each.name].append((each.usage().cpu_s - before_s) / attacks)
        order.append(order.pop(0))
    return {name: Turns(tuple(p50_s[name]), tuple(cpu_s[name])) for name in p50_s}


def main() -> None:
    """Compare this checkout with the one that is named."""
    if len(sys.argv) != 2:
        sys.exit("python -m tests.bench.side_by_side CHECKOUT")
    print(table(asyncio.run(against(Path(sys.argv[1]).resolve()))))


if __name__ == "__main__":
    main()
