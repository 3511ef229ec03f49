"""Verifies requests to a webhook endpoint. https://www.standardwebhooks.com"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast
from urllib.parse import parse_qs

from ._decode import decode
from ._secret_part import SHORTEST_SECRET_PART, parts_of, required_secret_parts
from ._signing_key import SHORTEST_KEY, keys_of
from .errors import MalformedAnswer
from .models import EVENT_TYPES, ReceivedEvent

DEFAULT_TOLERANCE = 300
"""The most seconds between the timestamp of a request and now."""

__all__ = [
    "DEFAULT_TOLERANCE",
    "SHORTEST_SECRET_PART",
    "NotVerified",
    "PlatformCallback",
    "ReceivedHeaders",
    "UnknownEvent",
    "challenge_of",
    "has_hub_signature",
    "verify_callback",
    "verify_event",
    "verify_signature",
]


class ReceivedHeaders(Protocol):
    """Headers in the forms of common frameworks; names in any case."""

    def items(self) -> Iterable[tuple[str, str]]: ...


class NotVerified(Exception):
    """The request is not from the service, or is too old. Answer 400 and ignore it."""


@dataclass(frozen=True, slots=True)
class UnknownEvent:
    """An event of a type that this version of the client does not know, or one without a field that its type has."""

    id: str
    type: str
    raw: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PlatformCallback:
    """A callback about an instance, which the platform sends."""

    body: Any


def _utf8(text: str) -> bytes:
    """Servers make surrogates of bytes that are no text."""
    return text.encode("utf-8", "surrogatepass")


def _header(headers: ReceivedHeaders, name: str) -> str | None:
    return next((value for given, value in headers.items() if given.lower() == name), None)


def _bytes_of(body: object) -> bytes:
    """A program without types may give anything, such as what a framework has parsed."""
    if isinstance(body, (bytes, bytearray)):
        return bytes(body)
    if isinstance(body, memoryview):
        return body.tobytes()
    raise NotVerified("the body is not the raw bytes of the request: it must not be parsed before")


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise NotVerified("the body is not JSON") from None


def verify_signature(
    headers: ReceivedHeaders,
    body: bytes | bytearray | memoryview,
    secret: str | Sequence[str],
    *,
    tolerance: float = DEFAULT_TOLERANCE,
    now: float | None = None,
) -> None:
    """Raises NotVerified unless the service signed these bytes within the tolerance; ValueError on a malformed secret.

    headers: names in any case
    body: the exact bytes, before parsing
    secret: the endpoint's secret; during a rotation, both secrets
    now: Unix seconds; default: the clock
    """
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    event_id, timestamp, signatures = (_header(headers, name) for name in names)
    if event_id is None or timestamp is None or signatures is None:
        raise NotVerified("a webhook header is missing")
    at = int(timestamp) if re.fullmatch("[0-9]{1,15}", timestamp) else None
    clock = time.time() if now is None else now
    if at is None or abs(clock - at) > tolerance:
        raise NotVerified("the timestamp is too old, or in the future")
    signed = _utf8(f"{event_id}.{timestamp}.") + _bytes_of(body)
    for key in keys_of(secret):
        expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(_utf8(given), expected) for given in signatures.split(" ")):
            return
    raise NotVerified("no signature is valid")


def verify_event(
    headers: ReceivedHeaders,
    body: bytes | bytearray | memoryview,
    secret: str | Sequence[str],
    *,
    tolerance: float = DEFAULT_TOLERANCE,
    now: float | None = None,
) -> ReceivedEvent | UnknownEvent:
    """The event of a request to the endpoint. Raises as verify_signature does."""
    verify_signature(headers, body, secret, tolerance=tolerance, now=now)
    event: Any = _parsed(_bytes_of(body))
    if not isinstance(event, dict):
        raise NotVerified("the body is not an object")
    raw = cast("dict[str, Any]", event)
    kind = str(raw.get("type"))
    known = EVENT_TYPES.get(kind)
    unknown = UnknownEvent(str(raw.get("id")), kind, raw)
    try:
        return unknown if known is None else decode(known, raw)
    except MalformedAnswer:
        # The service signed it: refusing it would only bring it again.
        return unknown


def _missing_part(url: str, webhook_url: str, secret: str) -> NotVerified:
    """Which part is missing is said by its place, since its value is a secret."""
    here, registered = parts_of(url), parts_of(webhook_url)
    place = f"part {registered.index(secret) + 1} of the {len(registered)} of webhook_url"
    return NotVerified(
        f"the address is not that of the endpoint: {place}, its secret part, is not among the {len(here)} parts "
        "of the request's path and query"
    )


def _check_address(url: str, webhook_url: str, secrets: Sequence[str]) -> None:
    """Only the secret parts count: a proxy or a router may change the others."""
    parts = [_utf8(part) for part in parts_of(url)]
    for secret in secrets:
        # Compares with all parts, in constant time for each.
        if True not in [hmac.compare_digest(part, _utf8(secret)) for part in parts]:
            raise _missing_part(url, webhook_url, secret)


def verify_callback(
    headers: ReceivedHeaders,
    body: bytes | bytearray | memoryview,
    secret: str | Sequence[str],
    *,
    url: str,
    webhook_url: str,
    tolerance: float = DEFAULT_TOLERANCE,
    now: float | None = None,
) -> ReceivedEvent | UnknownEvent | PlatformCallback:
    """Verifies that a request to the endpoint is from the service or from the platform. Answer each with 200.

    The platform's own callbacks have `X-Hub-Signature-256` and no `webhook-id`. They are signed with a secret that
    partners do not have, so only the address authenticates them.

    url: the address of the request: the whole URL, or path and query
    webhook_url: the registered address. Its path or query must contain a secret part: 32 hexadecimal
        digits in a row, which `openssl rand -hex 16` makes, or a UUID of version 4. The rest of the address may differ,
        behind a proxy or a router.
    """
    secrets = required_secret_parts(webhook_url)
    if _header(headers, "webhook-id") is not None:
        return verify_event(headers, body, secret, tolerance=tolerance, now=now)
    if _header(headers, "x-hub-signature-256") is None:
        raise NotVerified("there is no signature")
    _check_address(url, webhook_url, secrets)
    return PlatformCallback(_parsed(_bytes_of(body)))


def has_hub_signature(headers: ReceivedHeaders, body: bytes | bytearray | memoryview, secret: str) -> bool:
    """Whether `X-Hub-Signature-256` is a valid signature of the body, for receivers that already check this header.

    The signature does not cover the time. Its key is the whole text of the secret.
    Raises ValueError when it is too short.
    """
    if len(secret) < SHORTEST_KEY:
        raise ValueError(f"the secret must have {SHORTEST_KEY} characters or more")
    given = _utf8(_header(headers, "x-hub-signature-256") or "")
    expected = f"sha256={hmac.new(secret.encode(), _bytes_of(body), hashlib.sha256).hexdigest()}".encode()
    return hmac.compare_digest(given, expected)


def challenge_of(query: str, verify_token: str) -> str | None:
    """The challenge to answer to the handshake, GET with `hub.mode=subscribe`, with 200; None: answer 403.

    An empty token is nobody's.

    query: of the request, without the question mark
    """
    asked = {name: values[0] for name, values in parse_qs(query).items()}
    known = verify_token != "" and hmac.compare_digest(_utf8(asked.get("hub.verify_token", "")), _utf8(verify_token))
    return asked.get("hub.challenge") if known and asked.get("hub.mode") == "subscribe" else None
