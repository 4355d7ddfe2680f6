"""What can be known of the container without building it: what it copies is there, and it runs as nobody special."""

import re
import shlex
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import yaml

from bot.client import GOODBYE_S
from bot.settings import Settings

ROOT = Path(__file__).parent.parent
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
BOTS: dict[str, Any] = {name: each for name, each in COMPOSE["services"].items() if "build" in each}
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
STAGES = re.split(r"(?m)^(?=FROM )", DOCKERFILE)[1:]
LAST = STAGES[-1]


def instructions(name: str, text: str = DOCKERFILE) -> list[str]:
    return re.findall(rf"(?m)^{name} (.+)$", text)


def copied() -> list[str]:
    """What the build takes from the repository."""
    copies = [shlex.split(line) for line in instructions("COPY") if not line.startswith("--from")]
    return [source for *sources, _ in copies for source in sources]


def test_there_are_two_stages_and_the_last_has_no_tools() -> None:
    assert len(STAGES) == 2
    assert "pip install" not in LAST
    assert instructions("COPY --from=build", LAST) == ["/app/.venv .venv"]


def test_everything_copied_is_there() -> None:
    assert copied()
    assert [source for source in copied() if not (ROOT / source).exists()] == []


def test_nothing_copied_is_ignored() -> None:
    kept = {
        line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")
    }
    assert set(copied()) <= kept


def test_secrets_and_databases_stay_out() -> None:
    ignored, *rest = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")]
    assert all(fnmatch(name, ignored) for name in (".env", "fireteam.db", ".git"))
    assert not any(line.startswith("!.") for line in rest)


def test_every_package_is_copied() -> None:
    packages = {path.parent.name for path in ROOT.glob("[!.]*/__init__.py")} - {"tests"}
    assert packages | {"migrations"} <= set(copied())


def test_it_runs_as_somebody_without_rights() -> None:
    (user,) = instructions("USER", LAST)
    assert user not in {"root", "0"}
    assert f"--uid 10001 --no-create-home {user}" in LAST


def test_the_database_is_on_a_volume() -> None:
    (volume,) = instructions("VOLUME", LAST)
    assert f"FIRETEAM_DATABASE={volume}/fireteam.db" in LAST
    assert f"data:{volume}" in (ROOT / "compose.yaml").read_text(encoding="utf-8")


def test_it_runs_the_bot_and_is_stopped_as_the_bot_expects() -> None:
    assert instructions("CMD", LAST) == ['["python", "-m", "bot", "run"]']
    assert instructions("STOPSIGNAL", LAST) == ["SIGTERM"]


def test_its_health_is_asked_of_the_bot_which_keeps_it_where_it_may_write() -> None:
    (check,) = instructions("HEALTHCHECK", LAST)
    assert check.endswith('CMD ["python", "-m", "bot", "health"]')
    (volume,) = instructions("VOLUME", LAST)
    (database,) = re.findall(r"FIRETEAM_DATABASE=(\S+)", LAST)
    assert Settings(database=Path(database)).heartbeat_file().is_relative_to(volume)
    assert "read_only: true" in (ROOT / "compose.yaml").read_text(encoding="utf-8")


def test_it_needs_nothing_that_the_image_leaves_out(tmp_path: Path) -> None:
    """The image has neither the extra for `try` nor what only developers need."""
    left_out = ("simcord", "playwright", "pytest", "hypothesis", "d20", "jsonschema")
    program = f"""
import runpy, sys
sys.modules.update(dict.fromkeys({left_out!r}))
sys.argv = ["bot", "migrate"]
runpy.run_module("bot", run_name="__main__")
"""
    database = tmp_path / "fireteam.db"
    environment = {"FIRETEAM_DATABASE": str(database), "PATH": ""}
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    assert database.exists()


def test_the_image_has_the_driver_of_either_database() -> None:
    assert "--extra postgresql" in STAGES[0]


def test_both_ways_to_install_use_the_same_uv() -> None:
    pins = re.findall(r"(?:UV_VERSION := |uv==)(\d+\.\d+\.\d+)", (ROOT / "Makefile").read_text() + DOCKERFILE)
    assert len(pins) == 2
    assert len(set(pins)) == 1


def settings_of(name: str, tmp_path: Path) -> Settings:
    """What a container of compose's is told, in the order in which it counts."""
    environment = {key: str(value) for key, value in BOTS[name]["environment"].items()}
    return Settings.load({**environment, "FIRETEAM_TOKEN": "a token"}, tmp_path / ".env")


def test_a_profile_is_one_bot_or_shards_that_make_one(tmp_path: Path) -> None:
    profiles: dict[str, list[Settings]] = {}
    for name, service in BOTS.items():
        (profile,) = service["profiles"]
        profiles.setdefault(profile, []).append(settings_of(name, tmp_path))
    assert set(profiles) == {"one", "many"}
    (alone,) = profiles["one"]
    assert (alone.shards, alone.database) == (None, Path("/data/fireteam.db"))
    shards = [each.shards for each in profiles["many"] if each.shards]
    assert len(shards) == 2
    assert {each.count for each in shards} == {len(shards)}
    assert sorted(number for each in shards for number in each.ids) == list(range(len(shards)))
    assert {each.database for each in profiles["many"]} == {"postgresql://fireteam@postgres/fireteam"}


def test_what_is_started_without_a_word_more_is_one_bot() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^COMPOSE_PROFILES=(.+)$", example) == ["one"]


def test_every_process_may_write_what_its_health_is_read_from(tmp_path: Path) -> None:
    for name, service in BOTS.items():
        assert service["read_only"] is True
        writable = [service["tmpfs"], *(volume.partition(":")[2] for volume in service.get("volumes", ()))]
        heartbeat = settings_of(name, tmp_path).heartbeat_file()
        assert any(heartbeat.is_relative_to(place) for place in writable), name


def test_every_process_is_given_the_time_to_leave() -> None:
    for service in BOTS.values():
        assert int(service["stop_grace_period"].removesuffix("s")) > GOODBYE_S
        assert service["restart"] == "unless-stopped"


def test_the_database_is_waited_for_and_kept() -> None:
    postgres = COMPOSE["services"]["postgres"]
    many = [service for service in BOTS.values() if service["profiles"] == postgres["profiles"]]
    assert many
    assert all(each["depends_on"] == {"postgres": {"condition": "service_healthy"}} for each in many)
    assert postgres["healthcheck"]["test"][1] == "pg_isready"
    assert "--host=127.0.0.1" in postgres["healthcheck"]["test"]  # while it is laid out it listens elsewhere
    (volume,) = postgres["volumes"]
    assert volume == "postgres:/var/lib/postgresql"
    assert {"postgres", "data"} == set(COMPOSE["volumes"])


def test_no_secret_stands_in_it() -> None:
    for service in COMPOSE["services"].values():
        secret = [value for key, value in service["environment"].items() if "PASSWORD" in key or "TOKEN" in key]
        assert all(value == "${POSTGRES_PASSWORD:-}" for value in secret)
    assert {service["env_file"] for service in BOTS.values()} == {".env"}
