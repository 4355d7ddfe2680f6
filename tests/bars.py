"""The bars of this repository: `python -m tests.bars` measures them on its sources and fails where one is missed.

A bar looks at syntax trees alone and returns the places that miss it. What import-linter, mypy and ruff already hold is
not measured again, except purity, which is cheap to see here and fatal to lose.
"""

import argparse
import ast
import gc
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

MEDIAN_LINES, NINTH_DECILE_LINES, MOST_LINES = 8, 25, 40
MEANINGLESS_NAMES = {"utils", "util", "helpers", "helper", "manager", "common", "base", "misc"}
UNFINISHED = re.compile(r"TODO|FIXME|XXX|HACK|not implemented|NotImplementedError|for now")
IMPURE = {"discord", "sqlalchemy", "asyncio", "random", "secrets", "time", "datetime", "logging", "os", "pathlib"}
PURE_FOLDERS = ("bot/core/", "bot/rulesets/", "bot/service/dice_expressions/")
SHARED_FOLDERS = ("bot/core/", "bot/service/", "bot/storage/", "bot/render/", "cogs/")
CHECKING = re.compile(r"(^|[._])(raises|warns|assert|check|expect)")
SKIPPING = re.compile(r"skip\w*|importorskip|xf\w+")
READING_IT = re.compile(r"^os\.(environb?|getenvb?)$|^from os import .*(environ|getenv)")
TAG = re.compile(r"[a-z]+\.[a-z]+(_[a-z]+)*")
LEDGER = Path("tests") / "event_types.txt"

MOST_MODULES, MOST_MODULES_OF_RULES = 35, 25

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One module: `name` is its path below the root, with slashes."""

    name: str
    text: str

    @property
    def tree(self) -> ast.Module:
        return _parsed(self.text, self.name)

    @property
    def is_test(self) -> bool:
        return self.name.startswith("tests/")

    @property
    def nodes(self) -> list[ast.AST]:
        return _nodes(self.tree)

    @property
    def functions(self) -> list[Function]:
        return [node for node in self.nodes if isinstance(node, Function)]

    def at(self, node: ast.stmt | ast.expr | ast.keyword, what: str) -> str:
        return f"{self.name}:{node.lineno} {what}"


@cache
def _parsed(text: str, name: str) -> ast.Module:
    return ast.parse(text, name)


@cache
def _nodes(tree: ast.Module) -> list[ast.AST]:
    return list(ast.walk(tree))


@dataclass(frozen=True)
class Bar:
    """One measure: what it found, what it must be, and the places that miss it."""

    label: str
    found: float
    bound: float
    misses: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        return self.found <= self.bound


Check = Callable[[Source], Iterator[str]]


def read(root: Path) -> list[Source]:
    """Every module of the repository, hidden folders (the virtual environment among them) aside."""
    paths = sorted(path.relative_to(root) for path in root.glob("[!.]*/**/*.py"))
    shown = [path for path in paths if not any(part.startswith(".") for part in path.parts)]
    return [Source(path.as_posix(), (root / path).read_text(encoding="utf-8")) for path in shown]


def length(function: Function) -> int:
    """Lines from the first statement after the docstring to the last."""
    body = function.body[1:] if ast.get_docstring(function, clean=False) is not None else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def lengths(sources: Iterable[Source]) -> list[Bar]:
    measured = [
        (length(function), source.at(function, function.name))
        for source in sources
        if not source.is_test
        for function in source.functions
    ]
    ordered = sorted(lines for lines, _ in measured) or [0]
    longest = [
        f"{place} is {lines} lines long" for lines, place in sorted(measured, reverse=True) if lines > MOST_LINES
    ]
    return [
        Bar("lines of a function, median", middle(ordered), MEDIAN_LINES),
        Bar("lines of a function, ninth decile", ordered[math.floor(len(ordered) * 0.9)], NINTH_DECILE_LINES),
        Bar(f"functions over {MOST_LINES} lines", len(longest), 0, tuple(longest)),
    ]


def middle(ordered: list[int]) -> float:
    half, odd = divmod(len(ordered), 2)
    return ordered[half] if odd else (ordered[half - 1] + ordered[half]) / 2


def unannotated(source: Source) -> Iterator[str]:
    for function in source.functions:
        arguments = function.args
        spread = [argument for argument in (arguments.vararg, arguments.kwarg) if argument]
        named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *spread]
        bare = [argument.arg for argument in named if not argument.annotation and argument.arg not in {"self", "cls"}]
        if bare or function.returns is None:
            yield source.at(function, f"{function.name} ({', '.join(bare) or 'what it returns'})")


def headless(source: Source) -> Iterator[str]:
    if not source.is_test and source.text.strip() and not ast.get_docstring(source.tree):
        yield source.name


def meaningless(source: Source) -> Iterator[str]:
    parts = source.name.removesuffix(".py").split("/")
    if MEANINGLESS_NAMES & {part.strip("_") for part in parts}:
        yield source.name


def impure(source: Source) -> Iterator[str]:
    if source.name.startswith(PURE_FOLDERS):
        for node in source.nodes:
            for module in imported(node):
                if module.partition(".")[0] in IMPURE:
                    yield f"{source.name} imports {module}"


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []


def unfinished(source: Source) -> Iterator[str]:
    if not source.is_test:
        for number, line in enumerate(source.text.splitlines(), 1):
            if UNFINISHED.search(line):
                yield f"{source.name}:{number} {line.strip()}"


def asserting_nothing(source: Source) -> Iterator[str]:
    for function in source.functions if source.is_test else ():
        if function.name.startswith("test") and not any(judges(node) for node in ast.walk(function)):
            yield source.at(function, function.name)


def judges(node: ast.AST) -> bool:
    return isinstance(node, ast.Assert) or (
        isinstance(node, ast.Call) and bool(CHECKING.search(ast.unparse(node.func)))
    )


def skipping(source: Source) -> Iterator[str]:
    for node in source.nodes if source.is_test else ():
        if isinstance(node, ast.Attribute) and SKIPPING.fullmatch(node.attr) and "pytest" in ast.unparse(node):
            yield source.at(node, ast.unparse(node))


def environment(source: Source) -> Iterator[str]:
    allowed = source.is_test or source.name in {"bot/settings.py", "bot/__main__.py"}
    for node in source.nodes if not allowed else ():
        if isinstance(node, ast.Attribute | ast.ImportFrom) and READING_IT.search(ast.unparse(node)):
            yield source.at(node, ast.unparse(node))


def naming_a_ruleset(sources: list[Source]) -> Iterator[str]:
    """Places in what all systems share that know one of them by its key."""
    keys = {source.name.split("/")[2] for source in sources if re.match(r"bot/rulesets/\w+/", source.name)}
    named = re.compile(rf"(?i)\b({'|'.join(sorted(keys))})\b" if keys else r"(?!)")
    for source in sources:
        for node in source.nodes if source.name.startswith(SHARED_FOLDERS) else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and named.search(node.value):
                yield source.at(node, repr(node.value)[:60])


def event_tags(sources: Iterable[Source]) -> Iterator[tuple[str, str]]:
    """The type name of each event class outside the tests and the place where it is given.

    A class without one, of which others are made, is a kind of events: nothing is stored of it.
    """
    classes = [
        (node, source)
        for source in sources
        if not source.is_test
        for node in source.nodes
        if isinstance(node, ast.ClassDef)
    ]
    made, before = {"Event"}, set[str]()
    while made != before:
        before = set(made)
        made |= {node.name for node, _ in classes if before & _bases(node)}
    events = [(node, source) for node, source in classes if made & _bases(node)]
    kinds = {base for node, _ in events for base in _bases(node)}
    for node, source in events:
        if tag_of(node) or node.name not in kinds:
            yield tag_of(node), source.at(node, node.name)


def _bases(node: ast.ClassDef) -> set[str]:
    return {ast.unparse(base).rpartition(".")[2] for base in node.bases}


def tag_of(event: ast.ClassDef) -> str:
    given = [keyword.value for keyword in event.keywords if keyword.arg == "tag"]
    return str(given[0].value) if given and isinstance(given[0], ast.Constant) else ""


def event_types(sources: list[Source], ledger: set[str]) -> Iterator[str]:
    """Names not written by hand, used twice, gone from the code, or not in the record of all names ever used."""
    places = list(event_tags(sources))
    counted = Counter(tag for tag, _ in places)
    for tag, place in places:
        if not TAG.fullmatch(tag):
            yield f"{place} has no type name of the form family.what_happened"
        elif counted[tag] > 1:
            yield f"{place} shares the type name {tag}"
        elif tag not in ledger:
            yield f"{place}: {tag} is not recorded; python -m tests.bars --record"
    yield from (
        f"{tag} is recorded and was stored, but no event has that name" for tag in sorted(ledger - set(counted))
    )


def recorded(root: Path) -> set[str]:
    path = root / LEDGER
    return set(path.read_text(encoding="utf-8").split()) if path.exists() else set()


def record(root: Path) -> None:
    """Add the names of all events to the record; none is ever taken out."""
    names = recorded(root) | {tag for tag, _ in event_tags(read(root))}
    (root / LEDGER).write_text("".join(f"{name}\n" for name in sorted(names)), encoding="utf-8")


def crowded(sources: Sequence[Source]) -> Iterator[str]:
    """Yield the folders of the program that hold more modules than a reader can look over."""
    found = Counter(PurePosixPath(source.name).parent.as_posix() for source in sources if not is_head(source))
    for folder, modules in sorted(found.items()):
        most = MOST_MODULES_OF_RULES if folder.startswith("bot/rulesets") else MOST_MODULES
        if folder.startswith(("bot", "cogs")) and modules > most:
            yield f"{folder} holds {modules} modules"


def is_head(source: Source) -> bool:
    """Tell whether a module is the head of a package, which holds nothing of its own."""
    return source.name.endswith("__init__.py")


def namesakes(sources: Iterable[Source]) -> Iterator[str]:
    """Yield classes and aliases of types that share their name: one name stands for one thing.

    Each rule system may have what the others have, but nothing that the code outside of them calls so.
    """
    places: dict[str, list[tuple[str, str]]] = {}
    for source in sources:
        if source.name.startswith(("bot/", "cogs/")):
            for node in source.tree.body:
                for name in _type_named(node):
                    places.setdefault(name, []).append((_system(source), source.at(node, name)))
    for found in places.values():
        systems = [system for system, _ in found]
        if len(found) > 1 and ("" in systems or len(set(systems)) < len(systems)):
            yield f"{found[0][1]} shares its name with {', '.join(place for _, place in found[1:])}"


def _type_named(node: ast.stmt) -> Iterator[str]:
    """Yield the name of the class or the alias of a type that a statement makes, if it makes one."""
    if isinstance(node, ast.ClassDef):
        yield node.name
    if (
        isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and "TypeAlias" in ast.unparse(node.annotation)
    ):
        yield node.target.id


def _system(source: Source) -> str:
    """Return the rule system that a source belongs to; nothing outside of them."""
    return source.name.split("/")[2] if source.name.startswith("bot/rulesets/") else ""


CHECKS: dict[str, Check] = {
    "functions not fully annotated": unannotated,
    "modules without a first sentence": headless,
    "modules with a name that means nothing": meaningless,
    "impure imports in core and rulesets": impure,
    "words of the unfinished": unfinished,
    "tests that assert nothing": asserting_nothing,
    "tests that are skipped": skipping,
    "reads of the environment outside the settings": environment,
}


def measure(root: Path) -> list[Bar]:
    sources = read(root)
    found = {label: [miss for source in sources for miss in check(source)] for label, check in CHECKS.items()}
    found["folders with too many modules"] = list(crowded(sources))
    found["classes that share a name"] = list(namesakes(sources))
    found["shared code that names a ruleset"] = list(naming_a_ruleset(sources))
    found["event types that are not unique and lasting"] = list(event_types(sources, recorded(root)))
    return lengths(sources) + [Bar(label, len(misses), 0, tuple(misses)) for label, misses in found.items()]


def report(bars: Iterable[Bar]) -> None:
    for bar in bars:
        print(f"{'holds' if bar.holds else 'MISS '} {bar.label}: {bar.found:g} (at most {bar.bound})")
        for miss in bar.misses:
            print(f"        {miss}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bars", description="Measure the bars of this repository.")
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).parent.parent)
    parser.add_argument("--record", action="store_true", help="record the names of new events, and measure nothing")
    arguments = parser.parse_args()
    gc.disable()  # trees of the whole repository stay to the end: looking through them for garbage takes half the time
    if arguments.record:
        record(arguments.root)
        return 0
    bars = measure(arguments.root)
    report(bars)
    return 0 if all(bar.holds for bar in bars) else 1


if __name__ == "__main__":
    sys.exit(main())
