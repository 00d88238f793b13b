"""Unpacked bots: made once, kept while they are used, removed without harm to anybody."""

import os
import time

import pytest

from bots.submission import archive
from league.models import Version
from league.services.bots import unpacking
from league.services.bots.unpacking import DAY_S, UNUSED_DAYS, folder_of
from tests.bots.archives import tar_gz
from tests.league.factories import VersionFactory

UNUSED = "a" * 64


@pytest.fixture
def home(settings, tmp_path):
    settings.BOT_FOLDER = tmp_path / "bots"
    return tmp_path / "bots"


@pytest.fixture
def fox(db):
    content = tar_gz()
    return VersionFactory(archive__digest=archive.read(content).digest, archive__content=content)


def put(home, name, *, days):
    """Put a bot that was used so many days ago."""
    folder = home / name
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text("pass")
    used_at = time.time() - days * DAY_S
    os.utime(folder, (used_at, used_at))
    return folder


def test_files_of_a_version_are_unpacked_once(fox, home, django_assert_num_queries):
    assert folder_of(fox) == home / fox.archive_id
    again = Version.objects.get(pk=fox.pk)
    with django_assert_num_queries(0):
        assert (folder_of(again) / "bot.py").is_file()


def test_use_is_noted(fox, home):
    folder = put(home, fox.archive_id, days=UNUSED_DAYS + 1)
    folder_of(fox)
    assert folder.stat().st_mtime > time.time() - 60


def test_bot_not_used_for_long_is_laid_aside_when_another_comes(fox, home):
    put(home, UNUSED, days=UNUSED_DAYS + 1)
    folder_of(fox)
    assert not (home / UNUSED).exists()


def test_process_in_a_bot_laid_aside_keeps_its_files(fox, home):
    inside = os.open(put(home, UNUSED, days=UNUSED_DAYS + 1), os.O_DIRECTORY)
    folder_of(fox)
    assert os.listdir(inside) == ["bot.py"]  # noqa: PTH208 - by its descriptor
    os.close(inside)


def test_bot_used_of_late_stays(fox, home):
    kept = put(home, UNUSED, days=UNUSED_DAYS - 1)
    folder_of(fox)
    assert kept.is_dir()


def test_bot_laid_aside_is_deleted_a_day_later(fox, home):
    aside = put(home, f".{UNUSED}", days=2)
    begun = put(home, f".{UNUSED[:40]}-x1y2", days=2)
    folder_of(fox)
    assert not aside.exists()
    assert not begun.exists()


def test_what_another_worker_is_unpacking_stays(fox, home):
    begun = put(home, f".{UNUSED[:40]}-x1y2", days=0.5)
    folder_of(fox)
    assert begun.is_dir()


def test_what_is_no_bot_is_not_touched(fox, home):
    kept = put(home, "lost+found", days=1000)
    folder_of(fox)
    assert kept.is_dir()


def test_bot_that_is_gone_is_unpacked_again(fox, home):
    folder_of(fox).rename(home / f".{fox.archive_id}")
    assert (folder_of(fox) / "bot.py").is_file()


def test_two_workers_lay_aside_the_same_bot(fox, home, monkeypatch):
    """The second finds it gone, and plays all the same."""
    unused = put(home, UNUSED, days=UNUSED_DAYS + 1)
    older_than = unpacking._older_than

    def and_be_late(home, days, names):
        for folder in older_than(home, days, names):
            folder.rename(home / "gone")
            yield folder

    monkeypatch.setattr(unpacking, "_older_than", and_be_late)
    assert (folder_of(fox) / "bot.py").is_file()
    assert not unused.exists()
