"""What two processes can carry more than one is told by the processor time of an order and by the cores."""

from __future__ import annotations

from tests.bench.two_processes import Round, compared

ALONE = Round(per_s=400.0, bots_s=0.002, server_s=0.001, driver_s=0.001)
BOTH = Round(per_s=480.0, bots_s=0.002, server_s=0.001, driver_s=0.001)
OTHER = Round(per_s=1.0, bots_s=0.1, server_s=0.1, driver_s=0.1)


def test_two_on_many_cores_could_carry_twice_as_much() -> None:
    orders, processor, *_ = compared([(ALONE, BOTH)], cores=8)
    assert (orders.value, processor.value) == (1.2, 1.0)
    assert "8 cores for all allow 2.00" in orders.detail


def test_one_that_has_its_core_leaves_little_to_a_second_on_two() -> None:
    orders, *_ = compared([(ALONE, BOTH)] * 2 + [(ALONE, OTHER)], cores=2)
    assert orders.value == 1.2
    assert "0.00 to 1.20; 2 cores for all allow 1.00" in orders.detail
