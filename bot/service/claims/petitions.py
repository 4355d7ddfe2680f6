"""What a player asks of the GM: kept in the scene, told to the GM alone, and settled by a button."""

from __future__ import annotations

import msgspec

from bot.core import orders
from bot.core.absence import left_as
from bot.core.errors import NewerError, RuleViolation
from bot.core.said.petitions import about
from bot.core.scene import Petition
from bot.core.wording import Line, line, note, shown
from bot.service.button_keys import petition_key
from bot.service.case import Case, PlayedScene
from bot.service.orders.ledger import carry_out
from bot.service.ports import Unit
from bot.service.requests import Button, Reply, Verb, label_of

ALLOW, REFUSE = "allow", "refuse"


def ask(case: Case, played: PlayedScene, petition: Petition) -> Reply:
    """Ask the GM; whoever asks is told that nothing has changed yet."""
    carry_out(case, played, orders.AskGM(petition=petition))
    waits = line(note("Nothing changes until a GM allows it; the fight goes on meanwhile."))
    return Reply(lines=(line(f"A GM is asked: {about(petition)}."), waits), ephemeral=True)


def open_lines(unit: Unit, played: PlayedScene) -> tuple[Line, ...]:
    """Return what the GM has still to settle."""
    return tuple(line(f"Asked: {_about_now(unit, played, each)}.") for each in played.scene.petitions.values())


def petition_buttons(unit: Unit, played: PlayedScene, *numbers: int) -> tuple[Button, ...]:
    """Return how the GM settles what is asked under these numbers."""
    return tuple(
        Button(label_of(f"{choice.title()}: {asked}"), Verb.SETTLE, argument, once)
        for number in numbers
        for asked in (_about_now(unit, played, played.scene.petitions[number]),)
        for once in (petition_key(unit, played, number),)
        for choice in (ALLOW, REFUSE)
        for argument in (f"{number}.{choice}",)
    )


def _about_now(unit: Unit, played: PlayedScene, petition: Petition) -> str:
    """Return what is asked, in a few words; who wants to join may have been given another name since, and joins by it.

    Who has left the fight comes back by the name of before. A sheet that a newer version has, or the fight of another
    channel by one, holds up no words of this channel.
    """
    try:
        row = None if petition.path else unit.sheet(played.row.guild_id, petition.sheet_id)
    except NewerError:
        return about(petition)
    if row is None or row.name == shown(petition.actor):
        return about(petition)
    if left_as(played.scene, row.id, row.owner_id, row.name) in played.scene.away:
        return about(petition)
    return about(msgspec.structs.replace(petition, actor=f"{row.name} (asked for as {shown(petition.actor)})"))


def meant(case: Case, played: PlayedScene, argument: str, once: str) -> tuple[int, Petition, bool]:
    """Return what a button settles: the number, what is asked under it, and whether it is allowed.

    Raises:
        RuleViolation: it is settled already.
    """
    number, _, choice = argument.partition(".")
    found = played.scene.petitions.get(int(number))
    if found is None or once != petition_key(case.unit, played, int(number)):
        raise RuleViolation("That is settled already.", "/init status shows what is still asked.")
    return int(number), found, choice == ALLOW
