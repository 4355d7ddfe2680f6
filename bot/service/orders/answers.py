"""The answer to an order: its short form for everybody, or for the GM alone what only the GM may know."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from typing import Any

import msgspec

from bot.core.errors import NewerError
from bot.core.events import Event
from bot.core.said.told import RANGE, spelled
from bot.core.scene import Claim
from bot.core.views import GM, PUBLIC, Viewer
from bot.core.wording import lettered, line
from bot.service.button_keys import claim_key, question_key
from bot.service.case import Case, PlayedScene
from bot.service.orders.automatic_events import own, told_at_once
from bot.service.orders.ledger import Recorded
from bot.service.orders.order_words import PublicWords, is_plain, label, short, told_in_brief
from bot.service.orders.stakes import answers_told
from bot.service.ports import Unit
from bot.service.requests import Button, Reply, Settling, Verb, label_of
from bot.service.rows import OrderRow
from bot.service.systems import AnyRuleset, House

_replace = msgspec.structs.replace
_packed = msgspec.msgpack.encode


class Reader(StrEnum):
    """For whom the answer to an order is worded."""

    EVERYBODY = "everybody"
    ASKER = "asker"
    GM = "gm"


class AboutOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of which order an answer tells, and how: by this its words are made whenever they are wanted.

    ``otherwise`` is said where nothing of it is told. In one that is ``plain`` sides are letters.
    """

    scene_id: int
    ordinal: int
    reader: Reader
    plain: bool
    otherwise: str


class Unworded(msgspec.Struct, frozen=True):
    """The answer to an order without its words: they take longer than all that has to be written while others wait.

    ``reply`` is all the rest of it, ``words`` those of what everybody may read.
    """

    reply: Reply
    about: AboutOrder
    order: OrderRow
    events: Sequence[Event]
    ruleset: AnyRuleset
    words: PublicWords
    user: int

    def worded(self) -> Reply:
        """Return the answer with its words, and with the button to ask for more where they have an explanation."""
        told, events = self.words.told, tuple(told_at_once(self.order, self.events))
        itself = tuple(own(self.order, self.events))
        if self.about.reader is not Reader.EVERYBODY:
            gm = self.about.reader is Reader.GM
            viewer, events = (GM, tuple(self.events)) if gm else (Viewer(self.user), itself)
            told = partial(told_in_brief, self.ruleset, viewer=viewer)
        known = told(events)
        lines = short(known) or (line(self.about.otherwise),)
        # What happens by itself behind an order may wait for somebody hidden, and its sums with it.
        sums = known if len(events) == len(itself) else told(itself)
        explained = len(known) > len(lines) and any(each.depth for each in sums)
        why = why_buttons(self.order) if explained and self.reply.title else ()
        shown = tuple(map(lettered, lines)) if self.about.plain else lines
        return _replace(self.reply, lines=shown, buttons=(*self.reply.buttons, *why))


_kept = msgspec.msgpack.Decoder[Reply | tuple[Reply, AboutOrder]](Reply | tuple[Reply, AboutOrder])


def answer_to(case: Case, recorded: Recorded, otherwise: str = "Done.") -> Unworded:
    """Return what whoever gave an order is answered; everybody in the channel, where it was given there.

    A GM who named somebody hidden is answered alone, with all that the GM may know. A player of whose order nobody else
    learns is answered alone too, without what happened by itself behind it: everybody is told that. ``otherwise`` is
    said where nothing of it is told.
    """
    order, after = recorded.order, recorded.after
    alone = order.gm_only or recorded.named
    asked = question_buttons(case.unit, after, everyone=not (order.gm_only and case.gm))
    asked = asked or (own_question_buttons(case, after) if alone and not case.gm else ())
    reply = Reply(
        title=f"#{label(order)}" if case.gm or not order.gm_only else "",
        ephemeral=alone or case.elsewhere,
        buttons=(*_claim_buttons(case.unit, recorded), *asked),
    )
    about = AboutOrder(
        scene_id=order.scene_id,
        ordinal=order.ordinal,
        reader=(Reader.GM if case.gm else Reader.ASKER) if alone else Reader.EVERYBODY,
        plain=is_plain(after.scene.options),
        otherwise=otherwise,
    )
    ruleset, user = after.system.ruleset, case.request.user_id
    return Unworded(reply, about, order, recorded.events, ruleset, recorded.words, user)


def with_more(answer: Reply | Unworded, **more: Any) -> Reply | Unworded:
    """Return an answer with more in it than its order tells."""
    if isinstance(answer, Reply):
        return _replace(answer, **more)
    return _replace(answer, reply=_replace(answer.reply, **more))


def kept(answer: Reply | Unworded) -> bytes:
    """Return an answer as it is kept for whoever asks for it again: of an order without its words.

    That is a pair, which no older release takes for an answer that has no words.
    """
    return _packed((answer.reply, answer.about) if isinstance(answer, Unworded) else answer)


def kept_before(unit: Unit, house: House, user: int, data: bytes) -> Reply | Unworded:
    """Return an answer that was kept for a user; where the fight was deleted since, nothing of it is told.

    Raises:
        NewerError: a newer version gave it, in a way that this one cannot say.
    """
    try:
        found = _kept.decode(data)
    except msgspec.ValidationError as error:
        raise NewerError(str(error)) from error
    if isinstance(found, Reply):
        return found
    reply, about = found
    if not (orders := unit.orders(about.scene_id, about.ordinal, about.ordinal)):
        untold: Reply = _replace(reply, lines=(line(about.otherwise),))
        return untold
    (order,) = orders
    ruleset = house.system(unit.chapter(order.scene_id, order.chapter).ruleset).ruleset
    events = unit.events(order.scene_id, order.ordinal, order.ordinal, ruleset.key).get(order.ordinal, [])
    return Unworded(reply, about, order, events, ruleset, PublicWords(ruleset), user)


def why_buttons(order: OrderRow) -> tuple[Button, ...]:
    """Return the button behind which every term of an order stands."""
    return (Button("Why?", Verb.WHY, f"{order.chapter}.{label(order)}"),)


def question_buttons(unit: Unit, played: PlayedScene, *, everyone: bool) -> tuple[Button, ...]:
    """Return the choices of the open question, each with what it would come to as far as its readers know.

    There are none where ``everyone`` would see them and they are the GM's, or of somebody whom not everyone sees.
    """
    if played.scene.pending is None or (everyone and not _is_open_to_all(played)):
        return ()
    return _choices(unit, played, PUBLIC if everyone else GM)


def own_question_buttons(case: Case, played: PlayedScene) -> tuple[Button, ...]:
    """Return the choices of the open question that is one of the asker's to answer and is not shown to everybody."""
    pending = played.scene.pending
    if pending is None or played.scene.asks_gm or _is_open_to_all(played):
        return ()
    asked = played.scene.combatants[pending.question.actor]
    return _choices(case.unit, played, PUBLIC) if asked.owner == case.request.user_id else ()


def _is_open_to_all(played: PlayedScene) -> bool:
    return not played.scene.asks_gm and played.seen_by(PUBLIC).pending is not None


def _choices(unit: Unit, played: PlayedScene, reader: Viewer) -> tuple[Button, ...]:
    once = question_key(unit, played)
    labels = answers_told(unit, played, reader).values()
    return tuple(Button(each, Verb.ANSWER, str(at), once) for at, each in enumerate(labels))


def _claim_buttons(unit: Unit, recorded: Recorded) -> tuple[Button, ...]:
    """Return how a GM puts right at one tap what a player said in an order."""
    known, played = recorded.before.scene.claims, recorded.after
    fresh = [claim for claim in played.scene.claims if claim not in known]
    return tuple(claim_button(unit, played, claim, "GM: ") for claim in fresh)


def claim_button(unit: Unit, played: PlayedScene, claim: Claim, head: str) -> Button:
    """Return the button that puts a claim right.

    A distance is corrected with a form, anything else that counts struck out; what did not count is allowed.
    """
    how, what = (Settling.DROP, "not so:") if claim.counted else (Settling.ALLOW, "allow")
    if claim.counted and RANGE in claim.words:
        how, what = Settling.CORRECT, "correct"
    label_ = f"{head}{what} {spelled(claim.words)}"
    return Button(label_of(label_), Verb.CLAIM, f"{how}.{claim_key(unit, played, claim)}")
