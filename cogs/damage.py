"""/damage and /treat: wounds that no attack brought about, and what is done for the wounded."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.service.requests import Choosing
from cogs._guild import guild_group, guild_only
from cogs._options import MORE, completing_action, offering, offering_input
from cogs._reply import answer
from cogs._talk import Talk, asked

DAMAGE = "damage"
HEAL = "heal"
TREAT = "treat"


class DamageCommands(commands.Cog):
    """Damage by hand. Whoever is harmed or healed is named as the actor too: the GM may play nobody here."""

    damage = guild_group("damage", "GM: damage and healing by hand")

    @damage.command(name="apply", description="GM: apply damage or a wound")
    @app_commands.rename(with_="with")
    @app_commands.describe(
        target="Who is harmed",
        amount="How much damage",
        degree="How bad the wound is, instead of an amount",
        place="Where; at random if left out",
        with_=MORE,
    )
    @app_commands.autocomplete(
        target=offering(Choosing.TARGET),
        degree=offering_input(DAMAGE, "degree"),
        place=offering_input(DAMAGE, "place"),
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
        with_=MORE,
    )
    @app_commands.autocomplete(
        target=offering(Choosing.TARGET),
        place=offering_input(HEAL, "place"),
        degree=offering_input(HEAL, "degree"),
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

    @app_commands.command(name=TREAT, description="Give first aid, or treat a wound")
    @guild_only
    @app_commands.describe(
        actor="Who treats; whose turn it is if left out",
        target="Who is treated",
        place="Which wound",
        item="With what",
        with_=MORE,
    )
    @completing_action("target", "place", "item")
    async def treat(
        self,
        interaction: Talk,
        actor: str | None = None,
        target: str | None = None,
        place: str | None = None,
        item: str | None = None,
        with_: str = "",
    ) -> None:
        """Treat somebody."""
        referee, request = asked(interaction)
        given = {"target": target, "place": place, "item": item}
        await answer(interaction, referee.act(request, actor, TREAT, given, with_))
