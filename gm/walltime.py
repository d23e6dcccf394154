"""Wall time in a zone: the moment that a clock on the wall shows, also when clocks change; rules like Friday 21:00.

Where a clock shows a time twice (the end of summer time) the later moment is meant; where it jumps over a time (the
beginning), the moment at which the old clock would have shown it: 02:30 is then 03:30. Nobody is late who went by his
own clock.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import NamedTuple
from zoneinfo import ZoneInfo

_WEEKDAYS = (
    ("monday", "mon", "понедельник", "пн"),
    ("tuesday", "tue", "вторник", "вт"),
    ("wednesday", "wed", "среда", "среду", "ср"),
    ("thursday", "thu", "четверг", "чт"),
    ("friday", "fri", "пятница", "пятницу", "пт"),
    ("saturday", "sat", "суббота", "субботу", "сб"),
    ("sunday", "sun", "воскресенье", "вс"),
)
_NUMBERS = {word: number for number, words in enumerate(_WEEKDAYS) for word in words}
_WHEN = r"(?:(?:at|в) )?(?P<hour>\d{1,2}):(?P<minute>\d\d)"
_ON_WEEKDAY = re.compile(rf"(?:(?:on|в|во) )?(?P<day>[^\W\d_]+) {_WHEN}")
_IN_DAYS = re.compile(rf"(?:(?:in|через) )?(?P<days>\d+) (?:days?|день|дня|дней)(?P<rest> {_WHEN})?")
_MOST_DAYS = 365


class WrongRule(ValueError):
    """A text looks like a rule and is none: Fridey 21:00, Friday 25:00, 7 days."""


class Rule(NamedTuple):
    """The next such day of the week (0 is Monday), or so many days later; at that time of the day."""

    weekday: int | None
    days: int
    clock: time


def rule_of(text: str) -> Rule | None:
    """The rule that a text says; None when it says none. WrongRule when it looks like one and can't be."""
    words = " ".join(text.casefold().split())
    if found := _IN_DAYS.fullmatch(words):
        days = int(found["days"][:9])
        if not found["rest"] or not 1 <= days <= _MOST_DAYS:
            raise WrongRule(text)
        return Rule(None, days, _clock(found))
    found = _ON_WEEKDAY.fullmatch(words)
    if found is None:
        return None
    if found["day"] not in _NUMBERS:
        if _is_close(found["day"]):
            raise WrongRule(text)
        return None
    return Rule(_NUMBERS[found["day"]], 0, _clock(found))


def _clock(found: re.Match[str]) -> time:
    try:
        return time(int(found["hour"]), int(found["minute"]))
    except ValueError:
        raise WrongRule(found[0]) from None


def _is_close(word: str) -> bool:
    """Whether a word may be a misspelled day of the week."""
    from difflib import get_close_matches

    long = [name for name in _NUMBERS if len(name) > 3]
    return bool(get_close_matches(word, long, n=1, cutoff=0.75))


def wall(day: date, clock: time, zone: str) -> datetime:
    """The moment at which a clock in that zone shows this time; see above for the days on which clocks change."""
    there = ZoneInfo(zone)
    readings = (datetime.combine(day, clock, there).replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    return at(max(readings), zone)


def at(moment: datetime, zone: str) -> datetime:
    """The same moment by the clock of that zone. Its offset is fixed, so that hours added to it are hours."""
    local = moment.astimezone(ZoneInfo(zone))
    return local.replace(tzinfo=timezone(local.utcoffset() or timedelta()), fold=0)


def moment_of(rule: Rule, opened: datetime, zone: str, least: timedelta) -> datetime:
    """The first moment that fits the rule and is at least so long after a phase opened."""
    day = at(opened, zone).date() + timedelta(days=rule.days)
    while True:
        moment = wall(day, rule.clock, zone)
        if rule.weekday in (None, day.weekday()) and moment > opened and moment - opened >= least:
            return moment
        day += timedelta(days=1)


def time_of(text: str) -> datetime | None:
    """The moment that ISO text says; None when it says none, or one without a zone."""
    try:
        moment = datetime.fromisoformat(text)
    except (ValueError, TypeError):
        return None
    return moment if moment.tzinfo else None


def shown(moment: datetime, zone: str) -> str:
    """A moment for readers of any language: ``2026-12-04 21:00 Europe/Moscow (18:00 UTC)``."""
    utc, local = moment.astimezone(UTC), moment.astimezone(ZoneInfo(zone))
    if zone == "UTC":
        return f"{utc:%Y-%m-%d %H:%M} UTC"
    there = f"{utc:%H:%M}" if utc.date() == local.date() else f"{utc:%Y-%m-%d %H:%M}"
    return f"{local:%Y-%m-%d %H:%M} {zone} ({there} UTC)"
