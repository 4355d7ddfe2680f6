"""What everybody saw in a world, spelled so that worlds can be compared: ids by the order in which they appeared."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from tests.worlds.places import LOG, TRACKER, Pressable, Shown
from tests.worlds.talk import Answer

PICTURES = (b"\x89PNG", b"GIF8", b"RIFF")
DEED = re.compile(r"^(posts|rewrites): ")
KEY = re.compile(r"[0-9a-f]{12}")
GOES_ON = "Wait (GM)"
PROOF = "ft:proof"  # hangs in the log, which is posted before the tracker or behind it as it comes
EXPLAINS = "ft:why:"
"""What a button carries below sums that are told, and so not below an order of whose round all are told later."""
MENTIONS = re.compile(r" <@\d+>")


@dataclass
class Masked:
    """What the tracker did while it said that the fight waits: anything at all, a message gone, a new one posted."""

    any: bool = False
    gone: bool = False
    posted: bool = False
    last: Shown | None = None


@dataclass
class Eyes:
    """All that was public in one world so far.

    ``pressed`` are the buttons that ever hung anywhere, by what they carry, but for those of sums, ``explained``.
    ``too_much`` is what the tracker offered beside going on while the fight waited for the GM.
    """

    pressed: list[str] = field(default_factory=list)
    explained: list[str] = field(default_factory=list)
    too_much: list[str] = field(default_factory=list)
    _names: dict[str, str] = field(default_factory=dict)
    _tracked: tuple[str, tuple[Pressable, ...]] | None = None
    _masked: Masked = field(default_factory=Masked)

    def answers(self, answers: Iterable[Answer], *, everything: bool) -> list[str]:
        """What came back to somebody, or only what all may read of it."""
        return [self._answer(each) for each in answers if everything or not each.ephemeral]

    def _answer(self, answer: Answer) -> str:
        whom = "to the asker" if answer.ephemeral else "to all"
        file = f"\nfile {answer.file[0]}: {_content(answer.file[1])}" if answer.file else ""
        return f"{answer.deed} {whom}: {answer.text}{file}{self._buttons(answer.buttons)}"

    def lanes(self, shown: Sequence[Shown], *, joined: bool) -> dict[str, list[str]]:
        """What was posted, edited and taken away in each lane; ``joined`` forgets where messages of the log end."""
        found: dict[str, list[str]] = {}
        for each in sorted(shown, key=lambda each: each.lane == TRACKER):  # which may have been left out for a while
            found.setdefault(each.lane, []).append(self._spelled(each, named=not joined))
        if joined and LOG in found:
            found[LOG] = [line for text in found[LOG] for line in DEED.sub("", text).split("\n")]
        return found

    def _spelled(self, shown: Shown, *, named: bool) -> str:
        pings = f" pings {shown.pings}" if shown.pings else ""
        name = f" as {shown.nonce}" if shown.nonce and named and shown.lane != TRACKER else ""
        return f"{shown.deed}{name}{pings}: {shown.text}{self._buttons(shown.buttons)}"

    def masked(self, shown: Sequence[Shown]) -> list[Shown]:
        """What is left where the tracker says by the way that the fight waits for the GM."""
        for each in shown:
            if each.lane == TRACKER:
                self.too_much += [label for label, _ in each.buttons if label != GOES_ON]
                self._masked.gone = self._masked.gone or (each.deed == "deletes" and not self._masked.posted)
                self._masked.posted = self._masked.posted or each.deed == "posts"
                self._masked.any = True
                self._masked.last = each if each.deed != "deletes" else self._masked.last
        return [each for each in shown if each.lane != TRACKER]

    def settled(self, shown: Sequence[Shown]) -> list[Shown]:
        """What is left once nobody waits: the tracker as if it had not shown anything meanwhile."""
        left: list[Shown] = []
        last = self._masked.last
        if last is not None and not any(each.lane == TRACKER for each in shown):
            stands = MENTIONS.sub("", last.text), last.buttons
            shown = [*shown, last] if stands != self._tracked else shown  # it waits for others as well
        for each in shown:
            if each.lane != TRACKER:
                left.append(each)
            elif each.deed != "deletes" or not self._masked.posted:
                left += self._unmasked(each)
        return left

    def _unmasked(self, shown: Shown) -> list[Shown]:
        """One change of the tracker, and the first that was left out before it."""
        if shown.deed == "deletes":
            return [shown]
        before, self._tracked = self._tracked, (MENTIONS.sub("", shown.text), shown.buttons)
        hidden, self._masked = self._masked, Masked()
        if hidden.posted:
            gone = [replace(shown, deed="deletes", text="", buttons=(), pings=())] if hidden.gone else []
            return [*gone, replace(shown, deed="posts")]
        return [] if hidden.any and shown.deed == "edits" and self._tracked == before else [shown]

    def _buttons(self, buttons: Sequence[Pressable]) -> str:
        return "".join(f"\n[{label}] {self._carried(key)}" for label, key in buttons)

    def _carried(self, key: str) -> str:
        """What a button carries, its key by the order of appearance."""
        if key.startswith(EXPLAINS):
            self.explained.append(key)
        if key not in self.pressed and not key.startswith((PROOF, EXPLAINS)):
            self.pressed.append(key)
        return KEY.sub(lambda found: self._name("key", found[0]), key)

    def _name(self, kind: str, what: str) -> str:
        number = sum(each.startswith(kind) for each in self._names)
        return self._names.setdefault(f"{kind} {what}", f"{kind} {number}")


def _content(data: bytes) -> str:
    """What is in a file: its words, or of a picture what tells it from any other."""
    return hashlib.sha256(data).hexdigest() if data.startswith(PICTURES) else data.decode()
