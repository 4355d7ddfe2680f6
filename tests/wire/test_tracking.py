"""The tracker over places of paper: whoever posts it gives it the same names, and nobody does whose lease is lost."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.posting.depths import Depths
from bot.posting.places import Sent, UsedError
from bot.posting.tracker import MOST_BELOW, MOST_NAMES, REST_S, Trackers
from bot.service.outbox import TrackerPost
from bot.service.posting.leases import LostLeaseError
from bot.service.requests import Pinged

POST = TrackerPost(
    scene_id=1, tracker=None, channel_id=3, message_id=9, blocks=("Fight",), head="Fight", nonce="n", lease=4
)


class PaperPlaces:
    """PaperPlaces behind which some messages were deleted; the lease is lost after so many requests."""

    def __init__(self, *used: str) -> None:
        self.used = set(used)
        self.asked: list[str] = []
        self.lost_after = 99

    def check(self, lease: int) -> None:
        """The postbox's side of it."""
        if lease != 4 or len(self.asked) >= self.lost_after:
            raise LostLeaseError(lease)

    async def tracker_posted(self, post: TrackerPost, message_id: int) -> None:
        """The same."""
        self.asked.append(f"noted {message_id}")

    async def channel(self, channel_id: int) -> object:
        """The channel."""
        return SimpleNamespace(id=channel_id)

    async def recent(self, place: object) -> list[Sent]:
        """Nothing stands there."""
        return []

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""
        self.asked.append(f"removed {message_id}")

    async def send(self, place: object, text: str, *, nonce: str, view: Any, mentions: Any) -> Sent:
        """Post a message, unless its name was used."""
        self.asked.append(nonce)
        if nonce in self.used:
            raise UsedError
        return Sent(10, 3, text)


def pinging() -> TrackerPost:
    """A tracker that is posted anew."""
    view: Any = SimpleNamespace(channel_id=3, buttons=(), picture=None, plain=True)
    return TrackerPost(
        **{name: getattr(POST, name) for name in POST.__struct_fields__} | {"tracker": view, "ping": Pinged((7,))}
    )


async def shown(places: PaperPlaces) -> list[str]:
    """What is asked of Discord and of the database."""
    both: Any = places
    await Trackers(both, both).show(pinging())
    return places.asked


async def test_every_process_gives_it_the_same_names() -> None:
    first, second = await shown(PaperPlaces("n")), await shown(PaperPlaces("n"))
    assert first == second
    assert first[:2] == ["removed 9", "n"]
    assert first[-1] == "noted 10"
    third = await shown(PaperPlaces("n", first[2]))
    assert len(set(third)) == 5


async def test_where_all_names_were_used_it_waits() -> None:
    places = PaperPlaces()
    places.used = UsedAll()
    with pytest.raises(UsedError):
        await shown(places)
    assert len(places.asked) == 1 + MOST_NAMES


class UsedAll(set[str]):
    """Every name there is."""

    def __contains__(self, _: object) -> bool:
        return True


@pytest.mark.parametrize("requests", [0, 1])
async def test_whose_lease_is_lost_posts_nothing(requests: int) -> None:
    places = PaperPlaces()
    places.lost_after = requests
    with pytest.raises(LostLeaseError):
        await shown(places)
    assert places.asked == ["removed 9"][:requests]


class Papered(PaperPlaces):
    """PaperPlaces in which the tracker can be edited, too."""

    async def message(self, channel_id: int, message_id: int) -> Any:
        """A message to be edited."""

        async def edit(**looks: Any) -> None:
            self.asked.append(f"edited {looks['content']}")

        return SimpleNamespace(id=message_id, edit=edit)


async def test_it_is_posted_anew_seldom_and_a_ping_waits_for_that() -> None:
    places, depths = Papered(), Depths()
    both: Any = places
    trackers = Trackers(both, both, depths=depths)
    assert await trackers.show(pinging()) == 0
    places.asked.clear()
    called = replace(pinging(), message_id=10, blocks=("Fight <@7>",), shown="text:b")
    assert 0 < await trackers.show(called) <= REST_S
    assert await trackers.show(called) > 0  # what it says already is not said twice
    assert places.asked == ["edited Fight <@7>", "noted 10", "noted 10"]
    places.asked.clear()
    trackers.rest_s = 0.0
    assert await trackers.show(called) == 0
    assert places.asked == ["removed 10", "n", "noted 10"]


async def test_what_the_bot_says_below_it_has_it_posted_anew() -> None:
    places, depths = Papered(), Depths()
    both: Any = places
    trackers = Trackers(both, both, depths=depths)
    trackers.rest_s = 0.0
    await trackers.show(pinging())
    quiet = replace(pinging(), message_id=10, ping=Pinged(), blocks=("Fight, tick 2",))
    for _ in range(MOST_BELOW - 1):
        depths.said(3)
    depths.said(4)  # elsewhere
    await trackers.show(quiet)
    assert places.asked[-2:] == ["edited Fight, tick 2", "noted 10"]
    depths.said(3)
    await trackers.show(replace(quiet, blocks=("Fight, tick 3",)))
    assert places.asked[-3:] == ["removed 10", "n", "noted 10"]
