"""/init: who fights, in which order, and whose turn it is."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.service.requests import Choosing
from cogs._guild import guild_group
from cogs._options import MORE, offering, offering_inputs_of
from cogs._people import player
from cogs._reply import answer
from cogs._talk import Talk, asked

ACTOR = offering(Choosing.ACTOR)
ANYONE = offering(Choosing.TARGET)
CORRECT, HOLD = "correct", "hold"


class InitiativeCommands(commands.Cog):
    """The course of a fight."""

    init = guild_group("init", "Run a fight: order of action, turns, distances")

    @init.command(name="start", description="Open a fight here, with a log thread of its own")
    @app_commands.describe(
        title="What the fight is called",
        range_m="Everybody gets a place, the sides so far apart",
        ground="Everybody gets a place on a ready ground",
        now="Begin though nobody has joined; no has people gather",
    )
    @app_commands.autocomplete(ground=offering(Choosing.GROUND))
    async def start(
        self,
        interaction: Talk,
        title: str = "",
        range_m: float | None = None,
        ground: str = "",
        now: bool | None = None,
    ) -> None:
        """Open a fight, or have people gather for one."""
        referee, request = asked(interaction)
        await answer(interaction, referee.init_start(request, title, range_m, ground, now=now))

    @init.command(name="join", description="Bring your character into the fight")
    @app_commands.describe(sheet="Which of your sheets; the one in use if left out", side="Whom they fight for")
    @app_commands.autocomplete(sheet=offering(Choosing.SHEET))
    async def join(self, interaction: Talk, sheet: str | None = None, side: str | None = None) -> None:
        """Bring a sheet into the scene."""
        referee, request = asked(interaction)
        await answer(interaction, referee.init_join(request, sheet, side))

    @init.command(name="next", description="Go on without waiting: take the default")
    @app_commands.describe(actor="For whom; everybody who is to act if left out")
    @app_commands.autocomplete(actor=ACTOR)
    async def go_on(self, interaction: Talk, actor: str | None = None) -> None:
        """Take the default of whoever is to act."""
        referee, request = asked(interaction)
        await answer(interaction, referee.init_next(request, actor))

    @init.command(name="status", description="Where the fight stands, as far as you can see")
    async def status(self, interaction: Talk) -> None:
        """Show the fight."""
        referee, request = asked(interaction)
        await answer(interaction, referee.init_status(request))

    @init.command(name="claims", description="GM: what players said of the scene, to be settled")
    async def claims(self, interaction: Talk) -> None:
        """List what players said."""
        referee, request = asked(interaction)
        await answer(interaction, referee.init_claims(request))

    @init.command(name="press", description="Go on fighting without a pause")
    @app_commands.describe(actor="Who; whose turn it is if left out")
    @app_commands.autocomplete(actor=ACTOR)
    async def press(self, interaction: Talk, actor: str | None = None) -> None:
        """Press on."""
        referee, request = asked(interaction)
        await answer(interaction, referee.act(request, actor, "press"))

    @init.command(name="hold", description="Hold back: let a pause begin, or wait")
    @app_commands.rename(with_="with")
    @app_commands.describe(actor="Who; whose turn it is if left out", with_=MORE)
    @app_commands.autocomplete(actor=ACTOR, with_=offering(Choosing.WORDS, action=HOLD))
    async def hold(self, interaction: Talk, actor: str | None = None, with_: str = "") -> None:
        """Hold back."""
        referee, request = asked(interaction)
        await answer(interaction, referee.act(request, actor, HOLD, {}, with_))

    @init.command(name="range", description="Say how far apart two combatants are")
    @app_commands.describe(actor="One of them", target="The other", range_m="Metres between them")
    @app_commands.autocomplete(actor=ANYONE, target=ANYONE)
    async def distance(self, interaction: Talk, actor: str, target: str, range_m: float) -> None:
        """Set a distance."""
        referee, request = asked(interaction)
        await answer(interaction, referee.init_range(request, actor, target, range_m))

    @init.command(name="set", description="GM: set initiative, ammunition or wounds right")
    @app_commands.describe(actor="Of whom", what="What is wrong", value="What it should be", with_="More, as key=value")
    @app_commands.rename(with_="with")
    @app_commands.autocomplete(
        actor=ANYONE,
        what=offering_inputs_of(CORRECT, "init"),
        value=offering(Choosing.INPUT, action=CORRECT),
        with_=offering(Choosing.WORDS, action=CORRECT),
    )
    async def correct(self, interaction: Talk, actor: str, what: str, value: str, with_: str = "") -> None:
        """Correct a combatant by hand."""
        referee, request = asked(interaction)
        await answer(interaction, referee.act(request, actor, CORRECT, {what.strip().casefold(): value}, with_))

    @init.command(name="show", description="GM: reveal somebody hidden, or hide somebody")
    @app_commands.describe(actor="Whom", hidden="Hide them instead")
    @app_commands.autocomplete(actor=ANYONE)
    async def show(self, interaction: Talk, actor: str, hidden: bool = False) -> None:
        """Reveal or hide a combatant."""
        referee, request = asked(interaction)
        await answer(interaction, referee.init_show(request, actor, hidden=hidden))

    @init.command(name="hand", description="Have somebody play on for an absent player")
    @app_commands.describe(actor="For whom", to="Who plays on; the GM if left out", back="Give it back to its player")
    @app_commands.autocomplete(actor=ACTOR)
    async def hand(self, interaction: Talk, actor: str, to: discord.User | None = None, back: bool = False) -> None:
        """Hand somebody over, or back."""
        referee, request = asked(interaction)
        await answer(interaction, referee.init_hand(request, actor, player(to).id if to else None, back=back))

    @init.command(name="remove", description="Take somebody out of the fight")
    @app_commands.describe(actor="Whom")
    @app_commands.autocomplete(actor=ANYONE)
    async def remove(self, interaction: Talk, actor: str) -> None:
        """Release a combatant."""
        referee, request = asked(interaction)
        await answer(interaction, referee.init_remove(request, actor))

    @init.command(name="end", description="Close the fight and sum it up")
    async def end(self, interaction: Talk) -> None:
        """Close the fight."""
        referee, request = asked(interaction)
        await answer(interaction, referee.init_end(request))
