"""Broken files, damaged folders and players' texts that want to be more than text, through the real program.

Whatever is wrong is told in a sentence of the user's language, with the right exit code; never a traceback, never a
wait, never much memory.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from html.parser import HTMLParser
from itertools import count
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from click.testing import CliRunner, Result

from gm import disk, i18n
from gm.campaign import Campaign
from gm.cli import cli
from gm.rulesets.galactic_council import RULES

ROOT = Path(__file__).parent.parent
SECONDS, MEGABYTES = 1.0, 64
COUNCIL = "phases/0001-t01-strategy"
_ESCAPES = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_ENGLISH = re.compile(r"\b(?:is|the|not|there|file|directory|exists|denied|invalid)\b", re.IGNORECASE)


def gm(*words: str | Path, lang: str = "ru", stdin: str | bytes | None = None) -> Result:
    """Run a command in this process; an exception that is no exit is a failure."""
    i18n.use("en")
    asked = ["--lang", lang, *map(str, words)]  # with colour nothing is filtered for want of a terminal
    return CliRunner().invoke(cli, asked, input=stdin, catch_exceptions=False, color=True)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of three with the council phase open, and an order file for it."""
    folder = tmp_path_factory.mktemp("hostile") / "winter"
    assert gm("new", folder, "--game", "galactic-council", "--seats", "3", "--option", "turns=1").exit_code == 0
    for words in (["resolve"], ["bot", "--all"], ["resolve"]):
        assert gm("-C", folder, *words).exit_code == 0
    return folder


@pytest.fixture
def campaign(played: Path, tmp_path: Path) -> Path:
    """A copy of it to be spoiled."""
    folder = tmp_path / "winter"
    shutil.copytree(played, folder)
    return folder


def good(folder: Path) -> str:
    """An order file of red with its first line."""
    return f"{gm('-C', folder, 'form', 'red').stdout.splitlines()[0]}\n- маркеры: 1\n- разведка: D3\n#end\n"


# --- order files through the program itself ----------------------------------------------------------------------


@dataclass
class Ran:
    """How a process ended: exit code, output, seconds, megabytes at its peak."""

    exit_code: int
    stdout: str
    stderr: str
    seconds: float
    megabytes: float


_MEASURE = """
import json, os, subprocess, sys, time
begin = time.perf_counter()
child = subprocess.Popen(sys.argv[2:], stdin=open(sys.argv[1], "rb"), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
out, err = child.communicate()
import resource
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(json.dumps([child.returncode, out.decode(), err.decode(), time.perf_counter() - begin, peak]))
"""


def run(*words: str | Path, stdin: Path = Path(os.devnull), lang: str = "ru") -> Ran:
    """Run the real program, measured from a small process of its own."""
    command = [sys.executable, "-m", "gm", *map(str, words)]
    env = {**os.environ, "GM_LANG": lang, "PYTHONPATH": str(ROOT)}
    measure = [sys.executable, "-c", _MEASURE, str(stdin), *command]
    done = subprocess.run(measure, env=env, capture_output=True, text=True, check=True, timeout=60)
    code, out, err, seconds, peak = json.loads(done.stdout)
    return Ran(code, out, err, seconds, peak / (2**20 if sys.platform == "darwin" else 2**10))


def order_files(text: str) -> dict[str, tuple[bytes, int]]:
    """Name -> bytes of a file, exit code of its check for the seat red."""
    header = text.partition("\n")[0]
    code = header.rpartition(" ")[2]
    return {
        "cut inside the header": (text[:12].encode(), 1),
        "cut inside a letter": (text.encode()[:-9], 0),
        "doubled": ((text + text).encode(), 0),
        "UTF-16": (text.encode("utf-16"), 0),
        "UTF-16 without a mark": (text.encode("utf-16-le"), 0),
        "CP1251": (text.encode("cp1251"), 0),
        "KOI8-R": (text.encode("koi8-r"), 0),
        "CP866": (text.encode("cp866"), 0),
        "tabs": (text.replace("- ", "-\t").encode(), 1),
        "a mark and no-break spaces": (("\ufeff" + text.replace(" ", "\u00a0")).encode(), 0),
        "depth": (("- " + "[" * 500 + "]" * 500).encode(), 1),
        "aliases": (b"- &a markers: 1\n- *a\n", 1),
        "merge keys": (b"- markers: {<<: {count: 1}}\n", 1),
        "tags": (b"- !!python/object/apply:os.system ['id']\n", 1),
        "a megabyte of brackets": (b"[" * 2**20, 1),
        "twenty megabytes": (b"- x\n" * 5 * 2**20, 1),
        "ten thousand orders": ("- маркеры: 1\n".encode() * 10_000, 1),
        "as many orders as fit": ("- маркеры: 1\n".encode() * 2_900, 1),
        "nuls": (b"\0" * 5000, 1),
        "terminal escapes": (b'- \x1b[31m\x1b]0;title\x07markers: 1\n- "\\e[2J\\u202e": 1\n- \xc2\x9b31m: 1\n', 1),
        "huge numbers": (b"- markers: " + b"9" * 5000 + b"\n- markers: 1e999\n- markers: .inf\n", 1),
        "wrong types": (b"- markers: [1]\n- explore: {sector: {a: b}}\n- ranking: 5\n- 7\n- {}\n- []\n- null\n", 1),
        "another campaign": (text.replace(header, header.replace("winter", "summer")).encode(), 1),
        "a long campaign": (text.replace("winter", "w" * 9000).encode(), 1),
        "another seat": (text.replace(" red ", " blue ").encode(), 1),
        "a wrong code": (text.replace(code, "ЖЖЖЖ🚀").encode(), 1),
        "another turn": (text.replace(" 1 ", f" {'9' * 30} ", 1).encode(), 1),
        "noise": (bytes(range(256)) * 20, 1),
        "a web page": (b"<html><body><p>- markers: 1</p></body>", 1),
    }


FILES = tuple(order_files("#gm winter 1 council red CODE2222\n- маркеры: 1\n#end\n"))


def fine(ran: Ran, label: object) -> None:
    """No traceback, nothing for a terminal to obey, no wait, little memory."""
    assert "Traceback" not in ran.stderr, label
    assert not _ESCAPES.search(ran.stdout + ran.stderr), label
    assert ran.seconds < SECONDS * 2, (label, ran.seconds)  # two processes, on whatever computer
    assert ran.megabytes < MEGABYTES, (label, ran.megabytes)
    assert max(map(len, (ran.stdout + ran.stderr).split("\n"))) < 1000, label


@pytest.mark.parametrize("name", FILES)
def test_an_order_file_never_breaks_the_program(name: str, campaign: Path, tmp_path: Path) -> None:
    data, expected = order_files(good(campaign))[name]
    path = tmp_path / "red.yaml"
    path.write_bytes(data)
    ran = run("-C", campaign, "check", "red", path)
    fine(ran, name)
    assert ran.exit_code == expected, (name, ran)
    assert "red.yaml" in ran.stdout
    filed = gm("-C", campaign, "submit", path)  # without the seat the first line must be right
    assert filed.exit_code in (0, 1)
    assert filed.stderr if filed.exit_code else filed.stdout


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_what_is_no_file_is_said_so(campaign: Path, tmp_path: Path, lang: str) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    (tmp_path / "file").write_text("x")
    for path in (tmp_path, tmp_path / "missing", tmp_path / "file" / "inside", loop, tmp_path / ("n" * 300)):
        for command in ("check", "submit"):
            answer = gm("-C", campaign, command, "red", path, lang=lang)
            assert answer.exit_code == 4
            assert len(answer.stderr.splitlines()) == 1
            said = answer.stderr.removeprefix(str(path))
            assert bool(re.search("[а-я]", said)) == (lang == "ru"), said
            assert lang == "en" or not _ENGLISH.search(said), said


ENDLESS = [path for path in ("/dev/zero",) if Path(path).exists()]


@pytest.mark.parametrize("path", ENDLESS)
def test_a_file_without_an_end_is_not_read_to_the_end(campaign: Path, path: str) -> None:
    for words in (["check", "red", path], ["submit", "red", path], ["check", "red", "-"]):
        ran = run("-C", campaign, *words, stdin=Path(path))
        fine(ran, words)
        assert ran.exit_code == 1


# --- damaged campaigns ---------------------------------------------------------------------------------------------

LOOKS = [
    ["status"],
    ["form", "red"],
    ["check", "red", "-"],
    ["resolve", "--missing", "bot", "--dry-run"],
    ["report", "red", "--format", "html"],
    ["report", "gm"],
    ["events"],
    ["history", "--all"],
    ["stats"],
    ["verify"],
]


def look(folder: Path, label: object, commands: list[list[str]] = LOOKS) -> set[int]:
    """Run commands; each ends with a sentence in Russian and a known exit code. Returns the codes."""
    codes = set()
    for words in commands:
        answer = gm("-C", folder, *words, stdin="- маркеры: 1\n")
        assert answer.exit_code in (0, 1, 2, 3, 4), (label, words)
        if answer.exit_code:
            told = (answer.stderr or answer.stdout).strip().splitlines()
            assert told, (label, words)
            assert re.search("[а-я]", told[-1].replace(str(folder), "")) or set(told[-1].strip()) == {"^"}, (
                label,
                told,
            )
            assert not _ENGLISH.search(told[-1].replace(str(folder), "")), (label, told)
        codes.add(answer.exit_code)
    return codes


RECORD = [
    "campaign.yaml",
    "secret.yaml",
    f"{COUNCIL}/state.json",
    f"{COUNCIL}/events.jsonl",
    f"{COUNCIL}/manifest.json",
    "phases/0000-t00-entry/manifest.json",
]
INSTEAD = [b"", b"\0" * 50, b"null", b"[]", b"{}", b"NaN", b"\xff\xfe", b"a: b\n", b"[" * 5000, b'{"a":' * 5000]


def spoiled(data: bytes, pieces: int) -> Iterator[bytes]:
    """The file cut at many places (each a multiple of seven), with a byte changed here and there, or another."""
    step = max(7, len(data) // pieces // 7 * 7)
    for end in range(0, len(data), step):
        yield data[:end]
        yield data[:end] + bytes([data[end] ^ 0x55]) + data[end + 1 :]
    yield from INSTEAD


@pytest.mark.parametrize("name", RECORD)
def test_a_damaged_file_is_told_of(campaign: Path, name: str) -> None:
    path = campaign / name
    whole, codes = path.read_bytes(), set[int]()
    for number, data in enumerate(spoiled(whole, 12)):
        path.write_bytes(data)
        codes |= look(campaign, (name, number), LOOKS if number % 4 == 0 else [["status"], ["verify"]])
    path.write_bytes(whole)
    assert codes & {1, 4}
    assert look(campaign, name) == {0}


WEIRD: tuple[Any, ...] = (None, True, -1, 10**30, 1.5, "x", "\x1b[31m", [], {}, [1], {"a": 1})


def places(tree: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value of a tree of JSON (of a list: the first two)."""
    if at:
        yield at
    inside = tree.items() if isinstance(tree, dict) else enumerate(tree[:2]) if isinstance(tree, list) else ()
    for key, value in inside:
        yield from places(value, (*at, key))


def changes(tree: Any) -> Iterator[tuple[str, Any]]:
    """The tree with one value gone, or of another type."""
    for number, way in enumerate(places(tree)):
        for gone in (True, False):
            other = json.loads(json.dumps(tree))
            inside = other
            for key in way[:-1]:
                inside = inside[key]
            if gone:
                del inside[way[-1]]
            else:
                inside[way[-1]] = WEIRD[number % len(WEIRD)]
            yield f"{way} {'gone' if gone else WEIRD[number % len(WEIRD)]!r}", other


def test_a_manifest_with_a_wrong_field_is_told_of(campaign: Path) -> None:
    path = campaign / COUNCIL / "manifest.json"
    for label, manifest in changes(json.loads(path.read_bytes())):
        path.write_text(json.dumps(manifest), "utf-8")
        look(campaign, label, [["status"], ["verify"]])


def test_a_record_that_was_forged_is_told_of_by_verify(campaign: Path) -> None:
    """A state or an event that no game leads to, under a hash that is right."""
    manifest_path = campaign / COUNCIL / "manifest.json"
    manifest = json.loads(manifest_path.read_bytes())
    for name in ("state.json", "events.jsonl"):
        path = campaign / COUNCIL / name
        whole = path.read_bytes()
        first, *rest = whole.splitlines()
        for number, (label, tree) in enumerate(changes(json.loads(first))):
            if number % 11:
                continue
            data = b"\n".join((json.dumps(tree).encode(), *rest))
            path.write_bytes(data)
            files = {**manifest["files"], name: sha256(data).hexdigest()}
            manifest_path.write_text(json.dumps({**manifest, "files": files}), "utf-8")
            assert look(campaign, (name, label), [["verify"]]) == {4}, (name, label)
        path.write_bytes(whole)


def _replace_by_file(path: Path) -> None:
    shutil.rmtree(path, ignore_errors=True)
    path.write_text("x")


def _replace_by_loop(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    path.symlink_to(path)


def _replace_by_folder(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()


SPOILS: dict[str, tuple[Callable[[Path], object], set[int]]] = {
    "content is a file": (lambda f: _replace_by_file(f / "content"), {4}),
    "content leads in a circle": (lambda f: _replace_by_loop(f / "content"), {4}),
    "a table is a folder": (lambda f: (f / "content" / "units.yaml").mkdir(), {4}),
    "phases is a file": (lambda f: _replace_by_file(f / "phases"), {4}),
    "phases leads in a circle": (lambda f: _replace_by_loop(f / "phases"), {4}),
    "a phase leads to all phases": (lambda f: (f / "phases/0002-t01-council").symlink_to(f / "phases"), {4}),
    "an empty phase": (lambda f: (f / "phases/0002-t01-council").mkdir(), {4}),
    "a gap between phases": (lambda f: (f / "phases/0007-t01-council").mkdir(), {4}),
    "entry is gone": (lambda f: shutil.rmtree(f / "phases/0000-t00-entry"), {4}),
    "a phase twice": (lambda f: shutil.copytree(f / COUNCIL, f / "phases/0001-t01-council"), {4}),
    "a phase with another name": (lambda f: (f / COUNCIL).rename(f / "phases/0001-t09-movement"), {0, 4}),
    "no state": (lambda f: (f / COUNCIL / "state.json").unlink(), {4}),
    "no manifest": (lambda f: (f / COUNCIL / "manifest.json").unlink(), {4}),
    "no forms": (lambda f: shutil.rmtree(f / COUNCIL / "forms"), {0, 4}),
    "the state is a folder": (lambda f: _replace_by_folder(f / COUNCIL / "state.json"), {4}),
    "the inbox is a file": (lambda f: _replace_by_file(f / "inbox"), {4}),
    "no secret": (lambda f: (f / "secret.yaml").unlink(), {4}),
    "the secret is a folder": (lambda f: _replace_by_folder(f / "secret.yaml"), {4}),
    "everybody may read the secret": (lambda f: (f / "secret.yaml").chmod(0o644), {4}),
    "the settings are a folder": (lambda f: _replace_by_folder(f / "campaign.yaml"), {2}),
    "the settings lead in a circle": (lambda f: _replace_by_loop(f / "campaign.yaml"), {2}),
    "the lock is a folder": (lambda f: _replace_by_folder(f / ".lock"), {4}),
    "undone is a file": (lambda f: _replace_by_file(f / "undone"), {4}),
    "a file that does not belong": (lambda f: (f / COUNCIL / "x").write_text(""), {4}),
    "a file beside the phases": (lambda f: (f / "phases/x").write_text(""), {0}),
}
ACTS = [*LOOKS, ["submit", "red", "-"], ["bot", "blue"], ["undo"]]


@pytest.mark.parametrize("name", SPOILS if os.name == "posix" else ())
def test_a_spoiled_folder_is_told_of(campaign: Path, name: str) -> None:
    spoil, expected = SPOILS[name]
    spoil(campaign)
    codes = look(campaign, name, ACTS)
    assert expected <= codes, (name, codes)


OVERLAYS = {
    "units": [
        "x",
        "- a",
        "cruiser: 5",
        "cruiser: {cost: x}",
        "cruiser: {cost: -1}",
        "cruiser: {zzz: 1}",
        "[",
        "a: &x 1",
    ],
    "numbers": ["marker_influence: 0", "start_goods: {a: 1}", "start_goods: 99999999999"],
    "galaxies": ["three_suns: {radius: 99}", "three_suns: {radius: 0}", "x: {radius: 3}"],
    "tiles": ["vega: {planets: [nope]}", "vega: {planets: vega}", "vega: {anomaly: zzz}"],
    "nosuch": ["a: 1"],
}


@pytest.mark.parametrize(("table", "text"), [(table, text) for table, texts in OVERLAYS.items() for text in texts])
def test_a_wrong_table_is_told_of(campaign: Path, table: str, text: str) -> None:
    (campaign / "content" / f"{table}.yaml").write_text(text, "utf-8")
    assert 1 in look(campaign, text, [["check", "red", "-"], ["resolve", "--missing", "bot", "--dry-run"], ["verify"]])


# --- disk and lock -----------------------------------------------------------------------------------------------


def test_two_resolves_at_once(campaign: Path) -> None:
    """One of them plays the phase, the other is told that it is too late or that the lock is held."""
    env = {**os.environ, "GM_LANG": "ru", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "gm", "-C", str(campaign), "resolve", "--missing", "bot"]
    both = [subprocess.Popen(command, env=env, stderr=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(2)]
    said = [one.communicate(timeout=60)[1].decode() for one in both]
    codes = sorted(one.returncode for one in both)
    assert not [text for text in said if "Traceback" in text]
    assert codes[0] == 0
    assert codes[1] in (0, 3)
    folders = [phase.name for phase in Campaign.open(campaign).phases()]
    assert len(folders) == 3 + (codes == [0, 0])
    assert gm("-C", campaign, "verify").exit_code == 0


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EIO])
@pytest.mark.parametrize("primitive", ["write_file", "sync_file", "rename", "sync_folder"])
def test_a_disk_that_refuses(campaign: Path, monkeypatch: pytest.MonkeyPatch, primitive: str, error: int) -> None:
    before = [phase.name for phase in Campaign.open(campaign).phases()]

    def refuse(*_arguments: object) -> None:
        raise OSError(error, os.strerror(error), "x")

    monkeypatch.setattr(disk, primitive, refuse)
    for words in (["resolve", "--missing", "bot"], ["submit", "red", "-"]):
        answer = gm("-C", campaign, *words, stdin="- маркеры: 1\n")
        assert answer.exit_code in (0, 4)
        assert not _ENGLISH.search(answer.stderr.replace(str(campaign), ""))
    monkeypatch.undo()
    if primitive in ("write_file", "rename"):
        assert [phase.name for phase in Campaign.open(campaign).phases()] == before
    assert gm("-C", campaign, "verify").exit_code == 0
    assert gm("-C", campaign, "resolve", "--missing", "bot").exit_code == 0


def test_pages_that_cannot_be_written_undo_nothing(campaign: Path) -> None:
    shutil.rmtree(campaign / "pages")
    (campaign / "pages").write_text("x")
    answer = gm("-C", campaign, "resolve", "--missing", "bot")
    assert answer.exit_code == 4
    assert str(Path("phases", "0002-t01-council")) in answer.stderr.splitlines()[0]
    assert str(campaign / "pages") in answer.stderr.splitlines()[-1]
    assert answer.stdout
    assert gm("-C", campaign, "verify").exit_code == 0


# --- commands out of place ---------------------------------------------------------------------------------------

GAME = "galactic-council"
OUT_OF_PLACE = [
    ["form", "nobody"],
    ["report", "nobody"],
    ["report", "red", "--turn", "9" * 30],
    ["report", "red", "--phase", "zzz"],
    ["report", "red", "--format", "pdf"],
    ["events", "--seat", "public"],
    ["events", "--phase", "zzz", "--json"],
    ["events", "--kind", "zzz"],
    ["events", "--turn", "9" * 30],
    ["stats", "--seat", "nobody"],
    ["stats", "--csv", "--json"],
    ["stats", "--chart", "--into", "x.pdf"],
    ["map", "red", "--into", "plain/x.svg"],
    ["map", "nobody", "--into", "x.svg"],
    ["schema", GAME, "zzz"],
    ["schema", GAME, "council", "--seat", "nobody"],
    ["check", "a", "b", "c"],
    ["check", "nobody", "-"],
    ["check", "--view", "plain", "-"],
    ["submit", "--json", "nobody", "-"],
    ["bot", "red", "--all"],
    ["bot", "nobody"],
    ["resolve", "--into", "x"],
    ["resolve", "--missing", "zzz"],
    ["resolve", "--dry-run", "--into", "plain/x"],
    ["handbook", "zzz"],
    ["new", "plain/x", "--game", GAME, "--seats", "3"],
    ["new", "x", "--game", GAME, "--seats", "9" * 30],
    ["new", "x", "--game", GAME, "--seats", "3", "--option", "turns=" + "9" * 5000],
    ["demo", GAME, "--into", "plain/x"],
    ["zzz"],
]
ANY_TIME = [
    ["status", "--json"],
    ["history", "--json"],
    ["verify", "--json"],
    ["stats", "--json"],
    ["stats", "--chart"],
    ["events", "--json"],
    ["schema", GAME, "council", "--seat", "red"],
    ["schema", GAME, "entry", "--seat", "red"],
    ["report", "red", "--phase", "entry", "--format", "html"],
    ["report", "gm"],
    ["form", "red"],
    ["resolve", "--dry-run", "--json"],
    ["check", "red", "-"],
    ["undo", "--json"],
]


@pytest.fixture(scope="module")
def moments(played: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Folders at all times: none, before entry, while a phase is open, when the game is over."""
    top = tmp_path_factory.mktemp("moments")
    assert gm("new", top / "entry", "--game", GAME, "--seats", "3").exit_code == 0
    shutil.copytree(played, top / "over")
    while (ended := gm("-C", top / "over", "resolve", "--missing", "bot")).exit_code == 0:
        pass
    assert "игра окончена" in ended.stderr
    (top / "empty").mkdir()
    (top / "text").write_text("x")
    return {name: top / name for name in ("none", "empty", "text", "entry", "over")} | {"open": played}


@pytest.mark.parametrize("moment", ["none", "empty", "text", "entry", "open", "over"])
def test_commands_out_of_place(
    moments: dict[str, Path], moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plain").write_text("x")
    folder = moments[moment]
    for words in OUT_OF_PLACE:
        answer = gm("-C", folder, *words, stdin="- маркеры: 1\n")
        assert answer.exit_code in (1, 2, 3, 4), (words, answer.output)
        told = (answer.stderr or answer.stdout).strip().splitlines()[-1]
        assert re.search("[а-я]", told) and not _ENGLISH.search(told), (words, told)
    if folder.is_dir():
        folder = tmp_path / "copy"
        shutil.copytree(moments[moment], folder)
    running = moment in ("entry", "open", "over")
    for words in ANY_TIME:
        answer = gm("-C", folder, *words, stdin="- маркеры: 1\n")
        assert answer.exit_code in ((0, 1, 3) if running else (2,)), (words, answer.output)
        if answer.exit_code == 0 and words[-1] == "--json" and words[0] != "events":
            assert json.loads(answer.stdout)["format"] == 1


# --- players' texts ------------------------------------------------------------------------------------------------

NASTY = (
    "<script>alert(1)</script>",
    "**x** [a](http://b) ![i](j)",
    "{{ 7 * 100003 }}{% raw %}",
    "# a | b",
    "`A` ~~s~~ &lt;",
    "\x1b[31mred\x07",
    "\u202eabc\u2066",
    "- x: {y: [1",
    "&amp; <!-- x",
    "]]></svg><b>",
    "' onload='x",
    "ф" * 40,
)


class Tags(HTMLParser):
    """Every tag of a page with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        inside = ("href", "xlink:href")  # links within the page are its own
        self.attributes |= {name for name, value in attrs if not (name in inside and (value or "").startswith("#"))}


@pytest.fixture(scope="module")
def nasty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign whose title, names, wishes and phrases want to be more than text, two phases on."""
    folder = tmp_path_factory.mktemp("nasty") / "w"
    title = "T <b>{{ 7*100003 }}</b> \u202e\x1b[1m\n# *x*"
    assert gm("new", folder, "--game", GAME, "--seats", "8", "--title", title).exit_code == 0
    for seat, name in zip(Campaign.open(folder).config.seats, NASTY, strict=False):
        data = {"name": name.replace("\x1b", "\u001b"), "wishes": " ".join(NASTY) + "\n- move: x", "phrase": name}
        text = "- entry: " + json.dumps(data) + "\n"
        assert gm("-C", folder, "submit", seat, "-", stdin=text).exit_code == 0, name
    assert gm("-C", folder, "resolve").exit_code == 0
    assert gm("-C", folder, "resolve", "--missing", "bot").exit_code == 0
    return folder


def test_texts_of_players_stay_texts_in_every_file(nasty: Path) -> None:
    campaign = Campaign.open(nasty)
    for path in nasty.rglob("*"):
        if path.is_dir() or path.suffix in (".json", ".jsonl", ".lock") or not path.suffix:
            continue
        text = path.read_text("utf-8")
        assert not _ESCAPES.search(text), path
        assert "700021" not in text, path
        if path.parent.name == "forms" and path.suffix == ".yaml":
            assert yaml.safe_load(text) is None  # every line of a form is a comment
            assert [line for line in text.split("\n") if line.startswith("#end")] == ["#end"]
            assert len([line for line in text.split("\n") if line.startswith("#gm")]) == 1
        if path.suffix == ".html":
            tags = Tags(text)
            assert not {"script", "b", "img", "a", "s", "iframe", "link"} & tags.found, path
            assert not [name for name in tags.attributes if name.startswith("on") or name in ("href", "src")], path
        if path.suffix == ".svg":
            tree = ElementTree.fromstring(text)
            assert not [one for one in tree.iter() if one.tag.split("}")[-1] in ("script", "b", "foreignObject", "a")]
    names = [campaign.config.seats[seat].player for seat in campaign.config.seats]
    assert names[0] == NASTY[0]
    assert len({*names}) == len(names)


_DRAWN = {"svg", "title", "desc", "style", "rect", "text", "g", "path", "circle"}


def test_texts_of_players_stay_texts_in_answers(nasty: Path) -> None:
    for lang in ("en", "ru"):
        for words in (
            ["status"],
            ["events"],
            ["history", "--all"],
            ["stats"],
            ["stats", "--chart"],
            ["report", "red"],
            ["report", "gm", "--format", "text"],
            ["report", "public", "--format", "html"],
            ["form", "red"],
            ["resolve", "--dry-run", "--missing", "bot"],
        ):
            answer = gm("-C", nasty, *words, lang=lang)
            assert answer.exit_code == 0
            assert not _ESCAPES.search(answer.stdout_bytes.decode()), words
            assert max(map(len, answer.stdout.split("\n"))) < 20_000 if "html" in words else 4_000
            if words == ["stats", "--chart"]:
                assert {one.tag.split("}")[-1] for one in ElementTree.fromstring(answer.stdout).iter()} <= _DRAWN
    assert gm("-C", nasty, "verify").exit_code == 0


def test_the_settings_hold_nothing_for_a_terminal_either(campaign: Path) -> None:
    path = campaign / "campaign.yaml"
    text = path.read_text("utf-8")
    text = re.sub("(?m)^title:.*$", lambda _found: 'title: "T\\e[31m\\u202e"', text)
    numbers = count()
    named = re.sub("(?m)^    player:.*$", lambda _: f"    player: \x1b[31mx\u202e\x9b{next(numbers)}m", text)
    path.write_text(named, "utf-8")
    assert Campaign.open(campaign).config.seats["red"].player.startswith("\ufffd[31mx")
    for words in (
        ["status"],
        ["resolve", "--missing", "bot"],
        ["report", "red"],
        ["report", "red", "--format", "text"],
    ):
        answer = gm("-C", campaign, *words)
        assert answer.exit_code == 0
        assert not _ESCAPES.search(answer.stdout_bytes.decode() + answer.stderr_bytes.decode()), words


def test_nobody_takes_a_name_that_means_another_seat(tmp_path: Path) -> None:
    folder = tmp_path / "w"
    assert gm("new", folder, "--game", GAME, "--seats", "3", "--seat", "red", "--seat", "blue:Маша").exit_code == 0
    for seat, name in (("red", "B-LUE"), ("blue", "Яна"), ("green", "яна")):
        assert gm("-C", folder, "submit", seat, "-", stdin=f"- entry: {{name: {name}}}\n").exit_code == 0
    assert gm("-C", folder, "resolve").exit_code == 0
    campaign = Campaign.open(folder)
    assert [campaign.config.seats[seat].player for seat in campaign.config.seats] == ["B-LUE (2)", "Яна", "яна (2)"]
    assert gm("-C", folder, "verify").exit_code == 0
    state = campaign.state()
    gift = next(kind for kind in RULES.phase("assembly").orders if kind.verb.id == "gift")
    from gm.orders import read

    view = RULES.view(state, "green")
    for typed, meant in (("blue", "blue"), ("B-LUE (2)", "red"), ("red", "red"), ("Яна", "blue")):
        (order,) = read((gift,), f"- gift: {{to: {typed}, goods: 1}}\n", view).orders
        assert order.to == meant  # type: ignore[attr-defined]
