from __future__ import annotations

import json
import unittest
from collections.abc import Iterator

import anyio
import httpx

from swift_worker import CallOptions
from swift_worker.importing import (
    AsyncCustomerImporter,
    CustomerImporter,
    ImportFailed,
    ImportRow,
    ImportSummary,
)

from .scripted import async_service_with, service_with


class Imports:
    """Imports whose first row fails; each one runs when it is first asked for."""

    def __init__(self, end: str = "completed", replayed: bool = False) -> None:
        self.end, self.replayed = end, replayed
        self.totals: dict[str, int] = {}
        self.asked: set[str] = set()
        self.keys: list[str | None] = []
        self.sizes: list[int] = []

    def reply(self, request: httpx.Request) -> httpx.Response:
        is_command = request.method == "POST"
        if is_command:
            import_id = f"import-{len(self.totals)}"
            self.totals[import_id] = len(json.loads(request.content)["customers"])
            self.keys.append(request.headers.get("idempotency-key"))
            self.sizes.append(len(request.content))
        else:
            import_id = request.url.params["import_id"]
        is_running = is_command or import_id not in self.asked
        if not is_command:
            self.asked.add(import_id)
        total = self.totals[import_id]
        body = {
            **{"ok": True, "partner_id": "p"},
            "import": {
                **{"id": import_id, "status": "running" if is_running else self.end, "total": total},
                **{"created": 0 if is_running else total - 1, "updated": 0, "unchanged": 0, "failed": 1},
                **{"started_at": "2026-01-01T00:00:00.000Z", "finished_at": None},
            },
            "items": [{"index": 0, "external_customer_id": None, "code": "validation_failed", "details": []}],
            **{"total": 1, "page": 1, "page_size": 200, "pages": 1},
        }
        headers = {"idempotent-replayed": "true"} if is_command and self.replayed else None
        return httpx.Response(202 if is_command else 200, content=json.dumps(body).encode(), headers=headers)


def rows(count: int, name: str = "Name") -> Iterator[ImportRow]:
    return ({"external_customer_id": f"c-{at}", "customer_name": name} for at in range(count))


class AnImport(unittest.TestCase):
    def test_sends_calls_of_1000_rows_and_yields_the_failed_rows_by_their_place(self) -> None:
        imports, progress = Imports(), list[ImportSummary]()
        client, _ = service_with(imports.reply)
        run = CustomerImporter(
            client, rows(5_500), on_progress=progress.append, idempotency_key="nightly", wait=lambda _: None
        )
        self.assertEqual([row.index for row in run], [0, 1_000, 2_000, 3_000, 4_000, 5_000])
        self.assertEqual(run.summary, ImportSummary(rows=5_500, created=5_494, failed=6))
        self.assertEqual([summary.rows for summary in progress][:4], [1, 1_000, 1_001, 2_000])
        self.assertEqual(imports.keys, [f"nightly-{first}" for first in range(0, 5_500, 1_000)])

    def test_returns_the_failed_rows_of_the_whole_import_and_knows_the_total(self) -> None:
        partner = "0b8f6a52-8f0c-4d0e-9a4e-3f1f7e6f0a11"
        client, service = service_with(Imports().reply)
        own = CallOptions(partner_id=partner)
        run = CustomerImporter(client, list(rows(1_500)), wait=lambda _: None, options=own)
        self.assertEqual(run.summary.total, 1_500)
        self.assertEqual([row.index for row in run.run()], [0, 1_000])
        self.assertEqual((run.summary.rows, run.summary.total, run.summary.failed), (1_500, 1_500, 2))
        self.assertEqual({request.url.params["partner_id"] for request in service.received}, {partner})
        self.assertEqual(CustomerImporter(client, rows(1), total=1).summary.total, 1)
        self.assertIsNone(CustomerImporter(client, rows(1)).summary.total)

    def test_sends_no_body_of_more_than_1_mib(self) -> None:
        imports = Imports()
        client, _ = service_with(imports.reply)
        run = CustomerImporter(client, rows(1_000, "é" * 2_000), wait=lambda _: None)
        self.assertEqual(len(list(run)), len(imports.sizes))
        self.assertEqual(sum(imports.totals.values()), 1_000)
        self.assertLessEqual(max(imports.sizes), 1024 * 1024)

    def test_counts_the_rows_that_an_earlier_call_had_begun_to_import(self) -> None:
        client, _ = service_with(Imports(replayed=True).reply)
        run = CustomerImporter(client, rows(3), wait=lambda _: None)
        list(run)
        self.assertEqual((run.summary.rows, run.summary.replayed), (3, 3))

    def test_raises_when_it_has_failed(self) -> None:
        client, _ = service_with(Imports("failed").reply)
        with self.assertRaises(ImportFailed):
            list(CustomerImporter(client, rows(1), wait=lambda _: None))

    def test_does_the_same_with_the_asynchronous_client(self) -> None:
        async def imported() -> tuple[list[int], ImportSummary]:
            async def no_wait(_: float) -> None:
                return None

            client, _ = async_service_with(Imports().reply)
            run = AsyncCustomerImporter(client, rows(2_500), wait=no_wait)
            return [row.index async for row in run], run.summary

        indexes, summary = anyio.run(imported)
        self.assertEqual(indexes, [0, 1_000, 2_000])
        self.assertEqual(summary, ImportSummary(rows=2_500, created=2_497, failed=3))
