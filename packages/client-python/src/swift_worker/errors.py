"""Why a call failed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

LostReason = Literal["address", "certificate", "pool", "connection", "timeout", "malformed"]
"""The name of the host is unknown, its certificate is not trusted or it speaks no TLS, no connection of the httpx
client became free, the connection ended, the time ended, or the answer is not of the service. After the first three
nothing was sent, and the client does not try again."""


class SwiftWorkerError(Exception):
    """Any failure of a call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignAnswer:
    """An answer that is not of the service: of a gateway, a firewall or a proxy."""

    status: int
    headers: Mapping[str, str]
    request_id: str | None
    """The id that a gateway gave the call, to name when you ask about it."""
    excerpt: str
    """The first 500 characters of the body."""


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
        headers: Mapping[str, str] | None = None,
        excerpt: str | None = None,
        idempotency_key: str | None = None,
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
        self.headers: Mapping[str, str] = {} if headers is None else headers
        self.excerpt = excerpt
        """The first 500 characters of a body without the envelope `error`; None of an answer of the service."""
        self.idempotency_key = idempotency_key
        """Of a command, to send it again with; None of a query."""

    def __str__(self) -> str:
        return f"{self.status} {self.code}: {self.message} (request {self.request_id})"


class ConnectionLost(SwiftWorkerError):
    """No answer of the service came. Unless `reason` says that it was not sent, the call may have been carried out."""

    def __init__(
        self,
        message: str,
        route: str,
        idempotency_key: str | None,
        *,
        reason: LostReason = "connection",
        answer: ForeignAnswer | None = None,
    ) -> None:
        super().__init__(message)
        self.route = route
        self.idempotency_key = idempotency_key
        """Of a command, for another call that must not be carried out twice; None of a query."""
        self.reason: LostReason = reason
        self.answer = answer
        """The answer that came in place of the service's; None without one."""


class CallCancelled(SwiftWorkerError):
    """The program gave the call up. It is unknown whether it was carried out."""


class MalformedAnswer(SwiftWorkerError):
    """The call was carried out, but its answer is not as described."""
