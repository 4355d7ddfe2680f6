"""The names that terms of attacks and wounds have in the log; what is missing here is called by its key."""

from __future__ import annotations

LABELS_COMBAT = {
    "hip": "hip shot",
    "burst": "burst",
    "burst_recoil": "recoil of the burst",
    "carried_recoil": "recoil of the shot before",
    "range": "range",
    "visual": "visibility",
    "unaware": "unaware target",
    "bound": "target cannot move freely",
    "unseen": "target cannot tell from where",
    "target_stance": "target",
    "own_pace": "on the move",
    "target_pace": "moving target",
    "own_speed": "own vehicle",
    "target_speed": "target's vehicle",
    "called": "called",
    "hidden": "wholly hidden target",
    "heavy": "heavy weapon against a small target",
    "told": "situation",
    "damage": "damage",
    "margin": "margin",
    "called_damage": "called",
    "speed": "speed",
    "prone_side": "prone, to the side",
    "too_close": "closer than optimum",
    "least": "least time",
    "serious_limb": "serious wound",
    "cqb": "CQB",
    "looks_like_cqb": "looks like CQB",
}
DETAILS_COMBAT = {
    "hip": "Bulk {}",
    "burst": "{} rounds",
    "burst_recoil": "Recoil/Muscle {}",
    "carried_recoil": "Recoil/Muscle {}",
    "range": "{} beyond optimum",
    "own_speed": "safe speed: {}",
    "target_speed": "safe speed: {}",
}
