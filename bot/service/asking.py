"""How what is asked is carried out: an order once and in one transaction, a look beside it, and never an error for what
people did wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import ParamSpec, TypeVar

import msgspec

from bot.core.errors import NewerError, RuleViolation
from bot.service.campaigns.former_gms import is_let_in, show_out
from bot.service.case import Case, home_of, likely_home_of, opened
from bot.service.orders import undoing
from bot.service.orders.answers import Unworded, kept, kept_before, with_more, with_what_followed
from bot.service.orders.outdated_questions import OtherRulesError
from bot.service.playing import standing_orders
from bot.service.playing.remedies import remedied
from bot.service.ports import AskedFrom, CrowdedError, OutdatedError, StoppedError, Store, Unit, UnreachedError
from bot.service.requests import Reply, Request, refused
from bot.service.rows import Hold
from bot.service.systems import House, PlayableSystem, UnmadeError

UseCase = Callable[[Case], Reply | Unworded]
Look = Callable[[Case], Reply]
P = TypeVar("P")
A = ParamSpec("A")

log = logging.getLogger(__name__)

CROWDED = RuleViolation("You have asked for much already.", "Wait until the first of it is answered.")
AWAY = RuleViolation("I cannot reach my database.", "Look whether it was done, and try again in a minute.")
RENEWED = RuleViolation("The bot is being renewed, and its new version has this already.", "Try again in a moment.")
OUTDATED = RuleViolation(
    "The bot is being renewed, and this is its old version, which does nothing any more.",
    "Try again in a moment. If it stays so, tell whoever runs the bot.",
)
STOPPED = RuleViolation("That was stopped before it came to an end.", "The bot may be starting anew: ask once more.")


class Asking:
    """Carries out use cases for whoever asks; what only a newer version of the bot can do is left to that.

    Those ``as_played`` go by the system of who is here where the campaign has another by now.
    """

    def __init__(self, store: Store, house: House, *, as_played: bool = False) -> None:
        self._store = store
        self._house = house
        self._as_played = as_played

    def _case(self, case: Case) -> Case:
        return case.as_played() if self._as_played else case

    async def order(self, request: Request, use: UseCase, *, here: bool = False) -> Reply:
        """Carry out a use case; ``here`` says that it changes its own scene at most, and brings no sheet into it."""
        hold = Hold(guild_id=request.guild_id, alone=not here)
        try:
            work = partial(_once, house=self._house, request=request, use=lambda case: use(self._case(case)))
            return await self._with_systems(self._store.write_and_finish, work, _worded, hold)
        except UnreachedError:
            return refused(AWAY)
        except NewerError as error:
            return left_to_the_newer(request, error)

    async def _with_systems(self, ask: Callable[A, Awaitable[P]], *given: A.args, **named: A.kwargs) -> P:
        """Return what was asked for; where that takes all systems, they are put together on a thread of their own, so
        that no other order waits, and it is asked again.
        """
        try:
            return await ask(*given, **named)
        except UnmadeError:
            await asyncio.to_thread(self._house.put_together)
            return await ask(*given, **named)

    async def look(self, request: Request, use: Look) -> Reply:
        """Return what a look finds that takes no longer than an order."""
        try:
            look = partial(_looked, house=self._house, request=request, use=lambda case: use(self._case(case)))
            return await self._shown(request, *await self._with_systems(self._store.read, look))
        except UnreachedError:
            return refused(AWAY)
        except NewerError as error:
            return left_to_the_newer(request, error)

    async def _shown(self, request: Request, reply: Reply, leaves: bool) -> Reply:
        """Return what a look found; whoever looked and is a GM no more is shown out of the GM's thread."""
        if leaves:
            hold = Hold(guild_id=request.guild_id, alone=False)
            await self._store.write(lambda unit: show_out(opened(unit, request, self._house)), hold)
        return reply

    async def study(self, request: Request, use: Look) -> Reply:
        """Return what a long look finds; nobody may have many of these waiting, and none goes on for ever."""
        look = partial(_looked, house=self._house, request=request, use=use)
        try:
            found = await self._with_systems(self._store.study, request.user_id, look)
            return await self._shown(request, *found)
        except CrowdedError:
            return refused(CROWDED)
        except StoppedError:
            return refused(STOPPED)
        except UnreachedError:
            return refused(AWAY)
        except NewerError as error:
            return left_to_the_newer(request, error)

    async def order_behind(
        self,
        request: Request,
        prepare: Callable[[PlayableSystem], P],
        use: Callable[[Case, P], Reply | Unworded],
        may: Look | None = None,
    ) -> Reply:
        """Carry out a use case behind long work that needs no transaction, such as reading a file.

        Whether it ``may`` be asked for is looked into before, so that a refusal does not go by what is read.
        """
        ready = await asyncio.to_thread(self._prepared, request, prepare, may)
        if isinstance(ready, NewerError):
            return left_to_the_newer(request, ready)
        if isinstance(ready, RuleViolation):
            return refused(ready)
        return await self.order(request, lambda case: use(case, ready))

    def _prepared(
        self, request: Request, prepare: Callable[[PlayableSystem], P], may: Look | None
    ) -> P | RuleViolation | NewerError:
        """Return what was prepared for the system of the channel, or why it could not be."""
        try:
            return prepare(
                self._store.look(lambda unit: _permitted(self._case(opened(unit, request, self._house)), may))
            )
        except (RuleViolation, NewerError) as refusal:
            return refusal
        except UnreachedError:
            return AWAY


def _worded(answer: Reply | Unworded) -> Reply:
    """Return an answer with its words."""
    return answer if isinstance(answer, Reply) else answer.worded()


def _claimed(unit: Unit, house: House, request: Request) -> Reply | Unworded | None:
    """Claim an interaction for this transaction; return the answer that it has got already, None where it has none.

    Where another process gave that, it may have had no way to tell whoever posts in the channel: this is one.

    Raises:
        NewerError: a newer version gave it, in a way that this one cannot say.
    """
    thread_id = request.channel_id if request.parent_id else 0
    asked = AskedFrom(request.guild_id, likely_home_of(request), request.user_id, thread_id)
    data = unit.claim(request.interaction_id, request.at_ms, asked)
    if data is None:
        return None
    unit.touch(home_of(unit, request))
    return kept_before(unit, house, request.user_id, data)


def left_to_the_newer(request: Request, error: NewerError) -> Reply:
    """Return what somebody is told whose request is one for a newer version of the bot; nothing of it was done or
    noted."""
    if isinstance(error, OutdatedError):
        return msgspec.structs.replace(refused(OUTDATED), gives_way=True)
    log.warning("interaction %s is left to a newer version: %s", request.interaction_id, error)
    return msgspec.structs.replace(refused(RENEWED), gives_way=True)


def _once(unit: Unit, house: House, request: Request, use: UseCase) -> Reply | Unworded:
    """Carry out a use case and keep its answer; a refusal is an answer too, of which nothing else remains."""
    if (given := _claimed(unit, house, request)) is not None:
        return given
    case = opened(unit, request, house)
    try:
        answer = use(case)
        standing_orders.follow(case)
        answer = with_what_followed(case, answer)
        if case.apart or case.direct:
            answer = with_more(answer, apart=tuple(case.apart), direct=tuple(case.direct))
    except RuleViolation as refusal:
        unit.rewind()
        if (
            given := _claimed(unit, house, request)
        ) is not None:  # rewinding let go of it, and somebody else had waited
            return given
        answer = _instead(case.again(), refusal)
    show_out(case)
    unit.answered(request.interaction_id, kept(answer))
    return answer


def _instead(case: Case, refusal: RuleViolation) -> Reply:
    """Return the answer to what was refused; where a question of other rules stands in its way, that is taken back."""
    if not isinstance(refusal, OtherRulesError):
        return remedied(case.as_played(), refusal)
    try:
        return undoing.retract(case)
    except RuleViolation as other:
        return refused(other)


def _permitted(case: Case, may: Look | None) -> PlayableSystem:
    """Return the system of the channel once ``may`` has raised no RuleViolation."""
    if may is not None:
        may(case)
    return case.system


def _looked(unit: Unit, house: House, request: Request, use: Look) -> tuple[Reply, bool]:
    """Return what a look finds, and whether who looks is to be shown out of the GM's thread."""
    case = opened(unit, request, house)
    try:
        return use(case), is_let_in(case)
    except RuleViolation as refusal:
        return refused(refusal), is_let_in(case)
