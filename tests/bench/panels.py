"""What a panel of an attack costs, in every system: what is waited for, and what follows by an edit."""

from __future__ import annotations

import itertools
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot import app
from bot.service.referee import Referee
from bot.service.requests import PanelState, PanelView, Reply, Request
from bot.settings import Settings
from tests.bench.measure import Measure, at_most, quantile

TIMES: Final = 5
FOES: Final = 20
METRES: Final = 5.0
AIM_MS: Final = 300
ANN, GM = 1, 9
TURNS: Final = 200

_ids = itertools.count(1)


async def measures() -> list[Measure]:
    """The processor's time for the slowest system."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        house = app.house()
        store = app.open_store(Settings(database=Path(folder) / "panels.db"), house)
        try:
            referee = Referee(store, house)
            found = {key: await _taken_ms(referee, channel, key) for channel, key in enumerate(app.SYSTEMS, 1)}
        finally:
            await store.close()
    first, whole = ({key: each[at] for key, each in found.items()} for at in (0, 1))
    return [
        Measure("panel of an attack, CPU", max(first.values()), "ms", at_most(AIM_MS), _each(first)),
        Measure("its slower numbers, CPU", max(whole.values()), "ms", detail=_each(whole)),
    ]


def _each(found: dict[str, float]) -> str:
    return ", ".join(f"{key} {taken_ms:.0f}" for key, taken_ms in found.items())


async def _taken_ms(referee: Referee, channel: int, key: str) -> tuple[float, float]:
    """The median milliseconds of a fresh panel, and of the same with all its chances."""
    state = await _at_arms(referee, channel, key)
    first, whole = list[float](), list[float]()
    for _ in range(TIMES):
        began_s = time.process_time()
        await referee.panel(_ask(channel, ANN), PanelState(action="attack"))
        first.append(time.process_time() - began_s)
        began_s = time.process_time()
        await referee.panel_counted(_ask(channel, ANN), state)
        whole.append(time.process_time() - began_s)
    return quantile(first, 0.5) * 1e3, quantile(whole, 0.5) * 1e3


async def _at_arms(referee: Referee, channel: int, key: str) -> PanelState:
    """What stands in the panel as soon as Ann may attack one of many."""
    starter = app.built(key).starter
    _done(await referee.campaign_setup(_ask(channel, GM), key))
    _done(await referee.sheet_create(_ask(channel, ANN), f"Ann{channel}", starter))
    _done(await referee.init_join(_ask(channel, ANN), f"Ann{channel}"))
    _done(await referee.npc_add(_ask(channel, GM), "guard", count=FOES))
    _done(await referee.init_start(_ask(channel, GM), range_m=METRES))
    for _ in range(TURNS):
        panel = await _opened(referee, channel)
        if panel is not None:
            return panel.state
        _done(await referee.init_next(_ask(channel, GM)))
    raise RuntimeError(f"{key}: nobody ever attacks")


async def _opened(referee: Referee, channel: int) -> PanelView | None:
    return (await referee.act(_ask(channel, ANN), None, "attack")).panel


def _ask(channel: int, user: int) -> Request:
    return Request(
        interaction_id=next(_ids),
        guild_id=10,
        channel_id=channel,
        user_id=user,
        now=datetime(2026, 1, 1, tzinfo=UTC),
        user_name="Somebody",
        manages_server=user == GM,
    )


def _done(reply: Reply) -> None:
    if reply.refusal:
        raise RuntimeError(" ".join(line.text for line in reply.lines))
