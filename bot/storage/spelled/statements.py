"""What ``bot.storage.statements`` says, as databases read it; ``tests/storage/spelling.py`` writes it."""

# ruff: noqa: E501
# fmt: off

from __future__ import annotations

from bot.service.outbox import Stream
from bot.storage.spelled import Statement

CLAIM = Statement(
    "INSERT INTO interactions (id, at_ms) VALUES (:id, :at_ms) ON CONFLICT DO NOTHING RETURNING (SELECT campaigns.settings FROM campaigns WHERE guild_id = :p_guild_id AND channel_id = 0) AS server, (SELECT campaigns.settings FROM campaigns WHERE guild_id = :p_guild_id AND channel_id = :p_channel_id) AS channel",
    "INSERT INTO interactions (id, at_ms) VALUES (%(id)s::BIGINT, %(at_ms)s::BIGINT) ON CONFLICT DO NOTHING RETURNING (SELECT campaigns.settings FROM campaigns WHERE campaigns.guild_id = %(p_guild_id)s::BIGINT AND campaigns.channel_id = 0) AS server, (SELECT campaigns.settings FROM campaigns WHERE campaigns.guild_id = %(p_guild_id)s::BIGINT AND campaigns.channel_id = %(p_channel_id)s::BIGINT) AS channel",
)
FIRST_ANSWER = Statement(
    "SELECT interactions.answer FROM interactions WHERE interactions.id = :p_id",
    "SELECT interactions.answer FROM interactions WHERE interactions.id = %(p_id)s::BIGINT",
    ('answer',),
)
CLAIM_WITH_ANSWER = Statement(
    "INSERT INTO interactions (id, at_ms, answer) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms, answer = excluded.answer",
    "INSERT INTO interactions (id, at_ms, answer) VALUES (%s::BIGINT, %s::BIGINT, %s) ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms, answer = excluded.answer",
)
ANSWER = Statement(
    "UPDATE interactions SET answer=:answer WHERE interactions.id = :p_id",
    "UPDATE interactions SET answer=%(answer)s WHERE interactions.id = %(p_id)s::BIGINT",
)
FORGET = Statement(
    "DELETE FROM interactions WHERE interactions.id IN (SELECT interactions.id FROM interactions ORDER BY interactions.id LIMIT :p_most OFFSET 0) AND interactions.at_ms < :p_before_ms RETURNING id",
    "DELETE FROM interactions WHERE interactions.id IN (SELECT interactions.id FROM interactions ORDER BY interactions.id LIMIT %(p_most)s OFFSET 0) AND interactions.at_ms < %(p_before_ms)s::BIGINT RETURNING interactions.id",
)
MAPS = Statement(
    "SELECT maps.layout FROM maps WHERE maps.guild_id = :p_guild_id ORDER BY maps.name_key",
    "SELECT maps.layout FROM maps WHERE maps.guild_id = %(p_guild_id)s::BIGINT ORDER BY maps.name_key COLLATE \"C\"",
    ('layout',),
)
SAVE_MAP = Statement(
    "INSERT INTO maps (guild_id, name_key, layout) VALUES (:guild_id, :name_key, :layout) ON CONFLICT (guild_id, name_key) DO UPDATE SET layout = excluded.layout",
    "INSERT INTO maps (guild_id, name_key, layout) VALUES (%(guild_id)s::BIGINT, %(name_key)s::VARCHAR, %(layout)s) ON CONFLICT (guild_id, name_key) DO UPDATE SET layout = excluded.layout",
)
DELETE_MAP = Statement(
    "DELETE FROM maps WHERE maps.guild_id = :p_guild_id AND maps.name_key = :p_name_key",
    "DELETE FROM maps WHERE maps.guild_id = %(p_guild_id)s::BIGINT AND maps.name_key = %(p_name_key)s::VARCHAR",
)
MAP_PICTURE = Statement(
    "SELECT map_pictures.picture FROM map_pictures WHERE map_pictures.guild_id = :p_guild_id AND map_pictures.hash = :p_hash",
    "SELECT map_pictures.picture FROM map_pictures WHERE map_pictures.guild_id = %(p_guild_id)s::BIGINT AND map_pictures.hash = %(p_hash)s::VARCHAR",
    ('picture',),
)
SAVE_MAP_PICTURE = Statement(
    "INSERT INTO map_pictures (guild_id, hash, picture) VALUES (:guild_id, :hash, :picture) ON CONFLICT (guild_id, hash) DO UPDATE SET picture = excluded.picture",
    "INSERT INTO map_pictures (guild_id, hash, picture) VALUES (%(guild_id)s::BIGINT, %(hash)s::VARCHAR, %(picture)s) ON CONFLICT (guild_id, hash) DO UPDATE SET picture = excluded.picture",
)
DELETE_MAP_PICTURE = Statement(
    "DELETE FROM map_pictures WHERE map_pictures.guild_id = :p_guild_id AND map_pictures.hash = :p_hash",
    "DELETE FROM map_pictures WHERE map_pictures.guild_id = %(p_guild_id)s::BIGINT AND map_pictures.hash = %(p_hash)s::VARCHAR",
)
PORTRAIT = Statement(
    "SELECT portraits.picture, portraits.url FROM portraits WHERE portraits.sheet_id = :p_sheet_id",
    "SELECT portraits.picture, portraits.url FROM portraits WHERE portraits.sheet_id = %(p_sheet_id)s::BIGINT",
    ('picture', 'url'),
)
SAVE_PORTRAIT = Statement(
    "INSERT INTO portraits (sheet_id, picture, url) VALUES (:sheet_id, :picture, :url) ON CONFLICT (sheet_id) DO UPDATE SET picture = excluded.picture, url = excluded.url",
    "INSERT INTO portraits (sheet_id, picture, url) VALUES (%(sheet_id)s::BIGINT, %(picture)s, %(url)s::VARCHAR) ON CONFLICT (sheet_id) DO UPDATE SET picture = excluded.picture, url = excluded.url",
)
DELETE_PORTRAIT = Statement(
    "DELETE FROM portraits WHERE portraits.sheet_id = :p_sheet_id",
    "DELETE FROM portraits WHERE portraits.sheet_id = %(p_sheet_id)s::BIGINT",
)
PICTURED = Statement(
    "SELECT sheets.id, sheets.owner_id FROM sheets JOIN portraits ON portraits.sheet_id = sheets.id WHERE sheets.guild_id = :p_guild_id AND portraits.url = ''",
    "SELECT sheets.id, sheets.owner_id FROM sheets JOIN portraits ON portraits.sheet_id = sheets.id WHERE sheets.guild_id = %(p_guild_id)s::BIGINT AND portraits.url = ''",
    ('id', 'owner_id'),
)
CAMPAIGN = Statement(
    "SELECT campaigns.channel_id, campaigns.settings FROM campaigns WHERE campaigns.guild_id = :p_guild_id AND (campaigns.channel_id = 0 OR campaigns.channel_id = :p_channel_id)",
    "SELECT campaigns.channel_id, campaigns.settings FROM campaigns WHERE campaigns.guild_id = %(p_guild_id)s::BIGINT AND (campaigns.channel_id = 0 OR campaigns.channel_id = %(p_channel_id)s::BIGINT)",
    ('channel_id', 'settings'),
)
SAVE_CAMPAIGN = Statement(
    "INSERT INTO campaigns (guild_id, channel_id, settings) VALUES (:guild_id, :channel_id, :settings) ON CONFLICT (guild_id, channel_id) DO UPDATE SET settings = excluded.settings",
    "INSERT INTO campaigns (guild_id, channel_id, settings) VALUES (%(guild_id)s::BIGINT, %(channel_id)s::BIGINT, %(settings)s) ON CONFLICT (guild_id, channel_id) DO UPDATE SET settings = excluded.settings",
)
SCENE_AT = Statement(
    "SELECT scenes.id, scenes.guild_id, scenes.channel_id, scenes.ruleset, scenes.ruleset_version, scenes.chapter, scenes.head, scenes.seq, scenes.numbered, scenes.gm_numbered FROM scenes WHERE scenes.channel_id = :p_channel_id",
    "SELECT scenes.id, scenes.guild_id, scenes.channel_id, scenes.ruleset, scenes.ruleset_version, scenes.chapter, scenes.head, scenes.seq, scenes.numbered, scenes.gm_numbered FROM scenes WHERE scenes.channel_id = %(p_channel_id)s::BIGINT",
    ('id', 'guild_id', 'channel_id', 'ruleset', 'ruleset_version', 'chapter', 'head', 'seq', 'numbered', 'gm_numbered'),
)
HELD_SCENE_AT = Statement(
    "SELECT scenes.id, scenes.guild_id, scenes.channel_id, scenes.ruleset, scenes.ruleset_version, scenes.chapter, scenes.head, scenes.seq, scenes.numbered, scenes.gm_numbered FROM scenes WHERE scenes.channel_id = :p_channel_id",
    "SELECT scenes.id, scenes.guild_id, scenes.channel_id, scenes.ruleset, scenes.ruleset_version, scenes.chapter, scenes.head, scenes.seq, scenes.numbered, scenes.gm_numbered FROM scenes WHERE scenes.channel_id = %(p_channel_id)s::BIGINT FOR NO KEY UPDATE",
    ('id', 'guild_id', 'channel_id', 'ruleset', 'ruleset_version', 'chapter', 'head', 'seq', 'numbered', 'gm_numbered'),
)
SCENE = Statement(
    "SELECT scenes.id, scenes.guild_id, scenes.channel_id, scenes.ruleset, scenes.ruleset_version, scenes.chapter, scenes.head, scenes.seq, scenes.numbered, scenes.gm_numbered FROM scenes WHERE scenes.id = :p_id",
    "SELECT scenes.id, scenes.guild_id, scenes.channel_id, scenes.ruleset, scenes.ruleset_version, scenes.chapter, scenes.head, scenes.seq, scenes.numbered, scenes.gm_numbered FROM scenes WHERE scenes.id = %(p_id)s::BIGINT",
    ('id', 'guild_id', 'channel_id', 'ruleset', 'ruleset_version', 'chapter', 'head', 'seq', 'numbered', 'gm_numbered'),
)
ASKED_AT = Statement(
    "SELECT (SELECT interactions.answer FROM interactions WHERE interactions.id = ?) AS answer, (SELECT campaigns.settings FROM campaigns WHERE campaigns.guild_id = ? AND campaigns.channel_id = 0) AS server, (SELECT campaigns.settings FROM campaigns WHERE campaigns.guild_id = ? AND campaigns.channel_id = ?) AS channel, (SELECT gms.fight FROM gms WHERE gms.scene_id = scenes.id AND gms.user_id = ? ORDER BY gms.fight DESC LIMIT 1 OFFSET 0) AS let_in, scenes.id, scenes.guild_id, scenes.channel_id, scenes.ruleset, scenes.ruleset_version, scenes.chapter, scenes.head, scenes.seq, scenes.numbered, scenes.gm_numbered FROM (SELECT 1 AS one) AS asked LEFT OUTER JOIN scenes ON scenes.channel_id = ?",
    "SELECT (SELECT interactions.answer FROM interactions WHERE interactions.id = %s::BIGINT) AS answer, (SELECT campaigns.settings FROM campaigns WHERE campaigns.guild_id = %s::BIGINT AND campaigns.channel_id = 0) AS server, (SELECT campaigns.settings FROM campaigns WHERE campaigns.guild_id = %s::BIGINT AND campaigns.channel_id = %s::BIGINT) AS channel, (SELECT gms.fight FROM gms WHERE gms.scene_id = scenes.id AND gms.user_id = %s::BIGINT ORDER BY gms.fight DESC LIMIT 1 OFFSET 0) AS let_in, scenes.id, scenes.guild_id, scenes.channel_id, scenes.ruleset, scenes.ruleset_version, scenes.chapter, scenes.head, scenes.seq, scenes.numbered, scenes.gm_numbered FROM (SELECT 1 AS one) AS asked LEFT OUTER JOIN scenes ON scenes.channel_id = %s::BIGINT",
    ('answer', 'server', 'channel', 'let_in', 'id', 'guild_id', 'channel_id', 'ruleset', 'ruleset_version', 'chapter', 'head', 'seq', 'numbered', 'gm_numbered'),
)
LAST_LET_IN_AT = Statement(
    "SELECT gms.fight FROM gms, scenes WHERE gms.scene_id = scenes.id AND gms.user_id = :p_user_id AND scenes.channel_id = :p_channel_id ORDER BY gms.fight DESC LIMIT 1 OFFSET 0",
    "SELECT gms.fight FROM gms, scenes WHERE gms.scene_id = scenes.id AND gms.user_id = %(p_user_id)s::BIGINT AND scenes.channel_id = %(p_channel_id)s::BIGINT ORDER BY gms.fight DESC LIMIT 1 OFFSET 0",
    ('fight',),
)
RULESETS_PLAYED = Statement(
    "SELECT DISTINCT scenes.ruleset FROM scenes",
    "SELECT DISTINCT scenes.ruleset FROM scenes",
    ('ruleset',),
)
SCENE_IDS = Statement(
    "SELECT scenes.id FROM scenes ORDER BY scenes.id",
    "SELECT scenes.id FROM scenes ORDER BY scenes.id",
    ('id',),
)
SCENE_STATE = Statement(
    "SELECT scenes.state FROM scenes WHERE scenes.id = :p_id",
    "SELECT scenes.state FROM scenes WHERE scenes.id = %(p_id)s::BIGINT",
    ('state',),
)
OPEN_SCENE = Statement(
    "INSERT INTO scenes (guild_id, channel_id, ruleset, ruleset_version, chapter, head, seq, numbered, gm_numbered, state) VALUES (:guild_id, :channel_id, :ruleset, :ruleset_version, :chapter, :head, :seq, :numbered, :gm_numbered, :state) RETURNING id",
    "INSERT INTO scenes (guild_id, channel_id, ruleset, ruleset_version, chapter, head, seq, numbered, gm_numbered, state) VALUES (%(guild_id)s::BIGINT, %(channel_id)s::BIGINT, %(ruleset)s::VARCHAR, %(ruleset_version)s::BIGINT, %(chapter)s::BIGINT, %(head)s::BIGINT, %(seq)s::BIGINT, %(numbered)s::BIGINT, %(gm_numbered)s::BIGINT, %(state)s) RETURNING scenes.id",
)
SAVE_SCENE = Statement(
    "UPDATE scenes SET ruleset=?, ruleset_version=?, chapter=?, head=?, seq=?, numbered=?, gm_numbered=?, state=? WHERE scenes.id = ?",
    "UPDATE scenes SET ruleset=%s::VARCHAR, ruleset_version=%s::BIGINT, chapter=%s::BIGINT, head=%s::BIGINT, seq=%s::BIGINT, numbered=%s::BIGINT, gm_numbered=%s::BIGINT, state=%s WHERE scenes.id = %s::BIGINT",
)
COMBATANTS = Statement(
    "SELECT combatants.state FROM combatants WHERE combatants.scene_id = :p_scene_id ORDER BY combatants.place",
    "SELECT combatants.state FROM combatants WHERE combatants.scene_id = %(p_scene_id)s::BIGINT ORDER BY combatants.place",
    ('state',),
)
SAVE_COMBATANT = Statement(
    "INSERT INTO combatants (scene_id, actor, place, sheet_id, state) VALUES (?, ?, ?, ?, ?) ON CONFLICT (scene_id, actor) DO UPDATE SET sheet_id = excluded.sheet_id, state = excluded.state",
    "INSERT INTO combatants (scene_id, actor, place, sheet_id, state) VALUES (%s::BIGINT, %s::VARCHAR, %s::BIGINT, %s::BIGINT, %s) ON CONFLICT (scene_id, actor) DO UPDATE SET sheet_id = excluded.sheet_id, state = excluded.state",
)
SAVE_STATE = Statement(
    "UPDATE combatants SET state=? WHERE combatants.scene_id = ? AND combatants.actor = ?",
    "UPDATE combatants SET state=%s WHERE combatants.scene_id = %s::BIGINT AND combatants.actor = %s::VARCHAR",
)
DROP_COMBATANT = Statement(
    "DELETE FROM combatants WHERE combatants.scene_id = :p_scene_id AND combatants.actor = :p_actor",
    "DELETE FROM combatants WHERE combatants.scene_id = %(p_scene_id)s::BIGINT AND combatants.actor = %(p_actor)s::VARCHAR",
)
DROP_COMBATANTS = Statement(
    "DELETE FROM combatants WHERE combatants.scene_id = :p_scene_id",
    "DELETE FROM combatants WHERE combatants.scene_id = %(p_scene_id)s::BIGINT",
)
ENLISTED = Statement(
    "SELECT combatants.actor, scenes.id, scenes.guild_id, scenes.channel_id, scenes.ruleset, scenes.ruleset_version, scenes.chapter, scenes.head, scenes.seq, scenes.numbered, scenes.gm_numbered FROM combatants JOIN scenes ON scenes.id = combatants.scene_id WHERE combatants.sheet_id = :p_sheet_id",
    "SELECT combatants.actor, scenes.id, scenes.guild_id, scenes.channel_id, scenes.ruleset, scenes.ruleset_version, scenes.chapter, scenes.head, scenes.seq, scenes.numbered, scenes.gm_numbered FROM combatants JOIN scenes ON scenes.id = combatants.scene_id WHERE combatants.sheet_id = %(p_sheet_id)s::BIGINT",
    ('actor', 'id', 'guild_id', 'channel_id', 'ruleset', 'ruleset_version', 'chapter', 'head', 'seq', 'numbered', 'gm_numbered'),
)
APPEND_ORDER = Statement(
    "INSERT INTO orders (scene_id, ordinal, chapter, fight, user_id, at_ms, payload, ruleset_version, number, gm_only, rolled, voids, redo, again, kept, draw, course, waits) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO orders (scene_id, ordinal, chapter, fight, user_id, at_ms, payload, ruleset_version, number, gm_only, rolled, voids, redo, again, kept, draw, course, waits) VALUES (%s::BIGINT, %s::BIGINT, %s::BIGINT, %s::BIGINT, %s::BIGINT, %s::BIGINT, %s, %s::BIGINT, %s::BIGINT, %s::BIGINT, %s::BIGINT, %s::BIGINT, %s::BIGINT, %s::BIGINT, %s::VARCHAR, %s::VARCHAR, %s::VARCHAR, %s::BIGINT)",
)
APPEND_EVENT = Statement(
    "INSERT INTO events (scene_id, seq, ordinal, type, version, audience, payload) VALUES (?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO events (scene_id, seq, ordinal, type, version, audience, payload) VALUES (%s::BIGINT, %s::BIGINT, %s::BIGINT, %s::VARCHAR, %s::BIGINT, %s::VARCHAR, %s)",
)
ORDERS = Statement(
    "SELECT orders.scene_id, orders.ordinal, orders.chapter, orders.fight, orders.user_id, orders.at_ms, orders.payload, orders.ruleset_version, orders.number, orders.gm_only, orders.rolled, orders.voids, orders.redo, orders.again, orders.kept, orders.draw, orders.course, orders.waits FROM orders WHERE orders.scene_id = :p_scene_id AND orders.ordinal >= :p_first AND orders.ordinal <= :p_last ORDER BY orders.ordinal",
    "SELECT orders.scene_id, orders.ordinal, orders.chapter, orders.fight, orders.user_id, orders.at_ms, orders.payload, orders.ruleset_version, orders.number, orders.gm_only, orders.rolled, orders.voids, orders.redo, orders.again, orders.kept, orders.draw, orders.course, orders.waits FROM orders WHERE orders.scene_id = %(p_scene_id)s::BIGINT AND orders.ordinal >= %(p_first)s::BIGINT AND orders.ordinal <= %(p_last)s::BIGINT ORDER BY orders.ordinal",
    ('scene_id', 'ordinal', 'chapter', 'fight', 'user_id', 'at_ms', 'payload', 'ruleset_version', 'number', 'gm_only', 'rolled', 'voids', 'redo', 'again', 'kept', 'draw', 'course', 'waits'),
)
NUMBERED = Statement(
    "SELECT orders.scene_id, orders.ordinal, orders.chapter, orders.fight, orders.user_id, orders.at_ms, orders.payload, orders.ruleset_version, orders.number, orders.gm_only, orders.rolled, orders.voids, orders.redo, orders.again, orders.kept, orders.draw, orders.course, orders.waits FROM orders WHERE orders.scene_id = :p_scene_id AND orders.chapter = :p_chapter AND orders.number = :p_number AND orders.gm_only = :p_gm_only",
    "SELECT orders.scene_id, orders.ordinal, orders.chapter, orders.fight, orders.user_id, orders.at_ms, orders.payload, orders.ruleset_version, orders.number, orders.gm_only, orders.rolled, orders.voids, orders.redo, orders.again, orders.kept, orders.draw, orders.course, orders.waits FROM orders WHERE orders.scene_id = %(p_scene_id)s::BIGINT AND orders.chapter = %(p_chapter)s::BIGINT AND orders.number = %(p_number)s::BIGINT AND orders.gm_only = %(p_gm_only)s::BIGINT",
    ('scene_id', 'ordinal', 'chapter', 'fight', 'user_id', 'at_ms', 'payload', 'ruleset_version', 'number', 'gm_only', 'rolled', 'voids', 'redo', 'again', 'kept', 'draw', 'course', 'waits'),
)
PAGE_GM = Statement(
    "SELECT orders.scene_id, orders.ordinal, orders.chapter, orders.fight, orders.user_id, orders.at_ms, orders.payload, orders.ruleset_version, orders.number, orders.gm_only, orders.rolled, orders.voids, orders.redo, orders.again, orders.kept, orders.draw, orders.course, orders.waits FROM orders WHERE orders.scene_id = :p_scene_id AND orders.ordinal < :p_before ORDER BY orders.ordinal DESC LIMIT :p_most OFFSET 0",
    "SELECT orders.scene_id, orders.ordinal, orders.chapter, orders.fight, orders.user_id, orders.at_ms, orders.payload, orders.ruleset_version, orders.number, orders.gm_only, orders.rolled, orders.voids, orders.redo, orders.again, orders.kept, orders.draw, orders.course, orders.waits FROM orders WHERE orders.scene_id = %(p_scene_id)s::BIGINT AND orders.ordinal < %(p_before)s::BIGINT ORDER BY orders.ordinal DESC LIMIT %(p_most)s OFFSET 0",
    ('scene_id', 'ordinal', 'chapter', 'fight', 'user_id', 'at_ms', 'payload', 'ruleset_version', 'number', 'gm_only', 'rolled', 'voids', 'redo', 'again', 'kept', 'draw', 'course', 'waits'),
)
PAGE_PUBLIC = Statement(
    "SELECT orders.scene_id, orders.ordinal, orders.chapter, orders.fight, orders.user_id, orders.at_ms, orders.payload, orders.ruleset_version, orders.number, orders.gm_only, orders.rolled, orders.voids, orders.redo, orders.again, orders.kept, orders.draw, orders.course, orders.waits FROM orders WHERE orders.scene_id = :p_scene_id AND orders.gm_only = 0 AND orders.number < :p_before ORDER BY orders.number DESC LIMIT :p_most OFFSET 0",
    "SELECT orders.scene_id, orders.ordinal, orders.chapter, orders.fight, orders.user_id, orders.at_ms, orders.payload, orders.ruleset_version, orders.number, orders.gm_only, orders.rolled, orders.voids, orders.redo, orders.again, orders.kept, orders.draw, orders.course, orders.waits FROM orders WHERE orders.scene_id = %(p_scene_id)s::BIGINT AND orders.gm_only = 0 AND orders.number < %(p_before)s::BIGINT ORDER BY orders.number DESC LIMIT %(p_most)s OFFSET 0",
    ('scene_id', 'ordinal', 'chapter', 'fight', 'user_id', 'at_ms', 'payload', 'ruleset_version', 'number', 'gm_only', 'rolled', 'voids', 'redo', 'again', 'kept', 'draw', 'course', 'waits'),
)
EVENTS = Statement(
    "SELECT events.ordinal, events.type, events.version, events.payload FROM events WHERE events.scene_id = :p_scene_id AND events.ordinal >= :p_first AND events.ordinal <= :p_last ORDER BY events.seq",
    "SELECT events.ordinal, events.type, events.version, events.payload FROM events WHERE events.scene_id = %(p_scene_id)s::BIGINT AND events.ordinal >= %(p_first)s::BIGINT AND events.ordinal <= %(p_last)s::BIGINT ORDER BY events.seq",
    ('ordinal', 'type', 'version', 'payload'),
)
OPEN_CHAPTER = Statement(
    "INSERT INTO chapters (scene_id, number, first, fight, ruleset, ruleset_version, public_secret, gm_secret, closed, revealed, checkpoint, scheme) VALUES (:scene_id, :number, :first, :fight, :ruleset, :ruleset_version, :public_secret, :gm_secret, :closed, :revealed, :checkpoint, :scheme)",
    "INSERT INTO chapters (scene_id, number, first, fight, ruleset, ruleset_version, public_secret, gm_secret, closed, revealed, checkpoint, scheme) VALUES (%(scene_id)s::BIGINT, %(number)s::BIGINT, %(first)s::BIGINT, %(fight)s::BIGINT, %(ruleset)s::VARCHAR, %(ruleset_version)s::BIGINT, %(public_secret)s, %(gm_secret)s, %(closed)s::BIGINT, %(revealed)s::BIGINT, %(checkpoint)s, %(scheme)s::BIGINT)",
)
CLOSE_CHAPTER = Statement(
    "UPDATE chapters SET closed=1 WHERE chapters.scene_id = :p_scene_id AND chapters.number = :p_number",
    "UPDATE chapters SET closed=1 WHERE chapters.scene_id = %(p_scene_id)s::BIGINT AND chapters.number = %(p_number)s::BIGINT",
)
HELD_BACK = Statement(
    "SELECT chapters.number FROM chapters WHERE chapters.scene_id = :p_scene_id AND chapters.closed = 1 AND chapters.revealed = 0",
    "SELECT chapters.number FROM chapters WHERE chapters.scene_id = %(p_scene_id)s::BIGINT AND chapters.closed = 1 AND chapters.revealed = 0",
    ('number',),
)
REVEAL = Statement(
    "UPDATE chapters SET revealed=1 WHERE chapters.scene_id = :p_scene_id AND chapters.closed = 1",
    "UPDATE chapters SET revealed=1 WHERE chapters.scene_id = %(p_scene_id)s::BIGINT AND chapters.closed = 1",
)
CHAPTER = Statement(
    "SELECT chapters.scene_id, chapters.number, chapters.first, chapters.fight, chapters.ruleset, chapters.ruleset_version, chapters.public_secret, chapters.gm_secret, chapters.closed, chapters.revealed, chapters.scheme FROM chapters WHERE chapters.scene_id = :p_scene_id AND chapters.number = :p_number",
    "SELECT chapters.scene_id, chapters.number, chapters.first, chapters.fight, chapters.ruleset, chapters.ruleset_version, chapters.public_secret, chapters.gm_secret, chapters.closed, chapters.revealed, chapters.scheme FROM chapters WHERE chapters.scene_id = %(p_scene_id)s::BIGINT AND chapters.number = %(p_number)s::BIGINT",
    ('scene_id', 'number', 'first', 'fight', 'ruleset', 'ruleset_version', 'public_secret', 'gm_secret', 'closed', 'revealed', 'scheme'),
)
CHECKPOINT = Statement(
    "SELECT chapters.checkpoint FROM chapters WHERE chapters.scene_id = :p_scene_id AND chapters.number = :p_number",
    "SELECT chapters.checkpoint FROM chapters WHERE chapters.scene_id = %(p_scene_id)s::BIGINT AND chapters.number = %(p_number)s::BIGINT",
    ('checkpoint',),
)
SHEETS = Statement(
    "SELECT sheets.id, sheets.guild_id, sheets.owner_id, sheets.ruleset, sheets.name, sheets.active, sheets.sheet, sheets.moves, sheets.ruleset_version, combatants.scene_id FROM sheets LEFT OUTER JOIN combatants ON combatants.sheet_id = sheets.id WHERE sheets.guild_id = :p_guild_id AND sheets.owner_id = :p_owner_id AND sheets.ruleset = :p_ruleset ORDER BY sheets.name_key",
    "SELECT sheets.id, sheets.guild_id, sheets.owner_id, sheets.ruleset, sheets.name, sheets.active, sheets.sheet, sheets.moves, sheets.ruleset_version, combatants.scene_id FROM sheets LEFT OUTER JOIN combatants ON combatants.sheet_id = sheets.id WHERE sheets.guild_id = %(p_guild_id)s::BIGINT AND sheets.owner_id = %(p_owner_id)s::BIGINT AND sheets.ruleset = %(p_ruleset)s::VARCHAR ORDER BY sheets.name_key COLLATE \"C\"",
    ('id', 'guild_id', 'owner_id', 'ruleset', 'name', 'active', 'sheet', 'moves', 'ruleset_version', 'scene_id'),
)
SHEET = Statement(
    "SELECT sheets.id, sheets.guild_id, sheets.owner_id, sheets.ruleset, sheets.name, sheets.active, sheets.sheet, sheets.moves, sheets.ruleset_version, combatants.scene_id FROM sheets LEFT OUTER JOIN combatants ON combatants.sheet_id = sheets.id WHERE sheets.guild_id = :p_guild_id AND sheets.id = :p_id",
    "SELECT sheets.id, sheets.guild_id, sheets.owner_id, sheets.ruleset, sheets.name, sheets.active, sheets.sheet, sheets.moves, sheets.ruleset_version, combatants.scene_id FROM sheets LEFT OUTER JOIN combatants ON combatants.sheet_id = sheets.id WHERE sheets.guild_id = %(p_guild_id)s::BIGINT AND sheets.id = %(p_id)s::BIGINT",
    ('id', 'guild_id', 'owner_id', 'ruleset', 'name', 'active', 'sheet', 'moves', 'ruleset_version', 'scene_id'),
)
OWN_SHEETS = Statement(
    "SELECT sheets.id, sheets.guild_id, sheets.owner_id, sheets.ruleset, sheets.name, sheets.active, sheets.sheet, sheets.moves, sheets.ruleset_version, combatants.scene_id FROM sheets LEFT OUTER JOIN combatants ON combatants.sheet_id = sheets.id WHERE sheets.owner_id = :p_user_id ORDER BY sheets.guild_id, sheets.id",
    "SELECT sheets.id, sheets.guild_id, sheets.owner_id, sheets.ruleset, sheets.name, sheets.active, sheets.sheet, sheets.moves, sheets.ruleset_version, combatants.scene_id FROM sheets LEFT OUTER JOIN combatants ON combatants.sheet_id = sheets.id WHERE sheets.owner_id = %(p_user_id)s::BIGINT ORDER BY sheets.guild_id, sheets.id",
    ('id', 'guild_id', 'owner_id', 'ruleset', 'name', 'active', 'sheet', 'moves', 'ruleset_version', 'scene_id'),
)
SHEETS_IN = Statement(
    "SELECT sheets.id, sheets.guild_id, sheets.owner_id, sheets.ruleset, sheets.name, sheets.active, sheets.sheet, sheets.moves, sheets.ruleset_version, combatants.scene_id FROM sheets LEFT OUTER JOIN combatants ON combatants.sheet_id = sheets.id WHERE combatants.scene_id = :p_scene_id",
    "SELECT sheets.id, sheets.guild_id, sheets.owner_id, sheets.ruleset, sheets.name, sheets.active, sheets.sheet, sheets.moves, sheets.ruleset_version, combatants.scene_id FROM sheets LEFT OUTER JOIN combatants ON combatants.sheet_id = sheets.id WHERE combatants.scene_id = %(p_scene_id)s::BIGINT",
    ('id', 'guild_id', 'owner_id', 'ruleset', 'name', 'active', 'sheet', 'moves', 'ruleset_version', 'scene_id'),
)
ADD_SHEET = Statement(
    "INSERT INTO sheets (guild_id, owner_id, ruleset, name, name_key, active, sheet, moves, ruleset_version) VALUES (:guild_id, :owner_id, :ruleset, :name, :name_key, :active, :sheet, :moves, :ruleset_version) RETURNING id",
    "INSERT INTO sheets (guild_id, owner_id, ruleset, name, name_key, active, sheet, moves, ruleset_version) VALUES (%(guild_id)s::BIGINT, %(owner_id)s::BIGINT, %(ruleset)s::VARCHAR, %(name)s::VARCHAR, %(name_key)s::VARCHAR, %(active)s::BIGINT, %(sheet)s, %(moves)s::BIGINT, %(ruleset_version)s::BIGINT) RETURNING sheets.id",
)
SAVE_SHEET = Statement(
    "INSERT INTO sheets (id, guild_id, owner_id, ruleset, name, name_key, active, sheet, moves, ruleset_version) VALUES (:id, :guild_id, :owner_id, :ruleset, :name, :name_key, :active, :sheet, :moves, :ruleset_version) ON CONFLICT (id) DO UPDATE SET guild_id = excluded.guild_id, owner_id = excluded.owner_id, ruleset = excluded.ruleset, name = excluded.name, name_key = excluded.name_key, active = excluded.active, sheet = excluded.sheet, moves = excluded.moves, ruleset_version = excluded.ruleset_version",
    "INSERT INTO sheets (id, guild_id, owner_id, ruleset, name, name_key, active, sheet, moves, ruleset_version) VALUES (%(id)s::BIGINT, %(guild_id)s::BIGINT, %(owner_id)s::BIGINT, %(ruleset)s::VARCHAR, %(name)s::VARCHAR, %(name_key)s::VARCHAR, %(active)s::BIGINT, %(sheet)s, %(moves)s::BIGINT, %(ruleset_version)s::BIGINT) ON CONFLICT (id) DO UPDATE SET guild_id = excluded.guild_id, owner_id = excluded.owner_id, ruleset = excluded.ruleset, name = excluded.name, name_key = excluded.name_key, active = excluded.active, sheet = excluded.sheet, moves = excluded.moves, ruleset_version = excluded.ruleset_version",
)
ACTIVATE = Statement(
    "UPDATE sheets SET active=CASE WHEN (sheets.id = :p_id) THEN 1 ELSE 0 END WHERE sheets.guild_id = :p_guild_id AND sheets.owner_id = :p_owner_id AND sheets.ruleset = :p_ruleset",
    "UPDATE sheets SET active=CASE WHEN (sheets.id = %(p_id)s::BIGINT) THEN 1 ELSE 0 END WHERE sheets.guild_id = %(p_guild_id)s::BIGINT AND sheets.owner_id = %(p_owner_id)s::BIGINT AND sheets.ruleset = %(p_ruleset)s::VARCHAR",
)
DELETE_SHEET = Statement(
    "DELETE FROM sheets WHERE sheets.id = :p_id",
    "DELETE FROM sheets WHERE sheets.id = %(p_id)s::BIGINT",
)
PROJECT = Statement(
    "UPDATE sheets SET sheet=?, ruleset_version=? WHERE sheets.id = ?",
    "UPDATE sheets SET sheet=%s, ruleset_version=%s::BIGINT WHERE sheets.id = %s::BIGINT",
)
KEPT_ROLL = Statement(
    "SELECT rolls.faces FROM rolls WHERE rolls.guild_id = :p_guild_id AND rolls.owner_id = :p_owner_id AND rolls.ruleset = :p_ruleset AND rolls.label = :p_label",
    "SELECT rolls.faces FROM rolls WHERE rolls.guild_id = %(p_guild_id)s::BIGINT AND rolls.owner_id = %(p_owner_id)s::BIGINT AND rolls.ruleset = %(p_ruleset)s::VARCHAR AND rolls.label = %(p_label)s::VARCHAR",
    ('faces',),
)
KEEP_ROLL = Statement(
    "INSERT INTO rolls (guild_id, owner_id, ruleset, label, faces) VALUES (:guild_id, :owner_id, :ruleset, :label, :faces) ON CONFLICT (guild_id, owner_id, ruleset, label) DO UPDATE SET faces = excluded.faces",
    "INSERT INTO rolls (guild_id, owner_id, ruleset, label, faces) VALUES (%(guild_id)s::BIGINT, %(owner_id)s::BIGINT, %(ruleset)s::VARCHAR, %(label)s::VARCHAR, %(faces)s) ON CONFLICT (guild_id, owner_id, ruleset, label) DO UPDATE SET faces = excluded.faces",
)
FORGET_ROLLS = Statement(
    "DELETE FROM rolls WHERE rolls.guild_id = :p_guild_id AND rolls.owner_id = :p_owner_id AND rolls.ruleset = :p_ruleset",
    "DELETE FROM rolls WHERE rolls.guild_id = %(p_guild_id)s::BIGINT AND rolls.owner_id = %(p_owner_id)s::BIGINT AND rolls.ruleset = %(p_ruleset)s::VARCHAR",
)
POST = Statement(
    "INSERT INTO outbox (scene_id, channel_id, fight, kind, ordinal, argument, interaction_id) VALUES (?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO outbox (scene_id, channel_id, fight, kind, ordinal, argument, interaction_id) VALUES (%s::BIGINT, %s::BIGINT, %s::BIGINT, %s::VARCHAR, %s::BIGINT, %s::BIGINT, %s::BIGINT)",
)
UNPOSTED_CHANNELS = Statement(
    "SELECT scenes.guild_id, outbox.channel_id FROM scenes JOIN outbox ON outbox.scene_id = scenes.id WHERE outbox.posted = 0 UNION SELECT scenes.guild_id, scenes.channel_id FROM scenes JOIN trackers ON trackers.scene_id = scenes.id WHERE trackers.version < scenes.head",
    "SELECT scenes.guild_id, outbox.channel_id FROM scenes JOIN outbox ON outbox.scene_id = scenes.id WHERE outbox.posted = 0 UNION SELECT scenes.guild_id, scenes.channel_id FROM scenes JOIN trackers ON trackers.scene_id = scenes.id WHERE trackers.version < scenes.head",
    ('guild_id', 'channel_id'),
)
BACKLOG = Statement(
    "SELECT count(*) AS waiting, min(orders.at_ms) AS oldest_ms FROM outbox LEFT OUTER JOIN orders ON orders.scene_id = outbox.scene_id AND orders.ordinal = outbox.ordinal WHERE outbox.posted = 0",
    "SELECT count(*) AS waiting, min(orders.at_ms) AS oldest_ms FROM outbox LEFT OUTER JOIN orders ON orders.scene_id = outbox.scene_id AND orders.ordinal = outbox.ordinal WHERE outbox.posted = 0",
    ('waiting', 'oldest_ms'),
)
UNWRITTEN = {
    Stream.LOG: Statement(
        "SELECT outbox.scene_id, outbox.channel_id, outbox.fight, outbox.kind, outbox.ordinal, outbox.argument, outbox.interaction_id, outbox.id FROM outbox WHERE outbox.channel_id = :p_channel_id AND outbox.posted = 0 AND outbox.kind IN ('thread', 'order', 'undone', 'round', 'secret', 'summary') AND NOT (EXISTS (SELECT 1 FROM letter_parts WHERE letter_parts.parcel_id = outbox.id)) ORDER BY outbox.id LIMIT :p_most OFFSET 0",
        "SELECT outbox.scene_id, outbox.channel_id, outbox.fight, outbox.kind, outbox.ordinal, outbox.argument, outbox.interaction_id, outbox.id FROM outbox WHERE outbox.channel_id = %(p_channel_id)s::BIGINT AND outbox.posted = 0 AND outbox.kind IN ('thread', 'order', 'undone', 'round', 'secret', 'summary') AND NOT (EXISTS (SELECT 1 FROM letter_parts WHERE letter_parts.parcel_id = outbox.id)) ORDER BY outbox.id LIMIT %(p_most)s OFFSET 0",
        ('scene_id', 'channel_id', 'fight', 'kind', 'ordinal', 'argument', 'interaction_id', 'id'),
    ),
    Stream.GM: Statement(
        "SELECT outbox.scene_id, outbox.channel_id, outbox.fight, outbox.kind, outbox.ordinal, outbox.argument, outbox.interaction_id, outbox.id FROM outbox WHERE outbox.channel_id = :p_channel_id AND outbox.posted = 0 AND outbox.kind IN ('gm', 'invite', 'expel') AND NOT (EXISTS (SELECT 1 FROM letter_parts WHERE letter_parts.parcel_id = outbox.id)) ORDER BY outbox.id LIMIT :p_most OFFSET 0",
        "SELECT outbox.scene_id, outbox.channel_id, outbox.fight, outbox.kind, outbox.ordinal, outbox.argument, outbox.interaction_id, outbox.id FROM outbox WHERE outbox.channel_id = %(p_channel_id)s::BIGINT AND outbox.posted = 0 AND outbox.kind IN ('gm', 'invite', 'expel') AND NOT (EXISTS (SELECT 1 FROM letter_parts WHERE letter_parts.parcel_id = outbox.id)) ORDER BY outbox.id LIMIT %(p_most)s OFFSET 0",
        ('scene_id', 'channel_id', 'fight', 'kind', 'ordinal', 'argument', 'interaction_id', 'id'),
    ),
    Stream.CHANNEL: Statement(
        "SELECT outbox.scene_id, outbox.channel_id, outbox.fight, outbox.kind, outbox.ordinal, outbox.argument, outbox.interaction_id, outbox.id FROM outbox WHERE outbox.channel_id = :p_channel_id AND outbox.posted = 0 AND outbox.kind IN ('channel', 'news') AND NOT (EXISTS (SELECT 1 FROM letter_parts WHERE letter_parts.parcel_id = outbox.id)) ORDER BY outbox.id LIMIT :p_most OFFSET 0",
        "SELECT outbox.scene_id, outbox.channel_id, outbox.fight, outbox.kind, outbox.ordinal, outbox.argument, outbox.interaction_id, outbox.id FROM outbox WHERE outbox.channel_id = %(p_channel_id)s::BIGINT AND outbox.posted = 0 AND outbox.kind IN ('channel', 'news') AND NOT (EXISTS (SELECT 1 FROM letter_parts WHERE letter_parts.parcel_id = outbox.id)) ORDER BY outbox.id LIMIT %(p_most)s OFFSET 0",
        ('scene_id', 'channel_id', 'fight', 'kind', 'ordinal', 'argument', 'interaction_id', 'id'),
    ),
}
PROMISE = Statement(
    "SELECT outbox.scene_id, outbox.channel_id, outbox.fight, outbox.kind, outbox.ordinal, outbox.argument, outbox.interaction_id, outbox.id FROM outbox WHERE outbox.id = :p_id",
    "SELECT outbox.scene_id, outbox.channel_id, outbox.fight, outbox.kind, outbox.ordinal, outbox.argument, outbox.interaction_id, outbox.id FROM outbox WHERE outbox.id = %(p_id)s::BIGINT",
    ('scene_id', 'channel_id', 'fight', 'kind', 'ordinal', 'argument', 'interaction_id', 'id'),
)
ALIKE_BEFORE = Statement(
    "SELECT count(*) AS promises FROM outbox WHERE outbox.scene_id = :p_scene_id AND outbox.fight = :p_fight AND outbox.kind = :p_kind AND outbox.argument = :p_argument AND outbox.ordinal >= coalesce((SELECT orders.ordinal FROM orders WHERE orders.scene_id = :p_scene_id AND orders.gm_only = 0 AND orders.number = :p_argument), 0) AND outbox.id < :p_id",
    "SELECT count(*) AS promises FROM outbox WHERE outbox.scene_id = %(p_scene_id)s::BIGINT AND outbox.fight = %(p_fight)s::BIGINT AND outbox.kind = %(p_kind)s::VARCHAR AND outbox.argument = %(p_argument)s::BIGINT AND outbox.ordinal >= coalesce((SELECT orders.ordinal FROM orders WHERE orders.scene_id = %(p_scene_id)s::BIGINT AND orders.gm_only = 0 AND orders.number = %(p_argument)s::BIGINT), 0) AND outbox.id < %(p_id)s::BIGINT",
    ('promises',),
)
PROMISED_BY = Statement(
    "SELECT max(outbox.interaction_id) AS interaction_id FROM outbox WHERE outbox.scene_id = :p_scene_id AND outbox.ordinal = :p_ordinal",
    "SELECT max(outbox.interaction_id) AS interaction_id FROM outbox WHERE outbox.scene_id = %(p_scene_id)s::BIGINT AND outbox.ordinal = %(p_ordinal)s::BIGINT",
    ('interaction_id',),
)
WRITE_LETTER = Statement(
    "INSERT INTO letters (scene_id, channel_id, fight, stream, kind) VALUES (:scene_id, :channel_id, :fight, :stream, :kind) RETURNING id",
    "INSERT INTO letters (scene_id, channel_id, fight, stream, kind) VALUES (%(scene_id)s::BIGINT, %(channel_id)s::BIGINT, %(fight)s::BIGINT, %(stream)s::VARCHAR, %(kind)s::VARCHAR) RETURNING letters.id",
)
WRITE_PART = Statement(
    "INSERT INTO letter_parts (letter_id, position, parcel_id, first, last) VALUES (:letter_id, :position, :parcel_id, :first, :last)",
    "INSERT INTO letter_parts (letter_id, position, parcel_id, first, last) VALUES (%(letter_id)s::BIGINT, %(position)s::BIGINT, %(parcel_id)s::BIGINT, %(first)s::BIGINT, %(last)s::BIGINT)",
)
UNPOSTED = Statement(
    "SELECT letters.id, letters.scene_id, letters.channel_id, letters.fight, letters.stream, letters.kind FROM letters WHERE letters.channel_id = :p_channel_id AND letters.stream = :p_stream AND letters.posted = 0 ORDER BY letters.id LIMIT :p_most OFFSET 0",
    "SELECT letters.id, letters.scene_id, letters.channel_id, letters.fight, letters.stream, letters.kind FROM letters WHERE letters.channel_id = %(p_channel_id)s::BIGINT AND letters.stream = %(p_stream)s::VARCHAR AND letters.posted = 0 ORDER BY letters.id LIMIT %(p_most)s OFFSET 0",
    ('id', 'scene_id', 'channel_id', 'fight', 'stream', 'kind'),
)
PARTS = Statement(
    "SELECT letter_parts.parcel_id, letter_parts.first, letter_parts.last FROM letter_parts WHERE letter_parts.letter_id = :p_letter_id ORDER BY letter_parts.position",
    "SELECT letter_parts.parcel_id, letter_parts.first, letter_parts.last FROM letter_parts WHERE letter_parts.letter_id = %(p_letter_id)s::BIGINT ORDER BY letter_parts.position",
    ('parcel_id', 'first', 'last'),
)
POST_LETTER = Statement(
    "UPDATE letters SET posted=1, place_id=:place_id, message_id=:message_id WHERE letters.id = :p_id",
    "UPDATE letters SET posted=1, place_id=%(place_id)s::BIGINT, message_id=%(message_id)s::BIGINT WHERE letters.id = %(p_id)s::BIGINT",
)
POST_PARCELS = Statement(
    "UPDATE outbox SET posted=1, posted_channel_id=:place_id, message_id=:message_id WHERE outbox.id IN (SELECT letter_parts.parcel_id FROM letter_parts WHERE letter_parts.letter_id = :p_letter_id) AND NOT (EXISTS (SELECT 1 FROM letter_parts JOIN letters ON letters.id = letter_parts.letter_id WHERE letter_parts.parcel_id = outbox.id AND letters.posted = 0))",
    "UPDATE outbox SET posted=1, posted_channel_id=%(place_id)s::BIGINT, message_id=%(message_id)s::BIGINT WHERE outbox.id IN (SELECT letter_parts.parcel_id FROM letter_parts WHERE letter_parts.letter_id = %(p_letter_id)s::BIGINT) AND NOT (EXISTS (SELECT 1 FROM letter_parts JOIN letters ON letters.id = letter_parts.letter_id WHERE letter_parts.parcel_id = outbox.id AND letters.posted = 0))",
)
LAST_POSTED = Statement(
    "SELECT max(letters.message_id) AS message_id FROM letters WHERE letters.scene_id = :p_scene_id AND letters.place_id = :p_place_id AND letters.stream = :p_stream",
    "SELECT max(letters.message_id) AS message_id FROM letters WHERE letters.scene_id = %(p_scene_id)s::BIGINT AND letters.place_id = %(p_place_id)s::BIGINT AND letters.stream = %(p_stream)s::VARCHAR",
    ('message_id',),
)
POSTED = Statement(
    "SELECT outbox.ordinal, outbox.kind, letters.place_id AS place_id, letters.message_id AS message_id FROM outbox JOIN letter_parts ON letter_parts.parcel_id = outbox.id JOIN letters ON letters.id = letter_parts.letter_id WHERE outbox.scene_id = :p_scene_id AND outbox.ordinal >= :p_first AND outbox.ordinal <= :p_last AND letters.message_id > 0 UNION SELECT outbox.ordinal, outbox.kind, outbox.posted_channel_id, outbox.message_id FROM outbox WHERE outbox.scene_id = :p_scene_id AND outbox.ordinal >= :p_first AND outbox.ordinal <= :p_last AND outbox.message_id > 0 ORDER BY message_id",
    "SELECT outbox.ordinal, outbox.kind, letters.place_id AS place_id, letters.message_id AS message_id FROM outbox JOIN letter_parts ON letter_parts.parcel_id = outbox.id JOIN letters ON letters.id = letter_parts.letter_id WHERE outbox.scene_id = %(p_scene_id)s::BIGINT AND outbox.ordinal >= %(p_first)s::BIGINT AND outbox.ordinal <= %(p_last)s::BIGINT AND letters.message_id > 0 UNION SELECT outbox.ordinal, outbox.kind, outbox.posted_channel_id, outbox.message_id FROM outbox WHERE outbox.scene_id = %(p_scene_id)s::BIGINT AND outbox.ordinal >= %(p_first)s::BIGINT AND outbox.ordinal <= %(p_last)s::BIGINT AND outbox.message_id > 0 ORDER BY message_id",
    ('ordinal', 'kind', 'place_id', 'message_id'),
)
TEAR_PARTS = Statement(
    "DELETE FROM letter_parts WHERE letter_parts.letter_id IN (SELECT letters.id FROM letters WHERE letters.scene_id = :p_scene_id AND letters.fight = :p_fight AND letters.stream = :p_stream)",
    "DELETE FROM letter_parts WHERE letter_parts.letter_id IN (SELECT letters.id FROM letters WHERE letters.scene_id = %(p_scene_id)s::BIGINT AND letters.fight = %(p_fight)s::BIGINT AND letters.stream = %(p_stream)s::VARCHAR)",
)
TEAR_LETTERS = Statement(
    "DELETE FROM letters WHERE letters.scene_id = :p_scene_id AND letters.fight = :p_fight AND letters.stream = :p_stream",
    "DELETE FROM letters WHERE letters.scene_id = %(p_scene_id)s::BIGINT AND letters.fight = %(p_fight)s::BIGINT AND letters.stream = %(p_stream)s::VARCHAR",
)
OWE_AGAIN = {
    Stream.LOG: Statement(
        "UPDATE outbox SET posted=0, posted_channel_id=0, message_id=0 WHERE outbox.scene_id = :p_scene_id AND outbox.fight = :p_fight AND outbox.kind IN ('thread', 'order', 'undone', 'round', 'secret', 'summary')",
        "UPDATE outbox SET posted=0, posted_channel_id=0, message_id=0 WHERE outbox.scene_id = %(p_scene_id)s::BIGINT AND outbox.fight = %(p_fight)s::BIGINT AND outbox.kind IN ('thread', 'order', 'undone', 'round', 'secret', 'summary')",
    ),
    Stream.GM: Statement(
        "UPDATE outbox SET posted=0, posted_channel_id=0, message_id=0 WHERE outbox.scene_id = :p_scene_id AND outbox.fight = :p_fight AND outbox.kind IN ('gm', 'invite', 'expel')",
        "UPDATE outbox SET posted=0, posted_channel_id=0, message_id=0 WHERE outbox.scene_id = %(p_scene_id)s::BIGINT AND outbox.fight = %(p_fight)s::BIGINT AND outbox.kind IN ('gm', 'invite', 'expel')",
    ),
    Stream.CHANNEL: Statement(
        "UPDATE outbox SET posted=0, posted_channel_id=0, message_id=0 WHERE outbox.scene_id = :p_scene_id AND outbox.fight = :p_fight AND outbox.kind IN ('channel', 'news')",
        "UPDATE outbox SET posted=0, posted_channel_id=0, message_id=0 WHERE outbox.scene_id = %(p_scene_id)s::BIGINT AND outbox.fight = %(p_fight)s::BIGINT AND outbox.kind IN ('channel', 'news')",
    ),
}
GIVE_UP_LETTERS = Statement(
    "UPDATE letters SET posted=1 WHERE letters.channel_id = :p_channel_id AND letters.posted = 0",
    "UPDATE letters SET posted=1 WHERE letters.channel_id = %(p_channel_id)s::BIGINT AND letters.posted = 0",
)
GIVE_UP = Statement(
    "UPDATE outbox SET posted=1 WHERE outbox.channel_id = :p_channel_id AND outbox.posted = 0 RETURNING id",
    "UPDATE outbox SET posted=1 WHERE outbox.channel_id = %(p_channel_id)s::BIGINT AND outbox.posted = 0 RETURNING outbox.id",
)
KEY = Statement(
    "SELECT keys.secret FROM keys WHERE keys.name = :p_name",
    "SELECT keys.secret FROM keys WHERE keys.name = %(p_name)s::VARCHAR",
    ('secret',),
)
GMS = Statement(
    "SELECT gms.user_id FROM gms WHERE gms.scene_id = :p_scene_id AND gms.fight = (SELECT max(gms.fight) AS max_1 FROM gms WHERE gms.scene_id = :p_scene_id) ORDER BY gms.user_id",
    "SELECT gms.user_id FROM gms WHERE gms.scene_id = %(p_scene_id)s::BIGINT AND gms.fight = (SELECT max(gms.fight) AS max_1 FROM gms WHERE gms.scene_id = %(p_scene_id)s::BIGINT) ORDER BY gms.user_id",
    ('user_id',),
)
TEAR_INVITATIONS = Statement(
    "DELETE FROM letter_parts WHERE letter_parts.parcel_id IN (SELECT outbox.id FROM outbox WHERE outbox.scene_id = :p_scene_id AND outbox.fight = :p_fight AND outbox.kind = 'invite')",
    "DELETE FROM letter_parts WHERE letter_parts.parcel_id IN (SELECT outbox.id FROM outbox WHERE outbox.scene_id = %(p_scene_id)s::BIGINT AND outbox.fight = %(p_fight)s::BIGINT AND outbox.kind = 'invite')",
)
TEAR_INVITING = Statement(
    "DELETE FROM letters WHERE letters.scene_id = :p_scene_id AND letters.fight = :p_fight AND letters.kind = 'invite'",
    "DELETE FROM letters WHERE letters.scene_id = %(p_scene_id)s::BIGINT AND letters.fight = %(p_fight)s::BIGINT AND letters.kind = 'invite'",
)
LET_IN_NOWHERE = Statement(
    "SELECT letters.id FROM letters WHERE letters.scene_id = :p_scene_id AND letters.fight = :p_fight AND letters.kind = 'invite' AND letters.posted = 1 AND letters.place_id = 0",
    "SELECT letters.id FROM letters WHERE letters.scene_id = %(p_scene_id)s::BIGINT AND letters.fight = %(p_fight)s::BIGINT AND letters.kind = 'invite' AND letters.posted = 1 AND letters.place_id = 0",
    ('id',),
)
INVITE_AGAIN = Statement(
    "UPDATE outbox SET posted=0, posted_channel_id=0, message_id=0 WHERE outbox.scene_id = :p_scene_id AND outbox.fight = :p_fight AND outbox.kind = 'invite'",
    "UPDATE outbox SET posted=0, posted_channel_id=0, message_id=0 WHERE outbox.scene_id = %(p_scene_id)s::BIGINT AND outbox.fight = %(p_fight)s::BIGINT AND outbox.kind = 'invite'",
)
LET_IN = Statement(
    "SELECT gms.scene_id, gms.fight, gms.user_id FROM gms JOIN scenes ON scenes.id = gms.scene_id WHERE scenes.guild_id = :p_guild_id ORDER BY gms.scene_id, gms.fight, gms.user_id",
    "SELECT gms.scene_id, gms.fight, gms.user_id FROM gms JOIN scenes ON scenes.id = gms.scene_id WHERE scenes.guild_id = %(p_guild_id)s::BIGINT ORDER BY gms.scene_id, gms.fight, gms.user_id",
    ('scene_id', 'fight', 'user_id'),
)
LET_IN_AT = Statement(
    "SELECT gms.fight FROM gms JOIN scenes ON scenes.id = gms.scene_id WHERE scenes.channel_id = :p_channel_id AND gms.user_id = :p_user_id ORDER BY gms.fight",
    "SELECT gms.fight FROM gms JOIN scenes ON scenes.id = gms.scene_id WHERE scenes.channel_id = %(p_channel_id)s::BIGINT AND gms.user_id = %(p_user_id)s::BIGINT ORDER BY gms.fight",
    ('fight',),
)
DISMISS = Statement(
    "DELETE FROM gms WHERE gms.scene_id = :p_scene_id AND gms.fight = :p_fight AND gms.user_id = :p_user_id",
    "DELETE FROM gms WHERE gms.scene_id = %(p_scene_id)s::BIGINT AND gms.fight = %(p_fight)s::BIGINT AND gms.user_id = %(p_user_id)s::BIGINT",
)
UNINVITE = Statement(
    "UPDATE outbox SET argument=0 WHERE outbox.scene_id = :p_scene_id AND outbox.fight = :p_fight AND outbox.kind = 'invite' AND outbox.argument = :p_user_id",
    "UPDATE outbox SET argument=0 WHERE outbox.scene_id = %(p_scene_id)s::BIGINT AND outbox.fight = %(p_fight)s::BIGINT AND outbox.kind = 'invite' AND outbox.argument = %(p_user_id)s::BIGINT",
)
LOG = Statement(
    "SELECT logs.scene_id, logs.fight, logs.starter_id, logs.thread_id, logs.gm_thread_id, logs.in_place, logs.lost FROM logs WHERE logs.scene_id = :p_scene_id AND logs.fight = :p_fight",
    "SELECT logs.scene_id, logs.fight, logs.starter_id, logs.thread_id, logs.gm_thread_id, logs.in_place, logs.lost FROM logs WHERE logs.scene_id = %(p_scene_id)s::BIGINT AND logs.fight = %(p_fight)s::BIGINT",
    ('scene_id', 'fight', 'starter_id', 'thread_id', 'gm_thread_id', 'in_place', 'lost'),
)
SAVE_LOG = Statement(
    "INSERT INTO logs (scene_id, fight, starter_id, thread_id, gm_thread_id, in_place, lost) VALUES (:scene_id, :fight, :starter_id, :thread_id, :gm_thread_id, :in_place, :lost) ON CONFLICT (scene_id, fight) DO UPDATE SET starter_id = excluded.starter_id, thread_id = excluded.thread_id, gm_thread_id = excluded.gm_thread_id, in_place = excluded.in_place, lost = excluded.lost",
    "INSERT INTO logs (scene_id, fight, starter_id, thread_id, gm_thread_id, in_place, lost) VALUES (%(scene_id)s::BIGINT, %(fight)s::BIGINT, %(starter_id)s::BIGINT, %(thread_id)s::BIGINT, %(gm_thread_id)s::BIGINT, %(in_place)s::BIGINT, %(lost)s::BIGINT) ON CONFLICT (scene_id, fight) DO UPDATE SET starter_id = excluded.starter_id, thread_id = excluded.thread_id, gm_thread_id = excluded.gm_thread_id, in_place = excluded.in_place, lost = excluded.lost",
)
HOME_OF = Statement(
    "SELECT scenes.channel_id FROM scenes JOIN logs ON logs.scene_id = scenes.id WHERE scenes.guild_id = :p_guild_id AND (logs.thread_id = :p_thread_id OR logs.gm_thread_id = :p_thread_id)",
    "SELECT scenes.channel_id FROM scenes JOIN logs ON logs.scene_id = scenes.id WHERE scenes.guild_id = %(p_guild_id)s::BIGINT AND (logs.thread_id = %(p_thread_id)s::BIGINT OR logs.gm_thread_id = %(p_thread_id)s::BIGINT)",
    ('channel_id',),
)
INVITE = Statement(
    "INSERT INTO gms (scene_id, fight, user_id) VALUES (:scene_id, :fight, :user_id) ON CONFLICT DO NOTHING RETURNING user_id",
    "INSERT INTO gms (scene_id, fight, user_id) VALUES (%(scene_id)s::BIGINT, %(fight)s::BIGINT, %(user_id)s::BIGINT) ON CONFLICT DO NOTHING RETURNING gms.user_id",
)
TRACKER = Statement(
    "SELECT trackers.scene_id, trackers.channel_id, trackers.message_id, trackers.version, trackers.pinged, trackers.shown FROM trackers WHERE trackers.scene_id = :p_scene_id",
    "SELECT trackers.scene_id, trackers.channel_id, trackers.message_id, trackers.version, trackers.pinged, trackers.shown FROM trackers WHERE trackers.scene_id = %(p_scene_id)s::BIGINT",
    ('scene_id', 'channel_id', 'message_id', 'version', 'pinged', 'shown'),
)
SAVE_TRACKER = Statement(
    "INSERT INTO trackers (scene_id, channel_id, message_id, version, pinged, shown) VALUES (:scene_id, :channel_id, :message_id, :version, :pinged, :shown) ON CONFLICT (scene_id) DO UPDATE SET channel_id = excluded.channel_id, message_id = excluded.message_id, version = excluded.version, pinged = excluded.pinged, shown = excluded.shown",
    "INSERT INTO trackers (scene_id, channel_id, message_id, version, pinged, shown) VALUES (%(scene_id)s::BIGINT, %(channel_id)s::BIGINT, %(message_id)s::BIGINT, %(version)s::BIGINT, %(pinged)s::VARCHAR, %(shown)s::VARCHAR) ON CONFLICT (scene_id) DO UPDATE SET channel_id = excluded.channel_id, message_id = excluded.message_id, version = excluded.version, pinged = excluded.pinged, shown = excluded.shown",
)
BOOK = Statement(
    "INSERT INTO identifies (bucket, at_ms) VALUES (:bucket, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)) ON CONFLICT (bucket) DO UPDATE SET at_ms = CASE WHEN (identifies.at_ms > CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) + :p_most_ms) THEN CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) WHEN (identifies.at_ms + :p_gap_ms > CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)) THEN identifies.at_ms + :p_gap_ms ELSE CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) END RETURNING at_ms, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) AS now_ms",
    "INSERT INTO identifies (bucket, at_ms) VALUES (%(bucket)s::BIGINT, CAST(extract(epoch FROM statement_timestamp()) * 1000 AS BIGINT)) ON CONFLICT (bucket) DO UPDATE SET at_ms = CASE WHEN (identifies.at_ms > CAST(extract(epoch FROM statement_timestamp()) * 1000 AS BIGINT) + %(p_most_ms)s) THEN CAST(extract(epoch FROM statement_timestamp()) * 1000 AS BIGINT) WHEN (identifies.at_ms + %(p_gap_ms)s::BIGINT > CAST(extract(epoch FROM statement_timestamp()) * 1000 AS BIGINT)) THEN identifies.at_ms + %(p_gap_ms)s::BIGINT ELSE CAST(extract(epoch FROM statement_timestamp()) * 1000 AS BIGINT) END RETURNING identifies.at_ms, CAST(extract(epoch FROM statement_timestamp()) * 1000 AS BIGINT) AS now_ms",
)
FORBIDDING = Statement(
    "SELECT upgrades.revision, upgrades.version FROM upgrades WHERE upgrades.oldest > :p_ours ORDER BY upgrades.revision DESC LIMIT 1 OFFSET 0",
    "SELECT upgrades.revision, upgrades.version FROM upgrades WHERE upgrades.oldest > %(p_ours)s::VARCHAR ORDER BY upgrades.revision DESC LIMIT 1 OFFSET 0",
    ('revision', 'version'),
)
HOLD_MIGRATIONS = Statement(
    "SELECT pg_advisory_xact_lock(1179210309, 0) AS pg_advisory_xact_lock_1",
    "SELECT pg_advisory_xact_lock(1179210309, 0) AS pg_advisory_xact_lock_1",
    ('pg_advisory_xact_lock',),
)
HOLD_SCHEMA_ALONE = Statement(
    "SELECT pg_advisory_xact_lock(1179210309, 1) AS pg_advisory_xact_lock_1",
    "SELECT pg_advisory_xact_lock(1179210309, 1) AS pg_advisory_xact_lock_1",
    ('pg_advisory_xact_lock',),
)
HOLD_SCHEMA_TOGETHER = Statement(
    "SELECT pg_advisory_xact_lock_shared(1179210309, 1) AS pg_advisory_xact_lock_shared_1",
    "SELECT pg_advisory_xact_lock_shared(1179210309, 1) AS pg_advisory_xact_lock_shared_1",
    ('pg_advisory_xact_lock_shared',),
)
LEASES = Statement(
    "SELECT leases.shards, leases.shard, leases.number, leases.holder, leases.beats FROM leases ORDER BY leases.shards, leases.shard",
    "SELECT leases.shards, leases.shard, leases.number, leases.holder, leases.beats FROM leases ORDER BY leases.shards, leases.shard",
    ('shards', 'shard', 'number', 'holder', 'beats'),
)
SAVE_LEASE = Statement(
    "INSERT INTO leases (shards, shard, number, holder, beats) VALUES (:shards, :shard, :number, :holder, :beats) ON CONFLICT (shards, shard) DO UPDATE SET number = excluded.number, holder = excluded.holder, beats = excluded.beats",
    "INSERT INTO leases (shards, shard, number, holder, beats) VALUES (%(shards)s::BIGINT, %(shard)s::BIGINT, %(number)s::BIGINT, %(holder)s::BIGINT, %(beats)s::BIGINT) ON CONFLICT (shards, shard) DO UPDATE SET number = excluded.number, holder = excluded.holder, beats = excluded.beats",
)
RENEW_LEASES = Statement(
    "UPDATE leases SET beats=(leases.beats + 1) WHERE leases.holder = :p_holder",
    "UPDATE leases SET beats=(leases.beats + 1) WHERE leases.holder = %(p_holder)s::BIGINT",
)
LEASE_STANDS = Statement(
    "SELECT leases.holder FROM leases WHERE leases.number = :p_number AND leases.holder != 0",
    "SELECT leases.holder FROM leases WHERE leases.number = %(p_number)s::BIGINT AND leases.holder != 0 FOR KEY SHARE",
    ('holder',),
)
TELL_OTHERS = Statement(
    "SELECT pg_notify('fireteam', :p_channel_id) AS pg_notify_1",
    "SELECT pg_notify('fireteam', %(p_channel_id)s) AS pg_notify_1",
    ('pg_notify',),
)
HOLD_LEASES = Statement(
    "SELECT pg_advisory_xact_lock(1279607123, 0) AS pg_advisory_xact_lock_1",
    "SELECT pg_advisory_xact_lock(1279607123, 0) AS pg_advisory_xact_lock_1",
    ('pg_advisory_xact_lock',),
)
IS_UNLOCKED = Statement(
    "SELECT pg_try_advisory_xact_lock_shared(1279607123, CAST(:p_holder AS INTEGER)) AS unlocked",
    "SELECT pg_try_advisory_xact_lock_shared(1279607123, CAST(%(p_holder)s AS INTEGER)) AS unlocked",
    ('unlocked',),
)
APPEAR = Statement(
    "SELECT pg_advisory_lock(1279607123, CAST(:p_holder AS INTEGER)) AS pg_advisory_lock_1",
    "SELECT pg_advisory_lock(1279607123, CAST(%(p_holder)s AS INTEGER)) AS pg_advisory_lock_1",
    ('pg_advisory_lock',),
)
PROCESSES = Statement(
    "SELECT count(*) AS processes FROM pg_locks WHERE pg_locks.locktype = 'advisory' AND pg_locks.\"database\" = (SELECT pg_database.oid FROM pg_database WHERE pg_database.datname = current_database()) AND pg_locks.classid = 1279607123 AND pg_locks.objid != 0 AND pg_locks.mode = 'ExclusiveLock' AND pg_locks.granted",
    "SELECT count(*) AS processes FROM pg_locks WHERE pg_locks.locktype = 'advisory' AND pg_locks.database = (SELECT pg_database.oid FROM pg_database WHERE pg_database.datname = current_database()) AND pg_locks.classid = 1279607123 AND pg_locks.objid != 0 AND pg_locks.mode = 'ExclusiveLock' AND pg_locks.granted",
    ('processes',),
)
HOLD_ALONE = Statement(
    "SELECT pg_advisory_xact_lock_shared(1179210309, 1) AS pg_advisory_xact_lock_shared_1, pg_advisory_xact_lock(:p_guild_id) AS pg_advisory_xact_lock_1",
    "SELECT pg_advisory_xact_lock_shared(1179210309, 1) AS pg_advisory_xact_lock_shared_1, pg_advisory_xact_lock(%(p_guild_id)s) AS pg_advisory_xact_lock_1",
    ('pg_advisory_xact_lock_shared', 'pg_advisory_xact_lock'),
)
HOLD_TOGETHER = Statement(
    "SELECT pg_advisory_xact_lock_shared(1179210309, 1) AS pg_advisory_xact_lock_shared_1, pg_advisory_xact_lock_shared(:p_guild_id) AS pg_advisory_xact_lock_shared_2",
    "SELECT pg_advisory_xact_lock_shared(1179210309, 1) AS pg_advisory_xact_lock_shared_1, pg_advisory_xact_lock_shared(%(p_guild_id)s) AS pg_advisory_xact_lock_shared_2",
    ('pg_advisory_xact_lock_shared', 'pg_advisory_xact_lock_shared_1'),
)
HOLD_SCENE = Statement(
    "SELECT scenes.id FROM scenes WHERE scenes.id = :p_id",
    "SELECT scenes.id FROM scenes WHERE scenes.id = %(p_id)s::BIGINT FOR NO KEY UPDATE",
    ('id',),
)
