"""The rulebook made executable: scenario files drive the real bot, and every step says what it must lead to."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
import traceback
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from enum import Enum
from multiprocessing import cpu_count, get_context
from pathlib import Path
from textwrap import indent
from typing import Any

import msgspec

from bot import app
from bot.client import Fireteam
from bot.core.dice import Dice, DiceScriptError, ScriptedDice, SeededDice
from bot.core.events import Event, type_of
from bot.monitoring.logs import configure_logging
from bot.settings import Settings
from bot.simulated.blank_database import lay_blank
from bot.simulated.simulation import CommandOutcome, Impossible, Simulation, Upload

SECRET = b"scenario"
MARKDOWN = str.maketrans("\N{NO-BREAK SPACE}", " ", "*_~`\\")
DIGEST = re.compile(r"(?<![0-9a-z])(?=[a-f]*[0-9])[0-9a-f]{8,}(?![0-9a-z])")
"""What seals dice or makes a button work once: any word of the letters a to f stands in one now and then."""


class ScenarioStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that somebody does, and what must come of it.

    ``choose`` takes the step of a menu that begins so, ``fill`` hands in the form that opened last, blanks by their
    labels. ``dice`` are the faces in the order in which the rules roll them; without it the dice are seeded. A step
    that lacks something ``opens`` a panel that has these words, and nothing happens.
    """

    by: str = "gm"
    command: str = ""
    options: dict[str, Any] = {}
    click: str = ""
    choose: str = ""
    fill: dict[str, str] | None = None
    answer: str = ""
    advance: str = ""
    restart: bool = False
    dice: tuple[int, ...] | None = None
    expect: tuple[dict[str, Any], ...] = ()
    says: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()
    refuses: str = ""
    opens: str = ""
    hides: dict[str, tuple[str, ...]] = {}

    @property
    def title(self) -> str:
        """Return what is done, as one would type it."""
        if self.command:
            return self.command
        if self.click:
            return f"click {self.click}"
        if self.choose or self.fill is not None:
            return f"choose {self.choose}" if self.choose else "fill in"
        if self.answer:
            return "/answer"
        return "restart" if self.restart else f"advance {self.advance}"


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario file: sheets exactly as ``/sheet import`` takes them, with their owner, then steps."""

    id: str
    title: str
    steps: tuple[ScenarioStep, ...]
    ruleset: str = "reflex"
    source: str = ""
    sheets: tuple[dict[str, Any], ...] = ()
    options: dict[str, Any] = {}


class ScenarioStepReport(msgspec.Struct, kw_only=True):
    """What a step led to; ``problems`` are the expectations that were not met."""

    command: str
    events: list[dict[str, Any]] = []
    reply: str = ""
    log: list[str] = []
    refusal: str = ""
    problems: list[str] = []


class ScenarioReport(msgspec.Struct, kw_only=True):
    """What came of a scenario."""

    id: str
    passed: bool
    steps: list[ScenarioStepReport] = []
    problem: str = ""


class StepDice:
    """The dice of the step that is running: a script where it has one, else seeded the same for everybody."""

    def __init__(self) -> None:
        self.script: ScriptedDice | None = None

    def __call__(self, position: int, order: bytes) -> Dice:
        """Return dice for one order."""
        return self.script or SeededDice(SECRET, SECRET, position, order)


class Runner:
    """Plays one scenario on one stage."""

    def __init__(self, scenario: Scenario, stage: Simulation, dice: StepDice) -> None:
        self._scenario = scenario
        self._stage = stage
        self._dice = dice
        self._head = 0
        self._logged = 0  # how much of the log was there before the step

    async def run(self) -> ScenarioReport:
        """Set the table, then take the steps until one fails."""
        await self._prepare()
        self._logged = len(self._stage.log("gm"))
        reports: list[ScenarioStepReport] = []
        for step in self._scenario.steps:
            reports.append(await self._step(step))
            if reports[-1].problems:
                break
        passed = len(reports) == len(self._scenario.steps) and not any(report.problems for report in reports)
        return ScenarioReport(id=self._scenario.id, passed=passed, steps=reports)

    async def _prepare(self) -> None:
        await self._must("gm", "/campaign gm", {"role": "GM"})
        await self._must("gm", "/campaign setup", {"ruleset": self._scenario.ruleset})
        for option, value in self._scenario.options.items():
            await self._must("gm", "/campaign options", {"option": option, "value": _typed(value)})
        for sheet in self._scenario.sheets:
            content = {key: value for key, value in sheet.items() if key != "owner"}
            upload = Upload("sheet.json", json.dumps(content).encode())
            await self._must(str(sheet.get("owner", "gm")), "/sheet import", {"file": upload})

    async def _must(self, user: str, command: str, options: dict[str, Any]) -> None:
        outcome = await self._stage.slash(user, command, options)
        if outcome.refusal or outcome.faults:
            raise ValueError(f"{command}: {outcome.refusal or outcome.faults}")

    async def _step(self, step: ScenarioStep) -> ScenarioStepReport:
        self._dice.script = None if step.dice is None else ScriptedDice(step.dice)
        report = ScenarioStepReport(command=step.title)
        try:
            outcome = await self._done(step)
        except (Impossible, DiceScriptError) as error:
            outcome = CommandOutcome(reply="", followups=(), ephemeral=True, refusal="", faults=(str(error),))
        report.reply, report.refusal = outcome.reply, outcome.refusal
        report.events = [plain(event) for event in await self._new_events()]
        log = self._stage.log("gm")
        report.log = log[self._logged :]
        self._logged = len(log)
        report.problems = [*self._problems(step, outcome, report, log)]
        return report

    async def _done(self, step: ScenarioStep) -> CommandOutcome:
        if step.restart:
            await self._stage.restart()
        elif step.advance:
            await self._stage.advance(_seconds(step.advance))
        elif step.click:
            return await self._stage.click(step.by, step.click)
        elif step.choose:
            return await self._stage.choose(step.by, step.choose)
        elif step.fill is not None:
            return await self._stage.fill(step.by, step.fill)
        elif step.answer:
            return await self._stage.slash(step.by, "/answer", {"choice": step.answer})
        else:
            return await self._stage.slash(step.by, step.command, step.options)
        return CommandOutcome(reply="", followups=(), ephemeral=False, refusal="", faults=())

    async def _new_events(self) -> list[Event]:
        self._head, events = await app.events_since(self._bot(), self._stage.channel.id, self._head)
        return events

    def _bot(self) -> Fireteam:
        if not isinstance(self._stage.bot, Fireteam):
            raise TypeError("scenarios are played by Fireteam alone")
        return self._stage.bot

    def _problems(
        self, step: ScenarioStep, outcome: CommandOutcome, report: ScenarioStepReport, log: list[str]
    ) -> Iterator[str]:
        yield from outcome.faults
        yield from self._refusal_problems(step, outcome, report)
        left = self._dice.script.left if self._dice.script else []
        if left:
            yield f"dice left over: {left}"
        missing = _first_missing(step.expect, report.events)
        if missing is not None:
            yield f"no event fits {missing} in its turn"
        said = _bare("\n".join(log))
        yield from (f"the log does not say {words!r}" for words in step.says if _bare(words) not in said)
        reply = _bare(outcome.reply)
        yield from (f"the reply does not say {words!r}" for words in step.replies if _bare(words) not in reply)
        for user, words in step.hides.items():
            seen = _bare(DIGEST.sub("", self._stage.seen_by(user)))
            yield from (f"{user} can see {word!r}" for word in words if _bare(word) in seen)

    def _refusal_problems(
        self, step: ScenarioStep, outcome: CommandOutcome, report: ScenarioStepReport
    ) -> Iterator[str]:
        if outcome.refusal and not step.refuses:
            yield f"refused: {outcome.refusal}"
        if step.refuses and _bare(step.refuses) not in _bare(outcome.refusal):
            yield f"not refused with {step.refuses!r}: {outcome.reply}"
        if step.opens and (outcome.refusal or report.events or _bare(step.opens) not in _bare(outcome.reply)):
            yield f"opens no panel with {step.opens!r}: {outcome.reply}"


def plain(value: Any) -> Any:
    """Return an event or a part of one as plain data, defaults included."""
    match value:
        case Event():
            return {"type": type_of(value), **_fields(value)}
        case msgspec.Struct():
            return _fields(value)
        case Enum():
            return value.value
        case bytes():
            return value.decode("utf-8", "replace")
        case dict():
            return {str(key): plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
        case _:
            return value


def _fields(value: msgspec.Struct) -> dict[str, Any]:
    return {field: plain(getattr(value, field)) for field in value.__struct_fields__}


def _first_missing(expected: Iterable[dict[str, Any]], events: Iterable[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the first of ``expected`` that no event fits, each after the one before."""
    left = iter(events)
    return next((wanted for wanted in expected if not any(_fits(wanted, event) for event in left)), None)


def _fits(wanted: Any, found: Any) -> bool:
    if isinstance(wanted, dict) and isinstance(found, dict):
        return all(key in found and _fits(value, found[key]) for key, value in wanted.items())
    if isinstance(wanted, list) and isinstance(found, list):
        return len(wanted) == len(found) and all(map(_fits, wanted, found))
    return bool(wanted == found)


def _bare(text: str) -> str:
    return text.translate(MARKDOWN).casefold()


def _typed(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _seconds(text: str) -> float:
    units = {"s": 1, "m": 60, "h": 3600, "d": 86400}
    return float(text[:-1]) * units[text[-1]]


def load(path: Path) -> Scenario:
    """Return a scenario from its file.

    Raises:
        ValueError: the file is no scenario; the message names the file and the place.
    """
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Scenario)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from error


def files(paths: Sequence[Path]) -> list[Path]:
    """Return the scenario files named, or below the folders named, in order."""
    return [file for path in paths for file in (sorted(path.rglob("*.toml")) if path.is_dir() else [path])]


async def play(path: Path) -> ScenarioReport:
    """Play one scenario with a fresh bot and a fresh database."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        try:
            scenario = load(path)
            dice = StepDice()
            settings = Settings(database=folder / "scenario.db")
            lay_blank(folder / "scenario.db")
            async with Simulation(lambda: app.make_bot(settings, dice)) as stage:
                return await Runner(scenario, stage, dice).run()
        except Exception as error:
            problem = "".join(traceback.format_exception_only(error)).strip()
            return ScenarioReport(id=path.stem, passed=False, problem=problem)


def play_all(paths: Sequence[Path]) -> list[ScenarioReport]:
    """Play scenarios, as many at a time as there are processors; the reports are in the order of the files."""
    found = files(paths)
    workers = min(len(found), cpu_count())
    if workers < 2:  # starting processes takes longer than a scenario
        return [played(path) for path in found]
    with ProcessPoolExecutor(workers, get_context("spawn"), configure_logging, ("ERROR",)) as pool:
        return list(pool.map(played, found))


def played(path: Path) -> ScenarioReport:
    """Play one scenario to its end."""
    return asyncio.run(play(path))


def main(paths: Sequence[Path], *, as_json: bool) -> int:
    """Play scenarios and print what came of them; 0 if all passed, 1 if not, 2 if there are none."""
    reports = play_all(paths)
    if as_json:
        print(json.dumps(msgspec.to_builtins(reports), indent=1))
    else:
        print("\n".join(_told(reports)))
    if not reports:
        return 2
    return 0 if all(report.passed for report in reports) else 1


def _told(reports: Iterable[ScenarioReport]) -> Iterator[str]:
    for report in reports:
        yield f"{'passed' if report.passed else 'FAILED'}  {report.id}"
        if report.problem:
            yield indent(report.problem, "    ")
        for step in report.steps:
            yield from (indent(f"{step.command}: {problem}", "    ") for problem in step.problems)
