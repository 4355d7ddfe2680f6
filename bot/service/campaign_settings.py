"""A campaign's settings as they are kept, and what holds where a channel's lie over the server's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.core.errors import NewerError
from bot.service.requests import Request
from bot.service.switches import switches_of
from bot.service.systems import AnyRuleset


class CampaignSettings(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What was settled for a channel or a server; empty is not settled. ``gm_roles`` are names by role id."""

    ruleset: str = ""
    title: str = ""
    options: dict[str, Any] = {}
    gm_roles: dict[str, str] = {}


_decoder = msgspec.json.Decoder(CampaignSettings)


def kept(data: bytes | None) -> CampaignSettings:
    """Return settings from their row, or none.

    Raises:
        NewerError: a newer version keeps more in them.
    """
    try:
        return _decoder.decode(data) if data else CampaignSettings()
    except msgspec.ValidationError as error:
        raise NewerError(str(error)) from error


def laid_over(server: CampaignSettings, channel: CampaignSettings, default: str) -> CampaignSettings:
    """Return what holds in a channel."""
    return CampaignSettings(
        channel.ruleset or server.ruleset or default,
        channel.title or server.title,
        {**server.options, **channel.options},
        channel.gm_roles or server.gm_roles,
    )


def is_gm(settings: CampaignSettings, request: Request) -> bool:
    """Tell whether the asker is a GM: by a role of the campaign, or by Manage Server where it names none."""
    if settings.gm_roles:
        return any(str(role) in settings.gm_roles for role in request.role_ids)
    return request.manages_server


def options_of(ruleset: AnyRuleset, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the switches of a system as a chapter freezes them: defaults, what was chosen, and the table cells
    overridden.

    A cell is an option with a dot in its key; one that nobody touched stays in its table.
    """
    switches = switches_of(ruleset)
    defaults = {key: spec.default for key, spec in switches.items() if "." not in key}
    return {**defaults, **{key: value for key, value in chosen.items() if key in switches}}
