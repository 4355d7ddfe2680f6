"""Help is seven lines and a menu; every topic, action and word of the rules can be read, and nothing in it is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot import app
from bot.core.errors import AssemblyError
from bot.service.handbooks import handbook_of, topics_of
from bot.service.playing.plain_words import PLAIN_WORDS
from bot.service.requests import Verb
from tests.service.table import ANN, Table, agreed, ask, refused, words

SUBCOMMANDS = "start|remove|next|join|add|order|set|show|report|verify|export|delete|options|tables|place"
COMMAND = re.compile(rf"/([a-z]+(?: (?:{SUBCOMMANDS}))?)")
ACTION = re.compile(r"/act (?:action:)?(?!action\b)([a-z_]+)")
TYPED = {
    *("act", "answer", "attack", "damage", "help", "odds", "roll", "treat", "undo", "init start", "init next"),
    *(
        "init join",
        "init set",
        "init remove",
        "npc add",
        "npc order",
        "map show",
        "map place",
        "log report",
        "log verify",
    ),
    *("log export", "mydata export", "mydata delete", "campaign options", "campaign tables", "sheet create"),
}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    made = Table(tmp_path / "table.db", None, None, **app.house().systems)
    made.play_by(app.house())
    return made


async def chosen(table: Table, topic: str) -> str:
    """What is read where a topic is chosen from the menu."""
    reply = agreed(await table.referee.click(ask(ANN), Verb.HELP, f"topic.{topic}", ""))
    assert reply.in_place
    assert reply.menu is not None
    return words(reply)


async def test_help_is_seven_lines_and_a_menu(table: Table) -> None:
    reply = agreed(await table.referee.help(ask(ANN)))
    assert len(reply.lines) == 7
    assert reply.menu is not None
    assert reply.menu.verb is Verb.HELP
    assert len(reply.menu.choices) <= 25
    for choice in reply.menu.choices:
        assert len(choice.label) <= 100
        assert len((await chosen(table, choice.value)).splitlines()) > 1


@pytest.mark.parametrize("key", app.SYSTEMS)
async def test_each_system_has_a_page_a_turn_and_its_words(table: Table, key: str) -> None:
    agreed(await table.referee.campaign_setup(ask(), key))
    book = table.house.handbooks[key]
    assert book.cheat_sheet[0] in await chosen(table, "cheat_sheet")
    assert book.sample_turn[0] in await chosen(table, "sample_turn")
    assert len(await chosen(table, "cheat_sheet")) < 2000
    for word, meaning in book.glossary.items():
        assert meaning in words(agreed(await table.referee.help(ask(ANN), word.upper())))


async def test_actions_are_read_by_name_and_what_is_unknown_is_refused(table: Table) -> None:
    assert "whom to attack" in words(agreed(await table.referee.help(ask(ANN), "attack")))
    assert "/attack" in await chosen(table, "actions")
    assert "or ease pain; for a pause" in words(agreed(await table.referee.help(ask(ANN), "treat")))
    assert "for a pause" not in words(agreed(await table.referee.help(ask(ANN), "attack")))
    assert "no help on" in refused(await table.referee.help(ask(ANN), "dancing"))
    assert "no help on" in refused(await table.referee.click(ask(ANN), Verb.HELP, "topic.dancing", ""))


@pytest.mark.parametrize("key", app.SYSTEMS)
async def test_what_newcomers_call_things_finds_what_there_is(table: Table, key: str) -> None:
    agreed(await table.referee.campaign_setup(ask(), key))
    typed = [*PLAIN_WORDS, "First  Aid", "odds", "dice"]
    assert [each for each in typed if not words(agreed(await table.referee.help(ask(ANN), each))).strip()] == []


async def test_a_word_finds_what_is_meant_by_it_and_where_it_stands(table: Table) -> None:
    aid = words(agreed(await table.referee.help(ask(ANN), "first aid")))
    assert "Treat /treat · keep somebody alive" in aid
    assert "cheat_sheet" not in aid  # which is for systems without such an action
    run = words(agreed(await table.referee.help(ask(ANN), "run")))
    assert "Move /act" in run
    assert "broken: Threats exceed coolness by five: running" in run
    cover = agreed(await table.referee.help(ask(ANN), "cover"))
    assert "The ground: On a ground everybody stands somewhere" in words(cover)
    assert cover.menu is not None
    assert "Chances and luck /help topic:chances" in words(agreed(await table.referee.help(ask(ANN), "odds")))
    assert "no help on" in refused(await table.referee.help(ask(ANN), "an"))


async def test_a_system_without_healing_says_what_there_is_instead(table: Table) -> None:
    agreed(await table.referee.campaign_setup(ask(), "nighttripper"))
    assert "/help topic:cheat_sheet" in words(agreed(await table.referee.help(ask(ANN), "bandage")))
    assert "Work /act · do anything else" in words(agreed(await table.referee.help(ask(ANN), "reload")))


@pytest.mark.parametrize("key", app.SYSTEMS)
def test_every_command_and_action_that_is_named_is_there(key: str) -> None:
    house = app.house()
    book, known = house.handbooks[key], house.systems[key].ruleset.actions
    own = [*book.cheat_sheet, *book.sample_turn, *book.glossary.values()]
    named = {action for each in own for action in ACTION.findall(each)}
    assert named <= set(known)
    general = [each for topic in house.topics.values() for each in topic.lines]
    assert {command for each in (*own, *general) for command in COMMAND.findall(each)} <= TYPED
    assert {action for each in general for action in ACTION.findall(each)} <= set(known)


@pytest.mark.parametrize("key", app.SYSTEMS)
def test_a_line_can_be_read_in_a_breath_and_ends_as_one(key: str) -> None:
    house = app.house()
    book = house.handbooks[key]
    said = [*book.cheat_sheet, *book.sample_turn, *book.glossary.values()]
    said += [each for topic in house.topics.values() for each in topic.lines]
    assert [each for each in said if len(each) > 260 or not each.endswith(".") or not each[0].isupper()] == [
        each for each in said if each.startswith("/") and each.endswith(".") and len(each) <= 260
    ]


def test_a_handbook_that_cannot_be_read_is_an_error() -> None:
    with pytest.raises(AssemblyError, match="a handbook"):
        handbook_of({"cheat_sheet": "no list"})
    with pytest.raises(AssemblyError, match="topics of help"):
        topics_of({"turn": {"title": "Your turn"}})


async def test_a_system_without_a_handbook_has_the_rest(tmp_path: Path) -> None:
    bare = Table(tmp_path / "bare.db")
    reply = agreed(await bare.referee.help(ask(ANN)))
    assert reply.menu is not None
    assert [each.value for each in reply.menu.choices] == ["actions", "version"]
