"""A story has a headline, a sentence for each person, and one line of explanation for each event."""

from __future__ import annotations

import msgspec
import pytest

from bot.core.errors import AssemblyError
from bot.core.events import (
    Answered,
    AreaGone,
    ClaimSettled,
    Concealed,
    Entrusted,
    Event,
    FightEnded,
    FightStarted,
    LostSight,
    OutdatedCounted,
    Petitioned,
    Placed,
    RangeSet,
    Released,
    Renamed,
    Revealed,
    Said,
    Scheduled,
    SlotMoved,
    Unconfirmed,
)
from bot.core.ground.places import Place
from bot.core.narration import headline, result, who
from bot.core.scene import Petition, Question
from bot.core.telling.story import Change, Passage, Story, falls
from bot.core.telling.teller import told
from bot.core.views import GM, PUBLIC, Viewer
from bot.core.wording import EXPLAINED, Line, bad, line, name


def shot(event: Concealed, passage: Passage, viewer: Viewer) -> Line:
    found = (*result(len(passage.of(Released)), 3), *passage.fate_of("Guard"))
    return headline(who(event, event.actor, viewer), (name("Guard"),), "three rounds", found)


def registered() -> Story:
    """Who is concealed shoots, who is released is hit, whose slot is moved is wounded, and who is revealed is dead."""
    story = Story()
    story.headline(Concealed)(shot)
    story.explains(Released)
    story.change(SlotMoved)(lambda *_: Change(("a wound",), verb="suffers"))
    story.change(Revealed)(falls("dead"))
    story.as_told(Said)
    story.opens(Scheduled)
    story.gathers(Answered, verb="acts")
    story.gathers(Renamed, ClaimSettled)
    story.gathers_alike(Entrusted, several="walk")
    story.leads_to(FightStarted)
    story.stands_behind(FightEnded)
    return story


WORDS = {
    Concealed: (line(name("Ann"), " fires."), line("rolled 3", depth=1)),
    Released: (line(name("Guard"), " is hit."), line("Damage 7.", depth=1)),
    SlotMoved: (line(name("Guard"), ": ", bad("a wound"), "."),),
    Revealed: (line(name("Guard"), bad(" goes down"), "."),),
    Said: (line(name("Bob"), " is afraid."), line("Nerve 3", depth=1)),
    Scheduled: (line("Round 2"), line("5 ticks", depth=1)),
    Answered: (line(name("Ann"), " acts at 5."), line("Dice 5", depth=1), line("Haste +0", depth=1)),
    ClaimSettled: (line(name("Dan"), ": second."),),
    Renamed: (line(name("Cat"), " nods."),),
    FightStarted: (line("The fuse burns down."), line("On tick 3", depth=1)),
    FightEnded: (line("Fragments", depth=1),),
    LostSight: (line(name("Guard"), " is out of sight."),),
    RangeSet: (line(name("Ann"), " and ", name("Guard"), ": 5 m."),),
    OutdatedCounted: (line(name("Ann"), " and ", name("Guard"), ": 5 m."), line("it counts", depth=1)),
    Petitioned: (line(name("Ann"), " walks."),),
    Entrusted: (line(name("Ann"), " walks."),),
}


def words_for(event: Event) -> tuple[Line, ...]:
    return WORDS.get(type(event), ())


def read(*events: Event, viewer: Viewer = GM) -> list[str]:
    lines = told(registered(), events, words_for, viewer)
    return [f"{'  ' * each.depth}{each.text}" for each in lines]


SHOT = Concealed(actor="Ann")
HIT, WOUND = Released(actor="Guard"), SlotMoved(actor="Guard", slots=())
FUSE, FRAGMENTS = FightStarted(number=1), FightEnded(number=1)
PETITION = Petition(user=1, actor="Ann", sheet_id=1)
DOWN = Revealed(actor="Guard", guarded=("Guard",))


def test_a_headline_sums_up_what_follows_and_each_person_has_a_sentence() -> None:
    assert read(SHOT, HIT, WOUND, HIT, WOUND, DOWN) == [
        "Ann → Guard, three rounds: two hits, dead.",
        "Guard suffers a wound, a wound and goes down.",
        "  Ann fires. rolled 3.",
        "  Guard is hit. Damage 7. A wound.",
        "  Guard is hit. Damage 7. A wound.",
    ]


def test_what_somebody_does_ends_where_the_turn_of_another_in_sight_begins() -> None:
    story = registered()
    story.begins_turns(AreaGone)
    turn, wound = AreaGone(actor="Guard", key="smoke"), "Guard: a wound."
    unseen = AreaGone(actor="Lurker", key="smoke", unseen=("Lurker",))
    assert story.is_heard(turn)
    assert wound not in [each.text for each in told(story, (SHOT, HIT, unseen, WOUND), words_for, PUBLIC)]
    ended = [each.text for each in told(story, (SHOT, HIT, turn, WOUND), words_for, PUBLIC)]
    apart = [*told(story, (SHOT, HIT), words_for, PUBLIC), *told(story, (WOUND,), words_for, PUBLIC)]
    assert ended == [each.text for each in apart]
    assert ended[-1] == wound
    assert [*told(story, (turn,), words_for, PUBLIC)] == []


def test_who_does_not_know_the_condition_reads_only_what_all_see() -> None:
    assert read(SHOT, DOWN, viewer=PUBLIC)[0] == "Ann → Guard, three rounds: miss, down."


def test_the_fate_in_a_headline_is_no_sentence_where_nothing_else_became_of_somebody() -> None:
    assert read(SHOT, DOWN, viewer=PUBLIC)[1:] == ["  Ann fires. rolled 3."]
    assert read(SHOT, WOUND, DOWN, viewer=PUBLIC)[1] == "Guard suffers a wound and goes down."
    assert read(SHOT, DOWN, Revealed(actor="Bob"), viewer=PUBLIC)[1] == "Guard goes down."


def test_what_nothing_sums_up_stands_in_its_own_words_and_ends_the_passage() -> None:
    assert read(HIT, Scheduled(slots=()), WOUND, HIT) == [
        "Guard is hit.",
        "  Damage 7.",
        "Round 2",
        "Guard suffers a wound.",
        "  5 ticks.",
        "  Guard: a wound.",
        "  Guard is hit. Damage 7.",
    ]


def test_what_became_of_somebody_without_a_headline_is_one_sentence() -> None:
    assert read(WOUND) == ["Guard: a wound."]
    assert read(FUSE, WOUND) == ["The fuse burns down.", "  On tick 3", "Guard: a wound."]
    assert read(WOUND, DOWN, HIT) == [
        "Guard suffers a wound and goes down.",
        "  Guard: a wound.",
        "  Guard is hit. Damage 7.",
    ]


def test_several_people_of_whom_the_same_is_told_share_a_line() -> None:
    alone = Answered(actor="Ann", question=Question("", "Ann", "", (), ""), choice="")
    assert read(alone) == ["Ann acts at 5.", "  Dice 5", "  Haste +0"]
    assert read(alone, alone, Scheduled(slots=())) == [
        "Ann acts at 5, Ann at 5.",
        "  Ann: dice 5. Haste +0.",
        "  Ann: dice 5. Haste +0.",
        "Round 2",
        "  5 ticks.",
    ]
    assert read(*[Renamed(actor="Cat", name="Ox", looks=())] * 2) == ["Cat nods, Cat nods."]
    assert read(*[ClaimSettled(actor="Dan", claim=1, words={})] * 2) == ["Dan: second, Dan: second."]
    walks = Entrusted(actor="Ann", to=1)
    assert read(walks) == ["Ann walks."]
    assert read(walks, walks, walks) == ["Ann, Ann and Ann walk."]


def test_what_leads_to_a_headline_begins_it() -> None:
    assert read(FUSE, FRAGMENTS, SHOT)[0] == "The fuse burns down. Ann → Guard, three rounds: miss."
    assert read(FUSE, FRAGMENTS, SHOT)[1:] == ["  On tick 3. Fragments.", "  Ann fires. rolled 3."]
    assert read(FUSE, FRAGMENTS) == ["The fuse burns down.", "  On tick 3", "  Fragments"]


def test_distances_stand_behind_what_they_were_said_for() -> None:
    said = RangeSet(actor="Ann", target="Guard", range_m=5, said_by="Ann")
    known, old = (
        RangeSet(actor="Ann", target="Guard", range_m=5),
        OutdatedCounted(actor="Ann", target="Guard", range_m=5),
    )
    assert read(said, known, old, SHOT, WOUND) == [
        "Ann → Guard, three rounds: miss.",
        "Guard suffers a wound.",
        "Ann and Guard: 5 m.",
        "  Ann fires. rolled 3.",
        "  Guard: a wound.",
        "  Ann and Guard: 5 m.",
        "  Ann and Guard: 5 m. it counts.",
    ]
    assert read(said) == ["Ann and Guard: 5 m."]
    walk = Petitioned(actor="Ann", number=1, petition=PETITION)
    assert read(said, walk) == ["Ann walks.", "Ann and Guard: 5 m."]
    assert read(said, msgspec.structs.replace(walk, actor="Bob")) == ["Ann and Guard: 5 m.", "Ann walks."]
    assert read(said, FUSE, walk) == ["Ann and Guard: 5 m.", "The fuse burns down.", "  On tick 3", "Ann walks."]


def test_who_goes_out_of_sight_ends_no_passage() -> None:
    lost = LostSight(actor="Guard", place=Place(0, 0))
    assert read(SHOT, HIT, DOWN, lost, WOUND) == [
        "Ann → Guard, three rounds: one hit, dead.",
        "Guard goes down and suffers a wound.",
        "Guard is out of sight.",
        "  Ann fires. rolled 3.",
        "  Guard is hit. Damage 7. A wound.",
    ]
    assert read(lost) == ["Guard is out of sight."]


def test_what_stands_behind_is_said_behind_what_comes_of_it() -> None:
    time, walk = FightEnded(actor="Ann", number=1), Petitioned(actor="Ann", number=1, petition=PETITION)
    assert read(time, walk) == ["Ann walks.", "  Fragments"]
    assert read(time, SHOT) == ["Ann → Guard, three rounds: miss.", "  Ann fires. rolled 3.", "  Fragments."]
    assert read(SHOT, time)[1:] == ["  Ann fires. rolled 3.", "  Fragments."]
    assert read(time) == ["  Fragments"]
    assert read(time, msgspec.structs.replace(walk, actor="Bob")) == ["  Fragments", "Ann walks."]


def test_in_brief_the_same_is_told_and_what_explains_it_is_a_mark() -> None:
    far = RangeSet(actor="Ann", target="Guard", range_m=5)
    unsaid = Unconfirmed(actor="Ann", words={})
    whole, brief = (
        list(told(registered(), (far, FUSE, SHOT, unsaid, HIT, WOUND), words_for, GM, brief=brief))
        for brief in (False, True)
    )
    assert [each for each in brief if not each.depth] == [each for each in whole if not each.depth]
    assert brief.count(EXPLAINED) == 3
    assert EXPLAINED not in whole


def test_own_words_without_a_sum_are_not_said_twice() -> None:
    assert read(SHOT, DOWN)[2:] == ["  Ann fires. rolled 3."]


def test_a_sum_stands_behind_what_it_is_about() -> None:
    said = Said(actor="Bob", words={})
    assert read(Scheduled(slots=()), said) == ["Round 2", "Bob is afraid.", "  5 ticks.", "  Bob is afraid. Nerve 3."]


def test_what_an_events_own_words_say_of_somebody_else_stands_as_it_is() -> None:
    assert read(Scheduled(slots=()), Revealed(actor="Bob"))[1] == "Guard goes down."


def test_who_is_unseen_begins_a_sentence_and_is_one_person() -> None:
    unseen = ("Ann", "Guard", "Bob")
    wounds = [SlotMoved(actor=actor, slots=(), unseen=unseen) for actor in ("Guard", "Bob")]
    assert read(Concealed(actor="Ann", unseen=unseen), *wounds, viewer=PUBLIC)[:2] == [
        "Someone unseen → Guard, three rounds: miss.",
        "Someone unseen suffers a wound and a wound.",
    ]


def test_nothing_is_summed_up_twice() -> None:
    story = registered()
    with pytest.raises(AssemblyError, match="Concealed is summed up twice"):
        story.explains(Concealed)
    with pytest.raises(AssemblyError, match="summed up twice"):
        Story.of((registered(), registered()))


def test_a_hit_that_nobody_sees_an_effect_of_says_so_to_those_who_do_not_know_more() -> None:
    attack, nothing = Concealed(actor="Ann", target="Guard", guarded=("Guard",)), Passage((), {})
    assert nothing.outcome_of(attack, PUBLIC, hit=True) == (", no effect seen",)
    assert nothing.outcome_of(attack, PUBLIC, hit=False) == ()
    assert nothing.outcome_of(attack, GM, hit=True) == ()
    unseen = msgspec.structs.replace(attack, unseen=("Guard",))
    assert nothing.outcome_of(unseen, PUBLIC, hit=True) == ()


def test_a_hit_that_changed_somebody_ends_with_the_fate_alone() -> None:
    attack, changed = Concealed(actor="Ann", target="Guard", guarded=("Guard",)), frozenset(("Guard",))
    assert Passage((), {}, changed).outcome_of(attack, PUBLIC, hit=True) == ()
    assert Passage((), {"Guard": "down"}, changed).outcome_of(attack, PUBLIC, hit=True) == (", ", bad("down"))


@pytest.mark.parametrize(
    ("fate", "sentence"),
    [((), "Guard suffers a wound, a wound and a wound (3 in all)."), ((DOWN,), "suffers a wound, a wound (2 in all)")],
)
def test_what_somebody_has_in_all_is_said_behind_the_last_wound(fate: tuple[Event, ...], sentence: str) -> None:
    story, counted = Story(), iter((" (1 in all)", " (2 in all)", " (3 in all)"))
    story.headline(Concealed)(shot)
    story.change(Revealed)(falls("dead"))
    story.change(SlotMoved)(lambda *_: Change(("a wound",), verb="suffers", has=(next(counted),)))
    wounds = (WOUND,) * (2 if fate else 3)
    (_, found, *_) = told(story, (SHOT, *wounds, *fate), words_for, GM)
    assert sentence in found.text


def test_a_headline_knows_whom_what_followed_changed() -> None:
    seen: list[frozenset[str]] = []

    def heading(event: Concealed, passage: Passage, viewer: Viewer) -> Line:
        seen.append(passage.changed)
        return shot(event, passage, viewer)

    story = Story()
    story.headline(Concealed)(heading)
    story.change(SlotMoved)(lambda *_: Change(("a wound",), verb="suffers"))
    list(told(story, (SHOT, WOUND), words_for, GM))
    assert seen == [frozenset(("Guard",))]


def hit(place: str, damage: str = "2") -> tuple[Line, ...]:
    return (line(name("Guard"), " is hit: ", bad(place), f", {damage} damage."),)


def read_as(story: Story, *said: tuple[Event, tuple[Line, ...]]) -> list[str]:
    """What is read of events with words of their own each."""
    words = {id(event): lines for event, lines in said}
    lines = told(story, [event for event, _ in said], lambda event: words[id(event)], GM)
    return [f"{'  ' * each.depth}{each.text}" for each in lines]


def hits(*places: tuple[str, str]) -> list[str]:
    """What is read below a shot that hits somebody at places, for so much damage each."""
    after = [(Released(actor="Guard"), hit(*each)) for each in places]
    return read_as(registered(), (SHOT, WORDS[Concealed]), *after)[2:]


def test_many_explanations_of_one_person_name_them_once() -> None:
    assert hits(("face", "1"), ("chest", "2"), ("arm", "3"), ("leg", "4")) == [
        "  Guard is hit: face, 1 damage.",
        "  – is hit: chest, 2 damage.",
        "  – is hit: arm, 3 damage.",
        "  – is hit: leg, 4 damage.",
    ]
    assert hits(("face", "1"), ("chest", "2")) == [
        "  Guard is hit: face, 1 damage.",
        "  Guard is hit: chest, 2 damage.",
    ]


def test_explanations_that_differ_in_what_is_hurt_alone_are_one() -> None:
    assert hits(("face", "2"), ("chest", "2"), ("arm", "2"), ("leg", "4"), ("leg", "4")) == [
        "  Guard is hit: face, chest and arm each, 2 damage.",
        "  Guard is hit: leg, 4 damage.",
        "  Guard is hit: leg, 4 damage.",
    ]


def waiting() -> Story:
    """Who is entrusted or renamed may wait, and what ends stands behind it."""
    story = Story()
    story.gathers_alike(Entrusted, Renamed, several="wait", one="waits")
    story.stands_behind(FightEnded)
    return story


def test_all_who_do_the_same_share_a_line_and_what_it_costs_each_stands_below() -> None:
    waits = [(Entrusted(actor=who_, to=1), (line(name(who_), " waits."),)) for who_ in ("Ann", "Bob")]
    watch = Renamed(actor="Cat", name="Ox", looks=())
    cost = [
        (FightEnded(actor=who_, number=1), (line("5 ticks for ", name(who_), ".", depth=1),))
        for who_ in ("Ann", "Bob", "Cat")
    ]
    alike = (cost[0], waits[0], cost[1], waits[1], cost[2])
    assert read_as(waiting(), *alike, (watch, (line(name("Cat"), " waits."),))) == [
        "Ann, Bob and Cat wait.",
        "  5 ticks for Ann. 5 ticks for Bob. 5 ticks for Cat.",
    ]
    assert read_as(waiting(), *alike, (watch, (line(name("Cat"), " watches the door."),))) == [
        "Ann and Bob wait.",
        "  5 ticks for Ann. 5 ticks for Bob.",
        "Cat watches the door.",
        "  5 ticks for Cat.",
    ]
    more = (watch, (line(name("Cat"), " waits."), line("Nerve 3", depth=1)))
    assert read_as(waiting(), *alike[1:4], more)[0] == "Ann and Bob wait."
    assert read_as(waiting(), *alike[:2]) == ["Ann waits.", "  5 ticks for Ann."]


def test_a_fall_whose_reason_is_not_told_says_it_in_short() -> None:
    story = registered()
    story.reason(Placed, why="from the wounds")
    whole = Story.of([story])

    def read_by(viewer: Viewer, *events: Event) -> list[str]:
        return [each.text for each in told(whole, events, words_for, viewer)]

    bled = Placed(actor="Guard", place=Place(0, 0))
    assert read_by(PUBLIC, bled, DOWN) == ["Guard goes down from the wounds."]
    assert read_by(PUBLIC, DOWN) == ["Guard goes down."]
    assert "Guard goes down from the wounds." in read_by(PUBLIC, bled, HIT, DOWN)


def test_what_is_called_out_is_told_with_what_comes_of_it() -> None:
    story = registered()
    story.announces(Petitioned)
    whole, call = Story.of([story]), Petitioned(actor="Ann", number=1, petition=PETITION)

    def read_of(*events: Event, brief: bool = False) -> list[str]:
        return [each.text for each in told(whole, events, words_for, PUBLIC, brief=brief)]

    assert read_of(FUSE, call) == read_of(FUSE)
    assert read_of(call, call, FUSE)[:2] == ["Ann walks.", "The fuse burns down."]
    assert read_of(call, brief=True) == ["Ann walks."]


def test_who_comes_and_goes_is_not_told_as_what_comes_of_what_is_called_out() -> None:
    story = registered()
    story.announces(Petitioned)
    whole, call = Story.of([story]), Petitioned(actor="Ann", number=1, petition=PETITION)
    gone = Renamed(actor="Cat", name="Kit", looks=())
    assert [each.text for each in told(whole, (call, gone), words_for, PUBLIC)] == ["Cat nods."]
    read_with_both = [each.text for each in told(whole, (call, gone, FUSE), words_for, PUBLIC)]
    assert read_with_both[:3] == ["Cat nods.", "Ann walks.", "The fuse burns down."]
