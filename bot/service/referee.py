"""Everything that can be asked of the referee, one method each; every method is one transaction or one look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.options import ActionSpec, Choice
from bot.service.requests import Choosing, Reply, Request, Tracker, Verb

Given = Mapping[str, Any]


class Referee:
    """The face that commands, buttons and completions talk to.

    No method raises for what people did wrong: it answers a Reply with ``refusal`` set. Methods that change anything act
    once per ``request.interaction_id``: asked again, they give the first answer again.
    """

    # --- campaign -------------------------------------------------------------------------------------------------

    async def campaign_setup(
        self, request: Request, ruleset: str | None = None, title: str | None = None, *, server: bool = False
    ) -> Reply:
        """Choose the rule system and title of this channel, or with ``server`` of all channels without their own."""

    async def campaign_show(self, request: Request) -> Reply:
        """Which system, options and GM roles hold here."""

    async def campaign_options(
        self, request: Request, option: str | None = None, value: str | None = None, *, server: bool = False
    ) -> Reply:
        """List the campaign's switches, or set one; it holds from the next chapter on."""

    async def campaign_gm(
        self, request: Request, role_id: int, role_name: str, *, remove: bool = False, server: bool = False
    ) -> Reply:
        """Make holders of a role GMs, or no longer."""

    # --- sheets ---------------------------------------------------------------------------------------------------

    async def sheet_create(self, request: Request, name: str, template: str | None = None) -> Reply:
        """A new sheet from a template or from the defaults of the system."""

    async def sheet_import(self, request: Request, content: bytes, name: str | None = None) -> Reply:
        """A sheet from JSON or TOML of at most 256 KiB; ``name`` overrides the name in it.

        An existing sheet of that name of the asker is replaced, unless it is in a fight.
        """

    async def sheet_export(self, request: Request, name: str | None = None, form: str = "json") -> Reply:
        """A sheet as a file, ``form`` "json" or "toml"; ``name`` defaults to the one in use."""

    async def sheet_show(self, request: Request, name: str | None = None) -> Reply:
        """A sheet in words, or the list of the asker's sheets where there is none in use."""

    async def sheet_edit(self, request: Request, path: str, value: str, name: str | None = None) -> Reply:
        """Change one place of a sheet; of an enlisted one as an order of its scene."""

    async def sheet_use(self, request: Request, name: str) -> Reply:
        """Make a sheet the one that /init join takes."""

    async def sheet_transfer(self, request: Request, name: str, to_user_id: int, to_user_name: str) -> Reply:
        """Give a sheet to somebody else of this server."""

    async def sheet_delete(self, request: Request, name: str) -> Reply:
        """Delete a sheet that is in no fight."""

    # --- combatants -----------------------------------------------------------------------------------------------

    async def npc_add(
        self,
        request: Request,
        template: str,
        count: int = 1,
        side: str | None = None,
        name: str | None = None,
        *,
        hidden: bool = False,
    ) -> Reply:
        """Bring combatants of the GM into the scene, before or during a fight."""

    async def init_start(self, request: Request, title: str = "") -> Reply:
        """Open a fight; its log thread follows."""

    async def init_join(self, request: Request, sheet: str | None = None, side: str | None = None) -> Reply:
        """Bring a sheet of the asker into the scene."""

    async def init_next(self, request: Request, actor: str | None = None) -> Reply:
        """Go on without waiting: take the default of ``actor`` or of everybody who is to act now."""

    async def init_status(self, request: Request) -> Reply:
        """Where the fight stands, as the asker may see it."""

    async def init_range(self, request: Request, actor: str, target: str, range_m: float) -> Reply:
        """Say how far apart two combatants are."""

    async def init_show(self, request: Request, actor: str, *, hidden: bool = False) -> Reply:
        """Reveal a hidden combatant of the GM, or hide one."""

    async def init_remove(self, request: Request, actor: str) -> Reply:
        """Take a combatant out of the scene."""

    async def init_end(self, request: Request) -> Reply:
        """Close the fight; the answer is its summary."""

    async def act(
        self, request: Request, actor: str | None, action: str, given: Given | None = None, words: str = ""
    ) -> Reply:
        """Take an action of the channel's system.

        ``given`` holds slash options by input key (None where not given), ``words`` a line of ``key=value`` words. Without
        ``actor`` it is whose turn it is: of the asker's own, for a GM the first who may act.
        """

    async def answer(self, request: Request, choice: str, once: str = "") -> Reply:
        """Answer the open question; ``once`` is the key of the button."""

    async def click(self, request: Request, verb: Verb, argument: str, once: str) -> Reply:
        """Press a button of a Reply or of the tracker."""

    # --- the log --------------------------------------------------------------------------------------------------

    async def undo(self, request: Request, to: str | None = None) -> Reply:
        """Undo the last order, or all back to and with number ``to`` ("12", for GM-only orders "g3")."""

    async def redo(self, request: Request) -> Reply:
        """Undo the undo, while nothing else has been ordered."""

    async def log_show(self, request: Request, before: str = "") -> Reply:
        """A page of the log, newest orders last; ``before`` is the argument of a PAGE button."""

    async def log_export(self, request: Request) -> Reply:
        """What the asker may read of the whole log as a JSON file."""

    async def log_verify(self, request: Request) -> Reply:
        """Check every recorded face against its secret, and the state against the events."""

    async def log_reveal(self, request: Request) -> Reply:
        """Publish the GM's secrets of the closed chapters."""

    async def roll(self, request: Request, expression: str, *, private: bool = False) -> Reply:
        """Roll dice as typed; ``private`` shows them to the asker alone."""

    async def help(self, request: Request, topic: str | None = None) -> Reply:
        """How to play here: the channel's system and its actions, or one action with its inputs."""

    # --- looks ----------------------------------------------------------------------------------------------------

    async def complete(
        self, request: Request, what: Choosing, partial: str, given: Given | None = None
    ) -> list[Choice]:
        """At most 25 completions of ``partial``, none longer than 100 characters."""

    async def actions(self, request: Request, command: str | None = None) -> Sequence[ActionSpec]:
        """The actions of the channel's system that the asker may take, all or those of one slash command."""

    async def tracker(self, channel_id: int) -> Tracker | None:
        """Where the open fight of a channel stands, None where none is open."""
