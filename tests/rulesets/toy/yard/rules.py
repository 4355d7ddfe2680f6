"""How the yard, the GM and those outside are brought into it."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.scene import Question
from bot.core.wording import shown
from tests.rulesets.toy.brawl.events import Hurt
from tests.rulesets.toy.brawl.rules import wound
from tests.rulesets.toy.state import ToyPlay
from tests.rulesets.toy.yard.actions import Beg, Frighten, LayMine, LieInWait, StepOnMine, ThrowStones
from tests.rulesets.toy.yard.events import AmbushSet, Granted, MineLaid, MineSprung, Suppressed, Threatened

rules = Rules()


@rules(ThrowStones)
def suppress(play: ToyPlay, order: ThrowStones) -> None:
    """Throw stones at a place."""
    play.tell(Suppressed(actor=order.actor, area=order.area))


@rules(Frighten)
def threaten(play: ToyPlay, order: Frighten) -> None:
    """Frighten somebody."""
    target = order.target or order.actor
    if target not in play.scene.combatants:
        raise RuleViolation(f"{shown(target)} is not here.", "Choose somebody who is.")
    play.tell(Threatened(actor=target, threat=order.amount))


@rules(LieInWait)
def lie_in_wait(play: ToyPlay, order: LieInWait) -> None:
    """A side hides."""
    play.tell(AmbushSet(actor=order.actor, side=order.side))


@rules(LayMine)
def lay_mine(play: ToyPlay, order: LayMine) -> None:
    """Hide a mine, which outlives the fight."""
    key = f"{order.kind}-{len(play.scene.state.mines) + 1}"
    play.tell(MineLaid(actor=order.actor, mine=key, owner=play.scene.combatants[order.actor].owner))


@rules(StepOnMine)
def step_on_mine(play: ToyPlay, order: StepOnMine) -> None:
    """A mine hurts whoever steps on it; those whom it is hidden from cannot name it."""
    owner = play.scene.combatants[order.actor].owner
    known = [mine.key for mine in play.scene.state.mines if mine.owner == owner or not owner]
    if order.mine not in known:
        raise RuleViolation("There is no such mine.", f"Known: {', '.join(known) or 'none'}.")
    play.tell(MineSprung(actor=order.actor, mine=order.mine))
    wound(play, Hurt(actor=order.actor, points=1))


@rules(Beg)
def beg(play: ToyPlay, order: Beg) -> None:
    """What somebody gets if the GM agrees."""
    question = Question("boon", order.actor, "boon", ("grant", "refuse"), default="refuse", gm=True)
    if play.ask(question) == "grant":
        play.tell(Granted(actor=order.actor, boon=order.boon))
