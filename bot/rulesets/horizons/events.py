"""What happens in a fight of Endless Horizons."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.dice import Roll
from bot.core.events import Audience, Event
from bot.core.terms import Term
from bot.rulesets.horizons.check import Check


class Layer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something a bullet met: ``worn`` is the place of a piece of armour on the sheet, -1 for cover."""

    name: str
    rating: int
    stopped: bool
    worn: int = -1


class RoundBegan(Event, frozen=True, kw_only=True, tag="horizons.round_began"):
    """A new round."""

    number: int


class InitiativeRolled(Event, frozen=True, kw_only=True, tag="horizons.initiative_rolled"):
    """``actor`` acts at ``initiative`` in this round."""

    terms: tuple[Term, ...]
    roll: Roll
    initiative: int


class ShotFired(Event, frozen=True, kw_only=True, tag="horizons.shot_fired"):
    """``actor`` shot at ``target``: ``fired`` of ``rounds`` left the barrel and ``hits`` of them hit."""

    weapon: str
    mode: str
    rounds: int
    fired: int
    range_m: float
    size: str
    band: str
    terms: tuple[Term, ...]
    difficulty: int
    recoil: int
    check: Check
    hits: int


class EffortSpent(Event, frozen=True, kw_only=True, tag="horizons.effort_spent"):
    """``actor`` put ``points`` into a check."""

    points: int


class SideEffect(Event, frozen=True, kw_only=True, tag="horizons.side_effect"):
    """A check had an effect beside its success: ``degree`` 1 to 3, good above zero and bad below.

    It is ``open`` until the GM tells what comes of it.
    """

    degree: int
    open: bool = False


class EffectTold(Event, frozen=True, kw_only=True, tag="horizons.effect_told"):
    """The GM said what comes of the oldest open side effect of ``actor``, one of ``degree``."""

    degree: int
    what: str = ""


class Rested(Event, frozen=True, kw_only=True, tag="horizons.rested"):
    """``actor`` has rested, and has ``effort`` again."""

    effort: int


class ConditionSet(Event, frozen=True, kw_only=True, tag="horizons.condition_set"):
    """The GM said what ails or helps ``actor``: ``modifier`` is added to checks, ``until`` is its last round."""

    name: str
    modifier: int = 0
    skill: str = ""
    until: int = 0


class ConditionEnded(Event, frozen=True, kw_only=True, tag="horizons.condition_ended"):
    """Something ails or helps ``actor`` no more."""

    name: str


class Malfunctioned(Event, frozen=True, kw_only=True, tag="horizons.malfunctioned"):
    """Something is wrong with the weapon of ``actor``."""

    weapon: str
    fault: str


class BarrelBurst(Event, frozen=True, kw_only=True, tag="horizons.barrel_burst"):
    """``actor`` fired behind a stuck bullet, and the weapon is gone."""

    weapon: str


class Hit(Event, frozen=True, kw_only=True, tag="horizons.hit"):
    """A bullet or fragment met ``target``: ``base`` damage, ``damage`` in that zone, ``dealt`` behind the layers."""

    zone: str
    base: int
    damage: int
    dealt: int
    layers: tuple[Layer, ...] = ()
    roll: Roll | None = None


class Hurt(Event, frozen=True, kw_only=True, tag="horizons.hurt"):
    """``actor`` lost ``points`` hit points and has ``left``."""

    points: int
    left: int
    zone: str = ""


class StayedAwake(Event, frozen=True, kw_only=True, tag="horizons.awake_checked"):
    """Whether ``actor``, below zero, stays conscious."""

    terms: tuple[Term, ...]
    roll: Roll
    needed: int
    passed: bool


class WoundChecked(Event, frozen=True, kw_only=True, tag="horizons.wound_checked"):
    """Whether ``actor``, below zero, is spared a lasting wound."""

    terms: tuple[Term, ...]
    roll: Roll
    needed: int
    passed: bool
    zone: str


class Died(Event, frozen=True, kw_only=True, tag="horizons.died"):
    """``actor`` is dead; ``was_down`` says that it lay there before, out of it."""

    was_down: bool = False


class Healed(Event, frozen=True, kw_only=True, tag="horizons.healed"):
    """``actor`` got ``points`` back, or ``zone`` lost its wounds, or it woke."""

    points: int = 0
    zone: str = ""
    woke: bool = False


class Reloaded(Event, frozen=True, kw_only=True, tag="horizons.reloaded"):
    """``actor`` spent an action on loading: ``worked`` of ``needed``; with the last it holds ``loaded`` rounds."""

    weapon: str
    worked: int
    needed: int
    loaded: int
    spare: int | None = None


class Drew(Event, frozen=True, kw_only=True, tag="horizons.drew"):
    """``actor`` spent an action on drawing a weapon: ``drawn`` of ``needed``."""

    weapon: str
    drawn: int
    needed: int


class Cleared(Event, frozen=True, kw_only=True, tag="horizons.cleared"):
    """``actor`` spent an action on clearing a weapon: ``cleared`` of ``needed``."""

    weapon: str
    fault: str
    cleared: int
    needed: int


class Aimed(Event, frozen=True, kw_only=True, tag="horizons.aimed"):
    """``actor`` aimed for ``actions`` in all."""

    actions: int


class PostureChanged(Event, frozen=True, kw_only=True, tag="horizons.posture_changed"):
    """``actor`` took another posture."""

    posture: str


class Moved(Event, frozen=True, kw_only=True, tag="horizons.moved"):
    """``actor`` moves at ``pace`` until its next turn."""

    pace: str


class TookCover(Event, frozen=True, kw_only=True, tag="horizons.took_cover"):
    """``actor`` is behind ``cover``, which hides ``parts``; in the open where both are empty."""

    cover: str = ""
    parts: tuple[str, ...] = ()


class Waited(Event, frozen=True, kw_only=True, tag="horizons.waited"):
    """``actor`` let its turn go by."""


class TurnEnded(Event, frozen=True, kw_only=True, tag="horizons.turn_ended"):
    """The action of ``actor`` in this round is done."""

    quiet: ClassVar[bool] = True

    aiming: bool = False
    reaction: bool = False


class Corrected(Event, frozen=True, kw_only=True, tag="horizons.corrected"):
    """A GM set something of ``actor`` right by hand; what is None stays as it is."""

    weapon: str = ""
    rounds: int | None = None
    fault: str | None = None
    posture: str | None = None
    pace: str | None = None
    effort: int | None = None
    zone: str = ""
    wounds: int | None = None


class Suppressing(Event, frozen=True, kw_only=True, tag="horizons.suppressing"):
    """``actor`` covers somewhere with ``rounds`` at each action that anybody takes."""

    weapon: str
    rounds: int


class SuppressionFired(Event, frozen=True, kw_only=True, tag="horizons.suppression_fired"):
    """An action was taken under the fire of ``actor``, who has ``left`` rounds."""

    weapon: str
    rounds: int
    left: int


class SuppressionEnded(Event, frozen=True, kw_only=True, tag="horizons.suppression_ended"):
    """``actor`` covers nothing any more; ``empty`` where the rounds ran out."""

    empty: bool = False


class Reacted(Event, frozen=True, kw_only=True, tag="horizons.reacted"):
    """``actor`` used the reaction of this round."""


class Readied(Event, frozen=True, kw_only=True, tag="horizons.readied"):
    """``actor`` keeps its reaction for ``what``, until its next turn."""

    what: str


class ReactionBegan(Event, frozen=True, kw_only=True, tag="horizons.reaction_began"):
    """``what`` the reaction of ``actor`` was kept for has come: it acts now, out of turn."""

    what: str


class GrenadeThrown(Event, frozen=True, kw_only=True, tag="horizons.grenade_thrown"):
    """``actor`` threw a grenade at where ``target`` is; ``left`` are those it has yet, None where nobody counts.

    One that did not land went off ``astray_m`` metres from there, or harms nobody where that is None.
    """

    kind: str
    range_m: float
    band: str
    terms: tuple[Term, ...]
    difficulty: int
    check: Check
    landed: bool
    left: int | None = None
    astray_m: float | None = None


class Blasted(Event, frozen=True, kw_only=True, tag="horizons.blasted"):
    """``actor``, ``distance_m`` from the blast, took ``dealt`` of its ``damage``."""

    damage: int
    dealt: int
    distance_m: float
    covered: bool


class WeaponHidden(Event, frozen=True, kw_only=True, tag="horizons.weapon_hidden"):
    """``actor`` hid a weapon on its body: what a search has to reach."""

    audience: Audience = Audience.GM
    weapon: str
    check: Check


class Searched(Event, frozen=True, kw_only=True, tag="horizons.searched"):
    """``actor`` searched ``target``, by hand or from afar, and ``found`` these weapons."""

    check: Check
    by_hand: bool
    found: tuple[str, ...]


class Checked(Event, frozen=True, kw_only=True, tag="horizons.checked"):
    """``actor`` made a check of a skill."""

    check: Check
    difficulty: int
    passed: bool


class Contested(Event, frozen=True, kw_only=True, tag="horizons.contested"):
    """``actor`` measured itself against ``target``; a tie is the actor's, who began it."""

    check: Check
    against: Check
    won: bool


EVENTS: tuple[type[Event], ...] = (
    RoundBegan,
    InitiativeRolled,
    ShotFired,
    EffortSpent,
    SideEffect,
    Malfunctioned,
    BarrelBurst,
    Hit,
    Hurt,
    StayedAwake,
    WoundChecked,
    Died,
    Healed,
    Reloaded,
    Drew,
    Cleared,
    Aimed,
    PostureChanged,
    Moved,
    TookCover,
    Waited,
    TurnEnded,
    Corrected,
    Suppressing,
    SuppressionFired,
    SuppressionEnded,
    Reacted,
    GrenadeThrown,
    Blasted,
    WeaponHidden,
    Searched,
    Checked,
    Contested,
    EffectTold,
    ConditionSet,
    ConditionEnded,
    Readied,
    ReactionBegan,
    Rested,
)
