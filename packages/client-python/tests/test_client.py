from __future__ import annotations

import asyncio
import threading
import time
import unittest
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx

from swift_worker import AsyncClient, Client, ConnectionLost, MalformedAnswer, Refusal, RetryPolicy

from .records import page, part, upserted
from .scripted import answer, async_service_with, hang_up, refusal, service_with

FINE = answer(201, upserted(), {"x-request-id": "r-1"})


class ACall(unittest.TestCase):
    def test_asks_in_the_query_and_commands_in_the_body(self) -> None:
        client, service = service_with(answer(200, page(2, 2)), FINE)
        client.list_partner_customers(search="a&b ü", include_merged=True, page=2)
        client.upsert_partner_customer(external_customer_id="c-1", customer_name="東京", customer_email=None)
        query, command = service.received
        self.assertEqual(query.method, "GET")
        self.assertEqual(
            dict(query.url.params),
            {"route": "list-partner-customers", "search": "a&b ü", "include_merged": "true", "page": "2"},
        )
        self.assertEqual(query.headers["apikey"], "pk_test_x")
        self.assertEqual(query.headers["authorization"], "Bearer partner_test_x")
        self.assertNotIn("idempotency-key", query.headers)
        self.assertEqual((command.method, command.headers["content-type"]), ("POST", "application/json"))
        self.assertEqual(command.url.query, b"")
        self.assertEqual(
            service.body(1),
            {
                "route": "upsert-partner-customer",
                "external_customer_id": "c-1",
                "customer_name": "東京",
                "customer_email": None,
            },
        )

    def test_says_what_came(self) -> None:
        body = {**upserted(), "later": 1}
        client, _ = service_with(answer(201, body, {"x-request-id": "r-2", "idempotent-replayed": "true"}))
        came = client.upsert_partner_customer(external_customer_id="crm-4711", customer_name="Café Aurora")
        self.assertEqual((came.status, came.request_id, came.replayed), (201, "r-2", True))
        self.assertEqual(came.body.customer.customer_name, "Café Aurora")
        self.assertEqual(came.body.customer.metadata, {"plan": "pro"})
        self.assertEqual(came.raw, body)

    def test_whose_answer_lacks_a_field_says_which(self) -> None:
        client, service = service_with(answer(200, {"ok": True, "partner_id": "p", "customer": {}}))
        with self.assertRaisesRegex(MalformedAnswer, r"no customer\.customer_id"):
            client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
        self.assertEqual(len(service.received), 1)

    def test_is_sent_by_another_of_its_methods(self) -> None:
        client, service = service_with(refusal(404, "not_found"))
        for method in ("POST", "DELETE"):
            with self.assertRaises(Refusal):
                client.deactivate_partner_customer(customer_id="c-1", method=method)
        self.assertEqual([request.method for request in service.received], ["POST", "DELETE"])

    def test_asks_for_the_token_before_every_attempt(self) -> None:
        tokens = ["old", "new"]
        seen: list[str] = []

        def reply(request: httpx.Request) -> httpx.Response:
            seen.append(request.headers["authorization"])
            return (refusal(503, "temporarily_unavailable") if len(seen) == 1 else FINE)(request)

        http = httpx.Client(transport=httpx.MockTransport(reply))
        client = Client(
            api_url="https://x.invalid", apikey="a", token=lambda: tokens.pop(0), http=http, wait=lambda _: None
        )
        client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
        self.assertEqual(seen, ["Bearer old", "Bearer new"])


class TheIdempotencyKey(unittest.TestCase):
    def test_is_made_for_each_command_and_kept_for_each_attempt(self) -> None:
        client, service = service_with(hang_up, refusal(503, "temporarily_unavailable"), FINE)
        client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
        client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
        first, second, third, other = service.keys()
        self.assertRegex(str(first), "^[0-9a-f]{8}-")
        self.assertEqual({first, second, third}, {first})
        self.assertNotEqual(other, first)

    def test_is_the_one_of_the_caller(self) -> None:
        client, service = service_with(hang_up, FINE)
        client.upsert_partner_customer(external_customer_id="c", customer_name="ab", idempotency_key="import-1-line-2")
        self.assertEqual(service.keys(), ["import-1-line-2"] * 2)


class ARefusal(unittest.TestCase):
    def test_has_its_code_details_and_the_id_of_the_call(self) -> None:
        client, service = service_with(refusal(409, "invalid_state", {"x-request-id": "r-3"}))
        with self.assertRaises(Refusal) as caught:
            client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
        error = caught.exception
        self.assertEqual(
            (error.status, error.code, error.message, error.details, error.request_id),
            (409, "invalid_state", "invalid_state!", {"state": "x"}, "r-3"),
        )
        self.assertEqual(len(service.received), 1)

    def test_without_the_envelope_has_no_code(self) -> None:
        for reply in (answer(403, {"message": "Forbidden"}), answer(404, "<html>"), answer(400, ""), answer(302, "")):
            client, _ = service_with(reply)
            with self.assertRaises(Refusal) as caught:
                client.get_partner_webhook_endpoint()
            self.assertEqual(caught.exception.code, "unknown")


class ACommandWhoseAnswerHasASecret(unittest.TestCase):
    calls: tuple[Callable[[Client], object], ...] = (
        lambda client: client.issue_partner_api_key(scopes=["customers.read"]),
        lambda client: client.rotate_partner_webhook_secret(),
        lambda client: client.reveal_partner_instance_platform_token(instance_id="i-1"),
    )

    def test_is_sent_once_when_its_answer_is_lost(self) -> None:
        for call in self.calls:
            for lost in (hang_up, answer(200, "<html>"), answer(502, ""), refusal(500, "internal_error")):
                client, service = service_with(lost, refusal(409, "invalid_state"))
                with self.assertRaises((ConnectionLost, Refusal)) as caught:
                    call(client)
                self.assertNotEqual(getattr(caught.exception, "code", ""), "invalid_state")
                self.assertEqual(len(service.received), 1)

    def test_is_sent_again_after_429_which_carries_nothing_out(self) -> None:
        for call in self.calls:
            client, service = service_with(refusal(429, "rate_limited"), refusal(409, "invalid_state"))
            with self.assertRaises(Refusal):
                call(client)
            self.assertEqual(len(service.received), 2)


class TheConnection(unittest.TestCase):
    def test_follows_no_redirect(self) -> None:
        for status in (301, 302, 303, 307, 308):
            client, service = service_with(answer(status, "", {"location": "/elsewhere"}), FINE)
            with self.assertRaises(Refusal) as caught:
                client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
            self.assertEqual((caught.exception.status, len(service.received)), (status, 1))

    def test_takes_success_without_the_envelope_for_no_answer(self) -> None:
        for body in ("{}", '{"ok": false}', "[]", '"ok"', "null"):
            client, _ = service_with(answer(200, body), retry=RetryPolicy(attempts=1))
            with self.assertRaises(ConnectionLost) as caught:
                client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab", idempotency_key="k-1")
            self.assertEqual(
                (caught.exception.route, caught.exception.idempotency_key), ("upsert-partner-customer", "k-1")
            )

    def test_has_the_same_key_in_the_retry_and_the_answer(self) -> None:
        client, service = service_with(hang_up, FINE)
        came = client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
        self.assertEqual(came.route, "upsert-partner-customer")
        self.assertEqual({came.idempotency_key, service.retries[0].idempotency_key}, {service.keys()[0]})


class WhatComesAgain(unittest.TestCase):
    def test_is_a_transient_answer_whoever_said_it(self) -> None:
        for status in (408, 425, 429, 500, 502, 503, 504, 520, 523, 527, 530):
            client, service = service_with(answer(status, "<html>"), FINE)
            client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
            self.assertEqual(len(service.received), 2)

    def test_is_what_is_still_being_carried_out_and_no_other_conflict(self) -> None:
        client, _ = service_with(refusal(409, "idempotency_in_progress"), FINE)
        client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
        client, service = service_with(refusal(409, "remote_removal_failed"), FINE)
        with self.assertRaises(Refusal):
            client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
        self.assertEqual(len(service.received), 1)

    def test_is_an_answer_that_is_too_deep(self) -> None:
        client, service = service_with(answer(200, '{"ok":' + "[" * 100_000), FINE)
        client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
        self.assertEqual(len(service.received), 2)

    def test_is_an_answer_that_is_no_json(self) -> None:
        client, service = service_with(answer(200, '{"ok":'), FINE)
        client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
        self.assertIsInstance(service.retries[0].because, ConnectionLost)

    def test_ends_after_so_many_attempts_with_what_the_last_one_got(self) -> None:
        client, service = service_with(hang_up)
        with self.assertRaises(ConnectionLost) as caught:
            client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
        self.assertIsInstance(caught.exception.__cause__, httpx.ReadError)
        self.assertEqual(len(service.received), 6)
        client, service = service_with(refusal(503, "temporarily_unavailable"), retry=RetryPolicy(attempts=2))
        with self.assertRaises(Refusal):
            client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
        self.assertEqual(len(service.received), 2)


class ThePause(unittest.TestCase):
    def test_is_as_long_as_retry_after_asks_for_at_least(self) -> None:
        client, service = service_with(
            refusal(429, "rate_limited", {"retry-after": "7"}),
            refusal(503, "temporarily_unavailable", {"retry-after": "0"}),
            FINE,
        )
        client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
        self.assertEqual(service.waits, [7.875, 0.30000000000000004])
        self.assertEqual(
            [(retrying.route, retrying.attempt) for retrying in service.retries],
            [("upsert-partner-customer", 1), ("upsert-partner-customer", 2)],
        )

    def test_doubles_when_nothing_is_asked_for(self) -> None:
        client, service = service_with(hang_up)
        with self.assertRaises(ConnectionLost):
            client.get_partner_webhook_endpoint()
        for wait, expected in zip(service.waits, [0.15, 0.3, 0.6, 1.2, 2.4], strict=True):
            self.assertAlmostEqual(wait, expected)

    def test_is_not_made_when_it_would_be_too_long(self) -> None:
        client, service = service_with(refusal(429, "rate_limited", {"retry-after": "3600"}))
        with self.assertRaises(Refusal) as caught:
            client.validate_partner_webhook_endpoint(webhook_url="https://a.example")
        self.assertEqual(caught.exception.retry_after, 3600)
        self.assertEqual((len(service.received), service.waits), (1, []))


class Late(BaseHTTPRequestHandler):
    """Answers a call after 0.3 s."""

    def do_GET(self) -> None:
        time.sleep(0.3)
        self.send_response(404)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


class TheWaitForAConnection(unittest.TestCase):
    def setUp(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Late)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/"

    def tearDown(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def outcomes(self, call_timeout: float) -> list[str]:
        async def run() -> list[str]:
            http = httpx.AsyncClient(limits=httpx.Limits(max_connections=1))
            client = AsyncClient(
                api_url=self.url, apikey="a", token="t", timeout=0.7, call_timeout=call_timeout, http=http
            )
            calls = [client.get_partner_webhook_endpoint() for _ in range(5)]
            came = await asyncio.gather(*calls, return_exceptions=True)
            await http.aclose()
            return [str(getattr(one, "reason", None) or getattr(one, "code", "")) for one in came]

        return asyncio.run(run())

    def test_does_not_count_as_the_attempt(self) -> None:
        self.assertEqual(self.outcomes(60), ["unknown"] * 5)

    def test_that_takes_the_whole_call_says_that_nothing_was_sent(self) -> None:
        self.assertEqual(self.outcomes(0.55)[-1], "pool")

    def test_does_not_count_in_threads_either(self) -> None:
        with httpx.Client(limits=httpx.Limits(max_connections=1)) as http:
            client = Client(api_url=self.url, apikey="a", token="t", timeout=0.7, http=http)
            came: list[str] = []

            def ask() -> None:
                try:
                    client.get_partner_webhook_endpoint()
                except (Refusal, ConnectionLost) as error:
                    came.append(getattr(error, "code", "lost"))

            threads = [threading.Thread(target=ask) for _ in range(5)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(came, ["unknown"] * 5)


class AList(unittest.TestCase):
    def test_is_read_by_cursor(self) -> None:
        client, service = service_with(answer(200, part("x", "a1", "b1")), hang_up, answer(200, part(None, "c1")))
        names = [one.customer_name for one in client.list_partner_customers_items(page_size=2)]
        self.assertEqual(names, ["a1", "b1", "c1"])
        self.assertEqual([request.url.params["cursor"] for request in service.received], ["", "x", "x"])
        self.assertEqual([request.url.params.get("page") for request in service.received], [None, None, None])

    def test_numbers_what_it_reads_by_cursor_and_goes_on_where_a_walk_ended(self) -> None:
        client, service = service_with(answer(200, part("y", "a", "b")), answer(200, part("z")), answer(200, part(None)))
        pages = [(one.page, one.pages, one.next_cursor) for one in client.list_partner_customers_pages(cursor="x")]
        self.assertEqual(pages, [(1, 2, "y"), (2, 3, "z"), (3, 3, None)])
        self.assertEqual([request.url.params["cursor"] for request in service.received], ["x", "y", "z"])

    def test_is_read_page_by_page_from_a_service_that_knows_no_cursors(self) -> None:
        pages = [answer(200, page(1, 3, "a1", "b1")), hang_up, answer(200, page(2, 3, "c1")), answer(200, page(3, 3))]
        client, service = service_with(*pages)
        names = [one.customer_name for one in client.list_partner_customers_items(page_size=2)]
        self.assertEqual(names, ["a1", "b1", "c1"])
        self.assertEqual([request.url.params.get("page") for request in service.received], [None, "2", "2", "3"])
        self.assertEqual({request.url.params["page_size"] for request in service.received}, {"2"})

    def test_is_not_read_further_than_is_wanted(self) -> None:
        client, service = service_with(answer(200, page(1, 3, "a1", "b1")))
        for one in client.list_partner_customers_items():
            if one.customer_name == "b1":
                break
        self.assertEqual(len(service.received), 1)

    def test_may_be_empty_and_may_begin_later(self) -> None:
        client, service = service_with(answer(200, page(4, 0)))
        self.assertEqual([one.items for one in client.list_partner_customers_pages(page=4)], [[]])
        self.assertEqual(service.received[0].url.params["page"], "4")
        self.assertNotIn("cursor", service.received[0].url.params)


class Slow(BaseHTTPRequestHandler):
    """Sends a byte now and then, and never all."""

    stopped = threading.Event()

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-length", "1000")
        self.end_headers()
        while not Slow.stopped.wait(0.02):
            try:
                self.wfile.write(b" ")
            except OSError:
                return

    def log_message(self, format: str, *args: object) -> None:
        pass


class ATimeout(unittest.TestCase):
    def test_ends_an_attempt_whose_answer_only_drips(self) -> None:
        server = ThreadingHTTPServer(("127.0.0.1", 0), Slow)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url, policy = f"http://127.0.0.1:{server.server_port}/", RetryPolicy(attempts=1)
        try:
            client = Client(api_url=url, apikey="a", token="t", timeout=0.2, retry=policy)
            with client, self.assertRaises(ConnectionLost):
                client.get_partner_webhook_endpoint()

            async def ask() -> None:
                async with AsyncClient(api_url=url, apikey="a", token="t", timeout=0.2, retry=policy) as other:
                    await other.get_partner_webhook_endpoint()

            with self.assertRaises(ConnectionLost):
                asyncio.run(ask())
        finally:
            Slow.stopped.set()
            server.shutdown()
            server.server_close()


class TheAsyncClient(unittest.IsolatedAsyncioTestCase):
    async def test_repeats_with_the_same_key_and_waits_as_asked(self) -> None:
        client, service = async_service_with(hang_up, refusal(429, "rate_limited", {"retry-after": "7"}), FINE)
        came = await client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
        self.assertEqual(came.body.customer.external_customer_id, "crm-4711")
        self.assertEqual(len(set(service.keys())), 1)
        self.assertEqual(service.waits, [0.15000000000000002, 7.875])

    async def test_raises_refusals(self) -> None:
        client, _ = async_service_with(refusal(404, "not_found"))
        with self.assertRaises(Refusal):
            await client.get_partner_customer(customer_id="c-1")

    async def test_reads_lists_by_cursor(self) -> None:
        client, service = async_service_with(answer(200, part("x", "a1")), hang_up, answer(200, part(None, "b1")))
        names = [one.customer_name async for one in client.list_partner_customers_items(search="x")]
        self.assertEqual(names, ["a1", "b1"])
        self.assertEqual([request.url.params["cursor"] for request in service.received], ["", "x", "x"])

    async def test_takes_a_token_from_a_coroutine_function(self) -> None:
        seen: list[str] = []

        def reply(request: httpx.Request) -> httpx.Response:
            seen.append(request.headers["authorization"])
            return FINE(request)

        async def token() -> str:
            return "mine"

        http = httpx.AsyncClient(transport=httpx.MockTransport(reply))
        client = AsyncClient(api_url="https://x.invalid", apikey="a", token=token, http=http)
        await client.upsert_partner_customer(external_customer_id="c-1", customer_name="ab")
        self.assertEqual(seen, ["Bearer mine"])


if __name__ == "__main__":
    unittest.main()
