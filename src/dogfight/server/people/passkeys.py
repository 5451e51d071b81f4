"""Passkeys: signing in with what a device or a key keeps, by WebAuthn.

They need a secure page under a name, for a key belongs to the name of the server.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from dogfight.server.people.secure_pages import why_insecure
from dogfight.server.refusals import Refused

CHALLENGE_MS = 300_000
"""A question to a key can be answered for so long, once."""
_TITLE = "Dogfight"


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """Whom a key is made for: a name, and the address of the page."""

    name: str
    origin: str


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key that was just made."""

    id: bytes
    public_key: bytes
    sign_count: int


def why_off(request: HTTPConnection) -> str:
    """Why there are no passkeys at this address, for a person; empty where there are."""
    return why_insecure(request, "Passkeys")


def relying_party(request: HTTPConnection) -> RelyingParty:
    """For whom this page makes keys; `Refused` with the reason where it cannot."""
    reason = why_off(request)
    if reason:
        raise Refused("not_now", reason)
    origin = request.headers.get("origin", "")
    return RelyingParty(urlsplit(origin).hostname or "", origin)


def creation_options(
    party: RelyingParty, person: int, name: str, challenge: bytes, known: list[bytes]
) -> bytes:
    """What a browser is asked to make a key with, as JSON; `known` keys are not made twice."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
    )

    options = generate_registration_options(
        rp_id=party.name,
        rp_name=_TITLE,
        user_id=person.to_bytes(8, "big"),
        user_name=name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=key) for key in known],
    )
    return options_to_json(options).encode()


def request_options(party: RelyingParty, challenge: bytes) -> bytes:
    """What a browser is asked to sign in with, as JSON; the key itself knows whose it is."""
    from webauthn import generate_authentication_options, options_to_json

    return options_to_json(
        generate_authentication_options(rp_id=party.name, challenge=challenge)
    ).encode()


def challenge_in(credential: dict[str, Any]) -> bytes:
    """The challenge that an answer claims to answer."""
    from webauthn.helpers import base64url_to_bytes, parse_client_data_json
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        data = base64url_to_bytes(credential["response"]["clientDataJSON"])
        return parse_client_data_json(data).challenge
    except (KeyError, TypeError, ValueError, AttributeError, WebAuthnException) as error:
        raise _refused(error) from None


def key_id_in(credential: dict[str, Any]) -> bytes:
    """The id of the key that gave an answer."""
    from webauthn.helpers import base64url_to_bytes

    try:
        return base64url_to_bytes(credential["rawId"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _refused(error) from None


def new_key(party: RelyingParty, challenge: bytes, credential: dict[str, Any]) -> NewKey:
    """A key that answers for itself; `Refused` if anything about the answer is not as asked."""
    from webauthn import verify_registration_response

    try:
        result = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.name,
            expected_origin=party.origin,
        )
    except Exception as error:
        raise _refused(error) from None
    return NewKey(result.credential_id, result.credential_public_key, result.sign_count)


def sign_count_of(
    party: RelyingParty,
    challenge: bytes,
    credential: dict[str, Any],
    public_key: bytes,
    sign_count: int,
) -> int:
    """How often a key has signed, once its answer is found to be right."""
    from webauthn import verify_authentication_response

    try:
        return verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.name,
            expected_origin=party.origin,
            credential_public_key=public_key,
            credential_current_sign_count=sign_count,
        ).new_sign_count
    except Exception as error:
        raise _refused(error) from None


def _refused(error: Exception) -> Refused:
    return Refused("unfit", f"expected the answer of a passkey of this server: {error}"[:300])
