"""What is chosen in a fresh panel already, so that the usual order takes no choice at all."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.core import orders
from bot.core.options import Input, Kind
from bot.core.squads.aiming import meant_at
from bot.service.names import readable
from bot.service.orders.history import live_orders
from bot.service.orders.last_acts import latest_public
from bot.service.panels.blanks import asks_range
from bot.service.panels.choices import SHELTER, is_at_foes, is_usual
from bot.service.panels.open_panel import OpenPanel
from bot.service.rows import OrderRow

TRIED = 6  # words of an input that are tried before the first is taken
RECENT = 30  # orders that a GM's panel looks through for the last one of whoever acts


def likely(panel: OpenPanel) -> dict[str, str]:
    """Return what is chosen of a fresh panel: what is needed, and more only where it is not possible without.

    Where nobody knows how far it is, that is asked, and nothing is chosen instead that needs no distance; so is whither
    somebody goes on a ground.
    Whoever can hit nobody is told why: an attack at nobody in particular is theirs to choose, and so is a place, but
    for what they take cover behind.
    """
    needed = _needed(panel)
    asks = panel.goes_nowhere or asks_range(msgspec.structs.replace(panel, chosen=needed))
    if asks or panel.prospects.of(needed).refusal is None:
        return needed
    found = needed
    for item in panel.spec.inputs:
        if is_usual(item) and not item.required and (item.kind is not Kind.PLACE or item.key == SHELTER):
            found = panel.gone_round(_filled(panel, found, [item]))
            prospect = panel.prospects.of(found)
            if prospect.refusal is None and not prospect.at_nobody:
                return found
    return needed


def _needed(panel: OpenPanel) -> dict[str, str]:
    """Return what has to be said: of a move that leads nowhere yet, what one to the nearest place needs beside it."""
    required = [item for item in panel.spec.inputs if item.required]
    nearest: dict[str, str] = {}
    if panel.goes_nowhere:
        places = [item for item in panel.spec.inputs if item.kind is Kind.PLACE and not (item.required or item.lists)]
        nearest = _filled(panel, {}, places[:1])
    filled = _filled(panel, {**nearest, **panel.chosen}, required)
    return panel.gone_round({key: value for key, value in filled.items() if key not in nearest})


def _filled(panel: OpenPanel, chosen: dict[str, str], items: list[Input]) -> dict[str, str]:
    for item in items:
        if item.key not in chosen:
            first = _first(msgspec.structs.replace(panel, chosen=chosen), item)
            chosen = {**chosen, item.key: first} if first else chosen
    return chosen


def _first(panel: OpenPanel, item: Input) -> str:
    """Return what is most likely meant: of people whom the last such order named, or else the nearest of the others;
    first of all somebody of whom that is possible."""
    found = [each.value for each in panel.offered(item)]
    if item.kind is not Kind.COMBATANT or not found:
        possible = (each for each in found[:TRIED] if panel.supposing(item.key, each).refusal is None)
        return next(possible, found[0] if found else "")
    names = readable(panel.played.scene, panel.case.viewer)
    ids, people, ruleset = (
        {name: one for one, name in names.items()},
        panel.seen.combatants,
        panel.played.system.ruleset,
    )
    here = panel.seen.combatants[panel.actor].side
    aimed = [ids[name] for name in found]
    if not is_at_foes(panel.spec):
        aimed = meant_at(ruleset, panel.seen, panel.actor, aimed)
    foes = [names[one] for one in aimed if people[one].side != here]
    standing = [name for name in found if not ruleset.is_down(people[ids[name]].state)]
    before = names.get(_last_named(panel, item))
    meant = [before, *foes] if before in standing else foes
    possible = (name for name in meant[:TRIED] if panel.supposing(item.key, name).refusal is None)
    return next(possible, [*meant, found[0]][0])


def _last_named(panel: OpenPanel, item: Input) -> str:
    """Return whom the last order of this action named that whoever acts gave in this chapter."""
    for each in _recent(panel):
        order = orders.parsed(each.payload)
        given = order.act if isinstance(order, orders.Claimed) else order
        if isinstance(given, orders.Act) and (given.actor, given.action) == (panel.actor, panel.spec.name):
            return str(given.inputs.get(item.key, ""))
    return ""


def _recent(panel: OpenPanel) -> Iterable[OrderRow]:
    """Return the orders that are looked through, the newest first: for players how many that are depends on none that
    only the GM knows of.
    """
    unit, row = panel.case.unit, panel.played.row
    if not panel.case.viewer.gm:
        return latest_public(unit, panel.played)
    first = max(unit.chapter(row.id, row.chapter).first, row.head - RECENT)
    return reversed(live_orders(unit.orders(row.id, first, row.head)))
