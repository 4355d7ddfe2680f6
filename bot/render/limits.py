"""How much Discord takes: the numbers that everything shown to people is cut to."""

from __future__ import annotations

MESSAGE = 2000
"""Characters of a message's content."""

THREAD_NAME = 100
"""Characters of a thread's name."""

BUTTON_LABEL = 80
"""Characters of a button's label."""

BUTTONS = 25
"""Buttons below one message: five rows of five."""

FILE_BYTES = 10 * 1024 * 1024
"""What a server without boosts takes in one file."""

ANSWERS = 5
"""Messages that one answer is spread over at most; what is longer goes into a file."""
