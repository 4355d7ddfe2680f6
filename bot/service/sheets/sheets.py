"""Character sheets: made, brought in, changed, handed on; while enlisted a change is an order of the scene."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections.abc import Iterable
from typing import Any

import msgspec

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.options import FieldKind, SheetField
from bot.core.scene import Petition, Sheet
from bot.core.sheets import Problem, checked, place
from bot.core.wording import Line, line, name, note, shown
from bot.service.button_keys import LENGTH
from bot.service.campaign_settings import options_of
from bot.service.case import Case, PlayedScene
from bot.service.claims.petitions import ask
from bot.service.names import clean_person, resolve
from bot.service.orders.answers import Unworded, answer_to
from bot.service.orders.ledger import carry_out
from bot.service.requests import Attachment, Button, Reply, Verb, label_of
from bot.service.rows import SheetRow
from bot.service.sheets.in_few_lines import in_few_lines
from bot.service.sheets.in_use import in_use, own_sheets, told_change, told_others
from bot.service.sheets.once_rolled import as_rolled
from bot.service.sheets.returning import told_name
from bot.service.sheets.sheet_files import read_sheet
from bot.service.systems import AnyRuleset, PlayableSystem

MOST_SHEETS = 50
NAME = "name"
LONGEST_INDEX = 6  # digits of a place in a list
_MENDED = "Change it with /sheet edit, or have a GM add the row with /campaign options."
_WHOLE = re.compile(r"[+-]?\d{1,11}")
_replace = msgspec.structs.replace


class BadSheet(RuleViolation):
    """A sheet with problems, each of which gets a line of the answer."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("The sheet has problems; nothing was changed.", "\n".join(map(str, problems)))


def checked_sheet(ruleset: AnyRuleset, raw: object, given_name: str | None) -> tuple[str, Sheet]:
    """Return the name and the sheet from anything that was read.

    Raises:
        BadSheet: it has problems; each says where, what and what is allowed.
    """
    named = place(ruleset.sheet, NAME) is not None
    if given_name and named and isinstance(raw, dict):
        raw = {**raw, NAME: given_name}
    sheet, problems = checked(ruleset.sheet, raw)
    if problems:
        raise BadSheet(problems)
    found = given_name or (str(sheet[NAME]) if named and sheet.get(NAME) else "")
    if not found:
        raise RuleViolation("The sheet has no name.", "Say one with the option name.")
    return clean_person(found), sheet


def check_fits(ruleset: AnyRuleset, sheet: Sheet) -> None:
    """Raise RuleViolation where a kept sheet has something that the tables played with here do not."""
    _, problems = checked(ruleset.sheet, sheet)
    if problems:
        what = "\n".join(map(str, problems))
        raise RuleViolation("The sheet does not fit the tables of this campaign.", f"{what}\n{_MENDED}")


def read_in(ruleset: AnyRuleset, content: bytes, given_name: str | None) -> tuple[str, Sheet]:
    """Return the name and the sheet from a file; long work that needs no transaction."""
    return checked_sheet(ruleset, read_sheet(content), given_name)


def create(case: Case, sheet_name: str, template: str | None) -> Reply:
    """Make a sheet from a template, or from the one for those who name none."""
    sheet_name = new_name(case, sheet_name)
    begun = template or case.system.starter
    raw = case.system.template(begun)[1] if begun else {}
    kept = keep(case, *checked_sheet(case.system.ruleset, raw, sheet_name), whole=not begun)
    return _replace(kept, lines=(*kept.lines, _begun(case, begun, named=begun == template))) if begun else kept


def new_name(case: Case, sheet_name: str) -> str:
    """Return a name for another sheet of the asker.

    Raises:
        RuleViolation: it is no name, or one of their sheets has it.
    """
    sheet_name = clean_person(sheet_name)
    twin = next((row for row in own_sheets(case) if is_called(row, sheet_name)), None)
    if twin:
        raise RuleViolation(f"You have a sheet called {twin.name}.", "Choose another name, or see /sheet delete.")
    return sheet_name


def _begun(case: Case, template: str, *, named: bool) -> Line:
    """Return what a sheet was begun as and how it is changed, with the other templates where nobody has chosen."""
    begun = case.system.template(template)[0].lower()
    told = f"Begun as {begun}; /sheet edit changes anything of it."
    titles = [] if named else [case.system.title_of(key).lower() for key in case.system.templates]
    others = [each for each in titles if each != begun]
    return line(note(f"{told} Other templates: {', '.join(others)}." if others else told))


def keep(case: Case, sheet_name: str, sheet: Sheet, *, whole: bool = True) -> Reply:
    """Keep a checked sheet, in place of the asker's sheet of that name if there is one, and tell the ``whole`` of it or
    what its card says.
    """
    mine, played = own_sheets(case), in_use(case)
    old = next((row for row in mine if is_called(row, sheet_name)), None)
    if old:
        old.check_read()
    sheet, fate = as_rolled(case, case.system, sheet_name, sheet, old.sheet if old else None)
    check_written(case, case.system, sheet, old.sheet if old else None)
    if old:
        check_idle(case, old)
        case.unit.save_sheet(_replace(old, name=sheet_name, sheet=sheet))
    else:
        _add(case, sheet_name, sheet, mine)
    lines = _told(case, sheet, whole=whole)
    what = "is changed" if old else "is ready: /init join brings it into a fight"
    done = (line(name(sheet_name), f" {what}."), *told_change(case, played))
    return Reply(lines=(*done, *fate.lines(), *lines), title=sheet_name)


def _told(case: Case, sheet: Sheet, *, whole: bool) -> tuple[Line, ...]:
    """Return a sheet in words: the whole, or what stands on its card, where its system has one."""
    ruleset, options = case.system.ruleset, options_of(case.system.ruleset, case.campaign.options)
    card = None if whole else ruleset.card(ruleset.enlist(sheet, options), options)
    if card is None:
        return ruleset.describe(sheet, options)
    return (*in_few_lines(card), line(note("/sheet show has all of it.")))


def check_written(case: Case, system: PlayableSystem, sheet: Sheet, before: Sheet | None) -> None:
    """Hold what a player writes to the rules for making characters, where the system has some; a GM may write anything.

    Raises:
        BadSheet: it breaks them.
    """
    if system.builder is None or case.gm:
        return
    problems = system.builder.check(sheet, before, options_of(system.ruleset, case.campaign.options))
    if problems:
        raise BadSheet(problems)


def _add(case: Case, sheet_name: str, sheet: Sheet, mine: list[SheetRow]) -> None:
    if len(mine) >= MOST_SHEETS:
        raise RuleViolation(f"You have {MOST_SHEETS} sheets.", "Delete one with /sheet delete.")
    request = case.request
    ruleset = case.system.ruleset.key
    row = SheetRow(
        id=0, guild_id=request.guild_id, owner_id=request.user_id, name=sheet_name, ruleset=ruleset, sheet=sheet
    )
    case.unit.activate_sheet(_replace(row, id=case.unit.add_sheet(row)))


def export(case: Case, sheet_name: str | None) -> Reply:
    """Return a sheet as a file."""
    row = sheet_named(case, sheet_name, case.system.ruleset.key)
    content = json.dumps(row.sheet, ensure_ascii=False, indent=2).encode()
    stem = "".join(letter if letter.isalnum() else "-" for letter in row.name).strip("-") or "sheet"
    attachment = Attachment(f"{stem}.json", content)
    return Reply(lines=(line(name(row.name), " as a file."),), ephemeral=True, attachment=attachment)


def use(case: Case, sheet_name: str) -> Reply:
    """Make a sheet the one that joins."""
    row, before = sheet_named(case, sheet_name, case.system.ruleset.key), in_use(case)
    case.unit.activate_sheet(row)
    told = told_change(case, before) or (line("You play ", name(row.name), " already."),)
    return Reply(lines=(*told, line(note("/init join brings it into a fight."))), ephemeral=True)


def transfer(case: Case, sheet_name: str, to_user_id: int, to_user_name: str) -> Reply:
    """Offer a sheet to somebody else, who has to accept it."""
    row = sheet_named(case, sheet_name, case.system.ruleset.key)
    check_idle(case, row)
    if to_user_id == row.owner_id:
        raise RuleViolation(f"{row.name} is yours already.", "Offer it to somebody else.")
    _check_room(case, row, to_user_id, to_user_name)
    button = Button(label_of(f"Accept {row.name}"), Verb.ACCEPT, str(row.id), _offer_key(row, to_user_id))
    offered = line(
        name(case.request.user_name or "Somebody"), " offers ", name(row.name), " to ", name(to_user_name), "."
    )
    holds = line(note("Only they can accept, until it changes hands, enters a fight or is deleted."))
    return Reply(lines=(offered, holds), buttons=(button,))


def accept(case: Case, sheet_id: int, once: str) -> Reply:
    """Take a sheet that was offered to the asker.

    Raises:
        RuleViolation: it was offered to somebody else, or the offer no longer holds.
    """
    row, user = case.unit.sheet(case.request.guild_id, sheet_id), case.request.user_id
    if row is None or once != _offer_key(row, user):
        raise RuleViolation("That offer is not for you, or holds no longer.", "Its owner may offer it again.")
    check_idle(case, row)
    new_owner = case.request.user_name or "Somebody"
    _check_room(case, row, user, new_owner)
    case.unit.save_sheet(_replace(row, owner_id=user, active=False, moves=row.moves + 1))
    left = (line(note("Whoever gave it plays nobody now: /sheet use chooses another.")),) if row.active else ()
    return Reply(lines=(line(name(row.name), " belongs to ", name(new_owner), " now."), *left))


def _check_room(case: Case, row: SheetRow, to_user_id: int, to_user_name: str) -> None:
    """Raise RuleViolation where somebody has no room for a sheet, or one of its name."""
    theirs = case.unit.sheets(row.guild_id, to_user_id, row.ruleset)
    if len(theirs) >= MOST_SHEETS:
        raise RuleViolation(f"{to_user_name} has {MOST_SHEETS} sheets.", "They delete one first, with /sheet delete.")
    if any(other.name.casefold() == row.name.casefold() for other in theirs):
        raise RuleViolation(
            f"{to_user_name} has a sheet called {row.name}.", "Rename one of them: /sheet edit path:name."
        )


def _offer_key(row: SheetRow, to_user_id: int) -> str:
    """Return what an offer of a sheet to somebody carries: another one once the sheet has moved."""
    offered = f"{row.id}:{row.owner_id}:{row.moves}:{to_user_id}"
    return hashlib.sha256(offered.encode()).hexdigest()[:LENGTH]


def delete(case: Case, sheet_name: str) -> Reply:
    """Delete a sheet."""
    row, before = sheet_named(case, sheet_name, case.system.ruleset.key), in_use(case)
    check_idle(case, row)
    case.unit.delete_sheet(row.id)
    return Reply(lines=(line(name(row.name), " is deleted."), *told_change(case, before)), ephemeral=True)


def edit(case: Case, path: str, value: str, sheet_name: str | None) -> Reply | Unworded:
    """Change one place of a sheet."""
    played = case.found()
    enlisted = _enlisted(case, played, sheet_name) if played else None
    if played and enlisted:
        return _edit_enlisted(case, played, enlisted, path, value)
    row = sheet_named(case, sheet_name, case.system.ruleset.key)
    check_idle(case, row)
    sheet = _edited(case.system.ruleset, row.sheet, path, value)
    sheet, fate = as_rolled(case, case.system, row.name, sheet, row.sheet)
    check_written(case, case.system, sheet, row.sheet)
    renamed = clean_person(str(sheet.get(NAME, ""))) if path == NAME else row.name
    if any(other.id != row.id and other.name.casefold() == renamed.casefold() for other in own_sheets(case)):
        raise RuleViolation(f"You have another sheet called {renamed}.", "Choose another name.")
    changed = _replace(row, sheet=sheet, name=renamed)
    case.unit.save_sheet(changed)
    what = f"is {value.strip()} now" if value.strip().isdecimal() else "is changed"
    still = told_name(played.scene, changed) if played else ()
    return Reply(lines=(line(name(renamed), f": {path} {what}."), *still), ephemeral=True, aloud=fate.lines())


def _enlisted(case: Case, played: PlayedScene, sheet_name: str | None) -> str | None:
    """Return the combatant whose sheet is meant: one's own by the sheet, or for a GM anyone by name."""
    people = played.scene.combatants
    mine = [row for row in own_sheets(case) if is_called(row, sheet_name)]
    held = {row.id for row in mine}
    user = case.request.user_id
    own = next((key for key, each in people.items() if each.sheet_id in held and each.owner == user), None)
    if own or mine or not case.gm or sheet_name is None:
        return own
    return resolve(played.scene, case.viewer, sheet_name)


def is_called(row: SheetRow, sheet_name: str | None) -> bool:
    """Tell whether a sheet is meant by a name, or without one as the sheet in use."""
    return row.active if sheet_name is None else row.name.casefold() == sheet_name.strip().casefold()


def _edit_enlisted(case: Case, played: PlayedScene, actor: str, path: str, value: str) -> Reply | Unworded:
    if path == NAME:
        if played.scene.fight:
            raise RuleViolation("A name cannot change during a fight.", "Change it afterwards.")
        raise RuleViolation(f"{shown(actor)} is in the scene here.", "Leave it with /init remove, then rename it.")
    ruleset, combatant = played.system.ruleset, played.scene.combatants[actor]
    order = edit_order(played, actor, path, value)
    check_written(case, played.system, order.sheet, ruleset.project(combatant, played.scene.options))
    if played.scene.fight and not case.gm and not _counts_for_nothing(ruleset, path):
        wanted = Petition(case.request.user_id, actor, combatant.sheet_id, path, value)
        return ask(case, played, wanted)
    return answer_to(case, carry_out(case, played, order))


def _counts_for_nothing(ruleset: AnyRuleset, path: str) -> bool:
    """Tell whether a place holds only words about somebody: free text at the top of the sheet, which no rule reads."""
    field = place(ruleset.sheet, path)
    return field is not None and field.kind is FieldKind.TEXT and "." not in path


def edit_order(played: PlayedScene, actor: str, path: str, value: str) -> orders.EditSheet:
    """Return the order that changes one place of the sheet of somebody who is here, as it stands now.

    Raises:
        RuleViolation: there is no such place, or the value does not fit it.
    """
    ruleset = played.system.ruleset
    sheet = _edited(ruleset, ruleset.project(played.scene.combatants[actor], played.scene.options), path, value)
    return orders.EditSheet(actor=actor, path=path, sheet=sheet)


def _edited(ruleset: AnyRuleset, sheet: Sheet, path: str, value: str) -> Sheet:
    field = place(ruleset.sheet, path)
    if field is None:
        known = ", ".join(child.key for child in ruleset.sheet.root.fields)
        raise RuleViolation(f"A sheet has no place {path[:60]!r}.", f"Begin with one of: {known}.")
    changed = copy.deepcopy(sheet)
    _put(changed, path.split("."), None if value.strip() == "-" else _typed(field, value), path)
    result, problems = checked(ruleset.sheet, changed)
    if problems:
        raise BadSheet(problems)
    return result


def _typed(field: SheetField, value: str) -> Any:
    """Return a typed value as the field holds it; what does not fit is left for the check to name."""
    match field.kind:
        case FieldKind.INT:
            digits = value.strip().replace("\N{MINUS SIGN}", "-")
            return int(digits) if _WHOLE.fullmatch(digits) else value
        case FieldKind.FLAG:
            return {"yes": True, "true": True, "no": False, "false": False}.get(value.strip().casefold(), value)
        case FieldKind.TEXT | FieldKind.CHOICE:
            return value
        case FieldKind.RECORD | FieldKind.LIST | FieldKind.MAP:
            return _part(field, value)


def _part(field: SheetField, value: str) -> Any:
    """Return a whole table or list as it was typed."""
    try:
        return read_sheet(value.encode("utf-8", "replace"))
    except RuleViolation as problem:
        inner = next((child.key for child in field.fields), "name")
        raise RuleViolation(
            f"That place holds a {field.kind.value}, and what was typed is none ({problem.message})",
            f'Type it as JSON, such as {{"{inner}": ...}} or [...], or name a single place in it.',
        ) from None


def _put(node: Any, path: list[str], value: Any, whole: str) -> None:
    """Put ``value`` at ``path`` below ``node``, with the tables on the way that are not there yet; None takes it out,
    and an index behind the last adds to a list.

    Raises:
        RuleViolation: there is no such place.
    """
    head, *rest = path
    key, holds = _key_in(node, head)
    if rest and not holds and value is not None and isinstance(node, dict):
        node[key], holds = ([] if rest[0].isdecimal() else {}), True
    if rest and holds and isinstance(node[key], dict | list):
        _put(node[key], rest, value, whole)
    elif not rest and holds and value is None:
        del node[key]
    elif not rest and value is not None and isinstance(node, list) and key == len(node):
        node.append(value)
    elif not rest and value is not None and (holds or isinstance(node, dict)):
        node[key] = value
    else:
        raise RuleViolation(f"There is nothing at {whole[:60]!r}.", "See /sheet show, or set the table above it.")


def _key_in(node: Any, head: str) -> tuple[Any, bool]:
    """Return by what a table or a list knows a part of a path, and whether it holds something there."""
    if isinstance(node, dict):
        return head, head in node
    index = int(head[:LONGEST_INDEX])
    return index, index < len(node)


def sheet_among(rows: Iterable[SheetRow], sheet_name: str | None) -> SheetRow | None:
    """Return the sheet of somebody's that is named, or the one in use; None where there is none.

    Raises:
        NewerError: it cannot be read.
    """
    found = next((row for row in rows if is_called(row, sheet_name)), None)
    if found is not None:
        found.check_read()
    return found


def sheet_named(case: Case, sheet_name: str | None, ruleset: str) -> SheetRow:
    """Return a sheet of the asker: the one named, or the one in use.

    Raises:
        RuleViolation: there is none.
        NewerError: it cannot be read.
    """
    mine = case.unit.sheets(case.request.guild_id, case.request.user_id, ruleset)
    if found := sheet_among(mine, sheet_name):
        return found
    title = case.house.system(ruleset).ruleset.title
    if not mine:
        made = f"Make one with /sheet create or /sheet import.{told_others(case, ruleset)}"
        raise RuleViolation(f"You have no sheet for {title}.", made)
    known = ", ".join(row.name for row in mine[:12])
    missing = "None of your sheets is in use." if sheet_name is None else f"You have no sheet {sheet_name[:40]!r}."
    raise RuleViolation(missing, f"Yours are: {known}. /sheet use chooses one.")


def check_idle(case: Case, row: SheetRow) -> None:
    """Raise RuleViolation while a sheet is in a fight."""
    if case.unit.enlisted_in(row.id):
        raise RuleViolation(f"{row.name} is in a fight.", "End the fight, or leave it with /init remove, first.")
