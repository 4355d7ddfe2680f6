"""A sheet comes into a scene with its player, and goes out of it."""

from __future__ import annotations

import msgspec

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.scene import Petition, all_sides
from bot.service.case import Case, PlayedScene
from bot.service.claims.petitions import ask
from bot.service.lookalikes import looks
from bot.service.names import clean_person, seen_like
from bot.service.orders.answers import Unworded, answer_to, with_more
from bot.service.orders.chapters import scene_to_play
from bot.service.orders.ledger import carry_out
from bot.service.playing.actors import chosen_actor
from bot.service.requests import Reply
from bot.service.rows import SheetRow
from bot.service.sheets.in_use import own_sheets
from bot.service.sheets.out_of_action import told_condition
from bot.service.sheets.ready_made import needed
from bot.service.sheets.returning import away, comes_back_as, told_name
from bot.service.sheets.sheets import NAME, check_fits, sheet_named
from bot.service.switches import ANYBODY, ASK, JOINING, NOBODY

LONGEST_SIDE = 20
RENAME = "Give your sheet another name: /sheet edit path:name."
PARTY, FOES = "party", "foes"
"""The sides of whoever names none: of players, and of the GM's people."""

MOST_OF_ONE = 10  # sheets that one player brings into a scene


class ElsewhereError(RuleViolation):
    """A sheet is in the fight of another channel, which may be gone."""

    def __init__(self, sheet_name: str, channel_id: int) -> None:
        super().__init__(
            f"{sheet_name} is in another channel's fight.",
            "Leave it there with /init remove first, or bring another sheet. Is that channel gone? Then try once more.",
        )
        self.channel_id = channel_id


def join(case: Case, sheet: str | None, side: str | None) -> Reply | Unworded:
    """Bring a sheet of the asker into the scene; who has none is shown how to make one.

    Who comes for the first time and is out of action is let in, and told so: a GM may have reasons.
    """
    if sheet is None and case.system.templates and not own_sheets(case):
        return needed(case)
    played = scene_to_play(case)
    row = sheet_named(case, sheet, played.row.ruleset)
    order = entry(case, played, row, side_said(case, played, side) if side else None)
    _check_few(case, played)
    still = told_name(played.scene, row)
    case.apart.extend(() if away(played.scene, row) else told_condition(played, row))
    if _needs_leave(case, played, row):
        asked = ask(case, played, Petition(row.owner_id, order.name, row.id, side=order.side))
        return msgspec.structs.replace(asked, lines=(*asked.lines, *still))
    case.unit.save_sheet(msgspec.structs.replace(row, moves=row.moves + 1))
    return with_more(answer_to(case, carry_out(case, played, order)), aloud=still)


def side_said(case: Case, played: PlayedScene, said: str) -> str:
    """Return the side that is meant: one that the asker knows of, however it is capitalized, or else a new one.

    Raises:
        RuleViolation: it is no name.
    """
    side = clean_person(said, LONGEST_SIDE)
    known = (*all_sides(played.seen_by(case.viewer)), PARTY, FOES)
    alike = [each for each in known if each.casefold() == side.casefold()]
    return side if side in alike or not alike else alike[0]


def _check_few(case: Case, played: PlayedScene) -> None:
    """Raise RuleViolation for a player who has brought in as many as one may."""
    theirs = [each for each in played.scene.combatants.values() if each.owner == case.request.user_id]
    if not case.gm and len(theirs) >= MOST_OF_ONE:
        raise RuleViolation(f"You play {MOST_OF_ONE} here already.", "Take one out with /init remove, or ask a GM.")


def _needs_leave(case: Case, played: PlayedScene, row: SheetRow) -> bool:
    """Tell whether a GM must let a sheet in: into a running fight as the campaign has it, and where it left another
    one. What it is called by now makes it no other.

    Raises:
        RuleViolation: nobody is let in.
    """
    scene = played.scene
    if scene.fight is None or case.gm:
        return False
    joining = scene.options.get(JOINING, ANYBODY)
    if joining == NOBODY:
        raise RuleViolation("Nobody may join a running fight here.", "Join before the next one, or ask a GM.")
    kept = away(scene, row)
    left_with = msgspec.to_builtins(played.system.ruleset.project(kept.combatant, scene.options)) if kept else row.sheet
    return joining == ASK or {**row.sheet, NAME: ""} != {**left_with, NAME: ""}


def entry(case: Case, played: PlayedScene, row: SheetRow, side: str | None) -> orders.Enlist:
    """Return the order that brings a sheet into the scene, on the side that it left if it has been here before.

    Raises:
        RuleViolation: it is in a fight, or its name would be taken for another's.
    """
    _check_free(case, row)
    check_fits(played.system.ruleset, row.sheet)
    kept, called = away(played.scene, row), comes_back_as(played.scene, row)
    if not called:
        _check_name(played, row.name)
    called = called or row.name
    usual = kept.combatant.side if kept else PARTY
    return orders.Enlist(
        name=called,
        owner=row.owner_id,
        side=side or usual,
        sheet=row.sheet,
        sheet_id=row.id,
        looks=looks(called),
    )


def _check_free(case: Case, row: SheetRow) -> None:
    found = case.unit.enlisted_in(row.id)
    if found and found[0].channel_id == case.channel_id:
        raise RuleViolation(f"{row.name} is here already.", "See /init status.")
    if found:
        raise ElsewhereError(row.name, found[0].channel_id)


def _check_name(played: PlayedScene, called: str) -> None:
    """Raise RuleViolation where a reader could not tell a newcomer from somebody in sight, or from the bot's words."""
    try:
        clean_person(called)
    except RuleViolation as refusal:
        raise RuleViolation(refusal.message, RENAME) from refusal
    other = seen_like(played.scene, called)
    if other is not None:
        same = f"Somebody else called {called} is here."
        near = f"{called} reads like {other}, who is here."
        wrong = same if other.casefold() == called.casefold() else near
        raise RuleViolation(wrong, RENAME)


def remove(case: Case, actor: str) -> Reply | Unworded:
    """Take a combatant out of the scene: one's own, or for a GM anyone."""
    played = case.played()
    return answer_to(case, carry_out(case, played, orders.Release(actor=chosen_actor(case, played, actor))))
