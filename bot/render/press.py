"""How the words of the log and the tracker become messages, as one value that the service is handed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from bot.render.log import drafted, worded
from bot.render.tracker import tracker_head, tracker_text
from bot.service.outbox import Draft, Parcel, ParcelPart, TrackerText
from bot.service.requests import Pinged, TrackerView


class MarkdownPress(msgspec.Struct, frozen=True):
    """See parcels.Press."""

    drafted: Callable[[Sequence[Parcel]], list[Draft]] = drafted
    worded: Callable[[Sequence[ParcelPart], Mapping[int, Parcel]], str] = worded
    tracker: Callable[[TrackerView, Pinged], TrackerText] = tracker_text
    tracker_head: Callable[[TrackerView], str] = tracker_head
