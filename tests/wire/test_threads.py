"""A fight in a thread or forum post over the wire: all read of each order once, and GMs have a thread of their own."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from discord import Permissions

from tests.wire.battle import BOT, SHEETS
from tests.wire.client import Answer, Unanswered, Wire
from tests.wire.faults import Fault
from tests.wire.world import BOT_PERMISSIONS, FORUM, NEWS, PRIVATE_THREAD, PUBLIC_THREAD, Channel, Message

NUMBER = re.compile(r"(?m)^`#(g?\d+)`")
TITLE = "The ambush"
NO_THREAD = "Discord has no private threads here"


@pytest_asyncio.fixture
async def wire() -> AsyncIterator[Wire]:
    """A Discord that no bot is connected to yet."""
    async with Wire() as wire:
        yield wire


def thread(wire: Wire, kind: int = PUBLIC_THREAD, parent: Channel | None = None, name: str = "the bridge") -> Channel:
    """A thread that people have opened, with all of them and the bot in it."""
    found = wire.world.add_channel(wire.guild, name, kind)
    found.parent_id, found.owner_id = (parent or wire.channel).id, wire.person("gm").id
    found.members = {wire.world.bot.id, *(each.id for each in wire.guild.people.values())}
    return found


async def begun(wire: Wire, place: Channel) -> Answer:
    """A fight in a thread between Ann and a guard, with somebody hidden; the answer to its start."""
    await wire.slash("ann", place, "/sheet import", {"text": json.dumps(SHEETS["ann"])})
    await wire.slash("gm", place, "/npc add", {"template": "sniper", "name": "Lurker", "hidden": True})
    start = await wire.slash("gm", place, "/init start", {"now": True, "title": TITLE})
    await wire.slash("ann", place, "/init join")
    await wire.slash("gm", place, "/npc add", {"template": "guard"})
    return start


def numbers(place: Channel) -> list[str]:
    """The numbers of the orders that are told in a channel or thread, in order."""
    return [each for text in place.lines for each in NUMBER.findall(text)]


async def for_gms(wire: Wire, place: Channel, besides: Channel | None = None) -> Channel:
    """The GM's thread of a fight in a thread, once something is told in it."""

    def found() -> list[Channel]:
        linked = f"<#{place.id}>"
        return [each for each in wire.threads() if each is not besides and any(linked in text for text in each.lines)]

    await wire.until(lambda: bool(found()))
    return found()[-1]


@pytest.mark.parametrize("kind", [PUBLIC_THREAD, PRIVATE_THREAD])
async def test_in_a_thread_each_order_stands_once_and_gms_have_a_thread_beside_it(wire: Wire, kind: int) -> None:
    place = thread(wire, kind)
    await wire.start_bot(BOT)
    await begun(wire, place)
    secret = await for_gms(wire, place)
    fromthere = await wire.slash("gm", secret, "/npc add", {"template": "guard"})
    hidden = await wire.slash("gm", place, "/npc add", {"template": "guard", "name": "Ghost", "hidden": True})
    await wire.until(lambda: any("Ghost" in text for text in secret.lines) and "4" in numbers(place))
    assert numbers(place) == ["1", "2", "3", "4"]
    assert (fromthere.ephemeral, hidden.ephemeral) == (True, True)
    assert (secret.kind, secret.parent_id) == (PRIVATE_THREAD, wire.channel.id)
    assert secret.members == {wire.world.bot.id, wire.person("gm").id}
    assert (wire.channel.lines, wire.threads()) == ([], [place, secret])
    assert not any("Lurker" in text or "Ghost" in text for text in place.lines)
    assert (TITLE in secret.name) is (kind == PUBLIC_THREAD)


async def test_two_threads_of_a_channel_have_each_their_own_thread_for_gms(wire: Wire) -> None:
    places = thread(wire), thread(wire, name="the mill")
    await wire.start_bot(BOT)
    for place in places:
        await wire.slash("gm", place, "/init start", {"now": True})
    first, second = [await for_gms(wire, place) for place in places]
    await wire.slash("gm", first, "/npc add", {"template": "guard", "name": "Ghost", "hidden": True})
    await wire.until(lambda: any("Ghost" in text for text in first.lines))
    assert first.name != second.name
    assert not any("Ghost" in text for text in second.lines)


@pytest.mark.parametrize("kind", [FORUM, NEWS])
async def test_where_discord_has_no_private_threads_a_gm_is_told_once(wire: Wire, kind: int) -> None:
    above = wire.world.add_channel(wire.guild, "games", kind)
    place = thread(wire, parent=above)
    await wire.start_bot(BOT)
    start = await begun(wire, place)
    await wire.until(lambda: numbers(place) == ["1", "2", "3"])
    answers = [each for each in wire.world.interactions.values() if each.followups]
    said = [message for each in answers for message in each.followups if NO_THREAD in message.words]
    assert [each.id for each in answers if NO_THREAD in each.followups[-1].words] == [start.id]
    assert all(message.ephemeral for message in said)
    assert wire.threads(above) == [place]
    assert not any(NO_THREAD in text for text in place.lines)


async def test_a_fight_in_an_announcement_channel_goes_on_without_a_gms_thread(wire: Wire) -> None:
    channel = wire.world.add_channel(wire.guild, "news", NEWS)
    await wire.start_bot(BOT)
    start = await begun(wire, channel)
    await wire.until(lambda: bool(wire.threads(channel)) and numbers(wire.threads(channel)[0]) == ["1", "2", "3"])
    await wire.until(lambda: bool(wire.world.interactions[start.id].followups))
    assert NO_THREAD in wire.world.interactions[start.id].followups[-1].words
    assert len(wire.threads(channel)) == 1


async def test_in_a_private_thread_without_the_bot_answers_are_for_all_until_it_is_let_in(wire: Wire) -> None:
    place = thread(wire, PRIVATE_THREAD)
    place.members.discard(wire.world.bot.id)
    await wire.start_bot(BOT)
    start = await begun(wire, place)
    first = await wire.slash("gm", place, "/npc add", {"template": "guard"})
    followups = wire.world.interactions[start.id].followups
    assert (start.ephemeral, first.ephemeral) == (False, False)
    assert [message.ephemeral for message in followups if "not in this private thread" in message.words] == [True]
    assert not any("Dice sealed" in text for text in place.lines)
    await wire.standin.moderators.let_in(place)
    await for_gms(wire, place)
    await wire.until(lambda: numbers(place).count("4") == 2)
    later = await wire.slash("gm", place, "/npc add", {"template": "guard"})
    await wire.until(lambda: "5" in numbers(place))
    assert (later.ephemeral, numbers(place).count("5")) == (True, 1)


async def test_what_a_crash_kept_from_being_told_in_a_thread_is_told_once(wire: Wire) -> None:
    place = thread(wire)
    await wire.start_bot(BOT)
    await begun(wire, place)
    await wire.until(lambda: numbers(place) == ["1", "2", "3"])
    posts = wire.standin.plant(Fault(rf"POST /channels/{place.id}/messages$", abort=True, applied=True))
    answers = wire.standin.plant(Fault("POST /interactions/.*/callback", abort=True, times=9))
    with pytest.raises(Unanswered):
        await wire.slash("gm", place, "/npc add", {"template": "guard"}, timeout_s=1.0)
    await wire.until(lambda: bool(posts.seen and answers.seen))
    await wire.kill()
    answers.lifted = True
    await wire.restart()
    await wire.slash("gm", place, "/npc add", {"template": "guard"})
    await wire.until(lambda: "5" in numbers(place))
    assert numbers(place) == ["1", "2", "3", "4", "5"]


async def test_an_undo_marks_the_one_page(wire: Wire) -> None:
    place = thread(wire)
    await wire.start_bot(BOT)
    await begun(wire, place)
    await wire.until(lambda: numbers(place) == ["1", "2", "3"])
    await wire.slash("gm", place, "/undo")
    await wire.until(lambda: any("`#3` ~~" in text for text in place.lines))
    assert numbers(place) == ["1", "2", "3", "4"]


async def test_a_question_to_the_gm_alone_is_gone_with_its_answer(wire: Wire) -> None:
    place = thread(wire)
    await wire.start_bot(BOT)
    await wire.slash("ann", place, "/sheet import", {"text": json.dumps(SHEETS["ann"])})
    await wire.slash("gm", place, "/init start", {"now": True})
    await wire.slash("ann", place, "/init join")
    await wire.slash("gm", place, "/npc add", {"template": "guard"})
    await wire.slash("gm", place, "/init set", {"actor": "Guard", "what": "dead", "value": "yes"})

    def ending() -> list[Message]:
        return [each for each in place.messages.values() if "End the fight (GM)" in wire.buttons(each)]

    await wire.until(lambda: bool(ending()))
    asked = await wire.click("gm", ending()[-1], label="End the fight (GM)")
    assert asked.message is not None
    ended = await wire.click("gm", asked.message, label="End it")
    assert ended.message is not None
    assert ended.message.id == asked.message.id
    assert (ended.message.ephemeral, list(wire.buttons(ended.message))) == (True, ["Report"])


async def test_for_somebody_hidden_the_gm_is_called_in_their_thread(wire: Wire) -> None:
    place = thread(wire)
    await wire.start_bot(BOT)
    await wire.slash("ann", place, "/sheet import", {"text": json.dumps(SHEETS["ann"])})
    await wire.slash("gm", place, "/init start", {"now": True})
    await wire.slash("ann", place, "/init join")
    await wire.slash("gm", place, "/npc add", {"template": "sniper", "name": "Lurker", "hidden": True})
    secret = await for_gms(wire, place)
    calling = f"<@{wire.person('gm').id}>"
    for _ in range(40):
        waited = await wire.slash("ann", place, "/act", {"action": "wait"})
        status = await wire.slash("gm", place, "/init status")
        if "waits" in waited.words and re.findall(r"\*\*(.+)\*\*: tick \d+ now", status.words) == ["Lurker"]:
            break
        await wire.slash("gm", place, "/init next")
    await wire.until(lambda: any(calling in text and "nobody sees" in text for text in secret.lines))
    assert not any(calling in text for text in place.lines)


async def test_squads_have_buttons_under_the_last_page_of_the_gms_thread_alone(wire: Wire) -> None:
    place = thread(wire)
    await wire.start_bot(BOT)
    await wire.slash("gm", place, "/npc add", {"template": "guard", "count": 2})
    await wire.slash("gm", place, "/init start", {"now": True})
    secret = await for_gms(wire, place)
    for name in ("Ghost", "Wraith"):
        await wire.slash("gm", place, "/npc add", {"template": "guard", "name": name})
        await wire.until(lambda name=name: any(name in text for text in secret.lines))  # type: ignore[misc]
    pages = list(secret.messages.values())
    await wire.until(lambda: not any(map(wire.buttons, pages[:-1])))
    assert "Squads" in wire.buttons(pages[-1])
    await wire.slash("gm", place, "/init end")
    await wire.until(lambda: not any(map(wire.buttons, secret.messages.values())))


async def test_a_gms_thread_that_is_gone_is_made_anew_and_whole(wire: Wire) -> None:
    place = thread(wire)
    await wire.start_bot(BOT)
    await begun(wire, place)
    secret = await for_gms(wire, place)
    await wire.until(lambda: "3" in numbers(secret))
    await wire.standin.moderators.remove(secret)
    await wire.slash("gm", place, "/npc add", {"template": "guard", "name": "Ghost", "hidden": True})
    anew = await for_gms(wire, place, besides=secret)
    await wire.until(lambda: any("Ghost" in text for text in anew.lines))
    assert numbers(anew)[:3] == ["1", "2", "3"]
    assert wire.person("gm").id in anew.members


@pytest.mark.parametrize("hears", [False, True])
async def test_a_gms_thread_that_the_bot_was_taken_out_of_is_followed_by_another(wire: Wire, hears: bool) -> None:
    place = thread(wire)
    await wire.start_bot(BOT)
    await begun(wire, place)
    secret = await for_gms(wire, place)
    await wire.until(lambda: "3" in numbers(secret))
    secret.members.discard(wire.world.bot.id)
    if hears:  # as it does when it is invited again
        await wire.kill()
        await wire.restart()
    await wire.slash("gm", place, "/npc add", {"template": "guard", "name": "Ghost", "hidden": True})
    anew = await for_gms(wire, place, besides=secret)
    await wire.until(lambda: wire.person("gm").id in anew.members and bool(numbers(anew)))
    assert numbers(anew) == ["g2"]


async def test_without_the_permission_it_is_said_once_and_done_once_it_is_given(wire: Wire) -> None:
    place = thread(wire)
    wire.world.bot_permissions = BOT_PERMISSIONS & ~Permissions(create_private_threads=True)
    await wire.start_bot(BOT)
    await begun(wire, place)
    await wire.until(lambda: any("Create Private Threads" in text for text in place.lines))
    await wire.standin.moderators.deny(wire.channel, Permissions(add_reactions=True))
    await wire.slash("gm", place, "/npc add", {"template": "guard"})
    assert wire.threads() == [place]
    wire.world.bot_permissions = BOT_PERMISSIONS
    await wire.standin.moderators.allow(BOT_PERMISSIONS)
    secret = await for_gms(wire, place)
    await wire.until(lambda: "4" in numbers(secret))
    assert sum("Create Private Threads" in text for text in place.lines) == 1


async def test_a_right_given_in_the_channel_above_wakes_what_waits_in_its_thread(wire: Wire) -> None:
    place = thread(wire)
    await wire.start_bot(BOT)
    await wire.standin.moderators.deny(wire.channel, Permissions(create_private_threads=True))
    await begun(wire, place)
    await wire.until(lambda: any("Create Private Threads" in text for text in place.lines))
    await wire.standin.moderators.give_back(wire.channel)
    await for_gms(wire, place)
    assert wire.world.allowed(wire.channel).create_private_threads
