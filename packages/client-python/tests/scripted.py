"""A service that gives replies in turn, the last one for ever, and clients of it that wait for nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import httpx

from swift_worker import AsyncClient, Attempted, Client, Retrying, RetryPolicy

Reply = Callable[[httpx.Request], httpx.Response]
API_URL = "https://service.invalid/functions/v1/swift-worker"


def answer(status: int, body: object, headers: dict[str, str] | None = None) -> Reply:
    content = body if isinstance(body, str) else json.dumps(body)
    return lambda _: httpx.Response(status, content=content.encode(), headers=headers)


def refusal(status: int, code: str, headers: dict[str, str] | None = None) -> Reply:
    return answer(status, {"error": {"code": code, "message": f"{code}!", "details": {"state": "x"}}}, headers)


def hang_up(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadError("the connection was reset", request=request)


@dataclass
class Service:
    replies: Sequence[Reply]
    received: list[httpx.Request] = field(default_factory=list[httpx.Request])
    waits: list[float] = field(default_factory=list[float])
    retries: list[Retrying] = field(default_factory=list[Retrying])

    def answer(self, request: httpx.Request) -> httpx.Response:
        reply = self.replies[min(len(self.received), len(self.replies) - 1)]
        self.received.append(request)
        return reply(request)

    def keys(self) -> list[str | None]:
        return [request.headers.get("idempotency-key") for request in self.received]

    def body(self, number: int) -> Any:
        return json.loads(self.received[number].content)


def service_with(
    *replies: Reply,
    retry: RetryPolicy | None = None,
    partner_id: UUID | None = None,
    on_attempt: Callable[[Attempted], object] | None = None,
) -> tuple[Client, Service]:
    service = Service(replies)
    client = Client(
        api_url=API_URL,
        apikey="pk_test_x",
        token="partner_test_x",
        partner_id=partner_id,
        retry=retry,
        on_attempt=on_attempt,
        on_retry=service.retries.append,
        http=httpx.Client(transport=httpx.MockTransport(service.answer)),
        wait=service.waits.append,
        random=lambda: 0.5,
        now=lambda: 0.0,
    )
    return client, service


def async_service_with(*replies: Reply) -> tuple[AsyncClient, Service]:
    service = Service(replies)

    async def wait(seconds: float) -> None:
        service.waits.append(seconds)

    client = AsyncClient(
        api_url=API_URL,
        apikey="pk_test_x",
        token="partner_test_x",
        on_retry=service.retries.append,
        http=httpx.AsyncClient(transport=httpx.MockTransport(service.answer)),
        wait=wait,
        random=lambda: 0.5,
        now=lambda: 0.0,
    )
    return client, service
