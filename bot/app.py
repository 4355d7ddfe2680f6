"""The composition root: the one place that names rulesets, reads their tables, and puts the parts together."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from bot.client import Fireteam
from bot.core.engine import DiceFor
from bot.core.errors import AssemblyError
from bot.core.events import Event
from bot.core.ground.layouts import Layout, layout_of
from bot.core.ground.materials import Materials, materials_of
from bot.core.tables import OwnRow, with_rows
from bot.posting.draftsman import Drawing
from bot.processes.request_quota import Quota
from bot.processes.shard_leases import Tenure
from bot.render.press import MarkdownPress
from bot.service.handbooks import Handbook, Topic, handbook_of, topics_of
from bot.service.personal.retention import Custody
from bot.service.ports import Store, Unit
from bot.service.posting.leases import ALONE
from bot.service.posting.postbox import Postbox
from bot.service.referee import Referee
from bot.service.systems import House, MadeWhenAsked, PlayableSystem
from bot.settings import Settings
from bot.storage.opening import opened
from bot.storage.store import SqlStore

RULESETS = Path(__file__).parent / "rulesets"
GROUNDS = Path(__file__).parent / "grounds"
HANDBOOKS = Path(__file__).parent / "handbooks"
DEFAULT = "reflex"
MOST_GROWN = 32  # systems with rows of campaigns that are kept in memory

RawTables = Mapping[str, Mapping[str, Any]]


def tables_of(key: str) -> dict[str, dict[str, Any]]:
    """Return the TOML tables of a ruleset by the names of their files.

    Raises:
        AssemblyError: a file is no TOML.
    """
    return {path.stem: _read(path) for path in sorted((RULESETS / key / "tables").glob("*.toml"))}


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise AssemblyError(f"{path.name}: {error}") from error


@cache
def built(key: str) -> PlayableSystem:
    """Return a rule system put together with its tables, once in a process: nothing in it ever changes.

    Raises:
        AssemblyError: it cannot be put together; the message says why.
    """
    return _composed(key, tables_of(key))


def _composed(key: str, tables: RawTables) -> PlayableSystem:
    """Return a rule system put together with tables, and what puts it together with more rows in them."""

    @lru_cache(maxsize=MOST_GROWN)
    def grown(rows: tuple[OwnRow, ...]) -> PlayableSystem:
        return _composed(key, with_rows(tables, rows))

    return msgspec.structs.replace(SYSTEMS[key].create(tables), grown=grown)


@cache
def materials() -> Materials:
    """Return what things on a ground may be made of, by the words that every rule system knows.

    Raises:
        AssemblyError: the table cannot be read.
    """
    return materials_of(_read(GROUNDS / "materials.toml"))


@cache
def grounds() -> Mapping[str, Layout]:
    """Return the ready grounds by the names of their files; one is read when somebody asks for it."""
    paths = {path.stem: path for path in sorted(GROUNDS.glob("*.toml")) if path.stem != "materials"}
    return MadeWhenAsked(paths, lambda key: layout_of(_read(paths[key]), materials()))


@cache
def topics() -> Mapping[str, Topic]:
    """Return the topics of help that hold in every system.

    Raises:
        AssemblyError: they cannot be read.
    """
    return topics_of(_read(HANDBOOKS / "every_system.toml"))


@cache
def handbooks() -> Mapping[str, Handbook]:
    """Return the handbook of each system that has one; it is read when somebody asks for it."""
    paths = {key: path for key in SYSTEMS if (path := HANDBOOKS / f"{key}.toml").exists()}
    return MadeWhenAsked(paths, lambda key: handbook_of(_read(paths[key])))


def house(dice: DiceFor | None = None) -> House:
    """Return every rule system with its ready-made sheets; ``dice`` throws instead of the fair dice."""
    return House(
        MadeWhenAsked(SYSTEMS, built),
        DEFAULT,
        dice,
        materials=materials(),
        grounds=grounds(),
        handbooks=handbooks(),
        topics=topics(),
        titles={key: system.title for key, system in SYSTEMS.items()},
    )


class Shipped(msgspec.Struct, frozen=True):
    """What people call a rule system, and what puts it together with tables: only then is its code loaded."""

    title: str
    create: Callable[[RawTables], PlayableSystem]


def _graydawn(tables: RawTables) -> PlayableSystem:
    from bot.rulesets import graydawn
    from bot.rulesets.graydawn.person.builder import GraydawnBuilder

    ruleset = graydawn.create(tables)
    builder = GraydawnBuilder(ruleset.tables)
    return PlayableSystem(ruleset, ruleset.templates, ruleset.people.starter, builder, titles=ruleset.template_titles)


def _whole(key: str) -> Callable[[RawTables], PlayableSystem]:
    """Return what loads a system, which brings its ready-made people with it, and puts it together."""

    def built(tables: RawTables) -> PlayableSystem:
        ruleset = import_module(f"bot.rulesets.{key}").create(tables)
        return PlayableSystem(ruleset, ruleset.templates, ruleset.people.starter, titles=ruleset.template_titles)

    return built


SYSTEMS: Mapping[str, Shipped] = {
    "reflex": Shipped("Reflex System", _whole("reflex")),
    "eclipse": Shipped("Eclipse Phase (1st edition)", _whole("eclipse")),
    "nighttripper": Shipped("Night Tripper", _whole("nighttripper")),
    "horizons": Shipped("Endless Horizons", _whole("horizons")),
    "graydawn": Shipped("X-Com: Gray Dawn", _graydawn),
}


def open_store(settings: Settings, played: House) -> SqlStore:
    """Return the database, brought up to date first."""
    return opened(settings.database, played.systems)


def _loaded(store: SqlStore, played: House) -> None:
    """Load what is needed here before anybody waits for it: the default system, and whatever scenes are played by."""
    for key in {played.default, *store.look(lambda unit: unit.rulesets_played())}:
        played.systems.get(key)


async def events_since(bot: Fireteam, channel_id: int, head: int) -> tuple[int, list[Event]]:
    """Return the last ordinal of a channel's scene, and the events of the orders after ordinal ``head``."""

    def look(unit: Unit) -> tuple[int, list[Event]]:
        row = unit.scene_at(channel_id)
        if row is None:
            return head, []
        found = unit.events(row.id, head + 1, row.head, row.ruleset)
        return row.head, [event for ordinal in sorted(found) for event in found[ordinal]]

    return await bot.store.read(look)


def make_bot(
    settings: Settings,
    dice: DiceFor | None = None,
    counted: Callable[[Store], Store] = lambda store: store,
    *,
    shared: bool = False,
    drawing: Drawing | None = None,
) -> Fireteam:
    """Return the whole bot, ready to be connected; closing it closes its database, which others may have ``shared``.

    ``drawing`` draws the pictures that hang on trackers, without which there are none.
    ``counted`` makes of the store the one that is asked for people, so that somebody can count what they ask.
    """
    played = house(dice)
    store = open_store(settings, played)
    _loaded(store, played)
    quota = Quota(settings.requests_per_s, others=shared)
    tenure = Tenure(store, settings.shards, counted=quota.share_among) if shared else None
    referee, postbox = Referee(counted(store), played), Postbox(store, played, MarkdownPress(), tenure or ALONE)
    custody = Custody(store, played, settings.retention_days)
    return Fireteam(referee, postbox, store, settings.shards, quota, tenure, custody, drawing)
