"""Which letters a campaign owes its players, and their words. What goes to a seat is made of its own view and report.

Every letter has a key made of what it is about, so that it goes out once (``gm.mail.outbox``); making one writes
nothing. The words are in ``gm.mail.wording``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from gm import i18n
from gm.mail.address import usable
from gm.mail.model import Attachment, Letter, Purpose
from gm.mail.wording import Wording

if TYPE_CHECKING:
    from datetime import datetime

    from gm.campaign import Campaign, PhaseFolder
    from gm.model import Lang
    from gm.pages import Pages
    from gm.receipt import Receipt

Kind = Literal["report", "news", "reminder"]
USUAL: tuple[Kind, ...] = ("report", "news")
"""What is owed whether anybody asks for it or not; reminders are sent when their time has come."""
MAP = "map@gm"
"""The Content-ID of the map in the HTML of a report."""
WIDE = 1000
"""So many pixels is the map in a mail wide."""


def owed(campaign: Campaign, when: datetime, kinds: Collection[Kind] = USUAL) -> list[Letter]:
    """The letters that should be on their way by now, those that went out already left out.

    report: of every run of phases since the last that a seat was sent (at first only of the newest one), for every
    seat with an address. news: entry is open. reminder: one a day for every seat that is awaited. Raises CampaignError:
    the campaign is damaged.
    """
    from gm.mail import outbox

    found: list[Letter] = []
    with campaign.held():
        if "report" in kinds:
            found += reports(campaign)
        if "news" in kinds:
            found += news(campaign)
        if "reminder" in kinds:
            found += reminders(campaign, when)
    return [one for one in found if not outbox.is_kept(campaign, one.key, one.to, one.about)]


def readers(campaign: Campaign) -> dict[str, str]:
    """The seats to which something can be sent, with their addresses."""
    found = ((seat, usable(chair.address)) for seat, chair in campaign.config.seats.items())
    return {seat: address for seat, address in found if address}


# -- reports


def reports(campaign: Campaign) -> Iterator[Letter]:
    """Every report of which its seat was not sent a word, oldest first. None is made to see that it went out."""
    from gm.mail import outbox

    ends = [phase for phase in campaign.phases() if campaign.manifest(phase)["about"]]
    seats = readers(campaign)
    owing = {seat: _unsent(campaign, ends, seat) for seat in seats}
    for phase in ends:
        run = Run(campaign, phase)
        for seat, address in seats.items():
            key, _again = outbox.fresh_key(campaign, report_key(phase, seat), run.about)
            if phase in owing[seat] and not outbox.is_kept(campaign, key, address, run.about):
                yield report(campaign, seat, run)


def _unsent(campaign: Campaign, ends: Sequence[PhaseFolder], seat: str) -> list[PhaseFolder]:
    """The runs behind the newest one of which the seat was sent its report; if there is none, the newest alone."""
    from gm.mail import outbox

    for place in range(len(ends), 0, -1):
        if outbox.last_of(campaign, report_key(ends[place - 1], seat)) is not None:
            return list(ends[place - 1 :])
    return list(ends[-1:])


def report_key(phase: PhaseFolder, seat: str) -> str:
    """``report-0007-t02-movement.r2-red``."""
    return f"report-{phase.name}-{seat}"


@dataclass
class Run:
    """A run of phases that has reports: its last phase, and what all letters about it share."""

    campaign: Campaign
    phase: PhaseFolder

    @cached_property
    def pages(self) -> Pages:
        """Its reports and maps."""
        from gm.pages import of_phase

        return of_phase(self.campaign, self.phase)

    @cached_property
    def about(self) -> str:
        """Which phase, and the hash of its manifest."""
        from gm.record import manifest_hash

        return f"phase {self.phase.name} {manifest_hash(self.campaign.manifest(self.phase))[:16]}"

    @cached_property
    def newest(self) -> bool:
        """Whether nothing was played after it, so that the form of the open phase belongs to its reports."""
        return self.phase == self.campaign.phases()[-1]

    @cached_property
    def window(self) -> str:
        """The folder of the window that it opened; of the phase itself when none is open after it."""
        from gm.campaign import folder_name

        meta = self.pages.meta
        if meta.next_phase is None:
            return self.phase.desk
        return folder_name(self.phase.number + 1, meta.next_turn, meta.next_phase)

    @cached_property
    def pictures(self) -> dict[str, bytes]:
        """SVG -> PNG: seats that know the same have the same map."""
        return {}

    def png(self, svg: str) -> bytes:
        """The map for mail programs; empty without the library."""
        from gm.picture import NoPictures, png

        if svg not in self.pictures:
            try:
                self.pictures[svg] = png(svg, WIDE)
            except NoPictures:
                self.pictures[svg] = b""
        return self.pictures[svg]


def report(campaign: Campaign, seat: str, run: Run) -> Letter:
    """The report of a seat on a run: as text and HTML, with the map, the next form and the view file.

    Where it was sent another one on that phase (it was taken back and played again), the key is a new one, and the
    letter says that it takes the place of the other.
    """
    from gm import reports as made
    from gm.mail import outbox
    from gm.mail.page import mail_html
    from gm.text import plain_text

    pages, lang = run.pages, campaign.config.lang(seat)
    key, again = outbox.fresh_key(campaign, report_key(run.phase, seat), run.about)
    markdown, svg = pages.markdown(seat, lang), pages.picture(seat, lang)
    picture = run.png(svg)
    files = [Attachment("map.svg", "image/svg+xml", svg.encode())]
    papers = form_files(campaign, seat) if run.newest else []
    say = Wording(campaign, lang)
    first = say.above_report(seat, papers, again=again, drawn=bool(picture), newest=run.newest)
    title = made.title(campaign.rules, pages.meta, lang)
    chips = made.chips(campaign.rules, pages.meta, pages.view(seat), lang)
    if picture:
        files.insert(0, Attachment("map.png", "image/png", picture, MAP))
    return Letter(
        key=key,
        purpose="report",
        to=readers(campaign).get(seat, ""),
        lang=lang,
        subject=say.subject_of_report(pages.meta, again=again),
        text=say.page(first, plain_text(markdown)),
        html=mail_html(markdown, title, lang, chips, first, MAP if picture else ""),
        attachments=(*files, *papers, *(calendar_file(campaign, lang) if run.newest else ())),
        thread=f"{run.window}-{seat}",
        seat=seat,
        about=run.about,
    )


def form_files(campaign: Campaign, seat: str) -> list[Attachment]:
    """The blank form and the view file of the open phase; none if the seat may send nothing in it."""
    from gm import forms, play

    opened = campaign.opened()
    if opened is None or seat not in opened.may:
        return []
    stem = forms.file_stem(play.header(campaign, opened, seat))
    return [
        Attachment(f"{stem}.yaml", "text/yaml", play.blank_form(campaign, seat).encode()),
        Attachment(f"{stem}.view.json", "application/json", play.view_file(campaign, seat)),
    ]


# -- news and reminders


def calendar_file(campaign: Campaign, lang: Lang) -> list[Attachment]:
    """The deadline of the open phase for calendars; nothing where it is no moment."""
    from gm.calendar import ics
    from gm.deadlines import current

    if current(campaign).until is None:
        return []
    return [Attachment("deadline.ics", "text/calendar", ics(campaign, lang).encode())]


def news(campaign: Campaign) -> Iterator[Letter]:
    """Entry is open, and no report could say so. Of every later phase the report on the one before tells."""
    if campaign.last() is None and campaign.opened() is not None:
        yield from (opening(campaign, seat) for seat in readers(campaign))


def opening(campaign: Campaign, seat: str) -> Letter:
    """That orders are taken for the open phase, with the form. CampaignError when the game is over."""
    say = Wording(campaign, campaign.config.lang(seat))
    papers = form_files(campaign, seat)
    files = (*papers, *calendar_file(campaign, say.lang))
    return _about_window(campaign, seat, "news", "", say.subject("news"), say.opening(seat, papers), files)


def reminders(campaign: Campaign, when: datetime, step: str = "") -> Iterator[Letter]:
    """A letter for every seat that has to send orders, has no file that counts and is not away."""
    from gm import inbox

    opened = campaign.opened()
    if opened is None:
        return
    stands, seats = inbox.stands(campaign), readers(campaign)
    for seat in opened.must:
        if seat in seats and stands[seat].file is None and not campaign.config.is_away(seat, when):
            yield reminder(campaign, seat, when, step)


def reminder(campaign: Campaign, seat: str, when: datetime, step: str = "") -> Letter:
    """That the orders of this seat are awaited; of no other seat it says anything.

    ``step`` tells several reminders of one phase apart (``24h``); empty: the day. CampaignError when the game is over.
    """
    say = Wording(campaign, campaign.config.lang(seat))
    mark = step or campaign.config.local(when.isoformat())[:10]
    return _about_window(campaign, seat, "reminder", mark, say.subject("reminder"), say.reminder(seat, when))


def _about_window(
    campaign: Campaign,
    seat: str,
    purpose: Purpose,
    mark: str,
    subject: str,
    text: str,
    files: Sequence[Attachment] = (),
) -> Letter:
    desk = campaign.name_of_next()
    return Letter(
        key="-".join(filter(None, (purpose, desk, mark, seat))),
        purpose=purpose,
        to=readers(campaign).get(seat, ""),
        lang=campaign.config.lang(seat),
        subject=subject,
        text=text,
        attachments=tuple(files),
        thread=f"{desk}-{seat}",
        seat=seat,
        about=f"open {desk}",
    )


# -- answers, and letters to the game master


def receipt(
    campaign: Campaign,
    made: Receipt,
    *,
    to: str = "",
    in_reply_to: str = "",
    references: Sequence[str] = (),
    first: str = "",
) -> Letter:
    """The receipt of an order file. ``to`` empty: the seat's address; ``in_reply_to``: the Message-ID that brought it.

    ``first``: paragraphs that stand above it, in the receipt's language (lines were repaired, for instance).
    """
    say, seat = Wording(campaign, made.lang), "" if made.refused else made.seat
    desk = made.window.folder.name
    mark = f"standing-{desk}" if made.window.standing else desk
    return Letter(
        key=f"receipt-{mark}-{made.seat}-{made.filed.number:03}",
        purpose="receipt",
        to=to or readers(campaign).get(seat, ""),
        lang=made.lang,
        subject=say.subject("receipt", (made.window.opened.turn, made.window.opened.phase)),
        text=say.page([first] if first else [], made.text()),
        thread=f"{mark}-{seat}" if seat else "",
        in_reply_to=in_reply_to,
        references=tuple(references),
        seat=seat,
    )


def answer(
    campaign: Campaign,
    key: str,
    to: str,
    lang: Lang,
    text: str,
    *,
    seat: str = "",
    attachments: Sequence[Attachment] = (),
    in_reply_to: str = "",
    references: Sequence[str] = (),
) -> Letter:
    """The answer to a letter that was a command, or that held no orders we could take. ``key`` begins ``answer-``."""
    return Letter(
        key=key,
        purpose="answer",
        to=to,
        lang=lang,
        subject=Wording(campaign, lang).subject("answer", None),
        text=text,
        attachments=tuple(attachments),
        in_reply_to=in_reply_to,
        references=tuple(references),
        seat=seat,
    )


def notice(campaign: Campaign, key: str, subject: str, text: str) -> Letter | None:
    """A letter to the game master, in his language; None when he gave no address. ``key`` begins ``notice-``."""
    to = usable(campaign.config.mail.gm)
    if not to:
        return None
    lang = campaign.config.language
    head = i18n.text("to the game master: {what}", lang).format(what=subject)
    subject = f"[{campaign.config.title}] {head}"
    return Letter(key=key, purpose="notice", to=to, lang=lang, subject=subject, text=text)
