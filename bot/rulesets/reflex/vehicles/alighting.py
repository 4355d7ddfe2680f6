"""Whom a GM puts elsewhere is out of its vehicle, and nobody has waited in one that was away."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.events import Audience
from bot.core.ground.gunners import is_unseen
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.vehicles.events import Alighted


def get_out(play: ReflexPlay, put: Sequence[str]) -> None:
    """Have whom a GM has put elsewhere than its vehicle be out of it, whether it could get out or not (ours).

    Who was put together with its vehicle stays in it.
    """
    places = play.scene.ground.places if play.scene.ground else {}
    for rider in put:
        vehicle = play.scene.state.aboard.get(rider, rider)
        if vehicle not in put and places.get(rider) != places.get(vehicle):
            _out(play, rider, vehicle)


def empty(play: ReflexPlay, vehicle: str) -> None:
    """Have nobody be in a vehicle that comes back: who was in it has stood there, and could go elsewhere (ours)."""
    for rider, inside in play.scene.state.aboard.items():
        if inside == vehicle:
            _out(play, rider, vehicle)


def get_off(play: ReflexPlay, rider: str) -> None:
    """Have somebody be in no vehicle."""
    if rider in play.scene.state.aboard:
        _out(play, rider, play.scene.state.aboard[rider])


def _out(play: ReflexPlay, rider: str, vehicle: str) -> None:
    people = play.scene.combatants
    seen = all(each in people and not is_unseen(play.scene, each) for each in (rider, vehicle))
    play.tell(Alighted(actor=rider, target=vehicle, audience=Audience.ALL if seen else Audience.GM))
