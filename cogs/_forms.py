"""How a form that was filled in is read: by its custom id, so that it may come to another process than opened it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot.core.errors import RuleViolation
from bot.service.requests import PANEL_FORM, Reply
from bot.service.sheets.sheet_files import NPC_FORM, SHEET_FORM
from cogs._panel import state_of
from cogs._reply import answer, tapped_on
from cogs._talk import Talk, asked
from cogs._view import FORM_PREFIX, FORM_TEMPLATE, OF_A_CLAIM, OF_SOMEBODY_NEW


async def handed_in(interaction: Talk) -> None:
    """Hand a form that was filled in to the referee."""
    await answer(interaction, _judged(interaction))


def is_form(interaction: Talk) -> bool:
    """Tell whether an interaction is a form of ours that somebody has filled in."""
    data: Mapping[str, Any] = interaction.data or {}
    is_modal = interaction.type is discord.InteractionType.modal_submit
    return is_modal and str(data.get("custom_id", "")).startswith(FORM_PREFIX)


async def _judged(interaction: Talk) -> Reply:
    data: Mapping[str, Any] = interaction.data or {}
    referee, request = asked(interaction)
    form = FORM_TEMPLATE.fullmatch(str(data.get("custom_id")))
    if form is None:
        raise _in_pieces()
    argument, values = form["argument"], dict(_values(data.get("components")))
    if argument.startswith(OF_A_CLAIM):
        return await referee.claim_fill(request, argument.removeprefix(OF_A_CLAIM), values)
    if argument.startswith(OF_SOMEBODY_NEW):
        return await referee.sheet_make(request, argument.removeprefix(OF_SOMEBODY_NEW), values)
    if argument == SHEET_FORM.argument:
        text = values.get("text", "").encode("utf-8", "replace")
        return await referee.sheet_import(request, text, values.get("name", "").strip() or None)
    if argument == PANEL_FORM:
        tapped_on(request.user_id)
        return await referee.panel_fill(request, state_of(interaction.message), values)
    if argument == NPC_FORM.argument:
        return await referee.npc_fill(request, values)
    return await referee.sheet_fill(request, argument, values)


def _values(components: Any) -> Iterator[tuple[str, str]]:
    """Yield every text of a form by the key of its blank, which Discord wraps into its label.

    Raises:
        RuleViolation: that is no form that anybody could have filled in.
    """
    if not isinstance(components, list) or not components:
        raise _in_pieces()
    for component in components:
        match component:
            case {"component": {"custom_id": str(key), "value": str(text)}}:
                yield key, text
            case _:
                raise _in_pieces()


def _in_pieces() -> RuleViolation:
    return RuleViolation("That form did not arrive whole.", "Open it from its menu once more.")
