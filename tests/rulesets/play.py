"""Random legal play from the outside: whoever may act does something that the ruleset offers, and GMs interfere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from bot import app
from bot.core import engine, orders
from bot.core.dice import ApartDice, Dice, SeededDice
from bot.core.engine import DiceFor
from bot.core.errors import RuleViolation
from bot.core.events import Event
from bot.core.ground.pieces import Piece
from bot.core.options import ActionSpec, parse
from bot.core.scene import Combatant, Scene
from bot.core.squads.drills import acts_now
from bot.core.squads.standing import Drill, StandingOrder
from bot.core.views import GM, Viewer, view
from bot.service.orders import hidden_dice
from tests.rulesets import drawing
from tests.rulesets.drawing import AnyScene
from tests.rulesets.registry import Entry, entry
from tests.rulesets.themes import Theme, themes

HIDDEN = "Xyzzyx"
HIDDEN_THING = "Plughquux"
PLAYERS = {"Ann": 11, "Bob": 12}
MANY, MOST = 2, 9
GROUND_EVERY, ON_A_GROUND = 5, 4  # one of so many fights has a ground: the one whose seed leaves this
ON_A_READY_ONE = 0.6
IN_SQUADS = 3  # of seven fights, counted by their seeds
DRILLED = 0.3
"""How often squads act or are told something where there are any."""
MOST_THINGS = 9  # that are put on a ground
KEEN = 0.8
"""How often somebody does what the fight is about."""
VOLLEYS = 0.15
"""How often the GM's attack together where they may."""
PATIENCE = 7
"""How often it is tried before something else is."""


@dataclass(frozen=True)
class Step:
    """One order: who gave it, on what scene, and what came of it."""

    viewer: Viewer
    before: AnyScene
    order: orders.Order
    events: tuple[Event, ...] = ()
    after: AnyScene | None = None
    refusal: RuleViolation | None = None


def dice_for(position: int, order: bytes) -> Dice:
    """Fair dice of a secret that is none."""
    return SeededDice(b"public", b"gm", position, order)


def apart_dice_for(draw: str) -> DiceFor:
    """Fair dice of the same secrets that keep the hidden apart."""
    return lambda position, order: ApartDice(b"public", b"gm", draw, position, order)


class Table:
    """A table at which a fight is played, every order kept; ``apart``, by dice that keep the hidden apart."""

    def __init__(self, played: Entry, seed: int, *, apart: bool = False) -> None:
        self.entry = played
        self.ruleset = played.ruleset
        self.rng = Random(f"{played.key}:{seed}")
        about = (None, *themes(played.key))
        self.theme = about[seed // 2 % len(about)]
        self.scene: AnyScene = Scene(self.ruleset.empty_state(), self._options(drawn=bool(seed % 2)), apart=apart)
        self.laid = seed % GROUND_EVERY == ON_A_GROUND or bool(self.theme and self.theme.laid)
        self.in_squads = seed % 7 == IN_SQUADS
        self.steps: list[Step] = []
        self._told = self._tries = 0

    def _options(self, *, drawn: bool) -> dict[str, Any]:
        switches = drawing.switches(self.ruleset, self.rng) if drawn else {}
        return {**switches, **(self.theme.switches if self.theme else {})}

    def give(self, order: orders.Order, viewer: Viewer = GM) -> None:
        """Give an order, and keep what came of it."""
        before = self.scene
        try:
            after, events = self.decided(before, order)
        except RuleViolation as refusal:
            self.steps.append(Step(viewer, before, order, refusal=refusal))
            return
        self.scene = after
        self.steps.append(Step(viewer, before, order, events, after))

    def decided(self, scene: AnyScene, order: orders.Order) -> tuple[AnyScene, tuple[Event, ...]]:
        """Return the scene after an order in another, and its events."""
        if scene.apart:
            decision = hidden_dice.decided(self.ruleset, scene, order, apart_dice_for).decision
        else:
            decision = engine.decide(self.ruleset, scene, order, dice_for)
        return decision.scene, decision.events

    def recruit(self, name: str) -> orders.Enlist:
        """An order that brings somebody in: ready-made, or with whatever a sheet may hold."""
        template = self.rng.choice([None, None, *self.entry.templates.values()])
        owner = PLAYERS.get(name, 0)
        return orders.Enlist(
            name=name,
            owner=owner,
            side="players" if owner else "others",
            sheet=drawing.sheet(self.ruleset, self.rng, template, self._theme()),
            hidden=name == HIDDEN,
        )

    def open(self) -> None:
        """Two players, three of the GM's, one of them hidden, and a fight."""
        for name in (*PLAYERS, "Guard", "Guard", HIDDEN):
            self.give(self.recruit(name))
        for one, other in combinations(self.scene.combatants, 2):
            self.give(orders.SetRange(actor=one, target=other, range_m=self.rng.choice(self._metres())))
        for _ in range(self.theme.prepared if self.theme else 0):
            self._prepare()
        self.give(self._start())
        for number in range(self.rng.randrange(MOST_THINGS) if self.laid else 0):
            self.give(orders.SetPiece(piece=self._thing(number)))

    def _start(self) -> orders.StartFight:
        """The start of a told fight, or of one with places: on an open ground, or on one of those that are ready."""
        if not self.laid:
            return orders.StartFight(title="The bridge")
        grounds = [*app.grounds().values()]
        if self.rng.random() < ON_A_READY_ONE:
            return orders.StartFight(title="The bridge", layout=self.rng.choice(grounds))
        return orders.StartFight(title="The bridge", range_m=float(self.rng.choice(self._metres())))

    def step(self) -> None:
        """One order at random."""
        if self.scene.pending:
            self.give(self.rng.choice(list(self._replies())))
        elif not self.scene.fight:
            self.open()
        elif self.in_squads and self.rng.random() < DRILLED:
            self._drill()
        else:
            self.rng.choices((self._act, self._go_on, self._interfere, self._follow), self._likely())[0]()

    def _likely(self) -> tuple[int, int, int, int]:
        """How likely people act, all let time go by, the GM interferes, or what the fight is about goes on."""
        story = self.theme.story if self.theme else ()
        return (16, 2, 2, 20 if story else 0)

    def _follow(self) -> None:
        """The next of what happens in such a fight: time goes by until whoever does it may, and not all of it works."""
        assert self.theme is not None
        beat = self.theme.story[self._told % len(self.theme.story)]
        spec = self.ruleset.actions[beat.action]
        able = self._able(spec, beat.actors)
        self._tries += 1
        if able:
            self._order(self.rng.choice(able), spec, beat.inputs)
        else:
            self.give(orders.GoOn())
        if (able and self.steps[-1].refusal is None) or self._tries > PATIENCE:
            self._told, self._tries = self._told + 1, 0

    def _able(self, spec: ActionSpec, actors: tuple[str, ...]) -> list[str]:
        """Who may take an action now, of those who are named if any are."""
        kinds = set(spec.kinds)
        now = [slot.actor for slot in self.scene.entitled() if not kinds or kinds & set(slot.kinds)]
        there = now if kinds else [*self.scene.combatants]
        return [actor for actor in there if not actors or actor in actors]

    def _theme(self) -> Theme | None:
        """What the fight is about, to whoever keeps to it just now."""
        return self.theme if self.rng.random() < KEEN else None

    def _metres(self) -> tuple[float, ...]:
        return self.theme.metres if self.theme else (1, 4, 30)

    def _prepare(self) -> None:
        """Something that the fight is about, before it begins."""
        if self.scene.pending:
            self.give(self.rng.choice(list(self._replies())))
        actor = self.rng.choice([*self.scene.combatants])
        leisurely = [spec for spec in self._played() if not spec.kinds]
        spec = self.rng.choice(_about(leisurely, self.theme))
        self._order(actor, spec, self.theme.acts.get(spec.name) if self.theme else None)

    def _replies(self) -> Iterator[orders.Order]:
        assert self.scene.pending is not None
        for choice in self.scene.pending.question.choices:
            yield orders.Answer(choice=choice)
        yield orders.GoOn()
        yield orders.EndFight()

    def _act(self) -> None:
        volley = self._volley() if self.rng.random() < VOLLEYS else None
        return self.give(volley) if volley else self._single()

    def _single(self) -> None:
        actor = self.rng.choice(self._waited_for() or [*self.scene.combatants])
        kinds = {kind for slot in self.scene.entitled() if slot.actor == actor for kind in slot.kinds}
        fitting = [spec for spec in self._played() if not spec.kinds or kinds & set(spec.kinds)]
        theme = self._theme()
        likely = _about(fitting, theme)
        spec = self.rng.choices(likely, [_weight(spec) for spec in likely])[0]
        self._order(actor, spec, theme.acts.get(spec.name) if theme else None)

    def _played(self) -> list[ActionSpec]:
        """The actions that the campaign plays with."""
        return [*self.ruleset.actions_under(self.scene.options).values()]

    def _order(self, actor: str, spec: ActionSpec, said: Mapping[str, Any] | None) -> None:
        viewer = GM if spec.gm_only else self._player_of(actor)
        known = view(self.scene, viewer, self.ruleset)
        drawn = drawing.inputs(self.ruleset, known, spec, actor, self.rng, said)
        self.give(orders.Act(actor=actor, action=spec.name, inputs=drawn), viewer)

    def _waited_for(self) -> list[str]:
        return [slot.actor for slot in self.scene.entitled()]

    def _player_of(self, actor: str) -> Viewer:
        owner = self.scene.combatants[actor].owner
        return Viewer(owner) if owner else GM

    def _go_on(self) -> None:
        self.give(orders.GoOn(actors=tuple(self._waited_for()[:1]) if self.rng.random() < 0.5 else ()))

    def _interfere(self) -> None:
        people: list[Someone] = [*self.scene.combatants.values()]
        ways = (*_INTERFERENCE, Table._furnished) if self.laid else _INTERFERENCE
        order = self.rng.choice(ways)(self, self.rng.choice(people or [None]))
        if order is not None:
            self.give(order)

    def _drill(self) -> None:
        """Squads carry out what they were told, or the GM names one or tells one something."""
        acts = tuple(acts_now(self.ruleset, self.scene, {}).values())
        if acts:
            self.give(orders.Together(acts=acts) if len(acts) > 1 else acts[0])
        elif self.scene.squads and self.rng.random() < KEEN:
            name = self.rng.choice([*self.scene.squads])
            target = self.rng.choice([*PLAYERS])
            drill = self.rng.choice([*Drill])
            self.give(orders.OrderSquad(squad=name, standing=StandingOrder(drill, target, "players")))
        else:
            people = tuple(actor for actor, each in self.scene.combatants.items() if not each.owner)
            self.give(orders.FormSquad(name=self.rng.choice(("Left", "Right")), members=people))

    def _newcomer(self, _: Someone) -> orders.Order | None:
        return self.recruit(self.rng.choice(("Guard", HIDDEN))) if len(self.scene.combatants) < MOST else None

    def _shown(self, someone: Someone) -> orders.Order | None:
        return orders.Show(actor=someone.actor, hidden=HIDDEN in someone.actor) if someone else None

    def _ranged(self, someone: Someone) -> orders.Order | None:
        if someone and self.scene.ground:
            return orders.PutAt(actors=(someone.actor,), where=drawing.where(drawing.spots(self.scene), self.rng))
        other = self.rng.choice([*self.scene.combatants] or [""])
        range_m = self.rng.choice((1, 5, 30, 120.5, 900))
        return orders.SetRange(actor=someone.actor, target=other, range_m=range_m) if someone else None

    def _furnished(self, _: Someone) -> orders.Order | None:
        """A thing that comes, goes, opens or closes, where a ground is laid."""
        if self.scene.ground is None:
            return None
        thing = self._thing(self.rng.randrange(MOST_THINGS))
        return orders.TakePiece(name=thing.name) if self.rng.random() < 0.3 else orders.SetPiece(piece=thing)

    def _thing(self, number: int) -> Piece:
        """A thing of the ground; every fourth is hidden, and has the name that no player may read."""
        hidden = number % 4 == 0
        return drawing.piece(f"{HIDDEN_THING} {number}" if hidden else f"thing {number}", self.rng, hidden=hidden)

    def _edited(self, someone: Someone) -> orders.Order | None:
        sheet = drawing.sheet(self.ruleset, self.rng)
        return orders.EditSheet(actor=someone.actor, path="", sheet=sheet) if someone else None

    def _released(self, someone: Someone) -> orders.Order | None:
        return orders.Release(actor=someone.actor) if someone and self.rng.random() < 0.3 else None

    def _ended(self, _: Someone) -> orders.Order | None:
        return orders.EndFight() if self.rng.random() < 0.15 else None

    def _volley(self) -> orders.Together | None:
        """All of the GM's who may attack a player do so in one order, as an attack without an attacker has it."""
        spec = self.ruleset.actions.get("attack")
        able = self._able(spec, ()) if spec else []
        ready = [actor for actor in able if not self.scene.combatants[actor].owner]
        if len(ready) < MANY or spec is None:
            return None
        said = self.theme.acts.get(spec.name, {}) if self.theme else {}
        named = {key: self.rng.choice(value) for key, value in said.items() if isinstance(value, list)}
        drawn = parse(spec, {**named, "target": self.rng.choice([*PLAYERS])})
        return orders.Together(acts=tuple(orders.Act(actor=actor, action=spec.name, inputs=drawn) for actor in ready))


Someone = Combatant[Any] | None

_INTERFERENCE: tuple[Callable[[Table, Someone], orders.Order | None], ...] = (
    Table._newcomer,
    Table._shown,
    Table._ranged,
    Table._ranged,
    Table._edited,
    Table._released,
    Table._ended,
)


def _about(specs: list[ActionSpec], theme: Theme | None) -> list[ActionSpec]:
    """Of some actions those that a theme names, all where it names none of them."""
    return [spec for spec in specs if theme and spec.name in theme.acts] or specs


def _weight(spec: ActionSpec) -> int:
    """Fighters fight, and only now and then does somebody do what needs no turn."""
    return 1 if not spec.kinds else 12 if spec.command == "attack" else 3


@cache
def played(key: str, seed: int, steps: int = 150) -> tuple[Step, ...]:
    """A game of some steps from an empty scene, the same for the same arguments."""
    table = Table(entry(key), seed)
    table.open()
    while len(table.steps) < steps:
        table.step()
    return tuple(table.steps)


def decided(steps: tuple[Step, ...]) -> list[Step]:
    """The steps that were possible."""
    return [step for step in steps if step.refusal is None]
