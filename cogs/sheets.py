"""/sheet and /npc: characters, from a template or a file into the scene."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.errors import RuleViolation
from bot.render.file_reading import PORTRAIT, read_file
from bot.render.strange_pictures import LARGEST_BYTES
from bot.service.requests import Choosing, Portrait, Reply, refused
from bot.service.sheets.sheet_files import NPC_FORM, SHEET_FORM
from cogs._files import downloaded
from cogs._guild import guild_group
from cogs._options import offering
from cogs._people import player
from cogs._reply import LATE, answer, deliver, permitted, refuse
from cogs._talk import Talk, asked

SHEET = offering(Choosing.SHEET)
TEMPLATE = offering(Choosing.TEMPLATE)
SQUAD = offering(Choosing.SQUAD)
NOT_ONE_SHEET = ("There is not exactly one sheet.", "Attach a file, or paste the text.")


class SheetsCommands(commands.Cog):
    """Character sheets and the GM's combatants."""

    sheet = guild_group("sheet", "Your character sheets")
    npc = guild_group("npc", "Combatants of the GM")

    @sheet.command(name="create", description="Make a character, or go on making one")
    @app_commands.describe(
        name="The character's name; a menu of templates opens without",
        template="What to begin with; an ordinary one if left out",
    )
    @app_commands.autocomplete(template=TEMPLATE)
    async def create(self, interaction: Talk, name: str | None = None, template: str | None = None) -> None:
        """Make a sheet."""
        referee, request = asked(interaction)
        await answer(interaction, referee.sheet_create(request, name, template))

    @sheet.command(name="import", description="Read a sheet from JSON or TOML")
    @app_commands.describe(
        file="A file of at most 256 KiB; a form opens without",
        text="Or the sheet itself, pasted",
        name="A name instead of the one in it",
    )
    async def read(
        self,
        interaction: Talk,
        file: discord.Attachment | None = None,
        text: str | None = None,
        name: str | None = None,
    ) -> None:
        """Import a sheet from a file or from what was pasted."""
        if file is not None and text is not None:
            await refuse(interaction, *NOT_ONE_SHEET)
        elif file is not None:
            await _import_file(interaction, file, name)
        elif text is None:
            await deliver(interaction, Reply(form=SHEET_FORM))
        else:
            referee, request = asked(interaction)
            await answer(interaction, referee.sheet_import(request, text.encode("utf-8", "replace"), name))

    @sheet.command(name="export", description="Get a sheet as a file that can be imported")
    @app_commands.describe(name="Which sheet; the one in use if left out")
    @app_commands.autocomplete(name=SHEET)
    async def export(self, interaction: Talk, name: str | None = None) -> None:
        """Export a sheet."""
        referee, request = asked(interaction)
        await answer(interaction, referee.sheet_export(request, name))

    @sheet.command(name="show", description="Look at a sheet")
    @app_commands.describe(name="Which sheet; the one in use if left out")
    @app_commands.autocomplete(name=SHEET)
    async def show(self, interaction: Talk, name: str | None = None) -> None:
        """Show a sheet."""
        referee, request = asked(interaction)
        await answer(interaction, referee.sheet_show(request, name))

    @sheet.command(name="portrait", description="Give a sheet a portrait, or take it away")
    @app_commands.describe(
        file="A PNG, JPEG or WebP picture",
        url="Or the https address of one, which Discord shows",
        remove="Take the portrait away instead",
        name="Which sheet; the one in use",
    )
    @app_commands.autocomplete(name=SHEET)
    async def portrait(
        self,
        interaction: Talk,
        file: discord.Attachment | None = None,
        url: str | None = None,
        remove: bool = False,
        name: str | None = None,
    ) -> None:
        """Give a sheet a portrait."""
        referee, request = asked(interaction)
        if (file is not None) + (url is not None) + remove != 1:
            await refuse(
                interaction, "There is not exactly one portrait.", f"{PORTRAIT.works} remove:yes takes it away."
            )
        elif remove:
            await answer(interaction, referee.sheet_portrait_remove(request, name))
        elif file is not None:
            may = await permitted(interaction, referee.sheet_portrait_wanted(request, name))
            content = None if may is None else await downloaded(interaction, file, LARGEST_BYTES)
            if may is not None and content is not None:
                await answer(interaction, _pictured(interaction, content, may.title))
        else:
            await answer(interaction, referee.sheet_portrait(request, name, Portrait(url=(url or "").strip())))

    @sheet.command(name="edit", description="Change one place of a sheet")
    @app_commands.describe(
        path="Which place, such as skills.longarm", value="What it should hold", name="Which sheet; the one in use"
    )
    @app_commands.autocomplete(path=offering(Choosing.SHEET_PATH), name=SHEET)
    async def edit(self, interaction: Talk, path: str, value: str, name: str | None = None) -> None:
        """Edit a sheet."""
        referee, request = asked(interaction)
        await answer(interaction, referee.sheet_edit(request, path, value, name))

    @sheet.command(name="improve", description="Spend improvement points")
    @app_commands.describe(what="On what; you are shown all of it if left out", name="Which sheet; the one in use")
    @app_commands.autocomplete(what=offering(Choosing.IMPROVEMENT), name=SHEET)
    async def improve(self, interaction: Talk, what: str | None = None, name: str | None = None) -> None:
        """Improve a character."""
        referee, request = asked(interaction)
        await answer(interaction, referee.sheet_improve(request, what, name))

    @sheet.command(name="award", description="GM: award improvement points")
    @app_commands.describe(
        to="Whose character",
        points="How many; below zero takes them back",
        what="A skill that they are for, or marks; anything if left out",
        name="Which sheet; the one in use",
    )
    @app_commands.autocomplete(what=offering(Choosing.AWARD))
    async def award(
        self, interaction: Talk, to: discord.User, points: int, what: str | None = None, name: str | None = None
    ) -> None:
        """Award improvement points."""
        referee, request = asked(interaction)
        await answer(interaction, referee.sheet_award(request, player(to).id, points, what, name))

    @sheet.command(name="use", description="Choose the sheet that you join fights with")
    @app_commands.describe(name="Which sheet")
    @app_commands.autocomplete(name=SHEET)
    async def use(self, interaction: Talk, name: str) -> None:
        """Choose a sheet."""
        referee, request = asked(interaction)
        await answer(interaction, referee.sheet_use(request, name))

    @sheet.command(name="transfer", description="Offer a sheet to somebody else")
    @app_commands.describe(name="Which sheet", to="Who gets it")
    @app_commands.autocomplete(name=SHEET)
    async def transfer(self, interaction: Talk, name: str, to: discord.User) -> None:
        """Offer a sheet."""
        referee, request = asked(interaction)
        await answer(interaction, referee.sheet_transfer(request, name, player(to).id, to.display_name))

    @sheet.command(name="delete", description="Delete a sheet that is in no fight")
    @app_commands.describe(name="Which sheet")
    @app_commands.autocomplete(name=SHEET)
    async def delete(self, interaction: Talk, name: str) -> None:
        """Delete a sheet."""
        referee, request = asked(interaction)
        await answer(interaction, referee.sheet_delete(request, name))

    @npc.command(name="add", description="GM: bring combatants into the scene")
    @app_commands.describe(
        template="What they are",
        sheet="Or one of your sheets, of which they are copies",
        count="How many",
        side="Whom they fight for",
        hidden="Out of the players' sight",
        name="What they are called",
        at="Where on the ground: C4, 20m north of Ann",
    )
    @app_commands.autocomplete(template=TEMPLATE, sheet=SHEET, at=offering(Choosing.PLACE))
    async def add(
        self,
        interaction: Talk,
        template: str | None = None,
        sheet: str | None = None,
        count: int = 1,
        side: str | None = None,
        hidden: bool = False,
        name: str | None = None,
        at: str | None = None,
    ) -> None:
        """Bring in combatants."""
        referee, request = asked(interaction)
        made = referee.npc_add(request, template, count, side, name, at=at, hidden=hidden, sheet=sheet)
        await answer(interaction, made)

    @npc.command(name="import", description="GM: bring combatants in from JSON or TOML")
    @app_commands.describe(
        file="A file of at most 256 KiB; a form opens without",
        text="Or the sheet itself, pasted",
        name="What they are called, instead of the name in it",
        count="How many",
        side="Whom they fight for",
        hidden="Out of the players' sight",
        at="Where on the ground: C4, 20m north of Ann",
    )
    @app_commands.autocomplete(at=offering(Choosing.PLACE))
    async def npc_import(
        self,
        interaction: Talk,
        file: discord.Attachment | None = None,
        text: str | None = None,
        name: str | None = None,
        count: int = 1,
        side: str | None = None,
        hidden: bool = False,
        at: str | None = None,
    ) -> None:
        """Bring in combatants after a sheet that was written elsewhere."""
        if file is not None and text is not None:
            await refuse(interaction, *NOT_ONE_SHEET)
            return
        referee, request = asked(interaction)
        content = None if text is None else text.encode("utf-8", "replace")
        if file is not None:
            if await permitted(interaction, referee.npc_importable(request, count)) is None:
                return
            content = await downloaded(interaction, file)
            interaction.extras[LATE] = "The file is read: here is what came of it."
        elif content is None:
            await deliver(interaction, Reply(form=NPC_FORM))
        if content is not None:
            made = referee.npc_import(request, content, name, count, side, at=at, hidden=hidden)
            await answer(interaction, made)

    @npc.command(name="squad", description="GM: name a squad, to order them together")
    @app_commands.describe(name="What it is called", members="Who: Guard 1, Guard 2, or all guards; nobody ends it")
    @app_commands.autocomplete(name=SQUAD)
    async def squad(self, interaction: Talk, name: str, members: str | None = None) -> None:
        """Name a squad."""
        referee, request = asked(interaction)
        await answer(interaction, referee.npc_squad(request, name, members))

    @npc.command(name="order", description="GM: tell a squad what to do; without options its buttons")
    @app_commands.describe(squad="Which squad", do="What until told otherwise", at="At whom, toward whom, or a place")
    @app_commands.autocomplete(squad=SQUAD, do=offering(Choosing.DRILL), at=offering(Choosing.TARGET))
    async def order(
        self, interaction: Talk, squad: str | None = None, do: str | None = None, at: str | None = None
    ) -> None:
        """Order a squad."""
        referee, request = asked(interaction)
        await answer(interaction, referee.npc_order(request, squad, do, at))


async def _pictured(interaction: Talk, content: bytes, name: str) -> Reply:
    """Return what is answered to the file of a portrait, which is read before the transaction that keeps it."""
    referee, request = asked(interaction)
    try:
        portrait = await read_file(PORTRAIT, content)
    except RuleViolation as refusal:
        return refused(refusal)
    return await referee.sheet_portrait(request, name, portrait)


async def _import_file(interaction: Talk, file: discord.Attachment, name: str | None) -> None:
    content = await downloaded(interaction, file)
    if content is not None:
        referee, request = asked(interaction)
        await answer(interaction, referee.sheet_import(request, content, name))
