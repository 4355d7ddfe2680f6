"""What a campaign settles: its rule system, its switches and who its GMs are, per channel over the server's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from bot.core.errors import RuleViolation
from bot.core.options import option_value
from bot.core.tables import GONE, LIKE
from bot.core.wording import Line, Span, line, name, note
from bot.service.campaign_settings import CampaignSettings, held_by_gms, kept, options_of
from bot.service.campaigns.former_gms import show_all_out
from bot.service.campaigns.other_channels import refusal_for_waiting
from bot.service.campaigns.own_rows import begun_like, is_own_row, without_row
from bot.service.case import Case
from bot.service.names import clean_name
from bot.service.requests import Reply
from bot.service.switches import TRACKER, switches_of
from bot.service.systems import AnyRuleset

LONGEST_TITLE = 80
NOTHING_KNOWN: Mapping[int, str] = MappingProxyType({})
LATER = "It holds from the next /init start on."
AT_ONCE = "Where a fight stands is shown so at once, what the log says from the next /init start on."


def set_up(case: Case, ruleset: str | None, title: str | None, *, server: bool) -> Reply:
    """Choose the rule system and the title of a campaign."""
    check_rights(case, server=server)
    settings = own(case, server=server)
    if ruleset is not None:
        case.house.system(ruleset)
        if server and (refusal := refusal_for_waiting(case, ruleset)):
            return refusal
        if not server:
            _check_empty(case, ruleset)
        settings = msgspec.structs.replace(settings, ruleset=ruleset)
    if title is not None:
        settings = msgspec.structs.replace(settings, title=clean_name(title, LONGEST_TITLE))
    keep(case, settings, server=server)
    here = own(case, server=False)
    if server:
        say_stays(case, ruleset and here.ruleset and "a rule system", title and here.title and "a title")
    return show(case.again())


def say_stays(case: Case, *of_its_own: str | None) -> None:
    """Tell whoever settled something for the server that it does not hold in this channel, which has these itself."""
    if kept_here := " and ".join(filter(None, of_its_own)):
        told = f"That is settled for the server; this channel keeps {kept_here} of its own."
        case.apart.append(line(note(told)))


def _check_empty(case: Case, ruleset: str) -> None:
    found = case.found()
    if found and ruleset != found.row.ruleset and found.seen_by(case.viewer).combatants:
        raise RuleViolation(
            f"This channel holds combatants of {found.system.ruleset.title}.",
            "End the fight first: /init end." if found.scene.fight else "Take them out first: /init remove.",
        )


def show(case: Case, *, there: Mapping[int, str] = NOTHING_KNOWN) -> Reply:
    """Return which system, switches and GM roles hold here; ``there`` as in `set_gm`."""
    campaign = case.campaign
    ruleset = case.system.ruleset
    switches = switches_of(ruleset)
    changed = [
        line(f"{key}: ", spelled(value), depth=1)
        for key, value in options_of(ruleset, campaign.options).items()
        if key not in switches or value != switches[key].default
    ]
    lines = (
        line("System: ", name(ruleset.title), note(f" ({ruleset.key})")),
        line("GMs: ", *_gms(campaign.gm_roles, there)),
        line("Options: ", "all as they come" if not changed else "changed from what they are by default"),
    )
    return Reply(title=campaign.title or "Campaign", lines=(*lines, *changed))


def _gms(roles: Mapping[str, str], there: Mapping[int, str]) -> Iterator[str | Span]:
    """Yield who is GM by these roles, each called as the server calls it now; of one that it has no more, that it has
    not."""
    still = {key: there.get(int(key), "") if there else role for key, role in roles.items()}
    named = ", ".join(filter(None, still.values()))
    yield named or ("nobody" if roles else "whoever may manage the server")
    if gone := [roles[key] for key, role in still.items() if not role]:
        remedy = "" if named else " Whoever may manage the server names another: /campaign gm."
        yield note(f" (deleted in this server: {', '.join(gone)}.{remedy})")


def set_option(case: Case, option: str | None, value: str | None, *, server: bool) -> Reply:
    """List the switches, or set one."""
    held = held_for(case, server=server)
    ruleset = case.house.system(case.campaign.ruleset, held).ruleset
    if option is None:
        return _listed(ruleset, options_of(ruleset, held))
    switches = switches_of(ruleset)
    spec = switches.get(option)
    if spec is None and is_own_row(ruleset, option):
        return _set_row(case, option, value, now=options_of(ruleset, held).get(option), server=server)
    if spec is None:
        known = ", ".join(key for key in switches if "." not in key)
        raise RuleViolation(
            f"{ruleset.title} has no option {option[:40]!r}.",
            f"It has: {known}; and any place of its tables, which Discord completes as you type.",
        )
    if value is None:
        now = options_of(ruleset, held).get(option, spec.default)
        return Reply(lines=(line(name(option), f" is {spelled(now)}."), line(note(spec.about))), ephemeral=True)
    check_rights(case, server=server)
    settings = own(case, server=server)
    chosen = option_value(spec, value)
    keep(case, msgspec.structs.replace(settings, options={**settings.options, option: chosen}), server=server)
    since = LATER
    if option == TRACKER and not server:
        case.unit.touch(case.channel_id)
        since = AT_ONCE
    if server and option in own(case, server=False).options:
        say_stays(case, f"a value of {option}")
    return Reply(lines=(line(name(option), f" is now {spelled(chosen)}."), line(note(since))))


def _set_row(case: Case, path: str, value: str | None, *, now: str | None, server: bool) -> Reply:
    """Add a row of the campaign's own to a table, or take it out; ``now`` says what it is like, where it is one."""
    if value is None:
        told = f" is {now}." if now else " is no row yet; say what it begins like, as in value: like and a row."
        return Reply(lines=(line(name(path[:LONGEST_TITLE]), told),), ephemeral=True)
    check_rights(case, server=server)
    settings = own(case, server=server)
    if value.strip() == GONE:
        options = without_row(case, settings.options, path, server=server)
        told = " is taken out; whoever is here with it keeps it."
    else:
        begun = begun_like(case, {path: value})
        options = {**settings.options, **begun}
        told = f" is a row of your own, {begun[path]}; each of its values can be set as an option."
    keep(case, msgspec.structs.replace(settings, options=options), server=server)
    if server and path in own(case, server=False).options:
        say_stays(case, f"a value of {path}")
    return Reply(lines=(line(name(path), told), line(note(LATER))))


def spelled(value: Any) -> str:
    """Return a switch's value as people type it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _listed(ruleset: AnyRuleset, options: dict[str, Any]) -> Reply:
    lines: list[Line] = []
    for key, spec in switches_of(ruleset).items():
        if "." not in key:
            house = " (house rule)" if spec.house else ""
            lines += [line(name(key), f" = {spelled(options[key])}"), line(note(f"{spec.about}{house}"), depth=1)]
    if ruleset.open_rows:
        lines.append(
            line(note(f"Rows of your own go into {', '.join(ruleset.open_rows)}: option TABLE.NAME, value {LIKE}ROW."))
        )
    return Reply(title=f"Options of {ruleset.title}", lines=tuple(lines), ephemeral=True)


def set_gm(
    case: Case,
    role_id: int,
    role_name: str,
    *,
    remove: bool,
    server: bool,
    there: Mapping[int, str] = NOTHING_KNOWN,
) -> Reply:
    """Make a role the GMs', or no longer; those that the server has no more are left out, where all that are ``there``
    are known, by name."""
    check_rights(case, server=server)
    if role_id == case.request.guild_id and not remove:
        raise RuleViolation(
            "Everybody holds that role: all would be GMs, and know what is hidden.",
            "Name a role that the GMs alone hold; whoever may manage the server can make one.",
        )
    settings = own(case, server=server)
    if remove and str(role_id) not in settings.gm_roles:
        raise RuleViolation(f"{role_name} is no GM role here.", "See /campaign show.")
    still = {key: value for key, value in settings.gm_roles.items() if not there or int(key) in there}
    roles = {key: value for key, value in still.items() if key != str(role_id)}
    if not remove:
        roles[str(role_id)] = role_name
    keep(case, msgspec.structs.replace(settings, gm_roles=roles), server=server)
    if server and held_by_gms(own(case, server=False), case.request.guild_id):
        say_stays(case, "GM roles")
    changed = case.again()
    if remove or not held_by_gms(settings, case.request.guild_id):
        show_all_out(changed, server=server)
    if not changed.gm:
        case.apart.append(
            line(note("You are no GM here yourself: take a role of the GMs, or make one of yours theirs."))
        )
    return show(changed, there=there)


def check_rights(case: Case, *, server: bool) -> None:
    """Raise RuleViolation unless the asker is a GM, or for the server's own settings may manage the server."""
    if case.request.manages_server or (case.gm and not server):
        return
    gms = "" if server else "a GM or "
    raise RuleViolation(f"Only {gms}somebody who may manage the server can change this.", "Ask one of them.")


def own(case: Case, *, server: bool) -> CampaignSettings:
    """Return what was settled for this channel itself, or for the server."""
    channel_id = 0 if server else case.channel_id
    return kept(case.unit.campaign(case.request.guild_id, channel_id).get(channel_id))


def held_for(case: Case, *, server: bool) -> Mapping[str, Any]:
    """Return the values that were settled where they hold: for the server alone, or here, over the server's."""
    return own(case, server=True).options if server else case.campaign.options


def keep(case: Case, settings: CampaignSettings, *, server: bool) -> None:
    """Settle this channel's own campaign, or the server's."""
    channel_id = 0 if server else case.channel_id
    case.unit.save_campaign(case.request.guild_id, channel_id, msgspec.json.encode(settings))
