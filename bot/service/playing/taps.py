"""What a tap below the tracker does: it means whoever taps, and takes a turn from nobody else unasked."""

from __future__ import annotations

import msgspec

from bot.core import engine, orders
from bot.core.errors import RuleViolation
from bot.core.views import PUBLIC
from bot.core.wording import Mark, Span, counted, line, note
from bot.service.button_keys import moment_key, once_key
from bot.service.case import Case, PlayedScene
from bot.service.claims.claims import worded
from bot.service.names import readable
from bot.service.orders.answers import Unworded, answer_to
from bot.service.orders.last_acts import MODE, last_act, manner
from bot.service.orders.ledger import carry_out
from bot.service.outbox import TrackerPost
from bot.service.playing.actors import may_act_for, may_take
from bot.service.playing.fights import go_on, going_on
from bot.service.posting.moment_buttons import SOMEBODY_AWAY, names_in
from bot.service.posting.trackers import status
from bot.service.requests import Button, Reply, Verb, Weight, label_of

SURE = "sure"
SO, USUAL = "so", "usual"
A_PAGE = 20
GONE_ON = "The fight has gone on since then."


def wait(case: Case, argument: str, once: str) -> Reply | Unworded:
    """Take the default of those of the asker's who are to act; a GM is asked first where they are all players'."""
    played = case.played()
    if once != once_key(case.unit, played):
        raise RuleViolation(GONE_ON, "Use the newest button, or /init next.")
    waiting = [slot.actor for slot in played.scene.entitled()]
    players = [actor for actor in waiting if played.scene.combatants[actor].player]
    if not case.gm or played.scene.pending or not players:
        return go_on(case, None)
    theirs = [actor for actor in players if played.scene.combatants[actor].player != case.request.user_id]
    seen = played.seen_by(PUBLIC).combatants
    own = [actor for actor in dict.fromkeys(waiting) if actor in seen and actor not in theirs]
    if argument == SURE:
        own = theirs
    if not own:
        names = readable(played.scene, case.viewer)
        return _asked_first([names[actor] for actor in theirs], once)
    return answer_to(case, carry_out(case, played, going_on(case, played, tuple(dict.fromkeys(own)))))


def _asked_first(theirs: list[str], once: str) -> Reply:
    """Return what a GM is asked before they end the turn of players."""
    whose = names_in(theirs)
    skip = Button(f"Skip {whose}", Verb.GO_ON, SURE, once, Weight.GRAVE)
    return Reply(
        lines=(
            line("It is the turn of ", Span(whose, Mark.NAME), ", who is not yours: skip it?"),
            line(note("You may also act for them: name them as the attacker or actor.")),
        ),
        ephemeral=True,
        buttons=(skip, SOMEBODY_AWAY),
    )


def again(case: Case, argument: str, once: str) -> Reply | Unworded:
    """Order what one of the asker's who is to act ordered last.

    Where that was done in a quicker manner than usual, which the button did not say, and there is time for the usual
    one now, it is asked first which of both is meant: it may have been for want of time.
    """
    played = case.played()
    if once != moment_key(case.unit, played):
        raise RuleViolation(GONE_ON, "Use the newest button, or type the command.")
    acting = tuple(dict.fromkeys(slot.actor for slot in played.seen_by(PUBLIC).entitled()))
    for actor in acting:
        last = last_act(case.unit, played, actor) if may_act_for(case, played, actor) else None
        if last is None or not may_take(case, played.actions[last.act.action]):
            continue
        usual = _as_usual(last.act)
        told = len(acting) == 1 and last.cost is not None
        if not argument and not told and (ways := _ways(case, played, (last.act, usual))):
            return _which(readable(played.scene, case.viewer)[actor], ways, once)
        return answer_to(case, carry_out(case, played, worded(case, played, usual if argument == USUAL else last.act)))
    raise RuleViolation("None of yours can do again what they did last.", "Choose something else: /attack or /act.")


def _as_usual(act: orders.Act) -> orders.Act:
    return msgspec.structs.replace(act, inputs={key: said for key, said in act.inputs.items() if key != MODE})


def _ways(case: Case, played: PlayedScene, acts: tuple[orders.Act, orders.Act]) -> tuple[str, ...]:
    """Return how an action reads in its own manner and in the usual one, which takes longer; nothing where that is no
    choice.
    """
    ruleset, seen = played.system.ruleset, played.seen_by(case.viewer)
    try:
        own, usual = (engine.tried(ruleset, seen, act) for act in acts)
    except RuleViolation:
        return ()
    how = manner(played, acts[0], own)
    if not how or own is None or usual is None or usual <= own:
        return ()
    return f"Again: {how}", f"As usual: {counted(usual, ruleset.priced_in)}"


def _which(who: str, ways: tuple[str, ...], once: str) -> Reply:
    """Return the question in which manner somebody does again what it did last."""
    buttons = (Button(label_of(label), Verb.AGAIN, way, once) for label, way in zip(ways, (SO, USUAL), strict=True))
    asked = line(
        Span(who, Mark.NAME), " did that in a quicker manner than usual. There is time for the usual one now: which?"
    )
    return Reply(lines=(asked,), ephemeral=True, buttons=tuple(buttons))


def everybody(case: Case, argument: str) -> Reply:
    """Return a page of all whom the asker knows of."""
    lines = status(case.unit, case.played(), case.viewer)
    most = max(0, (len(lines) - 1) // A_PAGE)
    page = min(int(argument), most) if argument.isdecimal() else 0
    turns = [Button(label, Verb.EVERYBODY, str(to)) for label, to in (("Earlier", page - 1), ("Later", page + 1))]
    return Reply(
        title=f"Everybody, page {page + 1} of {most + 1}" if most else "Everybody",
        lines=lines[page * A_PAGE : (page + 1) * A_PAGE],
        ephemeral=True,
        buttons=tuple(each for each in turns if 0 <= int(each.argument) <= most) if most else (),
        in_place=bool(argument),
    )


def show_here(case: Case) -> Reply:
    """Have the tracker of the open fight posted anew, below all that was written since."""
    played = case.played()
    post = case.unit.tracker_post(played.row.id)
    if played.scene.fight is None:
        raise RuleViolation("No fight is open here.", "A GM starts one with /init start.")
    case.unit.save_tracker_post(_to_be_renewed(post or TrackerPost(scene_id=played.row.id, tracker=None)))
    case.unit.touch(case.channel_id)
    return Reply(lines=(line("I show it here in a moment."),), ephemeral=True)


def _to_be_renewed(post: TrackerPost) -> TrackerPost:
    """Return what is kept of a tracker, without what it shows."""
    return TrackerPost(
        scene_id=post.scene_id,
        tracker=None,
        channel_id=post.channel_id,
        message_id=post.message_id,
        version=post.version,
        pinged=post.pinged,
    )
