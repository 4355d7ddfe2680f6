"""Dice as typed, for everybody to see: fair, outside of any fight, and remembered only as an answer."""

from __future__ import annotations

from bot.core.dice import Ask, Dice, SeededDice
from bot.core.errors import RuleViolation
from bot.core.wording import line, name
from bot.service.case import Case
from bot.service.dice_expressions.rolling import roll, told
from bot.service.requests import Reply

LONGEST_EXPRESSION = 200
ROLLED = "roll"


def roll_typed(case: Case, expression: str, *, private: bool) -> Reply:
    """Roll an expression such as ``4d20kl1+3``."""
    if len(expression) > LONGEST_EXPRESSION:
        raise RuleViolation("That is too long to roll.", f"At most {LONGEST_EXPRESSION} characters.")
    dice = thrower(case, expression)
    thrown = 0

    def throw(count: int, sides: int) -> tuple[int, ...]:
        nonlocal thrown
        faces = dice.faces(Ask(ROLLED, count, sides, secret=private), thrown)
        thrown += 1
        return faces

    rolled = roll(expression, throw)
    who = case.request.user_name
    lead = (line(name(who), " rolls:"),) if who else ()
    return Reply(lines=(*lead, told(rolled)), ephemeral=private)


def thrower(case: Case, expression: str) -> Dice:
    """Return fair dice outside of any fight."""
    if case.house.dice is not None:
        return case.house.dice(0, expression.encode())
    secret = case.house.secret()
    return SeededDice(secret, secret, 0, expression.encode())
