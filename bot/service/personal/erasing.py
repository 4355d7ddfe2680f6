"""How somebody is forgotten: a wish is kept first, and fulfilled in steps of which each leaves everything whole.

What is a user's alone goes. In the fights of a table another number takes the place of their id, one for each user, so
that a fight can still be read, undone and checked. Every step is one transaction and finds nothing to do where it was
done before, so that any process may go on with a wish at any time, also two at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

import msgspec

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import Asked
from bot.service.campaigns.former_gms import out_of
from bot.service.case import Case, PlayedScene, unasked
from bot.service.orders.erased_dice import seal_of, unbroken, with_right_dice
from bot.service.orders.handed_over import given_back
from bot.service.orders.ledger import carry_out
from bot.service.ports import Store, Unit
from bot.service.rows import FREE, NOBODYS, AnyScene, Hold, OrderRow, SceneRow, Wish
from bot.service.sheets.once_rolled import carry_grants
from bot.service.systems import House

LEAST_ID = 2**53
"""No number that people can type or that rules come to is so large, and no id of a user's is smaller."""

DORMANT_MS = 7 * 24 * 3600 * 1000
"""A fight in which nobody has ordered anything for so long keeps nobody: its channel, or its table, may be gone."""

_replace = msgspec.structs.replace
Step = Callable[[Unit], None]


def stand_in_of(house: House) -> int:
    """Return a number for somebody, drawn by chance, that was never anybody's."""
    return NOBODYS + int.from_bytes(house.secret()[:8]) % NOBODYS


def characters_of(unit: Unit, user_id: int) -> list[tuple[SceneRow, list[str]]]:
    """Return where characters of a user stand now, in fights and before them."""
    rows = map(unit.scene_row, unit.played_in(user_id))
    found = [(row, _owned(unit.state(row), user_id)) for row in rows]
    return [(row, actors) for row, actors in found if actors]


def _owned(scene: AnyScene, user_id: int) -> list[str]:
    return [actor for actor, combatant in scene.combatants.items() if combatant.owner == user_id]


def is_dormant(unit: Unit, row: SceneRow, now_ms: int) -> bool:
    """Tell whether nobody has ordered anything in a scene for a long time."""
    return unit.order(row.id, row.head).at_ms < now_ms - DORMANT_MS


async def fulfil(store: Store, house: House, user_id: int) -> None:
    """Go on with what somebody wishes until nothing of it is left to do; where there is no wish, nothing is."""
    while steps := await store.study(user_id, partial(_steps, house=house, user_id=user_id)):
        for hold, step in steps:
            await store.write(step, hold)
        if steps[-1][0] is FREE:
            return


def _steps(unit: Unit, house: House, user_id: int) -> Sequence[tuple[Hold, Step]]:
    """Return what is to be done next for a wish: first what is theirs alone, then the scenes, then the wish itself."""
    wish = unit.wish(user_id)
    if wish is None:
        return []
    if not wish.cleared:
        guilds = [
            (_alone(guild_id), partial(_clear, house=house, user_id=user_id, guild_id=guild_id))
            for guild_id in unit.guilds_of(user_id)
        ]
        return [*guilds, (_alone(user_id), partial(_cleared, user_id=user_id))]
    scenes = [
        (_alone(guild_id), partial(_replace_in, house=house, user_id=user_id, scene_id=scene_id))
        for guild_id, scene_id in unit.scenes_of(user_id, wish.at_ms)
    ]
    return scenes or [(FREE, partial(_finish, user_id=user_id))]


def _alone(key: int) -> Hold:
    """Return ids of servers and of users are never the same, so that a wish can be held as a server is."""
    return Hold(guild_id=key, alone=True)


def _clear(unit: Unit, house: House, user_id: int, guild_id: int) -> None:
    wish = unit.wish(user_id)
    if wish is None or wish.cleared:
        return
    carry_grants(unit, guild_id, user_id, house.systems)
    unit.drop_own(guild_id, user_id)
    unit.substitute_in_guild(guild_id, user_id, wish.stand_in)


def _cleared(unit: Unit, user_id: int) -> None:
    wish = unit.wish(user_id)
    if wish is not None:
        unit.save_wish(_replace(wish, cleared=True))


def _finish(unit: Unit, user_id: int) -> None:
    """Let go of the wish; whoever is still to be shown out of a GM's thread keeps it until they are."""
    wish = unit.wish(user_id)
    if wish is None:
        return
    unit.substitute_in_answers(user_id, wish.stand_in)
    if not unit.still_to_go(user_id):
        unit.drop_wish(user_id)


def _replace_in(unit: Unit, house: House, user_id: int, scene_id: int) -> None:
    """Have a scene know a user by the number that stands in for them."""
    wish = unit.wish(user_id)
    if wish is None:
        return
    row = unit.scene_row(scene_id)
    _withdraw(unit, house, row, wish)
    row = unit.scene_row(scene_id)
    _show_out(unit, row, user_id)
    named = _with_answers(unit, unit.scene_row(scene_id), unit.naming(scene_id, user_id))
    sealed = {*unbroken(unit, scene_id), *with_right_dice(unit, house, named)}
    unit.substitute(scene_id, user_id, wish.stand_in)
    for ordinal in sorted(sealed):
        unit.seal(scene_id, ordinal, seal_of(unit, scene_id, ordinal))
    unit.touch(row.channel_id)


def _show_out(unit: Unit, row: SceneRow, user_id: int) -> None:
    """Show a user out of the GM's thread of an open fight: nobody would know later whom to show out."""
    fight = unit.state(row).fight
    if fight is not None and fight.number in unit.let_in_at(row.channel_id, user_id):
        out_of(unit, row, fight.number, user_id)


def _with_answers(unit: Unit, row: SceneRow, named: Iterable[int]) -> list[OrderRow]:
    """Return orders that name somebody, with those that answer what they asked: the dice of these are drawn from
    both."""
    found: dict[int, OrderRow] = {}
    for ordinal in named:
        order = unit.order(row.id, ordinal)
        found[ordinal] = order
        ruleset = unit.chapter(row.id, order.chapter).ruleset
        happened = unit.events(row.id, ordinal, ordinal, ruleset).get(ordinal, [])
        if any(isinstance(event, Asked) for event in happened):
            found.update({each.ordinal: each for each in _answers_behind(unit, row, order)})
    return list(found.values())


def _answers_behind(unit: Unit, row: SceneRow, asking: OrderRow) -> Iterator[OrderRow]:
    for ordinal in range(asking.ordinal + 1, row.head + 1):
        order = unit.order(row.id, ordinal)
        answers = order.voids or isinstance(orders.parsed(order.payload), orders.Answer | orders.GoOn)
        if order.chapter != asking.chapter or not answers:
            return
        if not order.voids:
            yield order


def _withdraw(unit: Unit, house: House, row: SceneRow, wish: Wish) -> None:
    """Strike what a user asked and claimed in an open fight off the GM's list, and give back whom they play for
    others; what a question holds up is left."""
    case = unasked(unit, row, house, wish.user_id, datetime.fromtimestamp(wish.at_ms / 1000, UTC))
    played = case.found()
    if played is None:
        return
    for number in [number for number, each in played.scene.petitions.items() if each.user == wish.user_id]:
        played = _ordered(case, played, orders.Settle(number=number))
    gone = {each.combatant.actor for each in played.scene.away.values() if each.combatant.owner == wish.user_id}
    claimed = [at for at, claim in enumerate(played.scene.claims) if claim.by in gone]
    for at in claimed[::-1]:
        played = _ordered(case, played, orders.SettleClaim(claim=at))
    given_back(case, played, wish.user_id)


def _ordered(case: Case, played: PlayedScene, order: orders.Order) -> PlayedScene:
    with suppress(RuleViolation):
        return carry_out(case, played, order).after
    return played
