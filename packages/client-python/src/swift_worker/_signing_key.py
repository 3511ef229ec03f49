"""The key in an endpoint's secret."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence

_PREFIX = "whsec_"
SHORTEST_KEY = 24


def _key_of(secret: str) -> bytes:
    """With a shorter key, which may be empty, others can sign."""
    try:
        key = base64.b64decode(secret[len(_PREFIX) :], validate=True)
    except binascii.Error:
        key = b""
    if secret.startswith(_PREFIX) and len(key) >= SHORTEST_KEY:
        return key
    # Without the secret, which may be logged otherwise.
    raise ValueError(f"the secret must be whsec_ and the Base64 of {SHORTEST_KEY} bytes or more")


def keys_of(secret: str | Sequence[str]) -> list[bytes]:
    """One secret, or several during a rotation. Raises ValueError."""
    return [_key_of(one) for one in ([secret] if isinstance(secret, str) else secret)]
