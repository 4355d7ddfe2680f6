"""A sheet has a portrait if its owner gives it one: a picture that the bot keeps, or an address that Discord shows."""

from __future__ import annotations

import re

from bot.core.errors import RuleViolation
from bot.core.wording import line, name, note
from bot.service.case import Case
from bot.service.requests import Button, Portrait, Reply, Verb
from bot.service.rows import SheetRow
from bot.service.sheets.cards import CardPage
from bot.service.sheets.sheets import sheet_named

MOST_OF_ONE = 20
MOST_OF_SERVER = 500
"""Pictures that the bot keeps for one person on a server, and for a whole server."""

LONGEST_URL = 512
LAST_PORT = 65_535
_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_URL = re.compile(
    rf"https://(?:{_LABEL}\.)+[a-z]{{2,63}}(?::(?P<port>[0-9]{{1,5}}))?/[!#-;=?-\[\]_a-z~]+", re.IGNORECASE
)


def wanted(case: Case, sheet_name: str | None) -> Reply:
    """Return the name of the sheet that is to have a picture, as a title, before its file is read.

    Raises:
        RuleViolation: the asker has no such sheet, or there is no room for another picture.
    """
    row = sheet_named(case, sheet_name, case.system.ruleset.key)
    _check_room(case, row)
    return Reply(title=row.name)


def keep(case: Case, sheet_name: str | None, portrait: Portrait) -> Reply:
    """Give a sheet of the asker a portrait, in the place of the one before.

    Raises:
        RuleViolation: they have no such sheet, there is no room for another picture, or the address is none.
    """
    row = sheet_named(case, sheet_name, case.system.ruleset.key)
    if portrait.url:
        _check_url(portrait.url)
    else:
        _check_room(case, row)
    case.unit.save_portrait(row.id, portrait)
    told = line(name(row.name), " has a portrait now.")
    return Reply(
        lines=(told, line(note("You and a GM who looks at the card see it; nobody else does."))),
        ephemeral=True,
        buttons=(Button("Card", Verb.SHEET, f"{CardPage.CARD}.{row.id}"),),
    )


def remove(case: Case, sheet_name: str | None) -> Reply:
    """Take the portrait of a sheet of the asker away.

    Raises:
        RuleViolation: they have no such sheet, or it has no portrait.
    """
    row = sheet_named(case, sheet_name, case.system.ruleset.key)
    if case.unit.portrait(row.id) is None:
        raise RuleViolation(f"{row.name} has no portrait.", "Attach a picture to /sheet portrait, or say url.")
    case.unit.delete_portrait(row.id)
    return Reply(lines=(line(name(row.name), " has no portrait any longer."),), ephemeral=True)


def _check_url(url: str) -> None:
    """Raise RuleViolation for what Discord would not take as the address of a picture."""
    if len(url) > LONGEST_URL:
        raise RuleViolation(f"That address has {len(url)} characters.", f"At most {LONGEST_URL} are kept.")
    found = _URL.fullmatch(url)
    if found is None or int(found["port"] or 0) > LAST_PORT:
        raise RuleViolation(
            "That is no address of a picture.", "It begins with https://, such as https://example.org/ann.png."
        )


def _check_room(case: Case, row: SheetRow) -> None:
    """Raise RuleViolation where a sheet without a picture could get none."""
    kept = case.unit.pictured(row.guild_id)
    if row.id in kept:
        return
    if sum(owner == row.owner_id for owner in kept.values()) >= MOST_OF_ONE:
        raise RuleViolation(
            f"I keep {MOST_OF_ONE} pictures for you already.",
            "Take one away with /sheet portrait remove:yes, or use url.",
        )
    if len(kept) >= MOST_OF_SERVER:
        raise RuleViolation(f"I keep {MOST_OF_SERVER} pictures for this server.", "Say the address of one with url.")
