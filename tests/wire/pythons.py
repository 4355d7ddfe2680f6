"""Which interpreters a bot can be run on here, each in a virtual environment of its own with what the lock file names.

They are looked for in variables such as PYTHON_3_12, on the PATH and in ~/.pyenv. An environment is made once, beside
the repository's own as .venv-3.12, and brought up to date by uv after that.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.wire.process import ROOT

OTHERS: Final = ("3.12", "3.13", "3.14", "3.15")
PROBE: Final = "import sys; print('%d.%d' % sys.version_info[:2])"


class NoEnvironment(Exception):  # noqa: N818 - it says what there is not
    """An interpreter is here, and its virtual environment cannot be made; says why."""


def running() -> str:
    """The version of this interpreter, such as "3.11"."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def interpreter(version: str) -> Path | None:
    """Where an interpreter of a version such as "3.12" is, if one is found that runs."""
    return next((path for path in _candidates(version) if _is(path, version)), None)


def _candidates(version: str) -> Iterator[Path]:
    named = os.environ.get(f"PYTHON_{version.replace('.', '_')}")
    found = shutil.which(f"python{version}")
    yield from (Path(each) for each in (named, found) if each)
    kept = Path.home() / ".pyenv" / "versions"
    yield from sorted(kept.glob(f"{version}.*/bin/python"), reverse=True)


def _is(path: Path, version: str) -> bool:
    """Whether it really runs: what pyenv leaves on the PATH may only say where an interpreter would be."""
    try:
        asked = subprocess.run([path, "-c", PROBE], capture_output=True, text=True, timeout=30, check=False)
    except OSError:
        return False
    return asked.returncode == 0 and asked.stdout.strip() == version


def environment(version: str) -> Path | None:
    """The interpreter of the virtual environment for a version; None where there is no such interpreter here.

    Raises NoEnvironment.
    """
    if version == running():
        return Path(sys.executable)
    found = interpreter(version)
    if found is None:
        return None
    folder = ROOT / f".venv-{version}"
    if not (folder / "bin" / "python").exists():
        _uv(folder, "venv", "--clear", "--python", str(found), str(folder))
    _uv(folder, "sync", "--frozen", "--no-dev")
    return folder / "bin" / "python"


def _uv(folder: Path, *arguments: str) -> None:
    env = {**os.environ, "UV_PROJECT_ENVIRONMENT": str(folder), "UV_PYTHON_DOWNLOADS": "never"}
    env.pop("VIRTUAL_ENV", None)
    try:
        subprocess.run([_where_uv_is(), *arguments, "--quiet"], cwd=ROOT, env=env, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoEnvironment(f"{folder.name} cannot be made: {error}") from error


def _where_uv_is() -> str:
    """The uv that make uses, by the variable UV, from the PATH, or the one that make has put here."""
    return os.environ.get("UV") or shutil.which("uv") or str(ROOT / ".venv-uv" / "bin" / "uv")
