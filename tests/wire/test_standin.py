"""The stand-in behaves as Discord was measured to: checked with the echo bot and with plain requests."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from discord import Permissions

from tests.wire import disk
from tests.wire.client import BotDied, Command, Impossible, Unanswered, Wire
from tests.wire.faults import ALWAYS, Fault, Limits, Spent
from tests.wire.world import PRIVATE_THREAD

ECHO = ["-m", "tests.wire.echo"]
CALLBACK = "POST /interactions/.*/callback"

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def echo() -> AsyncIterator[Wire]:
    """One echo bot for the tests that leave it as they found it."""
    async with Wire() as wire:
        await wire.start_bot(ECHO)
        yield wire


@pytest_asyncio.fixture(loop_scope="module")
async def silent() -> AsyncIterator[Wire]:
    """A Discord that no bot is connected to."""
    async with Wire() as wire:
        yield wire


@pytest.fixture(autouse=True)
def _no_faults_left(echo: Wire) -> Iterator[None]:
    yield
    echo.standin.faults.clear()


async def rest(wire: Wire, method: str, path: str, body: object = None) -> tuple[int, Any]:
    """One request with the bot's token: status and answer."""
    headers = {"Authorization": f"Bot {wire.world.token}"}
    url = f"http://127.0.0.1:{wire.standin.port}/api/v10{path}"
    async with aiohttp.ClientSession() as session, session.request(method, url, json=body, headers=headers) as answer:
        return answer.status, await answer.json() if answer.status != 204 else None


async def say(wire: Wire, text: str = "x", timeout_s: float = 10.0) -> Any:
    """Ann types /echo."""
    return await wire.slash("ann", wire.channel, "/echo", {"text": text}, timeout_s=timeout_s)


async def test_the_bot_logs_in_registers_its_command_and_answers(echo: Wire) -> None:
    answer = await say(echo, "hello")
    assert [each["name"] for each in echo.world.commands[None]] == ["echo"]
    assert (answer.words, answer.code, answer.ephemeral) == ("hello", 0, False)
    assert echo.channel.lines[-1] == "hello"


async def test_a_wrong_token_ends_the_bot() -> None:
    async with Wire() as wire:
        with pytest.raises(BotDied, match="LoginFailure"):
            await wire.start_bot(ECHO, {"FIRETEAM_TOKEN": "wrong"})


async def test_what_a_client_would_not_send_never_reaches_the_bot(echo: Wire) -> None:
    for command, options in (("/nothing", {}), ("/echo", {}), ("/echo", {"text": 3}), ("/echo", {"text": "x", "y": 1})):
        with pytest.raises(Impossible):
            await echo.slash("ann", echo.channel, command, options)


async def test_the_same_interaction_twice_runs_the_handler_twice(echo: Wire) -> None:
    first = await say(echo, "once")
    again = await echo.redeliver(first.id)
    assert (first.code, again.code) == (0, 40060)
    assert echo.channel.lines.count("once") == 1


async def test_a_429_with_via_is_waited_for_and_tried_again(echo: Wire) -> None:
    fault = echo.standin.plant(Fault(CALLBACK, status=429, retry_after_s=0.01))
    answer = await say(echo, "patience")
    assert answer.code == 0
    assert len(fault.seen) == 1


async def test_a_429_without_via_is_taken_for_a_ban(echo: Wire) -> None:
    fault = echo.standin.plant(Fault(CALLBACK, status=429, via=False))
    with pytest.raises(Unanswered):
        await say(echo, timeout_s=0.3)
    await echo.until(lambda: bool(fault.seen))  # on a busy machine later than that
    assert len(fault.seen) == 1


async def test_an_aborted_callback_is_not_tried_again_though_it_was_applied(echo: Wire) -> None:
    fault = echo.standin.plant(Fault(CALLBACK, applied=True, abort=True, times=2))
    answer = await say(echo, "heard")
    assert (answer.words, len(fault.seen)) == ("heard", 1)


async def test_a_late_answer_meets_an_unknown_interaction(echo: Wire) -> None:
    echo.standin.callbacks.deadline_s = 0.0
    try:
        assert (await say(echo, "late")).code == 10062
    finally:
        echo.standin.callbacks.deadline_s = 3.0


async def test_what_was_missed_while_the_line_was_down_is_replayed(echo: Wire) -> None:
    resumes = echo.standin.gateway.resumes
    echo.standin.gateway.cut()
    await echo.until(lambda: not echo.standin.gateway.connected)
    assert (await say(echo, "missed")).words == "missed"
    assert echo.standin.gateway.resumes == resumes + 1


async def test_asked_to_reconnect_the_bot_resumes(echo: Wire) -> None:
    resumes, identifies = echo.standin.gateway.resumes, echo.standin.gateway.identifies
    await echo.standin.gateway.ask_reconnect()
    await echo.until(lambda: echo.standin.gateway.resumes > resumes)
    assert echo.standin.gateway.identifies == identifies
    assert (await say(echo, "back")).words == "back"


async def test_a_session_that_may_be_resumed_loses_nothing(echo: Wire) -> None:
    gateway = echo.standin.gateway
    resumes, identifies = gateway.resumes, gateway.identifies
    await gateway.invalidate(resumable=True)
    assert (await say(echo, "kept")).words == "kept"
    await echo.until(lambda: gateway.resumes > resumes)
    assert gateway.identifies == identifies


@pytest.mark.parametrize("code", [1000, 1001, 4000, 4001, 4002, 4005, 4008])
async def test_after_most_close_codes_the_bot_resumes(echo: Wire, code: int) -> None:
    gateway = echo.standin.gateway
    resumes, identifies = gateway.resumes, gateway.identifies
    await gateway.close_sockets(code)
    await echo.until(lambda: gateway.resumes > resumes)
    assert gateway.identifies == identifies
    assert (await say(echo, "again")).words == "again"


@pytest.mark.parametrize("code", [0, 4007])
async def test_a_session_that_is_gone_is_begun_anew_and_what_came_meanwhile_is_lost(echo: Wire, code: int) -> None:
    gateway = echo.standin.gateway
    identifies = gateway.identifies
    await (gateway.close_sockets(code) if code else gateway.invalidate(resumable=False))
    with pytest.raises(Impossible):
        await say(echo, "lost")
    await echo.until(lambda: gateway.identifies > identifies)
    assert (await say(echo, "anew")).words == "anew"


async def test_what_was_held_back_comes_in_the_wrong_order(echo: Wire) -> None:
    standin, ann = echo.standin, echo.person("ann")
    typed = [standin.command(echo.guild, ann, echo.channel, "/echo", {"text": text}) for text in ("earlier", "later")]
    standin.gateway.hold()
    for interaction in typed:
        await standin.deliver(interaction)
    await standin.gateway.release()
    await typed[0].signal.until(lambda: bool(typed[0].accepted))
    assert echo.channel.lines[-2:] == ["later", "earlier"]


async def test_an_interaction_may_come_three_times(echo: Wire) -> None:
    echo.standin.gateway.copies = 3
    answer = await say(echo, "thrice")
    echo.standin.gateway.copies = 1
    interaction = echo.world.interactions[answer.id]
    await interaction.signal.until(lambda: len(interaction.attempts) == 3)
    assert sorted(each.code for each in interaction.attempts) == [0, 40060, 40060]


async def test_many_in_flight_are_all_answered(echo: Wire) -> None:
    load = await echo.flood((Command("bob", "/echo", {"text": str(each)}) for each in range(100)), in_flight=64)
    assert sorted(int(answer.words) for answer in load.answers) == list(range(100))
    assert load.quantile_s(0.5) <= load.quantile_s(0.99)


async def test_messages_outlast_a_killed_bot() -> None:
    async with Wire() as wire:
        await wire.start_bot(ECHO)
        await say(wire, "before")
        await wire.kill()
        await wire.restart()
        await say(wire, "after")
        assert wire.channel.lines == ["before", "after"]


async def test_whoever_waits_for_a_bot_that_dies_is_told() -> None:
    async with Wire() as wire:
        await wire.start_bot(ECHO)
        never = asyncio.Event()
        held = wire.standin.plant(Fault(CALLBACK, until=never))
        asked = asyncio.create_task(say(wire))
        await wire.until(lambda: bool(held.seen))
        await wire.kill()
        with pytest.raises(Unanswered) as told:
            await asked
        never.set()
        assert told.value.interaction_id in wire.world.interactions


async def test_the_same_nonce_returns_the_first_message(silent: Wire) -> None:
    path = f"/channels/{silent.channel.id}/messages"
    body = {"content": "line 1", "nonce": "order-1", "enforce_nonce": True}
    first, second = await rest(silent, "POST", path, body), await rest(silent, "POST", path, body)
    assert first[1]["id"] == second[1]["id"]
    assert silent.channel.lines == ["line 1"]
    await rest(silent, "POST", path, body | {"enforce_nonce": False})
    assert silent.channel.lines == ["line 1", "line 1"]


async def test_a_nonce_is_remembered_for_minutes_and_in_no_history(silent: Wire) -> None:
    path = f"/channels/{silent.channel.id}/messages"
    body = {"content": "line 1", "nonce": "order-1", "enforce_nonce": True}
    _, first = await rest(silent, "POST", path, body)
    _, listed = await rest(silent, "GET", path)
    assert (first["nonce"], [each.get("nonce") for each in listed]) == ("order-1", [None])
    silent.world.forget_nonces()
    await rest(silent, "POST", path, body)
    silent.world.nonce_lasts_s = 0.0
    await rest(silent, "POST", path, body)
    assert silent.channel.lines == ["line 1"] * 3


async def test_a_nonce_is_the_sender_s_in_every_channel(silent: Wire) -> None:
    body = {"content": "line 1", "nonce": "order-1", "enforce_nonce": True}
    _, first = await rest(silent, "POST", f"/channels/{silent.channel.id}/messages", body)
    other = silent.world.add_channel(silent.guild, "elsewhere")
    _, second = await rest(silent, "POST", f"/channels/{other.id}/messages", body | {"content": "line 2"})
    assert (second["id"], second["content"], other.lines) == (first["id"], "line 1", [])
    await rest(silent, "DELETE", f"/channels/{silent.channel.id}/messages/{first['id']}")
    status, error = await rest(silent, "POST", f"/channels/{other.id}/messages", body)
    assert (status, error["code"]) == (404, 10008)


async def test_a_thread_takes_the_id_of_its_starter_and_opens_once(silent: Wire) -> None:
    path = f"/channels/{silent.channel.id}/messages"
    _, starter = await rest(silent, "POST", path, {"content": "Fight!"})
    opened, thread = await rest(silent, "POST", f"{path}/{starter['id']}/threads", {"name": "The bridge"})
    again, error = await rest(silent, "POST", f"{path}/{starter['id']}/threads", {"name": "The bridge"})
    assert (opened, thread["id"], thread["parent_id"]) == (201, starter["id"], str(silent.channel.id))
    assert (again, error["code"]) == (400, 160004)


async def test_a_private_thread_has_the_members_it_was_given(silent: Wire) -> None:
    path = f"/channels/{silent.channel.id}/threads"
    _, thread = await rest(silent, "POST", path, {"name": "GM", "type": PRIVATE_THREAD})
    gm = silent.person("gm").id
    await rest(silent, "PUT", f"/channels/{thread['id']}/thread-members/{gm}")
    _, members = await rest(silent, "GET", f"/channels/{thread['id']}/thread-members")
    assert {int(each["user_id"]) for each in members} == {gm, silent.world.bot.id}


async def test_an_archived_thread_takes_messages_but_no_edits(silent: Wire) -> None:
    _, thread = await rest(silent, "POST", f"/channels/{silent.channel.id}/threads", {"name": "log", "type": 11})
    path = f"/channels/{thread['id']}/messages"
    _, line = await rest(silent, "POST", path, {"content": "one"})
    silent.world.channel(int(thread["id"])).archived = True
    _, refusal = await rest(silent, "PATCH", f"{path}/{line['id']}", {"content": "two"})
    assert refusal["code"] == 50083
    await rest(silent, "POST", path, {"content": "three"})
    assert not silent.world.channel(int(thread["id"])).archived


async def test_a_deleted_thread_is_an_unknown_channel(silent: Wire) -> None:
    _, thread = await rest(silent, "POST", f"/channels/{silent.channel.id}/threads", {"name": "log", "type": 11})
    await silent.standin.moderators.remove(silent.world.channel(int(thread["id"])))
    status, error = await rest(silent, "POST", f"/channels/{thread['id']}/messages", {"content": "one"})
    assert (status, error["code"]) == (404, 10003)


async def test_without_the_permission_no_thread_opens(silent: Wire) -> None:
    silent.world.bot_permissions = Permissions(view_channel=True, send_messages=True)
    status, error = await rest(silent, "POST", f"/channels/{silent.channel.id}/threads", {"name": "log", "type": 11})
    assert (status, error["code"]) == (403, 50013)


async def test_messages_are_listed_newest_first_and_paged(silent: Wire) -> None:
    path = f"/channels/{silent.channel.id}/messages"
    ids = [(await rest(silent, "POST", path, {"content": str(each)}))[1]["id"] for each in range(5)]
    _, last = await rest(silent, "GET", f"{path}?limit=2")
    _, after = await rest(silent, "GET", f"{path}?limit=2&after={ids[0]}")
    assert [each["content"] for each in last] == ["4", "3"]
    assert [each["content"] for each in after] == ["2", "1"]


@pytest.mark.parametrize(
    "body",
    [{}, {"content": "x" * 2001}, {"embeds": [{"description": "x" * 4097}]}, {"content": "x", "nonce": "x" * 26}],
)
async def test_a_message_beyond_the_limits_is_refused(silent: Wire, body: dict[str, Any]) -> None:
    status, error = await rest(silent, "POST", f"/channels/{silent.channel.id}/messages", body)
    assert status == 400
    assert error["code"] in {50006, 50035}
    assert not silent.channel.messages


async def test_a_limited_route_says_how_much_is_left_and_then_429(silent: Wire) -> None:
    silent.standin.limits.set(r"POST /channels/(\d+)/messages$", calls=1, per_s=60.0)
    path = f"/channels/{silent.channel.id}/messages"
    first, second = (
        await rest(silent, "POST", path, {"content": "1"}),
        await rest(silent, "POST", path, {"content": "2"}),
    )
    assert (first[0], second[0]) == (200, 429)
    assert second[1]["retry_after"] > 0
    assert silent.standin.limits.hits == 1


async def test_discords_own_limits_hold_for_the_whole_bot_and_for_each_channel() -> None:
    now_s = 100.0
    limits = Limits(lambda: now_s)
    limits.set_as_discord_does()
    send = "POST /channels/1/messages"
    assert not any(limits.spend(send).wait_s for _ in range(5))
    assert (limits.wait_s(send), limits.spend(send).wait_s, limits.hits) == (5.0, 5.0, 1)
    assert limits.wait_s("POST /channels/2/messages") == 0.0
    assert not any(limits.spend("GET /users/@me").wait_s for _ in range(44))
    assert limits.spend("GET /users/@me") == Spent({"X-RateLimit-Global": "true"}, 1.0, everywhere=True)
    assert limits.spend("POST /interactions/1/token/callback").wait_s == 0.0
    now_s += 1.0
    assert limits.spend("GET /users/@me").wait_s == 0.0


async def test_who_does_wrong_ten_thousand_times_is_shut_out_for_a_while() -> None:
    now_s = 100.0
    limits = Limits(lambda: now_s)
    for status in (200, 404, *[401, 403, 429] * 3_333, 429):
        limits.note(status)
    assert (limits.wrong, limits.spend("GET /users/@me").banned) == (10_000, True)
    now_s += 600.0
    assert (limits.wrong, limits.spend("GET /users/@me").banned) == (0, False)


async def test_the_global_limit_leaves_interactions_alone(silent: Wire) -> None:
    fault = silent.standin.plant(Fault("", status=429, times=ALWAYS, everywhere=True))
    status, error = await rest(silent, "GET", "/users/@me")
    assert (status, error["global"], error["retry_after"]) == (429, True, 0.05)
    assert (await rest(silent, "POST", "/interactions/1/token/callback", {"type": 5}))[0] == 404
    fault.lift()
    assert (await rest(silent, "GET", "/users/@me"))[0] == 200
    assert len(fault.seen) == 1


async def test_a_limited_bot_goes_on_when_the_limit_is_lifted(echo: Wire) -> None:
    fault = echo.standin.plant(Fault(CALLBACK, status=429, times=ALWAYS))
    asked = asyncio.create_task(say(echo, "at last"))
    await echo.until(lambda: len(fault.seen) == 2)
    fault.lift()
    assert (await asked).words == "at last"


async def test_a_full_disk_fails_in_the_middle_of_a_write_and_can_be_freed(tmp_path: Path) -> None:
    database = tmp_path / "grown.db"
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE rows (bytes BLOB)")
        for stop in (partial(disk.fill, database=database), disk.make_read_only):
            stop(os.getpid())
            try:
                with pytest.raises(sqlite3.OperationalError):
                    connection.execute("INSERT INTO rows VALUES (zeroblob(100000))")
                assert connection.execute("SELECT count(*) FROM rows").fetchone() == (0,)
            finally:
                disk.free(os.getpid())
        connection.execute("INSERT INTO rows VALUES (zeroblob(100000))")
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
