"""Mails per second: every message of the corpus is taken apart, sorted and searched for orders."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.clock import best_of
from benchmarks.row import Row
from gm.mail.classify import nature
from gm.mail.find import find
from gm.mail.parse import read_mail
from tests.mail.mails import KINDS, OWN, blanks, expected, known, raw, sent


def measure() -> Iterator[Row]:
    """The corpus of the tests, over and over."""
    mails = [raw(name) for name in expected()]

    def loop() -> None:
        for one in mails:
            mail = read_mail(one)
            nature(mail, OWN, sent)
            find(mail, blanks(), known, KINDS)

    yield Row("mails read, sorted and searched per second", len(mails) / best_of(loop, 5), "/s", less=False)
