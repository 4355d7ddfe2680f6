"""People who type and click, as far as the cogs look at what Discord tells of it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import discord

from tests.worlds.places import Pressable, pressables

_ids = itertools.count(1_000_000)


@dataclass(frozen=True)
class Answer:
    """One message that came back, or a form that opened; only its asker sees what is ``ephemeral``."""

    text: str
    ephemeral: bool
    buttons: tuple[Pressable, ...] = ()
    file: tuple[str, bytes] | None = None
    deed: str = "answers"


class Person(discord.Member):
    """A member of the server."""

    __slots__ = ("_called", "_number", "hanging", "panel")

    def __init__(self, user_id: int, name: str) -> None:
        self._number, self._called = user_id, name
        self.panel: list[dict[str, Any]] = []
        self.hanging: list[str] = []

    @property
    def id(self) -> int:  # type: ignore[override]
        """The user's id."""
        return self._number

    @property
    def display_name(self) -> str:
        """What the user is called here."""
        return self._called

    @property
    def roles(self) -> list[discord.Role]:
        """The GM manages the server and needs no role."""
        return []


class Typed:
    """The options of a command as discord.py hands them on: what is left out reads as None."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._options = dict(options)

    def __getattr__(self, name: str) -> Any:
        return self._options.get(name)

    def __iter__(self) -> Any:
        return iter(self._options.items())


class Interaction:
    """One command, click or completion, and what was answered to it."""

    def __init__(self, bot: Any, channel_id: int, user: Person, now: datetime, *, gm: bool) -> None:
        self.id = next(_ids)
        self.type = discord.InteractionType.application_command
        self.guild_id = 10
        self.channel = SimpleNamespace(id=channel_id, name="the-table")
        self.user, self.client, self.created_at = user, bot, now
        self.permissions = discord.Permissions(manage_guild=gm)
        self.app_permissions = discord.Permissions(attach_files=True)
        self.command: Any = None
        self.data: dict[str, Any] = {}
        self.namespace = Typed({})
        self.extras: dict[str, Any] = {}
        self.message: Any = None
        self.answers: list[Answer] = []
        self.response = Response(self)
        self.followup = SimpleNamespace(send=self._followed)

    def heard(self, text: str, given: Mapping[str, Any], deed: str = "answers") -> None:
        """Keep an answer."""
        files = [given["file"]] if given.get("file") else list(given.get("attachments", ()))
        file = (files[0].filename, files[0].fp.read()) if files else None
        view = given.get("view")
        if isinstance(view, discord.ui.LayoutView):
            shown: Any = view
            self.user.panel = shown.to_components()
            self.user.hanging = [key for _, key in pressables(view)]
            text = str(self.user.panel)
        self.answers.append(Answer(text, bool(given.get("ephemeral")), pressables(view), file, deed))

    async def _followed(self, content: str = "", **given: Any) -> None:
        self.heard(content, given, "goes on")

    async def edit_original_response(self, *, content: str = "", **given: Any) -> None:
        """Write over the answer, which is read by whoever read it before."""
        self.heard(content, {**given, "ephemeral": self.answers[0].ephemeral}, "edits")


class Response:
    """The first answer to an interaction."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self.type: discord.InteractionResponseType | None = None

    async def send_message(self, content: str = "", **given: Any) -> None:
        """Answer with a message."""
        self.type = discord.InteractionResponseType.channel_message
        self._interaction.heard(content, given)

    async def edit_message(self, *, content: str = "", **given: Any) -> None:
        """Answer by changing the message that was clicked."""
        self.type = discord.InteractionResponseType.message_update
        self._interaction.heard(content, {**given, "ephemeral": True}, "edits")

    async def send_modal(self, modal: discord.ui.Modal) -> None:
        """Answer with a form."""
        self.type = discord.InteractionResponseType.modal
        self._interaction.heard(str(modal.to_dict()), {"ephemeral": True}, "opens")
