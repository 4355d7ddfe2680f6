"""How somebody can be attacked."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import LONGEST_LIST, Action, Aimpoint, Field, Offer, Who, by_actor
from bot.core.options import Word
from bot.rulesets.eclipse.equipment.weapons import explosives_carried, weapons_carried
from bot.rulesets.eclipse.state import AimKind, Mode
from bot.rulesets.eclipse.targets import attackable
from bot.rulesets.eclipse.time.phases import COMPLEX, SECOND

GAP, DISARM = "armor", "disarm"
FOR_DAMAGE, TO_HIT = "damage", "hit"
OTHERS = "more targets; with a blast who is near: Bob 3, Cy 5@4"


class Attack(Action, frozen=True, kw_only=True):
    """Attack ``target`` and perhaps ``others``; what is not said of the circumstances is not so."""

    offer = Offer("attack", "Attack", "attack somebody", "attack", (COMPLEX, SECOND))

    target: Annotated[Who, Field("whom to attack", fits=attackable, shared=True)]
    weapon: Annotated[str, Field("with what", fits=by_actor(weapons_carried), shared=True)] = ""
    mode: Annotated[str, Field("SS, SA, BF or FA", of=tuple(Mode), shared=True)] = ""
    range_m: Annotated[float | None, Field("metres to the target", word=Word.TABLE, shared=True)] = None
    called: Annotated[str, Field("what the attack is called on", of=(GAP, DISARM), open_ended=True, shared=True)] = ""
    cover: Annotated[str, Field("what the target is behind", of="cover", word=Word.TABLE, shared=True)] = ""
    aim: Annotated[str, Field("aim as your only quick action", of=(AimKind.QUICK.value,), shared=True)] = ""
    modifier: Annotated[int, Field("bonus or penalty said at the table", lo=-60, hi=60, shared=True)] = 0
    others: Annotated[str, Field(OTHERS, longest=LONGEST_LIST, lists=True)] = ""
    ammunition: Annotated[str, Field("what a smart magazine feeds", of="ammunition")] = ""
    burst_for: Annotated[
        str, Field("what a burst is for, by the later printing", of=(FOR_DAMAGE, TO_HIT), switch="later_printing")
    ] = ""
    visibility: Annotated[str, Field("how well the target is seen", of="visibility", word=Word.TABLE)] = ""
    size: Annotated[str, Field("size of the target", of="sizes", word=Word.TABLE)] = ""
    through: Annotated[str, Field("a thing that is shot through", of="objects", word=Word.HERE)] = ""
    superior: Annotated[bool, Field("from a superior position", word=Word.GM)] = False
    off_hand: Annotated[bool, Field("with the off hand")] = False
    one_hand: Annotated[bool, Field("a two-handed weapon in one hand")] = False
    touch: Annotated[bool, Field("only touch the target: easier, no damage")] = False
    from_cover: Annotated[bool, Field("from behind cover")] = False
    in_melee: Annotated[bool, Field("while in a melee", word=Word.HERE)] = False
    blindly: Annotated[bool, Field("through what hides the target: -30")] = False
    unseen: Annotated[bool, Field("at a hidden target", word=Word.HERE)] = False
    indirect: Annotated[bool, Field("indirect fire")] = False
    directed: Annotated[bool, Field("a blast that catches only whom you name")] = False
    concentrated: Annotated[bool, Field("a beam's two attacks as one")] = False
    reach: Annotated[bool, Field("with the longer reach", word=Word.GM)] = False
    outreached: Annotated[bool, Field("the target has the longer reach", word=Word.HERE)] = False
    charging: Annotated[bool, Field("charging: 4 m at least, and up to the target")] = False
    also: Annotated[str, Field("more weapons in hand for the same blow: +1d10 each", longest=200)] = ""
    subdue: Annotated[bool, Field("half the damage, as stun that a night heals")] = False
    receiving: Annotated[bool, Field("receiving a charge", word=Word.GM)] = False
    unaware: Annotated[bool, Field("the target cannot defend itself", word=Word.GM)] = False


class Aim(Action, frozen=True, kw_only=True):
    """Aim at ``target`` for a whole action."""

    offer = Offer("aim", "Aim", "a complex action: +30 at that target in your next phase", kinds=(COMPLEX,))

    target: Annotated[Who, Field("whom it is about", fits=attackable, shared=True)]


class Throw(Action, frozen=True, kw_only=True):
    """Throw something that explodes ``to`` a place of the ground."""

    offer = Offer("throw", "Throw", "a grenade, to a place of the ground", kinds=(COMPLEX,))

    item: Annotated[str, Field("what is thrown", fits=by_actor(explosives_carried), shared=True)] = ""
    to: Aimpoint = None
    modifier: Annotated[int, Field("bonus or penalty said at the table", lo=-60, hi=60, shared=True)] = 0
    indirect: Annotated[bool, Field("over what hides the place: -30")] = False
    aim: Annotated[str, Field("aim as your only quick action", of=(AimKind.QUICK.value,))] = ""
