"""The options of a client and of a single call."""

from __future__ import annotations

import ipaddress
import re
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import httpx

from .errors import ConnectionLost, Refusal
from .retry import RetryPolicy

DEFAULT_TIMEOUT = 35.0
"""Longer than the service takes to answer, in seconds."""

DEFAULT_CALL_TIMEOUT = 90.0
"""Two attempts that get no answer, and the pause between them, in seconds."""


def check_seconds(name: str, value: object) -> None:
    """Raises ValueError. None stands for the default, and infinity for no limit."""
    if value is not None and not (isinstance(value, (int, float)) and value > 0):
        raise ValueError(f"{name} must be seconds, more than 0")


def check_hook(name: str, hook: object) -> None:
    """Raises ValueError."""
    if hook is not None and not callable(hook):
        raise ValueError(f"{name} must be a function")


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOptions:
    """What a single call may have in place of the client's options; pages and items too."""

    timeout: float | None = None
    """Seconds until an attempt without an answer is given up. The wait for a free connection does not count."""
    call_timeout: float | None = None
    """Seconds until the whole call ends, with its attempts and its pauses."""
    retry: RetryPolicy | None = None
    partner_id: str | uuid.UUID | None = None
    """The partner of the call."""
    cancel: threading.Event | None = None
    """Once it is set, the call ends with CallCancelled: at once in a pause, else with the next part of the answer,
    within `timeout`. AsyncClient does not look at it: cancel the task."""

    def __post_init__(self) -> None:
        """Raises ValueError that names the option."""
        check_seconds("timeout", self.timeout)
        check_seconds("call_timeout", self.call_timeout)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempted:
    """An attempt of a call, for a log. It has no parameters, no body and no credential."""

    route: str
    method: str
    idempotency_key: str | None
    """None for a query."""
    attempt: int
    """From 1."""
    seconds: float
    """From the request to the end of the answer."""
    status: int | None
    """None without an answer."""
    request_id: str | None
    error: Refusal | ConnectionLost | None
    """None when the attempt succeeded."""


OnRetry: TypeAlias = Callable[[Retrying], object]
OnAttempt: TypeAlias = Callable[[Attempted], object]


def check_header(name: str, value: object) -> str:
    """Raises ValueError, which does not have the value: it may be a secret in the wrong place."""
    if isinstance(value, str) and re.fullmatch(r"[!-~]+( +[!-~]+)*", value):
        return value
    raise ValueError(f"{name} must be a text of visible ASCII characters, without a line break")


def partner_of(partner_id: str | uuid.UUID | None) -> str | None:
    """Raises ValueError unless it is a UUID."""
    if partner_id is None:
        return None
    try:
        return str(uuid.UUID(str(partner_id)))
    except ValueError:
        raise ValueError("partner_id must be a UUID") from None


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def check_url(api_url: object) -> str:
    """Raises ValueError."""
    try:
        url = httpx.URL(api_url if isinstance(api_url, str) else "")
    except httpx.InvalidURL:
        url = httpx.URL("")
    if not url.is_absolute_url:
        raise ValueError("api_url must be a whole URL: https://…/functions/v1/swift-worker")
    if url.scheme != "https" and not (url.scheme == "http" and _is_loopback(url.host)):
        raise ValueError("api_url must begin with https://: plain http shows the credentials to everybody on the way")
    if url.userinfo or url.fragment:
        raise ValueError("api_url must have no user, no password and no fragment")
    return str(url)
