"""The stand-in itself: one aiohttp server on 127.0.0.1 with Discord's REST under /api/v10 and its gateway.

A bot process is pointed at it by tests.wire.launch; nothing of the bot is replaced. Its answers follow what discord.py
was measured to need: `application/json` without a charset, rate-limit headers on every answer, `Via` on a real 429.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter, deque
from collections.abc import Mapping
from typing import Any, Final, Self

from aiohttp import web

from tests.wire.account import Account
from tests.wire.bodies import nested
from tests.wire.callbacks import Callbacks
from tests.wire.channels import Channels
from tests.wire.faults import INTERACTIONS, Fault, Limits, Pulse, Spent, answer
from tests.wire.gateway import Gateway
from tests.wire.typed import Focus, Impossible, Typist
from tests.wire.world import Channel, Guild, Interaction, Json, Message, Refused, User, World

API: Final = "/api/v10"
COMMAND, COMPONENT, COMPLETION, MODAL = 2, 3, 4, 5
Handler = Any


class Standin:
    """Discord, as far as one bot can tell. Use as an async context manager; `port` is known once it is entered."""

    def __init__(self, world: World | None = None) -> None:
        self.world = world or World()
        self.gateway = Gateway(self.world)
        self.channels = Channels(self.world, self.gateway)
        self.callbacks = Callbacks(self.world, self.channels)
        self.moderators = self.channels.moderators
        self.faults: list[Fault] = []
        self.limits = Limits()
        self.pulse = Pulse()
        self.requests: deque[str] = deque(maxlen=10_000)
        self.asked_of: Counter[int] = Counter()  # how many requests each channel got, its threads' among them
        self.starts = itertools.count()  # of bots
        self.port = 0

    async def __aenter__(self) -> Self:
        app = web.Application(middlewares=[self._guard], client_max_size=26 * 1024 * 1024)
        account = Account(self.world, self.gateway)
        for route in (*self.callbacks.routes(), *self.channels.routes(), *account.routes()):
            app.router.add_route(route.method, API + route.path, route.handler)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_get("/attachments/{file_id}/{name}", self._file)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]
        self.channels.base = f"http://127.0.0.1:{self.port}"
        self.gateway.url = f"ws://127.0.0.1:{self.port}/gateway"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.gateway.cut()
        await self._runner.cleanup()

    async def open_door(self) -> int:
        """One more port at which all of this is found, so that the processes of a bot can be told apart."""
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        port: int = self._runner.addresses[-1][1]
        return port

    async def drained(self, port: int) -> None:
        """Return once every connection of a dead bot is closed, so that nothing it sent is still to be read."""
        server = self._runner.server
        async with asyncio.timeout(5.0):
            while server and any(_door(each.transport) == port for each in server.connections):  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0)

    def plant(self, fault: Fault) -> Fault:
        """Add a fault; it is spent after its number of times."""
        self.faults.append(fault)
        return fault

    def called(self, route: str) -> int:
        """How often requests began with this, such as "POST /channels"."""
        return sum(each.startswith(route) for each in self.requests)

    def command(
        self, guild: Guild, user: User, channel: Channel, command: str, options: Mapping[str, Any]
    ) -> Interaction:
        """A slash command, not yet delivered. Raises Impossible if a client would not send it."""
        data = Typist(self.world, guild, self.channels.base).data(command, options)
        return self._interaction(COMMAND, guild, user, channel, data)

    def completion(
        self,
        guild: Guild,
        user: User,
        channel: Channel,
        command: str,
        options: Mapping[str, Any],
        focus: Focus,
    ) -> Interaction:
        """What is sent while someone types into an option."""
        data = Typist(self.world, guild, self.channels.base).data(command, options, focus)
        return self._interaction(COMPLETION, guild, user, channel, data)

    def click(
        self, guild: Guild, user: User, channel: Channel, message: Message, custom_id: str, values: list[str]
    ) -> Interaction:
        """A click on a button, or a choice in a select, of a message. Raises Impossible if there is none."""
        for component in nested(message.components):
            if component.get("custom_id") == custom_id and not component.get("disabled"):
                data = {"custom_id": custom_id, "component_type": component["type"], "id": component.get("id", 1)}
                data |= {"values": values} if values else {}
                return self._interaction(COMPONENT, guild, user, channel, data, message)
        raise Impossible(f"no live component {custom_id!r}")

    async def deliver(self, interaction: Interaction) -> None:
        """Send an interaction to the bot, for the first time or again with the same id; its three seconds begin now.

        Raises Impossible where no session exists: Discord drops an interaction that nobody can hear.
        """
        self.world.interactions[interaction.id] = interaction
        self.world.by_token[interaction.token] = interaction
        interaction.deliveries += 1
        interaction.sent_at_s = time.perf_counter()
        self.world.signal.fire()
        guild_id = int(interaction.payload["guild_id"])
        if not await self.gateway.dispatch(guild_id, "INTERACTION_CREATE", interaction.payload):
            raise Impossible("no gateway session: the application does not respond")

    def _interaction(
        self, kind: int, guild: Guild, user: User, channel: Channel, data: Json, message: Message | None = None
    ) -> Interaction:
        interaction_id, token = self.world.ids.next(), self.world.new_token()
        allowed = str(self.world.allowed(channel).value)
        payload: Json = {
            "id": str(interaction_id),
            "application_id": str(self.world.app_id),
            "type": kind,
            "data": data,
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
            "channel_id": str(channel.id),
            "channel": {**channel.payload(), "permissions": str(user.permissions.value)},
            "member": {**user.member(), "user": user.payload()},
            "token": token,
            "version": 1,
            "app_permissions": allowed,
            "locale": "en-US",
            "guild_locale": "en-US",
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": {"0": str(guild.id)},
            "context": 0,
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if message is not None:
            payload["message"] = message.payload()
        return Interaction(interaction_id, token, payload, channel.id, user)

    async def _file(self, request: web.Request) -> web.Response:
        return web.Response(body=self.world.files[request.match_info["file_id"]])

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Every request passes here: token, planted faults, rate limits, and Discord's form of errors."""
        if not request.path.startswith(API):
            return await _unguarded(handler, request)
        route = f"{request.method} {request.path[len(API) :]}"
        self.requests.append(route)
        channel_id = self._channel_id(request)
        self.asked_of[channel_id] += 1
        self.pulse.note(route)
        for fault in self.faults:
            if fault.takes(route, channel_id, _door(request.transport)):
                self.world.signal.fire()
                return await self._suffer(fault, request, handler)
        spent = self.limits.spend(route)
        if spent.wait_s:
            self.limits.note(429)
            return _too_many(spent)
        response = await self._handle(request, handler)
        self.limits.note(response.status)
        response.headers.update({**spent.headers, "X-RateLimit-Bucket": _bucket(request)})
        return response

    async def _suffer(self, fault: Fault, request: web.Request, handler: Handler) -> web.StreamResponse:
        if fault.until is not None:
            await _received(request)
            await fault.until.wait()
        if fault.applied or not (fault.status or fault.abort):
            response = await self._handle(request, handler)
            if not (fault.status or fault.abort):
                return response
        if fault.abort:
            if request.transport is not None:
                request.transport.abort()
            return web.Response()  # which nobody gets
        return fault.answer()

    async def _handle(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            if not self._authorised(request):
                raise Refused(401, 0, "401: Unauthorized")
            return await _unguarded(handler, request)
        except Refused as refused:
            return answer({"code": refused.code, "message": refused.message}, refused.status)
        except ConnectionResetError:
            return web.Response()  # whoever sent it was killed before the whole of it had come

    def _channel_id(self, request: web.Request) -> int:
        """The channel that a request is about, also where it names a thread, or one that is gone; 0 if none."""
        named = int(request.match_info.get("channel_id", 0))
        thread = self.world.opened.get(named)
        return (thread and thread.parent_id) or named

    def _authorised(self, request: web.Request) -> bool:
        if request.path.startswith(tuple(API + each for each in INTERACTIONS)):
            return True
        return request.headers.get("Authorization") == f"Bot {self.world.token}"


def _door(transport: asyncio.BaseTransport | None) -> int:
    """The port that a connection came to, 0 where it is closed."""
    address = transport.get_extra_info("sockname") if transport else None
    return int(address[1]) if address else 0


async def _received(request: web.Request) -> None:
    """Take the body in, so that it is here even when whoever sent it has died before it is handled."""
    if not request.content_type.startswith("multipart/"):
        await request.read()


async def _unguarded(handler: Handler, request: web.Request) -> web.StreamResponse:
    response: web.StreamResponse = await handler(request)
    return response


def _too_many(spent: Spent) -> web.Response:
    """A refusal; that of a ban comes from before Discord, and so without a `Via`."""
    refusal = {"message": "You are being rate limited.", "retry_after": spent.wait_s, "global": spent.everywhere}
    scope = {"X-RateLimit-Scope": "global" if spent.everywhere else "user"}
    return answer(refusal, 429, {**spent.headers, **scope, **({} if spent.banned else {"Via": "1.1 wire"})})


def _bucket(request: web.Request) -> str:
    resource = request.match_info.route.resource
    return f"{request.method}:{resource.canonical if resource else ''}"
