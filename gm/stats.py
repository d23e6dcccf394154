"""The numbers of every seat, turn by turn, as everybody may know them: what ``gm stats`` lists and draws."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from gm.model import Name, Statistics

if TYPE_CHECKING:
    from gm.campaign import Campaign, PhaseFolder


class Moment(NamedTuple):
    """The numbers after the last finished phase of a turn (0: as the game began).

    ``numbers``: seat -> column -> number. ``folder`` and ``phase`` are that phase's; ``open``: the turn still goes on.
    """

    turn: int
    phase: str
    folder: str
    open: bool
    numbers: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Numbers:
    """What was counted: the columns, the seats clockwise, one moment per turn, oldest first."""

    columns: tuple[Name, ...]
    seats: tuple[str, ...]
    moments: tuple[Moment, ...]

    def only(self, columns: Collection[str], seats: Collection[str]) -> Numbers:
        """The same for some columns and seats (none named: all)."""
        return replace(
            self,
            columns=tuple(column for column in self.columns if not columns or column.id in columns),
            seats=tuple(seat for seat in self.seats if not seats or seat in seats),
        )

    def line(self, seat: str, column: str) -> list[int | None]:
        """The numbers of a seat over the moments; None where it was not counted."""
        return [moment.numbers.get(seat, {}).get(column) for moment in self.moments]


def numbers(campaign: Campaign) -> Numbers:
    """The numbers of a campaign from its beginning until now; no moments before the game was set up."""
    counted_at = [(phase, open_, _counted(campaign, phase)) for phase, open_ in _ends(campaign)]
    columns = counted_at[-1][2].columns if counted_at else ()
    moments = (Moment(phase.turn, phase.phase, phase.name, open_, _rows(found)) for phase, open_, found in counted_at)
    return Numbers(columns, tuple(campaign.config.seats), tuple(moments))


def columns_of(campaign: Campaign) -> tuple[Name, ...]:
    """What is counted; nothing before the game was set up."""
    last = campaign.last()
    return _counted(campaign, last).columns if last else ()


def _ends(campaign: Campaign) -> Iterator[tuple[PhaseFolder, bool]]:
    """The last finished phase of every turn, and whether more phases of that turn will follow."""
    last = {phase.turn: phase for phase in campaign.phases()}
    opened = campaign.opened() if last else None
    for turn, phase in last.items():
        yield phase, opened is not None and opened.turn == turn


def _counted(campaign: Campaign, phase: PhaseFolder) -> Statistics:
    rules = campaign.rules
    return rules.statistics(rules.view(campaign.state_after(phase), None))


def _rows(found: Statistics) -> dict[str, dict[str, int]]:
    ids = [column.id for column in found.columns]
    return {seat: dict(zip(ids, row, strict=True)) for seat, row in found.rows.items()}


def as_csv(found: Numbers) -> str:
    """One line per moment and seat, for a spreadsheet: ids and numbers alone, nothing that a player wrote."""
    heads = ["turn", "phase", "folder", "seat", *(column.id for column in found.columns)]
    lines = [",".join(heads)]
    for moment in found.moments:
        for seat in found.seats:
            row = moment.numbers.get(seat, {})
            cells = [moment.turn, moment.phase, moment.folder, seat, *(row.get(c.id, "") for c in found.columns)]
            lines.append(",".join(map(str, cells)))
    return "\n".join(lines) + "\n"


def as_facts(found: Numbers) -> dict[str, Any]:
    """The same as parts of JSON."""
    ids = [column.id for column in found.columns]
    moments = [
        {
            **{key: getattr(moment, key) for key in ("turn", "phase", "folder", "open")},
            "numbers": {
                seat: {id_: row[id_] for id_ in ids if id_ in row}
                for seat in found.seats
                if (row := moment.numbers.get(seat)) is not None
            },
        }
        for moment in found.moments
    ]
    columns = [{"id": column.id, "en": column.en, "ru": column.ru} for column in found.columns]
    return {"columns": columns, "seats": [*found.seats], "moments": moments}
