"""One fight in two worlds, of which the second has people in hiding: what falls for those in sight is the same."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.core import orders
from bot.core.dice import Roll
from bot.core.errors import RuleViolation
from bot.core.events import Event, rolls_of, type_of
from bot.core.scene import Scene
from bot.core.views import GM, Viewer, view
from bot.service.orders.fairness import SCHEME, dice_for
from bot.service.orders.hidden_dice import decided
from bot.service.rows import ChapterRow
from tests.rulesets import drawing
from tests.rulesets.drawing import AnyScene
from tests.rulesets.registry import Entry

SEEN = {"Ann": 11, "Bob": 12, "Guard": 0}
UNSEEN = ("Umbra", "Nachtalb", "Penumbra")
AT_ONCE = 12
PATIENCE = 30


class World:
    """A scene in the scheme that keeps the hidden apart, and all that fell in it for those in sight."""

    def __init__(self, played: Entry, options: dict[str, Any]) -> None:
        self.ruleset = played.ruleset
        self.scene: AnyScene = Scene(self.ruleset.empty_state(), options, apart=True)
        self.fallen: list[tuple[str, str]] = []
        self.unseen = 0
        self.wrong: list[str] = []
        self.chapter = ChapterRow(
            scene_id=1,
            number=1,
            first=1,
            fight=1,
            ruleset=self.ruleset.key,
            ruleset_version=self.ruleset.version,
            public_secret=b"public",
            gm_secret=b"gm",
            scheme=SCHEME,
        )

    def give(self, order: orders.Order) -> str:
        """Give an order; the words of its refusal, if it is refused."""
        before = self.scene
        try:
            drawn = decided(self.ruleset, before, order, lambda draw: dice_for(self.chapter, before, order, draw))
        except RuleViolation as refusal:
            return str(refusal)
        self.scene = drawn.decision.scene
        for event in drawn.decision.events:
            for roll in rolls_of(event):
                self._keep(event, roll, drawn.draw)
        return ""

    def _keep(self, event: Event, roll: Roll, draw: str) -> None:
        """Keep what fell for those in sight in what everybody notices; of the hidden all must be secret."""
        self.unseen += roll.unseen
        about_hidden = bool(event.unseen) and {event.actor, event.target} - {"", *event.unseen} == set()
        if (about_hidden and not roll.unseen) or (roll.unseen and not roll.secret):
            self.wrong.append(f"{type_of(event)} of {event.actor}: {roll}")
        if not roll.unseen and (roll.moment or not draw):
            self.fallen.append((f"{type_of(event)} of {event.actor}: {roll.label}", str(roll.faces)))

    def now(self, *, hidden: bool) -> tuple[str, ...]:
        """Who of the hidden, or of those in sight, may act now."""
        people = self.scene.combatants
        return tuple(slot.actor for slot in self.scene.entitled() if people[slot.actor].hidden == hidden)

    def settle(self) -> None:
        """Let the hidden pass for as long as nobody else may act, and answer their questions."""
        for _ in range(PATIENCE):
            if self.scene.pending and self.scene.combatants[self.scene.pending.question.actor].hidden:
                self.give(orders.GoOn())
            elif not self.scene.pending and self.now(hidden=True) and not self.now(hidden=False):
                self.give(orders.GoOn(actors=self.now(hidden=True)))


class Pair:
    """The two worlds, in which the same is ordered for those in sight."""

    def __init__(self, played: Entry, seed: int) -> None:
        self.entry, self.ruleset = played, played.ruleset
        self.rng = Random(f"{played.key}:{seed}")
        options = drawing.switches(self.ruleset, self.rng) if seed % 2 else {}
        self.plain, self.haunted = World(played, options), World(played, options)
        self.differs: list[str] = []

    def both(self, order: orders.Order) -> None:
        """Order the same in both."""
        told = [world.give(order) for world in (self.plain, self.haunted)]
        if bool(told[0]) != bool(told[1]):
            self.differs.append(f"{order}: {told}")
        self.haunted.settle()
        self.plain.settle()

    def open(self) -> None:
        """All come in, the hidden among them, and a fight begins."""
        unseen = list(UNSEEN)
        for name, owner in SEEN.items():
            self._hide(unseen)
            self.both(self._recruit(name, owner))
        self._hide(unseen)
        for one in self.haunted.scene.combatants:
            for other in self.haunted.scene.combatants:
                if one < other:
                    self._range(one, other)
        self.both(orders.StartFight(range_m=30.0 if self.rng.random() < 0.3 else None))

    def _recruit(self, name: str, owner: int, *, hidden: bool = False) -> orders.Enlist:
        template = self.rng.choice([None, *self.entry.templates.values()])
        sheet = drawing.sheet(self.ruleset, self.rng, template)
        side = "unseen" if hidden else "players" if owner else "others"
        return orders.Enlist(name=name, owner=owner, side=side, sheet=sheet, hidden=hidden)

    def _hide(self, unseen: list[str]) -> None:
        while unseen and self.rng.random() < 0.5:
            self.haunted.give(self._recruit(unseen.pop(), 0, hidden=True))

    def _range(self, one: str, other: str) -> None:
        order = orders.SetRange(actor=one, target=other, range_m=self.rng.choice((1, 4, 30)))
        (self.both if {one, other} <= set(SEEN) else self.haunted.give)(order)

    def step(self) -> None:
        """Somebody in sight does something, and somebody hidden may do something before."""
        if self.plain.scene.pending:
            self.both(orders.GoOn())
            return
        lurking = self.haunted.now(hidden=True)
        if lurking and not self.haunted.scene.pending and self.rng.random() < 0.5:
            self.haunted.give(orders.GoOn(actors=lurking))
            self.haunted.settle()
        able = self.plain.now(hidden=False)
        if able:
            self.both(self._order(self.rng.choice(able)) if self.rng.random() < 0.9 else orders.GoOn(actors=able))

    def _order(self, actor: str) -> orders.Order:
        slots = {kind for slot in self.plain.scene.entitled() if slot.actor == actor for kind in slot.kinds}
        specs = [spec for spec in self.ruleset.actions.values() if slots & set(spec.kinds) or not spec.kinds]
        spec = self.rng.choices(specs, [AT_ONCE if each.command == "attack" else 1 for each in specs])[0]
        known = view(self.plain.scene, Viewer(SEEN[actor]) if not spec.gm_only else GM, self.ruleset)
        return orders.Act(
            actor=actor, action=spec.name, inputs=drawing.inputs(self.ruleset, known, spec, actor, self.rng)
        )

    def alike(self) -> int:
        """How many of the first rolls are for the same.

        The rules may part the worlds by themselves: where the GM's people in sight know of the hidden, or where those
        are who say how time goes on.
        """
        pairs = zip(self.plain.fallen, self.haunted.fallen, strict=False)
        return next((at for at, (one, other) in enumerate(pairs) if one[0] != other[0]), len(self.plain.fallen))

    def wrong(self) -> list[str]:
        """What fell otherwise for those in sight, of what is alike, and what of the hidden is not secret."""
        pairs = zip(self.plain.fallen[: self.alike()], self.haunted.fallen, strict=False)
        return [*(f"{one} != {other}" for one, other in pairs if one != other), *self.haunted.wrong]
