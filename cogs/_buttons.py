"""Which buttons and menus outlive a restart: one kind of each, read back from its custom id."""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from bot.service.requests import Verb
from cogs._reply import Talk, answer, asked
from cogs._view import MENU_TEMPLATE, TEMPLATE, view_of

__all__ = ["ALL_BUTTONS", "RefereeButton", "RefereeMenu", "view_of"]


class RefereeButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=TEMPLATE):
    """A button of a reply or of the tracker; the click goes to the referee, who knows whether it still counts."""

    def __init__(self, item: discord.ui.Button[Any], verb: Verb, argument: str, once: str) -> None:
        super().__init__(item)
        self.verb = verb
        self.argument = argument
        self.once = once

    @classmethod
    async def from_custom_id(
        cls,
        interaction: Talk,  # noqa: ARG003  it says nothing that the custom id does not
        item: discord.ui.Item[Any],
        match: re.Match[str],
    ) -> Self:
        """The button that was clicked, as its custom id tells it."""
        if not isinstance(item, discord.ui.Button):
            raise TypeError(f"a {type(item).__name__} carries the custom id of a button")
        return cls(item, Verb(match["verb"]), match["argument"], match["once"])

    async def callback(self, interaction: Talk) -> None:
        """Hand the click to the referee."""
        referee, request = asked(interaction)
        await answer(interaction, referee.click(request, self.verb, self.argument, self.once))


class RefereeMenu(discord.ui.DynamicItem[discord.ui.Select[Any]], template=MENU_TEMPLATE):
    """The steps of making a character; the choice goes to the referee, who knows whose sheet it is."""

    def __init__(self, item: discord.ui.Select[Any], argument: str) -> None:
        super().__init__(item)
        self.argument = argument

    @classmethod
    async def from_custom_id(
        cls,
        interaction: Talk,  # noqa: ARG003  it says nothing that the custom id does not
        item: discord.ui.Item[Any],
        match: re.Match[str],
    ) -> Self:
        """The menu that was used, as its custom id tells it."""
        if not isinstance(item, discord.ui.Select):
            raise TypeError(f"a {type(item).__name__} carries the custom id of a menu")
        return cls(item, match["argument"])

    async def callback(self, interaction: Talk) -> None:
        """Hand the choice to the referee."""
        referee, request = asked(interaction)
        await answer(interaction, referee.sheet_step(request, self.argument, self.item.values[0]))


ALL_BUTTONS = (RefereeButton, RefereeMenu)
