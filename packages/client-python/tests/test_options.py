from __future__ import annotations

import asyncio
import socket
import ssl
import threading
import unittest
import uuid
from datetime import datetime, timedelta, timezone
from typing import Any, cast

import httpx

import swift_worker
from swift_worker import (
    AsyncClient,
    Attempted,
    CallCancelled,
    CallOptions,
    Client,
    ConnectionLost,
    Refusal,
    RetryPolicy,
)

from .records import page, upserted
from .scripted import Service, answer, hang_up, refusal, service_with

FINE = answer(201, upserted(), {"x-request-id": "r-1", "x-more": "1"})
PARTNER = uuid.UUID("0b8f6a52-8f0c-4d0e-9a4e-3f1f7e6f0a11")
OTHER = uuid.UUID("5c1c2f0e-6f1d-4a53-8f0a-0d3c1f2b7a22")


def made(**given: Any) -> None:
    options: dict[str, Any] = {"api_url": "https://api.example/functions/v1/swift-worker", "apikey": "a", "token": "t"}
    for kind in (Client, AsyncClient):
        kind(**{**options, **given})


class AClient(unittest.TestCase):
    def test_refuses_an_address_that_can_not_be_right(self) -> None:
        for url in ("", "api.example", "http://api.example", "http://127.0.0.1.example", "ftp://127.0.0.1"):
            with self.assertRaisesRegex(ValueError, "api_url must"):
                made(api_url=url)
        for other in ("https://user:word@api.example", "https://api.example/#a", None):
            with self.assertRaisesRegex(ValueError, "api_url must"):
                made(api_url=other)

    def test_takes_plain_http_on_the_loopback_interface(self) -> None:
        for url in ("http://127.0.0.1:4510/x", "http://localhost:4510", "http://[::1]:4510", "https://api.example"):
            made(api_url=url)

    def test_refuses_a_token_or_key_that_no_header_can_have_and_does_not_print_it(self) -> None:
        for value in ("", " ", "the_secret\n", "the_secret\r\nx: y", "sécret", None, 7):
            for name in ("apikey", "token"):
                with self.assertRaises(ValueError) as caught:
                    made(**{name: value})
                self.assertIn(f"{name} must be a text of visible ASCII", str(caught.exception))
                self.assertNotIn("secret", str(caught.exception))

    def test_refuses_a_partner_that_is_no_uuid(self) -> None:
        with self.assertRaisesRegex(ValueError, "partner_id must be a UUID"):
            made(partner_id="mine")

    def test_does_not_show_its_key(self) -> None:
        client = Client(api_url="https://api.example", apikey="the_key", token="the_token")
        self.assertNotIn("the_key", repr(vars(client)["_settings"]))


class ACall(unittest.TestCase):
    def test_is_not_sent_with_a_token_or_a_key_that_no_header_can_have(self) -> None:
        client, service = service_with(FINE)
        with self.assertRaisesRegex(ValueError, "idempotency_key must"):
            client.upsert_partner_customer(external_customer_id="c", customer_name="ab", idempotency_key="naïve")
        http = httpx.Client(transport=httpx.MockTransport(service.answer))
        other = Client(api_url="https://api.example", apikey="a", token=lambda: "the_secret\n", http=http)
        with self.assertRaises(ValueError) as caught:
            other.get_partner_webhook_endpoint()
        self.assertNotIn("secret", str(caught.exception))
        self.assertEqual(service.received, [])

    def test_names_the_partner_in_the_query(self) -> None:
        client, service = service_with(answer(200, page(1, 1)), partner_id=PARTNER)
        client.list_partner_customers()
        list(client.list_partner_customers_items(options=CallOptions(partner_id=OTHER)))
        list(client.list_partner_customers_pages(options=CallOptions(partner_id=str(OTHER))))
        for call in (
            client.rotate_partner_webhook_secret,
            lambda: client.leave_partner(partner_id=str(OTHER)),
        ):
            with self.assertRaises(swift_worker.MalformedAnswer):
                call()
        named = [request.url.params.get("partner_id") for request in service.received]
        self.assertEqual(named, [str(PARTNER), str(OTHER), str(OTHER), str(PARTNER), None])

    def test_names_the_client_and_its_version(self) -> None:
        client, service = service_with(FINE)
        client.upsert_partner_customer(external_customer_id="c", customer_name="ab")
        self.assertEqual(service.received[0].headers["user-agent"], f"swift-worker-python/{swift_worker.__version__}")

    def test_takes_uuids_and_times(self) -> None:
        client, service = service_with(answer(200, page(1, 1)), refusal(404, "not_found"))
        since = datetime(2026, 3, 1, 9, 30, tzinfo=timezone(timedelta(hours=2)))
        client.list_partner_instances(customer_id=PARTNER)
        with self.assertRaises(Refusal):
            client.update_partner_customer(
                customer_id=PARTNER, customer_name="ab", expected_updated_at=since, idempotency_key=OTHER
            )
        asked, command = service.received
        self.assertEqual(asked.url.params["customer_id"], str(PARTNER))
        self.assertEqual(service.body(1)["expected_updated_at"], "2026-03-01T09:30:00+02:00")
        self.assertEqual(command.headers["idempotency-key"], str(OTHER))

    def test_refuses_a_time_without_a_zone(self) -> None:
        client, service = service_with(FINE)
        with self.assertRaisesRegex(ValueError, "must have a time zone"):
            client.resend_partner_webhook_events(since=datetime(2026, 3, 1))
        self.assertEqual(service.received, [])

    def test_answers_with_the_headers(self) -> None:
        client, _ = service_with(FINE)
        came = client.upsert_partner_customer(external_customer_id="c", customer_name="ab")
        self.assertEqual(came.headers["X-More"], "1")

    def test_tells_of_each_attempt_without_a_parameter_or_a_credential(self) -> None:
        told: list[Attempted] = []
        busy = refusal(503, "temporarily_unavailable", {"x-request-id": "r-0"})
        client, _ = service_with(hang_up, busy, FINE, on_attempt=told.append)
        client.upsert_partner_customer(external_customer_id="c-77", customer_name="ab", idempotency_key="k-1")
        seen = [(one.attempt, one.status, one.request_id, type(one.error).__name__) for one in told]
        self.assertEqual(
            seen,
            [(1, None, None, "ConnectionLost"), (2, 503, "r-0", "Refusal"), (3, 201, "r-1", "NoneType")],
        )
        self.assertEqual(
            {(one.route, one.method, one.idempotency_key) for one in told}, {("upsert-partner-customer", "POST", "k-1")}
        )
        for word in ("c-77", "partner_test_x", "pk_test_x"):
            self.assertNotIn(word, repr(told))


class OptionsOfACall(unittest.TestCase):
    def test_are_a_time_limit_and_a_retry_policy_also_of_items(self) -> None:
        client, service = service_with(hang_up)
        own = CallOptions(timeout=0.5, retry=RetryPolicy(attempts=2))
        with self.assertRaises(ConnectionLost):
            client.get_partner_webhook_endpoint(options=own)
        with self.assertRaises(ConnectionLost):
            next(client.list_partner_customers_items(options=own))
        self.assertEqual(len(service.received), 4)
        self.assertEqual({request.extensions["timeout"]["read"] for request in service.received}, {0.5})

    def test_end_the_call_in_its_pause(self) -> None:
        waited: list[float | None] = []

        class GivenUp(threading.Event):
            def wait(self, timeout: float | None = None) -> bool:
                waited.append(timeout)
                self.set()
                return True

        client, service = service_with(hang_up)
        own = CallOptions(cancel=GivenUp())
        with self.assertRaises(CallCancelled):
            client.get_partner_webhook_endpoint(options=own)
        with self.assertRaises(CallCancelled):
            next(client.list_partner_customers_items(options=own))
        self.assertEqual((len(service.received), len(waited)), (1, 1))


class ALimit(unittest.TestCase):
    def test_that_can_not_be_right_is_refused_at_once(self) -> None:
        for value in (0, -1, float("nan"), "5"):
            for name in ("timeout", "call_timeout"):
                with self.assertRaisesRegex(ValueError, f"^{name} must be seconds"):
                    made(**{name: value})
                with self.assertRaisesRegex(ValueError, f"^{name} must be seconds"):
                    CallOptions(**cast("dict[str, Any]", {name: value}))
        for name, wrong in (("attempts", 0), ("attempts", 1.5), ("attempts", None), ("first_wait", float("nan"))):
            with self.assertRaisesRegex(ValueError, f"^{name} must be"):
                RetryPolicy(**{name: cast("int", wrong)})
        for name in ("on_retry", "on_attempt"):
            with self.assertRaisesRegex(ValueError, f"^{name} must be a function"):
                made(**{name: "log"})

    def test_of_none_is_the_default_and_infinity_is_none(self) -> None:
        made(timeout=None, call_timeout=None, retry=None)
        client, service = service_with(FINE)
        own = CallOptions(timeout=float("inf"), call_timeout=float("inf"))
        client.upsert_partner_customer(external_customer_id="c", customer_name="ab", options=own)
        self.assertIsNone(service.received[0].extensions["timeout"]["read"])

    def test_of_the_call_ends_it_before_a_pause_that_is_longer(self) -> None:
        client, service = service_with(refusal(429, "rate_limited", {"retry-after": "7"}))
        with self.assertRaises(Refusal):
            client.get_partner_webhook_endpoint(options=CallOptions(call_timeout=5))
        self.assertEqual((len(service.received), service.waits), (1, []))


class AHook(unittest.TestCase):
    def test_that_raises_does_not_change_the_outcome(self) -> None:
        def fail(_: object) -> None:
            raise RuntimeError("of the log")

        async def fail_later(_: object) -> None:
            raise RuntimeError("of the log")

        for hook in (fail, fail_later):
            service = Service((hang_up, FINE))
            http = httpx.Client(transport=httpx.MockTransport(service.answer))
            options: dict[str, Any] = {"api_url": "https://x.invalid", "apikey": "a", "token": "t"}
            hooks: dict[str, Any] = {"on_attempt": hook, "on_retry": hook}
            client = Client(**options, **hooks, http=http, wait=lambda _: None)
            self.assertEqual(client.upsert_partner_customer(external_customer_id="c", customer_name="ab").status, 201)

            async def run(hooks: dict[str, Any] = hooks, options: dict[str, Any] = options) -> int:
                service = Service((hang_up, FINE))
                http = httpx.AsyncClient(transport=httpx.MockTransport(service.answer))
                client = AsyncClient(**options, **hooks, http=http)
                return (await client.upsert_partner_customer(external_customer_id="c", customer_name="ab")).status

            self.assertEqual(asyncio.run(run()), 201)


class AFaultThatPeoplePutRight(unittest.TestCase):
    def test_is_no_fault_of_tls_after_the_handshake(self) -> None:
        for kind in (httpx.ReadError, httpx.WriteError):

            def fail(request: httpx.Request, kind: type[httpx.RequestError] = kind) -> httpx.Response:
                raise kind("bad record mac", request=request) from ssl.SSLError(1, "bad record mac")

            client, service = service_with(fail)
            with self.assertRaises(ConnectionLost) as caught:
                client.get_partner_webhook_endpoint()
            self.assertEqual((caught.exception.reason, len(service.received)), ("connection", 6))

    def attempts_of(self, error: Exception) -> tuple[ConnectionLost, int]:
        def fail(request: httpx.Request) -> httpx.Response:
            raise httpx.ConnectError("no connection", request=request) from error

        client, service = service_with(fail)
        with self.assertRaises(ConnectionLost) as caught:
            client.get_partner_webhook_endpoint()
        return caught.exception, len(service.received)

    def test_is_not_repeated_and_says_its_cause(self) -> None:
        for error, reason in (
            (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), "address"),
            (ssl.SSLCertVerificationError(1, "self-signed certificate"), "certificate"),
            (ssl.SSLError(1, "wrong version number"), "certificate"),
        ):
            lost, attempts = self.attempts_of(error)
            self.assertEqual((lost.reason, attempts), (reason, 1))
            self.assertIn(str(error), str(lost))

    def test_is_not_what_passes(self) -> None:
        for error in (
            socket.gaierror(socket.EAI_AGAIN, "try again"),
            ssl.SSLEOFError(8, "EOF"),
            ConnectionResetError(),
        ):
            lost, attempts = self.attempts_of(error)
            self.assertEqual((lost.reason, attempts), ("connection", 6))


class AnAsyncCall(unittest.TestCase):
    def test_ends_with_its_task_in_a_pause(self) -> None:
        async def run() -> int:
            seen: list[httpx.Request] = []

            def fail(request: httpx.Request) -> httpx.Response:
                seen.append(request)
                return httpx.Response(503, headers={"retry-after": "50"})

            http = httpx.AsyncClient(transport=httpx.MockTransport(fail))
            client = AsyncClient(api_url="https://x.invalid", apikey="a", token="t", http=http)
            task = asyncio.ensure_future(client.get_partner_webhook_endpoint())
            while not seen:
                await asyncio.sleep(0)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            return len(seen)

        self.assertEqual(asyncio.run(run()), 1)
