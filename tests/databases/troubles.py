"""What else befalls people in a recording: they burn, are held, breathe gas, ask for something, and leave.

What a kept scene is made of must be full of such things, so that a later version that loses one of them is noticed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

Options = dict[str, Any]
VISITOR: Final = "dan"


@dataclass(frozen=True)
class Try:
    """A command that is typed again in later turns until the answer has a ``sign``.

    Something is ``left`` of it in that field of the kept scene.
    """

    by: str
    command: str
    options: Options = field(default_factory=dict)
    left: str = ""
    sign: str = ""


@dataclass(frozen=True)
class Troubles:
    """What is typed before the first fight and in the second, and the fields in which that must leave something."""

    before: Sequence[Try] = ()
    during: Sequence[Try] = ()

    @property
    def left(self) -> frozenset[str]:
        """The fields of the kept scene that hold something in the end."""
        return frozenset(each.left for each in (*self.before, *self.during) if each.left)


def _act(actor: str, action: str, words: str = "", left: str = "", sign: str = "", **named: Any) -> Try:
    options = {"actor": actor, "action": action, **named, **({"with": words} if words else {})}
    return Try("gm", "/act", options, left, sign)


def _asks(path: str, value: str) -> Try:
    """Bob wants his sheet changed in the middle of the fight, which is the GM's to allow."""
    return Try("bob", "/sheet edit", {"path": path, "value": value}, "petitions")


REFLEX: Final = Troubles(
    before=[
        Try("gm", "/campaign options", {"option": "confined_spaces", "value": "on"}),
        Try("gm", "/sheet edit", {"name": "Vasily", "path": "skills.Construction/Demolition", "value": "8"}),
        Try(
            "gm",
            "/mine emplace",
            {"actor": "Vasily", "mine": "Culvert", "kind": "ap", "with": "trigger=command place=bridge"},
            "mines",
        ),
        Try("gm", "/ambush set", {"actor": "Vasily", "with": "people=1 unskilled=0"}),
    ],
    during=[
        Try("gm", "/npc add", {"template": "car", "name": "Truck"}, "vehicle"),
        _act("Guard 4", "board", left="boarded", target="Truck"),
        _act("Guard 1", "weather", "wind=strong", "wind"),
        _act("Guard 1", "room", "space=20x30x3 walls=6", "room"),
        Try("gm", "/sheet edit", {"name": "Guard 1", "path": "skills.hand-to-hand", "value": "10"}),
        Try("gm", "/sheet edit", {"name": "Guard 1", "path": "qualifications", "value": '["hand-to-hand/grapple"]'}),
        Try("gm", "/sheet edit", {"name": "Guard 1", "path": "attributes.muscle", "value": "15"}),
        Try("gm", "/sheet edit", {"name": "Guard 1", "path": "attributes.coordination", "value": "15"}),
        Try(
            "gm",
            "/attack",
            {
                "attacker": "Guard 1",
                "target": "Guard 4",
                "weapon": "bare hands",
                "range_m": 1,
                "with": "use=grapple modifier=12",
            },
            "controls",
            sign="Control",
        ),
        Try("gm", "/suppress", {"actor": "Guard 2", "area": "yard", "with": "range_m=60"}, "areas"),
        Try("gm", "/morale threat", {"target": "Bob", "amount": 2}, "threats"),
        _act("Guard 2", "gas_release", 'gas=chlorine radius_m=4 victims="Guard 3:2"', "clouds"),
        _act("Guard 2", "scorch", "what=shed flame=house fuel=soaked", "blazes", "catches fire"),
        _act("Guard 3", "hazard", "flame=brush fuel=soaked modifier=-3", "burning", "catches fire"),
        _act("Guard 3", "correct", "shock=yes", "shock"),
        _asks("skills.longarm", "7"),
    ],
)
ECLIPSE: Final = Troubles(
    during=[
        _act("Guard 2", "aim", target="Guard 4", left="aim"),
        _act("Guard 1", "suppress", "width_m=3", "suppressing"),
        Try("gm", "/damage apply", {"target": "Guard 3", "amount": 8, "with": "stress=yes"}, "traumas"),
        Try("gm", "/damage apply", {"target": "Guard 3", "amount": 9}, "wounds"),
        _act("Guard 4", "correct", "prone=yes", "prone"),
        _act("Guard 3", "correct", "out_turns=2", "out_turns"),
        _act("Guard 4", "correct", "dazed=yes", "dazed"),
        _asks("skills.fray", "45"),
    ],
)
NIGHTTRIPPER: Final = Troubles(
    during=[
        _act("Guard 1", "quarters", "cramped=yes", "cramped"),
        _act("Guard 1", "reach", "position=advantaged", "reaches", target="Guard 3"),
        _act("Guard 3", "condition", "condition=dazzled severity=2 deed=ranged", "relevant"),
        Try("gm", "/damage apply", {"target": "Guard 3", "amount": 2, "with": "place=arm side=left"}, "wounds"),
        _asks("skills.pistol", "1"),
    ],
)
HORIZONS: Final = Troubles(
    during=[
        _act("Guard 4", "posture", "to=kneeling", "posture"),
        Try("gm", "/suppress", {"actor": "Guard 2"}, "suppressing"),
        _act("Guard 3", "condition", "condition=soaked modifier=-1 skill=stealth", "conditions"),
        _act("Guard 3", "correct", "place=arms wounds=2", "wounds"),
        _act("Guard 3", "correct", "fault=jam", "fault"),
        Try("gm", "/damage apply", {"target": "Guard 4", "amount": 4, "place": "torso"}, "damage"),
        _asks("skills.rifles", "3"),
    ],
)
GRAYDAWN: Final = Troubles(
    during=[
        _act("Guard 1", "aim", target="Guard 3", left="aim"),
        Try("gm", "/suppress", {"actor": "Guard 2", "area": "yard", "rounds": 20, "with": "width=2"}, "lanes"),
        Try("gm", "/morale threat", {"target": "Guard 3", "amount": 2}, "fears"),
        _act("Guard 3", "cover", "cover=wall level=2", "shelter"),
        Try("gm", "/damage apply", {"target": "Guard 3", "amount": 4, "place": "right_arm"}, "boxes"),
        _act("Guard 4", "correct", "stunned=yes", "stunned"),
        _asks("weapons.0.spare", "4"),
    ],
)
TROUBLES: Final[Mapping[str, Troubles]] = {
    "reflex": REFLEX,
    "eclipse": ECLIPSE,
    "nighttripper": NIGHTTRIPPER,
    "horizons": HORIZONS,
    "graydawn": GRAYDAWN,
}
