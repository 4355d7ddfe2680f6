"""How the yard, the GM and those outside are brought into it."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.scene import Question
from bot.core.wording import shown
from tests.rulesets.toy.brawl.events import Hurt
from tests.rulesets.toy.brawl.rules import wound
from tests.rulesets.toy.state import ToyPlay
from tests.rulesets.toy.yard.events import AmbushSet, Granted, MineLaid, MineSprung, Suppressed, Threatened

rules = Rules()


@rules("suppress")
def suppress(play: ToyPlay, order: Act) -> None:
    """Throw stones at a place."""
    play.tell(Suppressed(actor=order.actor, area=order.inputs.get("area", "")))


@rules("morale_threat")
def threaten(play: ToyPlay, order: Act) -> None:
    """Frighten somebody."""
    target = str(order.inputs.get("target", order.actor))
    if target not in play.scene.combatants:
        raise RuleViolation(f"{shown(target)} is not here.", "Choose somebody who is.")
    play.tell(Threatened(actor=target, threat=order.inputs["amount"]))


@rules("ambush_set")
def lie_in_wait(play: ToyPlay, order: Act) -> None:
    """A side hides."""
    play.tell(AmbushSet(actor=order.actor, side=order.inputs.get("side", "")))


@rules("mine_emplace")
def lay_mine(play: ToyPlay, order: Act) -> None:
    """Hide a mine, which outlives the fight."""
    key = f"{order.inputs.get('kind', 'jar')}-{len(play.scene.state.mines) + 1}"
    play.tell(MineLaid(actor=order.actor, mine=key, owner=play.scene.combatants[order.actor].owner))


@rules("mine_trigger")
def step_on_mine(play: ToyPlay, order: Act) -> None:
    """A mine hurts whoever steps on it; those whom it is hidden from cannot name it."""
    owner = play.scene.combatants[order.actor].owner
    known = [mine.key for mine in play.scene.state.mines if mine.owner == owner or not owner]
    if order.inputs["mine"] not in known:
        raise RuleViolation("There is no such mine.", f"Known: {', '.join(known) or 'none'}.")
    play.tell(MineSprung(actor=order.actor, mine=order.inputs["mine"]))
    wound(play, Hurt(actor=order.actor, points=1))


@rules("beg")
def beg(play: ToyPlay, order: Act) -> None:
    """What somebody gets if the GM agrees."""
    question = Question("boon", order.actor, "boon", ("grant", "refuse"), default="refuse", gm=True)
    if play.ask(question) == "grant":
        play.tell(Granted(actor=order.actor, boon=order.inputs["boon"]))
