"""A fight calls nobody who has left the server: whom they played on for is given back, and others are called."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

from bot.service.case import played_scene, unasked
from bot.service.orders.handed_over import given_back
from bot.service.outbox import Press, TrackerPost
from bot.service.ports import Unit
from bot.service.posting.letters import tracker_without
from bot.service.systems import House


def without_guests(unit: Unit, post: TrackerPost, gone: Collection[int], house: House, press: Press) -> TrackerPost:
    """Give back whom those who are gone play for others, and return the tracker as it is to be shown then.

    Right behind an undo nothing is given back: whoever undoes may want to go back further, and would come no further
    than to this. As where a question is open, a GM is called then.
    """
    row = unit.scene_row(post.scene_id)
    played = played_scene(unit, row, house)
    if not unit.order(row.id, row.head).voids:
        for user_id in sorted(gone):
            played = given_back(unasked(unit, row, house, user_id, datetime.now(UTC)), played, user_id)
    return tracker_without(unit, press, played, post, gone, house.materials)
