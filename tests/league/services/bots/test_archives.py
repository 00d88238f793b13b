"""Large archives are stored in parts, read piece by piece, and emptied with all their parts."""

import io
import tracemalloc

import numpy as np
import pytest

from bots.submission import archive
from league.models import Archive, ArchivePart
from league.services.bots import archives, bots, unpacking
from league.services.bots.archives import PART_BYTES
from tests.bots.archives import GOOD, tar_gz

WEIGHTS = np.random.default_rng(1).bytes(7 * 1024 * 1024)


@pytest.fixture(scope="module")
def content():
    return tar_gz({**GOOD, "weights": WEIGHTS})


@pytest.fixture
def version(content, carol, now):
    return bots.upload(content=io.BytesIO(content), by=carol, now=now).version


def test_large_archive_is_stored_in_parts_and_comes_back(version, content):
    sizes = [len(part.content) for part in version.archive.parts.order_by("number")]
    assert set(sizes[:-1]) == {PART_BYTES}
    assert sizes[-1] <= PART_BYTES
    assert (bytes(version.archive.content), version.archive.size_bytes) == (b"", len(content))
    name, pieces = bots.file_of(version)
    assert (name, b"".join(pieces)) == ("carols-1.tar.gz", content)


def test_archive_that_the_release_before_could_store_is_stored_as_it_did(carol, now):
    version = bots.upload(content=tar_gz(), by=carol, now=now).version
    assert bytes(version.archive.content) == tar_gz()
    assert not ArchivePart.objects.exists()


def test_large_archive_is_unpacked_once(version, settings, tmp_path, django_assert_num_queries):
    settings.BOT_FOLDER = tmp_path
    folder = unpacking.folder_of(version)
    assert (folder / "weights").read_bytes() == WEIGHTS
    with django_assert_num_queries(0):
        assert unpacking.folder_of(version) == folder


def test_withdrawn_version_makes_room_with_all_its_parts(version, carol, now, settings):
    settings.BOT_MOST_BYTES = version.archive.size_bytes + 10
    bots.withdraw(version=version, by=carol, now=now)
    other = bots.upload(content=tar_gz(), by=carol, now=now).version
    assert not ArchivePart.objects.exists()
    assert Archive.objects.get(pk=version.archive_id).size_bytes == 0
    assert other.number == 2


def test_archive_that_was_emptied_is_filled_again_and_once(version, content, now):
    archives.empty(Archive.objects.all())
    for _ in range(2):
        archives.store(archive.read(content), now)
    stored = Archive.objects.get(pk=version.archive_id)
    assert b"".join(archives.pieces_of(stored)) == content


def test_large_archive_takes_little_memory_of_who_unpacks_it(version, settings, tmp_path):
    settings.BOT_FOLDER = tmp_path
    tracemalloc.start()
    unpacking.folder_of(version)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * PART_BYTES
