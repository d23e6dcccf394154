"""What a report says about the campaign around it; kept in the manifest, so that a report can be made again."""

from __future__ import annotations

from dataclasses import dataclass

from gm.model import Lang


@dataclass(frozen=True, slots=True)
class SeatTag:
    """A seat on the page: its id, the name its player goes by, a colour (#rrggbb), the language of its report."""

    id: str
    name: str
    colour: str
    lang: Lang = "en"


@dataclass(frozen=True, slots=True)
class Meta:
    """The campaign, the run of phases that was just played, and the window that is open now.

    ``turn`` and ``phase`` are the first phase of the run, ``run`` all of them as (turn, phase); ``next_phase`` is None
    when the game is over; ``deadline`` is text for players, empty if none was set; ``lang`` is the GM's language;
    ``silent`` are (seat, what was done instead) for seats that had to send orders and did not: hold, bot or standing,
    and behind it ``absent`` for who had said that he would be away, ``uncounted`` for who sent a file that counts not.
    ``replaces`` is the folder of the phase that a correction replaces, with its ``reason``; ``unchanged`` are the
    readers whose report says the same as before, ``redrawn`` those who see that something else came out of a shared
    bag. ``by_hand``: the game master threw the dice himself. ``secret`` is the dice secret in hex, once it is told.
    ``forecast``: nothing of it happened.
    """

    campaign: str
    title: str
    turn: int
    phase: str
    next_turn: int
    next_phase: str | None
    deadline: str
    secret_hash: str
    seats: tuple[SeatTag, ...]
    run: tuple[tuple[int, str], ...] = ()
    lang: Lang = "en"
    silent: tuple[tuple[str, str], ...] = ()
    replaces: str = ""
    reason: str = ""
    unchanged: tuple[str, ...] = ()
    redrawn: tuple[str, ...] = ()
    by_hand: bool = False
    secret: str = ""
    forecast: bool = False

    def seat(self, id_: str) -> SeatTag:
        """The tag of a seat."""
        return next(seat for seat in self.seats if seat.id == id_)
