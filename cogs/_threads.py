"""What threads Discord has where: those who speak have none, and forums and announcements no private ones."""

from __future__ import annotations

import discord


def parent_of(place: object) -> object:
    """Return the channel that a thread hangs on, None where it is not known, and what is no thread as it is."""
    return place.parent if isinstance(place, discord.Thread) else place


def has_threads(channel: object) -> bool:
    """Tell whether a thread can be opened in a channel; what is not known is taken for one that can."""
    return not isinstance(channel, discord.VoiceChannel | discord.StageChannel)


def has_private_threads(channel: object) -> bool:
    """Tell whether a private thread can be opened in a channel; what is not known is taken for one that can."""
    if isinstance(channel, discord.TextChannel):
        return not channel.is_news()
    return has_threads(channel) and not isinstance(channel, discord.ForumChannel)


def is_reached(place: object) -> bool:
    """Tell whether the bot can write in a place beside its answers: into a private thread it must have been let.

    Those that it sees it knows, but for archived ones, where nothing can be typed.
    """
    if not isinstance(place, discord.Thread) or not place.is_private():
        return True
    return place.guild.get_thread(place.id) is not None
