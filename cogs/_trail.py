"""Which log lines belong together: each names the interactions that it comes of, from the command to the last post."""

from __future__ import annotations

import logging

from structlog.contextvars import bind_contextvars, unbind_contextvars

KEY = "interaction"

log = logging.getLogger(__name__)


def follow(*interaction_ids: int) -> None:
    """Have every line of this task, and of all that it sets on, name these interactions; none where there are none.

    They are text, since most readers of JSON round numbers as long as Discord's.
    """
    known = [str(each) for each in dict.fromkeys(interaction_ids) if each]
    if known:
        bind_contextvars(**{KEY: " ".join(known)})
    else:
        unbind_contextvars(KEY)


def passed(event: str, **what: object) -> None:
    """Log that something that was followed has come this far."""
    log.info(event, extra=what)
