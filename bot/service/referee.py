"""Everything that can be asked of the referee, one method each; every method is one transaction or one look."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any, assert_never

import msgspec

from bot.core.errors import NewerError, RuleViolation
from bot.core.options import Choice
from bot.service import typed_dice
from bot.service.asking import Asking
from bot.service.campaigns import campaigns, table_files
from bot.service.case import opened, played_scene
from bot.service.claims import claims
from bot.service.lookups import fight_stories, reports, training
from bot.service.lookups.completion import completions
from bot.service.orders import audit, logs, undoing
from bot.service.panels import odds_of_whom, panels
from bot.service.personal import mydata
from bot.service.personal.erasing import fulfil
from bot.service.playing import (
    actions,
    again,
    ending,
    fights,
    furnishing,
    gathering,
    going_on,
    grounds,
    guide,
    handing,
    haste,
    joining,
    maps,
    npcs,
    same_again,
    settled_petitions,
    squads,
    taps,
)
from bot.service.ports import CrowdedError, StoppedError, Store, Unit, UnreachedError
from bot.service.posting.trackers import tracker
from bot.service.requests import (
    Choosing,
    MapFile,
    OnGround,
    PanelState,
    Portrait,
    Reply,
    Request,
    Settling,
    StoryForm,
    TrackerView,
    Verb,
    refused,
)
from bot.service.sheets import builders, cards, portraits, ready_made, sheets
from bot.service.sheets.sheet_files import npcs_said
from bot.service.systems import House

Given = Mapping[str, Any]

OF_CAMPAIGNS = (Choosing.OPTION, Choosing.OPTION_VALUE)
"""What is chosen of the system of a campaign, also while a fight of another is on."""

NOT_THERE = RuleViolation("That panel did not arrive whole.", "Open it anew, or type the command.")


class Referee:
    """The face that commands, buttons and completions talk to.

    No method raises for what people did wrong: it answers a Reply with ``refusal`` set. Methods that change anything
    act once per ``request.interaction_id``: asked again, they give the first answer again.
    """

    def __init__(self, store: Store, house: House) -> None:
        self._store = store
        self._house = house
        self._asking = Asking(store, house)
        self._playing = Asking(store, house, as_played=True)

    # --- campaign -------------------------------------------------------------------------------------------------

    async def campaign_setup(
        self, request: Request, ruleset: str | None = None, title: str | None = None, *, server: bool = False
    ) -> Reply:
        """Choose the rule system and title of this channel, or with ``server`` of all channels without their own."""
        if ruleset is not None:
            with suppress(RuleViolation):  # which is told below; all who write would wait while it is put together
                await asyncio.to_thread(self._house.system, ruleset)
        return await self._asking.order(request, lambda case: campaigns.set_up(case, ruleset, title, server=server))

    async def campaign_show(self, request: Request, there: Mapping[int, str] = campaigns.NOTHING_KNOWN) -> Reply:
        """Return which system, options and GM roles hold here; ``there`` are all roles of the server, if known."""
        return await self._asking.look(request, partial(campaigns.show, there=there))

    async def campaign_options(
        self, request: Request, option: str | None = None, value: str | None = None, *, server: bool = False
    ) -> Reply:
        """List the campaign's switches, or set one; it holds from the next chapter on."""
        return await self._asking.order(request, lambda case: campaigns.set_option(case, option, value, server=server))

    async def campaign_tables(self, request: Request, content: bytes | None = None, *, server: bool = False) -> Reply:
        """Return the system's tables as a file, or with ``content`` of at most 256 KiB the campaign's own values
        over them."""
        if content is None:
            return await self._asking.look(request, lambda case: table_files.export_tables(case, server=server))
        return await self._asking.order_behind(
            request,
            lambda system: table_files.read_tables(system, content),
            lambda case, values: table_files.lay_tables(case, values, server=server),
            lambda case: table_files.permitted(case, server=server),
        )

    async def campaign_writable(self, request: Request, *, server: bool = False) -> Reply:
        """Return a refusal where the asker may not give tables: then their file need not be read."""
        return await self._asking.look(request, lambda case: table_files.permitted(case, server=server))

    async def campaign_gm(
        self,
        request: Request,
        role_id: int,
        role_name: str,
        *,
        remove: bool = False,
        server: bool = False,
        there: Mapping[int, str] = campaigns.NOTHING_KNOWN,
    ) -> Reply:
        """Make holders of a role GMs, or no longer; ``there`` are all roles of the server, where they are known."""
        named = partial(campaigns.set_gm, remove=remove, server=server, there=there)
        return await self._asking.order(request, lambda case: named(case, role_id, role_name))

    # --- sheets ---------------------------------------------------------------------------------------------------

    async def sheet_create(self, request: Request, name: str | None = None, template: str | None = None) -> Reply:
        """Make a sheet from a template or from the defaults of the system, or return the first page of making one.

        Without a name the answer is what asks for it, behind a menu of templates where none is named.
        """
        if name is None:
            return await self._playing.look(request, lambda case: ready_made.choose(case, template))
        return await self._playing.order(request, lambda case: builders.begin(case, name, template))

    async def sheet_make(self, request: Request, template: str, values: Mapping[str, str]) -> Reply:
        """Hand in the Form that asks for the name of somebody new."""
        return await self._playing.order(request, lambda case: ready_made.make(case, template, values.get("name", "")))

    async def sheet_step(self, request: Request, argument: str, key: str) -> Reply:
        """Choose a step of a Menu: it leads to another page, to a Form, or changes the sheet."""
        return await self._playing.order(request, lambda case: builders.step(case, int(argument), key))

    async def sheet_fill(self, request: Request, argument: str, values: Mapping[str, str]) -> Reply:
        """Hand in a Form with the values of its blanks."""
        sheet_id, _, key = argument.partition(".")
        return await self._playing.order(request, lambda case: builders.fill(case, int(sheet_id), key, values))

    async def sheet_improve(self, request: Request, what: str | None = None, name: str | None = None) -> Reply:
        """Return what improvement points can buy for a sheet, or buy it."""
        return await self._playing.order(request, lambda case: builders.improve(case, what, name))

    async def sheet_award(
        self, request: Request, to_user_id: int, points: int, what: str | None = None, name: str | None = None
    ) -> Reply:
        """Award improvement points to somebody's sheet."""
        return await self._playing.order(request, lambda case: builders.award(case, to_user_id, points, what, name))

    async def sheet_import(self, request: Request, content: bytes, name: str | None = None) -> Reply:
        """Keep a sheet from JSON or TOML of at most 256 KiB; ``name`` overrides the name in it.

        An existing sheet of that name of the asker is replaced, unless it is in a fight.
        """
        return await self._playing.order_behind(
            request,
            lambda system: sheets.read_in(system.ruleset, content, name),
            lambda case, read: sheets.keep(case, *read),
        )

    async def sheet_export(self, request: Request, name: str | None = None) -> Reply:
        """Return a sheet as a JSON file, exactly what an import takes; ``name`` defaults to the one in use."""
        return await self._playing.look(request, lambda case: sheets.export(case, name))

    async def sheet_show(self, request: Request, name: str | None = None) -> Reply:
        """Return the card of a sheet, or the list of the asker's sheets where there is none in use."""
        return await self._playing.look(request, lambda case: cards.show(case, name))

    async def sheet_edit(self, request: Request, path: str, value: str, name: str | None = None) -> Reply:
        """Change one place of a sheet; of an enlisted one as an order of its scene."""
        return await self._playing.order(request, lambda case: sheets.edit(case, path, value, name))

    async def sheet_portrait_wanted(self, request: Request, name: str | None = None) -> Reply:
        """Return the name of the sheet that is to have a picture as the title of the answer, or a refusal where it may
        not: then its file need not be read."""
        return await self._playing.look(request, lambda case: portraits.wanted(case, name))

    async def sheet_portrait(self, request: Request, name: str | None, portrait: Portrait) -> Reply:
        """Give a sheet a portrait, a picture as it was read from a file or the address of one."""
        return await self._playing.order(request, lambda case: portraits.keep(case, name, portrait))

    async def sheet_portrait_remove(self, request: Request, name: str | None = None) -> Reply:
        """Take the portrait of a sheet away."""
        return await self._playing.order(request, lambda case: portraits.remove(case, name))

    async def sheet_use(self, request: Request, name: str) -> Reply:
        """Make a sheet the one that /init join takes."""
        return await self._playing.order(request, lambda case: sheets.use(case, name))

    async def sheet_transfer(self, request: Request, name: str, to_user_id: int, to_user_name: str) -> Reply:
        """Offer a sheet to somebody else of this server, who takes it with the button."""
        return await self._playing.order(request, lambda case: sheets.transfer(case, name, to_user_id, to_user_name))

    async def sheet_delete(self, request: Request, name: str) -> Reply:
        """Delete a sheet that is in no fight."""
        return await self._playing.order(request, lambda case: sheets.delete(case, name))

    # --- combatants -----------------------------------------------------------------------------------------------

    async def npc_add(
        self,
        request: Request,
        template: str | None = None,
        count: int = 1,
        side: str | None = None,
        name: str | None = None,
        *,
        at: str | None = None,
        hidden: bool = False,
        sheet: str | None = None,
    ) -> Reply:
        """Bring combatants of the GM into the scene, before or during a fight; ``at`` is a place of the ground."""
        wanted = npcs.Npcs(template=template, sheet=sheet, count=count, side=side, name=name, at=at, hidden=hidden)
        return await self._playing.order(request, lambda case: gathering.typed(case, wanted), here=True)

    async def npc_import(
        self,
        request: Request,
        content: bytes,
        name: str | None = None,
        count: int = 1,
        side: str | None = None,
        *,
        at: str | None = None,
        hidden: bool = False,
    ) -> Reply:
        """Bring combatants of the GM into the scene after a sheet in JSON or TOML of at most 256 KiB."""
        wanted = npcs.Npcs(count=count, side=side, at=at, hidden=hidden)
        return await self._playing.order_behind(
            request,
            lambda system: sheets.read_in(system.ruleset, content, name),
            lambda case, read: gathering.imported(case, read, wanted),
            lambda case: npcs.check_adding(case, count),
        )

    async def npc_importable(self, request: Request, count: int = 1) -> Reply:
        """Return a refusal where the asker may not bring in so many: then their file need not be read."""
        return await self._asking.look(request, lambda case: npcs.check_adding(case, count))

    async def npc_fill(self, request: Request, values: Mapping[str, str]) -> Reply:
        """Hand in the Form in which combatants of the GM are pasted."""
        try:
            said = npcs_said(values)
        except RuleViolation as refusal:
            return refused(refusal)
        return await self.npc_import(request, said.content, said.name, said.count, said.side, hidden=said.hidden)

    async def npc_squad(self, request: Request, name: str, members: str | None = None) -> Reply:
        """Name a squad of the GM's people; without ``members`` it is broken up."""
        return await self._asking.order(request, lambda case: squads.squad(case, name, members), here=True)

    async def npc_order(
        self, request: Request, squad: str | None = None, do: str | None = None, at: str | None = None
    ) -> Reply:
        """Tell a squad what to do until it is told otherwise; without words, return the panel of the squads."""
        return await self._asking.order(request, lambda case: squads.order(case, squad, do, at), here=True)

    async def map_use(self, request: Request, range_m: float | None = None, ground: str = "") -> Reply:
        """Give everybody a place, the sides ``range_m`` apart or in the zones of a ready ground."""
        return await self._asking.order(request, lambda case: grounds.use(case, range_m, ground), here=True)

    async def map_place(self, request: Request, who: str, at: str, apart_m: float = 3.0, reason: str = "") -> Reply:
        """Put somebody, or several in a row, somewhere on the ground."""
        return await self._asking.order(request, lambda case: grounds.put(case, who, at, apart_m, reason), here=True)

    async def map_piece(self, request: Request, said: OnGround) -> Reply:
        """Put a thing on the ground, change one, or take it away."""
        return await self._asking.order(request, lambda case: furnishing.piece(case, said), here=True)

    async def map_area(self, request: Request, said: OnGround) -> Reply:
        """Mark an area of the ground, have it reach elsewhere, or lift the mark."""
        return await self._asking.order(request, lambda case: furnishing.area(case, said), here=True)

    async def map_importable(self, request: Request, name: str) -> Reply:
        """Return a refusal where the asker may import no map of that name: then its file need not be read."""
        return await self._asking.look(request, lambda case: maps.check(case, name))

    async def map_import(
        self,
        request: Request,
        name: str,
        read: MapFile,
        square_m: float | None = None,
        metres_wide: float | None = None,
    ) -> Reply:
        """Keep a map that was read from a file as a ground of the server."""
        return await self._asking.order(request, lambda case: maps.keep(case, name, read, square_m, metres_wide))

    async def map_remove(self, request: Request, name: str) -> Reply:
        """Remove a map of the server."""
        return await self._asking.order(request, lambda case: maps.remove(case, name))

    async def map_list(self, request: Request) -> Reply:
        """Return the things and areas of the ground that the asker knows of."""
        return await self._asking.look(request, furnishing.listed)

    async def map_show(self, request: Request) -> Reply:
        """Return where everybody is whom the asker sees."""
        return await self._asking.look(request, grounds.show)

    async def init_start(
        self,
        request: Request,
        title: str = "",
        range_m: float | None = None,
        ground: str = "",
        *,
        now: bool | None = None,
    ) -> Reply:
        """Open a fight, with the sides ``range_m`` apart or on a ready ground; its log thread follows.

        Before the first fight of a channel people gather where nobody is in sight, unless it is to begin ``now``.
        """
        return await self._asking.order(
            request, lambda case: fights.start(case, title, range_m, ground, now=now), here=True
        )

    async def init_join(self, request: Request, sheet: str | None = None, side: str | None = None) -> Reply:
        """Bring a sheet of the asker into the scene."""
        return await self._playing.order(request, lambda case: gathering.gathers(case, joining.join(case, sheet, side)))

    async def lobby(self, request: Request, said: str) -> Reply:
        """Return a lobby as it is now, by what its buttons say of it."""
        return await self._asking.look(request, lambda case: gathering.shown(case, said))

    async def init_next(self, request: Request, actor: str | None = None) -> Reply:
        """Go on without waiting: take the default of ``actor`` or of everybody who is to act now."""
        return await self._asking.order(request, lambda case: going_on.go_on_as_typed(case, actor), here=True)

    async def init_status(self, request: Request) -> Reply:
        """Return where the fight stands, as the asker may see it."""
        return await self._asking.look(request, fights.where_it_stands)

    async def init_claims(self, request: Request) -> Reply:
        """Return what players said of the scene and no GM has settled."""
        return await self._asking.look(request, claims.open_claims)

    async def claim_fill(self, request: Request, key: str, values: Mapping[str, str]) -> Reply:
        """Hand in the Form that puts right what a player said."""
        return await self._asking.order(request, lambda case: claims.correct(case, key, values))

    async def init_range(self, request: Request, actor: str, target: str, range_m: float) -> Reply:
        """Say how far apart two combatants are."""
        return await self._asking.order(
            request, lambda case: grounds.set_range(case, actor, target, range_m), here=True
        )

    async def init_show(self, request: Request, actor: str, *, hidden: bool = False) -> Reply:
        """Reveal a hidden combatant of the GM, or hide one."""
        return await self._asking.order(request, lambda case: npcs.show(case, actor, hidden=hidden), here=True)

    async def init_hand(self, request: Request, actor: str, to: int | None = None, *, back: bool = False) -> Reply:
        """Have the user ``to`` play somebody whose player is away, a GM where it is nobody, or give it ``back``."""
        return await self._asking.order(request, lambda case: handing.hand_over(case, actor, to, back=back), here=True)

    async def init_remove(self, request: Request, actor: str) -> Reply:
        """Take a combatant out of the scene."""
        return await self._asking.order(request, lambda case: joining.remove(case, actor), here=True)

    async def init_end(self, request: Request) -> Reply:
        """Close the fight; the answer is its summary."""
        return await self._asking.order(request, fights.end, here=True)

    async def act(
        self, request: Request, actor: str | None, action: str, given: Given | None = None, words: str = ""
    ) -> Reply:
        """Take an action of the channel's system.

        ``given`` holds slash options by input key (None where not given), ``words`` a line of ``key=value`` words.
        Without ``actor`` it is whose turn it is: of the asker's own, for a GM the first who may act. Where something
        needed is left out, the answer is its panel.
        """
        return await self._asking.order(
            request, lambda case: panels.act_or_open(case, actor, action, given or {}, words), here=True
        )

    async def odds(
        self,
        request: Request,
        actor: str | None,
        action: str,
        given: Given | None = None,
        words: str = "",
        question: str | None = None,
    ) -> Reply:
        """Return the chances of what ``act`` would lead to, as far as the asker knows; ``question`` is one of the
        system's."""
        return await self._asking.study(
            request, lambda case: odds_of_whom.odds_or_whom(case, actor, action, given or {}, words, question)
        )

    async def report(self, request: Request, topic: str, actor: str | None = None) -> Reply:
        """Return what the channel's system tells of "morale" or "mines", about ``actor`` or about everybody."""
        return await self._asking.look(request, lambda case: reports.report(case, topic, actor))

    async def answer(self, request: Request, choice: str, once: str = "") -> Reply:
        """Answer the open question; ``once`` is the key of the button."""
        return await self._asking.order(request, lambda case: actions.answer(case, choice, once), here=True)

    async def click(self, request: Request, verb: Verb, argument: str, once: str) -> Reply:
        """Press a button of a Reply or of the tracker."""
        match verb:
            case Verb.ANSWER:
                return await self.answer(request, argument, once)
            case Verb.GO_ON | Verb.AGAIN | Verb.EVERYBODY | Verb.SHOW | Verb.END:
                return await self._tapped(request, verb, argument, once)
            case Verb.ACT:
                return await self._asking.order(
                    request, lambda case: actions.act_at_a_tap(case, argument, once), here=True
                )
            case Verb.UNDO:
                return await self.undo(request, argument or None)
            case Verb.AGREE:
                return await self._playing.order(request, lambda case: builders.agree(case, argument, once))
            case Verb.ACCEPT:
                return await self._playing.order(request, lambda case: sheets.accept(case, int(argument), once))
            case Verb.SETTLE:
                return await self._asking.order(request, lambda case: settled_petitions.settle(case, argument, once))
            case Verb.PAGE:
                return await self.log_show(request, argument)
            case Verb.LOBBY | Verb.SQUAD | Verb.CLAIM | Verb.HAND:
                return await self._of_several(request, verb, argument, once)
            case Verb.ERASE:
                return await self._forget(request, once)
            case Verb.PANEL:
                return await self.panel(request, PanelState(action=argument))
            case Verb.HELP:
                told = await self.help(request, argument.rpartition(".")[2])
                return msgspec.structs.replace(told, in_place=not told.refusal)
            case Verb.GO | Verb.FILL:
                return refused(NOT_THERE)
            case Verb.REPORT:
                return await self.log_report(request)
            case Verb.ODDS:
                return await self._asking.study(request, lambda case: odds_of_whom.chosen(case, argument))
            case Verb.SAME_AGAIN:
                return await self._asking.order(request, lambda case: same_again.same_again(case, int(argument)))
            case Verb.WHY | Verb.PROOF | Verb.SHEET | Verb.MAKE | Verb.TRAINING:
                return await self._looked_up(request, verb, argument)
            case _:
                assert_never(verb)

    async def _looked_up(self, request: Request, verb: Verb, argument: str) -> Reply:
        """Press a button that changes nothing and shows more."""
        match verb:
            case Verb.WHY:
                return await self._asking.look(request, lambda case: logs.why(case, argument))
            case Verb.TRAINING:
                return await self._asking.look(request, lambda case: training.training(case, argument))
            case Verb.SHEET:
                return await self._playing.look(request, lambda case: cards.tapped(case, argument))
            case Verb.MAKE:
                return await self._playing.look(request, lambda case: ready_made.chosen(case, argument))
            case _:
                return await self._asking.look(request, lambda case: audit.proven(case, int(argument)))

    async def _of_several(self, request: Request, verb: Verb, argument: str, once: str) -> Reply:
        """Press a button of which there are several kinds, told apart by its argument."""
        if verb is Verb.CLAIM and argument == Settling.LIST:
            return await self.init_claims(request)
        if verb is Verb.CLAIM:
            return await self._asking.order(request, lambda case: claims.settle(case, argument))
        if verb is Verb.HAND:
            return await self._asking.order(request, lambda case: handing.tapped(case, argument), here=True)
        if verb is Verb.LOBBY:
            return await self._asking.order(request, lambda case: gathering.tapped(case, argument), here=True)
        return await self._asking.order(request, lambda case: squads.tapped(case, argument, once), here=True)

    async def _tapped(self, request: Request, verb: Verb, argument: str, once: str) -> Reply:
        """Press a button of the tracker that is for whoever taps."""
        match verb:
            case Verb.EVERYBODY:
                return await self._asking.look(request, lambda case: taps.everybody(case, argument))
            case Verb.SHOW:
                return await self._asking.order(request, taps.show_here, here=True)
            case Verb.AGAIN:
                return await self._asking.order(request, lambda case: again.tapped(case, argument, once), here=True)
            case Verb.END:
                return await self._asking.order(request, lambda case: ending.tapped(case, argument, once), here=True)
            case _:
                return await self._asking.order(request, lambda case: taps.wait(case, argument, once), here=True)

    # --- panels ---------------------------------------------------------------------------------------------------

    async def panel(self, request: Request, state: PanelState) -> Reply:
        """Return a fresh panel: of an action, or where none is named of all that are possible now."""
        return await self._asking.look(request, lambda case: panels.open_panel(case, state))

    async def panel_step(self, request: Request, state: PanelState, key: str, value: str) -> Reply:
        """Choose from the menu ``key`` of a panel in which all that stands that is in ``state``."""
        return await self._asking.look(request, lambda case: panels.step(case, state, key, value))

    async def panel_form(self, request: Request, state: PanelState) -> Reply:
        """Return the form of what a panel lacks that has to be typed."""
        return await self._asking.look(request, lambda case: panels.form(case, state))

    async def panel_fill(self, request: Request, state: PanelState, values: Mapping[str, str]) -> Reply:
        """Put what was typed into the form of a panel into it; ``values`` are by the keys of its blanks."""
        return await self._asking.look(request, lambda case: panels.fill(case, state, values))

    async def panel_counted(self, request: Request, state: PanelState) -> Reply:
        """Return a panel with all its chances, which takes as long as it takes."""
        return await self._asking.study(request, lambda case: panels.counted(case, state))

    async def panel_go(self, request: Request, state: PanelState, once: str) -> Reply:
        """Carry out what stands in a panel; ``once`` is the key of its button."""
        return await self._asking.order(request, lambda case: panels.go(case, state, once), here=True)

    # --- the log --------------------------------------------------------------------------------------------------

    async def undo(self, request: Request, to: str | None = None) -> Reply:
        """Undo the last order, or all back to and with number ``to`` ("12", for GM-only orders "g3")."""
        return await self._asking.order(request, lambda case: haste.undo_as_typed(case, to))

    async def redo(self, request: Request) -> Reply:
        """Undo the undo, while nothing else has been ordered."""
        return await self._asking.order(request, undoing.redo)

    async def log_show(self, request: Request, before: str = "") -> Reply:
        """Return a page of the log, newest orders last; ``before`` is the argument of a PAGE button."""
        return await self._asking.look(request, lambda case: logs.show(case, before))

    async def log_export(self, request: Request, form: StoryForm = StoryForm.JSON) -> Reply:
        """Return what the asker may read of the whole log as data, or of the last fight as a file to keep."""
        return await self._asking.study(request, lambda case: fight_stories.story(case, form))

    async def log_report(self, request: Request) -> Reply:
        """Return what the last fight came to, as far as the asker may read it."""
        return await self._asking.study(request, fight_stories.report)

    async def log_verify(self, request: Request) -> Reply:
        """Check every recorded face against its secret, and the state against the events."""
        return await self._asking.study(request, audit.verify)

    async def log_reveal(self, request: Request) -> Reply:
        """Publish the GM's secrets of the closed chapters."""
        return await self._asking.order(request, logs.reveal, here=True)

    async def roll(self, request: Request, expression: str, *, private: bool = False) -> Reply:
        """Roll dice as typed; ``private`` shows them to the asker alone."""
        return await self._asking.order(
            request, lambda case: typed_dice.roll_typed(case, expression, private=private), here=True
        )

    async def help(self, request: Request, topic: str | None = None) -> Reply:
        """Return how to play here: the channel's system and its actions, or one action with its inputs."""
        return await self._playing.look(request, lambda case: guide.help_on(case, topic))

    # --- what is kept of the asker ---------------------------------------------------------------------------------

    async def mydata_export(self, request: Request) -> Reply:
        """Return all that is kept of the asker, on any server, as a JSON file."""
        return await self._asking.study(request, mydata.export)

    async def mydata_delete(self, request: Request) -> Reply:
        """Return what would go if the asker were forgotten, and what would stay, with a button that has it done."""
        return await self._asking.study(request, mydata.ask_first)

    async def _forget(self, request: Request, once: str) -> Reply:
        """Forget the asker; what cannot be finished now is finished later by whoever tidies up."""
        reply = await self._asking.order(request, lambda case: mydata.begin(case, once))
        if not reply.refusal:
            with suppress(CrowdedError, StoppedError, UnreachedError, NewerError):
                await fulfil(self._store, self._house, request.user_id)
        return reply

    # --- looks ----------------------------------------------------------------------------------------------------

    async def complete(self, request: Request, what: Choosing, typed: str, given: Given | None = None) -> list[Choice]:
        """Return at most 25 completions of what is ``typed``, none longer than 100 characters."""

        look = partial(_offered, house=self._house, request=request, what=what, typed=typed, given=given or {})
        try:
            return await self._store.read(look)
        except (UnreachedError, NewerError):
            return []

    async def tracker(self, channel_id: int) -> TrackerView | None:
        """Return where the open fight of a channel stands, None where none is open."""
        return await self._store.read(partial(_shown, house=self._house, channel_id=channel_id))


def _offered(unit: Unit, house: House, request: Request, what: Choosing, typed: str, given: Given) -> list[Choice]:
    case = opened(unit, request, house)
    try:
        return completions(case if what in OF_CAMPAIGNS else case.as_played(), what, typed, given)
    except RuleViolation:
        return []


def _shown(unit: Unit, house: House, channel_id: int) -> TrackerView | None:
    row = unit.scene_at(channel_id)
    return None if row is None else tracker(unit, played_scene(unit, row, house), house.materials)
