"""A signal and a look for mines are actions like others: they take their actor's turn, and whoever acts lets go."""

from __future__ import annotations

from collections.abc import Container

from bot.core.actions import Action, read
from bot.core.errors import RuleViolation
from bot.core.features import Rule
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.reflex.close.grips import maintain
from bot.rulesets.reflex.mines.actions import SearchMines
from bot.rulesets.reflex.morale.rules import check_nerve
from bot.rulesets.reflex.pauses.minutes import check_minute
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.suppression.rules import brave_fire
from bot.rulesets.reflex.time.timing import ALSO_ON_THE_MOVE, FINISH, OPERATIONAL, afford, spend, time_used

LOOK_TICKS = "assess"


def check_in_exchange(reading: ReflexReading, action: Action, ticks: int) -> None:
    """Check that somebody may take a tactical action of so many ticks now (text 003, lines 126-130, 1336, 1738).

    Raises:
        RuleViolation: it is not its turn, it is broken, or it has not so many ticks left.
    """
    _check_turn(reading.scene, action.actor, (*ALSO_ON_THE_MOVE, FINISH))
    check_nerve(reading, action.as_order())
    afford(reading, action.actor, ticks)


def _check_turn(scene: ReflexScene, actor: str, kinds: Container[str]) -> None:
    if not any(kind in kinds for kind in scene.kinds_now(actor)):
        raise RuleViolation(f"It is not {shown(actor)}'s turn.", "See /init status for who is to act.")


def in_passing(looking: SearchMines) -> bool:
    """Tell whether somebody only comes near a mine that is named, which takes no time (ours)."""
    return bool(looking.mine) and not looking.single


def check_time_to_look(play: ReflexPlay, looking: SearchMines) -> None:
    """Check that somebody has the time to look around: a tick in an exchange, else a pause or a minute (ours).

    Raises:
        RuleViolation: it has not.
    """
    if not play.scene.fight:
        check_minute(play, looking.as_order())
    elif play.scene.state.phase == "exchange":
        check_in_exchange(play, looking, play.tables.ticks[LOOK_TICKS].ticks)
    else:
        _check_turn(play.scene, looking.actor, (OPERATIONAL,))
        check_nerve(play, looking.as_order())


def time_to_look(play: ReflexPlay, actor: str) -> None:
    """Have somebody spend the time of a look around."""
    if play.scene.fight and play.scene.state.phase == "exchange":
        spend(play, actor, play.tables.ticks[LOOK_TICKS].ticks)
    else:
        play.tell(time_used(play.scene, actor))


def let_go(play: ReflexPlay, order: Act) -> None:
    """Have whoever gives a signal or looks around let go of whom it holds (text 003, lines 830-834)."""
    if not _comes_by(order):
        maintain(play, order)


def under_fire(play: ReflexPlay, order: Act, rest: Rule) -> None:
    """Fire on whoever shows itself by that in an area, before it goes on (text 003, lines 1430-1433)."""
    if _comes_by(order):
        rest(play, order)
    else:
        brave_fire(play, order, rest)


def _comes_by(order: Act) -> bool:
    return order.action == SearchMines.offer.name and in_passing(read(SearchMines, order))
