"""A table to play at: the real storage in a file of its own, the toy ruleset, and people who ask for things."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import text

from bot import app
from bot.core.building import Builder
from bot.core.dice import Dice, ScriptedDice
from bot.render.press import MarkdownPress
from bot.service.case import PlayedScene
from bot.service.orders.audit import Findings, audit
from bot.service.outbox import Letter, Parcel, Stream, TrackerPost
from bot.service.ports import Unit
from bot.service.posting.postbox import Postbox
from bot.service.posting.worded_posts import Packer
from bot.service.referee import Referee
from bot.service.requests import Button, Reply, Request, Verb
from bot.service.rows import AnyScene, OrderRow, SceneRow
from bot.service.systems import House, PlayableSystem
from bot.settings import Database
from bot.storage.migrate import unpooled
from bot.storage.opening import opened
from tests.rulesets import toy

T = TypeVar("T")

GUILD, CHANNEL, OTHER_CHANNEL = 10, 100, 101
ANN, BOB, GM = 1, 2, 9
BRAWLER = b'{"skill": 12, "hits": 6}'
SHIELDED = b'{"skill": 12, "hits": 6, "shield": true}'

FOLDER = Path(toy.__file__).parent / "tables"
TABLES: dict[str, Any] = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.toml"))}
TEMPLATES = {key: row["sheet"] for key, row in TABLES["npcs"].items()}

_ids = itertools.count(1_000_000)


class Script:
    """Dice whose faces a test has written down."""

    def __init__(self, *faces: int) -> None:
        self._dice = ScriptedDice(faces)

    def __call__(self, position: int, order: bytes) -> Dice:
        return self._dice


def ask(user: int = GM, **changes: Any) -> Request:
    """A request by a user; the GM is who manages the server."""
    given: dict[str, Any] = {
        "interaction_id": next(_ids),
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "user_id": user,
        "now": datetime(2026, 1, 1, tzinfo=UTC),
        "user_name": {ANN: "Ann", BOB: "Bob", GM: "Gm"}.get(user, "Somebody"),
        "manages_server": user == GM,
    }
    return Request(**{**given, **changes})


class Table:
    """A referee over a database."""

    def __init__(
        self,
        database: Database,
        dice: Script | None = None,
        builder: Builder | None = None,
        /,
        **others: PlayableSystem,
    ) -> None:
        self.database = database
        systems = {"toy": PlayableSystem(toy.create(TABLES), TEMPLATES, builder=builder), **others}
        self.house = House(systems, "toy", dice, materials=app.materials(), grounds=app.grounds())
        self.store = opened(database, systems)
        self.referee = Referee(self.store, self.house)
        self.postbox = Postbox(self.store, self.house, MarkdownPress())

    def play_by(self, house: House) -> None:
        """Play by another house in the same database."""
        self.house, self.referee = house, Referee(self.store, house)

    def look(self, work: Callable[[Unit], T]) -> T:
        """Read in the database as it is committed."""
        return self.store.look(work)

    def tamper(self, statement: str, **values: object) -> int:
        """Change the database behind the referee's back; how many rows."""
        with unpooled(self.database).begin() as connection:
            done = connection.execute(text(statement), values) if values else connection.exec_driver_sql(statement)
            return done.rowcount

    def row(self, channel: int = CHANNEL) -> SceneRow:
        """The scene's row."""
        found = self.look(lambda unit: unit.scene_at(channel))
        assert found is not None
        return found

    def scene(self, channel: int = CHANNEL) -> AnyScene:
        """The scene as the rows have it."""
        return self.look(lambda unit: unit.state(self.row(channel), stored=True))

    def orders(self) -> list[OrderRow]:
        """All orders of the scene."""
        row = self.row()
        return self.look(lambda unit: unit.orders(row.id, 1, row.head))

    def audit(self) -> Findings:
        """The audit of the scene."""
        scene_id = self.row().id
        return self.look(lambda unit: audit(unit, self.house, scene_id))

    async def parcels(self) -> tuple[Parcel, ...]:
        """All that is owed and not yet written down as messages, in words."""
        return self.look(lambda unit: _parcels(unit, self.house))

    async def letters(self, channel: int = CHANNEL) -> tuple[Letter, ...]:
        """The messages that a channel owes, written down."""
        found = (await self.postbox.mail(channel, tuple(Stream), with_tracker=False)).letters
        written = await self.postbox.write_down([each for each in found if not each.id])
        return (*(each for each in found if each.id), *written)

    async def deliver(self, place: int = 5, message: int = 6) -> None:
        """Note all that is owed as posted in one message."""
        while letters := await self.letters():
            for letter in letters:
                await self.postbox.posted(letter, place, message)

    async def tracker_post(self, channel: int = CHANNEL) -> TrackerPost | None:
        """What of the tracker is to be shown, if anything changed."""
        return (await self.postbox.mail(channel, (), with_tracker=True)).tracker

    async def sheet(self, user: int, name: str, content: bytes = BRAWLER) -> Reply:
        """Give a user a sheet."""
        return agreed(await self.referee.sheet_import(ask(user), content, name))

    async def hand_on(self, giver: int, sheet: str, taker: int) -> Reply:
        """One user offers a sheet to another, who accepts it."""
        (button,) = agreed(await self.referee.sheet_transfer(ask(giver), sheet, taker, "Taker")).buttons
        return agreed(await self.referee.click(ask(taker), button.verb, button.argument, button.once))

    async def fight(self, *, shield: bool = False) -> None:
        """A fight between Ann's Axel, Bob's Bea and two thugs of the GM, one of them hidden."""
        await self.sheet(ANN, "Axel")
        await self.sheet(BOB, "Bea", SHIELDED if shield else BRAWLER)
        agreed(await self.referee.npc_add(ask(), "thug"))
        agreed(await self.referee.npc_add(ask(), "thug", name="Lurker", hidden=True))
        agreed(await self.referee.init_start(ask(), "Yard", now=True))
        agreed(await self.referee.init_join(ask(ANN)))
        agreed(await self.referee.init_join(ask(BOB)))

    def entitled(self) -> str:
        """Somebody who may act now."""
        return self.scene().entitled()[0].actor

    async def turn_of(self, actor: str) -> None:
        """Let everybody go on until it is somebody's turn."""
        for _ in range(20):
            if any(slot.actor == actor for slot in self.scene().entitled()):
                return
            agreed(await self.referee.init_next(ask()))
        raise AssertionError(f"{actor} never gets to act")


def _parcels(unit: Unit, house: House) -> tuple[Parcel, ...]:
    row = unit.scene_at(CHANNEL)
    if row is None:
        return ()
    owed = sorted(
        (each for stream in Stream for each in unit.unwritten(CHANNEL, stream, 1000)), key=lambda each: each.id
    )
    packer = Packer(unit, house, PlayedScene(row, unit.state(row), house.system(row.ruleset)), owed)
    return tuple(map(packer.parcel, owed))


def agreed(reply: Reply) -> Reply:
    """The reply, which is no refusal."""
    assert not reply.refusal, words(reply)
    return reply


def refused(reply: Reply) -> str:
    """The words of a refusal."""
    assert reply.refusal, words(reply)
    assert reply.ephemeral
    return words(reply)


def choices_of(reply: Reply) -> tuple[Button, ...]:
    """The choices of the question that an answer shows."""
    return tuple(button for button in reply.buttons if button.verb is Verb.ANSWER)


def words(reply: Reply) -> str:
    """Everything a reply says."""
    return "\n".join((reply.title, *(line.text for line in reply.lines), *(button.label for button in reply.buttons)))


def everything(value: Any) -> str:
    """Everything anywhere inside a value, spelled out."""
    return msgspec.json.encode(value).decode()
