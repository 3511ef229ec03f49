"""The retry policy: which calls are repeated, and when. Times are in seconds."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import timezone
from email.utils import parsedate_to_datetime

from .errors import ConnectionLost, Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    attempts: int = 6
    """The most attempts of a call."""
    first_wait: float = 0.2
    """About the wait before the second attempt; doubled before each later one."""
    longest_wait: float = 60.0
    """The longest wait. When an answer asks for a longer one, the call is not repeated."""

    def __post_init__(self) -> None:
        """Raises ValueError that names the field."""
        attempts: object = self.attempts
        if not isinstance(attempts, int) or attempts < 1:
            raise ValueError("attempts must be a whole number, 1 or more")
        for name in ("first_wait", "longest_wait"):
            wait: object = getattr(self, name)
            if not isinstance(wait, (int, float)) or not 0 <= wait < math.inf:
                raise ValueError(f"{name} must be seconds, 0 or more")


# The service's own, those of time-outs and early data, and Cloudflare's for an origin that it does not reach.
BUSY = frozenset({408, 425, 429, 500, 502, 503, 504, *range(520, 528), 530})


def is_transient(status: int, code: str) -> bool:
    """Whether the same call may succeed later."""
    return status in BUSY or code == "idempotency_in_progress"


def comes_again(failed: Refusal | ConnectionLost, is_sent_once: bool) -> bool:
    """Whether the call is sent again. A command that is sent once is so only after 429, which carries nothing out."""
    if isinstance(failed, Refusal):
        return failed.status == 429 if is_sent_once else is_transient(failed.status, failed.code)
    # The name of a host and its certificate are put right by people. The wait for a connection took the call's time.
    return not is_sent_once and failed.reason not in ("address", "certificate", "pool")


def retry_after_of(header: str | None, now: float) -> float | None:
    """The wait that `Retry-After` asks for, in seconds or as a date (RFC 9110); None for none."""
    if header is None:
        return None
    text = header.strip()
    if re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    # A date with the zone -0000 is read without a zone.
    aware = date if date.tzinfo is not None else date.replace(tzinfo=timezone.utc)
    return max(0.0, aware.timestamp() - now)


def wait_after(policy: RetryPolicy, attempt: int, asked: float | None, random: float) -> float | None:
    """The wait before the next attempt; None: no further attempt.

    attempt: the one that failed, from 1
    asked: the wait of `Retry-After`; the result is never shorter, and up to a quarter longer. 0 asks for no wait, and
        the backoff stays
    random: 0 to 1
    """
    if attempt >= policy.attempts:
        return None
    if asked is None or asked == 0:
        # Jitter over the upper half, so that callers that failed together do not retry together.
        return min(policy.longest_wait, policy.first_wait * 2.0 ** (attempt - 1)) * (0.5 + random / 2)
    return None if asked > policy.longest_wait else asked + random * max(policy.first_wait, asked / 4)
