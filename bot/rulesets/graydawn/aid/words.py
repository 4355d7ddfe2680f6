"""The words for what makes a body better."""

from __future__ import annotations

from bot.core.features import Lines, Words
from bot.core.narration import Parts, actor_of, secretly, target_of
from bot.core.views import Viewer, knows
from bot.core.wording import bad, counted, good, line
from bot.rulesets.graydawn.aid.events import Healed, Treated
from bot.rulesets.graydawn.checks.wording import against

words = Words()


@words(Treated)
def _stabilized(event: Treated, viewer: Viewer) -> Lines:
    if not knows(event, event.target, viewer):
        return (line(actor_of(event, viewer), " treats ", target_of(event, viewer), "."),)
    result = good("stable") if event.done else bad("no better")
    told = line(actor_of(event, viewer), " treats ", target_of(event, viewer), ": ", result, ".")
    rolled = against(event, event.actor, event.check, event.number, viewer)
    return (told, line("Check ", *rolled, ".", depth=1))


@words(Healed)
@secretly()
def _healed(event: Healed) -> Parts:
    healed = (
        *((f"{event.boxes} off the wound track",) if event.boxes else ()),
        *((f"{event.stun} off the stun",) if event.stun else ()),
        *(("limbs mended",) if event.limbs else ()),
    )
    hours = f"; {counted(event.rested, 'hour')} of rest toward the next day" if event.rested else ""
    if not healed:
        return (f" rests, and nothing heals by it{hours}.",)
    return (good(" is better"), f": {', '.join(healed)}{hours}.")
