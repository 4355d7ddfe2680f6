"""Somebody plays on for a player who is away: by a command, or from the menu that the tracker's button opens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.options import Choice
from bot.core.wording import line, note, shown
from bot.service.case import Case, PlayedScene
from bot.service.names import readable
from bot.service.orders.answers import Unworded, answer_to, with_more
from bot.service.orders.ledger import carry_out
from bot.service.playing.actors import chosen_actor, may_act_for
from bot.service.requests import Menu, Reply, Verb
from bot.service.rows import AnyCombatant

A_GM = 0
TO_GM, BACK = "gm", "back"
MOST_OFFERED = 25
NOBODYS = 2**63
"""No user has so large an id."""


def hand_over(case: Case, actor: str, to: int | None, *, back: bool) -> Reply | Unworded:
    """Have somebody else play a player's combatant, a GM where nobody is named, or give it ``back``.

    Raises:
        RuleViolation: it is not the asker's to hand over, or both is said.
    """
    if back and to is not None:
        raise RuleViolation("It goes back to its player or to somebody else.", "Leave out either to or back.")
    played = case.played()
    who = chosen_actor(case, played, actor)
    return _handed(case, played, who, None if back else to or A_GM)


def tapped(case: Case, argument: str) -> Reply | Unworded:
    """Return the menu of who may play on for whom, or do what was chosen in it.

    Raises:
        RuleViolation: nobody is the asker's to hand over, or no menu says that.
    """
    played = case.played()
    if not argument:
        return _menu(case, played)
    to, _, name = argument.removeprefix(".").partition(".")
    if to in (TO_GM, BACK):
        return _tapped_over(case, played, name, None if to == BACK else A_GM)
    if not (to.isdecimal() and len(to) < 20 and 0 < int(to) < NOBODYS):
        raise RuleViolation("That menu is none of mine.", "Type /init hand, or use the newest button.")
    return _tapped_over(case, played, name, int(to))


def _tapped_over(case: Case, played: PlayedScene, called: str, to: int | None) -> Reply | Unworded:
    handed = _handed(case, played, chosen_actor(case, played, called), to)
    return with_more(handed, privately=(line("Done: it changed hands."),))


def _handed(case: Case, played: PlayedScene, actor: str, to: int | None) -> Reply | Unworded:
    """Hand somebody over, or back: whoever only plays on for another hands it to nobody else."""
    own = played.scene.combatants[actor].owner == case.request.user_id
    if to is not None and not (case.gm or own):
        raise RuleViolation(
            f"{shown(actor)} was handed over to you.",
            "You can give it back with back:True; its player or a GM hands it on.",
        )
    return answer_to(case, carry_out(case, played, orders.Entrust(actor=actor, to=to)))


def _menu(case: Case, played: PlayedScene) -> Reply:
    names = readable(played.scene, case.viewer)
    acting = [slot.actor for slot in played.seen_by(case.viewer).entitled()]
    offered = [each for actor in dict.fromkeys([*acting, *names]) for each in _ways(case, played, actor, names)]
    if not offered:
        raise RuleViolation("Nobody here is yours to hand over.", "Its player hands somebody over, or a GM.")
    menu = Menu("Who plays on for whom", "", tuple(offered[:MOST_OFFERED]), Verb.HAND)
    said = line(
        "Whoever plays on acts and answers until it is given back or the fight ends. Whose it is stays as it is."
    )
    lines = (said, line(note("To anybody else: /init hand.")))
    return Reply(title="Somebody is away", lines=lines, ephemeral=True, menu=menu)


def _ways(case: Case, played: PlayedScene, actor: str, names: Mapping[str, str]) -> Iterator[Choice]:
    """Yield to whom the asker may hand somebody: back, to the GM, or to whoever plays somebody else of these."""
    people = played.scene.combatants
    combatant, name = people[actor], names[actor]
    if combatant.guarded or not may_act_for(case, played, actor):
        return
    if combatant.entrusted_to is not None:
        yield Choice(f"{BACK}.{name}", f"{name}: back to its player")
    if not (case.gm or combatant.owner == case.request.user_id):
        return
    if combatant.player != A_GM:
        yield Choice(f"{TO_GM}.{name}", f"{name}: to the GM")
    for user, other in _players(people[each] for each in names).items():
        if user not in (combatant.owner, combatant.player):
            yield Choice(f"{user}.{name}", f"{name}: to the player of {names[other]}")


def _players(people: Iterable[AnyCombatant]) -> dict[int, str]:
    """Return the users who play somebody here, each with the first of theirs."""
    found: dict[int, str] = {}
    for each in people:
        if each.owner:
            found.setdefault(each.owner, each.actor)
    return found
