"""Settings come from the environment before the file, and never show the token."""

from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError, Shards


def load(environment: dict[str, str] | None = None, file: Path = Path("no-such-file")) -> Settings:
    return Settings.load(environment or {}, file)


@pytest.fixture
def dotenv(tmp_path: Path) -> Path:
    path = tmp_path / ".env"
    path.write_text(
        'FIRETEAM_TOKEN="from-file"\nFIRETEAM_DATABASE=/data/file.db\nFIRETEAM_LOG=warning\n', encoding="utf-8"
    )
    return path


def test_nothing_set_gives_the_defaults() -> None:
    assert load() == Settings(token="", database=Path("fireteam.db"), log_level="INFO")


def test_the_file_is_read(dotenv: Path) -> None:
    assert load({}, dotenv) == Settings(token="from-file", database=Path("/data/file.db"), log_level="WARNING")


def test_the_environment_wins_over_the_file(dotenv: Path) -> None:
    settings = load({"FIRETEAM_TOKEN": "from-environment", "FIRETEAM_LOG": "debug"}, dotenv)
    assert (settings.token, settings.log_level) == ("from-environment", "DEBUG")


def test_an_empty_variable_does_not_hide_the_file(dotenv: Path) -> None:
    assert load({"FIRETEAM_TOKEN": ""}, dotenv).token == "from-file"


def test_the_usual_name_of_a_discord_token_works_too() -> None:
    assert load({"DISCORD_TOKEN": " usual\n"}).token == "usual"


def test_our_own_name_wins_over_the_usual_one() -> None:
    assert load({"DISCORD_TOKEN": "usual", "FIRETEAM_TOKEN": "ours"}).token == "ours"


def test_a_home_folder_is_expanded() -> None:
    assert load({"FIRETEAM_DATABASE": "~/fights.db"}).database == Path.home() / "fights.db"


def test_the_sign_of_life_is_beside_the_database_unless_it_is_said_where() -> None:
    assert load({"FIRETEAM_DATABASE": "/data/fights.db"}).heartbeat_file() == Path("/data/fights.db.alive")
    assert load({"FIRETEAM_HEARTBEAT": "~/alive"}).heartbeat_file() == Path.home() / "alive"


@pytest.mark.parametrize(("text", "days"), [("0", 0), (" 90 ", 90), ("3650", 3650)])
def test_a_server_is_kept_for_as_many_days_as_are_said(text: str, days: int) -> None:
    assert load({"FIRETEAM_RETENTION_DAYS": text}).retention_days == days
    assert load().retention_days == 30


@pytest.mark.parametrize("text", ["-1", "a month", "3651", "1.5", "²"])
def test_what_is_no_number_of_days_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match=r"FIRETEAM_RETENTION_DAYS is .* from 0 to 3650"):
        load({"FIRETEAM_RETENTION_DAYS": text})


def test_an_unknown_level_is_refused_with_those_that_work() -> None:
    with pytest.raises(SettingsError, match="FIRETEAM_LOG is 'loud': use one of DEBUG, INFO"):
        load({"FIRETEAM_LOG": "loud"})


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    path.write_bytes(b"FIRETEAM_TOKEN=\xff\xfe")
    with pytest.raises(SettingsError, match="not UTF-8"):
        load({}, path)


def test_a_missing_token_says_where_to_put_one() -> None:
    with pytest.raises(SettingsError, match="FIRETEAM_TOKEN"):
        load().require_token()


def test_a_token_is_handed_out_when_asked_for() -> None:
    assert Settings(token="secret").require_token() == "secret"


def test_the_token_is_never_shown() -> None:
    settings = Settings(token="very-secret")
    assert "very-secret" not in f"{settings} {settings!r}"
    assert "token=set" in repr(settings)


ADDRESS = "postgresql://bot:very-secret@db.example:5432/fights?sslmode=require"


def test_an_address_of_postgresql_is_a_database() -> None:
    assert load({"FIRETEAM_DATABASE": ADDRESS}).database == ADDRESS
    assert load({"FIRETEAM_DATABASE": "postgres://db/fights"}).database == "postgres://db/fights"
    assert load({"FIRETEAM_DATABASE": "postgresql"}).database == Path("postgresql")


def test_the_sign_of_life_of_a_bot_without_a_file_is_in_its_folder() -> None:
    assert load({"FIRETEAM_DATABASE": ADDRESS}).heartbeat_file() == Path("fireteam.db.alive")


@pytest.mark.parametrize("address", ["mysql://db/fights", "sqlite:///fights.db", "https://db"])
def test_no_file_is_called_as_an_address_of_something_else(address: str) -> None:
    with pytest.raises(SettingsError, match=f"no {address.partition(':')[0]}:// here"):
        load({"FIRETEAM_DATABASE": address})


@pytest.mark.parametrize(
    "address",
    ["u:sec[ret@host/db", "u:sec/ret@host/db", "u:1?sec@host/db", "u:1#sec@host/db", "u:sec@host:port/db", "h:0/db"],
)
def test_an_address_whose_password_reads_as_something_else_is_refused_unsaid(address: str) -> None:
    with pytest.raises(SettingsError, match="percent-encoded") as refused:
        load({"FIRETEAM_DATABASE": f"postgresql://{address}"})
    assert "sec" not in str(refused.value)


def test_the_password_of_a_database_is_never_shown() -> None:
    settings = load({"FIRETEAM_DATABASE": ADDRESS})
    assert "very-secret" not in f"{settings} {settings!r}"
    assert "db.example:5432/fights" in repr(settings)
    assert settings.secrets() == ["very-secret"]
    assert Settings(token="token", database=Path("x.db")).secrets() == ["token"]


@pytest.mark.parametrize(
    ("text", "address"),
    [("9464", ("127.0.0.1", 9464)), (" 10.1.2.3:80 ", ("10.1.2.3", 80)), ("[::1]:9464", ("::1", 9464))],
)
def test_the_address_of_the_metrics_is_of_this_machine_unless_it_says_another(
    text: str, address: tuple[str, int]
) -> None:
    assert load().metrics is None
    assert load({"FIRETEAM_METRICS": text}).metrics == address


@pytest.mark.parametrize("text", ["yes", "0", "65536", "localhost", "localhost:", "-1", "\u0663"])
def test_an_address_that_is_none_is_refused_with_one_that_works(text: str) -> None:
    with pytest.raises(SettingsError, match="use a port, such as 9464, or host:port"):
        load({"FIRETEAM_METRICS": text})


@pytest.mark.parametrize(
    ("text", "shards"),
    [
        ("0-3/8", Shards(8, (0, 1, 2, 3))),
        ("0,2/8", Shards(8, (0, 2))),
        (" 2 - 4, 0 ,3 / 8", Shards(8, (0, 2, 3, 4))),
        ("0/1", Shards(1, (0,))),
    ],
)
def test_shards_are_named_by_ranges_and_numbers(text: str, shards: Shards) -> None:
    assert load({"FIRETEAM_SHARDS": text}).shards == shards


@pytest.mark.parametrize(
    "text", ["8", "0-3", "/8", "0-8/8", "3-1/8", "a/8", "0/", "0/0", "-1/8", "0,/8", "0/99999999", "٠/8"]
)
def test_shards_that_are_none_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(SettingsError, match=r"FIRETEAM_SHARDS is .* such as 0-3/8"):
        load({"FIRETEAM_SHARDS": text})


def test_all_shards_are_meant_where_none_is_named() -> None:
    assert load().shards is None


def test_a_server_is_in_the_shard_that_discord_says() -> None:
    assert [Shards(8, ()).of(guild << 22) for guild in (0, 5, 8, 13)] == [0, 5, 0, 5]


def test_the_requests_of_a_process_are_a_whole_number() -> None:
    assert load().requests_per_s is None
    assert load({"FIRETEAM_REQUESTS_PER_SECOND": " 25 "}).requests_per_s == 25.0


@pytest.mark.parametrize("text", ["1", "0", "-5", "2.5", "many", "²"])
def test_requests_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(SettingsError, match=f"FIRETEAM_REQUESTS_PER_SECOND is '{text}': use a whole number from 2"):
        load({"FIRETEAM_REQUESTS_PER_SECOND": text})
