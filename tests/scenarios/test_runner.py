"""The scenario runner itself: what it lets pass, what it finds wrong, and how it says so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bot.simulated import scenarios
from bot.simulated.scenarios import DIGEST, ScenarioReport

pytestmark = pytest.mark.untraced

ROOT = Path(__file__).parents[2]
TABLE = """
id = "try"
title = "One shoots at the other"
options = { visual_penalty = false }
sheets = [
  { owner = "ann", name = "Ann", attributes = { coordination = 9, muscle = 9 }, skills = { longarm = 8 }, weapons = [
    { kind = "ak47" },
  ] },
  { owner = "bob", name = "Bob" },
]
steps = [
  { by = "ann", command = "/init join" },
  { by = "bob", command = "/init join" },
  { command = "/init start", dice = [1, 20, 20, 20] },
"""
MISS = '{ by = "ann", command = "/attack", options = { target = "Bob", range_m = 150 }, dice = [20, 20, 20]'


async def played(folder: Path, *steps: str) -> ScenarioReport:
    """The report of a scenario with these steps behind the opening of a fight."""
    path = folder / "try.toml"
    path.write_text(TABLE + ",\n".join(steps) + "]\n")
    return await scenarios.play(path)


def problems(report: ScenarioReport) -> str:
    """All that was found wrong."""
    return "\n".join([report.problem, *(problem for step in report.steps for problem in step.problems)])


async def test_what_is_expected_in_part_and_in_order_passes(tmp_path: Path) -> None:
    expect = '{ type = "reflex.shot_fired", margin = -11 }, { type = "reflex.time_spent", initiative = 17 }'
    report = await played(tmp_path, f"{MISS}, expect = [{expect}], says = ['ann FIRES'], replies = ['miss'] }}")
    assert report.passed, problems(report)


async def test_a_scenario_without_expectations_still_reports(tmp_path: Path) -> None:
    report = await played(tmp_path, f"{MISS} }}")
    assert report.passed
    step = report.steps[-1]
    assert [event["type"] for event in step.events][:2] == ["core.range_set", "reflex.shot_fired"]
    assert "miss" in step.reply
    assert "Coordination 9" in step.log[-1]
    assert step.refusal == ""


async def test_events_are_those_of_their_step(tmp_path: Path) -> None:
    report = await played(tmp_path, '{ by = "ann", command = "/init status" }')
    assert report.steps[-1].events == []
    assert "reflex.initiative_rolled" in [event["type"] for event in report.steps[-2].events]


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (f'{MISS}, expect = [{{ type = "reflex.shot_fired", margin = 4 }}] }}', "no event fits"),
        (f'{MISS}, expect = [{{ type = "reflex.hit" }}] }}', "no event fits"),
        (f'{MISS}, expect = [{{ type = "reflex.time_spent" }}, {{ type = "reflex.shot_fired" }}] }}', "no event fits"),
        (f'{MISS}, expect = [{{ type = "reflex.shot_fired", nonsense = 1 }}] }}', "nonsense"),
        (f'{MISS}, expect = [{{ type = "reflex.shot_fired", costs = [] }}] }}', "no event fits"),
        (f"{MISS}, says = ['a hit'] }}", "the log does not say 'a hit'"),
        (f"{MISS}, replies = ['a hit'] }}", "the reply does not say 'a hit'"),
        (f"{MISS}, refuses = 'empty' }}", "not refused with 'empty'"),
        (f"{MISS}, hides = {{ bob = ['Ann'] }} }}", "bob can see 'Ann'"),
        (MISS.replace("[20, 20, 20]", "[20, 20]") + " }", "needs 3d20, the script has 2 left"),
        (MISS.replace("[20, 20, 20]", "[20, 20, 20, 6]") + " }", "dice left over: [6]"),
        (MISS.replace("[20, 20, 20]", "[20, 21, 20]") + " }", "does not fit 3d20"),
        (MISS.replace('"Bob"', '"Cid"') + " }", "refused: "),
        (MISS.replace('"Bob"', '"Cid"') + ", refuses = 'empty' }", "not refused with 'empty'"),
        (MISS.replace('by = "ann"', 'by = "zoe"') + " }", "nobody is called 'zoe'"),
        ('{ command = "/fly" }', "fly"),
        ('{ by = "ann", click = "No such button" }', "No such button"),
    ],
)
async def test_what_does_not_come_about_fails_and_is_named(tmp_path: Path, wrong: str, problem: str) -> None:
    report = await played(tmp_path, wrong)
    assert not report.passed
    assert problem in problems(report)


async def test_nothing_is_played_behind_a_failed_step(tmp_path: Path) -> None:
    report = await played(tmp_path, f"{MISS}, says = ['a hit'] }}", f"{MISS} }}")
    assert [step.command for step in report.steps] == ["/init join", "/init join", "/init start", "/attack"]


async def test_a_refusal_that_was_expected_passes(tmp_path: Path) -> None:
    step = '{ by = "bob", command = "/act", options = { action = "wait" }, dice = [], refuses = "not Bob\'s turn" }'
    report = await played(tmp_path, step)
    assert report.passed, problems(report)
    assert "not Bob's turn" in report.steps[-1].refusal


async def test_a_step_that_lacks_something_opens_its_panel(tmp_path: Path) -> None:
    opening = '{ by = "ann", command = "/attack", dice = [], opens = "Ann: Attack" }'
    tapped = '{ by = "ann", click = "Fire", expect = [ { type = "reflex.shot_fired" } ] }'
    report = await played(
        tmp_path,
        '{ command = "/init range", options = { actor = "Ann", target = "Bob", range_m = 5 } }',
        opening,
        tapped,
    )
    assert report.passed, problems(report)


@pytest.mark.parametrize(
    "step", ['command = "/init status", opens = "Ann: Attack"', 'command = "/attack", opens = "Bob: Attack"']
)
async def test_what_opens_no_such_panel_fails(tmp_path: Path, step: str) -> None:
    report = await played(tmp_path, f'{{ by = "ann", {step} }}')
    assert "opens no panel" in problems(report)


async def test_dice_that_nobody_scripted_fall_the_same_every_time(tmp_path: Path) -> None:
    step = '{ by = "ann", command = "/attack", options = { target = "Bob", range_m = 150 } }'
    one, other = await played(tmp_path, step), await played(tmp_path, step)
    assert one.passed
    assert one.steps[-1].events == other.steps[-1].events


async def test_a_restart_and_the_passing_of_time_keep_the_fight(tmp_path: Path) -> None:
    report = await played(tmp_path, "{ restart = true }", '{ advance = "2h" }', f"{MISS} }}")
    assert report.passed, problems(report)
    assert [step.command for step in report.steps][-3:] == ["restart", "advance 2h", "/attack"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('id = "x"\ntitle = "x"\nstepps = []\nsteps = []', "stepps"),
        ('id = "x"\ntitle = "x"\nsteps = [{ by = "gm", dize = [1] }]', "dize"),
        ('id = "x"\ntitle = "x"\nsteps = [{ dice = ["six"] }]', "$.steps[0].dice[0]"),
        ('title = "x"\nsteps = []', "id"),
        ('id = "x', "TOML"),
    ],
)
async def test_a_file_that_is_no_scenario_is_named_with_the_place(tmp_path: Path, text: str, place: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    report = await scenarios.play(path)
    assert (report.id, report.passed) == ("wrong", False)
    assert "wrong.toml" in report.problem
    assert place.casefold() in report.problem.casefold()


async def test_a_sheet_that_does_not_import_is_the_scenarios_problem(tmp_path: Path) -> None:
    path = tmp_path / "sheet.toml"
    path.write_text('id = "sheet"\ntitle = "x"\nsteps = []\nsheets = [{ name = "A", attributes = { muscle = 99 } }]\n')
    report = await scenarios.play(path)
    assert not report.passed
    assert "attributes.muscle" in report.problem.replace("\\", "")


def written(folder: Path, name: str, steps: str = "[]") -> Path:
    """A scenario file."""
    path = folder / f"{name}.toml"
    path.write_text(f'id = "{name}"\ntitle = "x"\nsteps = {steps}\n')
    return path


def typed(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """What ``python -m bot scenarios`` says to these words."""
    command = [sys.executable, "-m", "bot", "scenarios", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


def test_the_json_is_an_array_with_the_agreed_shape(tmp_path: Path) -> None:
    steps = '[{ command = "/npc add", options = { template = "guard" } }, { command = "/init start" }]'
    said = typed(written(tmp_path, "a", steps), "--json")
    assert said.returncode == 0, said.stderr
    (found,) = json.loads(said.stdout)
    assert (found["id"], found["passed"]) == ("a", True)
    _, step = found["steps"]
    assert {"command", "events", "reply", "log", "refusal"} <= step.keys()
    assert step["command"] == "/init start"
    assert step["events"][0]["type"] == "core.fight_started"


def test_folders_are_searched_and_many_are_played_at_a_time(tmp_path: Path) -> None:
    for name, steps in (("c", "[]"), ("a", "[]"), ("b", '[{ command = "/init end" }]')):
        written(tmp_path, name, steps)
    said = typed(tmp_path)
    lines = said.stdout.splitlines()
    assert said.returncode == 1, said.stderr
    assert [line.split() for line in lines if line[0] != " "] == [["passed", "a"], ["FAILED", "b"], ["passed", "c"]]
    assert any(line.startswith("    /init end: refused: ") for line in lines)


def test_no_scenario_at_all_is_a_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert scenarios.main([tmp_path], as_json=True) == 2
    assert json.loads(capsys.readouterr().out) == []


def test_a_file_that_is_missing_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert scenarios.main([tmp_path / "none.toml"], as_json=True) == 1
    assert "none.toml" in json.loads(capsys.readouterr().out)[0]["problem"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("ft:act:now.0823dead.hold:b3dead3bfd7a", "ft:act:now..hold:"),
        ("a0dead12" * 8, ""),
        ("Guard 12 is dead", "Guard 12 is dead"),
        ("Deadeye, defaced", "Deadeye, defaced"),
        ("guard12dead34", "guard12dead34"),
    ],
)
def test_what_keeps_buttons_and_dice_is_no_word(text: str, left: str) -> None:
    assert DIGEST.sub("", text) == left
