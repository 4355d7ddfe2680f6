"""Characters made and improved page by page: what stands on the sheet is all that a page remembers."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from bot.core.building import BUILD, IMPROVE, Builder, Page
from bot.core.errors import RuleViolation
from bot.core.options import Choice
from bot.core.scene import Sheet
from bot.core.sheets import checked
from bot.core.wording import Line, line, name, note, signed
from bot.service.campaign_settings import options_of
from bot.service.case import Case
from bot.service.requests import Button, Form, Menu, Reply, Verb, refused
from bot.service.rows import SheetRow
from bot.service.sheets.in_use import in_use, own_sheets, told_change
from bot.service.sheets.once_rolled import Fate, grant
from bot.service.sheets.sheets import (
    BadSheet,
    check_fits,
    check_idle,
    checked_sheet,
    create,
    is_called,
    keep,
    new_name,
    sheet_among,
    sheet_named,
)
from bot.service.systems import PlayableSystem

FINGERPRINT = 12
MOST_POINTS = 10_000
NEW_ROLL = "new roll"
_replace = msgspec.structs.replace


def begin(case: Case, sheet_name: str, template: str | None) -> Reply:
    """Make a sheet; where the system has pages for making characters, return the first of them, or that of one begun
    before."""
    builder = case.system.builder
    if builder is None:
        return create(case, sheet_name, template)
    begun = next((row for row in own_sheets(case) if is_called(row, sheet_name)), None)
    if begun is None or template is not None:
        return _begun(case, builder, new_name(case, sheet_name), template)
    begun.check_read()
    return _shown(begun, _page(case, begun, BUILD), in_place=False)


def _begun(case: Case, builder: Builder, sheet_name: str, template: str | None) -> Reply:
    """Make a sheet with what is rolled for it, which everybody reads, and return the first page of making it."""
    fate, played = Fate(case, case.system, sheet_name), in_use(case)
    raw = case.system.template(template)[1] if template else {}
    raw = builder.begun(raw, fate.throw, _options(case, case.system))
    keep(case, *checked_sheet(case.system.ruleset, raw, sheet_name))
    begun = sheet_named(case, sheet_name, case.system.ruleset.key)
    shown = _shown(begun, _page(case, begun, BUILD), in_place=False)
    return _replace(shown, lines=(*told_change(case, played), *shown.lines), aloud=fate.lines())


def step(case: Case, sheet_id: int, key: str) -> Reply:
    """Go to a page of one's own sheet, or make the change that it stands for."""
    row = _own(case, sheet_id)
    return _stepped(case, row, key, in_place=True)


def fill(case: Case, sheet_id: int, key: str, values: Mapping[str, str]) -> Reply:
    """Fill in the blanks of a page of one's own sheet; a refusal comes with the menu that leads to it again."""
    row = _own(case, sheet_id)
    page = _page(case, row, key)
    try:
        return _changed(case, row, page, values, in_place=True)
    except RuleViolation as refusal:
        return _replace(refused(refusal), menu=_shown(row, _page(case, row, page.back), in_place=False).menu)


def improve(case: Case, what: str | None, sheet_name: str | None) -> Reply:
    """Return what improvement a sheet of one's own can afford, or one of them."""
    _builder(case.system)
    row = sheet_named(case, sheet_name, case.system.ruleset.key)
    return _stepped(case, row, what or IMPROVE, in_place=False)


def _stepped(case: Case, row: SheetRow, key: str, *, in_place: bool) -> Reply:
    page = _page(case, row, key)
    if page.choices:
        return _shown(row, page, in_place=in_place)
    if page.blanks:
        return Reply(form=Form(page.title, f"{row.id}.{page.key}", page.blanks), ephemeral=True)
    return _changed(case, row, page, {}, in_place=in_place)


def _changed(case: Case, row: SheetRow, page: Page, values: Mapping[str, str], *, in_place: bool) -> Reply:
    """Make a change, or ask a GM to agree to it."""
    system, builder = _played(case, row)
    check_idle(case, row)
    options = _options(case, system)
    sheet = builder.filled(row.sheet, page.key, values, options)
    if page.asks_gm and not case.gm:
        return _asking(row, page)
    kept = _kept(case, system, row, sheet)
    try:
        return _shown(kept, builder.page(kept.sheet, page.back, options), in_place=in_place)
    except RuleViolation:  # the change was the last one
        done = line(name(row.name), " is ready: /init join brings it into a fight.")
        described = system.ruleset.describe(kept.sheet, options)
        return Reply(lines=(done, *described), title=row.name, ephemeral=True, in_place=in_place)


def _kept(case: Case, system: PlayableSystem, row: SheetRow, sheet: Sheet) -> SheetRow:
    found, problems = checked(system.ruleset.sheet, sheet)
    if problems:
        raise BadSheet(problems)
    row = _replace(row, sheet=found)
    case.unit.save_sheet(row)
    return row


def _asking(row: SheetRow, page: Page) -> Reply:
    button = Button("GM: agree", Verb.AGREE, f"{row.id}.{page.key}", _fingerprint(row))
    asked = line(name(row.name), " asks a GM: ", page.title, ".")
    return Reply(lines=(asked, *page.lines), buttons=(button,))


def agree(case: Case, argument: str, once: str) -> Reply:
    """Have a GM agree to a change that a player asked for, while the sheet is as it was then."""
    case.check_gm("agree to that")
    sheet_id, _, key = argument.partition(".")
    row = case.unit.sheet(case.request.guild_id, int(sheet_id))
    if row is None or _fingerprint(row) != once:
        raise RuleViolation("That sheet has changed since.", "Its player may ask again.")
    system, builder = _played(case, row)
    check_idle(case, row)
    page = _page(case, row, key)
    _kept(case, system, row, builder.filled(row.sheet, key, {}, _options(case, system)))
    return Reply(lines=(line(name(row.name), ": ", page.title, ". A GM has agreed."),))


def award(case: Case, user_id: int, points: int, what: str | None, sheet_name: str | None) -> Reply:
    """Have a GM give somebody's sheet improvement points, or take them back."""
    case.check_gm("award points")
    builder = _builder(case.system)
    if (what or "").strip().casefold() == NEW_ROLL:
        grant(case, user_id)
        return Reply(lines=(line("What is rolled for their next character falls anew."),))
    if not 0 < abs(points) <= MOST_POINTS:
        raise RuleViolation("That is no number of points to award.", f"Up to {MOST_POINTS:,}; below zero takes back.")
    row = _theirs(case, user_id, sheet_name)
    check_idle(case, row)
    what = (what or "").strip()
    row = _kept(case, case.system, row, builder.awarded(row.sheet, what, points, _options(case, case.system)))
    purpose = f" for {what}" if what else ""
    given = line(name(row.name), ": ", signed(points), f" improvement points{purpose}.")
    return Reply(lines=(given, *_saved(case, row), line(note("/sheet improve spends them."), depth=1)))


def _saved(case: Case, row: SheetRow) -> tuple[Line, ...]:
    """Return what there is to spend, on a character that is finished."""
    try:
        return _page(case, row, IMPROVE).lines
    except RuleViolation:
        return ()


def _theirs(case: Case, user_id: int, sheet_name: str | None) -> SheetRow:
    rows = case.unit.sheets(case.request.guild_id, user_id, case.system.ruleset.key)
    if found := sheet_among(rows, sheet_name):
        return found
    known = ", ".join(row.name for row in rows)
    theirs = f"Theirs are: {known}. Without a name it is the one in use."
    raise RuleViolation("They have no such sheet.", theirs if known else "They have none yet: /sheet create makes one.")


def improvements(case: Case, sheet_name: str | None) -> list[Choice]:
    """Return the changes that the first pages of improvement lead to, for one of the asker's sheets."""
    row = sheet_named(case, sheet_name, case.system.ruleset.key)
    menu = _page(case, row, IMPROVE)
    pages = [_page(case, row, choice.value) for choice in menu.choices]
    inner = [choice for page in pages for choice in page.choices if choice.value != IMPROVE]
    return [*inner, *(choice for choice, page in zip(menu.choices, pages, strict=True) if not page.choices)]


def awards(case: Case, user_id: int, sheet_name: str | None) -> list[Choice]:
    """Return what somebody's sheet can be awarded points for, told to a GM."""
    case.check_gm("award points")
    anew = Choice(NEW_ROLL, f"{NEW_ROLL}: other dice for what is rolled for their next character")
    return [*_builder(case.system).awards(_theirs(case, user_id, sheet_name).sheet), anew]


def _shown(row: SheetRow, page: Page, *, in_place: bool) -> Reply:
    menu = Menu(page.title, str(row.id), page.choices)
    return Reply(lines=page.lines, title=row.name, ephemeral=True, in_place=in_place, menu=menu)


def _own(case: Case, sheet_id: int) -> SheetRow:
    row = case.unit.sheet(case.request.guild_id, sheet_id)
    if row is None or row.owner_id != case.request.user_id:
        raise RuleViolation("That is not a sheet of yours.", "Make one with /sheet create.")
    return row


def _page(case: Case, row: SheetRow, key: str) -> Page:
    system, builder = _played(case, row)
    return builder.page(row.sheet, key, _options(case, system))


def _played(case: Case, row: SheetRow) -> tuple[PlayableSystem, Builder]:
    """Return the system that a sheet belongs to, whichever is played here, and its pages."""
    system = case.house.system(row.ruleset, case.campaign.options)
    check_fits(system.ruleset, row.sheet)
    return system, _builder(system)


def _builder(system: PlayableSystem) -> Builder:
    if system.builder is None:
        raise RuleViolation(f"{system.ruleset.title} has no rules for that.", "/sheet edit changes any place.")
    return system.builder


def _options(case: Case, system: PlayableSystem) -> dict[str, Any]:
    return options_of(system.ruleset, case.campaign.options)


def _fingerprint(row: SheetRow) -> str:
    """Return a word for a sheet as it stands."""
    return hashlib.sha256(msgspec.json.encode(row, order="deterministic")).hexdigest()[:FINGERPRINT]
