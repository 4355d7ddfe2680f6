"""What every bot loads and puts together before it does anything, loaded and put together where this is imported."""

import gc

from bot import app
from bot.command_line import commands
from bot.monitoring import health

__all__ = ["commands", "health"]

for key in app.SYSTEMS:
    app.built(key)
gc.freeze()
