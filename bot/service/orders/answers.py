"""The answer to an order: short for all in the channel, or for its asker alone where others may not know of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import partial
from typing import Any

import msgspec

from bot.core.errors import NewerError
from bot.core.events import Event
from bot.core.said.told import RANGE, claimed_by, spelled
from bot.core.scene import Claim
from bot.core.views import GM, PUBLIC, Viewer, may_read
from bot.core.wording import lettered, line
from bot.service.button_keys import claim_key, question_key
from bot.service.case import Case, PlayedScene
from bot.service.orders.automatic_events import acts_unseen, own, told_at_once, told_behind
from bot.service.orders.ledger import Recorded, is_read_elsewhere
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
    """Which order an answer is about and for whom, from which its words are made each time they are wanted.

    ``otherwise`` is what the answer says where the reader may read nothing of the order. Where it is ``plain``, sides
    are written as letters.
    """

    scene_id: int
    ordinal: int
    reader: Reader
    plain: bool
    otherwise: str


class Unworded(msgspec.Struct, frozen=True):
    """The answer to an order before its words are made.

    Making them takes longer than all else, so it is done while the order is being committed, where nobody waits for it.
    ``reply`` has everything but the words, and ``words`` makes those that everybody may read. ``user`` is who gave the
    order, and ``behind`` is what everybody is told with it of what squads did unseen.
    """

    reply: Reply
    about: AboutOrder
    order: OrderRow
    events: Sequence[Event]
    ruleset: AnyRuleset
    words: PublicWords
    user: int
    behind: Sequence[Event] = ()

    def worded(self) -> Reply:
        """Return the whole reply: with its words, and with the button "Why?" where there are sums that explain them."""
        told, events = self.words.told, (*told_at_once(self.order, self.events), *self.behind)
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
    """Return the answer to an order that was carried out. It is shown to all in the channel, if that is the fight's and
    all do not read of it in the log there.

    It is for the asker alone where the order is one that only the GM knows of, or named somebody hidden: a GM then
    reads all of it, and a player only what the order itself did, since what happened by itself behind it is posted for
    everybody. ``otherwise`` is what it says where the reader may read nothing of the order.
    """
    order, after = recorded.order, recorded.after
    alone = order.gm_only or recorded.named
    asked = question_buttons(case.unit, after, everyone=not (order.gm_only and case.gm))
    asked = asked or (own_question_buttons(case, after) if alone and not case.gm else ())
    reply = Reply(
        title=f"#{label(order)}" if case.gm or not order.gm_only else "",
        ephemeral=alone or is_read_elsewhere(case, recorded.fight),
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


def with_what_followed(case: Case, answer: Reply | Unworded) -> Reply | Unworded:
    """Return an answer that tells, too, what happened behind squads that acted unseen behind its order."""
    if isinstance(answer, Reply) or not acts_unseen(case.unit, answer.order):
        return answer
    behind, reply = told_behind(case.unit, answer.ruleset, answer.order, answer.events), answer.reply
    if answer.about.reader is Reader.EVERYBODY:
        asked = question_buttons(case.unit, case.passed[-1][-1], everyone=True)
        reply = _replace(reply, buttons=(*reply.buttons, *asked))
    return _replace(answer, behind=behind, reply=reply)


def with_more(answer: Reply | Unworded, **more: Any) -> Reply | Unworded:
    """Return an answer with fields of its reply replaced by those given in ``more``."""
    if isinstance(answer, Reply):
        return _replace(answer, **more)
    return _replace(answer, reply=_replace(answer.reply, **more))


def kept(answer: Reply | Unworded) -> bytes:
    """Return the bytes of an answer as it is kept, for when the same interaction comes again.

    The answer to an order is kept without words, as a pair of reply and ``AboutOrder``: an older release cannot read a
    pair, and so does not take it for an answer that says nothing.
    """
    return _packed((answer.reply, answer.about) if isinstance(answer, Unworded) else answer)


def kept_before(unit: Unit, house: House, user: int, data: bytes) -> Reply | Unworded:
    """Return the answer that ``kept`` made these bytes of, for the user who was answered.

    Where the fight was deleted since, the answer says ``otherwise``, since the order is gone.

    Raises:
        NewerError: the bytes are those of a newer release, which this one cannot read.
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
    behind = told_behind(unit, ruleset, order, events)
    return Unworded(reply, about, order, events, ruleset, PublicWords(ruleset), user, behind)


def why_buttons(order: OrderRow) -> tuple[Button, ...]:
    """Return the button that shows every term of an order's sums."""
    return (Button("Why?", Verb.WHY, f"{order.chapter}.{label(order)}"),)


def question_buttons(unit: Unit, played: PlayedScene, *, everyone: bool) -> tuple[Button, ...]:
    """Return a button for each choice of the open question, labelled with what its readers may know would come of it.

    There are none where no question is open. Where ``everyone`` would see them, there are none either if the GM is
    asked, or somebody whom not everyone sees.
    """
    if played.scene.pending is None or (everyone and not _is_open_to_all(played)):
        return ()
    return _choices(unit, played, PUBLIC if everyone else GM)


def own_question_buttons(case: Case, played: PlayedScene) -> tuple[Button, ...]:
    """Return the buttons of the open question where the asker is to answer it and not everybody is shown it."""
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


def claim_buttons(unit: Unit, played: PlayedScene, events: Iterable[Event]) -> tuple[Button, ...]:
    """Return the buttons that an answer has for what players said in an order, as far as it is not settled yet."""
    said = [claim for each in events if may_read(each, PUBLIC) and (claim := claimed_by(each, 0)) is not None]
    open_ = {msgspec.json.encode(_replace(claim, position=0)): claim for claim in played.scene.claims}
    found = (open_.get(msgspec.json.encode(claim)) for claim in said)
    return tuple(claim_button(unit, played, claim, "GM: ") for claim in found if claim is not None)


def _claim_buttons(unit: Unit, recorded: Recorded) -> tuple[Button, ...]:
    """Return a button for each thing that the order's player said in it, by which a GM puts it right at one tap."""
    known, played = recorded.before.scene.claims, recorded.after
    fresh = [claim for claim in played.scene.claims if claim not in known]
    return tuple(claim_button(unit, played, claim, "GM: ") for claim in fresh)


def claim_button(unit: Unit, played: PlayedScene, claim: Claim, head: str) -> Button:
    """Return the button that puts a claim right.

    It opens a form for the right number where the claim is a distance that counts. It strikes out any other claim
    that counts, and allows one that does not count yet.
    """
    how, what = (Settling.DROP, "not so:") if claim.counted else (Settling.ALLOW, "allow")
    if claim.counted and RANGE in claim.words:
        how, what = Settling.CORRECT, "correct"
    label_ = f"{head}{what} {spelled(claim.words)}"
    return Button(label_of(label_), Verb.CLAIM, f"{how}.{claim_key(unit, played, claim)}")
