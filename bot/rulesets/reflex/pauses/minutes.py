"""Outside of fights time goes by in minutes, each of which is to a body and to a cloud of gas what a pause is."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.reflex.hazards.each_period import get_worse
from bot.rulesets.reflex.pauses.actions import PassTime
from bot.rulesets.reflex.pauses.repairs import outlast
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.time.events import MinuteBegan, MinuteEnded

rules = Rules()


@rules(PassTime)
def pass_time(play: ReflexPlay, passing: PassTime) -> None:
    """Let minutes go by: repairs wear out, breath and blood run out (text 003, lines 1054, 1231-1237).

    Dice: those of ``get_worse`` for each.

    Raises:
        RuleViolation: a fight is open, which has a time of its own.
    """
    if play.scene.fight:
        raise RuleViolation("A fight is on.", "Its time goes by with /init next.")
    for _ in range(passing.minutes):
        play.tell(MinuteBegan(minute=play.scene.state.pauses + 1))
        outlast(play)
        get_worse(play)
        play.tell(MinuteEnded())


def check_minute(play: ReflexPlay, order: Act) -> None:
    """Check outside of fights that somebody has time for what takes a minute (text 003, lines 290-293; ours).

    Raises:
        RuleViolation: it has done something of the kind in this minute.
    """
    if not play.scene.fight and play.scene.combatants[order.actor].state.turn.acted:
        remedy = "A GM lets the next one come: /act action:pass_time."
        raise RuleViolation(f"{shown(order.actor)} has used this minute.", remedy)
