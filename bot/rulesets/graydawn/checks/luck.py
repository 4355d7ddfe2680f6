"""Luck is offered where a roll went against somebody: another roll, or just as much more as it takes.

Of what somebody rolls in an act of its own it is offered once, behind the act.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from bot.core.dice import Ask, Roll
from bot.core.scene import Question
from bot.core.source import AtStake, Knows
from bot.rulesets.graydawn.checks.events import Outcome, Save
from bot.rulesets.graydawn.checks.own_act import Chance, OwnAct, note_chance, own_act
from bot.rulesets.graydawn.checks.rolls import SIDES, faces_of
from bot.rulesets.graydawn.options import ENEMY_LUCK, LUCK
from bot.rulesets.graydawn.play import DawnPlay, DawnReading

KEEP, REROLL, RAISE = "keep", "reroll", "raise"
QUESTION = "luck"
MOST_TENS = 2
"""From how many tens on that would have to fall nobody is asked about another roll: that comes once in a hundred."""
SUFFICES = AtStake(words="enough to succeed")
"""What is at stake with a raise, which is by just as much as a roll lacks."""

T = TypeVar("T", bound=Outcome | Save)
_with = msgspec.structs.replace


def purse(reading: DawnReading, actor: str) -> int:
    """Return the luck that somebody may be asked about: mooks are never asked, the GM only where the campaign says so.

    For whoever of the GM's is down nobody is asked (ours): the question would tell that it still lives.
    """
    combatant = reading.scene.combatants[actor]
    if combatant.guarded and not combatant.state.able:
        return 0
    asked = reading.options[ENEMY_LUCK] if combatant.guarded else reading.options[LUCK]
    return 0 if combatant.state.mook or not asked else combatant.state.luck


def reconsidered(
    play: DawnPlay,
    actor: str,
    made: T,
    again: Callable[[], T],
    lacking: Callable[[T], int],
    *,
    against: str = "",
) -> T:
    """Return a roll that has failed, as luck leaves it (text 004, lines 166-173; 004-31).

    ``lacking`` says by how much it fails, 0 or less where it does not. A fumble can be rolled again, but not raised.
    ``against`` is whom it opposes. What somebody rolls in an act of its own is only noted: it is asked about behind
    the act (004-56).
    """
    act = own_act(play, actor)
    succeeds = _as_it_stood(play, lambda: _succeeds(again(), lacking))
    if act is not None:
        return _put_off(play, act, made, lacking(made), against, succeeds)
    while (short := lacking(made)) > 0 or _fumbled(made):
        left = purse(play, actor) - made.luck
        choice = _offered(play, actor, made, 0 if _fumbled(made) else short, left, against, succeeds)
        if choice == REROLL:
            made = _again(play, made, again())
        elif choice == RAISE:
            return _raised(play, made, short)
        else:
            return made
    return made


def _succeeds(made: T, lacking: Callable[[T], int]) -> bool:
    return not _fumbled(made) and lacking(made) <= 0


def _as_it_stood(play: DawnPlay, rolled: Callable[[], bool]) -> Callable[[], bool]:
    """Return the same roll to be made later, when more has happened, by how things stand now."""
    scene = play.scene

    def again() -> bool:
        now, play.scene = play.scene, scene
        try:
            return rolled()
        finally:
            play.scene = now

    return again


def _put_off(play: DawnPlay, act: OwnAct, made: T, short: int, against: str, succeeds: Callable[[], bool]) -> T:
    """Return the roll, raised if that was chosen behind the act, or else noted where it fails."""
    label = made.rolls[0].label
    spot = play.source.spot(label)
    if _fumbled(made):
        act.chances[spot] = Chance(label, _shown(made), f"{label} {_lacking(made, 0)}", against=against)
    elif short > 0 and spot in act.raised:
        return _raised(play, made, short)
    elif short > 0:
        stands = f"{label} {_lacking(made, short)}"
        vain = _is_vain(made, short)
        act.chances[spot] = Chance(label, _shown(made), stands, short, against, succeeds, vain=vain)
    return made


def _is_vain(made: Outcome | Save, short: int) -> bool:
    """Tell whether a roll that fails by so much could only be saved by one that comes in a hundred, or more rarely."""
    return isinstance(made, Outcome) and not made.fumble and faces_of(made.rolls) + short > MOST_TENS * SIDES


def _fumbled(made: Outcome | Save) -> bool:
    return isinstance(made, Outcome) and made.fumble


def _shown(made: Outcome | Save) -> str:
    return str(made.total if isinstance(made, Outcome) else made.rolls[0].faces[0])


def _again(reading: DawnReading, old: T, new: T) -> T:
    return _with(new, luck=old.luck + reading.tables.limits.luck_reroll.value, before=(*old.before, *old.rolls))


def points_for(reading: DawnReading, short: int) -> int:
    """Return the luck that raises a roll by so much, at two a point."""
    return -(-short // reading.tables.limits.luck_raise.value)


def _raised(reading: DawnReading, made: T, short: int) -> T:
    points = points_for(reading, short)
    more = points * reading.tables.limits.luck_raise.value
    if isinstance(made, Outcome):
        return _with(made, luck=made.luck + points, raised=more, total=made.total + more)
    return _with(made, luck=made.luck + points, raised=more, passed=True)


def _offered(
    play: DawnPlay, actor: str, made: T, short: int, left: int, against: str, succeeds: Callable[[], bool]
) -> str:
    """Return what is chosen of what luck is left for; nothing is asked where it is too little for anything."""
    label = made.rolls[0].label
    choices = [f"{KEEP} {_shown(made)}"]
    if left >= play.tables.limits.luck_reroll.value and not _is_vain(made, short):
        choices.append(f"{REROLL} ({play.tables.limits.luck_reroll.value} luck)")
    if short and points_for(play, short) <= left:
        choices.append(f"{RAISE} ({points_for(play, short)} luck)")
    about = f"{label} {_lacking(made, short)}"
    return chosen(play, actor, label, tuple(choices), about, against, succeeds if short else None)


def _lacking(made: Outcome | Save, short: int) -> str:
    return "fumbled" if _fumbled(made) else f"{short} short"


def chosen(
    play: DawnPlay,
    actor: str,
    label: str,
    choices: tuple[str, ...],
    about: str,
    against: str = "",
    succeeds: Callable[[], bool] | None = None,
) -> str:
    """Return the first word of what is chosen, as things stand; the dead are not asked, nor is who has no choice.

    ``succeeds`` rolls once more and tells whether that would do, where it shows from what is asked.
    """
    if len(choices) == 1 or play.scene.combatants[actor].state.dead:
        return KEEP
    key = f"{label}{len(play.source.given)}"
    question = Question(key, actor, QUESTION, choices, default=choices[0], detail=about, target=against)

    def at_stake(choice: str, _: Knows) -> AtStake | None:
        if choice.startswith(RAISE):
            return SUFFICES
        return AtStake(comes=succeeds) if succeeds and choice.startswith(REROLL) else None

    return play.ask(question, at_stake).partition(" ")[0]


def place_again(
    play: DawnPlay, target: str, ask: Ask, name_of: Callable[[Roll], str]
) -> tuple[Roll, tuple[Roll, ...], int]:
    """Roll for a place; return the roll, those that luck took back, and what that cost (text 004, line 171)."""
    roll, before, paid = play.roll(ask), list[Roll](), 0
    if own_act(play, target):
        note_chance(play, target, Chance(ask.label, name_of(roll), f"{ask.label} {name_of(roll)}"))
        return roll, (), 0
    cost = play.tables.limits.luck_reroll.value
    while purse(play, target) - paid >= cost:
        choices = (f"{KEEP} {name_of(roll)}", f"{REROLL} ({cost} luck)")
        if chosen(play, target, ask.label, choices, f"{ask.label} of the hit") == KEEP:
            break
        before.append(roll)
        roll, paid = play.roll(ask), paid + cost
    return roll, tuple(before), paid
