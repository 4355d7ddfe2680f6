"""Which commands are let in: those that hold what was registered, in a shape that the cogs can rely on.

Discord checks what people type, but not what it forgets to send along, and a client can be made to send anything.
discord.py raises whatever it happens to raise on such commands, far from anybody who could answer. So each is read
before it is carried out, and whoever typed one that makes no sense is told.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from cogs._reply import CHANGED, apologise, refuse
from cogs._talk import LARGEST_ID, UNREACHED, Talk
from cogs._trail import follow

LONGEST_TEXT = 6000
LARGEST_NUMBER = 2**53
TREE_LOG = "discord.app_commands.tree"
Kind = discord.AppCommandOptionType

log = logging.getLogger(__name__)


class Gate(app_commands.CommandTree[Any]):
    """The commands, and who is let in to them."""

    def __init__(self, client: Any, **options: Any) -> None:
        super().__init__(client, **options)
        self._registered: dict[app_commands.Command[Any, ..., Any], Mapping[str, Kind]] = {}
        logging.getLogger(TREE_LOG).addFilter(_is_a_mishap)

    async def interaction_check(self, interaction: Talk, /) -> bool:
        """Tell whether a command can be carried out; where it cannot, whoever typed it is told."""
        follow(interaction.id)
        if self._is_whole(interaction):
            return True
        if interaction.type is not discord.InteractionType.autocomplete:
            await _turned_down(interaction)
        return False

    def _is_whole(self, interaction: Talk) -> bool:
        """Tell whether every option is known and holds what it was registered for; while somebody types, none need be
        finished.

        One that is not known was registered by a newer version: a command without it would do something else.
        """
        try:
            command, given = interaction.command, dict(iter(interaction.namespace))
        except Exception as error:  # discord.py does not foresee it, and raises what it happens to meet
            log.warning("interaction %s is malformed: %s", interaction.id, type(error).__name__)
            return False
        if interaction.type is discord.InteractionType.autocomplete or not isinstance(command, app_commands.Command):
            return True  # a command that is not known is answered for elsewhere
        kinds = self._kinds(command)
        return all(name in kinds and _fits(kinds[name], value) for name, value in given.items())

    def _kinds(self, command: app_commands.Command[Any, ..., Any]) -> Mapping[str, Kind]:
        """Return what each option of a command was registered for, which stays the same."""
        if command not in self._registered:
            self._registered[command] = {each.display_name: each.type for each in command.parameters}
        return self._registered[command]


async def _turned_down(interaction: Talk) -> None:
    try:
        await refuse(interaction, "Discord sent me something else than that command asks for.", CHANGED)
    except UNREACHED as error:
        await apologise(interaction, error)


def _fits(kind: Kind, value: Any) -> bool:
    """Tell whether a value is one of its kind; of users, roles and files, Discord must have said more than the id."""
    match kind:
        case Kind.string:
            return isinstance(value, str) and len(value) <= LONGEST_TEXT
        case Kind.integer:
            return type(value) is int and abs(value) < LARGEST_NUMBER
        case Kind.number:
            return isinstance(value, float) and math.isfinite(value) and abs(value) < LARGEST_NUMBER
        case Kind.boolean:
            return isinstance(value, bool)
        case Kind.user:
            return isinstance(value, discord.Member | discord.User) and value.id < LARGEST_ID
        case Kind.role:
            return isinstance(value, discord.Role) and value.id < LARGEST_ID
        case Kind.attachment:
            return isinstance(value, discord.Attachment)
        case _:
            return True


def _is_a_mishap(record: logging.LogRecord) -> bool:
    """Tell whether discord.py may log an error as one: not where Discord did not take a completion in time."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, UNREACHED):
        log.info("nothing was completed: %r", error)
    return not isinstance(error, UNREACHED)
