"""What a panel says of an order: what it would come to, and how it is typed."""

from __future__ import annotations

from bot.core.wording import Line, counted, good, line, name, percent
from bot.service.panels.open_panel import OpenPanel
from bot.service.panels.prospects import Prospect, Stake


def told(panel: OpenPanel, outcome: Prospect) -> tuple[Line, ...]:
    """Return what the action comes to as it is chosen."""
    target = panel.chosen.get("target", "")
    at = (" → ", name(target)) if target else ()
    first = line(name(panel.actor), *at, ": ", good(about(panel, outcome) or "possible"))
    counts = panel.prospects.whole and panel.prospects.attacks and outcome.hits is not None
    stakes = [_at_stake(each) for each in panel.prospects.stakes(panel.chosen)] if counts else []
    return (first, line("; ".join(stakes))) if stakes else (first,)


def _at_stake(stake: Stake) -> str:
    return f"{stake.words} {'' if stake.exact else 'about '}{percent(stake.chance)}"


def about(panel: OpenPanel, outcome: Prospect) -> str:
    """Return in a few words what an order costs and how often it hits, or why it is refused."""
    if outcome.refusal is not None:
        return outcome.refusal.message
    unit = panel.played.system.ruleset.priced_in
    cost = counted(outcome.cost, unit) if unit and outcome.cost is not None else ""
    hits = "" if outcome.hits is None else f"hits {percent(outcome.hits)}"
    return ", ".join(filter(None, (cost, hits)))
