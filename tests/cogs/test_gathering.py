"""Lobbies and squads through the real bot: every tap is counted, and clicks outlive a restart."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot import app
from bot.settings import Settings
from bot.simulated.simulation import CommandOutcome, Impossible, Simulation
from tests.cogs.test_panels import PISTOLEER
from tests.core.brawl import seeded


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Simulation]:
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db"), seeded)) as stage:
        yield stage


async def told_apart(stage: Simulation, user: str, label: str, once: str) -> str:
    """Choose from a menu that only who chooses sees, and return what it says there: others are told, and only once."""
    outcome = fine(await stage.choose(user, label))
    assert once not in outcome.reply
    assert sum(once in each.content for each in stage.channel.history(viewer=stage.people[user])) == 1
    return outcome.reply


async def test_who_chooses_in_private_does_not_read_twice_what_all_are_told(stage: Simulation) -> None:
    await stage.slash("gm", "/campaign setup", {"ruleset": "reflex"})
    await stage.slash("gm", "/init start", {"title": "The bridge"})
    await stage.click("ann", "Join")
    assert "You are in" in await told_apart(stage, "ann", "Somebody new: guard", "ann** joins")
    await stage.click("gm", "Add foes (GM)")
    await stage.choose("gm", "Guard")
    assert await told_apart(stage, "gm", "2 × Guard", "Guard 1** joins") == "They are in."
    await stage.slash("gm", "/npc add")
    await stage.choose("gm", "Militia")
    assert await told_apart(stage, "gm", "1 × Militia", "Militia** joins") == "One more is in."
    assert "Militia (foes)" in message(stage, "bob", "A fight gathers").content
    await stage.click("gm", "Begin (GM)")
    await stage.click("ann", "Somebody is away")
    assert "changed hands" in await told_apart(stage, "ann", "ann: to the GM", "is handed over")


STILL_AXEL = "Alex is still Axel here: names stay as they are while a fight goes on."


async def renamed_away(stage: Simulation, key: str) -> None:
    """A fight that Axel has left, whose sheet is called Alex since; an older lobby can be tapped still."""
    await stage.slash("gm", "/campaign setup", {"ruleset": key})
    for _ in range(2):
        await stage.slash("gm", "/init start")
    for user, name in (("ann", "Axel"), ("bob", "Bea")):
        await stage.slash(user, "/sheet create", {"name": name, "template": PISTOLEER[key]})
        await stage.slash(user, "/init join")
    taken_out = (await stage.slash("ann", "/sheet edit", {"path": "name", "value": "Alex"})).refusal
    assert "Leave it with /init remove" in taken_out
    await stage.click("gm", "Begin (GM)")
    assert "during a fight" in (await stage.slash("ann", "/sheet edit", {"path": "name", "value": "Alex"})).refusal
    fine(await stage.slash("ann", "/init remove", {"actor": "Axel"}))
    assert STILL_AXEL in fine(await stage.slash("ann", "/sheet edit", {"path": "name", "value": "Alex"})).reply


@pytest.mark.parametrize("key", app.SYSTEMS)
async def test_who_is_called_otherwise_since_they_left_comes_back_under_the_old_name(
    stage: Simulation, key: str
) -> None:
    await renamed_away(stage, key)
    back = fine(await stage.slash("ann", "/init join"))
    assert "**Axel** comes back (party)." in back.reply
    assert STILL_AXEL in back.followups[0]
    assert "**Axel**" in (await stage.slash("bob", "/init status")).reply
    await stage.slash("ann", "/init remove", {"actor": "Axel"})
    await stage.slash("gm", "/init end")
    assert "**Alex** joins (party)." in fine(await stage.slash("ann", "/init join")).reply


async def test_a_late_tap_on_join_says_the_old_name_too(stage: Simulation) -> None:
    await renamed_away(stage, "graydawn")
    back = fine(await stage.click("ann", "Join"))
    assert "**Axel** comes back" in back.reply
    assert STILL_AXEL in back.followups[0]
    assert "Nobody has joined" in message(stage, "bob", "A fight gathers").content


async def test_a_gm_who_is_asked_for_somebody_renamed_reads_the_name_they_know(stage: Simulation) -> None:
    await renamed_away(stage, "reflex")
    fine(await stage.slash("ann", "/sheet edit", {"path": "handed", "value": "left"}))
    asked = fine(await stage.slash("ann", "/init join"))
    assert "Axel wants to join" in asked.reply
    assert STILL_AXEL in asked.reply
    await stage.slash("gm", "/init status")
    assert "**Axel** comes back" in fine(await stage.click("gm", "Allow: Axel wants to join (party)")).reply


async def test_a_gm_who_is_asked_for_somebody_renamed_since_reads_the_name_they_join_by(stage: Simulation) -> None:
    await stage.slash("gm", "/campaign setup", {"ruleset": "reflex"})
    await stage.slash("gm", "/campaign options", {"option": "joining", "value": "ask"})
    await stage.slash("gm", "/init start", {"now": True})
    await stage.slash("ann", "/sheet create", {"name": "Axel", "template": "rifleman"})
    assert "Axel wants to join" in fine(await stage.slash("ann", "/init join")).reply
    fine(await stage.slash("ann", "/sheet edit", {"path": "name", "value": "Alex"}))
    asked = "Alex (asked for as Axel) wants to join (party)"
    assert f"Asked: {asked}." in fine(await stage.slash("gm", "/init status")).reply
    assert "**Alex** joins" in fine(await stage.click("gm", f"Allow: {asked}")).reply


GUARD = '{"attributes": {"coordination": 6}}'


def message(stage: Simulation, user: str, words: str) -> discord.Message:
    """The newest message with these words that somebody sees."""
    seen = stage.channel.history(viewer=stage.people[user])
    return next(each for each in reversed(seen) if words in each.content)


async def squads_act(stage: Simulation) -> CommandOutcome:
    """Tap the button that lets squads act, in the panel of the moment."""
    panel = await stage.slash("gm", "/npc order")
    found = re.search(r"Squads act \(\d+\)", panel.reply)
    if found is None:
        raise Impossible("no squad is to act")
    return await stage.click("gm", found[0])


def fine(outcome: CommandOutcome) -> CommandOutcome:
    assert outcome.refusal == ""
    assert outcome.faults == ()
    return outcome


@pytest.mark.parametrize("key", app.SYSTEMS)
async def test_people_join_and_a_gm_begins_without_a_key(stage: Simulation, key: str) -> None:
    await stage.slash("gm", "/campaign setup", {"ruleset": key})
    lobby = fine(await stage.slash("gm", "/init start", {"title": "The bridge"}))
    assert "Nobody has joined yet" in lobby.reply
    fine(await stage.click("ann", "Join"))
    await stage.restart()
    joined = fine(await stage.choose("ann", f"Somebody new: {PISTOLEER[key]}"))
    assert joined.reply == "You are in. /sheet show shows your character."
    assert "joins (party)" in "".join(joined.followups)
    assert "(party)" in message(stage, "bob", "A fight gathers").content
    assert "on the ground Street" in fine(await stage.choose("gm", "On a ground: Street")).reply
    assert "Only a GM" in (await stage.click("bob", "Begin (GM)")).refusal
    assert "begins" in fine(await stage.click("gm", "Begin (GM)")).reply
    assert "already open" in (await stage.slash("gm", "/init start")).refusal
    assert not message(stage, "bob", "The fight has begun").components


async def test_who_comes_in_by_what_is_typed_stands_in_the_lobby_too(stage: Simulation) -> None:
    await stage.slash("gm", "/campaign setup", {"ruleset": "reflex"})
    await stage.slash("gm", "/npc add", {"template": "guard", "hidden": True})  # there is no lobby yet
    await stage.slash("gm", "/init start", {"title": "An older one"})
    fine(await stage.slash("gm", "/init start", {"title": "The bridge"}))
    await stage.restart()
    await stage.slash("gm", "/npc add", {"template": "guard", "hidden": True})
    assert message(stage, "bob", "gathers: The bridge").edited_at is None
    fine(await stage.slash("gm", "/npc add", {"template": "guard", "name": "Watchman"}))
    assert "Here: **Watchman (foes)**." in message(stage, "bob", "gathers: The bridge").content
    fine(await stage.slash("gm", "/npc import", {"text": GUARD, "name": "Sentry"}))
    await stage.slash("ann", "/sheet create", {"name": "Ann", "template": "guard"})
    fine(await stage.slash("ann", "/init join"))
    lobby = message(stage, "bob", "gathers: The bridge")
    assert "Here: **Watchman (foes), Sentry (foes), Ann (party)**." in lobby.content
    assert len(lobby.components) == 2
    assert "Nobody has joined" in message(stage, "bob", "gathers: An older one").content
    assert "begins" in fine(await stage.click("gm", "Begin (GM)")).reply
    before = message(stage, "bob", "The fight has begun")
    fine(await stage.slash("gm", "/npc add", {"template": "guard"}))
    assert message(stage, "bob", "The fight has begun").edited_at == before.edited_at


async def against(stage: Simulation, key: str, guards: int) -> None:
    """Ann's fight against guards who came together, with something to hide behind."""
    await stage.slash("gm", "/campaign setup", {"ruleset": key})
    await stage.slash("ann", "/sheet create", {"name": "Ann", "template": PISTOLEER[key]})
    await stage.slash("ann", "/init join")
    while guards:
        count = min(guards, 30)
        await stage.slash("gm", "/npc add", {"template": "guard", "count": count})
        guards -= count
    await stage.slash("gm", "/init start", {"ground": "street"})


async def until_they_act(stage: Simulation) -> None:
    """Let the fight go on until the log tells of a guard who does something by an order that stands."""
    for _ in range(40):
        if re.search(r"Guard \d\**(:| →| waits| moves| takes)", "".join(stage.log("ann")[1:])):
            return
        fine(await stage.slash("gm", "/init next"))
    raise AssertionError("no guard ever acts by itself")


@pytest.mark.parametrize("key", app.SYSTEMS)
async def test_a_squad_is_ordered_in_two_taps_and_acts_at_none(stage: Simulation, key: str) -> None:
    await against(stage, key, 4)
    assert fine(await stage.slash("gm", "/npc order")).ephemeral
    assert "all fire at Ann" in fine(await stage.choose("gm", "All fire at Ann")).reply
    await stage.restart()
    await until_they_act(stage)
    assert "Squad Guard 1-4" not in "".join(each.content for each in stage.channel.history(viewer=stage.people["ann"]))
    assert "Ann" not in (await stage.slash("bob", "/npc order")).reply


async def test_a_player_orders_nobody(stage: Simulation) -> None:
    await against(stage, "graydawn", 4)
    await stage.slash("gm", "/npc order")
    fine(await stage.choose("gm", "All fire at Ann"))
    assert "Only a GM" in (await stage.slash("ann", "/npc order", {"squad": "Guard 1-4", "do": "hold"})).refusal


async def test_buttons_of_a_moment_are_spent_at_a_tap_and_the_panel_can_still_be_opened(stage: Simulation) -> None:
    await against(stage, "nighttripper", 4)
    for _ in range(40):
        if "Guard 1-4: fire at the nearest" in str(stage.private_log("gm")[-1:]):
            break
        fine(await stage.slash("gm", "/init next"))
    fine(await stage.click("gm", "Guard 1-4: fire at the nearest"))
    with pytest.raises(Impossible):
        await stage.click("gm", "Guard 1-4: fire at the nearest")
    assert "all fire" in fine(await stage.click("gm", "Squads")).reply


async def test_the_gms_thread_has_buttons_of_the_moment_in_one_place_behind_a_restart(stage: Simulation) -> None:
    await against(stage, "graydawn", 4)
    shown = list[int]()
    for _ in range(12):
        shown.append(sum("Guard 1-4: " in page for page in stage.private_log("gm")))
        fine(await stage.slash("gm", "/init next"))
        await stage.restart()
    assert max(shown) == 1


async def test_sixty_people_are_within_what_discord_takes(stage: Simulation) -> None:
    await against(stage, "horizons", 60)
    both = fine(await stage.slash("gm", "/npc order"))
    assert "Guard 31-60" in both.reply
    fine(await stage.click("gm", "Guard 1-30"))
    fine(await stage.choose("gm", "All fire at Ann"))
    fine(await stage.slash("gm", "/npc squad", {"name": "Crowd", "members": "guards"}))
    fine(await stage.slash("gm", "/npc order", {"squad": "crowd", "do": "advance", "at": "Ann"}))
    fine(await stage.slash("gm", "/init next"))


async def test_an_exchange_of_four_takes_a_gm_at_most_four_taps(stage: Simulation) -> None:
    await against(stage, "reflex", 4)
    await stage.slash("gm", "/npc order")
    await stage.choose("gm", "All fire at Ann")
    taps = 0  # the order stands from one exchange to the next
    for _ in range(30):
        status = (await stage.slash("gm", "/init status")).reply
        if "Exchange 1" not in status.replace("*", ""):
            break
        try:
            acted = await squads_act(stage)
        except Impossible:
            await stage.slash("ann", "/init next")
        else:
            assert fine(acted).reply
            taps += 1
    assert 0 < taps <= 4, taps


async def test_those_who_listen_for_interactions_hear_of_what_is_clicked_and_not_of_what_is_typed(
    stage: Simulation,
) -> None:
    heard = list[discord.InteractionType]()

    async def note(interaction: discord.Interaction) -> None:
        heard.append(interaction.type)

    stage.bot.add_listener(note, "on_interaction")
    fine(await stage.slash("gm", "/init start"))
    await stage.complete("gm", "/npc add", "template", "")
    fine(await stage.click("gm", "Join"))
    assert heard == [discord.InteractionType.component]
