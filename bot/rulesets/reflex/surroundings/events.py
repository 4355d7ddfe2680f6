"""What becomes of the place where people fight: its weather, its walls, and what burns or drifts in it."""

from __future__ import annotations

from bot.core.dice import Roll
from bot.core.events import Audience, Event


class WeatherSet(Event, frozen=True, kw_only=True, tag="reflex.weather_set"):
    """The wind, a row of the table ``winds``, and the light, one of ``visibility``; empty for as it was."""

    wind: str = ""
    light: str = ""


class RoomSet(Event, frozen=True, kw_only=True, tag="reflex.room_set"):
    """Whatever explodes does so in a space of ``spans_m`` metres with ``walls`` of that Armor, or in the open."""

    spans_m: tuple[float, ...] = ()
    walls: float | None = None


class GasReleased(Event, frozen=True, kw_only=True, tag="reflex.gas_released"):
    """A cloud of gas called ``title`` came into being; ``enclosed`` says that walls keep it together."""

    title: str
    radius_m: float
    enclosed: bool = False


class GasTimed(Event, frozen=True, kw_only=True, tag="reflex.gas_timed"):
    """The latest cloud lasts for ``periods`` more exchanges of fire and pauses."""

    periods: int
    roll: Roll | None = None
    house: bool = False
    audience: Audience = Audience.GM


class GasAhead(Event, frozen=True, kw_only=True, tag="reflex.gas_ahead"):
    """``actor`` is so many metres from where the latest cloud began, or so many ``downwind`` of there."""

    metres: float
    downwind: bool = False
    audience: Audience = Audience.GM


class GasReached(Event, frozen=True, kw_only=True, tag="reflex.gas_reached"):
    """``actor`` is in the cloud called ``title`` now."""

    title: str


class GasLeft(Event, frozen=True, kw_only=True, tag="reflex.gas_left"):
    """``actor`` is in no cloud any more."""


class GasDrifted(Event, frozen=True, kw_only=True, tag="reflex.gas_drifted"):
    """The cloud called ``title`` spread: it is ``length_m`` longer downwind than wide, or ``radius_m`` all around."""

    title: str
    length_m: float = 0
    radius_m: float = 0


class GasEbbed(Event, frozen=True, kw_only=True, tag="reflex.gas_ebbed"):
    """Another exchange of fire or pause of the cloud called ``title`` is over."""

    title: str
    left: int
    audience: Audience = Audience.GM


class GasDispersed(Event, frozen=True, kw_only=True, tag="reflex.gas_dispersed"):
    """The cloud called ``title`` is gone."""

    title: str


class Scorched(Event, frozen=True, kw_only=True, tag="reflex.scorched"):
    """Fire of ``damage`` met a thing of ``armor`` in halves; ``final`` got through at that ``penetration``.

    A thing with a ``threshold`` is ``broken`` by so much. It ``caught`` fire on ``need`` or less, or not.
    """

    what: str
    flame: str
    damage: int
    armor_halves: int
    penetration: int
    final: int
    threshold: int = 0
    broken: bool = False
    caught: bool = False
    need: int = 0
    roll: Roll | None = None


class BurnedOut(Event, frozen=True, kw_only=True, tag="reflex.burned_out"):
    """``what`` burns no more."""

    what: str


EVENTS_SURROUNDINGS: tuple[type[Event], ...] = (
    WeatherSet,
    RoomSet,
    GasReleased,
    GasTimed,
    GasAhead,
    GasReached,
    GasLeft,
    GasDrifted,
    GasEbbed,
    GasDispersed,
    Scorched,
    BurnedOut,
)
