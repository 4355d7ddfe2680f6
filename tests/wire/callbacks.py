"""Interactions over REST: the first response, once and within three seconds, and the webhook that follows it."""

from __future__ import annotations

import time
from typing import Final

from aiohttp import web

from tests.wire import bodies
from tests.wire.channels import Channels
from tests.wire.faults import answer
from tests.wire.world import EPHEMERAL, LOADING, Attempt, Interaction, Json, Message, Refused, World

DEADLINE_S: Final = 3.0
REPLY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9


class Callbacks:
    """The handlers under /interactions and /webhooks."""

    def __init__(self, world: World, channels: Channels) -> None:
        self.world, self.channels = world, channels
        self.deadline_s = DEADLINE_S
        self.sent_back = 0  # first answers that the bot asked to have sent back as they stand

    def routes(self) -> list[web.RouteDef]:
        """What to mount under the API's root."""
        hook = "/webhooks/{app_id}/{token}"
        return [
            web.post("/interactions/{interaction_id}/{token}/callback", self.respond),
            web.post(hook, self.follow_up),
            web.get(f"{hook}/messages/{{which}}", self.get, allow_head=False),
            web.patch(f"{hook}/messages/{{which}}", self.edit),
            web.delete(f"{hook}/messages/{{which}}", self.delete),
        ]

    async def respond(self, request: web.Request) -> web.Response:
        """The first response; every attempt is recorded, also a refused one (40060, 10062)."""
        interaction = self._interaction(request, 10062, "Unknown interaction")
        body, files = await bodies.read(request)
        attempt = Attempt(body["type"], body.get("data") or {}, time.perf_counter())
        try:
            self._judge(interaction, attempt, has_files=bool(files))
            await self._apply(interaction, attempt, files)
        except Refused as refused:
            attempt.status, attempt.code = refused.status, refused.code
            raise
        finally:
            interaction.attempts.append(attempt)
            interaction.signal.fire()
        if request.query.get("with_response", "false") in ("1", "true"):
            self.sent_back += 1
            return answer(_receipt(interaction, attempt.kind))
        return answer(None, 204)

    async def follow_up(self, request: web.Request) -> web.Response:
        """POST: fills a deferred answer first, then adds messages. There is no nonce here."""
        interaction = self._responded(request)
        body, files = await bodies.read(request)
        bodies.check_message(body, has_files=bool(files))
        if interaction.waiting and interaction.original is not None:
            return await self._rewrite(interaction, interaction.original, body, files)
        message = await self._post(interaction, body, files)
        interaction.followups.append(message)
        interaction.signal.fire()
        return answer(message.payload())

    async def get(self, request: web.Request) -> web.Response:
        """GET @original or a followup."""
        return answer(self._which(request)[1].payload())

    async def edit(self, request: web.Request) -> web.Response:
        """PATCH @original or a followup."""
        interaction, message = self._which(request)
        body, files = await bodies.read(request)
        bodies.check_message(body, has_files=bool(files), new=False)
        return await self._rewrite(interaction, message, body, files)

    async def delete(self, request: web.Request) -> web.Response:
        """DELETE @original or a followup."""
        interaction, message = self._which(request)
        if interaction.original is message:
            interaction.original = None
        channel = self.world.channels.get(message.channel_id)
        if channel is not None:
            channel.messages.pop(message.id, None)
        interaction.signal.fire()
        return answer(None, 204)

    def _judge(self, interaction: Interaction, attempt: Attempt, *, has_files: bool) -> None:
        if interaction.accepted is not None:
            raise Refused(400, 40060, "Interaction has already been acknowledged")
        if attempt.at_s - interaction.sent_at_s > self.deadline_s:
            raise Refused(404, 10062, "Unknown interaction")
        match attempt.kind:
            case 4:
                bodies.check_message(attempt.data, has_files=has_files)
            case 7:
                bodies.check_message(attempt.data, has_files=has_files, new=False)
            case 8:
                bodies.check_choices(attempt.data["choices"])
            case _:
                return

    async def _apply(self, interaction: Interaction, attempt: Attempt, files: dict[str, tuple[str, bytes]]) -> None:
        interaction.accepted = attempt
        match attempt.kind:
            case 4:
                interaction.original = await self._post(interaction, attempt.data, files)
            case 5:
                flags = (attempt.data.get("flags") or 0) | LOADING
                interaction.original = await self._post(interaction, {"flags": flags}, {})
            case 6 | 7:
                await self._update(interaction, attempt)
            case _:
                return

    async def _update(self, interaction: Interaction, attempt: Attempt) -> None:
        message_id = int(interaction.payload["message"]["id"])
        message = self._held(interaction.channel_id, message_id)
        interaction.original = message
        if attempt.kind == UPDATE:
            message.change(attempt.data)
            await self._edited(message)

    def _held(self, channel_id: int, message_id: int) -> Message:
        if message_id in self.world.ephemeral:
            return self.world.ephemeral[message_id]
        return self.world.message(self.world.channel(channel_id), message_id)

    async def _post(self, interaction: Interaction, body: Json, files: dict[str, tuple[str, bytes]]) -> Message:
        message = Message(self.world.ids.next(), interaction.channel_id, self.world.bot, kind=20)
        bodies.fill(message, body, bodies.attach(self.world, self.channels.base, files))
        if message.flags & EPHEMERAL:
            self.world.ephemeral[message.id] = message
        else:
            channel = self.world.channel(interaction.channel_id)
            await self.channels.announce(channel, self.world.say(channel, message))
        return message

    async def _rewrite(
        self, interaction: Interaction, message: Message, body: Json, files: dict[str, tuple[str, bytes]]
    ) -> web.Response:
        message.change(body)
        message.attachments = message.attachments + bodies.attach(self.world, self.channels.base, files)
        message.flags &= ~LOADING
        await self._edited(message)
        interaction.signal.fire()
        return answer(message.payload())

    async def _edited(self, message: Message) -> None:
        if message.id in self.world.ephemeral:
            message.edited = True
            message.edits += 1
            self.world.signal.fire()
        elif message.channel_id in self.world.channels:
            await self.channels.edited(self.world.channels[message.channel_id], message)

    def _interaction(self, request: web.Request, code: int, words: str) -> Interaction:
        interaction = self.world.by_token.get(request.match_info["token"])
        if interaction is None:
            raise Refused(404, code, words)
        return interaction

    def _responded(self, request: web.Request) -> Interaction:
        interaction = self._interaction(request, 10015, "Unknown Webhook")
        if interaction.accepted is None:
            raise Refused(404, 10015, "Unknown Webhook")
        return interaction

    def _which(self, request: web.Request) -> tuple[Interaction, Message]:
        interaction = self._responded(request)
        which = request.match_info["which"]
        known = {str(each.id): each for each in interaction.followups}
        if interaction.original is not None:
            known |= {"@original": interaction.original, str(interaction.original.id): interaction.original}
        if which not in known:
            raise Refused(404, 10008, "Unknown Message")
        return interaction, known[which]


def _receipt(interaction: Interaction, kind: int) -> Json:
    original = interaction.original
    receipt: Json = {"id": str(interaction.id), "type": interaction.payload["type"]}
    resource: Json = {"type": kind}
    if original is not None:
        receipt["response_message_id"] = str(original.id)
        receipt["response_message_loading"] = interaction.waiting
        receipt["response_message_ephemeral"] = original.ephemeral
        if kind in (REPLY, UPDATE):
            resource["message"] = original.payload()
    return {"interaction": receipt, "resource": resource}
