"""The commands over the real referee: every completion answers, and hostile words are refused or shown as they are."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot import app
from bot.settings import Settings
from bot.simulated.simulation import Simulation

HOSTILE = ("", "a", "@everyone", "light=", 'light="', "x=y z=", "\u202e", "**", "9" * 90, "# a")
SHEET = '{"name": "Ann", "weapons": [{"kind": "ak47", "name": "[AK](https://evil.example)"}]}'


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Simulation]:
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db"))) as stage:
        yield stage


@pytest.fixture
async def fight(stage: Simulation) -> Simulation:
    await stage.slash("gm", "/npc add", {"template": "guard", "count": 2})
    await stage.slash("gm", "/npc add", {"template": "sniper", "name": "Specter", "hidden": True})
    await stage.slash("ann", "/sheet import", {"text": SHEET})
    await stage.slash("ann", "/init join")
    await stage.slash("gm", "/init start", {"now": True})
    return stage


def completed(stage: Simulation) -> Iterator[tuple[str, str]]:
    """Every option that completes, behind its command."""
    for command in stage.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            for option in command.parameters:
                if option.autocomplete:
                    yield f"/{command.qualified_name}", option.display_name


async def offers(stage: Simulation, user: str, caplog: pytest.LogCaptureFixture) -> list[str]:
    """All that anything offers to a user; whatever broke on the way stands in the log."""
    found: list[str] = []
    for command, option in completed(stage):
        for partial in HOSTILE:
            found += await stage.complete(user, command, option, partial)
    assert [record.getMessage() for record in caplog.records if record.name.startswith("cogs")] == []
    return found


async def test_everything_completes_before_anything_was_played(
    stage: Simulation, caplog: pytest.LogCaptureFixture
) -> None:
    found = await offers(stage, "ann", caplog)
    assert "Reflex System" in found


async def test_everything_completes_in_a_fight(fight: Simulation, caplog: pytest.LogCaptureFixture) -> None:
    found = await offers(fight, "gm", caplog)
    assert {"Guard 1", "Specter", "Ann"} <= set(found)


async def test_no_completion_tells_players_of_the_hidden(fight: Simulation, caplog: pytest.LogCaptureFixture) -> None:
    found = await offers(fight, "ann", caplog)
    assert "Guard 1" in found
    assert not [offer for offer in found if "Specter" in offer]


async def test_where_to_is_completed_by_what_the_action_takes(fight: Simulation) -> None:
    assert await fight.complete("ann", "/act", "to", "", {"action": "stance"}) == [
        "standing",
        "kneeling",
        "sitting",
        "prone",
    ]
    assert "towards Guard 1" in await fight.complete("ann", "/act", "to", "towards", {"action": "move"})
    assert await fight.complete("ann", "/act", "to", "Guard 1", {"action": "move"}) == [
        f"{way} Guard 1" for way in ("towards", "away from", "behind", "10m left of", "10m right of", "20m north of")
    ]
    assert (await fight.complete("ann", "/act", "to", "Guard 1", {"action": "watch"}))[0] == "Guard 1"
    assert await fight.complete("ann", "/act", "via", "", {"action": "stance"}) == []
    assert await fight.complete("ann", "/act", "target", "", {"action": "stance"}) == []
    assert "Guard 1" in await fight.complete("ann", "/act", "target", "", {"action": "move"})


async def test_odds_are_completed_by_what_the_action_takes(fight: Simulation) -> None:
    assert "blind" in await fight.complete("ann", "/odds", "mode", "")
    assert await fight.complete("ann", "/odds", "mode", "", {"action": "panic_fire"}) == []
    assert "blind" not in await fight.complete("ann", "/odds", "mode", "", {"action": "indirect_fire"})


async def test_a_weapon_called_like_a_link_is_no_link(fight: Simulation) -> None:
    outcome = await fight.slash("ann", "/sheet show")
    assert "\\[AK\\]" in outcome.reply
    assert "https://" not in fight.seen_by("ann").replace(SHEET, "")


async def test_whoever_only_says_a_name_gets_a_sheet_to_fight_with(stage: Simulation) -> None:
    made = await stage.slash("ann", "/sheet create", {"name": "Zoe"})
    assert "in hand" in made.reply
    assert "Begun as rifleman; /sheet edit changes anything of it. Other templates: guard," in made.reply
    assert "machine gunner" in made.reply
    chosen = await stage.slash("bob", "/sheet create", {"name": "Max", "template": "machine_gunner"})
    assert chosen.reply.rstrip("*").endswith("Begun as machine gunner; /sheet edit changes anything of it.")
    assert not (await stage.slash("ann", "/init join")).refusal


NAMES = ("@everyone", "<@123>", "**bold**", "`code`", "# heading\nline", "x" * 6000, "\u200b", "\u202eback", "")


@pytest.mark.parametrize("name", NAMES)
async def test_a_hostile_name_is_refused_neatly(stage: Simulation, name: str) -> None:
    outcome = await stage.slash("ann", "/sheet create", {"name": name or " "})
    assert outcome.refusal
    assert len(outcome.reply) < 400
    assert outcome.faults == ()


async def test_a_hostile_label_of_a_roll_is_shown_as_typed(stage: Simulation) -> None:
    await stage.slash("ann", "/roll", {"expression": "1d6 # @everyone **big** discord.gg/evil"})
    said = stage.channel.history()[-1].content
    assert "@everyone" not in said
    assert "\\*\\*big\\*\\*" in said
    assert "discord.gg/" not in said


WORDS: list[tuple[str, dict[str, Any]]] = [
    ("/attack", {"target": "x" * 6000}),
    ("/attack", {"target": "Guard 1", "with": "=" * 6000}),
    ("/attack", {"target": "Guard 1", "weapon": "@here", "rounds": -(2**53) + 1, "range_m": -9e15}),
    ("/act", {"action": "```", "with": '"' * 3000}),
    ("/undo", {"to": "9" * 6000}),
    ("/answer", {"choice": "\u202e" * 6000}),
    ("/roll", {"expression": "9" * 6000}),
    ("/help", {"topic": "<@1>" * 1000}),
    ("/init join", {"sheet": "**" * 3000}),
    ("/init set", {"actor": "Guard 1", "what": "@everyone", "value": "x" * 6000}),
    ("/sheet import", {"text": "[" * 6000}),
    ("/sheet import", {"text": '{"a": NaN, "a": 1' + "0" * 5000 + "}"}),
    ("/sheet edit", {"path": "a." * 3000, "value": "1"}),
    ("/campaign setup", {"ruleset": "x" * 6000}),
    ("/campaign options", {"option": "\n# x", "value": "\x00"}),
]


async def test_nonsense_is_refused_and_changes_nothing(fight: Simulation) -> None:
    before = fight.log("gm")
    for command, options in WORDS:
        outcome = await fight.slash("gm", command, options)
        assert outcome.refusal, command
        assert len(outcome.reply) < 600, command
        assert (outcome.ephemeral, outcome.faults) == (True, ()), command
    assert fight.log("gm") == before


async def test_turning_the_page_of_the_log_changes_the_page_and_sends_no_other(fight: Simulation) -> None:
    await fight.slash("ann", "/log show")
    for _ in range(12):
        await fight.slash("gm", "/init next")
    await fight.slash("ann", "/log show")
    told = len(fight.channel.history(viewer=fight.people["ann"]))
    outcome = await fight.click("ann", "Older")
    assert outcome.faults == ()
    assert "#1 " in outcome.reply.replace("*", "")
    assert len(fight.channel.history(viewer=fight.people["ann"])) == told
    assert "#1 " not in (await fight.click("ann", "Newer")).reply.replace("*", "")


FOR_SOMEBODY: list[tuple[str, str, dict[str, Any]]] = [
    ("ann", "/init hand", {"actor": "Ann", "to": "robot"}),
    ("ann", "/sheet transfer", {"name": "Zoe", "to": "robot"}),
    ("gm", "/sheet award", {"to": "robot", "points": 1}),
]


@pytest.mark.parametrize(("user", "command", "options"), FOR_SOMEBODY)
async def test_a_bot_is_no_player(fight: Simulation, user: str, command: str, options: dict[str, Any]) -> None:
    fight.people["robot"] = fight.guild.add_member(fight.env.create_user("robot", bot=True))
    await fight.slash("ann", "/sheet create", {"name": "Zoe"})
    before = fight.log("gm")
    outcome = await fight.slash(user, command, options)
    assert "obot is a bot, and plays nobody." in outcome.refusal
    assert (outcome.ephemeral, outcome.faults, fight.log("gm")) == (True, (), before)
