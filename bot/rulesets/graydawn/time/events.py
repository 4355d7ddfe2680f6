"""What happens to the round, and to the turn of each in it."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.events import Audience, Event, Personal, Told
from bot.core.scene import with_scene_state, with_states
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.play import DawnScene
from bot.rulesets.graydawn.state import Fear, Shelter, Stance, State, Turn

_with = msgspec.structs.replace


class RoundBegan(Event, frozen=True, kw_only=True, tag="graydawn.round_began"):
    """A new round of about three seconds."""

    number: int

    def apply(self, scene: DawnScene) -> DawnScene:
        """Give everybody a fresh turn, hurried where a lightning start was asked for."""
        fresh = {
            actor: _with(one.state, turn=Turn(), hurried=one.state.quick, quick=False)
            for actor, one in scene.combatants.items()
        }
        return with_scene_state(with_states(scene, fresh), rounds=self.number)


class InitiativeRolled(Personal, frozen=True, kw_only=True, tag="graydawn.initiative_rolled"):
    """The initiative of ``actor`` for the round; a newcomer for whom that is over acts ``at`` another one in it."""

    silent: ClassVar[bool] = True

    check: Outcome
    at: int | None = None

    def changed(self, state: State) -> State:
        """Keep the initiative of the round."""
        return _with(self.check.paid(state), score=self.check.total)


class TurnBegan(Personal, frozen=True, kw_only=True, tag="graydawn.turn_began"):
    """The initiative of ``actor`` has come up."""

    for_everybody: ClassVar[bool] = True  # whoever comes round acts in the very moment that is played

    quiet: ClassVar[bool] = True

    audience: Audience = Audience.GM

    def changed(self, state: State) -> State:
        """Begin the turn, in which nothing was run yet; who is out of it aims no more, though it comes round then."""
        aim = state.aim if state.able else None
        return _with(state, turn=_with(state.turn, begun=True), run=0, aim=aim)


class FearLapsed(Personal, frozen=True, kw_only=True, tag="graydawn.fear_lapsed"):
    """What was fired at ``actor`` before its initiative came up counts no more, though it made no suppression roll.

    It is what it had ``felt`` as that came up; None is all, as before version 17 of the rules.
    """

    quiet: ClassVar[bool] = True

    felt: tuple[Fear, ...] | None = None
    audience: Audience = Audience.GM

    def changed(self, state: State) -> State:
        """Return the state with nothing that frightens it but what came at this very moment."""
        return _with(state, fears=state.fears_but(self.felt))


class Declared(Personal, frozen=True, kw_only=True, tag="graydawn.declared"):
    """``actor`` said its stance, its actions, and how many of them are movement; ``cover`` and ``level`` if new.

    ``thing`` is what that is on a ground.
    """

    stance: Stance
    actions: int
    moves: int = 0
    cover: str = ""
    level: int = 0
    thing: str = ""

    def changed(self, state: State) -> State:
        """Return the state with stance, actions and cover as they were said."""
        shelter = Shelter(self.cover, self.level, self.thing) if self.cover else state.shelter
        turn = _with(state.turn, actions=self.actions, moves=self.moves)
        return _with(state, turn=turn, stance=self.stance, shelter=shelter)


class Assumed(Personal, frozen=True, kw_only=True, tag="graydawn.assumed"):
    """``actor`` acted without declaring: so many actions, ``moves`` of them movement, in a stance."""

    quiet: ClassVar[bool] = True

    stance: Stance
    moves: int = 0
    actions: int = 1
    audience: Audience = Audience.GM

    def changed(self, state: State) -> State:
        """Count the actions as declared."""
        return _with(state, turn=_with(state.turn, actions=self.actions, moves=self.moves), stance=self.stance)


class Acted(Personal, frozen=True, kw_only=True, tag="graydawn.acted"):
    """``actor`` used ``count`` of its actions up, or a movement action where ``moved``.

    ``strode`` is the initiative of a move behind which it acts in haste.
    """

    quiet: ClassVar[bool] = True

    moved: bool = False
    count: int = 1
    strode: int = 0
    audience: Audience = Audience.GM

    def changed(self, state: State) -> State:
        """Return the state with the actions used up."""
        turn = state.turn
        done, moved = turn.done + self.count, turn.moved + int(self.moved)
        return _with(state, turn=_with(turn, done=done, moved=moved, strode=self.strode))


class Passed(Told, frozen=True, kw_only=True, tag="graydawn.passed"):
    """``actor`` does nothing more in this round."""


class Delayed(Told, frozen=True, kw_only=True, tag="graydawn.delayed"):
    """``actor`` waits until a later initiative."""

    number: int


class QuickStart(Personal, frozen=True, kw_only=True, tag="graydawn.quick_start"):
    """``actor`` will start the next round like lightning."""

    def changed(self, state: State) -> State:
        """Ask the next round for a lightning start."""
        return _with(state, quick=True)
