"""A fight is summed up person by person, without a word of who was never seen."""

from __future__ import annotations

from bot.core.events import Audience, Event
from bot.core.telling.tally import Deed, DeedCount, tallied
from bot.core.views import GM, PUBLIC, Viewer


class Fired(Event, frozen=True, kw_only=True, tag="test.fired"):
    """``actor`` fired at ``target``, and may have hit."""

    rounds: int = 0
    attack: bool = True
    hit: bool = False


def counts(event: Event) -> tuple[DeedCount, ...]:
    assert isinstance(event, Fired)
    return (
        (event.actor, Deed.ROUNDS, event.rounds),
        (event.actor, Deed.ATTACKS, int(event.attack)),
        (event.actor, Deed.HITS, int(event.hit)),
        (event.target, Deed.TAKEN, int(event.hit)),
    )


def told(*events: Event, viewer: Viewer = PUBLIC) -> list[str]:
    return [line.text for line in tallied(events, viewer, counts)]


def test_rounds_attacks_and_hits_add_up_for_both_sides() -> None:
    volley = (Fired(actor="Ann", target="Bob", rounds=4), Fired(actor="Ann", target="Bob", rounds=1, hit=True))
    assert told(*volley) == ["Ann: 5 rounds in 2 attacks, 1 hit.", "Bob: hit once."]


def test_where_nobody_counts_rounds_there_are_attacks_alone() -> None:
    assert told(Fired(actor="Ann", target="Bob")) == ["Ann: 1 attack, 0 hits."]


def test_rounds_may_be_fired_at_nobody() -> None:
    assert told(Fired(actor="Ann", rounds=20, attack=False)) == ["Ann: 20 rounds."]


def test_who_attacks_and_is_hit_reads_in_one_line() -> None:
    blows = (Fired(actor="Ann", target="Bob", hit=True), Fired(actor="Bob#2", target="Ann", hit=True))
    assert told(*blows)[0] == "Ann: 1 attack, 1 hit; hit once."


def test_what_nobody_did_is_told_of_whom_it_hit() -> None:
    assert told(Fired(target="Bob", hit=True)) == ["Bob: hit once."]


def test_all_who_could_not_be_seen_are_one_to_players_and_themselves_to_the_gm() -> None:
    shots = tuple(Fired(actor=name, target="Bob", unseen=(name,)) for name in ("Sly", "Sneak"))
    assert told(*shots) == ["someone unseen: 2 attacks, 0 hits."]
    assert told(*shots, viewer=GM) == ["Sly: 1 attack, 0 hits.", "Sneak: 1 attack, 0 hits."]


def test_what_only_the_gm_may_read_is_not_counted_for_players() -> None:
    assert told(Fired(actor="Ann", target="Bob", audience=Audience.GM)) == []


def test_how_often_somebody_was_hit_is_said_as_people_say_it() -> None:
    blow = Fired(target="Bob", hit=True)
    assert [told(*(blow,) * times) for times in (2, 3)] == [["Bob: hit twice."], ["Bob: hit 3 times."]]
