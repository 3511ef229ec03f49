"""A call as an HTTP request, and what came of it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import httpx

from ._routes import SENT_ONCE
from .errors import ConnectionLost, Refusal
from .not_given import NOT_GIVEN, Parameters
from .retry import RetryPolicy, comes_again, retry_after_of, wait_after


@dataclass(frozen=True)
class Wire:
    route: str
    idempotency_key: str | None
    method: str
    url: httpx.URL
    headers: Mapping[str, str]
    content: bytes | None


@dataclass(frozen=True)
class Success:
    status: int
    headers: httpx.Headers
    body: Mapping[str, Any]


Outcome = Success | Refusal | ConnectionLost


@dataclass(frozen=True)
class Retrying:
    """A call that will be repeated."""

    route: str
    idempotency_key: str | None
    """None for a query."""
    attempt: int
    """The attempt that failed, from 1."""
    wait: float
    """Seconds until the next attempt."""
    because: Refusal | ConnectionLost


@dataclass(frozen=True)
class Retries:
    policy: RetryPolicy
    random: Callable[[], float]
    on_retry: Callable[[Retrying], object] | None

    def wait_before_next(self, wire: Wire, attempt: int, failed: Refusal | ConnectionLost) -> float:
        """Seconds until the next attempt. Raises the error when there is none."""
        status, code = (failed.status, failed.code) if isinstance(failed, Refusal) else (None, "")
        if not comes_again(status, code, wire.route in SENT_ONCE):
            raise failed
        asked = failed.retry_after if isinstance(failed, Refusal) else None
        wait = wait_after(self.policy, attempt, asked, self.random())
        if wait is None:
            raise failed
        if self.on_retry is not None:
            self.on_retry(Retrying(wire.route, wire.idempotency_key, attempt, wait, failed))
        return wait


def _text_of(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def wire_of(api_url: str, route: str, method: str, parameters: Parameters, idempotency_key: str | None) -> Wire:
    """The parameters of a GET are in the query, those of the other methods in the body."""
    given = {"route": route, **{name: value for name, value in parameters.items() if value is not NOT_GIVEN}}
    url = httpx.URL(api_url)
    if method == "GET":
        query = {name: _text_of(value) for name, value in given.items() if value is not None}
        return Wire(route, idempotency_key, method, url.copy_merge_params(query), {}, None)
    headers = {"content-type": "application/json"}
    if idempotency_key is not None:
        headers["idempotency-key"] = idempotency_key
    return Wire(route, idempotency_key, method, url, headers, json.dumps(given, allow_nan=False).encode())


def _mapping_of(value: object) -> Mapping[str, Any] | None:
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else None


def _object_of(content: bytes) -> Mapping[str, Any] | None:
    """The JSON object in a body; None when the body is anything else."""
    try:
        return _mapping_of(json.loads(content))
    except ValueError:
        return None


def outcome_of(wire: Wire, response: httpx.Response, content: bytes, now: float) -> Outcome:
    status, body = response.status_code, _object_of(content)
    if response.is_success:
        if body is not None and body.get("ok") is True:
            return Success(status, response.headers, body)
        return ConnectionLost("the answer is not of the service", wire.route, wire.idempotency_key)
    error = _mapping_of((body or {}).get("error")) or {}
    code, message = error.get("code"), error.get("message")
    asked = retry_after_of(response.headers.get("retry-after"), now)
    return Refusal(
        status,
        code if isinstance(code, str) else "unknown",
        message if isinstance(message, str) else f"the service answered {status}",
        details=error.get("details"),
        request_id=response.headers.get("x-request-id"),
        retry_after=asked if asked is not None and math.isfinite(asked) else None,
    )


def lost(api_url: str, wire: Wire, error: Exception) -> ConnectionLost:
    failed = ConnectionLost(f"no answer from {api_url}", wire.route, wire.idempotency_key)
    failed.__cause__ = error
    return failed
