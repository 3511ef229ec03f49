# Python 3.8 or later, standard library only.
import base64
import hashlib
import hmac
import re
import time

TOLERANCE_IN_SECONDS = 300
SHORTEST_KEY = 24


def _key_of(secret):
    """The key of a secret. Raises ValueError: with an empty secret anybody can sign."""
    key = base64.b64decode(secret[len("whsec_") :], validate=True)
    if not secret.startswith("whsec_") or len(key) < SHORTEST_KEY:
        raise ValueError("the secret must be whsec_ and the Base64 of 24 bytes or more")
    return key


def is_signed(headers, body, secrets, now=None):
    """Whether the service signed the request (Standard Webhooks).

    headers: a mapping with names in lower case, or of a framework that ignores case
    body: the raw bytes, before parsing
    secrets: a list of one, or of two during a rotation
    now: Unix seconds

    Raises ValueError when a secret is malformed.
    """
    event_id = headers.get("webhook-id")
    timestamp = headers.get("webhook-timestamp") or ""
    signatures = (headers.get("webhook-signature") or "").split(" ")
    if event_id is None or not re.fullmatch("[0-9]{1,15}", timestamp):
        return False
    now = time.time() if now is None else now
    if abs(int(now) - int(timestamp)) > TOLERANCE_IN_SECONDS:
        return False
    signed = f"{event_id}.{timestamp}.".encode() + body
    for key in [_key_of(secret) for secret in secrets]:
        expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(signature.encode(), expected) for signature in signatures):
            return True
    return False


def is_hub_signed(headers, body, secrets):
    """Whether the header X-Hub-Signature-256 is valid. It does not cover the time: the same request is valid for ever.

    Raises ValueError when a secret is too short.
    """
    if any(len(secret) < SHORTEST_KEY for secret in secrets):
        raise ValueError("the secret must have 24 characters or more")
    given = (headers.get("x-hub-signature-256") or "").encode()
    return any(
        hmac.compare_digest(given, b"sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest().encode())
        for secret in secrets
    )
