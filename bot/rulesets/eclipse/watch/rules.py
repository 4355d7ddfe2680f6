"""Who watches a place has delayed its action, and takes it as somebody comes or moves there (EPL 7)."""

from __future__ import annotations

from bot.core.absence import has_just_left
from bot.core.errors import Incomplete, RuleViolation
from bot.core.events import AreaLaid, Audience, Entered, audience_of
from bot.core.features import Follows, Rules
from bot.core.ground.entered import area_entered, areas_around, has_gone
from bot.core.ground.gunners import is_secret, lift
from bot.core.ground.laying import not_laid
from bot.core.ground.lost import place_known
from bot.core.ground.outlines import Disc
from bot.core.ground.pieces import Area
from bot.core.ground.places import distance_cm
from bot.core.orders import Act
from bot.core.renaming import sign_of
from bot.rulesets.eclipse.cover.screened import screened
from bot.rulesets.eclipse.deeds.events import Moved
from bot.rulesets.eclipse.deeds.holding import coming
from bot.rulesets.eclipse.equipment.weapons import shoots, weapon_in_hand
from bot.rulesets.eclipse.fire.actions import Attack
from bot.rulesets.eclipse.fire.declaration import declare
from bot.rulesets.eclipse.fire.events import Resolved
from bot.rulesets.eclipse.fire.rounds import reach_m, rounds_fired
from bot.rulesets.eclipse.fire.rules import make
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene
from bot.rulesets.eclipse.state import TWICE, FirstAttack, Watching
from bot.rulesets.eclipse.time.phases import begin_action, end_action, state_in_moment
from bot.rulesets.eclipse.watch.actions import WatchPlace
from bot.rulesets.eclipse.watch.events import Interrupted, WatchBegan, WatchFailed

rules = Rules()
follows = Follows()

WATCHED = "eclipse.watched"


@rules(WatchPlace)
def watch(play: EclipsePlay, watching: WatchPlace) -> None:
    """Delay one's action until somebody comes to a place; it is lost when one's next phase has come (EPL 7).

    What the GM's people wait for, players are not told, nor where somebody out of sight watches (ours).

    Raises:
        RuleViolation: nobody has a place, it is not said what is watched, or the weapon does not shoot, has too few
            rounds or does not reach so far.
    """
    actor = watching.actor
    ground = play.scene.ground
    if ground is None or actor not in ground.places:
        raise not_laid()
    if watching.area is None:
        raise Incomplete("What is watched?", "Say a place: area=C4.")
    place = place_known(play.scene, ground, actor, watching.area, ground.places[actor])
    own = play.scene.combatants[actor]
    key, weapon = weapon_in_hand(own.state, state_in_moment(play.scene, actor), watching.weapon, shoots)
    if not shoots(weapon):
        raise RuleViolation(f"Nobody watches with the {weapon.name}.", "Name a weapon that shoots.")
    if watching.mode not in ("", *weapon.modes):
        raise RuleViolation(f"The {weapon.name} does not fire {watching.mode}.", f"It fires {', '.join(weapon.modes)}.")
    rounds_fired(play, weapon, Attack(actor=actor, target="", mode=watching.mode), None, 1)
    if distance_cm(ground.places[actor], place) > 100 * (reach_m(weapon) + watching.radius_m):
        raise RuleViolation("That is out of range.", f"The {weapon.name} reaches {reach_m(weapon)} m.")
    area = Area(
        key=f"{WATCHED} {sign_of(actor)}",
        kind=WATCHED,
        outline=Disc(place, 100 * watching.radius_m),
        owner=actor,
        hidden=is_secret(play.scene, actor),
    )
    begin_action(play, actor)
    audience, radius_m = Audience.GM if own.guarded else Audience.ALL, watching.radius_m
    play.tell(
        WatchBegan(actor=actor, weapon=key, mode=watching.mode, place=place, radius_m=radius_m, audience=audience)
    )
    play.tell(AreaLaid(area=area, audience=audience_of(area)))
    end_action(play, actor)


@follows(Entered)
def interrupt(play: EclipsePlay, event: Entered) -> None:
    """Let whoever watches a place attack one of another side that it sees come there. Dice: as for an attack."""
    area = area_entered(play.scene, event, WATCHED)
    if area:
        _meet(play, area, event.actor, play.scene)


@follows(Moved)
def meet_where_it_sets_off(play: EclipsePlay, event: Moved) -> None:
    """Let those who watch where somebody sets off attack it there (ours). Dice: as for an attack."""
    if event.metres:
        _meet_where_it_stands(play, event.actor, play.scene)


def meet_where_it_stops(play: EclipsePlay, act: Act, before: EclipseScene) -> None:
    """Let those who watch where somebody stops, and have not seen it on its way, attack it there (ours)."""
    if play.hindrance(act.actor) is None and has_gone(before, play.scene, act.actor):
        _meet_where_it_stands(play, act.actor, before)


def _meet_where_it_stands(play: EclipsePlay, actor: str, since: EclipseScene) -> None:
    for area in areas_around(play.scene, actor, WATCHED):
        _meet(play, area, actor, since)


def _meet(play: EclipsePlay, area: Area, actor: str, since: EclipseScene) -> None:
    """Let whoever watches an area attack the first foe that it sees there, of somebody and whom that one holds.

    It must have been watched ``since`` then: as a move ends the next phase of whoever watches may have come.
    """
    for target in coming(play.scene, actor, area.owner):
        held = play.scene.combatants[area.owner].state.watching if _held(since, area) else None
        if held and play.hindrance(area.owner) is None and _is_foe(play.scene, area.owner, target):
            _act_or_say(play, area, target, held)


def _act_or_say(play: EclipsePlay, area: Area, target: str, held: Watching) -> None:
    """Take the delayed action, or tell once that the weapon does not allow it; for whom it does not see it waits on."""
    owner, found = area.owner, screened(play, area.owner, target)
    if found and found.behind:
        return
    with play.about(target), play.attempt() as attack:
        _act(play, owner, target, held)
    told = [(each.actor, each.target) for each in play.events if isinstance(each, WatchFailed)]
    if attack.refusal and (owner, target) not in told:
        play.tell(WatchFailed(actor=owner, target=target, audience=audience_of(area)))


def _act(play: EclipsePlay, owner: str, target: str, held: Watching) -> None:
    """Take the delayed action: two attacks where the mode has two, the second while the target is up."""
    said = Attack(actor=owner, target=target, weapon=held.weapon, mode=held.mode)
    made = declare(play, said)
    since = len(play.events)
    with play.own_moment():
        play.tell(Interrupted(actor=owner, target=target))
        make(play, made)
        if made.fired.mode in TWICE and play.scene.combatants[target].state.able:
            hit = any(isinstance(each, Resolved) and each.actor == owner and each.hit for each in play.events[since:])
            first = FirstAttack(made.key, made.fired.mode, made.targets, hit)
            with play.attempt():
                make(play, declare(play, said, first))


def lift_watches(play: EclipsePlay) -> None:
    """Take away the areas that nobody watches any longer."""
    lift(play, WATCHED, lambda area: _held(play.scene, area) or has_just_left(play.scene, area.owner))


def _held(scene: EclipseScene, area: Area) -> Watching | None:
    """Return how an area is watched; None where nobody does any longer."""
    return state_in_moment(scene, area.owner).watching if area.owner in scene.combatants else None


def _is_foe(scene: EclipseScene, owner: str, actor: str) -> bool:
    """Tell whether somebody is of another side and not down, as far as the one who watches can see."""
    watcher, other = scene.combatants[owner], scene.combatants[actor]
    return scene.sees(owner, actor) and watcher.side != other.side and not (other.hidden or other.state.down)
