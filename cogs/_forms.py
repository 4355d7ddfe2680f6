"""How a form that was filled in is read: by its custom id, so that it may come to another process than opened it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord

from cogs._reply import Talk, answer, asked
from cogs._view import FORM_PREFIX


async def handed_in(interaction: Talk) -> None:
    """Hand a form that was filled in to the referee."""
    data: Mapping[str, Any] = interaction.data or {}
    referee, request = asked(interaction)
    values = dict(_values(data.get("components", ())))
    await answer(interaction, referee.sheet_fill(request, str(data["custom_id"]).removeprefix(FORM_PREFIX), values))


def is_form(interaction: Talk) -> bool:
    """Whether an interaction is a form of ours that somebody has filled in."""
    data: Mapping[str, Any] = interaction.data or {}
    is_modal = interaction.type is discord.InteractionType.modal_submit
    return is_modal and str(data.get("custom_id", "")).startswith(FORM_PREFIX)


def _values(components: Any) -> Iterator[tuple[str, str]]:
    """Every text of a form by the key of its blank, which Discord wraps into its label."""
    for component in components:
        blank = component["component"]
        yield str(blank["custom_id"]), str(blank["value"])
