"""A refusal names only commands and actions that there are, and that its reader may take just then."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import app
from bot.core import orders
from bot.service.playing.actors import is_gms
from tests.cogs.test_commands import EXPECTED
from tests.rulesets.play import Step, played
from tests.rulesets.registry import ROOT, entry

pytestmark = pytest.mark.untraced

SEEDS = range(8)
COMMAND = re.compile(r"(?<![\w/.<)])/([a-z]+)(?: ([a-z_]+))?(?::([a-z_]+))?")
GROUPS = {path.split()[0] for path in EXPECTED if " " in path}
OF_GMS = {"init start", "init end", "init set", "init show", "init range", "npc add", "damage apply", "damage heal"}
ACT = "act"


def mentioned(text: str) -> Iterator[tuple[str, str]]:
    """The commands that a text names, each with what is typed behind it where that is an action."""
    for command, word, value in COMMAND.findall(text):
        if command == ACT:
            yield ACT, value or word
        else:
            yield f"{command} {word}" if command in GROUPS and f"{command} {word}" in EXPECTED else command, ""


def literals(folder: Path) -> Iterator[tuple[str, str]]:
    """Every string that is written in some modules and is no docstring, with where it stands."""
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node.value


@pytest.mark.parametrize("key", [*app.SYSTEMS, "core", "service"])
def test_every_command_that_is_named_exists(key: str) -> None:
    system = key in app.SYSTEMS
    actions = (
        set(entry(key).ruleset.actions)
        if system
        else {name for each in app.SYSTEMS for name in entry(each).ruleset.actions}
    )
    for place, text in literals(ROOT / "bot" / ("rulesets" if system else "") / key):
        for command, action in mentioned(text):
            assert command in EXPECTED or command in GROUPS, f"{place}: {text!r}"
            assert not action or action in actions | {"does"}, f"{place}: {text!r}"


def refused(key: str, seed: int) -> Iterator[Step]:
    yield from (step for step in played(key, seed) if step.refusal and isinstance(step.order, orders.Act))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", app.SYSTEMS)
def test_what_a_refusal_suggests_its_reader_may_do(key: str, seed: int) -> None:
    ruleset = entry(key).ruleset
    for step in refused(key, seed):
        assert step.refusal is not None
        text, remedy = str(step.refusal), step.refusal.remedy
        here = ruleset.actions_under(step.before.options)
        titles = {spec.title: spec for spec in here.values()}
        suggested = [here.get(action) for command, action in mentioned(remedy) if command == ACT]
        if remedy.startswith("Now only: "):
            suggested += [titles.get(title) for title in remedy.removeprefix("Now only: ").rstrip(".").split(", ")]
        by_gm = "GM" in remedy or step.viewer.gm
        for spec in suggested:
            assert spec is not None, text
            assert by_gm or not is_gms(spec), text
        assert by_gm or not OF_GMS & {command for command, _ in mentioned(remedy)}, text


@pytest.mark.parametrize("key", app.SYSTEMS)
def test_what_fits_a_moment_is_not_refused_for_the_moment(key: str) -> None:
    """Whoever types one of the actions that a refusal lists is not refused for the kind of moment again."""
    ruleset = entry(key).ruleset
    for seed in SEEDS:
        for step in refused(key, seed):
            assert step.refusal is not None
            if not step.refusal.remedy.startswith("Now only: "):
                continue
            assert isinstance(step.order, orders.Act)
            actor = step.order.actor
            now = {kind for slot in step.before.entitled() if slot.actor == actor for kind in slot.kinds}
            reading = ruleset.book(step.before.options)
            for title in step.refusal.remedy.removeprefix("Now only: ").rstrip(".").split(", "):
                spec = next(spec for spec in ruleset.actions.values() if spec.title == title)
                assert now & set(spec.kinds), title
                state = step.before.opening.get(actor, step.before.combatants[actor].state)
                assert reading.hindrance is None or reading.hindrance(state, actor, spec.name) is None, title
