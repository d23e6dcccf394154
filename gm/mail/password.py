"""Where a password is: the settings name the place, never the password, so that they can be shown and shared."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Annotated, Any

from gm.settings import Check, Unfit
from gm.trouble import DAMAGED, CampaignError

PATIENCE = 60
"""So many seconds a command may take that tells a password: it may ask the game master something."""

_FORM = re.compile(r"(env|file|command|keyring)[ \t]+(\S.*)\Z")


def _form(text: str) -> str:
    found = _FORM.match(text.strip())
    if not found or not text.isprintable():
        raise Unfit("bad_password")
    return f"{found[1]} {found[2].strip()}"


PasswordForm = Annotated[str, Check(_form)]
"""``env NAME``, ``file PATH``, ``command PROGRAM AND WORDS`` or ``keyring SERVICE``."""


def password(form: str, user: str, folder: Path) -> str:
    """The password; empty for an empty form. Relative paths begin in ``folder``.

    CampaignError ``mail_no_password`` (exit code 4): it is not there. It says where was looked, never what was found.
    """
    if not form:
        return ""
    kind, where = form.split(" ", 1)
    look = {"env": _of_environment, "file": _of_file, "command": _of_command, "keyring": _of_keyring}[kind]
    found = look(where, user, folder)
    if not found:
        raise CampaignError("mail_no_password", DAMAGED, where=form)
    return found


def _of_environment(name: str, user: str, folder: Path) -> str:
    return os.environ.get(name, "")


def _of_file(name: str, user: str, folder: Path) -> str:
    """The first line of a file that nobody else may read."""
    path = folder / Path(name).expanduser()
    try:
        with path.open(encoding="utf-8") as file:
            if os.name == "posix" and os.fstat(file.fileno()).st_mode & (stat.S_IROTH | stat.S_IWOTH):
                raise CampaignError("secret_open_to_others", DAMAGED, path=str(path))
            return file.readline().rstrip("\r\n")
    except (OSError, UnicodeDecodeError):
        return ""


def _of_command(line: str, user: str, folder: Path) -> str:
    """The first line that a program prints. No shell stands between, so no sign in the line means anything."""
    import shlex
    import subprocess

    try:
        done = subprocess.run(shlex.split(line), stdout=subprocess.PIPE, check=False, timeout=PATIENCE, cwd=folder)
        return done.stdout.decode().split("\n")[0].rstrip("\r") if done.returncode == 0 else ""
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ""


def _of_keyring(service: str, user: str, folder: Path) -> str:
    """What the keyring of the computer keeps; the library for it comes with no extra of ours."""
    from importlib import import_module

    try:
        keyring: Any = import_module("keyring")
        return str(keyring.get_password(service, user) or "")
    except ImportError:
        raise CampaignError("mail_no_keyring", DAMAGED) from None
    except Exception:  # every keyring has failures of its own
        return ""
