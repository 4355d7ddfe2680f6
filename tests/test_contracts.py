"""The import contracts hold on the tree, and every one of them is broken by the violation it is there for."""

import re
import shutil
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import grimp
import importlinter.configuration
import pytest
from importlinter.application import use_cases
from importlinter.domain.contract import Contract, registry

ROOT = Path(__file__).parent.parent

POINT_DOWN = "Imports only point down"
COGS_BETWEEN = "Cogs sit between the client and what they show"
COGS_LIMITED = "Cogs know the service, the pages and what is asked of people"
INDEPENDENT = "Rulesets are independent of each other"
NAMED_ONCE = "Only the composition root names rulesets"
PURE = "Rules are pure"
SQL = "SQL lives in storage"
DISCORD = "Below the cogs nobody knows Discord"
NIGHT_TRIPPER = "Features of Night Tripper know only those below"
HORIZONS = "Features of Endless Horizons know only those below"
GRAY_DAWN = "Features of Gray Dawn know only those below"
ECLIPSE = "Features of Eclipse Phase know only those below"
REFLEX = "Features of the Reflex System know only those below"
ENVIRONMENT = "Only the settings read the environment"
POSTING = "Whoever posts knows the places, and no place knows who posts"
SERVICE = "Use cases know only those below, and the port at the bottom"
PROCESSES = "What a process does beside commands is done by each alone"
MONITORING = "What is told to operators is counted below and shown above"
SIMULATED = "Every game without Discord is played on the simulated server"
COMMAND_LINE = "Commands know what is typed for once, and it knows no command"

IMPURE = ("discord", "sqlalchemy", "asyncio", "random", "secrets", "time", "datetime", "logging", "os", "pathlib")

PLANTS = [
    ("bot/core/planted.py", "import bot.service", POINT_DOWN),
    ("bot/core/planted.py", "import bot.rulesets.reflex", POINT_DOWN),
    ("bot/rulesets/reflex/planted.py", "import bot.service", POINT_DOWN),
    ("bot/service/planted.py", "import bot.storage", POINT_DOWN),
    ("bot/render/planted.py", "import bot.storage", POINT_DOWN),
    ("bot/storage/planted.py", "import bot.render", POINT_DOWN),
    ("bot/storage/planted.py", "import bot.app", POINT_DOWN),
    ("bot/unplaced.py", "", POINT_DOWN),
    ("cogs/planted.py", "import bot.client", COGS_BETWEEN),
    ("bot/render/planted.py", "import cogs", COGS_BETWEEN),
    ("cogs/planted.py", "import bot.storage", COGS_LIMITED),
    ("cogs/planted.py", "import bot.settings", COGS_LIMITED),
    ("cogs/planted.py", "import bot.core.engine", COGS_LIMITED),
    ("cogs/planted.py", "import bot.rulesets.reflex", COGS_LIMITED),
    ("cogs/planted.py", "import random", COGS_LIMITED),
    ("bot/rulesets/reflex/planted.py", "import bot.rulesets.planted", INDEPENDENT),
    ("bot/service/planted.py", "import bot.rulesets.reflex", NAMED_ONCE),
    ("bot/monitoring/logs.py", "import bot.rulesets.reflex", NAMED_ONCE),
    ("bot/service/planted.py", "import sqlalchemy", SQL),
    ("bot/app.py", "import sqlite3", SQL),
    ("bot/service/planted.py", "from discord.ext import commands", DISCORD),
    ("bot/render/planted.py", "import discord", DISCORD),
    ("bot/storage/planted.py", "import discord", DISCORD),
    ("bot/client.py", "import dotenv", ENVIRONMENT),
    ("bot/posting/places.py", "import bot.posting.publisher", POSTING),
    ("bot/posting/planted.py", "", POSTING),
    ("bot/posting/postman.py", "import bot.processes.watchdog", POINT_DOWN),
    ("bot/service/orders/planted.py", "import bot.service.playing.fights", SERVICE),
    ("bot/service/ports.py", "import bot.service.case", SERVICE),
    ("bot/service/planted.py", "", SERVICE),
    ("bot/service/dice_expressions/planted.py", "import random", PURE),
    ("bot/processes/memory.py", "import bot.processes.request_quota", PROCESSES),
    ("bot/processes/planted.py", "", PROCESSES),
    ("bot/processes/shard_leases.py", "import discord", DISCORD),
    ("bot/monitoring/metrics.py", "import bot.monitoring.health", MONITORING),
    ("bot/monitoring/planted.py", "", MONITORING),
    ("bot/simulated/simulation.py", "import bot.simulated.scenarios", SIMULATED),
    ("bot/simulated/planted.py", "", SIMULATED),
    ("bot/command_line/new_ruleset.py", "import bot.command_line.commands", COMMAND_LINE),
    ("bot/command_line/planted.py", "", COMMAND_LINE),
    ("bot/rulesets/nighttripper/checks/planted.py", "import bot.rulesets.nighttripper.fire.rules", NIGHT_TRIPPER),
    ("bot/rulesets/nighttripper/planted.py", "", NIGHT_TRIPPER),
    ("bot/rulesets/horizons/checks/planted.py", "import bot.rulesets.horizons.fire.rules", HORIZONS),
    ("bot/rulesets/horizons/planted.py", "", HORIZONS),
    ("bot/rulesets/graydawn/wounds/planted.py", "import bot.rulesets.graydawn.time.turns", GRAY_DAWN),
    ("bot/rulesets/graydawn/planted.py", "", GRAY_DAWN),
    ("bot/rulesets/eclipse/wounds/planted.py", "import bot.rulesets.eclipse.fire.rules", ECLIPSE),
    ("bot/rulesets/eclipse/planted.py", "", ECLIPSE),
    ("bot/rulesets/reflex/wounds/planted.py", "import bot.rulesets.reflex.fire.shooting", REFLEX),
    ("bot/rulesets/reflex/planted.py", "", REFLEX),
]


class Contracts:
    """The contracts of this repository over the graph of its imports, which is built once and planted in copies."""

    def __init__(self) -> None:
        importlinter.configuration.configure()
        self._options = use_cases.read_user_options(str(ROOT / ".importlinter"))
        use_cases._register_contract_types(self._options)
        self._graph = grimp.build_graph("bot", "cogs", include_external_packages=True, cache_dir=None)

    def broken(self, *planted: tuple[str, str], name: str = "") -> set[str]:
        """Those of all contracts, or of one, that do not hold once modules import others, or nothing."""
        graph = deepcopy(self._graph)
        for importer, imported in planted:
            for module in filter(None, (importer, imported)):
                if module not in graph.modules:
                    graph.add_module(module, is_squashed=not module.startswith(("bot", "cogs")))
            if imported:
                graph.add_import(
                    importer=importer, imported=imported, line_number=1, line_contents=f"import {imported}"
                )
        return {
            options["name"]
            for options in self._options.contracts_options
            if name in ("", options["name"]) and not self._contract(options).check(deepcopy(graph), verbose=False).kept
        }

    def _contract(self, options: dict[str, Any]) -> Contract:
        kind = registry.get_contract_class(options["type"])
        return kind(name=options["name"], session_options=self._options.session_options, contract_options=options)


@pytest.fixture(scope="module")
def contracts() -> Contracts:
    return Contracts()


def module_of(path: str) -> str:
    """The module of a path."""
    return path.removesuffix(".py").replace("/", ".")


def imported_by(line: str) -> str:
    """The module that a line of code imports, of foreign packages the package; nothing where it imports none."""
    module = line.split()[1] if line else ""
    return module if module.startswith(("bot", "cogs")) else module.partition(".")[0]


def test_the_tree_keeps_every_contract(contracts: Contracts) -> None:
    assert contracts.broken() == set()


@pytest.mark.parametrize(("path", "line", "contract"), PLANTS)
def test_a_planted_violation_is_seen(contracts: Contracts, path: str, line: str, contract: str) -> None:
    siblings = ("bot.rulesets.planted", "")
    assert contracts.broken(siblings, (module_of(path), imported_by(line)), name=contract)


@pytest.mark.parametrize("layer", ["bot.core", "bot.rulesets", "bot.service.dice_expressions"])
@pytest.mark.parametrize("module", IMPURE)
def test_rules_import_nothing_impure(contracts: Contracts, layer: str, module: str) -> None:
    assert contracts.broken((f"{layer}.planted", module), name=PURE)


def test_rules_import_nothing_impure_by_way_of_another(contracts: Contracts) -> None:
    assert contracts.broken(("bot.settings", "random"), ("bot.core.planted", "bot.settings"), name=PURE)


def test_the_command_finds_a_violation_in_the_files(tmp_path: Path) -> None:
    for package in ("bot", "cogs"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / ".importlinter", tmp_path)
    (tmp_path / "bot/core/planted.py").write_text("from bot.service import ports\n", encoding="utf-8")
    program = (
        "import sys; from importlinter.cli import lint_imports_command as lint; sys.argv[1:] = ['--no-cache']; lint()"
    )
    command = [sys.executable, "-c", program]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode == 1, found.stdout + found.stderr
    assert set(re.findall(r"^(.+) BROKEN", found.stdout, re.MULTILINE)) == {POINT_DOWN, PURE}


def test_no_contract_is_without_its_violation() -> None:
    contracts = {
        line.removeprefix("name = ") for line in (ROOT / ".importlinter").read_text().splitlines() if "name = " in line
    }
    assert contracts == {PURE} | {contract for _, _, contract in PLANTS}


def test_no_package_hides_from_the_contracts() -> None:
    folders = {path.parent for package in ("bot", "cogs") for path in (ROOT / package).rglob("*.py")}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


def test_no_other_folder_at_the_top_holds_code() -> None:
    holding = {path.relative_to(ROOT).parts[0] for path in ROOT.glob("[!.]*/**/*.py")}
    assert holding <= {"bot", "cogs", "migrations", "tests"}
