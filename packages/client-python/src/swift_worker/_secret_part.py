"""The parts of an endpoint's address that nobody can guess."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

SHORTEST_SECRET_PART = 21
"""The fewest characters of base64url, or of letters and digits, that hold 122 bits, as a UUID of version 4 does."""

_UUID = re.compile(
    r"(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-z])", re.IGNORECASE
)

# The most frequent pairs of letters of English words.
_USUAL_PAIRS = frozenset(
    re.findall(
        "..",
        "thheineranreonatenndtiesorteofedisitalarsttontngsehaasouiolevecomedehiriroicneearacelichll"
        "bemasiomurcaeltalansdifohopeecprnoctusacotiltrlyncetutsssorsunlowageiewheewiemadol",
    )
)

# Of letters; or a date.
_WORD = re.compile("[A-Z]?[a-z]{2,}|[A-Z]{3,}(?![a-z])|[0-9]{4,}")
_TOKEN = re.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+|[-_]")
_PAIR = re.compile("(?=([A-Za-z][a-z]|[A-Z]{2}))")


def _wordiness(text: str) -> float:
    """How much a text looks like names in a row, such as `ProductionWebhookV2`: of names 1.6, of random text -0.7."""
    in_words = sum(len(word) for word in _WORD.findall(text) if re.search("[aeiouy0-9]", word, re.IGNORECASE))
    usual = sum(pair.lower() in _USUAL_PAIRS for pair in _PAIR.findall(text))
    return (in_words - 2 * len(_TOKEN.findall(text))) / len(text) + 2 * usual / (len(text) - 1)


_MOST_WORDINESS = 0.8


def _is_random(text: str) -> bool:
    """Whether a text is long enough and random, as far as its form shows."""
    if len(set(text)) < 8:
        return False
    if re.fullmatch("[0-9a-fA-F]{32,}", text):
        return re.search("[a-fA-F]", text) is not None
    if re.fullmatch("[0-9a-z]{25,}|[0-9A-Z]{25,}", text):
        # Digits at a few places are of a version or a date.
        return len(re.findall("[0-9]+", text)) >= 4 and _wordiness(text) < _MOST_WORDINESS
    if len(text) < SHORTEST_SECRET_PART or not (re.search("[a-z]", text) and re.search("[A-Z]", text)):
        return False
    # Names have more marks between them than base64url has.
    return _wordiness(text) < _MOST_WORDINESS - 5 * len(re.findall("[-_]", text)) / len(text)


def _is_unguessable(part: str) -> bool:
    """Whether the part, or what is between the marks of base64url in it, is random."""
    return _UUID.search(part) is not None or any(_is_random(one) for one in (part, *re.split("[-_]", part)))


def parts_of(url: str) -> list[str]:
    """The parts of the path and the query of an address: a whole URL, or path and query. None when it is malformed."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return []
    return re.findall("[A-Za-z0-9_-]+", unquote(f"{parts.path}?{parts.query}"))


def secret_parts_of(url: str) -> list[str]:
    return [part for part in parts_of(url) if _is_unguessable(part)]
