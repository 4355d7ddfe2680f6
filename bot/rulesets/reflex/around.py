"""What happens around every action, and at the end of an exchange or a pause, in order."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bot.core.around import THE_ACTION, After, Before, Instead, Since, Upon
from bot.core.orders import Act
from bot.rulesets.reflex.attacks.rules import dives
from bot.rulesets.reflex.close.choke import come_due
from bot.rulesets.reflex.close.grips import KEEPING, come_free, maintain, part_riders, slacken
from bot.rulesets.reflex.features import OFFERED
from bot.rulesets.reflex.hazards.each_period import get_worse
from bot.rulesets.reflex.heart.rules import took_heart
from bot.rulesets.reflex.indirect.flights import come_down
from bot.rulesets.reflex.mines import turns
from bot.rulesets.reflex.mines.actions import SearchMines
from bot.rulesets.reflex.mines.lying import lay_mines
from bot.rulesets.reflex.mines.minefields import burn_charges
from bot.rulesets.reflex.morale.darkness import meet_darkness
from bot.rulesets.reflex.morale.rules import break_and_rally, check_nerve, count_odds
from bot.rulesets.reflex.movement.riding import check_on_foot
from bot.rulesets.reflex.overwatch.places import end_watches
from bot.rulesets.reflex.overwatch.rules import meet_where_it_stops
from bot.rulesets.reflex.pauses.actions import IN_A_MINUTE, TASKS
from bot.rulesets.reflex.pauses.minutes import check_minute
from bot.rulesets.reflex.pauses.operations import ONLY_IN_PAUSES, check_chosen
from bot.rulesets.reflex.pauses.repairs import outlast
from bot.rulesets.reflex.pauses.schemes import settle_schemes
from bot.rulesets.reflex.person.exposure import Exposing
from bot.rulesets.reflex.person.unsettled import unsettled
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene, RuleOf
from bot.rulesets.reflex.suppression.lanes import end_lanes
from bot.rulesets.reflex.suppression.rules import brave_fire, come_out
from bot.rulesets.reflex.throws.fuses import burn_down
from bot.rulesets.reflex.time import timing, underway
from bot.rulesets.reflex.time.ticks import tick_of
from bot.rulesets.reflex.vehicles.alighting import empty
from bot.rulesets.reflex.vehicles.hulls import park


def joined(play: ReflexPlay, actor: str) -> None:
    """Give somebody who comes into the fight its place in time, in no grip and without passengers, and count it in."""
    timing.joined(play, actor)
    come_free(play, actor)
    empty(play, actor)
    count_odds(play, actor)


def settle_nerves(play: ReflexPlay, before: ReflexScene) -> None:
    """Have people meet the darkness or leave it, and wills break or rally, behind a round or where people are put."""
    meet_darkness(play)
    break_and_rally(play, before)


def _put_off(play: ReflexPlay, order: Act, rest: RuleOf) -> None:
    underway.put_off(play, order, rest, dives)


def _took_heart(play: ReflexPlay, order: Act, before: ReflexScene) -> None:
    took_heart(play, before, order.actor)


def _time_passed(play: ReflexPlay) -> None:
    """Take the turns of those who cannot act any more, and let fuses burn up to the next one."""
    timing.take_turns_away(play)
    _burn_until_next(play)


def _burn_until_next(play: ReflexPlay) -> None:
    """Let fuses burn up to the next tick, which may take turns of others."""
    before = play.scene
    if before.agenda and _is_lit(play):
        ahead = tick_of(before.agenda[0].key)
        with play.own_moment():
            burn_down(play, ahead)
            burn_charges(play, ahead)
    if play.scene is not before:
        timing.take_turns_away(play)


def _is_lit(play: ReflexPlay) -> bool:
    """Tell whether any fuse burns: that is asked behind every action, and nearly always no."""
    scene = play.scene
    if [mine for mine in scene.state.mines.values() if mine.tick is not None]:
        return True
    return bool([actor for actor in unsettled(play) if scene.combatants[actor].state.kit.fuses])


def _actions_ended(play: ReflexPlay) -> None:
    """Let all that ends on the tick that is played take effect, until something else is next."""
    while play.scene.agenda and timing.FINISH in play.scene.agenda[0].kinds and play.scene.entitled():
        underway.finished(play)
        _time_passed(play)


def go_on(play: ReflexPlay) -> None:
    """Let pass the time until the next tick, after whoever was to act before it has left.

    Nobody else loses a turn by that, since whoever left may have been hidden.
    """
    if play.scene.agenda:
        _burn_until_next(play)
        _actions_ended(play)


EXPOSING = tuple(each.offer.name for each in OFFERED if issubclass(each, Exposing) and each is not SearchMines)
"""What shows whoever does it where it stands."""

AROUND = (
    Before(check_nerve, "the broken do next to nothing, so that nothing else of the order is looked at", in_turn=True),
    Before(check_chosen, "who gave up initiative has one thing to do, whatever it costs", of=(*TASKS, *ONLY_IN_PAUSES)),
    Before(check_minute, "outside of fights a minute has room for one thing that takes one", of=IN_A_MINUTE),
    Before(
        check_on_foot,
        "nobody walks in a vehicle, and a grip is not let go of for what is impossible",
        of=("move", "pause_move"),
    ),
    Before(
        maintain,
        "whoever does something else lets go first, so that its action is not hampered by holding",
        besides=tuple(sorted(KEEPING)),
        in_turn=True,
    ),
    Before(
        turns.let_go,
        "whoever gives a signal or looks for mines lets go as well: neither has kinds of slots that would see to it",
        of=("mine_detonate", "mine_search"),
    ),
    Instead(
        brave_fire,
        "fire on an area comes before whatever shows somebody in it, begun or done",
        of=EXPOSING,
        given="exposed",
        on_ground=True,
    ),
    Instead(
        turns.under_fire,
        "whoever looks for mines shows itself by it, and whoever only comes by one does not",
        of=("mine_search",),
        given="exposed",
        on_ground=True,
    ),
    Instead(
        _put_off,
        "an action that ends later is kept as it was said, and shows nobody in an area a second time",
        switch="advanced_timing",
    ),
    THE_ACTION,
    Upon(
        meet_where_it_stops,
        "behind the move, as whoever comes out where somebody watches is met there",
        of=("move", "take_cover", "board", "drive"),
    ),
    Upon(
        come_out,
        "behind the action, as whoever stands up, runs or gets out into fire shows itself only then",
        of=(*EXPOSING, "take_cover"),
    ),
    Upon(_took_heart, "heart is taken from a deed when it takes effect, not when it begins", of=("attack", "throw")),
    After(slacken, "whoever was put out by the action holds nobody, before anybody acts on that"),
    After(park, "who rides is where the vehicle is, before anybody else acts by that", on_ground=True),
    After(part_riders, "a vehicle may have gone with one of two, before anybody acts on their grip", on_ground=True),
    After(lay_mines, "mines lie on the ground from when they were laid until they are gone", on_ground=True),
    After(end_lanes, "fire on an area ends with its gunner, before anybody else acts in it", on_ground=True),
    After(end_watches, "what somebody watched is watched no longer once it did something else", on_ground=True),
    After(_time_passed, "the next tick is known once the dead have none; what burned until then goes off before it"),
    After(_actions_ended, "what ends on the next tick comes before all that begins on it"),
    After(meet_darkness, "where everybody is by then is dark or lit, before wills break by it", on_ground=True),
    Since(break_and_rally, "wills break by all that has happened since the order came, and by each other's breaking"),
)


def _fuses_out(play: ReflexPlay) -> None:
    burn_down(play, None)
    burn_charges(play, None)


class Due(msgspec.Struct, frozen=True):
    """What comes due at the end of some phases of a fight, and why it stands where it stands."""

    do: Callable[[ReflexPlay], None]
    why: str
    of: tuple[str, ...] = timing.ACTED


ENDING = (
    Due(come_due, "a choke was at work all the time, so that it counts before anything new"),
    Due(settle_schemes, "schemes are settled among those whom the choke has left"),
    Due(outlast, "a makeshift repair holds for whole phases, the one that ends among them"),
    Due(come_down, "rounds in the air land where people are at the end"),
    Due(_fuses_out, "no fuse outlasts an exchange, and may set something on fire", of=("exchange",)),
    Due(get_worse, "fire and lack of air hurt, and wounds get worse, last, with all that was suffered until then"),
)


def end_phase(play: ReflexPlay) -> None:
    """End the exchange, choice or pause that is played, with what comes due before."""
    phase = play.scene.state.phase
    for due in ENDING:
        if phase in due.of:
            due.do(play)
    timing.close(play)
