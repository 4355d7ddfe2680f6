"""An attached file may be too large, or not be handed over: then its owner is told, and nothing follows."""

from __future__ import annotations

import logging

import discord

from cogs._reply import refuse
from cogs._talk import UNREACHED, Talk

LARGEST_BYTES = 256 * 1024

log = logging.getLogger(__name__)


async def downloaded(interaction: Talk, file: discord.Attachment, most: int = LARGEST_BYTES) -> bytes | None:
    """Return what is in the file, None where the asker was told why it cannot be read."""
    if file.size > most:
        remedy = f"It may take up to {most // 1024} KiB."
        await refuse(interaction, f"That file is too large: {file.size // 1024} KiB.", remedy)
        return None
    try:
        if interaction.response.type is None:
            await interaction.response.defer(ephemeral=True)  # the download alone may take longer than Discord waits
    except UNREACHED as failure:
        log.info("interaction %s: could not be put off: %r", interaction.id, failure)
    try:
        return await file.read()
    except UNREACHED:
        await refuse(interaction, "Discord did not hand over that file.", "Attach it again.")
        return None
