"""Dice that the game master throws himself: ``inbox/0007-t02-movement/dice.yaml``, a line per purpose.

A line is the label by which the rules ask for the dice, and the faces in the order in which they fell::

    battle red blue D4 space 1 red: [3, 9, 10]
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gm import disk, i18n
from gm.model import Problem
from gm.newconfig import scalar
from gm.trouble import REFUSED, CampaignError
from gm.yamlfile import Refused, decode, parse, tidy

if TYPE_CHECKING:
    from gm.campaign import Campaign

_FACE = re.compile("[0-9]{1,4}")


def file_of(campaign: Campaign, desk: str) -> Path:
    """Where the dice of a phase are written down."""
    return campaign.folder / "inbox" / desk / "dice.yaml"


def faces_in(data: bytes, path: str) -> dict[str, tuple[int, ...]]:
    """Label -> faces. CampaignError ``bad_dice`` with every place where something else stands."""
    text = tidy(decode(data))
    try:
        root = parse(text)
    except Refused as refused:
        raise CampaignError("bad_dice", REFUSED, [refused.problem], text.split("\n"), path=path) from None
    if root is None or (root.kind == "text" and not root.text):
        return {}
    if root.kind != "map":
        raise CampaignError("bad_dice", REFUSED, [Problem("not_a_map", {}, 1, 1)], text.split("\n"), path=path)
    found: dict[str, tuple[int, ...]] = {}
    problems = []
    for label, value in root.entries:
        faces = value.items if value.kind == "list" else [value]
        problems += [
            Problem("not_a_number", {"typed": face.text}, face.line, face.column, face.width)
            for face in faces
            if not _FACE.fullmatch(face.text)
        ]
        found[label.text] = tuple(int(face.text) for face in faces if _FACE.fullmatch(face.text))
    if problems:
        raise CampaignError("bad_dice", REFUSED, problems, text.split("\n"), path=path)
    return found


def add(campaign: Campaign, desk: str, label: str, faces: Sequence[int]) -> None:
    """Write down dice that were thrown, behind those that stand there for the same label already."""
    path = file_of(campaign, desk)
    with campaign.lock():
        known = faces_in(disk.read(path), str(path)) if path.exists() else {}
        known[label] = (*known.get(label, ()), *faces)
        disk.write_durably(path, _text(known, campaign).encode())


def _text(faces: Mapping[str, Sequence[int]], campaign: Campaign) -> str:
    about = i18n.text("Dice thrown by hand: what they are for, and the faces in order.", campaign.config.language)
    lines = (f"{scalar(label)}: [{', '.join(map(str, thrown))}]" for label, thrown in faces.items())
    return "\n".join((f"# {about}", *lines, ""))
