"""The GM's people come into a scene, hidden or in sight of all."""

from __future__ import annotations

import msgspec

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.scene import Sheet
from bot.service.case import Case, PlayedScene
from bot.service.lookalikes import looks
from bot.service.names import clean_person, codewords, codewords_in_turn, known_like, numbered, resolve
from bot.service.orders.answers import Unworded, answer_to
from bot.service.orders.chapters import scene_to_play
from bot.service.orders.ledger import carry_out
from bot.service.playing.grounds import where_said
from bot.service.playing.joining import FOES, side_said
from bot.service.requests import Reply
from bot.service.sheets.sheets import checked_sheet, sheet_named

MOST_AT_ONCE = 30


class Npcs(msgspec.Struct, frozen=True, kw_only=True):
    """Combatants of the GM as they are asked for: of a ``template`` or copies of a ``sheet`` of the asker's, and ``at``
    which place they stand."""

    template: str | None = None
    sheet: str | None = None
    count: int = 1
    side: str | None = None
    name: str | None = None
    at: str | None = None
    hidden: bool = False


def add_npcs(case: Case, wanted: Npcs) -> Reply | Unworded:
    """Bring combatants of the GM into the scene: of a template, or copies of a sheet, which stays as it is."""
    check_adding(case, wanted.count)
    played = scene_to_play(case)
    title, raw = _model(case, played, wanted)
    base, sheet = checked_sheet(played.system.ruleset, raw, clean_person(wanted.name or title))
    given = wanted.template is None or base != title
    return _brought_in(case, played, sheet, _npc_names(case, played, base, wanted, given=given), wanted)


def import_npcs(case: Case, read: tuple[str, Sheet], wanted: Npcs) -> Reply | Unworded:
    """Bring combatants of the GM into the scene after a sheet that was read from a file, which nobody keeps."""
    check_adding(case, wanted.count)
    played = scene_to_play(case)
    base, sheet = checked_sheet(played.system.ruleset, read[1], read[0])
    return _brought_in(case, played, sheet, _npc_names(case, played, base, wanted, given=True), wanted)


def check_adding(case: Case, count: int) -> Reply:
    """Return an empty answer where somebody may bring in that many, before a sheet of theirs is read.

    Raises:
        RuleViolation: the asker is no GM, or these are too few or too many at once.
    """
    case.check_gm("add combatants")
    if not 1 <= count <= MOST_AT_ONCE:
        much = "too few" if count < 1 else "too many"
        raise RuleViolation(f"{count} at once is {much}.", f"Add 1 to {MOST_AT_ONCE} at once.")
    return Reply()


def _brought_in(case: Case, played: PlayedScene, sheet: Sheet, names: list[str], wanted: Npcs) -> Reply | Unworded:
    side = side_said(case, played, wanted.side) if wanted.side else FOES
    where = where_said(played.scene, case.viewer, wanted.at) if wanted.at else None
    squad = _squad_name(names)
    recruits = tuple(
        orders.Enlist(
            name=each,
            owner=0,
            side=side,
            sheet=sheet,
            hidden=wanted.hidden,
            looks=looks(each),
            at=where,
            in_row=number,
            squad=squad,
        )
        for number, each in enumerate(names)
    )
    order = recruits[0] if len(names) == 1 else orders.EnlistMany(recruits=recruits)
    return answer_to(case, carry_out(case, played, order))


def _squad_name(names: list[str]) -> str:
    """Return what those are called together who come together, "" where one comes alone: "Guard 1-4", "Guard Echo +3".

    It depends on nothing but their names, so that what players know of is the same whoever is hidden.
    """
    if len(names) == 1:
        return ""
    (base, _, _), (last, _, number) = names[0].rpartition(" "), names[-1].rpartition(" ")
    return f"{names[0]}-{number}" if base == last and number.isdecimal() else f"{names[0]} +{len(names) - 1}"


def _model(case: Case, played: PlayedScene, wanted: Npcs) -> tuple[str, Sheet]:
    """Return what the GM's people are made after, with its name.

    Raises:
        RuleViolation: not exactly one of both is named, or there is nothing of that name.
    """
    if (wanted.template is None) == (wanted.sheet is None):
        raise RuleViolation("Who is it to be?", "Say either template: or sheet:, one of your own sheets.")
    if wanted.template is not None:
        return played.system.template(wanted.template)
    row = sheet_named(case, wanted.sheet, played.row.ruleset)
    return row.name, row.sheet


def _npc_names(case: Case, played: PlayedScene, base: str, wanted: Npcs, *, given: bool) -> list[str]:
    count = wanted.count
    if not wanted.hidden:
        return numbered(played.scene, base, count, alone=True)
    if given and count == 1 and not known_like(played.scene, base):
        return [base]
    return code_names(case, played, base, count)


def code_names(case: Case, played: PlayedScene, base: str, count: int) -> list[str]:
    """Return names for people who are hidden, by which nobody can tell how many of them there are."""
    chapter = case.unit.chapter(played.row.id, played.row.chapter)
    if chapter.scheme == 1:
        return codewords_in_turn(played.scene.combatants, base, count, str(played.row.channel_id))
    return codewords(played.scene.combatants, base, count, chapter.gm_secret)


def show(case: Case, actor: str, *, hidden: bool) -> Reply | Unworded:
    """Reveal or hide a combatant of the GM."""
    case.check_gm("reveal and hide")
    played = case.played()
    order = orders.Show(actor=resolve(played.scene, case.viewer, actor), hidden=hidden, apart=not hidden)
    return answer_to(case, carry_out(case, played, order))
