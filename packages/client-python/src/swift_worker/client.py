"""The clients: `Client` blocks, `AsyncClient` is for asyncio and trio."""

from __future__ import annotations

import inspect
import math
import random as dice
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from types import TracebackType

import anyio
import httpx
from typing_extensions import Self

from ._answered import Outcome, Success, lost, outcome_of
from ._hook import discard, finished
from ._routes import AsyncRoutes, Routes
from ._settings import answer_of, settings_of
from ._walk import RawBody, Walk
from ._wire import Wire
from .answer import Answer, Body, Item, Listed, Page
from .errors import CallCancelled
from .not_given import Parameters
from .options import DEFAULT_CALL_TIMEOUT, DEFAULT_TIMEOUT, Attempted, CallOptions, Retrying
from .retry import RetryPolicy


def _unless_cancelled(options: CallOptions) -> None:
    if options.cancel is not None and options.cancel.is_set():
        raise CallCancelled("the program gave the call up")


def _finite(seconds: float) -> float | None:
    return seconds if seconds < math.inf else None


def _traces(http: httpx.Client | httpx.AsyncClient) -> bool:
    """Whether the client says when a connection was free: that of httpcore does, and those of tests do not."""
    return isinstance(getattr(http, "_transport", None), (httpx.HTTPTransport, httpx.AsyncHTTPTransport))


class Client(Routes):
    """A client with a method for each route.

    A call is sent again after a transient error or without an answer, a command always with the same
    idempotency key, unless its answer has a secret that is shown once. Redirects are not followed. The methods raise
    Refusal when the service refuses the call, and ConnectionLost when no attempt got an answer. ValueError: an
    argument can't be right, such as plain http to another machine or an empty key.

    api_url: the address of the stage: `https://…/functions/v1/swift-worker`. Plain http is for loopback only.
    apikey: the publishable key of the stage
    token: the partner's API key, or a member's token. A function is called before every attempt.
    partner_id: the partner of every call. Only a member of several partners has to name one.
    timeout: seconds until an attempt without an answer is given up. The wait for a free connection does not count.
    call_timeout: seconds until the whole call ends, with its attempts and its pauses. A pause that would end later is
        not begun: the call fails with the error of its last attempt. Infinity: no limit
    on_retry: is called after every attempt that will be repeated. What it raises is ignored.
    on_attempt: is called after every attempt. What it raises is ignored.
    http: an httpx client of your own, which is not closed with this client
    """

    def __init__(
        self,
        *,
        api_url: str,
        apikey: str,
        token: str | Callable[[], str],
        partner_id: str | uuid.UUID | None = None,
        retry: RetryPolicy | None = None,
        timeout: float | None = DEFAULT_TIMEOUT,
        call_timeout: float | None = DEFAULT_CALL_TIMEOUT,
        on_retry: Callable[[Retrying], object] | None = None,
        on_attempt: Callable[[Attempted], object] | None = None,
        http: httpx.Client | None = None,
        wait: Callable[[float], object] = time.sleep,
        random: Callable[[], float] = dice.random,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._settings = settings_of(
            api_url=api_url,
            apikey=apikey,
            token=token,
            partner_id=partner_id,
            retry=retry,
            timeout=timeout,
            call_timeout=call_timeout,
            on_retry=on_retry,
            on_attempt=on_attempt,
            random=random,
            now=now,
        )
        self._token, self._wait = token, wait
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

    def _attempt(self, wire: Wire, options: CallOptions, left: float) -> Outcome:
        headers = self._settings.headers(wire, self._token() if callable(self._token) else self._token)
        timeout = min(self._settings.timeout_of(options), left)
        limits = httpx.Timeout(_finite(timeout), pool=_finite(left))
        # httpx limits each wait for a part of the answer; this limits the whole one, from when a connection was free.
        end = time.monotonic() + (left if _traces(self._http) else timeout)

        begun = False

        def begin(_name: str, _info: object) -> None:
            nonlocal begun, end
            if not begun:
                begun, end = True, min(end, time.monotonic() + timeout)

        try:
            with self._http.stream(
                wire.method,
                wire.url,
                headers=headers,
                content=wire.content,
                timeout=limits,
                follow_redirects=False,
                extensions={"trace": begin},
            ) as response:
                parts: list[bytes] = []
                for part in response.iter_bytes():
                    parts.append(part)
                    _unless_cancelled(options)
                    if time.monotonic() > end:
                        raise httpx.ReadTimeout("the answer took too long", request=response.request)
                return outcome_of(wire, response, b"".join(parts), self._settings.now())
        except httpx.RequestError as error:
            return lost(self._settings.api_url, wire, error)

    def _pause(self, seconds: float, options: CallOptions) -> None:
        if options.cancel is None:
            self._wait(seconds)
        else:
            options.cancel.wait(seconds)

    def _call(
        self,
        route: str,
        method: str,
        parameters: Parameters,
        body: type[Body],
        idempotency_key: str | uuid.UUID | None,
        options: CallOptions | None,
    ) -> Answer[Body]:
        attempts, own = self._settings.begun((route, method, parameters), idempotency_key, options)
        while True:
            _unless_cancelled(own)
            attempts.begin()
            outcome = self._attempt(attempts.wire, own, attempts.left())
            discard(attempts.tell(outcome))
            if isinstance(outcome, Success):
                return answer_of(attempts.wire, outcome, body)
            wait = attempts.wait_after(outcome)
            discard(attempts.tell_of_retry(wait, outcome))
            self._pause(wait, own)

    def _pages(
        self, route: str, parameters: Parameters, body: type[Listed], options: CallOptions | None
    ) -> Iterator[Listed]:
        walk: Walk[Listed] | None = Walk.begun(route, parameters, body)
        while walk is not None:
            answer = self._call(route, "GET", walk.asked, RawBody, None, options)
            page, walk = walk.read(answer.raw)
            yield page

    def _items(self, pages: Iterator[Page[Item]]) -> Iterator[Item]:
        for page in pages:
            yield from page.items


class AsyncClient(AsyncRoutes):
    """The same as Client, for asyncio and trio. `token`, `wait` and the hooks may be coroutine functions.

    Cancel the task to give a call up.
    """

    def __init__(
        self,
        *,
        api_url: str,
        apikey: str,
        token: str | Callable[[], str | Awaitable[str]],
        partner_id: str | uuid.UUID | None = None,
        retry: RetryPolicy | None = None,
        timeout: float | None = DEFAULT_TIMEOUT,
        call_timeout: float | None = DEFAULT_CALL_TIMEOUT,
        on_retry: Callable[[Retrying], object] | None = None,
        on_attempt: Callable[[Attempted], object] | None = None,
        http: httpx.AsyncClient | None = None,
        wait: Callable[[float], Awaitable[object]] = anyio.sleep,
        random: Callable[[], float] = dice.random,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._settings = settings_of(
            api_url=api_url,
            apikey=apikey,
            token=token,
            partner_id=partner_id,
            retry=retry,
            timeout=timeout,
            call_timeout=call_timeout,
            on_retry=on_retry,
            on_attempt=on_attempt,
            random=random,
            now=now,
        )
        self._token, self._wait = token, wait
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

    async def _attempt(self, wire: Wire, options: CallOptions, left: float) -> Outcome:
        timeout = min(self._settings.timeout_of(options), left)
        late = TimeoutError(f"no whole answer came within {timeout} s")
        token = ""
        with anyio.move_on_after(_finite(left)) as scope:
            token = await self._token_now()
        if scope.cancelled_caught:
            return lost(self._settings.api_url, wire, late)
        headers = self._settings.headers(wire, token)
        try:
            return await self._answered(wire, headers, timeout, left)
        except TimeoutError:
            return lost(self._settings.api_url, wire, late)
        except httpx.RequestError as error:
            return lost(self._settings.api_url, wire, error)

    async def _answered(self, wire: Wire, headers: Mapping[str, str], timeout: float, left: float) -> Outcome:
        begun = False
        with anyio.fail_after(_finite(left if _traces(self._http) else timeout)) as scope:

            async def begin(_name: str, _info: object) -> None:
                """A connection is free: the time of the attempt begins."""
                nonlocal begun
                if not begun:
                    begun, scope.deadline = True, min(scope.deadline, anyio.current_time() + timeout)

            # The wait for a connection ends a little before the call, so that it differs from a late answer.
            response = await self._http.request(
                wire.method,
                wire.url,
                headers=headers,
                content=wire.content,
                timeout=httpx.Timeout(None, pool=_finite(left * 0.95)),
                follow_redirects=False,
                extensions={"trace": begin},
            )
        return outcome_of(wire, response, response.content, self._settings.now())

    async def _call(
        self,
        route: str,
        method: str,
        parameters: Parameters,
        body: type[Body],
        idempotency_key: str | uuid.UUID | None,
        options: CallOptions | None,
    ) -> Answer[Body]:
        attempts, own = self._settings.begun((route, method, parameters), idempotency_key, options)
        while True:
            attempts.begin()
            outcome = await self._attempt(attempts.wire, own, attempts.left())
            await finished(attempts.tell(outcome))
            if isinstance(outcome, Success):
                return answer_of(attempts.wire, outcome, body)
            wait = attempts.wait_after(outcome)
            await finished(attempts.tell_of_retry(wait, outcome))
            await self._wait(wait)

    async def _pages(
        self, route: str, parameters: Parameters, body: type[Listed], options: CallOptions | None
    ) -> AsyncIterator[Listed]:
        walk: Walk[Listed] | None = Walk.begun(route, parameters, body)
        while walk is not None:
            answer = await self._call(route, "GET", walk.asked, RawBody, None, options)
            page, walk = walk.read(answer.raw)
            yield page

    async def _items(self, pages: AsyncIterator[Page[Item]]) -> AsyncIterator[Item]:
        async for page in pages:
            for item in page.items:
                yield item
