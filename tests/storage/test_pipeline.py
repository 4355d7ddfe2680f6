"""What is said to PostgreSQL together is answered in order, and leaves its connection as it was."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from psycopg.pq import TransactionStatus

from bot.storage.connections import FOR_WRITING, Connections
from bot.storage.pipeline import Link, conversation, numbered
from tests import postgres

HOW_MANY = 300
LARGE = "x" * 50_000


@pytest.fixture
def connections(postgres_server: postgres.Server) -> Iterator[Connections]:
    made = Connections(postgres_server.swept("swept"), FOR_WRITING)
    yield made
    made.close()


@pytest.fixture
def link(connections: Connections) -> Iterator[Link]:
    with connections.one() as made:
        yield made


def say(link: Link, *statements: str, fails: bool = False) -> None:
    """Say some statements and read the last; then something of one's own may go wrong."""
    with conversation(link) as pipeline:
        asked = [pipeline.ask(statement) for statement in statements]
        if fails:
            raise RuntimeError
        pipeline.rows(asked[-1])


def test_parameters_are_numbered() -> None:
    named = numbered("a = %(one)s AND b = %(two)s AND c = %(one)s")
    assert (named.text, named.names) == (b"a = $1 AND b = $2 AND c = $1", ("one", "two"))
    assert numbered("VALUES (%s, %s::BIGINT)")[:2] == (b"VALUES ($1, $2::BIGINT)", ())
    assert numbered("SELECT 7 %% 2")[:2] == (b"SELECT 7 % 2", ())


def test_answers_are_read_in_any_order(link: Link) -> None:
    with conversation(link) as pipeline:
        first, second = (pipeline.ask("SELECT %s::BIGINT", [number]) for number in (1, 2))
        assert pipeline.rows(second) == [(2,)]
        assert pipeline.rows(first) == [(1,)]


def test_values_come_back_as_they_went(link: Link) -> None:
    went = {"number": 2**40, "yes": True, "word": "Änne", "bytes": b"\0\1", "nothing": None}
    with conversation(link) as pipeline:
        statement = "SELECT %(number)s, %(yes)s, %(word)s, %(bytes)s, %(nothing)s::BIGINT, %(word)s"
        asked = pipeline.ask(statement, went)
        assert pipeline.rows(asked) == [(2**40, 1, "Änne", b"\0\1", None, "Änne")]


def test_much_is_said_while_much_is_answered(link: Link) -> None:
    with conversation(link) as pipeline:
        asked = [pipeline.ask("SELECT %s::TEXT", [LARGE]) for _ in range(HOW_MANY)]
        assert pipeline.rows(asked[-1]) == [(LARGE,)]


def test_a_statement_is_prepared_once_for_each_choice_of_types(link: Link) -> None:
    for _ in range(2):
        with conversation(link) as pipeline:
            for value in (1, 2, None, "word"):
                pipeline.ask("SELECT %s::TEXT IS NULL", [value])
    assert link.prepared == 3


def test_what_fails_is_told_to_whoever_reads_next(link: Link) -> None:
    with pytest.raises(psycopg.errors.DivisionByZero):
        say(link, "BEGIN", "SELECT 1 / 0", "SELECT 1")
    assert link.server.transaction_status == TransactionStatus.IDLE


def test_what_fails_and_is_not_read_is_told_at_the_end(link: Link) -> None:
    with pytest.raises(psycopg.errors.DivisionByZero), conversation(link) as pipeline:
        pipeline.ask("SELECT 1 / 0")


def test_what_was_said_behind_a_failure_is_prepared_anew(link: Link) -> None:
    with pytest.raises(psycopg.errors.DivisionByZero):
        say(link, "SELECT 1 / 0", "SELECT 5")
    say(link, "SELECT 5")


def test_who_raises_leaves_nothing_open(link: Link) -> None:
    with pytest.raises(RuntimeError):
        say(link, "BEGIN", "CREATE TABLE left_behind ()", fails=True)
    assert link.server.transaction_status == TransactionStatus.IDLE
    with conversation(link) as pipeline:
        assert pipeline.rows(pipeline.ask("SELECT to_regclass('left_behind')::TEXT")) == [(None,)]


def test_what_finds_nothing_to_be_read_says_so(link: Link) -> None:
    with pytest.raises(psycopg.ProgrammingError):
        say(link, "SET search_path = public")


def test_a_lost_connection_is_told_as_such_and_not_lent_again(connections: Connections) -> None:
    with pytest.raises(psycopg.OperationalError), connections.one() as link:
        say(link, "SELECT pg_terminate_backend(pg_backend_pid())")
    with connections.one() as fresh:
        assert fresh is not link
        with conversation(fresh) as pipeline:
            assert pipeline.rows(pipeline.ask("SELECT 1::BIGINT")) == [(1,)]
