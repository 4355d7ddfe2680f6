"""Somebody new begins as a template that is chosen from a menu, which says in a line what each of them is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bot.core.building import Blank
from bot.core.errors import RuleViolation
from bot.core.options import MOST_CHOICES, Choice
from bot.core.sheets import checked
from bot.core.telling.cards import in_short
from bot.core.wording import line, note
from bot.service.campaign_settings import options_of
from bot.service.case import Case
from bot.service.names import LONGEST_NAME, clean_person, seen_like
from bot.service.requests import Form, Menu, Reply, Verb, refused
from bot.service.sheets.builders import begin
from bot.service.sheets.in_use import own_sheets, told_others
from bot.service.sheets.sheets import new_name

MADE, TURN = "t-", "p-"
"""Before the key of a template, and before the number of a page of a menu."""

NOBODY = "-"
"""Stands for no template at all: all is chosen page by page."""

NAME = "name"
LONGEST_NUMBER = 4
_replace = msgspec.structs.replace


def offered(case: Case) -> tuple[Choice, ...]:
    """Return the templates of the system, each with what it is in a line."""
    return tuple(Choice(f"{MADE}{key}", case.system.title_of(key), _about(case, key)) for key in case.system.templates)


def is_of_thing(case: Case, value: str) -> bool:
    """Tell whether a choice is of a template of something that nobody plays, such as a car or a door."""
    ruleset, options = case.system.ruleset, options_of(case.system.ruleset, case.campaign.options)
    sheet, problems = checked(ruleset.sheet, case.system.templates[value.removeprefix(MADE)])
    return not problems and ruleset.is_thing(ruleset.enlist(sheet, options))


def _about(case: Case, template: str) -> str:
    """Return what a template is in a line, nothing where the tables of the campaign have no longer what it has."""
    ruleset, options = case.system.ruleset, options_of(case.system.ruleset, case.campaign.options)
    sheet, problems = checked(ruleset.sheet, case.system.templates[template])
    card = None if problems else ruleset.card(ruleset.enlist(sheet, options), options)
    return in_short(card) if card else ""


def turned(choices: Sequence[Choice], turn: str = "") -> tuple[Choice, ...]:
    """Return a page of choices, with what turns to the others where one menu has no room for all of them."""
    if len(choices) <= MOST_CHOICES:
        return tuple(choices)
    room = MOST_CHOICES - 2
    last = (len(choices) - 1) // room
    said = turn.removeprefix(TURN)
    page = min(int(said), last) if said.isdecimal() and len(said) <= LONGEST_NUMBER else 0
    back = [Choice(f"{TURN}{page - 1}", "Those before")] if page else []
    on = [Choice(f"{TURN}{page + 1}", "More ...")] if page < last else []
    return (*back, *choices[page * room : (page + 1) * room], *on)


def choose(case: Case, template: str | None = None, turn: str = "") -> Reply:
    """Return a menu of the templates; where one is named, or there are none, the form that asks for a name."""
    if template is not None:
        case.system.template(template)
    if template is not None or not case.system.templates:
        return Reply(form=_form(case, template), ephemeral=True)
    said = (line("Choose what your character begins as."), line(note("A name comes next; all can be changed later.")))
    return Reply(lines=said, ephemeral=True, menu=_menu(case, turn), in_place=bool(turn))


def needed(case: Case) -> Reply:
    """Return the refusal of whoever has no sheet, with the menu by which one is made."""
    ruleset = case.system.ruleset
    chosen_below = "Choose below what it begins as, or read yours with /sheet import; then join."
    missing = RuleViolation(
        f"You have no sheet for {ruleset.title}.", f"{chosen_below}{told_others(case, ruleset.key)}"
    )
    return _replace(refused(missing), menu=_menu(case))


def _menu(case: Case, turn: str = "") -> Menu:
    by_pages = Choice(f"{MADE}{NOBODY}", "Nobody yet", "everything is chosen page by page")
    nobody = (by_pages,) if case.system.builder else ()
    return Menu("What does it begin as?", "new", turned((*nobody, *offered(case)), turn), Verb.MAKE)


def chosen(case: Case, argument: str) -> Reply:
    """Return what follows a choice of the menu: another page of it, or the form that asks for a name.

    Raises:
        RuleViolation: there is no such template here, or not any more.
    """
    value = argument.partition(".")[2]
    if value.startswith(TURN):
        return choose(case, turn=value)
    return choose(case, value.removeprefix(MADE)) if value != f"{MADE}{NOBODY}" else Reply(form=_form(case, None))


def _form(case: Case, template: str | None) -> Form:
    blank = Blank(NAME, "Its name", usual_name(case, template), longest=LONGEST_NAME)
    title = f"A new {case.system.title_of(template).lower()}" if template else "Somebody new"
    return Form(title, f"make.{template or NOBODY}", (blank,))


def make(case: Case, template: str, sheet_name: str) -> Reply:
    """Return a new sheet of the template and the name of the form; a name that does not work comes with the menu."""
    begun = None if template == NOBODY else template
    if begun is not None:
        try:
            new_name(case, sheet_name)
        except RuleViolation as refusal:
            return _replace(refused(refusal), menu=_menu(case))
    return begin(case, sheet_name, begun)


def usual_name(case: Case, template: str | None) -> str:
    """Return a name for somebody new: the asker's, or else that of the template, with a number if need be.

    Nobody whom everybody sees in the channel is called so: whoever is made could not join under it.
    """
    taken = {row.name.casefold() for row in own_sheets(case)}
    played = case.found_beside()
    free = (each for each in _numbered(_base(case, template)) if each.casefold() not in taken)
    return next(each for each in free if played is None or seen_like(played.scene, each) is None)


def _base(case: Case, template: str | None) -> str:
    try:
        return clean_person(case.request.user_name[: LONGEST_NAME - 3])
    except RuleViolation:
        return clean_person(case.system.title_of(template or "somebody"))


def _numbered(base: str) -> Iterator[str]:
    yield base
    number = 2
    while True:
        yield f"{base} {number}"
        number += 1
