"""A fight that gathers: one message in which people join and a GM begins; all it knows stands in its custom ids."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from bot.core.errors import RuleViolation
from bot.core.options import Choice
from bot.core.views import PUBLIC
from bot.core.wording import Line, line, name, note, shown
from bot.service.case import Case, PlayedScene
from bot.service.names import readable
from bot.service.requests import Button, Menu, Reply, Verb, Weight
from bot.service.rows import SheetRow
from bot.service.sheets.builders import begin
from bot.service.sheets.in_use import own_sheets
from bot.service.sheets.ready_made import MADE, is_of_thing, offered, turned, usual_name
from bot.service.sheets.sheets import sheet_named

PARTED = "|"
"""Stands between what a custom id of the lobby says; no title and no name of a map has it."""

LONGEST_SAID = 56
"""Characters that leave room in a custom id for whom it is about."""

METRES = (10, 30, 60, 100)
TOLD, GROUND = "told", "g-"
OWN = "s-"
MANY, UNSEEN = "*", "h"
"""Before how many come in, and before that where they come in hidden."""

AT_ONCE = (1, 2, 3, 4, 5, 6, 8, 10)


class LobbyTap(StrEnum):
    """What a tap on a lobby does; what it is about stands behind it."""

    JOIN = "join"  # the asker's only sheet comes in
    JOIN_AS = "as"  # the asker is asked with whom
    BRING = "bring"  # one of the asker's comes in: the message of the lobby, and who
    HOW = "how"  # a GM says how it begins
    BEGIN = "begin"
    FOES = "foes"  # a GM is asked whom to bring in against them
    FOE = "foe"  # these come in: the message of the lobby, who, and how many


class Beginning(msgspec.Struct, frozen=True):
    """How a fight is to begin: told, with the sides so far apart, or on a ground."""

    title: str = ""
    range_m: float | None = None
    ground: str = ""

    @property
    def how(self) -> str:
        """Return in a word where it begins."""
        if self.ground:
            return f"{GROUND}{self.ground}"
        return TOLD if self.range_m is None else f"{self.range_m:g}"


def beginning(how: str, title: str) -> Beginning:
    """Return how a fight is to begin by the words of a custom id.

    Raises:
        RuleViolation: they are no such words.
    """
    if how == TOLD:
        return Beginning(title)
    if how.startswith(GROUND):
        return Beginning(title, ground=how.removeprefix(GROUND))
    try:
        return Beginning(title, float(how))
    except ValueError as error:
        raise RuleViolation("That button is none of mine.", "/init start gathers people anew.") from error


def gathers(played: PlayedScene) -> bool:
    """Tell whether nobody has joined yet whom everybody can see: then a fight gathers before it begins."""
    return played.scene.fight is None and not played.seen_by(PUBLIC).combatants


def lobby(case: Case, played: PlayedScene | None, start: Beginning) -> Reply:
    """Return the message in which people join and a GM begins.

    Raises:
        RuleViolation: it would not fit into a button.
    """
    how = f"{start.how}{PARTED}"
    room = LONGEST_SAID - _units(how)
    if _units(start.title) > room:
        fits = (
            f"/init start takes one of at most {room} characters here, an emoji counting as two, and any with now:yes."
        )
        raise RuleViolation("That title is too long while people gather.", fits)
    said = f"{how}{start.title}"
    buttons = (
        Button("Join", Verb.LOBBY, f"{LobbyTap.JOIN}{PARTED}{said}", weight=Weight.MAIN),
        Button("Join as ...", Verb.LOBBY, f"{LobbyTap.JOIN_AS}{PARTED}{said}"),
        *_foes(case, said),
        *_surprise(case),
        Button("Begin (GM)", Verb.LOBBY, f"{LobbyTap.BEGIN}{PARTED}{said}"),
    )
    menu = Menu("How it begins (GM)", f"{LobbyTap.HOW}{PARTED}{said}", _ways(case), Verb.LOBBY)
    title = f"A fight gathers: {start.title}" if start.title else "A fight gathers"
    return Reply(title=title, lines=tuple(_lines(case, played, start)), buttons=buttons, menu=menu)


def _units(text: str) -> int:
    """Return how many characters Discord counts."""
    return len(text.encode("utf-16-le")) // 2


def _foes(case: Case, said: str) -> tuple[Button, ...]:
    """Return what a GM has to bring in the other side, in systems with somebody ready-made."""
    return (Button("Add foes (GM)", Verb.LOBBY, f"{LobbyTap.FOES}{PARTED}{said}"),) if case.system.templates else ()


def _surprise(case: Case) -> tuple[Button, ...]:
    """Return what a GM has for a surprise, in systems with rules for one."""
    spec = next((each for each in case.actions.values() if each.command == "ambush"), None)
    return (Button(f"{spec.title} (GM)", Verb.PANEL, spec.name),) if spec else ()


def _lines(case: Case, played: PlayedScene | None, start: Beginning) -> Iterator[Line]:
    seen = played.seen_by(PUBLIC).combatants if played else {}
    names = readable(played.scene, PUBLIC) if played else {}
    here = ", ".join(f"{names[actor]} ({each.side})" for actor, each in seen.items())
    yield line("Here: ", name(here), ".") if here else line("Nobody has joined yet.")
    yield line(f"It begins {_where(case, start)}.")
    yield line(note("Join with a character of yours or a ready-made one. A GM adds others (/npc add) and begins."))
    if not here:
        yield line(note(f"The rules are those of {case.system.ruleset.title}; /campaign setup chooses others."))


def _where(case: Case, start: Beginning) -> str:
    if start.ground:
        known = case.house.grounds.get(start.ground)
        return f"on the ground {known.title if known else start.ground}"
    if start.range_m is not None:
        return f"with the sides {start.range_m:g} m apart, everybody at a place"
    return "with distances told as they come up"


def _ways(case: Case) -> tuple[Choice, ...]:
    told = Choice(TOLD, "Distances are told")
    apart = (Choice(str(metres), f"Places, the sides {metres} m apart") for metres in METRES)
    grounds = (Choice(f"{GROUND}{key}", f"On a ground: {each.title}") for key, each in case.house.grounds.items())
    return (told, *apart, *grounds)


def bringing(case: Case, message_id: int, said: str, turn: str = "") -> Reply:
    """Return whom the asker may bring in: one of their sheets, or somebody ready-made; ``turn`` says which page.

    Doors and cars are no characters; who wants one makes a sheet of it.
    """
    own = [Choice(f"{OWN}{row.id}", row.name, "a sheet of yours") for row in own_sheets(case)]
    people = [each for each in offered(case) if not is_of_thing(case, each.value)]
    ready = [Choice(each.value, f"Somebody new: {each.label.lower()}", each.about) for each in people]
    argument = f"{LobbyTap.BRING}{PARTED}{message_id}{PARTED}{said}"
    menu = Menu("Whom do you play?", argument, turned((*own, *ready), turn), Verb.LOBBY)
    told = line("Choose a sheet of yours, or somebody ready-made.")
    return Reply(lines=(*_in_already(case), told), ephemeral=True, menu=menu, in_place=bool(turn))


def _in_already(case: Case) -> Iterator[Line]:
    """Yield who of the asker's is here: who taps twice would else bring in a second one unaware."""
    played, user = case.found(), case.request.user_id
    people = played.scene.combatants.items() if played else ()
    here = [shown(actor) for actor, each in people if each.owner == user]
    if here:
        yield line(name(", ".join(here)), f" {'is' if len(here) == 1 else 'are'} in; whom you choose comes in besides.")


def against(case: Case, message_id: int, said: str, turn: str = "") -> Reply:
    """Return whom a GM may bring in; ``turn`` says which page."""
    argument = f"{LobbyTap.FOE}{PARTED}{message_id}{PARTED}{said}"
    menu = Menu("Who is against them?", argument, turned(offered(case), turn), Verb.LOBBY)
    told = line("Choose who comes in; /npc add says a name, a side or a place, too.")
    return Reply(lines=(told,), ephemeral=True, menu=menu, in_place=bool(turn))


def how_many(case: Case, message_id: int, said: str, template: str) -> Reply:
    """Return how many of a template a GM may bring in, and whether hidden.

    Raises:
        RuleViolation: there is no such template here, or not any more.
    """
    chosen = next((each for each in offered(case) if each.value == f"{MADE}{template}"), None)
    if chosen is None:
        raise RuleViolation("There is nobody like that here any more.", "Press Add foes once more.")
    ways = [Choice(f"{chosen.value}{MANY}{count}", f"{count} × {chosen.label}") for count in AT_ONCE]
    hidden = [Choice(f"{chosen.value}{MANY}{UNSEEN}{count}", f"{count} × {chosen.label}, hidden") for count in AT_ONCE]
    argument = f"{LobbyTap.FOE}{PARTED}{message_id}{PARTED}{said}"
    menu = Menu("How many of them?", argument, (*ways, *hidden), Verb.LOBBY)
    return Reply(lines=(line(name(chosen.label), note(f" {chosen.about}")),), ephemeral=True, menu=menu, in_place=True)


def chosen_sheet(case: Case, value: str) -> tuple[SheetRow, tuple[Line, ...]]:
    """Return the sheet that was chosen, which is made where somebody ready-made was, and what everybody reads of that.

    Raises:
        RuleViolation: it is not the asker's, or not there.
    """
    if value.startswith(MADE):
        template = value.removeprefix(MADE)
        called = usual_name(case, template)
        made = begin(case, called, template)
        return sheet_named(case, called, case.system.ruleset.key), made.aloud
    found = next((row for row in own_sheets(case) if value == f"{OWN}{row.id}"), None)
    if found is None:
        raise RuleViolation("That sheet is not yours, or not there any more.", "Choose another one with Join.")
    return found, ()
