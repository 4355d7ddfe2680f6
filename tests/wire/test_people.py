"""People can do through the driver what they can do in a Discord client, and see what it would show them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.wire.client import Choice, Impossible, Upload, Wire
from tests.wire.world import HAS_THREAD

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def parrot() -> AsyncIterator[Wire]:
    """A bot with every kind of answer."""
    async with Wire() as wire:
        await wire.start_bot(["-m", "tests.wire.parrot"])
        yield wire


async def test_members_roles_and_rights_arrive_as_such(parrot: Wire) -> None:
    options, before = {"who": "bob", "role": "GM"}, parrot.channel.lines
    seen = [await parrot.slash(who, parrot.channel, "/say deep member", options) for who in ("ann", "gm")]
    assert [answer.words for answer in seen] == ["bob GM the-table False", "bob GM the-table True"]
    assert all(answer.ephemeral for answer in seen)
    assert parrot.channel.lines == before


async def test_a_deferred_answer_is_waited_for(parrot: Wire) -> None:
    answer = await parrot.slash("ann", parrot.channel, "/say late", {"text": "slow"})
    interaction = parrot.world.interactions[answer.id]
    await interaction.signal.until(lambda: len(interaction.followups) == 1)
    assert (answer.kind, answer.words, answer.ephemeral) == (5, "slow", True)
    assert interaction.followups[0].words == "after slow"


async def test_files_go_both_ways(parrot: Wire) -> None:
    answer = await parrot.slash("ann", parrot.channel, "/say file", {"sheet": Upload("sheet.toml", b"name")})
    assert answer.message is not None
    (back,) = answer.message.attachments
    assert (back["filename"], parrot.world.files[back["id"]]) == ("back.txt", b"NAME")


async def test_completion_knows_the_other_options(parrot: Wire) -> None:
    offered = await parrot.complete("ann", parrot.channel, "/say pick", "weapon", "a", {"rounds": 4})
    assert offered == (Choice("AK-4", "ak-4"),)


async def test_numbers_out_of_range_cannot_be_typed(parrot: Wire) -> None:
    with pytest.raises(Impossible, match="between 1 and 30"):
        await parrot.slash("ann", parrot.channel, "/say pick", {"weapon": "ak", "rounds": 31})


async def test_a_click_edits_its_message_or_whispers(parrot: Wire) -> None:
    shown = (await parrot.slash("ann", parrot.channel, "/say pick", {"weapon": "ak"})).message
    assert shown is not None
    counted = await parrot.click("bob", shown, label="Count")
    assert (counted.kind, shown.content, shown.edits) == (7, "counted", 1)
    whispered = await parrot.click("bob", shown, custom_id="tally:whisper")
    interaction = parrot.world.interactions[whispered.id]
    await interaction.signal.until(lambda: len(interaction.followups) == 1)
    assert (whispered.kind, interaction.followups[0].words, interaction.followups[0].ephemeral) == (6, "psst", True)
    with pytest.raises(Impossible):
        await parrot.click("bob", shown, label="Fire")


async def test_threads_open_on_a_message_or_in_private(parrot: Wire) -> None:
    answer = await parrot.slash("gm", parrot.channel, "/say thread", {"name": "The bridge"})
    log, secret = parrot.threads()[-2:]
    assert answer.words == "True ['one, undone']"
    assert parrot.channel.messages[log.id].flags & HAS_THREAD
    assert [message.nonce for message in log.messages.values()] == [None, f"order-{log.id}"]
    assert secret.members == {parrot.world.bot.id, parrot.person("gm").id}
    assert log.archive_after_min == 10080


async def test_a_thread_knows_a_new_bot(parrot: Wire) -> None:
    await parrot.slash("gm", parrot.channel, "/say thread", {"name": "The bridge"})
    thread = parrot.threads()[0]
    await parrot.kill()
    await parrot.restart()
    answer = await parrot.slash("gm", thread, "/say thread", {"name": "within"})
    assert answer.words == "not here"
