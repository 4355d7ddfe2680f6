"""A refusal is an exception for people: what was wrong, and what would work."""

from __future__ import annotations

from bot.core.wording import shown


class RuleViolation(Exception):  # noqa: N818  the field's own word
    """Something that may not be done; nothing has changed.

    ``message`` says what was wrong and ``remedy`` what would work, both in plain words.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(f"{message} {remedy}".strip())
        self.message = message
        self.remedy = remedy


class Incomplete(RuleViolation):
    """Something that would have to be said was left out."""


def absent(actor: str, remedy: str = "See /init status for who is.") -> RuleViolation:
    """Return the refusal of somebody who is not here: it reads alike for nobody and for the hidden."""
    return RuleViolation(f"{shown(actor)[:40]} is not here.", remedy)


def already_dead(actor: str) -> RuleViolation:
    """Return the refusal to harm somebody further whom anybody may know to be dead."""
    return RuleViolation(
        f"{shown(actor)} is dead.", "A GM takes back what killed them with /undo, if that was a mistake."
    )


class NewerError(Exception):
    """What is stored is of a newer version of the bot or its rules, and must be left as it is."""


class AssemblyError(Exception):
    """What a rule system is put together from does not make one: something is missing, wrong, or there twice."""
