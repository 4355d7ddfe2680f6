"""What has done its work with a tap goes from the message that was tapped."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, cast

import discord

from bot.render.limits import MESSAGE
from bot.render.reply import reply_texts
from bot.service.requests import Reply, Verb
from cogs._talk import UNREACHED, Talk
from cogs._view import NOBODY

CHOICES = f"ft:{Verb.ANSWER}:"
SQUADS = f"ft:{Verb.SQUAD}:"
CARRIED_OUT = tuple(f"ft:{verb}:" for verb in (Verb.GO, Verb.GO_ON, Verb.AGAIN, Verb.END))
"""What the custom ids of buttons begin with by which somebody orders what a panel or a question asked them alone."""
ORDERS_ONCE = (
    *CARRIED_OUT,
    CHOICES,
    *(f"ft:choose:{verb}:" for verb in (Verb.HAND, Verb.LOBBY)),
)
"""What the custom ids of buttons and menus begin with that have done all they can when their order is given."""

log = logging.getLogger(__name__)


def spends(interaction: Talk, reply: Reply) -> bool:
    """Tell whether what was tapped has done its work: an order by a message that the asker alone sees.

    A panel or a question to the asker is spent also where the asker alone is answered; a page on which more can be
    chosen never is.
    """
    message, data = interaction.message, cast("Mapping[str, object]", interaction.data or {})
    if message is None or not message.flags.ephemeral or reply.refusal or reply.in_place or reply.panel:
        return False
    if interaction.type is not discord.InteractionType.component:
        return False
    key = str(data.get("custom_id", ""))
    return key.startswith(CARRIED_OUT if reply.ephemeral else ORDERS_ONCE)


async def taken_away(interaction: Talk, closing: Reply) -> None:
    """Take what is spent from the message that was tapped, and say below it what was answered; trackers are renewed
    anyway."""
    message = interaction.message
    if message is None or message.flags.ephemeral:
        return
    tapped = str(cast("Mapping[str, object]", interaction.data or {}).get("custom_id", ""))
    if message.flags.components_v2:
        if tapped.startswith(SQUADS):
            await _rewritten(interaction, message, view=_without_spent(message, tapped))
        return
    left = _without_spent(message, tapped)
    content = "\n".join((message.content, *reply_texts(closing))) if closing.lines else message.content
    content = content if len(content) <= MESSAGE else message.content
    await _rewritten(interaction, message, content=content, view=left if left.children else None)


def _without_spent(message: discord.Message, tapped: str) -> discord.ui.View | discord.ui.LayoutView:
    """Return the buttons of a message without those that have done their work with the one that was ``tapped``.

    All choices of a question are spent at once, and so are the orders for one moment; what only opens a panel stays.
    """
    is_card = message.flags.components_v2
    left = (discord.ui.LayoutView if is_card else discord.ui.View).from_message(message, timeout=None)
    spent = SQUADS if tapped.startswith(SQUADS) else CHOICES
    for item in [*left.walk_children()]:
        key = str(getattr(item, "custom_id", ""))
        if key.startswith(spent) and not key.startswith(f"{SQUADS}:"):
            cast("Any", item.parent or left).remove_item(item)
    for row in [each for each in left.walk_children() if isinstance(each, discord.ui.ActionRow) and not each.children]:
        cast("Any", row.parent or left).remove_item(row)
    left.stop()
    return left


async def _rewritten(interaction: Talk, message: discord.Message, **changes: Any) -> None:
    try:
        await message.edit(**changes, allowed_mentions=NOBODY)
    except UNREACHED as failure:
        log.info("interaction %s: what is spent was not taken away: %r", interaction.id, failure)
