"""A campaign that wants words alone: all is there in words, and a fight may change from the one to the other."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot import app
from bot.render.markdown import SIGNS
from bot.settings import Settings
from bot.simulated.simulation import Simulation, _labels
from tests.cogs.test_panels import PISTOLEER
from tests.core.brawl import seeded

CAN_ACT = {"More", "keep", "Wait (GM)"}
"""Buttons of which the tracker of an open fight has at least one."""


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Simulation]:
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db"), seeded)) as stage:
        yield stage


async def typed(stage: Simulation, user: str, command: str, **options: object) -> str:
    """What somebody is answered who types a command that is not refused."""
    outcome = await stage.slash(user, command, options)  # type: ignore[arg-type]
    assert (outcome.refusal, outcome.faults) == ("", ())
    return outcome.reply


async def show_as(stage: Simulation, form: str) -> str:
    """Have the channel's fight shown on a card, or in words alone."""
    return await typed(stage, "gm", "/campaign options", option="tracker", value=form)


def trackers(stage: Simulation) -> list[discord.Message]:
    """The messages that say where the fight stands."""
    return [each for each in stage.channel.history() if "Fight 1" in told(each) and CAN_ACT & {*_labels(each)}]


def told(message: discord.Message) -> str:
    """All words of a message, on a card or not."""
    return f"{message.content}{[each.to_dict() for each in message.components]}"


async def at_a_question(stage: Simulation) -> None:
    """A fight in Gray Dawn that waits for Ann, who may spend luck on the damage that she has done."""
    await typed(stage, "gm", "/campaign setup", ruleset="graydawn")
    await typed(stage, "ann", "/sheet create", name="Ann", template=PISTOLEER["graydawn"])
    await typed(stage, "ann", "/init join")
    await typed(stage, "gm", "/npc add", template="guard", count=3)
    await typed(stage, "gm", "/init start", now=True, range_m=5)
    for _ in range(40):
        outcome = await stage.slash("ann", "/attack", {"target": "Guard 1"})
        if "must choose" in outcome.reply:
            return
        await stage.slash("gm", "/init next")
    raise AssertionError(outcome.reply)


async def test_words_become_a_card_and_back_while_a_question_is_open(stage: Simulation) -> None:
    await at_a_question(stage)
    (card,) = trackers(stage)
    assert card.flags.components_v2
    for form, is_card in (("text", False), ("card", True), ("text", False)):
        assert "at once" in await show_as(stage, form)
        (shown,) = trackers(stage)
        assert shown.flags.components_v2 is is_card
        assert "keep" in told(shown)
        assert "Guard 3" in told(shown)
    await stage.restart()
    answered = await stage.click("ann", "keep")
    assert (answered.refusal, answered.faults) == ("", ())
    (shown,) = trackers(stage)
    assert not shown.flags.components_v2
    assert "keep" not in told(shown)


async def test_what_others_settle_for_their_channels_changes_no_fight_here(stage: Simulation) -> None:
    await at_a_question(stage)
    await typed(stage, "gm", "/campaign options", option="tracker", value="text", server=True)
    (shown,) = trackers(stage)
    assert shown.flags.components_v2


@pytest.mark.one_system
@pytest.mark.parametrize("key", app.SYSTEMS)
async def test_a_fight_is_played_to_its_report_in_words_alone(stage: Simulation, key: str) -> None:
    """Questions, panels, lobby and report: what can be tapped is typed, and no picture is needed to read it."""
    await typed(stage, "gm", "/campaign setup", ruleset=key)
    await show_as(stage, "text")
    assert "Nobody has joined yet" in await typed(stage, "gm", "/init start", title="The bridge")
    await typed(stage, "ann", "/sheet create", name="Ann", template=PISTOLEER[key])
    await typed(stage, "ann", "/init join")
    await typed(stage, "gm", "/npc add", template="guard", name="Guard")
    assert "begins" in await typed(stage, "gm", "/init start", now=True, range_m=5)
    (shown,) = trackers(stage)
    assert not shown.flags.components_v2
    assert shown.attachments == []
    assert not {*SIGNS.values()} & {*told(shown)}  # sides are told by letters
    for _ in range(40):
        panel = await stage.slash("ann", "/attack")
        if not panel.refusal:
            break
        await stage.slash("gm", "/init next")
    line = next(each for each in panel.reply.splitlines() if each.startswith("*/attack"))
    given = dict(part.split(":") for part in line.strip("*").removeprefix("/attack ").split(" "))
    shot = await stage.slash("ann", "/attack", given)  # the line above the menus, as it is typed
    assert (shot.refusal, shot.faults) == ("", ())
    if "must choose" in shot.reply:
        answers = await stage.complete("ann", "/answer", "choice", "")
        await typed(stage, "ann", "/answer", choice=answers[0])
    assert "Ann" in await typed(stage, "gm", "/init status")
    await typed(stage, "gm", "/init end")
    report = await typed(stage, "ann", "/log report")
    assert "Ann" in report
    assert trackers(stage) == []
