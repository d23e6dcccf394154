"""The turn as a table: its phases, who may send what in each, and the score table."""

from __future__ import annotations

from gm.lazy import later
from gm.model import OpenPhase, Order, Phase, Text
from gm.rulesets.galactic_council.effects import has
from gm.rulesets.galactic_council.orders import (
    Bombard,
    Break,
    Build,
    BuildDock,
    BuyMarkers,
    Capture,
    CloseSystem,
    DirectFire,
    ExchangeBonus,
    Explore,
    FleetLimit,
    Gift,
    GuildBreak,
    HighAlert,
    HoldFire,
    Jump,
    Land,
    LayMine,
    Losses,
    Move,
    NameSpeaker,
    Offer,
    Rank,
    Research,
    Scout,
    Scrap,
    Veto,
    Yield,
)
from gm.rulesets.galactic_council.state import Board, State
from gm.rulesets.galactic_council.strategy import playing

_GAME = "gm.rulesets.galactic_council"

PHASES = (
    Phase("strategy", Text("Strategy", "Стратегия"), (Rank,), later(f"{_GAME}.strategy", "play")),
    Phase(
        "council",
        Text("Galactic Council", "Галактический Совет"),
        (ExchangeBonus, CloseSystem, BuyMarkers, Scout, Explore, Capture),
        later(f"{_GAME}.council", "play"),
    ),
    Phase(
        "movement",
        Text("Movement", "Движение"),
        (HighAlert, Move, DirectFire, Jump, Land, Bombard, HoldFire, Losses),
        later(f"{_GAME}.movement", "play"),
    ),
    Phase(
        "production",
        Text("Production", "Производство"),
        (Yield, Build, LayMine, BuildDock, Research),
        later(f"{_GAME}.production", "play"),
    ),
    Phase(
        "assembly",
        Text("Trade and end of turn", "Торговля и конец хода"),
        (Gift, Offer, Veto, Break, GuildBreak, Scrap, FleetLimit, Losses, NameSpeaker, Rank),
        later(f"{_GAME}.assembly", "play"),
    ),
)

_HOLDERS: dict[type[Order], str] = {
    CloseSystem: "diplomacy",
    Scout: "diplomacy",
    HighAlert: "warfare",
    GuildBreak: "trade",
    NameSpeaker: "assembly",
}
"""Orders that belong to the holder of a strategy (ch. 1, reading 4)."""


def open_phase(state: State) -> OpenPhase | None:
    """The window that is open: every seat still playing sends; None when the game is over."""
    board = state.board
    row = next((phase for phase in PHASES if phase.id == board.phase), None)
    if row is None:
        return None
    seats = tuple(playing(board))
    return OpenPhase(board.turn, board.phase, seats, seats, {seat: open_to(board, seat) for seat in seats})


def open_to(board: Board, seat: str) -> tuple[type[Order], ...]:
    """The order types that a seat may use in the open phase; none when it is out or the game is over."""
    row = next((phase for phase in PHASES if phase.id == board.phase), None)
    if row is None or board.chairs[seat].out:
        return ()
    return tuple(kind for kind in row.orders if _open_to(board, seat, kind))


def _open_to(board: Board, seat: str, kind: type[Order]) -> bool:
    """Whether a seat may use an order type now; only public facts decide."""
    chair = board.chairs[seat]
    if kind in _HOLDERS and chair.strategy != _HOLDERS[kind]:
        return False
    if kind in (Veto, GuildBreak):
        return board.guild_head == seat
    if kind is ExchangeBonus:
        return board.bonus.get(chair.strategy or "", 0) > 0
    return kind is not Jump or has(board, seat, "jump")
