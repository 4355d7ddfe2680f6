"""The ready-made fight of `try`: a guarded bridge, two players who want to cross it, and the first things to type."""

from __future__ import annotations

import json
from typing import Any

from bot.simulated.simulation import Simulation, Upload

ANN: dict[str, Any] = {
    "name": "Ann Reyes",
    "attributes": {
        "awareness": 7,
        "coordination": 9,
        "fitness": 8,
        "muscle": 8,
        "resolve": 7,
        "cuf": 8,
        "ooda": 8,
    },
    "skills": {"longarm": 9, "sidearm": 5},
    "encumbrance": "light",
    "weapons": [{"kind": "ak47", "held": True, "loaded": 30}, {"kind": "pistol", "secured": True}],
    "armor": [{"kind": "vest"}],
}
BOB: dict[str, Any] = {
    "name": "Bob Lindqvist",
    "attributes": {"awareness": 8, "coordination": 8, "fitness": 7, "muscle": 10, "resolve": 6, "cuf": 7, "ooda": 6},
    "skills": {"longarm": 6, "support weapons": 8},
    "encumbrance": "moderate",
    "weapons": [{"kind": "m249", "held": True, "bipod": True}],
    "armor": [{"kind": "vest"}, {"kind": "helmet"}],
}

GUIDE = """\
Fireteam, played against nobody but yourself. Choose who you are above each pane, then type:
1. as gm:   /init start title:The bridge ground:bridge     the log opens beside the channel, and everybody has a place
2. as ann:  /init join        3. as bob:  /init join
4. /init status               whose tick it is        /map show   where everybody is
5. whoever is to act:  /attack target:Guard 1 weapon:AK-47 mode:snap rounds:4
   or /act action:move to:20m left of Guard 1
6. as gm:   /attack for a guard, or /init next to let everybody go on; /undo takes back the last order
7. at the end of an exchange of fire: press or hold; as gm: /init end
"""


async def prepare(stage: Simulation) -> None:
    """Give the players their sheets and put four guards at the bridge, one of them hidden."""
    await stage.slash("gm", "/campaign gm", {"role": "GM"})
    for user, sheet in (("ann", ANN), ("bob", BOB)):
        upload = Upload(f"{sheet['name']}.json", json.dumps(sheet).encode())
        await stage.slash(user, "/sheet import", {"file": upload})
    await stage.slash("gm", "/npc add", {"template": "guard", "count": 3, "side": "bridge"})
    await stage.slash("gm", "/npc add", {"template": "sniper", "count": 1, "side": "bridge", "hidden": True})


async def nothing(stage: Simulation) -> None:
    """Leave the table as it was found: an earlier game goes on."""
