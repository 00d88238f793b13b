import gzip
import io
import os
import stat
import tarfile
import tracemalloc
import unicodedata
import warnings
import zipfile
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.submission import archive
from bots.submission.archive import ArchiveError
from tests.bots.archives import GOOD, MANIFEST, PROGRAM, tar_gz, tar_member, with_link, zipped

PACKERS = [tar_gz, zipped]
NATIVE = MANIFEST.replace(b'["python3", "bot.py"]', b'["./bot"]')


def said_of(content):
    with pytest.raises(ArchiveError) as refused:
        archive.read(content)
    return str(refused.value)


@pytest.mark.parametrize("pack", PACKERS)
@pytest.mark.parametrize("top", ["", "my-bot/", "./", "./my-bot/"])
def test_archive_unpacks_to_the_folder_that_was_packed(tmp_path, pack, top):
    files = {**GOOD, "inner/weights.txt": b"1 2 3"}
    found = archive.read(pack({f"{top}{name}": content for name, content in files.items()}))
    found.unpack(tmp_path / "bot")
    assert {
        str(path.relative_to(tmp_path / "bot")): path.read_bytes()
        for path in (tmp_path / "bot").rglob("*")
        if path.is_file()
    } == files


@pytest.mark.parametrize("options", [{"format": tarfile.GNU_FORMAT}, {"format": 2}])
def test_archive_knows_long_names_in_both_ways_of_writing_them(tmp_path, options):
    name = "ä" * 60 + "/weights.txt"
    archive.read(tar_gz({**GOOD, name: b"1"}, **options)).unpack(tmp_path / "bot")
    assert (tmp_path / "bot" / name).read_bytes() == b"1"


def test_archive_has_the_digest_of_its_bytes():
    content = tar_gz()
    again = archive.read(content)
    assert again.digest == archive.read(bytes(content)).digest
    assert again.digest != archive.read(zipped()).digest


@pytest.mark.parametrize("pack", PACKERS)
def test_archive_gives_files_modes_of_its_own(tmp_path, pack):
    content = pack({"bot.toml": NATIVE, "bot": b"\x7fELF", "inner/rules.txt": b""}, mode=0o600)
    old = os.umask(0o077)
    try:
        archive.read(content).unpack(tmp_path / "bot")
    finally:
        os.umask(old)
    modes = {
        str(path.relative_to(tmp_path)): stat.S_IMODE(path.stat().st_mode)
        for path in tmp_path.rglob("*")
    }
    assert modes == {
        "bot": 0o755,
        "bot/bot": 0o755,
        "bot/bot.toml": 0o644,
        "bot/inner": 0o755,
        "bot/inner/rules.txt": 0o644,
    }


def test_archive_leaves_nothing_where_unpacking_breaks_off(tmp_path):
    found = archive.read(tar_gz())
    found.file.truncate(found.size_bytes - 30)
    with pytest.raises(ArchiveError):
        found.unpack(tmp_path / "bot")
    assert list(tmp_path.iterdir()) == []


def test_archive_unpacked_twice_is_unpacked_once(tmp_path):
    found = archive.read(tar_gz())
    found.unpack(tmp_path / "bot")
    found.unpack(tmp_path / "bot")
    assert [path.name for path in tmp_path.iterdir()] == ["bot"]


BAD_NAMES = {
    "../bot.py": "leave out `..`",
    "inner/../../x": "leave out `..`",
    "/etc/cron.d/x": "relative paths",
    "C:/x": "relative paths",
    "C:x": "relative paths",
    "inner\\..\\x": "relative paths",
    "new\nline": "rename this file",
    "<b>bold<": "rename this file",
    "left\u202eright": "rename this file",
    "Bot.py": "differ in upper and lower case only",
    "BOT.PY/x": "differ in upper and lower case only",
    "a/" * 11 + "x": "put it less deep",
    "x" * 201: "shorten this path",
    "ü" * 101: "shorten this path",
    "bot.py": "in the archive twice",
    "./bot.py": "in the archive twice",
    "bot.py/x": "in the archive twice",
}


@pytest.mark.parametrize("name", BAD_NAMES)
def test_archive_refuses_a_name(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of zipfile, about a name that comes twice
        raw = io.BytesIO(zipped())
        with zipfile.ZipFile(raw, "a") as grown:
            grown.writestr(name, b"x")
    assert BAD_NAMES[name] in said_of(tar_gz(extra=[(tar_member(name), b"")]))
    assert BAD_NAMES[name] in said_of(raw.getvalue())


@pytest.mark.parametrize("place", [0, 345], ids=["name", "prefix"])
def test_archive_refuses_a_name_that_goes_on_behind_its_end(place):
    header = bytearray(tar_member("inner/" * 20 + "x").tobuf(tarfile.USTAR_FORMAT))
    at = header.index(b"\0", place)
    header[at : at + 4] = b"\0.py"
    header[148:156] = b"%06o\0 " % tarfile.calc_chksums(bytes(header))[0]
    raw = gzip.decompress(tar_gz())
    assert "holds a NUL" in said_of(gzip.compress(bytes(header) + raw))


SIGNS = ["a", "A", "ß", "ss", "ä", "a\u0308", "~", "<", "/", " "]
NAMES = st.lists(st.lists(st.sampled_from(SIGNS), min_size=1, max_size=4).map("".join), max_size=4)


def with_nuls(pack, names):
    """Return an archive whose names hold a NUL for each `~`, as no packer writes them."""
    files = {**GOOD, **dict.fromkeys(names, b"")}
    if pack is zipped:
        return zipped(files).replace(b"~", b"\0")
    return tar_gz({name.replace("~", "\0"): content for name, content in files.items()})


@pytest.mark.parametrize("pack", PACKERS)
@given(names=NAMES)
def test_archive_is_unpacked_alike_on_every_system_or_refused(pack, names):
    with suppress(ArchiveError):
        archive.read(with_nuls(pack, names))
        written = [name.rstrip("~") if pack is tar_gz else name for name in names]
        paths = {"/".join(word for word in name.split("/") if word) for name in written}
        assert set("~<").isdisjoint("".join(paths))
        alike = {unicodedata.normalize("NFC", path).casefold() for path in paths}
        assert len(alike) == len(paths)


BAD_TARS = {
    "a symbolic link": tar_member("leak", tarfile.SYMTYPE, linkname="/etc/passwd"),
    "a hard link": tar_member("leak", tarfile.LNKTYPE, linkname="/etc/passwd"),
    "a device": tar_member("zero", tarfile.CHRTYPE),
    "a pipe": tar_member("pipe", tarfile.FIFOTYPE),
    "of an unknown kind": tar_member("odd", b"Z"),
    "special bits": tar_member("root", mode=0o4755),
}


@pytest.mark.parametrize("said", BAD_TARS)
def test_archive_refuses_what_is_no_plain_file(said):
    assert said in said_of(tar_gz(extra=[(BAD_TARS[said], b"")]))


def test_archive_refuses_a_sparse_file():
    header = tar_member("holes", size=3)
    header.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.realsize": "999999999999"}
    assert "without --sparse" in said_of(tar_gz(extra=[(header, b"abc")]))


@pytest.mark.parametrize("size", [-512, 1 << 62])
def test_archive_refuses_a_header_with_an_impossible_size(size):
    raw = bytearray(gzip.decompress(tar_gz()))
    lying = tar_member("bot.py", size=size).tobuf(tarfile.GNU_FORMAT)
    assert "cut off" in said_of(gzip.compress(lying + bytes(raw)))


def test_archive_refuses_a_zip_with_a_link():
    assert "is a link" in said_of(with_link())


def test_archive_refuses_special_bits_in_a_zip():
    assert "special bits" in said_of(zipped(mode=stat.S_IFREG | 0o2755))


def test_archive_refuses_an_encrypted_zip():
    content = bytearray(zipped())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    assert "without a password" in said_of(bytes(content))


def test_archive_refuses_other_compressions():
    assert "the usual compression" in said_of(zipped(method=zipfile.ZIP_LZMA))


@pytest.mark.parametrize("pack", PACKERS)
def test_archive_refuses_names_that_are_not_utf_8(pack):
    content = pack({**GOOD, "sätze.txt": b""})
    if pack is tar_gz:
        raw = gzip.decompress(tar_gz({**GOOD, "sxtze.txt": b""}))
        header = tar_member("sätze.txt").tobuf(tarfile.GNU_FORMAT, encoding="latin-1")
        content = gzip.compress(raw[:2048] + header + bytes(1024))
    else:
        content = content.replace("sätze".encode(), b"s\xff\xfetze")
    assert "UTF-8" in said_of(content)


@pytest.mark.parametrize("pack", PACKERS)
def test_archive_refuses_a_bomb_before_it_is_unpacked(pack):
    content = pack({**GOOD, "zeros": bytes(60 * 1024 * 1024)})
    tracemalloc.start()
    said = said_of(content)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "unpacked the archive would be larger" in said
    assert peak < 1024 * 1024


def test_archive_refuses_a_bomb_that_large_weights_hide():
    weights = np.random.default_rng(1).bytes(2 * 1024 * 1024)
    content = tar_gz({**GOOD, "weights": weights, "zeros": bytes(archive.MAX_UNPACKED_BYTES)})
    tracemalloc.start()
    said = said_of(content)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert f"larger than {archive.MAX_UNPACKED_BYTES} bytes" in said
    assert peak < 1024 * 1024


def test_archive_refuses_a_zip_whose_list_of_files_could_take_all_memory():
    content = zipped({**GOOD, "weights": np.random.default_rng(1).bytes(6 * 1024 * 1024)})
    assert "a .zip has at most 5242880 bytes" in said_of(content)


def test_archive_that_is_large_takes_little_memory(tmp_path):
    weights = np.random.default_rng(1).bytes(12 * 1024 * 1024)
    (tmp_path / "bot.tar.gz").write_bytes(tar_gz({**GOOD, "weights": weights}))
    tracemalloc.start()
    with (tmp_path / "bot.tar.gz").open("rb") as file:
        archive.read(file).unpack(tmp_path / "bot")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (tmp_path / "bot/weights").read_bytes() == weights
    assert peak < 1024 * 1024


def test_archive_counts_what_a_zip_holds_and_not_what_it_says():
    content = bytearray(zipped({**GOOD, "zeros": bytes(3 * 1024 * 1024)}))
    local, central = content.rindex(b"PK\x03\x04"), content.rindex(b"PK\x01\x02")
    for place in (local + 22, central + 24):
        content[place : place + 4] = (10).to_bytes(4, "little")
    assert said_of(bytes(content))


@pytest.mark.parametrize("pack", PACKERS)
def test_archive_refuses_more_files_than_anybody_needs(pack):
    files = GOOD | {f"{number}.txt": b"" for number in range(archive.MAX_MEMBERS)}
    assert "at most 500 files" in said_of(pack(files))


def test_archive_refuses_a_large_upload_without_reading_it():
    assert "at most 67108864 bytes" in said_of(bytes(archive.MAX_ARCHIVE_BYTES + 1))


BAD_MANIFESTS = {
    "there is no bot.toml at the top": {"bot.py": PROGRAM},
    "nor in the one folder": {"a/bot.toml": MANIFEST, "b/bot.py": PROGRAM},
    "is longer than 16384 bytes": {"bot.toml": MANIFEST + b"#" * 20000},
    "there is no whist": {"bot.toml": MANIFEST.replace(b"skat", b"whist")},
    "'./bot' is not in the archive": {"bot.toml": NATIVE},
}


@pytest.mark.parametrize("pack", PACKERS)
@pytest.mark.parametrize("said", BAD_MANIFESTS)
def test_archive_refuses_what_is_no_bot(pack, said):
    assert said in said_of(pack(BAD_MANIFESTS[said]))


@pytest.mark.parametrize(
    "content", [b"", b"MZ", b"\x1f\x8b", b"PK\x03\x04", gzip.compress(b"x", mtime=0)]
)
def test_archive_refuses_what_is_no_archive(content):
    assert said_of(content)


@pytest.mark.parametrize("content", [tar_gz()[:-9], tar_gz() + b"x", tar_gz() + tar_gz()])
def test_archive_refuses_gzip_that_does_not_end_where_it_should(content):
    assert "cut off, or something follows" in said_of(content)


FLIPS = st.lists(st.tuples(st.integers(0, 1 << 20), st.integers(0, 255)), min_size=1, max_size=8)


@pytest.mark.parametrize(
    "packed",
    [
        pytest.param((gzip.decompress(tar_gz()), gzip.compress), id="tar"),
        pytest.param((zipped(), bytes), id="zip"),
        pytest.param((tar_gz(), bytes), id="gzip"),
    ],
)
@given(flips=FLIPS)
def test_archive_with_any_bytes_changed_is_read_or_refused(packed, flips):
    content, finish = packed
    changed = bytearray(content)
    for place, value in flips:
        changed[place % len(changed)] = value
    read_or_refused(finish(bytes(changed)))


@given(head=st.sampled_from([b"", b"\x1f\x8b\x08", b"PK\x03\x04"]), rest=st.binary(max_size=400))
def test_archive_of_any_bytes_is_read_or_refused(head, rest):
    read_or_refused(head + rest)
    read_or_refused(gzip.compress(rest))


def read_or_refused(content):
    with suppress(ArchiveError):
        archive.read(content)


def test_pack_gives_the_same_bytes_for_the_same_files(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name / "inner").mkdir(parents=True)
        for path, content in {**GOOD, "inner/x": b"1"}.items():
            (tmp_path / name / path).write_bytes(content)
            os.utime(tmp_path / name / path, (len(name), 7))
    assert archive.pack(tmp_path / "one") == archive.pack(tmp_path / "two")


def test_pack_leaves_out_what_no_bot_needs(tmp_path):
    for path in ("bot.toml", "bot.py", ".git/config", "__pycache__/bot.pyc", ".env"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(GOOD.get(path, b"x"))
    with tarfile.open(fileobj=io.BytesIO(archive.pack(tmp_path))) as packed:
        assert packed.getnames() == ["bot.py", "bot.toml"]


def test_pack_refuses_what_the_site_would_refuse(tmp_path):
    (tmp_path / "bot.toml").write_bytes(NATIVE)
    with pytest.raises(ArchiveError, match="is not in the archive"):
        archive.pack(tmp_path)


def test_pack_refuses_a_link(tmp_path):
    (tmp_path / "bot.toml").write_bytes(MANIFEST)
    (tmp_path / "secret").symlink_to("/etc/passwd")
    with pytest.raises(ArchiveError, match="neither file nor folder"):
        archive.pack(tmp_path)
