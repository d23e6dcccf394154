"""A campaign may come from a stranger: nothing in its folder may lead out of it, by a link or by a name.

``gm.disk`` asks here before it reads, lists or writes. The folder itself may be reached through links.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from gm.trouble import DAMAGED, CampaignError

_FENCED: set[str] = set()
_FILES = ("campaign.yaml", "secret.yaml", "revealed.yaml", "position.yaml", ".lock", ".lock-holder")
_FOLDERS = ("phases", "inbox", "content", "pages", "outbox", "undone")
_SEPARATORS = frozenset('\\:"<>|?*')
"""Signs that stand in no name of ours, and that Windows takes for something else."""


def fence(folder: Path) -> None:
    """From now on nothing below ``folder`` is reached through a link that leads out of it.

    CampaignError ``link_leads_out`` when one of the names that every campaign has is such a link.
    """
    root = str(folder)
    _FENCED.add(root)
    for name in (*_FILES, *_FOLDERS):
        _check_step(os.path.join(root, name), root)  # noqa: PTH118 (this is asked for every file: no new paths)


def check(path: Path) -> None:
    """Raise CampaignError ``link_leads_out`` if the way from the campaign's folder to ``path`` leads out of it.

    A path that lies in no campaign, or is not there, is nothing to worry about here.
    """
    step, way = str(path), list[str]()
    root = os.path.dirname(step) or "."  # noqa: PTH120
    while root != step:
        way.append(step)
        if root in _FENCED:
            for one in reversed(way):
                _check_step(one, root)
            return
        step, root = root, os.path.dirname(root) or "."  # noqa: PTH120


def check_all(folder: Path) -> None:
    """The same for a folder that is to be written into, and for everything in it; it need not be there yet."""
    check(folder)
    try:
        with os.scandir(folder) as found:
            names = sorted(entry.name for entry in found)
    except OSError:  # whoever writes will say so
        return
    for name in names:
        check(folder / name)


def is_link(about: os.stat_result) -> bool:
    """Whether what ``lstat`` tells is a symbolic link, or what Windows calls a junction."""
    junction = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", None)
    return stat.S_ISLNK(about.st_mode) or (junction is not None and getattr(about, "st_reparse_tag", 0) == junction)


def plain_name(name: str) -> bool:
    """Whether a name in a manifest is one that can only lie below the phase's folder: ``reports/red.md``."""
    steps = name.split("/")
    return all(
        step not in ("", ".", "..") and step.isprintable() and not _SEPARATORS.intersection(step) for step in steps
    )


def _check_step(step: str, root: str) -> None:
    try:
        link = is_link(os.lstat(step))
    except (OSError, ValueError):  # whoever opens it will say so
        return
    if link and not _inside(step, root):
        raise CampaignError("link_leads_out", DAMAGED, path=step)


def _inside(step: str, root: str) -> bool:
    """Whether what a link means, there or not, lies in the folder. One that leads in a circle leads nowhere."""
    try:
        return Path(os.path.realpath(step)).is_relative_to(os.path.realpath(root))
    except (OSError, ValueError):
        return False
