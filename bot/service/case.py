"""What every use case has at hand: the transaction, who asks, the campaign they play in and its scene."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import msgspec

from bot.core import orders
from bot.core.errors import NewerError, RuleViolation
from bot.core.options import ActionSpec
from bot.core.views import Viewer, view
from bot.core.wording import Line
from bot.service.campaign_settings import CampaignSettings, is_gm, laid_over, options_of
from bot.service.ports import Unit
from bot.service.requests import DirectMessage, Request, viewer
from bot.service.rows import AnyScene, SceneRow
from bot.service.systems import House, PlayableSystem


class PlayedScene(msgspec.Struct, frozen=True):
    """A scene with its row and the system it is played by."""

    row: SceneRow
    scene: AnyScene
    system: PlayableSystem

    def seen_by(self, viewer: Viewer) -> AnyScene:
        """Return the scene as a viewer knows it."""
        return view(self.scene, viewer, self.system.ruleset)

    @property
    def unseen_alone(self) -> bool:
        """Tell whether players know of nobody here: no fight is open, and whoever is here is the GM's and hidden."""
        people = self.scene.combatants.values()
        return self.scene.fight is None and all(each.hidden and each.guarded for each in people)

    @property
    def actions(self) -> Mapping[str, ActionSpec]:
        """Return the actions that are played with here, by what was frozen when the chapter opened."""
        return self.system.ruleset.actions_under(self.scene.options)


def played_scene(unit: Unit, row: SceneRow, house: House) -> PlayedScene:
    """Return a scene by its row, with the system that it is played by."""
    scene = unit.state(row)
    return PlayedScene(row, scene, house.system(row.ruleset, scene.options))


class Case(msgspec.Struct, frozen=True):
    """One request inside its transaction.

    ``channel_id`` is the channel whose scene is meant, for the log thread of a fight the channel of the fight;
    ``campaign`` is what holds there, ``gm`` says whether the asker is a GM there. ``passed`` are the orders that were
    carried out, the oldest first, each between the scenes before and behind it. ``apart`` is what the asker alone is
    told beside the answer, and ``direct`` what others are.
    """

    unit: Unit
    request: Request
    house: House
    channel_id: int
    campaign: CampaignSettings
    gm: bool
    passed: list[tuple[PlayedScene, orders.Order, PlayedScene]] = msgspec.field(default_factory=list)
    apart: list[Line] = msgspec.field(default_factory=list)
    direct: list[DirectMessage] = msgspec.field(default_factory=list)

    @property
    def elsewhere(self) -> bool:
        """Tell whether this is asked outside of the channel it is about: in the thread of a log."""
        return self.request.channel_id != self.channel_id

    @property
    def logs_in_place(self) -> bool:
        """Tell whether the log of a fight stands in its channel: in a thread, and in what cannot have threads.

        Where the log is, its page is the one that everybody reads, and whoever ordered is answered alone: pages are
        promised, marked by an undo and posted also behind a crash, which no answer is.
        """
        parent_id = self.request.parent_id
        return self.channel_id != parent_id if parent_id else not self.request.has_threads

    @property
    def viewer(self) -> Viewer:
        """Return the asker as somebody who looks."""
        return viewer(self.request, gm=self.gm)

    @property
    def system(self) -> PlayableSystem:
        """Return the system of the campaign."""
        return self.house.system(self.campaign.ruleset, self.campaign.options)

    def kept(self) -> PlayedScene | None:
        """Return the scene of the channel if there is one, whether or not the asker may know of it."""
        row = self.unit.scene_at(self.channel_id)
        if row is None or row.guild_id != self.request.guild_id:
            return None
        return played_scene(self.unit, row, self.house)

    def found(self) -> PlayedScene | None:
        """Return the scene of the channel, if the asker may know that anything was ever played in it."""
        kept = self.kept()
        return kept if kept and (kept.row.numbered or self.gm) else None

    def found_beside(self) -> PlayedScene | None:
        """Return the scene of the channel for what is not about it: of one that a newer version has nothing is told."""
        try:
            return self.found()
        except NewerError:
            return None

    def played(self) -> PlayedScene:
        """Return the scene of the channel.

        Raises:
            RuleViolation: nothing was ever played in it, or nothing that a player may know of.
        """
        return self.known(self.found())

    @property
    def actions(self) -> Mapping[str, ActionSpec]:
        """Return the actions that are played with in the channel, each with its inputs there."""
        found = self.found()
        if found:
            return found.actions
        return self.system.ruleset.actions_under(options_of(self.system.ruleset, self.campaign.options))

    def known(self, found: PlayedScene | None) -> PlayedScene:
        """Return the scene that was found.

        Raises:
            RuleViolation: nothing was ever played in it, or nothing that a player may know of.
        """
        if found is None:
            raise RuleViolation("Nothing has been played here.", "A GM starts a fight with /init start.")
        return found

    def check_gm(self, what: str) -> None:
        """Raise RuleViolation unless the asker is a GM."""
        if not self.gm:
            more = " You may say so: /campaign gm makes a role the GMs'." if self.request.manages_server else ""
            raise RuleViolation(f"Only a GM can {what}.", f"See /campaign show for who is a GM here.{more}")

    def as_played(self) -> Case:
        """Return the same case by the system of who is here, whatever system the server has been turned to since:
        whoever gathers or fights has a sheet of that one, and whoever joins needs one. Who waits unseen counts for
        nobody."""
        kept = self.found_beside()
        if kept is None or kept.unseen_alone or kept.row.ruleset == self.campaign.ruleset:
            return self
        of_theirs = msgspec.structs.replace(self.campaign, ruleset=kept.row.ruleset, options=dict(kept.scene.options))
        return msgspec.structs.replace(self, campaign=of_theirs)

    def again(self) -> Case:
        """Return the same request, with its campaign read anew."""
        return opened(self.unit, self.request, self.house)


def opened(unit: Unit, request: Request, house: House) -> Case:
    """Return the case of a request, with what its campaign settles.

    Read whole at the beginning: a lazy attribute of Python 3.11 holds one lock for the cases of all threads.
    """
    channel_id = home_of(unit, request)
    campaign = _campaign(unit, request, channel_id, house.default)
    return Case(unit, request, house, channel_id, campaign, is_gm(campaign, request))


def unasked(unit: Unit, row: SceneRow, house: House, user_id: int, now: datetime) -> Case:
    """Return a case in the channel of a scene as if a user asked for something, who does not."""
    request = Request(interaction_id=0, guild_id=row.guild_id, channel_id=row.channel_id, user_id=user_id, now=now)
    return opened(unit, request, house)


def home_of(unit: Unit, request: Request) -> int:
    """Return the channel whose scene is meant.

    A thread that the bot opened and does not know was opened just before a crash, or has been replaced: never does a
    scene of its own begin in it.
    """
    if not request.parent_id:
        return request.channel_id
    return unit.home_of(request.guild_id, request.channel_id) or likely_home_of(request)


def likely_home_of(request: Request) -> int:
    """Return the channel whose scene is meant as far as the request tells: a thread of the bot's is a channel's."""
    return request.parent_id if request.own_thread else request.channel_id


def _campaign(unit: Unit, request: Request, channel_id: int, default: str) -> CampaignSettings:
    """Return what holds in a channel; a thread without settings of its own has those of its parent."""
    found = unit.campaign(request.guild_id, channel_id)
    if request.parent_id and channel_id not in found:
        found = unit.campaign(request.guild_id, request.parent_id)
        found[channel_id] = found.pop(request.parent_id, b"")
    return laid_over(found.get(0), found.get(channel_id), default, request.guild_id)
