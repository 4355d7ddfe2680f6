"""Each of the bars sees the miss that it is there for; that they hold on this tree, `make bars` says."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import bars
from tests.bars import Bar, measure

ROOT = Path(__file__).parent.parent
HEAD = '"""What this module hides."""\n'


def tree(root: Path, **modules: str) -> Path:
    """A repository with the given modules; two underscores in a name stand for a slash."""
    for name, text in modules.items():
        path = root / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def missed(root: Path) -> dict[str, tuple[str, ...]]:
    return {bar.label: bar.misses for bar in measure(root) if not bar.holds}


def function(name: str, lines: int) -> str:
    return f"def {name}() -> None:\n" + "    print()\n" * lines + "\n\n"


def event(tag: str, name: str = "ShotFired") -> str:
    return f'{HEAD}class {name}(Event, frozen=True, tag="{tag}"):\n    """Somebody fired."""\n'


def test_a_clean_tree_misses_no_bar(tmp_path: Path) -> None:
    root = tree(
        tmp_path, bot__scene=HEAD + function("act", 8), tests__test_scene="def test_it() -> None:\n    assert act\n"
    )
    assert missed(root) == {}


@pytest.mark.parametrize(
    ("path", "text", "label"),
    [
        ("bot__scene", HEAD + "def act(what) -> None:\n    print(what)\n", "functions not fully annotated"),
        ("bot__scene", HEAD + "def act(*what) -> None:\n    print(what)\n", "functions not fully annotated"),
        ("tests__scene", HEAD + "def act():\n    print()\n", "functions not fully annotated"),
        ("cogs__scene", function("act", 1), "modules without a first sentence"),
        ("bot__service__helpers", HEAD, "modules with a name that means nothing"),
        ("bot__common__scene", HEAD, "modules with a name that means nothing"),
        ("bot__core__scene", HEAD + "import random\n", "impure imports in core and rulesets"),
        ("bot__rulesets__toy__scene", HEAD + "from os.path import join\n", "impure imports in core and rulesets"),
        ("bot__scene", HEAD + "# TODO: shoot\n", "words of the unfinished"),
        ("bot__scene", HEAD + "def act() -> None:\n    raise NotImplementedError\n", "words of the unfinished"),
        ("tests__test_scene", "def test_it() -> None:\n    print()\n", "tests that assert nothing"),
        (
            "tests__test_scene",
            "def test_it() -> None:\n    assert pytest.importorskip('x')\n",
            "tests that are skipped",
        ),
        ("cogs__scene", HEAD + "import os\nprint(os.environ)\n", "reads of the environment outside the settings"),
        ("cogs__scene", HEAD + "from os import environ\n", "reads of the environment outside the settings"),
        ("bot__scene", HEAD + "class Shot(Event):\n    pass\n", "event types that are not unique and lasting"),
        ("bot__scene", event("core.shot_fired"), "event types that are not unique and lasting"),
    ],
)
def test_a_planted_miss_is_seen(tmp_path: Path, path: str, text: str, label: str) -> None:
    assert list(missed(tree(tmp_path, **{path: text}))) == [label]


def test_a_function_too_long_is_seen(tmp_path: Path) -> None:
    short = "".join(function(f"act_{number}", 1) for number in range(10))
    root = tree(tmp_path, bot__scene=HEAD + short + function("wait", 41))
    assert missed(root) == {"functions over 40 lines": ("bot/scene.py:42 wait is 41 lines long",)}


def test_a_median_too_long_is_seen(tmp_path: Path) -> None:
    root = tree(tmp_path, bot__scene=HEAD + function("act", 9) + function("wait", 9) + function("rest", 1))
    assert list(missed(root)) == ["lines of a function, median"]


def test_a_ninth_decile_too_long_is_seen(tmp_path: Path) -> None:
    short = "".join(function(f"act_{number}", 1) for number in range(8))
    root = tree(tmp_path, bot__scene=HEAD + short + function("wait", 26) + function("rest", 26))
    assert list(missed(root)) == ["lines of a function, ninth decile"]


def test_a_docstring_is_not_counted(tmp_path: Path) -> None:
    docstring = '    """' + "Why.\n" * 50 + '    """\n'
    root = tree(tmp_path, bot__scene=HEAD + f"def act() -> None:\n{docstring}    print()\n")
    assert missed(root) == {}


def test_shared_code_that_names_a_ruleset_is_seen(tmp_path: Path) -> None:
    root = tree(tmp_path, bot__rulesets__toy__rules=HEAD, bot__service__scene=HEAD + 'print("toy" == key)\n')
    assert list(missed(root)) == ["shared code that names a ruleset"]


def test_a_crowded_folder_is_seen(tmp_path: Path) -> None:
    root = tree(tmp_path, **{f"bot__service__case_{number}": HEAD for number in range(35)})
    assert missed(root) == {}
    assert missed(tree(root, bot__service__one_more=HEAD)) == {
        "folders with too many modules": ("bot/service holds 36 modules",)
    }


def test_two_classes_of_one_name_are_seen(tmp_path: Path) -> None:
    check = f'{HEAD}class Check:\n    """One of two."""\n'
    root = tree(tmp_path, bot__rulesets__toy__a=check, bot__rulesets__play__a=check)
    assert missed(root) == {}
    for other in ("bot__rulesets__toy__b", "bot__core__a", "cogs__a"):
        assert list(missed(tree(tmp_path / other, bot__rulesets__toy__a=check, **{other: check}))) == [
            "classes that share a name"
        ]


def test_a_class_and_an_alias_of_one_name_are_seen(tmp_path: Path) -> None:
    check, alias = f'{HEAD}class Check:\n    """One of two."""\n', f"{HEAD}Check: TypeAlias = int\n"
    assert list(missed(tree(tmp_path, bot__core__a=check, bot__service__a=alias))) == ["classes that share a name"]


def test_two_events_of_one_name_are_seen(tmp_path: Path) -> None:
    root = tree(
        tmp_path, bot__core__a=event("core.shot_fired"), bot__core__b=event("core.shot_fired", "Fired"), tests__a=""
    )
    bars.record(root)
    assert all("shares" in miss for miss in missed(root)["event types that are not unique and lasting"])


def test_an_event_that_was_renamed_is_seen(tmp_path: Path) -> None:
    root = tree(tmp_path, bot__core__a=event("core.shot_fired"), tests__test_a="")
    bars.record(root)
    assert missed(root) == {}
    bars.record(tree(root, bot__core__a=event("core.round_fired")))
    assert missed(root) == {
        "event types that are not unique and lasting": (
            "core.shot_fired is recorded and was stored, but no event has that name",
        )
    }


def test_a_kind_of_events_has_no_name_and_what_is_of_that_kind_has_one(tmp_path: Path) -> None:
    kind = HEAD + "class Told(Event):\n    pass\n"
    root = tree(tmp_path, bot__core__a=kind, bot__core__b=event("core.fired").replace("(Event", "(Told"), tests__a="")
    assert [tag for tag, _ in bars.event_tags(bars.read(root))] == ["core.fired"]
    tree(root, bot__core__b=HEAD + "class Fired(a.Told):\n    pass\n")
    assert list(missed(root)) == ["event types that are not unique and lasting"]


def test_the_command_fails_and_names_the_place(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "bot" / "core", tmp_path / "bot" / "core", ignore=shutil.ignore_patterns("__pycache__"))
    tree(tmp_path, bot__core__planted=HEAD + "import random\n")
    command = [sys.executable, "-m", "tests.bars", str(tmp_path)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert "bot/core/planted.py imports random" in result.stdout


def test_a_bar_holds_at_its_bound() -> None:
    assert Bar("lines", 8, 8).holds
    assert not Bar("lines", 8.5, 8).holds


def test_what_locks_across_instances_is_found() -> None:
    text = f"{HEAD}from functools import cached_property\n"
    ruff = (sys.executable, "-m", "ruff", "check", "--output-format=concise", "--stdin-filename", "bot/planted.py", "-")
    found = subprocess.run(ruff, input=text, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "TID251" in found.stdout
