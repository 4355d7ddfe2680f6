"""Where a setting comes from: the environment first, then `.env`, then a default; nobody else reads either."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

Database = Path | str
"""A SQLite file, or the address of a PostgreSQL database."""

DATABASE_FILE = Path("fireteam.db")
ADDRESSES = ("postgresql://", "postgres://")
HERE = "127.0.0.1"
LARGEST_PORT = 65_535
MOST_SHARDS = 10_000
FEWEST_PER_S = 2
LONGEST_RETENTION_DAYS = 3650
MISTYPED = (
    "That is no address of a PostgreSQL database: it is postgresql://USER:PASSWORD@HOST/NAME, in which a password's"
    " characters other than letters and digits are percent-encoded."
)
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


class Address(NamedTuple):
    """Where something is asked for over the network."""

    host: str
    port: int


class Shards(msgspec.Struct, frozen=True):
    """Some of the parts into which Discord's gateway divides all servers: ``ids`` of ``count``."""

    count: int
    ids: tuple[int, ...]

    def of(self, guild_id: int) -> int:
        """Return the part that a server falls into, whether it is one of these or not."""
        return (guild_id >> 22) % self.count


class SettingsError(ValueError):
    """A setting is missing or makes no sense; the message says, in one line, what to do."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the bot is told from outside; `try` and the scenarios build one without reading anything."""

    token: str = ""
    database: Database = DATABASE_FILE
    log_level: str = "INFO"
    heartbeat: Path | None = None
    metrics: Address | None = None
    shards: Shards | None = None
    requests_per_s: float | None = None
    retention_days: int = 30

    @classmethod
    def load(cls, environment: Mapping[str, str], dotenv_path: Path = Path(".env")) -> Settings:
        """Read FIRETEAM_TOKEN (or DISCORD_TOKEN) and what else FIRETEAM_ stands before; .env.example has it all.

        No file is no error. Raises SettingsError where one of them makes no sense, or the file is not UTF-8 text.
        """
        values = _from_file(dotenv_path) | {name: value for name, value in environment.items() if value}
        default = cls()
        return cls(
            token=(values.get("FIRETEAM_TOKEN") or values.get("DISCORD_TOKEN") or "").strip(),
            database=database_of(values.get("FIRETEAM_DATABASE") or str(default.database)),
            log_level=_level(values.get("FIRETEAM_LOG") or default.log_level),
            heartbeat=Path(heartbeat).expanduser() if (heartbeat := values.get("FIRETEAM_HEARTBEAT")) else None,
            metrics=_address(metrics) if (metrics := values.get("FIRETEAM_METRICS")) else None,
            shards=_shards(shards) if (shards := values.get("FIRETEAM_SHARDS")) else None,
            requests_per_s=_rate(rate) if (rate := values.get("FIRETEAM_REQUESTS_PER_SECOND")) else None,
            retention_days=_days(values.get("FIRETEAM_RETENTION_DAYS") or str(default.retention_days)),
        )

    def heartbeat_file(self) -> Path:
        """Return what the running bot touches to show that it lives; where nothing else is said, beside a database
        file."""
        file = self.database if isinstance(self.database, Path) else DATABASE_FILE
        return self.heartbeat or file.with_name(f"{file.name}.alive")

    def require_token(self) -> str:
        """Return the token; raises SettingsError, saying where to put one, where there is none."""
        if not self.token:
            raise SettingsError("No token: set FIRETEAM_TOKEN in the environment or in .env (.env.example shows how).")
        return self.token

    def secrets(self) -> list[str]:
        """Return what must never be written to a log."""
        password = urlsplit(self.database).password if isinstance(self.database, str) else None
        return [secret for secret in (self.token, password) if secret]

    def __repr__(self) -> str:
        token = "set" if self.token else "missing"
        return f"Settings(token={token}, database={named(self.database)!r}, log_level={self.log_level!r})"


def database_of(text: str) -> Database:
    """Return the database that somebody means: an address of PostgreSQL, or else a file.

    Raises:
        SettingsError: it is the address of something else, or its parts cannot be told apart.
    """
    if text.startswith(ADDRESSES):
        return _whole(text)
    if "://" in text:
        scheme = text.partition("://")[0]
        raise SettingsError(f"A database is a file, named as it is, or postgresql://...: there is no {scheme}:// here.")
    return Path(text).expanduser()


def _whole(address: str) -> str:
    """Return an address, none of whose password reads as what follows it."""
    try:
        parts = urlsplit(address)
        is_whole = parts.port != 0 and ("@" in parts.netloc or "@" not in address)
    except ValueError:  # of a bracket, or of a port that is none
        is_whole = False
    if not is_whole:
        raise SettingsError(MISTYPED)
    return address


def named(database: Database) -> str:
    """Return a database as it may be shown: the address without the name and the password in it."""
    if isinstance(database, Path):
        return str(database)
    scheme, _, rest = database.partition("://")
    host = rest.partition("?")[0]
    return f"{scheme}://{host.rpartition('@')[2]}"


def check_there(path: Path) -> None:
    """Raise SettingsError where there is no database of this name."""
    if not path.exists():
        raise SettingsError(f"There is no database {path}: set FIRETEAM_DATABASE.")


def _from_file(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    from dotenv import dotenv_values  # only where there is a file to read

    try:
        return {name: value for name, value in dotenv_values(path).items() if value}
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path} is not UTF-8 text: write it anew from .env.example.") from error


def _level(name: str) -> str:
    level = name.strip().upper()
    if level not in LOG_LEVELS:
        raise SettingsError(f"FIRETEAM_LOG is {name!r}: use one of {', '.join(LOG_LEVELS)}.")
    return level


def _days(text: str) -> int:
    days = text.strip()
    if not (days.isascii() and days.isdecimal() and int(days) <= LONGEST_RETENTION_DAYS):
        raise SettingsError(f"FIRETEAM_RETENTION_DAYS is {text!r}: use days, from 0 to {LONGEST_RETENTION_DAYS}.")
    return int(days)


def _address(text: str) -> Address:
    """Return a port of this machine, or host:port; the host of an IPv6 address stands in brackets."""
    host, _, port = text.strip().rpartition(":")
    if not (port.isascii() and port.isdecimal() and 0 < int(port) <= LARGEST_PORT):
        raise SettingsError(f"FIRETEAM_METRICS is {text!r}: use a port, such as 9464, or host:port.")
    return Address(host.strip("[]") or HERE, int(port))


def _shards(text: str) -> Shards:
    """Return ranges and single numbers from 0, behind a slash how many there are in all."""
    named, slash, count_text = "".join(text.split()).partition("/")
    count = _number(count_text)
    ids: set[int] = set()
    for part in named.split(","):
        first_text, dash, last_text = part.partition("-")
        first = _number(first_text)
        last = _number(last_text) if dash else first
        if not slash or first is None or last is None or count is None or not first <= last < count <= MOST_SHARDS:
            raise SettingsError(
                f"FIRETEAM_SHARDS is {text!r}: name some of the shards from 0 and how many there are, such as 0-3/8."
            )
        ids.update(range(first, last + 1))
    return Shards(count or 1, tuple(sorted(ids)))


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < len(str(MOST_SHARDS)) + 1 else None


def _rate(text: str) -> float:
    """Return how many requests a second a process may send, two at the least, since it uses nine tenths of them."""
    if not (text.strip().isascii() and text.strip().isdecimal() and int(text) >= FEWEST_PER_S):
        raise SettingsError(
            f"FIRETEAM_REQUESTS_PER_SECOND is {text!r}: use a whole number from {FEWEST_PER_S}, such as 25."
        )
    return float(int(text))
