"""What the bot keeps of whoever asks: as a file of their own, and gone if they say so twice."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.wording import Line, counted, line, name, note, shown
from bot.service.button_keys import LENGTH
from bot.service.case import Case
from bot.service.orders.erased_dice import SECRET
from bot.service.orders.handed_over import entrusted_to
from bot.service.orders.order_words import label
from bot.service.personal.erasing import LEAST_ID, characters_of, is_dormant, stand_in_of
from bot.service.ports import Unit
from bot.service.requests import Attachment, Button, Reply, Verb
from bot.service.rows import OrderRow, SceneRow, SheetRow, Wish

MOST_NAMED = 10
NOTHING = Reply(lines=(line("I keep nothing of you."),), ephemeral=True)
NO_SHEETS = Reply(
    lines=(line("You have no sheets any longer."), line(note("/mydata delete says whether I keep anything else."))),
    ephemeral=True,
)
UNDER_WAY = Reply(
    lines=(line("You are being forgotten already."), line(note("It goes on by itself; ask again in a minute."))),
    ephemeral=True,
)
STAYS = (
    "Fights stay with the names and the sheets that characters had in them, so that the others can still read them.",
    "What I posted in Discord stays there: delete it, or ask who runs the server to.",
)


def export(case: Case) -> Reply:
    """Return all that is kept of the asker on any server, and nothing of anybody else, as a JSON file."""
    unit, user_id = case.unit, case.request.user_id
    given = unit.own_orders(user_id)
    scenes = {scene_id: unit.scene_row(scene_id) for scene_id in dict.fromkeys(order.scene_id for order in given)}
    found = {
        "user": str(user_id),
        "at": _moment(case.request.at_ms),
        "sheets": list(_sheets(unit, user_id)),
        "rolled_for_characters": [
            {"server": str(row.guild_id), "system": row.ruleset, "what": row.label, "faces": row.faces}
            for row in unit.own_rolls(user_id)
        ],
        "stands_in_scenes": [{**_place(row), "characters": actors} for row, actors in characters_of(unit, user_id)],
        "plays_for_others": list(_plays_for_others(unit, user_id)),
        "asks_a_game_master": list(_petitions(unit, user_id)),
        "game_master_in": [
            {"server": str(each.guild_id), "channel": str(each.channel_id), "fight": each.fight}
            for each in unit.gm_of(user_id)
        ],
        "orders": [_order(unit, scenes[order.scene_id], order, user_id) for order in given],
    }
    content = msgspec.json.format(msgspec.json.encode(found), indent=1)
    sheets = counted(len(found["sheets"]), "sheet")
    told = line(f"{sheets} and {counted(len(given), 'order')} of yours, from all servers.")
    return Reply(lines=(told,), ephemeral=True, attachment=Attachment("mydata.json", content))


def _moment(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="seconds")


def _sheets(unit: Unit, user_id: int) -> Iterator[dict[str, Any]]:
    """Yield every sheet of a user, with its portrait where it has one; bytes come as base64."""
    looks = unit.own_portraits(user_id)
    for row in unit.own_sheets(user_id):
        known = {"server": str(row.guild_id), "system": row.ruleset, "name": row.name}
        look = looks.get(row.id)
        portrait = {"portrait": look.url or {"webp": look.picture}} if look else {}
        yield {**known, "in_use": row.active, "sheet": row.sheet, **portrait}


def _place(row: SceneRow) -> dict[str, Any]:
    return {"server": str(row.guild_id), "channel": str(row.channel_id)}


def _plays_for_others(unit: Unit, user_id: int) -> Iterator[dict[str, Any]]:
    for row in map(unit.scene_row, unit.played_in(user_id)):
        if found := entrusted_to(unit.state(row), user_id):
            yield {**_place(row), "characters": [shown(actor) for actor in found]}


def _petitions(unit: Unit, user_id: int) -> Iterator[dict[str, Any]]:
    for row in map(unit.scene_row, unit.asks_in(user_id)):
        for each in unit.state(row).petitions.values():
            if each.user == user_id:
                wanted = {"sheet_place": each.path, "value": each.value} if each.path else {"side": each.side}
                yield {**_place(row), "character": shown(each.actor), **wanted}


def _order(unit: Unit, row: SceneRow, order: OrderRow, user_id: int) -> dict[str, Any]:
    """Return an order as its giver knows it; numbers that only a GM counts by would tell of what is hidden."""
    unit.breathe()
    known = {**_place(row), "fight": order.fight, "at": _moment(order.at_ms)}
    numbered = {} if order.gm_only else {"number": label(order)}
    return {**known, **numbered, "order": _words(order, user_id)}


def _words(order: OrderRow, user_id: int) -> Any:
    if order.voids:
        return "redo" if order.redo else "undo"
    return _without_others(msgspec.to_builtins(_own(orders.parsed(order.payload), user_id)), user_id)


def _own(order: orders.Order, user_id: int) -> orders.Order:
    """Return an order without the sheets of others: what a GM changed on them or let in with them is theirs."""
    match order:
        case orders.Enlist(owner=owner) if owner not in (0, user_id):
            return msgspec.structs.replace(order, owner=0, sheet={}, sheet_id=0)
        case orders.EditSheet():
            return msgspec.structs.replace(order, sheet={})
        case orders.Settle(then=then) if then is not None:
            return msgspec.structs.replace(order, then=None)
        case _:
            return order


def _without_others(value: Any, user_id: int) -> Any:
    """Return a value without the numbers by which other people are known."""
    match value:
        case bool():
            return value
        case int():
            return str(value) if value == user_id else value if value < LEAST_ID else "somebody else"
        case dict():
            return {key: _without_others(each, user_id) for key, each in value.items()}
        case list() | tuple():
            return [_without_others(each, user_id) for each in value]
        case _:
            return value


def ask_first(case: Case) -> Reply:
    """Return what would go and what would stay, with the button that has it done.

    Raises:
        RuleViolation: a character of the asker's stands in a fight.
    """
    unit, user_id = case.unit, case.request.user_id
    if unit.wish(user_id) is not None:
        return UNDER_WAY
    sheets, fights = unit.own_sheets(user_id), unit.scenes_of(user_id, case.request.at_ms)
    if not (sheets or fights or unit.guilds_of(user_id)):
        return NOTHING
    _check_free(case)
    button = Button("Delete what is kept of me", Verb.ERASE, once=_once_key(case, sheets))
    lines = (
        line("This goes, from all servers, and nobody can bring it back:"),
        *_going(sheets, len(fights)),
        line("This stays:"),
        *(line(each, depth=1) for each in STAYS),
        line(note("/mydata export gives you a copy first.")),
    )
    return Reply(title="Delete what is kept of you", lines=lines, ephemeral=True, buttons=(button,))


def _going(sheets: Sequence[SheetRow], channels: int) -> Iterator[Line]:
    named = [name(row.name) for row in sheets[:MOST_NAMED]]
    spaced = [part for each in named for part in (each, ", ")][:-1]
    more = f" and {len(sheets) - MOST_NAMED} more" if len(sheets) > MOST_NAMED else ""
    if sheets:
        yield line("your sheets ", *spaced, more, ", with portraits and offers of them", depth=1)
    yield line("what was rolled once for your characters, and what you asked a GM and is not settled", depth=1)
    if channels:
        where = "one channel" if channels == 1 else f"{channels} channels"
        yield line(f"your id in the orders and fights of {where}: a number that was drawn takes its place", depth=1)
        yield line(note("Dice that were drawn from your id cannot be checked from then on, and are told of as such."))


def begin(case: Case, once: str) -> Reply:
    """Keep the wish of the asker to be forgotten, as the button has it; fulfilling it follows.

    Raises:
        RuleViolation: a character of the asker's stands in a fight, or sheets were made or changed hands since.
    """
    unit, user_id = case.unit, case.request.user_id
    if unit.wish(user_id) is not None:
        return UNDER_WAY
    sheets = unit.own_sheets(user_id)
    if once != _once_key(case, sheets):
        if not sheets:
            return NO_SHEETS
        raise RuleViolation("That button was for other sheets than you have.", "Use /mydata delete once more.")
    _check_free(case)
    unit.save_wish(Wish(user_id=user_id, stand_in=stand_in_of(case.house), at_ms=case.request.at_ms))
    goes_on = line(note("If it takes long, or I am started anew meanwhile, it goes on by itself."))
    return Reply(lines=(line("You are forgotten: I keep nothing of you from here on."), goes_on), ephemeral=True)


def _once_key(case: Case, sheets: Sequence[SheetRow]) -> str:
    """Return a key that is good for as long as the asker has these sheets."""
    known = [(row.id, row.moves) for row in sheets]
    what = f"erase {case.request.user_id} {sorted(known)}".encode()
    return hmac.new(case.unit.key(SECRET), what, hashlib.sha256).hexdigest()[:LENGTH]


def _check_free(case: Case) -> None:
    """Raise RuleViolation where a character of the asker's stands in a scene in which something still happens."""
    unit, request = case.unit, case.request
    if request.user_id < LEAST_ID:
        raise RuleViolation("Discord gives nobody so small an id.", "Ask whoever runs this bot.")
    held = [
        f"{', '.join(map(shown, actors))} in {_where(case, row)}"
        for row, actors in characters_of(unit, request.user_id)
        if not is_dormant(unit, row, request.at_ms)
    ]
    if held:
        raise RuleViolation(
            f"You are in a fight: {'; '.join(held[:MOST_NAMED])}.",
            "Leave it with /init remove there, or have a GM take you out."
            " One in which nothing is done for a week holds you no longer.",
        )


def _where(case: Case, row: SceneRow) -> str:
    if row.channel_id == case.channel_id:
        return "this channel"
    on = "this server" if row.guild_id == case.request.guild_id else "another server"
    return f"channel {row.channel_id} of {on}"
