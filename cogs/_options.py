"""How options complete: what each holds, and as what the service is told of the others typed beside it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from discord import app_commands

from bot.core.options import LONGEST_CHOICE, Choice, complete
from bot.service.requests import Choosing
from cogs._reply import Talk, asked

Choices = list[app_commands.Choice[str]]
Completing = Callable[[Talk, str], Coroutine[Any, Any, Choices]]

# Options that the service knows by another name.
RENAMED = {"attacker": "actor", "amount": "damage", "name": "sheet", "what": "input"}

log = logging.getLogger(__name__)


def offering(what: Choosing, **known: str) -> Completing:
    """Completions of one kind; ``known`` is said beside what was typed into the other options."""

    async def offer(interaction: Talk, partial: str) -> Choices:
        return await _quietly(_looked_up(interaction, what, partial, known))

    return offer


def offering_inputs_of(action: str, command: str) -> Completing:
    """The names of an action's inputs, to those who may take it."""

    async def offer(interaction: Talk, partial: str) -> Choices:
        return await _quietly(_inputs(interaction, action, command, partial))

    return offer


async def _quietly(finding: Awaitable[list[Choice]]) -> Choices:
    try:
        found = await finding
    except Exception as error:  # whoever is still typing cannot be answered, and can type on
        log.warning("nothing was completed: %r", error)
        return []
    return [_shown(choice) for choice in found]


async def _looked_up(interaction: Talk, what: Choosing, partial: str, known: dict[str, str]) -> list[Choice]:
    referee, request = asked(interaction)
    return await referee.complete(request, what, partial, {**_typed(interaction), **known})


async def _inputs(interaction: Talk, action: str, command: str, partial: str) -> list[Choice]:
    referee, request = asked(interaction)
    specs = [spec for spec in await referee.actions(request, command) if spec.name == action]
    return complete((Choice(item.key, f"{item.key}: {item.about}") for spec in specs for item in spec.inputs), partial)


def _typed(interaction: Talk) -> dict[str, Any]:
    """What stands in the options already, users and files left out."""
    typed = {RENAMED.get(key, key): value for key, value in interaction.namespace}
    return {key: value for key, value in typed.items() if isinstance(value, str | int | float)}


def _shown(choice: Choice) -> app_commands.Choice[str]:
    return app_commands.Choice(name=(choice.label or choice.value)[:LONGEST_CHOICE], value=choice.value)
