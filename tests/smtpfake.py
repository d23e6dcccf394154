"""A tiny SMTP server in this process that answers as a test tells it, and can die half-way."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field


@dataclass
class Fake:
    """``answers``: recipient -> the answers to one RCPT after another (the last one stays). ``dies_after``: so many
    letters are taken before the line goes dead in the middle of the next one; ``silent``: the last OK is never sent."""

    answers: Mapping[str, list[str]] = field(default_factory=dict)
    senders: str = "250 2.1.0 fine"
    data: str = "250 2.0.0 taken"
    greeting: str = "220 fake"
    dies_after: int | None = None
    silent: bool = False
    port: int = 0
    taken: list[tuple[str, str, bytes]] = field(default_factory=list)
    """Envelope sender, recipient, message of every letter that was taken."""

    def answer(self, to: str) -> str:
        """What this RCPT comes to."""
        left = self.answers.get(to, ["250 2.1.5 fine"])
        return left.pop(0) if len(left) > 1 else left[0]


@contextmanager
def serving(fake: Fake) -> Iterator[Fake]:
    """The server on a free port of this computer until the end."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        fake.port = listening.getsockname()[1]
        threading.Thread(target=_serve, args=(listening, fake), daemon=True).start()
        yield fake
        listening.shutdown(socket.SHUT_RDWR)


def _serve(listening: socket.socket, fake: Fake) -> None:
    while True:
        try:
            line, _address = listening.accept()
        except OSError:
            return
        with line, suppress(OSError, ValueError), line.makefile("rwb") as talk:  # somebody may hang up
            _talk(talk, fake)


def _talk(talk: object, fake: Fake) -> None:
    def say(text: str) -> None:
        talk.write(f"{text}\r\n".encode())  # type: ignore[attr-defined]
        talk.flush()  # type: ignore[attr-defined]

    say(fake.greeting)
    sender = to = ""
    for raw in talk:  # type: ignore[attr-defined]
        line = raw.decode().strip()
        verb, address = line[:4].upper(), line[line.find("<") + 1 : line.find(">")]
        if verb == "QUIT":
            say("221 bye")
            return
        if verb == "MAIL":
            sender = address
            say(fake.senders)
        elif verb == "RCPT":
            to = address
            say(fake.answer(to))
        elif verb == "DATA":
            if fake.dies_after is not None and len(fake.taken) >= fake.dies_after and not fake.silent:
                return
            say("354 go on")
            lines = []
            for piece in talk:  # type: ignore[attr-defined]
                if piece == b".\r\n":
                    break
                lines.append(piece[1:] if piece.startswith(b"..") else piece)
            if fake.data[0] == "2":
                fake.taken.append((sender, to, b"".join(lines)))
            if fake.silent and fake.dies_after is not None and len(fake.taken) > fake.dies_after:
                return
            say(fake.data)
        else:
            say("250 fine")
