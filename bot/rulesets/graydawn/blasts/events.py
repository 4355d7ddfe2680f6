"""What happens as something explodes."""

from __future__ import annotations

import msgspec

from bot.core.dice import Roll
from bot.core.events import Personal, Told
from bot.core.ground.places import Place
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.state import State, with_weapon


class Thrown(Personal, frozen=True, kw_only=True, tag="graydawn.thrown"):
    """``actor`` threw a ``weapon`` to where ``target`` is, and it lands ``off_m`` metres off; ``left`` more it has.

    On a ground it was meant for ``aim`` and ``landed`` by the ``scatter`` of what falls short. A target that is
    ``lost`` was seen there last. It ``gives_away`` whoever throws to those it has stolen past.
    """

    weapon: str
    check: Outcome
    number: int
    hit: bool
    off_m: int
    left: int
    aim: Place | None = None
    landed: Place | None = None
    scatter: Roll | None = None
    lost: bool = False
    gives_away: bool = False

    def changed(self, state: State) -> State:
        """Leave one less, and keep the roll."""
        state = msgspec.structs.replace(state, unnoticed=()) if self.gives_away else state
        return self.check.kept(with_weapon(state, self.weapon, loaded=self.left), succeeded=self.hit)


class Exploded(Told, frozen=True, kw_only=True, tag="graydawn.exploded"):
    """Something went off: a ``kind`` of the weapons table, with ``dice`` of damage where anybody is too near.

    ``place`` is where, on a ground.
    """

    kind: str
    title: str
    dice: Roll | None = None
    place: Place | None = None
