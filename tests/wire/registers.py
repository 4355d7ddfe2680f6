"""Whether what is kept is what somebody wrote last: of writes that raced any may have won, but none may be lost.

A write has a moment at which it was typed and one at which its answer came; in between it took effect, at a moment that
nobody knows. One that was never answered may have taken effect or not. What is kept now is right if some write left it
there and no write that was acknowledged began after that one had ended.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Write:
    """A value, and between which moments it was written; `sure` that it was."""

    value: Any
    began_s: float
    ended_s: float
    sure: bool = True

    def __str__(self) -> str:
        return f"{self.value!r} {'' if self.sure else 'perhaps '}from {self.began_s:.3f} to {self.ended_s:.3f} s"


@dataclass(slots=True)
class Register:
    """All writes to one place since it was last looked at; nothing stands there before the first."""

    writes: list[Write] = field(default_factory=lambda: [Write(None, -math.inf, -math.inf)])

    def explains(self, value: Any) -> bool:
        """Whether a value may stand there now, when nobody is writing."""
        newest_s = max(each.began_s for each in self.writes if each.sure)
        return any(each.value == value and each.ended_s >= newest_s for each in self.writes)

    def settle(self, value: Any, now_s: float) -> None:
        """Forget how a value came there, since it has been judged."""
        self.writes = [Write(value, now_s, now_s)]
