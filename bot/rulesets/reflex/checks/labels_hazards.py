"""The names that terms of hazards have in the log; what is missing here is called by its key."""

from __future__ import annotations

LABELS_HAZARDS = {
    "fire_size": "size of the fire",
    "margin_of_failure": "margin of failure",
    "fall_penalty": "height",
    "collision_penalty": "closing speed",
    "secondary": "secondary zone, half",
    "prepared": "breathed deeply before",
}
