"""What the bot itself calls people, so that nobody else is called so."""

from __future__ import annotations

UNSEEN = "someone unseen"

FOR_PEOPLE = (
    UNSEEN,
    *("GM", "the GM", "a GM", "GMs", "the GMs", "game master", "the game master", "the referee"),
    *("Fireteam", "the bot", "the dice", "the log", "the public", "the player", "the players"),
    *("someone", "somebody", "anyone", "anybody", "everyone", "everybody", "no one", "nobody", "the others"),
    *("you", "he", "she", "it", "they", "we", "who", "all", "none", "nothing", "something"),
)
"""Who is meant where a line of the log names nobody."""

HEADINGS = ("fight", "round", "exchange", "tick", "pass", "phase", "step", "turn", "pause", "order", "chapter")
"""What begins a heading or names an order, with a number behind it."""
