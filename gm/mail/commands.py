"""Commands by mail, in both languages: help, form, report, status, check, ready, absent until, message.

A command is the first line of a message that a person wrote (or its subject). What it is answered with goes to the
registered address of the seat alone, so that nobody learns anything by claiming to be somebody. What changes
something (ready, absent, a message in a seat's name) needs the seat's code of this turn in its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from gm import i18n
from gm.deadlines import current
from gm.mail import answers, outbox
from gm.mail.find import blocks
from gm.mail.mend import cleaned
from gm.mail.model import Attachment, Ending, Letter, Mail
from gm.mail.quotes import begins_quote, lines_of
from gm.model import Lang, Name
from gm.names import Names
from gm.orders import header_of
from gm.secret import ALPHABET, CODE_LENGTH, code_ok
from gm.trouble import REFUSED, CampaignError

if TYPE_CHECKING:
    from gm.campaign import Campaign

End = Callable[..., Ending]

VERBS = Names(
    (
        Name("help", "help", "помощь", ("?", "справка", "команды", "commands")),
        Name("form", "form", "бланк", ("blank", "blank form")),
        Name("report", "report", "отчёт", ("reports",)),
        Name("status", "status", "статус", ("who has sent", "кто прислал")),
        Name("check", "check", "проверка", ("проверить", "проверь")),
        Name("not_ready", "not ready", "не готов", ("не готова", "unready")),
        Name("ready", "ready", "готов", ("готова", "final")),
        Name("absent", "absent until", "отсутствую до", ("absent", "away until", "меня нет до", "в отъезде до")),
        Name("message", "message", "сообщение", ("message to", "сообщение для", "письмо")),
        Name("anonymous", "anonymous message", "анонимно", ("анонимное сообщение", "anonymously")),
    )
)
NEED_CODE = frozenset({"not_ready", "ready", "absent", "message", "anonymous"})
LONGEST = 80
"""A longer line is no command."""
_CODE = re.compile(rf"\b[{ALPHABET}]{{{CODE_LENGTH}}}\b", re.IGNORECASE)
_DASHES = re.compile(r"\s*(?:--|—|–|__+)\s*\Z")
"""What mailers put above a signature. Words such as Thanks may begin a message, too."""
_REPLY = re.compile(r"^(?:\s*(?:re|fwd?|aw|ответ|на)\s*:\s*)+", re.IGNORECASE)


class Command(NamedTuple):
    """What a player asks: the verb, the words behind it, the code in the line, the text below it."""

    verb: str
    words: str
    code: str
    text: str


def command_in(mail: Mail) -> Command | None:
    """The command in a message: its first line, or a subject that is nothing else; None when it holds none.

    A message with an order file is never a command, but for ``check``.
    """
    texts = [piece.text for piece in mail.pieces if piece.kind in ("text", "html")][:1]
    lines = [line.strip() for line in (texts[0].split("\n") if texts else [])]
    first = next((n for n, line in enumerate(lines) if line), len(lines))
    body = "\n".join(texts[0].split("\n")[first + 1 :]) if texts and first < len(lines) else ""
    marked = any("#gm" in piece.text.casefold() for piece in mail.pieces)
    subject = _REPLY.sub("", mail.subject).strip()
    for line, below in ((lines[first] if first < len(lines) else "", body), (subject, "\n".join(lines))):
        command = _of_line(line, below)
        if command is not None and (command.verb == "check" or not marked):
            return command
    return None


def _of_line(line: str, below: str) -> Command | None:
    if not line or len(line) > LONGEST or line.startswith(("-", "#", ">")):
        return None
    code = next((found[0].upper() for found in _CODE.finditer(line)), "")
    words = " ".join(_CODE.sub(" ", line).replace("!", " ").split()).rstrip(".")
    parts = words.split(" ")
    for count in range(min(3, len(parts)), 0, -1):
        verb = VERBS.find(" ".join(parts[:count]).rstrip(":"))
        if verb is not None:
            return Command(verb, " ".join(parts[count:]).strip(" :"), code, below.strip("\n"))
    return None


def done(campaign: Campaign, mail: Mail, command: Command, seats: Sequence[str], when: datetime, end: End) -> Ending:
    """Do what a command asks and answer it. ``seats`` are those with the sender's address: the code tells which, else
    the first that the line (or an order file below it) names, else the first of all.

    CampaignError: it is not the command's fault, and it is to be done once more when that is mended.
    """
    seat = _seat_of(campaign, command, seats, mail)
    act = _ACTS[command.verb]
    if command.verb in NEED_CODE and campaign.opened() is None:  # no code is right any more
        over = CampaignError("game_over", REFUSED)
        return end("refused", over.code, seat, command.verb, answers.trouble(campaign, seat, mail, over))
    if command.verb in NEED_CODE and not code_fits(campaign, seat, command.code):
        return end("refused", "wrong_code", seat, command.verb, answers.no_orders(campaign, seat, mail, "wrong_code"))
    try:
        text, attachments = act(campaign, seat, command, mail, when)
    except CampaignError as error:
        if error.exit_code != REFUSED:  # a full disk is no player's business
            raise
        return end("refused", error.code, seat, command.verb, answers.trouble(campaign, seat, mail, error))
    letter = answers.letter_to(campaign, seat, mail, text, *attachments)
    return end("accepted", "command", seat, command.verb, letter)


def _seat_of(campaign: Campaign, command: Command, seats: Sequence[str], mail: Mail) -> str:
    by_code = (seat for seat in seats if command.code and code_fits(campaign, seat, command.code))
    headers = [header for block in blocks(mail) if (header := header_of(block.text))]
    words = [*command.words.casefold().split(), *(header.seat.casefold() for header in headers)]
    named = (seat for seat in seats if seat in words) if command.verb not in ("message", "anonymous") else iter(())
    return next(by_code, None) or next(named, None) or seats[0]


def proven(campaign: Campaign, mail: Mail, seats: Sequence[str]) -> bool:
    """Whether a message holds the code of one of these seats, in its command or in the first line of its orders."""
    command = command_in(mail)
    if command is not None and any(code_fits(campaign, seat, command.code) for seat in seats):
        return True
    for block in blocks(mail):
        header, later = header_of(block.text), answers.later_window(campaign, block.text)
        owner = header.seat.casefold() if header else ""
        if header and owner in seats and (later or code_fits(campaign, owner, header.code)):
            return True
    return False


def code_fits(campaign: Campaign, seat: str, typed: str) -> bool:
    """Whether a word is the code of a seat for the turn that is open; none is when the game is over."""
    opened, secret = campaign.opened(), campaign.secret
    if opened is None or not typed:
        return False
    return code_ok(secret.code, campaign.config.id, seat, opened.turn, typed, secret.generation(seat))


# -- the answers: text, attachments

Answer = tuple[str, Sequence[Attachment]]


def _lang(campaign: Campaign, seat: str) -> Lang:
    return campaign.config.lang(seat)


def _help(campaign: Campaign, seat: str, command: Command, mail: Mail, when: datetime) -> Answer:
    lang = _lang(campaign, seat)
    head = i18n.text("What you can ask by mail; write it as the first line of a message:", lang)
    rows = (
        (VERBS["help"], i18n.text("this help", lang)),
        (VERBS["form"], i18n.text("the blank form of the open phase", lang)),
        (VERBS["report"], i18n.text("the last report again, or that of a turn: report 2", lang)),
        (VERBS["status"], i18n.text("which phase is open, until when, what was received from you", lang)),
        (VERBS["check"], i18n.text("every mistake in the orders of the message; nothing is filed", lang)),
        (VERBS["ready"], i18n.text("your orders are final (with your code: ready K7QX2M9P)", lang)),
        (VERBS["not_ready"], i18n.text("they are not (with your code)", lang)),
        (VERBS["absent"], i18n.text("you are away until a day: absent until 2026-12-14 K7QX2M9P", lang)),
        (VERBS["message"], i18n.text("to another seat, or gm for the game master: message blue K7QX2M9P", lang)),
    )
    lines = [f"  {name.of(lang):<16} {about}" for name, about in rows]
    tail = i18n.text("Orders need no command: fill in the form and send it back.", lang)
    return "\n".join((head, "", *lines, "", tail, "")), ()


def _form(campaign: Campaign, seat: str, command: Command, mail: Mail, when: datetime) -> Answer:
    found = answers.form(campaign, seat)
    if not found:
        raise CampaignError("nothing_to_send", REFUSED, seat=seat)
    return found[0].data.decode(), found


def _report(campaign: Campaign, seat: str, command: Command, mail: Mail, when: datetime) -> Answer:
    from gm import pages

    lang, wanted = _lang(campaign, seat), next((word for word in command.words.split() if word.isdecimal()), "")
    phases = [one for one in campaign.phases() if not wanted or one.turn == int(wanted[:6])]
    found = [one for one in phases if campaign.manifest(one)["about"]]
    if not found:
        raise CampaignError("not_played", REFUSED)
    made = pages.of_phase(campaign, found[-1])
    name = f"{campaign.config.id}-{found[-1].name}-{seat}"
    files = (
        Attachment(f"{name}.html", "text/html", made.page(seat, lang, "html").encode()),
        Attachment(f"{name}.svg", "image/svg+xml", made.picture(seat, lang).encode()),
    )
    return made.page(seat, lang, "text"), files


def _status(campaign: Campaign, seat: str, command: Command, mail: Mail, when: datetime) -> Answer:
    """What the seat may know of the open window: never what another one ordered, or whether."""
    from gm import inbox

    lang, opened = _lang(campaign, seat), campaign.opened()
    if opened is None:
        return i18n.text("The game is over.", lang) + "\n", ()
    title = campaign.open_rules().phase(opened.phase).title.of(lang)
    lines = [i18n.text("Turn {turn}, phase: {phase}", lang).format(turn=opened.turn, phase=title)]
    if deadline := current(campaign).text:
        lines.append(i18n.text("Orders are accepted until {deadline}", lang).format(deadline=deadline))
    filed = inbox.current(campaign, seat) if seat in opened.may else None
    if filed:
        lines.append(i18n.text("Your file no. {number} counts.", lang).format(number=filed.number))
    elif seat in opened.must:
        lines.append(i18n.text("Your orders are still awaited.", lang))
    else:
        lines.append(i18n.text("Nothing has to come from you.", lang))
    return "\n".join((*lines, "")), ()


def _check(campaign: Campaign, seat: str, command: Command, mail: Mail, when: datetime) -> Answer:
    from gm.check import check_in
    from gm.mail.find import find

    lang = _lang(campaign, seat)
    found = find(mail, answers.blanks(campaign, (seat,)), lambda word: True)
    if found.block is None:
        raise CampaignError("nothing_to_check", REFUSED)
    checked = check_in(campaign, seat, found.block.text.encode(), lang)
    said = i18n.text("Your orders were checked; nothing was filed.", lang)
    return f"{said}\n\n{checked.shown('orders.yaml')}\n", ()


def _ready(campaign: Campaign, seat: str, command: Command, mail: Mail, when: datetime) -> Answer:
    from gm.ready import set_ready

    lang, yes = _lang(campaign, seat), command.verb == "ready"
    set_ready(campaign, seat, yes, when=when, channel="mail")
    said = i18n.text("You are noted as ready.", lang) if yes else i18n.text("You are noted as not ready.", lang)
    return said + "\n", ()


def _absent(campaign: Campaign, seat: str, command: Command, mail: Mail, when: datetime) -> Answer:
    """Away from today until a day, both of them included, in the campaign's zone."""
    from zoneinfo import ZoneInfo

    from gm.away import Absence, day_of
    from gm.handover import change_seat

    lang, until = _lang(campaign, seat), day_of(command.words.split(" ")[-1])
    today = when.astimezone(ZoneInfo(campaign.config.time_zone)).date()
    if until is None or until < today:
        raise CampaignError("bad_until", REFUSED)
    change_seat(campaign, seat, {"absent": str(Absence(today, until))})
    said = i18n.text("You are noted as away until {day}; until then nobody waits for your orders.", lang)
    return said.format(day=until.isoformat()) + "\n", ()


def _message(campaign: Campaign, seat: str, command: Command, mail: Mail, when: datetime) -> Answer:
    """A message to another seat or the game master, as the campaign allows; the answer says that it went out."""
    lang = _lang(campaign, seat)
    to = _addressee(campaign, command.words)
    letter = _passed_on(campaign, seat, to, command, mail)
    outbox.put(campaign, letter, when)
    return i18n.text("Your message went out to {to}.", lang).format(to=to) + "\n", ()


def _addressee(campaign: Campaign, words: str) -> str:
    names = [Name(seat.id, seat.id, seat.id, (seat.name,)) for seat in campaign.seats()]
    names.append(Name("gm", "gm", "ведущий", ("game master", "ведущему", "мастер")))
    found = Names(names).find(words)
    if found is None:
        raise CampaignError("no_addressee", REFUSED, words=", ".join((*campaign.config.seats, "gm")))
    return found


def _passed_on(campaign: Campaign, seat: str, to: str, command: Command, mail: Mail) -> Letter:
    config = campaign.config
    allowed = config.mail.messages
    hidden = command.verb == "anonymous"
    if to != "gm" and (allowed == "no" or (hidden and allowed != "anonymous")):
        raise CampaignError("messages_not_allowed", REFUSED)
    address = config.mail.gm if to == "gm" else config.seats[to].address
    if not address:
        raise CampaignError("no_address", REFUSED, seat=to)
    lang = config.language if to == "gm" else config.lang(to)
    names = {one.id: one.name for one in campaign.seats()}
    who = i18n.text("somebody who does not give a name", lang) if hidden and to != "gm" else names[seat]
    head = i18n.text("{who} writes to you in the campaign {title}:", lang).format(who=who, title=config.title)
    words = _own_words(campaign, seat, command.text)
    if not words:
        raise CampaignError("empty_message", REFUSED)
    return Letter(
        key=f"message-{mail.sha256[:16]}",
        purpose="message",
        to=address,
        lang=lang,
        subject=f"[{config.title}] {i18n.text('a message', lang)}",
        text=f"{head}\n\n{words}\n",
        seat="" if to == "gm" else to,
    )


def _own_words(campaign: Campaign, seat: str, text: str) -> str:
    """What a player wrote himself: whoever answers his report quotes all of it below, and that is for him alone. His
    signature would give his name away, his code everything."""
    lines = [line for line in lines_of(cleaned(text)) if not line.quoted and not begins_quote(line.text)]
    end = next((n for n, line in enumerate(lines) if _DASHES.match(line.text)), len(lines))
    own = "\n".join(line.text for line in lines[:end])
    return _CODE.sub(lambda found: "…" if code_fits(campaign, seat, found[0]) else found[0], own).strip()


_ACTS: dict[str, Callable[[Campaign, str, Command, Mail, datetime], Answer]] = {
    "help": _help,
    "form": _form,
    "report": _report,
    "status": _status,
    "check": _check,
    "ready": _ready,
    "not_ready": _ready,
    "absent": _absent,
    "message": _message,
    "anonymous": _message,
}
