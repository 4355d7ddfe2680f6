"""What is done again at a tap, and in which manner: who had no time for the usual one may have it now."""

from __future__ import annotations

from bot.core import engine, orders
from bot.core.errors import RuleViolation
from bot.core.views import PUBLIC
from bot.core.wording import Mark, Span, counted, line
from bot.service.button_keys import moment_key
from bot.service.case import Case, PlayedScene
from bot.service.claims.claims import worded
from bot.service.names import readable
from bot.service.orders.answers import Unworded, answer_to
from bot.service.orders.last_acts import LastAct, done_again, last_act, manner
from bot.service.orders.ledger import carry_out
from bot.service.playing.actors import may_act_for, may_take
from bot.service.playing.going_on import NOT_YET
from bot.service.playing.taps import GONE_ON
from bot.service.requests import Button, Reply, Verb, label_of

SO, USUAL = "so", "usual"


def tapped(case: Case, argument: str, once: str) -> Reply | Unworded:
    """Order what one of the asker's who is to act ordered last.

    Where that was done in a quicker manner than usual, which the button did not say, and there is time for the usual
    one now, it is asked first which of both is meant: it may have been for want of time.
    """
    played = case.played()
    if once != moment_key(case.unit, played):
        raise RuleViolation(GONE_ON, "Use the newest button, or type the command.")
    acting = tuple(dict.fromkeys(slot.actor for slot in played.seen_by(PUBLIC).entitled()))
    mine = [actor for actor in acting if may_act_for(case, played, actor)]
    if not mine:
        raise NOT_YET
    for actor in mine:
        last = last_act(case.unit, played, actor)
        if last is None or not may_take(case, played.actions[last.act.action]):
            continue
        told = len(acting) == 1 and last.cost is not None
        if not argument and not told and (ways := _ways(case, played, last, once)):
            return _which(played, last.act, readable(played.scene, case.viewer)[actor], ways)
        act = last.as_usual if argument == USUAL else last.act
        return answer_to(case, carry_out(case, played, worded(case, played, act)))
    raise RuleViolation("None of yours can do again what they did last.", "Choose something else: /attack or /act.")


def _ways(case: Case, played: PlayedScene, last: LastAct, once: str) -> tuple[Button, ...]:
    """Return a button for an action in its own manner and one for the usual manner, which takes longer; none where that
    is no choice.
    """
    ruleset, seen = played.system.ruleset, played.seen_by(case.viewer)
    try:
        own, usual = (engine.tried(ruleset, seen, act) for act in (last.act, last.as_usual))
    except RuleViolation:
        return ()
    how = manner(played, last.act, own)
    if not how or own is None or usual is None or usual <= own:
        return ()
    longer = Button(label_of(f"As usual: {counted(usual, ruleset.priced_in)}"), Verb.AGAIN, USUAL, once)
    return Button(label_of(f"Again: {how}"), Verb.AGAIN, SO, once), longer


def _which(played: PlayedScene, act: orders.Act, who: str, ways: tuple[Button, ...]) -> Reply:
    """Return the question in which manner somebody does again what it did last."""
    asked = line(
        *(Span(who, Mark.NAME), " last chose a quicker manner than usual: ", done_again(played, act), ". "),
        "There is time for the usual one now: which?",
    )
    return Reply(lines=(asked,), ephemeral=True, buttons=ways)
