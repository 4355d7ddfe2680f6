"""What squads do at a moment by their standing orders, seen from what is stored: it is decided anew each time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from enum import StrEnum

from bot.core import orders
from bot.core.squads.drills import acts_now, drills_of, ordered_now
from bot.core.squads.standing import Drill, squad_of
from bot.service.button_keys import squad_key, squads_key
from bot.service.case import PlayedScene
from bot.service.orders.history import live_orders
from bot.service.ports import Unit
from bot.service.requests import Button, Verb, Weight, label_of


class SquadTap(StrEnum):
    """What a tap on a panel of squads does; what it is about stands behind it."""

    PANEL = ""
    ALL = "all"  # all squads, in place of the one that is shown
    ONE = "of"  # one squad: its key
    TELL = "do"  # a squad is told something: its key, the drill and about whom
    CHOOSE = "at"  # the same from a menu: its key, the key of the moment, the drill and about whom
    TELL_ASIDE = "now"  # the same from the GM's thread, whose message stays as it is
    ACT = "act"  # those who have orders act, by a message that stays as it is
    GO = "go"  # those who have orders act, and the panel shows how it stands then


TITLES = {
    Drill.FIRE: "Fire at the nearest",
    Drill.RETURN_FIRE: "Each at who shot",
    Drill.ADVANCE: "Advance",
    Drill.HOLD: "Hold and watch",
    Drill.FALL_BACK: "Fall back",
}
MOST_TOLD = 3
"""How many squads without orders have a button of their own in the GM's thread."""

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
    return (*act_buttons(unit, played, SquadTap.ACT), *_first_orders(unit, played), Button("Squads", Verb.SQUAD))


def _first_orders(unit: Unit, played: PlayedScene) -> Iterator[Button]:
    """Yield the usual order of each squad whose moment it is and that has none: it is given and carried out at once."""
    drill = drills_of(played.actions)[0]
    waiting = [one for one, squad in played.scene.squads.items() if squad.standing is None]
    ready = [(one, once) for one in waiting if (once := squad_key(unit, played, one))]
    for called, once in ready[:MOST_TOLD]:
        said = label_of(f"{called}: {TITLES[drill].lower()}")
        yield Button(said, Verb.SQUAD, f"{SquadTap.TELL_ASIDE}.{key_of(called)}.{drill}", once, Weight.MAIN)


def key_of(called: str) -> str:
    """Return what stands for a squad in a custom id."""
    return hashlib.sha256(called.encode()).hexdigest()[:8]


def act_buttons(unit: Unit, played: PlayedScene, argument: SquadTap) -> tuple[Button, ...]:
    """Return the button that lets those act who have orders; none where nobody of them may."""
    ready = () if played.scene.pending else ordered_now(played.scene)
    if not ready:
        return ()
    return (Button(f"Squads act ({len(ready)})", Verb.SQUAD, argument, squads_key(unit, played), Weight.MAIN),)
