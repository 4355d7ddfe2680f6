"""What a unit reads and writes of one person, and of a whole server, wherever it is kept."""

from __future__ import annotations

import msgspec

from bot.service.requests import Portrait
from bot.service.rows import Departure, OrderRow, RollRow, SceneRow, Threshold, Wish
from bot.storage.rows import Params, Speaker, order_row, with_flags
from bot.storage.spelled import personal_statements as sql
from bot.storage.spelled.statements import SCENE_STATE
from bot.storage.stand_ins import ASKED, StandIn, packed_id, typed_id

_faces = msgspec.json.Decoder(tuple[int, ...])
_asdict = msgspec.structs.asdict


class PeopleUnit(Speaker):
    """The part of a unit that ``personal_port.PersonalUnit`` asks for."""

    # --- wishes

    def wish(self, user_id: int) -> Wish | None:
        """See personal_port.PersonalUnit."""
        found = self._first(sql.WISH, user_id=user_id)
        return Wish(**with_flags(found, "cleared")) if found else None

    def wishes(self) -> list[Wish]:
        """See personal_port.PersonalUnit."""
        return [Wish(**with_flags(row, "cleared")) for row in self._all(sql.WISHES)]

    def save_wish(self, wish: Wish) -> None:
        """See personal_port.PersonalUnit."""
        self._run(sql.SAVE_WISH, {**_asdict(wish), "cleared": int(wish.cleared)})

    def drop_wish(self, user_id: int) -> None:
        """See personal_port.PersonalUnit."""
        self._run(sql.DROP_WISH, {"p_user_id": user_id})

    # --- what is kept of somebody

    def own_portraits(self, user_id: int) -> dict[int, Portrait]:
        """See personal_port.PersonalUnit."""
        found = self._all(sql.OWN_PORTRAITS, user_id=user_id)
        return {row["sheet_id"]: Portrait(picture=row["picture"], url=row["url"]) for row in found}

    def own_rolls(self, user_id: int) -> list[RollRow]:
        """See personal_port.PersonalUnit."""
        found = self._all(sql.OWN_ROLLS, user_id=user_id)
        return [RollRow(**{**row, "faces": _faces.decode(row["faces"])}) for row in found]

    def gm_of(self, user_id: int) -> list[Threshold]:
        """See personal_port.PersonalUnit."""
        return [Threshold(**row) for row in self._all(sql.GM_OF, user_id=user_id)]

    def own_orders(self, user_id: int, after: int = 0) -> list[OrderRow]:
        """See personal_port.PersonalUnit."""
        return [order_row(row) for row in self._all(sql.OWN_ORDERS, user_id=user_id, after=after)]

    def played_in(self, user_id: int) -> list[int]:
        """See personal_port.PersonalUnit."""
        return [row["scene_id"] for row in self._all(sql.PLAYED_IN, **_spelled(user_id))]

    def asks_in(self, user_id: int) -> list[int]:
        """See personal_port.PersonalUnit."""
        return [row["id"] for row in self._all(sql.ASKS_IN, **_spelled(user_id))]

    def guilds_of(self, user_id: int) -> list[int]:
        """See personal_port.PersonalUnit."""
        found = self._all(sql.GUILDS_OF, user_id=user_id, typed=typed_id(user_id), words=str(user_id))
        return [row["guild_id"] for row in found]

    def scenes_of(self, user_id: int, until_ms: int) -> list[tuple[int, int]]:
        """See personal_port.PersonalUnit."""
        found = self._all(sql.SCENES_OF, user_id=user_id, typed=typed_id(user_id), until_ms=until_ms)
        return [(row["guild_id"], row["id"]) for row in found]

    def drop_own(self, guild_id: int, user_id: int) -> None:
        """See personal_port.PersonalUnit."""
        for statement in (sql.DROP_SHEETS, sql.DROP_ROLLS):
            self._run(statement, {"p_guild_id": guild_id, "p_user_id": user_id})

    def still_to_go(self, user_id: int) -> bool:
        """See personal_port.PersonalUnit."""
        return bool(self._all(sql.STILL_TO_GO, user_id=user_id))

    # --- what stands in for somebody

    def naming(self, scene_id: int, user_id: int) -> list[int]:
        """See personal_port.PersonalUnit."""
        stand_in, typed = StandIn(user_id, 0), typed_id(user_id)
        found = {row["ordinal"] for row in self._all(sql.NAMING, scene_id=scene_id, typed=typed)}
        for row in self._all(sql.EVENTS_NAMING, scene_id=scene_id, typed=typed):
            if row["type"] == ASKED and stand_in.event(ASKED, row["payload"]) != row["payload"]:
                found.add(row["ordinal"])
        return sorted(found)

    def substitute(self, scene_id: int, user_id: int, stand_in: int) -> None:
        """See personal_port.PersonalUnit."""
        other, scene = StandIn(user_id, stand_in), {"p_scene_id": scene_id}
        user = {**scene, "p_user_id": user_id}
        self._each(sql.REWRITE_EVENT, self._events_with(scene_id, other))
        orders = self._all(sql.ORDERS_NAMING, scene_id=scene_id, typed=typed_id(user_id))
        rewritten = [{**scene, "p_ordinal": row["ordinal"], "payload": other.json(row["payload"])} for row in orders]
        self._each(sql.REWRITE_ORDER, rewritten)
        self._run(sql.REASSIGN_ORDERS, {**user, "stand_in": stand_in})
        self._substitute_in_states(scene_id, other)
        self._run(sql.DROP_GM, user)
        self._run(sql.FREE_PROMISES, user)

    def _events_with(self, scene_id: int, other: StandIn) -> list[Params]:
        found = self._all(sql.EVENTS_NAMING, scene_id=scene_id, typed=typed_id(other.user_id))
        rewritten = [(row, other.event(row["type"], row["payload"])) for row in found]
        return [
            {"p_scene_id": scene_id, "p_seq": row["seq"], "payload": payload}
            for row, payload in rewritten
            if payload != row["payload"]
        ]

    def _substitute_in_states(self, scene_id: int, other: StandIn) -> None:
        scene, spelled = {"p_scene_id": scene_id}, _spelled(other.user_id)
        chapters = self._all(sql.CHAPTERS_NAMING, scene_id=scene_id, **spelled)
        rewritten = [
            {**scene, "p_number": row["number"], "checkpoint": other.packed(row["checkpoint"])} for row in chapters
        ]
        self._each(sql.REWRITE_CHECKPOINT, rewritten)
        people = self._all(sql.COMBATANTS_NAMING, scene_id=scene_id, words=str(other.user_id), **spelled)
        moved = [
            {
                **scene,
                "p_actor": row["actor"],
                "actor": other.text(row["actor"]),
                "state": other.packed(row["state"]),
            }
            for row in people
        ]
        self._each(sql.REWRITE_COMBATANT, moved)
        state = self._one(SCENE_STATE, id=scene_id)["state"]
        self._run(sql.REWRITE_SCENE, {"p_id": scene_id, "state": other.packed(state)})

    def substitute_in_guild(self, guild_id: int, user_id: int, stand_in: int) -> None:
        """See personal_port.PersonalUnit."""
        other, typed = StandIn(user_id, stand_in), typed_id(user_id)
        campaigns = self._all(sql.CAMPAIGNS_NAMING, guild_id=guild_id, typed=typed)
        rewritten = [
            {"p_guild_id": guild_id, "p_channel_id": row["channel_id"], "settings": other.json(row["settings"])}
            for row in campaigns
        ]
        self._each(sql.REWRITE_CAMPAIGN, rewritten)
        for row in self._all(sql.SHEETS_NAMING, guild_id=guild_id, typed=typed, words=str(user_id)):
            name = other.text(row["name"])
            words = {"name": name, "name_key": name.casefold(), "sheet": other.json(row["sheet"])}
            self._run(sql.REWRITE_SHEET, {"p_id": row["id"], **words})
        self._run(sql.DROP_PORTRAITS, {"p_guild_id": guild_id, "p_words": str(user_id)})

    def substitute_in_answers(self, user_id: int, stand_in: int) -> None:
        """See personal_port.PersonalUnit."""
        other = StandIn(user_id, stand_in)
        for row in self._all(sql.ANSWERS_NAMING, **_spelled(user_id)):
            self._run(sql.REWRITE_ANSWER, {"p_id": row["id"], "answer": other.packed(row["answer"])})
        self._run(sql.FREE_KEPT_PROMISES, {"p_user_id": user_id})

    def as_kept(self, scene_id: int, ordinal: int) -> bytes:
        """See personal_port.PersonalUnit."""
        order = self._one(sql.ORDER_KEPT, scene_id=scene_id, ordinal=ordinal)
        events = [tuple(row.values()) for row in self._all(sql.EVENTS_KEPT, scene_id=scene_id, ordinal=ordinal)]
        return msgspec.msgpack.encode((order["payload"], events))

    def seal(self, scene_id: int, ordinal: int, seal: str) -> None:
        """See personal_port.PersonalUnit."""
        self._run(sql.SEAL, {"scene_id": scene_id, "ordinal": ordinal, "seal": seal})

    def seals(self, scene_id: int) -> dict[int, str]:
        """See personal_port.PersonalUnit."""
        return {row["ordinal"]: row["seal"] for row in self._all(sql.SEALS, scene_id=scene_id)}

    # --- servers

    def guilds(self) -> list[int]:
        """See personal_port.PersonalUnit."""
        return [row["guild_id"] for row in self._all(sql.GUILDS)]

    def scenes_in(self, guild_id: int) -> list[SceneRow]:
        """See personal_port.PersonalUnit."""
        return [SceneRow(**row) for row in self._all(sql.SCENES_IN, guild_id=guild_id)]

    def depart(self, guild_id: int, at_ms: int) -> None:
        """See personal_port.PersonalUnit."""
        self._run(sql.DEPART, {"guild_id": guild_id, "at_ms": at_ms})

    def come_back(self, guild_id: int) -> bool:
        """See personal_port.PersonalUnit."""
        return bool(self._returned(sql.COME_BACK, {"p_guild_id": guild_id}))

    def departed(self) -> list[Departure]:
        """See personal_port.PersonalUnit."""
        return [Departure(**row) for row in self._all(sql.DEPARTED)]

    def forget_scene(self, scene_id: int) -> None:
        """See personal_port.PersonalUnit."""
        for statement in sql.FORGET_SCENE:
            self._run(statement, {"p_scene_id": scene_id})

    def forget_guild(self, guild_id: int) -> None:
        """See personal_port.PersonalUnit."""
        for statement in sql.FORGET_GUILD:
            self._run(statement, {"p_guild_id": guild_id})


def _spelled(user_id: int) -> dict[str, bytes]:
    """Return a user's id as it stands in what is packed."""
    return {"typed": typed_id(user_id), "packed": packed_id(user_id)}
