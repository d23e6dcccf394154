"""One row of the table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """What was measured, in ``unit``; ``less``: smaller is better. Gates are None where there is none."""

    what: str
    value: float
    unit: str
    gate: float | None = None
    stretch: float | None = None
    less: bool = True

    def __str__(self) -> str:
        kept = ""
        if self.gate is not None:
            within = self.value <= self.gate if self.less else self.value >= self.gate
            kept = "kept" if within else "MISSED"
        return (
            f"| {self.what} | {_number(self.value)} {self.unit} | {_mark(self.gate)} | {_mark(self.stretch)} | {kept} |"
        )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _mark(value: float | None) -> str:
    return "" if value is None else _number(value)
