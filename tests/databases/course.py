"""How a recorded fight goes on: it is found out once, on a copy, and must go the same way ever after."""

from __future__ import annotations

from typing import Final

from tests.databases.fights import MOST_TURNS, shots
from tests.databases.manifest import Fight, Step
from tests.databases.table import REFUSED, Table

ANSWERERS: Final = ("ann", "bob", "gm")


class Course:
    """The steps taken so far at a table, each with what came of it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.steps: list[Step] = []

    async def run(self, fight: Fight) -> None:
        """Answer what is asked, go on, shoot, and take back and forth."""
        at = fight.channel
        await self._answer(at)
        await self._takes(Step("gm", at, "/init next"))
        await self._shoot(at)
        await self._takes(Step("gm", at, "/undo"))
        await self._takes(Step("gm", at, "/redo"))
        await self._takes(Step("gm", at, "/undo", {"to": fight.back_to}))
        await self._takes(Step("gm", at, "/redo"))
        await self._takes(Step("gm", at, "/init next"))

    async def _takes(self, step: Step) -> bool:
        """Take a step; one that is refused is none."""
        done = await self.table.takes(step)
        accepted = not done.told.startswith(REFUSED)
        self.steps += [done] if accepted else []
        return accepted

    async def _answer(self, at: str) -> None:
        """Answer as long as anything is asked, by a button where one hangs on a message that everybody may see."""
        while choices := await self.table.choices("gm", at):
            for user in ANSWERERS:
                if await self._takes(self._answering(user, at, choices[0])):
                    break
            else:
                raise AssertionError(f"nobody may answer {choices}")

    def _answering(self, user: str, at: str, choice: str) -> Step:
        if self.table.button(choice):
            return Step(user, at, click=choice)
        return Step(user, at, "/answer", {"choice": choice})

    async def _shoot(self, at: str) -> None:
        for _ in range(MOST_TURNS):
            for user, options in shots():
                if await self._takes(Step(user, at, "/attack", options)):
                    return await self._answer(at)
            await self._takes(Step("gm", at, "/init next"))
        raise AssertionError(f"nobody can shoot in {at}")


async def charted(table: Table, fights: list[Fight]) -> list[Step]:
    """The steps by which some fights go on."""
    course = Course(table)
    for fight in fights:
        await course.run(fight)
    return course.steps
