"""The commands are what Discord takes, what players look for, and what the service expects."""

from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord.ext import commands

from bot import app
from bot.service.playing.slash_words import command_of, options_of
from cogs import ALL_COGS
from tests.cogs.discord_accepts import violations

LONGEST_DESCRIPTION = 59
MOST_CHARACTERS = 8000
SUBCOMMAND = 1

EXPECTED = {
    "init start": "title range_m ground now",
    "init join": "sheet side",
    "init next": "actor",
    "init claims": "",
    "init status": "",
    "init press": "actor",
    "init hold": "actor with",
    "init range": "actor target range_m",
    "init set": "actor what value with",
    "init show": "actor hidden",
    "init hand": "actor to back",
    "init remove": "actor",
    "init end": "",
    "attack": "target attacker weapon mode rounds range_m called cover aim modifier with",
    "odds": "target attacker weapon mode rounds range_m called cover aim modifier with of action",
    "act": "action actor target item to via behind area with",
    "damage apply": "target amount degree place with",
    "damage heal": "target place degree with",
    "treat": "actor target place item with",
    "suppress": "actor weapon target area rounds mode to with",
    "morale show": "actor",
    "morale threat": "actor target amount with",
    "morale calm": "actor target amount with",
    "morale boost": "actor target amount with",
    "ambush list": "actor",
    "ambush set": "actor target side with",
    "ambush detect": "actor target side with",
    "ambush spring": "actor target side with",
    "map show": "",
    "map use": "range_m ground",
    "map place": "who at spread reason",
    "map piece": "name material at to shape wide_m high_m hides blocks opened stops hidden remove",
    "map area": "name at to shape wide_m high_m hides hidden remove",
    "map list": "",
    "map import": "name file square_m metres_wide remove",
    "mine list": "actor",
    "mine emplace": "actor mine kind target distance_m to with",
    "mine field": "actor mine kind target distance_m to with",
    "mine cross": "actor mine kind target distance_m with",
    "mine pass": "actor mine kind target distance_m with",
    "mine trigger": "actor mine kind target distance_m with",
    "mine detonate": "actor mine kind target distance_m with",
    "mine search": "actor mine kind target distance_m with",
    "mine mark": "actor mine kind target distance_m with",
    "mine disarm": "actor mine kind target distance_m with",
    "sheet create": "name template",
    "sheet import": "file text name",
    "sheet export": "name",
    "sheet show": "name",
    "sheet portrait": "file url remove name",
    "sheet edit": "path value name",
    "sheet improve": "what name",
    "sheet award": "to points what name",
    "sheet use": "name",
    "sheet transfer": "name to",
    "sheet delete": "name",
    "npc add": "template sheet count side hidden name at",
    "npc import": "file text name count side hidden at",
    "npc squad": "name members",
    "npc order": "squad do at",
    "campaign setup": "ruleset title server",
    "campaign show": "",
    "campaign options": "option value server",
    "campaign tables": "file server",
    "campaign gm": "role remove server",
    "roll": "expression private",
    "log show": "",
    "log export": "as",
    "log report": "",
    "log verify": "",
    "log reveal": "",
    "mydata export": "",
    "mydata delete": "",
    "undo": "to",
    "redo": "",
    "answer": "choice",
    "help": "topic",
}


@pytest.fixture
async def payload() -> list[dict[str, Any]]:
    """All commands as they are registered."""
    bot = commands.Bot("!", intents=discord.Intents.none())
    for cog in ALL_COGS:
        await bot.add_cog(cog(bot))
    return [command.to_dict(bot.tree) for command in bot.tree.get_commands()]


def leaves(node: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    here = f"{path} {node['name']}".strip()
    inner = [option for option in node.get("options", ()) if option["type"] == SUBCOMMAND]
    if not inner:
        yield here, node
    for option in inner:
        yield from leaves(option, here)


def walked(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for option in node.get("options", ()):
        yield from walked(option)


def characters(node: dict[str, Any]) -> int:
    choices = [text for choice in node.get("choices", ()) for text in (choice["name"], str(choice["value"]))]
    own = len(node["name"]) + len(node["description"]) + sum(map(len, choices))
    return own + sum(map(characters, node.get("options", ())))


def test_the_commands_and_options_are_the_ones_that_scenarios_type(payload: list[dict[str, Any]]) -> None:
    found = {path: leaf for command in payload for path, leaf in leaves(command)}
    options = {path: " ".join(option["name"] for option in leaf["options"]) for path, leaf in found.items()}
    assert options == EXPECTED


def test_no_command_occurs_twice(payload: list[dict[str, Any]]) -> None:
    paths = [path for command in payload for path, _ in leaves(command)]
    assert len(paths) == len(set(paths))


def test_everything_is_described_in_a_few_words(payload: list[dict[str, Any]]) -> None:
    nodes = [node for command in payload for node in walked(command)]
    wrong = [node["name"] for node in nodes if not 3 < len(node["description"]) <= LONGEST_DESCRIPTION]
    assert wrong == []
    assert all(node["description"] != "…" for node in nodes)


def test_every_command_leaves_room(payload: list[dict[str, Any]]) -> None:
    assert max(map(characters, payload)) < MOST_CHARACTERS / 2


def test_commands_are_for_servers_only(payload: list[dict[str, Any]]) -> None:
    for command in payload:
        places = command["contexts"], command["integration_types"], command["dm_permission"]
        assert places == ([0], [0], False), command["name"]


def test_no_command_hides_from_a_gm_without_manage_server(payload: list[dict[str, Any]]) -> None:
    assert {command["default_member_permissions"] for command in payload} == {None}


def test_what_is_required_comes_first(payload: list[dict[str, Any]]) -> None:
    for command in payload:
        for path, leaf in leaves(command):
            needed = [bool(option.get("required")) for option in leaf["options"]]
            assert needed == sorted(needed, reverse=True), path


def test_discord_takes_all_of_them(payload: list[dict[str, Any]]) -> None:
    assert violations("PUT", "/applications/1/commands", payload) == []


PLACES = {"attack": "attack", "damage": "damage apply", "heal": "damage heal"}
OF_ACT = {"target", "item", "to", "via"}
AMOUNT = {"damage"}  # what /damage apply calls an amount


@pytest.mark.parametrize("key", app.SYSTEMS)
def test_what_an_action_shares_with_other_systems_has_its_option(key: str) -> None:
    """Where a command is one action's own, each input that its system calls shared can be typed as an option."""
    for name, spec in app.house().systems[key].ruleset.actions.items():
        path = PLACES.get(name, name.replace("_", " ") if name.startswith(("morale", "ambush", "mine")) else name)
        if path in EXPECTED:
            options = {*EXPECTED[path].split(), *(OF_ACT if spec.command == "act" else ())}
            typed = {item.key for item in spec.inputs if item.shared} - (AMOUNT if name == "damage" else set())
            assert typed <= options, f"/{path} cannot say {typed - options}"


@pytest.mark.parametrize("key", app.SYSTEMS)
def test_words_name_every_option_that_a_command_has_for_an_action(key: str) -> None:
    for spec in app.built(key).ruleset.actions.values():
        options = set(EXPECTED[command_of(spec).partition(" action:")[0]].split())
        of_its_own = {item.key for item in spec.inputs} & options
        assert of_its_own <= options_of(spec).keys(), spec.name
        assert set(options_of(spec).values()) <= options, spec.name
