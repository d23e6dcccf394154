"""Pages and maps on demand: any report of any phase, in any language and format, from the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from gm import disk, entry
from gm.fence import check_all
from gm.meta import Meta, SeatTag
from gm.model import Event, Lang, Ruleset
from gm.rulings import is_ruling
from gm.runner import OwnFiles, Sent

if TYPE_CHECKING:
    from gm.campaign import Campaign, PhaseFolder
    from gm.play import Outcome

Format = Literal["md", "text", "html"]
FORMATS: tuple[Format, ...] = ("md", "text", "html")
PUBLIC, GM = "public", "gm"


@dataclass
class Pages:
    """All that the pages of one run of phases are made from.

    ``committed``: name of a report -> its Markdown. ``sent``: the order files that were resolved, read when asked for.
    """

    rules: Ruleset
    meta: Meta
    state: Any
    events: list[Event]
    name: str
    committed: Mapping[str, bytes] = field(default_factory=dict)
    sent: Callable[[], Sent] = Sent
    _pictures: dict[Lang, list[tuple[Any, str]]] = field(default_factory=dict)

    @cached_property
    def seats(self) -> dict[str, SeatTag]:
        """The seats by id."""
        return {seat.id: seat for seat in self.meta.seats}

    def lang(self, who: str) -> Lang:
        """The language in which a report was committed."""
        return self.seats[who].lang if who in self.seats else self.meta.lang

    def view(self, who: str) -> Any:
        """What the reader of a report may know; the GM's own page is told by its events."""
        return self.rules.view(self.state, who if who in self.seats else None)

    def events_for(self, who: str) -> list[Event]:
        """The events that the reader may know."""
        seat = who if who in self.seats else None
        return [event for event in self.events if who == GM or event.visible_to(seat)]

    def markdown(self, who: str, lang: Lang) -> str:
        """The report of a seat, of everybody (``public``) or of the GM (``gm``)."""
        if lang == self.lang(who) and who in self.committed:
            return self.committed[who].decode()
        from gm import reports

        if who == GM:
            files = self.sent().readings_in(lang)
            return reports.gm_report(self.rules, self.meta, self.view(who), self.events, lang, files)
        own = self.sent().readings_in(lang).get(who) if who in self.seats else None
        return reports.report(self.rules, self.meta, self.view(who), self.events_for(who), lang, own)

    def page(self, who: str, lang: Lang, form: Format) -> str:
        """The same in a format."""
        text = self.markdown(who, lang)
        if form == "md":
            return text
        if form == "text":
            from gm.text import plain_text

            return plain_text(text)
        from gm import reports
        from gm.html import page_html

        view = self.view(who)
        chips = reports.chips(self.rules, self.meta, view, lang)
        return page_html(text, reports.title(self.rules, self.meta, lang), lang, self.picture(who, lang), chips)

    def picture(self, who: str, lang: Lang) -> str:
        """The map as that reader knows it, as SVG. Readers who know the same get the same one, drawn once."""
        from gm.picture import rendered

        view = self.view(who)
        drawing = self.rules.picture(view, [event for event in self.events_for(who) if not is_ruling(event)])
        for known, picture in self._pictures.setdefault(lang, []):
            if known == drawing:
                return picture
        run = self.meta.run or ((self.meta.turn, self.meta.phase),)
        picture = rendered(self.rules, self.meta.title, view, drawing[lang], lang, run[-1])
        self._pictures[lang].append((drawing, picture))
        return picture

    def headlines(self, lang: Lang, limit: int) -> tuple[list[str], int]:
        """The most important public sentences in the order of happening, and how many more there are of the kind."""
        from gm.check import plain
        from gm.words import words

        order = {type_: n for n, type_ in enumerate(self.rules.headlines)}
        told = [(n, e) for n, e in enumerate(self.events) if type(e) in order and e.visible_to(None)]
        chosen = sorted(told, key=lambda one: (order[type(one[1])], one[0]))[:limit]
        speech = words(self.rules, lang, self.view(PUBLIC))
        sentences = [plain(speech.sentence(event)) for _n, event in sorted(chosen, key=lambda one: one[0])]
        return sentences, len(told) - len(chosen)

    def all_pages(self) -> Iterator[tuple[str, str]]:
        """Every page as HTML and every map as SVG: file name, content."""
        for who in (*self.seats, PUBLIC, GM):
            lang = self.lang(who)
            yield f"{who}.html", self.page(who, lang, "html")
            if who != GM:
                yield f"{who}.svg", self.picture(who, lang)


def of_phase(campaign: Campaign, phase: PhaseFolder) -> Pages:
    """The pages of the run that ends with this phase."""
    about = campaign.manifest(phase)["about"]
    run = {tuple(one) for one in about["run"]}
    phases = [one for one in campaign.phases() if one.number <= phase.number][-len(run) :]
    events = [event for one in phases for event in campaign.events(one)]
    names = [name for name in campaign.manifest(phase)["files"] if name.startswith("reports/")]
    committed = {Path(name).stem: campaign.file(phase, name) for name in names}
    state = campaign.state_after(phase)
    sent = cache(lambda: _sent(campaign, phases[0]))
    return Pages(campaign.rules, meta_of(about), state, events, phase.name, committed, sent)


def _sent(campaign: Campaign, phase: PhaseFolder) -> Sent:
    """The kept order files of a phase, read again."""
    manifest, seats = campaign.manifest(phase), campaign.seats()
    before = campaign.state_after(campaign.phases()[phase.number - 1]) if phase.number else None
    opened = campaign.rules.open_phase(before) if phase.number else entry.opened(tuple(seat.id for seat in seats))
    if opened is None:
        return Sent()

    def view(seat: str) -> Any:
        if before is None:
            return entry.view(seat, campaign.config.title, campaign.rules, seats, campaign.content)
        return campaign.rules.view(before, seat)

    names = {seat: f"orders/{seat}.yaml" for seat in opened.may}
    files = {seat: campaign.file(phase, name) for seat, name in names.items() if name in manifest["files"]}
    return Sent.read(campaign.rules, opened, view, files, manifest.get("silent", {}), OwnFiles.kept(campaign, phase))


def of_outcome(campaign: Campaign, outcome: Outcome) -> Pages:
    """The pages of an outcome that is not committed yet."""
    last = outcome.played[-1]
    committed = {Path(name).stem: data for name, data in last.files if name.startswith("reports/")}
    about = last.manifest["about"]
    sent = outcome.played[0].sent
    return Pages(
        campaign.rules, meta_of(about), outcome.state, outcome.events, outcome.last_name, committed, lambda: sent
    )


def meta_of(about: Mapping[str, Any]) -> Meta:
    """What the manifest keeps of a report's surroundings."""
    seats = tuple(SeatTag(**seat) for seat in about["seats"])
    run = tuple((turn, phase) for turn, phase in about["run"])
    silent = tuple((seat, how) for seat, how in about["silent"])
    readers = {key: tuple(about.get(key, ())) for key in ("unchanged", "redrawn")}
    return Meta(**{**about, **readers, "seats": seats, "run": run, "silent": silent})


def write_all(pages: Pages, folder: Path) -> None:
    """Write every page and map into ``folder``; a file that lies there is replaced, never written through."""
    check_all(folder)
    with disk.writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in pages.all_pages():
            (folder / name).unlink(missing_ok=True)
            disk.write_file(folder / name, text.encode())
