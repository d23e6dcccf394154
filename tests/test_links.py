"""A campaign folder from a stranger: nothing in it makes gm read or write outside of it, or wait for a device."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gm.campaign import Campaign
from gm.fence import check, plain_name
from gm.trouble import CampaignError
from tests import campaigns as t
from tests import counter
from tests.desk import gm

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links need a privilege on Windows")
LAST = "phases/0002-t01-settle"
COMMANDS = [
    ["status"],
    ["form", "red"],
    ["check", "red", "-"],
    ["submit", "red", "-"],
    ["resolve", "--missing", "bot"],
    ["resolve", "--missing", "bot", "--dry-run"],
    ["report", "red"],
    ["events", "--json"],
    ["map"],
    ["stats"],
    ["history", "--all"],
    ["verify"],
    ["undo"],
]


@pytest.fixture(autouse=True)
def counter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """A campaign whose second turn is open, with orders in the inbox, pages, and something that was taken back."""
    made = t.new(tmp_path / "c", pages=False)  # this game has no map
    t.resolve(made)
    t.send_all(made)
    t.resolve(made)
    made.undo()
    t.resolve(made)
    t.send_all(made)
    for name in ("pages", "outbox"):
        (made.folder / name).mkdir()
    return made


@pytest.fixture
def outside(tmp_path: Path, campaign: Campaign) -> Path:
    """A copy of the campaign, to which links may lead; nothing in it may ever change."""
    folder = tmp_path / "outside"
    shutil.copytree(campaign.folder, folder)
    for name in (".lock", ".lock-holder"):
        (folder / name).write_text("precious", "utf-8")
    return folder


def everything(*folders: Path) -> dict[str, bytes | str]:
    """Every file, folder and link with what it holds; locks and their holder are no part of a campaign."""
    found: dict[str, bytes | str] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_symlink():
                found[str(path)] = str(path.readlink())
            elif path.name != ".lock" or path.stat().st_size:
                found[str(path)] = path.read_bytes() if path.is_file() else "folder"
    return found


def turned(inner: Path, outer: Path) -> None:
    """Put a link that leads out in the place of what is there."""
    if inner.is_dir():
        shutil.rmtree(inner)
    inner.unlink(missing_ok=True)
    inner.symlink_to(outer)


FIXED = [
    *("campaign.yaml", "secret.yaml", ".lock", ".lock-holder"),
    *("phases", "inbox", "content", "pages", "outbox", "undone"),
]


@pytest.mark.parametrize("name", FIXED)
def test_a_link_that_leads_out_stops_every_command_before_it_begins(
    campaign: Campaign, outside: Path, name: str
) -> None:
    turned(campaign.folder / name, outside / name)
    before = everything(campaign.folder, outside)
    for words in COMMANDS:
        answer = gm("-C", campaign.folder, *words, stdin="- add: {number: 1}\n")
        assert answer.exit_code == 4, words
        assert answer.stderr.splitlines() == [
            f"{campaign.folder / name} leads out of the campaign's folder; "
            "put what it points to in its place, or take it away"
        ]
        assert answer.stdout == ""
    assert everything(campaign.folder, outside) == before
    answer = gm("-C", campaign.folder, "status", lang="ru")
    assert answer.stderr.startswith(f"{campaign.folder / name} ведёт за пределы папки кампании: ")


@pytest.mark.parametrize("name", FIXED)
def test_a_link_to_nothing_outside_makes_nothing_there(campaign: Campaign, tmp_path: Path, name: str) -> None:
    turned(campaign.folder / name, tmp_path / "none" / name)
    codes = {gm("-C", campaign.folder, *words, stdin="- add: {number: 1}\n").exit_code for words in COMMANDS}
    assert codes == ({2} if name == "campaign.yaml" else {4})
    assert not (tmp_path / "none").exists()


DEEPER: dict[str, list[list[str]]] = {
    LAST: [["status"], ["verify"], ["undo"], ["resolve", "--missing", "bot"], ["submit", "red", "-"]],
    f"{LAST}/manifest.json": [["status"], ["verify"], ["history"]],
    f"{LAST}/state.json": [["status"], ["verify"], ["resolve"], ["stats"]],
    f"{LAST}/events.jsonl": [["events", "--json"], ["verify"], ["report", "red"]],
    f"{LAST}/reports": [["report", "red"], ["verify"]],
    f"{LAST}/reports/red.md": [["report", "red"], ["verify"]],
    f"{LAST}/forms/red.yaml": [["form", "red"], ["verify"]],
    "phases/0001-t01-add/orders/red.yaml": [["verify"]],
    "inbox/0003-t02-add": [["status"], ["submit", "red", "-"], ["resolve"]],
    "inbox/0003-t02-add/red-001.yaml": [["status"], ["resolve"], ["submit", "red", "-"]],
    "inbox/0003-t02-add/red-001.json": [["status"], ["resolve"]],
    "inbox/0003-t02-add/notes.txt": [["status"]],
    "content/steps.yaml": [["status"], ["resolve"], ["verify"]],
    "pages/0004-t02-settle": [["resolve"]],
    "pages/0004-t02-settle/red.html": [["resolve"]],
    "undone/0002-t01-settle-001": [["history", "--all"]],
}


@pytest.mark.parametrize("name", DEEPER)
def test_a_link_deeper_down_is_refused_where_it_is_met(campaign: Campaign, outside: Path, name: str) -> None:
    target = outside / name
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists():
        target.write_text("step: '1'\n", "utf-8")
    (campaign.folder / name).parent.mkdir(parents=True, exist_ok=True)
    turned(campaign.folder / name, target)
    if name.startswith("pages"):
        settings = campaign.folder / "campaign.yaml"
        settings.write_text(settings.read_text("utf-8").replace("pages: no", "pages: yes"), "utf-8")
    before = everything(campaign.folder, outside)
    for words in DEEPER[name]:
        answer = gm("-C", campaign.folder, *words, stdin="- add: {number: 1}\n")
        assert answer.exit_code == 4, (words, answer.output)
        assert f"{campaign.folder / name} leads out of the campaign's folder" in answer.stderr + answer.stdout
    assert everything(campaign.folder, outside) == before


def test_drafts_are_written_beside_what_a_link_stands_for(campaign: Campaign, outside: Path) -> None:
    """Names that gm writes aside, and that a stranger can foresee: the link goes, what it meant stays."""
    victims = {
        "phases/.0003-t02-add": "phases",
        "inbox/0003-t02-add/.red-002.yaml.new": "campaign.yaml",
        "inbox/0003-t02-add/.red-002.json.new": "inbox",
    }
    inside = campaign.folder / "kept"
    shutil.copytree(outside, inside)  # links that lead inside are not refused, and not followed either
    for name, victim in victims.items():
        (campaign.folder / name).symlink_to(inside / victim)
    before = everything(inside, outside)
    assert gm("-C", campaign.folder, "submit", "red", "-", stdin="- add: {number: 1}\n").exit_code == 0
    assert gm("-C", campaign.folder, "resolve").exit_code == 0
    assert everything(inside, outside) == before
    assert gm("-C", campaign.folder, "verify").exit_code == 0


def test_the_campaign_itself_and_links_within_it_are_fine(campaign: Campaign, tmp_path: Path) -> None:
    (campaign.folder / "inbox").rename(campaign.folder / "letters")
    (campaign.folder / "inbox").symlink_to("letters")
    (tmp_path / "link").symlink_to(campaign.folder)
    (campaign.folder / "notes").symlink_to(tmp_path)  # the GM's own affair: gm never looks there
    for words in (["status"], ["submit", "red", "-"], ["resolve"], ["verify"]):
        assert gm("-C", tmp_path / "link", *words, stdin="- add: {number: 1}\n").exit_code == 0


def test_the_fence_knows_the_folder_however_it_is_called(
    campaign: Campaign, outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turned(campaign.folder / LAST, outside / LAST)
    monkeypatch.chdir(campaign.folder)
    for folder in (".", "../c", campaign.folder):
        assert gm("-C", folder, "status").exit_code == 4
    check(outside / "phases")  # in no campaign that was opened


# --- devices, folders, names ---------------------------------------------------------------------------------------


def _pipe(path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path, 0o600)


PIPES = [
    ("campaign.yaml", 2),
    ("secret.yaml", 4),
    ("content/steps.yaml", 4),
    (f"{LAST}/manifest.json", 4),
    (f"{LAST}/state.json", 4),
    ("inbox/0003-t02-add/red-001.yaml", 4),
    ("inbox/0003-t02-add/red-001.json", 0),  # what is known of a file may be missing
]


@pytest.mark.parametrize(("name", "code"), PIPES)
def test_a_pipe_is_no_file_and_nobody_waits_for_it(campaign: Campaign, name: str, code: int) -> None:
    _pipe(campaign.folder / name)
    answer = gm("-C", campaign.folder, "resolve", "--dry-run")
    assert answer.exit_code == code
    if code == 4:
        assert answer.stderr == f"{campaign.folder / name} cannot be read: it is no ordinary file\n"


@pytest.mark.parametrize("name", ["red-001.yaml", "red-001.json"])
def test_a_folder_in_the_inbox_where_a_file_belongs(campaign: Campaign, name: str) -> None:
    path = campaign.folder / "inbox" / "0003-t02-add" / name
    path.unlink()
    path.mkdir()
    answer = gm("-C", campaign.folder, "resolve", "--dry-run")
    assert (answer.exit_code, "it is a folder" in answer.stderr) in ((4, True), (0, False))


NAMES = ["../../x", "/etc/hostname", "..", "a/../../b", "C:\\x", "a\\..\\b", "", "a//b", "./x", "reports/\0", "a:b"]


@pytest.mark.parametrize("name", NAMES)
def test_a_manifest_names_only_files_of_its_own_folder(campaign: Campaign, name: str) -> None:
    assert not plain_name(name)
    path = campaign.folder / LAST / "manifest.json"
    manifest = json.loads(path.read_bytes())
    manifest["files"][name] = "0" * 64
    path.write_text(json.dumps(manifest), "utf-8")
    before = everything(campaign.folder)
    for words in COMMANDS:
        answer = gm("-C", campaign.folder, *words, stdin="- add: {number: 1}\n")
        assert answer.exit_code == 4, words
        assert f"{path} is damaged" in answer.stderr + answer.stdout
    assert everything(campaign.folder) == before


def test_names_that_gm_writes_itself_are_plain(campaign: Campaign) -> None:
    files = [name for phase in campaign.phases() for name in campaign.manifest(phase)["files"]]
    assert len(files) > 10 and all(map(plain_name, files))


def test_strange_names_in_the_inbox_are_no_order_files(campaign: Campaign) -> None:
    folder = campaign.folder / "inbox" / "0003-t02-add"
    before = gm("-C", campaign.folder, "status").stdout
    for name in ("red-1.yaml", "red-009.yml", "RED-009.yaml", ".red-009.yaml", "nobody-009.yaml", "-009.yaml", "red"):
        (folder / name).write_text("- add: {number: 9}\n", "utf-8")
    (folder / "red-009.yaml ").mkdir()
    assert gm("-C", campaign.folder, "status").stdout == before
    (folder / f"red-{'9' * 246}.yaml").write_text("- add: {number: 9}\n", "utf-8")
    answer = gm("-C", campaign.folder, "submit", "red", "-", stdin="- add: {number: 9}\n")
    assert answer.exit_code == 4
    assert "its name is too long" in answer.stderr


@pytest.mark.parametrize(
    "name", ["0003-t02-add\n", "0003-t02-ADD", "٠٠٠٣-t02-add", "0003-t2-add", f"0003-t{'9' * 99}-add"]
)
def test_strange_folders_are_no_phases(campaign: Campaign, name: str) -> None:
    (campaign.phases_folder / name).mkdir()
    assert len(Campaign.open(campaign.folder).phases()) == 3


def test_a_campaign_brings_neither_templates_nor_code(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words and rules come with gm alone, even when the campaign is the current folder."""
    words = [["report", "public"], ["events", "--json"], ["history"], ["verify"], ["form", "red"]]
    before = [gm("-C", campaign.folder, *one).stdout for one in words]
    for name in ("templates", "content", "gm", "gm/_data/templates", "gm/rulesets/counter", "locale/ru/LC_MESSAGES"):
        folder = campaign.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        for file in ("core/en/events.j2", "counter/en/events.j2", "core/page.html.j2", "events.j2", "__init__.py"):
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text("{% raise %} raise SystemExit(77)", "utf-8")
    (campaign.folder / "sitecustomize.py").write_text("raise SystemExit(77)", "utf-8")
    monkeypatch.chdir(campaign.folder)
    assert [gm("-C", ".", *one).stdout for one in words] == before
    with pytest.raises(CampaignError) as caught:
        (campaign.folder / "content" / "events.j2.yaml").write_text("{% raise %}", "utf-8")
        assert Campaign.open(campaign.folder).content
    assert caught.value.code == "bad_content"


# --- the secret ----------------------------------------------------------------------------------------------------


@pytest.fixture
def open_umask() -> Callable[[], None]:
    """Files are for everybody, as far as the program does not say otherwise."""
    before = os.umask(0)
    yield lambda: None  # type: ignore[misc]
    os.umask(before)


def test_a_new_secret_is_for_its_owner_whatever_the_umask(tmp_path: Path, open_umask: object) -> None:
    campaign = t.new(tmp_path / "c")
    path = campaign.folder / "secret.yaml"
    assert path.stat().st_mode & 0o777 == 0o600
    t.send(campaign, "red", "- entry: {phrase: xyzzy}\n")
    t.resolve(campaign)  # writes the phrase into it
    assert b"xyzzy" in path.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(("mode", "code"), [(0o644, 4), (0o604, 4), (0o602, 4), (0o606, 4), (0o600, 0), (0o640, 0)])
def test_a_secret_that_everybody_may_read_is_refused(campaign: Campaign, mode: int, code: int) -> None:
    path = campaign.folder / "secret.yaml"
    path.chmod(mode)
    answer = gm("-C", campaign.folder, "resolve")
    assert answer.exit_code == code
    if code:
        assert answer.stderr == f"others on this computer can read {path}; close it with chmod 600\n"
