"""How somebody can be attacked."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import LONGEST_LIST, Action, EachOf, Field, Offer, Who, by_actor, others
from bot.core.options import Word
from bot.rulesets.graydawn.cover.actions import HIGHEST_LEVEL, covers
from bot.rulesets.graydawn.fire.rates import rounds_at_once
from bot.rulesets.graydawn.state import AUTO, BURST, SINGLE, STRIKE, weapons_at_hand
from bot.rulesets.graydawn.tables import GrayTables
from bot.rulesets.graydawn.time.slots import ACTION, ANY


def _situations(tables: GrayTables) -> dict[str, str]:
    return {key: row.title for key, row in tables.situations.items()}


class Attack(Action, frozen=True, kw_only=True):
    """Shoot or strike at ``target``, full automatic also at ``others``, who is behind ``cover`` as seen from here."""

    offer = Offer("attack", "Attack", "shoot or strike at somebody", "attack", ANY)

    target: Annotated[Who, Field("whom to attack", fits=others, shared=True)]
    weapon: Annotated[
        str | None, Field("with what; what is in hand where missing", fits=by_actor(weapons_at_hand), shared=True)
    ] = None
    mode: Annotated[str, Field("how it is fired", of=(SINGLE, BURST, AUTO, STRIKE), shared=True)] = ""
    rounds: Annotated[
        int | None,
        Field(
            "shots of this action, or rounds of full automatic fire",
            fits=rounds_at_once,
            open_ended=True,
            shared=True,
            lo=1,
            hi=100,
        ),
    ] = None
    range_m: Annotated[float | None, Field("metres to the target", word=Word.TABLE, shared=True)] = None
    called: Annotated[str, Field("the place aimed for, while bracing", of="locations", shared=True)] = ""
    cover: Annotated[
        str,
        Field(
            "what the target is behind from here, none for a flank",
            of=covers,
            word=Word.TABLE,
            thing="cover",
            shared=True,
        ),
    ] = ""
    modifier: Annotated[int, Field("bonus or penalty said at the table", lo=-30, hi=30, shared=True)] = 0
    level: Annotated[
        int | None, Field("level of the cover, 1 to 10", lo=1, hi=HIGHEST_LEVEL, word=Word.TABLE, thing="cover")
    ] = None
    others: Annotated[
        str, Field("more targets of full automatic fire, parted by commas", longest=LONGEST_LIST, lists=True)
    ] = ""
    ambush: Annotated[bool, Field("the target knows nothing and does not dodge", word=Word.GM)] = False
    situations: Annotated[frozenset[str], EachOf(_situations)] = frozenset()


class Aim(Action, frozen=True, kw_only=True):
    """Aim at ``target`` for the whole round."""

    offer = Offer("aim", "Aim", "aim at somebody for the whole round", kinds=(ACTION,))

    target: Annotated[Who, Field("at whom", fits=others, shared=True)]
