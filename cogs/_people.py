"""Whom a command may name as a player: Discord offers every user, bots too, which play nobody."""

from __future__ import annotations

import discord

from bot.core.errors import RuleViolation

User = discord.User | discord.Member


def player(user: User) -> User:
    """Return a user who was named as one who plays, or is to.

    Raises:
        RuleViolation: it is a bot, which would never act or accept anything.
    """
    if user.bot:
        raise RuleViolation(f"{user.display_name} is a bot, and plays nobody.", "Name somebody who plays here.")
    return user
