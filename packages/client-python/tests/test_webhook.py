"""The vectors are the ones that the service's own code makes: docs/signatures/vectors.json."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import unittest
from pathlib import Path
from typing import Any, cast

from swift_worker.models import PartnerCustomerErasedEvent
from swift_worker.webhook import (
    NotVerified,
    PlatformCallback,
    UnknownEvent,
    challenge_of,
    has_hub_signature,
    verify_callback,
    verify_event,
    verify_signature,
)

VECTORS = Path(
    os.environ.get("SIGNATURE_VECTORS") or Path(__file__).parents[3].joinpath("docs", "signatures", "vectors.json")
)
SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
NOW = 1_775_000_000
PARTS: dict[str, list[str]] = json.loads(
    Path(__file__).parents[3].joinpath("test", "client", "secret-parts.json").read_text("utf-8")
)
PART = "2f9cb36d71a94e0d8c550a1b2c3d4e5f"
URL = f"https://hooks.example/api/swift/{PART}"


def signed(body: bytes, secret: str = SECRET) -> dict[str, str]:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"e-1.{NOW}.".encode() + body, hashlib.sha256).digest()
    return {
        "Webhook-Id": "e-1",
        "Webhook-Timestamp": str(NOW),
        "Webhook-Signature": f"v1,{base64.b64encode(mac).decode()}",
        "X-Hub-Signature-256": "sha256=00",
    }


def event(kind: str, data: dict[str, Any]) -> bytes:
    common = {"id": "e-1", "type": kind, "api_version": "1.1.0", "timestamp": "2026-01-01T00:00:00.000Z"}
    subject = {"customer_id": "c-1", "external_customer_id": None, "instance_id": None}
    about = {"partner_id": "p", "environment": "local", "sequence": 1, "subject": subject}
    return json.dumps({**common, **about, "data": data, "later": True}).encode()


class TheVectors(unittest.TestCase):
    def setUp(self) -> None:
        self.vectors: dict[str, list[dict[str, Any]]] = json.loads(VECTORS.read_text("utf-8"))

    def test_of_standard_webhooks(self) -> None:
        self.assertGreater(len(self.vectors["standard_webhooks"]), 30)
        for one in self.vectors["standard_webhooks"]:
            with self.subTest(one["name"]):
                try:
                    verify_signature(one["headers"], one["body"].encode(), one["secrets"], now=one["now"])
                    valid = True
                except (NotVerified, ValueError):
                    valid = False
                self.assertEqual(valid, one["valid"])

    def test_of_the_other_header(self) -> None:
        for one in self.vectors["x_hub_signature_256"]:
            with self.subTest(one["name"]):
                body = one["body"].encode()
                try:
                    valid = any(has_hub_signature(one["headers"], body, secret) for secret in one["secrets"])
                except ValueError:
                    valid = False
                self.assertEqual(valid, one["valid"])


class AnEvent(unittest.TestCase):
    def test_is_a_dataclass_of_its_type(self) -> None:
        body = event("service.partner.customer.erased", {"customer_id": "c-1", "erasure_id": "r-1"})
        came = verify_event(signed(body), body, SECRET, now=NOW)
        self.assertIsInstance(came, PartnerCustomerErasedEvent)
        assert isinstance(came, PartnerCustomerErasedEvent)
        self.assertEqual((came.data.customer_id, came.sequence), ("c-1", 1))

    def test_of_an_unknown_type_is_kept(self) -> None:
        body = event("service.partner.customer.promoted", {"x": 1})
        came = verify_event(signed(body), body, SECRET, now=NOW)
        assert isinstance(came, UnknownEvent)
        self.assertEqual((came.id, came.type, came.raw["data"]), ("e-1", "service.partner.customer.promoted", {"x": 1}))

    def test_with_a_malformed_secret_is_a_mistake_of_the_receiver(self) -> None:
        short = "whsec_" + base64.b64encode(bytes(23)).decode()
        for secret in ("", "whsec_", "whsec_*", short, SECRET.removeprefix("whsec_"), ["", SECRET], [SECRET, ""]):
            with self.assertRaisesRegex(ValueError, "^the secret must be whsec_ and the Base64 of 24 bytes or more$"):
                verify_event(signed(b"{}"), b"{}", secret, now=NOW)

    def test_without_a_field_is_kept_as_it_came(self) -> None:
        for body in (b"{}", b'{"type":"service.ping"}', event("service.partner.customer.erased", {"x": 1})):
            came = verify_event(signed(body), body, SECRET, now=NOW)
            assert isinstance(came, UnknownEvent)
            self.assertEqual(came.raw, json.loads(body))

    def test_may_come_as_bytes_of_any_kind(self) -> None:
        body = event("service.partner.customer.erased", {"customer_id": "c-1", "erasure_id": "r-1"})
        for given in (bytearray(body), memoryview(body), memoryview(b"  " + body)[2:]):
            self.assertIsInstance(verify_event(signed(body), given, SECRET, now=NOW), PartnerCustomerErasedEvent)
            platform = {"x-hub-signature-256": "sha256=00"}
            came = verify_callback(platform, given, SECRET, url=URL, webhook_url=URL)
            self.assertEqual(came, PlatformCallback(json.loads(body)))

    def test_with_bytes_that_are_no_text_in_its_headers_is_refused(self) -> None:
        for name in ("Webhook-Id", "Webhook-Signature"):
            with self.assertRaises(NotVerified):
                verify_event({**signed(b"{}"), name: "\udcff"}, b"{}", SECRET, now=NOW)

    def test_that_is_not_json_is_refused(self) -> None:
        for body in (b"", b"[]", b"\xff", b"[" * 100_000):
            with self.assertRaises(NotVerified):
                verify_event(signed(body), body, SECRET, now=NOW)


class ACallback(unittest.TestCase):
    def verify(self, headers: dict[str, str], body: bytes, url: str = URL, webhook_url: str = URL) -> object:
        return verify_callback(headers, body, SECRET, url=url, webhook_url=webhook_url, now=NOW)

    def test_is_of_the_service_or_of_the_platform(self) -> None:
        body = event("service.partner.customer.erased", {"customer_id": "c-1", "erasure_id": "r-1"})
        self.assertIsInstance(self.verify(signed(body), body), PartnerCustomerErasedEvent)
        platform = {"x-hub-signature-256": "sha256=00"}
        self.assertEqual(self.verify(platform, b'{"object":"x"}', URL), PlatformCallback({"object": "x"}))
        self.assertEqual(self.verify(platform, b"1", f"/swift/{PART}?x=1"), PlatformCallback(1))

    def test_is_refused_elsewhere_or_unsigned(self) -> None:
        platform = {"x-hub-signature-256": "sha256=00"}
        cases: list[tuple[dict[str, str], str]] = [
            (platform, "/swift/guessed"),
            (platform, f"/swift/{PART[1:]}"),
            (platform, f"/swift/{PART}0"),
            ({}, URL),
            (signed(b"[]"), URL),
        ]
        for headers, url in cases:
            with self.assertRaises(NotVerified):
                self.verify(headers, b"{}", url)

    def test_needs_an_address_with_a_secret_part(self) -> None:
        for guessed in (
            "https://hooks.example/swift",
            "https://hooks.example/messaging-platform/webhooks-of-production?kind=all-that-there-are",
            "https://hooks.example/a1/b2/c3/d4/e5/f6/g7/h8",
            *(f"https://hooks.example/{part}" for part in PARTS["guessable"]),
        ):
            with self.assertRaisesRegex(ValueError, "a secret part"):
                self.verify({}, b"{}", webhook_url=guessed)
        for part in PARTS["secret"]:
            for url in (f"/hooks/{part}", f"/hooks?key={part}"):
                platform = {"x-hub-signature-256": "sha256=00"}
                self.assertEqual(self.verify(platform, b"1", url, url), PlatformCallback(1))

    def test_says_which_part_of_the_address_is_missing_and_not_its_value(self) -> None:
        with self.assertRaisesRegex(NotVerified, "part 3 of the 3 of webhook_url") as caught:
            self.verify({"x-hub-signature-256": "sha256=00"}, b"1", "/swift")
        self.assertNotIn(PART, str(caught.exception))

    def test_that_was_parsed_before_is_told_from_a_forged_one(self) -> None:
        for parsed in ({"id": "e-1"}, [1], "text", None):
            with self.assertRaisesRegex(NotVerified, "parsed"):
                self.verify(signed(b"{}"), cast("bytes", parsed))


class TheHandshake(unittest.TestCase):
    def test_is_answered_only_to_who_knows_the_token(self) -> None:
        query = "hub.mode=subscribe&hub.challenge=4711&hub.verify_token=a%20b"
        self.assertEqual(challenge_of(query, "a b"), "4711")
        self.assertIsNone(challenge_of(query, "a c"))
        self.assertIsNone(challenge_of(query.replace("subscribe", "other"), "a b"))
        self.assertIsNone(challenge_of("", "a b"))
        self.assertIsNone(challenge_of("hub.mode=subscribe&hub.challenge=4711", ""))
        self.assertIsNone(challenge_of("hub.mode=subscribe&hub.challenge=4711&hub.verify_token=", ""))
