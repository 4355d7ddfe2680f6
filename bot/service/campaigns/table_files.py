"""A campaign's own numbers go in and out as one TOML file: every value of the system's tables under its own place."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import groupby
from typing import Any

import msgspec

from bot.core.errors import RuleViolation
from bot.core.options import OptionSpec, option_value
from bot.core.tables import LIKE, leaves
from bot.core.wording import Line, line, name, note
from bot.service.campaign_settings import options_of
from bot.service.campaigns.campaigns import check_rights, held_for, keep, own, say_stays, spelled
from bot.service.campaigns.own_rows import begun_like, is_own_row
from bot.service.case import Case
from bot.service.requests import Attachment, Reply
from bot.service.sheets.sheet_files import read_sheet
from bot.service.systems import AnyRuleset, PlayableSystem

MOST_TOLD = 20
_LIKE = LIKE.strip()
_BEGUN = f".{_LIKE}"
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PATTERN = "Take the file that /campaign tables gives as a pattern."


def export_tables(case: Case, *, server: bool = False) -> Reply:
    """Return every value of the tables as it holds here, or for the server: what is changed in the file and given back
    holds from then on."""
    held = held_for(case, server=server)
    ruleset = case.house.system(case.campaign.ruleset, held).ruleset
    now = options_of(ruleset, held)
    cells = {key: spec for key, spec in ruleset.options.items() if "." in key}
    houses = sum(spec.house for spec in cells.values())
    rows = groupby(cells, lambda key: cells[key].places[:2])
    sections = {row: list(keys) for row, keys in rows}
    bare = [tuple(path.split(".")) for path in now if is_own_row(ruleset, path)]
    sections = {**sections, **{row: [] for row in bare if row not in sections}}
    text = "\n".join(_section(row, keys, cells, now) for row, keys in sections.items())
    return Reply(
        title=f"Tables of {ruleset.title}",
        lines=(
            line(f"{len(cells)} values, {houses} of them our own (house)."),
            line(note("Change what you like, leave out the rest, and give the file back with /campaign tables.")),
        ),
        attachment=Attachment(f"{ruleset.key}-tables.toml", text.encode()),
        ephemeral=True,
    )


def _section(row: tuple[str, ...], keys: list[str], cells: Mapping[str, OptionSpec], now: Mapping[str, Any]) -> str:
    begun = str(now.get(".".join(row), ""))
    first = [f"{_LIKE} = {json.dumps(begun.removeprefix(LIKE))}  # a row of your own"] if begun else []
    rows = [_line(cells[key], now.get(key, cells[key].default)) for key in keys]
    return "\n".join((f"[{_quoted(row)}]", *first, *rows, ""))


def _line(spec: OptionSpec, value: Any) -> str:
    house = ", house" if spec.house else ""
    return f"{_quoted(spec.places[2:])} = {json.dumps(value, ensure_ascii=False)}  # {spec.source}{house}"


def _quoted(places: tuple[str, ...]) -> str:
    return ".".join(key if _BARE.fullmatch(key) else json.dumps(key) for key in places)


def read_tables(system: PlayableSystem, content: bytes) -> dict[str, Any]:
    """Return the values of a TOML or JSON file by their dotted paths; long work that needs no transaction.

    Where a row says what it is like, it is one of the campaign's own.

    Raises:
        RuleViolation: it cannot be read, names a place that the tables do not have, or a value that does not fit it.
    """
    try:
        value = read_sheet(content)
    except RuleViolation as refusal:
        raise RuleViolation(refusal.message, _PATTERN) from None
    if not isinstance(value, dict):
        raise RuleViolation("The file holds no tables.", _PATTERN)
    given = dict(leaves("", value))
    begun = {path.removesuffix(_BEGUN): f"{LIKE}{like}" for path, like in given.items() if path.endswith(_BEGUN)}
    ruleset = system.under(begun).ruleset
    values = {path: found for path, found in given.items() if not path.endswith(_BEGUN)}
    return {**begun, **{path: option_value(_spec(ruleset, path), found) for path, found in values.items()}}


def permitted(case: Case, *, server: bool) -> Reply:
    """Return an empty answer where somebody may give tables of their own, before these are read.

    Raises:
        RuleViolation: they may not.
    """
    check_rights(case, server=server)
    return Reply()


def _spec(ruleset: AnyRuleset, path: str) -> OptionSpec:
    spec = ruleset.options.get(path)
    if spec is None or "." not in path:
        raise RuleViolation(f"{ruleset.title} has no place {path[:80]!r} in its tables.", _PATTERN)
    return spec


def lay_tables(case: Case, values: Mapping[str, Any], *, server: bool) -> Reply:
    """Keep a campaign's own values; one that is the shipped one again is the campaign's own no longer."""
    check_rights(case, server=server)
    held, settings = held_for(case, server=server), own(case, server=server)
    system = case.house.system(case.campaign.ruleset, held)
    begun = begun_like(case, {path: value for path, value in values.items() if is_own_row(system.ruleset, path)})
    ruleset = system.under(begun).ruleset
    values = {path: value for path, value in values.items() if path not in begun}
    unknown = next((path for path in values if path not in ruleset.options), None)
    if unknown is not None:
        raise RuleViolation(f"{ruleset.title} has no place {unknown[:80]!r} in its tables.", _PATTERN)
    before = options_of(ruleset, held)
    changed = {path: new for path, new in values.items() if new != before.get(path, ruleset.options[path].default)}
    changed = {**{path: like for path, like in begun.items() if like != before.get(path)}, **changed}
    keep(case, msgspec.structs.replace(settings, options={**settings.options, **changed}), server=server)
    if server and not changed.keys().isdisjoint(own(case, server=False).options):
        say_stays(case, "some of these values")
    return Reply(title=f"Tables of {ruleset.title}", lines=(*_told(changed), _SINCE))


_SINCE = line(note("It holds from the next /init start on."))


def _told(changed: Mapping[str, Any]) -> tuple[Line, ...]:
    shown = list(changed.items())[:MOST_TOLD]
    more = len(changed) - len(shown)
    rows = [line(name(path), f" is now {spelled(value)}.", depth=1) for path, value in shown]
    return (
        line(f"{len(changed) or 'No'} value{'' if len(changed) == 1 else 's'} changed."),
        *rows,
        *((line(f"and {more} more", depth=1),) if more else ()),
    )
