"""What hundreds of people type at once into few channels, and what each of it must leave behind if it is carried out.

Some of them hurry more than others, and often one types two things in the same moment. Sheets called S are written,
handed on and deleted by their owners alone; those called F fight; those called T are awarded points.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from tests.wire.battle import SHEETS, SHOT
from tests.wire.client import Wire
from tests.wire.world import GM_PERMISSIONS, Channel, Guild, User

Key = tuple[Any, ...]
Typed = tuple[str, dict[str, Any]]

HURRIED: Final = 12
FIGHTERS: Final = 36
MASTERS: Final = ("gm", "gm2", "gm3", "gm4")
TRAINEES: Final = ("T1", "T2", "T3")
TRAINED_BY: Final = "graydawn"
MOST_SHEETS: Final = 5
MOST_GUARDS: Final = 6
LETTERS: Final = ("", "g", "a", "m", "r", "F", "S")
PATHS: Final = {"months": ("practice_months", 1201), "awareness": ("attributes.awareness", 31)}
OPTIONS: Final = {
    "reflex": (
        *("flames.blowtorch.damage", "fire_sizes.campfire.modifier"),
        *("cover.steel_door.armor_halves", "explosives.he_40mm.radius_m"),
    ),
    "graydawn": ("weapons.hand_cannon.shots", "armor.full_suit.encumbrance", "covers.small.level"),
}
MOST_OF_AN_OPTION: Final = 10_000


def home(channel: Channel) -> int:
    """The channel whose fight is meant: for its threads the one that they belong to."""
    return channel.parent_id or channel.id


class Effect(NamedTuple):
    """What a command leaves in a place if it is carried out; not `sure` where that depends on what was there."""

    key: Key
    value: Any
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Idea:
    """Something to type: a command with its options, or with `into` one of its options that is being completed."""

    user: str
    channel: Channel
    command: str
    options: Mapping[str, Any] = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    into: str = ""
    awards: str = ""


@dataclass
class Place:
    """A channel, the rules that are played in it, and how many guards its game master believes to be there."""

    channel: Channel
    ruleset: str
    guards: int = 0


class Racers:
    """Everybody, and what they believe to be there: `ideas` is what one of them types next.

    They are numbered from `first`, so that no sheet of theirs has a namesake in another guild.
    """

    def __init__(self, wire: Wire, people: int, channels: int, seed: int, first: int = 0) -> None:
        self.rng = random.Random(seed)
        self.wire = wire
        self.guild: Guild = wire.guild
        more = (wire.world.add_channel(wire.guild, f"c{at}") for at in range(1, channels))
        self.places = [Place(each, "reflex") for each in (wire.channel, *more)]
        if channels > 1:
            self.places[-1].ruleset = TRAINED_BY
        self.people = [f"p{number:03}" for number in range(first, first + people)]
        self._enter(wire)
        self.owners: dict[str, str] = {}
        self._serial = itertools.count(1)

    def _enter(self, wire: Wire) -> None:
        role = self.guild.roles["GM"][0]
        self.guild.roles["Scouts"] = (wire.world.ids.next(), GM_PERMISSIONS)
        for name in MASTERS[1:]:
            self.guild.people[name] = User(wire.world.ids.next(), name, roles=(role,), permissions=GM_PERMISSIONS)
        for name in self.people:
            self.guild.people[name] = User(wire.world.ids.next(), name)

    @property
    def fighters(self) -> Sequence[str]:
        """Who has a sheet that fights."""
        return self.people[:FIGHTERS]

    @property
    def reflex(self) -> list[Place]:
        """Where sheets are made."""
        return [place for place in self.places if place.ruleset == "reflex"]

    def opening(self) -> Iterator[list[Idea]]:
        """What must be there before the race: what one part needs, the parts before have made."""
        trained = [place for place in self.places if place.ruleset == TRAINED_BY]
        yield [Idea("gm", each.channel, "/campaign setup", {"ruleset": TRAINED_BY}) for each in trained]
        yield [Idea("gm", each.channel, "/campaign gm", {"role": "GM"}) for each in self.places]
        sheets = {who: json.dumps({**SHEETS["ann"], "name": f"F{who[1:]}"}) for who in self.fighters}
        first = self.places[0].channel
        yield [
            *(
                Idea(who, first, "/sheet import", {"text": sheet}, (self._active(who, f"F{who[1:]}"),))
                for who, sheet in sheets.items()
            ),
            *(
                Idea("gm", at.channel, "/sheet import", {"text": f'{{"name": "{t}"}}'})
                for at in trained
                for t in TRAINEES
            ),
        ]
        yield [Idea("gm", at.channel, "/npc add", {"template": "guard", "count": 2}) for at in self.places]
        yield [Idea("gm", at.channel, "/init start", {"now": True, "title": "The race"}) for at in self.places]

    def ideas(self) -> list[Idea]:
        """What somebody types in one moment: one thing, or two that race."""
        choose = self.rng.choices(
            (self._look, self._write, self._fight, self._lead, self._settle), (46, 16, 20, 14, 4)
        )[0]
        return choose()

    def learn(self, idea: Idea) -> None:
        """Believe that something has been carried out."""
        for key, value, _ in idea.effects:
            if key[0] == "owner":
                self.owners[key[1]] = value
        place = next((each for each in self.places if each.channel.id == home(idea.channel)), None)
        if place is not None and idea.command == "/npc add":
            place.guards += 2
        if place is not None and idea.command == "/init end":
            place.guards = 0

    # --- what they look at

    def _look(self) -> list[Idea]:
        who, place = self._somebody(), self.rng.choice(self.places)
        letters = self.rng.choice(LETTERS)
        completions = (("/attack", "target"), ("/attack", "weapon"), ("/act", "action"), ("/sheet show", "name"))
        if self.rng.random() < 0.7:
            command, option = self.rng.choice((*completions, ("/campaign options", "option"), ("/undo", "to")))
            return [Idea(who, place.channel, command, {option: letters}, into=option)]
        command, options = self.rng.choices(
            (
                ("/roll", {"expression": "3d20L"}),
                ("/init status", {}),
                ("/sheet show", {}),
                ("/log show", {}),
                ("/help", {}),
                ("/campaign show", {}),
                ("/odds", {"target": "Guard 1", **SHOT}),
                ("/log verify", {}),
            ),
            (300, 120, 60, 60, 30, 30, 8, 1),
        )[0]
        return [Idea(who, place.channel, command, options)]

    # --- sheets, which belong to one person each

    def _write(self) -> list[Idea]:
        who, place = self._somebody(), self.rng.choice(self.reflex)
        mine = [name for name, owner in self.owners.items() if owner == who]
        if not mine or (len(mine) < MOST_SHEETS and self.rng.random() < 0.3):
            return [self._imported(who, place, f"S{who[1:]}x{next(self._serial)}", new=True)]
        name = self.rng.choice(mine)
        first = self._of_sheet(who, place, name)
        return [first, self._of_sheet(who, place, name)] if self.rng.random() < 0.5 else [first]

    def _of_sheet(self, who: str, place: Place, name: str) -> Idea:
        handed_on = int(name.rpartition("x")[2]) % 2 == 0  # of the others, none comes to a second owner
        match self.rng.choices(("months", "awareness", "use", "delete", "again"), (10, 10, 5, 3, 3))[0]:
            case "use":
                return Idea(who, place.channel, "/sheet use", {"name": name}, (self._active(who, name),))
            case "delete":
                effects = (Effect(("owner", name), None), self._active(who, None, sure=False))
                return Idea(who, place.channel, "/sheet delete", {"name": name}, effects)
            case "again" if handed_on:
                to = self._somebody()
                return Idea(who, place.channel, "/sheet transfer", {"name": name, "to": to})
            case "again":
                return self._imported(who, place, name, new=False)
            case path:
                return self._edited(who, place, name, path)

    def _edited(self, who: str, place: Place, name: str, what: str) -> Idea:
        path, values = PATHS[what]
        value = next(self._serial) % values
        options = {"name": name, "path": path, "value": str(value)}
        return Idea(who, place.channel, "/sheet edit", options, (Effect((what, name), value),))

    def _imported(self, who: str, place: Place, name: str, *, new: bool) -> Idea:
        months, awareness = (next(self._serial) % values for _, values in PATHS.values())
        sheet = {"name": name, "practice_months": months, "attributes": {"awareness": awareness}}
        effects = (
            Effect(("owner", name), who),
            Effect(("months", name), months),
            Effect(("awareness", name), awareness),
            self._active(who, name, sure=new),
        )
        return Idea(who, place.channel, "/sheet import", {"text": json.dumps(sheet)}, effects)

    def _active(self, who: str, name: str | None, *, sure: bool = True) -> Effect:
        return Effect(("active", who), name, sure)

    # --- orders of players

    def _fight(self) -> list[Idea]:
        who = self.rng.choice(self.fighters)
        own = f"F{who[1:]}"
        target = self.rng.choice(("Guard 1", "Guard 2", f"F{self.rng.choice(self.fighters)[1:]}"))
        options: tuple[tuple[int, Typed], ...] = (
            (4, ("/init join", {"sheet": own})),
            (4, ("/init remove", {"actor": own})),
            (6, ("/attack", {"target": target, **SHOT})),
            (3, ("/act", {"action": "wait"})),
            (3, ("/act", {"action": "reload"})),
            (2, ("/init press", {})),
            (2, ("/init hold", {})),
            (2, ("/undo", {})),
            (1, ("/redo", {})),
        )
        first = self._at(who, self.rng.choice(self.reflex), options)
        return [first, self._at(who, self.rng.choice(self.reflex), options)] if self.rng.random() < 0.2 else [first]

    # --- what game masters order and settle

    def _lead(self) -> list[Idea]:
        place = self.rng.choice(self.places)
        guard = f"Guard {self.rng.randint(1, MOST_GUARDS)}"
        mustered = place.guards < MOST_GUARDS
        options: tuple[tuple[int, Typed], ...] = (
            (60, ("/init next", {})),
            (20 if mustered else 0, ("/npc add", {"template": "guard", "count": 2})),
            (4, ("/init remove", {"actor": guard})),
            (3, ("/init range", {"actor": "Guard 1", "target": guard, **SHOT})),
            (6, ("/undo", {})),
            (3, ("/redo", {})),
            (4, ("/init start", {"now": True, "title": "The race"})),
            (1, ("/init end", {})),
            (3, ("/init show", {"actor": guard})),
        )
        idea = self._at(self.rng.choice(MASTERS), place, options)
        threads = self.wire.threads(place.channel)[-2:]  # the log and the GM's thread of the newest fight
        elsewhere = threads and self.rng.random() < 0.3
        return [replace(idea, channel=self.rng.choice(threads)) if elsewhere else idea]

    def _at(self, who: str, place: Place, options: Sequence[tuple[int, Typed]]) -> Idea:
        (command, given), *_ = self.rng.choices([each for _, each in options], [weight for weight, _ in options])
        return Idea(who, place.channel, command, given)

    def _settle(self) -> list[Idea]:
        """Two game masters settle two things of one channel in the same moment."""
        place = self.rng.choice(self.places)
        return [self._settled(who, place) for who in self.rng.sample(MASTERS, 2)]

    def _settled(self, who: str, place: Place) -> Idea:
        channel = place.channel
        serial = next(self._serial)
        awarded = 6 if place.ruleset == TRAINED_BY else 0
        match self.rng.choices(("option", "title", "role", "award"), (6, 2, 1, awarded))[0]:
            case "option":
                option, value = self.rng.choice(OPTIONS[place.ruleset]), serial % MOST_OF_AN_OPTION
                effects = (Effect(("option", channel.id, option), value),)
                return Idea(who, channel, "/campaign options", {"option": option, "value": str(value)}, effects)
            case "title":
                effects = (Effect(("title", channel.id), f"Race {serial}"),)
                return Idea(who, channel, "/campaign setup", {"title": f"Race {serial}"}, effects)
            case "role":
                remove = self.rng.random() < 0.5
                effects = (Effect(("scouts", channel.id), None if remove else "Scouts"),)
                return Idea(who, channel, "/campaign gm", {"role": "Scouts", "remove": remove}, effects)
            case _:
                name = self.rng.choice(TRAINEES)
                return Idea(who, channel, "/sheet award", {"to": "gm", "points": 1, "name": name}, awards=name)

    def _somebody(self) -> str:
        """One of the few who hurry, as often as anybody."""
        return self.rng.choice(self.people[:HURRIED] if self.rng.random() < 0.5 else self.people)
