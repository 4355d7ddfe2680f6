"""Whoever has left a fight is where nobody fights: in no vehicle of it, and in no gas."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.features import Follows
from bot.rulesets.reflex.hazards.gas import leave
from bot.rulesets.reflex.pauses.events import Withdrew
from bot.rulesets.reflex.person.events import Corrected
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.vehicles.alighting import get_off

follows = Follows()


@follows(Withdrew, Corrected)
def left(play: ReflexPlay, event: Event) -> None:
    """Have who has left be out of its vehicle and of the gas (text 003, line 345; ours)."""
    actor = event.actor
    if not play.scene.combatants[actor].state.turn.withdrawn:
        return
    get_off(play, actor)
    if any(actor in cloud.inside for cloud in play.scene.state.clouds):
        leave(play, actor)
