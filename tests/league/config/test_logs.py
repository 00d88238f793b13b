"""Lines of the log say what was being done, and never a secret or a hidden card."""

import json
import logging
import sys
from logging.config import DictConfigurator

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from bots.sandbox import SandboxError
from engine.rules.errors import IllegalAction
from games.shared.packs import FRENCH
from league.config.logs import Json, Text, clean, logging_settings
from league.models import Job, Match
from league.services.accounts import people
from league.services.jobs import jobs
from league.services.monitoring import traces
from league.services.play import bot_matches
from tests.league.factories import NOW, PASSWORD, BotFactory, MatchFactory
from tests.league.logs import said

__all__ = ["said"]


def record(message, *args, error=None, **extra):
    """Return a record as a logger makes it, with an exception that was raised and caught."""
    info = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord("league.test", logging.ERROR, "", 0, message, args, info)
    made.__dict__.update(extra)
    return made


def raised(error, *, cause=None):
    """Return an exception with a traceback and its cause."""
    try:
        raise error from cause
    except Exception as caught:
        return caught


def as_json(*args, **kwargs):
    return json.loads(Json().format(record(*args, **kwargs)))


def test_line_is_json():
    line = as_json("job %s", "x1")
    assert line.pop("at").endswith("+00:00")
    assert line == {"level": "error", "logger": "league.test", "message": "job x1"}


def test_line_stays_one_line():
    assert "\n" not in Json().format(record("two\nlines", error=raised(ValueError("a\nb"))))


def test_line_of_text_is_as_ever():
    line = Text().format(record("job %s", "x1"))
    assert line.endswith(" ERROR league.test: job x1")


def test_line_has_the_names_of_what_is_being_done():
    with traces.doing(task="league.play_match"), traces.doing(job="k3v9"):
        line, text = as_json("hello"), Text().format(record("hello"))
    assert (line["task"], line["job"]) == ("league.play_match", "k3v9")
    assert text.endswith("hello [task=league.play_match job=k3v9]")


def test_names_end_with_what_was_being_done():
    with traces.doing(job="k3v9"):
        pass
    assert "job" not in as_json("hello")


def test_line_has_its_facts():
    assert as_json("hello", facts={"ms": 1.5, "status": 200})["status"] == 200


def test_line_tells_what_led_to_an_exception():
    told = as_json("broke off", error=raised(KeyError("b"), cause=raised(OSError("disk full"))))
    assert told["traceback"].index("OSError: disk full") < told["traceback"].index("KeyError: 'b'")
    assert "in raised" in told["traceback"]


def test_line_does_not_tell_what_an_exception_hides():
    error = raised(KeyError("outer"))
    error.__context__, error.__suppress_context__ = raised(ValueError("inner")), False
    assert "inner" in as_json("broke off", error=error)["traceback"]
    error.__suppress_context__ = True
    assert "inner" not in as_json("broke off", error=error)["traceback"]


def test_exceptions_in_a_circle_are_told_once():
    one, other = raised(ValueError("one")), raised(ValueError("other"))
    one.__cause__, other.__cause__ = other, one
    assert as_json("broke off", error=one)["traceback"].count("ValueError: one") == 1


@pytest.mark.parametrize(
    "text",
    [
        "token stt_SECRET-_1",
        "{'secret': 'stw_SECRET'}",
        "/invitation/#sti_SECRET-_1",
        "/matches/x7k/seat/#stc_SECRET-_1",
        "Authorization: Bearer SECRET",
        "{'Authorization': 'Token SECRET'}",
        "Cookie: sessionid=SECRET; csrftoken=SECRET",
        "password='SECRET one two'",
        "new_password: SECRET",
        "GET /x?token=SECRET&a=b",
        "postgres://anna:SECRET@db/karten",
        "redis://:SECRET@SECRET@host/1",
        "secret=b'\\x01 SECRET'",
        "no row\nDETAIL:  Failing row contains (1,\nSECRET).\nHINT: SECRET",
        "copying\nCONTEXT:  COPY x, line 1: SECRET",
        r"IntegrityError('no\nDETAIL:  Key (code)=(SECRET)')",
    ],
)
def test_what_looks_like_a_secret_is_blanked(text):
    assert "SECRET" not in clean(text)


@pytest.mark.parametrize("text", ["job k3v9 waits: no sandbox", "http://[::1]:8000/a", "5 tokens"])
def test_other_words_stay(text):
    assert clean(text) == text


def test_secrets_of_the_installation_are_blanked(settings):
    settings.METRICS_TOKEN = "four words, no pattern"
    assert settings.METRICS_TOKEN not in clean(f"got {settings.METRICS_TOKEN}!")
    assert settings.SECRET_KEY not in clean(f"signed by {settings.SECRET_KEY}")


def test_words_of_the_rules_are_not_told():
    error = raised(IllegalAction("R10 is not in this hand"))
    text = Json().format(record("acted: %s", error, error=raised(OSError("x"), cause=error)))
    line = as_json("raised: %r", error, error=error)
    assert "IllegalAction" in line["traceback"]
    assert "R10" not in json.dumps(line)
    assert "R10" not in json.loads(text)["traceback"]


def test_words_of_an_error_in_the_rules_are_not_told():
    with pytest.raises(KeyError, match="777") as caught:
        FRENCH.format(777)
    assert "KeyError: …" in as_json("broke off", error=caught.value)["traceback"]


def test_words_of_the_sandbox_are_told():
    error = raised(SandboxError("is /proc bound?"))
    assert "is /proc bound?" in as_json("job waits: %s", error, error=error)["message"]
    assert "is /proc bound?" in as_json("broke off", error=error)["traceback"]


def crash(*args, **kwargs):
    kept = [args, kwargs]
    raise RuntimeError(f"no luck with {len(kept)}")


def test_password_is_not_logged(client, bob, said):
    for password in (PASSWORD, "hunter2"):
        client.post("/login/", {"username": "bob", "password": password})
    assert "POST web:login" in said()
    assert not any(word in said() for word in (PASSWORD, "hunter2"))


@pytest.mark.logs("Internal Server Error")
def test_password_is_not_logged_when_logging_in_fails(bob, said, monkeypatch):
    monkeypatch.setattr("django.contrib.auth.forms.authenticate", crash)
    calm = Client(raise_request_exception=False)
    calm.post("/login/?next=hunter3", {"username": "bob", "password": "hunter2"})
    assert "RuntimeError: no luck" in said()
    assert "hunter" not in said()


@pytest.mark.logs("request .* failed", "Internal Server Error")
def test_token_and_cookies_are_not_logged(alice, said, monkeypatch):
    _token, plain = people.issue_token(
        account=alice, name="tablet", scopes=["read"], now=timezone.now()
    )
    calm = Client(raise_request_exception=False)
    calm.force_login(alice)
    calm.get("/")
    monkeypatch.setattr("league.services.base.rights.readable_clubs", crash)
    calm.get("/api/v1/clubs", headers={"Authorization": f"Bearer {plain}"})
    calm.get(f"/?key={plain}")
    assert said().count("RuntimeError: no luck") >= 4
    assert plain not in said()
    assert calm.cookies["sessionid"].value not in said()


@pytest.mark.logs("request .* failed", "Internal Server Error")
def test_every_line_of_a_crash_has_the_id_of_its_request(db, said, monkeypatch):
    calm = Client(raise_request_exception=False)
    calm.get("/", headers={"X-Request-ID": "request-1"})
    monkeypatch.setattr("league.services.base.rights.readable_clubs", crash)
    for path in ("/api/v1/clubs", "/", "/nowhere/"):
        calm.get(path, headers={"X-Request-ID": "request-1"})
    lines = [line for line in said().splitlines() if line.startswith("{")]
    assert len(lines) >= 5
    assert {json.loads(line)["request"] for line in lines} == {"request-1"}


def secret_of(match):
    """Return how a secret could be written into a line."""
    secret = bytes(match.secret)
    return [secret.hex(), repr(secret), repr(secret)[2:-1], secret.decode("latin-1")]


@pytest.fixture
def own_secret(db):
    """A match of bots with a secret that nothing else looks like."""
    secret = b"the secret of this very match 32"
    return MatchFactory(players=[BotFactory(builtin="random")] * 4, secret=secret)


@pytest.mark.logs("broke off")
def test_secret_of_a_match_is_not_logged_when_playing_fails(own_secret, said, monkeypatch):
    monkeypatch.setattr(
        "league.services.jobs.jobs.queue.current_app.send_task", lambda *a, **k: None
    )
    monkeypatch.setattr("league.services.play.bot_matches.together.can_play", lambda players: False)
    monkeypatch.setattr("league.services.play.bot_matches.runner.play_match", crash)
    ids = jobs.create(kind=Job.Kind.PLAY_MATCH, matches=[own_secret], version=0, now=NOW)
    bot_matches.play_batch(ids=ids, clock=lambda: NOW)
    assert f'"job": "{Job.objects.get().code}"' in said()
    assert "RuntimeError: no luck" in said()
    assert not [text for text in secret_of(own_secret) if text in said()]


@pytest.mark.logs("not stored")
def test_secret_of_a_match_is_not_logged_when_its_row_is_refused(own_secret, said):
    try:
        with transaction.atomic():
            Match.objects.filter(pk=own_secret.pk).update(status="nonsense")
    except IntegrityError:
        logging.getLogger("league").exception("not stored: %s", sys.exc_info()[1])
    assert "match_status_is_known" in said()
    assert not [text for text in secret_of(own_secret) if text in said()]
    if connection.vendor == "postgresql":
        assert "DETAIL: …" in said()


@pytest.mark.parametrize(("lines", "form"), [("json", Json), ("text", Text)])
def test_console_writes_lines_of_the_form_that_is_set(lines, form):
    configured = DictConfigurator(logging_settings(lines=lines, has_requests=False))
    console = configured.config["handlers"]["console"]
    chosen = configured.config["formatters"][console["formatter"]]
    assert isinstance(configured.configure_formatter(dict(chosen)), form)


@pytest.mark.parametrize(("has_requests", "level"), [(True, "INFO"), (False, "WARNING")])
def test_requests_have_lines_where_that_is_set(has_requests, level):
    loggers = logging_settings(lines="json", has_requests=has_requests)["loggers"]
    assert loggers["league.access"]["level"] == level


def test_web_server_writes_no_addresses():
    loggers = logging_settings(lines="json", has_requests=True)["loggers"]
    assert loggers["uvicorn.access"]["level"] == "WARNING"
