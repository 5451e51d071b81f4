"""Mails: what they say, and sending them through whichever server the settings name."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from typing import Literal
from urllib.parse import unquote, urlsplit

from dogfight.server.auth import is_loopback
from dogfight.server.people.web_push import b64
from dogfight.server.refusals import Refused
from dogfight.server.settings import MAIL_ADDRESS, Settings

Outcome = Literal["sent", "refused", "failed"]
"""What a mail server made of a mail: `refused` where it takes none for that address."""
SEND_SECONDS = 20.0
CONFIRM_MS = 24 * 3600 * 1000
"""A question for consent can be answered for so long."""
_MOST_ADDRESS, _MOST_LOCAL = 254, 64
_PORTS = {"smtp": 587, "smtps": 465}


def read_address(text: str) -> str:
    """The address that a person typed; `Refused` if no mail can be sent to it."""
    address = text.strip()
    local, _, domain = address.rpartition("@")
    if (
        len(address) > _MOST_ADDRESS
        or len(local) > _MOST_LOCAL
        or not MAIL_ADDRESS.fullmatch(address)
    ):
        raise Refused("unfit", "expected an e-mail address like ana@mail.example")
    return f"{local}@{domain.lower()}"


def mailbox(address: str) -> str:
    """What stands for an address where it is counted."""
    return hashlib.sha256(address.lower().encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Links:
    """The secrets in the links of the mails to one address."""

    confirm: str
    off: str


def links(key: bytes, salt: bytes) -> Links:
    """What the links to an address are made with: only the server can make them again."""

    def secret(purpose: bytes) -> str:
        return b64(hmac.digest(key, purpose + salt, "sha256"))

    return Links(secret(b"confirm"), secret(b"off"))


class Mailer:
    """Writes mails and hands them to the mail server."""

    def __init__(self, settings: Settings) -> None:
        parts = urlsplit(settings.smtp)
        self._tls = parts.scheme == "smtps"
        self._host = parts.hostname or ""
        self._port = parts.port or _PORTS[parts.scheme]
        self._name = unquote(parts.username or "") or None
        self._password = unquote(parts.password or "") or None
        self._sender = settings.mail_from
        self._origin = settings.origins[0]

    def question(self, address: str, secrets: Links) -> EmailMessage:
        """The mail that asks whether an address wants mail; it has no text of a person's own."""
        text = (
            f"A player at {self._origin} wants to be told by mail when it is their move.\n"
            "If that is you, open this page and press the button, within a day:\n\n"
            f"{self._origin}/mail#confirm.{secrets.confirm}\n\n"
            "If it is not you, do nothing: no other mail will come.\n"
        )
        return self._mail(address, "Mail about your moves?", text)

    def your_move(
        self, address: str, title: str, lines: tuple[str, ...], path: str, secrets: Links
    ) -> EmailMessage:
        """The mail that says which games wait."""
        listed = "\n".join(f"- {line}" for line in lines)
        text = (
            f"{title}:\n\n{listed}\n\n{self._origin}{path}\n\n"
            "--\nYou asked for these mails. Press one button to stop them:\n"
            f"{self._origin}/mail#off.{secrets.off}\n"
        )
        mail = self._mail(address, title, text)
        mail["List-Unsubscribe"] = f"<{self._origin}/api/mail/{secrets.off}/off>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return mail

    def _mail(self, address: str, subject: str, text: str) -> EmailMessage:
        mail = EmailMessage()
        mail["From"] = Address("Dogfight", addr_spec=self._sender)
        mail["To"] = Address(addr_spec=address)
        mail["Subject"] = subject
        mail["Date"] = format_datetime(datetime.now(UTC))
        mail["Message-ID"] = make_msgid(domain=self._sender.rpartition("@")[2])
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(text)
        return mail

    async def send(self, mail: EmailMessage, address: str) -> Outcome:
        """Hand a mail over. A password travels encrypted, unless the mail server is this
        machine.
        """
        import aiosmtplib

        local = is_loopback(self._host)
        try:
            await aiosmtplib.send(
                mail,
                sender=self._sender,
                recipients=[address],
                hostname=self._host,
                port=self._port,
                username=self._name,
                password=self._password,
                use_tls=self._tls,
                start_tls=False if self._tls else None if local else True,
                timeout=SEND_SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            permanent = all(item.code >= 500 for item in error.recipients)
            return "refused" if permanent else "failed"
        except (aiosmtplib.SMTPException, OSError, TimeoutError, ValueError):
            return "failed"
        return "sent"
