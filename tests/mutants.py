"""`python -m tests.mutants KEY [COUNT]`: how many small mistakes in the rules of a system its tests find.

A mutant is a system with one mistake: a comparison or a sum turned round, a number off by one, a statement left out.
Each is played by the tests and scenarios of the system, those that have to do with the changed module first, in a
process of its own. The share of mutants that are found is the system's score, which may not fall below the one that
`tests/mutants.toml` keeps. What is drawn is drawn from a seed, so that the same code gets the same mutants.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import os
import re
import resource
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Final
from unittest.mock import patch

ROOT: Final = Path(__file__).parent.parent
LEAST: Final = Path(__file__).parent / "mutants.toml"
LONGEST_S: Final = 300  # of the processor's time: what never ends is found, what a busy machine keeps waiting is not
LONGEST_WAIT_S: Final = 12 * LONGEST_S
PATIENCE_S: Final = 300.0  # how long a scenario waits for a busy machine; what sleeps for longer it does not wait for
MOST_SCENARIOS: Final = 12
HELD, FOUND_NOTHING = 0, 1

TURNED: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Mutant:
    """A module with one mistake: where it stands, and what it says instead."""

    path: Path
    line: int
    what: str
    tree: ast.Module = field(compare=False, repr=False)
    place: ast.AST = field(compare=False, repr=False)
    changed: ast.AST = field(compare=False, repr=False)

    @property
    def text(self) -> str:
        """Return the whole module with the mistake."""
        return _with(self.tree, self.place, self.changed)

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line} {self.what}"


def mutants(path: Path, text: str) -> Iterator[Mutant]:
    """Yield every mutant of a module."""
    tree = ast.parse(text)
    places = [
        node for function in ast.walk(tree) if isinstance(function, ast.FunctionDef) for node in _inside(function)
    ]
    for place in dict.fromkeys(places):
        for changed, what in _mistakes(place):
            yield Mutant(path, _line(place), what, tree, place, changed)


def _inside(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield what a function does, without its docstring, its decorators and what it is annotated with."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    for statement in body:
        yield from (node for node in ast.walk(statement) if not isinstance(node, ast.FunctionDef))


def _mistakes(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yield what could stand in a place by mistake, and how that reads."""
    match node:
        case ast.Compare(ops=[operator]):
            yield _turned(node, "ops", operator)
        case ast.BinOp(op=ast.Add() | ast.Sub() as operator) | ast.BoolOp(op=operator):
            yield _turned(node, "op", operator)
        case ast.Constant(value=int(number)) if not isinstance(node.value, bool):
            yield ast.Constant(number + 1), f"{number} is {number + 1}"
        case ast.Expr(value=ast.Call()):
            yield ast.Pass(), f"left out: {ast.unparse(node)[:60]}"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand, f"without not: {ast.unparse(node)[:60]}"
        case _:
            pass


def _turned(node: ast.AST, field: str, operator: ast.AST) -> tuple[ast.AST, str]:
    changed = copy.deepcopy(node)
    other = TURNED[type(operator)]()
    setattr(changed, field, [other] if field == "ops" else other)
    return changed, f"{type(operator).__name__} is {type(other).__name__}: {ast.unparse(node)[:60]}"


def _line(node: ast.AST) -> int:
    return int(getattr(node, "lineno", 0))


def _with(tree: ast.Module, place: ast.AST, changed: ast.AST) -> str:
    """Return the text of a module with something else in one place."""

    class Changing(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return changed if node is place else self.generic_visit(copy.copy(node))

        def generic_visit(self, node: ast.AST) -> ast.AST:
            for name, value in ast.iter_fields(node):
                if isinstance(value, list):
                    setattr(node, name, [self.visit(each) if isinstance(each, ast.AST) else each for each in value])
                elif isinstance(value, ast.AST):
                    setattr(node, name, self.visit(value))
            return node

    return ast.unparse(ast.fix_missing_locations(Changing().visit(tree)))


def drawn(key: str, count: int, seed: int) -> list[Mutant]:
    """Return so many mutants of a system, each module as likely as it is long."""
    paths = sorted((ROOT / "bot" / "rulesets" / key).rglob("*.py"))
    every = [mutant for path in paths for mutant in mutants(path, path.read_text("utf-8"))]
    return Random(seed).sample(every, min(count, len(every)))


def related(mutant: Mutant, key: str, seed: int) -> tuple[list[Path], list[Path]]:
    """Return the test files of a system, then those of all systems, and its nearest scenarios.

    Its own begin with those that name the module or its feature.
    """
    feature, text = mutant.path.parent, mutant.path.read_text("utf-8")
    names = {mutant.path.stem, feature.name} - {key, "rules", "events", "words"}
    tests = sorted((ROOT / "tests" / "rulesets" / key).glob("test_*.py"))
    tests.sort(key=lambda path: not any(name in path.read_text("utf-8") for name in names))
    tests += sorted((ROOT / "tests" / "rulesets").glob("test_*.py"))
    events = feature / "events.py"
    said = text + (events.read_text("utf-8") if events.exists() else "")
    words = set(re.findall(rf'"({key}\.\w+)"', said)) | set(re.findall(r'Offer\(\s*"(\w+)"|@rules\("(\w+)"', said))
    wanted = {word for each in words for word in ([each] if isinstance(each, str) else each) if word}
    folder = ROOT / "tests" / "scenarios" / key
    near = [path for path in sorted(folder.glob("*.toml")) if any(f'"{w}"' in path.read_text("utf-8") for w in wanted)]
    return tests, Random(seed).sample(near, min(MOST_SCENARIOS, len(near)))


def is_found(mutant: Mutant, key: str, seed: int) -> bool:
    """Tell whether the tests of a system find a mutant, by failing or by never coming to an end."""
    with tempfile.NamedTemporaryFile("w", suffix=".py", encoding="utf-8") as file:
        file.write(mutant.text)
        file.flush()
        module = ".".join(mutant.path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        tests, scenarios = related(mutant, key, seed)
        return run(("--of", key, "--as", module, file.name), tests, scenarios) != HELD


def run(instead: Sequence[str], tests: Sequence[Path], scenarios: Sequence[Path]) -> int:
    """Run tests and scenarios in a process of their own, with one module replaced; its status, or that it hung."""
    played = [option for path in scenarios for option in ("--scenario", str(path))]
    command = [sys.executable, "-m", "tests.mutants", *instead, *played, "--tests", *map(str, tests)]
    try:
        found = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=LONGEST_WAIT_S, check=False)
    except subprocess.TimeoutExpired:
        return FOUND_NOTHING
    return found.returncode


class Replaced(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module from another file than its own."""

    def __init__(self, module: str, file: Path) -> None:
        self.module, self.file = module, file

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return where the module is, if it is that one."""
        if fullname != self.module:
            return None
        own = importlib.machinery.PathFinder.find_spec(fullname, path)
        folders = own.submodule_search_locations if own else None
        return importlib.util.spec_from_file_location(
            fullname, own.origin if own else None, loader=self, submodule_search_locations=folders
        )

    def exec_module(self, module: ModuleType) -> None:
        """Run the text of the other file as the module."""
        exec(compile(self.file.read_text("utf-8"), str(self.file), "exec"), vars(module))  # noqa: S102  it is ours


def play(typed: argparse.Namespace) -> int:
    """Play tests and scenarios in this process, with one module replaced where that is asked for."""
    import pytest

    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST_S, LONGEST_S))
    if typed.instead:
        sys.meta_path.insert(0, Replaced(typed.instead[0], Path(typed.instead[1])))
    chosen = ("-k", typed.of) if typed.of else ()
    wrong = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *chosen, *typed.tests])
    if wrong or not typed.scenario:
        return int(wrong)
    from bot.simulated import scenarios, simulation

    with patch.object(simulation, "SETTLE_TIMEOUT_S", PATIENCE_S):
        return scenarios.main([Path(each) for each in typed.scenario], as_json=False)


def measured(key: str, count: int, seed: int, at_once: int) -> float:
    """Return the share of mutants that is found, and print those that are not."""
    sample = drawn(key, count, seed)
    with ThreadPoolExecutor(at_once) as pool:
        found = list(pool.map(lambda mutant: is_found(mutant, key, seed), sample))
    for mutant, was_found in zip(sample, found, strict=True):
        if not was_found:
            print(f"  not found: {mutant}", flush=True)
    return sum(found) / len(sample)


def main() -> int:
    """Do what was typed; 0 where every score is high enough."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="What the tests of the rules find.")
    parser.add_argument("key", nargs="?", default="all", help="a rule system, or all of them")
    parser.add_argument("count", nargs="?", type=int, default=40, help="mutants of each system")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--of", help=argparse.SUPPRESS)
    parser.add_argument("--as", dest="instead", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--scenario", action="append", help=argparse.SUPPRESS)
    parser.add_argument("--tests", nargs="*", help=argparse.SUPPRESS)
    typed = parser.parse_args()
    if typed.tests is not None:
        return play(typed)
    least: dict[str, float] = tomllib.loads(LEAST.read_text("utf-8"))
    low = 0
    for key in least if typed.key == "all" else [typed.key]:
        score = measured(key, typed.count, typed.seed, typed.at_once)
        print(f"{key}: {score:.0%} of {typed.count} mutants were found, of at least {least[key]:.0%}", flush=True)
        low += score < least[key]
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
