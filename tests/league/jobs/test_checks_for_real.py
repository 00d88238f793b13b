"""Archives as authors upload them, checked in the sandbox."""

import tempfile
from pathlib import Path

import pytest

from bots import sdk
from bots.submission import archive
from league.models import Account, Job
from league.services.bots import bots, checks, crew

from .scene import NOW

pytestmark = pytest.mark.needs("bubblewrap")


@pytest.fixture
def sandbox(settings):
    """Let bots be unpacked where their users can reach them."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        settings.BOT_FOLDER = Path(folder) / "bots"
        crew.open_sandbox.cache_clear()
        crew.open_sandbox()
        yield
        crew.open_sandbox.cache_clear()


@pytest.fixture
def uploaded(db, sandbox, messages, tmp_path):
    """Upload what `python -m bots new` makes, for two games, and check it."""

    def make(change=lambda program: program):
        program = sdk.create(tmp_path / "fox", name="Fox", language="python")
        program.write_text(change(program.read_text()))
        manifest = tmp_path / "fox" / "bot.toml"
        manifest.write_text(manifest.read_text().replace('"all"', '["truco", "briscola"]'))
        carol = Account.objects.create(username="carol")
        content = archive.pack(tmp_path / "fox")
        version = bots.upload(content=content, by=carol, now=NOW).version
        checks.check_batch(ids=[Job.objects.get().pk])
        version.refresh_from_db()
        return version

    return make


@pytest.mark.further
def test_template_is_accepted(uploaded):
    version = uploaded()
    assert (version.status, version.reason) == ("accepted", "")
    subjects = [found["subject"] for found in version.report["findings"]]
    assert subjects == ["start", "truco", "briscola", "determinism"]
    job = Job.objects.get()
    assert (job.status, job.done, job.total) == ("done", job.total, 3 * (job.total // 3))


@pytest.mark.further
def test_bot_that_cheats_is_refused_with_what_it_said(uploaded):
    version = uploaded(lambda text: text.replace("return turn.chance", 'return "S1" #'))
    assert version.status == "refused"
    assert version.reason.startswith("truco: illegal-action: ")
    assert {found["evidence"] for found in version.report["findings"] if not found["ok"]} == {
        '"S1"'
    }
