"""How much Discord takes: the numbers that everything shown to people is cut to."""

from __future__ import annotations

MESSAGE = 2000
"""Characters of a message's content."""

CARD = 3500
"""Characters of all words on a card: of the 4000 that Discord takes, some are left for what a picture shows."""

DISPLAYED = 4000
"""Characters that Discord takes on all parts of a card together."""

PAGE = 3700
"""Characters of a page of the log that is a card: of the 4000 that Discord takes, some are left for who is called."""

THREAD_NAME = 100
"""Characters of a thread's name."""

BUTTON_LABEL = 80
"""Characters of a button's label."""

BUTTONS = 25
"""Buttons below one message: five rows of five."""

MENU_CHOICES = 25
"""Choices of a menu."""

MENU_LABEL = 100
"""Characters of one of them, and of what an empty menu says."""

FORM_TITLE = FORM_LABEL = 45
"""Characters above a form, and above one of its blanks."""

FORM_HINT = 100
"""Characters of what an empty blank says."""

FILE_BYTES = 10 * 1024 * 1024
"""What a server without boosts takes in one file."""

ANSWERS = 5
"""Messages that one answer is spread over at most; what is longer goes into a file."""

FILE_WORDS = 1024
"""Characters that stand for a picture where nobody can see it."""
