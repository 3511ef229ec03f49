"""An endpoint for the service's events and the platform's callbacks, for any framework."""

from __future__ import annotations

import inspect
import json
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from anyio import from_thread, to_thread

from ._hook import discard, told
from ._secret_part import required_secret_parts
from ._signing_key import keys_of
from .models import ReceivedEvent
from .seen import SeenIds, SeenInMemory
from .webhook import (
    DEFAULT_TOLERANCE,
    NotVerified,
    PlatformCallback,
    ReceivedHeaders,
    UnknownEvent,
    challenge_of,
    verify_callback,
)

RELAYED_CALLBACK = "service.platform.callback"
"""The type of an event that has a callback of the platform in it."""

__all__ = ["RELAYED_CALLBACK", "CallbackSubject", "Receiver", "ReceiverAnswer"]

_LARGEST = 3 * 1024 * 1024
"""In bytes. The platform's largest callback has 3 MB. https://developers.facebook.com/docs/graph-api/webhooks/getting-started"""

_HEADERS = {"content-type": "text/plain; charset=utf-8", "allow": "GET, POST"}
"""`allow` belongs to 405, and does no harm elsewhere. https://www.rfc-editor.org/rfc/rfc9110#section-10.2.1"""

_REASONS = {
    200: "OK",
    400: "Bad Request",
    403: "Forbidden",
    405: "Method Not Allowed",
    413: "Content Too Large",
    500: "Internal Server Error",
    503: "Service Unavailable",
}

_Scope = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
_Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class CallbackSubject:
    """What a relayed callback is about."""

    customer_id: str | None
    external_customer_id: str | None
    instance_id: str | None


@dataclass(frozen=True, slots=True)
class ReceiverAnswer:
    """What to answer to a request, as `text/plain`."""

    status: int
    text: str


async def _awaited(result: Awaitable[object]) -> object:
    return await result


def _finished(result: object) -> object:
    """The result, or that of a coroutine, which runs in the event loop of `asgi`."""
    return from_thread.run(_awaited, result) if inspect.isawaitable(result) else result


def _subject_of(value: object) -> CallbackSubject:
    given: Mapping[str, object] = cast("dict[str, object]", value) if isinstance(value, dict) else {}
    names = ("customer_id", "external_customer_id", "instance_id")
    customer, external, instance = (one if isinstance(one := given.get(name), str) else None for name in names)
    return CallbackSubject(customer, external, instance)


class Receiver:
    """An endpoint. Use `wsgi` or `asgi` as an application, or call `answer` in a view.

    on_event: processes an event. When it raises, the answer is 500, and the service sends the event again
    on_callback: processes a callback of the platform, which may come more than once. When it raises, it comes again.
        Its second argument is None for a callback that the platform sent itself
    on_error: for logs: what a handler or the store raised. What it raises is ignored
    seen: default: the newest 10,000 ids in the memory of this process. With several processes, use a database

    In `asgi` the handlers may be coroutine functions; others run in a thread.
    Raises ValueError when the secret is malformed, the address can be guessed, or the token is empty.
    """

    def __init__(
        self,
        *,
        secret: str | Sequence[str],
        webhook_url: str,
        verify_token: str,
        on_event: Callable[[ReceivedEvent | UnknownEvent], object],
        on_callback: Callable[[Any, CallbackSubject | None], object],
        on_error: Callable[[Exception], object],
        seen: SeenIds | None = None,
        tolerance: float = DEFAULT_TOLERANCE,
        now: Callable[[], float] = time.time,
    ) -> None:
        if not keys_of(secret):
            raise ValueError("secret must have at least one secret")
        required_secret_parts(webhook_url)
        if verify_token == "":
            raise ValueError("verify_token must not be empty")
        self._verify = partial(verify_callback, secret=secret, webhook_url=webhook_url, tolerance=tolerance)
        self._now = now
        self._verify_token = verify_token
        self._on_event = on_event
        self._on_callback = on_callback
        self._on_error = on_error
        self._seen: SeenIds = SeenInMemory() if seen is None else seen

    def answer(self, method: str, url: str, headers: ReceivedHeaders, body: bytes) -> ReceiverAnswer:
        """Answers a request.

        url: the whole URL, or path and query
        body: the exact bytes, before parsing
        """
        if method == "GET":
            challenge = challenge_of(url.partition("?")[2], self._verify_token)
            return ReceiverAnswer(403, "") if challenge is None else ReceiverAnswer(200, challenge)
        if method != "POST":
            return ReceiverAnswer(405, "")
        if len(body) > _LARGEST:
            return ReceiverAnswer(413, f"the body has more than {_LARGEST} bytes")
        try:
            return self._take(url, headers, body)
        except NotVerified as fault:
            return ReceiverAnswer(400, str(fault))
        except Exception as error:
            discard(told(self._on_error, error))
            return ReceiverAnswer(500, "")

    def _take(self, url: str, headers: ReceivedHeaders, body: bytes) -> ReceiverAnswer:
        received = self._verify(headers, body, url=url, now=self._now())
        if isinstance(received, PlatformCallback):
            _finished(self._on_callback(received.body, None))
            return ReceiverAnswer(200, "")
        claim = self._seen.claim(received.id)
        if claim == "busy":
            # The first one may still fail: the service has to send the event again to learn its end.
            return ReceiverAnswer(503, "the event is being processed")
        if claim == "claimed":
            try:
                self._handle(received, body)
            except BaseException:
                self._seen.release(received.id)
                raise
            self._seen.complete(received.id)
        return ReceiverAnswer(200, "")

    def _handle(self, event: ReceivedEvent | UnknownEvent, body: bytes) -> None:
        if event.type != RELAYED_CALLBACK:
            _finished(self._on_event(event))
            return
        relayed: dict[str, Any] = json.loads(body)
        data = relayed.get("data")
        callback = cast("Mapping[str, object]", data).get("callback") if isinstance(data, dict) else None
        _finished(self._on_callback(callback, _subject_of(relayed.get("subject"))))

    def wsgi(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """A WSGI application: Flask's `DispatcherMiddleware`, gunicorn, uWSGI. https://peps.python.org/pep-3333/"""
        length = str(environ.get("CONTENT_LENGTH") or "")
        # Without a length the stream may have no end, unless the server says that it has one.
        most = min(int(length), _LARGEST + 1) if length.isdecimal() else _LARGEST + 1
        has_body = length.isdecimal() or environ.get("wsgi.input_terminated") is True
        body: bytes = environ["wsgi.input"].read(most) if has_body else b""
        given = {name[5:].replace("_", "-"): str(value) for name, value in environ.items() if name.startswith("HTTP_")}
        url = f"{environ.get('SCRIPT_NAME', '')}{environ.get('PATH_INFO', '')}?{environ.get('QUERY_STRING', '')}"
        answer = self.answer(str(environ["REQUEST_METHOD"]), url, given, body)
        text = answer.text.encode()
        headers = {**_HEADERS, "content-length": str(len(text))}
        start_response(f"{answer.status} {_REASONS[answer.status]}", list(headers.items()))
        return [text]

    async def asgi(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        """An ASGI application: FastAPI's and Starlette's `mount`, uvicorn. https://asgi.readthedocs.io"""
        if scope["type"] != "http":
            raise RuntimeError(f"the receiver takes http, not {scope['type']}")
        body = bytearray()
        while len(body) <= _LARGEST:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body", False):
                break
        given = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        # A mounted application may have its part of the path in `root_path` alone. Only the secret parts count.
        url = f"{scope.get('root_path', '')}{scope['path']}?{scope['query_string'].decode('latin-1')}"
        answer = await to_thread.run_sync(self.answer, scope["method"], url, given, bytes(body))
        headers = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.text.encode()})
