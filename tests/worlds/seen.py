"""What everybody saw in a world, spelled so that worlds can be compared: ids by the order in which they appeared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tests.worlds.places import LOG, TRACKER, Pressable, Shown
from tests.worlds.talk import Answer

WAITS = "The GM has something to settle."
"""The one difference that is allowed: a fight that waits for the GM says so."""


@dataclass
class Eyes:
    """All that was public in one world so far.

    ``pressed`` are the buttons that ever hung anywhere, by what they carry. ``shown`` is what the tracker showed last
    while nobody waited for the GM.
    """

    pressed: list[str] = field(default_factory=list)
    _names: dict[str, str] = field(default_factory=dict)
    _tracked: tuple[str, tuple[Pressable, ...]] | None = None
    _masked: bool = False

    def answers(self, answers: Iterable[Answer], *, everything: bool) -> list[str]:
        """What came back to somebody, or only what all may read of it."""
        return [self._answer(each) for each in answers if everything or not each.ephemeral]

    def _answer(self, answer: Answer) -> str:
        whom = "to the asker" if answer.ephemeral else "to all"
        file = f"\nfile {answer.file[0]}: {answer.file[1].decode()}" if answer.file else ""
        return f"{answer.deed} {whom}: {answer.text}{file}{self._buttons(answer.buttons)}"

    def lanes(self, shown: Sequence[Shown], *, joined: bool) -> dict[str, list[str]]:
        """What was posted, edited and taken away in each lane; ``joined`` forgets where messages of the log end."""
        found: dict[str, list[str]] = {}
        for each in shown:
            found.setdefault(each.lane, []).append(self._spelled(each))
        if joined and LOG in found:
            found[LOG] = "\n".join(found[LOG]).split("\n")
        return found

    def _spelled(self, shown: Shown) -> str:
        message = "" if shown.lane == TRACKER else self._name("message", shown.message)
        nonce = f" as {shown.nonce}" if shown.nonce else ""
        pings = f" pings {shown.pings}" if shown.pings else ""
        return f"{shown.deed} {message}{nonce}{pings}: {shown.text}{self._buttons(shown.buttons)}"

    def masked(self, shown: Sequence[Shown]) -> list[Shown]:
        """What is left where the tracker says by the way that the fight waits for the GM."""
        left = [each for each in shown if each.lane != TRACKER]
        self._masked = self._masked or len(left) < len(shown)
        return left

    def settled(self, shown: Sequence[Shown]) -> list[Shown]:
        """What is left once nobody waits: a tracker that only goes back to what it showed before has not changed."""
        left: list[Shown] = []
        for each in shown:
            if each.lane == TRACKER:
                now, self._tracked, before = (each.text, each.buttons), (each.text, each.buttons), self._tracked
                back, self._masked = self._masked and each.deed == "edits" and now == before, False
                if back:
                    continue
            left.append(each)
        return left

    def _buttons(self, buttons: Sequence[Pressable]) -> str:
        return "".join(f"\n[{label}] {self._carried(key)}" for label, key in buttons)

    def _carried(self, key: str) -> str:
        """What a button carries, its key by the order of appearance."""
        if key not in self.pressed:
            self.pressed.append(key)
        kind, _, rest = key.partition(":")
        verb, _, more = rest.partition(":")
        once, _, argument = more.partition(":")
        return f"{kind}:{verb}:{self._name('key', once) if once else ''}:{argument}"

    def _name(self, kind: str, what: str) -> str:
        number = sum(each.startswith(kind) for each in self._names)
        return self._names.setdefault(f"{kind} {what}", f"{kind} {number}")
