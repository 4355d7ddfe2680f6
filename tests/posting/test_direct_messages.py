"""What somebody is told in private of what another did."""

from pathlib import Path

from bot import app
from bot.settings import Settings
from bot.simulated.simulation import Simulation


async def test_a_gm_is_told_in_private_whose_people_are_put_away(tmp_path: Path) -> None:
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db"))) as stage:
        masters = stage.guild.create_role("Masters")
        stage.people["bob"] = stage.guild.add_member(stage.env.create_user("bob"), roles=[masters])
        await stage.slash("gm", "/campaign gm", {"role": "Masters"})
        await stage.slash("bob", "/npc add", {"template": "sniper", "name": "Specter", "hidden": True})
        await stage.slash("gm", "/campaign setup", {"ruleset": "eclipse"})
        await stage.slash("ann", "/sheet import", {"text": '{"name": "Ann"}'})
        assert not (await stage.slash("ann", "/init join")).refusal
        (told,) = stage.people["bob"].user.dm_channel.history()
        assert "waited hidden in" in told.content
        assert "Specter" in told.content
        assert "Specter" not in stage.seen_by("ann") + stage.seen_by("gm")


async def test_nobody_is_told_in_private_of_whom_another_has_brought_in(tmp_path: Path) -> None:
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db"))) as stage:
        masters = stage.guild.create_role("Masters")
        for each in ("bob", "cid"):
            stage.people[each] = stage.guild.add_member(stage.env.create_user(each), roles=[masters])
        await stage.slash("gm", "/campaign gm", {"role": "Masters"})
        for user, called, many in (("bob", "Specter", 2), ("cid", "Umbra", 1), ("bob", "Gone", 1)):
            await stage.slash(user, "/npc add", {"template": "sniper", "name": called, "count": many, "hidden": True})
        await stage.slash("bob", "/undo")
        await stage.slash("gm", "/campaign setup", {"ruleset": "eclipse"})
        await stage.slash("ann", "/sheet import", {"text": '{"name": "Ann"}'})
        assert not (await stage.slash("ann", "/init join")).refusal
        told = {each: stage.people[each].user.dm_channel.history() for each in ("bob", "cid")}
        named = {
            user: [message.content.count(each) for each in ("Specter", "Umbra", "Gone")]
            for user, (message,) in told.items()
        }
        assert named == {"bob": [2, 0, 0], "cid": [0, 1, 0]}
