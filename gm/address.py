"""What an order file is meant for, as its first line says: the open phase, or a phase as standing orders."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gm.model import OpenPhase, Problem
from gm.names import fold
from gm.orders import Header, header_of
from gm.reading import quoted
from gm.secret import code_ok
from gm.trouble import REFUSED, CampaignError

if TYPE_CHECKING:
    from gm.campaign import Campaign

MAX_KEPT = 1024 * 1024
"""A file longer than this is refused and not even kept."""
STANDING_WORDS = ("standing", "постоянно", "постоянные", "постоянная", "постоянный")
"""What stands in the place of the turn where a file holds standing orders; the first one is ours."""
_FOLDED = frozenset(map(fold, STANDING_WORDS))


class Window(NamedTuple):
    """What a file may be meant for: the phase with its order types, and the folder where its files are kept.

    For standing orders the phase need not be open; its turn is the current one, for the code is that turn's.
    """

    opened: OpenPhase
    folder: Path
    standing: bool = False


def open_window(campaign: Campaign) -> Window:
    """The open phase. CampaignError when the game is over."""
    opened = campaign.opened()
    if opened is None:
        raise CampaignError("game_over", REFUSED)
    return Window(opened, campaign.folder / "inbox" / campaign.name_of_next())


def standing_window(campaign: Campaign, phase: str) -> Window:
    """A phase of the game, for standing orders: any seat, every order of the phase.

    CampaignError when the game is over or has not begun yet, or when there is nothing to order in the phase.
    """
    now = open_window(campaign).opened
    if campaign.last() is None:
        raise CampaignError("standing_too_early", REFUSED)
    if phase not in standing_phases(campaign):
        raise CampaignError("no_orders_in_phase", REFUSED, typed=phase, right=", ".join(standing_phases(campaign)))
    kinds = campaign.rules.phase(phase).orders
    seats = tuple(campaign.config.seats)
    opened = OpenPhase(now.turn, phase, seats, (), dict.fromkeys(seats, kinds))
    return Window(opened, campaign.folder / "inbox" / "standing" / phase.replace("_", "-"), True)


def standing_phases(campaign: Campaign) -> tuple[str, ...]:
    """The phases for which standing orders may be filed."""
    return tuple(phase.id for phase in campaign.rules.phases if phase.orders)


def says_standing(header: Header | None) -> bool:
    """Whether a first line has the word ``standing`` in the place of the turn."""
    return header is not None and fold(header.turn) in _FOLDED


def window_meant(campaign: Campaign, header: Header | None, standing: str | None = None) -> Window:
    """What a file is meant for. ``standing``: the game master's word that it holds standing orders, for that phase
    (empty: the one that the first line names, else the open one).

    A phase of the first line that is not known is taken for another one; ``address_problems`` says what is wrong.
    """
    if campaign.last() is None or (standing is None and not says_standing(header)):
        return open_window(campaign)
    named = find_phase(campaign, header.phase) if header else None
    phase = standing or named or open_window(campaign).opened.phase
    if header is not None and not standing and phase not in (known := standing_phases(campaign)):
        phase = known[0]
    return standing_window(campaign, phase)


def find_phase(campaign: Campaign, typed: str) -> str | None:
    """The phase with orders of that id or title."""
    titles = {phase.id: phase.title for phase in campaign.rules.phases if phase.orders}
    return next((id_ for id_, t in titles.items() if fold(typed) in map(fold, (id_, t.en, t.ru))), None)


def seat_named(campaign: Campaign, text: str) -> str | None:
    """The seat that the first line of a tidy text names."""
    header = header_of(text)
    return _find_seat(campaign, header.seat) if header else None


def address_problems(
    campaign: Campaign, meant: Window | OpenPhase, seat: str | None, text: str, *, forced: bool = False
) -> list[Problem]:
    """Why a file can't be meant for this seat and window; ``text`` is tidy. Empty: it can.

    ``forced``: the game master says that it holds standing orders, whatever its first line does.
    """
    window = meant if isinstance(meant, Window) else Window(meant, Path())
    if len(text.encode()) > MAX_KEPT:
        return [Problem("file_too_long", {"limit": str(MAX_KEPT // 1024)}, 1)]
    header = header_of(text)
    if (forced or says_standing(header)) and campaign.last() is None:
        return [Problem("standing_too_early", {}, 1, 1)]
    if header is None:
        if seat is None:
            return [Problem("no_header", {}, 1, 1)]
        return [] if seat in window.opened.may else [Problem("seat_may_not_send", {"seat": seat}, 1, 1)]
    lines = text.split("\n")
    number = next(n for n, line in enumerate(lines, 1) if header_of(line))
    found = _first_wrong(campaign, window, seat, header)
    if found is None:
        return []
    code, typed, right = found
    column = max(lines[number - 1].find(typed), 0) + 1 if typed else 1
    return [Problem(code, {"typed": quoted(typed), "right": right}, number, column, max(len(typed), 1))]


def _first_wrong(campaign: Campaign, window: Window, seat: str | None, header: Header) -> tuple[str, str, str] | None:
    """The first word of the header that is wrong: code, what was typed, what would be right."""
    config, opened = campaign.config, window.opened
    if fold(header.campaign) != fold(config.id):
        return "header_campaign", header.campaign, config.id
    if not (window.standing and says_standing(header)) and not _same_turn(header.turn, opened.turn):
        return "header_turn", header.turn, str(opened.turn)
    if window.standing and (named := find_phase(campaign, header.phase)) != opened.phase:
        return "header_standing_phase", header.phase, opened.phase if named else ", ".join(standing_phases(campaign))
    if not window.standing and fold(header.phase) not in map(fold, _phase_spellings(campaign, opened)):
        return "header_phase", header.phase, opened.phase
    owner = _find_seat(campaign, header.seat)
    if owner is None:
        return "header_no_seat", header.seat, ", ".join(config.seats)
    if seat is not None and owner != seat:
        return "header_seat", header.seat, seat
    if owner not in opened.may:
        return "seat_may_not_send", header.seat, ""
    return _wrong_code(campaign, owner, opened.turn, header, needed=seat is None)


def _wrong_code(
    campaign: Campaign, seat: str, turn: int, header: Header, *, needed: bool
) -> tuple[str, str, str] | None:
    if not header.code:
        return ("header_no_code", header.seat, "") if needed else None
    if not code_ok(campaign.secret.code, campaign.config.id, seat, turn, header.code, campaign.secret.generation(seat)):
        return "header_code", header.code, ""
    return None


def _same_turn(typed: str, turn: int) -> bool:
    return typed.lstrip("tTтТ0") == str(turn).lstrip("0")


def _phase_spellings(campaign: Campaign, opened: OpenPhase) -> tuple[str, ...]:
    title = campaign.open_rules().phase(opened.phase).title
    return opened.phase, title.en, title.ru


def _find_seat(campaign: Campaign, typed: str) -> str | None:
    return next((seat for seat in campaign.config.seats if fold(seat) == fold(typed)), None)
