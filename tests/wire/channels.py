"""Channels over REST: messages that a nonce keeps from doubling, and threads with Discord's rules."""

from __future__ import annotations

import time
from collections.abc import Callable

from aiohttp import web
from discord import Permissions

from tests.wire import bodies
from tests.wire.faults import answer
from tests.wire.gateway import GUILD_MESSAGES, GUILDS, Gateway
from tests.wire.moderators import Moderators
from tests.wire.world import (
    HAS_THREAD,
    NEWS,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    STAMP,
    TEXT,
    Channel,
    Json,
    Message,
    Refused,
    World,
)

THREAD_STARTER, THREAD_CREATED = 21, 18


class Channels:
    """The handlers under /channels."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world, self.gateway, self.base = world, gateway, ""
        self.moderators = Moderators(world, gateway)

    def routes(self) -> list[web.RouteDef]:
        """What to mount under the API's root."""
        channel, message = "/channels/{channel_id}", "/channels/{channel_id}/messages/{message_id}"
        return [
            web.get(channel, self.get_channel, allow_head=False),
            web.patch(channel, self.edit_channel),
            web.delete(channel, self.delete_channel),
            web.get(f"{channel}/messages", self.list_messages, allow_head=False),
            web.post(f"{channel}/messages", self.send),
            web.get(message, self.get_message, allow_head=False),
            web.patch(message, self.edit),
            web.delete(message, self.delete),
            web.post(f"{channel}/typing", self.nothing),
            web.put(f"{channel}/messages/pins/{{message_id}}", self.nothing),
            web.post(f"{message}/threads", self.thread_from_message),
            web.post(f"{channel}/threads", self.thread_alone),
            web.put(f"{channel}/thread-members/{{user_id}}", self.join),
            web.delete(f"{channel}/thread-members/{{user_id}}", self.leave),
            web.get(f"{channel}/thread-members", self.members, allow_head=False),
        ]

    async def nothing(self, request: web.Request) -> web.Response:
        """Accept and forget."""
        self._channel(request)
        return answer(None, 204)

    async def get_channel(self, request: web.Request) -> web.Response:
        """GET a channel or thread."""
        return answer(self._channel(request).payload())

    async def edit_channel(self, request: web.Request) -> web.Response:
        """PATCH: archive, lock or rename."""
        channel = self._channel(request)
        body, _ = await bodies.read(request)
        if "locked" in body or channel.locked:
            self._needs(channel, manage_threads=True)
        channel.name = body.get("name", channel.name)
        channel.archived = body.get("archived", channel.archived)
        channel.locked = body.get("locked", channel.locked)
        await self._tell(channel, "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel.payload())
        self.world.signal.fire()
        return answer(channel.payload())

    async def delete_channel(self, request: web.Request) -> web.Response:
        """DELETE: a thread and its messages are gone; its starter message stays."""
        channel = self._channel(request)
        self._needs(channel, manage_threads=True)
        await self.moderators.remove(channel)
        return answer(channel.payload())

    async def list_messages(self, request: web.Request) -> web.Response:
        """GET messages, newest first; `after` gives those that come next after an id.

        Whoever may not read the history is given none, and no error.
        """
        channel, query = self._channel(request), request.query
        allowed = self.world.allowed(channel).read_message_history
        messages = list(channel.messages.values()) if allowed else []
        limit = min(int(query.get("limit", 50)), 100)
        if "after" in query:
            chosen = [each for each in messages if each.id > int(query["after"])][:limit]
        else:
            chosen = [each for each in messages if each.id < int(query.get("before", 1 << 63))][-limit:]
        return answer([each.payload() for each in reversed(chosen)])

    async def get_message(self, request: web.Request) -> web.Response:
        """GET one message."""
        self._needs(self._channel(request), read_message_history=True)
        return answer(self._message(request).payload())

    async def send(self, request: web.Request) -> web.Response:
        """POST a message; the same nonce again gives back the first one if enforce_nonce is set."""
        channel = self._channel(request)
        body, files = await bodies.read(request)
        bodies.check_message(body, has_files=bool(files))
        await self._may_send(channel)
        nonce = str(body["nonce"]) if body.get("enforce_nonce") and body.get("nonce") is not None else None
        if nonce is not None and (first := self.world.sent_before(nonce)):
            return answer(first.as_sent())
        message = Message(self.world.ids.next(), channel.id, self.world.bot)
        self.world.say(channel, bodies.fill(message, body, bodies.attach(self.world, self.base, files)))
        if nonce is not None:
            self.world.nonces[nonce] = (message, time.monotonic())
        await self.announce(channel, message)
        return answer(message.as_sent())

    async def edit(self, request: web.Request) -> web.Response:
        """PATCH a message of the bot's own; not in an archived thread, nor in a locked one."""
        channel, message = self._channel(request), self._message(request)
        body, files = await bodies.read(request)
        bodies.check_message(body, has_files=bool(files), new=False)
        self._active(channel)
        self._unlocked(channel)
        if message.author is not self.world.bot:
            raise Refused(403, 50005, "Cannot edit a message authored by another user")
        message.change(body)
        message.attachments = message.attachments + bodies.attach(self.world, self.base, files)
        message.flags |= body.get("flags") or 0
        await self.edited(channel, message)
        return answer(message.payload())

    async def delete(self, request: web.Request) -> web.Response:
        """DELETE a message, of the bot's own unless it manages messages."""
        channel, message = self._channel(request), self._message(request)
        if message.author is not self.world.bot:
            self._needs(channel, manage_messages=True)
        del channel.messages[message.id]
        self.world.signal.fire()
        return answer(None, 204)

    async def edited(self, channel: Channel, message: Message) -> None:
        """Note an edit and tell whoever listens to messages."""
        message.edited = True
        message.edits += 1
        self.world.signal.fire()
        await self._tell_of(channel, message, "MESSAGE_UPDATE")

    async def announce(self, channel: Channel, message: Message) -> None:
        """Tell whoever listens to messages of a new one."""
        await self._tell_of(channel, message, "MESSAGE_CREATE")

    async def thread_from_message(self, request: web.Request) -> web.Response:
        """POST: the thread takes the message's id. Refuses 160004 if the message has one already."""
        parent, message = self._channel(request), self._message(request)
        body, _ = await bodies.read(request)
        if message.flags & HAS_THREAD or message.id in self.world.channels:
            raise Refused(400, 160004, "A thread has already been created for this message")
        thread = self._open(parent, message.id, PUBLIC_THREAD, body)
        message.flags |= HAS_THREAD
        starter = Message(self.world.ids.next(), thread.id, message.author, kind=THREAD_STARTER)
        self.world.say(thread, starter)
        await self._tell(thread, "THREAD_CREATE", thread.payload() | {"newly_created": True})
        return answer(thread.payload(), 201)

    async def thread_alone(self, request: web.Request) -> web.Response:
        """POST: a private thread, or a public one without a starter message (which leaves a line in the channel)."""
        parent = self._channel(request)
        body, _ = await bodies.read(request)
        kind = body.get("type", PRIVATE_THREAD)
        thread = self._open(parent, self.world.ids.next(), kind, body)
        if kind == PUBLIC_THREAD:
            note = Message(self.world.ids.next(), parent.id, self.world.bot, thread.name, kind=THREAD_CREATED)
            self.world.say(parent, note)
        await self._tell(thread, "THREAD_CREATE", thread.payload() | {"newly_created": True})
        return answer(thread.payload(), 201)

    async def join(self, request: web.Request) -> web.Response:
        """PUT a thread member."""
        return self._membership(request, set.add)

    async def leave(self, request: web.Request) -> web.Response:
        """DELETE a thread member."""
        return self._membership(request, set.discard)

    async def members(self, request: web.Request) -> web.Response:
        """GET a thread's members."""
        thread = self._channel(request)
        found = sorted(thread.members)
        return answer(
            [{"id": str(thread.id), "user_id": str(each), "join_timestamp": STAMP, "flags": 0} for each in found]
        )

    def _membership(self, request: web.Request, change: Callable[[set[int], int], None]) -> web.Response:
        thread = self._channel(request)
        if not thread.is_thread:
            raise Refused(400, 50024, "Cannot execute action on this channel type")
        self._needs(thread, send_messages_in_threads=True)
        self._active(thread)
        who = request.match_info["user_id"]
        change(thread.members, self.world.bot.id if who == "@me" else int(who))
        self.world.signal.fire()
        return answer(None, 204)

    def _open(self, parent: Channel, thread_id: int, kind: int, body: Json) -> Channel:
        if parent.is_thread:
            raise Refused(400, 50024, "Cannot execute action on this channel type")
        private = kind == PRIVATE_THREAD
        if parent.kind != TEXT and (private or parent.kind != NEWS):
            raise Refused(400, 50024, "Cannot execute action on this channel type")
        self._needs(parent, **{"create_private_threads" if private else "create_public_threads": True})
        if not 1 <= len(body["name"]) <= 100:
            raise Refused(400, 50035, "Invalid Form Body: name beyond 100")
        thread = Channel(thread_id, parent.guild_id, body["name"], kind, parent.id, self.world.bot.id)
        thread.archive_after_min = body.get("auto_archive_duration") or 1440
        thread.members.add(self.world.bot.id)
        self.world.channels[thread.id] = thread
        self.world.opened[thread.id] = thread
        self.world.signal.fire()
        return thread

    async def _may_send(self, channel: Channel) -> None:
        """Refuse a message, or wake an archived thread for it."""
        if channel.person is not None and not channel.person.reachable:
            raise Refused(403, 50007, "Cannot send messages to this user")
        self._needs(channel, **{"send_messages_in_threads" if channel.is_thread else "send_messages": True})
        self._unlocked(channel)
        if channel.archived:
            await self.moderators.archive(channel, archived=False)

    def _needs(self, channel: Channel, **permission: bool) -> None:
        """Raises Refused 50013 where the bot lacks a permission in a channel."""
        if not self.world.allowed(channel) >= Permissions(**permission):
            raise Refused(403, 50013, "Missing Permissions")

    def _unlocked(self, channel: Channel) -> None:
        if channel.locked and not self.world.allowed(channel).manage_threads:
            raise Refused(400, 160005, "Thread is locked")

    def _active(self, channel: Channel) -> None:
        if channel.archived:
            raise Refused(400, 50083, "Thread is archived")

    def _channel(self, request: web.Request) -> Channel:
        """The channel that a request is about. Raises Refused 10003, or 50001 where the bot cannot see it."""
        channel = self.world.channel(int(request.match_info["channel_id"]))
        if not self.world.allowed(channel).view_channel:
            raise Refused(403, 50001, "Missing Access")
        return channel

    def _message(self, request: web.Request) -> Message:
        return self.world.message(self._channel(request), int(request.match_info["message_id"]))

    async def _tell_of(self, channel: Channel, message: Message, event: str) -> None:
        if self.gateway.listens(GUILD_MESSAGES):
            data = {**message.as_sent(), "guild_id": str(channel.guild_id)}
            await self._tell(channel, event, data, GUILD_MESSAGES)

    async def _tell(self, channel: Channel, event: str, data: Json, intent: int = GUILDS) -> None:
        await self.gateway.dispatch(channel.guild_id, event, data, intent)
