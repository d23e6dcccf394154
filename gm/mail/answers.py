"""Answers to what came by mail: receipts, refusals, questions; to a seat's registered address, in its language."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import indent
from typing import TYPE_CHECKING

from gm import i18n, play
from gm.chain import folder_name
from gm.forms import form as form_of
from gm.mail import letters
from gm.mail.address import same
from gm.mail.model import Attachment, Block, Letter, Mail
from gm.model import LANGUAGES
from gm.orders import header_of
from gm.secret import code_ok
from gm.trouble import CampaignError

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.inbox import Submission
    from gm.model import Lang, Phase


def seats_of(campaign: Campaign, address: str) -> tuple[str, ...]:
    """The seats whose registered address it is; case does not matter."""
    return tuple(seat for seat, own in letters.readers(campaign).items() if same(own, address))


def blanks(campaign: Campaign, seats: Sequence[str]) -> list[str]:
    """Blank forms that these seats (all, where nobody is known) may have been sent: of the open phase in both
    languages, and of the last two. What equals one is no order file."""
    seats, found = seats or tuple(campaign.config.seats), []
    opened = campaign.opened()
    for seat in seats if opened else ():
        assert opened is not None
        if seat in opened.may:
            view, head = campaign.view(seat), play.header(campaign, opened, seat)
            found += [form_of(campaign.open_rules(), opened, view, head, lang) for lang in LANGUAGES]
    for phase in campaign.phases()[-2:]:
        names = campaign.manifest(phase)["files"]
        kept = (f"forms/{seat}.yaml" for seat in seats)
        found += [campaign.file(phase, name).decode() for name in kept if name in names]
    return found


def later_window(campaign: Campaign, text: str) -> tuple[str, str] | None:
    """The seat and the window (``t03-movement``) that orders are meant for, if it comes later and the code is right."""
    header, opened = header_of(text), campaign.opened()
    if header is None or opened is None or header.campaign.casefold() != campaign.config.id:
        return None
    digits = header.turn.lstrip("tTтТ")
    phase = next((one.id for one in campaign.rules.phases if header.phase.casefold() in _titles(one)), None)
    seat = next((seat for seat in campaign.config.seats if seat == header.seat.casefold()), None)
    if not digits.isdecimal() or len(digits) > 4 or phase is None or seat is None:
        return None
    turn = int(digits)
    name = folder_name(0, turn, phase).partition("-")[2]
    if not comes_later(campaign, name):
        return None
    secret = campaign.secret
    if not code_ok(secret.code, campaign.config.id, seat, turn, header.code, secret.generation(seat)):
        return None
    return seat, name


def comes_later(campaign: Campaign, name: str) -> bool:
    """Whether a window (``t03-movement``) comes after the open one; none does when the game is over."""
    opened, order = campaign.opened(), [one.id for one in campaign.rules.phases]
    if opened is None:
        return False
    turn = int(name[1:].partition("-")[0])
    place = next((n for n, one in enumerate(order) if folder_name(0, turn, one).partition("-")[2] == name), -1)
    here = order.index(opened.phase) if opened.phase in order else -1
    return (turn, place) > (opened.turn, here)


def _titles(phase: Phase) -> tuple[str, ...]:
    return phase.id.casefold(), phase.title.en.casefold(), phase.title.ru.casefold(), phase.id.replace("_", "-")


def letter_to(
    campaign: Campaign, seat: str, mail: Mail, text: str, *attachments: Attachment, about: str = ""
) -> Letter | None:
    """An answer to a message, to the seat's registered address; None when it has none. A message is answered once.

    ``about`` tells an answer apart that another one to the same message may follow.
    """
    to = letters.readers(campaign).get(seat, "")
    if not to:
        return None
    return letters.answer(
        campaign,
        f"answer-{mail.sha256[:16]}{about}",
        to,
        campaign.config.lang(seat),
        text,
        seat=seat,
        attachments=attachments,
        in_reply_to=mail.message_id,
        references=_thread(mail),
    )


def _thread(mail: Mail) -> tuple[str, ...]:
    return (*mail.references, mail.message_id) if mail.message_id else mail.references


def receipt(campaign: Campaign, done: Submission, mail: Mail, block: Block) -> Letter | None:
    """What was understood, and which version stands. Where indents were put back, what was read is shown."""
    from gm.receipt import receipt as receipt_of

    assert done.filed is not None and done.seat is not None
    if done.seat not in letters.readers(campaign):
        return None
    standing = done.phase if done.standing else None
    made = receipt_of(campaign, done.seat, done.filed.number, standing=standing)
    first = _repaired(campaign, done.seat, block) if block.repaired else ""
    return letters.receipt(campaign, made, in_reply_to=mail.message_id, references=_thread(mail), first=first)


def _repaired(campaign: Campaign, seat: str, block: Block) -> str:
    said = i18n.text(
        "Your mail program had lost the indents of the file, and they were put back as shown here. Please check that "
        "this is what you meant, and send your orders again if it is not.",
        campaign.config.lang(seat),
    )
    return f"{said}\n\n{indent(block.text.rstrip(), '    ')}"


def no_orders(campaign: Campaign, seat: str, mail: Mail, why: str) -> Letter | None:
    """Why nothing was filed, with the form of the open phase."""
    return letter_to(campaign, seat, mail, _why(campaign.config.lang(seat), why) + "\n", *form(campaign, seat))


def _why(lang: Lang, why: str) -> str:
    """What kept a message from being used, and what would be right."""
    said = {
        "no_orders": i18n.text(
            "No orders were found in your message. The form for this phase is attached: fill it in and send it back, "
            "in the message itself or as a file.",
            lang,
        ),
        "blank": i18n.text(
            "Your message holds only the blank form: no line of it was filled in. Take away the sign # in front of the "
            "orders that you want to give.",
            lang,
        ),
        "two_blocks": i18n.text(
            "Your message holds two different sets of orders, and it is not for us to guess which one you mean. Please "
            "send it again with one of them only.",
            lang,
        ),
        "no_code": i18n.text(
            "There are orders in your message, but not the first line of the form (#gm …), which says whose they are. "
            "Put it above your orders and send them again; the form is attached.",
            lang,
        ),
        "wrong_code": i18n.text(
            "The code in your message is missing or not the one of this turn, so nothing was done. It stands in the "
            "first line of the form, which is attached.",
            lang,
        ),
    }
    return said[why]


def refused(campaign: Campaign, seat: str, mail: Mail, done: Submission) -> Letter | None:
    """Why a file was refused as a whole: what its first line says is wrong."""
    from gm.problems import shown

    lang = campaign.config.lang(seat)
    parts = [shown(problem, done.reading.lines, lang=lang) for problem in done.problems]
    head = i18n.text("Your orders were not taken:", lang)
    return letter_to(campaign, seat, mail, "\n".join((head, "", *parts, "")), *form(campaign, seat))


def kept(campaign: Campaign, seat: str, mail: Mail, name: str) -> Letter | None:
    """Orders that came too early wait for their phase."""
    text = i18n.text(
        "Your orders are for a phase that is not open yet ({name}). They are kept and will be filed when it opens; "
        "then you get a receipt.",
        campaign.config.lang(seat),
    )
    return letter_to(campaign, seat, mail, text.format(name=name) + "\n", about="-kept")


def trouble(campaign: Campaign, seat: str, mail: Mail, error: CampaignError) -> Letter | None:
    """Why what was asked can't be done."""
    from gm.problems import sentence

    lang = campaign.config.lang(seat)
    said = sentence(error.problem, lang)
    if error.code == "game_over":
        said = i18n.text(
            "The game is over, so nothing was done. You can still ask for the reports by mail (report, report 2).", lang
        )
    return letter_to(campaign, seat, mail, said + "\n")


def form(campaign: Campaign, seat: str) -> list[Attachment]:
    """The blank form of the open phase and what goes with it; nothing where the seat has nothing to send."""
    try:
        return letters.form_files(campaign, seat)
    except CampaignError:
        return []
