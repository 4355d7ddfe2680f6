"""The rule systems that are played here, each with what ships with it, and where dice and secrets come from."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from bot.core.building import Builder
from bot.core.engine import DiceFor
from bot.core.errors import AssemblyError, RuleViolation
from bot.core.ground.layouts import Layout
from bot.core.ground.materials import Materials
from bot.core.ruleset import Ruleset
from bot.core.scene import Sheet
from bot.core.tables import OwnRow
from bot.service.handbooks import Handbook, Topic

T = TypeVar("T")
AnyRuleset = Ruleset[Any, Any]
SECRET_BYTES = 32
NOTHING: Mapping[str, Any] = MappingProxyType({})


class UnmadeError(Exception):
    """Systems are to be put together before an answer can name them, which is too long for whom others wait."""


class MadeWhenAsked(Mapping[str, T]):
    """Values by key, each made the first time that somebody asks for it; what keys there are is known before."""

    def __init__(self, keys: Iterable[str], make: Callable[[str], T]) -> None:
        self._keys = tuple(keys)
        self._make = make
        self._made: dict[str, T] = {}
        self._unasked = set(self._keys)
        self._making = threading.Lock()

    def __getitem__(self, key: str) -> T:
        if key not in self._made:
            with self._making:
                if key not in self._made:
                    if key not in self._keys:
                        raise KeyError(key)
                    try:
                        self._made[key] = self._make(key)
                    finally:
                        self._unasked.discard(key)
        return self._made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def whole(self) -> list[T] | None:
        """Return every value that could be made, None as long as nobody has asked for one of them."""
        return None if self._unasked else [self._made[key] for key in self._keys if key in self._made]


def _secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


class PlayableSystem(msgspec.Struct, frozen=True):
    """A rule system, its ready-made sheets by name, and the one for players who name none.

    ``builder``, where there is one, has the pages on which its characters are made and improved. ``grown`` puts the
    system together with rows that a campaign has added to its tables. ``titles`` are what its ready-made sheets are
    called.
    """

    ruleset: AnyRuleset
    templates: Mapping[str, Sheet] = msgspec.field(default_factory=dict)
    starter: str = ""
    builder: Builder | None = None
    grown: Callable[[tuple[OwnRow, ...]], PlayableSystem] | None = None
    titles: Mapping[str, str] = msgspec.field(default_factory=dict)

    def under(self, options: Mapping[str, Any]) -> PlayableSystem:
        """Return the system with the rows that a campaign with these values has added."""
        rows = self.ruleset.own_rows(options) if self.grown else ()
        return self.grown(rows) if self.grown and rows else self

    def title_of(self, template: str) -> str:
        """Return what a template is called: its key in words where nothing else is said."""
        return self.titles.get(template) or template.replace("_", " ").capitalize()

    def template(self, name: str) -> tuple[str, Sheet]:
        """Return the title and the unchecked sheet of a template, which people may name by either.

        Raises:
            RuleViolation: there is none; the remedy names those there are.
        """
        wanted = name.strip().casefold().replace(" ", "_")
        titles = {key: self.title_of(key).title() for key in self.templates}
        named = {key: (key.casefold(), title.casefold().replace(" ", "_")) for key, title in titles.items()}
        found = next((key for key, names in named.items() if wanted in names), None)
        if found is None:
            known = ", ".join(self.templates)
            there = f"There are: {known}." if known else "There are none: /sheet import brings one in."
            raise RuleViolation(f"There is no template {name[:40]!r}.", there)
        return titles[found], self.templates[found]


class House(msgspec.Struct, frozen=True):
    """All systems by key, the one that is played where nobody chose, and the source of secrets.

    ``dice``, where given, throws instead of the fair dice: scenarios script their faces with it. ``materials`` are what
    things on a ground may be made of, ``grounds`` the ready ones by their words. ``handbooks`` are by system,
    ``topics`` of help hold in all of them. ``titles`` are those of systems that are put together only when asked for.
    """

    systems: Mapping[str, PlayableSystem]
    default: str
    dice: DiceFor | None = None
    secret: Callable[[], bytes] = _secret
    materials: Materials = msgspec.field(default_factory=dict)
    grounds: Mapping[str, Layout] = msgspec.field(default_factory=dict)
    handbooks: Mapping[str, Handbook] = msgspec.field(default_factory=dict)
    topics: Mapping[str, Topic] = msgspec.field(default_factory=dict)
    titles: Mapping[str, str] = msgspec.field(default_factory=dict)

    def title(self, key: str) -> str:
        """Return what people call a system that there is."""
        return self.titles.get(key) or self.systems[key].ruleset.title

    def each(self) -> list[PlayableSystem]:
        """Return every system that can be put together.

        Raises:
            UnmadeError: that is still to be done.
        """
        systems = self.systems
        found = systems.whole() if isinstance(systems, MadeWhenAsked) else [*systems.values()]
        if found is None:
            raise UnmadeError
        return found

    def put_together(self) -> None:
        """Put every system together that can be."""
        for key in self.systems:
            with suppress(AssemblyError):
                self.systems[key]

    def system(self, key: str, options: Mapping[str, Any] = NOTHING) -> PlayableSystem:
        """Return the system called ``key``, with the rows that a campaign with these values has added.

        Raises:
            RuleViolation: there is none, and the remedy names those there are; or it cannot be put together.
        """
        if key not in self.systems:
            known = ", ".join(f"{name} ({self.title(name)})" for name in self.systems)
            raise RuleViolation(f"There is no rule system {key[:40]!r}.", f"Choose one of: {known}.")
        try:
            found = self.systems[key]
        except AssemblyError as error:
            said = f"{self.title(key)} cannot be put together: {error}."
            raise RuleViolation(said, "Whoever runs the bot finds out more by `python -m bot assemble`.") from error
        return found.under(options) if options else found
