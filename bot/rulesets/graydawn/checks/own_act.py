"""What luck may change of somebody's own act is noted while it is played, and asked about behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.core.tape import RollName, Tape
from bot.rulesets.graydawn.play import DawnPlay


@dataclass(frozen=True, slots=True)
class Chance:
    """A roll that luck may still change: what it shows, by how much it fails, and ``against`` whom it is.

    ``again`` rolls it once more and tells whether it then succeeds, where that is only a matter of its own dice; where
    that would be ``vain`` nobody is asked about it.
    """

    label: str
    shows: str
    stands: str
    short: int = 0
    against: str = ""
    again: Callable[[], bool] | None = field(default=None, compare=False)
    vain: bool = False


class OwnAct(Tape):
    """An act of ``actor``: what luck may change of it is noted until it is over; at the spots ``raised`` it has."""

    def __init__(
        self,
        actor: str,
        before: Tape | None = None,
        anew: RollName | None = None,
        raised: frozenset[RollName] = frozenset(),
    ) -> None:
        super().__init__(before, anew)
        self.actor = actor
        self.raised = raised
        self.chances: dict[RollName, Chance] = {}


def own_act(play: DawnPlay, actor: str) -> OwnAct | None:
    """Return the act that is played, where it is one of ``actor`` behind which luck is asked about."""
    tape = play.source.tape
    return tape if isinstance(tape, OwnAct) and tape.actor == actor else None


def note_chance(play: DawnPlay, actor: str, chance: Chance) -> None:
    """Note that a roll that was made in this part of the act of ``actor`` might be made again."""
    act = own_act(play, actor)
    if act is not None:
        act.chances[play.source.spot(chance.label)] = chance
