"""What injuries do to people: hits, wounds, and what follows from wounds."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec

from bot.core.dice import Roll
from bot.core.events import Personal, Told
from bot.core.terms import Term
from bot.rulesets.reflex.changes import ForEverybody, halted
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.kinds import BodyPart, Degree, Lies, Stance
from bot.rulesets.reflex.kit import Item, Weapon
from bot.rulesets.reflex.person.protection import Layer
from bot.rulesets.reflex.state import State

_with = msgspec.structs.replace


class Against(StrEnum):
    """What a wound makes somebody resist."""

    SHOCK = "shock"
    INSTABILITY = "instability"
    DROPPING = "dropping"
    FALLING = "falling"


class Cause(StrEnum):
    """Why somebody becomes unstable."""

    FAILED_BADLY = "failed badly"
    CRITICAL = "critical"
    SECOND_SHOCK = "second shock"


class TookCover(ForEverybody, frozen=True, kw_only=True, tag="reflex.took_cover"):
    """``actor`` is behind ``cover``, a row of that table, which hides ``parts``; without one it stands in the open."""

    silent: ClassVar[bool] = True

    cover: str = ""
    parts: str = ""

    def changed(self, state: State) -> State:
        return state.with_body(cover=self.cover, cover_parts=self.parts)


class Hit(Told, frozen=True, kw_only=True, tag="reflex.hit"):
    """A round of ``actor`` hit ``target`` at ``fine``, a part of ``place``.

    ``damage`` is the sum of ``terms`` (none where a GM told it), before protection; ``penetration`` the Armor
    multiplier in halves, None for Nil; ``final`` what gets through ``layers``. ``graze`` says that the margin was
    zero. ``roll`` is that for the place, None where it was known.
    """

    place: BodyPart
    fine: str
    damage: int
    penetration: int | None
    final: int
    terms: tuple[Term, ...] = ()
    layers: tuple[Layer, ...] = ()
    graze: bool = False
    roll: Roll | None = None


class Stopped(Told, frozen=True, kw_only=True, tag="reflex.stopped"):
    """Nothing got through to ``place`` of ``actor``."""

    place: BodyPart
    fine: str = ""


class Wounded(Personal, frozen=True, kw_only=True, tag="reflex.wounded"):
    """``actor`` suffered a wound of ``degree`` at ``place``, whose injury went from ``before`` to ``after``.

    ``damage`` is zero where the degree was told; ``virtual`` injuries are imagined.
    """

    place: BodyPart
    degree: Degree
    before: Degree
    after: Degree
    damage: int = 0
    graze: bool = False
    virtual: bool = False

    def changed(self, state: State) -> State:
        if self.virtual:
            return state.with_body(virtual={**state.body.virtual, self.place: self.after})
        return state.with_body(wounds={**state.body.wounds, self.place: self.after})


class WoundChecked(Told, frozen=True, kw_only=True, tag="reflex.wound_checked"):
    """``actor`` resisted what a wound at ``place`` does."""

    against: Against
    place: BodyPart
    outcome: Outcome


class Shocked(Personal, frozen=True, kw_only=True, tag="reflex.shocked"):
    """``actor`` entered shock and acts no more in this exchange; where none was on, it was ``at_rest``."""

    at_rest: bool = False

    def changed(self, state: State) -> State:
        return halted(state).with_body(shock=True, shocked=True).with_turn(out=True)


class Destabilized(Personal, frozen=True, kw_only=True, tag="reflex.destabilized"):
    """``actor`` became unstable from an injury to ``place``, in the ``period`` of exchange and pause that it names.

    Events of before ``cause`` was kept have none.
    """

    place: BodyPart
    period: tuple[int, int]
    cause: Cause | None = None

    def changed(self, state: State) -> State:
        return state.with_body(unstable=True, unstable_in=self.period)


class KnockedOut(Personal, frozen=True, kw_only=True, tag="reflex.knocked_out"):
    """``actor`` lost consciousness and whatever it held; ``for_scene`` says that it lasts for the scene."""

    for_scene: bool = False

    def changed(self, state: State) -> State:
        limp = halted(state).with_body(unconscious=True, unconscious_for_scene=self.for_scene, stance=Stance.PRONE)
        return _let_go(limp, (*limp.kit.weapons, *limp.kit.items))


class LostHold(Personal, frozen=True, kw_only=True, tag="reflex.lost_hold"):
    """``actor`` dropped ``things`` from a hurt hand."""

    things: tuple[str, ...]

    def changed(self, state: State) -> State:
        return _let_go(state, self.things)


class FellDown(Personal, frozen=True, kw_only=True, tag="reflex.fell_down"):
    """``actor`` fell."""

    def changed(self, state: State) -> State:
        return halted(state).with_body(stance=Stance.PRONE)


class FootingTested(Told, frozen=True, kw_only=True, tag="reflex.footing_tested"):
    """``actor`` tried to keep upright in a dive; ``target`` dived at it, nobody where it dived itself.

    ``needed`` is the least margin that does.
    """

    outcome: Outcome
    stands: bool
    needed: int = 0


class LimbTested(Personal, frozen=True, kw_only=True, tag="reflex.limb_tested"):
    """A limb of ``actor`` was hit so hard that it may be gone: ``lost`` says whether it is."""

    place: BodyPart
    roll: Roll
    lost: bool

    def changed(self, state: State) -> State:
        return state.with_body(lost=(*state.body.lost, self.place)) if self.lost else state


class Worsened(Personal, frozen=True, kw_only=True, tag="reflex.worsened"):
    """``actor``, unstable, bled: every injury got a degree worse; ``changes`` are place, before and after."""

    changes: tuple[tuple[BodyPart, Degree, Degree], ...]

    def changed(self, state: State) -> State:
        return state.with_body(wounds={**state.body.wounds, **{place: after for place, _, after in self.changes}})


class Died(Personal, frozen=True, kw_only=True, tag="reflex.died"):
    """``actor`` is dead; ``was_down`` says that it lay there before, out of it."""

    was_down: bool = False

    def changed(self, state: State) -> State:
        return _let_go(halted(state).with_body(dead=True, stance=Stance.PRONE), (*state.kit.weapons, *state.kit.items))


class Healed(Personal, frozen=True, kw_only=True, tag="reflex.healed"):
    """The injury of ``actor`` at ``place`` went down from ``before`` to ``after``."""

    place: BodyPart
    before: Degree
    after: Degree
    virtual: bool = False

    def changed(self, state: State) -> State:
        if self.virtual:
            return state.with_body(virtual={**state.body.virtual, self.place: self.after})
        return state.with_body(wounds={**state.body.wounds, self.place: self.after})


class Stabilized(Personal, frozen=True, kw_only=True, tag="reflex.stabilized"):
    """``actor`` is unstable no more."""

    def changed(self, state: State) -> State:
        return state.with_body(unstable=False)


class Woke(Personal, frozen=True, kw_only=True, tag="reflex.woke"):
    """``actor`` came to, out of unconsciousness or of shock alone."""

    unconscious: bool = True

    def changed(self, state: State) -> State:
        return state.with_body(unconscious=False, unconscious_for_scene=False, shock=False).with_turn(
            out=False, dazed=False
        )


def _let_go(state: State, things: tuple[str, ...]) -> State:
    weapons = {key: _dropped_weapon(weapon) if key in things else weapon for key, weapon in state.kit.weapons.items()}
    items = {key: _dropped_item(item) if key in things else item for key, item in state.kit.items.items()}
    return state.with_kit(weapons=weapons, items=items)


def _dropped_weapon(weapon: Weapon) -> Weapon:
    return _with(weapon, held_with=0, bipod_down=False, lies=Lies.NEAR) if weapon.held_with else weapon


def _dropped_item(item: Item) -> Item:
    return _with(item, held=False, lies=Lies.NEAR) if item.held else item
