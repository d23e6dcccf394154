"""Letters that are to go out, that went out, and that nobody takes: ``outbox/`` in the campaign's folder.

``outbox/report-0007-t02-movement-red.eml`` is the message, ``….json`` beside it says what became of it; a letter counts
from the moment its ``.json`` is there. Those that a server took lie in ``outbox/sent/``, those that none will take in
``outbox/failed/``. ``outbox/failing/red.json``: letters to that seat come back.

The state is written before a letter is handed over and after. Whoever is killed in between does not know whether it
went; it goes again with the same bytes and the same Message-ID, by which mail programs show it once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gm import disk
from gm.mail import compose
from gm.mail.address import same, usable
from gm.mail.model import Letter, Purpose
from gm.mail.transport import Refused, Transport
from gm.trouble import DAMAGED, REFUSED, CampaignError
from gm.walltime import time_of

if TYPE_CHECKING:
    from gm.campaign import Campaign

PAUSES = (5, 15, 30, 60, 120, 240, 480)
"""Minutes until the next try, after the first, the second, … refusal for the time being; then always the last."""
GIVE_UP = timedelta(days=5)
"""So long a letter is tried; mail servers do the same."""
_FOLDERS = ("", "sent", "failed")
"""Where a letter may lie. Letters move from the first to the others, so who looks in this order misses none."""

State = Literal["waiting", "sending", "sent", "failed"]
DROPPED = frozenset({"phase_gone", "window_closed"})
"""Why letters are not sent that nobody will miss: what they are about is no longer so."""
S = TypeVar("S", bound=Struct)


class Post(Struct, frozen=True, kw_only=True):
    """A letter on its way. Times are ISO text; ``next``: not to be tried before; ``why``, ``status``: the last answer.

    ``sender`` empty: delivery reports go nowhere. ``about`` as in ``Letter``. ``sending``: somebody was killed over it.
    """

    key: str
    purpose: Purpose
    to: str
    seat: str = ""
    subject: str = ""
    about: str = ""
    sender: str = ""
    message_id: str = ""
    state: State = "waiting"
    tries: int = 0
    put: str = ""
    changed: str = ""
    next: str = ""
    status: str = ""
    why: str = ""


class Failing(Struct, frozen=True):
    """Letters to this address of a seat come back: with which status (5.1.1), since when."""

    address: str
    status: str
    when: str


class Sending(Struct, frozen=True):
    """What a run of ``send`` did: the letters it tried as they are now, and what stopped it, if anything did."""

    tried: tuple[Post, ...] = ()
    trouble: CampaignError | None = None

    def of(self, *states: State) -> list[Post]:
        """The tried letters that came to that."""
        return [post for post in self.tried if post.state in states]


# -- looking


def find(campaign: Campaign, key: str) -> Post | None:
    """The letter of that key, wherever it lies."""
    compose.check_key(key)
    for name in _FOLDERS:
        path = _folder(campaign) / name / f"{key}.json"
        try:
            return _read(path)
        except CampaignError as error:
            if error.code != "file_missing":
                raise
    return None


def posts(campaign: Campaign, *states: State) -> list[Post]:
    """The letters in these states (none named: in any), in the order in which they came."""
    where = [name for name in _FOLDERS if not states or _LIES.get(name, set(states)) & set(states)]
    found: dict[str, Post] = {}
    for name in where:
        for path in disk.entries(_folder(campaign) / name):
            if path.suffix == ".json" and not path.name.startswith("."):
                post = _read_if_there(path)
                if post is not None and (not states or post.state in states):
                    found.setdefault(post.key, post)
    return sorted(found.values(), key=lambda post: (post.put, post.key))


_LIES: Mapping[str, set[State]] = {"sent": {"sent"}, "failed": {"failed"}}


def waiting(campaign: Campaign, when: datetime | None = None) -> list[Post]:
    """The letters that are still to go out; ``when``: only those whose time has come."""
    return [post for post in posts(campaign, "waiting", "sending") if when is None or _due(post, when)]


def unresolved(campaign: Campaign) -> list[Post]:
    """The letters that nobody took and that are missed: nothing newer reached their address."""
    every = posts(campaign, "sent", "failed")
    newest = {post.to.casefold(): post.put for post in every if post.state == "sent"}
    lost = (post for post in every if post.state == "failed" and post.why not in DROPPED)
    return [post for post in lost if post.put >= newest.get(post.to.casefold(), "")]


def data(campaign: Campaign, post: Post) -> bytes:
    """The message, byte for byte. CampaignError when it is gone."""
    places = [_folder(campaign) / name / f"{post.key}.eml" for name in _FOLDERS]
    return disk.read(next((path for path in places if path.exists()), places[0]))


def is_kept(campaign: Campaign, key: str, to: str, about: str) -> bool:
    """Whether ``put`` would do nothing: this letter lies here, and nothing about it has changed."""
    post = find(campaign, key)
    return post is not None and not _replaced(post, to, about)


def last_of(campaign: Campaign, key: str) -> Post | None:
    """The newest of the letters about one thing: of ``key``, ``key-2``, ``key-3`` …"""
    found, number = find(campaign, key), 2
    while found is not None and (newer := find(campaign, f"{key}-{number}")) is not None:
        found, number = newer, number + 1
    return found


def fresh_key(campaign: Campaign, key: str, about: str) -> tuple[str, bool]:
    """The key for a letter on that, and whether it takes the place of one that went out and told something else."""
    newest = last_of(campaign, key)
    if newest is None:
        return key, False
    again = newest.key != key
    if newest.about == about or newest.state not in ("sent", "sending"):
        return newest.key, again
    number = int(newest.key.removeprefix(f"{key}-")) if again else 1
    return f"{key}-{number + 1}", True


# -- putting in


def put(campaign: Campaign, letter: Letter, when: datetime) -> bool:
    """Keep a letter to be sent; whether it is a new one. It may be put as often as you like, it goes out once.

    One that waits, or that nobody took, is replaced when the address or what it is about is another one now. A letter
    to an address to which nothing can be sent fails at once, so that the game master sees it. Takes the campaign's
    lock. ValueError: the key is none.
    """
    with campaign.lock():
        old = find(campaign, letter.key)
        if old is not None and not _replaced(old, letter.to, letter.about):
            return False
        if old is None:
            _keep(campaign, letter, when)
        else:
            with disk.Lock(_folder(campaign)).held():
                _keep(campaign, letter, when)
                _forget(campaign, letter.key, "failed")
    return True


def put_all(campaign: Campaign, letters: Iterable[Letter], when: datetime) -> list[str]:
    """The same for several; the keys of the new ones."""
    return [letter.key for letter in letters if put(campaign, letter, when)]


def again(campaign: Campaign, key: str, when: datetime, letter: Letter | None = None) -> None:
    """Send a letter once more, or now instead of later. ``letter``: made anew, under the key that it had.

    CampaignError: there is no such letter (exit code 1), or it is not to be sent any more because its seat has another
    address now.
    """
    with campaign.lock(), disk.Lock(_folder(campaign)).held():
        post = find(campaign, key)
        if post is None:
            raise CampaignError("no_such_letter", REFUSED, typed=key)
        if letter is not None:
            _keep(campaign, letter, when)
        elif _stale(campaign, post):
            raise CampaignError("letter_stale", REFUSED, typed=key)
        else:
            message = data(campaign, post)
            disk.write_durably(_folder(campaign) / f"{key}.eml", message)
            _write(campaign, replace(post, state="waiting", tries=0, put=_iso(when), next="", changed=_iso(when)))
        for name in ("sent", "failed"):
            _forget(campaign, key, name)


def _replaced(post: Post, to: str, about: str) -> bool:
    """Whether a letter of its key to that address and about that takes its place: it has not gone out."""
    other = (usable(to), about) != (usable(post.to), post.about)
    return other and post.state in ("waiting", "failed")


def _keep(campaign: Campaign, letter: Letter, when: datetime) -> None:
    """First the message, then that it is there."""
    to = usable(letter.to)
    post = Post(
        key=letter.key,
        purpose=letter.purpose,
        to=to or letter.to,
        seat=letter.seat,
        subject=letter.subject,
        about=letter.about,
        sender=compose.envelope_sender(campaign, letter),
        message_id=compose.message_id(campaign, letter.key),
        put=_iso(when),
        changed=_iso(when),
    )
    if not to:
        _write(campaign, replace(post, state="failed", status="5.1.3", why=letter.to))
        return
    message = compose.message(campaign, letter, when)
    disk.write_durably(_folder(campaign) / f"{letter.key}.eml", message)
    _write(campaign, post)


# -- sending


def send(campaign: Campaign, transport: Transport, when: datetime, only: Collection[str] | None = None) -> Sending:
    """Hand over every letter whose time has come (``only``: those of these keys), one by one, and close the way.

    Taken: it lies in ``sent/``. Refused for now: it stays, and is tried again after a pause that grows. Refused for
    good: it lies in ``failed/``; the others go on. When no letter can leave, the rest stays as it is, and ``trouble``
    says why. A letter about something that is no longer so (another person has the seat, the phase was taken back)
    fails without being sent. Raises CampaignError: another one is sending (exit code 3), or the disk fails.
    """
    done: list[Post] = []
    trouble: CampaignError | None = None
    with disk.writing(_folder(campaign)):
        disk.make_folder(_folder(campaign))
    with disk.Lock(_folder(campaign)).held():
        try:
            _tidy(campaign)
            for post in waiting(campaign, when):
                if only is None or post.key in only:
                    done.append(_sent(campaign, post, transport, when))
        except _Stopped as stopped:
            trouble = stopped.trouble
            done.append(stopped.post)
        finally:
            transport.close()
    return Sending(tuple(done), trouble)


class _Stopped(Exception):
    """No letter can leave: why, and the letter at which it was found out."""

    def __init__(self, trouble: CampaignError, post: Post) -> None:
        super().__init__(str(trouble))
        self.trouble, self.post = trouble, post


def _sent(campaign: Campaign, post: Post, transport: Transport, when: datetime) -> Post:
    """What became of one letter."""
    if why := _stale(campaign, post):
        return _end(campaign, replace(post, state="failed", status="", why=why, changed=_iso(when)))
    message = data(campaign, post)
    tried = replace(post, state="sending", tries=post.tries + 1, changed=_iso(when))
    _write(campaign, tried)
    try:
        transport.deliver(post.key, post.sender, post.to, message)
    except Refused as refused:
        return _refused(campaign, tried, refused, when)
    except CampaignError as trouble:
        kept = replace(post, state="waiting", why=trouble.code, changed=_iso(when))
        _write(campaign, kept)
        raise _Stopped(trouble, kept) from None
    return _end(campaign, replace(tried, state="sent", status="2.0.0", why="", next=""))


def _refused(campaign: Campaign, post: Post, refused: Refused, when: datetime) -> Post:
    said = replace(post, status=refused.status, why=refused.why)
    if refused.address:
        mark_failing(campaign, post.to, refused.status, when)
    if refused.final or when - datetime.fromisoformat(post.put) > GIVE_UP:
        return _end(campaign, replace(said, state="failed", next=""))
    pause = timedelta(minutes=PAUSES[min(post.tries, len(PAUSES)) - 1])
    later = replace(said, state="waiting", next=_iso(when + pause))
    _write(campaign, later)
    return later


def _end(campaign: Campaign, post: Post) -> Post:
    """Write down what became of a letter, and put it where it belongs."""
    _write(campaign, post)
    _put_away(campaign, post)
    return post


def _put_away(campaign: Campaign, post: Post) -> None:
    """Move a letter that is done with: the message first, for without its ``.json`` here it would be nobody's."""
    home, away = _folder(campaign), _folder(campaign) / post.state
    with disk.writing(away):
        disk.make_folder(away)
        if (home / f"{post.key}.eml").exists():
            disk.rename(home / f"{post.key}.eml", away / f"{post.key}.eml")
        disk.rename(home / f"{post.key}.json", away / f"{post.key}.json")
        disk.sync_folder(away)
        disk.sync_folder(home)


def _tidy(campaign: Campaign) -> None:
    """Finish what somebody was killed over: letters that are done with, and lie where they were."""
    for path in disk.entries(_folder(campaign)):
        if path.suffix == ".json" and not path.name.startswith("."):
            post = _read_if_there(path)
            if post is not None and post.state in ("sent", "failed"):
                _put_away(campaign, post)


def _due(post: Post, when: datetime) -> bool:
    return not post.next or datetime.fromisoformat(post.next) <= when


def _stale(campaign: Campaign, post: Post) -> str:
    """Why a letter must not go out any more: a code; empty if it may."""
    from gm.record import manifest_hash

    chair = campaign.config.seats.get(post.seat)
    if chair is not None and post.purpose not in compose.ANSWERS and not same(chair.address, post.to):
        return "other_address"
    kind, *words = post.about.split() or [""]
    if kind == "phase":
        phase = next((one for one in campaign.phases() if one.name == words[0]), None)
        if phase is None or not manifest_hash(campaign.manifest(phase)).startswith(words[1]):
            return "phase_gone"
    if kind == "open" and (campaign.opened() is None or campaign.name_of_next() != words[0]):
        return "window_closed"
    return ""


# -- addresses that fail


def mark_failing(campaign: Campaign, address: str, status: str, when: datetime) -> list[str]:
    """Note that letters to an address come back. Returns the seats that have it; of others nothing is kept."""
    seats = [seat for seat, chair in campaign.config.seats.items() if same(chair.address, address)]
    for seat in seats:
        mark = Failing(usable(address), status, _iso(when))
        disk.write_durably(_folder(campaign) / "failing" / f"{seat}.json", _encoded(mark))
    return seats


def failing(campaign: Campaign) -> dict[str, Failing]:
    """The seats to which letters do not get through; a new address in ``campaign.yaml`` is not failing yet."""
    found = {}
    for seat, chair in campaign.config.seats.items():
        path = _folder(campaign) / "failing" / f"{seat}.json"
        if path.exists():
            mark = _decoded(path, Failing)
            if same(mark.address, chair.address):
                found[seat] = mark
    return found


def clear_failing(campaign: Campaign, address: str) -> None:
    """Letters get through again: the player has written from there, say."""
    for seat, mark in failing(campaign).items():
        if same(mark.address, address):
            with disk.writing(_folder(campaign)):
                disk.remove(_folder(campaign) / "failing" / f"{seat}.json")


def answers_within_a_day(campaign: Campaign, address: str, when: datetime) -> int:
    """How many automatic answers that address was sent (or will be) since this time yesterday: for ``cap_per_day``."""
    since = when - timedelta(days=1)
    every = (post for post in posts(campaign) if post.purpose in compose.ANSWERS and same(post.to, address))
    return sum(datetime.fromisoformat(post.put) > since for post in every)


# -- files


def _folder(campaign: Campaign) -> Path:
    return campaign.folder / "outbox"


def _iso(when: datetime) -> str:
    return when.isoformat(timespec="seconds")


def _read(path: Path) -> Post:
    post = _decoded(path, Post)
    if not all(map(time_of, (post.put, post.next or post.put))):
        raise CampaignError("damaged_file", DAMAGED, path=str(path))
    return post


def _read_if_there(path: Path) -> Post | None:
    """A letter that another process moves away while we look is found where it went."""
    try:
        return _read(path)
    except CampaignError as error:
        if error.code == "file_missing":
            return None
        raise


def _decoded(path: Path, kind: type[S]) -> S:
    try:
        return msgspec.json.decode(disk.read(path), type=kind)
    except msgspec.MsgspecError:
        raise CampaignError("damaged_file", DAMAGED, path=str(path)) from None


def _encoded(what: Struct) -> bytes:
    return msgspec.json.format(msgspec.json.encode(what), indent=1) + b"\n"


def _write(campaign: Campaign, post: Post) -> None:
    disk.write_durably(_folder(campaign) / f"{post.key}.json", _encoded(post))


def _forget(campaign: Campaign, key: str, name: str) -> None:
    """Take a letter out of one of the folders, after it was put into another."""
    with disk.writing(_folder(campaign) / name):
        for ending in ("json", "eml"):
            disk.remove(_folder(campaign) / name / f"{key}.{ending}")
