"""/damage: wounds and healing that no attack brought about."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.service.requests import Choosing
from cogs._guild import guild_group
from cogs._options import Completing, offering
from cogs._reply import Talk, answer, asked

DAMAGE = "damage"
HEAL = "heal"


def _input(action: str, key: str) -> Completing:
    return offering(Choosing.INPUT, action=action, input=key)


class Damage(commands.Cog):
    """Damage by hand. Whoever is harmed or healed is named as the actor too: the GM may play nobody here."""

    damage = guild_group("damage", "GM: damage and healing by hand")

    @damage.command(name="apply", description="GM: apply damage or a wound")
    @app_commands.rename(with_="with")
    @app_commands.describe(
        target="Who is harmed",
        amount="How much damage",
        degree="How bad the wound is, instead of an amount",
        place="Where; at random if left out",
        with_="More of your system's options, as key=value",
    )
    @app_commands.autocomplete(
        target=offering(Choosing.TARGET),
        degree=_input(DAMAGE, "degree"),
        place=_input(DAMAGE, "place"),
        with_=offering(Choosing.WORDS, action=DAMAGE),
    )
    async def harm(
        self,
        interaction: Talk,
        target: str,
        amount: int | None = None,
        degree: str | None = None,
        place: str | None = None,
        with_: str = "",
    ) -> None:
        """Harm somebody."""
        referee, request = asked(interaction)
        given = {"target": target, "damage": amount, "degree": degree, "place": place}
        await answer(interaction, referee.act(request, target, DAMAGE, given, with_))

    @damage.command(name="heal", description="GM: make a wound better")
    @app_commands.rename(with_="with")
    @app_commands.describe(
        target="Who is healed",
        place="Which wound",
        degree="What is left of it; nothing if left out",
        with_="More of your system's options, as key=value",
    )
    @app_commands.autocomplete(
        target=offering(Choosing.TARGET),
        place=_input(HEAL, "place"),
        degree=_input(HEAL, "degree"),
        with_=offering(Choosing.WORDS, action=HEAL),
    )
    async def heal(
        self,
        interaction: Talk,
        target: str,
        place: str | None = None,
        degree: str | None = None,
        with_: str = "",
    ) -> None:
        """Heal somebody."""
        referee, request = asked(interaction)
        given = {"target": target, "place": place, "degree": degree}
        await answer(interaction, referee.act(request, target, HEAL, given, with_))
