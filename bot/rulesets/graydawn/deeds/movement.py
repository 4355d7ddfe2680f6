"""Movement comes in actions of MA metres; it gives up what cover there was, and may end behind other."""

from __future__ import annotations

from bot.core.actions import read
from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.ground.moving import bound_for, went
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.graydawn.checks.stats import stat
from bot.rulesets.graydawn.cover.rules import level_of
from bot.rulesets.graydawn.deeds.actions import Move
from bot.rulesets.graydawn.deeds.events import Moved
from bot.rulesets.graydawn.deeds.stealth import steal_past
from bot.rulesets.graydawn.play import DawnPlay, DawnReading, DawnScene
from bot.rulesets.graydawn.targets import present, target_of
from bot.rulesets.graydawn.time.turns import end

rules = Rules()


@rules(Move)
def move(play: DawnPlay, going: Move) -> None:
    """Go up to MA metres, as one movement action (text 004, lines 248-258; 004-20). Dice: those of stealth, if any.

    Raises:
        RuleViolation: it is too far, or a leg does not carry.
    """
    actor = going.actor
    _check_legs(play, actor)
    target = present(play.scene, actor, going.target) if going.target else ""
    unaware = target_of(play.scene, actor, going.unseen_by) if going.unseen_by else ""
    way = bound_for(play, actor, target, away=going.away, to=going.to)
    metres = way.at_most(_metres(play, actor, going.metres))
    play.tell(
        Moved(
            actor=actor,
            target=target,
            metres=metres,
            away=going.away,
            cover=going.cover,
            level=level_of(play.tables, going.cover, going.level),
            full=bool(going.cover) and (going.full or play.scene.combatants[actor].state.turn.pinned),
        )
    )
    went(play, way, metres)
    if unaware:
        steal_past(play, actor, unaware)


def end_move(play: DawnPlay, order: Act, before: DawnScene) -> None:
    """End an action of movement, behind which an attack may follow at the same number or soon (004:254; 004-41)."""
    turn = play.scene.combatants[order.actor].state.turn
    striding = read(Move, order).firing and turn.done - turn.moved < turn.actions - turn.moves
    end(play, order.actor, moved=True, striding=striding)


def _check_legs(reading: DawnReading, actor: str) -> None:
    """Check that whoever has a crippled leg crawls no more than one action a round (ours).

    Raises:
        RuleViolation: it has moved already.
    """
    state = reading.scene.combatants[actor].state
    lame = any(reading.tables.locations[place].kind == "leg" for place in state.crippled)
    if lame and state.run:
        raise RuleViolation(f"{shown(actor)} cannot run on one leg.", "One movement action a round is possible.")


def _metres(reading: DawnReading, actor: str, wanted: float | None) -> float:
    most = stat(reading.tables, reading.at_opening(actor), "ma")
    if wanted is not None and wanted > most:
        raise RuleViolation(f"{wanted:g} m are too far.", f"One movement action goes {most} m.")
    return float(most if wanted is None else wanted)
