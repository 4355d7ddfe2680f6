"""A campaign's settings as they are kept, and what holds where a channel's lie over the server's."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
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


MOST_SETTLED = 512  # channels that are played in at a time

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


@lru_cache(MOST_SETTLED)
def laid_over(server_row: bytes | None, channel_row: bytes | None, default: str, guild_id: int) -> CampaignSettings:
    """Return what holds in a channel, by the settings as they are kept: asked at every order, and seldom changed.

    Raises:
        NewerError: a newer version keeps more in them.
    """
    server, channel = kept(server_row), kept(channel_row)
    return CampaignSettings(
        channel.ruleset or server.ruleset or default,
        channel.title or server.title,
        {**server.options, **channel.options},
        held_by_gms(channel, guild_id) or held_by_gms(server, guild_id),
    )


def held_by_gms(settings: CampaignSettings, guild_id: int) -> dict[str, str]:
    """Return the GM roles of settings but for the one that everybody holds, which has the id of its server: older
    versions took it."""
    return {key: role for key, role in settings.gm_roles.items() if key != str(guild_id)}


def is_gm(settings: CampaignSettings, request: Request) -> bool:
    """Tell whether the asker is a GM: by a role of the campaign, or by Manage Server where it names none."""
    if settings.gm_roles:
        return any(str(role) in settings.gm_roles for role in request.role_ids)
    return request.manages_server


def options_of(ruleset: AnyRuleset, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the switches of a system as a chapter freezes them: defaults, what was chosen, the table cells overridden
    and the rows added.

    A cell is an option with a dot in its key; one that nobody touched stays in its table. The system has the rows.
    """
    switches = switches_of(ruleset)
    defaults = {key: spec.default for key, spec in switches.items() if "." not in key}
    rows = {f"{table}.{row}" for table, keys in ruleset.open_rows.items() for row in keys}
    return {**defaults, **{key: value for key, value in chosen.items() if key in switches or key in rows}}


def carried_over(ruleset: AnyRuleset, now: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a campaign settles ``now``, and the rows of ``before`` that it has no more, with their values.

    Whoever is in the scene may carry something of them. The system is as it is shipped.
    """
    still = {row[:2] for row in ruleset.own_rows(now)}
    kept = [f"{table}.{key}" for table, key, _ in ruleset.own_rows(before) if (table, key) not in still]
    rest = {path: value for path, value in before.items() if any(f"{path}.".startswith(f"{row}.") for row in kept)}
    return {**now, **rest}
