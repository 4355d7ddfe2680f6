"""A fight is decided when only one side has anybody left who can and will go on; to end it is up to the GM."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.features import Follows
from bot.rulesets.reflex.checks.nerve import is_broken
from bot.rulesets.reflex.person.consciousness import conscious
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.time.events import ExchangeEnded, FightDecided, PauseEnded

follows = Follows()


@follows(ExchangeEnded, PauseEnded)
def decide_fight(play: ReflexPlay, _ended: Event) -> None:
    """Tell the GM once when only one side is left to fight (text 003, lines 162-168).

    Who is in shock may come out of it and still counts (ours).
    """
    people = [each for each in play.scene.combatants.values() if not each.state.body.vehicle]
    left = {each.side for each in people if _fights_on(each.state)}
    if play.scene.state.decided or len(left) != 1 or len({each.side for each in people}) == 1:
        return
    play.tell(FightDecided(side=left.pop()))


def _fights_on(state: State) -> bool:
    return conscious(state) and not state.turn.surrendered and not is_broken(state)
