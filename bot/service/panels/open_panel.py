"""A panel while it is made: whose it is, of which action, and what is chosen so far."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.core.ground.moving import InTheWay
from bot.core.options import MOVE, TAKE_COVER, ActionSpec, Choice, Input, Kind
from bot.service.case import Case, PlayedScene
from bot.service.panels.choices import offered
from bot.service.panels.prospects import Prospect, Prospects
from bot.service.rows import AnyScene


class OpenPanel(msgspec.Struct, frozen=True):
    """What is about to be done by ``actor``, as the asker sees the scene; ``chosen`` holds words as one types them.

    What happens to the scene itself is ``by_nobody`` where nobody was said; what is near is still near to ``actor``.
    """

    case: Case
    played: PlayedScene
    seen: AnyScene
    spec: ActionSpec
    actor: str
    prospects: Prospects
    chosen: Mapping[str, str]
    by_nobody: bool = False

    @property
    def crosses_ground(self) -> bool:
        """Tell whether the action is to go somewhere on a ground."""
        return self.spec.name == MOVE and self.seen.ground is not None

    @property
    def goes_nowhere(self) -> bool:
        """Tell whether it is to go somewhere on a ground, and no place and nobody is chosen yet."""
        whither = (item.key for item in self.spec.inputs if item.kind in (Kind.PLACE, Kind.COMBATANT))
        return self.crosses_ground and not any(map(self.chosen.get, whither))

    @property
    def goes_to_a_place(self) -> bool:
        """Tell whether somebody goes to a place of a ground that is chosen."""
        whither = (item.key for item in self.spec.inputs if item.kind is Kind.PLACE and not item.lists)
        goes = self.spec.name in (MOVE, TAKE_COVER) and self.seen.ground is not None
        return goes and any(map(self.chosen.get, whither))

    @property
    def by_way(self) -> str:
        """Return what the input is called that says by way of where one goes; empty where the action has none."""
        return next((item.key for item in self.spec.inputs if item.kind is Kind.PLACE and item.lists), "")

    def offered(self, item: Input) -> list[Choice]:
        """Return what an input may hold."""
        return offered(self.case, self.played, self.seen, self.spec, item, self.actor, self.chosen)

    def supposing(self, key: str, value: str) -> Prospect:
        """Return what the action would come to if that were chosen too; without a value, if it were as usual."""
        rest = {each: held for each, held in self.chosen.items() if each != key}
        chosen = {**rest, key: value} if value else rest
        return self.prospects.of(chosen if key == self.by_way else self.gone_round(chosen))

    def gone_round(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return what is chosen with the way round what is in the way, where there is one and no other is chosen."""
        refusal = self.prospects.of(chosen).refusal if self.by_way and self.by_way not in chosen else None
        via = refusal.via if isinstance(refusal, InTheWay) else ""
        return {**chosen, self.by_way: via} if via else {**chosen}
