"""What brawlers do to each other."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, Who, others
from bot.core.options import Word

ACT = "act"

Whom = Annotated[Who, Field("whom", fits=others, shared=True)]


class Strike(Action, frozen=True, kw_only=True):
    """Hit ``target``."""

    offer = Offer("strike", "Strike", "hit somebody", "attack", kinds=(ACT,), odds="hit")

    target: Whom
    style: Annotated[str, Field("how", of="styles")] = ""
    bonus: Annotated[int, Field("what the GM grants", lo=-5, hi=5)] = 0
    all_out: Annotated[bool, Field("hit harder")] = False
    feint: Annotated[bool, Field("make as if", switch="deadly")] = False
    range_m: Annotated[float | None, Field("metres to them", word=Word.TABLE, shared=True)] = None
    light: Annotated[str, Field("what can be seen", of=("day", "dusk"), word=Word.TABLE, thing="sight")] = ""
    fog: Annotated[bool, Field("what hides them", word=Word.TABLE, thing="sight")] = False
    bound: Annotated[bool, Field("they cannot move", word=Word.GM)] = False
    cry: Annotated[str, Field("what is shouted", of=("Have at you", "Yield"), open_ended=True)] = ""


class Relax(Action, frozen=True, kw_only=True):
    """Let it go by."""

    offer = Offer("rest", "Rest", "let it go by", kinds=(ACT,), button=True)


class Hold(Action, frozen=True, kw_only=True):
    """Wait for the moment ``until``."""

    offer = Offer("hold", "Hold", "wait", kinds=(ACT,))

    until: Annotated[int, Field("when", hi=20, shared=True)]


class Pounce(Action, frozen=True, kw_only=True):
    """Act before the others."""

    offer = Offer("pounce", "Pounce", "act before the others")


class Approach(Action, frozen=True, kw_only=True):
    """Come nearer to ``target``."""

    offer = Offer("approach", "Approach", "come nearer", kinds=(ACT,))

    target: Whom
    to_m: Annotated[float, Field("how near", hi=100, shared=True)]


class TakeHits(Action, frozen=True, kw_only=True):
    """Take hits away."""

    offer = Offer("hurt", "Hurt", "take hits away", "damage", gm_only=True)

    points: Annotated[int, Field("how many", lo=1, hi=20, shared=True)]


class Bandage(Action, frozen=True, kw_only=True):
    """Bind a wound of ``target``."""

    offer = Offer("treat", "Treat", "bind a wound", "treat")

    item: Annotated[str, Field("with what", shared=True)] = ""
    target: Whom
