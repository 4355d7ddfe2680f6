"""What a session gives back."""

from __future__ import annotations

from bot.core.features import Rules
from bot.rulesets.graydawn.checks.actions import NewSession
from bot.rulesets.graydawn.checks.events import SessionBegan
from bot.rulesets.graydawn.play import DawnPlay
from bot.rulesets.graydawn.state import AVERAGE

rules = Rules()


@rules(NewSession)
def session(play: DawnPlay, begun: NewSession) -> None:
    """Begin a session, which gives all luck back (004-31)."""
    actor = begun.target or begun.actor
    state = play.scene.present(actor).state
    play.tell(SessionBegan(actor=actor, luck=state.stats.get("lk", AVERAGE)))
