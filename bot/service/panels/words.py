"""What a panel says of an order: what it would come to, and how it is typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.core.errors import Incomplete, RuleViolation
from bot.core.options import Input, Kind
from bot.core.wording import Line, bad, counted, good, line, metres, name, note, percent, sentence
from bot.service.panels.blanks import can_be_typed, spelled
from bot.service.panels.open_panel import OpenPanel
from bot.service.panels.prospects import Prospect, Stake
from bot.service.playing.slash_words import as_typed

TYPE_IN = "Type"
COME_IN = "Others come in with /init join; a GM brings in more with /npc add."


def named(items: Iterable[Input]) -> str:
    """Return inputs by their names."""
    return ", ".join(spelled(item.key) for item in items)


def refused_for(panel: OpenPanel, refusal: RuleViolation, missing: Sequence[Input]) -> tuple[Line, ...]:
    """Return why an order is not possible as it stands; of what has to be typed first, by which button."""
    if isinstance(refusal, Incomplete) and (absent := _nothing_for(panel)):
        return tuple(_absent(panel, absent))
    if not missing:
        remedy = as_typed(panel.spec, refusal.remedy)
        return line(bad(sentence(refusal.message))), *(line(note(each)) for each in remedy.splitlines())
    wanted = [line(note(f"{spelled(item.key)}: {item.about}.")) for item in missing]
    where = "Choose it below, or tap" if any(map(panel.offered, missing)) else "Tap"
    return line(bad(sentence(refusal.message))), *wanted, line(note(f"{where} {TYPE_IN} {named(missing)}."))


def _nothing_for(panel: OpenPanel) -> Input | None:
    """Return the first input that has to name somebody or something of which whoever looks knows none."""
    listed = (item for item in panel.spec.needed if not can_be_typed(item))
    return next((item for item in listed if item.key not in panel.chosen and not panel.offered(item)), None)


def _absent(panel: OpenPanel, absent: Input) -> Iterator[Line]:
    """Yield that there is nobody or nothing to choose, and how that comes to be."""
    somebody, what = absent.kind is Kind.COMBATANT, spelled(absent.key)
    nothing = f"You know of no {what}." if absent.veiled else f"There is no {what} to choose."
    yield line(bad("Nobody is in sight to choose." if somebody else nothing))
    yield line(note(f"{what}: {absent.about}."))
    brings = COME_IN if somebody and len(panel.seen.combatants) == 1 else absent.brings
    if brings:
        yield line(note(brings))


def told(panel: OpenPanel, outcome: Prospect) -> tuple[Line, ...]:
    """Return what the action comes to as it is chosen."""
    target = panel.chosen.get("target", "")
    if panel.by_nobody:
        who = (name(target), ": ") if target else ()
    else:
        who = (name(panel.actor), *((" → ", name(target)) if target else ()), ": ")
    first = line(*who, good(about(panel, outcome) or "possible"))
    if panel.goes_nowhere:
        return (first, line(note("Nothing says where to: choose a place, or they stay where they are.")))
    if panel.goes_to_a_place and (left_cm := panel.prospects.left_cm(panel.chosen)):
        return (first, line(note(f"Not there at once: {metres(left_cm / 100)} will be left.")))
    counts = panel.prospects.whole and panel.prospects.attacks and outcome.hits is not None
    stakes = [_at_stake(each) for each in panel.prospects.stakes(panel.chosen)] if counts else []
    return (first, line("; ".join(stakes))) if stakes else (first,)


def _at_stake(stake: Stake) -> str:
    return f"{stake.words} {'' if stake.exact else 'about '}{percent(stake.chance)}"


def about(panel: OpenPanel, outcome: Prospect) -> str:
    """Return in a few words what an order costs and how often it hits, or why it is refused."""
    if outcome.refusal is not None:
        return sentence(outcome.refusal.message)
    unit = panel.played.system.ruleset.priced_in
    cost = counted(outcome.cost, unit) if unit and outcome.cost is not None else ""
    hits = "" if outcome.hits is None else f"hits {percent(outcome.hits)}"
    return ", ".join(filter(None, (cost, hits)))
