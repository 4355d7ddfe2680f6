"""Whatever is about the bot and not shipped with it."""

import os

if "TRACE_RULES" in os.environ:
    from tests import tracing as tracing  # begins before anything loads the rules
