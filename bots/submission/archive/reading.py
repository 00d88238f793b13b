"""Reading an archive: all of it is looked at before any of it is written anywhere."""

import hashlib
import io
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO

from bots.submission import manifest
from bots.submission.manifest import Manifest, ManifestError

from . import tarred, zipped
from .member import (
    MAX_ARCHIVE_BYTES,
    MAX_MEMBERS,
    ArchiveError,
    Member,
    clean_path,
    most_unpacked,
    shown,
    spelling,
    too_large,
    too_many,
)

INTERPRETERS = {"python", "python3", "node"}
FOLDER_MODE = PROGRAM_MODE = 0o755
FILE_MODE = 0o644
CHUNK = 64 * 1024


@dataclass(frozen=True)
class Archive:
    """A bot's archive that was read to its end and found in order."""

    file: IO[bytes] = field(repr=False)
    digest: str
    """SHA-256 of its bytes, in hex."""
    size_bytes: int
    manifest: Manifest
    top: str
    """The one folder that everything is in, "" if the manifest is at the top."""

    def unpack(self, folder: Path) -> None:
        """Write the bot's files to `folder`, all of them or, if this breaks off, nothing.

        Files and folders can be read by everybody, and written by their owner. Where `folder`
        exists already, somebody else was first, and it stays as it is.
        """
        folder.parent.mkdir(parents=True, exist_ok=True)
        working = Path(tempfile.mkdtemp(prefix=f".{folder.name[:40]}-", dir=folder.parent))
        try:
            working.chmod(FOLDER_MODE)
            for member in _checked(self.file, self.size_bytes):
                self._write(working, member)
            try:
                working.rename(folder)
            except OSError:
                if not folder.is_dir():
                    raise
        finally:
            shutil.rmtree(working, ignore_errors=True)

    def _write(self, working: Path, member: Member) -> None:
        path = PurePosixPath(member.path)
        inner = path.relative_to(self.top) if self.top else path
        target = working / inner
        _make_folders(working, inner if member.is_folder else inner.parent)
        if member.is_folder:
            return
        is_program = member.is_program or inner == PurePosixPath(self.manifest.start[0])
        with target.open("xb") as file:
            for chunk in member.chunks:
                file.write(chunk)
            os.fchmod(file.fileno(), PROGRAM_MODE if is_program else FILE_MODE)


def read(source: bytes | IO[bytes]) -> Archive:
    """Return the archive that these bytes are, or the file of them that can be sought.

    Holds little of a file in memory, and reads it again to unpack it. Raises ArchiveError saying
    what to change.
    """
    file = io.BytesIO(source) if isinstance(source, bytes) else source
    size_bytes = file.seek(0, os.SEEK_END)
    if size_bytes > MAX_ARCHIVE_BYTES:
        raise ArchiveError(f"an archive has at most {MAX_ARCHIVE_BYTES} bytes: leave files out")
    files: set[str] = set()
    folders: set[str] = set()
    manifests: dict[str, bytes] = {}
    for member in _checked(file, size_bytes):
        is_manifest = PurePosixPath(member.path).name == manifest.FILE
        found = _read_to_end(member, keep=manifest.MAX_BYTES + 1 if is_manifest else 0)
        (folders if member.is_folder else files).add(member.path)
        if is_manifest and not member.is_folder:
            manifests[member.path] = found
    top = _top_of(files | folders, manifests)
    said = _parse(manifests[f"{top}/{manifest.FILE}" if top else manifest.FILE])
    _check_start(said, {path.removeprefix(f"{top}/") if top else path for path in files})
    return Archive(file, _digest(file), size_bytes, said, top)


def _digest(file: IO[bytes]) -> str:
    digest = hashlib.sha256()
    file.seek(0)
    while chunk := file.read(CHUNK):
        digest.update(chunk)
    return digest.hexdigest()


def _members(file: IO[bytes], size_bytes: int) -> Iterator[Member]:
    file.seek(0)
    head = file.read(4)
    file.seek(0)
    if tarred.is_tar_gz(head):
        return tarred.members(file, size_bytes)
    if zipped.is_zip(head):
        return zipped.members(file, size_bytes)
    raise ArchiveError("this is neither a .tar.gz nor a .zip: pack with `python -m bots pack`")


def _checked(file: IO[bytes], size_bytes: int) -> Iterator[Member]:
    """Yield the members under clean paths, none twice, counting what is read of them."""
    budget = _Budget(most_unpacked(size_bytes))
    files: set[str] = set()
    folders: set[str] = set()
    spelled: dict[str, str] = {}
    for number, member in enumerate(_members(file, size_bytes)):
        if number >= MAX_MEMBERS:
            raise too_many()
        path = clean_path(member.path)
        if not path and member.is_folder:
            continue
        if not path:
            raise ArchiveError(f"{shown(member.path)} is no name for a file: rename it")
        parents = [str(parent) for parent in PurePosixPath(path).parents][:-1]
        taken = files | folders if not member.is_folder else files
        if path in taken or not files.isdisjoint(parents):
            raise ArchiveError(f"{shown(path)} is in the archive twice: leave one out")
        for each in (*parents, path):
            other = spelled.setdefault(spelling(each), each)
            if other != each:
                raise ArchiveError(
                    f"{shown(each)} and {shown(other)} differ in upper and lower case only: "
                    "rename one"
                )
        folders.update(parents)
        (folders if member.is_folder else files).add(path)
        yield Member(path, member.is_folder, member.is_program, budget.counted(member.chunks))


class _Budget:
    """How many bytes an archive may still unpack to."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._left = most

    def counted(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the chunks as long as they fit."""
        for chunk in chunks:
            self._left -= len(chunk)
            if self._left < 0:
                raise too_large(self._most)
            yield chunk


def _read_to_end(member: Member, *, keep: int) -> bytes:
    """Read a member to its end, which checks and counts it; return its first `keep` bytes."""
    kept = b""
    for chunk in member.chunks:
        kept += chunk[: keep - len(kept)]
    return kept


def _top_of(paths: set[str], manifests: dict[str, bytes]) -> str:
    """Return the folder of the manifest: the top, or the one that everything is in."""
    if manifest.FILE in manifests:
        return ""
    tops = {path.split("/")[0] for path in paths}
    if len(tops) == 1 and f"{(top := tops.pop())}/{manifest.FILE}" in manifests:
        return top
    raise ArchiveError(
        f"there is no {manifest.FILE} at the top of the archive, nor in the one folder that "
        "everything is in: pack with `python -m bots pack`"
    )


def _parse(content: bytes) -> Manifest:
    if len(content) > manifest.MAX_BYTES:
        raise ArchiveError(f"{manifest.FILE} is longer than {manifest.MAX_BYTES} bytes: shorten it")
    try:
        return manifest.parse(content)
    except ManifestError as error:
        raise ArchiveError(str(error)) from None


def _check_start(said: Manifest, files: set[str]) -> None:
    """Refuse a manifest that starts a program which is not there."""
    program = said.start[0]
    if program in INTERPRETERS or str(PurePosixPath(program)) in files:
        return
    raise ArchiveError(
        f"{manifest.FILE}: start: {shown(program)} is not in the archive: start with python3, node "
        "or a file of it, and pack with `python -m bots pack`, which builds first"
    )


def _make_folders(base: Path, inner: PurePosixPath) -> None:
    """Make the folders of a path below `base`, readable whatever the umask of this process."""
    for part in (*reversed(inner.parents), inner):
        path = base / part
        if not path.is_dir():
            path.mkdir()
            path.chmod(FOLDER_MODE)
