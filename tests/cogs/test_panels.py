"""Panels through the real bot: every tap is counted, and nothing is kept but what stands in the message."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import app
from bot.service.panels import prospects
from bot.settings import Settings
from bot.simulated.simulation import CommandOutcome, Impossible, Simulation

PISTOLEER = {
    "reflex": "rifleman",
    "eclipse": "soldier",
    "nighttripper": "spacer",
    "horizons": "soldier",
    "graydawn": "operative",
}


@pytest.fixture(autouse=True)
def few_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    """How exact the slower numbers are is tested elsewhere."""
    monkeypatch.setattr(prospects, "LISTED", 50)
    monkeypatch.setattr(prospects, "THROWN", 20)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Simulation]:
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db"))) as stage:
        yield stage


async def at_arms(stage: Simulation, key: str, foes: int = 2, range_m: float = 5) -> Simulation:
    """A fight in which Ann, who has a weapon in hand, is to act."""
    await stage.slash("gm", "/campaign setup", {"ruleset": key})
    await stage.slash("ann", "/sheet create", {"name": "Ann", "template": PISTOLEER[key]})
    await stage.slash("ann", "/init join")
    await stage.slash("gm", "/npc add", {"template": "guard", "count": foes})
    await stage.slash("gm", "/init start", {"now": True, "range_m": range_m})
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
    assert "with:light=dim" in panel.reply or panel.refusal


async def test_who_may_not_act_is_refused_as_before(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await stage.slash("bob", "/sheet create", {"name": "Bob"})
    outcome = await stage.slash("bob", "/attack")
    assert outcome.refusal.startswith("⛔ Attack needs target.")


async def test_more_lists_what_is_possible_and_opens_it_in_place(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await opened(stage)
    listed = await stage.click("ann", "More")
    assert "what is possible now" in listed.reply
    assert "Reload" in listed.reply
    moved = await stage.choose("ann", "Change stance")
    assert "Ann: Change stance" in moved.reply
    done = await stage.click("ann", "Change stance")
    assert not done.refusal, done.refusal


async def test_a_hidden_foe_is_nowhere_in_a_panel(stage: Simulation) -> None:
    await at_arms(stage, "reflex")
    await stage.slash("gm", "/npc add", {"template": "sniper", "name": "Specter", "hidden": True})
    panel = await opened(stage)
    assert "Specter" not in panel.reply
    assert "Specter" not in stage.seen_by("ann")


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
    await stage.click("gm", "Wait (Ann)")
    skipped = await stage.click("gm", "Skip Ann")
    assert not skipped.refusal
    assert len(skipped.followups) == 1
    with pytest.raises(Impossible):
        await stage.click("gm", "Skip Ann")
