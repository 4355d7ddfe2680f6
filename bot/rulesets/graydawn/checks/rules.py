"""What a session gives back."""

from __future__ import annotations

from bot.core.features import Rules
from bot.core.orders import Act
from bot.rulesets.graydawn.checks.events import SessionBegan
from bot.rulesets.graydawn.play import DawnPlay, body_of
from bot.rulesets.graydawn.state import AVERAGE

rules = Rules()


@rules("session")
def session(play: DawnPlay, order: Act) -> None:
    """A new session gives all luck back (004-31)."""
    actor, state = body_of(play.scene, order)
    play.tell(SessionBegan(actor=actor, luck=state.stats.get("lk", AVERAGE)))
