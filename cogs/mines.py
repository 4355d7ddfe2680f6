"""/mine: what lies in wait in the ground, from the hand that lays it to the hand that takes it away."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.service.requests import Choosing
from cogs._guild import guild_group
from cogs._options import MORE, action_of, completing_action, offering
from cogs._reply import answer
from cogs._talk import Talk, asked

MINES = "mines"

_about = app_commands.describe(
    actor="Who does it; whose turn it is if left out",
    mine="Which mine or minefield",
    kind="Of which kind",
    target="Whom or what it is about",
    distance_m="Metres",
    with_=MORE,
)


class MinesCommands(commands.Cog):
    """Mines and minefields."""

    mine = guild_group("mine", "Mines: lay, cross, find and clear them")

    @mine.command(name="list", description="Which mines you know of")
    @app_commands.describe(actor="Whom they are about; everybody if left out")
    @app_commands.autocomplete(actor=offering(Choosing.TARGET))
    async def list_known(self, interaction: Talk, actor: str | None = None) -> None:
        """List the mines that are known."""
        referee, request = asked(interaction)
        await answer(interaction, referee.report(request, MINES, actor))

    @_about
    @completing_action("mine", "kind", "target")
    async def _act(
        self,
        interaction: Talk,
        actor: str | None = None,
        mine: str | None = None,
        kind: str | None = None,
        target: str | None = None,
        distance_m: float | None = None,
        with_: str = "",
    ) -> None:
        referee, request = asked(interaction)
        given = {"mine": mine, "kind": kind, "target": target, "distance_m": distance_m}
        await answer(interaction, referee.act(request, actor, action_of(interaction), given, with_))

    @_about
    @app_commands.describe(to="Where it lies on the ground: C4, 20m north of Ann")
    @app_commands.autocomplete(to=offering(Choosing.PLACE))
    @completing_action("mine", "kind", "target")
    async def _lay(
        self,
        interaction: Talk,
        actor: str | None = None,
        mine: str | None = None,
        kind: str | None = None,
        target: str | None = None,
        distance_m: float | None = None,
        to: str | None = None,
        with_: str = "",
    ) -> None:
        referee, request = asked(interaction)
        given = {"mine": mine, "kind": kind, "target": target, "distance_m": distance_m, "to": to}
        await answer(interaction, referee.act(request, actor, action_of(interaction), given, with_))

    emplace = mine.command(name="emplace", description="Lay a mine")(_lay)
    field = mine.command(name="field", description="Lay a minefield")(_lay)
    cross = mine.command(name="cross", description="Cross a minefield")(_act)
    pass_by = mine.command(name="pass", description="Pass by a mine")(_act)
    trigger = mine.command(name="trigger", description="Set off a mine that somebody has met")(_act)
    detonate = mine.command(name="detonate", description="Set off a mine by command")(_act)
    search = mine.command(name="search", description="Search for mines")(_act)
    mark = mine.command(name="mark", description="Mark or map a mine that was found")(_act)
    disarm = mine.command(name="disarm", description="Take a mine away, defuse or destroy it")(_act)
