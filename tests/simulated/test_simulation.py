"""The stage shows a bot's people exactly what Discord would, and says when the bot broke."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import discord
import pytest

from bot.simulated.simulation import Impossible, Simulation, Upload
from tests.cogs.toy_bot import ToyBot


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Simulation]:
    async with Simulation(lambda: ToyBot(tmp_path / "toy.db")) as stage:
        yield stage


@pytest.fixture
async def duel(stage: Simulation) -> Simulation:
    await stage.slash("gm", "/duel start")
    await stage.slash("ann", "/duel shoot", {"target": "guard", "rounds": 3})
    return stage


async def test_a_reply_holds_text_embeds_and_buttons(stage: Simulation) -> None:
    outcome = await stage.slash("ann", "/duel shoot", {"target": "guard"})
    assert outcome.reply.splitlines() == ["ann shot guard 1 times", "A shot", "rolled", "4, 15", "Block", "Crash"]
    assert (outcome.ephemeral, outcome.refusal, outcome.faults) == (False, "", ())


async def test_the_log_is_complete_when_the_command_returns(duel: Simulation) -> None:
    assert duel.log("bob") == ["ann shot guard 3 times"]


async def test_there_is_no_log_before_a_fight(stage: Simulation) -> None:
    assert stage.log("bob") == []


async def test_a_private_thread_is_for_its_members(duel: Simulation) -> None:
    assert duel.private_log("gm") == ["the sniper hides"]
    assert duel.private_log("ann") == []


async def test_a_user_option_is_given_by_name(stage: Simulation) -> None:
    outcome = await stage.slash("ann", "/duel shoot", {"target": "guard", "by": "bob"})
    assert outcome.reply.startswith("bob shot guard")


async def test_roles_are_given_by_name_and_files_as_uploads(stage: Simulation) -> None:
    outcome = await stage.slash("ann", "/duel import", {"file": Upload("a.txt", b"a rifle"), "to": "GM"})
    assert (outcome.reply, outcome.ephemeral) == ("GM gets a rifle", True)


async def test_a_refusal_is_told_from_other_private_answers(stage: Simulation) -> None:
    outcome = await stage.slash("ann", "/duel shoot", {"target": "nobody"})
    assert outcome.refusal == "⛔ Nobody is not here: shoot at the guard"
    assert outcome.faults == ()


async def test_completion_offers_names(duel: Simulation) -> None:
    assert await duel.complete("ann", "/duel shoot", "target", "g") == ["guard", "goblin"]
    assert await duel.complete("ann", "/duel shoot", "target", "the", {"rounds": 2}) == ["the 1 already shot at"]


async def test_a_click_finds_the_newest_button(duel: Simulation) -> None:
    await duel.slash("bob", "/duel shoot", {"target": "goblin"})
    assert (await duel.click("ann", "Block")).reply.startswith("ann answered block")
    assert "bob shot goblin" not in duel.channel.history()[-1].content


async def test_a_command_that_falls_over_is_a_fault(stage: Simulation) -> None:
    outcome = await stage.slash("ann", "/duel crash")
    assert outcome.faults == ("the bot did not answer",)


async def test_a_button_that_falls_over_is_a_fault(duel: Simulation) -> None:
    outcome = await duel.click("ann", "Crash")
    assert outcome.faults[0] == "the bot did not answer"
    assert "the button fell over" in outcome.faults[1]


async def test_an_answer_that_is_put_off_for_good_is_a_fault(stage: Simulation) -> None:
    nobody_may = discord.PermissionOverwrite(create_public_threads=False)
    bare = stage.guild.create_text_channel("no-threads", overwrites={stage.guild.default_role: nobody_may})
    outcome = await stage.slash("gm", "/duel start", where=bare)
    assert outcome.faults == ("the bot never came back to its answer",)


async def test_only_a_ping_that_is_let_through_counts(duel: Simulation) -> None:
    ann = duel.people["ann"]
    await duel.slash("bob", "/duel shoot", {"target": ann.mention})
    assert duel.pings() == []
    await duel.slash("bob", "/duel call", {"whom": "ann"})
    assert duel.pings() == ["ann"]


async def test_discord_stops_options_out_of_range(stage: Simulation) -> None:
    with pytest.raises(Impossible, match="must be ≤ 30"):
        await stage.slash("ann", "/duel shoot", {"target": "guard", "rounds": 99})


@pytest.mark.parametrize("command", ["/none", "/duel", "/duel none", "/duel start none"])
async def test_an_unknown_command_is_impossible(stage: Simulation, command: str) -> None:
    with pytest.raises(Impossible):
        await stage.slash("ann", command)


async def test_an_unknown_person_or_button_is_impossible(duel: Simulation) -> None:
    with pytest.raises(Impossible, match="gm, ann, bob"):
        await duel.slash("zed", "/duel start")
    with pytest.raises(Impossible, match="no button"):
        await duel.click("ann", "None")
    with pytest.raises(Impossible, match="autocomplete"):
        await duel.complete("ann", "/duel shoot", "rounds", "1")


async def test_what_was_edited_away_was_still_seen(duel: Simulation) -> None:
    await duel.click("ann", "Block")
    assert "answer:crash" in duel.seen_by("bob")


async def test_nobody_sees_what_is_not_for_them(duel: Simulation) -> None:
    await duel.slash("bob", "/duel shoot", {"target": "nobody"})
    assert "Nobody is not here" in duel.seen_by("bob")
    assert "Nobody is not here" not in duel.seen_by("ann")
    assert "the sniper hides" in duel.seen_by("gm")
    assert "the sniper hides" not in duel.seen_by("ann")


async def test_files_and_completions_count_as_seen(duel: Simulation) -> None:
    await duel.slash("bob", "/duel export")
    await duel.complete("ann", "/duel shoot", "target", "gob")
    assert "[('ann shot guard 3 times',)]" in duel.seen_by("bob")
    assert "goblin" in duel.seen_by("ann")
    assert "goblin" not in duel.seen_by("bob")


async def test_a_restart_keeps_world_and_database(duel: Simulation) -> None:
    before = duel.bot
    await duel.restart()
    await duel.slash("ann", "/duel shoot", {"target": "goblin"})
    assert duel.bot is not before
    assert duel.log("bob") == ["ann shot guard 3 times", "ann shot goblin 1 times"]


async def test_the_clock_stands_still_until_moved(stage: Simulation) -> None:
    outcome = await stage.slash("ann", "/duel later")
    assert outcome.followups == ()
    await stage.advance(60)
    assert "a minute has passed" in stage.seen_by("bob")


async def test_a_command_may_be_given_in_the_thread(duel: Simulation) -> None:
    thread = duel.channel.threads[0]
    await duel.slash("ann", "/duel shoot", {"target": "goblin"}, where=thread)
    assert len(thread.history()) == 3


async def test_a_bot_that_does_not_come_up_is_closed(tmp_path: Path) -> None:
    class Broken(ToyBot):
        async def setup_hook(self) -> None:
            raise RuntimeError("no database")

    stage = Simulation(lambda: Broken(tmp_path / "toy.db"))
    with pytest.raises(RuntimeError, match="no database"):
        await stage.__aenter__()
    assert stage.bot.is_closed()


async def test_ids_are_stable_though_the_clock_moved(tmp_path: Path) -> None:
    async def ids(day: int, path: Path) -> tuple[list[int], int]:
        async with Simulation(lambda: ToyBot(path), opens_at=datetime(2026, 5, day, tzinfo=UTC)) as stage:
            await stage.slash("gm", "/duel start")
            people = [person.id for person in stage.people.values()]
            return [stage.guild.id, stage.channel.id, *people], stage.channel.threads[0].id

    (first, thread), (second, later) = await ids(1, tmp_path / "a"), await ids(2, tmp_path / "b")
    assert first == second
    assert later > thread
