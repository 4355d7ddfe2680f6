"""What happens at arm's length: strikes, the blocks that meet them, and what is done in a grip."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from bot.core.dice import Roll
from bot.core.events import Event, Personal, Told
from bot.core.scene import with_state
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.kinds import BodyPart, Degree, Pace
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State

_with = msgspec.structs.replace


class Struck(Told, frozen=True, kw_only=True, tag="reflex.struck"):
    """``actor`` attacked ``target`` in close combat.

    ``mode`` is blind, snap or calculated. ``margin`` is that of the attack before any block. ``costs`` are the parts
    of ``cost_ticks``. ``dive`` is the pace of a diving strike. ``use`` is a row of the table ``grips``, what it was
    to do instead of hurting, or empty. It was aimed at a ``thing`` of the target, or of nobody, where one is named.
    """

    title: str
    mode: str
    cost_ticks: int
    costs: tuple[Term, ...]
    outcome: Outcome
    margin: int
    called: str = ""
    dive: Pace = Pace.STILL
    use: str = ""
    thing: str = ""


class Blocked(Told, frozen=True, kw_only=True, tag="reflex.blocked"):
    """``actor`` tried to block an attack of ``target``; ``net`` is the margin left to the attack, below zero none.

    ``grapples`` says that the block was to grapple.
    """

    title: str
    cost_ticks: int
    outcome: Outcome
    net: int
    grapples: bool = False


class BlockTested(Told, frozen=True, kw_only=True, tag="reflex.block_tested"):
    """A block that succeeded may have hurt ``actor``, who met the weapon of ``target``: at ``place``, None unhurt."""

    roll: Roll
    place: BodyPart | None = None


class Ended(StrEnum):
    """Why there is less Control than there was."""

    ESCAPED = "escaped"
    LET_GO = "let go"
    OTHER_ACTION = "other action"
    UNABLE = "unable"
    TORN = "torn"


OWN_DOING = (Ended.LET_GO, Ended.OTHER_ACTION)


class ControlSet(Event, frozen=True, kw_only=True, tag="reflex.control_set"):
    """The Control of ``actor`` over ``target`` went from ``before`` to ``control``.

    ``margin`` is that of the grapple or of the escape that changed it, ``dive`` what a dive added; ``ended`` says why
    there is less.
    """

    before: int
    control: int
    margin: int = 0
    dive: int = 0
    ended: Ended | None = None

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with that Control; what it does to whoever is held ends once nobody holds on any more.

        What the holder itself did counts at once, also for what it does next on the same tick.
        """
        scene = self._marked(scene)
        if self.ended in OWN_DOING and self.actor in scene.opening:
            opening = self._controlling(scene, scene.opening[self.actor])
            scene = _with(scene, opening={**scene.opening, self.actor: opening})
        holder = self._controlling(scene, scene.combatants[self.actor].state)
        return self._relieved(with_state(scene, self.actor, holder))

    def _marked(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with a mark for whoever is held and has none, which nobody bears and no grip is on."""
        held = scene.combatants[self.target].state
        if held.hold.grip:
            return scene
        gone = [away.combatant for away in scene.away.values()]
        states = [combatant.state for combatant in (*scene.combatants.values(), *gone)]
        mark = 1 + max(max((state.hold.grip, *state.hold.controls)) for state in states)
        return with_state(scene, self.target, held.with_hold(grip=mark))

    def _controlling(self, scene: ReflexScene, holder: State) -> State:
        mark = scene.combatants[self.target].state.hold.grip
        others = {key: value for key, value in holder.hold.controls.items() if key != mark}
        return holder.with_hold(controls=others | ({mark: self.control} if self.control else {}))

    def _relieved(self, scene: ReflexScene) -> ReflexScene:
        state = scene.combatants[self.target].state
        held = any(state.hold.grip in combatant.state.hold.controls for combatant in scene.combatants.values())
        return scene if held or not state.nerve.coerced else with_state(scene, self.target, state.with_nerve(coerced=0))


class Struggled(Told, frozen=True, kw_only=True, tag="reflex.struggled"):
    """``actor``, who is held, tried to move all the same."""

    outcome: Outcome


class GripStrained(Told, frozen=True, kw_only=True, tag="reflex.grip_strained"):
    """``actor`` held on to ``target``, who tried to move: ``net`` is the margin left to that, below zero none."""

    outcome: Outcome
    net: int


class Coerced(Personal, frozen=True, kw_only=True, tag="reflex.coerced"):
    """A compliance hold of ``target`` hurt ``actor`` for as many as ``threats`` threat conditions."""

    threats: int

    def changed(self, state: State) -> State:
        """Return the state with the worst of several holds, which threatens until nobody holds on any more (ours)."""
        return state.with_nerve(coerced=max(state.nerve.coerced, self.threats))


class DisarmResisted(Told, frozen=True, kw_only=True, tag="reflex.disarm_resisted"):
    """``actor`` tried to keep what ``target`` wrenched from its hands; ``net`` is the margin left to the attack."""

    outcome: Outcome
    net: int


class ChokeBegan(Event, frozen=True, kw_only=True, tag="reflex.choke_began"):
    """``actor`` began to choke ``target`` out, which takes the whole exchange of ``cost_ticks``."""

    cost_ticks: int

    def apply(self, scene: ReflexScene) -> ReflexScene:
        mark = scene.combatants[self.target].state.hold.grip
        return with_state(scene, self.actor, scene.combatants[self.actor].state.with_hold(choking=mark))


class ChokeSlipped(Told, frozen=True, kw_only=True, tag="reflex.choke_slipped"):
    """``actor`` does not hold ``target`` firmly enough to choke it, and has lost no time."""


class ChokeEnded(Personal, frozen=True, kw_only=True, tag="reflex.choke_ended"):
    """The exchange in which ``actor`` choked ``target`` is over; ``control`` is what was left, ``firm`` if enough."""

    control: int
    firm: bool

    def changed(self, state: State) -> State:
        return state.with_hold(choking=0)


class Blackout(Personal, frozen=True, kw_only=True, tag="reflex.blackout"):
    """``actor`` was choked by ``target`` until it blacked out, or died where the check failed."""

    outcome: Outcome

    def changed(self, state: State) -> State:
        """Return the state of one who counts as critically hurt in the head, if it died of it (text 003, line 866)."""
        if self.outcome.succeeded:
            return state
        return state.with_body(virtual={**state.body.virtual, BodyPart.HEAD.value: Degree.CRITICAL})
