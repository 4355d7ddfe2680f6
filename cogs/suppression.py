"""/suppress, /morale and /ambush: fire that keeps heads down, nerves that fail, and fights that begin unseen."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.service.requests import Choosing
from cogs._guild import guild_group, guild_only
from cogs._options import completing_action, offering
from cogs._reply import Talk, answer, asked

SUPPRESS = "suppress"
MORALE = "morale"
THREAT, CALM, BOOST = "morale_threat", "morale_calm", "morale_boost"
SET, DETECT, SPRING = "ambush_set", "ambush_detect", "ambush_spring"
MORE = "More of your system's options, as key=value"

_about_morale = app_commands.describe(
    actor="Who does it; whose turn it is if left out", target="Whom it is about", amount="How much", with_=MORE
)
_about_ambush = app_commands.describe(
    actor="Who acts for the ambush", target="Whom it is about", side="Which side it is about", with_=MORE
)


class Suppression(commands.Cog):
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
        with_=MORE,
    )
    @completing_action(SUPPRESS, "weapon", "target", "area", "mode")
    async def suppress(
        self,
        interaction: Talk,
        actor: str | None = None,
        weapon: str | None = None,
        target: str | None = None,
        area: str | None = None,
        rounds: int | None = None,
        mode: str | None = None,
        with_: str = "",
    ) -> None:
        """Keep an area under fire."""
        referee, request = asked(interaction)
        given = {"weapon": weapon, "target": target, "area": area, "rounds": rounds, "mode": mode}
        await answer(interaction, referee.act(request, actor, SUPPRESS, given, with_))

    @morale.command(name="show", description="Whose nerves hold, as far as you know")
    @app_commands.describe(actor="Whose; everybody's if left out")
    @app_commands.autocomplete(actor=offering(Choosing.TARGET))
    async def morale_show(self, interaction: Talk, actor: str | None = None) -> None:
        """Look at morale."""
        referee, request = asked(interaction)
        await answer(interaction, referee.report(request, MORALE, actor))

    @morale.command(name="threat", description="Put somebody under threat, or lift it")
    @_about_morale
    @completing_action(THREAT, "target")
    async def morale_threat(
        self,
        interaction: Talk,
        actor: str | None = None,
        target: str | None = None,
        amount: int | None = None,
        with_: str = "",
    ) -> None:
        """Change what somebody is up against: where nobody does it, it is theirs alone."""
        await _nerve(interaction, THREAT, actor or target, target, amount, with_)

    @morale.command(name="calm", description="Calm somebody down")
    @_about_morale
    @completing_action(CALM, "target")
    async def morale_calm(
        self,
        interaction: Talk,
        actor: str | None = None,
        target: str | None = None,
        amount: int | None = None,
        with_: str = "",
    ) -> None:
        """Calm somebody down."""
        await _nerve(interaction, CALM, actor, target, amount, with_)

    @morale.command(name="boost", description="Give somebody heart")
    @_about_morale
    @completing_action(BOOST, "target")
    async def morale_boost(
        self,
        interaction: Talk,
        actor: str | None = None,
        target: str | None = None,
        amount: int | None = None,
        with_: str = "",
    ) -> None:
        """Give somebody heart."""
        await _nerve(interaction, BOOST, actor, target, amount, with_)

    @ambush.command(name="set", description="GM: prepare an ambush in secret")
    @_about_ambush
    @completing_action(SET, "target", "side")
    async def ambush_set(
        self,
        interaction: Talk,
        actor: str | None = None,
        target: str | None = None,
        side: str | None = None,
        with_: str = "",
    ) -> None:
        """Prepare an ambush."""
        await _lurk(interaction, SET, actor, target, side, with_)

    @ambush.command(name="detect", description="GM: see whether an ambush is noticed")
    @_about_ambush
    @completing_action(DETECT, "target", "side")
    async def ambush_detect(
        self,
        interaction: Talk,
        actor: str | None = None,
        target: str | None = None,
        side: str | None = None,
        with_: str = "",
    ) -> None:
        """Roll for those who may notice an ambush."""
        await _lurk(interaction, DETECT, actor, target, side, with_)

    @ambush.command(name="spring", description="GM: spring an ambush")
    @_about_ambush
    @completing_action(SPRING, "target", "side")
    async def ambush_spring(
        self,
        interaction: Talk,
        actor: str | None = None,
        target: str | None = None,
        side: str | None = None,
        with_: str = "",
    ) -> None:
        """Spring an ambush."""
        await _lurk(interaction, SPRING, actor, target, side, with_)


async def _nerve(
    interaction: Talk, action: str, actor: str | None, target: str | None, amount: int | None, words: str
) -> None:
    referee, request = asked(interaction)
    await answer(interaction, referee.act(request, actor, action, {"target": target, "amount": amount}, words))


async def _lurk(
    interaction: Talk, action: str, actor: str | None, target: str | None, side: str | None, words: str
) -> None:
    referee, request = asked(interaction)
    await answer(interaction, referee.act(request, actor, action, {"target": target, "side": side}, words))
