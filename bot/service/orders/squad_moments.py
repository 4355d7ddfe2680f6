"""What squads do at a moment by their standing orders, seen from what is stored: it is decided anew each time."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core import orders
from bot.core.squads.drills import acts_now, ordered_now
from bot.core.squads.standing import squad_of
from bot.service.button_keys import squads_key
from bot.service.case import PlayedScene
from bot.service.orders.history import live_orders
from bot.service.ports import Unit
from bot.service.requests import Button, Verb, Weight

LOOKED_BACK = 60
"""How many orders ago somebody may have fired who is still shot back at (house)."""

FIRING = ("attack", "suppress", "throw")


def squad_acts(unit: Unit, played: PlayedScene) -> dict[str, orders.Act]:
    """Return what everybody does now who stands under an order."""
    if not ordered_now(played.scene):
        return {}
    return acts_now(played.system.ruleset, played.scene, _shot_by(unit, played))


def _shot_by(unit: Unit, played: PlayedScene) -> dict[str, str]:
    """Return of each who was shot at lately who did it last."""
    row = played.row
    first = max(unit.chapter(row.id, row.chapter).first, row.head - LOOKED_BACK)
    live = live_orders(unit.orders(row.id, first, row.head))
    acts = (act for each in live for act in acts_of(orders.parsed(each.payload)))
    return {str(act.inputs["target"]): act.actor for act in acts if act.action in FIRING and "target" in act.inputs}


def acts_of(order: orders.Order) -> Iterator[orders.Act]:
    """Yield the actions that an order has people take."""
    match order:
        case orders.Act():
            yield order
        case orders.Claimed():
            yield order.act
        case orders.Together():
            yield from order.acts
        case _:
            return


def squad_buttons(unit: Unit, played: PlayedScene) -> tuple[Button, ...]:
    """Return what a GM has for squads of whom somebody may act now: to let those act who have orders, and to order."""
    scene = played.scene
    now = [slot.actor for slot in scene.entitled()]
    if scene.pending or not any(squad_of(scene.squads, actor) for actor in now):
        return ()
    return (*act_buttons(unit, played, "act"), Button("Squads", Verb.SQUAD))


def act_buttons(unit: Unit, played: PlayedScene, argument: str) -> tuple[Button, ...]:
    """Return the button that lets those act who have orders; none where nobody of them may."""
    ready = () if played.scene.pending else ordered_now(played.scene)
    if not ready:
        return ()
    return (Button(f"Squads act ({len(ready)})", Verb.SQUAD, argument, squads_key(unit, played), Weight.MAIN),)
