"""Why a call failed."""

from __future__ import annotations

from typing import Any


class SwiftWorkerError(Exception):
    """Any failure of a call."""


class Refusal(SwiftWorkerError):
    """The service, or the gateway in front of it, answered with an error."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        details: Any = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        """One of `models.ErrorCode`, or `unknown` when the answer did not have the envelope `error`."""
        self.message = message
        self.details = details
        self.request_id = request_id
        """The id to name when you ask about the call."""
        self.retry_after = retry_after
        """Seconds to wait before another attempt, if the answer has `Retry-After`."""

    def __str__(self) -> str:
        return f"{self.status} {self.code}: {self.message} (request {self.request_id})"


class ConnectionLost(SwiftWorkerError):
    """No answer came. It is unknown whether the call was carried out."""

    def __init__(self, message: str, route: str, idempotency_key: str | None) -> None:
        super().__init__(message)
        self.route = route
        self.idempotency_key = idempotency_key
        """Of a command, for another call that must not be carried out twice; None of a query."""


class MalformedAnswer(SwiftWorkerError):
    """The call was carried out, but its answer is not as described."""
