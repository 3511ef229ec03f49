"""An endpoint as a view, as WSGI and as ASGI."""

from __future__ import annotations

import io
import json
import threading
import unittest
from collections.abc import Callable, MutableMapping
from typing import Any, ClassVar
from urllib.parse import urlencode

import anyio

from swift_worker.receiver import CallbackSubject, Receiver
from swift_worker.reports import reports_of
from swift_worker.seen import SeenInMemory

from .test_webhook import NOW, PART, SECRET, URL, event, signed

PING = event("service.ping", {})
CALLBACK = b'{"object": "whatsapp_business_account", "entry": []}'
PLATFORM = {"X-Hub-Signature-256": "sha256=00"}
HANDSHAKE = urlencode({"hub.mode": "subscribe", "hub.verify_token": "open sesame+", "hub.challenge": "4711"})


class Endpoint:
    """A receiver, and what its handlers got."""

    def __init__(self, **more: Any) -> None:
        self.got: list[object] = []
        options: dict[str, Any] = {
            "secret": SECRET,
            "webhook_url": URL,
            "verify_token": "open sesame+",
            "on_event": lambda event: self.got.append(event.type),
            "on_callback": lambda callback, subject: self.got.append((callback, subject)),
            "on_error": self.got.append,
            "now": lambda: NOW,
        }
        self.receiver = Receiver(**{**options, **more})

    def post(self, body: bytes, headers: dict[str, str], path: str = f"/hooks/{PART}") -> tuple[int, str]:
        answer = self.receiver.answer("POST", path, headers, body)
        return answer.status, answer.text

    def status(self, body: bytes, headers: dict[str, str]) -> int:
        return self.post(body, headers)[0]


class AView(unittest.TestCase):
    def test_takes_an_event_a_callback_and_the_handshake(self) -> None:
        endpoint = Endpoint()
        self.assertEqual(endpoint.receiver.answer("GET", f"/?{HANDSHAKE}", {}, b"").text, "4711")
        self.assertEqual(endpoint.receiver.answer("GET", f"/?{HANDSHAKE}x".replace("+", ""), {}, b"").status, 403)
        self.assertEqual(endpoint.post(PING, signed(PING), "/behind/a/proxy"), (200, ""))
        self.assertEqual(endpoint.post(CALLBACK, PLATFORM), (200, ""))
        self.assertEqual(endpoint.got, ["service.ping", (json.loads(CALLBACK), None)])

    def test_refuses_what_is_not_verified_with_the_reason(self) -> None:
        endpoint = Endpoint()
        self.assertEqual(endpoint.post(PING + b" ", signed(PING)), (400, "no signature is valid"))
        self.assertIn("is not that of the endpoint", endpoint.post(CALLBACK, PLATFORM, "/hooks/guessed")[1])
        self.assertEqual(endpoint.receiver.answer("DELETE", "/", {}, b"").status, 405)
        self.assertEqual(endpoint.status(b" " * (3 * 1024 * 1024 + 1), PLATFORM), 413)
        self.assertEqual(endpoint.got, [])

    def test_gives_a_relayed_callback_to_the_handler_of_callbacks_once(self) -> None:
        endpoint = Endpoint()
        relayed = json.loads(event("service.platform.callback", {"field": "messages", "callback": {"object": "o"}}))
        body = json.dumps({**relayed, "subject": {"customer_id": "c", "instance_id": 7}}).encode()
        self.assertEqual([endpoint.status(body, signed(body)) for _ in range(2)], [200, 200])
        self.assertEqual(endpoint.got, [({"object": "o"}, CallbackSubject("c", None, None))])

    def test_is_not_made_with_what_anybody_could_have(self) -> None:
        wrongs: list[dict[str, Any]] = [
            {"secret": "whsec_"},
            {"secret": []},
            {"webhook_url": "https://hooks.example/"},
            {"verify_token": ""},
        ]
        for wrong in wrongs:
            with self.subTest(wrong), self.assertRaisesRegex(ValueError, next(iter(wrong))):
                Endpoint(**wrong)


class AnEventThatIsSentAgain(unittest.TestCase):
    def test_is_handled_once_and_again_only_when_the_handler_has_raised(self) -> None:
        fault = OSError("no database")
        results: list[Exception | None] = [fault, None]

        def handle(_: object) -> None:
            result = results.pop(0)
            if result is not None:
                raise result

        endpoint = Endpoint(on_event=handle)
        self.assertEqual([endpoint.status(PING, signed(PING)) for _ in range(3)], [500, 200, 200])
        self.assertEqual(endpoint.got, [fault])

    def test_is_answered_with_503_while_it_is_being_handled(self) -> None:
        begun, end = threading.Event(), threading.Event()
        calls: list[object] = []

        def handle(event: object) -> None:
            calls.append(event)
            begun.set()
            if len(calls) == 1:
                end.wait()

        endpoint = Endpoint(on_event=handle)
        first = threading.Thread(target=endpoint.post, args=(PING, signed(PING)))
        first.start()
        begun.wait()
        during = endpoint.status(PING, signed(PING))
        end.set()
        first.join()
        self.assertEqual((during, endpoint.status(PING, signed(PING)), len(calls)), (503, 200, 1))

    def test_is_known_while_it_is_among_the_newest(self) -> None:
        seen = SeenInMemory(2)
        for one in "abc":
            self.assertEqual(seen.claim(one), "claimed")
            seen.complete(one)
        self.assertEqual([seen.claim(one) for one in "cba"], ["done", "done", "claimed"])


def over_wsgi(endpoint: Endpoint, method: str, query: str, headers: dict[str, str], body: bytes) -> tuple[str, bytes]:
    statuses: list[str] = []
    environ = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "/hooks",
        "PATH_INFO": f"/{PART}",
        "QUERY_STRING": query,
        "CONTENT_LENGTH": str(len(body)) if body else "",
        # What follows is another request.
        "wsgi.input": io.BytesIO(body + b"GET / HTTP/1.1"),
        **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()},
    }
    answer = endpoint.receiver.wsgi(environ, lambda status, _: statuses.append(status))
    return statuses[0], b"".join(answer)


def over_asgi(endpoint: Endpoint, method: str, query: str, headers: dict[str, str], body: bytes) -> tuple[str, bytes]:
    sent: list[MutableMapping[str, Any]] = []
    parts: list[MutableMapping[str, Any]] = [{"body": body[:9], "more_body": True}, {"body": body[9:]}]

    async def receive() -> MutableMapping[str, Any]:
        return parts.pop(0)

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "root_path": "/hooks",
        "path": f"/{PART}",
        "query_string": query.encode(),
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
    }
    anyio.run(endpoint.receiver.asgi, scope, receive, send)
    return str(sent[0]["status"]), sent[1]["body"]


class AnApplication(unittest.TestCase):
    def test_reads_the_request(self) -> None:
        for over in (over_wsgi, over_asgi):
            with self.subTest(over.__name__):
                endpoint = Endpoint()

                def ask(
                    method: str,
                    query: str = "",
                    headers: dict[str, str] | None = None,
                    body: bytes = b"",
                    over: Callable[..., tuple[str, bytes]] = over,
                    endpoint: Endpoint = endpoint,
                ) -> tuple[str, bytes]:
                    status, text = over(endpoint, method, query, headers or {}, body)
                    return status[:3], text

                self.assertEqual(ask("GET", HANDSHAKE), ("200", b"4711"))
                self.assertEqual(ask("POST", headers=signed(PING), body=PING), ("200", b""))
                self.assertEqual(ask("POST", headers=signed(PING), body=CALLBACK), ("400", b"no signature is valid"))
                self.assertEqual(ask("POST", headers=PLATFORM, body=CALLBACK), ("200", b""))
                large = b" " * (3 * 1024 * 1024 + 1)
                self.assertEqual(ask("POST", headers=PLATFORM, body=large)[0], "413")
                self.assertEqual(endpoint.got, ["service.ping", (json.loads(CALLBACK), None)])

    def test_of_asgi_awaits_handlers_in_its_event_loop(self) -> None:
        threads: list[threading.Thread] = []

        async def handle(_: object) -> None:
            await anyio.sleep(0)
            threads.append(threading.current_thread())

        endpoint = Endpoint(on_event=handle)
        self.assertEqual(over_asgi(endpoint, "POST", "", signed(PING), PING), ("200", b""))
        self.assertEqual(threads, [threading.current_thread()])


class TheReports(unittest.TestCase):
    STATUS: ClassVar[dict[str, Any]] = {
        "id": "wamid.1",
        "status": "failed",
        "timestamp": "1772323200",
        "recipient_id": "4930901820",
    }
    ERRORS: ClassVar[list[dict[str, Any]]] = [
        {"code": 131026, "title": "Undeliverable", "error_data": {"details": "Not on it"}}
    ]

    def of(self, *statuses: object) -> list[list[Any]]:
        value = {"metadata": {"phone_number_id": "1065"}, "statuses": list(statuses)}
        return [list(reports) for reports in reports_of({"entry": [{"changes": [{"value": value}]}]})]

    def test_are_of_the_statuses_without_the_number_of_the_recipient(self) -> None:
        [[report]] = self.of({**self.STATUS, "errors": self.ERRORS})
        self.assertEqual(
            {name: value for name, value in report.items() if value is not None},
            {
                "phone_number_id": "1065",
                "message_id": "wamid.1",
                "status": "failed",
                "occurred_at": "1772323200",
                "error_code": 131026,
                "error_title": "Undeliverable",
                "error_details": "Not on it",
            },
        )

    def test_are_in_lists_of_500(self) -> None:
        self.assertEqual([len(one) for one in self.of(*[self.STATUS] * 501)], [500, 1])

    def test_leave_out_what_is_no_status(self) -> None:
        self.assertEqual(self.of({**self.STATUS, "status": "played"}, {**self.STATUS, "id": 7}, None), [])
        elsewhere = {"entry": [{"changes": [{"value": {"statuses": [self.STATUS]}}]}]}
        nothings: list[object] = [None, 7, [], {}, {"entry": {}}, elsewhere]
        for nothing in nothings:
            self.assertEqual(reports_of(nothing), [])
