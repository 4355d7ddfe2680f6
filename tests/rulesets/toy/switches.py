"""What a campaign may play otherwise in the yard."""

from __future__ import annotations

from bot.core.options import Kind, OptionSpec

SWITCHES = (
    OptionSpec("deadly", "one more point of damage", Kind.FLAG, default=False),
    OptionSpec("most_bonus", "most that bonuses add up to", Kind.INT, default=5, hi=20, house=True),
)
