"""What the GM does besides in the world with more in it: people, things and orders that touch nobody in sight."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any, Protocol

from bot.core.errors import RuleViolation
from bot.core.options import Kind
from bot.core.views import GM as THE_GM
from bot.service.names import readable
from bot.service.orders.history import last_live
from bot.service.ports import Store, Unit
from bot.service.rows import AnyScene
from bot.service.systems import PlayableSystem
from tests.rulesets import drawing
from tests.worlds.moves import UNSEEN_NAMES, Move, Options, words_of

MOST = 4
REACHING = frozenset({"attack", "damage", "heal", "correct"})
"""What is done to one who is named and to nobody else."""
AT_EASE = frozenset({"wait", "pass", "aim", "move", "reload", "ready", "draw", "stow", "assess", "stance", "work"})
"""What somebody does by themselves."""
WELL_LAID = 6
FELLING = 40  # of damage: whoever falls loses turns, and not the same at any moment
FRIGHTENING = frozenset({"reflex"})
"""Where the GM's people in sight know of a friend's fall and are afraid, hidden or not, which shows (003-26)."""
QUIET_SHOTS = frozenset({"target", "weapon", "called", "modifier"})
"""What is said of a shot that nobody else is to be frightened by: bursts and blasts are heard."""
QUIETLY = frozenset({"mine", "target", "place", "density", "people", "urban", "side"})
"""How mines and ambushes are laid: without what may go off in the hands."""


def waits_unseen(scene: AnyScene | None) -> bool:
    """Whether the fight waits for the GM on behalf of somebody whom nobody can see."""
    if scene is None:
        return False
    if scene.pending:
        asked = scene.combatants.get(scene.pending.question.actor)
        return asked is not None and asked.hidden
    entitled = scene.entitled()
    return bool(entitled) and all(scene.combatants[slot.actor].hidden for slot in entitled)


class Truth(Protocol):
    """What is asked of the world with more in it."""

    @property
    def key(self) -> str:
        """Return which system is played."""
        ...

    @property
    def system(self) -> PlayableSystem:
        """Return that system."""
        ...

    @property
    def store(self) -> Store:
        """Return where it is kept."""
        ...

    def scene(self) -> AnyScene | None:
        """Return all that is, None before anything was played."""
        ...

    def row(self) -> Any:
        """Return the scene's row."""
        ...


class Shadows:
    """Draws what is done unseen, from the truth of the world with more in it."""

    def __init__(self, world: Truth, rng: Random, *, laid: bool = False) -> None:
        self.world, self.rng, self.laid = world, rng, laid
        self.loose = -1  # the head of the scene where its last order is one that nobody waited for

    def _hidden(self, scene: AnyScene) -> dict[str, str]:
        """The hidden by id, as the GM reads them."""
        names = readable(scene, THE_GM)
        return {actor: name for actor, name in names.items() if scene.combatants[actor].hidden}

    def settling(self) -> Move:
        """What lets the fight go on where it waits for somebody hidden."""
        scene = self.world.scene()
        assert scene is not None
        if scene.pending:
            return _unseen("/answer", {"choice": self.rng.choice(scene.pending.question.choices)})
        actor = scene.entitled()[0].actor
        if self.rng.random() < 0.5:
            found = self._doing(scene, actor)
            if found is not None:
                return found
        return _unseen("/init next", {"actor": readable(scene, THE_GM)[actor]})

    def patience(self) -> Move:
        """What lets it go on for certain."""
        scene = self.world.scene()
        assert scene is not None
        if scene.pending:
            return _unseen("/answer", {"choice": scene.pending.question.default})
        return _unseen("/init next", {"actor": readable(scene, THE_GM)[scene.entitled()[0].actor]})

    def step(self) -> Move | None:
        """Something at random, or nothing where nothing can be done."""
        scene = self.world.scene()
        if scene is None:
            return None
        hidden = self._hidden(scene)
        if not hidden or (self.rng.random() < 0.15 and len(hidden) < MOST):
            return self._recruiting()
        if scene.pending:
            return None
        ready = [slot.actor for slot in scene.entitled() if slot.actor in hidden]
        if ready and self.rng.random() < 0.6:
            return self._doing(scene, self.rng.choice(ready))
        return self.rng.choice((self._taking_back, self._governing, self._governing, self._laying))(scene, hidden)

    def aside(self) -> Move | None:
        """Something that is done to one of the hidden, whoever's turn it is."""
        scene = self.world.scene()
        hidden = self._hidden(scene) if scene and not scene.pending else {}
        return self._governing(scene, hidden) if scene and hidden else None

    def _recruiting(self) -> Move:
        template = self.rng.choice([*self.world.system.templates][:6])
        named = {"name": self.rng.choice((*UNSEEN_NAMES, "Guard 3", "Newcomer"))} if self.rng.random() < 0.6 else {}
        count = {} if named else {"count": self.rng.choice((1, 1, 2))}
        return _unseen("/npc add", {"template": template, "hidden": True, **named, **count})

    def _doing(self, scene: AnyScene, actor: str) -> Move | None:
        """Somebody hidden does something by themselves, or to somebody hidden."""
        ruleset, hidden = self.world.system.ruleset, self._hidden(scene)
        kinds = {kind for slot in scene.entitled() if slot.actor == actor for kind in slot.kinds}
        names = REACHING | AT_EASE
        fitting = [spec for spec in ruleset.actions.values() if spec.name in names and kinds & set(spec.kinds)]
        others = [other for other in hidden if other != actor]
        for _ in range(6 if fitting else 0):
            spec = self.rng.choice(fitting)
            with suppress(RuleViolation):
                inputs = drawing.inputs(ruleset, scene, spec, actor, self.rng)
                aimed = {item.key for item in spec.inputs if item.kind is Kind.COMBATANT and item.key in inputs}
                if aimed and not others:
                    continue
                inputs |= dict.fromkeys(aimed, self.rng.choice(others or [actor]))
                if spec.name == "attack":
                    inputs = {key: value for key, value in inputs.items() if key in QUIET_SHOTS} | {"range_m": 40}
                    inputs |= {"rounds": 1} if spec.input("rounds") else {}
                who = {"actor": hidden[actor], "action": spec.name}
                return _unseen("/act", {**who, "with": words_of(spec, readable(scene, THE_GM), inputs)})
        return None

    def _taking_back(self, scene: AnyScene, hidden: dict[str, str]) -> Move | None:
        """Undo the last order if it was the GM's alone and moved nobody's turn, or take that back."""
        if self.world.row().head != self.loose:
            return None
        if self.rng.random() < 0.3:
            return self._putting_back()

        row = self.world.row()

        def look(unit: Unit) -> int:
            last = last_live(unit, row, unit.chapter(row.id, row.chapter))
            return last.number if last and last.gm_only else 0

        number = self.world.store.look(look)
        return _unseen("/undo", {"to": f"g{number}"}) if number else None

    def _putting_back(self) -> Move | None:
        """Redo, where the last order is an undo of the GM's alone."""

        row = self.world.row()

        def look(unit: Unit) -> bool:
            last = unit.order(row.id, row.head) if row.head else None
            return bool(last and last.gm_only and last.voids and not last.redo)

        return _unseen("/redo", {}) if self.world.store.look(look) else None

    def _governing(self, scene: AnyScene, hidden: dict[str, str]) -> Move:
        rng, names = self.rng, [*hidden.values()]
        harms = (3,) if self.world.key in FRIGHTENING else (3, 9, FELLING)
        who = rng.choice(names)
        every = [name for name in readable(scene, THE_GM).values() if name != who]
        governed: list[tuple[str, Options]] = [
            ("/damage apply", {"target": who, "amount": rng.choice(harms), **self._place()}),
            ("/damage heal", {"target": who}),
            ("/init remove", {"actor": who}),
            ("/roll", {"expression": "3d6", "private": True}),
            ("/init status", {}),
            ("/log show", {}),
            ("/odds", {"target": who, "range_m": 40.0}),
        ]
        if self.laid:
            at, to = (f"{rng.randrange(30, 70)},{rng.randrange(10, 120)}" for _ in range(2))
            thing = {"name": rng.choice(("the pit", "a wire")), "hidden": True}
            governed += [
                ("/map place", {"who": who, "at": at}),
                ("/map piece", {**thing, "material": "fence", "blocks": False, "shape": "box", "at": at, "to": to}),
                ("/map area", {**thing, "shape": "box", "at": at, "to": to}),
            ]
        if every:
            governed.append(("/init range", {"actor": who, "target": rng.choice(every), "range_m": 40.0}))
        return _unseen(*rng.choice(governed))

    def _place(self) -> Options:
        """Where somebody is hurt: a place at random is no part of what is kept, and could not be given again."""
        spec = self.world.system.ruleset.actions["damage"]
        return {"place": "torso"} if spec.input("place") else {}

    def _laying(self, scene: AnyScene, hidden: dict[str, str]) -> Move | None:
        """A mine or an ambush, where the system has them."""
        ruleset, who = self.world.system.ruleset, self.rng.choice([*hidden])
        laying = [spec for name, spec in ruleset.actions.items() if name in ("mine_field", "ambush_set")]
        if not laying:
            return None
        spec = self.rng.choice(laying)
        with suppress(RuleViolation):
            inputs = drawing.inputs(ruleset, scene, spec, who, self.rng)
            inputs = {key: value for key, value in inputs.items() if key in QUIETLY}
            inputs |= {"mine": self.rng.choice(("m1", "trap"))} if "mine" in inputs else {}
            inputs |= {"target": who} if "target" in inputs else {}
            inputs |= {"margin": WELL_LAID} if "mine" in inputs else {}
            typed = {"action": spec.name, "actor": hidden[who], "with": words_of(spec, hidden, inputs)}
            return _unseen("/act", typed)
        return None


def _unseen(command: str, options: Options) -> Move:
    return Move("gm", command, options, unseen=True)
