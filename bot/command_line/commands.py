"""What each command of the command line does, once its words and the settings are read."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import aiohttp
import discord

from bot import app, client
from bot.command_line.new_ruleset import FoundingError, lay_out, next_steps
from bot.core.errors import AssemblyError
from bot.monitoring.logs import configure_logging, with_requests_logged
from bot.posting.drawing_process import DrawingProcess
from bot.processes.memory import share_arenas
from bot.processes.watchdog import Watch
from bot.service.orders.audit import Findings, audit
from bot.service.ports import OutdatedError, UnreachedError
from bot.settings import Address, Database, Settings, SettingsError, check_there, database_of, named
from bot.storage.migrate import backup, migrate, migrate_aside

WRONG_SET_UP = 2
SIMULATED = ("scenarios", "try")  # what plays on a simulated Discord, where warnings of the library mean nothing
REPOSITORY = Path(__file__).parents[2]


def run(typed: argparse.Namespace, settings: Settings) -> int:
    """Do what was typed; 0 if it went well, 1 if something was found wrong, 2 if it could not be done."""
    configure_logging("ERROR" if typed.command in SIMULATED else settings.log_level, settings.secrets())
    try:
        return _done(typed, settings)
    except (SettingsError, FoundingError, OutdatedError) as error:
        return _given_up(str(error))
    except FileExistsError as error:
        return _given_up(f"{error} exists already: name a new file.")
    except UnreachedError as error:
        return _given_up(f"The database cannot be reached: {error}".strip())
    except discord.LoginFailure:
        return _given_up("Discord does not know this token: set FIRETEAM_TOKEN to the one on the bot's page.")
    except discord.PrivilegedIntentsRequired:
        return _given_up("Discord refuses the intents: this bot asks for none that need leave, so update it.")
    except aiohttp.ClientConnectionError:
        return _given_up("Discord cannot be reached: check the network, and start again.")


def _given_up(why: str) -> int:
    print(why, file=sys.stderr)
    return WRONG_SET_UP


def _done(typed: argparse.Namespace, settings: Settings) -> int:
    match typed.command:
        case "run":
            return _run(settings)
        case "try":
            return _tried(typed.folder, typed.port)
        case "scenarios":
            return _scenarios(typed.paths, as_json=typed.json)
        case "assemble":
            return _assemble()
        case "audit":
            return _audit(settings)
        case "migrate":
            migrate(settings.database)
            return 0
        case "copy":
            return _copy(database_of(typed.source), database_of(typed.target))
        case "new-ruleset":
            return _new_ruleset(typed.key, typed.title or typed.key.title())
        case _:
            return _backup(settings.database, typed.file)


def _run(settings: Settings) -> int:
    token = settings.require_token()
    share_arenas()
    migrate_aside(settings.database)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody here wants to speak
    if settings.metrics is not None:
        return _run_seen(settings, token, settings.metrics)
    bot = app.make_bot(settings, shared=True, drawing=DrawingProcess())
    if settings.log_level == "DEBUG":
        with_requests_logged(bot.requests)
    with Watch(bot.store, settings.heartbeat_file()) as watch:
        asyncio.run(client.play(bot, token, _announced, watch))
    return 0


def _run_seen(settings: Settings, token: str, at: Address) -> int:
    """Run the bot, and say at an address how it is."""
    from bot.monitoring import health  # what counts is loaded only where somebody wants to know

    metrics = health.Metrics()
    bot = app.make_bot(settings, counted=metrics.counting, shared=True, drawing=DrawingProcess())
    with_requests_logged(metrics.trace(bot.requests))
    with Watch(bot.store, settings.heartbeat_file()) as watch, health.HealthServer(at, metrics, bot, watch.loop):
        asyncio.run(client.play(bot, token, _announced, watch))
    return 0


def _announced(link: str) -> None:
    print(f"Invite the bot with exactly the permissions it needs: {link}", flush=True)


def _tried(folder: Path, port: int) -> int:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"{folder} cannot keep the games: {error.strerror}. Name another folder.") from error
    return asyncio.run(_try(folder, port))


async def _try(folder: Path, port: int) -> int:
    # The simulated Discord is not installed where only `run` is wanted.
    from bot.simulated import browser
    from bot.simulated.kept_game import KeptGame

    drawing = DrawingProcess()
    games = {key: KeptGame(folder, key, drawing) for key in app.SYSTEMS}
    await browser.serve(games, port=port, say=partial(print, flush=True))
    return 0


def _scenarios(paths: Sequence[Path], *, as_json: bool) -> int:
    from bot.simulated import scenarios  # see _try

    return scenarios.main(paths, as_json=as_json)


def _assemble() -> int:
    """Put every rule system together by itself and read all grounds and handbooks, so that what is wrong is told."""
    wrong = 0
    for what, files in (("Grounds", app.grounds()), ("Handbooks", app.handbooks())):
        try:
            dict(files)
        except AssemblyError as error:
            print(f"{what} cannot be read: {error}.", file=sys.stderr)
            wrong += 1
    for key in app.SYSTEMS:
        try:
            ruleset = app.built(key).ruleset
        except AssemblyError as error:
            print(f"{key} cannot be put together: {error}.", file=sys.stderr)
            wrong += 1
        else:
            print(f"{ruleset.title}: {len(ruleset.actions)} actions, {len(ruleset.events)} kinds of events.")
    return 1 if wrong else 0


def _audit(settings: Settings) -> int:
    found = _audited(settings.database)
    for scene_id, findings in found.items():
        print(
            f"scene {scene_id}: {findings.chapters} chapters, {findings.orders} orders, {findings.faces} faces,"
            f" {findings.decided} decided anew, {len(findings.problems)} problems"
            + (f", {findings.erased} faces erased at a user's wish" if findings.erased else "")
        )
        for ordinal, what in findings.problems:
            print(f"  order {ordinal}: {what}")
    problems = sum(len(findings.problems) for findings in found.values())
    print(f"Audited {_scenes_in(found)}: {problems} problems.")
    return 1 if problems else 0


def _audited(database: Database) -> dict[int, Findings]:
    """Return what an audit finds, by scene.

    Raises:
        SettingsError: there is no such file. A new one would be found to be without a fault.
    """
    if isinstance(database, Path):
        check_there(database)
    played = app.house()
    store = app.open_store(Settings(database=database), played)
    scenes = store.look(lambda unit: unit.scene_ids())
    found = {each: store.look(partial(audit, house=played, scene_id=each)) for each in scenes}
    asyncio.run(store.close())
    return found


def _copy(source: Database, target: Database) -> int:
    """Copy, and have every fight of the copy audited: it must be found as it is where it comes from."""
    from bot.storage.copying import CopyError, copy  # what only this needs is no small thing

    try:
        rows = copy(source, target)
    except CopyError as error:
        return _given_up(str(error))
    before, after = _audited(source), _audited(target)
    unlike = [scene_id for scene_id in {**before, **after} if before.get(scene_id) != after.get(scene_id)]
    for scene_id in unlike:
        print(f"scene {scene_id}: the audit finds something else in the copy")
    problems = sum(len(findings.problems) for findings in after.values())
    print(
        f"Copied {sum(rows.values())} rows of {len(rows)} tables from {named(source)} to {named(target)}."
        f" The audit of {_scenes_in(after)} found {problems} problems."
    )
    return 1 if unlike or problems else 0


def _scenes_in(found: dict[int, Findings]) -> str:
    return f"{len(found)} scene{'' if len(found) == 1 else 's'}"


def _new_ruleset(key: str, title: str) -> int:
    if not (REPOSITORY / "pyproject.toml").exists():
        raise FoundingError("A new system is written into a checkout: say python -m bot new-ruleset in one.")
    for path in lay_out(REPOSITORY, key, title):
        print(path.relative_to(REPOSITORY))
    print(next_steps(key, title))
    return 0


def _backup(database: Database, copy: Path) -> int:
    if not isinstance(database, Path):
        raise SettingsError("A PostgreSQL database is saved with its own pg_dump, or by `python -m bot copy`.")
    backup(database, copy)
    print(f"Saved {database} as {copy}.")
    return 0
