"""What people see of an answer, a refusal and a mishap, and what the referee is asked, on a simulated Discord."""

import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import AsyncMock, MagicMock, call, patch

import aiohttp
import discord
import msgspec
import pytest
from simcord.http import router

from bot.core.errors import RuleViolation
from bot.core.options import Choice
from bot.core.wording import line, name
from bot.service.requests import (
    Attachment,
    Button,
    Choosing,
    GroundMark,
    GroundView,
    OnGround,
    Reply,
    StoryForm,
    Verb,
    refused,
)
from bot.simulated.simulation import Impossible, Simulation, Upload
from cogs._files import LARGEST_BYTES
from cogs._reply import FIRST_WORD_S, answer, deliver
from cogs._view import TEMPLATE, custom_id, view_of
from tests.cogs.fake_referee import CogBot, FakeReferee

CALLBACK = "/interactions/*/*/callback"
REFUSAL = refused(RuleViolation("Out of ammunition.", "Reload (3 ticks)."))
SHOT = Reply(title="#7", lines=(line(name("Ann"), " hits."),))
QUESTION = Reply(
    lines=(line("Block?"),),
    buttons=(Button("Block", Verb.ANSWER, "0", "abc"), Button("Take it", Verb.ANSWER, "1", "abc")),
)


@pytest.fixture
def referee() -> FakeReferee:
    return FakeReferee()


@pytest.fixture
async def stage(referee: FakeReferee) -> AsyncIterator[Simulation]:
    async with Simulation(lambda: CogBot(referee)) as stage:
        yield stage


# --- what people see --------------------------------------------------------------------------------------------------


async def test_the_channel_reads_an_answer(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = SHOT
    outcome = await stage.slash("ann", "/attack", {"target": "Guard"})
    assert (outcome.reply, outcome.ephemeral, outcome.faults) == ("`#7` **Ann** hits.", False, ())
    assert "hits" in stage.seen_by("bob")


async def test_an_answer_for_one_reaches_nobody_else(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = Reply(lines=(line("Ann hits."), line("Coordination 9", depth=1)), ephemeral=True)
    outcome = await stage.slash("ann", "/init status")
    assert outcome.reply.splitlines() == ["Ann hits.", "-# Coordination 9"]
    assert outcome.ephemeral
    assert "Coordination" not in stage.seen_by("bob")


async def test_a_refusal_is_private_and_marked(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = REFUSAL
    outcome = await stage.slash("ann", "/attack", {"target": "Guard"})
    assert outcome.refusal == "⛔ Out of ammunition.\n*Reload (3 ticks).*"
    assert outcome.faults == ()


async def test_a_broken_rule_that_was_raised_is_a_refusal_too(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = RuleViolation("Not your turn.", "Wait.")
    outcome = await stage.slash("ann", "/redo")
    assert (outcome.refusal, outcome.faults) == ("⛔ Not your turn.\n*Wait.*", ())


async def test_a_long_answer_comes_in_pages_for_the_same_eyes(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = Reply(lines=tuple(line(f"{number} {'x' * 400}") for number in range(12)), ephemeral=True)
    outcome = await stage.slash("ann", "/log show")
    said = [outcome.reply, *outcome.followups]
    assert len(said) > 2
    assert max(map(len, said)) <= 2000
    assert [text for number in range(12) for text in said if text.startswith(f"{number} ") or f"\n{number} " in text]
    assert "xxx" not in stage.seen_by("bob")


async def test_a_file_goes_with_the_answer(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = Reply(lines=(line("Here."),), ephemeral=True, attachment=Attachment("ann.json", b'{"a": 1}'))
    outcome = await stage.slash("ann", "/sheet export")
    assert outcome.reply == "Here.\nann.json"
    assert '{"a": 1}' in stage.seen_by("ann")


async def test_a_mishap_is_owned_up_to_in_private(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = ZeroDivisionError("secret detail")
    outcome = await stage.slash("ann", "/attack", {"target": "Guard"})
    assert outcome.ephemeral
    assert "Reference" in outcome.reply
    assert outcome.refusal == ""
    assert "secret detail" not in stage.seen_by("ann")


async def test_a_mishap_is_logged_with_its_reference(
    stage: Simulation, referee: FakeReferee, caplog: pytest.LogCaptureFixture
) -> None:
    referee.outcome = ZeroDivisionError("secret detail")
    outcome = await stage.slash("ann", "/undo")
    record = next(record for record in caplog.records if record.name == "cogs._reply")
    assert record.getMessage().rpartition(" ")[2] in outcome.reply
    assert record.exc_info is not None
    assert record.exc_info[1] is referee.outcome


async def test_nobody_is_pinged_by_an_answer(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = Reply(lines=(line(f"<@{stage.people['bob'].id}> @everyone"),))
    await stage.slash("ann", "/roll", {"expression": "1d6"})
    assert stage.pings() == []


# --- buttons ----------------------------------------------------------------------------------------------------------


async def test_a_click_goes_to_the_referee(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = QUESTION
    await stage.slash("ann", "/attack", {"target": "Guard"})
    referee.outcome = SHOT
    outcome = await stage.click("ann", "Take it")
    assert outcome.reply.endswith("**Ann** hits.")
    assert (referee.last.method, referee.last.args) == ("click", (Verb.ANSWER, "1", "abc"))
    assert referee.last.request.user_id == stage.people["ann"].id


async def test_a_second_click_is_refused_by_the_referee(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = QUESTION
    await stage.slash("ann", "/attack", {"target": "Guard"})
    referee.outcome = SHOT
    await stage.click("ann", "Block")
    referee.outcome = REFUSAL
    assert (await stage.click("bob", "Block")).refusal.startswith("⛔")
    assert referee.asked[-1].args == referee.asked[-2].args


async def test_choices_of_a_closed_question_go_and_other_buttons_stay(stage: Simulation, referee: FakeReferee) -> None:
    other = Button("Not so", Verb.CLAIM, "drop.1")
    referee.outcome = msgspec.structs.replace(QUESTION, buttons=(*QUESTION.buttons, other))
    await stage.slash("ann", "/attack", {"target": "Guard"})
    referee.outcome = msgspec.structs.replace(SHOT, spent=True)
    await stage.click("ann", "Block")
    with pytest.raises(Impossible):
        await stage.click("bob", "Take it")
    await stage.click("bob", "Not so")
    assert referee.last.args[0] is Verb.CLAIM


async def test_choices_above_no_other_button_go_too(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = QUESTION
    await stage.slash("ann", "/attack", {"target": "Guard"})
    referee.outcome = msgspec.structs.replace(SHOT, spent=True, closing=(line("Bea blocks: *well*."),))
    await stage.click("ann", "Block")
    with pytest.raises(Impossible):
        await stage.click("bob", "Block")
    assert "Bea blocks: \\*well\\*." in stage.seen_by("bob")


async def test_a_button_still_works_after_a_restart(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = QUESTION
    await stage.slash("ann", "/attack", {"target": "Guard"})
    await stage.restart()
    await stage.click("ann", "Block")
    assert referee.last.args == (Verb.ANSWER, "0", "abc")


async def test_a_button_that_breaks_apologises(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = QUESTION
    await stage.slash("ann", "/attack", {"target": "Guard"})
    referee.outcome = ZeroDivisionError()
    outcome = await stage.click("ann", "Block")
    assert outcome.ephemeral
    assert "Reference" in outcome.reply


@pytest.mark.parametrize("argument", ["", "12", "a:b", "two\nlines"])
def test_a_custom_id_reads_back(argument: str) -> None:
    match = TEMPLATE.fullmatch(custom_id(Button("x", Verb.PAGE, argument, "abc")))
    assert match is not None
    assert match.groupdict() == {"verb": "page", "once": "abc", "argument": argument}


def test_the_longest_button_fits_a_custom_id() -> None:
    assert len(custom_id(Button("x", Verb.ANSWER, "a" * (80 - len(Verb.ANSWER)), ""))) <= 100


async def test_a_view_holds_what_discord_takes() -> None:
    twice = (Button("Same", Verb.UNDO), Button("Same", Verb.UNDO))
    view = view_of((*twice, *(Button("y" * 90, Verb.PAGE, str(number)) for number in range(40))))
    assert view is not None
    assert len(view.children) == 25
    assert {len(item.label or "") for item in view.children if isinstance(item, discord.ui.Button)} == {4, 80}
    assert view_of(()) is None


# --- what the referee is asked ----------------------------------------------------------------------------------------


async def test_the_request_says_who_asks_and_where(stage: Simulation, referee: FakeReferee) -> None:
    await stage.slash("gm", "/init status")
    request = referee.last.request
    assert (request.guild_id, request.channel_id, request.parent_id) == (stage.guild.id, stage.channel.id, 0)
    assert request.user_name == "gm"
    assert stage.guild.roles["GM"].id in request.role_ids
    assert request.now.tzinfo is not None


async def test_a_thread_names_its_channel(stage: Simulation, referee: FakeReferee) -> None:
    channel: Any = stage.bot.get_channel(stage.channel.id)
    with stage.env.time_context():
        thread = await (await channel.send("Log")).create_thread(name="Log")
    place = next(each for each in stage.channel.threads if each.id == thread.id)
    await stage.slash("ann", "/init status", where=place)
    assert (referee.last.request.channel_id, referee.last.request.parent_id) == (thread.id, stage.channel.id)


@pytest.mark.parametrize(("user", "manages"), [("gm", True), ("ann", False)])
async def test_manage_server_is_known(stage: Simulation, referee: FakeReferee, user: str, manages: bool) -> None:
    await stage.slash(user, "/campaign show")
    assert referee.last.request.manages_server is manages


async def test_what_was_not_typed_is_not_given(stage: Simulation, referee: FakeReferee) -> None:
    await stage.slash("ann", "/attack", {"target": "Guard", "rounds": 4, "with": "away=yes"})
    actor, action, given, words = referee.last.args
    assert (actor, action, words) == (None, "attack", "away=yes")
    assert {key: value for key, value in given.items() if value is not None} == {"target": "Guard", "rounds": 4}


ATTACK_INPUTS = ("target", "weapon", "mode", "rounds", "range_m", "called", "cover", "aim", "modifier")
CALLS: list[tuple[str, dict[str, Any], str, tuple[Any, ...], dict[str, Any]]] = [
    ("/init start", {"title": "The bridge", "range_m": 60}, "init_start", ("The bridge", 60.0, ""), {"now": None}),
    ("/map show", {}, "map_show", (), {}),
    ("/map use", {"ground": "bridge"}, "map_use", (None, "bridge"), {}),
    ("/map place", {"who": "Ann", "at": "C4"}, "map_place", ("Ann", "C4", 3.0, ""), {}),
    ("/map list", {}, "map_list", (), {}),
    (
        "/map piece",
        {"name": "door", "material": "door", "at": "C4", "to": "D4", "shape": "line", "opened": True},
        "map_piece",
        (OnGround(name="door", material="door", at="C4", to="D4", shape="line", opened=True),),
        {},
    ),
    (
        "/map area",
        {"name": "mud", "at": "C4", "shape": "circle", "wide_m": 6, "hidden": True},
        "map_area",
        (OnGround(name="mud", at="C4", shape="circle", wide_m=6.0, hidden=True),),
        {},
    ),
    ("/init join", {"side": "east"}, "init_join", (None, "east"), {}),
    ("/init next", {}, "init_next", (None,), {}),
    ("/init press", {"actor": "Ann"}, "act", ("Ann", "press"), {}),
    ("/init hold", {}, "act", (None, "hold", {}, ""), {}),
    ("/init range", {"actor": "Ann", "target": "Bob", "range_m": 40}, "init_range", ("Ann", "Bob", 40.0), {}),
    (
        "/init set",
        {"actor": "Ann", "what": "Wound", "value": "slight", "with": "place=torso"},
        "act",
        ("Ann", "correct", {"wound": "slight"}, "place=torso"),
        {},
    ),
    ("/init show", {"actor": "Ann", "hidden": True}, "init_show", ("Ann",), {"hidden": True}),
    ("/init hand", {"actor": "Ann"}, "init_hand", ("Ann", None), {"back": False}),
    ("/init remove", {"actor": "Ann"}, "init_remove", ("Ann",), {}),
    ("/init end", {}, "init_end", (), {}),
    (
        "/odds",
        {"target": "Guard", "rounds": 4, "with": "light=dim", "of": "degree"},
        "odds",
        (None, "attack", {**dict.fromkeys(ATTACK_INPUTS), "target": "Guard", "rounds": 4}, "light=dim", "degree"),
        {},
    ),
    (
        "/act",
        {"action": "reload", "item": "AK-47"},
        "act",
        (None, "reload", {"target": None, "item": "AK-47", "to": None, "via": None, "behind": None, "area": None}, ""),
        {},
    ),
    (
        "/damage apply",
        {"target": "Ann", "amount": 7, "place": "torso"},
        "act",
        ("Ann", "damage", {"target": "Ann", "damage": 7, "degree": None, "place": "torso"}, ""),
        {},
    ),
    (
        "/damage heal",
        {"target": "Ann", "with": "awake=yes"},
        "act",
        ("Ann", "heal", {"target": "Ann", "place": None, "degree": None}, "awake=yes"),
        {},
    ),
    (
        "/treat",
        {"target": "Bob", "place": "torso", "item": "kit"},
        "act",
        (None, "treat", {"target": "Bob", "place": "torso", "item": "kit"}, ""),
        {},
    ),
    (
        "/suppress",
        {"actor": "Ann", "area": "the road", "rounds": 10},
        "act",
        (
            "Ann",
            "suppress",
            {"weapon": None, "target": None, "area": "the road", "rounds": 10, "mode": None, "to": None},
            "",
        ),
        {},
    ),
    ("/morale show", {}, "report", ("morale", None), {}),
    (
        "/morale threat",
        {"target": "Bob", "amount": 2, "with": "fear=yes"},
        "act",
        ("Bob", "morale_threat", {"target": "Bob", "amount": 2}, "fear=yes"),
        {},
    ),
    ("/morale calm", {"target": "Bob"}, "act", (None, "morale_calm", {"target": "Bob", "amount": None}, ""), {}),
    ("/morale boost", {"actor": "Ann"}, "act", ("Ann", "morale_boost", {"target": None, "amount": None}, ""), {}),
    ("/ambush list", {"actor": "Bob"}, "report", ("ambushes", "Bob"), {}),
    ("/ambush set", {"side": "foes"}, "act", (None, "ambush_set", {"target": None, "side": "foes"}, ""), {}),
    ("/ambush detect", {"target": "Bob"}, "act", (None, "ambush_detect", {"target": "Bob", "side": None}, ""), {}),
    ("/ambush spring", {}, "act", (None, "ambush_spring", {"target": None, "side": None}, ""), {}),
    ("/mine list", {"actor": "Ann"}, "report", ("mines", "Ann"), {}),
    *(
        (
            f"/mine {verb}",
            {"actor": "Ann", "mine": "M1", "distance_m": 40, "with": "density=2"},
            "act",
            (
                "Ann",
                f"mine_{verb}",
                {"mine": "M1", "kind": None, "target": None, "distance_m": 40.0}
                | ({"to": None} if verb in ("emplace", "field") else {}),
                "density=2",
            ),
            {},
        )
        for verb in ("emplace", "field", "cross", "pass", "trigger", "detonate", "search", "mark", "disarm")
    ),
    ("/sheet create", {"name": "Ann", "template": "rifleman"}, "sheet_create", ("Ann", "rifleman"), {}),
    ("/sheet import", {"text": "name = 'é'"}, "sheet_import", ("name = 'é'".encode(), None), {}),
    ("/sheet show", {}, "sheet_show", (None,), {}),
    ("/sheet edit", {"path": "skills.x", "value": "3"}, "sheet_edit", ("skills.x", "3", None), {}),
    ("/sheet use", {"name": "Ann"}, "sheet_use", ("Ann",), {}),
    ("/sheet delete", {"name": "Ann"}, "sheet_delete", ("Ann",), {}),
    (
        "/npc add",
        {"template": "militia", "count": 4, "side": "west", "hidden": True},
        "npc_add",
        ("militia", 4, "west", None),
        {"at": None, "hidden": True, "sheet": None},
    ),
    ("/npc add", {"sheet": "Baron"}, "npc_add", (None, 1, None, None), {"at": None, "hidden": False, "sheet": "Baron"}),
    ("/campaign setup", {"ruleset": "reflex"}, "campaign_setup", ("reflex", None), {"server": False}),
    ("/campaign options", {"option": "a", "value": "no"}, "campaign_options", ("a", "no"), {"server": False}),
    ("/roll", {"expression": "2d6!", "private": True}, "roll", ("2d6!",), {"private": True}),
    ("/log export", {}, "log_export", (StoryForm.JSON,), {}),
    ("/log export", {"as": "page"}, "log_export", (StoryForm.HTML,), {}),
    ("/log report", {}, "log_report", (), {}),
    ("/log verify", {}, "log_verify", (), {}),
    ("/log reveal", {}, "log_reveal", (), {}),
    ("/mydata export", {}, "mydata_export", (), {}),
    ("/mydata delete", {}, "mydata_delete", (), {}),
    ("/undo", {"to": "12"}, "undo", ("12",), {}),
    ("/answer", {"choice": "block"}, "answer", ("block",), {}),
    ("/help", {"topic": "reload"}, "help", ("reload",), {}),
]


async def test_every_command_asks_the_referee_for_its_own(stage: Simulation, referee: FakeReferee) -> None:
    for command, options, method, args, named in CALLS:
        await stage.slash("gm", command, options)
        assert (referee.last.method, referee.last.args, referee.last.named) == (method, args, named), command


async def test_roles_and_users_are_given_by_id(stage: Simulation, referee: FakeReferee) -> None:
    await stage.slash("gm", "/campaign gm", {"role": "GM", "remove": True})
    await stage.slash("ann", "/sheet transfer", {"name": "Ann", "to": "bob"})
    gm, transfer = referee.asked
    assert gm.args == (stage.guild.roles["GM"].id, "GM")
    roles = {each.id for each in stage.guild.roles.values()}
    assert {**gm.named, "there": {*gm.named["there"]}} == {"remove": True, "server": False, "there": roles}
    assert transfer.args == ("Ann", stage.people["bob"].id, "bob")


# --- imports ----------------------------------------------------------------------------------------------------------


async def test_a_file_is_imported(stage: Simulation, referee: FakeReferee) -> None:
    outcome = await stage.slash("ann", "/sheet import", {"file": Upload("ann.json", b"{}"), "name": "Ann"})
    assert referee.last.args == (b"{}", "Ann")
    assert (outcome.reply, outcome.ephemeral, outcome.faults) == ("Done.", True, ())


async def test_a_file_that_does_not_fit_is_refused(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = REFUSAL
    outcome = await stage.slash("ann", "/sheet import", {"file": Upload("ann.json", b"{")})
    assert outcome.refusal.startswith("⛔ Out of ammunition.")


async def test_a_file_that_breaks_the_bot_is_answered(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = ZeroDivisionError()
    outcome = await stage.slash("ann", "/sheet import", {"file": Upload("ann.json", b"{")})
    assert "Reference" in outcome.reply


async def test_an_oversized_file_is_not_even_read(stage: Simulation, referee: FakeReferee) -> None:
    upload = Upload("ann.json", b"x" * (LARGEST_BYTES + 1))
    with patch.object(discord.Attachment, "read", side_effect=AssertionError):
        outcome = await stage.slash("ann", "/sheet import", {"file": upload})
    assert "256 KiB" in outcome.refusal
    assert referee.asked == []


async def test_the_largest_file_is_read(stage: Simulation, referee: FakeReferee) -> None:
    await stage.slash("ann", "/sheet import", {"file": Upload("ann.json", b"x" * LARGEST_BYTES)})
    assert len(referee.last.args[0]) == LARGEST_BYTES


async def test_a_file_that_is_gone_is_refused(stage: Simulation, referee: FakeReferee) -> None:
    with patch.object(discord.Attachment, "read", side_effect=aiohttp.ClientError):
        outcome = await stage.slash("ann", "/sheet import", {"file": Upload("ann.json", b"{}")})
    assert outcome.refusal.startswith("⛔")
    assert referee.asked == []


async def test_exactly_one_sheet_is_imported(stage: Simulation, referee: FakeReferee) -> None:
    both = await stage.slash("ann", "/sheet import", {"file": Upload("a", b"a"), "text": "a"})
    assert both.refusal.startswith("⛔")
    assert "as TOML or JSON" in (await stage.slash("ann", "/sheet import", {})).reply
    assert referee.asked == []


# --- completions ------------------------------------------------------------------------------------------------------


async def test_choices_read_as_their_labels(stage: Simulation, referee: FakeReferee) -> None:
    referee.choices = [Choice("Guard", "Guard (40 m)"), Choice("Sentry")]
    assert await stage.complete("ann", "/attack", "target", "g") == ["Guard (40 m)", "Sentry"]
    assert referee.last.args[:2] == (Choosing.TARGET, "g")


async def test_completions_know_what_was_typed_beside_them(stage: Simulation, referee: FakeReferee) -> None:
    await stage.complete("ann", "/attack", "mode", "", {"target": "Guard", "attacker": "Ann", "weapon": "AK-47"})
    what, _, given = referee.last.args
    assert what is Choosing.INPUT
    expected = {"actor": "Ann", "target": "Guard", "weapon": "AK-47", "action": "attack", "input": "mode"}
    assert expected.items() <= given.items()


async def test_the_value_to_set_is_completed_by_what_is_set(stage: Simulation, referee: FakeReferee) -> None:
    await stage.complete("gm", "/init set", "value", "pro", {"actor": "Ann", "what": "stance"})
    what, partial, given = referee.last.args
    assert (what, partial) == (Choosing.INPUT, "pro")
    assert {"action": "correct", "input": "stance", "actor": "Ann"}.items() <= given.items()


async def test_what_can_be_set_comes_from_the_system(stage: Simulation, referee: FakeReferee) -> None:
    referee.choices = [Choice("rounds", "rounds: rounds in a weapon")]
    assert await stage.complete("gm", "/init set", "what", "r") == ["rounds: rounds in a weapon"]
    what, typed, given = referee.last.args
    assert (what, typed) == (Choosing.INPUTS, "r")
    assert {"action": "correct", "command": "init"}.items() <= given.items()


async def test_a_broken_completion_offers_nothing(stage: Simulation, referee: FakeReferee) -> None:
    referee.choices = ZeroDivisionError()
    assert await stage.complete("ann", "/attack", "target", "g") == []
    assert await stage.complete("gm", "/sheet edit", "path", "") == []


# --- a Discord that loses things --------------------------------------------------------------------------------------


@contextmanager
def losing_callbacks(*, applied: bool, times: int = 1) -> Iterator[None]:
    """The connection breaks as an interaction is answered, after or before Discord took the answer."""
    plain, left = router.dispatch, [times]

    def dispatch(backend: Any, method: str, path: str, **request: Any) -> Any:
        broken = path.endswith("/callback") and left[0] > 0
        result = plain(backend, method, path, **request) if applied or not broken else None
        if broken:
            left[0] -= 1
            raise aiohttp.ServerDisconnectedError
        return result

    with patch.object(router, "dispatch", dispatch):
        yield


@pytest.mark.parametrize("applied", [True, False])
async def test_an_answer_survives_a_lost_callback(stage: Simulation, referee: FakeReferee, applied: bool) -> None:
    referee.outcome = QUESTION
    with losing_callbacks(applied=applied):
        outcome = await stage.slash("ann", "/attack", {"target": "Guard"})
    assert outcome.reply.splitlines() == ["Block?", "Block", "Take it"]
    assert outcome.faults == ()
    assert len(stage.channel.history()) == 1


async def test_a_discord_that_stays_away_breaks_nothing(stage: Simulation, referee: FakeReferee) -> None:
    with losing_callbacks(applied=False, times=9):
        outcome = await stage.slash("ann", "/init status")
    assert outcome.faults == ("the bot did not answer",)


async def test_an_answer_given_twice_is_shown_once(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = Reply(lines=tuple(line("x" * 1500) for _ in range(2)))
    plain = router.dispatch

    def twice(backend: Any, method: str, path: str, **request: Any) -> Any:
        if path.endswith("/callback"):
            plain(backend, method, path, **request)
        return plain(backend, method, path, **request)

    with patch.object(router, "dispatch", twice):
        outcome = await stage.slash("ann", "/init status")
    assert outcome.faults == ()
    assert len(stage.channel.history()) == 1


async def test_too_late_an_answer_is_let_go(stage: Simulation, referee: FakeReferee) -> None:
    stage.env.inject_error("POST", CALLBACK, status=404, code=10062, message="Unknown interaction", times=None)
    outcome = await stage.slash("ann", "/init status")
    assert outcome.faults == ("the bot did not answer",)


async def test_an_answer_that_discord_turns_down_is_apologised_for(stage: Simulation, referee: FakeReferee) -> None:
    stage.env.inject_error("POST", CALLBACK, status=400, code=50035, message="Invalid Form Body")
    outcome = await stage.slash("ann", "/init status")
    assert "Reference" in outcome.reply


async def test_a_page_that_is_lost_loses_no_other(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = Reply(lines=tuple(line("x" * 1500) for _ in range(3)))
    stage.env.inject_error("POST", "/webhooks/*/*", status=500)
    outcome = await stage.slash("ann", "/init status")
    assert (outcome.faults, len(stage.channel.history())) == ((), 1)


async def test_even_an_apology_may_be_lost(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = RuleViolation("No.", "Yes.")
    stage.env.inject_error("POST", CALLBACK, status=400, code=50035, message="Invalid Form Body", times=None)
    outcome = await stage.slash("ann", "/init status")
    assert outcome.faults == ("the bot did not answer",)


# --- a newer version of the bot beside this one


NOBODY: Mapping[str, Any] = {"allowed_mentions": {"parse": []}}
GIVES_WAY = Reply(lines=(line("The bot is being renewed."),), ephemeral=True, refusal=True, gives_way=True)


@contextmanager
def answered_by_another(words: str) -> Iterator[None]:
    """Another process that heard of the same answers a moment before."""
    plain = router.dispatch

    def dispatch(backend: Any, method: str, path: str, **request: Any) -> Any:
        if path.endswith("/callback"):
            plain(backend, method, path, **{**request, "json": {"type": 4, "data": {"content": words, **NOBODY}}})
        return plain(backend, method, path, **request)

    with patch.object(router, "dispatch", dispatch):
        yield


def waiting(kind: discord.InteractionResponseType | None = None, *, loading: bool = True) -> Any:
    """An interaction, which may have been put off already."""
    interaction = MagicMock(id=1, extras={}, response=MagicMock(type=kind))
    interaction.response.send_message = AsyncMock()
    interaction.original_response = AsyncMock(return_value=MagicMock(flags=MagicMock(loading=loading)))
    interaction.edit_original_response = AsyncMock()
    return interaction


@pytest.mark.parametrize(("reply", "pauses"), [(GIVES_WAY, [call(FIRST_WORD_S)]), (SHOT, [])])
async def test_what_gives_way_lets_others_have_the_first_word(reply: Reply, pauses: list[Any]) -> None:
    interaction = waiting()
    with patch("cogs._reply.asyncio.sleep", AsyncMock()) as sleep:
        await answer(interaction, AsyncMock(return_value=reply)())
    assert sleep.await_args_list == pauses
    interaction.response.send_message.assert_awaited_once()


async def test_what_gives_way_is_written_over_no_answer(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = GIVES_WAY
    with answered_by_another("#7 Axel strikes."):
        await stage.slash("ann", "/init next")
    assert "#7 Axel strikes." in stage.seen_by("ann")
    assert "being renewed" not in stage.seen_by("ann")
    referee.outcome = Reply(lines=(line("#8 Axel rests."),))
    with answered_by_another("The bot is being renewed."):
        await stage.slash("ann", "/init next")
    assert "#8 Axel rests." in stage.seen_by("ann")


@pytest.mark.parametrize("loading", [True, False])
async def test_what_gives_way_late_fills_in_only_what_nobody_has(loading: bool) -> None:
    """It was put off: whoever waits is told, unless another process has answered."""
    interaction = waiting(discord.InteractionResponseType.deferred_channel_message, loading=loading)
    await deliver(interaction, GIVES_WAY)
    assert interaction.edit_original_response.await_count == loading


async def test_an_option_that_only_a_newer_version_knows_is_turned_down(
    stage: Simulation, referee: FakeReferee
) -> None:
    """Without it the command would do something else."""
    plain = stage.bot.tree.interaction_check

    async def with_more(interaction: Any) -> bool:
        interaction.data["options"][0].setdefault("options", []).append({"type": 3, "name": "mood", "value": "glad"})
        return await plain(interaction)

    with patch.object(stage.bot.tree, "interaction_check", with_more):
        outcome = await stage.slash("ann", "/init next")
    assert "if the bot is just being renewed, in a moment" in outcome.reply
    assert referee.asked == []


async def test_a_button_that_only_a_newer_version_knows_says_so(stage: Simulation, referee: FakeReferee) -> None:
    referee.outcome = QUESTION
    await stage.slash("ann", "/attack", {"target": "Guard"})
    asked = len(referee.asked)
    with patch("cogs._buttons.TEMPLATE", re.compile("ft:sing:.*")):
        outcome = await stage.click("ann", "Block")
    assert "if the bot is just being renewed, in a moment" in outcome.refusal
    assert len(referee.asked) == asked


async def test_a_picture_goes_with_the_answer_where_files_may_be_sent(stage: Simulation, referee: FakeReferee) -> None:
    seen = GroundView(("party",), (GroundMark("A", 0, 0, 0),))
    referee.outcome = Reply(lines=(line("Here."),), ephemeral=True, picture=seen)
    outcome = await stage.slash("ann", "/map show")
    assert outcome.reply == "Here.\nground.png"
