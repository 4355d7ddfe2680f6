"""What damage does to equipment: it looks worse, works no more, or is gone; and what repair makes of that."""

from __future__ import annotations

import msgspec

from bot.core.scene import with_state
from bot.rulesets.reflex.changes import ForEverybody, ThingDamaged
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State

_with = msgspec.structs.replace


class EquipmentHit(ThingDamaged, ForEverybody, frozen=True, kw_only=True, tag="reflex.equipment_hit"):
    """A thing of ``actor`` was hit, which is of a ``substance``.

    ``together`` says that who has it acts with it still, on the tick of the attack.
    """

    substance: str
    together: bool = False

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with the thing worn, at once unless those who act together do not see it (lines 136-138)."""
        if not self.together or self.actor not in scene.combatants:
            return super().apply(scene)
        return with_state(scene, self.actor, self.changed(scene.combatants[self.actor].state))

    def changed(self, state: State) -> State:
        if not self.broken:
            return state
        broken = {**state.kit.broken, self.item: self.broken}
        return state.with_kit(wear={**state.kit.wear, self.item: self.wear}, broken=broken)


class Mended(ForEverybody, frozen=True, kw_only=True, tag="reflex.mended"):
    """``item`` of ``actor`` works again; its Wear stays."""

    item: str

    def changed(self, state: State) -> State:
        return state.with_kit(broken={item: broken for item, broken in state.kit.broken.items() if item != self.item})


class ArmorWornDown(ForEverybody, frozen=True, kw_only=True, tag="reflex.armor_worn_down"):
    """A piece of ``armor`` that ``actor`` wears, or the Armor at a ``place`` of a vehicle, went down, both in halves.

    ``blast`` says that an explosion or a fire did it.
    """

    before: int
    after: int
    armor: str = ""
    place: str = ""
    blast: bool = False

    def changed(self, state: State) -> State:
        """Return the state with less Armor, and what one explosion has worn down marked as such."""
        if state.body.vehicle:
            halves = {**state.body.vehicle.armor_halves, self.place: self.after}
            return state.with_body(vehicle=_with(state.body.vehicle, armor_halves=halves))
        worn = tuple(
            _with(each, armor_halves=self.after) if each.name == self.armor else each for each in state.kit.armor
        )
        return state.with_kit(armor=worn, blasted=(*state.kit.blasted, self.armor) if self.blast else state.kit.blasted)
