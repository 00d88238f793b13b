"""`python -m bots upload`, against a site that listens."""

import pytest
from django.utils import timezone

from bots.__main__ import main
from bots.commands import upload
from league.models import Job, Version
from league.services.accounts import people
from league.services.bots import bots
from tests.bots.archives import GOOD

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "fox"
    folder.mkdir()
    for name, content in GOOD.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture
def token(carol, monkeypatch):
    """Let the environment hold a token of Carol's; return its scopes, to be changed."""

    def issue(*scopes):
        _token, plain = people.issue_token(
            account=carol, name="cli", scopes=scopes, now=timezone.now()
        )
        monkeypatch.setattr("os.environ", {"STAMMTISCH_TOKEN": plain})

    issue("read", "bots")
    return issue


@pytest.fixture
def worker(monkeypatch):
    """Let a worker end the check, as the function in the list does, while the command waits."""
    steps = []

    def work(_seconds):
        Job.objects.update(done=3, total=9)
        steps[0](Version.objects.get())

    monkeypatch.setattr(upload.time, "sleep", work)
    return steps


def accept(version):
    report = {"findings": [{"subject": "skat", "ok": True, "detail": "4 matches", "evidence": ""}]}
    bots.accept(version=version, report=report, now=timezone.now())


def refuse(version):
    found = {"subject": "skat", "ok": False, "detail": "crash", "evidence": "1 / 0"}
    bots.refuse(
        version=version, reason="skat: crash", report={"findings": [found]}, now=timezone.now()
    )


def run(live_server, folder):
    return main(["upload", str(folder), "--site", live_server.url])


def test_upload_that_is_accepted_may_play(live_server, folder, token, worker, capsys):
    worker.append(accept)
    assert run(live_server, folder) == 0
    said = capsys.readouterr()
    assert "✓ skat: 4 matches" in said.out
    assert f"/versions/{Version.objects.get().code}/" in said.err
    assert "Carol's 1 is accepted." in said.err


def test_upload_that_is_refused_shows_the_evidence(live_server, folder, token, worker, capsys):
    worker.append(refuse)
    assert run(live_server, folder) == 1
    said = capsys.readouterr()
    assert "✗ skat: crash\n      | 1 / 0" in said.out
    assert "Carol's 1 is refused: skat: crash" in said.err


def test_check_that_has_failed_is_not_waited_for(live_server, folder, token, worker, capsys):
    worker.append(lambda version: Job.objects.update(status="failed", reason="bwrap is missing"))
    with pytest.raises(SystemExit):
        run(live_server, folder)
    assert "could not check it (bwrap is missing)" in capsys.readouterr().err


def test_site_says_why_it_takes_no_upload(live_server, folder, token, settings, capsys):
    settings.BOT_MOST_CHECKS = 0
    with pytest.raises(SystemExit):
        run(live_server, folder)
    assert "422: 0 of your versions are being checked" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("scopes", "said"),
    [
        (["read"], "403: This needs a token with the scope “bots”."),
        (["bots"], "have the scopes read and bots"),
    ],
)
def test_token_without_a_scope_is_told_so(live_server, folder, token, capsys, worker, scopes, said):  # noqa: PLR0917
    worker.append(lambda version: None)
    token(*scopes)
    with pytest.raises(SystemExit):
        run(live_server, folder)
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("site", ["http://127.0.0.1:9", "cards.example.org", "file:///etc"])
def test_site_that_is_none_is_named(folder, token, capsys, site):
    with pytest.raises(SystemExit):
        main(["upload", str(folder), "--site", site])
    assert site in capsys.readouterr().err
