"""A bot with the real cogs and a referee that answers what it is told to, and remembers what it was asked."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import discord
from discord.ext import commands

from bot.core.options import Choice
from bot.core.wording import line
from bot.service.requests import Reply, Request
from cogs import ALL_COGS
from cogs._gate import Gate
from cogs._reply import apologise


@dataclass(frozen=True)
class Asked:
    method: str
    request: Request
    args: tuple[Any, ...]
    named: dict[str, Any]


@dataclass
class FakeReferee:
    """`outcome` is given or raised by every method that answers, `choices` by those that complete."""

    outcome: Reply | Exception = Reply(lines=(line("Done."),))  # noqa: RUF009  frozen
    choices: list[Choice] | Exception = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)

    @property
    def last(self) -> Asked:
        return self.asked[-1]

    def __getattr__(self, method: str) -> Callable[..., Any]:
        async def answer(request: Request, *args: Any, **named: Any) -> Any:
            self.asked.append(Asked(method, request, args, named))
            result = self.choices if method == "complete" else self.outcome
            if isinstance(result, Exception):
                raise result
            return result

        return answer


class CogBot(commands.Bot):
    def __init__(self, referee: FakeReferee) -> None:
        super().__init__(
            commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Gate,
        )
        self.referee = referee

    async def setup_hook(self) -> None:
        for cog in ALL_COGS:
            await self.add_cog(cog(self))
        self.tree.error(apologise)
        await self.tree.sync()
