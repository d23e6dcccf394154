"""The game of a campaign: its ruleset, its tables with the campaign's overlay, its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gm import rulesets
from gm.model import Ruleset, Seat
from gm.trouble import REFUSED, CampaignError


def load_rules(game: str) -> Ruleset:
    """The ruleset of that name, or CampaignError."""
    try:
        return rulesets.load(game)
    except LookupError:
        raise CampaignError("unknown_game", REFUSED, typed=game) from None


def load_content(rules: Ruleset, overlay: Mapping[str, Any], path: str) -> Any:
    """The tables with the overlay; CampaignError when the overlay does not fit them."""
    from gm.content import WrongTable

    try:
        return rules.content(overlay)
    except WrongTable as wrong:
        raise CampaignError("bad_content", REFUSED, wrong.problems, path=path) from None


def check_options(rules: Ruleset, seats: Sequence[Seat], options: Any, content: Any, data: bytes, path: str) -> None:
    """What the game says to its options, if they keep it from starting; ``data`` is the file that holds them."""
    if rules.check_options and (problems := rules.check_options(seats, options, content)):
        from gm.config import at_options

        raise at_options(problems, data, path)
