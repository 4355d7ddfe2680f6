"""People on a ground, each at a place that a test says in metres."""

from __future__ import annotations

from bot.core import orders
from bot.core.events import Event
from bot.core.ground.laid import Ground
from bot.core.ground.places import Place
from bot.core.ground.whereabouts import AtPlace
from tests.rulesets.game import play_on
from tests.rulesets.reflex.playing import REFLEX, Game


def at(east_m: float, north_m: float) -> Place:
    """A place so many metres to the east and the north."""
    return Place(round(east_m * 100), round(north_m * 100))


def there(east_m: float, north_m: float) -> AtPlace:
    """The same as it is ordered."""
    return AtPlace(at(east_m, north_m))


def stand(game: Game, **places: tuple[float, float]) -> Game:
    """Lay a ground and put people on it, all others a kilometre away."""
    game.do(orders.LayGround(range_m=1000))
    for actor, place in places.items():
        game.do(orders.PutAt(actors=(actor,), where=there(*place), apart_cm=0, reason=""))
    return game


def happen(game: Game, *events: Event) -> Game:
    """Have something happen that any rule may tell."""
    play = play_on(REFLEX, game.scene)
    for event in events:
        play.tell(event)
    game.scene = play.scene
    return game


def ground_of(game: Game) -> Ground:
    """The ground that is laid."""
    assert game.scene.ground is not None
    return game.scene.ground


def place_of(game: Game, actor: str) -> Place:
    """Where somebody stands."""
    return ground_of(game).places[actor]
