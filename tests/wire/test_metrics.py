"""The running bot tells how it is, of a fight that was really ordered and posted, and names nobody."""

from __future__ import annotations

import asyncio
import json
import re
import socket

import aiohttp

from tests.wire.battle import BOT
from tests.wire.client import Wire

LABELS = re.compile(r'="([^"]*)"')
ID = re.compile(r"\d{5,}")


async def asked(port: int, page: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/{page}") as answer,
    ):
        return answer.status, await answer.text()


def values(page: str) -> dict[str, float]:
    lines = [line.rsplit(" ", 1) for line in page.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


async def test_a_fight_is_counted_from_the_order_to_the_post() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    async with Wire() as wire:
        await wire.start_bot(BOT, {"FIRETEAM_METRICS": str(port)})
        await wire.slash("gm", wire.channel, "/npc add", {"template": "guard"})
        await wire.slash("gm", wire.channel, "/npc add", {"template": "no such thing"})
        await wire.slash("gm", wire.channel, "/init start", {"now": True, "title": "The bridge"})
        status, health = await asked(port, "healthz")
        _, page = await asked(port, "metrics")
        async with asyncio.timeout(20):
            while values(page)["fireteam_posts_waiting"]:
                _, page = await asked(port, "metrics")
    shown = values(page)
    assert (status, json.loads(health)["wrong"]) == (200, [])
    assert shown["fireteam_gateway_connected"] == 1
    assert shown['fireteam_asked_total{kind="order",outcome="answered"}'] == 2
    assert shown['fireteam_asked_total{kind="order",outcome="refused"}'] == 1
    callbacks = 'fireteam_discord_requests_total{route="POST /interactions/{id}/{token}/callback",status="'
    assert sum(value for name, value in shown.items() if name.startswith(callbacks)) == 3
    posts = 'fireteam_discord_requests_total{route="POST /channels/{id}/messages",status="200"}'
    assert shown[posts] > 0
    assert shown["fireteam_oldest_post_seconds"] == 0
    assert [label for label in LABELS.findall(page) if ID.search(label)] == []
