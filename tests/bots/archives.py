"""Archives as authors pack them, and as attackers do."""

import gzip
import io
import stat
import tarfile
import zipfile

MANIFEST = b'name = "Carol\'s"\ngames = ["skat"]\nstart = ["python3", "bot.py"]\n'
PROGRAM = b"print('hello')\n"
GOOD = {"bot.toml": MANIFEST, "bot.py": PROGRAM}


def tar_gz(files=GOOD, *, extra=(), mode=0o644, **options):
    """Return a .tar.gz of files; `extra` are more members as (TarInfo, content)."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", **options) as archive:
        for name, content in files.items():
            header = tarfile.TarInfo(name)
            header.size, header.mode = len(content), mode
            archive.addfile(header, io.BytesIO(content))
        for header, content in extra:
            archive.addfile(header, io.BytesIO(content))
    return gzip.compress(raw.getvalue(), mtime=0)


def zipped(files=GOOD, *, mode=0, method=zipfile.ZIP_DEFLATED):
    """Return a .zip of files."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", method) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr, entry.compress_type = mode << 16, method
            archive.writestr(entry, content)
    return raw.getvalue()


def tar_member(name, kind=tarfile.REGTYPE, *, linkname="", mode=0o644, size=0):
    """Return a header of a .tar."""
    header = tarfile.TarInfo(name)
    header.type, header.linkname, header.mode, header.size = kind, linkname, mode, size
    return header


def with_link(name="leak", target="/etc/passwd"):
    """Return a .zip with a symbolic link."""
    raw = io.BytesIO(zipped())
    with zipfile.ZipFile(raw, "a") as archive:
        entry = zipfile.ZipInfo(name)
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, target)
    return raw.getvalue()
