"""What every bot loads and puts together before it does anything, loaded and put together where this is imported."""

import gc
from collections.abc import Callable
from functools import cache
from typing import Any

from bot import app
from bot.command_line import commands
from bot.monitoring import health
from bot.storage import codec

__all__ = ["commands", "health"]

made: Callable[[Any], codec.Codec] = cache(codec.Codec)
vars(codec)["Codec"] = made
for key in app.SYSTEMS:
    made(app.built(key).ruleset)
gc.freeze()
