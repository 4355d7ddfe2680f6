"""/mine: what lies in wait in the ground, from the hand that lays it to the hand that takes it away."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.service.requests import Choosing
from cogs._guild import guild_group
from cogs._options import completing_action, offering
from cogs._reply import Talk, answer, asked

MINES = "mines"
INPUTS = ("mine", "kind", "target")

_about = app_commands.describe(
    actor="Who does it; whose turn it is if left out",
    mine="Which mine or minefield",
    kind="Of which kind",
    target="Whom or what it is about",
    distance_m="Metres",
    with_="More of your system's options, as key=value",
)


class Mines(commands.Cog):
    """Mines and minefields."""

    mine = guild_group("mine", "Mines: lay, cross, find and clear them")

    @mine.command(name="list", description="Which mines you know of")
    @app_commands.describe(actor="Whom they are about; everybody if left out")
    @app_commands.autocomplete(actor=offering(Choosing.TARGET))
    async def list_known(self, interaction: Talk, actor: str | None = None) -> None:
        """List the mines that are known."""
        referee, request = asked(interaction)
        await answer(interaction, referee.report(request, MINES, actor))

    @mine.command(name="emplace", description="Lay a mine")
    @_about
    @completing_action("mine_emplace", *INPUTS)
    async def emplace(
        self,
        interaction: Talk,
        actor: str | None = None,
        mine: str | None = None,
        kind: str | None = None,
        target: str | None = None,
        distance_m: float | None = None,
        with_: str = "",
    ) -> None:
        """Lay a mine."""
        await _act(
            interaction, "mine_emplace", actor, with_, mine=mine, kind=kind, target=target, distance_m=distance_m
        )

    @mine.command(name="field", description="Lay a minefield")
    @_about
    @completing_action("mine_field", *INPUTS)
    async def field(
        self,
        interaction: Talk,
        actor: str | None = None,
        mine: str | None = None,
        kind: str | None = None,
        target: str | None = None,
        distance_m: float | None = None,
        with_: str = "",
    ) -> None:
        """Lay a minefield."""
        await _act(interaction, "mine_field", actor, with_, mine=mine, kind=kind, target=target, distance_m=distance_m)

    @mine.command(name="cross", description="Cross a minefield")
    @_about
    @completing_action("mine_cross", *INPUTS)
    async def cross(
        self,
        interaction: Talk,
        actor: str | None = None,
        mine: str | None = None,
        kind: str | None = None,
        target: str | None = None,
        distance_m: float | None = None,
        with_: str = "",
    ) -> None:
        """Cross a minefield."""
        await _act(interaction, "mine_cross", actor, with_, mine=mine, kind=kind, target=target, distance_m=distance_m)

    @mine.command(name="pass", description="Pass by a mine")
    @_about
    @completing_action("mine_pass", *INPUTS)
    async def pass_by(
        self,
        interaction: Talk,
        actor: str | None = None,
        mine: str | None = None,
        kind: str | None = None,
        target: str | None = None,
        distance_m: float | None = None,
        with_: str = "",
    ) -> None:
        """Pass by a mine."""
        await _act(interaction, "mine_pass", actor, with_, mine=mine, kind=kind, target=target, distance_m=distance_m)

    @mine.command(name="trigger", description="Set off a mine that somebody has met")
    @_about
    @completing_action("mine_trigger", *INPUTS)
    async def trigger(
        self,
        interaction: Talk,
        actor: str | None = None,
        mine: str | None = None,
        kind: str | None = None,
        target: str | None = None,
        distance_m: float | None = None,
        with_: str = "",
    ) -> None:
        """Have somebody set off a mine."""
        await _act(
            interaction, "mine_trigger", actor, with_, mine=mine, kind=kind, target=target, distance_m=distance_m
        )

    @mine.command(name="detonate", description="Set off a mine by command")
    @_about
    @completing_action("mine_detonate", *INPUTS)
    async def detonate(
        self,
        interaction: Talk,
        actor: str | None = None,
        mine: str | None = None,
        kind: str | None = None,
        target: str | None = None,
        distance_m: float | None = None,
        with_: str = "",
    ) -> None:
        """Set off a mine by command."""
        await _act(
            interaction, "mine_detonate", actor, with_, mine=mine, kind=kind, target=target, distance_m=distance_m
        )

    @mine.command(name="search", description="Search for mines")
    @_about
    @completing_action("mine_search", *INPUTS)
    async def search(
        self,
        interaction: Talk,
        actor: str | None = None,
        mine: str | None = None,
        kind: str | None = None,
        target: str | None = None,
        distance_m: float | None = None,
        with_: str = "",
    ) -> None:
        """Search for mines."""
        await _act(interaction, "mine_search", actor, with_, mine=mine, kind=kind, target=target, distance_m=distance_m)

    @mine.command(name="mark", description="Mark or map a mine that was found")
    @_about
    @completing_action("mine_mark", *INPUTS)
    async def mark(
        self,
        interaction: Talk,
        actor: str | None = None,
        mine: str | None = None,
        kind: str | None = None,
        target: str | None = None,
        distance_m: float | None = None,
        with_: str = "",
    ) -> None:
        """Mark a mine that was found."""
        await _act(interaction, "mine_mark", actor, with_, mine=mine, kind=kind, target=target, distance_m=distance_m)

    @mine.command(name="disarm", description="Take a mine away, defuse or destroy it")
    @_about
    @completing_action("mine_disarm", *INPUTS)
    async def disarm(
        self,
        interaction: Talk,
        actor: str | None = None,
        mine: str | None = None,
        kind: str | None = None,
        target: str | None = None,
        distance_m: float | None = None,
        with_: str = "",
    ) -> None:
        """Render a mine harmless."""
        await _act(interaction, "mine_disarm", actor, with_, mine=mine, kind=kind, target=target, distance_m=distance_m)


async def _act(interaction: Talk, action: str, actor: str | None, words: str, **given: str | float | None) -> None:
    referee, request = asked(interaction)
    await answer(interaction, referee.act(request, actor, action, given, words))
