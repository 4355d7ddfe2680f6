"""Panels through the real bot: every tap is counted, and nothing is kept but what stands in the message."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import app
from bot.service.panels import prospects
from bot.settings import Settings
from bot.simulated.simulation import CommandOutcome, Impossible, Simulation
from cogs._reply import COUNTING
from tests.rulesets.play import dice_for

PISTOLEER = {
    "reflex": "rifleman",
    "eclipse": "soldier",
    "nighttripper": "spacer",
    "horizons": "soldier",
    "graydawn": "operative",
}


AT_ONCE = prospects.AT_ONCE


@pytest.fixture(autouse=True)
def few_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    """How exact the slower numbers are is tested elsewhere; of the quick ones a few do but where all must fit."""
    monkeypatch.setattr(prospects, "AT_ONCE", 100)
    monkeypatch.setattr(prospects, "LISTED", 50)
    monkeypatch.setattr(prospects, "THROWN", 20)


@pytest.fixture
def all_numbers(few_falls: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many numbers beside what is offered as there ever are."""
    monkeypatch.setattr(prospects, "AT_ONCE", AT_ONCE)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Simulation]:
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db"), dice_for)) as stage:
        yield stage


async def at_arms(stage: Simulation, key: str, foes: int = 2, range_m: float | None = 5) -> Simulation:
    """A fight in which Ann, who has a weapon in hand, is to act."""
    await stage.slash("gm", "/campaign setup", {"ruleset": key})
    await stage.slash("ann", "/sheet create", {"name": "Ann", "template": PISTOLEER[key]})
    await stage.slash("ann", "/init join")
    await stage.slash("gm", "/npc add", {"template": "guard", "count": foes})
    await stage.slash("gm", "/init start", {"now": True} | ({"range_m": range_m} if range_m else {}))
    return stage


async def opened(stage: Simulation) -> CommandOutcome:
    """The panel that /attack opens as soon as Ann may act."""
    for _ in range(40):
        outcome = await stage.slash("ann", "/attack")
        if not outcome.refusal:
            return outcome
        await stage.slash("gm", "/init next")
    raise AssertionError(outcome.refusal)


@pytest.mark.parametrize("key", app.SYSTEMS)
async def test_the_usual_shot_takes_no_choice_in_any_system(stage: Simulation, key: str) -> None:
    await at_arms(stage, key)
    panel = await opened(stage)
    assert panel.ephemeral
    assert panel.faults == ()
    assert "target: Guard 1" in panel.reply
    assert "hits " in panel.reply
    assert "puts down" in panel.reply
    fired = await stage.click("ann", "Fire")
    assert fired.refusal == ""
    assert fired.faults == ()
    assert fired.reply.startswith("`#")


async def test_a_target_is_chosen_and_shot_in_three_taps(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await opened(stage)
    chosen = await stage.choose("ann", "target: Guard 2")  # two: the menu and the name in it
    assert "Ann → Guard 2" in chosen.reply.replace("*", "")
    fired = await stage.click("ann", "Fire")
    assert "Guard 2" in fired.reply
    assert "Guard 1" not in fired.reply


async def test_of_a_panel_that_is_counted_nothing_is_kept(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    assert "puts down" in (await opened(stage)).reply
    assert COUNTING == {}


async def test_what_was_chosen_outlives_a_restart(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await opened(stage)
    await stage.choose("ann", "target: Guard 2")
    await stage.choose("ann", "mode: hip")
    await stage.restart()
    kept = await stage.choose("ann", "rounds: 3")
    assert "target:Guard 2 mode:hip rounds:3" in kept.reply
    await stage.click("ann", "Fire")
    assert "(hip" in (await stage.click("ann", "Why?")).reply


async def test_where_nobody_is_in_sight_the_panel_says_so(stage: Simulation) -> None:
    await at_arms(stage, "graydawn", foes=1)
    await stage.slash("gm", "/init show", {"actor": "Guard", "hidden": True})
    hidden = await opened(stage)
    assert "Nobody is in sight to choose." in hidden.reply
    assert "target: whom to attack." in hidden.reply
    assert "a GM brings in more with" in hidden.reply
    await stage.slash("gm", "/init remove", {"actor": "Guard"})
    assert "Nobody is in sight to choose." in (await opened(stage)).reply


async def test_a_second_click_does_not_fire_again(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await opened(stage)
    await stage.slash("ann", "/attack")  # which opens another panel
    assert not (await stage.click("ann", "Fire")).refusal
    again = await stage.click("ann", "Fire")
    assert "The fight has gone on since this panel was opened." in again.refusal
    assert "Open anew" in again.reply


async def test_an_option_that_was_typed_stands_in_the_panel(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await opened(stage)
    panel = await stage.slash("ann", "/attack", {"mode": "hip", "with": "light=dim"})
    assert "mode:hip" in panel.reply
    assert "with:light=dim" in panel.reply


async def test_who_plays_nobody_is_told_so_before_what_is_lacking(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await stage.slash("bob", "/sheet create", {"name": "Bob"})
    outcome = await stage.slash("bob", "/attack")
    assert outcome.refusal.startswith("⛔ You play nobody here.")


async def test_more_lists_what_is_possible_and_opens_it_in_place(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await opened(stage)
    listed = await stage.click("ann", "More")
    assert "what is possible now" in listed.reply
    moved = await stage.choose("ann", "Change stance")
    assert "Ann: Change stance" in moved.reply
    done = await stage.click("ann", "Change stance")
    assert not done.refusal, done.refusal


async def test_what_is_left_out_is_said_to_be_what_it_is(stage: Simulation) -> None:
    await at_arms(stage, "graydawn")
    panel = await opened(stage)
    for said in ("weapon: what is at hand", "mode: the usual of the weapon", "rounds: as many as the mode has"):
        assert said in panel.reply
    assert "cover: as the scene has it" in (await stage.choose("ann", "cover")).reply
    assert "hip: no" in (await stage.choose("ann", "hip")).reply


async def test_what_a_gm_leaves_out_is_not_said(stage: Simulation) -> None:
    await at_arms(stage, "graydawn")
    await opened(stage)
    assert "place: not said" in (await stage.slash("gm", "/act", {"action": "damage"})).reply


async def test_a_throw_is_at_nobody_of_ones_own_and_at_no_place_until_it_is_said(stage: Simulation) -> None:
    await stage.slash("gm", "/campaign setup", {"ruleset": "horizons"})
    for user in ("ann", "bob"):
        await stage.slash(user, "/sheet create", {"name": user.title(), "template": "soldier"})
        await stage.slash(user, "/init join")
    await stage.slash("gm", "/npc add", {"template": "guard", "side": "bridge"})
    await stage.slash("gm", "/init start", {"ground": "bridge", "now": True})
    await opened(stage)
    await stage.click("ann", "More")
    panel = await stage.choose("ann", "Throw")
    assert "At whom does it go?" in panel.reply
    assert "/act action:throw actor:Ann*" in panel.reply
    assert panel.reply.index("target: Guard") < panel.reply.index("target: Bob")


@pytest.mark.parametrize(("action", "opened_by"), [("attack", "/attack"), ("aim", "/act"), ("suppress", "/act")])
async def test_whoever_is_out_of_sight_is_offered_behind_those_in_it(
    stage: Simulation, action: str, opened_by: str
) -> None:
    await at_arms(stage, "graydawn")
    await stage.slash("gm", "/map piece", {"name": "wall", "material": "brick wall", "at": "5,45", "to": "25,45"})
    for who, at in (("Ann", "15,40"), ("Guard 1", "15,50"), ("Guard 2", "60,40")):
        await stage.slash("gm", "/map place", {"who": who, "at": at})
    await opened(stage)
    panel = await stage.slash("ann", opened_by, {"action": action} if opened_by == "/act" else {})
    assert panel.refusal == ""
    assert panel.reply.index("=Guard 2") < panel.reply.index("=Guard 1")


@pytest.mark.parametrize(
    ("key", "action", "asked"),
    [
        ("graydawn", "throw", "To where?"),
        ("reflex", "take_cover", "behind: the "),
        ("reflex", "move", "Everybody has a place here: where to?"),
        ("reflex", "watch", "Watch what?"),
        ("eclipse", "take_cover", "behind: the "),
    ],
)
async def test_what_lacks_a_place_opens_its_panel_also_where_it_is_typed(
    stage: Simulation, key: str, action: str, asked: str
) -> None:
    await at_arms(stage, key)
    await stage.slash("gm", "/map use", {"ground": "bridge"})
    await opened(stage)
    panel = await stage.slash("ann", "/act", {"action": action})
    assert panel.refusal == ""
    assert panel.ephemeral
    assert asked in panel.reply
    assert f"/act action:{action} actor:Ann" in panel.reply.replace("\\", "")


@pytest.mark.parametrize(
    ("key", "action"),
    [
        ("reflex", "watch"),
        ("eclipse", "watch"),
        ("horizons", "watch"),
        ("horizons", "take_cover"),
        ("graydawn", "take_cover"),
        ("nighttripper", "take_cover"),
    ],
)
async def test_what_is_for_a_ground_opens_no_panel_where_distances_are_told(
    stage: Simulation, key: str, action: str
) -> None:
    await at_arms(stage, key, range_m=None)
    said = await stage.slash("ann", "/act", {"action": action})
    assert "Here distances are told" in said.refusal
    assert "/map use" in said.reply


async def test_a_move_on_a_ground_asks_where_to_and_says_where_it_leads_nowhere(stage: Simulation) -> None:
    await at_arms(stage, "horizons")
    await opened(stage)
    stays = "they stay where they are"
    panel = await stage.click("ann", "Move")
    assert "where to?" in panel.reply
    assert "pace: slow" in panel.reply
    assert stays in (await stage.choose("ann", "pace: subtle")).reply
    assert "nobody gets anywhere" in (await stage.choose("ann", "to: towards Guard 1")).reply
    goes = await stage.choose("ann", "pace: slow")
    assert "to:towards Guard 1" in goes.reply
    assert stays not in goes.reply
    assert "moves" in (await stage.click("ann", "Move")).reply


async def test_more_leaves_out_what_is_refused_whatever_is_said(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await opened(stage)
    full = await stage.click("ann", "More")
    assert "=move\n" in full.reply
    assert not any(f"={each}\n" in full.reply for each in ("reload", "ready", "choke"))
    await stage.slash("gm", "/init set", {"actor": "Ann", "what": "rounds", "value": "5"})
    fired = await stage.click("ann", "More")
    assert "=reload\n" in fired.reply


async def test_a_hidden_foe_is_nowhere_in_a_panel(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await stage.slash("gm", "/npc add", {"template": "sniper", "name": "Specter", "hidden": True})
    panel = await opened(stage)
    assert "Specter" not in panel.reply
    assert "Specter" not in stage.seen_by("ann")


@pytest.mark.usefixtures("all_numbers")
async def test_sixty_targets_are_paged(stage: Simulation) -> None:
    await at_arms(stage, "horizons", foes=20)
    for _ in range(2):
        await stage.slash("gm", "/npc add", {"template": "guard", "count": 20})
    panel = await opened(stage)
    assert "… 39 more" in panel.reply
    turned = await stage.choose("ann", "… 39 more")
    assert "… 18 more" in turned.reply
    assert "target: Guard 1\n" in turned.reply
    last = await stage.choose("ann", "target: Guard 40")
    assert "target:Guard 40" in last.reply
    assert last.faults == ()


async def test_nobody_else_has_the_panel(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await opened(stage)
    with pytest.raises(Impossible):
        await stage.click("bob", "Fire")


@pytest.mark.usefixtures("all_numbers")
async def test_the_longest_names_fit_what_discord_takes(stage: Simulation) -> None:
    long = "Wolfeschlegelsteinhausenbergerdorff-Wels"
    await stage.slash("gm", "/campaign setup", {"ruleset": "reflex"})
    await stage.slash("ann", "/sheet create", {"name": long})
    await stage.slash("ann", "/init join")
    await stage.slash("gm", "/npc add", {"template": "guard", "count": 20, "name": "M" * 37})
    await stage.slash("gm", "/init start", {"range_m": 5})
    panel = await opened(stage)
    assert panel.faults == ()
    assert f"target: {'M' * 37} 1" in panel.reply
    chosen = await stage.choose("ann", f"target: {'M' * 37} 17")
    assert chosen.faults == ()
    fired = await stage.click("ann", "Fire")
    assert not fired.refusal
    assert fired.faults == ()


async def test_a_gm_taps_for_somebody_of_theirs(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    for _ in range(20):
        outcome = await stage.slash("gm", "/attack", {"attacker": "Guard 2"})
        if not outcome.refusal:
            break
        await stage.slash("gm", "/init next")
    assert "Guard 2: Attack" in outcome.reply.replace("*", "")
    assert "target: Ann" in outcome.reply
    fired = await stage.click("gm", "Fire")
    assert not fired.refusal
    assert "Guard 2" in fired.reply


async def test_the_usual_shot_takes_two_taps_from_the_tracker(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await opened(stage)  # so that it is Ann's moment
    panel = await stage.click("ann", "Attack")
    assert panel.ephemeral
    assert "Ann: Attack" in panel.reply
    fired = await stage.click("ann", "Fire")
    assert not fired.refusal
    assert "Guard 1" in fired.reply


async def test_a_panel_that_was_carried_out_is_spent_and_all_read_what_came_of_it(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await opened(stage)
    fired = await stage.click("ann", "Fire")
    assert fired.faults == ()
    told = [each.content for each in stage.channel.history() if "Ann → Guard 1" in each.content.replace("*", "")]
    assert len(told) == 1
    assert len(fired.followups) == 1
    with pytest.raises(Impossible):
        await stage.click("ann", "Fire")
    assert not (await stage.click("bob", "Why?")).refusal


async def test_a_panel_for_somebody_hidden_is_spent_too_and_nobody_else_hears(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await stage.slash("gm", "/npc add", {"template": "guard", "name": "Lurker", "hidden": True})
    for _ in range(40):
        if not (await stage.slash("gm", "/attack", {"attacker": "Lurker"})).refusal:
            break
        await stage.slash("gm", "/init next")
    fired = await stage.click("gm", "Fire")
    assert (fired.refusal, fired.followups, fired.faults) == ("", (), ())
    assert "Lurker" in fired.reply
    assert "Lurker" not in stage.seen_by("bob")
    with pytest.raises(Impossible):
        await stage.click("gm", "Fire")


async def test_whoever_is_asked_first_is_not_asked_any_longer(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await opened(stage)  # so that it is Ann's moment
    for guard in ("Guard 1", "Guard 2"):  # and hers alone: whoever acts at once with her lets it go by
        await stage.slash("gm", "/init next", {"actor": guard})
    await stage.click("gm", "Wait (Ann)")
    skipped = await stage.click("gm", "Skip Ann")
    assert not skipped.refusal
    assert len(skipped.followups) == 1
    with pytest.raises(Impossible):
        await stage.click("gm", "Skip Ann")


async def test_whoever_ends_a_fight_at_a_tap_is_asked_once_and_reads_the_sum_once(stage: Simulation) -> None:
    await at_arms(stage, "reflex", foes=1)
    await opened(stage)  # so that it is Ann's moment
    slain = await stage.slash("gm", "/init set", {"actor": "Guard", "what": "dead", "value": "yes"})
    assert not slain.refusal
    await stage.click("gm", "End the fight (GM)")
    ended = await stage.click("gm", "End it")
    assert (ended.reply, ended.refusal, ended.faults) == ("The fight is over.", "", ())
    assert len(ended.followups) == 1
    assert "party has won" in ended.followups[0].casefold()
    with pytest.raises(Impossible):
        await stage.click("gm", "End it")


@pytest.mark.parametrize("key", ["reflex", "eclipse", "horizons", "graydawn"])
async def test_how_far_it_is_is_asked_once_where_nobody_has_said_it(stage: Simulation, key: str) -> None:
    await at_arms(stage, key, foes=1, range_m=None)
    panel = await opened(stage)
    assert panel.faults == ()
    assert "Choose it below, or tap Type range (m)." in panel.reply
    assert re.search(r"^\*/attack attacker:Ann target:\S+\*$", panel.reply, re.MULTILINE)  # with what is in hand
    chosen = await stage.choose("ann", "range (m): 20")
    assert "hits " in chosen.reply
    fired = await stage.click("ann", "Fire")
    assert (fired.refusal, fired.faults) == ("", ())
    again = await opened(stage)
    while "That takes" in again.reply:  # of a time that is over
        await stage.slash("gm", "/init next")
        again = await opened(stage)
    assert "How far" not in again.reply
    assert not (await stage.click("ann", "Fire")).refusal  # two taps: Attack, Fire


async def test_a_distance_is_typed_into_a_form_also_after_a_restart(stage: Simulation) -> None:
    await at_arms(stage, "reflex", range_m=None)
    await opened(stage)
    await stage.choose("ann", "target: Guard 2")
    await stage.restart()
    form = await stage.click("ann", "Type range (m)")
    assert form.faults == ()
    assert "metres to the target: 0 to 100000" in form.reply
    await stage.restart()
    wrong = await stage.fill("ann", {"range (m)": "near"})
    assert (wrong.ephemeral, wrong.faults) == (True, ())
    assert "range_m must be a number." in wrong.refusal.replace("\\", "")
    await stage.click("ann", "Type range (m)")
    typed = await stage.fill("ann", {"range (m)": "37"})
    assert typed.faults == ()
    assert "target:Guard 2 range_m:37" in typed.reply.replace("\\", "")
    fired = await stage.click("ann", "Fire")
    assert (fired.refusal, fired.faults) == ("", ())
    assert "Guard 2" in fired.reply
    assert "at 37 m" in fired.reply


async def test_what_only_words_can_say_is_typed_into_a_form(stage: Simulation) -> None:
    await at_arms(stage, "horizons")
    await opened(stage)  # so that it is Ann's moment
    panel = await stage.slash("ann", "/act", {"action": "ready"})
    assert (panel.refusal, panel.faults) == ("", ())
    assert "Tap Type what." in panel.reply
    assert (await stage.click("ann", "Type what")).faults == ()
    typed = await stage.fill("ann", {"what": "somebody opens the door"})
    assert typed.faults == ()
    with pytest.raises(Impossible):
        await stage.click("ann", "Type what")
    assert not (await stage.click("ann", "Ready")).refusal


async def test_a_form_that_nobody_sees_a_panel_behind_is_turned_down(stage: Simulation) -> None:
    await at_arms(stage, "horizons")
    await opened(stage)
    await stage.slash("ann", "/act", {"action": "ready"})
    await stage.click("ann", "Type what")
    shown = stage._forms["ann"]
    shown._interaction.source_message_id = None  # as a client could be made to send it
    assert "did not arrive whole" in (await stage.fill("ann", {"what": "rain"})).refusal


async def test_what_happens_to_the_scene_itself_is_nobodys_in_its_panel_as_where_it_is_typed(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    panel = await stage.slash("gm", "/mine field", {"mine": "meadow"})
    assert panel.reply.startswith("**Lay a minefield**\n")
    await stage.click("gm", "Type density")
    ready = await stage.fill("gm", {"density": "0.02"})
    assert "\n**possible**\n" in ready.reply
    assert "*/mine field mine:meadow with:density=0.02*" in ready.reply
    assert "There is a minefield" in (await stage.click("gm", "Lay a minefield")).reply
    gas = await stage.slash("gm", "/act", {"action": "gas_release"})
    assert "Release gas**\n**Guard 1**: **possible**" in gas.reply
    named = await stage.slash("gm", "/mine field", {"mine": "hill", "actor": "Guard 2"})
    assert "Guard 2: Lay a minefield" in named.reply


async def test_what_happens_to_the_scene_itself_is_nobodys_as_it_is_chosen_among_all_too(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await stage.slash("gm", "/mine field", {"mine": "hill"})
    listed = (await stage.click("gm", "More")).reply
    assert listed.startswith("**Ann: what is possible now**")
    assert (await stage.choose("gm", "Lay a minefield")).reply.startswith("**Lay a minefield**\n")
    await stage.click("gm", "More")
    assert (await stage.choose("gm", "Attack")).reply.startswith("**Ann: Attack**\n")


async def test_what_hits_nobody_has_no_chance_of_a_hit_beside_it(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await stage.slash("gm", "/init end")
    await stage.slash("ann", "/init join")
    await stage.slash("ann", "/mine emplace")
    await stage.click("ann", "Type mine")
    ready = await stage.fill("ann", {"mine": "door"})
    assert "**Ann**: **possible**" in ready.reply
    assert "hits" not in ready.reply


async def test_odds_of_what_nobody_does_are_those_of_the_same_typed_without_anybody(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    field = {"action": "mine_field", "with": "mine=meadow density=0.02"}
    nobody = (await stage.slash("gm", "/odds", field)).reply
    assert "\nLay a minefield *·" in nobody
    assert "**armed**: 100" in nobody
    somebody = (await stage.slash("gm", "/odds", {**field, "attacker": "Guard 2"})).reply
    assert "**Guard 2**: Lay a minefield" in somebody
    assert "**inert**" in somebody


async def test_a_gm_is_offered_the_weapons_of_whoever_acts_where_nobody_is_named(stage: Simulation) -> None:
    await at_arms(stage, "nighttripper", foes=1)
    assert "**Ann**: may act now" in (await stage.slash("gm", "/init status")).reply
    assert await stage.complete("gm", "/attack", "weapon", "") == ["club", "pistol", "fists"]
    assert "Guard waits" in (await stage.slash("gm", "/act", {"action": "pass"})).reply
