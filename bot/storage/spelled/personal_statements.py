"""What ``bot.storage.personal_statements`` says, as databases read it; ``tests/storage/spelling.py`` writes it."""

# ruff: noqa: E501
# fmt: off

from __future__ import annotations

from bot.storage.spelled import Statement

SAVE_WISH = Statement(
    "INSERT INTO wishes (user_id, stand_in, at_ms, cleared) VALUES (:user_id, :stand_in, :at_ms, :cleared) ON CONFLICT (user_id) DO UPDATE SET stand_in = excluded.stand_in, at_ms = excluded.at_ms, cleared = excluded.cleared",
    "INSERT INTO wishes (user_id, stand_in, at_ms, cleared) VALUES (%(user_id)s::BIGINT, %(stand_in)s::BIGINT, %(at_ms)s::BIGINT, %(cleared)s::BIGINT) ON CONFLICT (user_id) DO UPDATE SET stand_in = excluded.stand_in, at_ms = excluded.at_ms, cleared = excluded.cleared",
)
WISH = Statement(
    "SELECT wishes.user_id, wishes.stand_in, wishes.at_ms, wishes.cleared FROM wishes WHERE wishes.user_id = :p_user_id",
    "SELECT wishes.user_id, wishes.stand_in, wishes.at_ms, wishes.cleared FROM wishes WHERE wishes.user_id = %(p_user_id)s::BIGINT",
    ('user_id', 'stand_in', 'at_ms', 'cleared'),
)
WISHES = Statement(
    "SELECT wishes.user_id, wishes.stand_in, wishes.at_ms, wishes.cleared FROM wishes ORDER BY wishes.at_ms",
    "SELECT wishes.user_id, wishes.stand_in, wishes.at_ms, wishes.cleared FROM wishes ORDER BY wishes.at_ms",
    ('user_id', 'stand_in', 'at_ms', 'cleared'),
)
DROP_WISH = Statement(
    "DELETE FROM wishes WHERE wishes.user_id = :p_user_id",
    "DELETE FROM wishes WHERE wishes.user_id = %(p_user_id)s::BIGINT",
)
OWN_PORTRAITS = Statement(
    "SELECT portraits.sheet_id, portraits.picture, portraits.url FROM portraits JOIN sheets ON sheets.id = portraits.sheet_id WHERE sheets.owner_id = :p_user_id ORDER BY portraits.sheet_id",
    "SELECT portraits.sheet_id, portraits.picture, portraits.url FROM portraits JOIN sheets ON sheets.id = portraits.sheet_id WHERE sheets.owner_id = %(p_user_id)s::BIGINT ORDER BY portraits.sheet_id",
    ('sheet_id', 'picture', 'url'),
)
OWN_ROLLS = Statement(
    "SELECT rolls.guild_id, rolls.owner_id, rolls.ruleset, rolls.label, rolls.faces FROM rolls WHERE rolls.owner_id = :p_user_id ORDER BY rolls.guild_id, rolls.owner_id, rolls.ruleset, rolls.label",
    "SELECT rolls.guild_id, rolls.owner_id, rolls.ruleset, rolls.label, rolls.faces FROM rolls WHERE rolls.owner_id = %(p_user_id)s::BIGINT ORDER BY rolls.guild_id, rolls.owner_id, rolls.ruleset, rolls.label",
    ('guild_id', 'owner_id', 'ruleset', 'label', 'faces'),
)
GM_OF = Statement(
    "SELECT scenes.guild_id, scenes.channel_id, gms.fight FROM gms JOIN scenes ON scenes.id = gms.scene_id WHERE gms.user_id = :p_user_id ORDER BY gms.scene_id, gms.fight",
    "SELECT scenes.guild_id, scenes.channel_id, gms.fight FROM gms JOIN scenes ON scenes.id = gms.scene_id WHERE gms.user_id = %(p_user_id)s::BIGINT ORDER BY gms.scene_id, gms.fight",
    ('guild_id', 'channel_id', 'fight'),
)
OWN_ORDERS = Statement(
    "SELECT orders.scene_id, orders.ordinal, orders.chapter, orders.fight, orders.user_id, orders.at_ms, orders.payload, orders.ruleset_version, orders.number, orders.gm_only, orders.rolled, orders.voids, orders.redo, orders.again, orders.kept, orders.draw, orders.course, orders.waits FROM orders WHERE orders.user_id = :p_user_id AND orders.scene_id > :p_after ORDER BY orders.scene_id, orders.ordinal",
    "SELECT orders.scene_id, orders.ordinal, orders.chapter, orders.fight, orders.user_id, orders.at_ms, orders.payload, orders.ruleset_version, orders.number, orders.gm_only, orders.rolled, orders.voids, orders.redo, orders.again, orders.kept, orders.draw, orders.course, orders.waits FROM orders WHERE orders.user_id = %(p_user_id)s::BIGINT AND orders.scene_id > %(p_after)s::BIGINT ORDER BY orders.scene_id, orders.ordinal",
    ('scene_id', 'ordinal', 'chapter', 'fight', 'user_id', 'at_ms', 'payload', 'ruleset_version', 'number', 'gm_only', 'rolled', 'voids', 'redo', 'again', 'kept', 'draw', 'course', 'waits'),
)
PLAYED_IN = Statement(
    "SELECT DISTINCT combatants.scene_id FROM combatants WHERE instr(combatants.state, :p_typed) > 0 = 1 OR instr(combatants.state, :p_packed) > 0 = 1",
    "SELECT DISTINCT combatants.scene_id FROM combatants WHERE position(%(p_typed)s in combatants.state) > 0 OR position(%(p_packed)s in combatants.state) > 0",
    ('scene_id',),
)
ASKS_IN = Statement(
    "SELECT scenes.id FROM scenes WHERE instr(scenes.state, :p_typed) > 0 = 1 OR instr(scenes.state, :p_packed) > 0 = 1",
    "SELECT scenes.id FROM scenes WHERE position(%(p_typed)s in scenes.state) > 0 OR position(%(p_packed)s in scenes.state) > 0",
    ('id',),
)
GUILDS_OF = Statement(
    "SELECT sheets.guild_id FROM sheets WHERE sheets.owner_id = :p_user_id OR instr(sheets.sheet, :p_typed) > 0 = 1 OR instr(sheets.name, :p_words) > 0 = 1 UNION SELECT sheets.guild_id FROM sheets JOIN portraits ON portraits.sheet_id = sheets.id WHERE instr(portraits.url, :p_words) > 0 = 1 UNION SELECT rolls.guild_id FROM rolls WHERE rolls.owner_id = :p_user_id UNION SELECT campaigns.guild_id FROM campaigns WHERE instr(campaigns.settings, :p_typed) > 0 = 1",
    "SELECT sheets.guild_id FROM sheets WHERE sheets.owner_id = %(p_user_id)s::BIGINT OR position(%(p_typed)s in sheets.sheet) > 0 OR position(%(p_words)s in sheets.name) > 0 UNION SELECT sheets.guild_id FROM sheets JOIN portraits ON portraits.sheet_id = sheets.id WHERE position(%(p_words)s in portraits.url) > 0 UNION SELECT rolls.guild_id FROM rolls WHERE rolls.owner_id = %(p_user_id)s::BIGINT UNION SELECT campaigns.guild_id FROM campaigns WHERE position(%(p_typed)s in campaigns.settings) > 0",
    ('guild_id',),
)
DROP_SHEETS = Statement(
    "DELETE FROM sheets WHERE sheets.guild_id = :p_guild_id AND sheets.owner_id = :p_user_id",
    "DELETE FROM sheets WHERE sheets.guild_id = %(p_guild_id)s::BIGINT AND sheets.owner_id = %(p_user_id)s::BIGINT",
)
DROP_PORTRAITS = Statement(
    "DELETE FROM portraits WHERE instr(portraits.url, :p_words) > 0 = 1 AND portraits.sheet_id IN (SELECT sheets.id FROM sheets WHERE sheets.guild_id = :p_guild_id)",
    "DELETE FROM portraits WHERE position(%(p_words)s in portraits.url) > 0 AND portraits.sheet_id IN (SELECT sheets.id FROM sheets WHERE sheets.guild_id = %(p_guild_id)s::BIGINT)",
)
DROP_ROLLS = Statement(
    "DELETE FROM rolls WHERE rolls.guild_id = :p_guild_id AND rolls.owner_id = :p_user_id",
    "DELETE FROM rolls WHERE rolls.guild_id = %(p_guild_id)s::BIGINT AND rolls.owner_id = %(p_user_id)s::BIGINT",
)
SCENES_OF = Statement(
    "SELECT scenes.guild_id, scenes.id FROM scenes WHERE EXISTS (SELECT * FROM orders WHERE orders.scene_id = scenes.id AND orders.at_ms <= :p_until_ms AND (orders.user_id = :p_user_id OR instr(orders.payload, :p_typed) > 0 = 1)) ORDER BY scenes.id",
    "SELECT scenes.guild_id, scenes.id FROM scenes WHERE EXISTS (SELECT * FROM orders WHERE orders.scene_id = scenes.id AND orders.at_ms <= %(p_until_ms)s::BIGINT AND (orders.user_id = %(p_user_id)s::BIGINT OR position(%(p_typed)s in orders.payload) > 0)) ORDER BY scenes.id",
    ('guild_id', 'id'),
)
NAMING = Statement(
    "SELECT orders.ordinal FROM orders WHERE orders.scene_id = :p_scene_id AND instr(orders.payload, :p_typed) > 0 = 1 ORDER BY orders.ordinal",
    "SELECT orders.ordinal FROM orders WHERE orders.scene_id = %(p_scene_id)s::BIGINT AND position(%(p_typed)s in orders.payload) > 0 ORDER BY orders.ordinal",
    ('ordinal',),
)
EVENTS_NAMING = Statement(
    "SELECT events.seq, events.ordinal, events.type, events.payload FROM events WHERE events.scene_id = :p_scene_id AND (instr(events.payload, :p_typed) > 0 = 1 OR events.type = 'core.asked') ORDER BY events.seq",
    "SELECT events.seq, events.ordinal, events.type, events.payload FROM events WHERE events.scene_id = %(p_scene_id)s::BIGINT AND (position(%(p_typed)s in events.payload) > 0 OR events.type = 'core.asked') ORDER BY events.seq",
    ('seq', 'ordinal', 'type', 'payload'),
)
ORDERS_NAMING = Statement(
    "SELECT orders.ordinal, orders.payload FROM orders WHERE orders.scene_id = :p_scene_id AND instr(orders.payload, :p_typed) > 0 = 1",
    "SELECT orders.ordinal, orders.payload FROM orders WHERE orders.scene_id = %(p_scene_id)s::BIGINT AND position(%(p_typed)s in orders.payload) > 0",
    ('ordinal', 'payload'),
)
CHAPTERS_NAMING = Statement(
    "SELECT chapters.number, chapters.checkpoint FROM chapters WHERE chapters.scene_id = :p_scene_id AND (instr(chapters.checkpoint, :p_typed) > 0 = 1 OR instr(chapters.checkpoint, :p_packed) > 0 = 1)",
    "SELECT chapters.number, chapters.checkpoint FROM chapters WHERE chapters.scene_id = %(p_scene_id)s::BIGINT AND (position(%(p_typed)s in chapters.checkpoint) > 0 OR position(%(p_packed)s in chapters.checkpoint) > 0)",
    ('number', 'checkpoint'),
)
COMBATANTS_NAMING = Statement(
    "SELECT combatants.actor, combatants.state FROM combatants WHERE combatants.scene_id = :p_scene_id AND (instr(combatants.state, :p_typed) > 0 = 1 OR instr(combatants.state, :p_packed) > 0 = 1 OR instr(combatants.actor, :p_words) > 0 = 1)",
    "SELECT combatants.actor, combatants.state FROM combatants WHERE combatants.scene_id = %(p_scene_id)s::BIGINT AND (position(%(p_typed)s in combatants.state) > 0 OR position(%(p_packed)s in combatants.state) > 0 OR position(%(p_words)s in combatants.actor) > 0)",
    ('actor', 'state'),
)
CAMPAIGNS_NAMING = Statement(
    "SELECT campaigns.channel_id, campaigns.settings FROM campaigns WHERE campaigns.guild_id = :p_guild_id AND instr(campaigns.settings, :p_typed) > 0 = 1",
    "SELECT campaigns.channel_id, campaigns.settings FROM campaigns WHERE campaigns.guild_id = %(p_guild_id)s::BIGINT AND position(%(p_typed)s in campaigns.settings) > 0",
    ('channel_id', 'settings'),
)
SHEETS_NAMING = Statement(
    "SELECT sheets.id, sheets.name, sheets.sheet FROM sheets WHERE sheets.guild_id = :p_guild_id AND (instr(sheets.sheet, :p_typed) > 0 = 1 OR instr(sheets.name, :p_words) > 0 = 1)",
    "SELECT sheets.id, sheets.name, sheets.sheet FROM sheets WHERE sheets.guild_id = %(p_guild_id)s::BIGINT AND (position(%(p_typed)s in sheets.sheet) > 0 OR position(%(p_words)s in sheets.name) > 0)",
    ('id', 'name', 'sheet'),
)
ANSWERS_NAMING = Statement(
    "SELECT interactions.id, interactions.answer FROM interactions WHERE instr(interactions.answer, :p_typed) > 0 = 1 OR instr(interactions.answer, :p_packed) > 0 = 1",
    "SELECT interactions.id, interactions.answer FROM interactions WHERE position(%(p_typed)s in interactions.answer) > 0 OR position(%(p_packed)s in interactions.answer) > 0",
    ('id', 'answer'),
)
REWRITE_EVENT = Statement(
    "UPDATE events SET payload=:payload WHERE events.scene_id = :p_scene_id AND events.seq = :p_seq",
    "UPDATE events SET payload=%(payload)s WHERE events.scene_id = %(p_scene_id)s::BIGINT AND events.seq = %(p_seq)s::BIGINT",
)
REWRITE_ORDER = Statement(
    "UPDATE orders SET payload=:payload WHERE orders.scene_id = :p_scene_id AND orders.ordinal = :p_ordinal",
    "UPDATE orders SET payload=%(payload)s WHERE orders.scene_id = %(p_scene_id)s::BIGINT AND orders.ordinal = %(p_ordinal)s::BIGINT",
)
REASSIGN_ORDERS = Statement(
    "UPDATE orders SET user_id=:stand_in WHERE orders.scene_id = :p_scene_id AND orders.user_id = :p_user_id",
    "UPDATE orders SET user_id=%(stand_in)s::BIGINT WHERE orders.scene_id = %(p_scene_id)s::BIGINT AND orders.user_id = %(p_user_id)s::BIGINT",
)
REWRITE_CHECKPOINT = Statement(
    "UPDATE chapters SET checkpoint=:checkpoint WHERE chapters.scene_id = :p_scene_id AND chapters.number = :p_number",
    "UPDATE chapters SET checkpoint=%(checkpoint)s WHERE chapters.scene_id = %(p_scene_id)s::BIGINT AND chapters.number = %(p_number)s::BIGINT",
)
REWRITE_COMBATANT = Statement(
    "UPDATE combatants SET actor=:actor, state=:state WHERE combatants.scene_id = :p_scene_id AND combatants.actor = :p_actor",
    "UPDATE combatants SET actor=%(actor)s::VARCHAR, state=%(state)s WHERE combatants.scene_id = %(p_scene_id)s::BIGINT AND combatants.actor = %(p_actor)s::VARCHAR",
)
REWRITE_SCENE = Statement(
    "UPDATE scenes SET seq=(scenes.seq + 1), state=:state WHERE scenes.id = :p_id",
    "UPDATE scenes SET seq=(scenes.seq + 1), state=%(state)s WHERE scenes.id = %(p_id)s::BIGINT",
)
REWRITE_ANSWER = Statement(
    "UPDATE interactions SET answer=:answer WHERE interactions.id = :p_id",
    "UPDATE interactions SET answer=%(answer)s WHERE interactions.id = %(p_id)s::BIGINT",
)
REWRITE_CAMPAIGN = Statement(
    "UPDATE campaigns SET settings=:settings WHERE campaigns.guild_id = :p_guild_id AND campaigns.channel_id = :p_channel_id",
    "UPDATE campaigns SET settings=%(settings)s WHERE campaigns.guild_id = %(p_guild_id)s::BIGINT AND campaigns.channel_id = %(p_channel_id)s::BIGINT",
)
REWRITE_SHEET = Statement(
    "UPDATE sheets SET name=:name, name_key=:name_key, sheet=:sheet WHERE sheets.id = :p_id",
    "UPDATE sheets SET name=%(name)s::VARCHAR, name_key=%(name_key)s::VARCHAR, sheet=%(sheet)s WHERE sheets.id = %(p_id)s::BIGINT",
)
DROP_GM = Statement(
    "DELETE FROM gms WHERE gms.scene_id = :p_scene_id AND gms.user_id = :p_user_id",
    "DELETE FROM gms WHERE gms.scene_id = %(p_scene_id)s::BIGINT AND gms.user_id = %(p_user_id)s::BIGINT",
)
FREE_PROMISES = Statement(
    "UPDATE outbox SET argument=0 WHERE outbox.scene_id = :p_scene_id AND outbox.argument = :p_user_id AND (outbox.kind = 'invite' OR outbox.kind = 'expel') AND NOT (outbox.kind = 'expel' AND outbox.posted = 0)",
    "UPDATE outbox SET argument=0 WHERE outbox.scene_id = %(p_scene_id)s::BIGINT AND outbox.argument = %(p_user_id)s::BIGINT AND (outbox.kind = 'invite' OR outbox.kind = 'expel') AND NOT (outbox.kind = 'expel' AND outbox.posted = 0)",
)
FREE_KEPT_PROMISES = Statement(
    "UPDATE outbox SET argument=0 WHERE outbox.argument = :p_user_id AND (outbox.kind = 'invite' OR outbox.kind = 'expel') AND outbox.kind = 'expel' AND outbox.posted = 1",
    "UPDATE outbox SET argument=0 WHERE outbox.argument = %(p_user_id)s::BIGINT AND (outbox.kind = 'invite' OR outbox.kind = 'expel') AND outbox.kind = 'expel' AND outbox.posted = 1",
)
STILL_TO_GO = Statement(
    "SELECT outbox.id FROM outbox WHERE outbox.argument = :p_user_id AND (outbox.kind = 'invite' OR outbox.kind = 'expel') AND outbox.kind = 'expel' AND outbox.posted = 0",
    "SELECT outbox.id FROM outbox WHERE outbox.argument = %(p_user_id)s::BIGINT AND (outbox.kind = 'invite' OR outbox.kind = 'expel') AND outbox.kind = 'expel' AND outbox.posted = 0",
    ('id',),
)
SEAL = Statement(
    "INSERT INTO seals (scene_id, ordinal, seal) VALUES (:scene_id, :ordinal, :seal) ON CONFLICT (scene_id, ordinal) DO UPDATE SET seal = excluded.seal",
    "INSERT INTO seals (scene_id, ordinal, seal) VALUES (%(scene_id)s::BIGINT, %(ordinal)s::BIGINT, %(seal)s::VARCHAR) ON CONFLICT (scene_id, ordinal) DO UPDATE SET seal = excluded.seal",
)
SEALS = Statement(
    "SELECT seals.ordinal, seals.seal FROM seals WHERE seals.scene_id = :p_scene_id",
    "SELECT seals.ordinal, seals.seal FROM seals WHERE seals.scene_id = %(p_scene_id)s::BIGINT",
    ('ordinal', 'seal'),
)
ORDER_KEPT = Statement(
    "SELECT orders.payload FROM orders WHERE orders.scene_id = :p_scene_id AND orders.ordinal = :p_ordinal",
    "SELECT orders.payload FROM orders WHERE orders.scene_id = %(p_scene_id)s::BIGINT AND orders.ordinal = %(p_ordinal)s::BIGINT",
    ('payload',),
)
EVENTS_KEPT = Statement(
    "SELECT events.type, events.version, events.payload FROM events WHERE events.scene_id = :p_scene_id AND events.ordinal = :p_ordinal ORDER BY events.seq",
    "SELECT events.type, events.version, events.payload FROM events WHERE events.scene_id = %(p_scene_id)s::BIGINT AND events.ordinal = %(p_ordinal)s::BIGINT ORDER BY events.seq",
    ('type', 'version', 'payload'),
)
GUILDS = Statement(
    "SELECT scenes.guild_id FROM scenes UNION SELECT sheets.guild_id FROM sheets UNION SELECT campaigns.guild_id FROM campaigns UNION SELECT rolls.guild_id FROM rolls UNION SELECT maps.guild_id FROM maps UNION SELECT map_pictures.guild_id FROM map_pictures",
    "SELECT scenes.guild_id FROM scenes UNION SELECT sheets.guild_id FROM sheets UNION SELECT campaigns.guild_id FROM campaigns UNION SELECT rolls.guild_id FROM rolls UNION SELECT maps.guild_id FROM maps UNION SELECT map_pictures.guild_id FROM map_pictures",
    ('guild_id',),
)
SCENES_IN = Statement(
    "SELECT scenes.id, scenes.guild_id, scenes.channel_id, scenes.ruleset, scenes.ruleset_version, scenes.chapter, scenes.head, scenes.seq, scenes.numbered, scenes.gm_numbered FROM scenes WHERE scenes.guild_id = :p_guild_id ORDER BY scenes.id",
    "SELECT scenes.id, scenes.guild_id, scenes.channel_id, scenes.ruleset, scenes.ruleset_version, scenes.chapter, scenes.head, scenes.seq, scenes.numbered, scenes.gm_numbered FROM scenes WHERE scenes.guild_id = %(p_guild_id)s::BIGINT ORDER BY scenes.id",
    ('id', 'guild_id', 'channel_id', 'ruleset', 'ruleset_version', 'chapter', 'head', 'seq', 'numbered', 'gm_numbered'),
)
DEPART = Statement(
    "INSERT INTO departures (guild_id, at_ms) VALUES (:guild_id, :at_ms) ON CONFLICT DO NOTHING",
    "INSERT INTO departures (guild_id, at_ms) VALUES (%(guild_id)s::BIGINT, %(at_ms)s::BIGINT) ON CONFLICT DO NOTHING",
)
COME_BACK = Statement(
    "DELETE FROM departures WHERE departures.guild_id = :p_guild_id RETURNING guild_id",
    "DELETE FROM departures WHERE departures.guild_id = %(p_guild_id)s::BIGINT RETURNING departures.guild_id",
)
DEPARTED = Statement(
    "SELECT departures.guild_id, departures.at_ms FROM departures ORDER BY departures.guild_id",
    "SELECT departures.guild_id, departures.at_ms FROM departures ORDER BY departures.guild_id",
    ('guild_id', 'at_ms'),
)
FORGET_SCENE = (
    Statement(
        "DELETE FROM letter_parts WHERE letter_parts.letter_id IN (SELECT letters.id FROM letters WHERE letters.scene_id = :p_scene_id)",
        "DELETE FROM letter_parts WHERE letter_parts.letter_id IN (SELECT letters.id FROM letters WHERE letters.scene_id = %(p_scene_id)s::BIGINT)",
    ),
    Statement(
        "DELETE FROM letters WHERE letters.scene_id = :p_scene_id",
        "DELETE FROM letters WHERE letters.scene_id = %(p_scene_id)s::BIGINT",
    ),
    Statement(
        "DELETE FROM outbox WHERE outbox.scene_id = :p_scene_id",
        "DELETE FROM outbox WHERE outbox.scene_id = %(p_scene_id)s::BIGINT",
    ),
    Statement(
        "DELETE FROM seals WHERE seals.scene_id = :p_scene_id",
        "DELETE FROM seals WHERE seals.scene_id = %(p_scene_id)s::BIGINT",
    ),
    Statement(
        "DELETE FROM events WHERE events.scene_id = :p_scene_id",
        "DELETE FROM events WHERE events.scene_id = %(p_scene_id)s::BIGINT",
    ),
    Statement(
        "DELETE FROM orders WHERE orders.scene_id = :p_scene_id",
        "DELETE FROM orders WHERE orders.scene_id = %(p_scene_id)s::BIGINT",
    ),
    Statement(
        "DELETE FROM chapters WHERE chapters.scene_id = :p_scene_id",
        "DELETE FROM chapters WHERE chapters.scene_id = %(p_scene_id)s::BIGINT",
    ),
    Statement(
        "DELETE FROM combatants WHERE combatants.scene_id = :p_scene_id",
        "DELETE FROM combatants WHERE combatants.scene_id = %(p_scene_id)s::BIGINT",
    ),
    Statement(
        "DELETE FROM gms WHERE gms.scene_id = :p_scene_id",
        "DELETE FROM gms WHERE gms.scene_id = %(p_scene_id)s::BIGINT",
    ),
    Statement(
        "DELETE FROM logs WHERE logs.scene_id = :p_scene_id",
        "DELETE FROM logs WHERE logs.scene_id = %(p_scene_id)s::BIGINT",
    ),
    Statement(
        "DELETE FROM trackers WHERE trackers.scene_id = :p_scene_id",
        "DELETE FROM trackers WHERE trackers.scene_id = %(p_scene_id)s::BIGINT",
    ),
    Statement(
        "DELETE FROM scenes WHERE scenes.id = :p_scene_id",
        "DELETE FROM scenes WHERE scenes.id = %(p_scene_id)s::BIGINT",
    ),
)
FORGET_GUILD = (
    Statement(
        "DELETE FROM sheets WHERE sheets.guild_id = :p_guild_id",
        "DELETE FROM sheets WHERE sheets.guild_id = %(p_guild_id)s::BIGINT",
    ),
    Statement(
        "DELETE FROM rolls WHERE rolls.guild_id = :p_guild_id",
        "DELETE FROM rolls WHERE rolls.guild_id = %(p_guild_id)s::BIGINT",
    ),
    Statement(
        "DELETE FROM campaigns WHERE campaigns.guild_id = :p_guild_id",
        "DELETE FROM campaigns WHERE campaigns.guild_id = %(p_guild_id)s::BIGINT",
    ),
    Statement(
        "DELETE FROM maps WHERE maps.guild_id = :p_guild_id",
        "DELETE FROM maps WHERE maps.guild_id = %(p_guild_id)s::BIGINT",
    ),
    Statement(
        "DELETE FROM map_pictures WHERE map_pictures.guild_id = :p_guild_id",
        "DELETE FROM map_pictures WHERE map_pictures.guild_id = %(p_guild_id)s::BIGINT",
    ),
    Statement(
        "DELETE FROM departures WHERE departures.guild_id = :p_guild_id",
        "DELETE FROM departures WHERE departures.guild_id = %(p_guild_id)s::BIGINT",
    ),
)
