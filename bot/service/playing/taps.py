"""What a tap below the tracker does: it means whoever taps, and takes a turn from nobody else unasked."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.views import PUBLIC
from bot.core.wording import Mark, Span, line, note
from bot.service.button_keys import once_key
from bot.service.case import Case
from bot.service.names import readable
from bot.service.orders.answers import Unworded, answer_to
from bot.service.orders.ledger import carry_out
from bot.service.outbox import TrackerPost
from bot.service.playing.going_on import TIME_GOES_ON, go_on, going_on
from bot.service.posting.moment_buttons import SOMEBODY_AWAY, names_in
from bot.service.posting.trackers import status
from bot.service.requests import Button, Reply, Verb, Weight

SURE = "sure"
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
    order = going_on(case, played, tuple(dict.fromkeys(own)))
    return answer_to(case, carry_out(case, played, order), TIME_GOES_ON)


def _asked_first(theirs: list[str], once: str) -> Reply:
    """Return what a GM is asked before they end the turn of players."""
    whose, are = names_in(theirs), "is" if len(theirs) == 1 else "are"
    skip = Button(f"Skip {whose}", Verb.GO_ON, SURE, once, Weight.GRAVE)
    return Reply(
        lines=(
            line("It is the turn of ", Span(whose, Mark.NAME), f", who {are} not yours: skip it?"),
            line(note("You may also act for them: name them as the attacker or actor.")),
        ),
        ephemeral=True,
        buttons=(skip, SOMEBODY_AWAY),
    )


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
