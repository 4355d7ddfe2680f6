"""What a campaign settles holds for its channel over its server, from the next chapter on."""

from __future__ import annotations

import json
from operator import methodcaller

from bot import __version__
from bot.core.events import Event
from bot.service.rows import FREE
from bot.service.systems import PlayableSystem
from bot.settings import Database
from tests.rulesets.toy import Toy
from tests.service.campaigns.waltz import dancing
from tests.service.table import (
    ANN,
    CHANNEL,
    GUILD,
    OTHER_CHANNEL,
    TABLES,
    TEMPLATES,
    Table,
    agreed,
    ask,
    everything,
    refused,
    words,
)


async def test_a_guild_needs_no_setup(table: Table) -> None:
    shown = words(agreed(await table.referee.campaign_show(ask(ANN))))
    assert "Brawl" in shown
    assert "manage the server" in shown


async def test_options_are_frozen_when_a_chapter_opens(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.campaign_options(ask(), "deadly", "yes"))
    assert table.scene().options["deadly"] is False
    agreed(await table.referee.init_end(ask()))
    agreed(await table.referee.init_start(ask(), now=True))
    assert table.scene().options["deadly"] is True
    assert table.audit().problems == []


async def test_options_are_listed_checked_and_guarded(table: Table) -> None:
    listed = words(agreed(await table.referee.campaign_options(ask(ANN))))
    assert "most_bonus = 5" in listed
    assert "deadly = no" in listed
    assert "house rule" in listed
    assert "deadly" in words(agreed(await table.referee.campaign_options(ask(ANN), "deadly")))
    assert "yes or no" in refused(await table.referee.campaign_options(ask(), "deadly", "perhaps"))
    assert "no option" in refused(await table.referee.campaign_options(ask(), "speed", "1"))
    assert "GM" in refused(await table.referee.campaign_options(ask(ANN), "deadly", "yes"))


async def test_a_channel_overrides_its_server(table: Table) -> None:
    agreed(await table.referee.campaign_setup(ask(), title="Everywhere", server=True))
    agreed(await table.referee.campaign_setup(ask(), title="Here"))
    assert "Here" in words(await table.referee.campaign_show(ask()))
    assert "Everywhere" in words(await table.referee.campaign_show(ask(channel_id=OTHER_CHANNEL)))
    thread = ask(channel_id=777, parent_id=100)
    assert "Here" in words(await table.referee.campaign_show(thread))


async def test_who_settles_something_for_the_server_is_told_what_the_channel_keeps_of_its_own(table: Table) -> None:
    alone = agreed(await table.referee.campaign_setup(ask(), "toy", "Everywhere", server=True))
    assert not alone.apart
    agreed(await table.referee.campaign_setup(ask(), "toy", "Here"))
    both = agreed(await table.referee.campaign_setup(ask(), "toy", "There", server=True))
    assert "this channel keeps a rule system and a title of its own" in everything(both.apart)
    title = agreed(await table.referee.campaign_setup(ask(), None, "There", server=True))
    assert "this channel keeps a title of its own" in everything(title.apart)
    agreed(await table.referee.campaign_options(ask(), "deadly", "yes"))
    option = agreed(await table.referee.campaign_options(ask(), "deadly", "no", server=True))
    assert "this channel keeps a value of deadly of its own" in everything(option.apart)
    agreed(await table.referee.campaign_gm(ask(role_ids=(7,)), 7, "Masters"))
    role = agreed(await table.referee.campaign_gm(ask(role_ids=(7,)), 8, "Owls", server=True))
    assert "this channel keeps GM roles of its own" in everything(role.apart)
    assert not agreed(await table.referee.campaign_gm(ask(role_ids=(7,)), 9, "Cats")).apart


async def test_gm_roles_come_and_go(table: Table) -> None:
    agreed(await table.referee.campaign_gm(ask(), 7, "Masters"))
    master = {"role_ids": (7,)}
    agreed(await table.referee.campaign_options(ask(ANN, **master), "deadly", "yes"))
    assert "manage the server" in refused(await table.referee.campaign_gm(ask(ANN, **master), 8, "More", server=True))
    agreed(await table.referee.campaign_gm(ask(), 7, "Masters", remove=True))
    assert "no GM role" in refused(await table.referee.campaign_gm(ask(), 7, "Masters", remove=True))


async def test_who_names_a_role_that_they_have_not_is_told_so_and_what_to_do(table: Table) -> None:
    named = agreed(await table.referee.campaign_gm(ask(), 7, "Masters"))
    assert "You are no GM here yourself" in everything(named.apart)
    assert "/campaign gm makes a role" in refused(await table.referee.init_start(ask()))
    assert "/campaign gm" not in refused(await table.referee.init_start(ask(ANN)))
    assert not agreed(await table.referee.campaign_gm(ask(role_ids=(8,)), 8, "Owls")).apart


async def test_a_role_that_the_server_has_no_more_is_left_out(table: Table) -> None:
    agreed(await table.referee.campaign_gm(ask(), 7, "Masters"))
    there = {GUILD: "all", 8: "Owls"}
    shown = words(agreed(await table.referee.campaign_gm(ask(role_ids=(8,)), 8, "Owls", there=there)))
    assert "Owls" in shown
    assert "Masters" not in shown


async def test_a_role_that_was_deleted_is_shown_as_no_gms(table: Table) -> None:
    agreed(await table.referee.campaign_gm(ask(), 7, "Masters"))
    agreed(await table.referee.campaign_gm(ask(), 8, "Owls"))
    some = words(await table.referee.campaign_show(ask(ANN), {GUILD: "all", 8: "Night owls"}))
    assert "GMs: Night owls (deleted in this server: Masters.)" in some
    none = words(await table.referee.campaign_show(ask(ANN), {GUILD: "all"}))
    assert "GMs: nobody (deleted in this server: Masters, Owls. Whoever may manage the server" in none
    assert "GMs: Masters, Owls\n" in words(await table.referee.campaign_show(ask(ANN)))


async def test_everybody_is_made_no_gm_by_the_role_that_all_hold(table: Table) -> None:
    told = refused(await table.referee.campaign_gm(ask(), GUILD, "@everyone"))
    assert "Everybody holds that role" in told
    assert "Name a role that the GMs alone hold" in told
    assert "whoever may manage the server" in words(await table.referee.campaign_show(ask()))


async def test_who_was_made_a_gm_by_the_role_that_all_hold_is_none_any_more(table: Table) -> None:
    agreed(await table.referee.campaign_gm(ask(), 7, "Masters", server=True))
    for named, role in (({"10": "all"}, 7), ({"10": "all", "8": "Owls"}, 8)):
        settings = json.dumps({"gm_roles": named}).encode()
        keep = methodcaller("save_campaign", GUILD, CHANNEL, settings)
        await table.store.write(keep, FREE)
        assert "GM" in refused(await table.referee.campaign_options(ask(ANN, role_ids=(GUILD,)), "deadly", "yes"))
        agreed(await table.referee.campaign_options(ask(ANN, role_ids=(GUILD, role)), "deadly", "yes"))
        assert "all" not in words(await table.referee.campaign_show(ask())).split()


async def test_another_system_is_played_once_the_scene_is_empty(database: Database) -> None:
    table = dancing(database)
    await table.fight()
    held = refused(await table.referee.campaign_setup(ask(), "waltz"))
    assert "holds combatants" in held
    assert "End the fight first: /init end." in held
    assert "rule system" in refused(await table.referee.campaign_setup(ask(), "tango"))
    agreed(await table.referee.init_end(ask()))
    await table.sheet(ANN, "Alf")
    agreed(await table.referee.init_join(ask(ANN), "Alf"))
    assert "Take them out first: /init remove." in refused(await table.referee.campaign_setup(ask(), "waltz"))
    agreed(await table.referee.init_remove(ask(ANN), "Alf"))
    agreed(await table.referee.campaign_setup(ask(), "waltz"))
    agreed(await table.referee.npc_add(ask(), "dancer"))
    assert table.row().ruleset == "waltz"
    agreed(await table.referee.init_start(ask(), now=True))
    assert table.audit().problems == []
    await table.store.close()


class Polka(Toy):
    """A system without any event of the brawl."""

    key = "polka"
    title = "Polka"
    events: tuple[type[Event], ...] = ()


async def test_a_log_is_read_by_the_system_it_was_played_by(database: Database) -> None:
    table = Table(database, polka=PlayableSystem(Polka(TABLES), TEMPLATES))
    await table.fight()
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    agreed(await table.referee.init_end(ask()))
    agreed(await table.referee.campaign_setup(ask(), "polka"))
    agreed(await table.referee.npc_add(ask(), "thug"))
    assert "Axel is hurt" in words(agreed(await table.referee.log_show(ask(ANN))))
    file = agreed(await table.referee.log_export(ask(ANN))).attachment
    assert file is not None
    assert b"Axel is hurt" in file.content
    await table.store.close()


async def test_help_names_steps_actions_and_inputs(table: Table) -> None:
    assert "Strike" in words(agreed(await table.referee.help(ask(ANN), "actions")))
    assert "Hurt" not in words(agreed(await table.referee.help(ask(ANN), "actions")))
    assert "bonus" in words(agreed(await table.referee.help(ask(ANN), "Strike")))
    assert "strike" in refused(await table.referee.help(ask(ANN), "dancing"))


async def test_help_says_which_version_answers(table: Table) -> None:
    assert f"Fireteam {__version__}" in words(agreed(await table.referee.help(ask(ANN), "version")))
