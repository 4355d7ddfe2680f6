"""What lies on a ground to go off does so when somebody comes near."""

from __future__ import annotations

from bot.core.errors import Incomplete
from bot.core.events import AreaGone, AreaLaid, Audience, Entered, audience_of
from bot.core.features import Follows, Rules
from bot.core.ground.entered import area_entered
from bot.core.ground.gunners import is_unseen
from bot.core.ground.outlines import Disc, middle_of
from bot.core.ground.pieces import Area
from bot.core.scene import unique_name
from bot.rulesets.eclipse.blasts.actions import LayCharge
from bot.rulesets.eclipse.blasts.bursts import place_on
from bot.rulesets.eclipse.blasts.charges import charge_named
from bot.rulesets.eclipse.blasts.epicentre import Epicentre
from bot.rulesets.eclipse.blasts.events import ChargeLaid
from bot.rulesets.eclipse.blasts.rules import go_off
from bot.rulesets.eclipse.play import EclipsePlay

rules = Rules()
follows = Follows()

OURS = "eclipse."
"""Stands before the kind of an area: that of a charge is the key of its weapon."""


@rules(LayCharge)
def lay_charge(play: EclipsePlay, laying: LayCharge) -> None:
    """Lay something that goes off when somebody comes near, by a GM's word (001:60).

    Raises:
        RuleViolation: it does not explode, nobody has a place, or it is not said where.
    """
    weapon = charge_named(play.tables, laying.item)
    if laying.to is None:
        raise Incomplete("Where does it lie?", "Say a place: to=C4.")
    place = place_on(play.scene, laying.actor, laying.to)
    kind = OURS + next(key for key, row in play.tables.weapons.items() if row.title == weapon.name)
    area = Area(
        key=unique_name(play.scene.ground.areas if play.scene.ground else (), kind, " "),
        kind=kind,
        outline=Disc(place, 100 * laying.trigger_m),
        hidden=not laying.shown,
    )
    audience = audience_of(area)
    play.tell(ChargeLaid(title=weapon.name, place=place, trigger_m=laying.trigger_m, audience=audience))
    play.tell(AreaLaid(area=area, audience=audience))


@follows(Entered)
def tread_on(play: EclipsePlay, event: Entered) -> None:
    """Let a charge go off that somebody comes near, at its place; where nobody sees that one, the GM alone reads it.

    Dice: damage for each who is near.
    """
    word = event.kind.removeprefix(OURS)
    row = play.tables.weapons.get(word) if event.kind.startswith(OURS) else None
    area = area_entered(play.scene, event, event.kind)
    if row is None or not row.explodes or area is None:
        return
    play.tell(AreaGone(key=area.key, audience=audience_of(area)))
    unseen = is_unseen(play.scene, event.actor)
    audience = Audience.GM if unseen else Audience.ALL
    go_off(play, charge_named(play.tables, word), Epicentre(place=middle_of(area.outline)), audience)
