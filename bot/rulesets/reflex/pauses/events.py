"""What people do in a pause, or instead of fighting through an exchange."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec

from bot.core.events import Told
from bot.core.scene import restated
from bot.rulesets.reflex.changes import ForEverybody
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.kinds import Broken, Degree, Encumbrance, Lies, Stance
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Attempt, State

_with = msgspec.structs.replace


LIFESAVING = "lifesaving"


class OperationChosen(ForEverybody, frozen=True, kw_only=True, tag="reflex.operation_chosen"):
    """``actor`` gives up initiative: ``task``, an operational action, comes at the end of the exchange of fire."""

    task: str

    def changed(self, state: State) -> State:
        return state.with_turn(task=self.task, initiative=0)


class OperationRefused(Told, frozen=True, kw_only=True, tag="reflex.operation_refused"):
    """The GM found that ``actor`` was not safe enough for ``task``: it acts as usual."""

    task: str


class Talked(Told, frozen=True, kw_only=True, tag="reflex.talked"):
    """``actor`` talked at length, with ``target`` if anybody; ``outcome`` is the check, if there was one.

    What is ``lost`` the broken lost before any dice.
    """

    outcome: Outcome | None = None
    lost: bool = False


class Worked(Told, frozen=True, kw_only=True, tag="reflex.worked"):
    """``actor`` did something technical with ``item``, if it was one of its own."""

    item: str = ""
    outcome: Outcome | None = None


class Mounted(ForEverybody, frozen=True, kw_only=True, tag="reflex.mounted"):
    """``actor`` set ``weapon`` up on its tripod, or took it down."""

    weapon: str
    up: bool

    def changed(self, state: State) -> State:
        return state.with_weapon(self.weapon, fixed_mount=self.up)


class Dressed(ForEverybody, frozen=True, kw_only=True, tag="reflex.dressed"):
    """``actor`` put ``item`` on, or took it off; ``load`` is how much is carried since then, where that was said."""

    item: str
    on: bool
    load: Encumbrance | None = None

    def changed(self, state: State) -> State:
        load = state.kit.encumbrance if self.load is None else self.load
        if self.item in state.kit.items:
            worn = state.with_item(self.item, worn=self.on, lies=Lies.CARRIED if self.on else Lies.NEAR)
            return worn.with_kit(encumbrance=load)
        pieces = (*state.kit.armor, *state.kit.doffed)
        moved = tuple(piece for piece in pieces if piece.name == self.item)
        armor, doffed = (
            tuple(piece for piece in worn if piece not in moved) for worn in (state.kit.armor, state.kit.doffed)
        )
        if self.on:
            return state.with_kit(armor=(*armor, *moved), doffed=doffed, encumbrance=load)
        return state.with_kit(armor=armor, doffed=(*doffed, *moved), encumbrance=load)


class Repaired(ForEverybody, frozen=True, kw_only=True, tag="reflex.repaired"):
    """``actor`` tried to repair ``item`` of ``target``, its own where there is none.

    ``periods`` is for how many exchanges and pauses it works again, zero where the check failed.
    """

    item: str
    wear: int
    outcome: Outcome
    periods: int = 0

    def changed(self, state: State) -> State:
        """Return the state with one period more than it holds: that of the work itself is counted off with the rest."""
        if not self.periods:
            return state
        broken = {item: how for item, how in state.kit.broken.items() if item != self.item}
        return state.with_kit(broken=broken, patched={**state.kit.patched, self.item: self.periods + 1})

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return restated(scene, self.target or self.actor, self.changed)


class RepairFailed(ForEverybody, frozen=True, kw_only=True, tag="reflex.repair_failed"):
    """What had been done to ``item`` of ``actor`` lasted no longer: it is disabled again."""

    item: str

    def changed(self, state: State) -> State:
        return unpatched(state, self.item).with_kit(broken={**state.kit.broken, self.item: Broken.DISABLED.value})


class RepairAged(ForEverybody, frozen=True, kw_only=True, tag="reflex.repair_aged"):
    """``item`` of ``actor`` holds for ``left`` more exchanges and pauses."""

    item: str
    left: int

    def changed(self, state: State) -> State:
        return state.with_kit(patched={**state.kit.patched, self.item: self.left})


class WatchKept(ForEverybody, frozen=True, kw_only=True, tag="reflex.watch_kept"):
    """``actor`` kept an eye on the enemy."""

    outcome: Outcome

    def changed(self, state: State) -> State:
        return state.with_turn(watch=self.outcome.margin)


class Scheme(StrEnum):
    """What somebody tries in a pause that a watchful enemy may foil."""

    AMBUSH = "ambush"
    WITHDRAWAL = "withdrawal"


class Schemed(ForEverybody, frozen=True, kw_only=True, tag="reflex.schemed"):
    """``actor`` tried ``scheme``; what comes of it shows when all have acted."""

    scheme: Scheme
    outcome: Outcome

    def changed(self, state: State) -> State:
        """Return the state with what is tried in secret; it is settled when all have acted."""
        return state.with_turn(scheme=Attempt(self.scheme.value, self.outcome.margin))


class SchemeSettled(ForEverybody, frozen=True, kw_only=True, tag="reflex.scheme_settled"):
    """What ``actor`` tried worked if the ``net`` margin is zero or more, against the best ``watch`` of an enemy.

    ``watch`` is None where nobody watched with success; ``bonus`` is that of an ambush on the next initiative. It was
    ``stopped`` where who tried it can do so no more.
    """

    scheme: Scheme
    net: int
    watch: int | None = None
    bonus: int = 0
    stopped: bool = False

    def changed(self, state: State) -> State:
        return state.with_turn(scheme=None, bonus=self.bonus)


class Withdrew(ForEverybody, frozen=True, kw_only=True, tag="reflex.withdrew"):
    """``actor`` got away and is no longer in the fight."""

    def changed(self, state: State) -> State:
        return state.with_turn(withdrawn=True)


class Pursued(Told, frozen=True, kw_only=True, tag="reflex.pursued"):
    """``target`` goes after ``actor``, who wanted to get away."""


class WeaponsReset(ForEverybody, frozen=True, kw_only=True, tag="reflex.weapons_reset"):
    """The weapons of ``actor`` were loaded and cleared, by ``target`` where that was somebody else.

    ``loads`` are name, rounds in the weapon and rounds left for it (None where nobody counts them); ``stowed`` went
    back to where it is carried.
    """

    loads: tuple[tuple[str, int, int | None], ...] = ()
    stowed: tuple[str, ...] = ()

    def changed(self, state: State) -> State:
        weapons = dict(state.kit.weapons)
        for key, loaded, spare in self.loads:
            weapons[key] = _with(weapons[key], loaded=loaded, spare=spare)
        for key in self.stowed:
            if key in weapons:
                weapons[key] = _with(weapons[key], held_with=0, bipod_down=False)
        items = {key: _with(item, held=False) if key in self.stowed else item for key, item in state.kit.items.items()}
        return state.with_kit(weapons=weapons, items=items, reloading={}, helped=())


class Assisted(ForEverybody, frozen=True, kw_only=True, tag="reflex.assisted"):
    """``target`` did one of the actions that loading ``weapon`` of ``actor`` needs: ``done`` of ``needed``."""

    weapon: str
    done: int
    needed: int
    loaded: int
    spare: int | None = None

    def changed(self, state: State) -> State:
        weapon = _with(state.kit.weapons[self.weapon], loaded=self.loaded, spare=self.spare)
        weapons = {**state.kit.weapons, self.weapon: weapon}
        done = {key: count for key, count in state.kit.reloading.items() if key != self.weapon}
        if self.done >= self.needed:
            return state.with_kit(weapons=weapons, reloading=done)
        return state.with_kit(
            weapons=weapons, reloading={**done, self.weapon: self.done}, helped=(*state.kit.helped, self.weapon)
        )


class AidBegan(ForEverybody, frozen=True, kw_only=True, tag="reflex.aid_began"):
    """The life of ``target``, whose worst injury is of ``degree``, is in the hands of ``actor``."""

    quiet: ClassVar[bool] = True

    degree: Degree

    def changed(self, state: State) -> State:
        """Return the state under the threat of the worst injury that it has had to treat in the scene (line 1384)."""
        worst = max(state.nerve.threats.get(LIFESAVING, 0), self.degree)
        return state.with_nerve(threats={**state.nerve.threats, LIFESAVING: worst})


class AidGiven(ForEverybody, frozen=True, kw_only=True, tag="reflex.aid_given"):
    """``actor`` treated ``target``, whose worst injury is of ``degree``; ``procedure`` is a row of that table."""

    procedure: str
    outcome: Outcome
    degree: Degree = Degree.NONE

    def changed(self, state: State) -> State:
        """Return the state without the threat of a life in its hands, where that was saved (lines 1382-1383)."""
        if not self.outcome.succeeded or state.nerve.threats.get(LIFESAVING, 0) > self.degree:
            return state
        return state.with_nerve(
            threats={key: amount for key, amount in state.nerve.threats.items() if key != LIFESAVING}
        )


class Revived(ForEverybody, frozen=True, kw_only=True, tag="reflex.revived"):
    """``actor`` is alive again, unconscious, and gets worse from the ``period`` after this one on if it did before."""

    period: tuple[int, int]

    def changed(self, state: State) -> State:
        """Return the state of somebody who lives again, unconscious and unstable."""
        alive = state.with_body(
            dead=False, dead_for=0, unconscious=True, unconscious_for_scene=True, stance=Stance.PRONE
        )
        return alive.with_body(unstable_in=self.period)


class Injected(ForEverybody, frozen=True, kw_only=True, tag="reflex.injected"):
    """``actor`` gave ``target`` one unit of ``item``, a strong painkiller, of which ``left`` units remain."""

    item: str
    left: int

    def changed(self, state: State) -> State:
        return state.with_item(self.item, units=self.left)

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene in which the pain of the target is eased, and a dose of the actor's is used up."""
        scene = restated(scene, self.target, lambda state: state.with_nerve(eased=True))
        return super().apply(scene)


def unpatched(state: State, item: str) -> State:
    """Return the state without what keeps a broken thing going for a while."""
    return state.with_kit(patched={key: left for key, left in state.kit.patched.items() if key != item})
