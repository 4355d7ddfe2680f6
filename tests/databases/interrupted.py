"""Three fights whose bot is killed in the middle of posting: a long order, two short ones, a thread not yet opened.

Each channel owes something else. In the first a long order stands in the GM's thread up to some page, of which the bot
does not know; in the second a message of several orders came through after the kill, and an undo has struck nothing
yet; in the third the message is there that the thread was to hang on.
"""

from __future__ import annotations

import asyncio
import json
from typing import Final

from tests.databases.casts import REFLEX
from tests.databases.fights import MOST_TURNS, Played, forked, shoot, undo
from tests.databases.manifest import Fight
from tests.databases.posted import SMALL, bare
from tests.databases.table import Table
from tests.wire.faults import Fault
from tests.wire.world import Channel

LONG, SHORT, UNOPENED = "the-table", "the-cellar", "the-gate"
CHANNELS: Final = (LONG, SHORT, UNOPENED)
GUARDS_AT_ONCE: Final = 30
FOR_EVER: Final = 1_000_000
HELD_TIMEOUT_S: Final = 30.0


async def play(table: Table, *, older: bool) -> Played:
    """Play the three fights up to the moment of the kill, by an ``older`` bot too."""
    long, first_late = await _long(table)
    short, second_late = await _short(table)
    unopened = await _unopened(table)
    return Played([long, short, unopened], [first_late, second_late])


async def _long(table: Table) -> tuple[Fight, asyncio.Event]:
    """Ninety guards, and an order that tells of each; the GM's thread gets some pages of it, and one more late."""
    for user, sheet in REFLEX.sheets.items():
        await table.does(user, "/sheet import", {"text": json.dumps(sheet)})
        await table.does(user, "/init join")
    for _ in range(3):
        await table.does("gm", "/npc add", {"template": "guard", "count": GUARDS_AT_ONCE})
    await table.does("gm", "/npc add", {"template": "sniper", "name": "Vasily", "hidden": True})
    first = await table.does("gm", "/init start", {"now": True, "title": "The bridge"})
    wounding = [await _wound(table, LONG, target) for target in ("Ann", "Guard 3", "Vasily")]
    await shoot(table, LONG)
    fight = Fight(LONG, first, wounding[0], [])
    await table.settle([fight])
    turns, through = await _long_order(table, fight)
    for _ in range(turns - 1):
        await table.does("gm", "/init next")
    await table.settle([fight])
    (secret,) = table.threads(LONG, gm=True)
    last, late = _interrupt(table, secret, through=through)
    await table.does("gm", "/init next")
    await table.wire.until(lambda: bool(last.seen), HELD_TIMEOUT_S)
    undone = await undo(table, LONG, await shoot(table, LONG))
    await _wound(table, LONG, "Vasily")
    await _wound(table, LONG, "Bob")
    return Fight(LONG, first, wounding[0], undone), late


async def _long_order(table: Table, fight: Fight) -> tuple[int, int]:
    """In how many turns an order comes that tells of everybody, and how many of its pages are to come through.

    The first that is owed then begins like one that stands there. All of that is seen on a copy.

    Raises:
        AssertionError: chance has made no two pages begin alike.
    """
    async with forked(table) as probe:
        for turn in range(1, MOST_TURNS):
            number = await probe.does("gm", "/init next")
            if "Exchange 2" in bare((await probe.tries("gm", "/init status")).words):
                await probe.settle([fight])
                (secret,) = probe.threads(LONG, gm=True)
                return turn, _pages_before_one_alike(secret, number)
    raise AssertionError("the second exchange of fire never began")


def _pages_before_one_alike(place: Channel, number: str) -> int:
    openings = [text.partition("\n")[0] for text in place.lines]
    pages = [text for text in openings if text.removeprefix(SMALL).startswith(f"`#{number}`")]
    for at, opening in enumerate(pages):
        if opening in pages[:at]:
            return at - 1  # and one more comes late
    raise AssertionError("no two pages of the long order begin alike")


async def _short(table: Table) -> tuple[Fight, asyncio.Event]:
    """Short orders that share a message, which arrives late; all but the first are undone."""
    fight = await _small_fight(table, SHORT)
    await table.settle([fight])
    (log,) = table.threads(SHORT, gm=False)
    first = _hold(table, _posts(log))
    last, late = _interrupt(table, log, through=0)
    taken_back = await _wound(table, SHORT, "Guard 1")
    await table.wire.until(lambda: bool(first.seen), HELD_TIMEOUT_S)
    await _wound(table, SHORT, "Guard 2")
    last_of_all = await _wound(table, SHORT, "Guard 1")
    _let_through(first)
    await table.wire.until(lambda: bool(last.seen), HELD_TIMEOUT_S)
    undone = await undo(table, SHORT, last_of_all)
    undone += await undo(table, SHORT, taken_back)
    await _wound(table, SHORT, "Guard 2")
    return Fight(SHORT, fight.logged_from, fight.back_to, undone), late


async def _unopened(table: Table) -> Fight:
    """A fight whose log has its starter message, and no thread yet."""
    gate = table.channel(UNOPENED)
    held = _hold(table, rf"POST /channels/{gate.id}/(messages/\d+/)?threads$", times=FOR_EVER)
    fight = await _small_fight(table, UNOPENED)
    await table.wire.until(lambda: bool(held.seen), HELD_TIMEOUT_S)
    undone = await undo(table, UNOPENED, await _wound(table, UNOPENED, "Guard 2"))
    await _wound(table, UNOPENED, "Vasily")
    return Fight(UNOPENED, fight.logged_from, fight.back_to, undone)


async def _small_fight(table: Table, channel: str) -> Fight:
    await table.does("gm", "/npc add", {"template": "guard", "count": 2}, channel)
    await table.does("gm", "/npc add", {"template": "sniper", "name": "Vasily", "hidden": True}, channel)
    first = await table.does("gm", "/init start", {"now": True, "title": channel.title()}, channel)
    return Fight(channel, first, await _wound(table, channel, "Guard 1"), [])


async def _wound(table: Table, channel: str, target: str) -> str:
    return await table.does("gm", "/damage apply", {"target": target, **REFLEX.wound}, channel)


def _interrupt(table: Table, place: Channel, *, through: int) -> tuple[Fault, asyncio.Event]:
    """Let some messages into a place, hold the next back until the kill, and all others for ever."""
    posts = _posts(place)
    if through:
        table.wire.standin.plant(Fault(posts, times=through))
    late = _hold(table, posts)
    _hold(table, posts, times=FOR_EVER)
    return late, _gate(late)


def _hold(table: Table, route: str, times: int = 1) -> Fault:
    return table.wire.standin.plant(Fault(route, times=times, until=asyncio.Event()))


def _gate(fault: Fault) -> asyncio.Event:
    if fault.until is None:
        raise TypeError("this fault holds nothing back")
    return fault.until


def _let_through(fault: Fault) -> None:
    _gate(fault).set()


def _posts(place: Channel) -> str:
    return rf"POST /channels/{place.id}/messages$"
