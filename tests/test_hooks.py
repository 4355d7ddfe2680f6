"""What git runs before a commit is what `make check` runs, from the locked environment and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parent.parent
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
REPOSITORIES: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]


def recipe(target: str) -> list[str]:
    """The commands of a target and, before them, of those that it asks for."""
    (found,) = re.findall(rf"(?m)^{target}:(.*)\n((?:\t.*\n)*)", MAKEFILE)
    wanted = [name for name in found[0].partition("##")[0].split() if name.isalpha()]
    own = [line.strip().replace("$(BIN)", ".venv/bin") for line in found[1].splitlines()]
    return [command for name in wanted for command in recipe(name)] + own


def test_git_runs_what_make_check_runs() -> None:
    hooks = [hook for repository in REPOSITORIES for hook in repository["hooks"]]
    assert [hook["entry"] for hook in hooks] == recipe("check")
    assert len(hooks) >= 5


def test_no_hook_needs_a_network_or_looks_at_a_part_only() -> None:
    assert {repository["repo"] for repository in REPOSITORIES} == {"local"}
    for hook in (hook for repository in REPOSITORIES for hook in repository["hooks"]):
        assert hook["language"] == "system"
        assert hook["entry"].startswith(".venv/bin/")
        assert (hook["pass_filenames"], hook["always_run"]) == (False, True)
