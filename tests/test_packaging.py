"""A wheel is the whole bot: it has all that the checkout runs on, one version, and works wherever it is put."""

from __future__ import annotations

import configparser
import subprocess
import sys
import tomllib
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

from bot import __version__
from bot.__main__ import main

ROOT = Path(__file__).parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
CARRIED = ("bot", "cogs", "migrations")
SCENARIO = ROOT / "tests" / "scenarios" / "horizons"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built without a network."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert built.returncode == 0, built.stderr
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the wheel puts into a virtual environment."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def told(unpacked: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What the console script answers outside the checkout."""
    program = "import sys, bot, bot.__main__ as m; sys.argv[0] = 'fireteam'; print(bot.__file__); sys.exit(m.main())"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(unpacked), "FIRETEAM_DATABASE": str(folder / "a.db")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def metadata(unpacked: Path) -> Message:
    (file,) = unpacked.glob("*.dist-info/METADATA")
    return Parser().parsestr(file.read_text("utf-8"))


def test_the_version_stands_in_one_place(unpacked: Path) -> None:
    assert "version" not in PYPROJECT["project"]
    assert metadata(unpacked)["Version"] == __version__


def test_a_wheel_carries_every_file_that_the_bot_runs_on(unpacked: Path) -> None:
    kept = [path for part in CARRIED for path in (ROOT / part).rglob("*") if path.is_file()]
    ours = {path.relative_to(ROOT) for path in kept if "__pycache__" not in path.parts}
    carried = [path for path in unpacked.rglob("*") if path.is_file()]
    theirs = {path.relative_to(unpacked) for path in carried if "__pycache__" not in path.parts}
    assert {path.suffix for path in ours} >= {".py", ".toml", ".html", ".js"}
    assert ours == {path for path in theirs if path.parts[0] in CARRIED}
    assert {path.parts[0] for path in theirs} - set(CARRIED) == {f"fireteam-{__version__}.dist-info"}


def test_the_console_script_is_the_command_line(unpacked: Path) -> None:
    (file,) = unpacked.glob("*.dist-info/entry_points.txt")
    scripts = configparser.ConfigParser()
    scripts.read(file)
    assert dict(scripts["console_scripts"]) == {"fireteam": f"{main.__module__}:{main.__name__}"}


def test_the_pythons_it_is_for_are_named(unpacked: Path) -> None:
    named = {each.rpartition(" ")[2] for each in metadata(unpacked).get_all("Classifier", []) if ":: 3." in each}
    assert named == {"3.11", "3.12", "3.13", "3.14", "3.15"}
    assert metadata(unpacked)["Requires-Python"] == ">=3.11"


def test_it_runs_outside_the_checkout(unpacked: Path, tmp_path: Path) -> None:
    said = told(unpacked, tmp_path, "--version")
    assert said.stdout.splitlines() == [str(unpacked / "bot" / "__init__.py"), f"Fireteam {__version__}"]
    made = told(unpacked, tmp_path, "migrate")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "a.db").exists()
    audited = told(unpacked, tmp_path, "audit")
    assert audited.returncode == 0, audited.stderr


def test_it_plays_a_scenario_outside_the_checkout(unpacked: Path, tmp_path: Path) -> None:
    scenario = min(SCENARIO.glob("*.toml"), key=lambda path: path.stat().st_size)
    played = told(unpacked, tmp_path, "scenarios", str(scenario))
    assert played.returncode == 0, played.stdout + played.stderr


def test_a_new_system_is_laid_out_in_a_checkout_only(unpacked: Path, tmp_path: Path) -> None:
    said = told(unpacked, tmp_path, "new-ruleset", "border")
    assert said.returncode == 2
    assert "into a checkout" in said.stderr
    assert not (unpacked / "tests").exists()


def test_the_command_line_is_called_as_it_was_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for argument, name in (("/usr/bin/fireteam", "fireteam"), ("/x/bot/__main__.py", "python -m bot")):
        monkeypatch.setattr(sys, "argv", [argument])
        with pytest.raises(SystemExit):
            main(["--help"])
        assert capsys.readouterr().out.startswith(f"usage: {name} ")
