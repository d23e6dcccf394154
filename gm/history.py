"""The phases that were played, and those that were taken back, each in a few numbers: what ``gm history`` lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm import disk, record
from gm.orders import read
from gm.trouble import CampaignError
from gm.yamlfile import decode

if TYPE_CHECKING:
    from gm.campaign import Campaign


@dataclass(frozen=True, slots=True)
class Line:
    """One folder of the record. ``orders``: seat -> how many orders its file held (right or wrong).

    ``silent``: seat -> what was done instead, hold or bot. ``undone``: it was taken back. ``damaged``: the rest of it
    can't be read; only of what was taken back, for the record itself must be whole. ``replaces``: the folder that a
    correction took the place of, and its ``reason``; they stand with the last phase of a run.
    """

    folder: str
    time: str = ""
    version: str = ""
    orders: Mapping[str, int] = field(default_factory=dict)
    events: int = 0
    silent: Mapping[str, str] = field(default_factory=dict)
    hash: str = ""
    undone: bool = False
    damaged: bool = False
    replaces: str = ""
    reason: str = ""


def lines(campaign: Campaign, undone: bool = False) -> list[Line]:
    """A line for every finished phase, oldest first; with ``undone`` those that were taken back after them."""
    found = [_line(phase.path, campaign.manifest(phase), partial(campaign.file, phase)) for phase in campaign.phases()]
    return [*found, *(_taken_back(campaign) if undone else ())]


def _taken_back(campaign: Campaign) -> Iterator[Line]:
    for folder in disk.entries(campaign.folder / "undone", folders=True):
        path = folder / "manifest.json"
        try:
            manifest = record.load_manifest(disk.read(path), str(path))
            yield _line(folder, manifest, partial(_unchecked, folder), undone=True)
        except CampaignError as error:
            if error.code == "link_leads_out":
                raise
            yield Line(folder.name, undone=True, damaged=True)


def _unchecked(folder: Path, name: str) -> bytes:
    return disk.read(folder / name)


def _line(folder: Path, manifest: Mapping[str, Any], file: Callable[[str], bytes], undone: bool = False) -> Line:
    sent = [name for name in manifest["files"] if name.startswith("orders/")]
    about = manifest["about"] or {}
    return Line(
        folder=folder.name,
        time=manifest.get("time", ""),
        version=manifest["gm"],
        orders={Path(name).stem: _orders(file(name)) for name in sent},
        events=file("events.jsonl").count(b"\n"),
        silent=manifest["silent"],
        hash=record.manifest_hash(manifest),
        undone=undone,
        replaces=about.get("replaces", ""),
        reason=about.get("reason", ""),
    )


def _orders(data: bytes) -> int:
    """How many orders stand in a file, as it was cut into orders when it was resolved."""
    reading = read((), decode(data), None)  # of no known kind, so that no state is needed: all are counted as refused
    return len(reading.orders) + reading.refused
