"""Options of the test run."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=200, help="how many games of bots to play")
    parser.addoption("--update", action="store_true", help="write golden files anew")
