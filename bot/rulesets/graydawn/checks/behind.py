"""Behind an act its player is asked whether luck changes a roll of it, and the act is played again with that one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import msgspec

from bot.core.features import Rule
from bot.core.orders import Act
from bot.core.scene import Question
from bot.core.source import AtStake, Knows
from bot.core.tape import RollName
from bot.rulesets.graydawn.checks.events import RolledAgain
from bot.rulesets.graydawn.checks.luck import KEEP, QUESTION, RAISE, REROLL, SUFFICES, points_for, purse
from bot.rulesets.graydawn.checks.own_act import Chance, OwnAct
from bot.rulesets.graydawn.play import DawnPlay
from bot.rulesets.graydawn.targets import known_dead

MOST_OFFERED = 10


class LuckyChoice(msgspec.Struct, frozen=True):
    """What luck can do for a roll of an act: have it made again, or else raise it."""

    spot: RollName
    chance: Chance
    reroll: bool


def ask_behind(play: DawnPlay, order: Act, rest: Rule) -> None:
    """Carry out an act; behind it luck may have one roll of it made again, and raise those that fail (172; 004-56).

    Whatever is chosen, the act is played again from its start: all else falls as it fell, and who has answered what is
    still asked is not asked again. Dice: those of the act, then that roll and what it leads to.
    """
    if play.source.tape is not None or not purse(play, order.actor):
        rest(play, order)
        return
    scene, before = play.scene, len(play.events)
    act, paid, rerolls = OwnAct(order.actor), list[RolledAgain](), True
    while True:
        with play.source.taped(act):
            rest(play, order)
        taken = _taken(play, act, rerolls=rerolls)
        if taken is None:
            return
        play.back_to(scene, before)
        if taken.reroll:
            rerolls, paid = False, [_rolled_again(play, act, taken)]
        for event in paid:
            play.tell(event)
        raised = act.raised if taken.reroll else act.raised | {taken.spot}
        act = OwnAct(act.actor, act, taken.spot if taken.reroll else None, raised)


def _taken(play: DawnPlay, act: OwnAct, *, rerolls: bool) -> LuckyChoice | None:
    """Return what luck is spent on; None where on nothing, or where there is nothing to be had for it."""
    offers = _offers(play, act, rerolls=rerolls)
    if not offers:
        return None
    chances = tuple(dict.fromkeys(offer.chance for offer in offers.values()))
    opposed = {chance.against for chance in chances}
    question = Question(
        key="behind",
        actor=act.actor,
        prompt=QUESTION,
        choices=(KEEP, *offers),
        default=KEEP,
        detail=", ".join(chance.stands for chance in chances),
        target=opposed.pop() if len(opposed) == 1 else "",
    )
    return offers.get(play.ask(question, partial(_at_stake, offers)))


def _at_stake(offers: Mapping[str, LuckyChoice], choice: str, _: Knows) -> AtStake | None:
    """Return how often a roll succeeds that is made again; one that is raised does."""
    offer = offers.get(choice)
    if offer is None:
        return None
    return AtStake(comes=offer.chance.again) if offer.reroll else SUFFICES


def _offers(play: DawnPlay, act: OwnAct, *, rerolls: bool) -> Mapping[str, LuckyChoice]:
    """Return what can be had for the luck that is left, by how it reads; of many rolls first those that fail."""
    left, cost = purse(play, act.actor), play.tables.limits.luck_reroll.value
    known = [(spot, chance) for spot, chance in act.chances.items() if _may_matter(play, act, chance)]
    offers: dict[str, LuckyChoice] = {}
    for spot, chance in sorted(known, key=lambda each: not each[1].short)[:MOST_OFFERED]:
        alike = [each for each, other in known if other.label == chance.label]
        name, points = _name(spot, chance, alike), points_for(play, chance.short)
        if 0 < points <= left:
            offers[f"{RAISE} {name} ({points} luck)"] = LuckyChoice(spot, chance, reroll=False)
        if rerolls and cost <= left and not chance.vain:
            offers[f"{REROLL} {name} ({cost} luck)"] = LuckyChoice(spot, chance, reroll=True)
    return offers


def _may_matter(play: DawnPlay, act: OwnAct, chance: Chance) -> bool:
    """Tell whether another roll may matter, as far as everybody knows: to the dead nothing does."""
    return chance.against in ("", act.actor) or not known_dead(play.scene, chance.against)


def _name(spot: RollName, chance: Chance, alike: Sequence[RollName]) -> str:
    """Return what a roll is called, with what tells its part of the act from those of others that are called alike."""
    common = frozenset.intersection(*(frozenset(parts) for parts, *_ in alike))
    own = ", ".join(part for part in spot[0] if part not in common)
    return f"{chance.label} {chance.shows}{f' of {own}' if own else ''}"


def _rolled_again(play: DawnPlay, act: OwnAct, taken: LuckyChoice) -> RolledAgain:
    return RolledAgain(
        actor=act.actor,
        target=taken.chance.against,
        label=taken.chance.label,
        before=tuple(act.rolls[taken.spot]),
        luck=play.tables.limits.luck_reroll.value,
    )
