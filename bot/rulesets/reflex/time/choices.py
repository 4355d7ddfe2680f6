"""After an exchange of fire or a pause all choose how time goes on; in a pause somebody may do nothing at all."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.features import Rules
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import attribute_check
from bot.rulesets.reflex.checks.nerve import is_broken
from bot.rulesets.reflex.person.consciousness import conscious
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.time.actions import HoldBack, LetPauseGo, PressOn, Surrender
from bot.rulesets.reflex.time.events import Held, PauseLetGo, Pressed, Surrendered

rules = Rules()


@rules(PressOn)
def press(play: ReflexPlay, press: PressOn) -> None:
    """Choose a new exchange of fire, with a bonus to initiative (text 003, lines 139-143)."""
    if not conscious(play.scene.combatants[press.actor].state):
        raise RuleViolation(f"{shown(press.actor)} cannot press.", "Hold: /init hold.")
    play.tell(Pressed(actor=press.actor))
    play.tell(SlotMoved(actor=press.actor))


@rules(HoldBack)
def hold(play: ReflexPlay, hold: HoldBack) -> None:
    """Choose a pause; after a pause nerve is tested, and whoever loses it presses without the bonus (lines 156-160).

    The broken hold in any case (line 1336).
    """
    state, pauses = play.scene.combatants[hold.actor].state, play.scene.state.pauses
    tested = pauses and conscious(state) and not is_broken(state)
    terms = (Term("pauses", -pauses, "003:159"),)
    outcome = attribute_check(play, "hold", state, "cuf", terms) if tested else None
    play.tell(Held(actor=hold.actor, outcome=outcome))
    play.tell(SlotMoved(actor=hold.actor))


@rules(Surrender)
def surrender(play: ReflexPlay, surrender: Surrender) -> None:
    """Refuse to roll for initiative: inactive in the next exchange (text 003, lines 166-168)."""
    play.tell(Surrendered(actor=surrender.actor))
    play.tell(SlotMoved(actor=surrender.actor))


@rules(LetPauseGo)
def rest(play: ReflexPlay, rest: LetPauseGo) -> None:
    """Let a pause go by."""
    play.tell(PauseLetGo(actor=rest.actor))
    play.tell(SlotMoved(actor=rest.actor))
