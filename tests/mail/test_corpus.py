"""Every mail of the corpus: who wrote it, which orders are found in it, by which charset."""

from __future__ import annotations

import pytest

from gm.mail.classify import nature
from gm.mail.find import find
from gm.mail.parse import read_mail
from tests.mail.mails import FOLDER, KINDS, OWN, blanks, expected, known, raw, sent

EXPECTED = expected()


def content(text: str) -> str:
    """The lines without comments; the first and last one stay."""
    lines = (line for line in text.split("\n") if not line.strip().startswith("# "))
    kept = (line if line.startswith("#") else line.partition(" #")[0].rstrip() for line in lines)
    return "".join(f"{line}\n" for line in kept if line.strip() and line.strip() != "#")


def test_every_file_is_in_the_table() -> None:
    assert sorted(path.name for path in FOLDER.glob("*.eml")) == sorted(EXPECTED)
    assert len(EXPECTED) > 60


@pytest.mark.parametrize("name", EXPECTED)
def test_a_mail_of_the_corpus(name: str) -> None:
    row = EXPECTED[name]
    mail = read_mail(raw(name))
    assert nature(mail, OWN, sent) == row.nature
    found = find(mail, blanks(), known, KINDS)
    assert found.why == row.why, found
    if found.block is None:
        assert not row.found
        return
    assert content(found.block.text) == row.found
    block = found.block
    assert (block.marked, block.quoted, block.repaired) == (row.marked, row.quoted, row.repaired)
    if row.charset:
        pieces = [piece for piece in mail.pieces if (piece.kind, piece.name) == (block.source, block.name)]
        assert row.charset in [piece.charset for piece in pieces]
