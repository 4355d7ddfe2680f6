"""The gateway: sessions that number what they send, replay it on resume, and can be cut at will."""

from __future__ import annotations

import asyncio
import json
import time
import zlib
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import msgspec
from aiohttp import WSMsgType, web

from tests.wire.world import Channel, Guild, Json, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
GUILDS, GUILD_MESSAGES = 1 << 0, 1 << 9
REPLAYABLE: Final = 2000
OVER: Final = (1000, 1001)  # with these a client ends its session
STALE: Final = (4003, 4007, 4009)  # after these Discord wants a new session
LEAST_GAP_S: Final = 5.0  # between two shards of one bucket that identify themselves


def _frame(message: Json) -> bytes:
    """A message as it is sent; half a character, which UTF-8 does not know, goes by its number."""
    try:
        return msgspec.json.encode(message)
    except UnicodeEncodeError:
        return json.dumps(message).encode()


@dataclass
class Session:
    """One gateway session; it outlives its socket until it is resumed, invalidated or replaced."""

    id: str
    intents: int
    shard: tuple[int, int]
    seq: int = 0
    held: list[bytes] | None = None
    sent: deque[tuple[int, bytes]] = field(default_factory=lambda: deque(maxlen=REPLAYABLE))
    line: Line | None = None

    def owns(self, guild_id: int) -> bool:
        """Whether this shard hears of that guild."""
        return (guild_id >> 22) % self.shard[1] == self.shard[0]

    async def dispatch(self, event: str, data: Json) -> None:
        """Number an event, remember it for a resume, and send it if anyone is connected and nothing holds it back."""
        self.seq += 1
        frame = _frame({"op": DISPATCH, "s": self.seq, "t": event, "d": data})
        self.sent.append((self.seq, frame))
        if self.held is not None:
            self.held.append(frame)
        elif self.line is not None:
            await self.line.send(frame)

    async def release(self) -> None:
        """Send what was held back, the last first."""
        frames, self.held = self.held or [], None
        for frame in reversed(frames):
            if self.line is not None:
                await self.line.send(frame)


class Line:
    """One websocket, compressed as its client asked; a dead one swallows what is sent."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket, self._request = socket, request
        compressed = request.query.get("compress") == "zlib-stream"
        self._zlib = zlib.compressobj(level=1) if compressed else None
        self._lock = asyncio.Lock()
        self._closed_with = 0
        self.gone = asyncio.Event()
        self.heartbeats = 0
        self.port: int = request.transport.get_extra_info("sockname")[1] if request.transport else 0

    @property
    def ends_session(self) -> bool:
        """Whether a session is over with this line: the client said so, or was sent away for good."""
        return self._closed_with in STALE if self._closed_with else self.socket.close_code in OVER

    async def send(self, frame: bytes) -> None:
        """Send one frame in its turn: the compression context makes order matter."""
        async with self._lock:
            if self._closed_with:
                return
            try:
                if self._zlib is None:
                    await self.socket.send_str(frame.decode())
                else:
                    packed = self._zlib.compress(frame) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(packed)
            except ConnectionError:
                self.abort()

    async def op(self, op: int, data: object = None) -> None:
        """Send a frame that has no number."""
        await self.send(msgspec.json.encode({"op": op, "d": data}))

    async def close(self, code: int) -> None:
        """Send the client away with a close code; what it closes with in turn says nothing of its own.

        The connection stays until then: a client that finds it gone before it could answer knows no code.
        """
        self._closed_with = code
        with suppress(ConnectionError):
            await self.socket.send_frame(code.to_bytes(2, "big"), WSMsgType.CLOSE)

    def abort(self) -> None:
        """Cut the TCP connection."""
        if self._request.transport is not None:
            self._request.transport.abort()


class Gateway:
    """All sessions of the one bot, of whichever of its processes; ``identified`` counts them by the ports they came to.

    Two processes may hold a session of one shard each; a shard that comes back takes the place of its dead session.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.lines: set[Line] = set()
        self.identified: Counter[int] = Counter()
        self.at_once = 1  # how many buckets there are
        self.gaps_s: list[float] = []  # between those who came one after the other in a bucket
        self._last_s: dict[int, float] = {}
        self.resumes = 0
        self.mute_heartbeats = False
        self.copies = 1
        self._session_numbers = iter(range(1, 1 << 30))

    @property
    def identifies(self) -> int:
        """How many sessions have been begun."""
        return self.identified.total()

    @property
    def hurried(self) -> list[str]:
        """The shards that came too soon behind another of their bucket."""
        return [f"a shard came {gap_s:.2f} s behind another" for gap_s in self.gaps_s if gap_s < LEAST_GAP_S]

    @property
    def connected(self) -> bool:
        """Whether a session with a live socket exists."""
        return any(session.line is not None for session in self.sessions.values())

    def hears(self, port: int) -> bool:
        """Whether there is a session with a live socket at a port."""
        return any(session.line is not None and session.line.port == port for session in self.sessions.values())

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one websocket from HELLO until it closes."""
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        line = Line(socket, request)
        self.lines.add(line)
        await line.op(HELLO, {"heartbeat_interval": 41250})
        try:
            await self._converse(line)
        finally:
            self._hang_up(line)
        return socket

    async def dispatch(self, guild_id: int, event: str, data: Json, intent: int = 0) -> int:
        """Send an event to the sessions that own the guild and asked for it; how many those are.

        Interactions are sent as many times as `copies` says.
        """
        heard = [each for each in self.sessions.values() if each.owns(guild_id) and each.intents & intent == intent]
        for session in heard:
            for _ in range(self.copies if event == "INTERACTION_CREATE" else 1):
                await session.dispatch(event, data)
        return len(heard)

    def listens(self, intent: int) -> bool:
        """Whether any session asked for that kind of event."""
        return any(session.intents & intent for session in self.sessions.values())

    def cut(self) -> None:
        """Abort every socket; sessions stay resumable."""
        for line in list(self.lines):
            line.abort()

    async def ask_reconnect(self) -> None:
        """Op 7: the client should come back and resume."""
        for line in list(self.lines):
            await line.op(RECONNECT)

    async def invalidate(self, *, resumable: bool) -> None:
        """Op 9: the session is to be resumed, or is gone, with whatever happens until there is another."""
        if not resumable:
            self.sessions.clear()
        for line in list(self.lines):
            await line.op(INVALID, resumable)

    async def close_sockets(self, code: int) -> None:
        """Close every socket with a code such as 4000 or 4004; STALE ones end the session, the others do not."""
        closed = list(self.lines)
        for line in closed:
            await line.close(code)
        await asyncio.gather(*(line.gone.wait() for line in closed))

    def hold(self) -> None:
        """Keep back whatever is dispatched from now on, numbered already."""
        for session in self.sessions.values():
            session.held = []

    async def release(self) -> None:
        """Send what was kept back in the wrong order: the last first."""
        for session in list(self.sessions.values()):
            await session.release()

    def _hang_up(self, line: Line) -> None:
        self.lines.discard(line)
        line.gone.set()
        for session in list(self.sessions.values()):
            if session.line is line:
                session.line = None
                if line.ends_session:
                    del self.sessions[session.id]
        self.world.signal.fire()

    async def _converse(self, line: Line) -> None:
        async for frame in line.socket:
            if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                continue
            message = msgspec.json.decode(frame.data)
            match message["op"]:
                case 1:
                    await self._heartbeat(line)
                case 2:
                    await self._identify(line, message["d"])
                case 6:
                    await self._resume(line, message["d"])
                case _:
                    continue

    async def _heartbeat(self, line: Line) -> None:
        line.heartbeats += 1
        if not self.mute_heartbeats:
            await line.op(ACK)

    async def _identify(self, line: Line, data: Json) -> None:
        if data["token"] != self.world.token:
            await line.close(4004)
            return
        shard_id, shard_count = data.get("shard") or (0, 1)
        self.identified[line.port] += 1
        self._note_gap(shard_id % self.at_once)
        session = Session(f"session-{next(self._session_numbers)}", data["intents"], (shard_id, shard_count), line=line)
        self.sessions = {key: each for key, each in self.sessions.items() if not _replaces(session, each)}
        self.sessions[session.id] = session
        for event, payload in self._greeting(session):
            await session.dispatch(event, payload)
        self.world.signal.fire()

    def _note_gap(self, bucket: int) -> None:
        now_s = time.monotonic()
        if bucket in self._last_s:
            self.gaps_s.append(now_s - self._last_s[bucket])
        self._last_s[bucket] = now_s

    def _greeting(self, session: Session) -> Iterator[tuple[str, Json]]:
        guilds = [guild for guild in self.world.guilds.values() if session.owns(guild.id)]
        yield (
            "READY",
            {
                "v": 10,
                "user": self.world.bot.payload(),
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": f"ws://127.0.0.1:{session.line.port}/gateway" if session.line else self.url,
                "shard": list(session.shard),
                "application": {"id": str(self.world.app_id), "flags": 0},
            },
        )
        for guild in guilds:
            yield "GUILD_CREATE", guild_payload(self.world, guild)

    async def _resume(self, line: Line, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != self.world.token:
            await line.op(INVALID, data=False)
            return
        self.resumes += 1
        missed = [frame for seq, frame in session.sent if seq > (data["seq"] or 0)]
        session.line = line
        for frame in missed:
            await line.send(frame)
        await session.dispatch("RESUMED", {})
        self.world.signal.fire()


def _replaces(new: Session, old: Session) -> bool:
    """Whether a session is that of a shard which has begun another."""
    return old.shard == new.shard and (old.line is None or old.line is new.line)


def guild_payload(world: World, guild: Guild) -> Json:
    """The GUILD_CREATE object: with the plain guilds intent only the bot's own member is in it."""
    own_role = guild.roles["Fireteam"][0]
    own = {**world.bot.member(), "roles": [str(own_role)], "user": world.bot.payload()}
    channels = [each for each in world.channels.values() if each.guild_id == guild.id]
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "owner_id": str(guild.owner_id),
        "roles": guild.role_payloads(),
        "channels": [each.payload() for each in channels if not each.is_thread],
        "threads": [each.payload() for each in seen_threads(world, guild)],
        "members": [own],
        "member_count": len(guild.people) + 1,
        "joined_at": "2026-01-01T00:00:00+00:00",
        "large": False,
        "unavailable": False,
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
        "emojis": [],
        "stickers": [],
        "features": [],
        "preferred_locale": "en-US",
        "afk_timeout": 300,
        "afk_channel_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "vanity_url_code": None,
        "description": None,
        "banner": None,
        "splash": None,
        "discovery_splash": None,
    }


def seen_threads(world: World, guild: Guild, parent: Channel | None = None) -> list[Channel]:
    """The threads of a guild, or of one of its channels, that are not archived and that the bot may see."""
    active = [each for each in world.threads(parent) if each.guild_id == guild.id and not each.archived]
    return [each for each in active if world.allowed(each).view_channel]
