"""What only the GM knows of is rolled with dice of its own, so that it does not move those that players know of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from bot.core import engine, orders
from bot.core.engine import Decision, DiceFor, Kept
from bot.core.events import Asked, Event
from bot.service.orders.order_words import PublicWords
from bot.service.rows import AnyScene
from bot.service.systems import AnyRuleset

DrawsFor = Callable[[str], DiceFor]
MOST_DRAWS = 20

_replace = msgspec.structs.replace


class Drawn(msgspec.Struct, frozen=True):
    """A decision with its draw, how it is counted, and the words by which that was found."""

    decision: Decision[object, object]
    draw: str
    kept: Kept
    words: PublicWords


def decided(
    ruleset: AnyRuleset, scene: AnyScene, order: orders.Order, dice: DrawsFor, *, scripted: bool = False
) -> Drawn:
    """Decide an order with the dice that are its due.

    First it is rolled as an order that players know of. Where they notice nothing of it, it is rolled anew from the
    GM's secret, until it is of the same kind then too: so each outcome stays as likely as it is by the rules, and the
    next order that players know of is not rolled with the same dice. An order that goes on after a question goes on
    with its dice; ``scripted`` faces are taken as they come.

    Raises:
        RuleViolation: the order is not possible.
    """
    goes_on = scene.pending.draw if scene.pending else ""
    first = _drawn(ruleset, scene, order, dice, goes_on)
    stays = first.kept is Kept.NOTICED or scripted or scene.pending is not None or _waits_behind(first.decision)
    if stays or not (scene.apart and first.decision.rolls):
        return first
    draws = (_drawn(ruleset, scene, order, dice, f"{first.kept} {number}") for number in range(MOST_DRAWS))
    return next((drawn for drawn in draws if drawn.kept is first.kept), first)


def _drawn(ruleset: AnyRuleset, scene: AnyScene, order: orders.Order, dice: DrawsFor, draw: str) -> Drawn:
    decision = engine.decide(ruleset, scene, order, dice(draw), draw)
    words = PublicWords(ruleset)
    kept = _kept(words, scene, order, decision.own)
    return Drawn(_replace(decision, scene=engine.counted(decision.scene, kept)), draw, kept, words)


def _waits_behind(decision: Decision[object, object]) -> bool:
    """Tell whether a question of what happens by itself keeps all that an order led to waiting."""
    (*others, asked) = decision.events or (None,)
    return isinstance(asked, Asked) and bool(asked.moment) and not others


def _kept(words: PublicWords, scene: AnyScene, order: orders.Order, own: Sequence[Event]) -> Kept:
    """Return how an order is counted: what the hidden do, and what is about nobody but them, is theirs alone.

    What only the GM notices of others is about those out of sight, if nothing of it is about anybody in sight.
    """
    if words.is_told(own):
        return Kept.NOTICED
    known = {actor for actor, each in scene.combatants.items() if not each.hidden}
    acting = _acting(scene, order)
    if acting and known.isdisjoint(acting):
        return Kept.UNSEEN
    named = [event for event in own if event.actor or event.target]
    if any(not event.unseen for event in named) or (acting and not named):
        return Kept.GM
    return Kept.LOST if any(known.issuperset(event.unseen) for event in named) else Kept.UNSEEN


def _acting(scene: AnyScene, order: orders.Order) -> tuple[str, ...]:
    """Return by whom an order is carried out, by nobody where a GM has the scene changed."""
    match order:
        case orders.Act():
            return (order.actor,)
        case orders.Claimed():
            return (order.act.actor,)
        case orders.Together():
            return tuple(act.actor for act in order.acts)
        case orders.Answer() | orders.GoOn() if scene.pending:
            return (scene.pending.question.actor,)
        case orders.GoOn():
            return order.actors or tuple(slot.actor for slot in scene.entitled())
        case _:
            return ()
