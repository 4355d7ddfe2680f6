"""What people do before the bot on a simulated Discord, said so that it can be done on more than one stage."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from bot.simulated.simulation import CommandOutcome, Control, Impossible, Simulation, Value

KEYS: Final = re.compile(r"[0-9a-f]{12}")


class Typed(msgspec.Struct, frozen=True):
    """A command with its options, typed into a place, which is known by its name."""

    user: str
    command: str
    options: dict[str, Value] = {}
    place: str = "the-table"

    def __str__(self) -> str:
        return f"{self.user}: /{self.command} {self.options} in {self.place}"

    async def on(self, stage: Simulation) -> CommandOutcome:
        """Do it on a stage."""
        where = next(each for each in (*stage.channel.threads, stage.channel) if each.name == self.place)
        return await stage.slash(self.user, self.command, self.options, where=where)


class Tapped(msgspec.Struct, frozen=True):
    """A button, or a step of a menu: of those alike that hang before somebody, the newest but ``newer``."""

    user: str
    control: Control
    value: str
    newer: int

    def __str__(self) -> str:
        return f"{self.user} taps {self.control.label} {self.value} ({self.control.custom_id})"

    async def on(self, stage: Simulation) -> CommandOutcome:
        """Do it on a stage.

        Raises:
            Impossible: there is no such button, or menu with such a step.
        """
        found = [each for each in stage.controls(self.user) if alike(each) == alike(self.control)]
        if len(found) <= self.newer or (self.value and self.value not in found[-1 - self.newer].values):
            raise Impossible(f"{self.user} sees no {self.control.label} {self.value}")
        return await stage.use(self.user, found[-1 - self.newer], self.value)


class FilledIn(msgspec.Struct, frozen=True):
    """The form that has opened for somebody, filled in."""

    user: str
    blanks: dict[str, str]

    def __str__(self) -> str:
        return f"{self.user} fills in {self.blanks}"

    async def on(self, stage: Simulation) -> CommandOutcome:
        """Do it on a stage."""
        return await stage.fill(self.user, self.blanks)


class Passed(msgspec.Struct, frozen=True):
    """Time that goes by; at once means that the bot is restarted."""

    seconds: float
    user: str = ""

    def __str__(self) -> str:
        return f"{self.seconds} s go by" if self.seconds else "the bot is restarted"

    async def on(self, stage: Simulation) -> None:
        """Do it on a stage."""
        await (stage.advance(self.seconds) if self.seconds else stage.restart())


Deed = Typed | Tapped | FilledIn | Passed


def alike(control: Control) -> tuple[str, str, str]:
    """Return what tells a control from others of whatever moment: where it hangs, its label, and what it carries."""
    return str(control.message.channel), control.label, KEYS.sub("", control.custom_id)
