"""/attack, /odds and /act: everything that somebody does in their turn, and what may come of it."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.service.requests import Choosing
from cogs._guild import guild_only
from cogs._options import MORE, Completing, offering
from cogs._reply import answer
from cogs._talk import Talk, asked

ATTACK = "attack"
ACT = "act"
SHARED = ("target", "weapon", "mode", "rounds", "range_m", "called", "cover", "aim", "modifier")


def _of_what_is_done(what: Choosing, **known: str) -> Completing:
    """Return completions that go by the action that is asked about, an attack if left out."""

    async def offer(interaction: Talk, partial: str) -> list[app_commands.Choice[str]]:
        action = getattr(interaction.namespace, "action", None) or ATTACK
        return await offering(what, action=action, **known)(interaction, partial)

    return offer


_described = app_commands.describe(
    target="Whom you attack",
    attacker="Who attacks; whose turn it is if left out",
    weapon="With what; the weapon in hand if left out",
    mode="How you attack",
    rounds="Rounds fired; more than one is a burst",
    range_m="Metres to the target, if nobody has said yet",
    called="What part of the target you aim for",
    cover="What the target is behind",
    aim="How long you have aimed",
    modifier="Bonus or penalty agreed at the table",
    with_=MORE,
)
_completed = app_commands.autocomplete(
    target=offering(Choosing.TARGET),
    attacker=offering(Choosing.ACTOR),
    weapon=_of_what_is_done(Choosing.INPUT, input="weapon"),
    mode=_of_what_is_done(Choosing.INPUT, input="mode"),
    called=_of_what_is_done(Choosing.INPUT, input="called"),
    cover=_of_what_is_done(Choosing.INPUT, input="cover"),
    aim=_of_what_is_done(Choosing.INPUT, input="aim"),
    with_=_of_what_is_done(Choosing.WORDS),
)


def _given(interaction: Talk) -> dict[str, Any]:
    """Return what an attack and its odds are told alike; their parameters say of it no more than what Discord
    offers."""
    namespace = interaction.namespace
    return {key: getattr(namespace, key) for key in SHARED}


class AttackCommands(commands.Cog):
    """What is done in a turn."""

    @app_commands.command(name="attack", description="Attack somebody")
    @guild_only
    @app_commands.rename(with_="with")
    @_described
    @_completed
    async def attack(
        self,
        interaction: Talk,
        target: str | None = None,
        attacker: str | None = None,
        weapon: str | None = None,
        mode: str | None = None,
        rounds: int | None = None,
        range_m: float | None = None,
        called: str | None = None,
        cover: str | None = None,
        aim: str | None = None,
        modifier: int | None = None,
        with_: str = "",
    ) -> None:
        """Attack; what the channel's system does not know of must be left out."""
        referee, request = asked(interaction)
        await answer(interaction, referee.act(request, attacker, ATTACK, _given(interaction), with_))

    @app_commands.command(name="odds", description="The chances of what you could do, as far as you know")
    @guild_only
    @app_commands.rename(with_="with")
    @_described
    @_completed
    @app_commands.describe(action="What is done; an attack if left out", of="Of what; of a hit if left out")
    @app_commands.autocomplete(action=offering(Choosing.STUDY), of=offering(Choosing.CHANCE))
    async def odds(
        self,
        interaction: Talk,
        target: str | None = None,
        attacker: str | None = None,
        weapon: str | None = None,
        mode: str | None = None,
        rounds: int | None = None,
        range_m: float | None = None,
        called: str | None = None,
        cover: str | None = None,
        aim: str | None = None,
        modifier: int | None = None,
        with_: str = "",
        of: str | None = None,
        action: str | None = None,
    ) -> None:
        """Tell what the very same attack or other action would lead to; nothing happens."""
        referee, request = asked(interaction)
        await answer(
            interaction, referee.odds(request, attacker, action or ATTACK, _given(interaction), with_, of), study=True
        )

    @app_commands.command(name="act", description="Move, reload, change stance, or do anything else")
    @guild_only
    @app_commands.rename(with_="with")
    @app_commands.describe(
        action="What you do",
        actor="Who does it; whose turn it is if left out",
        target="Whom it is about",
        item="What you handle",
        to="Where to on the ground: C4, 20m north of Ann",
        via="By way of where, one after another: C4 then D6",
        behind="Behind what you take cover on the ground",
        area="What you watch on the ground: C4, the gate",
        with_="More of the action's options, as key=value",
    )
    @app_commands.autocomplete(
        action=offering(Choosing.ACTION, command=ACT),
        actor=offering(Choosing.ACTOR),
        target=offering(Choosing.TARGET, input="target"),
        item=offering(Choosing.INPUT, input="item"),
        to=offering(Choosing.PLACE, input="to"),
        via=offering(Choosing.PLACE, input="via"),
        behind=offering(Choosing.PLACE, input="behind"),
        area=offering(Choosing.PLACE, input="area"),
        with_=offering(Choosing.WORDS),
    )
    async def act(
        self,
        interaction: Talk,
        action: str,
        actor: str | None = None,
        target: str | None = None,
        item: str | None = None,
        to: str | None = None,
        via: str | None = None,
        behind: str | None = None,
        area: str | None = None,
        with_: str = "",
    ) -> None:
        """Take any other action."""
        referee, request = asked(interaction)
        given = {"target": target, "item": item, "to": to, "via": via, "behind": behind, "area": area}
        await answer(interaction, referee.act(request, actor, action, given, with_))
