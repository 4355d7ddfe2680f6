"""What came of something that was tried."""

from __future__ import annotations

from bot.core.events import Told
from bot.rulesets.reflex.checks.check import Outcome


class Tried(Told, frozen=True, kw_only=True, tag="reflex.tried"):
    """``actor`` checked ``what``, a skill or an attribute, by itself or against ``target``, and ``won`` or not.

    ``outcome`` is its own check and ``opposing`` that of the target; one that is missing was lost before any dice,
    as the broken lose among people, or fell to nobody. What is ``secret`` only the GM reads.
    """

    what: str
    outcome: Outcome | None = None
    opposing: Outcome | None = None
    won: bool = False
    net: int = 0
    secret: bool = False
