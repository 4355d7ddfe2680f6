"""What happens by an attack."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.dice import Roll
from bot.core.events import AtOnce, Event, Personal
from bot.core.renaming import sign_of
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.play import DawnScene, with_person
from bot.rulesets.graydawn.state import FISTS, AimTaken, State, noticed_by, with_weapon


class Aimed(Personal, frozen=True, kw_only=True, tag="graydawn.aimed"):
    """``actor`` aimed at ``target`` for a whole round, the ``rounds``-th in a row."""

    silent: ClassVar[bool] = True

    rounds: int

    def changed(self, state: State) -> State:
        """Aim at the target, known by its sign."""
        return msgspec.structs.replace(state, aim=AimTaken(sign_of(self.target), self.rounds))


class AimLost(AtOnce, frozen=True, kw_only=True, tag="graydawn.aim_lost"):
    """``actor`` lost from sight whom it aimed at."""

    def changed(self, state: State) -> State:
        """Aim at nobody."""
        return msgspec.structs.replace(state, aim=None)


class Attacked(Event, frozen=True, kw_only=True, tag="graydawn.attacked"):
    """``actor`` attacked ``target``.

    ``fired`` rounds left the weapon, which holds ``loaded``. Without a ``defence`` the attack had to reach ``number``.
    ``bracket`` is the range that counts; of several rounds ``hits`` struck, by ``roll`` for a burst.
    ``fear`` is what it adds to the next suppression roll; it ``tops_up`` what the same one fired before, where before
    version 15 of the rules the first alone counted. Who is attacked has been ``noticed`` by whoever does so.
    """

    weapon: str
    kind: str
    mode: str
    attack: Outcome
    defence: Outcome | None = None
    number: int = 0
    margin: int = 0
    hit: bool = False
    bracket: str = ""
    range_m: float | None = None
    fired: int = 0
    loaded: int = 0
    hits: int = 0
    roll: Roll | None = None
    spread: bool = False
    melee: bool = False
    covering: bool = False
    fear: int = 1
    noticed: bool = False
    tops_up: bool = False

    def apply(self, scene: DawnScene) -> DawnScene:
        """Keep both rolls, and have the weapon in hand with what is left in it, and whoever attacks noticed."""
        if self.defence is not None:
            made = self.defence
            scene = with_person(scene, self.target, lambda state: made.kept(state, succeeded=not self.hit))
        if self.noticed:
            scene = with_person(scene, self.target, lambda state: noticed_by(state, sign_of(self.actor)))
        return with_person(scene, self.actor, self._attacker)

    def _attacker(self, state: State) -> State:
        state = self.attack.kept(state, succeeded=self.hit)
        state = msgspec.structs.replace(state, wields=self.weapon, unnoticed=())
        return with_weapon(state, self.weapon, loaded=self.loaded) if self.fired else state


class Fumbled(Personal, frozen=True, kw_only=True, tag="graydawn.fumbled"):
    """What a fumble of ``actor`` with its ``weapon`` led to: a row of the table."""

    weapon: str
    roll: Roll
    result: str

    def changed(self, state: State) -> State:
        """Return the state with the weapon jammed, or on the ground."""
        if self.result == "jammed":
            return with_weapon(state, self.weapon, jammed=True)
        return msgspec.structs.replace(state, wields=FISTS) if self.result == "dropped" else state
