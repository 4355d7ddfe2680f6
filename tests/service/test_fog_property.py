"""Whatever is played, with whoever in hiding: nothing that reaches a player names the hidden or tells the GM's numbers.

Play goes by the rules that ship, on the real storage. Everything that a player is answered, offered or shown is kept
as it was said, together with who was out of sight at that moment.
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bot import app
from bot.core.errors import RuleViolation
from bot.core.views import GM as THE_GM
from bot.core.wording import UNSEEN, shown
from bot.service.lookups import odds
from bot.service.names import readable
from bot.service.outbox import Post
from bot.service.requests import Choosing, Reply
from bot.simulated.ready_fights import ANN as ANNS_SHEET
from bot.simulated.ready_fights import BOB as BOBS_SHEET
from tests.rulesets.drawing import inputs
from tests.service.table import ANN, BOB, CHANNEL, GM, Table, ask, everything, words

HIDDEN = ("Umbra", "Penumbra", "Nachtalb")
SEEN = ("Guard 1", "Guard 2", "Guard 3", "Sergeant")
PLAYED = ("Ann Reyes", "Bob Lindqvist")
NOBODY = "Zorro"  # as unknown to a player as anybody hidden
TRACERS = ("Tenebrite", "Obscurin", "nightwork", "7117")  # armour, belongings, skill and rounds of the GM's side
CONDITION = re.compile(
    r"slight|moderate|serious|critical|unstable|losing blood|shock|dazed|unconscious|withstands|bleeding|stable|dead"
    r"|gets? through|after protection|loaded|\d+/\d+"
)
AT = " \N{RIGHTWARDS ARROW} "
ATTRIBUTE = re.compile(r"(CUF|OODA|Awareness|Coordination|Fitness|Muscle|Resolve) \d")
ACTIONS: tuple[tuple[str, str], ...] = (
    ("move", "pace=walk"),
    ("wait", ""),
    ("stance", "to=prone"),
    ("assess", ""),
    ("communicate", "length=phrase"),
    ("reload", ""),
    ("rest", ""),
    ("press", ""),
    ("hold", ""),
    ("surrender", ""),
    ("pause_move", "metres=20"),
    ("ditch", "item=AK-47"),
)


FEW_EVENTS = 2_000  # for odds, whose exactness is nothing here
Step = tuple[str, "Callable[[Play, int], Awaitable[Reply]]", int]


class Play:
    """A game in which everything that reaches Ann, who is no GM, is looked at."""

    def __init__(self, table: Table, chance: Random, steps: Sequence[Step]) -> None:
        self.table = table
        self.chance = chance
        self.steps = steps
        self.leaks: list[str] = []
        self.unseen: dict[int, set[str]] = {}  # who was out of sight when an order was carried out
        self.known: set[str] = set()  # who has ever been in sight

    def hidden(self) -> set[str]:
        """The names that nobody in sight has, not even with a number behind."""
        people = self.table.scene().combatants.values()
        seen = {shown(each.actor) for each in people if not each.hidden}
        self.known |= seen
        hidden = {shown(each.actor) for each in people if each.hidden}
        return {name for name in hidden if not any(f"{each} ".startswith(f"{name} ") for each in seen)}

    def read(self, text: str, unseen: set[str], where: str) -> None:
        """Hold that a text that reaches a player is fit for one."""
        found = [word for word in (*unseen, *TRACERS) if re.search(rf"\b{word}\b", text)]
        about = [line.partition(AT)[2] or line for line in text.split("\n")]  # a headline tells how its target is
        found += [line for line in about if line.startswith((*SEEN, *HIDDEN)) and CONDITION.search(line)]
        self.leaks += [f"{where}: {word!r} in {text[:300]!r}" for word in found]

    def public(self, reply: Reply, unseen: set[str], where: str) -> None:
        """Hold that an answer, file and all, is fit for a player."""
        file = reply.attachment.content.decode() if reply.attachment else ""
        self.read(f"{words(reply)}\n{everything(reply.buttons)}\n{file}", unseen, where)

    async def step(self) -> None:
        """Somebody does something; what everybody may read of it is read."""
        what, doing, by = self.chance.choice(self.steps)
        user = by or self.chance.choice((self._next(), GM, ANN, BOB))
        before, head = self.hidden(), self.table.row().head
        reply = await doing(self, user)
        unseen = before & self.hidden()
        if self.table.row().head > head:
            self.unseen[self.table.row().head] = unseen
        if user == ANN or not reply.ephemeral:
            tells_of_before = reply.refusal or what == "log"
            self.public(reply, unseen - self.known if tells_of_before else unseen, what)

    def _next(self) -> int:
        """Whoever plays somebody who is to act."""
        scene = self.table.scene()
        return next((scene.combatants[slot.actor].owner for slot in scene.entitled()), GM) or GM

    def anybody(self, *others: str) -> str:
        """Somebody's name."""
        return self.chance.choice((*SEEN, *PLAYED, *others))

    def actor(self, user: int) -> str | None:
        """Who somebody would act for."""
        mine = {ANN: PLAYED[0], BOB: PLAYED[1]}.get(user)
        return self.chance.choice((None, None, None, mine or self.anybody(*HIDDEN)))


async def _attack(play: Play, user: int) -> Reply:
    target = play.anybody(*(HIDDEN if user == GM else ()))
    given: dict[str, Any] = {"target": target, "range_m": play.chance.choice((None, 8, 40, 40, 90))}
    given |= {"rounds": play.chance.choice((None, 1, 4)), "mode": play.chance.choice((None, "hip", "snap", "aimed"))}
    return await play.table.referee.act(ask(user), play.actor(user), "attack", given)


async def _snipe(play: Play, user: int) -> Reply:
    """Somebody hidden shoots as soon as they may, or somebody at the hidden; until then time goes on."""
    people = play.table.scene().combatants
    for slot in play.table.scene().entitled():
        at = play.chance.choice(PLAYED if people[slot.actor].hidden else HIDDEN)
        if people[slot.actor].hidden or at in people:
            given = {"target": at, "range_m": 40, "mode": "snap"}
            return await play.table.referee.act(ask(user), slot.actor, "attack", given)
    return await play.table.referee.init_next(ask(user))


async def _act(play: Play, user: int) -> Reply:
    action, typed = play.chance.choice(ACTIONS)
    return await play.table.referee.act(ask(user), play.actor(user), action, {}, typed)


async def _anything(play: Play, user: int) -> Reply:
    """Any action of the system by anybody, oftenest by who may act, with inputs that the GM is offered."""
    ruleset, scene = play.table.house.system(play.table.row().ruleset).ruleset, play.table.scene()
    slots = {slot.actor: set(slot.kinds) for slot in scene.entitled()}
    actors = [*slots] if slots and play.chance.random() < 0.8 else [*scene.combatants]
    if not actors:
        return await play.table.referee.init_status(ask(user))
    actor = play.chance.choice(actors)
    fitting = [spec for spec in ruleset.actions.values() if not spec.kinds or slots.get(actor, set()) & set(spec.kinds)]
    spec = play.chance.choice([*fitting, *(spec for spec in fitting if spec.kinds)])
    with suppress(RuleViolation):
        given = inputs(ruleset, scene, spec, actor, play.chance)
        return await play.table.referee.act(ask(user), readable(scene, THE_GM)[actor], spec.name, given)
    return await play.table.referee.init_status(ask(user))


async def _next(play: Play, user: int) -> Reply:
    return await play.table.referee.init_next(ask(user), play.actor(user))


async def _recruit(play: Play, user: int) -> Reply:
    name, hidden = play.chance.choice(HIDDEN), play.chance.random() < 0.8
    template = play.chance.choice([*play.table.house.system(play.table.row().ruleset).templates])
    return await play.table.referee.npc_add(ask(user), template, name=name, hidden=hidden)


async def _reveal(play: Play, user: int) -> Reply:
    name = play.chance.choice((*HIDDEN, *SEEN))
    return await play.table.referee.init_show(ask(user), name, hidden=play.chance.random() < 0.6)


async def _range(play: Play, user: int) -> Reply:
    one, other = play.anybody(*HIDDEN), play.anybody(*HIDDEN)
    return await play.table.referee.init_range(ask(user), one, other, play.chance.randint(1, 200))


async def _hurt(play: Play, user: int) -> Reply:
    target = play.anybody(*HIDDEN)
    given = {
        "target": target,
        "damage": play.chance.choice((3, 9, 16, 40)),
        "place": play.chance.choice((None, "torso")),
    }
    return await play.table.referee.act(ask(user), target, "damage", given)


async def _heal(play: Play, user: int) -> Reply:
    target = play.anybody(*HIDDEN)
    return await play.table.referee.act(ask(user), target, "heal", {"target": target, "place": "torso"})


async def _correct(play: Play, user: int) -> Reply:
    what = play.chance.choice(("initiative=9", "rounds=3", "place=torso wound=serious", "shock=yes", "unstable=yes"))
    return await play.table.referee.act(ask(user), play.anybody(*HIDDEN), "correct", {}, what)


async def _edit(play: Play, user: int) -> Reply:
    return await play.table.referee.sheet_edit(ask(user), "attributes.muscle", "11", play.anybody(*HIDDEN))


async def _remove(play: Play, user: int) -> Reply:
    return await play.table.referee.init_remove(ask(user), play.chance.choice(HIDDEN))


async def _undo(play: Play, user: int) -> Reply:
    to = play.chance.choice((None, None, str(play.chance.randint(1, 30)), f"g{play.chance.randint(1, 9)}"))
    return await play.table.referee.undo(ask(user), to if user == GM else None)


async def _redo(play: Play, user: int) -> Reply:
    return await play.table.referee.redo(ask(user))


async def _log(play: Play, user: int) -> Reply:
    return await play.table.referee.log_show(ask(user))


async def _close(play: Play, user: int) -> Reply:
    if play.chance.random() < 0.8:
        return await play.table.referee.init_status(ask(user))
    return await play.table.referee.init_end(ask(user))


async def _open(play: Play, user: int) -> Reply:
    if not play.table.scene().fight:
        await play.table.referee.npc_add(ask(user), "guard", 2)
        await play.table.referee.init_join(ask(ANN))
    return await play.table.referee.init_start(ask(user), now=True)


async def _join(play: Play, user: int) -> Reply:
    return await play.table.referee.init_join(ask(user))


async def _click(play: Play, user: int) -> Reply:
    tracker = await play.table.referee.tracker(CHANNEL)
    if tracker is None or not tracker.buttons:
        return await play.table.referee.init_status(ask(user))
    button = play.chance.choice(tracker.buttons)
    return await play.table.referee.click(ask(user), button.verb, button.argument, button.once)


SHARED: tuple[Step, ...] = (
    *((("next", _next, 0),) * 4),
    *((("click", _click, 0),) * 2),
    ("recruit", _recruit, GM),
    ("reveal", _reveal, GM),
    ("range", _range, GM),
    ("remove", _remove, GM),
    ("undo", _undo, 0),
    ("redo", _redo, 0),
    ("log", _log, 0),
    ("close", _close, GM),
    ("open", _open, GM),
    ("join", _join, 0),
)
REFLEX: tuple[Step, ...] = (
    *SHARED,
    *((("attack", _attack, 0),) * 9),
    *((("snipe", _snipe, GM),) * 5),
    *((("act", _act, 0),) * 6),
    ("hurt", _hurt, GM),
    ("heal", _heal, GM),
    ("correct", _correct, GM),
    ("edit", _edit, GM),
)
ANY_SYSTEM: tuple[Step, ...] = (*SHARED, *((("anything", _anything, GM),) * 16))


async def _prepare(table: Table, key: str) -> None:
    """Two players, four of the GM's and somebody out of sight, by any system."""
    referee = table.referee
    await referee.campaign_setup(ask(), key)
    for user, name in ((ANN, PLAYED[0]), (BOB, PLAYED[1])):
        await referee.sheet_create(ask(user), name)
        await referee.init_join(ask(user))
    await referee.npc_add(ask(), "guard", 3)
    await referee.npc_add(ask(), "guard", name="Sergeant")
    await referee.npc_add(ask(), "guard", name=HIDDEN[0], hidden=True)
    await referee.init_start(ask(), "The bridge", now=True)


async def _prepare_reflex(table: Table, key: str) -> None:
    """The same with belongings nobody should read of."""
    referee = table.referee
    await referee.campaign_setup(ask(), key)
    for user, sheet in ((ANN, ANNS_SHEET), (BOB, BOBS_SHEET)):
        await referee.sheet_import(ask(user), json.dumps(sheet).encode())
        await referee.init_join(ask(user))
    await referee.npc_add(ask(), "guard", 3)
    await referee.npc_add(ask(), "officer", name="Sergeant")
    await referee.npc_add(ask(), "sniper", name=HIDDEN[0], hidden=True)
    for actor in (*SEEN, HIDDEN[0]):
        await referee.sheet_edit(ask(), "armor", '[{"kind": "vest", "name": "Tenebrite"}]', actor)
        await referee.sheet_edit(ask(), "items", '[{"name": "Obscurin"}]', actor)
        await referee.sheet_edit(ask(), "skills.nightwork", "71", actor)
        await referee.sheet_edit(ask(), "weapons.0.spare", "7117", actor)
    await referee.init_start(ask(), "The bridge", now=True)


def _typed(play: Play) -> list[dict[str, str]]:
    """What might stand in other options while something completes: a few inputs of actions, and for whom."""
    actions = play.table.house.system(play.table.row().ruleset).ruleset.actions.values()
    pairs = [(spec.name, item.key) for spec in actions for item in spec.inputs]
    chosen = play.chance.sample(pairs, min(4, len(pairs)))
    return [
        {"action": action, "input": key, "actor": play.anybody(), "target": play.anybody()} for action, key in chosen
    ]


async def _look_around(play: Play) -> None:
    """Ann looks at everything that there is to look at."""
    referee, unseen = play.table.referee, play.hidden()
    target = play.chance.choice([each for each in (*SEEN, PLAYED[1]) if each not in unseen])
    for reply in (
        await referee.init_status(ask(ANN)),
        await referee.log_verify(ask(ANN)),
        await referee.help(ask(ANN)),
        await referee.campaign_show(ask(ANN)),
        await referee.sheet_show(ask(ANN)),
        await referee.report(ask(ANN), "morale"),
        await referee.report(ask(ANN), "mines", PLAYED[0]),
        await referee.odds(ask(ANN), PLAYED[0], "attack", {"target": target}, "range_m=40"),
    ):
        play.public(reply, unseen, "look")
    for what in Choosing:
        for typed in ({"action": "attack", "input": "target"}, *_typed(play)):
            offered = await referee.complete(ask(ANN), what, "", typed)
            play.read(everything([[each.value, each.label] for each in offered]), unseen, f"complete {what}")
    play.read(everything(await referee.tracker(CHANNEL)), unseen, "tracker")


async def _tried(table: Table, name: str) -> str:
    """Everything that Ann is told who names somebody everywhere, with the name taken out."""
    referee = table.referee
    given: dict[str, Any] = {"action": "attack", "input": "weapon", "actor": name, "target": name}
    replies = [
        await referee.act(ask(ANN), None, "attack", {"target": name, "range_m": 40}),
        await referee.act(ask(ANN), name, "wait"),
        await referee.act(ask(ANN), None, "move", {"target": name}),
        await referee.init_next(ask(ANN), name),
        await referee.init_remove(ask(ANN), name),
        await referee.init_show(ask(ANN), name),
        await referee.init_range(ask(ANN), name, PLAYED[0], 4),
        await referee.sheet_edit(ask(ANN), "attributes.muscle", "9", name),
        await referee.sheet_show(ask(ANN), name),
        await referee.report(ask(ANN), "morale", name),
        await referee.report(ask(ANN), "mines", name),
        await referee.odds(ask(ANN), None, "attack", {"target": name, "range_m": 40}),
        await referee.odds(ask(ANN), name, "attack", {"target": PLAYED[1], "range_m": 40}),
        await referee.act(ask(ANN), None, "treat", {"target": name}),
        await referee.act(ask(ANN), None, "mine_detonate", {"mine": "m", "target": name}),
    ]
    offered = [await referee.complete(ask(ANN), what, "", given) for what in Choosing]
    return "\n".join([*(words(reply) for reply in replies if reply.refusal), repr(offered)]).replace(name, "X")


async def _probe(play: Play) -> None:
    """Whom a player does not know of is nobody to them: the words are the same."""
    for name in play.hidden():
        told, nothing = await _tried(play.table, name), await _tried(play.table, NOBODY)
        if told != nothing:
            play.leaks.append(f"{name} is told from nobody: {told!r} {nothing!r}")


async def _read_log(play: Play) -> None:
    """No order tells who was out of sight when it was carried out, even if they have come into sight since."""
    file = (await play.table.referee.log_export(ask(ANN))).attachment
    assert file is not None
    entries = {each["number"]: each for each in json.loads(file.content)["orders"]}
    for order in play.table.orders():
        entry = None if order.gm_only else entries[str(order.number)]
        if entry and not order.voids:
            play.read("\n".join(entry["words"]), play.unseen.get(order.ordinal, set()), f"log #{order.number}")
            play.leaks += [f"attribute: {text}" for text in entry["words"] if _is_gms(text, entry["words"])]
    posted = [parcel for parcel in await play.table.parcels() if parcel.kind not in (Post.GM, Post.INVITE)]
    never_seen = set(HIDDEN) - set().union(*(_named(parcel.lines) for parcel in posted))
    play.leaks += [f"{name} in a parcel" for name in never_seen & play.hidden() if name in everything(posted)]


def _named(lines: Any) -> set[str]:
    """Who is said to come or to come into sight."""
    text = "\n".join(line.text for line in lines)
    return {name for name in HIDDEN if f"{name} joins" in text or f"{name} comes into sight" in text}


def _is_gms(text: str, entry: list[str]) -> bool:
    """Whether a line tells the sum behind a number of the GM's side: it or the one above begins with their name."""
    at = entry.index(text)
    above = next((line for line in entry[at::-1] if not ATTRIBUTE.match(line)), "")
    theirs = tuple(name.casefold() for name in (*SEEN, *HIDDEN, UNSEEN))
    return bool(ATTRIBUTE.search(text)) and above.casefold().startswith(theirs)


async def _played(table: Table, play: Play, steps: int) -> list[str]:
    try:
        for step in range(steps):
            await play.step()
            if step % 6 == 0:
                await _look_around(play)
                await _probe(play)
        await _read_log(play)
        return [*play.leaks, *(what for _, what in table.audit().problems)]
    finally:
        await table.store.close()


async def played(key: str, seed: int, steps: int, *, detailed: bool = False) -> list[str]:
    """What leaked in a random game; a ``detailed`` one is of Reflex, with belongings that are looked for too."""
    with tempfile.TemporaryDirectory() as folder, patch.object(odds, "MOST_EVENTS", FEW_EVENTS):
        table = Table(Path(folder) / "table.db", None, None, **app.house().systems)
        await (_prepare_reflex if detailed else _prepare)(table, key)
        return await _played(table, Play(table, Random(seed), REFLEX if detailed else ANY_SYSTEM), steps)


@settings(max_examples=2, phases=(Phase.reuse, Phase.generate))  # a game is not made clearer by another one
@given(st.integers(0, 2**32))
def test_nothing_that_reaches_a_player_tells_of_the_hidden(seed: int) -> None:
    assert asyncio.run(played("reflex", seed, 40, detailed=True)) == []


@pytest.mark.one_system
@pytest.mark.parametrize("key", [*app.house().systems])
@settings(max_examples=1, phases=(Phase.reuse, Phase.generate))
@given(st.integers(0, 2**32))
def test_no_system_tells_of_the_hidden(key: str, seed: int) -> None:
    assert asyncio.run(played(key, seed, 40)) == []
