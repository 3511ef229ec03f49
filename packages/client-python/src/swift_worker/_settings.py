"""What both clients know."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ._answered import Success, request_id_of
from ._decode import decode
from ._repeat import Attempts, Retries
from ._wire import Asked, Wire, wire_of
from .answer import Answer, Body
from .not_given import Parameters
from .options import (
    DEFAULT_CALL_TIMEOUT,
    DEFAULT_TIMEOUT,
    CallOptions,
    OnAttempt,
    OnRetry,
    check_header,
    check_hook,
    check_seconds,
    check_url,
    partner_of,
)
from .retry import RetryPolicy
from .version import __version__

_NO_OPTIONS = CallOptions()


def _key_of(method: str, given: str | uuid.UUID | None) -> str | None:
    if method == "GET":
        return None
    return str(uuid.uuid4()) if given is None else check_header("idempotency_key", str(given))


def answer_of(wire: Wire, success: Success, body: type[Body]) -> Answer[Body]:
    return Answer(
        status=success.status,
        route=wire.route,
        idempotency_key=wire.idempotency_key,
        body=decode(body, success.body),
        headers=success.headers,
        request_id=request_id_of(success.headers),
        replayed=success.headers.get("idempotent-replayed") == "true",
        raw=success.body,
    )


@dataclass(frozen=True)
class Settings:
    api_url: str
    apikey: str = field(repr=False)
    partner_id: str | None
    timeout: float
    call_timeout: float
    retries: Retries
    now: Callable[[], float]

    def begun(
        self, asked: tuple[str, str, Parameters], key: str | uuid.UUID | None, options: CallOptions | None
    ) -> tuple[Attempts, CallOptions]:
        """A call before its first attempt."""
        route, method, parameters = asked
        own = options or _NO_OPTIONS
        partner = partner_of(own.partner_id) or self.partner_id
        wire = wire_of(self.api_url, Asked(route, method, parameters, _key_of(method, key), partner))
        limit = self.call_timeout if own.call_timeout is None else own.call_timeout
        return Attempts(self.retries.with_policy(own.retry), wire, limit), own

    def headers(self, wire: Wire, token: object) -> Mapping[str, str]:
        own = {"user-agent": f"swift-worker-python/{__version__}", "apikey": self.apikey}
        return {**own, **wire.headers, "authorization": f"Bearer {check_header('token', token)}"}

    def timeout_of(self, options: CallOptions) -> float:
        return self.timeout if options.timeout is None else options.timeout


def settings_of(
    *,
    api_url: str,
    apikey: str,
    token: object,
    partner_id: str | uuid.UUID | None,
    retry: RetryPolicy | None,
    timeout: float | None,
    call_timeout: float | None,
    on_retry: OnRetry | None,
    on_attempt: OnAttempt | None,
    random: Callable[[], float],
    now: Callable[[], float],
) -> Settings:
    """Raises ValueError that names the argument; it never has the value of a credential."""
    if not callable(token):
        check_header("token", token)
    check_seconds("timeout", timeout)
    check_seconds("call_timeout", call_timeout)
    check_hook("on_retry", on_retry)
    check_hook("on_attempt", on_attempt)
    return Settings(
        api_url=check_url(api_url),
        apikey=check_header("apikey", apikey),
        partner_id=partner_of(partner_id),
        timeout=DEFAULT_TIMEOUT if timeout is None else timeout,
        call_timeout=DEFAULT_CALL_TIMEOUT if call_timeout is None else call_timeout,
        retries=Retries(retry or RetryPolicy(), random, on_retry, on_attempt),
        now=now,
    )
