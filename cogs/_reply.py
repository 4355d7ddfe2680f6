"""How what came of a request reaches its asker, even past a lost callback.

Discord may fail to take an answer at any moment: a connection ends, its servers are busy, the asker has gone away. None
of that is a mishap of ours, and nobody is left to be told of it, so it is logged in a line and that is all.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Sequence

import aiohttp
import discord
import msgspec
from discord import app_commands

from bot.core.errors import RuleViolation
from bot.render.limits import ANSWERS
from bot.render.reply import plain_text, reply_texts
from bot.render.sheet_card import sheet_text
from bot.service.requests import Attachment, Form, PanelState, Reply, refused
from cogs._message import edited, extras, pictured, written_over
from cogs._spent import spends, taken_away
from cogs._talk import UNREACHED, Talk, asked, typed_command
from cogs._trail import passed
from cogs._view import NOBODY, lobby_said, modal_of

PATIENCE_S = 1.5  # Discord forgets a command after three
FIRST_WORD_S = 1.0  # what gives way lets another process that heard of the same answer first
LOOKED_BACK = 50  # messages among which a lobby is looked for
GONE = "gone"  # under this key an interaction keeps that nobody waits for its answer
LATE = "late"  # under this key an interaction keeps what is said where it was put off
ALREADY_ANSWERED = 40060
UNKNOWN_INTERACTION = 10062
GONE_FOR_GOOD = (10008, 10015, UNKNOWN_INTERACTION, 50027, ALREADY_ANSWERED)  # the message, the token, the moment
TOO_MANY = 429
CHANGED = "Reload Discord and type it again; if the bot is just being renewed, in a moment."
COUNTING: dict[int, asyncio.Future[Reply]] = {}
"""What is being counted for the panels that people look at, by user."""

log = logging.getLogger(__name__)


class AskerGoneError(Exception):
    """Nobody waits for the answer any more."""


async def answer(interaction: Talk, coming: Awaitable[Reply], *, study: bool = False) -> None:
    """Say what the referee answers; a broken rule is refused, and whatever else broke is apologised for.

    What is only looked into, a ``study``, is given up when nobody waits for it any more; an order never is.
    """
    try:
        reply = await (_while_wanted if study else _in_time)(interaction, coming)
    except AskerGoneError:
        log.info("interaction %s: its asker has gone, and it was given up", interaction.id)
        return
    except Exception as error:  # nobody else would answer for a button
        await _excused(interaction, error)
        return
    if reply.gives_way:
        await asyncio.sleep(FIRST_WORD_S)
    try:
        await deliver(interaction, reply)
        if reply.panel and not reply.panel.counted:
            await _counted_behind(interaction, reply.panel.state)
    except Exception as error:
        await apologise(interaction, error)


async def _counted_behind(interaction: Talk, state: PanelState) -> None:
    """Write over a panel what takes long to count, unless whoever looks at it has tapped on."""
    referee, request = asked(interaction)
    counting = asyncio.ensure_future(referee.panel_counted(request, state))
    COUNTING[request.user_id] = counting
    try:
        reply = await counting
    except asyncio.CancelledError:
        log.info("interaction %s: its panel has changed, and was not counted", interaction.id)
        return
    finally:
        is_looked_at = COUNTING.get(request.user_id) is counting
        if is_looked_at:
            del COUNTING[request.user_id]
    if reply.panel and is_looked_at:
        await interaction.edit_original_response(**edited("", reply))


def tapped_on(user_id: int) -> None:
    """Cut off what is still counted for a panel that somebody has left or changed."""
    counting = COUNTING.pop(user_id, None)
    if counting is not None:
        counting.cancel()


async def _while_wanted(interaction: Talk, coming: Awaitable[Reply]) -> Reply:
    """Return what the referee answers, unless Discord says meanwhile that nobody waits.

    Raises:
        AskerGoneError: nobody waits, and the work was cancelled.
    """
    work = asyncio.ensure_future(coming)
    try:
        return await _in_time(interaction, work, work.cancel)
    except asyncio.CancelledError:
        if GONE in interaction.extras:
            raise AskerGoneError from None
        raise


async def _in_time(interaction: Talk, coming: Awaitable[Reply], gone: Callable[[], object] | None = None) -> Reply:
    """Return what the referee answers; where that takes long, Discord is asked to wait, and nobody else sees it wait.

    ``gone`` is called where Discord knows of nobody who waits.
    """
    loop, late = asyncio.get_running_loop(), list[asyncio.Task[None]]()
    clock = loop.call_later(PATIENCE_S, lambda: late.append(loop.create_task(_put_off(interaction, gone))))
    try:
        return await coming
    finally:
        clock.cancel()
        for task in late:
            await task


async def _put_off(interaction: Talk, gone: Callable[[], object] | None) -> None:
    """Ask Discord to wait; where it will not, the answer itself may still get through."""
    if interaction.response.type is not None:
        return
    try:
        await interaction.response.defer(ephemeral=True, thinking=True)
        interaction.extras[LATE] = "That took a moment: here it is."
    except UNREACHED as failure:
        log.info("interaction %s: could not be put off: %r", interaction.id, failure)
        if gone is not None and isinstance(failure, discord.NotFound) and failure.code == UNKNOWN_INTERACTION:
            interaction.extras[GONE] = True
            gone()


async def permitted(interaction: Talk, coming: Awaitable[Reply]) -> Reply | None:
    """Return what the referee answers before a file is fetched, None where it refused and the asker was told so."""
    may = await _in_time(interaction, coming)
    if may.refusal:
        await deliver(interaction, may)
        return None
    return may


async def refuse(interaction: Talk, message: str, remedy: str) -> None:
    """Turn somebody down before the referee is asked."""
    await deliver(interaction, giving_way(RuleViolation(message, remedy)))


async def deliver(interaction: Talk, reply: Reply) -> None:
    """Send a Reply; what is too long even for several messages comes as a file behind the first of them."""
    try:
        await _delivered(interaction, reply)
    finally:
        if reply.direct and (write_to := getattr(interaction.client, "write_to", None)):
            await write_to(reply.direct)
    told_all = getattr(interaction.client, "told_all", None)
    if told_all and interaction.channel and not (reply.ephemeral or reply.form or reply.in_place):
        told_all(interaction.channel.id)
    if reply.doubted and (look_for := getattr(interaction.client, "look_for", None)):
        await look_for(reply.doubted)
    passed("refused" if reply.refusal else "answered", asked=_logged_as(interaction))


def _logged_as(interaction: Talk) -> str:
    """Return what was typed or clicked, in a word for the log."""
    try:
        typed = typed_command(interaction)
    except Exception:  # it makes no sense, and discord.py raises what it happens to meet
        typed = ""
    return f"/{typed}" if typed else interaction.type.name


async def _delivered(interaction: Talk, reply: Reply) -> None:
    if reply.form is not None:
        if interaction.response.type is None:
            await _opened(interaction, reply.form)
            return
        reply = refused(RuleViolation("That took too long to open.", "Choose it once more."))
    reply = await pictured(interaction, reply)
    first, *more = [sheet_text(reply)] if reply.sheet else reply_texts(reply)
    if len(more) >= ANSWERS:
        whole = Attachment("answer.txt", plain_text(reply).encode("utf-8", "replace"))
        reply, more = msgspec.structs.replace(reply, attachment=reply.attachment or whole), []
    follows = interaction.response.type is None and spends(interaction, reply) and not reply.ephemeral
    if await _said(interaction, first, reply):
        if follows:
            await _followed(interaction, first, reply)
        await _continued(interaction, more, ephemeral=reply.ephemeral)
        if reply.aloud:
            await _continued(interaction, reply_texts(Reply(lines=reply.aloud)), ephemeral=False)
        if reply.apart:
            await _continued(interaction, reply_texts(Reply(lines=reply.apart)), ephemeral=True)
        if reply.board:
            await _renewed(interaction, reply.board, reply.board_id)
        if reply.gathers:
            await _gathered(interaction)
        if reply.spent:
            await taken_away(interaction, Reply(lines=reply.closing))


async def _followed(interaction: Talk, text: str, reply: Reply) -> None:
    """Tell everybody what came of a tap in private, which shows in the place of what was tapped already."""
    try:
        await interaction.followup.send(**extras(text, reply))
    except UNREACHED as failure:
        log.warning("interaction %s: what all may read did not arrive: %r", interaction.id, failure)


async def _renewed(interaction: Talk, board: Reply, message_id: int) -> None:
    """Write what is new over a message that others look at; what cannot be is renewed by the next who taps there."""
    if not isinstance(interaction.channel, discord.TextChannel | discord.VoiceChannel | discord.Thread):
        return
    try:
        await interaction.channel.get_partial_message(message_id).edit(**edited(reply_texts(board)[0], board))
    except UNREACHED as failure:
        log.info("interaction %s: the board was not renewed: %r", interaction.id, failure)


async def _gathered(interaction: Talk) -> None:
    """Have the newest lobby of the channel show who is here; where the past may not be read, the next tap does.

    Which message that is, nobody keeps: all that a lobby knows stands in its buttons.
    """
    if not isinstance(interaction.channel, discord.TextChannel | discord.VoiceChannel | discord.Thread):
        return
    referee, request = asked(interaction)
    try:
        async for message in interaction.channel.history(limit=LOOKED_BACK):
            if message.author == interaction.client.user and (said := lobby_said(message)):
                board = await referee.lobby(request, said)
                if not board.refusal:
                    await _renewed(interaction, board, message.id)
                return
    except UNREACHED as failure:
        log.info("interaction %s: no lobby was found: %r", interaction.id, failure)


async def _opened(interaction: Talk, form: Form) -> None:
    """Open a form; where it is not known whether it did, whoever waits for it can choose it again."""
    try:
        await interaction.response.send_modal(modal_of(form))
    except UNREACHED as error:
        if not _uncertain(error):
            raise
        log.info("interaction %s: not known whether the form opened: %r", interaction.id, error)


async def apologise(interaction: Talk, error: BaseException) -> None:
    """Answer for an error; one that is not the asker's is logged under the reference that they are told."""
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    if _cut_off(cause) or interaction.type is discord.InteractionType.autocomplete:
        log.warning("interaction %s: the answer did not arrive: %r", interaction.id, cause)
    else:
        await _excused(interaction, cause)


async def _excused(interaction: Talk, cause: BaseException) -> None:
    try:
        await deliver(interaction, _excuse(interaction, cause))
    except UNREACHED as failure:
        log.warning("interaction %s: the apology did not arrive: %r", interaction.id, failure)


def _cut_off(error: BaseException) -> bool:
    """Tell whether Discord was not reached, or knows of nobody who waits: then nobody can be told, and nobody is
    wrong."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == TOO_MANY or error.code in GONE_FOR_GOOD
    return isinstance(error, UNREACHED)


def _excuse(interaction: Talk, cause: BaseException) -> Reply:
    match cause:
        case RuleViolation():
            return giving_way(cause)
        case app_commands.AppCommandError():
            return giving_way(RuleViolation("That command has changed.", CHANGED))
        case _:
            return _broken(interaction, cause)


def giving_way(refusal: RuleViolation) -> Reply:
    """Return the refusal of what never came to the referee: a newer version of the bot may know it, and have
    answered."""
    return msgspec.structs.replace(refused(refusal), gives_way=True)


def _broken(interaction: Talk, cause: BaseException) -> Reply:
    reference = hashlib.sha256(str(interaction.id).encode()).hexdigest()[:8]
    log.error("interaction %s failed, reference %s", interaction.id, reference, exc_info=cause)
    told = RuleViolation(
        f"That is my fault, not yours. Reference: {reference}.",
        "See /log show for whether it counted; tell whoever runs this bot the reference.",
    )
    return msgspec.structs.replace(refused(told), title="Something went wrong", refusal=False)


async def _said(interaction: Talk, text: str, reply: Reply) -> bool:
    """Send the first page; whether the others are to follow."""
    match interaction.response.type:
        case None:
            return await _answered(interaction, text, reply)
        case discord.InteractionResponseType.deferred_channel_message:
            await _said_late(interaction, text, reply)
        case _:
            await interaction.followup.send(ephemeral=reply.ephemeral, **extras(text, reply))
    return True


async def _said_late(interaction: Talk, text: str, reply: Reply) -> None:
    """Fill in the answer that was put off; what everybody may read, but was put off unseen, follows it."""
    if reply.gives_way and not (await interaction.original_response()).flags.loading:
        log.info("interaction %s: another process has answered", interaction.id)
        return
    if reply.ephemeral or LATE not in interaction.extras:
        await _filled_in(interaction, text, reply)
        return
    try:
        await interaction.edit_original_response(content=interaction.extras[LATE], allowed_mentions=NOBODY)
    except UNREACHED as failure:
        log.warning("interaction %s: the wait was not ended: %r", interaction.id, failure)
    await interaction.followup.send(**extras(text, reply))


async def _filled_in(interaction: Talk, text: str, reply: Reply) -> None:
    """Write an answer over what is there: once more where the connection ended, since twice is the same."""
    try:
        await interaction.edit_original_response(**edited(text, reply))
    except (aiohttp.ClientError, OSError) as failure:
        log.info("interaction %s: not known whether the answer arrived: %r", interaction.id, failure)
        await interaction.edit_original_response(**edited(text, reply))


async def _answered(interaction: Talk, text: str, reply: Reply) -> bool:
    try:
        await _sent(interaction, text, reply)
    except UNREACHED as error:
        if not _uncertain(error):
            raise
        log.info("interaction %s: not known whether the answer arrived: %r", interaction.id, error)
        if reply.gives_way and isinstance(error, discord.HTTPException) and error.code == ALREADY_ANSWERED:
            return False
        return await _answered_again(interaction, text, reply, error)
    return True


async def _sent(interaction: Talk, text: str, reply: Reply) -> None:
    if (reply.in_place or spends(interaction, reply)) and interaction.message is not None:
        await interaction.response.edit_message(**written_over(interaction, text, reply))
    else:
        await interaction.response.send_message(ephemeral=reply.ephemeral, **extras(text, reply))


def _uncertain(error: BaseException) -> bool:
    """Tell whether Discord may have taken the answer, or taken one before."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.code in (ALREADY_ANSWERED, UNKNOWN_INTERACTION)
    return True


async def _answered_again(interaction: Talk, text: str, reply: Reply, error: BaseException) -> bool:
    """Write the answer over the one that may be there; where a dead connection left none, send it once more.

    Where there was an answer already, whoever gave it sends the other pages.
    """
    try:
        await interaction.edit_original_response(**written_over(interaction, text, reply))
        return not isinstance(error, discord.HTTPException)
    except UNREACHED as failure:
        if isinstance(error, discord.HTTPException) or not isinstance(failure, discord.NotFound):
            log.warning("interaction %s: the answer did not arrive: %r", interaction.id, failure)
            return False
    return await _sent_once_more(interaction, text, reply)


async def _sent_once_more(interaction: Talk, text: str, reply: Reply) -> bool:
    try:
        await _sent(interaction, text, reply)
    except UNREACHED as failure:
        log.warning("interaction %s: the answer did not arrive: %r", interaction.id, failure)
        return False
    return True


async def _continued(interaction: Talk, texts: Sequence[str], *, ephemeral: bool) -> None:
    try:
        for text in texts:
            await interaction.followup.send(text, ephemeral=ephemeral, allowed_mentions=NOBODY)
    except UNREACHED as failure:
        log.warning("interaction %s: a further page did not arrive: %r", interaction.id, failure)
