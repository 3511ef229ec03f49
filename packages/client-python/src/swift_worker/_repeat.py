"""The attempts of a call."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ._answered import Outcome, Success, request_id_of
from ._hook import told
from ._routes import SENT_ONCE
from ._wire import Wire
from .errors import ConnectionLost, Refusal
from .options import Attempted, OnAttempt, OnRetry, Retrying
from .retry import RetryPolicy, comes_again, wait_after


@dataclass(frozen=True)
class Retries:
    policy: RetryPolicy
    random: Callable[[], float]
    on_retry: OnRetry | None
    on_attempt: OnAttempt | None

    def with_policy(self, policy: RetryPolicy | None) -> Retries:
        return self if policy is None else replace(self, policy=policy)

    def tell(self, wire: Wire, attempt: int, seconds: float, outcome: Outcome) -> object:
        error = None if isinstance(outcome, Success) else outcome
        answer = outcome.answer if isinstance(outcome, ConnectionLost) else outcome
        return told(
            self.on_attempt,
            Attempted(
                route=wire.route,
                method=wire.method,
                idempotency_key=wire.idempotency_key,
                attempt=attempt,
                seconds=seconds,
                status=None if answer is None else answer.status,
                request_id=None if answer is None else request_id_of(answer.headers),
                error=error,
            ),
        )

    def wait_before_next(self, wire: Wire, attempt: int, failed: Refusal | ConnectionLost, left: float) -> float:
        """Seconds until the next attempt. Raises the error when there is none, also within the time left."""
        if not comes_again(failed, wire.route in SENT_ONCE):
            raise failed
        asked = failed.retry_after if isinstance(failed, Refusal) else None
        wait = wait_after(self.policy, attempt, asked, self.random())
        if wait is None or wait >= left:
            raise failed
        return wait


@dataclass
class Attempts:
    """Counts the attempts of a call, and tells of them. What a hook returns is returned: AsyncClient may await it."""

    retries: Retries
    wire: Wire
    call_timeout: float
    count: int = 0
    begun: float = field(default_factory=time.monotonic)
    end: float = field(init=False)

    def __post_init__(self) -> None:
        self.end = self.begun + self.call_timeout

    def left(self) -> float:
        """Seconds until the call has to end."""
        return max(0.001, self.end - time.monotonic())

    def begin(self) -> None:
        self.count += 1
        self.begun = time.monotonic()

    def tell(self, outcome: Outcome) -> object:
        return self.retries.tell(self.wire, self.count, time.monotonic() - self.begun, outcome)

    def wait_after(self, failed: Refusal | ConnectionLost) -> float:
        """Seconds until the next attempt. Raises the error when there is none."""
        return self.retries.wait_before_next(self.wire, self.count, failed, self.left())

    def tell_of_retry(self, wait: float, failed: Refusal | ConnectionLost) -> object:
        retrying = Retrying(self.wire.route, self.wire.idempotency_key, self.count, wait, failed)
        return told(self.retries.on_retry, retrying)
