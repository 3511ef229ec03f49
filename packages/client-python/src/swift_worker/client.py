"""The clients: `Client` blocks, `AsyncClient` is for asyncio and trio."""

from __future__ import annotations

import inspect
import random as dice
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from types import TracebackType

import anyio
import httpx
from typing_extensions import Self

from ._decode import decode
from ._routes import AsyncRoutes, Routes
from ._wire import Outcome, Retries, Retrying, Success, Wire, lost, outcome_of, wire_of
from .answer import Answer, Body, Item, Listed, Page
from .not_given import NOT_GIVEN, Parameters
from .retry import RetryPolicy

DEFAULT_TIMEOUT = 35.0
"""Longer than the service takes to answer, in seconds."""


def _key_of(method: str, given: str | None) -> str | None:
    return None if method == "GET" else given or str(uuid.uuid4())


def _answer(wire: Wire, success: Success, body: type[Body]) -> Answer[Body]:
    return Answer(
        status=success.status,
        route=wire.route,
        idempotency_key=wire.idempotency_key,
        body=decode(body, success.body),
        request_id=success.headers.get("x-request-id"),
        replayed=success.headers.get("idempotent-replayed") == "true",
        raw=success.body,
    )


def _first_page(parameters: Parameters) -> int:
    page = parameters.get("page", NOT_GIVEN)
    return page if isinstance(page, int) else 1


class Client(Routes):
    """A client with a method for each route.

    A call is sent again after a transient error or without an answer, a command always with the same
    idempotency key, unless its answer has a secret that is shown once. Redirects are not followed. The methods raise Refusal when the service refuses the call, and ConnectionLost when no
    attempt got an answer.

    api_url: the address of the stage: `https://…/functions/v1/swift-worker`
    apikey: the publishable key of the stage
    token: the partner's API key, or a member's token. A function is called before every attempt.
    timeout: seconds until an attempt without an answer is given up
    on_retry: is called after every attempt that will be repeated
    http: an httpx client of your own, which is not closed with this client
    """

    def __init__(
        self,
        *,
        api_url: str,
        apikey: str,
        token: str | Callable[[], str],
        retry: RetryPolicy | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        on_retry: Callable[[Retrying], object] | None = None,
        http: httpx.Client | None = None,
        wait: Callable[[float], object] = time.sleep,
        random: Callable[[], float] = dice.random,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._api_url, self._apikey, self._token = api_url, apikey, token
        self._retries = Retries(retry or RetryPolicy(), random, on_retry)
        self._timeout, self._wait, self._now = timeout, wait, now
        self._is_own = http is None
        self._http = httpx.Client() if http is None else http

    def close(self) -> None:
        if self._is_own:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _attempt(self, wire: Wire) -> Outcome:
        token = self._token if isinstance(self._token, str) else self._token()
        headers = {**wire.headers, "apikey": self._apikey, "authorization": f"Bearer {token}"}
        # httpx limits each wait for a part of the answer; this limits the whole answer.
        end = time.monotonic() + self._timeout
        try:
            with self._http.stream(
                wire.method,
                wire.url,
                headers=headers,
                content=wire.content,
                timeout=self._timeout,
                follow_redirects=False,
            ) as response:
                parts: list[bytes] = []
                for part in response.iter_bytes():
                    parts.append(part)
                    if time.monotonic() > end:
                        raise httpx.ReadTimeout("the answer took too long", request=response.request)
                return outcome_of(wire, response, b"".join(parts), self._now())
        except httpx.RequestError as error:
            return lost(self._api_url, wire, error)

    def _send(self, wire: Wire) -> Success:
        attempt = 0
        while True:
            attempt += 1
            outcome = self._attempt(wire)
            if isinstance(outcome, Success):
                return outcome
            self._wait(self._retries.wait_before_next(wire, attempt, outcome))

    def _call(
        self, route: str, method: str, parameters: Parameters, body: type[Body], idempotency_key: str | None
    ) -> Answer[Body]:
        wire = wire_of(self._api_url, route, method, parameters, _key_of(method, idempotency_key))
        return _answer(wire, self._send(wire), body)

    def _pages(self, route: str, parameters: Parameters, body: type[Listed]) -> Iterator[Listed]:
        number = _first_page(parameters)
        while True:
            page = self._call(route, "GET", {**parameters, "page": number}, body, None).body
            yield page
            if number >= page.pages:
                return
            number += 1

    def _items(self, pages: Iterator[Page[Item]]) -> Iterator[Item]:
        for page in pages:
            yield from page.items


class AsyncClient(AsyncRoutes):
    """The same as Client, for asyncio and trio. `token` and `wait` may be coroutine functions."""

    def __init__(
        self,
        *,
        api_url: str,
        apikey: str,
        token: str | Callable[[], str | Awaitable[str]],
        retry: RetryPolicy | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        on_retry: Callable[[Retrying], object] | None = None,
        http: httpx.AsyncClient | None = None,
        wait: Callable[[float], Awaitable[object]] = anyio.sleep,
        random: Callable[[], float] = dice.random,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._api_url, self._apikey, self._token = api_url, apikey, token
        self._retries = Retries(retry or RetryPolicy(), random, on_retry)
        self._timeout, self._wait, self._now = timeout, wait, now
        self._is_own = http is None
        self._http = httpx.AsyncClient() if http is None else http

    async def close(self) -> None:
        if self._is_own:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def _token_now(self) -> str:
        if isinstance(self._token, str):
            return self._token
        token = self._token()
        return await token if inspect.isawaitable(token) else token

    async def _attempt(self, wire: Wire) -> Outcome:
        headers = {**wire.headers, "apikey": self._apikey, "authorization": f"Bearer {await self._token_now()}"}
        try:
            with anyio.fail_after(self._timeout):
                response = await self._http.request(
                    wire.method,
                    wire.url,
                    headers=headers,
                    content=wire.content,
                    timeout=None,
                    follow_redirects=False,
                )
            return outcome_of(wire, response, response.content, self._now())
        except (httpx.RequestError, TimeoutError) as error:
            return lost(self._api_url, wire, error)

    async def _send(self, wire: Wire) -> Success:
        attempt = 0
        while True:
            attempt += 1
            outcome = await self._attempt(wire)
            if isinstance(outcome, Success):
                return outcome
            await self._wait(self._retries.wait_before_next(wire, attempt, outcome))

    async def _call(
        self, route: str, method: str, parameters: Parameters, body: type[Body], idempotency_key: str | None
    ) -> Answer[Body]:
        wire = wire_of(self._api_url, route, method, parameters, _key_of(method, idempotency_key))
        return _answer(wire, await self._send(wire), body)

    async def _pages(self, route: str, parameters: Parameters, body: type[Listed]) -> AsyncIterator[Listed]:
        number = _first_page(parameters)
        while True:
            page = (await self._call(route, "GET", {**parameters, "page": number}, body, None)).body
            yield page
            if number >= page.pages:
                return
            number += 1

    async def _items(self, pages: AsyncIterator[Page[Item]]) -> AsyncIterator[Item]:
        async for page in pages:
            for item in page.items:
                yield item
