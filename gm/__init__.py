"""The moderator's desk for strategy games played by mail and on forums."""

__version__ = "0.2.0"
