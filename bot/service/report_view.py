"""What a fight came to, as plain data: all that its report is laid out from, in words, as a card or as a file."""

from __future__ import annotations

import msgspec

from bot.core.wording import Line, counted


class Share(msgspec.Struct, frozen=True):
    """Dice with known chances: how often they fell, how often they should have succeeded, and how often they did."""

    fell: int = 0
    expected: float = 0.0
    succeeded: int = 0


class PersonReport(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody did and suffered; ``status`` is how it fares at the end, ``left`` says that it is here no more.

    ``luck`` is counted of players' characters, and for a GM of everybody: of attacks, and of all other dice.
    """

    name: str
    side: str
    player: bool
    rounds: int = 0
    attacks: int = 0
    hits: int = 0
    taken: int = 0
    covered: int = 0
    shaken: int = 0
    down: bool = False
    left: bool = False
    status: Line = Line(())
    attack_luck: Share | None = None
    other_luck: Share | None = None


class Dealing(msgspec.Struct, frozen=True):
    """What one did to another."""

    who: str
    whom: str
    attacks: int
    rounds: int
    hits: int


class TurningPoint(msgspec.Struct, frozen=True):
    """The moment when somebody went down or got up; ``order`` is its number where the reader knows it."""

    order: str
    clock: str
    told: Line


class StoryEntry(msgspec.Struct, frozen=True):
    """An order by its number, with what happened; one that does not ``stand`` was taken back."""

    order: str
    stands: bool
    lines: tuple[Line, ...]


class FightReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a fight came to for one reader; times are in milliseconds, ``over`` says that it has been closed.

    ``orders`` are those up to the end of the fight, which has ``untold`` ones that the GM alone reads among them;
    ``sides`` are those that its people may be of, in the order of their colours.
    """

    number: int
    title: str
    system: str
    over: bool
    orders: int
    untold: int = 0
    began_at_ms: int
    ended_at_ms: int
    clock: str
    people: tuple[PersonReport, ...] = ()
    sides: tuple[str, ...] = ()
    dealings: tuple[Dealing, ...] = ()
    turning_points: tuple[TurningPoint, ...] = ()

    @property
    def ordered(self) -> str:
        """Return how many orders there were, as the end of the fight counts them, and how many more a GM reads."""
        told = counted(self.orders - self.untold, "order")
        return f"{told} and {self.untold} for the GM alone" if self.untold else told

    @property
    def heading(self) -> str:
        """Return the name of the fight."""
        return f"Fight {self.number}: {self.title}" if self.title else f"Fight {self.number}"
