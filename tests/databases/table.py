"""People around a bot over the wire who type, look around, and wait until the threads show everything."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from bot.render.markdown import SIGNS, UNBROKEN
from tests.databases import posted
from tests.databases.manifest import Entry, Fight, Guild, Seen, Step, View
from tests.databases.places import rebuild
from tests.databases.troubles import VISITOR
from tests.wire.battle import BOT, LABEL
from tests.wire.bodies import nested
from tests.wire.client import Answer, Wire
from tests.wire.world import PRIVATE_THREAD, Channel, Message, User

VIEWERS: Final = ("gm", "ann", "bob", "cat")
PLAYERS: Final = ("ann", "bob")
REFUSED: Final = "⛔"
POSTING_TIMEOUT_S: Final = 60.0
AT_ONCE_PER_S: Final = "5000"  # by Discord's 50 a second, striking out a fight takes as long as all else
COMPARED: Final = 5  # the first lines of a tracker below its title say what time it is and who acts


DOTS: Final = "".join(SIGNS.values())
Orders = dict[str, list[posted.Order]]
NOTHING: Final[Mapping[str, Mapping[str, str]]] = {}


class RefusedError(AssertionError):
    """The bot turned down what had to be accepted."""


class Table:
    """A guild with a GM, Ann, Bob, Cat, who only looks on, and Dan, who does not stay.

    The bot keeps its database in the folder of the wire.
    """

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        for name in ("cat", VISITOR):
            wire.guild.people.setdefault(name, User(wire.world.ids.next(), name))

    @property
    def database(self) -> Path:
        """Where the bot keeps everything."""
        return self.wire.folder / "fireteam.db"

    def channel(self, name: str) -> Channel:
        """The channel of that name, which is made where there is none."""
        places = (each for each in self.wire.world.channels.values() if not each.is_thread)
        found = next((each for each in places if each.name == name), None)
        return found or self.wire.world.add_channel(self.wire.guild, name)

    async def start(self) -> None:
        """Start the bot, which need not spare Discord, and wait until it is ready."""
        await self.wire.start_bot(BOT, {"FIRETEAM_LOG": "WARNING", "FIRETEAM_REQUESTS_PER_SECOND": AT_ONCE_PER_S})

    # --- typing

    async def tries(self, user: str, command: str, options: Mapping[str, Any] | None = None, at: str = "") -> Answer:
        """Type a command, whether it is refused or not."""
        channel = self.channel(at) if at else self.wire.channel
        return await self.wire.slash(user, channel, command, options or {})

    async def does(self, user: str, command: str, options: Mapping[str, Any] | None = None, at: str = "") -> str:
        """Type a command that must be accepted; the number of its order, or nothing where it is none.

        Raises:
            RefusedError: it was turned down.
        """
        answer = await self.tries(user, command, options, at)
        if is_refused(answer):
            raise RefusedError(f"{user}: {command} {options}: {answer.words}")
        return number_of(answer)

    async def takes(self, step: Step) -> Step:
        """Do what a step says; the step with what came of it now."""
        if step.click:
            answer = await self._clicks(step.by, step.click)
        else:
            answer = await self.tries(step.by, step.command, step.options, step.channel)
        status = (await self.tries("gm", "/init status", at=step.channel)).words
        return msgspec.structs.replace(step, told=answer.words, status=status)

    async def _clicks(self, user: str, label: str) -> Answer:
        message = self.button(label)
        if message is None:
            raise RefusedError(f"{user} sees no button {label}")
        return await self.wire.click(user, message, label=label)

    def button(self, label: str) -> Message | None:
        """The newest message anywhere with a button of that label."""
        every = [message for place in self.wire.world.channels.values() for message in place.messages.values()]
        newest_first = sorted(every, key=lambda each: each.id, reverse=True)
        return next((message for message in newest_first if label in self.wire.buttons(message)), None)

    # --- looking

    async def seen(self, fights: list[Fight]) -> Seen:
        """What everybody sees of these fights and of their own sheets."""
        views = {fight.channel: {who: await self.view(who, fight.channel) for who in VIEWERS} for fight in fights}
        sheets = {who: await self.file(who, "/sheet export", fights[0].channel) for who in PLAYERS}
        return Seen(views, sheets)

    async def view(self, viewer: str, channel: str) -> View:
        """What one person sees of a channel."""
        status = (await self.tries(viewer, "/init status", at=channel)).words
        return View(status, await self.choices(viewer, channel), await self.log(viewer, channel))

    async def choices(self, viewer: str, channel: str) -> list[str]:
        """The answers that somebody may give to an open question."""
        offered = await self.wire.complete(viewer, self.channel(channel), "/answer", "choice")
        return [str(each.value) for each in offered]

    async def log(self, viewer: str, channel: str) -> list[Entry]:
        """The whole log of a channel as somebody may read it."""
        content = await self.file(viewer, "/log export", channel)
        return [Entry(order["number"], order["words"], list(map(_roll, order["faces"]))) for order in content["orders"]]

    async def file(self, user: str, command: str, channel: str) -> Any:
        """What stands in the file that a command answers with."""
        answer = await self.tries(user, command, at=channel)
        if answer.message is None or not answer.message.attachments:
            raise RefusedError(f"{user}: {command}: {answer.words}")
        return msgspec.json.decode(self.wire.world.files[answer.message.attachments[0]["id"]])

    # --- threads

    async def owed(self, fights: list[Fight]) -> Orders:
        """What the threads of these fights must show, by their channel and whether they are the GM's."""
        found: Orders = {}
        for fight in fights:
            for key, viewer in ((fight.channel, "cat"), (gm_key(fight.channel), "gm")):
                found[key] = posted.expected(await self.log(viewer, fight.channel), fight.logged_from)
        return found

    def shown(self, fights: list[Fight]) -> Orders:
        """What they do show from the orders on with which that begins."""
        return {
            key: posted.since(fight.logged_from, posted.shown(self.threads(fight.channel, gm=gm)))
            for fight in fights
            for key, gm in ((fight.channel, False), (gm_key(fight.channel), True))
        }

    def threads(self, channel: str, *, gm: bool) -> list[Channel]:
        """The log threads of a channel, or those of its GMs, oldest first."""
        return [each for each in self.wire.threads(self.channel(channel)) if (each.kind == PRIVATE_THREAD) == gm]

    async def settle(self, fights: list[Fight], stood: Mapping[str, Mapping[str, str]] = NOTHING) -> None:
        """Wait until the threads show everything, once and in order, and one tracker in each channel where it stands.

        ``stood`` are the orders that each showed before, whose words stay as they were.

        Raises:
            AssertionError: they never do; it says where they first differ from the log.
        """
        owed = await self.owed(fights)
        try:
            await self.wire.until(lambda: (shown := self.shown(fights)) == due(shown, owed, stood), POSTING_TIMEOUT_S)
        except TimeoutError as error:
            shown = self.shown(fights)
            raise AssertionError("\n".join(posted.differences(shown, due(shown, owed, stood)))) from error
        for fight in fights:
            status = (await self.tries("cat", "/init status", at=fight.channel)).words
            lines = [_without_dots(line) for line in status.split("\n")]
            await self.becomes(partial(self.trackers, fight.channel, lines), [True])

    def trackers(self, channel: str, status: list[str]) -> list[bool]:
        """Of each message that stands in a channel by itself whether it says, as far as it goes, what the status says.

        Those that threads hang on, answers, and what tells of an order or of time that passes, stand for something
        else.
        """
        title = status[0].removesuffix("**")
        hung_on = {thread.id for thread in self.threads(channel, gm=False)}
        own = (each for each in self.channel(channel).messages.values() if each.kind == posted.NORMAL)
        texts = (said for each in own if each.id not in hung_on and (said := _said(each)).startswith(title))
        return [set(text.split("\n")[1 : COMPARED + 1]) <= set(status) for text in texts]

    async def becomes(self, look: Callable[[], object], wanted: object) -> None:
        """Wait until something is as wanted; raises AssertionError where it never is."""
        with suppress(TimeoutError):
            await self.wire.until(lambda: look() == wanted, POSTING_TIMEOUT_S)
        if look() != wanted:
            raise AssertionError(f"{look()} is not {wanted}")


def _said(message: Message) -> str:
    """What a message says in its content or on its card, without what tells sides apart there."""
    shown = [each["content"] for each in nested(message.components) if "content" in each]
    lines = (line for text in (message.content, *shown) for line in text.split("\n") if line)
    return "\n".join(_without_dots(line) for line in lines if not line.startswith(tuple(f"-# {dot}" for dot in DOTS)))


def _without_dots(line: str) -> str:
    return line.lstrip(f"{DOTS} {UNBROKEN}")


def due(shown: Orders, owed: Orders, stood: Mapping[str, Mapping[str, str]]) -> Orders:
    """What threads must show that show so much, where words that `stood` there before stay as they were."""
    return {key: posted.as_they_stood(shown[key], each, stood.get(key, {})) for key, each in owed.items()}


def gm_key(channel: str) -> str:
    """How the GM's thread of a channel is called here."""
    return f"{channel} (GM)"


def number_of(answer: Answer) -> str:
    """The number of the order that an answer acknowledges, or nothing."""
    found = LABEL.match(answer.words)
    return found[1] if found else ""


def is_refused(answer: Answer) -> bool:
    """Whether an answer turns its asker down."""
    return answer.ephemeral and answer.words.startswith(REFUSED)


def _roll(roll: Sequence[int]) -> str:
    """A roll of the exported log, which has the sides of the dice first."""
    sides, *faces = roll
    return f"d{sides}: {' '.join(map(str, faces))}"


@asynccontextmanager
async def taken_up(database: Path, guild: Guild) -> AsyncIterator[Table]:
    """A table in the world of a recording, with a copy of its database; the bot has yet to be started."""
    async with Wire() as wire:
        rebuild(wire, guild)
        table = Table(wire)
        copy(database, table.database)
        yield table


def copy(database: Path, target: Path) -> None:
    """Copy a database, which may be in use, into a single file."""
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(target)) as written:
        source.backup(written)
        written.execute("PRAGMA journal_mode=DELETE")
        written.execute("VACUUM")
