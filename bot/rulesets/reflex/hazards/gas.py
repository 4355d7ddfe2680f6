"""A cloud of gas begins where it is released, lengthens with the wind, and is gone when its time is."""

from __future__ import annotations

import msgspec

from bot.core.dice import Ask
from bot.core.events import Entered, Event, Stood
from bot.core.features import Follows
from bot.rulesets.reflex.hazards.breath import hold_breath
from bot.rulesets.reflex.hazards.events import (
    AirReturned,
    GasAhead,
    GasDispersed,
    GasDrifted,
    GasEbbed,
    GasLeft,
    GasReached,
    GasReleased,
    GasTimed,
    in_bad_air,
)
from bot.rulesets.reflex.hazards.spread import key_of, lay_cloud, lies_over, lift_cloud
from bot.rulesets.reflex.person.consciousness import known_dead
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.scene_state import Cloud
from bot.rulesets.reflex.time.events import (
    ExchangeBegan,
    ExchangeEnded,
    MinuteBegan,
    MinuteEnded,
    PauseBegan,
    PauseEnded,
)

follows = Follows()
INDOORS_SIDES = 6
INDOORS_TIMES = 2


def breathing(scene: ReflexScene) -> list[str]:
    """Return who can be in a cloud: no vehicle, none who has left, and nobody of whom all can tell that it is dead."""
    there = {actor: each for actor, each in scene.combatants.items() if not each.state.turn.withdrawn}
    return [actor for actor, each in there.items() if not (known_dead(each) or each.state.body.vehicle)]


def released(play: ReflexPlay, cloud: Cloud) -> None:
    """Have a cloud come into being around whoever is within its radius."""
    play.tell(
        GasReleased(
            title=cloud.title,
            radius_m=cloud.radius_m,
            enclosed=cloud.enclosed,
            place=cloud.place,
            toward=play.scene.state.wind_toward,
            smoke=cloud.smoke,
        )
    )
    play.tell(_timed(play, enclosed=cloud.enclosed))
    lay_cloud(play, play.scene.state.clouds[-1].title)
    for actor, metres in cloud.around.items() if cloud.place is None else ():
        play.tell(GasAhead(actor=actor, metres=metres))
    for actor, metres in cloud.downwind.items():
        play.tell(GasAhead(actor=actor, metres=metres, downwind=True))
    _engulf(play, play.scene.state.clouds[-1])


def _timed(play: ReflexPlay, *, enclosed: bool) -> GasTimed:
    """Return how long it lasts: by the wind (table 5m), in closed rooms by a die of six (1253, 1230; 003-48)."""
    if enclosed:
        roll = play.roll(Ask("gas", 1, INDOORS_SIDES, secret=True))
        return GasTimed(periods=roll.faces[0], roll=roll)
    row = play.tables.winds[play.scene.state.wind]
    return GasTimed(periods=row.gas_periods, house=bool(row.house))


def is_in_cloud(scene: ReflexScene, cloud: Cloud, actor: str) -> bool:
    """Tell whether somebody is known to be where a cloud is."""
    if cloud.place is not None:
        return lies_over(scene, cloud, actor)
    near, ahead = cloud.around.get(actor), cloud.downwind.get(actor)
    within = near is not None and near <= cloud.radius_m
    return within or (ahead is not None and ahead <= cloud.radius_m + cloud.length_m)


def _engulf(play: ReflexPlay, cloud: Cloud) -> None:
    """Have whom the cloud has reached hold the breath; nobody needs to for smoke."""
    for actor in () if cloud.smoke else breathing(play.scene):
        if is_in_cloud(play.scene, cloud, actor) and actor not in cloud.inside:
            with play.about(actor):
                enter(play, actor, cloud.title)


def enter(play: ReflexPlay, actor: str, title: str) -> None:
    """Have who gets into gas hold the breath (text 003, lines 1241-1242)."""
    play.tell(GasReached(actor=actor, title=title))
    if play.scene.combatants[actor].state.body.breath:
        return
    hold_breath(play, actor, gas=True)


def leave(play: ReflexPlay, actor: str) -> None:
    """Have somebody out of the gas breathe, but for who was without any air at all."""
    _left(play, actor, play.scene)


def _left(play: ReflexPlay, actor: str, before: ReflexScene) -> None:
    """Tell that somebody is out of the gas, and breathes who held the breath for it ``before``."""
    play.tell(GasLeft(actor=actor))
    if in_bad_air(before.combatants[actor].state):
        play.tell(AirReturned(actor=actor))


def disperse(play: ReflexPlay, cloud: Cloud) -> None:
    """Have a cloud be gone: whoever was in it and is in no other breathes."""
    inside, before = [actor for actor in cloud.inside if actor in play.scene.combatants], play.scene
    play.tell(GasDispersed(title=cloud.title))
    lift_cloud(play, cloud.title)
    for actor in inside:
        if not any(actor in other.inside for other in play.scene.state.clouds):
            _left(play, actor, before)


@follows(ExchangeBegan, PauseBegan, MinuteBegan)
def drift(play: ReflexPlay, _event: Event) -> None:
    """Lengthen clouds by their diameter as a period begins; indoors they double once (lines 1246-1254)."""
    for cloud in play.scene.state.clouds:
        if not cloud.enclosed:
            play.tell(GasDrifted(title=cloud.title, length_m=cloud.length_m + 2 * cloud.radius_m))
        elif not cloud.spread:
            play.tell(GasDrifted(title=cloud.title, radius_m=INDOORS_TIMES * cloud.radius_m))
    for cloud in play.scene.state.clouds:
        lay_cloud(play, cloud.title)
        _engulf(play, cloud)
    for actor in tuple(play.scene.combatants):
        _walk_out(play, actor)


@follows(Entered)
def walk_in(play: ReflexPlay, entered: Entered) -> None:
    """Have whoever comes into a cloud on its way hold the breath there (text 003, lines 1241-1242).

    Who is aboard of what comes there, or is dragged along, stands where that does. Dice: those of each breath.
    """
    places = play.scene.ground.places if play.scene.ground else {}
    for cloud in play.scene.state.clouds:
        if key_of(cloud.title) != entered.area or cloud.smoke:
            continue
        for actor in breathing(play.scene):
            along = places.get(actor) == entered.place and actor not in cloud.inside
            if actor == entered.actor or along:
                enter(play, actor, cloud.title)


@follows(Stood)
def walk_out(play: ReflexPlay, stood: Stood) -> None:
    """Have whoever is out of all the clouds that it was in breathe."""
    _walk_out(play, stood.actor)


def _walk_out(play: ReflexPlay, actor: str) -> None:
    inside = [cloud for cloud in play.scene.state.clouds if actor in cloud.inside and cloud.place is not None]
    if inside and not any(is_in_cloud(play.scene, cloud, actor) for cloud in inside):
        leave(play, actor)


@follows(ExchangeEnded, PauseEnded, MinuteEnded)
def disperse_spent(play: ReflexPlay, _event: Event) -> None:
    """Disperse the clouds whose time is over at the end of a period (text 003, lines 1250-1251)."""
    for cloud in play.scene.state.clouds:
        if cloud.left:
            play.tell(GasEbbed(title=cloud.title, left=cloud.left - 1))
        else:
            disperse(play, cloud)


def lasting(clouds: tuple[Cloud, ...]) -> tuple[Cloud, ...]:
    """Return the gas that outlives a fight: what stands in the air, without who was in it."""
    return tuple(msgspec.structs.replace(cloud, inside=(), around={}, downwind={}, place=None) for cloud in clouds)
