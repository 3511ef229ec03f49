"""The secret parts of an endpoint's address."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

SHORTEST_SECRET_PART = 32
"""The fewest hexadecimal digits of such a part: 128 bits."""

# What to put into an address, for errors. Names can look like base64url or letters and digits, and never like these two.
SECRET_PART_RULE = "32 hexadecimal digits in a row, which `openssl rand -hex 16` makes, or a UUID of version 4"

_FORMS = re.compile(
    "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|[0-9a-f]{32,}", re.IGNORECASE | re.ASCII
)
_PAIR = re.compile("(?=(..))")


def _is_random(value: str) -> bool:
    """Not repeated, counted up, or made of dates and words. Of 100,000 random values, two are refused."""
    pairs: list[str] = _PAIR.findall(value.replace("-", "").lower())
    changes = sum(re.fullmatch("[0-9][a-f]|[a-f][0-9]", pair) is not None for pair in pairs)
    return len(set(pairs)) >= 20 and changes >= 3


def _is_unguessable(part: str) -> bool:
    return any(_is_random(value) for value in _FORMS.findall(part))


def parts_of(url: str) -> list[str]:
    """The parts of the path and the query of an address: a whole URL, or path and query. None when it is malformed."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return []
    return re.findall("[A-Za-z0-9_-]+", unquote(f"{parts.path}?{parts.query}"))


def secret_parts_of(url: str) -> list[str]:
    return [part for part in parts_of(url) if _is_unguessable(part)]


def required_secret_parts(webhook_url: str) -> list[str]:
    """Raises ValueError when there is none."""
    secrets = secret_parts_of(webhook_url)
    if not secrets:
        raise ValueError(f"webhook_url must have a secret part: {SECRET_PART_RULE}")
    return secrets
