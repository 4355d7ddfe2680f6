"""What people do that everybody may know of, players and the GM, drawn from the world without more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from bot.core.errors import RuleViolation
from bot.core.options import ActionSpec, Kind
from bot.core.views import GM as THE_GM
from bot.core.views import PUBLIC, Viewer, view
from bot.service.names import readable
from bot.service.rows import AnyScene
from tests.rulesets import drawing
from tests.worlds.seen import Eyes
from tests.worlds.world import PEOPLE, World

NAMES = {number: name for name, number in PEOPLE.items()}
PLAYERS = ("ann", "bob")
SHEETS = {"ann": "Ann Reyes", "bob": "Bob Lindqvist"}
UNSEEN_NAMES = ("Umbra", "Penumbra", "Sergeant Ash")
ATTACKING = (6, 3, 1)
"""How often an attack, something else that takes a turn, and anything at all is done."""
METRES = (2, 8, 40, 150)
OF_PANELS = ("ft:panel:", "ft:pick:", "ft:go:")
GROUNDS = ("bridge", "compound", "street", "warehouse", "trench_line", "woods_edge")
THINGS = ("the shed", "a wall")
Options = dict[str, Any]


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that somebody does: types a command, presses the nth button that ever hung, or types into an option.

    A button whose ``key`` is said is pressed whether it hung or not.

    ``unseen`` is done in the world with more in it alone; ``otherwise`` are options that are different there.
    """

    user: str
    command: str = ""
    options: Options = {}
    press: int = -1
    key: str = ""
    option: str = ""
    unseen: bool = False
    otherwise: Options = {}

    @property
    def title(self) -> str:
        """The move as one would type it."""
        typed = " ".join(f"{key}:{value}" for key, value in self.options.items())
        what = f"presses button {self.press}" if self.press >= 0 else f"{self.command or self.key} {typed}"
        where = f" [in {self.option}]" if self.option else ""
        return f"{'  (unseen) ' if self.unseen else ''}{self.user}: {what}{where}"


def words_of(spec: ActionSpec, names: Mapping[str, str], inputs: Mapping[str, Any]) -> str:
    """Inputs as they are typed: key=value, combatants by their names."""
    typed = {item.stored or item.key: item for item in spec.inputs}
    said = ((typed[key], value) for key, value in inputs.items())
    return " ".join(f'{item.key}="{_word(item.kind, names, value)}"' for item, value in said)


def _word(kind: Kind, names: Mapping[str, str], value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return names.get(str(value), str(value)) if kind is Kind.COMBATANT else str(value).replace('"', "")


class Table:
    """Draws what is done next from the scene as it is in the world without more."""

    def __init__(self, world: World, eyes: Eyes, rng: Random, *, laid: bool) -> None:
        self.world, self.eyes, self.rng, self.laid = world, eyes, rng, laid

    @property
    def scene(self) -> AnyScene:
        """The scene; between fights an empty one."""
        found = self.world.scene()
        assert found is not None
        return found

    def opening(self) -> list[Move]:
        """Two players, some of the GM's and a fight."""
        templates = self._templates()
        rng = self.rng
        moves = [Move("gm", "/campaign setup", {"ruleset": self.world.key})]
        for user, name in SHEETS.items():
            moves.append(Move(user, "/sheet create", {"name": name, "template": rng.choice(templates)}))
            moves.append(Move(user, "/init join", {}))
        moves += [Move("gm", "/npc add", {"template": rng.choice(templates), "count": 2, "name": "Guard"})]
        moves += [Move("gm", "/npc add", {"template": rng.choice(templates), "name": "Sergeant"})]
        ground = {"ground": rng.choice(GROUNDS)} if self.laid else {}
        return [*moves, Move("gm", "/init start", {"now": True, "title": "The bridge", **ground})]

    def _templates(self) -> list[str]:
        return [name for name in self.world.system.templates if name not in ("car", "truck", "armored_car", "door")]

    def step(self) -> Move:
        """Something at random."""
        if self.scene.pending and self.rng.random() < 0.8:
            return self._reply()
        draws: list[Callable[[], Move | None]] = [self._act, self._go_on, self._press, self._look, self._take_back]
        draws += [self._astray, self._govern, self._come_and_go, self._open]
        for _ in range(20):
            with suppress(RuleViolation):
                found = self.rng.choices(draws, (44, 10, 12, 12, 8, 10, 8, 4, 10))[0]()
                if found is not None:
                    return found
        return Move("ann", "/init status")

    def looks(self, count: int) -> list[Move]:
        """Completions of some of all options, by players, with something typed beside, and the newest sum."""
        offered = sorted(self.world.offering())
        asked = [Move(self.rng.choice(PLAYERS), key=self.eyes.explained[-1])] if self.eyes.explained else []
        return [*(self._completing(*self.rng.choice(offered)) for _ in range(count)), *asked]

    def _completing(self, command: str, option: str) -> Move:
        names = [*readable(self.scene, PUBLIC).values()]
        known = {each.display_name for each in self.world.command(command).parameters}
        typed: Options = {}
        for key in ("actor", "target", "attacker"):
            if key in known and key != option and names and self.rng.random() < 0.5:
                typed[key] = self.rng.choice([*names, *UNSEEN_NAMES])
        if "action" in known and option != "action":
            typed["action"] = self.rng.choice([*self.world.system.ruleset.actions])
        return Move(self.rng.choice(PLAYERS), command, typed, option=option)

    def _names(self) -> list[str]:
        return [*readable(self.scene, PUBLIC).values()] or ["Nobody"]

    def _reply(self) -> Move:
        assert self.scene.pending is not None
        question = self.scene.pending.question
        owner = NAMES.get(self.scene.combatants[question.actor].owner, "gm")
        user = self.rng.choice((owner, owner, "gm", *PLAYERS))
        if self.rng.random() < 0.5 and (pressed := self._pressing(user)):
            return pressed
        return Move(user, "/answer", {"choice": self.rng.choice((*question.choices, "nonsense"))})

    def _pressing(self, user: str) -> Move | None:
        """A button of the tracker, now and then one that hung somewhere before."""
        tracker = self.world.tracker()
        hanging = [key for _, key in tracker.buttons] if tracker else []
        if not hanging or self.rng.random() < 0.15:
            hanging = self.eyes.pressed
        if user == "gm":  # a tap of the GM's is for all of theirs, whom the one world has more of
            hanging = [key for key in hanging if not key.startswith(("ft:act:", *OF_PANELS))]
        elif (panel := self._of_panel(user)) and self.rng.random() < 0.5:
            hanging = panel
        return Move(user, press=self.eyes.pressed.index(self.rng.choice(hanging))) if hanging else None

    def _open(self) -> Move | None:
        """A panel, or a tap in one that is open: what is typed is not enough for an order."""
        now = [slot.actor for slot in self.scene.entitled()]
        user = NAMES.get(self.scene.combatants[self.rng.choice(now)].owner, "ann") if now else self.rng.choice(PLAYERS)
        panel = self._of_panel(user)
        if panel and self.rng.random() < 0.7:
            return Move(user, press=self.eyes.pressed.index(self.rng.choice(panel)))
        names = readable(self.scene, PUBLIC)
        needy = [spec for spec in self.world.system.ruleset.actions.values() if any(i.required for i in spec.inputs)]
        acts = [spec.name for spec in needy if not spec.gm_only and spec.command == "act"]
        who = {"actor": names[now[0]]} if now and now[0] in names and self.rng.random() < 0.3 else {}
        return self.rng.choice((Move(user, "/attack"), Move(user, "/act", {"action": self.rng.choice(acts), **who})))

    def _of_panel(self, user: str) -> list[str]:
        """What can be chosen or pressed in the panel that somebody has open."""
        return [key for key in self.world.people[user].hanging if key in self.eyes.pressed]

    def _press(self) -> Move | None:
        return self._pressing(self.rng.choice(("gm", *PLAYERS)))

    def _act(self) -> Move | None:
        scene, ruleset = self.scene, self.world.system.ruleset
        slots = {slot.actor: set(slot.kinds) for slot in scene.entitled()}
        actors = [*slots] if slots and self.rng.random() < 0.9 else [*scene.combatants]
        if not actors:
            return None
        actor = self.rng.choice(actors)
        user = NAMES.get(scene.combatants[actor].owner, "gm")
        kinds = slots.get(actor, set())
        fitting = [spec for spec in ruleset.actions.values() if not spec.kinds or kinds & set(spec.kinds)]
        fitting = [spec for spec in fitting if user == "gm" or not spec.gm_only]
        timely = [spec for spec in fitting if spec.kinds and spec.name != "attack"]
        attacks = [spec for spec in fitting if spec.name == "attack"]
        likely = self.rng.choices((attacks, timely, fitting), ATTACKING)[0] or fitting
        if not likely:
            return None
        spec = self.rng.choice(likely)
        return self.taking(user, actor, spec)

    def taking(self, user: str, actor: str, spec: ActionSpec) -> Move:
        """An action with inputs that fit, as it is typed."""
        viewer = THE_GM if user == "gm" else Viewer(PEOPLE[user])
        known, ruleset = view(self.scene, viewer, self.world.system.ruleset), self.world.system.ruleset
        names = readable(self.scene, PUBLIC)
        inputs = drawing.inputs(ruleset, known, spec, actor, self.rng)
        places = [item.key for item in spec.inputs if item.kind is Kind.PLACE]
        if self.laid:
            inputs |= {key: self._somewhere(user) for key in places if key in inputs or self.rng.random() < 0.5}
        elif spec.name == "attack" and self.rng.random() < 0.7:
            inputs.setdefault("range_m", self.rng.choice(METRES))
        target, options = inputs.pop("target", None), {"with": ""}
        if target is not None:
            options["target"] = names.get(target, target)
        options["with"] = words_of(spec, names, inputs)
        who = {} if user != "gm" and self.rng.random() < 0.3 else {"actor": names[actor]}
        if spec.name == "attack":
            return Move(user, "/attack", {**({"attacker": names[actor]} if who else {}), **options})
        return Move(user, "/act", {"action": spec.name, **who, **options})

    def _go_on(self) -> Move | None:
        waited = [slot.actor for slot in self.scene.entitled()]
        if not waited:
            return None
        actor = self.rng.choice(waited)
        names = readable(self.scene, PUBLIC)
        owner = NAMES.get(self.scene.combatants[actor].owner, "gm")
        user = self.rng.choice((owner, "gm", *PLAYERS))
        named = user == "gm" and self.rng.random() < 0.7
        return Move(user, "/init next", {"actor": names[actor]} if named else {})

    def _look(self) -> Move:
        user, names = self.rng.choice(PLAYERS), self._names()
        who = self.rng.choice([*names, *UNSEEN_NAMES])
        looks: list[tuple[str, Options]] = [
            ("/init status", {}),
            ("/log show", {}),
            ("/log export", {}),
            ("/log export", {"as": "page"}),
            ("/log report", {}),
            ("/log verify", {}),
            ("/sheet show", {}),
            ("/sheet export", {}),
            ("/mine list", {"actor": who}),
            ("/morale show", {}),
            ("/help", {"topic": self.rng.choice(("attack", "move"))}),
            ("/odds", {"target": who, "range_m": 40.0}),
            ("/odds", {"target": who, "attacker": self.rng.choice(names)}),
        ]
        if self.laid:
            looks += [("/map show", {}), ("/map show", {}), ("/map list", {})]
        return Move(user, *self.rng.choice(looks))

    def _somewhere(self, user: str) -> str:
        """A place of the ground, as it is said; the GM's word is of nobody whom only one of the worlds has."""
        names = [*self._names(), *THINGS, *(UNSEEN_NAMES if user != "gm" else ())]
        one, other, rng = self.rng.choice(names), self.rng.choice(names), self.rng
        said = (f"C{rng.randrange(1, 25)}", f"behind {one}", f"20m north of {one}", f"between {one} and {other}")
        return rng.choice((*said, f"towards {one}", f"{rng.randrange(100)},{rng.randrange(100)}"))

    def _take_back(self) -> Move:
        user = self.rng.choice(("gm", *PLAYERS, *PLAYERS))
        if self.rng.random() < 0.3:
            return Move(user, "/redo")
        last = self.world.row().numbered
        to = {"to": str(max(1, last - self.rng.choice((0, 0, 0, 1, 3))))}
        return Move(user, "/undo", to if user == "gm" or self.rng.random() < 0.3 else {})

    def _astray(self) -> Move:
        """What cannot work, or names somebody whom nobody knows of."""
        user, names = self.rng.choice(PLAYERS), self._names()
        who = self.rng.choice([*UNSEEN_NAMES, *names, "Zorro"])
        astray: list[tuple[str, Options]] = [
            ("/attack", {"target": who, "range_m": 40.0}),
            ("/attack", {"target": names[0], "attacker": who}),
            ("/act", {"action": "move", "actor": who}),
            ("/act", {"action": "nonsense"}),
            ("/act", {"action": "move", "with": "metres=nonsense"}),
            ("/init remove", {"actor": who}),
            ("/init show", {"actor": who, "hidden": False}),
            ("/init range", {"actor": who, "target": names[0], "range_m": 4.0}),
            ("/init next", {"actor": who}),
            ("/init start", {"now": True, "title": ""}),
            ("/npc add", {"template": "guard"}),
            ("/answer", {"choice": who}),
            ("/sheet edit", {"path": "name", "value": who}),
            ("/mine detonate", {"mine": self.rng.choice(("m1", "trap")), "target": who}),
            ("/mine cross", {"mine": "trap", "distance_m": 5.0}),
            ("/undo", {"to": self.rng.choice(("g1", "g2", "99", "1"))}),
            ("/suppress", {"target": who}),
            ("/roll", {"expression": "2d6", "private": True}),
        ]
        return Move(user, *self.rng.choice(astray))

    def _govern(self) -> Move | None:
        """The GM sets right what everybody may see."""
        names, rng = self._names(), self.rng
        one, other = rng.choice(names), rng.choice(names)
        public: list[tuple[str, Options]] = [
            ("/init range", {"actor": one, "target": other, "range_m": float(rng.choice(METRES))}),
            ("/init range", {"actor": one, "target": other, "range_m": float(rng.choice(METRES))}),
            ("/damage apply", {"target": one, "amount": rng.choice((3, 9, 16, 40))}),
            ("/damage heal", {"target": one}),
            ("/init next", {}),
        ]
        if self.laid:
            thing = {"name": rng.choice(THINGS), "material": rng.choice(("brick_wall", "brush"))}
            public += [
                ("/map place", {"who": one, "at": self._somewhere("gm")}),
                ("/map place", {"who": one, "at": self._somewhere("gm")}),
                ("/map piece", {**thing, "shape": "box", "at": self._somewhere("gm"), "to": self._somewhere("gm")}),
                ("/map piece", {"name": thing["name"], "remove": True}),
            ]
        if len(names) < 7:
            public += [
                ("/npc add", {"template": rng.choice(self._templates()), "count": rng.choice((1, 2))}),
                ("/npc add", {"template": rng.choice(self._templates()), "name": rng.choice(UNSEEN_NAMES)}),
            ]
        return Move("gm", *rng.choice(public))

    def _come_and_go(self) -> Move:
        user = self.rng.choice(PLAYERS)
        comings: list[Move] = [
            Move(user, "/init join"),
            Move(user, "/init join"),
            Move(user, "/init remove", {"actor": SHEETS[user]}),
            Move("gm", "/init end"),
            Move("gm", "/init start", {"now": True, "title": "Again"}),
            Move("gm", "/init start", {"now": True, "title": "Again"}),
        ]
        return self.rng.choice(comings)
