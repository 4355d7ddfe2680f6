"""`python -m bot new-ruleset` lays out a system that plays a whole fight and passes what every system must."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.command_line import new_ruleset
from bot.simulated import scenarios

ROOT = Path(__file__).parents[2]
KEY, TITLE = "border", "Border War"


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A Python module run in a folder."""
    return subprocess.run(
        [sys.executable, "-m", *arguments], cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository with a new system, named and put on record as the command says."""
    folder = tmp_path_factory.mktemp("repository")
    for part in ("bot", "cogs", "tests", "migrations"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns(".*", "*.sqlite-*", "*.pyc.*"))
    for part in ("pyproject.toml", ".importlinter"):
        shutil.copy(ROOT / part, folder / part)
    laid_out = run(folder, "bot", "new-ruleset", KEY, "--title", TITLE)
    assert laid_out.returncode == 0, laid_out.stderr
    named(folder / "bot" / "app.py", laid_out.stdout)
    recorded = [line.split()[2:] for line in laid_out.stdout.splitlines() if line.startswith("    python -m tests.")]
    assert len(recorded) == 5
    for arguments in recorded:
        put = run(folder, *arguments)
        assert put.returncode == 0, put.stderr
    return folder


def named(app: Path, said: str) -> None:
    """Put what the command said into the composition root."""
    steps = [line.strip() for line in said.splitlines()]
    (listed,) = (step for step in steps if step.startswith(f'"{KEY}":'))
    text = app.read_text("utf-8")
    app.write_text(text.replace('    "reflex": S', f'    {listed}\n    "reflex": S', 1), "utf-8")


def test_it_passes_what_every_system_must(copy: Path) -> None:
    records = [f"tests/rulesets/test_{each}.py" for each in ("contract", "actions", "switches")]
    contract = (*records, "tests/scenarios", f"tests/rulesets/{KEY}")
    tested = run(copy, "pytest", "-q", "-x", "-p", "no:cacheprovider", *contract, "-k", KEY)
    assert tested.returncode == 0, tested.stdout[-4000:]


def test_its_worked_example_plays_through_the_bot(copy: Path) -> None:
    played = run(copy, "bot", "scenarios", f"tests/scenarios/{KEY}")
    assert (played.returncode, played.stdout.split()) == (0, ["passed", "first-blood"])
    scenario = scenarios.load(copy / "tests" / "scenarios" / KEY / "first-blood.toml")
    assert (scenario.id, scenario.ruleset) == ("first-blood", KEY)
    assert scenario.source
    assert any(step.expect for step in scenario.steps)


def test_it_is_written_as_everything_here_is(copy: Path) -> None:
    written = (f"bot/rulesets/{KEY}", f"tests/rulesets/{KEY}")
    for command in (("check", "--no-cache"), ("format", "--check", "--no-cache")):
        looked_at = run(copy, "ruff", *command, *written)
        assert looked_at.returncode == 0, looked_at.stdout


def test_it_has_its_own_name_everywhere(copy: Path) -> None:
    folders = [copy / "bot" / "rulesets" / KEY, copy / "tests" / "rulesets" / KEY, copy / "tests" / "scenarios" / KEY]
    files = [path for folder in folders for path in folder.rglob("*.*") if path.suffix in (".py", ".toml", ".md")]
    texts = [path.read_text("utf-8") for path in files]
    assert not any("{{" in text or "Blank" in text for text in texts)
    assert any(TITLE in text for text in texts)


@pytest.mark.parametrize(
    "key", ["", "Border", "bor der", "1border", "../border", "border-war", "x" * 17, "a", "class", "core", "toy"]
)
def test_a_key_that_does_not_work_is_refused(key: str, tmp_path: Path) -> None:
    with pytest.raises(new_ruleset.FoundingError, match="is no key"):
        new_ruleset.lay_out(tmp_path, key, TITLE)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("title", ["", " ", 'A "quoted"', "back\\slash", "{{key}}", "x" * 41, "two\nlines", "dot "])
def test_a_title_that_does_not_work_is_refused(title: str, tmp_path: Path) -> None:
    with pytest.raises(new_ruleset.FoundingError, match="is no title"):
        new_ruleset.lay_out(tmp_path, KEY, title)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_already_stays_as_it_is(tmp_path: Path) -> None:
    written = new_ruleset.lay_out(tmp_path, KEY, TITLE)
    written[0].write_text("mine", "utf-8")
    with pytest.raises(new_ruleset.FoundingError, match="is there already"):
        new_ruleset.lay_out(tmp_path, KEY, TITLE)
    assert written[0].read_text("utf-8") == "mine"


def test_a_system_of_that_name_is_one_line_and_status_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-ruleset", "reflex"]) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1
    assert "is there already" in said[0]
