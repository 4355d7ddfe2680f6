"""What squads do at a moment by their standing orders, seen from what is stored: it is decided anew each time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from enum import StrEnum

from bot.core import orders
from bot.core.options import ATTACK, SUPPRESS, THROW
from bot.core.squads.drills import AnyScene, acts_now, drills_of, ordered_now
from bot.core.squads.standing import Drill, squad_of
from bot.core.wording import names_in
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
    TELL_ALL = "both"  # all who have no orders are told something: the drill
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

FIRING = (ATTACK, SUPPRESS, THROW)


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
    return {met: act.actor for act in acts if act.action in FIRING for met in shot_at(played.scene, act)}


def shot_at(scene: AnyScene, act: orders.Act) -> Iterator[str]:
    """Yield at whom somebody fired or threw something, of those who are here: the target, and who was named beside."""
    for word in (str(act.inputs.get("target", "")), *names_in(str(act.inputs.get("others", "")))):
        alike = (word.casefold(), word.rpartition(" ")[0].casefold())
        yield from [one for one in scene.combatants if one.casefold() in alike][:1]


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
    """Return what a GM has for those of whom somebody may act now: to let those act who have orders, and to order."""
    scene = played.scene
    groups = groups_of(played)
    now = [slot.actor for slot in scene.entitled()]
    if scene.pending or not any(actor in members for members in groups.values() for actor in now):
        return ()
    shown = (Button("Squads", Verb.SQUAD),) if scene.squads else ()
    return (*act_buttons(unit, played, SquadTap.ACT), *_first_orders(unit, played), *shown)


def groups_of(played: PlayedScene) -> dict[str, tuple[str, ...]]:
    """Return those of the GM's people who are ordered together: squads by their names, and each who is in none.

    Whoever a squad of others is called after is ordered in a squad alone: one button would mean both.
    """
    scene = played.scene
    squads = {called: squad.members for called, squad in scene.squads.items()}
    alone = (actor for actor, each in scene.combatants.items() if each.guarded and not each.player)
    return squads | {actor: (actor,) for actor in alone if actor not in squads and not squad_of(scene.squads, actor)}


def _first_orders(unit: Unit, played: PlayedScene) -> Iterator[Button]:
    """Yield the usual order of each group whose moment it is and that has none: it is given and carried out at once.

    Where there are several of them, all are told at one tap. Who lies in wait goes on doing so.
    """
    drill = drills_of(played.actions)[0]
    waiting = waiting_groups(played)
    ready = [(one, once) for one in waiting if (once := squad_key(unit, played, one, waiting[one]))]
    seen = in_sight(played, waiting)
    together = len(seen) > 1 and any(one in seen for one, _ in ready)
    if together:
        said = f"All: {TITLES[drill].lower()}"
        yield Button(said, Verb.SQUAD, f"{SquadTap.TELL_ALL}.{drill}", all_key(unit, played), Weight.MAIN)
    for called, once in ready[:MOST_TOLD]:
        does = drill if called in seen else Drill.HOLD
        said = label_of(f"{called}: {title_of(played, does).lower()}")
        weight = Weight.PLAIN if together and called in seen else Weight.MAIN
        yield Button(said, Verb.SQUAD, f"{SquadTap.TELL_ASIDE}.{key_of(called)}.{does}", once, weight)


def waiting_groups(played: PlayedScene) -> dict[str, tuple[str, ...]]:
    """Return the groups that have no orders."""
    squads = played.scene.squads
    return {one: who for one, who in groups_of(played).items() if one not in squads or not squads[one].standing}


def in_sight(played: PlayedScene, groups: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return those groups of whom players know of somebody."""
    people = played.scene.combatants
    return {one: who for one, who in groups.items() if any(each in people and not people[each].hidden for each in who)}


def all_key(unit: Unit, played: PlayedScene) -> str:
    """Return a key that is good for as long as those without orders may act who may now."""
    waiting = in_sight(played, waiting_groups(played))
    return squad_key(unit, played, "", tuple(actor for members in waiting.values() for actor in members))


def title_of(played: PlayedScene, drill: Drill) -> str:
    """Return what an order is called where it is given."""
    return "Hold" if drill is Drill.HOLD and "watch" not in played.actions else TITLES[drill]


def key_of(called: str) -> str:
    """Return what stands for a squad in a custom id."""
    return hashlib.sha256(called.encode()).hexdigest()[:8]


def act_buttons(unit: Unit, played: PlayedScene, argument: SquadTap) -> tuple[Button, ...]:
    """Return the button that lets those act who have orders; none where nobody of them may."""
    ready = () if played.scene.pending else ordered_now(played.scene)
    if not ready:
        return ()
    return (Button(f"Squads act ({len(ready)})", Verb.SQUAD, argument, squads_key(unit, played), Weight.MAIN),)
