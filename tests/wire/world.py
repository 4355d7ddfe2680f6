"""What the modelled Discord remembers: guilds, people, channels, threads, messages and interactions.

It lives in the driver's process, so messages and threads outlast every bot that wrote them.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from discord import Permissions

Json = dict[str, Any]

DISCORD_EPOCH_MS: Final = 1_420_070_400_000
EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
HAS_THREAD: Final = 1 << 5
TEXT, DIRECT, VOICE, NEWS, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 2, 5, 11, 12, 15
THREAD_KINDS: Final = frozenset({PUBLIC_THREAD, PRIVATE_THREAD})
PLAYER_PERMISSIONS: Final = Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    use_application_commands=True,
)
BOT_PERMISSIONS: Final = PLAYER_PERMISSIONS | Permissions(create_private_threads=True)  # as its invite link asks
GM_PERMISSIONS: Final = PLAYER_PERMISSIONS | Permissions(manage_guild=True)
NONE: Final = Permissions.none()
TEXT_DISPLAY: Final = 10
STAMP: Final = "2026-01-01T00:00:00+00:00"
NONCE_LASTS_S: Final = 300.0  # Discord says "the past few minutes"


class Refused(Exception):  # noqa: N818 - Discord's word for no
    """An error answer of Discord: HTTP status and Discord's own code."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status, self.code, self.message = status, code, message


class Snowflakes:
    """Ids that grow with every call and hold the moment of their making, as Discord's do."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        """A fresh id of now."""
        now = (int(time.time() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last = max(now, self._last + 1)
        return self._last


class Signal:
    """Wakes all who wait for a condition whenever something has happened; nobody ever polls."""

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []

    def fire(self) -> None:
        """Let every waiter look again."""
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def until(self, condition: Callable[[], bool], timeout_s: float = 10.0) -> None:
        """Return once the condition holds. Raises TimeoutError."""
        if condition():
            return
        async with asyncio.timeout(timeout_s):
            while not condition():
                future = asyncio.get_running_loop().create_future()
                self._waiting.append(future)
                await future


@dataclass
class User:
    """One account. `roles` are those of its guild, `permissions` what they add up to.

    Where `reachable` is off it takes no direct messages, and nobody is told until they try.
    """

    id: int
    name: str
    bot: bool = False
    roles: tuple[int, ...] = ()
    permissions: Permissions = PLAYER_PERMISSIONS
    reachable: bool = True

    def payload(self) -> Json:
        """The user object."""
        return {
            "id": str(self.id),
            "username": self.name,
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }

    def member(self) -> Json:
        """The member object without its user."""
        return {
            "roles": [str(role) for role in self.roles],
            "nick": None,
            "avatar": None,
            "joined_at": STAMP,
            "premium_since": None,
            "communication_disabled_until": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
            "permissions": str(self.permissions.value),
        }


@dataclass
class Message:
    """One message as sent; `content`, `embeds` and `components` are what edits have left."""

    id: int
    channel_id: int
    author: User
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    allowed_mentions: Json | None = None
    flags: int = 0
    kind: int = 0
    nonce: str | None = None
    edited: bool = False
    edits: int = 0

    @property
    def ephemeral(self) -> bool:
        """Whether only its addressee sees it."""
        return bool(self.flags & EPHEMERAL)

    @property
    def words(self) -> str:
        """Every word a reader sees: content, embeds and components, line by line."""
        return "\n".join(filter(None, [self.content, *_texts(self.embeds), *_texts(self.components)]))

    @property
    def told(self) -> str:
        """What it says, as words alone or as a card, without what is on its buttons."""
        return "\n".join(filter(None, [self.content, *_displayed(self.components)]))

    def change(self, body: Json) -> None:
        """Take over what a body says; what it leaves out stays."""
        self.content = body.get("content", self.content) or ""
        self.embeds = body.get("embeds", self.embeds) or []
        self.components = body.get("components", self.components) or []
        self.allowed_mentions = body.get("allowed_mentions", self.allowed_mentions)
        self.attachments = _kept(self.attachments, body)

    def payload(self) -> Json:
        """The message object as the history has it, which keeps no nonces."""
        stamp = datetime.fromtimestamp(((self.id >> 22) + DISCORD_EPOCH_MS) / 1000, UTC).isoformat()
        return {
            "id": str(self.id),
            "channel_id": str(self.channel_id),
            "author": self.author.payload(),
            "content": self.content,
            "timestamp": stamp,
            "edited_timestamp": stamp if self.edited else None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": self.attachments,
            "embeds": [{"type": "rich", **embed} for embed in self.embeds],
            "components": self.components,
            "pinned": False,
            "type": self.kind,
            "flags": self.flags,
        }

    def as_sent(self) -> Json:
        """The message object as its sender gets it back, and as it is announced: with its nonce."""
        return self.payload() | ({"nonce": self.nonce} if self.nonce is not None else {})


def _kept(attachments: list[Json], body: Json) -> list[Json]:
    if body.get("attachments") is None:
        return attachments
    kept = {str(each.get("id")) for each in body["attachments"]}
    return [each for each in attachments if each["id"] in kept]


def _displayed(components: list[Json]) -> Iterable[str]:
    """The words of a card, block by block."""
    for each in components:
        if each["type"] == TEXT_DISPLAY:
            yield each["content"]
        yield from _displayed(each.get("components", []))


def _texts(node: Any) -> Iterable[str]:
    """Words in embeds and components, wherever they nest."""
    if isinstance(node, list):
        for each in node:
            yield from _texts(each)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key in {"title", "description", "name", "value", "text", "label", "content", "placeholder"}:
                yield from [value] if isinstance(value, str) else _texts(value)
            elif key in {"fields", "author", "footer", "components", "accessory", "options"}:
                yield from _texts(value)


@dataclass
class Channel:
    """A channel, a thread or direct messages; a thread's id is that of its starter message where it has one.

    `denied` is what an overwrite takes away from everybody in a channel and in its threads; `guild_id` is 0, and
    `person` somebody, in direct messages alone.
    """

    id: int
    guild_id: int
    name: str
    kind: int = TEXT
    parent_id: int | None = None
    owner_id: int | None = None
    archived: bool = False
    locked: bool = False
    archive_after_min: int = 1440
    messages: dict[int, Message] = field(default_factory=dict)
    members: set[int] = field(default_factory=set)
    denied: Permissions = NONE
    person: User | None = None

    @property
    def is_thread(self) -> bool:
        """Whether it is a public or private thread."""
        return self.kind in THREAD_KINDS

    @property
    def lines(self) -> list[str]:
        """The words of every message, oldest first."""
        return [message.words for message in self.messages.values()]

    def payload(self) -> Json:
        """The channel object."""
        last = next(reversed(self.messages), None)
        shared = {"id": str(self.id), "type": self.kind, "last_message_id": str(last) if last else None, "flags": 0}
        if self.person is not None:
            return shared | {"recipients": [self.person.payload()]}
        shared |= {"guild_id": str(self.guild_id), "name": self.name, "rate_limit_per_user": 0}
        return shared | (self._thread() if self.is_thread else self._place())

    def _place(self) -> Json:
        parent = str(self.parent_id) if self.parent_id else None
        everyone = {"id": str(self.guild_id), "type": 0, "allow": "0", "deny": str(self.denied.value)}
        overwrites = [everyone] if self.denied else []
        shown = {"position": 0, "permission_overwrites": overwrites, "nsfw": False, "topic": None, "parent_id": parent}
        return shown | ({"bitrate": 64_000, "user_limit": 0} if self.kind == VOICE else {})

    def _thread(self) -> Json:
        return {
            "parent_id": str(self.parent_id),
            "owner_id": str(self.owner_id),
            "message_count": len(self.messages),
            "member_count": len(self.members),
            "total_message_sent": len(self.messages),
            "thread_metadata": {
                "archived": self.archived,
                "locked": self.locked,
                "auto_archive_duration": self.archive_after_min,
                "archive_timestamp": STAMP,
                "create_timestamp": STAMP,
                "invitable": True,
            },
        }


@dataclass
class Guild:
    """One guild: its roles by name, people by name, and channels by id in World.channels."""

    id: int
    name: str
    owner_id: int
    roles: dict[str, tuple[int, Permissions]] = field(default_factory=dict)
    people: dict[str, User] = field(default_factory=dict)

    def allow_bot(self, permissions: Permissions) -> None:
        """Have the roles of the bot, its own and everybody's, add up to this."""
        self.roles["@everyone"] = (self.id, PLAYER_PERMISSIONS & permissions)
        self.roles["Fireteam"] = (self.roles["Fireteam"][0], permissions)

    def role_payloads(self) -> list[Json]:
        """Role objects, everyone first."""
        return [
            _role(role_id, name, permissions, position)
            for position, (name, (role_id, permissions)) in enumerate(self.roles.items())
        ]


def _role(role_id: int, name: str, permissions: Permissions, position: int) -> Json:
    return {
        "id": str(role_id),
        "name": name,
        "permissions": str(permissions.value),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


@dataclass
class Attempt:
    """One call of an interaction's callback: what the bot sent, and Discord's status and code for it (0: none)."""

    kind: int
    data: Json
    at_s: float
    status: int = 200
    code: int = 0


@dataclass
class Interaction:
    """One command, completion or click; `payload` is sent again, unchanged, when it is delivered again."""

    id: int
    token: str
    payload: Json
    channel_id: int
    user: User
    sent_at_s: float = 0.0
    deliveries: int = 0
    attempts: list[Attempt] = field(default_factory=list)
    accepted: Attempt | None = None
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    signal: Signal = field(default_factory=Signal)

    @property
    def waiting(self) -> bool:
        """Whether the bot has deferred and not yet said anything."""
        return self.original is not None and bool(self.original.flags & LOADING)


class World:
    """Everything Discord knows, and the one signal fired whenever any of it changes."""

    def __init__(self) -> None:
        self.token = "wire.test.token"
        self.signal = Signal()
        self.ids = Snowflakes()
        self.bot = User(self.ids.next(), "Fireteam", bot=True)
        self.app_id = self.bot.id
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.opened: dict[int, Channel] = {}  # every thread of the bot's, those that are gone among them
        self.interactions: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.ephemeral: dict[int, Message] = {}
        self.commands: dict[int | None, list[Json]] = {}
        self.command_writes = 0
        self.files: dict[str, bytes] = {}
        self.nonces: dict[str, tuple[Message, float]] = {}
        self.nonce_lasts_s = NONCE_LASTS_S
        self._bot_permissions = BOT_PERMISSIONS
        self._command_ids: dict[tuple[int | None, str, int], int] = {}
        self._token_numbers = itertools.count(1)

    @property
    def bot_permissions(self) -> Permissions:
        """What the bot's roles add up to, in every guild; set, it holds from now on, and no event tells of it."""
        return self._bot_permissions

    @bot_permissions.setter
    def bot_permissions(self, permissions: Permissions) -> None:
        self._bot_permissions = permissions
        for guild in self.guilds.values():
            guild.allow_bot(permissions)

    def allowed(self, channel: Channel) -> Permissions:
        """What the bot may do in a channel or thread now, whatever it believes; nothing where it cannot see it."""
        if channel.person is not None:
            return Permissions.all()
        place = self.channels.get(channel.parent_id or 0, channel) if channel.is_thread else channel
        allowed = self._bot_permissions & ~place.denied
        hidden = channel.kind == PRIVATE_THREAD and not (self.bot.id in channel.members or allowed.manage_threads)
        return allowed if allowed.view_channel and not hidden else NONE

    def add_guild(self, name: str, players: Iterable[str] = ("ann", "bob"), shard: tuple[int, int] = (0, 1)) -> Guild:
        """A guild of a shard with a GM role (which may manage the server), its user `gm`, the players and the bot."""
        guild_id = next(each for each in iter(self.ids.next, 0) if (each >> 22) % shard[1] == shard[0])
        everyone, gm, own = guild_id, self.ids.next(), self.ids.next()
        owner = User(self.ids.next(), "owner", permissions=Permissions.all())
        guild = Guild(guild_id, name, owner.id)
        guild.roles = {
            "@everyone": (everyone, PLAYER_PERMISSIONS),
            "GM": (gm, GM_PERMISSIONS),
            "Fireteam": (own, BOT_PERMISSIONS),
        }
        guild.allow_bot(self._bot_permissions)
        guild.people = {"owner": owner, "gm": User(self.ids.next(), "gm", roles=(gm,), permissions=GM_PERMISSIONS)}
        guild.people |= {player: User(self.ids.next(), player) for player in players}
        self.guilds[guild_id] = guild
        return guild

    def add_channel(self, guild: Guild, name: str, kind: int = TEXT) -> Channel:
        """A channel of a guild."""
        channel = Channel(self.ids.next(), guild.id, name, kind)
        self.channels[channel.id] = channel
        return channel

    def channel(self, channel_id: int) -> Channel:
        """The channel or thread. Raises Refused 10003."""
        if channel_id not in self.channels:
            raise Refused(404, 10003, "Unknown Channel")
        return self.channels[channel_id]

    def message(self, channel: Channel, message_id: int) -> Message:
        """The message in a channel. Raises Refused 10008."""
        if message_id not in channel.messages:
            raise Refused(404, 10008, "Unknown Message")
        return channel.messages[message_id]

    def direct(self, person: User) -> Channel:
        """The direct messages between somebody and the bot, begun with the first that is asked for."""
        found = [each for each in self.channels.values() if each.person is person]
        if not found:
            found = [Channel(self.ids.next(), 0, "", DIRECT, person=person)]
            self.channels[found[0].id] = found[0]
        return found[0]

    def user(self, user_id: int) -> User:
        """Whoever has this id. Raises Refused 10013."""
        people = (user for guild in self.guilds.values() for user in guild.people.values())
        found = next((user for user in (self.bot, *people) if user.id == user_id), None)
        if found is None:
            raise Refused(404, 10013, "Unknown User")
        return found

    def sent_before(self, nonce: str) -> Message | None:
        """The message that the bot sent under this nonce in the last few minutes, in whatever channel.

        Raises Refused 10008 where it has been deleted since: Discord does not make it anew (its documentation, pull
        request 6647).
        """
        message, at_s = self.nonces.get(nonce, (None, 0.0))
        if message is None or time.monotonic() - at_s > self.nonce_lasts_s:
            return None
        place = self.channels.get(message.channel_id)
        if place is None or message.id not in place.messages:
            raise Refused(404, 10008, "Unknown Message")
        return message

    def forget_nonces(self) -> None:
        """The few minutes for which Discord remembers nonces are over."""
        self.nonces.clear()

    def threads(self, channel: Channel | None = None) -> list[Channel]:
        """All threads, or those of one channel, oldest first."""
        found = [each for each in self.channels.values() if each.is_thread]
        return [each for each in found if channel is None or each.parent_id == channel.id]

    def command_id(self, guild_id: int | None, name: str, kind: int) -> int:
        """A command's id, which stays when it is written anew."""
        return self._command_ids.setdefault((guild_id, name, kind), self.ids.next())

    def new_token(self) -> str:
        """A token no interaction has had."""
        return f"token-{next(self._token_numbers)}"

    def say(self, channel: Channel, message: Message) -> Message:
        """Put a message into a channel."""
        channel.messages[message.id] = message
        self.signal.fire()
        return message
