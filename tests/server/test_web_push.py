"""Web Push: encryption and signature by the standards, and where nothing is sent."""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import json

import httpcore
import pytest
from py_vapid import Vapid02
from receivers import Browser, PushReceiver

from dogfight.server.people import web_push
from dogfight.server.people.push_service import PublicBackend, PushService
from dogfight.server.settings import SystemSources
from dogfight.server.storage.notice_rows import Subscription


def raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_a_message_is_encrypted_as_in_the_example_of_rfc_8291() -> None:
    """Section 5 and appendix A."""
    sender = web_push.private_key(raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    receiver = raw(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    plain = b"When I grow up, I want to be a watermelon\x02"
    auth, salt = raw("BTBZMqHH6r4Tts7J_aSIgg"), raw("DGv6ra1nlYgDCS1FRnbzlw")
    expected = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy"
        "27mlmlMoZIIgDll6e3vCYLocInmYWAm"
        "S6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj"
        "_Qulcy4a-fN"
    )
    assert web_push.b64(web_push.encrypted(plain, receiver, auth, salt, sender)) == expected


def test_messages_of_different_length_look_the_same() -> None:
    lengths = {len(web_push.padded(b"x" * count)) for count in (0, 1, 500, 1023)}
    assert lengths == {1024} and len(web_push.padded(b"x" * 1024)) == 2048


def test_a_signature_says_to_whom_until_when_and_from_whom() -> None:
    key = web_push.private_key(web_push.new_key())
    header = web_push.authorization(key, "https://p.example:444/a?b", "mailto:a@b.example", 1000)
    assert Vapid02.verify(header.replace(", ", ","))
    claims = json.loads(raw(header.split(".")[1]))
    assert claims == {"aud": "https://p.example:444", "exp": 44200, "sub": "mailto:a@b.example"}
    other = web_push.private_key(web_push.new_key())
    forged = header.partition("k=")[0] + f"k={web_push.b64(web_push.public_point(other))}"
    assert not Vapid02.verify(forged.replace(", ", ","))


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "0.0.0.0"),
        *("100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1"),
        *("::ffff:127.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "ff02::1", "fec0::1"),
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    ],
)
def test_addresses_that_are_not_on_the_internet_are_known(address: str) -> None:
    assert not web_push.is_public(ipaddress.ip_address(address))


def test_addresses_on_the_internet_are_let_through() -> None:
    for address in ("142.250.74.110", "2a00:1450:4001:82f::200e", "64:ff9b::8efa:4a6e"):
        assert web_push.is_public(ipaddress.ip_address(address))


async def test_a_name_that_leads_here_is_not_connected_to() -> None:
    with pytest.raises(httpcore.ConnectError, match="public address"):
        await PublicBackend().connect_tcp("localhost", 80, 1.0)


@pytest.mark.parametrize("private", [False, True])
async def test_a_private_service_is_used_only_where_it_is_allowed(private: bool) -> None:
    receiver = PushReceiver()
    browser = Browser(receiver)
    sent = browser.subscription()
    for host in ("127.0.0.1", "localhost"):
        endpoint = sent["endpoint"].replace("127.0.0.1", host)
        row = Subscription(b"", 1, b"", endpoint, raw(sent["p256dh"]), raw(sent["auth"]), "", 1)
        service = PushService(web_push.new_key(), "", private, SystemSources())
        assert await service.send(row, b"{}", "t") == ("sent" if private else "failed")
        https = row._replace(endpoint=endpoint.replace("http:", "https:"))
        assert await service.send(https, b"{}", "t") == "failed"
        await service.close()
    assert len(browser.delivered) == (2 if private else 0)
    await asyncio.to_thread(receiver.close)
