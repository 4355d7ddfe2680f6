"""A moment is let go by: whoever is to act takes the default of its system."""

from __future__ import annotations

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.wording import shown
from bot.service.case import Case, PlayedScene
from bot.service.orders.answers import Unworded, answer_to
from bot.service.orders.ledger import NOT_NOW, WAIT, carry_out
from bot.service.orders.squad_moments import squad_acts
from bot.service.playing.actors import check_answer, chosen_actor, may_act_for
from bot.service.playing.haste import was_overtaken
from bot.service.playing.standing_orders import all_act
from bot.service.requests import Reply

TIME_GOES_ON = "Time goes on."
NOT_YET = RuleViolation("None of yours is to act now.", "Wait for your turn, or ask the GM to go on.")


def go_on_as_typed(case: Case, actor: str | None) -> Reply | Unworded:
    """Take the default of whoever everybody waits for, unless somebody else has just been faster.

    Raises:
        RuleViolation: so it is, and it is not said for whom: the next would lose a moment that nobody meant.
    """
    if actor is None and was_overtaken(case):
        raise RuleViolation(
            "The fight has gone on in this very moment.", "See who is to act now, and type it again if you mean that."
        )
    return go_on(case, actor)


def go_on(case: Case, actor: str | None) -> Reply | Unworded:
    """Take the default of whoever everybody waits for."""
    played = case.played()
    _check_question(case, played)
    if actor is None and case.gm:
        return _all_go_on(case, played)
    waited_for = _own_to_act(case, played) if actor is None else (chosen_actor(case, played, actor),)
    order = orders.GoOn(actors=waited_for)
    passed = ", ".join(shown(each) for each in waited_for)
    otherwise = f"{passed} {'let' if len(waited_for) > 1 else 'lets'} the moment go by." if passed else TIME_GOES_ON
    return answer_to(case, carry_out(case, played, order), otherwise)


def _own_to_act(case: Case, played: PlayedScene) -> tuple[str, ...]:
    """Return those of a player who are to act now; nobody is where no fight is on, which the order itself refuses.

    Raises:
        RuleViolation: in a fight, none of theirs is.
    """
    mine = tuple(slot.actor for slot in played.scene.entitled() if may_act_for(case, played, slot.actor))
    if not mine and played.scene.fight:
        raise NOT_YET
    return mine


def _all_go_on(case: Case, played: PlayedScene) -> Reply | Unworded:
    """Take the default of all who are to act, or what they were told.

    Those with orders whom nobody sees act first, apart: as one order with the others it would be another one than where
    they are not, by its dice and by whose it is to undo.
    """
    waiting = {slot.actor for slot in played.scene.entitled()}
    told = {} if played.scene.pending else squad_acts(case.unit, played)
    if told and waiting != {*told} and all(played.scene.combatants[actor].hidden for actor in told):
        apart = all_act(case, played, tuple(told.values()))
        played = apart.after
        if played.scene.pending or not waiting.issuperset(slot.actor for slot in played.scene.entitled()):
            return answer_to(case, apart)
    return answer_to(case, carry_out(case, played, going_on(case, played, ())), TIME_GOES_ON)


def going_on(case: Case, played: PlayedScene, actors: tuple[str, ...]) -> orders.Order:
    """Return the order by which ``actors``, or all who are to act, take their default at a GM's word.

    Who is in a squad with orders does what it was told.
    """
    told = {} if played.scene.pending else squad_acts(case.unit, played)
    slots = {slot.actor: slot for slot in reversed(played.scene.entitled()) if not actors or slot.actor in actors}
    if told.keys().isdisjoint(slots):
        return orders.GoOn(actors=actors)
    acts = (told.get(actor) or played.system.ruleset.idle(played.scene, slots[actor]) for actor in reversed(slots))
    return orders.Together(acts=tuple(acts))


def _check_question(case: Case, played: PlayedScene) -> None:
    """Raise RuleViolation where going on would answer a question that is not the asker's."""
    if played.scene.pending and played.seen_by(case.viewer).pending is None:
        raise RuleViolation(NOT_NOW, WAIT)
    check_answer(case, played)
