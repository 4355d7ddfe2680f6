"""/map: where everybody is."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.errors import RuleViolation
from bot.render.file_reading import MAP, read_file
from bot.render.strange_pictures import LARGEST_BYTES
from bot.service.requests import Choosing, OnGround, Reply, refused
from cogs._files import downloaded
from cogs._guild import guild_group
from cogs._options import offering
from cogs._reply import answer, permitted, refuse
from cogs._talk import Talk, asked


class GroundCommands(commands.Cog):
    """The ground of a fight, on which everybody has a place."""

    ground = guild_group("map", "The ground: where everybody is")

    @ground.command(name="show", description="Where those are whom you see")
    async def show(self, interaction: Talk) -> None:
        """Show the ground."""
        referee, request = asked(interaction)
        await answer(interaction, referee.map_show(request))

    @ground.command(name="use", description="GM: give everybody a place")
    @app_commands.describe(
        range_m="How far apart the sides begin, in metres",
        ground="A ready ground, with zones in which they begin",
    )
    @app_commands.autocomplete(ground=offering(Choosing.GROUND))
    async def use(self, interaction: Talk, range_m: float | None = None, ground: str = "") -> None:
        """Lay a ground."""
        referee, request = asked(interaction)
        await answer(interaction, referee.map_use(request, range_m, ground))

    @ground.command(name="place", description="GM: put people somewhere on the ground")
    @app_commands.describe(
        who="Somebody, a side, all of one name, or several with commas",
        at="Where: C4, 12,30, 20m north of Ann, behind Ann",
        spread="Metres from one to the next, where they are several",
        reason="Why, for the log",
    )
    @app_commands.autocomplete(who=offering(Choosing.TARGET), at=offering(Choosing.PLACE))
    async def place(self, interaction: Talk, who: str, at: str, spread: float = 3.0, reason: str = "") -> None:
        """Put people somewhere."""
        referee, request = asked(interaction)
        await answer(interaction, referee.map_place(request, who, at, spread, reason))

    @ground.command(name="piece", description="GM: put a thing on the ground, change it, or take it away")
    @app_commands.describe(
        name="What it is called: truck, north wall",
        material="What it is made of",
        at="Where it is, or begins: C4, 12,30, 20m north of Ann",
        to="Where it ends; of a line with corners: D4 then D6",
        shape="Its shape from above; without it a point or a line",
        wide_m="How wide it is, where it is round, in metres",
        high_m="How high it is, in metres; else as its material usually is",
        hides="Whether nobody sees through it; else as its material",
        blocks="Whether nobody walks through it; else as its material",
        opened="A door or window: whether it is open",
        stops="Its Armor or level; else as its material",
        hidden="Whether only GMs know of it",
        remove="Take it off the ground",
    )
    @app_commands.autocomplete(
        name=offering(Choosing.PIECE),
        material=offering(Choosing.MATERIAL),
        at=offering(Choosing.PLACE),
        to=offering(Choosing.PLACE),
    )
    async def piece(
        self,
        interaction: Talk,
        name: str,
        material: str = "",
        at: str = "",
        to: str = "",
        shape: Literal["point", "line", "box", "circle"] | None = None,
        wide_m: float | None = None,
        high_m: float | None = None,
        hides: bool | None = None,
        blocks: bool | None = None,
        opened: bool | None = None,
        stops: app_commands.Range[int, 0, 200] | None = None,
        hidden: bool | None = None,
        remove: bool = False,
    ) -> None:
        """Put a thing on the ground."""
        said = OnGround(
            name=name,
            shape=shape or "",
            at=at,
            to=to,
            wide_m=wide_m,
            high_m=high_m,
            material=material,
            hides=hides,
            blocks=blocks,
            opened=opened,
            hidden=hidden,
            stops=stops,
            remove=remove,
        )
        referee, request = asked(interaction)
        await answer(interaction, referee.map_piece(request, said))

    @ground.command(name="area", description="GM: mark an area of the ground, change it, or lift the mark")
    @app_commands.describe(
        name="What it is called: minefield, deep mud",
        at="Where it is, or begins: C4, 12,30, 20m north of Ann",
        to="Where it ends, or the corner that faces it",
        shape="Its shape from above; without it a box",
        wide_m="Metres wide: a circle, a lane, a cone at its end",
        high_m="How high it reaches, in metres, where it hides",
        hides="Whether it is hard to see through",
        hidden="Whether only GMs know of it",
        remove="Lift the mark",
    )
    @app_commands.autocomplete(name=offering(Choosing.AREA), at=offering(Choosing.PLACE), to=offering(Choosing.PLACE))
    async def area(
        self,
        interaction: Talk,
        name: str,
        at: str = "",
        to: str = "",
        shape: Literal["box", "circle", "lane", "cone"] | None = None,
        wide_m: float | None = None,
        high_m: float | None = None,
        hides: bool | None = None,
        hidden: bool | None = None,
        remove: bool = False,
    ) -> None:
        """Mark an area of the ground."""
        said = OnGround(
            name=name,
            shape=shape or "",
            at=at,
            to=to,
            wide_m=wide_m,
            high_m=high_m,
            hides=hides,
            hidden=hidden,
            remove=remove,
        )
        referee, request = asked(interaction)
        await answer(interaction, referee.map_area(request, said))

    @ground.command(name="import", description="GM: keep a map of this server, to be used as a ground")
    @app_commands.describe(
        name="What it is called",
        file="A .uvtt, .dd2vtt or .df2vtt file, or a picture",
        square_m="Metres of a square of the file; 1.5 if left out",
        metres_wide="How many metres wide a plain picture is",
        remove="Remove the map of that name instead",
    )
    @app_commands.autocomplete(name=offering(Choosing.MAP))
    async def read(
        self,
        interaction: Talk,
        name: str,
        file: discord.Attachment | None = None,
        square_m: float | None = None,
        metres_wide: float | None = None,
        remove: bool = False,
    ) -> None:
        """Import a map, or remove one."""
        referee, request = asked(interaction)
        if remove:
            await answer(interaction, referee.map_remove(request, name))
        elif await permitted(interaction, referee.map_importable(request, name)) is None:
            return
        elif file is None:
            await refuse(interaction, "There is no map to read.", MAP.works)
        elif (content := await downloaded(interaction, file, LARGEST_BYTES)) is not None:
            await answer(interaction, _imported(interaction, name, content, square_m, metres_wide))

    @ground.command(name="list", description="What stands on the ground, as far as you know")
    async def list(self, interaction: Talk) -> None:
        """List the things and areas of the ground."""
        referee, request = asked(interaction)
        await answer(interaction, referee.map_list(request))


async def _imported(
    interaction: Talk, name: str, content: bytes, square_m: float | None, metres_wide: float | None
) -> Reply:
    """Return what is answered to a map file, which is read before the transaction that keeps it."""
    referee, request = asked(interaction)
    try:
        found = await read_file(MAP, content)
    except RuleViolation as refusal:
        return refused(refusal)
    return await referee.map_import(request, name, found, square_m, metres_wide)
