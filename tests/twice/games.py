"""One game in two worlds, step by step, more being done in one of them, and what players receive compared.

All that reaches players must be the same, in number and order. Where the fight waits for the GM to act for somebody
hidden, a round may be told by a message of its own, so that the lines are compared that stand there then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import timedelta
from enum import IntEnum
from itertools import zip_longest
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from discord import app_commands

from bot.simulated.simulation import CommandOutcome, Impossible, Simulation
from tests.deeds import Deed, FilledIn, Tapped, Typed
from tests.monkeys import PLAYERS, Monkey, amiss, hiding, opening
from tests.named_dice import secrets_of
from tests.twice.playing import Playing
from tests.worlds.fights import COMING
from tests.worlds.moves import Move
from tests.worlds.unseen import FELLING, Shadows, waits_unseen

A_STEP: Final = timedelta(seconds=1)
MOST_SETTLING: Final = 24
BEFORE, SHOWN = 200, 500  # letters of a text, of which the first that differs is told

BEGINNINGS: Final[tuple[dict[str, Any], ...]] = (
    {"range_m": 40.0},
    {"ground": "warehouse", "now": True},
    {"now": True},
    {"ground": "trench_line", "now": True},
)
"""How a fight begins: on an open ground, on one where people go out of sight, and where distances are told."""

UNSEEN: Final = ("Umbra", "Penumbra")
THINGS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("map piece", {"name": "pit", "material": "fence", "blocks": False, "at": "40,40", "to": "44,44", "hidden": True}),
    ("map piece", {"name": "pit", "remove": True}),
    ("map area", {"name": "a wire", "at": "50,20", "to": "60,70", "hidden": True}),
    ("mine field", {"mine": "Feld", "to": "20,20", "with": "area_m2=2 density=0.01"}),
    ("roll", {"expression": "3d6", "private": True}),
    ("log show", {}),
    ("log report", {}),
    ("odds", {"target": "Guard 1"}),
)
"""What a GM does unseen where nobody is hidden."""

OF_ALL_THEIRS: Final = (
    *("ft:act:", "ft:panel:", "ft:pick:", "ft:go:", "ft:squad", "ft:same", "ft:undo", "ft:redo"),
    *("ft:hand", "ft:choose:hand", "ft:choose:lobby"),
)
"""What a GM taps that is about all of theirs, the hidden too."""

LOOKS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    *((each, {}) for each in ("init status", "map show", "map list", "log show", "log report", "mydata export")),
    *(("log export", {"as": form}) for form in ("data", "text", "page", "animation")),
)
"""All that players can have told of what has been, at the end."""

WHO: Final = ("actor", "attacker")
"""Without which a GM's order is for whoever of theirs is to act."""

BACK: Final = ("undo", "redo", "ft:undo", "ft:redo")
CALLED: Final = ("actor", "target", "attacker", "action")


class Hidden(IntEnum):
    """What one of the worlds has more of: games take turns."""

    THINGS = 0
    UNDER_ORDERS = 1
    WAITED_FOR = 2


class DifferenceError(Exception):
    """Where players received something else."""


class GoneApartError(Exception):
    """A GM did something else in one of the worlds than in the other: there is nothing more to compare."""


class TwoGames:
    """Plays one game in both worlds, step by step, and more in one of them."""

    def __init__(self, key: str, seed: int, folder: Path, dice: SimpleNamespace) -> None:
        self.less, self.more = Playing(key, folder / "less.db"), Playing(key, folder / "more.db")
        self.key, self.hidden = key, Hidden(seed % len(Hidden))
        self._begins = BEGINNINGS[seed // len(Hidden) % len(BEGINNINGS)]
        self._name, self._dice, self._moment = f"{key} {seed}", dice, 0
        self._rng = Random(f"{self._name} looks")
        self._monkey = Monkey(self.less.stage, Random(self._name))
        self._shadows = Shadows(self.more, Random(f"{self._name} unseen"), laid=True)
        self._touched = False  # whether what was done since the last thing that all know of can be done then alone
        self.done: Counter[str] = Counter()
        self.told: list[str] = []

    def play(self, steps: int) -> None:
        """Play a game.

        Raises:
            DifferenceError: players received something else in one of the worlds.
            GoneApartError: it went another way for the GM, or comes to no end.
        """
        *before, _, ann, bob = opening(self.key)
        begins = Typed("gm", "init start", self._begins)
        for deed in before:
            self._both(deed)
        for coming in self._hiding():
            self._unseen(coming)
        for deed in (begins, ann, bob):
            self._both(deed)
        for _ in range(steps):
            drawn = self.less.run(self._monkey.draws())
            if self._means_the_same(drawn):
                self._both(drawn)
                self._beside()
                self._look()
        for user in PLAYERS:
            for command, options in LOOKS:
                self._both(Typed(user, command, options))

    def _commands(self) -> Iterator[app_commands.Command[Any, ..., Any]]:
        found = self.less.stage.bot.tree.walk_commands()
        return (each for each in found if isinstance(each, app_commands.Command))

    def _hiding(self) -> tuple[Typed, ...]:
        if self.hidden is Hidden.THINGS:
            return ()
        coming = tuple(hiding(self.key, name) for name in UNSEEN)
        squad = Typed("gm", "npc squad", {"name": "Dark", "members": ", ".join(UNSEEN)})
        order = Typed("gm", "npc order", {"squad": "Dark", "do": "hold"})
        return (*coming, squad, order) if self.hidden is Hidden.UNDER_ORDERS else coming

    def _means_the_same(self, deed: Deed) -> bool:
        """Whether something is the same in both worlds: not where it is about all of the GM's, or what was done last
        where somebody hidden has let the fight go on since."""
        match deed:
            case Typed("gm", command, options):
                known = next(each for each in self._commands() if each.qualified_name == command)
                needed = {each.display_name for each in known.parameters if each.display_name in WHO}
                return command not in BACK and (command == "init next" or needed.issubset(options))
            case Tapped("gm", control):
                return not control.custom_id.startswith(OF_ALL_THEIRS) and not control.custom_id.endswith(":sure")
            case FilledIn("gm"):
                return self.less.stage.blanks("gm") == self.more.stage.blanks("gm")
            case Typed() | Tapped():
                return not (self._touched and _takes_back(deed))
            case _:
                return True

    def _both(self, deed: Deed) -> None:
        """Do something in both worlds, and compare what came of it."""
        self._moment += 1
        self.told.append(str(deed)[:300])
        heads, known = (self.less.head(), self.more.head()), self.less.numbered()
        now = max(each.stage.env.now() for each in (self.less, self.more)) + A_STEP
        for each in (self.less, self.more):
            each.stage.env.backend.advance_clock((now - each.stage.env.now()).total_seconds())
        less, more = (self._came_to(each, deed, str(self._moment)) for each in (self.less, self.more))
        self.done[less] += 1
        ordered = self.less.head() - heads[0], self.more.head() - heads[1]
        if less != more and deed.user == "gm" and any(ordered):
            raise GoneApartError(f"{less}, or {more}")
        if less != more and deed.user != "gm":
            raise DifferenceError(f"it is {less}, or {more}")
        waited = self._settled()
        is_known = self.less.numbered() > known
        self._touched = _takes_back(deed) or (self._touched and not is_known)
        self._shadows.loose = -1
        self._compare(apart=waited)

    def _came_to(self, world: Playing, deed: Deed, moment: str) -> str:
        """Do something in a world, with the dice of a moment; in a word what came of it."""
        self._dice.token_bytes = secrets_of(f"{self._name} {moment}").token_bytes
        try:
            outcome: CommandOutcome | None = world.run(deed.on(world.stage))
        except Impossible:
            return "impossible"
        if outcome and (wrong := amiss(outcome)):
            raise DifferenceError(f"{deed}: {wrong}")
        return "refused" if outcome and outcome.refusal else "done"

    def _unseen(self, deed: Deed) -> str:
        """Do something in the world with more in it alone."""
        self.told.append(f"  (unseen) {deed}")
        return self._came_to(self.more, deed, f"{self._moment} unseen {len(self.told)}")

    def _settled(self) -> bool:
        """Let whoever is hidden act until nobody hidden is waited for; whether anybody was.

        Raises:
            GoneApartError: nobody else is left who could act.
        """
        for attempt in range(MOST_SETTLING):
            if not waits_unseen(self.more.scene()):
                return attempt > 0
            patient = attempt > MOST_SETTLING // 2 or self.hidden is not Hidden.WAITED_FOR
            self._unseen(_typed(self._shadows.patience() if patient else self._shadows.settling()))
        raise GoneApartError("only the hidden are left")

    def _beside(self) -> None:
        """Have the GM do something unseen, or nothing."""
        scene = self.more.scene()
        if scene is None or scene.pending or not self.less.head() or self._rng.random() < 0.5:
            return
        if self.hidden is Hidden.THINGS:
            self._unseen(Typed("gm", *self._rng.choice(THINGS)))
            self._compare(apart=False)
            return
        move = self._shadows.step() if self.hidden is Hidden.WAITED_FOR else self._shadows.aside()
        if move is None:
            return
        if self._unseen(_typed(move)) == "done":
            self._shadows.loose = self.more.head()
        waited = self._settled()
        self._touched = self._touched or move.command == COMING or move.options.get("amount") == FELLING
        self._compare(apart=waited)

    def _compare(self, *, apart: bool) -> None:
        """Compare what players have received since; where the fight waited for the GM, a round may be told ``apart``,
        by a message of its own: there the lines that stand then."""
        less, more = self.less.received.news(), self.more.received.news()
        if apart:
            less_alone, more_alone = _without_common(self.less.received.standing(), self.more.received.standing())
            if less_alone or more_alone:
                raise DifferenceError(f"-- with less: {less_alone}\n-- with more: {more_alone}")
            return
        for lane in sorted({*less, *more}):
            if less.get(lane) != more.get(lane):
                raise DifferenceError(f"{lane}\n{_first_other(less.get(lane, []), more.get(lane, []))}")

    def _look(self) -> None:
        """Compare what is offered to a player who types into some option, maybe behind somebody hidden."""
        options = [(command, each) for command in self._commands() for each in command.parameters if each.autocomplete]
        command, option = self._rng.choice(options)
        user, typed = self._rng.choice(PLAYERS), self._rng.choice(("", "", "a", "Umb", "g"))
        people = (*UNSEEN, "Guard 1", "Guard 3", "Ann Reyes")
        actions = [*self.less.system.ruleset.actions]
        given = {
            each.display_name: self._rng.choice(actions if each.display_name == "action" else people)
            for each in command.parameters
            if each.display_name in CALLED and each is not option and self._rng.random() < 0.5
        }
        asked = user, command.qualified_name, option.display_name, typed, given
        less, more = (each.run(_offered(each.stage, *asked)) for each in (self.less, self.more))
        if less != more:
            raise DifferenceError(f"{asked}\n{_first_other([*map(str, less)], [*map(str, more)])}")


async def _offered(
    stage: Simulation, user: str, command: str, option: str, typed: str, given: Mapping[str, str]
) -> list[dict[str, Any]]:
    return await stage.people[user].autocomplete(stage.channel, command, option, typed, **given)


def _typed(move: Move) -> Typed:
    return Typed(move.user, move.command.removeprefix("/"), move.options)


def _takes_back(deed: Deed) -> bool:
    said = deed.command if isinstance(deed, Typed) else deed.control.custom_id if isinstance(deed, Tapped) else ""
    return said.startswith(BACK)


def _without_common(less: Counter[str], more: Counter[str]) -> tuple[list[str], list[str]]:
    return [*(less - more).elements()], [*(more - less).elements()]


def _first_other(less: list[str], more: list[str]) -> str:
    """Return the first of two rows of texts that differ, from shortly before they do."""
    for one, other in zip_longest(less, more, fillvalue="nothing"):
        if one != other:
            at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
            begin = max(0, at - BEFORE)
            return f"-- with less: {one[begin : begin + SHOWN]}\n-- with more: {other[begin : begin + SHOWN]}"
    return ""
