"""What happens with mines: they are laid, met, searched for, marked, handled and set off; most of it in secret.

``mine`` is what a mine is stored under and ``title`` what it is called; ``knowers`` are the users who read of it.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from bot.core.dice import Roll
from bot.core.events import Audience, Told
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.kinds import BodyPart, Broken
from bot.rulesets.reflex.traps import AboutMine, Mine, Mines, OnMines

_with = msgspec.structs.replace


class MineLaid(OnMines, frozen=True, kw_only=True, tag="reflex.mine_laid"):
    """``actor`` laid ``laid`` within ``minutes``, which is armed or not, or went off where ``accident`` says so.

    ``count`` mines were laid, or 0 for an unknown number of them, of which each took ``minutes``. ``outcome`` is the
    check, None where the GM named its margin; ``roll`` what decided between a failure and an accident.
    """

    mine: str
    laid: Mine
    minutes: int
    count: int = 1
    outcome: Outcome | None = None
    roll: Roll | None = None
    accident: bool = False
    knowers: tuple[int, ...] = ()

    def lying(self, mines: Mines) -> Mines:
        return {**mines, self.mine: self.laid}


class FieldCrossed(AboutMine, Told, frozen=True, kw_only=True, tag="reflex.field_crossed"):
    """``actor`` went ``distance_m`` metres through a minefield, ``marked_m`` of them along a marked route.

    Something goes off where the die is at or under ``chance``. ``idle`` says why nothing could.
    """

    distance_m: float
    chance: float
    marked_m: float = 0
    roll: Roll | None = None
    goes_off: bool = False
    idle: str = ""


class MinePassed(AboutMine, Told, frozen=True, kw_only=True, tag="reflex.mine_passed"):
    """``actor`` passed by a mine, which goes off at ``need`` or less; ``idle`` says why it could not."""

    need: int = 0
    roll: Roll | None = None
    goes_off: bool = False
    idle: str = ""


class MineSprung(AboutMine, OnMines, frozen=True, kw_only=True, tag="reflex.mine_sprung"):
    """A mine went off, under ``actor`` where somebody was in contact with it; ``cause`` says how it came to that.

    Of a minefield, which all know of from now on, the rest stays. Where ``actor`` drove a ``vehicle`` that is no
    combatant, that is the damage to its suspension and to the rear of its hull, before their Armor.
    """

    cause: str
    field: bool = False
    vehicle: tuple[int, int] | None = None

    def lying(self, mines: Mines) -> Mines:
        """Return the mines without it; of a minefield the rest stays, and is known."""
        if not self.field:
            return _without(mines, self.mine)
        return _changed(mines, self.mine, open=True, gone=mines[self.mine].gone + 1)


class LegChosen(Told, frozen=True, kw_only=True, tag="reflex.leg_chosen"):
    """The mine under ``actor`` went off right below one leg."""

    leg: BodyPart
    roll: Roll


class CommandGiven(AboutMine, OnMines, frozen=True, kw_only=True, tag="reflex.command_given"):
    """``actor`` gave a charge the signal to go off, at once, or on ``tick`` where it burns first.

    ``idle`` says why nothing comes of that, which whoever gave it could not know; it is empty where it works.
    """

    cost_ticks: int = 0
    tick: int | None = None
    around: tuple[tuple[str, float], ...] = ()
    idle: str = ""

    def lying(self, mines: Mines) -> Mines:
        """Return the mines with the fuse of the charge lit, where it burns by the tick."""
        if self.tick is None or self.idle:
            return mines
        return _changed(mines, self.mine, tick=self.tick, around=dict(self.around), lit_by=self.actor)


class CommandTimed(Told, frozen=True, kw_only=True, tag="reflex.command_timed"):
    """``actor`` tried to catch ``target`` right over the charge, and missed by ``off_m`` metres."""

    outcome: Outcome
    off_m: float = 0


class MinesSearched(OnMines, frozen=True, kw_only=True, tag="reflex.mines_searched"):
    """``actor``, played by the user ``finder``, looked for mines and found those stored under ``found``."""

    outcome: Outcome
    finder: int = 0
    found: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()

    def lying(self, mines: Mines) -> Mines:
        """Return the mines with what was found known to the player; a GM knew before."""
        for key in self.found if self.finder else ():
            mines = _changed(mines, key, known=tuple(dict.fromkeys((*mines[key].known, self.finder))))
        return mines


class MineNoticed(OnMines, frozen=True, kw_only=True, tag="reflex.mine_noticed"):
    """``actor``, played by the user ``finder``, came to a mine and has ``noticed`` it in time, or not."""

    mine: str
    title: str
    outcome: Outcome
    finder: int = 0
    noticed: bool = False

    def lying(self, mines: Mines) -> Mines:
        """Return the mines with this one known to the player who noticed it; a GM knew before."""
        if not self.noticed or not self.finder:
            return mines
        return _changed(mines, self.mine, known=(*mines[self.mine].known, self.finder))


class MineIsolated(OnMines, frozen=True, kw_only=True, tag="reflex.mine_isolated"):
    """``actor`` found one mine of the minefield ``field``: ``found``, which lies for itself from now on."""

    quiet: ClassVar[bool] = True

    mine: str
    field: str
    found: Mine
    audience: Audience = Audience.GM

    def lying(self, mines: Mines) -> Mines:
        """Return the mines with the one that was found by itself, and gone from its field."""
        return {**_changed(mines, self.field, gone=mines[self.field].gone + 1), self.mine: self.found}


class FieldMarked(AboutMine, OnMines, frozen=True, kw_only=True, tag="reflex.field_marked"):
    """``actor`` worked ``minutes`` on marking a ``route`` through a minefield or its ``border``: ``metres`` more of it.

    ``accident`` says that it set off a mine.
    """

    what: str
    minutes: int
    outcome: Outcome
    metres: int = 0
    accident: bool = False

    def lying(self, mines: Mines) -> Mines:
        mine, field = mines[self.mine], f"{self.what}_m"
        return _changed(mines, self.mine, **{field: getattr(mine, field) + self.metres})


class MineShown(AboutMine, OnMines, frozen=True, kw_only=True, tag="reflex.mine_shown"):
    """``actor`` marked a mine so that everybody sees it, or has shown it to ``target`` alone."""

    def lying(self, mines: Mines) -> Mines:
        """Return the mines with this one known to everybody, or to whoever was told."""
        if not self.target:
            return _changed(mines, self.mine, open=True)
        return _changed(mines, self.mine, known=tuple(dict.fromkeys((*mines[self.mine].known, *self.knowers))))


class MineHandled(AboutMine, OnMines, frozen=True, kw_only=True, tag="reflex.mine_handled"):
    """``actor`` worked ``minutes`` on a mine: ``how`` is "spot", "defuse" or "tamper".

    ``spotted`` says that there is a device against tampering, ``progress`` is how much of ``needed`` has been done to
    get past it, ``safe`` says that the mine is defused, ``accident`` that it goes off.
    """

    how: str
    minutes: int
    outcome: Outcome
    spotted: bool = False
    progress: int = 0
    needed: int = 0
    safe: bool = False
    accident: bool = False
    finder: int = 0

    def lying(self, mines: Mines) -> Mines:
        """Return the mines with this one made safe, or with what was learned of its device against tampering."""
        if self.spotted:
            return _changed(mines, self.mine, wary=tuple(dict.fromkeys((*mines[self.mine].wary, self.finder))))
        changes: dict[str, Any] = {"armed": False, "defused": True} if self.safe else {}
        return _changed(mines, self.mine, **changes, **({"tampered": self.progress} if self.needed else {}))


class MineHit(AboutMine, OnMines, frozen=True, kw_only=True, tag="reflex.mine_hit"):
    """A mine took ``damage``, of which ``final`` got through its ``armor`` at ``penetration`` halves.

    From ``threshold`` on it is ``broken``: disabled, when it goes off where ``roll`` is at or under ``percent``, or
    destroyed where it was disabled before.
    """

    armor: int
    threshold: int
    damage: int
    penetration: int | None
    final: int
    percent: int = 0
    roll: Roll | None = None
    broken: str = ""
    goes_off: bool = False

    def lying(self, mines: Mines) -> Mines:
        if self.broken == Broken.DESTROYED:
            return _without(mines, self.mine)
        return _changed(mines, self.mine, damaged=True) if self.broken else mines


class MineTaken(AboutMine, OnMines, frozen=True, kw_only=True, tag="reflex.mine_taken"):
    """``actor`` moved a mine: it is gone from where it lay, or goes off.

    ``cause`` says why it does: "tampered", or "damaged" where ``roll`` is at or under ``percent``.
    """

    percent: int = 0
    roll: Roll | None = None
    goes_off: bool = False
    cause: str = ""

    def lying(self, mines: Mines) -> Mines:
        return mines if self.goes_off else _without(mines, self.mine)


class MineForgotten(OnMines, frozen=True, kw_only=True, tag="reflex.mine_forgotten"):
    """The GM took a mine off the ground as if it had never been there."""

    mine: str
    title: str
    audience: Audience = Audience.GM

    def lying(self, mines: Mines) -> Mines:
        return _without(mines, self.mine)


def _changed(mines: Mines, key: str, **changes: Any) -> Mines:
    return {**mines, key: _with(mines[key], **changes)}


def _without(mines: Mines, key: str) -> Mines:
    return {other: mine for other, mine in mines.items() if other != key}
