"""A pause on scripted dice: two of a side and two of the other, whom the coolest goes first among."""

from __future__ import annotations

from typing import Any

from tests.rulesets.reflex.playing import FAIL, Game

NAMES = ("Ann", "Cid", "Bob", "Dan")


def exchange(**sheets: dict[str, Any]) -> Game:
    """Ann and Cid (CUF 9 and 7) against Bob and Dan of the GM's (5 and 4), nobody has acted; sheets by name."""
    game = Game(**sheets.pop("options", {}))
    for name, cuf in zip(NAMES, (9, 7, 5, 4), strict=True):
        places = sheets.get(name, {})
        attributes = {"cuf": cuf, **places.get("attributes", {})}
        game.join(name, owner=0 if name in ("Bob", "Dan") else 1, **{**places, "attributes": attributes})
    game.start(*FAIL * 4)
    return game


def pause(**sheets: dict[str, Any]) -> Game:
    """The same four in the first pause."""
    game = exchange(**sheets)
    to_the_end(game)
    game.go_on()
    return game


def to_the_end(game: Game) -> None:
    """Everybody waits until the exchange is over."""
    while game.scene.state.phase == "exchange":
        game.go_on()


def rest(game: Game, *faces: int) -> None:
    """Everybody else lets the pause go by; the faces are for what follows by itself."""
    last = len(game.scene.agenda)
    for left in range(last, 0, -1):
        game.go_on(*(faces if left == 1 else ()), only=game.now()[0])
