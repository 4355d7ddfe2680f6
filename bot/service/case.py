"""What every use case has at hand: the transaction, who asks, the campaign they play in and its scene."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bot.core.errors import RuleViolation
from bot.core.views import Viewer, view
from bot.service.ports import AnyScene, SceneRow, Unit
from bot.service.requests import Request, viewer
from bot.service.settled import Settings, is_gm, kept, laid_over
from bot.service.systems import House, System


@dataclass(frozen=True)
class Stage:
    """A scene with its row and the system it is played by."""

    row: SceneRow
    scene: AnyScene
    system: System

    def seen_by(self, viewer: Viewer) -> AnyScene:
        """The scene as a viewer knows it."""
        return view(self.scene, viewer, self.system.ruleset)


@dataclass(frozen=True)
class Case:
    """One request inside its transaction."""

    unit: Unit
    request: Request
    house: House

    @cached_property
    def channel_id(self) -> int:
        """The channel whose scene is meant: for the log thread of a fight the channel of the fight."""
        request = self.request
        home = self.unit.home_of(request.guild_id, request.channel_id) if request.parent_id else 0
        return home or request.channel_id

    @cached_property
    def campaign(self) -> Settings:
        """What holds in this channel; a thread without settings of its own has those of its parent."""
        request = self.request
        found = self.unit.campaign(request.guild_id, self.channel_id)
        if request.parent_id and self.channel_id not in found:
            found = self.unit.campaign(request.guild_id, request.parent_id)
            found[self.channel_id] = found.pop(request.parent_id, b"")
        return laid_over(kept(found.get(0)), kept(found.get(self.channel_id)), self.house.default)

    @cached_property
    def gm(self) -> bool:
        """Whether the asker is a GM here."""
        return is_gm(self.campaign, self.request)

    @cached_property
    def viewer(self) -> Viewer:
        """The asker as somebody who looks."""
        return viewer(self.request, gm=self.gm)

    @cached_property
    def system(self) -> System:
        """The system of the campaign."""
        return self.house.system(self.campaign.ruleset)

    @property
    def at_ms(self) -> int:
        """The time of the request in milliseconds."""
        return int(self.request.now.timestamp() * 1000)

    def found(self) -> Stage | None:
        """The scene of the channel, if anything was ever played in it."""
        row = self.unit.scene_at(self.channel_id)
        if row is None or row.guild_id != self.request.guild_id:
            return None
        return Stage(row, self.unit.state(row), self.house.system(row.ruleset))

    def played(self) -> Stage:
        """The scene of the channel.

        Raises:
            RuleViolation: nothing was ever played in it, or nothing that a player may know of.
        """
        return self.known(self.found())

    def known(self, found: Stage | None) -> Stage:
        """The scene that was found, if the asker may know of it.

        Raises:
            RuleViolation: nothing was ever played in it, or nothing that a player may know of.
        """
        if found is None or not (found.row.numbered or self.gm):
            raise RuleViolation("Nothing has been played here.", "A GM starts a fight with /init start.")
        return found

    def check_gm(self, what: str) -> None:
        """Raises RuleViolation unless the asker is a GM."""
        if not self.gm:
            raise RuleViolation(f"Only a GM can {what}.", "See /campaign show for who is a GM here.")

    def again(self) -> Case:
        """The same request, with nothing remembered."""
        return Case(self.unit, self.request, self.house)
