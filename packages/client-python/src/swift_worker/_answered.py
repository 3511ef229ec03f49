"""What an answer is: the service's success, its refusal, or something of a gateway."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import httpx

from ._fault import fault_of
from ._wire import Wire
from .errors import ConnectionLost, ForeignAnswer, Refusal
from .retry import retry_after_of


@dataclass(frozen=True)
class Success:
    status: int
    headers: httpx.Headers
    body: Mapping[str, Any]


Outcome = Success | Refusal | ConnectionLost

# Of the service, API Gateway, CloudFront, Cloudflare and load balancers, in this order.
_ID_HEADERS = ("x-request-id", "apigw-requestid", "x-amzn-requestid", "x-amz-cf-id", "cf-ray", "x-amzn-trace-id")
_LONGEST_EXCERPT = 500


def request_id_of(headers: Mapping[str, str]) -> str | None:
    return next((headers[name] for name in _ID_HEADERS if name in headers), None)


def _mapping_of(value: object) -> Mapping[str, Any] | None:
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else None


def _object_of(content: bytes) -> Mapping[str, Any] | None:
    """The JSON object in a body; None when the body is anything else."""
    try:
        return _mapping_of(json.loads(content))
    except (ValueError, RecursionError):
        return None


def _excerpt_of(content: bytes) -> str:
    return content.decode("utf-8", "replace")[:_LONGEST_EXCERPT]


def outcome_of(wire: Wire, response: httpx.Response, content: bytes, now: float) -> Outcome:
    status, headers, body = response.status_code, response.headers, _object_of(content)
    request_id, excerpt = request_id_of(headers), _excerpt_of(content)
    if response.is_success:
        if body is not None and body.get("ok") is True:
            return Success(status, headers, body)
        return ConnectionLost(
            f"the answer {status} is not of the service: it has no ok: true",
            wire.route,
            wire.idempotency_key,
            reason="malformed",
            answer=ForeignAnswer(status=status, headers=headers, request_id=request_id, excerpt=excerpt),
        )
    error = _mapping_of((body or {}).get("error")) or {}
    code, message = error.get("code"), error.get("message")
    asked = retry_after_of(headers.get("retry-after"), now)
    return Refusal(
        status,
        code if isinstance(code, str) else "unknown",
        message if isinstance(message, str) else f"an answer {status} that is not of the service",
        details=error.get("details"),
        request_id=request_id,
        retry_after=asked if asked is not None and math.isfinite(asked) else None,
        headers=headers,
        excerpt=None if isinstance(code, str) else excerpt,
        idempotency_key=wire.idempotency_key,
    )


def lost(api_url: str, wire: Wire, error: Exception) -> ConnectionLost:
    reason, said = fault_of(error)
    failed = ConnectionLost(f"no answer from {api_url}: {said}", wire.route, wire.idempotency_key, reason=reason)
    failed.__cause__ = error
    return failed
