from __future__ import annotations

import pytest

from bot.core.dice import Roll
from bot.core.events import Event, type_of
from bot.core.features import Feature
from bot.core.terms import Term
from bot.core.views import GM, PUBLIC
from bot.core.wording import Mark
from bot.rulesets.reflex import time
from bot.rulesets.reflex.checks.check import Check, Outcome, Pool
from bot.rulesets.reflex.checks.wording import check_line
from bot.rulesets.reflex.kinds import Pace, Stance
from bot.rulesets.reflex.person.events import Corrected
from bot.rulesets.reflex.time import came_anew, moves
from bot.rulesets.reflex.time import carried_events as things
from bot.rulesets.reflex.time import events as happened
from tests.rulesets.reflex.playing import REFLEX

PAIR = Pool("competent", 2, "lowest", 5)


def outcome(margin: int = 2, *, attribute: str = "cuf") -> Outcome:
    check = Check("hold", Term(attribute, 8, "sheet"), (Term("pauses", -1, "003:159"),), PAIR, 7)
    return Outcome(check, Roll("hold", 20, (5, 15)), margin)


TOLD: list[tuple[Event, str]] = [
    (happened.ExchangeBegan(exchange=2), "Exchange of fire 2"),
    (happened.ComposureChecked(actor="Ann", outcome=outcome()), "Ann comes to."),
    (
        happened.ComposureChecked(actor="Ann", outcome=outcome(-1)),
        "Ann stays dazed and cannot act in this exchange.",
    ),
    (
        happened.InitiativeRolled(
            actor="Ann", terms=(Term("light", 12), Term("pressed", 5)), outcome=outcome(), initiative=21
        ),
        "Ann acts from tick 21.",
    ),
    (happened.TimeSpent(actor="Ann", ticks=5, initiative=14), "5 ticks; Ann next on tick 14."),
    (happened.TimeSpent(actor="Ann", ticks=1, initiative=2), "1 tick; Ann next on tick 2."),
    (happened.TimeSpent(actor="Ann", ticks=5, initiative=0), "5 ticks; Ann done for this exchange."),
    (happened.ExchangeEnded(exchange=2), "Exchange 2 is over: press or hold?"),
    (happened.Pressed(actor="Ann"), "Ann presses."),
    (happened.Held(actor="Ann"), "Ann holds."),
    (happened.Held(actor="Ann", outcome=outcome()), "Ann holds."),
    (happened.Held(actor="Ann", outcome=outcome(-3)), "Ann cannot bear the waiting and presses."),
    (happened.Surrendered(actor="Ann"), "Ann gives up and stays inactive."),
    (happened.PauseBegan(pauses=1), "Pause 1"),
    (happened.PauseEnded(pauses=1), "Pause 1 is over: press or hold?"),
    (happened.MinuteBegan(minute=3), "Minute 3 goes by."),
    (happened.FightDecided(side="party"), "The only side with anybody left who can and will fight is party."),
    (happened.PauseLetGo(actor="Ann"), "Ann lets the pause go by."),
    (moves.PauseMoved(actor="Ann", pace=Pace.WALK, distance_m=40.06), "Ann moves up to 40.1 m (walk)."),
    (happened.Waited(actor="Ann"), "Ann waits."),
    (happened.Waited(actor="Ann", times=3, each=4), "Ann waits 3 times 4 ticks."),
    (happened.Waited(actor="Ann", times=9, each=1), "Ann waits 9 times 1 tick."),
    (happened.SecondDeclined(actor="Ann"), "Ann does nothing else on the move."),
    (things.Switched(actor="Ann", item="radio", active=True), "Ann switches the radio on."),
    (things.Switched(actor="Ann", item="radio", active=False), "Ann switches the radio off."),
    (happened.Assessed(actor="Ann", outcome=outcome()), "Ann takes a look around."),
    (
        moves.StanceChanged(actor="Ann", stance=Stance.PRONE, before=Stance.STANDING),
        "Ann goes from standing to prone.",
    ),
    (happened.Communicated(actor="Ann", length="syllable"), "Ann shouts a word."),
    (happened.Communicated(actor="Ann", length="phrase", device=True), "Ann calls out a phrase over a device."),
    (happened.Communicated(actor="Ann", length="sentence"), "Ann speaks a sentence."),
    (things.DitchChecked(actor="Ann", item="pack", outcome=outcome()), "Ann gets free of the pack."),
    (things.DitchChecked(actor="Ann", item="pack", outcome=outcome(-3)), "Ann cannot get free of the pack."),
    (things.Ditched(actor="Ann", item="pack", damaged=True), "Ann lets go of the pack."),
    (moves.Moved(actor="Ann", pace=Pace.RUN, distance_m=12), "Ann runs 12 m."),
    (moves.Boarded(actor="Ann", what="car", done=1, needed=2), "Ann gets in or out (car): 1 of 2 Moves."),
    (things.Readied(actor="Ann", item="rifle", hands=2, hand="right"), "Ann takes the rifle in both hands."),
    (
        things.Readied(actor="Ann", item="pistol", hands=1, hand="left"),
        "Ann takes the pistol in the left hand.",
    ),
    (things.Stowed(actor="Ann", item="rifle"), "Ann puts the rifle away."),
    (things.Reloaded(actor="Ann", weapon="rifle", loaded=30, done=1, needed=1), "Ann reloads the rifle."),
    (things.Braced(actor="Ann", weapon="gun", down=True), "Ann folds the bipod of the gun down."),
    (things.Braced(actor="Ann", weapon="gun", down=False), "Ann folds the bipod of the gun up."),
    (
        Corrected(actor="Ann", field="wound", value="serious", place="torso"),
        "The GM corrects Ann: wound (torso) is now serious.",
    ),
    (Corrected(actor="Ann", field="stance", value="prone"), "The GM corrects Ann: stance is now prone."),
]


@pytest.mark.parametrize(("event", "told"), TOLD, ids=lambda value: type_of(value) if isinstance(value, Event) else "")
def test_an_event_reads_as_it_happened(event: Event, told: str) -> None:
    assert REFLEX.lines(event, GM)[0].text == told


TOLD_ELSEWHERE = {
    happened.OperationLost,
    happened.ActionBegun,
    happened.ActionKept,
    happened.ActionEnded,
    happened.ActionLost,
    came_anew.CameAnew,
    moves.Dragged,
    happened.MinuteEnded,
    happened.TimeTaken,
}


def test_every_event_of_time_has_words() -> None:
    assert {type(event) for event, _ in TOLD} == {*Feature.of(time).events, Corrected} - TOLD_ELSEWHERE


def explained(event: Event, *, gm: bool = True) -> list[str]:
    return [line.text for line in REFLEX.lines(event, GM if gm else PUBLIC)[1:]]


def test_initiative_is_explained_by_its_terms_and_its_check() -> None:
    terms = (Term("light", 12), Term("pressed", 5))
    event = happened.InitiativeRolled(
        actor="Ann", terms=terms, outcome=outcome(3, attribute="ooda"), initiative=23, guarded=("Ann",)
    )
    assert explained(event) == [
        "Light load 12, pressed +5, twice the margin +6 (3) = 23.",
        "OODA 8, pauses since the last exchange −1 = 7; 2d20L 5, 15; 7 −5, further dice +1 = margin 3.",
    ]
    assert explained(event, gm=False) == []


def test_of_an_enemys_check_players_read_the_dice_but_not_the_terms() -> None:
    event = happened.Held(actor="Ann", outcome=outcome(), guarded=("Ann",))
    assert explained(event, gm=False) == ["Target 7; 2d20L 5, 15; 7 −5 = margin 2."]


def test_that_an_enemy_is_in_shock_is_the_gms() -> None:
    event = happened.ComposureChecked(actor="Ann", outcome=outcome(), guarded=("Ann",))
    assert REFLEX.lines(event, PUBLIC) == ()


def test_of_an_enemys_reloading_players_read_no_number() -> None:
    event = things.Reloaded(actor="Ann", weapon="rifle", loaded=30, done=1, needed=1, guarded=("Ann",))
    assert explained(event, gm=False) == []
    assert explained(event) == ["30 rounds loaded."]


def test_reloading_tells_what_is_left_and_what_is_still_to_do() -> None:
    done = things.Reloaded(actor="Ann", weapon="rifle", loaded=30, done=1, needed=1, spare=60)
    assert explained(done) == ["30 rounds loaded, 60 more carried."]
    begun = things.Reloaded(actor="Ann", weapon="rifle", loaded=0, done=1, needed=2)
    assert explained(begun) == ["1 of 2 actions"]


def test_what_is_torn_off_and_damaged_is_told() -> None:
    assert explained(things.Ditched(actor="Ann", item="pack", damaged=True)) == ["pack is damaged."]
    assert explained(things.Ditched(actor="Ann", item="pack")) == []


def test_what_is_torn_off_shows_its_die() -> None:
    roll = Roll("torn_off", 100, (51,))
    event = things.Ditched(actor="Ann", item="pack", roll=roll, percent=50)
    assert explained(event) == ["Damaged on 50 or less on d100: 51; pack stays whole."]
    torn = things.Ditched(actor="Ann", item="pack", roll=roll, percent=60, damaged=True)
    assert explained(torn) == ["Damaged on 60 or less on d100: 51; pack is damaged."]


def test_the_ticks_of_handling_are_a_sum_that_only_its_side_reads() -> None:
    costs = (Term("bulk", 3), Term("dug_out", 4), Term("one_hand_for_two", 7))
    event = things.Readied(actor="Ann", item="rifle", hands=1, hand="left", costs=costs, guarded=("Ann",))
    assert explained(event) == ["Bulk 3, dug out +4, one hand for two +7 = 14 ticks."]
    assert explained(event, gm=False) == []
    assert explained(things.Stowed(actor="Ann", item="rifle", costs=costs[:1])) == []


def test_somebody_unseen_has_no_name() -> None:
    event = moves.Moved(actor="Ann", pace=Pace.RUN, distance_m=12, unseen=("Ann",), guarded=("Ann",))
    assert REFLEX.lines(event, PUBLIC)[0].text == "someone unseen runs 12 m."


def test_a_check_tells_all_that_went_into_it() -> None:
    terms = (Term("hip_shot", -3, detail="Bulk 3"), Term("burst", 8))
    pool = Pool("unskilled", 3, "highest", 5)
    check = Check("attack", Term("coordination", 9), terms, pool, 12, "longarm", 2, 3, halved=True)
    line = check_line(Outcome(check, Roll("attack", 20, (4, 9, 15)), -3), knows=True)
    assert line.text == (
        "Coordination 9, hip shot −3 (Bulk 3), burst +8, over the bonus cap −3, penalties halved +1 = 12 "
        "(2 levels down to unskilled); 3d20H 4, 9, 15; 12 −15 = −3, failed by 3."
    )


def dropped(keep: str, target: int, *faces: int) -> list[str]:
    pool = Pool("any", len(faces), keep, 5)
    line = check_line(Outcome(Check("x", Term("cuf", target), (), pool, target), Roll("x", 20, faces), 0), knows=True)
    return [span.text for span in line.spans if span.mark is Mark.DROPPED]


def test_dice_that_do_not_count_are_marked_as_dropped() -> None:
    assert dropped("lowest", 10, 3, 9, 15) == ["15"]
    assert dropped("lowest", 2, 3, 9, 15) == ["9", "15"]
    assert dropped("highest", 10, 3, 9) == ["3"]


def test_a_single_die_has_no_letter() -> None:
    check = Check("x", Term("cuf", 8), (), Pool("novice", 1, "lowest", 5), 8)
    assert "; 1d20 4; " in check_line(Outcome(check, Roll("x", 20, (4,)), 4), knows=True).text
