"""What players said of a scene lasts until somebody who knows better speaks, or whoever it is about moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, TypeVar, assert_never

import msgspec

from bot.core.events import ClaimSettled, Event, RangeSet, Said, Unconfirmed
from bot.core.scene import Claim, Scene, ToldFact, pair
from bot.core.wording import metres

S = TypeVar("S")
G = TypeVar("G")

RANGE = "range_m"
WordEvent: TypeAlias = RangeSet | Said | Unconfirmed | ClaimSettled

_replace = msgspec.structs.replace


def fact(key: str, target: str) -> str:
    """Return the name in ``Scene.told`` of what was said by ``key`` about ``target``, a pair for a distance."""
    return f"{key}\n{target}"


def told_of(scene: Scene[S, G], target: str) -> dict[str, ToldFact]:
    """Return what players said about somebody, distances apart, by the input that says it."""
    about = (name.partition("\n") for name in scene.told)
    return {key: scene.told[fact(key, who)] for key, _, who in about if who == target}


def with_word(scene: Scene[S, G], event: WordEvent) -> Scene[S, G]:
    """Return the scene after something was said, or set right."""
    claim = claimed_by(event, _position(scene))
    if claim is not None:
        scene = _replace(scene, claims=(*scene.claims, claim))
    match event:
        case RangeSet():
            return _with_range(scene, event)
        case Said():
            return _with_said(scene, event) if event.lasting else scene
        case Unconfirmed():
            return scene
        case ClaimSettled():
            return _settled(scene, event)
        case _:
            assert_never(event)


def claimed_by(event: Event, position: int) -> Claim | None:
    """Return what a player said in an event of the live order ``position``, if a GM is to settle it."""
    match event:
        case RangeSet() if event.said_by:
            return Claim(event.said_by, event.actor, event.target, {RANGE: event.range_m}, position, True)
        case Said() if event.lasting:
            return Claim(event.actor, event.actor, event.target, event.words, position, True)
        case Unconfirmed():
            return Claim(event.actor, event.actor, event.target, event.words, position, False)
        case _:
            return None


def _position(scene: Scene[S, G]) -> int:
    """Return where a claim stands among the orders that everybody knows of, whose buttons it has."""
    return scene.noticed if scene.apart else scene.position


def _with_range(scene: Scene[S, G], event: RangeSet) -> Scene[S, G]:
    pairing = pair(event.actor, event.target)
    key = fact(RANGE, pairing)
    ranges_m = {**scene.ranges_m, pairing: event.range_m}
    scene = _replace(scene, outdated=tuple(each for each in scene.outdated if each != pairing))
    if not event.said_by:
        return _replace(scene, ranges_m=ranges_m, told=_without(scene.told, key))
    told = {**scene.told, key: ToldFact(event.range_m, event.said_by)}
    return _replace(scene, ranges_m=ranges_m, told=told)


def _without(told: Mapping[str, ToldFact], *keys: str) -> dict[str, ToldFact]:
    return {key: value for key, value in told.items() if key not in keys}


def _with_said(scene: Scene[S, G], event: Said) -> Scene[S, G]:
    facts = {fact(key, event.target): ToldFact(value, event.actor) for key, value in event.words.items()}
    return _replace(scene, told={**scene.told, **facts})


def _settled(scene: Scene[S, G], event: ClaimSettled) -> Scene[S, G]:
    claim = scene.claims[event.claim]
    scene = _replace(scene, claims=(*scene.claims[: event.claim], *scene.claims[event.claim + 1 :]))
    if event.upheld or not claim.counted:
        return scene
    pairing = pair(claim.actor, claim.target)
    if RANGE in claim.words:
        ranges_m = {key: value for key, value in scene.ranges_m.items() if key != pairing}
        return _replace(
            scene,
            ranges_m=ranges_m,
            told=_without(scene.told, fact(RANGE, pairing)),
            outdated=tuple(each for each in scene.outdated if each != pairing),
        )
    return _replace(scene, told=_without(scene.told, *(fact(key, claim.target) for key in claim.words)))


def gone_elsewhere(scene: Scene[S, G], actor: str) -> Scene[S, G]:
    """Return the scene after ``actor`` has gone elsewhere: what was said of where it stood holds no longer."""
    gone = [fact(key, actor) for key in told_of(scene, actor)]
    return _replace(scene, told=_without(scene.told, *gone)) if gone else scene


def outdated(scene: Scene[S, G], actor: str) -> Scene[S, G]:
    """Return the scene after ``actor`` has gone elsewhere: its distances are outdated."""
    own = {key for key in scene.ranges_m if actor in key.split("\n")}
    return _replace(scene, outdated=tuple(sorted({*scene.outdated, *own}))) if own else scene


def spelled(words: Mapping[str, Any]) -> str:
    """Return what was said, in words."""
    return ", ".join(_spelled(key, value) for key, value in words.items())


def _spelled(key: str, value: Any) -> str:
    if key == RANGE:
        return metres(value)
    plain = key.replace("_", " ")
    if isinstance(value, bool):
        return plain if value else f"not {plain}"
    return f"{plain} {value:g}" if isinstance(value, int | float) else f"{plain} {str(value).replace('_', ' ')}"
