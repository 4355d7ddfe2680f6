"""The bot's own account over REST: who it is, what it registered, and the guilds it may look at."""

from __future__ import annotations

from aiohttp import web

from tests.wire import bodies
from tests.wire.faults import answer
from tests.wire.gateway import Gateway, guild_payload, seen_threads
from tests.wire.world import Guild, Json, Refused, World


class Account:
    """The handlers under /users, /oauth2, /applications, /guilds and /gateway."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world, self.gateway = world, gateway

    def routes(self) -> list[web.RouteDef]:
        """What to mount under the API's root."""
        everywhere, in_guild = "/applications/{app_id}/commands", "/applications/{app_id}/guilds/{guild_id}/commands"
        commands = [
            route
            for path in (everywhere, in_guild)
            for route in (
                web.get(path, self.list_commands, allow_head=False),
                web.put(path, self.put_commands),
                web.post(path, self.add_command),
            )
        ]
        return [
            *commands,
            web.get("/users/@me", self.me, allow_head=False),
            web.get("/users/{user_id}", self.user, allow_head=False),
            web.post("/users/@me/channels", self.direct),
            web.get("/oauth2/applications/@me", self.application, allow_head=False),
            web.get("/applications/@me", self.application, allow_head=False),
            web.get("/gateway/bot", self.gateway_bot, allow_head=False),
            web.get("/guilds/{guild_id}", self.guild, allow_head=False),
            web.get("/guilds/{guild_id}/roles", self.roles, allow_head=False),
            web.get("/guilds/{guild_id}/channels", self.guild_channels, allow_head=False),
            web.get("/guilds/{guild_id}/members/{user_id}", self.member, allow_head=False),
            web.get("/guilds/{guild_id}/threads/active", self.active_threads, allow_head=False),
        ]

    async def me(self, request: web.Request) -> web.Response:
        """GET the bot's user."""
        return answer({**self.world.bot.payload(), "verified": True, "mfa_enabled": False, "locale": "en-US"})

    async def user(self, request: web.Request) -> web.Response:
        """GET a user."""
        return answer(self.world.user(int(request.match_info["user_id"])).payload())

    async def direct(self, request: web.Request) -> web.Response:
        """POST opens direct messages with somebody; whether they take any shows when one is sent."""
        body, _ = await bodies.read(request)
        person = self.world.user(int(body["recipient_id"]))
        if person.bot:
            raise Refused(400, 50007, "Cannot send messages to this user")
        return answer(self.world.direct(person).payload())

    async def application(self, request: web.Request) -> web.Response:
        """GET the application."""
        return answer(
            {
                "id": str(self.world.app_id),
                "name": self.world.bot.name,
                "description": "",
                "icon": None,
                "bot_public": True,
                "bot_require_code_grant": False,
                "verify_key": "0" * 64,
                "flags": 0,
                "owner": self.world.bot.payload(),
                "team": None,
            }
        )

    async def gateway_bot(self, request: web.Request) -> web.Response:
        """GET where the gateway is and how many shards it advises."""
        start = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": self.gateway.at_once}
        return answer({"url": self.gateway.url, "shards": 1, "session_start_limit": start})

    async def list_commands(self, request: web.Request) -> web.Response:
        """GET what is registered."""
        return answer(self.world.commands.get(_scope(request), []))

    async def put_commands(self, request: web.Request) -> web.Response:
        """PUT replaces all; a command keeps its id as long as it keeps its name."""
        body, _ = await bodies.read(request)
        scope = _scope(request)
        self.world.commands[scope] = [self._register(scope, command) for command in body]
        return self._written(self.world.commands[scope])

    async def add_command(self, request: web.Request) -> web.Response:
        """POST adds one or replaces its namesake."""
        body, _ = await bodies.read(request)
        scope = _scope(request)
        command = self._register(scope, body)
        rest = [each for each in self.world.commands.get(scope, []) if each["id"] != command["id"]]
        self.world.commands[scope] = [*rest, command]
        return self._written(command)

    def _written(self, what: object) -> web.Response:
        self.world.command_writes += 1
        self.world.signal.fire()
        return answer(what)

    def _register(self, scope: int | None, command: object) -> Json:
        if not isinstance(command, dict):
            raise Refused(400, 50035, "Invalid Form Body")
        kind = command.get("type", 1)
        own = {"id": str(self.world.command_id(scope, command["name"], kind)), "version": str(self.world.ids.next())}
        where = {"guild_id": str(scope)} if scope else {}
        shape = {"type": kind, "description": command.get("description", ""), "options": command.get("options", [])}
        defaults = {"default_member_permissions": None, "nsfw": False, "contexts": None, "integration_types": [0]}
        return {**defaults, **command, **shape, **own, **where, "application_id": str(self.world.app_id)}

    async def guild(self, request: web.Request) -> web.Response:
        """GET a guild."""
        return answer(guild_payload(self.world, self._guild(request)))

    async def roles(self, request: web.Request) -> web.Response:
        """GET a guild's roles."""
        return answer(self._guild(request).role_payloads())

    async def guild_channels(self, request: web.Request) -> web.Response:
        """GET a guild's channels, without its threads."""
        return answer(guild_payload(self.world, self._guild(request))["channels"])

    async def member(self, request: web.Request) -> web.Response:
        """GET a member."""
        guild, wanted = self._guild(request), int(request.match_info["user_id"])
        for user in guild.people.values():
            if user.id == wanted:
                return answer({**user.member(), "user": user.payload()})
        raise Refused(404, 10007, "Unknown Member")

    async def active_threads(self, request: web.Request) -> web.Response:
        """GET the guild's threads that are not archived."""
        guild = self._guild(request)
        return answer({"threads": [each.payload() for each in seen_threads(self.world, guild)], "members": []})

    def _guild(self, request: web.Request) -> Guild:
        guild = self.world.guilds.get(int(request.match_info["guild_id"]))
        if guild is None:
            raise Refused(404, 10004, "Unknown Guild")
        return guild


def _scope(request: web.Request) -> int | None:
    found = request.match_info.get("guild_id")
    return int(found) if found else None
