"""Trouble that stops a command: the GM's mistakes, a held lock, damage. A player's mistake is a ``Problem``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.model import Problem

REFUSED, USAGE, PERSON, DAMAGED = 1, 2, 3, 4
"""Exit codes: input refused; the command was not used right; a person is needed; campaign, disk or mail failed."""


class CampaignError(Exception):
    """What went wrong, as one sentence: a code of ``CODES`` with its arguments, and the exit code of the command.

    ``problems`` are the places in the file named by the argument ``path``, when it is a file that people write;
    ``lines`` are that file's lines, for the caret.
    """

    def __init__(
        self,
        code: str,
        exit_code: int = DAMAGED,
        problems: Sequence[Problem] = (),
        lines: Sequence[str] = (),
        **args: str,
    ) -> None:
        super().__init__(f"{code} {args}")
        self.code, self.exit_code, self.args_of = code, exit_code, args
        self.problems, self.lines = tuple(problems), tuple(lines)
        self.others: tuple[CampaignError, ...] = ()
        """Mistakes in further files, found at the same time."""

    @property
    def problem(self) -> Problem:
        """The sentence itself, to be worded like any other problem."""
        return Problem(self.code, self.args_of)


CODES: Mapping[str, tuple[str, ...]] = {
    # the folder and its settings
    "no_campaign": ("path",),  # there is no campaign.yaml in this folder
    "folder_taken": ("path",),  # gm new: the folder exists and is not empty
    "file_taken": ("path",),  # gm export: it writes over nothing
    "unknown_game": ("typed",),
    "bad_config": ("path",),  # campaign.yaml has mistakes; they are in ``problems``
    "setting_fixed": ("path", "key", "was"),  # id, game or seats were changed while the campaign runs
    "bad_content": ("path",),  # a file of content/ can't be read; places are in ``problems``
    "bad_overlay": ("reason",),  # the overlay does not fit the game's tables
    "seat_twice": ("typed",),  # gm new: two seats with one id
    "wrong_seat_count": ("least", "most", "given"),
    "no_seat": ("typed",),  # campaign.yaml has no such seat
    # secrets
    "no_secret": ("path",),
    "bad_secret": ("path",),
    "other_secret": ("path",),  # its hash is not the one that the players were told
    "other_phrases": ("path",),  # not those that the players gave in the entry phase
    "secret_open_to_others": ("path",),  # others on this computer can read it: chmod 600
    # the record
    "phase_missing": ("name",),  # a folder between others is gone
    "file_missing": ("path",),
    "damaged_file": ("path",),  # cut off or not what gm writes
    "file_edited": ("path",),  # readable, but not what was committed: the hash differs
    "newer_format": ("path", "version"),  # written by a newer gm
    "nothing_to_undo": (),
    "nothing_to_rerun": (),  # the corrected phase is not the one that is open there now
    "bad_rulings": ("path",),  # places are in ``problems``
    "not_held": (),
    # mail that comes in
    "mail_needs_library": ("command",),
    "imap_failed": ("host", "reason"),
    "nothing_to_check": (),
    "messages_not_allowed": (),
    "empty_message": (),
    "bad_until": (),
    "no_addressee": ("words",),
    "no_address": ("seat",),
    "bad_position": ("path",),  # places are in ``problems``
    "nothing_to_forecast": ("seat",),
    "reveal_ends": (),  # a person must say that it is meant
    "export_too_early": (),
    "no_record": ("path",),
    "dice_missing": ("label", "count", "sides", "phase"),  # the game master throws them himself
    "dice_wrong": ("label", "face", "sides", "phase"),
    "bad_dice": ("path",),  # places are in ``problems``
    "held": ("questions",),  # the game master waits for an answer
    # disk and lock
    "cannot_write": ("path", "reason"),
    "cannot_read": ("path", "reason"),
    "link_leads_out": ("path",),  # a link in the campaign's folder to something outside of it
    "locked": ("who", "since"),  # both may be empty
    "moved_on": ("name",),  # somebody else committed a phase meanwhile
    # play
    "game_over": (),
    "bad_extension": ("typed",),
    "extension_past": ("until",),
    "extension_earlier": ("until", "was"),  # gm extend: later than that players were told
    "phase_not_open": ("typed", "right"),
    "no_deadline": (),  # for a calendar: words are no moment
    "orders_missing": ("seats",),  # seat ids with commas
    "orders_not_counting": ("seats", "uncounted"),  # the same, where some sent files and none of them counts
    "many_silent": ("silent", "awaited", "seats"),  # the guard: that is unusual
    "clock_went_back": ("now", "newest"),
    "clock_ran_ahead": ("now", "newest", "days"),
    # letters that go out
    "mail_off": ("path",),  # campaign.yaml says no way out
    "mail_no_password": ("where",),
    "mail_no_keyring": (),  # the library is not installed
    "mail_bad_ca": ("path", "reason"),
    "mail_unreachable": ("host", "reason"),
    "mail_untrusted": ("host", "reason"),  # its certificate
    "mail_no_tls": ("host", "reason"),
    "mail_login": ("host", "reason"),
    "mail_sender": ("address", "reason"),  # the server does not take our own address
    "mail_broken": ("host", "reason"),  # while letters went out
    "mail_program": ("path", "reason"),
    "no_such_letter": ("typed",),
    "letter_stale": ("typed",),  # its seat has another address now, or its phase is gone
    # files of players
    "nothing_filed": ("seat",),
    "no_such_file": ("typed", "right"),  # there is no file of that number; there are those
    "standing_too_early": (),  # before the game is set up
    "no_orders_in_phase": ("typed", "right"),
    "no_standing": ("seat", "phase"),
    "no_refused": (),  # no file was refused as a whole
    # people
    "bad_absence": (),
    "bad_setup": ("reason",),
}
"""Every code of a CampaignError and the names of its arguments."""


def disk_reason(error: OSError) -> str:
    """Why the operating system refused, in the language of the interface."""
    import errno

    from gm.i18n import text as _

    known = {
        errno.ENOSPC: _("the disk is full"),
        errno.EDQUOT: _("the disk is full"),
        errno.EACCES: _("there is no permission"),
        errno.EPERM: _("there is no permission"),
        errno.EROFS: _("it can only be read"),
        errno.ENOENT: _("it is not there"),
        errno.EEXIST: _("it is there already"),
        errno.ENOTEMPTY: _("it is there already"),
        errno.EISDIR: _("it is a folder"),
        errno.ENOTDIR: _("it is no folder"),
        errno.ELOOP: _("its links lead in a circle"),
        errno.ENAMETOOLONG: _("its name is too long"),
        errno.EIO: _("the disk does not work"),
        errno.ENOTSUP: _("it is no ordinary file"),
    }
    return known.get(error.errno or 0) or error.strerror or type(error).__name__
