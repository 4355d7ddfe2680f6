"""The local games: shown around in every rule system, taken up where they were left, and no larger for it."""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot import app
from bot.core.dice import Dice, SeededDice
from bot.service.panels import prospects
from bot.service.playing import haste
from bot.simulated import simulation
from bot.simulated.guide import END, SUPPRESS, Guide, Step, Typed
from bot.simulated.kept_game import KeptGame
from bot.simulated.ready_fights import FIGHTS
from bot.simulated.simulation import Impossible, Simulation, Value

MOST_STEPS = 60
SECRET = b"the local game"
FEW_FALLS = 40


@pytest.fixture(autouse=True)
def chances_in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count no chances to the end: what a panel says of them is nothing here, and takes most of the time."""
    for limit in ("AT_ONCE", "IN_TIME", "LISTED", "THROWN"):
        monkeypatch.setattr(prospects, limit, FEW_FALLS)


@pytest.fixture(autouse=True)
def everything_has_been_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the guide go on at once: here nobody types before they have read what came before."""
    monkeypatch.setattr(haste, "UNREAD_MS", 0)


@asynccontextmanager
async def table(folder: Path, system: str = "reflex", seed: int = 0) -> AsyncIterator[tuple[Simulation, Guide]]:
    def dice(position: int, order: bytes) -> Dice:
        return SeededDice(SECRET, bytes((seed,)), position, order)

    game = KeptGame(folder, system, dice=dice)
    await game.restore()
    async with game.stage() as stage:
        await game.prepare(stage)
        yield stage, game.guide(stage)


async def toured(guide: Guide) -> list[Step]:
    """Every step from the opening of a fight to its end."""
    steps: list[Step] = []
    while not steps or steps[-1].stop != END:
        assert len(steps) < MOST_STEPS, [step.title for step in steps]
        steps.append(await guide.next())
        played = await guide.play(steps[-1])
        assert played.typed, (steps[-1].title, played.refusal)
    return steps


def test_every_rule_system_has_a_ready_fight() -> None:
    assert FIGHTS.keys() == app.SYSTEMS.keys()


@pytest.mark.one_system
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("system", FIGHTS)
async def test_the_guide_follows_the_fight_whatever_the_dice_said(tmp_path: Path, system: str, seed: int) -> None:
    async with table(tmp_path, system, seed) as (stage, guide):
        tour = [stop.title for stop in await guide.stops()]
        steps = await toured(guide)
        has = app.built(system).ruleset.actions
        stops = [*dict.fromkeys(step.stop for step in steps)]
        assert {"open", "join", "attack", "undo", "end"} <= {*stops}
        assert ("mine_emplace" in stops, SUPPRESS in stops) == ("mine_emplace" in has, SUPPRESS in has)
        assert [step.first.user for step in steps if step.stop == "join"] == ["ann", "bob"]
        log = "\n".join(stage.log("bob"))
        assert "Ann Reyes" in log
        assert len(tour) <= 8
        typed = [each for step in steps if step.stop == SUPPRESS for each in step.tries if isinstance(each, Typed)]
        fires = [each for each in typed if each.command in ("/suppress", "/act")]
        said = {key for each in fires for key in each.options if key not in ("action", "actor")}
        assert not said or all(map(has[SUPPRESS].input, said))
        by_gm = SUPPRESS in has and has[SUPPRESS].gm_only
        assert all((each.command == "/suppress") is by_gm and (each.user == "gm" or not by_gm) for each in fires)
        assert (await guide.next()).stop == "open"


async def test_the_guide_goes_on_from_what_people_typed_themselves(tmp_path: Path) -> None:
    async with table(tmp_path) as (stage, guide):
        await stage.slash("gm", "/init start", {"now": True, "ground": "bridge"})
        await stage.slash("bob", "/init join")
        step = await guide.next()
        assert (step.title, step.first.words) == ("Ann Reyes joins", "/init join")
        assert [stop.is_done for stop in await guide.stops()][:2] == [True, False]


@pytest.mark.one_system
@pytest.mark.parametrize("system", FIGHTS)
async def test_it_is_known_whose_moment_it_is(tmp_path: Path, system: str) -> None:
    """Whoever has a panel opened for an attack that says nothing is due, and whoever the guide has take aim."""
    async with table(tmp_path, system) as (stage, guide):
        seen = {await guide.due()}
        for _ in range(MOST_STEPS):
            if (step := await guide.next()).stop == END:
                break
            assert not step.title.endswith("takes aim") or step.first.user in await guide.due()
            await guide.play(step)
            seen.add(due := await guide.due())
            opened = {user for user in ("ann", "bob") if not (await stage.slash(user, "/attack")).refusal}
            assert opened <= {*due}
        assert ("gm",) in seen
        assert any(due[0] != "gm" for due in seen)


async def test_a_second_fight_has_its_guards_again_and_a_mine_beside_that_of_the_first(tmp_path: Path) -> None:
    async with table(tmp_path, seed=1) as (stage, guide):
        for _ in range(2):
            await toured(guide)
        mines = (await stage.slash("gm", "/mine list")).reply
        assert "Claymore 1" in mines
        assert "Claymore 2" in mines
        await guide.play(await guide.next())
        assert "Guard 3" in await stage.complete("gm", "/attack", "target", "")


BUTTONS = re.compile(r"^Squads( act \(\d+\))?$|: (fire at the nearest|hold and watch)$")
CALLS = ("-# Waiting for", "The fight waits for people of yours")


def lasting(pages: list[str]) -> list[str]:
    """The words of a log, without what hangs on when it was posted: whom it calls, the buttons of its newest order."""
    lines = (line for page in pages for line in page.split("\n") if not line.startswith(CALLS))
    return " ".join(line for line in lines if not BUTTONS.search(line)).split()


async def test_a_restart_posts_the_log_anew(tmp_path: Path) -> None:
    async with table(tmp_path) as (stage, guide):
        for _ in range(8):
            await guide.play(await guide.next())
        await stage.advance(1)
        told, secret = stage.log("ann"), stage.private_log("gm")
        assert told
        assert secret
    async with table(tmp_path) as (stage, guide):
        await stage.advance(1)
        assert lasting(stage.log("ann")) == lasting(told)
        assert lasting(stage.private_log("gm")) == lasting(secret)
        assert stage.private_log("ann") == []
        assert len([message for message in stage.channel.history() if message.components]) == 1  # the tracker
        step = await guide.next()
        assert step.stop not in ("open", "join")
        assert (await guide.play(step)).typed


async def test_what_is_kept_does_not_grow_with_the_fights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    most, places = 10, 3
    monkeypatch.setattr(simulation, "MOST_INTERACTIONS", most)
    async with table(tmp_path) as (stage, guide):
        for fight in range(1, 4):
            await toured(guide)
            newest = sorted(thread.id for thread in stage.channel.threads)[-2:]
            stage.forget(most, {stage.channel.id, *newest})
            backend = stage.env.backend
            assert backend.transcript == []
            assert stage.seen_by("gm") != ""
            assert len(backend.interactions) == len(backend.interaction_tokens) == most
            assert sum(map(len, backend.messages.values())) <= places * most + 2 * fight


async def test_nothing_is_offered_again_that_does_not_fit_the_moment(tmp_path: Path) -> None:
    async with table(tmp_path) as (stage, _):
        await stage.slash("gm", "/init start", {"range_m": 30, "now": True})
        await stage.slash("ann", "/init join")
        while "Press or hold?" not in stage.seen_by("gm"):
            await stage.slash("gm", "/attack", {"attacker": "Guard 1", "target": "Ann Reyes"})
            await stage.slash("gm", "/init next")
        await stage.advance(1)
        with pytest.raises(Impossible):
            await stage.click("gm", "Again")
        assert not (await stage.click("ann", "Press")).refusal


FALLS: Mapping[str, tuple[str, dict[str, Value]]] = {
    "reflex": ("/init set", {"what": "unconscious", "value": "yes", "actor": "Guard 1"}),
    "eclipse": ("/init set", {"what": "unconscious", "value": "yes", "actor": "Guard 1"}),
    "horizons": ("/damage apply", {"amount": 60, "place": "torso", "target": "Guard 1"}),
    "graydawn": ("/init set", {"what": "stunned", "value": "yes", "actor": "Guard 1"}),
    "nighttripper": ("/init set", {"what": "dead", "value": "yes", "actor": "Guard 1"}),
}


@pytest.mark.one_system
@pytest.mark.parametrize("system", FIGHTS)
async def test_a_fresh_panel_aims_at_whoever_stands_and_lists_who_is_down_last(tmp_path: Path, system: str) -> None:
    """The nearest guard is down, as everybody sees; once all are, the nearest of them is chosen, and no comrade."""
    command, how = FALLS[system]
    async with table(tmp_path, system) as (stage, _):
        await stage.slash("gm", "/init start", {"now": True})
        for user in ("ann", "bob"):
            await stage.slash(user, "/init join")
        for number in (1, 2, 3):
            await stage.slash(
                "gm", "/init range", {"actor": "Ann Reyes", "target": f"Guard {number}", "range_m": 20 + number}
            )
        await stage.slash("gm", command, how)
        panel = await stage.slash("ann", "/attack")
        for _ in range(MOST_STEPS):
            if not panel.refusal:
                break
            await stage.slash("gm", "/init next")
            panel = await stage.slash("ann", "/attack")
        assert "target:Guard 2" in panel.reply
        listed = [line for line in panel.reply.split("\n") if line.startswith("target: Guard")]
        assert listed == ["target: Guard 2", "target: Guard 3", "target: Guard 1"]
        for other in ("Guard 2", "Guard 3"):
            await stage.slash(
                "gm", command, {key: other if value == "Guard 1" else value for key, value in how.items()}
            )
        assert "target:Guard 1" in (await stage.slash("ann", "/attack")).reply
