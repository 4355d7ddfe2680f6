"""How options complete: what each holds, and as what the service is told of the others typed beside it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from discord import app_commands

from bot.core.options import LONGEST_CHOICE, Choice
from bot.service.requests import Choosing
from cogs._talk import Talk, asked

C = TypeVar("C", bound=Callable[..., object])
Choices = list[app_commands.Choice[str]]
Completing = Callable[[Talk, str], Coroutine[Any, Any, Choices]]

MORE = "More of your system's options, as key=value"
"""What is said of the option ``with``, which takes what the system of a channel knows beside the others."""

# Options that the service knows by another name too.
RENAMED = {"attacker": "actor", "amount": "damage", "name": "sheet", "what": "input"}

log = logging.getLogger(__name__)


def offering(what: Choosing, **known: str) -> Completing:
    """Return completions of one kind; ``known`` is said beside what was typed into the other options."""

    async def offer(interaction: Talk, partial: str) -> Choices:
        return await _quietly(_looked_up(interaction, what, partial, known))

    return offer


def offering_inputs_of(action: str, command: str) -> Completing:
    """Return the names of an action's inputs, to those who may take it."""
    return offering(Choosing.INPUTS, action=action, command=command)


def offering_input(action: str, key: str) -> Completing:
    """Return the values of one input of an action, where the channel's system has both."""
    return offering(Choosing.INPUT, action=action, input=key)


def action_of(interaction: Talk) -> str:
    """Return the action that a command takes: its whole name, such as ``mine_emplace`` for /mine emplace."""
    command = interaction.command
    return command.qualified_name.replace(" ", "_") if command else ""


def completing_action(*keys: str) -> Callable[[C], C]:
    """Decorate the function of commands that take the action of their name: actor, the inputs named, and words."""
    inputs = {key: _offering_own(Choosing.INPUT, input=key) for key in keys}
    offered = {"actor": offering(Choosing.ACTOR), "with_": _offering_own(Choosing.WORDS), **inputs}

    def decorated(function: C) -> C:
        return app_commands.rename(with_="with")(app_commands.autocomplete(**offered)(function))

    return decorated


def _offering_own(what: Choosing, **known: str) -> Completing:
    async def offer(interaction: Talk, partial: str) -> Choices:
        return await _quietly(_looked_up(interaction, what, partial, {**known, "action": action_of(interaction)}))

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


def _typed(interaction: Talk) -> dict[str, Any]:
    """Return what stands in the options already, users by their ids, files left out."""
    given = ((key, getattr(value, "id", value) if key == "to" else value) for key, value in interaction.namespace)
    typed = {key: value for key, value in given if isinstance(value, str | int | float)}
    return {**typed, **{RENAMED.get(key, key): value for key, value in typed.items()}}


def _shown(choice: Choice) -> app_commands.Choice[str]:
    return app_commands.Choice(name=(choice.label or choice.value)[:LONGEST_CHOICE], value=choice.value)
