"""Find the orders in a message: between ``#gm`` and ``#end``, else from the first order to the signature.

What its writer wrote himself comes before what he quotes. A blank form of ours is nothing; two different blocks are
never a guess: mailers put old letters above and below new ones, with quote marks and without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from gm.mail.indent import is_whole, reindented
from gm.mail.mend import cleaned, folded_blank, signs, unwrapped
from gm.mail.model import Block, Found, Mail, Piece
from gm.mail.quotes import Line, begins_quote, is_signature, lines_of
from gm.model import Order
from gm.names import fold
from gm.orders import first_line, is_last_line, order_word

MAX_BLOCKS = 40
"""More blocks in one text are not looked at."""
MAX_LINES = 20_000

Known = Callable[[str], bool]


def find(mail: Mail, blanks: Sequence[str], known: Known, kinds: Sequence[type[Order]] = ()) -> Found:
    """The one block of orders in a message, or why none is taken.

    ``blanks`` are the forms that we sent to this player (text as sent, any language, any phase); ``known`` says whether
    a word is the verb of an order; of ``kinds`` the shapes are taken to put lost indents back (without them none is).
    """
    folded = [folded_blank(blank) for blank in blanks]
    mended = [_mended(block, folded, known, kinds) for block in blocks(mail, known)]
    filled = [block for block in mended if not _is_blank(block)]
    for some in _in_order_of_trust(filled):
        different = _different(some)
        if len(different) > 1:
            return Found(None, "two", tuple(different))
        if different:
            return Found(different[0], "", tuple(different))
    return Found(None, "blank" if mended else "none")


def _in_order_of_trust(filled: Sequence[Block]) -> Iterator[list[Block]]:
    """Groups of blocks: the first group that is not empty decides. HTML counts only where no other text holds any."""
    for html in (False, True):
        some = [block for block in filled if (block.source == "html") == html]
        yield [block for block in some if block.marked and not block.quoted]
        yield [block for block in some if block.marked or not block.quoted]


def _different(some: Sequence[Block]) -> list[Block]:
    """Each block once: two are the same if their words are, whatever became of spaces and line ends."""
    found: dict[str, Block] = {}
    for block in some:
        found.setdefault(_words(block), block)
    bare = {_words(block).partition("\n")[2] for block in found.values() if block.marked}
    return [block for words, block in found.items() if block.marked or words.partition("\n")[2] not in bare]


def _words(block: Block) -> str:
    """Everything that is read, without spaces and quotes: the first line, then the orders."""
    lines = block.text.split("\n")
    header = first_line(lines[0]) if block.marked else None
    orders = "".join("".join(line.split()) for line in _content(lines))
    return f"{header or ''}\n{orders.replace(chr(34), '').replace(chr(39), '')}".casefold()


def _content(lines: Sequence[str]) -> list[str]:
    """The lines that say something, without their comments."""
    told = (line if not line.lstrip().startswith("#") else "" for line in lines)
    return [line.partition(" #")[0].rstrip() for line in told if line.strip()]


def _is_blank(block: Block) -> bool:
    """A form with nothing in it, quoted or not: no line that is no comment."""
    return not _content(block.text.split("\n"))


# -- blocks


def blocks(mail: Mail, known: Known = lambda word: False) -> tuple[Block, ...]:
    """Everything in a message that looks like an order file, as it stands there but for quote marks.

    Attachments first, then texts, then HTML; of each the marked ones first. Without ``known`` only marked ones.
    """
    order = {"attachment": 0, "text": 1, "html": 2}
    pieces = sorted(mail.pieces, key=lambda piece: order[piece.kind])
    return tuple(block for piece in pieces for block in _blocks(piece, known))


def _blocks(piece: Piece, known: Known) -> Iterator[Block]:
    lines = lines_of(cleaned(piece.text))[:MAX_LINES]
    spans = list(_spans(lines))[:MAX_BLOCKS]
    for start, end in spans:
        quoted = piece.forwarded or lines[start].quoted
        text = "\n".join(line.text for line in lines[start:end])
        yield Block(text, piece.kind, piece.name, marked=True, quoted=quoted)
    inside = {n for start, end in spans for n in range(start, end)}
    own = [line.text for n, line in enumerate(lines) if n not in inside and not line.quoted]
    if text := _unmarked(own, known):
        yield Block(text, piece.kind, piece.name, quoted=piece.forwarded)


def _spans(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Where marked blocks begin and end: at ``#end``, before another ``#gm``, else where the letter ends."""
    start: int | None = None
    for n, line in enumerate(lines):
        begins = first_line(line.text) is not None
        if start is not None:
            if is_last_line(line.text):
                yield start, n + 1
                start = None
            elif begins or _letter_ends(line, lines[start]):
                yield start, n
                start = None
        if begins:
            start = n
    if start is not None:
        yield start, len(lines)


def _letter_ends(line: Line, first: Line) -> bool:
    """Whether a block without ``#end`` can't go on here. An own block doesn't go on in a quote."""
    if line.quoted and not first.quoted:
        return True
    return line.depth <= first.depth and (is_signature(line.text) or begins_quote(line.text))


def _unmarked(lines: Sequence[str], known: Known) -> str:
    """From the first order to the signature, without what is said below the orders."""
    start = next((n for n, line in enumerate(lines) if _begins_order(line, known)), None)
    if start is None:
        return ""
    end = next((n for n in range(start, len(lines)) if is_signature(lines[n]) or begins_quote(lines[n])), len(lines))
    end = next((n for n in range(start, end) if is_last_line(lines[n])), end)
    last = max(n for n in range(start, end) if n == start or _is_part_of_order(lines[n]))
    return "\n".join(lines[start : last + 1])


def _begins_order(line: str, known: Known) -> bool:
    word = order_word(signs([line], known)[0])
    return word is not None and known(word)


def _is_part_of_order(line: str) -> bool:
    """Whether a line may belong to an order: a dash, a key with its colon, an indent, the rest of a list."""
    text = line.strip()
    if not text:
        return False
    return line[0] == " " or text[0] in "-–—•*[{" or text[-1] in "]}" or (":" in text and " " not in text.split(":")[0])


# -- mending


def _mended(block: Block, folded: Sequence[str], known: Known, kinds: Sequence[type[Order]]) -> Block:
    """The block as it was before mailers and phones had it."""
    lines = _whole_first_line(block.text.split("\n")) if block.marked else block.text.split("\n")
    lines = _without_margin(unwrapped(signs(lines, known), folded))
    if block.marked:
        lines[0] = str(first_line(lines[0]) or lines[0].strip())
    if is_whole("\n".join(lines), known) or not kinds:
        return replace(block, text="\n".join(lines))
    told = reindented(lines, kinds)
    repaired = told is not None and told != lines and is_whole("\n".join(told), known)
    return replace(block, text="\n".join(told if told and repaired else lines), repaired=repaired)


def _whole_first_line(lines: list[str]) -> list[str]:
    """The first line with its last words, if a mailer broke it."""
    header = first_line(lines[0])
    if header is None or header.code or len(lines) < 2:
        return lines
    more = lines[1].split()
    missing = 5 - len([word for word in header if word])
    if not 0 < len(more) <= missing or not all(word.isalnum() for word in more) or fold(lines[1]) == "end":
        return lines
    return [f"{lines[0].rstrip()} {' '.join(more)}", *lines[2:]]


def _without_margin(lines: Sequence[str]) -> list[str]:
    """The lines moved to the left as one."""
    margins = [len(line) - len(line.lstrip(" ")) for line in _content(lines)]
    margin = min(margins, default=0)
    moved = [line[margin:] if not line[:margin].strip() else line.lstrip(" ") for line in lines]
    while moved and not moved[-1].strip():
        moved.pop()
    return moved or [""]
