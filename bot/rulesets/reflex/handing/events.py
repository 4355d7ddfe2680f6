"""What changes hands: what was picked up, handed over or not taken."""

from __future__ import annotations

from bot.core.dice import Roll
from bot.core.events import Event, Told
from bot.core.ground.places import Place
from bot.core.terms import Term
from bot.rulesets.reflex.handing.belongings import handed_on
from bot.rulesets.reflex.play import ReflexScene


class TakenUp(Event, frozen=True, kw_only=True, tag="reflex.taken_up"):
    """``actor`` took ``item``, which lay at ``target``, in so many ``hands`` and calls it ``into``.

    With a ``number`` it was the live grenade of that name and number, on a ground at ``place``. ``roll`` is that for
    digging it out, ``costs`` are the parts of the ticks.
    """

    item: str
    into: str
    hands: int
    hand: str
    number: int = 0
    place: Place | None = None
    roll: Roll | None = None
    costs: tuple[Term, ...] = ()

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return handed_on(scene, self.target, self.item, self.actor, self.into, self.hands, self.hand, self.number)


class HandedOver(Event, frozen=True, kw_only=True, tag="reflex.handed_over"):
    """``actor`` gave ``item`` into so many ``hands`` of ``target``, who calls it ``into``.

    ``costs`` are the parts of the ticks.
    """

    item: str
    into: str
    hands: int
    hand: str
    costs: tuple[Term, ...] = ()

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return handed_on(scene, self.actor, self.item, self.target, self.into, self.hands, self.hand)


class NotTaken(Told, frozen=True, kw_only=True, tag="reflex.not_taken"):
    """``target`` did not take ``item``, which ``actor`` held out."""

    item: str
