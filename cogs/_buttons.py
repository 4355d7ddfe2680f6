"""How a click is read: by its custom id alone, so that every button and menu outlives the process that showed it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import discord
import msgspec

from bot.core.errors import RuleViolation
from bot.service.requests import Reply, Verb
from bot.service.sheets.cards import CardPage
from cogs._panel import PICK_TEMPLATE, is_panel, state_of
from cogs._reply import answer, tapped_on
from cogs._talk import Talk, asked
from cogs._view import CHOICE_TEMPLATE, MENU_TEMPLATE, SHEET_ID, TEMPLATE, layout_of, view_of

__all__ = ["clicked", "is_click", "layout_of", "view_of"]

BOUND_TO_A_MOMENT = (
    Verb.ANSWER,
    Verb.GO_ON,
    Verb.ACT,
    Verb.AGAIN,
    Verb.AGREE,
    Verb.SETTLE,
    Verb.ACCEPT,
    Verb.ERASE,
    Verb.GO,
)  # these carry a key that works once
NEWEST = "Use the newest one, or type the command; if the bot is just being renewed, in a moment."
SETTLED = re.compile(r"[0-9]{1,18}\.[a-z]+")
OF_A_SHEET = re.compile(rf"{SHEET_ID}\..+", re.DOTALL)
SHAPES = {
    Verb.AGREE: OF_A_SHEET,
    Verb.SETTLE: SETTLED,
    Verb.ACCEPT: re.compile(SHEET_ID),
    Verb.PROOF: re.compile(SHEET_ID),
    Verb.SAME_AGAIN: re.compile(SHEET_ID),
    Verb.WHY: re.compile(r"[0-9]{1,9}\.g?[0-9]{1,9}"),
    Verb.SHEET: re.compile(rf"({'|'.join(CardPage)})\.({SHEET_ID}|@.+)", re.DOTALL),
}
TOO_LARGE = re.compile(r"[0-9]{19}")  # no number that is stored has so many digits


def is_click(interaction: Talk) -> bool:
    """Tell whether somebody has clicked a button or chosen from a menu."""
    return interaction.type is discord.InteractionType.component


async def clicked(interaction: Talk) -> None:
    """Hand a click to the referee, who knows whether it still counts, and whose sheet a menu is about."""
    await answer(interaction, _judged(interaction))


async def _judged(interaction: Talk) -> Reply:
    data: Mapping[str, Any] = interaction.data or {}
    referee, request = asked(interaction)
    key = str(data.get("custom_id"))
    tapped_on(request.user_id)
    if pick := PICK_TEMPLATE.fullmatch(key):
        return await referee.panel_step(
            request, state_of(interaction.message), pick["key"], _chosen(data.get("values"))
        )
    if menu := MENU_TEMPLATE.fullmatch(key):
        return await referee.sheet_step(request, menu["argument"], _chosen(data.get("values")))
    if choice := CHOICE_TEMPLATE.fullmatch(key):
        chosen = f"{choice['argument']}.{_chosen(data.get('values'))}"
        return await referee.click(request, Verb(choice["verb"]), chosen, "")
    if button := TEMPLATE.fullmatch(key):
        verb, argument, once = Verb(button["verb"]), button["argument"], button["once"]
        if verb is Verb.GO:
            return await referee.panel_go(request, state_of(interaction.message), once)
        if verb is Verb.FILL:
            return await referee.panel_form(request, state_of(interaction.message))
        if _could_be_ours(verb, argument, once):
            reply = await referee.click(request, verb, argument, once)
            return msgspec.structs.replace(reply, in_place=_can_stand_there(reply, interaction.message))
    raise RuleViolation("That button is none of mine.", NEWEST)


def _can_stand_there(reply: Reply, message: discord.Message | None) -> bool:
    """Tell whether an answer is written over the message that was tapped: a card stays a card, and words stay words."""
    if reply.panel:
        return is_panel(message)
    is_card = message is not None and message.flags.components_v2
    return reply.in_place and (reply.refusal or is_card == (reply.sheet is not None))


def _chosen(values: Any) -> str:
    """Return the one step that was chosen from a menu.

    Raises:
        RuleViolation: there is not exactly one.
    """
    match values:
        case [str(value)] if value:
            return value
        case _:
            raise RuleViolation("Nothing was chosen.", "Choose one step of the menu.")


def _could_be_ours(verb: Verb, argument: str, once: str) -> bool:
    """Tell whether a button of ours can have carried that."""
    if verb in BOUND_TO_A_MOMENT and not once:
        return False
    shape = SHAPES.get(verb)
    return not TOO_LARGE.search(argument) and (shape is None or bool(shape.fullmatch(argument)))
