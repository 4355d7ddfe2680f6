"""What the buttons of a lobby do: people join, a GM says how it begins, and begins."""

from __future__ import annotations

from typing import assert_never

import msgspec

from bot.core.errors import RuleViolation
from bot.core.scene import Sheet
from bot.core.wording import Line, line
from bot.service.case import Case
from bot.service.orders.answers import Unworded, with_more
from bot.service.playing.fights import start
from bot.service.playing.joining import join
from bot.service.playing.lobby import (
    MANY,
    PARTED,
    UNSEEN,
    Beginning,
    LobbyTap,
    against,
    beginning,
    bringing,
    chosen_sheet,
    how_many,
    lobby,
)
from bot.service.playing.npcs import Npcs, add_npcs, import_npcs
from bot.service.requests import Reply
from bot.service.sheets.in_use import own_sheets
from bot.service.sheets.ready_made import MADE, TURN

_replace = msgspec.structs.replace


def typed(case: Case, wanted: Npcs) -> Reply | Unworded:
    """Bring in combatants of the GM as it was typed; where nothing was typed, a GM chooses from the ready-made."""
    if wanted != Npcs() or not case.system.templates:
        added = add_npcs(case, wanted)
        return added if wanted.hidden else gathers(case, added)
    case.check_gm("add combatants")
    return against(case, 0, "")


def imported(case: Case, read: tuple[str, Sheet], wanted: Npcs) -> Reply | Unworded:
    """Bring in combatants of the GM after a sheet that was read from a file."""
    added = import_npcs(case, read, wanted)
    return added if wanted.hidden else gathers(case, added)


def gathers(case: Case, came: Reply | Unworded) -> Reply | Unworded:
    """Return the answer to who came in by what was typed, which has a lobby show it for as long as no fight is open.

    Whoever comes in hidden must not go by here: everybody would see that the lobby was written anew.
    """
    played = case.found()
    waits = played is not None and played.scene.fight is None
    return with_more(came, gathers=True) if waits else came


def shown(case: Case, said: str) -> Reply:
    """Return a lobby as it is now, by what its buttons say.

    Raises:
        RuleViolation: they say nothing of a lobby, or the fight has begun.
    """
    played = case.found()
    if played is not None and played.scene.fight is not None:
        raise RuleViolation("The fight has begun.", "Join it with /init join.")
    return lobby(case, played, _said(said))


def tapped(case: Case, argument: str) -> Reply | Unworded:
    """Do what a button or a menu of a lobby says; the lobby shows who is here then."""
    what, _, said = argument.partition(PARTED)
    tap = next((each for each in LobbyTap if each.value == what), None)
    if tap is None:
        raise RuleViolation("That button is none of mine.", "/init start gathers people.")
    here = case.as_played()
    match tap:
        case LobbyTap.JOIN:
            return _joined(here, said)
        case LobbyTap.JOIN_AS:
            return bringing(here, case.request.message_id, said)
        case LobbyTap.BRING:
            return _brought(here, *_chosen(said))
        case LobbyTap.HOW:
            before, _, how = said.rpartition(".")
            return _changed(case, how, before.partition(PARTED)[2])
        case LobbyTap.BEGIN:
            return _begun(case, _said(said))
        case LobbyTap.FOES:
            case.check_gm("add combatants")
            return against(here, case.request.message_id, said)
        case LobbyTap.FOE:
            return _added(here, *_chosen(said))
        case _:
            assert_never(tap)


def _said(said: str) -> Beginning:
    how, _, title = said.partition(PARTED)
    return beginning(how, title)


def _chosen(said: str) -> tuple[int, str, str]:
    """Return the message of the lobby that a menu came from, what its buttons say, and what was chosen."""
    message_id, _, rest = said.partition(PARTED)
    how, _, value = rest.rpartition(".")
    return _number(message_id), how, value


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 20:
        raise RuleViolation("That menu did not arrive whole.", "Press the lobby's button once more.")
    return int(text)


def _joined(case: Case, said: str) -> Reply | Unworded:
    """Bring in the asker's only sheet at once; who has several or none is asked."""
    mine = own_sheets(case)
    if len(mine) != 1:
        return bringing(case, case.request.message_id, said)
    return _with_lobby(case, join(case, mine[0].name, None), case.request.message_id, said)


def _brought(case: Case, message_id: int, said: str, value: str) -> Reply | Unworded:
    """Bring in the asker's character, a sheet or one that is made of a template; a page turned shows others."""
    if value.startswith(TURN):
        return bringing(case, message_id, said, value)
    row, aloud = chosen_sheet(case, value)
    came = with_more(join(case, row.name, None), privately=(line("You are in. /sheet show shows your character."),))
    return _with_lobby(case, came, message_id, said, aloud)


def _added(case: Case, message_id: int, said: str, value: str) -> Reply | Unworded:
    """Bring in so many of the GM's people; a page turned shows others, and a template alone asks how many.

    Where they are hidden the lobby is left alone: everybody would see that it was written anew. Behind what was typed
    it is the newest.
    """
    case.check_gm("add combatants")
    if value.startswith(TURN):
        return against(case, message_id, said, value)
    template, _, many = value.removeprefix(MADE).partition(MANY)
    if not many:
        return how_many(case, message_id, said, template)
    count, hidden = _number(many.removeprefix(UNSEEN)), many.startswith(UNSEEN)
    added = add_npcs(case, Npcs(template=template, count=count, hidden=hidden))
    if hidden:
        return with_more(added, in_place=True)  # of the menu that it came from, which nobody else sees
    added = with_more(added, privately=(line("They are in." if count > 1 else "One more is in."),))
    return _with_lobby(case, added, message_id, said) if message_id else gathers(case, added)


def _with_lobby(
    case: Case, reply: Reply | Unworded, message_id: int, said: str, aloud: tuple[Line, ...] = ()
) -> Reply | Unworded:
    """Return an answer that has the lobby show who is here; one whose fight has begun is left as it is.

    Of whoever was made of a template just now, all are told ``aloud``.
    """
    played = case.found()
    reply = with_more(reply, aloud=aloud) if aloud else reply
    if played is not None and played.scene.fight is not None:
        return reply
    return with_more(reply, board=lobby(case, played, _said(said)), board_id=message_id)


def _changed(case: Case, how: str, title: str) -> Reply:
    case.check_gm("say how a fight begins")
    return _replace(lobby(case, case.found(), beginning(how, title)), in_place=True)


def _begun(case: Case, said: Beginning) -> Reply | Unworded:
    """Open the fight as it is typed; the lobby has nothing to tap any more."""
    reply = start(case, said.title, said.range_m, said.ground, now=True)
    closed = lobby(case, case.found(), said)
    title = closed.title.replace("A fight gathers", "The fight has begun")
    return with_more(reply, board=Reply(title=title, lines=closed.lines[:1]), board_id=case.request.message_id)
