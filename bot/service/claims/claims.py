"""What a player says of the scene: weighed by what they know, put to a GM who is there, listed until it is settled."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from bot.core import orders
from bot.core.building import Blank
from bot.core.errors import RuleViolation
from bot.core.said.claims import Weighed, weighed
from bot.core.said.told import RANGE, spelled
from bot.core.scene import Claim
from bot.core.wording import Line, line, name, note, shown
from bot.service.button_keys import claim_key
from bot.service.case import Case, PlayedScene
from bot.service.claims.allowed_claims import allow
from bot.service.orders.answers import Unworded, answer_to, claim_button
from bot.service.orders.ledger import carry_out, check_possible
from bot.service.requests import Button, Form, Reply, Settling, Verb
from bot.service.switches import CLAIMS, CLAIMS_WAIT_MIN, COUNT, SHARED

MOST_LISTED = 12  # so that their buttons fit under one answer
MS_PER_MIN = 60_000
ORDERS_AT_ONCE = 32
LONGEST_RANGE_M = 100_000


def worded(case: Case, played: PlayedScene, act: orders.Act) -> orders.Order:
    """Return a player's order, with their word for what is so told apart from what they do; a GM's is taken as it is.

    Raises:
        RuleViolation: it contradicts what the player knows, or is not possible though a GM would allow it.
    """
    if case.gm:
        return act
    found = weighed(played.system.ruleset, played.seen_by(case.viewer), act)
    if not found.said and not found.claims:
        return found.act
    if _option(played, CLAIMS) == COUNT:
        return orders.Claimed(act=found.act, said=(*found.said, *found.claims))
    asks = bool(found.claims) and _gm_is_there(case, played)
    if asks:
        _check_worth_asking(case, played, found)
    return orders.Claimed(act=found.act, said=found.said, claims=found.claims, asks=asks)


def _option(played: PlayedScene, key: str) -> Any:
    """Return a switch as the chapter froze it; one from before there was such a switch has its default."""
    return played.scene.options.get(key, SHARED[key].default)


def _check_worth_asking(case: Case, played: PlayedScene, found: Weighed) -> None:
    """Raise RuleViolation where not even a GM's yes would make the order possible."""
    check_possible(case, played, orders.Claimed(act=found.act, said=(*found.said, *found.claims)))


def _gm_is_there(case: Case, played: PlayedScene) -> bool:
    """Tell whether a GM of this fight has lately given an order in the scene that players know of.

    What only the GM knows of tells nobody that they are there.
    """
    row, gms = played.row, set(case.unit.gms(played.row.id))
    since = case.request.at_ms - _option(played, CLAIMS_WAIT_MIN) * MS_PER_MIN
    last = row.head if gms else 0
    while last > 0:
        first = max(1, last - ORDERS_AT_ONCE + 1)
        for order in reversed(case.unit.orders(row.id, first, last)):
            if order.at_ms <= since:
                return False
            if order.user_id in gms and not order.gm_only:
                return True
        last = first - 1
    return False


def open_claims(case: Case) -> Reply:
    """Return what players said and no GM has settled, for a GM, each with its buttons."""
    case.check_gm("settle what players say")
    played = case.played()
    claims = played.scene.claims
    if not claims:
        return Reply(lines=(line("Nothing is open that a player said."),), ephemeral=True)
    shown_now = claims[:MOST_LISTED]
    lines = [_listed(at, claim) for at, claim in enumerate(shown_now, 1)]
    if len(claims) > MOST_LISTED:
        lines.append(line(note(f"{len(claims) - MOST_LISTED} more follow these.")))
    buttons = [each for at, claim in enumerate(shown_now, 1) for each in _choices(case, played, at, claim)]
    return Reply(title="What players said", lines=tuple(lines), ephemeral=True, buttons=tuple(buttons))


def _listed(at: int, claim: Claim) -> Line:
    of = _about(claim)
    counts = "" if claim.counted else " (did not count)"
    return line(f"{at}. ", name(claim.by), " says", *of, f": {spelled(claim.words)}{counts}.")


def _about(claim: Claim) -> tuple[Any, ...]:
    if claim.actor != claim.by:
        return (" of ", name(claim.actor), " and ", name(claim.target))
    return (" of ", name(claim.target)) if claim.target else ()


def _choices(case: Case, played: PlayedScene, at: int, claim: Claim) -> tuple[Button, ...]:
    key = claim_key(case.unit, played, claim)
    holds = Button(f"{at}: right" if claim.counted else f"{at}: leave it", Verb.CLAIM, f"{Settling.UPHOLD}.{key}")
    return holds, claim_button(case.unit, played, claim, f"{at}: ")


def settle(case: Case, argument: str) -> Reply | Unworded:
    """Do what a GM's button says about something that a player said."""
    case.check_gm("settle what players say")
    how, _, key = argument.partition(".")
    played = case.played()
    at = _found(case, played, key)
    match how:
        case Settling.UPHOLD:
            return answer_to(case, carry_out(case, played, orders.SettleClaim(claim=at)))
        case Settling.DROP:
            return answer_to(case, carry_out(case, played, orders.SettleClaim(claim=at, upheld=False)))
        case Settling.ALLOW:
            return allow(case, played, played.scene.claims[at])
        case Settling.CORRECT:
            return Reply(form=_form(played.scene.claims[at], key), ephemeral=True)
        case _:
            raise RuleViolation("That button is none of mine.", "See /init claims for what is open.")


def _found(case: Case, played: PlayedScene, key: str) -> int:
    """Return the number of an open claim by its key.

    Raises:
        RuleViolation: it is none, or none any more.
    """
    for at, claim in enumerate(played.scene.claims):
        if claim_key(case.unit, played, claim) == key:
            return at
    raise RuleViolation("That is settled already.", "See /init claims for what is open.")


def _form(claim: Claim, key: str) -> Form:
    blank = Blank(RANGE, f"Metres from {shown(claim.actor)} to {shown(claim.target)}", f"{claim.words[RANGE]:g}")
    return Form(title="How far it is", argument=f"claim.{key}", blanks=(blank,))


def correct(case: Case, key: str, values: Mapping[str, str]) -> Reply | Unworded:
    """Put a GM's distance in place of the one that a player said."""
    case.check_gm("set distances")
    played = case.played()
    claim = played.scene.claims[_found(case, played, key)]
    order = orders.SetRange(actor=claim.actor, target=claim.target, range_m=metres(values.get(RANGE, "")))
    return answer_to(case, carry_out(case, played, order))


def metres(text: str) -> float:
    """Return a distance as it was typed.

    Raises:
        RuleViolation: it is none.
    """
    try:
        found = float(text.strip().casefold().removesuffix("m").strip().replace(",", ".")[:32])
    except ValueError:
        found = math.nan
    if not 0 <= found <= LONGEST_RANGE_M:
        raise RuleViolation("That is no distance.", f"Type metres, from 0 to {LONGEST_RANGE_M}.")
    return found
