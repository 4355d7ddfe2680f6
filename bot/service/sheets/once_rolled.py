"""What is rolled for making a character falls once for its player on a server, until a GM grants other dice.

The dice follow from a secret of the house: what is refused is not kept, and must not fall otherwise at the next try.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable

from bot.core.building import Rolling
from bot.core.dice import Ask, Faces, Roll, SeededDice
from bot.core.scene import Sheet
from bot.core.wording import Line, Mark, Span, line, name, note, number
from bot.service.case import Case
from bot.service.ports import Unit
from bot.service.rows import NOBODYS
from bot.service.systems import PlayableSystem
from bot.service.typed_dice import thrower

SECRET = "rolls"  # noqa: S105  the name of the key of the secret that the dice follow from
GRANTED = "granted"  # under this label stands how often a GM has granted other dice


class Fate:
    """Throws what is asked for a sheet: a player's dice fall once, a GM's anew for each; ``lines`` tell of all."""

    def __init__(self, case: Case, system: PlayableSystem, sheet_name: str) -> None:
        self._case = case
        self._ruleset = system.ruleset.key
        self._sheet_name = sheet_name
        self._thrown: dict[str, tuple[Roll, bool]] = {}

    def throw(self, ask: Ask) -> Roll:
        """Return the dice that were kept for the asker, or new ones that are kept from now on."""
        kept = None if self._case.gm else self._kept(ask)
        faces = self._new(ask) if kept is None else kept
        rolled = Roll(ask.label, ask.sides, faces, 0)
        self._thrown.setdefault(ask.label, (rolled, kept is not None))
        return rolled

    def lines(self) -> tuple[Line, ...]:
        """Return what everybody reads of it."""
        return tuple(self._told(rolled, before=before) for rolled, before in self._thrown.values())

    def _kept(self, ask: Ask) -> Faces | None:
        request = self._case.request
        found = self._case.unit.kept_roll(request.guild_id, request.user_id, self._ruleset, ask.label)
        fits = len(found) == ask.count and all(face <= ask.sides for face in found)
        return found if fits else None

    def _new(self, ask: Ask) -> Faces:
        if self._case.gm:
            return thrower(self._case, self._sheet_name).faces(ask, 0)
        request, unit = self._case.request, self._case.unit
        granted = _granted(unit, request.guild_id, request.user_id, self._ruleset)
        about = f"{request.guild_id}:{request.user_id}:{self._ruleset}:{ask.label}".encode()
        dice = self._case.house.dice
        fair = SeededDice(unit.key(SECRET), b"", granted, about) if dice is None else dice(granted, about)
        faces = fair.faces(ask, 0)
        unit.keep_roll(request.guild_id, request.user_id, self._ruleset, ask.label, faces)
        return faces

    def _told(self, rolled: Roll, *, before: bool) -> Line:
        dice = Span(", ".join(map(str, rolled.faces)), Mark.DICE)
        again = note(", as it was rolled before") if before else ""
        what = f": {rolled.label} {len(rolled.faces)}d{rolled.sides} "
        return line(name(self._sheet_name), what, dice, " = ", number(sum(rolled.faces)), again, ".")


def as_rolled(
    case: Case, system: PlayableSystem, sheet_name: str, sheet: Sheet, before: Sheet | None
) -> tuple[Sheet, Fate]:
    """Return what somebody writes of a sheet, with what is rolled for it in place of what they say; a GM may say
    anything."""
    fate = Fate(case, system, sheet_name)
    if system.builder is None or case.gm:
        return sheet, fate
    throw: Rolling = fate.throw
    return system.builder.rolled(sheet, before, throw), fate


def grant(case: Case, user_id: int) -> None:
    """Let the dice of the next character that somebody makes fall anew."""
    unit, whose = case.unit, (case.request.guild_id, user_id, case.system.ruleset.key)
    granted = _granted(unit, *whose)
    unit.forget_rolls(*whose)
    unit.keep_roll(*whose, GRANTED, (granted + 1,))


def _granted(unit: Unit, guild_id: int, user_id: int, ruleset: str) -> int:
    """Return how often a GM has granted somebody other dice, also before they had themselves forgotten."""
    owners = (user_id, _veiled(unit, guild_id, user_id))
    return max(sum(unit.kept_roll(guild_id, owner, ruleset, GRANTED)) for owner in owners)


def carry_grants(unit: Unit, guild_id: int, user_id: int, rulesets: Iterable[str]) -> None:
    """Keep how often somebody was granted other dice under a name that only this secret of the house leads to.

    Dice follow from that count and the user, so that they fall as before for whoever has themselves forgotten; without
    it, they could go back to those of before a grant, and choose.
    """
    for ruleset in rulesets:
        if granted := _granted(unit, guild_id, user_id, ruleset):
            unit.keep_roll(guild_id, _veiled(unit, guild_id, user_id), ruleset, GRANTED, (granted,))


def _veiled(unit: Unit, guild_id: int, user_id: int) -> int:
    """Return a number for a user on a server that cannot be turned back without the secret, and is no user's."""
    digest = hmac.new(unit.key(SECRET), b"veiled %d %d" % (guild_id, user_id), hashlib.sha256).digest()
    return NOBODYS + int.from_bytes(digest[:8]) % NOBODYS
