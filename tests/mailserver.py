"""A real mail server for tests: Postfix and Dovecot as private instances on loopback ports, gone at the end.

Both need root and the packages that ``.ci/run`` installs. There a missing server is a failure, elsewhere tests that
need it are skipped. Mail for the outside world is refused: ``gm.test`` and ``players.test`` are all the world there is.
"""

from __future__ import annotations

import email.message
import email.policy
import imaplib
import os
import shutil
import smtplib
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PASSWORD = "secret"
USERS = ("gm", "anna", "boris", "away")
"""Who has a mailbox; ``away`` has a vacation program that answers everybody."""
NEEDED = ("dovecot", "postfix", "openssl")
_MASTER = Path("/usr/share/postfix/master.cf.dist")
_PATIENCE = 20.0


def missing() -> str:
    """Why there can be no server here; empty if there can."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "Postfix and Dovecot need root"
    lacking = [name for name in NEEDED if shutil.which(name) is None]
    return f"not installed: {', '.join(lacking)}" if lacking else "" if _MASTER.exists() else f"no {_MASTER}"


def must_be_there() -> bool:
    """Whether a missing server is a failure."""
    return bool(os.environ.get("CI"))


def free_port() -> int:
    """A port on which nobody listens now."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@dataclass
class Server:
    """Where it listens: ``smtp`` (with STARTTLS), ``smtps``, ``imap`` (with STARTTLS), ``imaps``; ``ca`` signs it."""

    folder: Path
    smtp: int
    smtps: int
    imap: int
    imaps: int

    @property
    def ca(self) -> Path:
        """The certificate of the authority that nobody else trusts."""
        return self.folder / "ca.pem"

    def mailbox(self, user: str) -> list[email.message.EmailMessage]:
        """Everything that lies in the inbox of a user, oldest first."""
        context = ssl.create_default_context(cafile=str(self.ca))
        with imaplib.IMAP4_SSL("localhost", self.imaps, ssl_context=context) as box:
            box.login(user, PASSWORD)
            box.select(readonly=True)
            _ok, (numbers,) = box.search(None, "ALL")
            return [_message(box, number) for number in numbers.split()]

    def wait_for(
        self, user: str, good: Callable[[email.message.EmailMessage], bool], count: int = 1
    ) -> list[email.message.EmailMessage]:
        """The messages of a user that are meant, as soon as there are so many; fails if they do not come."""
        until = time.monotonic() + _PATIENCE
        while True:
            found = [one for one in self.mailbox(user) if good(one)]
            if len(found) >= count:
                return found
            assert time.monotonic() < until, f"mail for {user} did not come: {len(found)} of {count}\n{self.log()}"
            time.sleep(0.05)

    def post(self, sender: str, to: str, message: bytes) -> None:
        """Hand a message over as any mail program would."""
        with smtplib.SMTP("127.0.0.1", self.smtp) as session:
            session.sendmail(sender, [to], message)

    def log(self) -> str:
        """The last lines of both servers."""
        files = (self.folder / "dovecot.log", self.folder / "postfix" / "log")
        return "\n".join("\n".join(file.read_text("utf-8").splitlines()[-12:]) for file in files if file.exists())


def _message(box: imaplib.IMAP4, number: bytes) -> email.message.EmailMessage:
    _ok, rows = box.fetch(number.decode(), "(BODY.PEEK[])")
    row = rows[0]
    assert isinstance(row, tuple)
    return email.message_from_bytes(row[1], policy=email.policy.default)


@contextmanager
def running(folder: Path) -> Iterator[Server]:
    """A server that works in ``folder``, which the user ``nobody`` must be able to reach."""
    for part in (folder, *folder.parents):
        if str(part).startswith("/tmp/"):
            part.chmod(0o755)
    server = Server(folder, *(free_port() for _ in range(4)))
    lmtp = free_port()
    _certificates(folder)
    dovecot = _dovecot(server, lmtp)
    try:
        _postfix(server, lmtp)
        try:
            for port in (server.imaps, lmtp, server.smtp, server.smtps):
                _answers(port, server)
            yield server
        finally:
            subprocess.run(_postfix_command(server, "stop"), check=False, capture_output=True)
    finally:
        dovecot.terminate()
        dovecot.wait(10)


def _answers(port: int, server: Server) -> None:
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert time.monotonic() < until, f"nobody listens on {port}\n{server.log()}"
            time.sleep(0.05)


def _certificates(folder: Path) -> None:
    """An authority of our own and a certificate for ``localhost`` that it signed."""

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=gm test authority")
    openssl("req", "-new", *key[:-2], "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
    (folder / "names").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    signed = ("-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names")
    openssl("x509", "-req", *signed, "-days", "2", "-out", "server.pem")
    for name in ("server.key", "ca.key"):
        (folder / name).chmod(0o600)


def _dovecot(server: Server, lmtp: int) -> subprocess.Popen[bytes]:
    import pwd

    folder, nobody = server.folder, pwd.getpwnam("nobody")
    for name in ("run", "state", "vmail"):
        (folder / name).mkdir()
    os.chown(folder / "vmail", nobody.pw_uid, nobody.pw_gid)
    (folder / "users").write_text("".join(f"{user}:{{PLAIN}}{PASSWORD}::::::\n" for user in USERS))
    _vacation(folder / "vmail" / "away", nobody.pw_uid, nobody.pw_gid)
    (folder / "dovecot.conf").write_text(f"""
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <{folder}/server.pem
ssl_key = <{folder}/server.key
disable_plaintext_auth = no
first_valid_uid = 1
recipient_delimiter = +
hostname = mail.gm.test
postmaster_address = postmaster@gm.test
submission_host = 127.0.0.1:{server.smtp}
mail_location = maildir:{folder}/vmail/%n
passdb {{
  driver = passwd-file
  args = username_format=%n {folder}/users
}}
userdb {{
  driver = static
  args = uid={nobody.pw_uid} gid={nobody.pw_gid} home={folder}/vmail/%n
}}
service imap-login {{
  inet_listener imap {{
    port = {server.imap}
  }}
  inet_listener imaps {{
    port = {server.imaps}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
service auth {{
  unix_listener smtp-auth {{
    mode = 0666
  }}
}}
service anvil {{
  chroot =
}}
protocol lmtp {{
  mail_plugins = sieve
}}
""")
    return subprocess.Popen(["dovecot", "-F", "-c", str(folder / "dovecot.conf")])


def _vacation(home: Path, uid: int, gid: int) -> None:
    """A vacation program as mail servers run them."""
    home.mkdir()
    script = 'require ["vacation"];\nvacation :days 1 :addresses ["away@players.test"] "I am away until Monday.";\n'
    (home / ".dovecot.sieve").write_text(script)
    for path in (home, home / ".dovecot.sieve"):
        os.chown(path, uid, gid)


def _postfix(server: Server, lmtp: int) -> None:
    folder = server.folder / "postfix"
    for name in ("etc", "spool", "data"):
        (folder / name).mkdir(parents=True)
    shutil.chown(folder / "data", "postfix")
    (folder / "etc" / "main.cf").write_text(f"""
compatibility_level = 3.6
queue_directory = {folder}/spool
data_directory = {folder}/data
maillog_file = {folder}/log
maillog_file_prefixes = /tmp
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
myhostname = mail.gm.test
myorigin = gm.test
mydestination =
virtual_mailbox_domains = gm.test, players.test
virtual_transport = lmtp:inet:127.0.0.1:{lmtp}
default_transport = error:no outside world in tests
relay_transport = error:no outside world in tests
smtpd_relay_restrictions = permit_mynetworks, reject
recipient_delimiter = +
smtpd_tls_security_level = may
smtpd_tls_cert_file = {server.folder}/server.pem
smtpd_tls_key_file = {server.folder}/server.key
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = {server.folder}/run/smtp-auth
smtpd_tls_auth_only = yes
""")
    (folder / "etc" / "master.cf").write_text("\n".join(_services(server)) + "\n")
    subprocess.run(_postfix_command(server, "start"), check=True, capture_output=True)


def _services(server: Server) -> Iterator[str]:
    """The services that come with Postfix, on ports of ours, none in a chroot."""
    for line in _MASTER.read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("smtp ") and " inet " in line:
            yield f"127.0.0.1:{server.smtp} inet n - n - - smtpd"
            yield f"127.0.0.1:{server.smtps} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes"
            continue
        fields = line.split(None, 5)
        if not line[0].isspace() and len(fields) > 5 and fields[4] in ("y", "-"):
            fields[4] = "n"
            line = "  ".join(fields)
        yield line


def _postfix_command(server: Server, word: str) -> list[str]:
    return ["postfix", "-c", str(server.folder / "postfix" / "etc"), word]
