"""What can be done with time: how it goes on, waiting, and the small things that take a few ticks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from bot.core.actions import Action, Aimpoint, Field, Offer, by_actor
from bot.core.options import Word
from bot.rulesets.reflex.kinds import Encumbrance, Lies, Stance
from bot.rulesets.reflex.kit import Item, Weapon
from bot.rulesets.reflex.person.exposure import Exposing
from bot.rulesets.reflex.person.gear import belongings, guns_in_hand, is_in_hand, is_on
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.time.timing import ALSO_ON_THE_MOVE, CHOICE, FINISH, OPERATIONAL, TACTICAL

USUAL_LENGTH = "phrase"


class Finish(Action, frozen=True, kw_only=True):
    """Let what the actor is about take effect."""

    offer = Offer(
        "finish", "Finish", "let what is under way take effect", kinds=(FINISH,), button=True, switch="advanced_timing"
    )


class PressOn(Action, frozen=True, kw_only=True):
    """Choose a new exchange of fire."""

    offer = Offer("press", "Press", "go on with a new exchange of fire", "init", kinds=(CHOICE,), button=True)


class HoldBack(Action, frozen=True, kw_only=True):
    """Choose a pause."""

    offer = Offer("hold", "Hold", "let a pause begin", "init", kinds=(CHOICE,), button=True)


class Surrender(Action, frozen=True, kw_only=True):
    """Take no part in the next exchange of fire."""

    offer = Offer("surrender", "Surrender", "take no part in the next exchange", kinds=(CHOICE,))


class LetPauseGo(Action, frozen=True, kw_only=True):
    """Let the pause go by."""

    offer = Offer("rest", "Rest", "let the pause go by", kinds=(OPERATIONAL,))


class Wait(Exposing, frozen=True, kw_only=True):
    """Let time pass, once or again and again ``until`` a tick, or on the move do nothing more."""

    offer = Offer("wait", "Wait", "let time pass, or do nothing more on the move", kinds=ALSO_ON_THE_MOVE)

    until: Annotated[int | None, Field("wait again until this tick or a lower one; 0 for this exchange", hi=1000)] = (
        None
    )


class ChangeStance(Exposing, frozen=True, kw_only=True):
    """Get up or down, ``to`` another stance."""

    offer = Offer("stance", "Change stance", "2 ticks a step down, 4 a step up", kinds=(TACTICAL,), outside=True)

    to: Annotated[Stance, Field("the new stance")]


class Assess(Exposing, frozen=True, kw_only=True):
    """Look around for ``extra`` ticks more than it takes, close by, ``range_m`` away or ``to`` a place."""

    offer = Offer("assess", "Assess", "look around", kinds=ALSO_ON_THE_MOVE)

    extra: Annotated[int, Field("further ticks, +1 each", hi=20)] = 0
    range_m: Annotated[float | None, Field("metres to what is looked for; close by if left out", word=Word.HERE)] = None
    light: Annotated[str, Field("what can be seen, if other than by all", of="visibility", word=Word.GM)] = ""
    to: Aimpoint = None


class Communicate(Exposing, frozen=True, kw_only=True):
    """Say something of some ``length``."""

    offer = Offer("communicate", "Communicate", "say something short", kinds=ALSO_ON_THE_MOVE)

    length: Annotated[str, Field("how much is said", of=("syllable", USUAL_LENGTH, "sentence"))] = USUAL_LENGTH
    device: Annotated[bool, Field("over a radio or the like")] = False


class Handling(Exposing, frozen=True, kw_only=True):
    """Something that is done with the belonging called ``item``."""

    item: str


def _to_draw(state: State) -> Iterable[str]:
    """Yield what can be taken in hand, but for weapons on a mount, which fire from there."""
    mounted = {key for key, weapon in state.kit.weapons.items() if weapon.fixed_mount}
    near = {key: each for key, each in belongings(state).items() if each.lies is not Lies.AWAY}
    return (key for key, each in near.items() if not is_in_hand(each) and key not in mounted)


def in_hand(state: State) -> Iterable[str]:
    """Yield what somebody holds, by the keys of its belongings."""
    return (key for key, each in belongings(state).items() if is_in_hand(each))


def _carried_or_worn(state: State) -> Iterable[str]:
    carried = (key for key, each in belongings(state).items() if each.lies is Lies.CARRIED)
    return (*carried, *(piece.name for piece in state.kit.armor))


def _is_switchable(thing: Weapon | Item) -> bool:
    if isinstance(thing, Weapon):
        return thing.lies is Lies.CARRIED and thing.model.bipod
    return thing.lies is Lies.CARRIED and (thing.active or not thing.explosive)


def _switched_off(state: State) -> Iterable[str]:
    return (key for key, each in belongings(state).items() if _is_switchable(each) and not is_on(each))


def _switched_on(state: State) -> Iterable[str]:
    return (key for key, each in belongings(state).items() if _is_switchable(each) and is_on(each))


class Ready(Handling, frozen=True, kw_only=True):
    """Take something in hand, a weapon in so many ``hands``."""

    offer = Offer("ready", "Ready", "take something in hand", kinds=ALSO_ON_THE_MOVE, outside=True)

    item: Annotated[str, Field("what you handle", fits=by_actor(_to_draw), shared=True)]
    hands: Annotated[int | None, Field("in how many hands", lo=1, hi=2)] = None


class Stow(Handling, frozen=True, kw_only=True):
    """Put away what is in hand."""

    offer = Offer("stow", "Stow", "put something away", kinds=ALSO_ON_THE_MOVE, outside=True)

    item: Annotated[str, Field("what you handle", fits=by_actor(in_hand), shared=True)]


class Ditch(Handling, frozen=True, kw_only=True):
    """Let go of something, with a ``check`` where the GM asks for one."""

    offer = Offer("ditch", "Ditch", "let something fall", kinds=ALSO_ON_THE_MOVE, outside=True)

    item: Annotated[str, Field("what you handle", fits=by_actor(_carried_or_worn), shared=True)]
    check: Annotated[bool, Field("with a check of Coordination, where the GM asks for it")] = False
    load: Annotated[Encumbrance | None, Field("how much is carried without it")] = None


class Reload(Exposing, frozen=True, kw_only=True):
    """Work on loading the weapon called ``item``, or the first in hand; what is in it may be kept."""

    offer = Offer("reload", "Reload", "load a weapon", kinds=ALSO_ON_THE_MOVE, outside=True)

    item: Annotated[str, Field("the weapon; the one in hand if left out", fits=by_actor(guns_in_hand), shared=True)] = (
        ""
    )
    keep: Annotated[bool, Field("keep the partial load (+2 ticks)")] = False
    deep: Annotated[bool, Field("the rounds lie deep in a pack (+1 +1d10)")] = False


class Switching(Handling, frozen=True, kw_only=True):
    """Something is switched on or off, or a bipod unfolded or folded."""

    on: ClassVar[bool]


class Activate(Switching, frozen=True, kw_only=True):
    """Switch something on, or set up a bipod."""

    offer = Offer("activate", "Activate", "switch something on, set up a bipod", kinds=ALSO_ON_THE_MOVE, outside=True)
    on = True

    item: Annotated[str, Field("what you handle", fits=by_actor(_switched_off), shared=True)]


class Deactivate(Switching, frozen=True, kw_only=True):
    """Switch something off, or fold a bipod."""

    offer = Offer("deactivate", "Deactivate", "switch something off", kinds=ALSO_ON_THE_MOVE, outside=True)
    on = False

    item: Annotated[str, Field("what you handle", fits=by_actor(_switched_on), shared=True)]


ABOUT_TIME = (Finish, PressOn, HoldBack, Surrender, LetPauseGo, Wait)
SMALL = (Assess, Communicate, Ready, Stow, Ditch, Reload, Activate, Deactivate)
