"""Everything the rules know about one channel is one frozen value, generic over the ruleset's own state."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from bot.core.errors import absent
from bot.core.ground.laid import Ground, without_somebody
from bot.core.ground.places import Place, distance_cm
from bot.core.squads.standing import Squad, without_member
from bot.core.timeline import Agenda, Key, Slot, slot_of, without

S = TypeVar("S")
G = TypeVar("G")
K = TypeVar("K", bound=msgspec.Struct)

Sheet = dict[str, Any]


class Combatant(msgspec.Struct, Generic[S], frozen=True, forbid_unknown_fields=True):
    """Somebody in the scene.

    ``actor`` is the id: the name, with ``#n`` behind it where two share one. ``owner`` is the Discord user who plays
    it, 0 for the GM's. ``state`` belongs to the ruleset; ``sheet`` is what it was made from. ``looks`` are how its name
    looks to a reader, none of those who came in before that was written down. ``entrusted_to`` is the Discord user who
    plays it while its own player is away, 0 a GM, None nobody; whose it is, what it is and who may know of it stay.
    """

    actor: str
    owner: int
    side: str
    state: S
    sheet: Sheet
    sheet_id: int = 0
    hidden: bool = False
    looks: tuple[str, ...] = ()
    entrusted_to: int | None = None

    @property
    def guarded(self) -> bool:
        """Tell whether only the GM may know its condition."""
        return self.owner == 0

    @property
    def player(self) -> int:
        """Return the Discord user who is to play it now, 0 a GM."""
        return self.owner if self.entrusted_to is None else self.entrusted_to

    def is_played_by(self, user: int) -> bool:
        """Tell whether somebody may act for it: whoever it is handed to, and its owner, who may come back any time."""
        return user in (self.owner, self.player)


class Away(msgspec.Struct, Generic[S], frozen=True, forbid_unknown_fields=True):
    """Somebody who has left a fight that goes on, as they left it.

    ``period`` is the round that they left, ``slots`` what was still to come in it. ``opened`` was being played, and
    ``opening`` and ``before`` are what the scene held of them then. ``ranges_m`` are distances by the other's id.
    ``played`` is the last key on which somebody in sight has acted since. ``place`` is where it stood,
    ``outdated`` are those to whom its metres were old.
    """

    combatant: Combatant[S]
    period: Key
    slots: Agenda = ()
    opened: Key | None = None
    opening: S | None = None
    before: S | None = None
    ranges_m: dict[str, float] = {}
    played: Key | None = None
    place: Place | None = None
    outdated: tuple[str, ...] = ()

    @property
    def due(self) -> Agenda:
        """Return the slots that have not passed."""
        return tuple(slot for slot in self.slots if self.played is None or slot.key >= self.played)

    @property
    def missed(self) -> Agenda:
        """Return the slots that have passed: somebody in sight has acted later."""
        return tuple(slot for slot in self.slots if slot not in self.due)


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice to be made after some dice have fallen; ``prompt`` and ``detail`` are what the ruleset words it by.

    It is the player's of ``actor``, or with ``gm`` the GM's, whoever plays ``actor``. ``target`` is who else it is
    about, whom the event alone names, since they may be hidden.
    """

    key: str
    actor: str
    prompt: str
    choices: tuple[str, ...]
    default: str
    detail: str = ""
    gm: bool = False
    target: str = ""


class Petition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a player asks the GM to allow, while the fight goes on.

    ``user`` wants to change the sheet of ``actor`` at ``path`` to ``value`` as typed; without a path, to come in with
    the sheet ``sheet_id`` as ``actor``, to fight for ``side``.
    """

    user: int
    actor: str
    sheet_id: int
    path: str = ""
    value: str = ""
    side: str = ""


class Pending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order that waits for an answer: it is decided anew with the faces and answers so far.

    ``draw`` and ``position`` are those of its dice; ``moment`` names what asked by itself behind it.
    """

    question: Question
    order: bytes
    position: int
    faces: tuple[tuple[int, ...], ...] = ()
    answers: dict[str, str] = {}
    draw: str = ""
    moment: str = ""


class Fight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open fight: its number in the channel, its title, and how many rounds have begun."""

    number: int
    title: str = ""


class ToldFact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something about the scene that the player of ``by`` said, and that counts."""

    value: Any
    by: str


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the player of ``by`` said in the live order ``position``, and no GM has settled yet.

    It is about ``target``, a distance about ``actor`` and ``target``. ``counted`` says whether it counts until then.
    """

    by: str
    actor: str
    target: str
    words: dict[str, Any]
    position: int
    counted: bool


_STORED = {"state": "ground", "ground": "places"}
"""What a field is called where it is stored, and always has been."""


class Scene(msgspec.Struct, Generic[S, G], frozen=True, forbid_unknown_fields=True, rename=_STORED):
    """The state of one channel.

    Simultaneous actions are judged by ``opening``, and others find whoever has changed since by ``before``. Where it
    keeps them ``apart``, by the scheme of the chapter, what the hidden do is rolled and counted by itself.
    """

    state: G  # what the ruleset keeps of the scene itself
    options: dict[str, Any] = {}  # the campaign's, frozen when the chapter opened
    position: int = 0  # counts the live orders of the chapter
    fights: int = 0
    fight: Fight | None = None
    combatants: dict[str, Combatant[S]] = {}
    agenda: Agenda = ()
    opened: Key | None = None  # the key that is being played
    opening: dict[str, S] = {}  # the states at its opening of all who may act on it
    before: dict[str, S] = {}  # and of all to whom something has happened since
    ranges_m: dict[str, float] = {}  # told distances, where there is no ground
    pending: Pending | None = None
    away: dict[int, Away[S]] = {}  # those who have left the open fight, by the sheets they left with
    petitions: dict[int, Petition] = {}  # what the GM has still to settle
    asked: int = 0  # counts all that was asked of the GM in this fight
    apart: bool = False
    rounds: int = 0  # counts how often a new agenda was laid
    noticed: int = 0  # counts the live orders that players know of
    unseen: int = 0  # counts those of the hidden
    lost: int = 0  # counts those of people out of everybody's sight
    told: dict[str, ToldFact] = {}  # what players have said
    claims: tuple[Claim, ...] = ()  # what of that a GM has still to settle
    ground: Ground | None = None  # where everybody has a place, from which distances follow
    outdated: tuple[str, ...] = ()  # pairs of whom one has moved since their distance was told
    last_seen: dict[str, S] = {}  # how those who are out of sight of everybody, or of a side, were seen last
    gone: tuple[str, ...] = ()  # those of the GM's who left in sight of all: nobody gets their ids again
    squads: dict[str, Squad] = {}  # the GM's people under one order, by name
    sides: tuple[str, ...] | None = None  # known to players in this chapter, in that order; None if not kept

    def entitled(self) -> tuple[Slot, ...]:
        """Return the slots that may be used now, simultaneous ones together; behind them are later ones only."""
        opened, opening = self.opened, self.opening
        found: list[Slot] = []
        for slot in self.agenda:
            if slot.key == opened:
                if slot.actor in opening:
                    found.append(slot)
            elif opened is None or slot.key > opened:
                break
        return tuple(found)

    def kinds_now(self, actor: str) -> tuple[str, ...]:
        """Return the kinds of action that ``actor`` may take now, those of all its slots that may be used."""
        found: tuple[str, ...] = ()
        if actor not in self.opening:
            return found
        for slot in self.agenda:
            if slot.key == self.opened and slot.actor == actor:
                found += slot.kinds
            elif found:
                break
        return found

    def slot(self, actor: str) -> Slot | None:
        """Return the next slot of ``actor``, now or later."""
        return slot_of(self.agenda, actor)

    @property
    def asks_gm(self) -> bool:
        """Tell whether an open question is the GM's to answer: by its kind, or since it is put to one of theirs."""
        if self.pending is None:
            return False
        question = self.pending.question
        asked = self.combatants.get(question.actor)
        return question.gm or (asked is not None and asked.guarded)

    def sees(self, actor: str, other: str) -> bool:
        """Tell whether ``other`` is here as far as ``actor`` may know: to a player's combatant the hidden are not.

        Where nobody acts, it is a GM who orders something of the scene, and knows of all.
        """
        found = self.combatants.get(other)
        return found is not None and (not found.hidden or not actor or self.combatants[actor].guarded)

    def present(self, actor: str) -> Combatant[S]:
        """Return somebody who is here.

        Raises:
            RuleViolation: nobody of that id is.
        """
        found = self.combatants.get(actor)
        if found is None:
            raise absent(actor)
        return found

    def meant(self, actor: str, wanted: str) -> str | None:
        """Return whom ``actor`` means by an id, in small letters or large; None where it sees nobody so called."""
        known = [other for other in self.combatants if self.sees(actor, other)]
        return wanted if wanted in known else next((one for one in known if one.casefold() == wanted.casefold()), None)

    def range_m(self, one: str, other: str) -> float | None:
        """Return the distance between two combatants in metres: by their places, or as it was said, if it was."""
        if self.ground is not None and one in self.ground.places and other in self.ground.places:
            return distance_cm(self.ground.places[one], self.ground.places[other]) / 100 if one != other else None
        return self.ranges_m.get(pair(one, other))


def pair(one: str, other: str) -> str:
    """Return the key of an unordered pair of combatants."""
    return "\n".join(sorted((one, other)))


MOST_CHANGES = 32  # an order changes people some ten times
_changes: deque[tuple[Mapping[str, Any], Mapping[str, Any], str]] = deque(maxlen=MOST_CHANGES)
"""People as they were, as they are since, and who of them was replaced: the newest changes, of whatever scene, last."""

_looked_at: list[tuple[Mapping[str, Any], Mapping[str, Any], tuple[Sequence[str], bool]]] = [({}, {}, ((), True))]
"""Which two were compared last, and what was found: the rules and whoever stores what they did ask it of the same."""


def changed_keys(before: Mapping[str, Combatant[S]], after: Mapping[str, Combatant[S]]) -> Sequence[str]:
    """Return those of ``after`` who are not the very same as ``before``, in order."""
    return _compared(before, after)[0]


def same_people(before: Mapping[str, Combatant[S]], after: Mapping[str, Combatant[S]]) -> bool:
    """Tell whether the same are there, in the same order, whatever has become of them."""
    return _compared(before, after)[1]


def _compared(before: Mapping[str, Combatant[S]], after: Mapping[str, Combatant[S]]) -> tuple[Sequence[str], bool]:
    """Return who is not the very same, and whether the same are there in the same order."""
    if before is after:
        return (), True
    known, newest, found = _looked_at[0]
    if known is not before or newest is not after:
        found = _differing(before, after)
        _looked_at[0] = before, after, found
    return found


def _differing(before: Mapping[str, Combatant[S]], after: Mapping[str, Combatant[S]]) -> tuple[Sequence[str], bool]:
    """Return what ``_compared`` does; nearly always each is in its place, and hardly anybody has changed."""
    if len(before) != len(after):
        return [actor for actor, each in after.items() if before.get(actor) is not each], False
    replaced = _replaced(before, after)
    if replaced is not None:
        changed = [actor for actor in replaced if before[actor] is not after[actor]]
        return changed if len(changed) < 2 else sorted(changed, key=[*after].index), True
    others = [(one, was) for one, was in zip(after.values(), before.values(), strict=True) if one is not was]
    names = [one.actor for one, _ in others]
    if names == [was.actor for _, was in others]:
        return names, True
    return [name for name in names if before.get(name) is not after[name]], False


def _replaced(before: Mapping[str, Combatant[S]], after: Mapping[str, Combatant[S]]) -> set[str] | None:
    """Return who was replaced since ``before``, however many there are; None where that is not known any more."""
    found: set[str] = set()
    for was, became, replaced in reversed((*_changes,)):  # a copy, since other threads change people, too
        if became is after:
            found.add(replaced)
            if was is before:
                return found
            after = was
    return None


def with_one(people: dict[str, Combatant[S]], actor: str, combatant: Combatant[S]) -> dict[str, Combatant[S]]:
    """Return the people of a scene with one of them added or replaced, which ``changed_keys`` need not search for."""
    after = {**people, actor: combatant}
    _changes.append((people, after, actor))
    return after


def with_combatant(scene: Scene[S, G], combatant: Combatant[S]) -> Scene[S, G]:
    """Return the scene with ``combatant`` added or replaced."""
    people = with_one(scene.combatants, combatant.actor, combatant)
    return msgspec.structs.replace(scene, combatants=people)


def with_scene_state(scene: Scene[S, K], **changes: Any) -> Scene[S, K]:
    """Return the scene with some of what its system keeps of it changed."""
    return msgspec.structs.replace(scene, state=msgspec.structs.replace(scene.state, **changes))


def with_state(scene: Scene[S, G], actor: str, state: S) -> Scene[S, G]:
    """Return the scene with the ruleset's state of ``actor`` replaced."""
    known = scene.combatants
    people = with_one(known, actor, msgspec.structs.replace(known[actor], state=state))
    return msgspec.structs.replace(scene, combatants=people)


def with_states(scene: Scene[S, G], states: Mapping[str, S]) -> Scene[S, G]:
    """Return the scene with the ruleset's states of several replaced."""
    known = scene.combatants
    changed = {actor: msgspec.structs.replace(known[actor], state=state) for actor, state in states.items()}
    return msgspec.structs.replace(scene, combatants={**known, **changed})


def seen_to_act(scene: Scene[S, G], actor: str, unspent: Callable[[S], bool], past: Callable[[S], S]) -> Scene[S, G]:
    """Return the scene after ``actor`` was seen to act, with the state that is ``past`` for all others who have left
    something ``unspent``.

    What nobody sees leaves them all as they are.
    """
    if scene.combatants[actor].hidden:
        return scene
    others = (each for each in scene.combatants.values() if each.actor != actor)
    left = {each.actor: past(each.state) for each in others if unspent(each.state)}
    return with_states(scene, left) if left else scene


def restated(scene: Scene[S, G], actor: str, change: Callable[[S], S]) -> Scene[S, G]:
    """Return the scene with a state set right: it counts at once, also for what is played together."""
    state = scene.combatants[actor].state
    opening = {key: change(value) if key == actor else value for key, value in scene.opening.items()}
    before = {**scene.before, actor: change(scene.before.get(actor, state))} if scene.opened else {}
    return with_state(msgspec.structs.replace(scene, opening=opening, before=before), actor, change(state))


def changed_at_once(scene: Scene[S, G], actor: str, change: Callable[[S], S]) -> Scene[S, G]:
    """Return the scene with a state changed, also as ``actor`` is judged by in what it does next in the same moment."""
    combatant, at_opening = scene.combatants[actor], scene.opening.get(actor)
    state = change(combatant.state)
    people = with_one(scene.combatants, actor, msgspec.structs.replace(combatant, state=state))
    if at_opening is None:
        return msgspec.structs.replace(scene, combatants=people)
    opening = {**scene.opening, actor: state if at_opening is combatant.state else change(at_opening)}
    return msgspec.structs.replace(scene, combatants=people, opening=opening)


def known_sides(scene: Scene[S, G]) -> tuple[str, ...]:
    """Return the sides that players know of, first those that they knew of first.

    A side keeps its place when another comes, goes or is hidden, and when all of its own are gone or hidden. One that
    nobody but the GM knows of has none, so that the scene and every view of it have the same.
    """
    in_sight = (each.side for each in scene.combatants.values() if not each.hidden)
    return tuple(dict.fromkeys((*(scene.sides or ()), *in_sight)))


def all_sides(scene: Scene[S, G]) -> tuple[str, ...]:
    """Return the sides that players know of, and behind them the others in what is given: those that a GM sees."""
    return tuple(dict.fromkeys((*known_sides(scene), *(each.side for each in scene.combatants.values()))))


def with_known_sides(scene: Scene[S, G]) -> Scene[S, G]:
    """Return the scene with the sides in sight written down, where its chapter keeps them."""
    if scene.sides is None or (sides := known_sides(scene)) == scene.sides:
        return scene
    return msgspec.structs.replace(scene, sides=sides)


def without_combatant(scene: Scene[S, G], actor: str) -> Scene[S, G]:
    """Return the scene after ``actor`` has left it: no slot, no distance, no entitlement is kept."""
    return msgspec.structs.replace(
        scene,
        combatants={key: value for key, value in scene.combatants.items() if key != actor},
        agenda=without(scene.agenda, actor),
        opening={key: value for key, value in scene.opening.items() if key != actor},
        before={key: value for key, value in scene.before.items() if key != actor},
        ranges_m={key: value for key, value in scene.ranges_m.items() if actor not in key.split("\n")},
        told={key: value for key, value in scene.told.items() if actor not in key.split("\n")},
        claims=tuple(claim for claim in scene.claims if claim.target != actor),
        ground=without_somebody(scene.ground, actor) if scene.ground else None,
        outdated=tuple(key for key in scene.outdated if actor not in key.split("\n")),
        last_seen={key: value for key, value in scene.last_seen.items() if key != actor},
        squads=without_member(scene.squads, actor) if scene.squads else scene.squads,
    )


def new_id(scene: Scene[S, G], name: str) -> str:
    """Return the id of a newcomer called ``name``: nobody's who is here or may come back, nor of the GM's who was here
    for all to see.

    What is kept of those, such as who holds them or aims at them, is not about the newcomer.
    """
    away = [each.combatant.actor for each in scene.away.values() if not each.combatant.hidden]
    return unique_name({*scene.combatants, *scene.gone, *away}, name)


def unique_name(taken: Container[str], name: str, mark: str = "#") -> str:
    """Return what tells somebody or something called ``name`` apart: the name, with a number behind it if it is taken.

    What stands between the two is ``mark``; ids of combatants have the one that ``wording.shown`` leaves out.
    """
    if name not in taken:
        return name
    number = 2
    while f"{name}{mark}{number}" in taken:
        number += 1
    return f"{name}{mark}{number}"
