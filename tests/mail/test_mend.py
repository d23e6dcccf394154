"""What mailers do to the signs of a line is undone; what a player wrote in his own words stays to the letter."""

from __future__ import annotations

import pytest

from gm.mail.mend import signs


@pytest.mark.parametrize(
    ("came", "mended"),
    [
        ("— move:", "- move:"),
        ("    • from: D4", "    - from: D4"),
        ("-- move:", "- move:"),
        ("-\tmove:", "- move:"),
        ("-    move:", "- move:"),
        ("–move:", "- move:"),
        ("- *move*: D4", "- move: D4"),
        ("- phrase: «still waters»", '- phrase: "still waters"'),
    ],
)
def test_signs_of_a_line_are_mended(came: str, mended: str) -> None:
    assert signs([came], {"move"}.__contains__) == [mended]


@pytest.mark.parametrize(
    "line",
    [
        '- фраза: "тихо едешь — дальше едешь"',
        "- фраза: тихо едешь – дальше едешь",
        '- text: "stars *burn*, and -   fade -- slowly • so"',
        "    text: peace — for now",
    ],
)
def test_a_players_own_words_stay(line: str) -> None:
    """A phrase goes into the dice: one dash in place of another would make another game."""
    assert signs([line], {"move"}.__contains__) == [line]
