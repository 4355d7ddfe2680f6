"""Every scenario file plays through the real bot, and each keeps to the house's order: one id, one name, one source."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.simulated import scenarios
from bot.simulated.scenarios import ScenarioReport

FOLDER = Path(__file__).parent
FILES = scenarios.files([FOLDER])
# Those that reach lines of the rules which no test in tests/core and tests/rulesets reaches; the others, of which
# tracing would take half as long again, are played untraced.
REACHING = {
    "eclipse": {"001-31-blows", "001-4", "EP-02", "ground-last-seen", "smart"},
    "graydawn": {
        *("004-22", "004-25", "004-57", "004-59", "GD-21", "covering-in-haste", "fight-course"),
        *("ground-cover", "lane-first"),
    },
    "horizons": {"000-17", "knife", "own-rows", "side-effects", "wounds"},
    "nighttripper": {"002-8", "own-rows"},
    "reflex": {
        *(
            "003-94",
            "RX-05",
            "RX-47",
            "attacked-things",
            "burning-vehicle",
            "easy-target",
            "first-aid",
            "ground-last-seen",
        ),
        *("ground-structure", "ground-told", "mines-last", "simultaneous", "tactical-actions", "technical"),
        *("throwing-back", "two-guns", "weapon-refusals", "withdraw"),
    },
}
UNTRACED = [pytest.mark.untraced]
PLAYED = [
    pytest.param(path, id=path.stem, marks=[] if path.stem in REACHING.get(path.parent.name, ()) else UNTRACED)
    for path in FILES
]
RULED = {
    "reflex": (
        *(f"RX-{row:02}" for row in range(1, 60)),
        *(f"003-{ruling}" for ruling in range(1, 89) if ruling not in (24, 42, 43)),
        *("003-89", "003-90", "003-90-lowered", "003-91", "003-92", "003-93", "003-94", "003-95", "003-96"),
    ),
    "eclipse": (
        *(f"EP-{row:02}" for row in range(1, 5)),
        *(f"001-{ruling}" for ruling in range(1, 33) if ruling != 31),
        *("001-31-hold", "001-31-grapple", "001-31-blows"),
    ),
    "nighttripper": (*(f"NT-{row:02}" for row in range(1, 10)), *(f"002-{ruling}" for ruling in range(1, 25))),
    "horizons": (
        *("EH-01", "EH-02", "EH-03", "EH-04a", "EH-04b", "EH-05"),
        *(f"000-{ruling}" for ruling in range(1, 38)),
    ),
    "graydawn": (
        *(f"GD-{row:02}" for row in range(1, 26)),
        *(f"004-{ruling}" for ruling in range(1, 60) if ruling not in (6, 16, 23)),
    ),
}


def told(report: ScenarioReport) -> str:
    """What went wrong, and what had happened by then."""
    lines = [report.problem]
    for step in report.steps:
        lines += [step.command, *(f"  happened: {event}" for event in step.events if step.problems)]
        lines += [f"  PROBLEM: {problem}" for problem in step.problems]
    return "\n".join(lines)


@pytest.mark.parametrize("path", PLAYED)
async def test_a_scenario_plays_as_it_says(path: Path) -> None:
    report = await scenarios.play(path)
    assert report.passed, told(report)


@pytest.mark.untraced
def test_each_scenario_is_found_by_its_id_says_where_its_rule_stands_and_expects_something() -> None:
    for path in FILES:
        scenario = scenarios.load(path)
        assert scenario.id == path.stem
        assert scenario.ruleset == path.parent.name
        assert scenario.title, path
        assert scenario.source, path
        assert any(step.expect or step.refuses for step in scenario.steps), path


def test_every_scenario_that_reaches_lines_alone_is_there() -> None:
    assert {(key, name) for key in REACHING for name in REACHING[key]} <= {(p.parent.name, p.stem) for p in FILES}


@pytest.mark.parametrize("ruleset", RULED)
def test_every_example_and_every_ruling_has_its_scenario(ruleset: str) -> None:
    assert {f"{name}.toml" for name in RULED[ruleset]} - {path.name for path in (FOLDER / ruleset).iterdir()} == set()
