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
from bot.service.playing.slash_words import as_typed, command_of
from tests.cogs.test_commands import EXPECTED
from tests.rulesets.play import Step, played
from tests.rulesets.registry import ROOT, entry

pytestmark = pytest.mark.untraced

SEEDS = range(8)
REFUSALS = {"RuleViolation", "Incomplete"}
REFUSING = re.compile("|".join(sorted({*REFUSALS, "remedy"})))
GAP = "…"  # what a text says there is known only when it is said
TYPED = re.compile(r"(?<![\w/.<)])/([a-z]+(?: [a-z]+)?)((?: [a-z_]+:(?:[a-z_]+=)?[^\s,;.]*(?: [a-z_]+=[^\s,;.]*)*)*)")
OPTION = re.compile(r" ([a-z_]+):")
INPUT = re.compile(r"(?<![\w…])([a-z_]+)=")
COMMAND = re.compile(r"(?<![\w/.<)])/([a-z]+)(?: ([a-z_]+))?(?::([a-z_]+))?")
OPTION_OF = re.compile(r"(?<![\w/.<)])/([a-z]+) [a-z_]+:(?=\S)")
GROUPS = {path.split()[0] for path in EXPECTED if " " in path}
OF_GMS = {"init start", "init end", "init set", "init show", "init range", "npc add", "damage apply", "damage heal"}
ACT = "act"
ACTION = re.compile(r"/act action:([a-z_]+)")


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
        if not COMMAND.search(source := path.read_text("utf-8")):
            continue
        tree = ast.parse(source)
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
        assert GROUPS.isdisjoint(OPTION_OF.findall(text)), f"{place}: {text!r} names no command of its group"


def worded(node: ast.expr) -> str:
    """What an expression of a text says, as far as it is written down; all of it where it is one or the other."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(worded, parts))
        case ast.IfExp(body=one, orelse=other):
            return f"{worded(one)} {worded(other)}"
        case _:
            return GAP


def remedies(folder: Path) -> Iterator[tuple[str, str]]:
    """What every refusal of some modules says of what would work, with where it stands."""
    for path in sorted(folder.rglob("*.py")):
        if not REFUSING.search(source := path.read_text("utf-8")):
            continue
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[_, remedy]) if name in REFUSALS:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", worded(remedy)
                case ast.Assign(targets=[ast.Name(id="remedy")], value=remedy):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", worded(remedy)
                case _:
                    continue


def typed_in(text: str) -> Iterator[tuple[str, list[str]]]:
    """The commands that a text names, each with the options that are typed behind it."""
    for found in TYPED.finditer(text):
        path = next((each for each in (found[1], found[1].split()[0]) if each in EXPECTED), None)
        if path:
            yield path, OPTION.findall(text[found.start() : found.end()])


@pytest.mark.parametrize("key", [*app.SYSTEMS, "core", "service"])
def test_a_remedy_types_only_options_that_its_command_has(key: str) -> None:
    folder = ROOT / "bot" / ("rulesets" if key in app.SYSTEMS else "") / key
    for place, text in remedies(folder):
        for path, options in typed_in(text):
            assert set(options) <= set(EXPECTED[path].split()), f"{place}: {text!r}"


@pytest.mark.parametrize("key", app.SYSTEMS)
def test_a_remedy_names_only_inputs_that_there_are(key: str) -> None:
    actions = entry(key).ruleset.actions
    known = {item.key for spec in actions.values() for item in spec.inputs} | {"actor"}
    for place, text in remedies(ROOT / "bot" / "rulesets" / key):
        for name in ACTION.findall(text):
            behind = text.split(f"action:{name}", 1)[1].partition("with:")[2].split(". ")[0]
            of_it = {item.key for item in actions[name].inputs}
            assert set(INPUT.findall(behind.partition(",")[0])) <= of_it, f"{place}: {text!r}"
        assert set(INPUT.findall(text)) <= known, f"{place}: {text!r}"


@pytest.mark.parametrize("key", app.SYSTEMS)
def test_an_input_that_a_remedy_names_is_told_as_it_is_typed(key: str) -> None:
    for spec in entry(key).ruleset.actions.values():
        path = command_of(spec).partition(" action:")[0]
        assert path in EXPECTED, spec.name
        for each in ("actor", *(item.key for item in spec.inputs)):
            told = as_typed(spec, f"Say {each}=3, or more.")
            option = told.removeprefix("Say ").partition(":")[0]
            assert option in EXPECTED[path].split(), told


def test_what_stands_behind_with_follows_one_with() -> None:
    spec = entry("reflex").ruleset.actions["mine_field"]
    told = as_typed(spec, 'Say target=Ann, distance_m=3 depth_m=5, or victims="Ann:1". /attack with:use=grapple a=b.')
    assert told.startswith("Say target:Ann, distance_m:3 with:depth_m=5, or victims=")
    assert told.endswith("/attack with:use=grapple a=b.")


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
