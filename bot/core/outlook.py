"""What each answer to an open question would come to, as its reader may know: by the very rule that asked it."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from bot.core import orders
from bot.core.dice import EnumeratingDice, TooManyFallsError, every_leaf
from bot.core.engine import OddsTooLarge, odds, play_of, tried
from bot.core.errors import RuleViolation
from bot.core.fight import carry_out, own_rule
from bot.core.narration import CLAIM
from bot.core.play import Play
from bot.core.ruleset import Ruleset
from bot.core.said.claims import ALLOW, WITHOUT, said_as
from bot.core.scene import Pending, Scene
from bot.core.source import AtStake, Knows, Source, Stakes, Unanswered
from bot.core.views import Viewer

S = TypeVar("S")
G = TypeVar("G")

MOST_FALLS = 400  # of what decides one answer: a check of a few dice, not what comes of it
MOST_OF_AN_ORDER = 150  # falls of a whole order that a claim is part of


class AnswerOutlook(msgspec.Struct, frozen=True):
    """What an answer costs, and how often it comes off, where that is known; with ``at_most`` at most so often.

    ``words`` say what it surely leads to.
    """

    cost: int = 0
    chance: Fraction | None = None
    at_most: bool = False
    words: str = ""


def outlooks(ruleset: Ruleset[S, G], scene: Scene[S, G], viewer: Viewer) -> dict[str, AnswerOutlook]:
    """Return what ``viewer`` may know beforehand of the answers to the open question: none where nothing is known.

    The rule is played again up to where it asks; it says what is at stake by what the viewer may know.
    """
    pending = scene.pending
    if pending is None:
        return {}
    order = orders.parsed(pending.order)
    if isinstance(order, orders.Claimed) and pending.question.prompt == CLAIM:
        return _of_claim(ruleset, scene, order) if viewer.gm else {}
    play, stakes = _asked_again(ruleset, scene, pending, order)
    if stakes is None:
        return {}
    knows = _known_to(scene, viewer)
    said = {choice: stakes(choice, knows) for choice in pending.question.choices}
    return {choice: outlook_of(play, stake) for choice, stake in said.items() if stake is not None}


def _known_to(scene: Scene[S, G], viewer: Viewer) -> Knows:
    people = scene.combatants

    def knows(actor: str) -> bool:
        return viewer.gm or (actor in people and not people[actor].guarded and not people[actor].hidden)

    return knows


def _asked_again(
    ruleset: Ruleset[S, G], scene: Scene[S, G], pending: Pending, order: orders.Order
) -> tuple[Play[S, G, Any], Stakes | None]:
    """Return the play of an order as it stands at its open question, and what the rule says is at stake there."""
    source = Source(EnumeratingDice(), pending.answers, pending.faces, apart=scene.apart)
    before = msgspec.structs.replace(scene, pending=None)
    play = play_of(ruleset, before, source)
    stakes: Stakes | None = None
    by_itself = isinstance(order, orders.Follow)
    with suppress(RuleViolation):
        try:
            (own_rule if scene.apart and not by_itself else carry_out)(ruleset, play, order)
        except Unanswered as stop:
            stakes = stop.stakes
    return play, stakes


def outlook_of(play: Play[S, G, Any], stake: AtStake) -> AnswerOutlook:
    """Return what an answer would come to by what a rule says is at stake; no chance where too much would be listed."""
    if stake.comes is None:
        return AnswerOutlook(stake.cost, words=stake.words)
    found = Fraction()
    try:
        for falls, dice in enumerate(every_leaf()):
            if falls == MOST_FALLS:
                return AnswerOutlook(stake.cost)
            play.source.falling(dice)
            came = stake.comes()
            found += Fraction(dice.weight, dice.ways) * came
    except TooManyFallsError:
        return AnswerOutlook(stake.cost)
    return AnswerOutlook(stake.cost, found, stake.at_most)


def _of_claim(ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.Claimed) -> dict[str, AnswerOutlook]:
    """Return what an order would come to with what its player says, and without it."""
    return {
        choice: outlook
        for choice, allowed in ((ALLOW, True), (WITHOUT, False))
        if (outlook := _of_act(ruleset, scene, said_as(ruleset, scene, order, allowed=allowed))) is not None
    }


def _of_act(ruleset: Ruleset[S, G], scene: Scene[S, G], act: orders.Act) -> AnswerOutlook | None:
    open_now = msgspec.structs.replace(scene, pending=None)
    with suppress(RuleViolation):
        cost = tried(ruleset, open_now, act)
        return AnswerOutlook(cost or 0, _hits(ruleset, open_now, act))
    return None


def _hits(ruleset: Ruleset[S, G], scene: Scene[S, G], act: orders.Act) -> Fraction | None:
    """Return how often an order hits, None where nobody is hit by it or missed, or there are too many falls."""
    asked = ruleset.actions[act.action].odds or next(iter(ruleset.chances), "")
    with suppress(OddsTooLarge):
        chances = odds(ruleset, scene, act, ruleset.chances.get(asked, lambda _: None), most_leaves=MOST_OF_AN_ORDER)
        hits = sum((chance for name, chance in chances.items() if name in ruleset.hits), Fraction())
        return hits if any(chances) else None
    return None
