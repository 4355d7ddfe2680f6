"""What is done in a pause is disturbed by wounds and ends with its period; repaired things break again."""

from __future__ import annotations

import msgspec

from bot.core.features import Hears
from bot.core.scene import restated
from bot.rulesets.reflex.changes import everyone
from bot.rulesets.reflex.equipment.events import EquipmentHit
from bot.rulesets.reflex.kinds import Degree, Lies
from bot.rulesets.reflex.pauses.events import unpatched
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.time.carried_events import Reloaded
from bot.rulesets.reflex.time.events import ExchangeBegan, ExchangeEnded, MinuteEnded, PauseBegan, PauseEnded
from bot.rulesets.reflex.time.moves import LEAVING, Leaving
from bot.rulesets.reflex.vehicles.events import VehicleHit
from bot.rulesets.reflex.wounds.events import Wounded

hears = Hears()
_with = msgspec.structs.replace


@hears(Wounded)
def _hurt(scene: ReflexScene, event: Wounded) -> ReflexScene:
    """Have whoever is hurt lose what it was about (text 003, line 355)."""
    state = scene.combatants[event.actor].state
    if not state.turn.task or event.virtual or event.degree is Degree.NONE:
        return scene
    return restated(scene, event.actor, lambda state: state.with_turn(disturbed=True))


@hears(ExchangeBegan)
def _exchange_began(scene: ReflexScene, _: ExchangeBegan) -> ReflexScene:
    return everyone(scene, lambda state: state.with_turn(task="", disturbed=False))


@hears(ExchangeEnded, PauseEnded, MinuteEnded)
def _period_ended(scene: ReflexScene, _: ExchangeEnded | PauseEnded | MinuteEnded) -> ReflexScene:
    return everyone(
        scene,
        lambda state: state.with_turn(watch=None, scheme=None, task="", disturbed=False).with_body(
            dead_for=state.body.dead_for + bool(state.body.dead)
        ),
    )


@hears(PauseBegan)
def bonus_forfeited(scene: ReflexScene, _: PauseBegan) -> ReflexScene:
    """Take the bonus of a hasty ambush: it counts only in the exchange that follows at once (text 003, line 333)."""
    return everyone(scene, lambda state: state.with_turn(bonus=0))


@hears(EquipmentHit)
def _thing_hit(scene: ReflexScene, event: EquipmentHit) -> ReflexScene:
    return _broke(scene, event.actor, event.item) if event.broken else scene


@hears(VehicleHit)
def _vehicle_hit(scene: ReflexScene, event: VehicleHit) -> ReflexScene:
    return _broke(scene, event.target, event.place) if event.broken else scene


@hears(Reloaded)
def _reloaded(scene: ReflexScene, event: Reloaded) -> ReflexScene:
    helped = tuple(key for key in scene.combatants[event.actor].state.kit.helped if key != event.weapon)
    return restated(scene, event.actor, lambda state: state.with_kit(helped=helped))


@hears(*LEAVING)
def _walked(scene: ReflexScene, event: Leaving) -> ReflexScene:
    """Leave a weapon on its tripod where it stands (ours)."""
    if not event.leaves:
        return scene
    state = scene.combatants[event.actor].state
    left = {
        key: _with(weapon, held_with=0, lies=Lies.AWAY) if weapon.model.tripod and weapon.fixed_mount else weapon
        for key, weapon in state.kit.weapons.items()
    }
    return restated(scene, event.actor, lambda state: state.with_kit(weapons=left))


def _broke(scene: ReflexScene, actor: str, item: str) -> ReflexScene:
    return restated(scene, actor, lambda state: unpatched(state, item))
