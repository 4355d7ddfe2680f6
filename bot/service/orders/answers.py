"""The answer to an order: its short form for everybody, or for the GM alone what only the GM may know."""

from __future__ import annotations

from functools import partial

from bot.core.said.told import RANGE, spelled
from bot.core.scene import Claim
from bot.core.views import GM, PUBLIC, Viewer
from bot.core.wording import line
from bot.service.button_keys import claim_key, question_key
from bot.service.case import Case, PlayedScene
from bot.service.orders.automatic_events import own, told_at_once
from bot.service.orders.ledger import Recorded
from bot.service.orders.order_words import as_shown, label, short, told_in_brief
from bot.service.orders.stakes import answers_told
from bot.service.ports import Unit
from bot.service.requests import Button, Reply, Settling, Verb, label_of
from bot.service.rows import OrderRow


def answer_to(case: Case, recorded: Recorded, otherwise: str = "Done.") -> Reply:
    """Return what whoever gave an order is answered; everybody in the channel, where it was given there.

    A GM who named somebody hidden is answered alone, with all that the GM may know. A player of whose order nobody else
    learns is answered alone too, without what happened by itself behind it: everybody is told that. ``otherwise`` is
    said where nothing of it is told.
    """
    ruleset = recorded.after.system.ruleset
    gm_only = recorded.order.gm_only
    alone = gm_only or recorded.named
    told, events = recorded.words.told, tuple(told_at_once(recorded.order, recorded.events))
    itself = tuple(own(recorded.order, recorded.events))
    if alone:
        viewer, events = (GM, tuple(recorded.events)) if case.gm else (case.viewer, itself)
        told = partial(told_in_brief, ruleset, viewer=viewer)
    known = told(events)
    lines = as_shown(short(known), recorded.after.scene.options) or (line(otherwise),)
    # What happens by itself behind an order may wait for somebody hidden, and its sums with it.
    sums = known if len(events) == len(itself) else told(itself)
    explained = len(known) > len(lines) and any(each.depth for each in sums)
    everyone = not (gm_only and case.gm)
    asked = question_buttons(case.unit, recorded.after, everyone=everyone)
    asked = asked or (own_question_buttons(case, recorded.after) if alone and not case.gm else ())
    title = f"#{label(recorded.order)}" if case.gm or not gm_only else ""
    why = why_buttons(recorded.order) if explained and title else ()
    buttons = (*_claim_buttons(case.unit, recorded), *asked, *why)
    return Reply(lines=lines, title=title, ephemeral=alone or case.elsewhere, buttons=buttons)


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
