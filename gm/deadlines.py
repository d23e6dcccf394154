"""Until when orders of the open phase are accepted.

A date and time or a rule of ``campaign.yaml`` becomes a moment when the phase opens, and the manifest of the phase
before keeps it: what players were told holds, whatever is edited for later turns. Only ``gm extend`` moves it. Where
nothing was kept (words, no deadline, entry, an older record), the settings of now count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from gm import i18n
from gm.extension import Extension, extensions
from gm.walltime import Rule, WrongRule, moment_of, rule_of, shown, time_of

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.config import Config
    from gm.model import Lang


@dataclass(frozen=True, slots=True)
class Deadline:
    """The deadline of the open phase: for players (``text``, empty: none), as a moment, and since when it is open.

    ``desk`` is the folder of the phase in the inbox, empty when the game is over.
    """

    desk: str = ""
    text: str = ""
    until: datetime | None = None
    since: datetime | None = None
    extensions: tuple[Extension, ...] = ()
    grace: timedelta = timedelta()

    @property
    def stale(self) -> bool:
        """Whether it had passed before the phase opened: the date of another turn, left in ``campaign.yaml``."""
        return bool(self.until and self.since and self.until <= self.since)

    @property
    def end(self) -> datetime | None:
        """When the last file counts: the deadline with its time of grace."""
        return self.until + self.grace if self.until else None

    @property
    def moved(self) -> Extension | None:
        """The extension by which it is what it is."""
        return self.extensions[-1] if self.extensions else None


def current(campaign: Campaign) -> Deadline:
    """The deadline of the open phase; it is found without reading the state."""
    window, config = campaign.window(), campaign.config
    if window is None:
        return Deadline()
    last = campaign.last()
    manifest = campaign.manifest(last) if last else {}
    since, phase, desk = opened_at(manifest), window[1], campaign.name_of_next()
    moved = tuple(one for one in extensions(campaign, desk) if not is_older(one.when, since))
    text = moved[-1].until if moved else manifest.get("opens", {}).get("until", "")
    until = time_of(text) or by_settings(config, phase, since)
    told = shown(until, config.time_zone) if until else config.deadlines.get(phase, "")
    return Deadline(desk, told, until, since, moved, timedelta(minutes=config.grace))


def told(campaign: Campaign) -> str:
    """The deadline by which files of the open phase are late, for people; also of a phase that is played again."""
    from gm.inbox import policies

    if campaign.played_here() is None:
        return current(campaign).text
    until = policies(campaign).until
    return shown(until, campaign.config.time_zone) if until else ""


def opened_at(manifest: Mapping[str, Any]) -> datetime | None:
    """When the phase behind that of a manifest opened: a correction keeps the time of the first opening."""
    return time_of(manifest.get("opens", {}).get("since", "") or manifest.get("time", ""))


def is_older(when: str, since: datetime | None) -> bool:
    """Whether something in the inbox is from before the phase opened, which was then taken back and came anew."""
    moment = time_of(when)
    return bool(since and moment and moment < since)


def by_settings(config: Config, phase: str, opened: datetime | None) -> datetime | None:
    """The moment that ``campaign.yaml`` means for a phase that opened then; None where it says only words."""
    rule = rule_in(config, phase)
    if rule is None:
        return config.moment(phase)
    return moment_of(rule, opened, config.time_zone, timedelta(hours=config.least_hours)) if opened else None


def rule_in(config: Config, phase: str) -> Rule | None:
    """The rule for the deadline of a phase, if it has one."""
    try:
        return rule_of(config.deadlines.get(phase, ""))
    except WrongRule:  # settings that were read hold none
        return None


def opening(config: Config, phase: str, when: datetime | None) -> tuple[str, datetime | None]:
    """What players are told, and the moment to be kept, when a phase opens. A date that has passed is not told."""
    until = by_settings(config, phase, when)
    if until is None:
        return config.deadlines.get(phase, ""), None
    if when is not None and until <= when:
        return "", None
    return shown(until, config.time_zone), until


def left(until: datetime, now: datetime, lang: Lang | None = None) -> str:
    """How far away a moment is: ``in 2 days 3 hours``, ``3 hours ago``. Only for where a clock is looked at."""
    minutes = round(abs((until - now).total_seconds()) / 60)
    days, hours = divmod(minutes // 60, 24)
    parts = [
        i18n.number("{n} day", "{n} days", days, lang) if days else "",
        i18n.number("{n} hour", "{n} hours", hours, lang) if hours else "",
        i18n.text("{n} min", lang).format(n=minutes % 60) if not days and (minutes % 60 or not hours) else "",
    ]
    how_long = " ".join(filter(None, parts))
    said = i18n.text("in {time}", lang) if until >= now else i18n.text("{time} ago", lang)
    return said.format(time=how_long)
