"""Which weapon is meant, whether it can be used, and how it comes to hand."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.wording import agreeing
from bot.rulesets.graydawn.checks.stats import has_hands_for
from bot.rulesets.graydawn.equipment.actions import Clear, Draw, Reload
from bot.rulesets.graydawn.equipment.events import Drew
from bot.rulesets.graydawn.play import DawnPlay, DawnReading
from bot.rulesets.graydawn.state import FISTS, THROW, State, Weapon
from bot.rulesets.graydawn.tables import GrayTables

rules = Rules()


def in_hand(state: State, wanted: str | None) -> tuple[str, Weapon]:
    """Return the weapon that is named, or the one in hand.

    Raises:
        RuleViolation: there is no such weapon.
    """
    found = {**state.weapons, FISTS: state.weapons.get(FISTS, Weapon(FISTS))}
    wanted = state.wields if wanted is None else wanted
    key = next((key for key in found if key.casefold() == wanted.casefold()), None)
    if key is None:
        raise RuleViolation(f"There is no {wanted[:40]}.", f"There is: {', '.join(found)}.")
    return key, found[key]


def check_hands(tables: GrayTables, state: State, key: str, weapon: Weapon) -> None:
    """Raise RuleViolation where a weapon takes more hands than somebody has, to take it in hand, load or clear it."""
    if not has_hands_for(tables, state, weapon):
        raise RuleViolation(f"The {key} takes more hands than are left.", _with_fewer_hands(tables, state))


def _with_fewer_hands(tables: GrayTables, state: State) -> str:
    """Return what can be held by the hands that are left, or what is done without any."""
    held = (key for key, each in state.weapons.items() if has_hands_for(tables, state, each))
    smaller = [key for key in held if tables.classes[tables.weapons[state.weapons[key].kind].category].hands]
    if state.wields in smaller:
        return f"Use the {state.wields}, which {agreeing(state.wields, 'is', 'are')} in hand."
    if smaller:
        return f"Choose a smaller one: /act action:draw item:{smaller[0]}."
    return "Nothing smaller is there. Bare hands need none, /attack weapon:fists; a GM mends limbs with /damage heal."


def is_drawn(tables: GrayTables, state: State, key: str, weapon: Weapon) -> bool:
    """Tell whether what somebody attacks with must be drawn for that; bare hands need not be (ours)."""
    return key != state.wields and bool(tables.classes[tables.weapons[weapon.kind].category].hands)


def reload_words(state: State, key: str) -> str:
    """Return how a weapon is loaded, as it is typed; where nothing is left for that, what else can be done."""
    if not state.weapons[key].spare:
        return "Draw another weapon with /act action:draw"
    return f"Reload with /act action:reload{named_words(state, key)}"


def named_words(state: State, key: str) -> str:
    """Return how a weapon is named to an action; nothing of the one in hand, which is meant where none is named."""
    return "" if key == state.wields else f" item:{key}"


def check_filled(state: State, key: str, weapon: Weapon, title: str) -> None:
    """Raise RuleViolation where nothing is left in a weapon."""
    if not weapon.loaded:
        raise RuleViolation(f"The {title} is empty.", f"{reload_words(state, key)}.")


def is_usable(tables: GrayTables, state: State, weapon: Weapon) -> bool:
    """Tell whether somebody can use a weapon: it is not jammed, and can be held."""
    return not weapon.jammed and has_hands_for(tables, state, weapon)


def check_usable(tables: GrayTables, state: State, key: str, weapon: Weapon) -> None:
    """Check that a weapon can be used: a crippled arm holds nothing (ours), and a jammed weapon does nothing.

    Raises:
        RuleViolation: it cannot.
    """
    check_hands(tables, state, key, weapon)
    if weapon.jammed:
        raise RuleViolation(f"The {key} is jammed.", f"Clear it with /act action:clear{named_words(state, key)}.")


def mended_by(state: State) -> str:
    """Return by which action the weapon in hand fires again; empty where it does, and where nothing is left for it."""
    held = state.weapons.get(state.wields)
    if held is None:
        return ""
    if held.jammed:
        return Clear.offer.name
    return Reload.offer.name if held.spare and not held.loaded else ""


def spare_arm(reading: DawnReading, actor: str) -> str:
    """Return the first weapon that fires, where the one in hand does not."""
    state, rows = reading.scene.combatants[actor].state, reading.tables.weapons
    loaded = {key: each for key, each in state.weapons.items() if each.loaded and not each.jammed}
    held = {key: each for key, each in loaded.items() if has_hands_for(reading.tables, state, each)}
    firing = [key for key, each in held.items() if THROW not in rows[each.kind].modes]
    return "" if state.wields in firing else next(iter(firing), "")


@rules(Draw)
def draw(play: DawnPlay, drawn: Draw) -> None:
    """Take another weapon in hand, as one action (ours).

    Raises:
        RuleViolation: there is no such weapon, it is in hand, or takes more hands than are left.
    """
    state = play.at_opening(drawn.actor)
    key, weapon = in_hand(state, drawn.item)
    check_hands(play.tables, state, key, weapon)
    if key == state.wields:
        raise RuleViolation(f"The {key} {agreeing(key, 'is', 'are')} in hand already.", "Attack: /attack.")
    play.tell(Drew(actor=drawn.actor, weapon=key))
