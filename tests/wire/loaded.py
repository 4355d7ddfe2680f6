"""What every bot loads and puts together before it does anything, loaded and put together where this is imported."""

import gc
from collections.abc import Callable
from functools import cache
from typing import Any

from bot import app
from bot.command_line import commands
from bot.monitoring import health
from bot.storage import engine
from bot.storage.codec import Codec

__all__ = ["commands", "health"]

made: Callable[[Any], Codec] = cache(Codec)
vars(engine)["Codec"] = made
for key in app.SYSTEMS:
    made(app.built(key).ruleset)
gc.freeze()
