"""What the Reflex System knows of a combatant is one frozen value."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.rulesets.reflex.kinds import Pace, Stance
from bot.rulesets.reflex.kit import Kit

_with = msgspec.structs.replace


class Attributes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The eight core attributes and the two of combat psychology, in the text's order of use."""

    awareness: int = 6
    cognition: int = 6
    coordination: int = 6
    education: int = 6
    fitness: int = 6
    muscle: int = 6
    personality: int = 6
    resolve: int = 6
    cuf: int = 6
    ooda: int = 6


class Recoil(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Recoil carried over to the very next action: which weapon, and the Recoil its last attack had."""

    weapon: str
    recoil: int


class Sustained(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A string of attacks with one weapon on one target: how many of them were bursts.

    A ``fresh`` one has not yet been paid for in time.
    """

    weapon: str
    target: str
    bursts: int = 0
    fresh: bool = False


class Underway(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ``action`` that takes effect when its ``ticks`` are over; its order is kept with the scene."""

    action: str
    ticks: int


class Burning(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """On fire: ``flame`` is a row of the table ``flames`` or empty, ``damage`` that of the fire."""

    flame: str
    damage: int


class Breath(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Without air: for ``left`` more exchanges and pauses the breath lasts; ``gas`` is bad air rather than none."""

    left: int
    gas: bool = False


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is tried in a pause and shows at its end: an ``ambush`` or a ``withdrawal``, and the margin of the check."""

    kind: str
    margin: int


class Vehicle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What makes a combatant a vehicle: it has no body and takes no turn.

    ``kind`` is a row of the table ``vehicles``. ``armor_halves`` (Armor in halves) and ``thresholds`` (the damage that
    disables) are by place, a row of ``vehicle_places``.
    """

    kind: str
    armor_halves: dict[str, int] = {}
    thresholds: dict[str, int] = {}
    tons: float = 0
    safe_kmh: int = 0


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What somebody is by the sheet, whatever happens in a fight.

    ``qualifications`` are what it has learned within skills, ``advantages`` rows of that table; it is ``handed`` right
    or left, with so much practice with the other hand. A ``leader`` leads the team of its side; ``spares_life`` says
    that a code forbids it to kill.
    """

    attributes: Attributes
    skills: dict[str, int] = {}
    qualifications: tuple[str, ...] = ()
    advantages: tuple[str, ...] = ()
    handed: str = "right"
    practice_months: int = 0
    size: str = "human"
    move_m: dict[str, int] = {}
    thresholds: dict[str, tuple[int, int, int, int]] = {}
    untrained_bursts: bool = False
    leader: bool = False
    spares_life: bool = False


class BodyOnPaper(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What the sheet keeps of a body, so that it outlasts a fight.

    ``wounds`` are real, ``virtual`` imagined injuries; the worse of the two acts. ``vehicle`` is what makes it one.
    """

    vehicle: Vehicle | None = None
    wounds: dict[str, int] = {}
    virtual: dict[str, int] = {}
    lost: tuple[str, ...] = ()
    stance: Stance = Stance.STANDING
    unstable: bool = False
    unconscious: bool = False
    dead: bool = False


class Body(BodyOnPaper, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A body or a hull, and where it is going.

    ``shocked`` means shock has been suffered in this scene. ``unstable_in`` is the exchange and pause in which
    instability set in, which does not count for getting worse. ``dead_for`` counts the exchanges and pauses that have
    ended since death. ``moving`` and ``moved_m`` describe the Move action under way: they last until the next action.
    ``cover`` is a row of the table of that name and ``cover_parts`` what it hides, until the next movement.
    ``boarding`` is what is being got into or out of and ``boarded`` how many Move actions went into that.
    """

    shock: bool = False
    shocked: bool = False
    unstable_in: tuple[int, int] = (-1, -1)
    unconscious_for_scene: bool = False
    dead_for: int = 0
    burning: Burning | None = None
    breath: Breath | None = None
    moving: Pace = Pace.STILL
    moved_m: float = 0
    kmh: int = 0
    cover: str = ""
    cover_parts: str = ""
    boarding: str = ""
    boarded: int = 0


class Overwatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Somebody waits for whoever comes into an ``area`` of the ground, to fire at them with a ``weapon``.

    It began on the tick ``since``, and every Wait takes ``each`` ticks. ``mode``, ``rounds`` and ``braced`` are the
    attack's.
    """

    area: str
    weapon: str
    mode: str
    since: int
    each: int
    rounds: int | None = None
    braced: bool = False


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What somebody does with its time in this exchange, choice or pause.

    ``initiative`` is the tick of the next action, None outside an exchange. ``acted`` says that something was done
    already. ``out`` bars from the rest of this exchange (shock), ``dazed`` from tactical actions of this exchange
    (failed to come out of shock). ``task`` is the operational action chosen for the end of this exchange, and
    ``disturbed`` that an injury came in between. ``watch`` is the margin of keeping watch and ``scheme`` what is tried
    in secret, both in this pause. ``overwatch`` is whom it waits for, and where.
    """

    initiative: int | None = None
    rolled: bool = False
    pressed: bool = False
    bonus: int = 0
    choice: str = ""
    acted: bool = False
    out: bool = False
    dazed: bool = False
    carried: Recoil | None = None
    sustained: Sustained | None = None
    underway: Underway | None = None
    surrendered: bool = False
    withdrawn: bool = False
    task: str = ""
    disturbed: bool = False
    watch: int | None = None
    scheme: Attempt | None = None
    overwatch: Overwatch | None = None


class Nerve(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What threatens somebody, and what holds against it.

    ``threats`` are threat conditions by name; beside them ``ambushed``, ``coerced`` (by a compliance hold),
    ``suppressed`` (rating by area, for this exchange) and the worst injury count, unless it is ``eased`` by a
    painkiller. ``cowed`` is by how much an intimidation outside of combat exceeded Resolve. ``heart`` is what raises
    CUF at present. ``routed`` says that the will to fight is broken.
    """

    threats: dict[str, int] = {}
    ambushed: bool = False
    surprised: bool = False
    coerced: int = 0
    suppressed: dict[str, int] = {}
    eased: bool = False
    cowed: int = 0
    heart: dict[str, int] = {}
    routed: bool = False


class Clinch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Who has whom by the body.

    ``grip`` is the mark under which those who hold it keep their Control in ``controls``, 0 for who was never held;
    ``choking`` is the mark of whoever is being choked.
    """

    grip: int = 0
    controls: dict[int, int] = {}
    choking: int = 0


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One combatant: what it is on paper, and what the fight has made of it."""

    person: Person
    body: Body = Body()
    kit: Kit = Kit()
    turn: Turn = Turn()
    nerve: Nerve = Nerve()
    hold: Clinch = Clinch()

    def with_body(self, **changes: Any) -> State:
        """Return the state with these fields of its body changed."""
        return _with(self, body=_with(self.body, **changes))

    def with_kit(self, **changes: Any) -> State:
        """Return the state with these fields of its kit changed."""
        return _with(self, kit=_with(self.kit, **changes))

    def with_weapon(self, key: str, **changes: Any) -> State:
        """Return the state with these fields of one of its weapons changed."""
        weapons = {**self.kit.weapons, key: _with(self.kit.weapons[key], **changes)}
        return _with(self, kit=_with(self.kit, weapons=weapons))

    def with_item(self, key: str, **changes: Any) -> State:
        """Return the state with these fields of one of its other things changed."""
        return self.with_kit(items={**self.kit.items, key: _with(self.kit.items[key], **changes)})

    def with_turn(self, **changes: Any) -> State:
        """Return the state with these fields of its turn changed."""
        return _with(self, turn=_with(self.turn, **changes))

    def with_nerve(self, **changes: Any) -> State:
        """Return the state with these fields of its nerve changed."""
        return _with(self, nerve=_with(self.nerve, **changes))

    def with_hold(self, **changes: Any) -> State:
        """Return the state with these fields of its hold changed."""
        return _with(self, hold=_with(self.hold, **changes))
