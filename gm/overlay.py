"""The campaign's own tables: files of ``content/``, and the places of what is wrong in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from gm import disk
from gm.config import read_settings
from gm.model import Problem
from gm.trouble import REFUSED, CampaignError
from gm.yamlfile import Node

ENDINGS = (".yaml", ".yml")


class TableFile(NamedTuple):
    """One file of the overlay: where it lies, its rows with their places, its lines."""

    path: Path
    root: Node
    lines: list[str]


def read_overlay(folder: Path) -> dict[str, TableFile]:
    """Table name -> its file. CampaignError ``bad_content`` with all mistakes of all files that can't be read."""
    found: dict[str, TableFile] = {}
    errors: list[CampaignError] = []
    for path in disk.entries(folder):
        if path.suffix.casefold() not in ENDINGS:
            continue
        try:
            if path.stem in found:
                args = {"table": path.stem, "other": found[path.stem].path.name}
                raise CampaignError("bad_content", REFUSED, [Problem("content_two_files", args)], path=str(path))
            found[path.stem] = TableFile(path, *read_settings(disk.read(path), str(path), "bad_content"))
        except CampaignError as error:
            errors.append(error)
    if errors:
        raise _together(errors)
    return found


def placed(error: CampaignError, files: Mapping[str, TableFile]) -> CampaignError:
    """A ``bad_content`` error with the file, line and column of everything that it is about."""
    by_table: dict[str, list[Problem]] = {}
    for problem in error.problems:
        by_table.setdefault(problem.args.get("table", ""), []).append(problem)
    errors = []
    for table, problems in by_table.items():
        file = files.get(table)
        if file is None:  # what is wrong shows in a row of ours
            errors.append(CampaignError(error.code, error.exit_code, problems, path=error.args_of.get("path", "")))
            continue
        at = sorted((_at(problem, file.root) for problem in problems), key=lambda p: (p.line, p.column))
        errors.append(CampaignError(error.code, error.exit_code, at, file.lines, path=str(file.path)))
    return _together(errors)


def _together(errors: Sequence[CampaignError]) -> CampaignError:
    first, *others = errors
    first.others = tuple(others)
    return first


def _at(problem: Problem, root: Node) -> Problem:
    """The place of the row or field that a problem names, or of as much of the way there as the file holds."""
    row, field = problem.args.get("row", ""), problem.args.get("field", "")
    place, name, deep = root, root, 0
    steps = [step for step in (row, *field.split(".")) if step]
    for step in steps:
        found = next((pair for pair in place.entries if pair[0].text == step), None)
        if found is None:
            break
        (name, place), deep = found, deep + 1
    value = problem.args.get("value", "")
    inside = [*place.items, *(key for key, _value in place.entries)]
    inner = next((item for item in inside if item.text == value), None) if value else None
    there = inner or (place if place.kind == "text" and deep == len(steps) and value else name)
    return replace(problem, line=there.line, column=there.column, width=there.width)
