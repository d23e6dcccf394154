"""Writing that survives a crash: whole files, synced, put in place by a rename; and the lock of a campaign.

Everything that touches the disk for a campaign goes through the few functions marked *primitive*, so that a test can
kill the program at each of them.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from gm import fence
from gm.trouble import DAMAGED, PERSON, CampaignError, disk_reason

if TYPE_CHECKING:
    from filelock import BaseFileLock

_TICK = 20_000_000

Files = Iterable[tuple[str, bytes]]
"""Names relative to some folder, with forward slashes, and what the files hold."""


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn the operating system's refusals into one plain sentence. Nothing is written where a link leads out."""
    fence.check(path)
    try:
        yield
    except OSError as error:
        raise CampaignError("cannot_write", DAMAGED, path=str(path), reason=disk_reason(error)) from error


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """The same for reading; what is not there is ``file_missing``."""
    fence.check(path)
    try:
        yield
    except FileNotFoundError:
        raise CampaignError("file_missing", DAMAGED, path=str(path)) from None
    except OSError as error:
        raise CampaignError("cannot_read", DAMAGED, path=str(path), reason=disk_reason(error)) from error


def read(path: Path) -> bytes:
    """A file of the campaign; CampaignError when it is gone or can't be read, or is a device that might never end."""
    with reading(path):
        kind = path.stat().st_mode
        if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP), str(path))
        return path.read_bytes()


def entries(folder: Path, folders: bool = False) -> list[Path]:
    """What is in a folder (``folders``: only the folders in it), by name; nothing when there is no such folder."""
    with reading(folder):
        try:
            with os.scandir(folder) as found:
                every = sorted(found, key=lambda entry: entry.name)
        except FileNotFoundError:
            return []
        for entry in every:
            if entry.is_symlink() or (os.name == "nt" and fence.is_link(entry.stat(follow_symlinks=False))):
                fence.check(folder / entry.name)
        return [folder / entry.name for entry in every if not folders or entry.is_dir()]


def changed(folder: Path) -> int | None:
    """When something was last put into the folder or taken out of it; None when that can't be told.

    The clock of a disk ticks every few milliseconds: a change of this moment may not be the last of its tick.
    """
    from time import time_ns

    try:
        moment = folder.stat().st_mtime_ns
    except OSError:
        return None
    return moment if abs(time_ns() - moment) > _TICK else None


def write_file(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Primitive: write a new file; what it holds may not be on the disk yet."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)


def sync_file(path: Path) -> None:
    """Primitive: return when the file is on the disk. Windows syncs only what is open for writing."""
    descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(path: Path) -> None:
    """Primitive: return when the names in a folder are on the disk. Windows keeps them by itself."""
    if os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_disk(path: Path) -> bool:
    """Primitive: return when everything written to the disk that holds ``path`` is there; False if it can't be told.

    Linux has one call for it, which spares forty waits for the disk in a commit.
    """
    if not sys.platform.startswith("linux"):
        return False
    import ctypes

    descriptor = os.open(path, os.O_RDONLY)
    try:
        return bool(ctypes.CDLL(None, use_errno=True).syncfs(descriptor) == 0)
    except (OSError, AttributeError):
        return False
    finally:
        os.close(descriptor)


def rename(old: Path, new: Path) -> None:
    """Primitive: the one step that counts. A file is replaced; a folder must not exist yet."""
    if old.is_dir():
        old.rename(new)
    else:
        old.replace(new)


def remove(path: Path) -> None:
    """Primitive: take away a leftover, folder or file; of a link the link alone."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """The folder with its parents; the names of new ones are on the disk afterwards."""
    if path.is_dir():
        return
    make_folder(path.parent)
    path.mkdir(exist_ok=True)
    sync_folder(path.parent)


def write_durably(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write one file aside, sync it, put it in place: a reader sees the old file or the new one, never half of one."""
    with writing(path):
        make_folder(path.parent)
        aside = path.with_name(f".{path.name}.new")
        remove(aside)  # a crash may have left one with another mode
        write_file(aside, data, mode)
        sync_file(aside)
        rename(aside, path)
        sync_folder(path.parent)


def write_tree(folder: Path, files: Files) -> None:
    """Write a new folder with all its files; not synced."""
    made = {folder}
    folder.mkdir(parents=True)
    for name, data in files:
        path = folder / name
        if path.parent not in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            made.add(path.parent)
        write_file(path, data)


def sync_trees(folders: Iterable[Path]) -> None:
    """Return when everything in the folders is on the disk: by one call where there is one, else file by file."""
    folders = list(folders)
    if not folders or sync_disk(folders[0]):
        return
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            (sync_folder if path.is_dir() else sync_file)(path)
        sync_folder(folder)


class Lock:
    """One writer at a time. Taking it again in the same process is fine; readers never ask for it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._depth = 0
        self._lock: object = None

    @contextmanager
    def held(self, patience: float = 0) -> Iterator[bool]:
        """Hold the lock, or say who still holds it after so many seconds (exit code 3); tells whether it was held."""
        waited = self._take(patience) if self._depth == 0 else False
        self._depth += 1
        try:
            yield waited
        finally:
            self._depth -= 1
            if self._depth == 0:
                self._release()

    @property
    def _holder(self) -> Path:
        return self.folder / ".lock-holder"

    def _take(self, patience: float) -> bool:
        from filelock import FileLock

        lock = FileLock(self.folder / ".lock")
        with writing(self.folder / ".lock"):
            at_once = _acquired(lock, 0)
            if not at_once and not (patience and _acquired(lock, patience)):
                who, since = self._who()
                raise CampaignError("locked", PERSON, who=who, since=since)
        self._lock = lock
        with suppress(OSError):  # only for the one who finds the lock held
            self._holder.unlink(missing_ok=True)
            self._holder.write_text(_myself(), "utf-8")
        return not at_once

    def _who(self) -> tuple[str, str]:
        """Who holds the lock, and the time (UTC) since when, as far as the holder said so."""
        from datetime import UTC, datetime

        try:
            since = datetime.fromtimestamp(self._holder.stat().st_mtime, UTC)
            return self._holder.read_text("utf-8"), since.strftime("%Y-%m-%d %H:%M:%S UTC")
        except (OSError, UnicodeDecodeError):
            return "", ""

    def _release(self) -> None:
        with suppress(OSError):
            self._holder.unlink(missing_ok=True)
        self._lock.release()  # type: ignore[attr-defined]
        self._lock = None


def _acquired(lock: BaseFileLock, patience: float) -> bool:
    """Whether the lock is ours within so many seconds."""
    from filelock import Timeout

    try:
        lock.acquire(timeout=patience, blocking=patience > 0)
    except Timeout:
        return False
    return True


def user() -> str:
    """Who works at this computer, as far as it knows."""
    import getpass
    import platform

    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        name = "?"
    return f"{name}@{platform.node()}"


def _myself() -> str:
    return f"{user()} ({os.getpid()})"
