"""The words every system shares: each event has some for the GM, and none that a player must not read."""

from __future__ import annotations

import pytest

from bot.core.events import (
    Answered,
    Asked,
    Concealed,
    Enlisted,
    Entrusted,
    Event,
    FightEnded,
    FightStarted,
    Petitioned,
    PetitionSettled,
    RangeSet,
    Released,
    Revealed,
    Scheduled,
    SheetEdited,
    SlotMoved,
)
from bot.core.narration import core_lines
from bot.core.scene import Petition, Question
from bot.core.sheet_changes import SheetChange
from bot.core.timeline import Slot
from bot.core.views import GM, PUBLIC, Viewer
from bot.core.wording import UNSEEN
from tests.rulesets.toy.brawl.events import Downed

ASK = Question("block", "Ann", "block", ("block", "take"), "take")
MANY = Question("roll", "Ann", "roll", ("keep", *map(str, range(1, 7))), "keep")
GRANT = Question("grant", "Ann", "grant", ("grant", "refuse"), "refuse", gm=True)
HEAL = Petition(1, "Ann", 7, "hurt", "0")
JOIN = Petition(1, "Ann", 7, side="red")
SLOTS = (Slot((-12, 3), "Ann", ("act",)), Slot((-14, 0), "Thug#2", ("act",)))
WORDS = [
    (FightStarted(number=2, title="The bridge"), "Fight 2: The bridge begins."),
    (FightStarted(number=3), "Fight 3 begins."),
    (FightEnded(number=2), "Fight 2 is over."),
    (Enlisted(actor="Ann", owner=1, side="red", sheet={}), "Ann joins (red)."),
    (Enlisted(actor="Ann", owner=1, side="red", sheet={}, back=7), "Ann comes back (red)."),
    (Released(actor="Thug#2"), "Thug leaves."),
    (Revealed(actor="Ann"), "Ann comes into sight."),
    (Concealed(actor="Ann"), "Ann is hidden now."),
    (Entrusted(actor="Ann", to=0), "Ann is handed over to the GM."),
    (Entrusted(actor="Ann", to=7, known_by="Bob#2"), "Ann is handed over to the player of Bob."),
    (Entrusted(actor="Ann", to=7), "Ann is handed over to another player."),
    (Entrusted(actor="Ann"), "Ann is played by their own player again."),
    (RangeSet(actor="Ann", target="Thug", range_m=12.5), "Ann and Thug: 12.5 m apart."),
    (SheetEdited(actor="Ann", path="skills.rifle", sheet={}), "Sheet of Ann: skills.rifle changed."),
    (
        SheetEdited(
            actor="Ann", path="arm", sheet={}, changes=(SheetChange("arm", "bad", "none"), SheetChange("leg", "1", "2"))
        ),
        "Sheet of Ann: arm: bad -> none; leg: 1 -> 2.",
    ),
    (
        SheetEdited(actor="Ann", path="arm", sheet={}, changes=(SheetChange("arm", "bad", "none"),) * 15),
        f"Sheet of Ann: {'; '.join(['arm: bad -> none'] * 12)}; 3 more.",
    ),
    (Petitioned(actor="Ann", number=4, petition=HEAL), "A GM is asked: Ann wants hurt to be 0."),
    (PetitionSettled(actor="Ann", number=4, petition=HEAL, granted=True), "Granted: Ann wants hurt to be 0."),
    (PetitionSettled(actor="Ann", number=4, petition=JOIN, granted=False), "Refused: Ann wants to join (red)."),
    (Scheduled(slots=SLOTS), "Order of action: Thug 14.0, Ann 12.3."),
    (SlotMoved(actor="Ann", slots=SLOTS[:1]), "Ann next: Ann 12.3."),
    (SlotMoved(actor="Ann"), "Ann next: done for this round."),
    (Asked(actor="Ann", question=ASK, order=b"", position=0), "Ann must choose: block, take."),
    (Asked(actor="Ann", question=MANY, order=b"", position=0), "Ann must choose: keep, 1, 2 or 4 more."),
    (Answered(actor="Ann", question=ASK, choice="take"), "Ann chooses take."),
    (Asked(actor="Ann", question=GRANT, order=b"", position=0), "The GM must decide about Ann: grant, refuse."),
    (Answered(actor="Ann", question=GRANT, choice="grant"), "The GM decides about Ann: grant."),
]


def words(event: Event, viewer: Viewer = GM) -> str:
    return "\n".join(line.text for line in core_lines(event, viewer))


@pytest.mark.parametrize(("event", "told"), WORDS, ids=lambda value: type(value).__name__)
def test_every_shared_event_has_words(event: Event, told: str) -> None:
    assert words(event) == told


def test_players_read_that_somebody_went_out_of_sight() -> None:
    assert words(Concealed(actor="Ann"), PUBLIC) == "Ann goes out of sight."


def test_players_do_not_read_who_was_unseen() -> None:
    left = Released(actor="Lurker", unseen=("Lurker",))
    assert words(left, PUBLIC) == f"{UNSEEN} leaves."
    assert words(left) == "Lurker leaves."


def test_players_do_not_read_where_a_guarded_sheet_changed() -> None:
    edited = SheetEdited(actor="Thug", path="skills.rifle", sheet={}, guarded=("Thug",))
    assert words(edited, PUBLIC) == "Sheet of Thug: something changed."


@pytest.mark.parametrize(("question", "guarded"), [(GRANT, ()), (ASK, ("Ann",))])
def test_players_read_that_the_gm_decides_and_nothing_of_the_choices(
    question: Question, guarded: tuple[str, ...]
) -> None:
    asked = Asked(actor="Ann", question=question, order=b"", position=0, guarded=guarded)
    assert words(asked, PUBLIC) == "The GM decides about Ann."
    answered = Answered(actor="Ann", question=question, choice=question.default, guarded=guarded)
    assert words(answered, PUBLIC) == "The GM has decided about Ann."


def test_only_shared_events_are_told_here() -> None:
    with pytest.raises(AssertionError, match="Downed is no shared event"):
        core_lines(Downed(actor="Ann"), GM)
