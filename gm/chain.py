"""The folders of a record, and which of them count: the chain from the entry to the newest phase."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from gm import disk, record

_FOLDER = re.compile(
    r"(?P<number>\d{4})-t(?P<turn>\d{2,9})-(?P<phase>[a-z0-9-]+)(?:\.r(?P<revision>\d{1,6}))?\Z", re.ASCII
)


class PhaseFolder(NamedTuple):
    """A finished phase: its number (0 is entry), turn, phase id, folder; corrected ones are revision 2 and above."""

    number: int
    turn: int
    phase: str
    path: Path
    revision: int = 1

    @property
    def name(self) -> str:
        """The name of the folder, such as ``0007-t02-movement``."""
        return self.path.name

    @property
    def desk(self) -> str:
        """The name of the folder of ``inbox`` that belongs to it, the same for all revisions."""
        return folder_name(self.number, self.turn, self.phase)


def folder_name(number: int, turn: int, phase: str, revision: int = 1) -> str:
    """``0007-t02-movement``: names that sort in the order of play; ``0007-t02-movement.r2`` for a correction."""
    name = f"{number:04}-t{turn:02}-{phase.replace('_', '-')}"
    return name if revision == 1 else f"{name}.r{revision}"


def phase_folders(folder: Path) -> list[PhaseFolder]:
    """Every folder in it that looks like a phase, finished or not, in the order of play."""
    named = ((path, _FOLDER.match(path.name)) for path in disk.entries(folder, folders=True))
    found = (
        PhaseFolder(
            int(name["number"]), int(name["turn"]), name["phase"].replace("-", "_"), path, int(name["revision"] or 1)
        )
        for path, name in named
        if name
    )
    return sorted(found, key=lambda phase: (phase.number, phase.revision, phase.name))


def chain(found: Sequence[PhaseFolder], manifest: Callable[[PhaseFolder], Mapping[str, Any]]) -> list[PhaseFolder]:
    """The phases that count: where a number was played more than once, the newest that follows its parent.

    Behind such a number only what follows the one before it counts.
    """
    counting: list[PhaseFolder] = []
    forked = False
    for number, group in groupby(found, key=lambda phase: phase.number):
        phases = sorted(group, key=lambda phase: -phase.revision)
        forked = forked or len(phases) > 1
        if forked:
            parent = record.manifest_hash(manifest(counting[-1])) if counting else ""
            phases = [one for one in phases if manifest(one)["parent"] == parent and number == len(counting)]
            if not phases:
                break
        counting.append(phases[0])
    return counting
