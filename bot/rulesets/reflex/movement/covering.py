"""Cover is taken by going behind something of the ground, or lies in the GM's word."""

from __future__ import annotations

from bot.core.errors import Incomplete, RuleViolation
from bot.core.events import audience_of
from bot.core.features import Rules
from bot.core.ground.laying import not_laid
from bot.core.ground.lost import place_known
from bot.core.ground.shelter import piece_meant, sheltered
from bot.core.ground.whereabouts import AtPlace, Where
from bot.core.wording import shown
from bot.rulesets.reflex.close.grips import maintain
from bot.rulesets.reflex.morale.rules import check_nerve
from bot.rulesets.reflex.movement.actions import Going, Move, PauseMove, TakeCover
from bot.rulesets.reflex.movement.events import Sheltered
from bot.rulesets.reflex.movement.riding import check_on_foot
from bot.rulesets.reflex.pauses.operations import check_chosen
from bot.rulesets.reflex.person.bodies import body
from bot.rulesets.reflex.person.consciousness import is_down
from bot.rulesets.reflex.person.cover import NO_COVER
from bot.rulesets.reflex.person.protection import hidden_parts
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.suppression.rules import brave_fire
from bot.rulesets.reflex.time.timing import OPERATIONAL, TACTICAL
from bot.rulesets.reflex.wounds.events import TookCover

rules = Rules()


@rules(TakeCover)
def take_cover(play: ReflexPlay, cover: TakeCover) -> None:
    """Go behind something of the ground as a Move, or be behind cover by the GM's word until one moves (474-477).

    Raises:
        RuleViolation: nobody said behind what, there is no such living body, a player says it of one of the GM's who
            lies there, somebody else is to go, or it cannot go there now.
    """
    if cover.behind is not None:
        _go_behind(play, cover, cover.behind)
        return
    if not cover.cover:
        raise Incomplete("Behind what?", "On a ground say behind=wall; without one a GM says cover=brick_wall.")
    _check_told_of(play, cover)
    actor, _ = body(play.scene, cover)
    hidden_parts(play.tables, cover.parts)
    behind = TookCover(actor=actor, cover=cover.cover, parts=cover.parts)
    with play.own_moment():
        play.tell(TookCover(actor=actor) if cover.cover == NO_COVER else behind)


def _check_told_of(play: ReflexPlay, cover: TakeCover) -> None:
    """Raise RuleViolation where a player's combatant would learn whether somebody is dead or only out of it."""
    acting, other = (play.scene.combatants.get(each) for each in (cover.actor, cover.target))
    if acting and not acting.guarded and other and other.guarded and is_down(other.state):
        raise RuleViolation(f"{shown(cover.target)} is down.", "A GM says what one of theirs lies behind.")


def _go_behind(play: ReflexPlay, cover: TakeCover, where: Where) -> None:
    """Go to the side of a thing that the nearest known foe does not see, as in any other Move."""
    actor, ground = cover.actor, play.scene.ground
    if cover.target not in ("", actor):
        remedy = "Name whoever goes as the actor, or leave behind= out and say cover=."
        raise RuleViolation("Whoever goes behind something does it by its own Move.", remedy)
    if ground is None or actor not in ground.places:
        raise not_laid()
    play.check_able(actor, Move.offer.name)
    goal = place_known(play.scene, ground, actor, sheltered(play, actor, where), ground.places[actor])
    kinds = play.scene.kinds_now(actor)
    going: Going
    if TACTICAL in kinds:
        going = Move(actor=actor, to=AtPlace(goal), pace=cover.pace)
    elif OPERATIONAL in kinds:
        going = PauseMove(actor=actor, to=AtPlace(goal), pace=cover.pace)
    else:
        raise RuleViolation(f"It is not {shown(actor)}'s turn.", "See /init status for who is to act.")
    order = going.as_order()
    for step in (check_nerve, check_chosen, check_on_foot, maintain):
        step(play, order)
    brave_fire(play, order, play.book.rules[order.action])
    thing = piece_meant(ground, where)
    there = play.scene.ground and play.scene.ground.places.get(actor)
    if thing and there == goal:
        play.tell(Sheltered(actor=actor, thing=thing.name, audience=audience_of(thing)))
