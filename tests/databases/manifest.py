"""What is kept beside a recorded database: the Discord it belongs to, what people saw in it, and how it goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

DATABASE, MANIFEST, FOLDS = ".sqlite", ".json", ".folds.json"


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message as it stood; ``author`` is a name."""

    id: int
    author: str
    content: str = ""
    embeds: list[dict[str, Any]] = []
    components: list[dict[str, Any]] = []
    flags: int = 0
    kind: int = 0
    edited: bool = False


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A channel or thread with its messages, oldest first; ``owner`` and ``members`` are names."""

    id: int
    name: str
    kind: int = 0
    parent_id: int | None = None
    owner: str = ""
    archived: bool = False
    locked: bool = False
    archive_after_min: int = 1440
    members: list[str] = []
    messages: list[Said] = []


class Guild(msgspec.Struct, frozen=True):
    """The one guild: ids of its roles, of its people and of the bot by name, and all places in it."""

    id: int
    name: str
    roles: dict[str, int]
    people: dict[str, int]
    places: list[Place]


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order as somebody reads it in the log: its number, its lines, and its rolls, such as "d20: 3 12"."""

    number: str
    words: list[str]
    rolls: list[str] = []


class View(msgspec.Struct, frozen=True):
    """What one person sees of a channel: the first page of its status, the answers they may give, and the log."""

    status: str
    answers: list[str]
    log: list[Entry]


class Seen(msgspec.Struct, frozen=True):
    """What everybody sees: views by channel and viewer, and sheets by their owners."""

    views: dict[str, dict[str, View]]
    sheets: dict[str, dict[str, Any]]


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something typed or clicked after the recording, what was answered, and the GM's status afterwards."""

    by: str
    channel: str
    command: str = ""
    options: dict[str, Any] = {}
    click: str = ""
    told: str = ""
    status: str = ""


class Fight(msgspec.Struct, frozen=True):
    """The fights of a channel, by numbers of orders.

    From ``logged_from`` on the threads show everything; ``back_to`` can be undone; ``undone`` are the orders that have
    been, and stand struck out.
    """

    channel: str
    logged_from: str
    back_to: str
    undone: list[str]


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is known of a recording.

    ``lacking`` are the numbers of the orders that the threads do not show whole yet, by the name of the thread;
    ``unposted_rows`` counts the promises themselves, where the tables say so. ``course`` was played on a copy, and
    ``after`` is what everybody saw then, without the orders that had been in the log before.
    """

    name: str
    commit: str
    tables: str
    audit: str
    unposted_rows: int | None
    guild: Guild
    fights: list[Fight]
    lacking: dict[str, list[str]]
    seen: Seen = Seen({}, {})
    course: list[Step] = []
    after: Seen = Seen({}, {})


def later(before: Seen, after: Seen) -> Seen:
    """What everybody saw later, with only those orders that were new.

    Raises:
        AssertionError: an order reads otherwise than before.
    """
    views = {
        channel: {who: _later(view, after.views[channel][who]) for who, view in seen.items()}
        for channel, seen in before.views.items()
    }
    return Seen(views, after.sheets)


def _later(before: View, after: View) -> View:
    known = len(before.log)
    if after.log[:known] != before.log:
        raise AssertionError("the log of what was before has changed")
    return msgspec.structs.replace(after, log=after.log[known:])


def load(path: Path) -> Manifest:
    """The manifest of a recording from its file."""
    return msgspec.json.decode(path.read_bytes(), type=Manifest)


def save(manifest: Manifest, path: Path) -> None:
    """Write a manifest so that a change of one line of words is a change of one line of the file."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")
