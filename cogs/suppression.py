"""/suppress, /morale and /ambush: fire that keeps heads down, nerves that fail, and fights that begin unseen."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.service.requests import Choosing
from cogs._guild import guild_group, guild_only
from cogs._options import MORE, action_of, completing_action, offering
from cogs._reply import answer
from cogs._talk import Talk, asked

SUPPRESS = "suppress"
MORALE = "morale"
THREAT = "morale_threat"
AMBUSHES = "ambushes"

_about_morale = app_commands.describe(
    actor="Who does it; whose turn it is if left out", target="Whom it is about", amount="How much", with_=MORE
)
_about_ambush = app_commands.describe(
    actor="Who acts for the ambush", target="Whom it is about", side="Which side it is about", with_=MORE
)


class SuppressionCommands(commands.Cog):
    """What is done to nerves, and by surprise."""

    morale = guild_group("morale", "Threat, calm and nerve")
    ambush = guild_group("ambush", "GM: ambushes, secret until they are sprung")

    @app_commands.command(name=SUPPRESS, description="GM: keep an area under fire")
    @guild_only
    @app_commands.describe(
        actor="Who fires; whose turn it is if left out",
        weapon="With what; the weapon in hand if left out",
        target="At whom, or at whose place",
        area="Which area is kept under fire",
        rounds="Rounds fired",
        mode="How it is fired",
        to="Where it lies on the ground: C4, 20m north of Ann",
        with_=MORE,
    )
    @app_commands.autocomplete(to=offering(Choosing.PLACE))
    @completing_action("weapon", "target", "area", "mode")
    async def suppress(
        self,
        interaction: Talk,
        actor: str | None = None,
        weapon: str | None = None,
        target: str | None = None,
        area: str | None = None,
        rounds: int | None = None,
        mode: str | None = None,
        to: str | None = None,
        with_: str = "",
    ) -> None:
        """Keep an area under fire."""
        referee, request = asked(interaction)
        given = {"weapon": weapon, "target": target, "area": area, "rounds": rounds, "mode": mode, "to": to}
        await answer(interaction, referee.act(request, actor, SUPPRESS, given, with_))

    @morale.command(name="show", description="Whose nerves hold, as far as you know")
    @app_commands.describe(actor="Whose; everybody's if left out")
    @app_commands.autocomplete(actor=offering(Choosing.TARGET))
    async def morale_show(self, interaction: Talk, actor: str | None = None) -> None:
        """Look at morale."""
        referee, request = asked(interaction)
        await answer(interaction, referee.report(request, MORALE, actor))

    @_about_morale
    @completing_action("target")
    async def _nerve(
        self,
        interaction: Talk,
        actor: str | None = None,
        target: str | None = None,
        amount: int | None = None,
        with_: str = "",
    ) -> None:
        referee, request = asked(interaction)
        action, given = action_of(interaction), {"target": target, "amount": amount}
        who = actor or target if action == THREAT else actor  # a threat that nobody makes is its victim's own
        await answer(interaction, referee.act(request, who, action, given, with_))

    morale_threat = morale.command(name="threat", description="Put somebody under threat, or lift it")(_nerve)
    morale_calm = morale.command(name="calm", description="Calm somebody down")(_nerve)
    morale_boost = morale.command(name="boost", description="Give somebody heart")(_nerve)

    @ambush.command(name="list", description="GM: which ambushes lie in wait")
    @app_commands.describe(actor="Whose; everybody's if left out")
    @app_commands.autocomplete(actor=offering(Choosing.TARGET))
    async def ambush_list(self, interaction: Talk, actor: str | None = None) -> None:
        """List the ambushes that are prepared."""
        referee, request = asked(interaction)
        await answer(interaction, referee.report(request, AMBUSHES, actor))

    @_about_ambush
    @completing_action("target", "side")
    async def _lurk(
        self,
        interaction: Talk,
        actor: str | None = None,
        target: str | None = None,
        side: str | None = None,
        with_: str = "",
    ) -> None:
        referee, request = asked(interaction)
        given = {"target": target, "side": side}
        await answer(interaction, referee.act(request, actor, action_of(interaction), given, with_))

    ambush_set = ambush.command(name="set", description="GM: prepare an ambush in secret")(_lurk)
    ambush_detect = ambush.command(name="detect", description="GM: see whether an ambush is noticed")(_lurk)
    ambush_spring = ambush.command(name="spring", description="GM: spring an ambush")(_lurk)
