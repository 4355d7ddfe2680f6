"""What is tried in secret during a pause is settled when all have acted: the best of the enemy's watch opposes it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.scene import Question
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import rolled
from bot.rulesets.reflex.checks.nerve import is_broken
from bot.rulesets.reflex.checks.reach import look_terms
from bot.rulesets.reflex.kinds import Pace, Stance
from bot.rulesets.reflex.pauses.actions import HastyAmbush, KeepWatch, Operation, Withdraw
from bot.rulesets.reflex.pauses.events import Pursued, Scheme, Schemed, SchemeSettled, WatchKept, Withdrew
from bot.rulesets.reflex.pauses.operations import Basis, check_of
from bot.rulesets.reflex.person.consciousness import conscious
from bot.rulesets.reflex.person.control import holders
from bot.rulesets.reflex.person.physique import PACES, fastest
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.state import Attempt, State
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.timing import time_used
from bot.rulesets.reflex.vehicles.seats import light_around

LEAST_BONUS = 1

rules = Rules()


@rules(KeepWatch)
def keep_watch(play: ReflexPlay, watch: KeepWatch) -> None:
    """Keep an eye on the enemy: Awareness, rolled in secret, hampered as all that takes eyes (003, 320-323, 411)."""
    hampered = look_terms(play, None, light_around(play.tables, play.scene, watch.actor))
    check = check_of(play, watch, "keep_watch", Basis("", "awareness"), hampered)
    play.tell(WatchKept(actor=watch.actor, outcome=rolled(play, check, secret=True)))
    play.tell(time_used(play.scene, watch.actor))


@rules(HastyAmbush)
def hasty_ambush(play: ReflexPlay, ambush: HastyAmbush) -> None:
    """Hide one's intentions: Tactics with Awareness (text 003, lines 331-334)."""
    _scheme(play, ambush, Scheme.AMBUSH, "hasty_ambush")


@rules(Withdraw)
def withdraw(play: ReflexPlay, withdraw: Withdraw) -> None:
    """Try to get away: Fieldcraft or Streetcraft with Awareness (text 003, lines 342-345).

    Raises:
        RuleViolation: it cannot move at a walk, or is held (the latter ours).
    """
    state = play.at_opening(withdraw.actor)
    if holders(play.scene, withdraw.actor):
        raise RuleViolation(f"{shown(withdraw.actor)} is held.", "Break free first: /attack with:use=escape.")
    if not can_leave(play.tables, state):
        raise RuleViolation(f"{shown(withdraw.actor)} is too slow to get away.", "That takes a walk at least.")
    _scheme(play, withdraw, Scheme.WITHDRAWAL, withdraw.area)


def can_leave(tables: ReflexTables, state: State) -> bool:
    """Tell whether load and legs allow a walk; who lies or kneels has the time to get up (line 344; ours)."""
    upright = state.with_body(stance=Stance.STANDING)
    return PACES.index(fastest(tables, upright)) >= PACES.index(Pace.WALK)


def _scheme(play: ReflexPlay, operation: Operation, scheme: Scheme, row: str) -> None:
    of = play.tables.operations[row]
    outcome = rolled(play, check_of(play, operation, scheme.value, Basis(of.skill.casefold(), of.attribute)))
    play.tell(Schemed(actor=operation.actor, scheme=scheme, outcome=outcome))
    play.tell(time_used(play.scene, operation.actor))


def settle_schemes(play: ReflexPlay) -> None:
    """Have what was tried in a pause meet the best watch of an enemy (text 003, lines 323, 333-335, 348-349).

    Who was put out by then, or can walk no more, neither gets away nor ambushes anybody (ours).
    """
    for actor in tuple(play.scene.combatants):
        attempt = play.scene.combatants[actor].state.turn.scheme
        if attempt is not None:
            _settle(play, actor, attempt)


def _settle(play: ReflexPlay, actor: str, attempt: Attempt) -> None:
    state, scheme = play.scene.combatants[actor].state, Scheme(attempt.kind)
    leaves = scheme is Scheme.WITHDRAWAL
    if not conscious(state) or (leaves and not can_leave(play.tables, state)):
        play.tell(SchemeSettled(actor=actor, scheme=scheme, net=attempt.margin, stopped=True))
        return
    settled = _settled(play.scene, actor, attempt)
    play.tell(settled)
    if leaves:
        play.tell(_left(play, actor, away=settled.net >= 0))


def _settled(scene: ReflexScene, actor: str, attempt: Attempt) -> SchemeSettled:
    """Return the net margin; a failure stays one, and nothing is taken off for a failed watch (A1; 003-73)."""
    scheme, watch = Scheme(attempt.kind), _best_watch(scene, actor)
    opposed = watch is not None and attempt.margin >= 0
    net = attempt.margin - (watch or 0) if opposed else attempt.margin
    bonus = max(LEAST_BONUS, net) if scheme is Scheme.AMBUSH and net >= 0 else 0
    return SchemeSettled(actor=actor, scheme=scheme, net=net, watch=watch if opposed else None, bonus=bonus)


def _best_watch(scene: ReflexScene, actor: str) -> int | None:
    watches = (scene.combatants[enemy].state.turn.watch for enemy in _enemies(scene, actor))
    return max((watch for watch in watches if watch is not None and watch >= 0), default=None)


def _enemies(scene: ReflexScene, actor: str) -> Iterator[str]:
    """Yield those of other sides who are awake."""
    side = scene.combatants[actor].side
    return (
        other for other, combatant in scene.combatants.items() if combatant.side != side and conscious(combatant.state)
    )


def _left(play: ReflexPlay, actor: str, *, away: bool) -> Withdrew | Pursued:
    """Return whether somebody got away; who fails to may be pursued, if an enemy wants to (lines 345-346)."""
    pursuer = None if away else next(_pursuers(play.scene, actor), None)
    if pursuer is None:
        return Withdrew(actor=actor)
    pursue, let_go = f"pursue {shown(actor)}", f"let {shown(actor)} go"
    question = Question(f"pursuit {actor}", pursuer, "pursuit", (pursue, let_go), default=let_go, target=actor)
    pursued = play.ask(question) == pursue
    return Pursued(actor=actor, target=pursuer) if pursued else Withdrew(actor=actor)


def _pursuers(scene: ReflexScene, actor: str) -> Iterator[str]:
    """Yield the enemies who may go after somebody: none who has given up or is broken, nor after the hidden (ours)."""
    for enemy in _enemies(scene, actor):
        state = scene.combatants[enemy].state
        if not (scene.combatants[actor].hidden or state.turn.surrendered or is_broken(state)):
            yield enemy
