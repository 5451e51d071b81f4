"""Web Push messages: encrypted for one browser (RFC 8291), signed by this server (RFC 8292)."""

from __future__ import annotations

import base64
import binascii
import ipaddress
import secrets
import struct
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection

from dogfight.server.people.secure_pages import LOCAL_NAME, host_of, why_insecure
from dogfight.server.refusals import Refused
from dogfight.server.settings import Settings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

KEY_BYTES, POINT_BYTES, AUTH_BYTES, SALT_BYTES = 32, 65, 16, 16
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256; a private key is a number below it."""
_RECORD_BYTES = 4096
_PADDED_TO = 1024
"""Messages are filled up, so that their length says nothing about them."""
_TOKEN_SECONDS = 12 * 3600
_MOST_ENDPOINT = 1024


def new_key() -> bytes:
    """A private key on P-256."""
    while True:
        key = secrets.token_bytes(KEY_BYTES)
        if 0 < int.from_bytes(key, "big") < _ORDER:
            return key


def private_key(raw: bytes) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())


def public_point(key: EllipticCurvePrivateKey) -> bytes:
    """The public half of a key, as an uncompressed point."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def b64(data: bytes) -> str:
    """Base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def why_off(request: HTTPConnection, settings: Settings) -> str:
    """Why there are no push messages at this address, for a person; empty where there are."""
    reason = why_insecure(request, "Push messages")
    if reason or host_of(request) == LOCAL_NAME or public_origin(settings):
        return reason
    return "Push messages need a server that knows its public name (the setting origins)."


def public_origin(settings: Settings) -> str:
    """The secure address that others know the server by; empty if it has none."""
    return next((origin for origin in settings.origins if origin.startswith("https://")), "")


def check_endpoint(endpoint: str, allow_private: bool) -> None:
    """Refuse an address that no push service can have; what its name leads to is checked when
    something is sent.
    """
    parts = _split(endpoint)
    scheme = ("https", "http") if allow_private else ("https",)
    if (
        parts is None
        or parts[0] not in scheme
        or len(endpoint) > _MOST_ENDPOINT
        or not endpoint.isascii()
        or not endpoint.isprintable()
        or " " in endpoint
    ):
        raise Refused("unfit", "expected the https address of a push service")
    try:
        address = ipaddress.ip_address(parts[1])
    except ValueError:
        return
    if not allow_private and not is_public(address):
        raise Refused("unfit", "expected the public address of a push service")


def _split(endpoint: str) -> tuple[str, str] | None:
    """Scheme and host of an endpoint; None if it has none, or a name and password."""
    try:
        parts = urlsplit(endpoint)
        if not parts.hostname or "@" in parts.netloc or parts.port == 0:
            return None
        return parts.scheme, parts.hostname
    except ValueError:
        return None


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address is that of a machine on the internet; those that stand for another one
    are judged by it.
    """
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
        if address.teredo is not None or address.is_site_local:
            return False
    return address.is_global and not address.is_multicast


_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def read_key(text: str, length: int, what: str) -> bytes:
    """A key of a browser, as it writes it."""
    try:
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (ValueError, binascii.Error):
        raw = b""
    if len(raw) != length:
        raise Refused("unfit", f"expected {what} of {length} bytes in base64url")
    return raw


def check_point(raw: bytes) -> None:
    """Refuse a public key that is no point of the curve."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)
    except ValueError:
        raise Refused("unfit", "expected p256dh to be a point of the curve P-256") from None


def padded(plain: bytes) -> bytes:
    """A message with the mark that it is the last record, filled up."""
    record = plain + b"\x02"
    return record + bytes(-len(record) % _PADDED_TO)


def encrypted(
    record: bytes, receiver: bytes, auth: bytes, salt: bytes, sender: EllipticCurvePrivateKey
) -> bytes:
    """A record as the body of a message for a browser (RFC 8291, section 3.4)."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    point = public_point(sender)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), receiver)
    shared = sender.exchange(ec.ECDH(), public)
    info = b"WebPush: info\0" + receiver + point
    secret = HKDF(SHA256(), 32, auth, info).derive(shared)
    key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
    head = salt + struct.pack("!LB", _RECORD_BYTES, len(point)) + point
    return head + AESGCM(key).encrypt(nonce, record, None)


def message(plain: bytes, receiver: bytes, auth: bytes) -> bytes:
    """The body of a message for a browser, under a key that is used once."""
    from cryptography.hazmat.primitives.asymmetric import ec

    sender = ec.generate_private_key(ec.SECP256R1())
    return encrypted(padded(plain), receiver, auth, secrets.token_bytes(SALT_BYTES), sender)


def authorization(key: EllipticCurvePrivateKey, endpoint: str, contact: str, now: float) -> str:
    """The header by which a push service knows who sends (RFC 8292)."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    parts = urlsplit(endpoint)
    claims: dict[str, str | int] = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(now) + _TOKEN_SECONDS,
    }
    if contact:
        claims["sub"] = contact
    head = b64(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))
    signed = f"{head}.{b64(msgspec.json.encode(claims))}"
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = r.to_bytes(KEY_BYTES, "big") + s.to_bytes(KEY_BYTES, "big")
    return f"vapid t={signed}.{b64(signature)}, k={b64(public_point(key))}"
