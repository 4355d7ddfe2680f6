"""Time: an agenda is in order whatever is done to it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.core.timeline import Slot, agenda, holders, moved, slot_of, without

slots = st.builds(
    Slot, st.tuples(st.integers(-20, 20)), st.sampled_from(["Ann", "Bob", "Cy"]), st.sampled_from([("act",), ("move",)])
)
agendas = st.lists(slots, max_size=8)


@given(agendas)
def test_smaller_keys_come_first(given_slots: list[Slot]) -> None:
    keys = [slot.key for slot in agenda(given_slots)]
    assert keys == sorted(keys)
    assert len(keys) == len(given_slots)


@given(agendas)
def test_whoever_leaves_holds_no_slot_and_the_others_keep_theirs(given_slots: list[Slot]) -> None:
    left = without(agenda(given_slots), "Ann")
    assert list(left) == [slot for slot in agenda(given_slots) if slot.actor != "Ann"]


@given(agendas, st.integers(-20, 20))
def test_a_moved_slot_replaces_the_old_ones_and_keeps_the_order(given_slots: list[Slot], key: int) -> None:
    new, before = Slot((key,), "Ann", ("act",)), agenda(given_slots)
    others = [slot for slot in before if slot.actor != "Ann"]
    assert moved(before, "Ann", (new,)) == agenda((*others, new))


@given(agendas, st.integers(-20, 20))
def test_who_holds_each_slot_is_known_in_order(given_slots: list[Slot], key: int) -> None:
    before = agenda(given_slots)
    after = moved(before, "Ann", (Slot((key,), "Ann", ("act",)),))
    for slots in (before, after, before):
        assert list(holders(slots)) == [slot.actor for slot in slots]


def test_the_next_slot_of_somebody_is_its_first() -> None:
    early, late = Slot((-9,), "Ann", ("act",)), Slot((-2,), "Ann", ("act",))
    assert slot_of(agenda((late, early)), "Ann") == early
    assert slot_of((), "Ann") is None
