"""A Gray Dawn fight under a script: whoever plays says the faces, and a face too few or too many fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot import app
from bot.core import folding, orders
from bot.core.events import Event, PieceSet
from bot.core.ground.outlines import Box
from bot.core.ground.pieces import Piece
from bot.core.ground.places import Place
from bot.core.ground.whereabouts import AtPlace
from bot.core.terms import Term
from bot.rulesets.graydawn import create
from bot.rulesets.graydawn.state import SceneState, Shelter, Stance, State
from tests.rulesets.game import Played

TABLES = app.tables_of("graydawn")
DAWN = create(TABLES)
PISTOL, RIFLE, SHOTGUN, KNIFE = (
    [{"kind": kind, "spare": 9}] for kind in ("light_pistol", "assault_rifle", "pump_shotgun", "knife")
)


class Game(Played[State, SceneState]):
    """One channel."""

    ruleset = DAWN

    def attack(self, actor: str, target: str, *faces: int, **inputs: Any) -> tuple[Event, ...]:
        """Attack somebody, at 10 m where nothing is said."""
        return self.act(actor, "attack", *faces, target=target, **{"range_m": 10.0, **inputs})

    def number(self) -> int:
        """The initiative that is being played."""
        assert self.scene.opened is not None
        return -self.scene.opened[0]

    def numbers(self, actor: str) -> list[int]:
        """The initiatives at which somebody will act, as far as they are laid."""
        return [-slot.key[0] for slot in self.scene.agenda if slot.actor == actor]


sheet = Game.sheet


def value_of(terms: tuple[Term, ...], label: str) -> int:
    """What the terms of a label add up to."""
    return sum(term.value for term in terms if term.label == label)


PLAIN: dict[str, Any] = {"stats": {"ref": 6, "cl": 6, "ma": 6, "body": 6, "lk": 5}, "skills": {}, "mook": True}


def duel(ann: Any = PISTOL, bob: Any = PISTOL, options: Mapping[str, Any] | None = None, **places: Any) -> Game:
    """Ann and Bob, both players and mooks unless told otherwise; Ann acts first, on 19 with a pistol."""
    game = Game(**(options or {}))
    game.join("Ann", **{**PLAIN, "weapons": ann, **places})
    game.join("Bob", owner=2, **{**PLAIN, "weapons": bob})
    game.start(9, 2)
    return game


def facing(options: Mapping[str, Any] | None = None, owner: int = 2, **places: Any) -> Game:
    """Ann with a pistol, a mook, against Bob with a sheet of his own, who acts after her."""
    game = Game(**(options or {}))
    game.join("Ann", **{**PLAIN, "weapons": PISTOL})
    game.join("Bob", owner=owner, **{**PLAIN, "weapons": PISTOL, **places})
    game.start(9, 2)
    return game


def piece(name: str, material: str, west: float, south: float, east: float, north: float, top_m: float) -> Piece:
    """A box on the ground, its corners and its height in metres."""
    corner, opposite = place(west, south), place(east, north)
    return Piece(name, Box(corner, opposite), material, top_cm=round(top_m * 100))


def place(east: float, north: float) -> Place:
    """A place in metres."""
    return Place(round(east * 100), round(north * 100))


def on_ground(*pieces: Piece, range_m: float = 10.0, ann: Any = PISTOL, bob: Any = PISTOL, owner: int = 2) -> Game:
    """Ann at 50, 50, who acts first, and Bob to the north of her, both mooks, with these things on the ground."""
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": ann})
    game.do(orders.Enlist(name="Bob", owner=owner, side="enemies", sheet=sheet(**{**PLAIN, "weapons": bob})))
    game.do(orders.StartFight(range_m=range_m), 9, 2)
    for each in pieces:
        happen(game, PieceSet(piece=each))
    return game


def happen(game: Game, *events: Event) -> None:
    """Let something happen that no order has led to."""
    for event in events:
        game.scene = folding.evolve(DAWN, game.scene, event)


def put(game: Game, actor: str, east: float, north: float) -> None:
    """Have the GM put somebody elsewhere."""
    game.do(orders.PutAt(actors=(actor,), where=AtPlace(place(east, north))))


def stand(game: Game, actor: str, stance: Stance, shelter: Shelter | None = None) -> None:
    """Have somebody take a stance."""
    there = game.scene.combatants[actor]
    state = msgspec.structs.replace(there.state, stance=stance, shelter=shelter)
    people = {**game.scene.combatants, actor: msgspec.structs.replace(there, state=state)}
    game.scene = msgspec.structs.replace(game.scene, combatants=people)
