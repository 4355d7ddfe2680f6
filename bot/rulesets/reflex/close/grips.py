"""Grips are won, strained and lost: what anybody does with the Control that it has over somebody."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import BODY, attribute_check, opposed
from bot.rulesets.reflex.checks.reach import band_of
from bot.rulesets.reflex.close.actions import LetGo
from bot.rulesets.reflex.close.events import ControlSet, Ended, GripStrained, Struggled
from bot.rulesets.reflex.kinds import Band
from bot.rulesets.reflex.person.consciousness import known_dead
from bot.rulesets.reflex.person.control import firm, hampered, holders, victims
from bot.rulesets.reflex.person.unsettled import unsettled
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.vehicles.seats import reach_m, ride

rules = Rules()

_ATTACKS = ("attack", "attack_thing", "throw", "suppress", "panic_fire", "indirect_fire", "choke")
_WORDS = ("communicate", "morale_boost", "adjust_fire")
_READYING = ("ready", "stow", "pick_up", "hand_over")
_WAITING = ("wait", "watch", "press")
KEEPING = frozenset({*_ATTACKS, *_WORDS, *_READYING, *_WAITING, "finish"})
"""What keeps Control: to ready and to stow are one action (text 003, line 222), and to finish is the end of another."""


def seize(play: ReflexPlay, holder: str, victim: str, margin: int, dive: int = 0) -> None:
    """Add to the Control the margin of a grapple that succeeded, and ``dive`` with it.

    By zero it succeeds and brings nothing (text 003, lines 818, 822, 845-846; rulings 003-39, 003-76).
    """
    before = _control_now(play, holder, victim)
    dive = dive if margin else 0
    control = before + margin + dive
    play.tell(ControlSet(actor=holder, target=victim, before=before, control=control, margin=margin, dive=dive))


def loosen(play: ReflexPlay, holder: str, victim: str, margin: int) -> None:
    """Take the margin of an escape off the Control (text 003, lines 870-871)."""
    before = _control_now(play, holder, victim)
    left, ended = max(0, before - margin), Ended.ESCAPED
    play.tell(ControlSet(actor=holder, target=victim, before=before, control=left, margin=margin, ended=ended))


def _control_now(play: ReflexPlay, holder: str, victim: str) -> int:
    return victims(play.scene, play.scene.combatants[holder].state).get(victim, 0)


def _released(play: ReflexPlay, holder: str, ended: Ended, only: str = "") -> None:
    for victim, before in victims(play.scene, play.scene.combatants[holder].state).items():
        if only in ("", victim):
            play.tell(ControlSet(actor=holder, target=victim, before=before, control=0, ended=ended))


def maintain(play: ReflexPlay, order: Act) -> None:
    """Let go of all Control by any action in time but attacks, blocks, words, readying, stowing and waiting (830-834).

    To declare a hold loses it too.
    """
    _released(play, order.actor, Ended.OTHER_ACTION)


def slacken(play: ReflexPlay) -> None:
    """Take the grips away of those who can hold nobody, and on those who have left or are known to be dead (ours)."""
    for actor in unsettled(play):
        state = play.scene.combatants[actor].state
        for victim in victims(play.scene, state) if state.hold.controls else ():
            held = play.scene.combatants[victim]
            if not firm(state) or held.state.turn.withdrawn or known_dead(held):
                _released(play, actor, Ended.UNABLE, victim)


def tear_apart(play: ReflexPlay, put: Sequence[str]) -> None:
    """End the grips of those whom a GM has ``put`` out of reach, by themselves or aboard a vehicle (ours)."""
    for holder, each in play.scene.combatants.items():
        for victim in victims(play.scene, each.state):
            if not {holder, victim, ride(play.scene, holder), ride(play.scene, victim)}.intersection(put):
                continue
            if _is_out_of_reach(play, holder, victim):
                _released(play, holder, Ended.TORN, victim)


def _is_out_of_reach(reading: ReflexReading, holder: str, victim: str) -> bool:
    """Tell whether two are known to be too far apart to hold on."""
    far_m = reach_m(reading.tables, reading.scene, holder, victim)
    return far_m is not None and not _is_at_hand(reading, far_m)


def slip_away(play: ReflexPlay, mover: str, distance_m: float) -> None:
    """End the grips that others won on the tick on which somebody goes so far, and out of reach (136-138; ours).

    It was on its way already as they took hold of it, and had not to struggle.
    """
    scene, strained = play.scene, holders(play.scene, mover)
    measured = scene.ground is not None and mover in scene.ground.places
    for holder, each in scene.combatants.items():
        if holder not in strained and mover in victims(scene, each.state):
            gone = _is_out_of_reach(play, holder, mover) if measured else not _is_at_hand(play, distance_m)
            if gone:
                _released(play, holder, Ended.TORN, mover)


def _is_at_hand(reading: ReflexReading, range_m: float) -> bool:
    return band_of(reading.tables, range_m) is Band.PERSONAL


def part_riders(play: ReflexPlay) -> None:
    """End the grips of and on those aboard a vehicle that has gone, or has kept one of the two back (ours)."""
    tear_apart(play, tuple(play.scene.state.aboard))


def come_free(play: ReflexPlay, actor: str) -> None:
    """End the grips of and on somebody who comes back: others have acted, and none of them held on (ours)."""
    for holder in tuple(play.scene.combatants):
        _released(play, holder, Ended.UNABLE, "" if holder == actor else actor)


@rules(LetGo)
def let_go(play: ReflexPlay, release: LetGo) -> None:
    """Let go of one or of all; it takes no time (ours).

    Raises:
        RuleViolation: nobody of the kind is held.
    """
    held, wanted = victims(play.scene, play.scene.combatants[release.actor].state), release.target
    if not held or (wanted and wanted not in held):
        names = ", ".join(shown(victim) for victim in held if not play.scene.combatants[victim].hidden)
        whom = shown(wanted)[:40] or "anybody"
        remedy = f"Held: {names}." if names else "Take hold of somebody first: /attack with:use=grapple."
        raise RuleViolation(f"{shown(release.actor)} does not hold {whom}.", remedy)
    _released(play, release.actor, Ended.LET_GO, wanted)


def strain(play: ReflexPlay, victim: str, wanted_m: float) -> float:
    """Return how far somebody who is held may go: the margin in metres by which its Muscle beats that of every holder.

    Text 003, lines 838-841; a tie leaves no metre. Dice: the Muscle of the victim, then that of each holder.
    """
    held = holders(play.scene, victim)
    if not held:
        return wanted_m
    state = play.at_opening(victim)
    outcome = attribute_check(play, "struggle", state, "muscle", hampered(play.scene, victim, next(iter(held))), BODY)
    play.tell(Struggled(actor=victim, outcome=outcome))
    free_m = outcome.margin
    for holder in held:
        terms = hampered(play.scene, holder, victim)
        with play.about(holder):
            against = attribute_check(play, "grip", play.as_seen(holder), "muscle", terms, BODY)
        net = opposed(outcome, against)
        play.tell(GripStrained(actor=holder, target=victim, outcome=against, net=net))
        free_m = min(free_m, net)
    return min(wanted_m, float(max(0, free_m)))
