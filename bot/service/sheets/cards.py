"""A sheet is shown as a card of a few lines; more is a tap away, for whoever may read that sheet and nobody else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

import msgspec

from bot.core.errors import RuleViolation
from bot.core.scene import Sheet
from bot.core.telling.cards import Card, WoundFigure
from bot.core.wording import Line, line, name, note
from bot.service.campaign_settings import options_of
from bot.service.case import Case, PlayedScene
from bot.service.names import readable, resolve
from bot.service.requests import Button, Reply, SheetView, Verb
from bot.service.rows import AnyCombatant, SheetRow
from bot.service.sheets.in_few_lines import headed, in_few_lines, listed
from bot.service.sheets.in_use import own_sheets
from bot.service.sheets.ready_made import needed
from bot.service.sheets.sheets import check_fits, is_called, sheet_named
from bot.service.switches import PLAIN, TRACKER
from bot.service.systems import AnyRuleset

OF_SCENE = "@"  # stands before whom of the scene a card is of; no name has it
NOT_YOURS = RuleViolation("That card is not yours to read, or of somebody who is gone.", "See /sheet show.")


class CardPage(StrEnum):
    """What is shown of somebody at once: each is a button below the others."""

    CARD = "card"
    WEAPONS = "weapons"
    WOUNDS = "wounds"
    ALL = "all"


class _Shown(msgspec.Struct, frozen=True):
    """Whose card it is, as it stands now; ``key`` leads back to it from a button."""

    title: str
    key: str
    played_by: str
    ruleset: AnyRuleset
    options: Mapping[str, Any]
    state: Any
    sheet: Sheet
    remarks: tuple[str, ...] = ()
    sheet_id: int = 0


def show(case: Case, sheet_name: str | None) -> Reply:
    """Return the card of a sheet of the asker, or which ones there are; a GM may name anybody in the scene.

    Who has none is shown how to make one.
    """
    mine = own_sheets(case)
    if sheet_name is None and case.system.templates and not mine:
        return needed(case)
    if sheet_name is None and mine and not any(row.active for row in mine):
        return Reply(title="Your sheets", lines=tuple(map(_as_listed, mine)), ephemeral=True)
    found = None if any(is_called(row, sheet_name) for row in mine) else _named_in_scene(case, sheet_name)
    shown = found or _own(case, sheet_named(case, sheet_name, case.system.ruleset.key))
    return _page(case, shown, CardPage.CARD)


def _as_listed(row: SheetRow) -> Line:
    elsewhere = " is with the newer version of the bot, which is just being put in place"
    return line(name(row.name), note(elsewhere) if row.unread else "")


def tapped(case: Case, argument: str) -> Reply:
    """Return another page of a card, in its place.

    Raises:
        RuleViolation: it is somebody else's, or of nobody any more.
    """
    said, _, key = argument.partition(".")
    part = CardPage(said)
    if key.startswith(OF_SCENE):
        return _page(case, _in_scene(case, key.removeprefix(OF_SCENE)), part, in_place=True)
    row = case.unit.sheet(case.request.guild_id, int(key))
    if row is None or row.owner_id != case.request.user_id:
        raise NOT_YOURS
    return _page(case, _own(case, row), part, in_place=True)


def _named_in_scene(case: Case, sheet_name: str | None) -> _Shown | None:
    """Return whom a GM names of the scene, None for anybody else and where nobody is called so."""
    played = case.found_beside()
    if not case.gm or sheet_name is None or played is None:
        return None
    try:
        return _in_scene(case, resolve(played.scene, case.viewer, sheet_name))
    except RuleViolation:
        return None


def _in_scene(case: Case, actor: str) -> _Shown:
    played = case.found()
    found = played.scene.combatants.get(actor) if played and case.gm else None
    if played is None or found is None:
        raise NOT_YOURS
    ruleset, options = played.system.ruleset, played.scene.options
    who = "the GM" if found.guarded else "a player"
    hidden = ("hidden",) if found.hidden else ()
    title = readable(played.scene, case.viewer)[actor]
    sheet = ruleset.project(found, options)
    return _Shown(title, f"{OF_SCENE}{actor}", who, ruleset, options, found.state, sheet, hidden, found.sheet_id or 0)


def _own(case: Case, row: SheetRow) -> _Shown:
    """Return a sheet of the asker; while it stands in the scene of the channel, as it is there."""
    who, others = case.request.user_name or "you", _others(case, row)
    played, combatant = _standing(case, row)
    if played and combatant:
        ruleset, options = played.system.ruleset, played.scene.options
        remarks = ("in the scene of this channel", *others)
        return _Shown(row.name, str(row.id), who, ruleset, options, combatant.state, row.sheet, remarks, row.id)
    system = case.house.system(row.ruleset, case.campaign.options)
    check_fits(system.ruleset, row.sheet)
    options = options_of(system.ruleset, case.campaign.options)
    state = system.ruleset.enlist(row.sheet, options)
    remarks = (*(("the sheet in use",) if row.active else ()), *others)
    return _Shown(row.name, str(row.id), who, system.ruleset, options, state, row.sheet, remarks, row.id)


def _standing(case: Case, row: SheetRow) -> tuple[PlayedScene | None, AnyCombatant | None]:
    """Return the scene of the channel, and who of it is the asker's by this sheet."""
    played, user = case.found_beside(), case.request.user_id
    people = played.scene.combatants.values() if played else ()
    return played, next((each for each in people if each.sheet_id == row.id and each.owner == user), None)


def _others(case: Case, row: SheetRow) -> tuple[str, ...]:
    others = [other.name for other in own_sheets(case) if other.id != row.id]
    return (f"other sheets of yours: {listed(others)}",) if others else ()


def _page(case: Case, shown: _Shown, part: CardPage, *, in_place: bool = False) -> Reply:
    if part is CardPage.ALL:
        lines = shown.ruleset.describe(shown.sheet, shown.options)
        return Reply(title=shown.title, lines=lines, ephemeral=True)
    card = shown.ruleset.card(shown.state, shown.options)
    if card is None:
        lines = (*shown.ruleset.describe(shown.sheet, shown.options), *_remarks(shown))
        return Reply(title=shown.title, lines=lines, ephemeral=True)
    figure = WoundFigure() if part is CardPage.WEAPONS else card.figure
    plain = case.campaign.options.get(TRACKER) == PLAIN
    portrait = case.unit.portrait(shown.sheet_id) if part is CardPage.CARD else None
    return Reply(
        title=shown.title,
        lines=tuple(_lines(shown, card, part)),
        ephemeral=True,
        buttons=tuple(
            Button(each.capitalize(), Verb.SHEET, f"{each}.{shown.key}") for each in CardPage if each is not part
        ),
        in_place=in_place,
        sheet=None if plain else SheetView(figure, portrait),
    )


def _lines(shown: _Shown, card: Card, part: CardPage) -> Iterator[Line]:
    if part is CardPage.WEAPONS:
        yield from card.arms or (line("No weapons."),)
    elif part is CardPage.WOUNDS and card.wounds:
        yield from card.wounds
    else:
        yield from _in_few_lines(shown, card)


def _in_few_lines(shown: _Shown, card: Card) -> Iterator[Line]:
    yield line(note(f"{shown.ruleset.title}, {card.what}. Played by "), name(shown.played_by), note("."))
    yield headed("Now", card.now, "unhurt", good=False)
    yield from in_few_lines(card)
    yield from _remarks(shown)


def _remarks(shown: _Shown) -> Iterator[Line]:
    if shown.remarks:
        said = "; ".join(shown.remarks)
        yield line(note(f"{said[0].upper()}{said[1:]}."))
