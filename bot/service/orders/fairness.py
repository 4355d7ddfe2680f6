"""Which secret an order's dice come from, and what is promised about it before and shown after."""

from __future__ import annotations

import hashlib

from bot.core import orders
from bot.core.dice import ApartDice, SeededDice
from bot.core.engine import DiceFor
from bot.core.wording import Line, line, note, number
from bot.service.requests import Button, Verb
from bot.service.rows import AnyScene, ChapterRow

SCHEME = 3
"""What chapters that open are played by: see docs/dice.md."""

SEALED = 3  # the first scheme of which a seal is posted, and no secret


def dice_for(chapter: ChapterRow, scene: AnyScene, order: orders.Order, draw: str = "") -> DiceFor:
    """Return the fair dice for ``order`` given in ``scene``, of one ``draw``, in the scheme of the chapter."""
    return _whole(chapter, scene, order) if chapter.scheme == 1 else _apart(chapter, draw)


def _apart(chapter: ChapterRow, draw: str) -> DiceFor:
    """Return what holds from the second scheme on: no face that players know of depends on anything hidden."""

    def dice(position: int, canonical: bytes) -> ApartDice:
        return ApartDice(chapter.public_secret, chapter.gm_secret, draw, position, canonical)

    return dice


def _whole(chapter: ChapterRow, scene: AnyScene, order: orders.Order) -> DiceFor:
    """Return the first scheme: every order counts, and what somebody hidden does is rolled from the GM's secret as a
    whole."""
    secret = chapter.gm_secret if _is_hidden(scene, _decided(scene, order)) else chapter.public_secret

    def dice(position: int, canonical: bytes) -> SeededDice:
        return SeededDice(secret, chapter.gm_secret, position, canonical)

    return dice


def _decided(scene: AnyScene, order: orders.Order) -> orders.Order:
    """Return the order that the rules run: for an answer the one that asked."""
    answers = isinstance(order, orders.Answer | orders.GoOn)
    return orders.parsed(scene.pending.order) if scene.pending and answers else order


def _is_hidden(scene: AnyScene, order: orders.Order) -> bool:
    match order:
        case orders.Act():
            return _hides(scene, order.actor)
        case orders.Together():
            return any(_hides(scene, act.actor) for act in order.acts)
        case orders.Enlist():
            return order.hidden
        case orders.EnlistMany():
            return any(recruit.hidden for recruit in order.recruits)
        case orders.GoOn():
            waited_for = order.actors or tuple(slot.actor for slot in scene.entitled())
            return any(_hides(scene, actor) for actor in waited_for)
        case _:
            return False


def _hides(scene: AnyScene, actor: str) -> bool:
    combatant = scene.combatants.get(actor)
    return combatant is not None and combatant.hidden


def sha256(secret: bytes) -> str:
    """Return the digest that is promised, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def seal(chapter: ChapterRow) -> str:
    """Return the digest of the fingerprints of both secrets, in hexadecimal with a blank between them."""
    both = f"{sha256(chapter.public_secret)} {sha256(chapter.gm_secret)}"
    return sha256(both.encode())


def is_sealed(chapter: ChapterRow) -> bool:
    """Tell whether one seal is posted of a chapter, and its secrets stand behind a button."""
    return chapter.scheme >= SEALED


def promised(chapter: ChapterRow) -> tuple[Line, ...]:
    """Return what is posted when a chapter opens."""
    if is_sealed(chapter):
        return (line(note(f"Dice sealed: {seal(chapter)}"), depth=1),)
    return (
        line(note(f"Dice of chapter {chapter.number}: every face follows from a secret that was drawn now.")),
        line(note(f"sha256 of the public secret: {sha256(chapter.public_secret)}"), depth=1),
        line(note(f"sha256 of the GM's secret: {sha256(chapter.gm_secret)}"), depth=1),
    )


def shown_secret(chapter: ChapterRow) -> tuple[Line, ...]:
    """Return what is posted when a chapter has closed, with the GM's secret once that is revealed.

    Of a sealed one it is no more than that the GM's dice lie open.
    """
    if is_sealed(chapter):
        return (line(note(f"Dice of chapter {chapter.number}: the GM's lie open too."), depth=1),)
    lines = [
        line(note(f"Secret of the dice of chapter {chapter.number}: {chapter.public_secret.hex()}")),
        line(note(f"sha256: {sha256(chapter.public_secret)}"), depth=1),
    ]
    if chapter.revealed:
        lines.append(line(note(f"The GM's secret: {chapter.gm_secret.hex()} ({sha256(chapter.gm_secret)})"), depth=1))
    return tuple(lines)


def proof(chapter: ChapterRow) -> tuple[Line, ...]:
    """Return all of a chapter's dice that may be known just now: the fingerprints, and each secret once it is open."""
    lines = [
        line("Dice of chapter ", number(chapter.number), note(f" (scheme {chapter.scheme})"), "."),
        line(f"Fingerprint of the public secret: {sha256(chapter.public_secret)}", depth=1),
        line(f"Fingerprint of the GM's secret: {sha256(chapter.gm_secret)}", depth=1),
        line(f"Seal, the sha256 of both fingerprints with a blank between: {seal(chapter)}", depth=1),
    ]
    if chapter.closed:
        lines.append(line(f"Public secret: {chapter.public_secret.hex()}", depth=1))
    if chapter.revealed:
        lines.append(line(f"GM's secret: {chapter.gm_secret.hex()}", depth=1))
    return tuple(lines)


def proof_button(chapter: ChapterRow) -> tuple[Button, ...]:
    """Return the button behind which a chapter's fingerprints stand, and its secrets once they are open."""
    return (Button("Check the dice", Verb.PROOF, str(chapter.number)),) if is_sealed(chapter) else ()
