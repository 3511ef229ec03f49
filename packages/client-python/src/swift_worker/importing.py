"""Imports of any number of customers, in calls of up to 1,000 rows."""

from __future__ import annotations

import json
import time
import uuid
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sized
from dataclasses import dataclass, replace

import anyio

from ._hook import discard, finished, told
from ._wire import plain
from .client import AsyncClient, Client
from .errors import SwiftWorkerError
from .models import (
    CustomerImport,
    GetPartnerCustomerImportResponse,
    GetPartnerCustomerImportResponseItemsItem,
    ImportPartnerCustomersCustomersItem,
)
from .options import CallOptions

ImportRow = ImportPartnerCustomersCustomersItem
FailedImportRow = GetPartnerCustomerImportResponseItemsItem

# The limits of one call. The rest of its body takes less than a kilobyte.
_MOST_ROWS = 1_000
_MOST_BYTES = 1024 * 1024 - 1024
# Calls that are sent before the first of them has ended.
_AHEAD = 4
_PAGE_SIZE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSummary:
    """What became of the rows so far."""

    rows: int = 0
    """The rows that are done."""
    total: int | None = None
    """All rows, as far as it is known: of a list, or as the caller says."""
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    failed: int = 0
    replayed: int = 0
    """The rows of them that an earlier call with the same idempotency key had begun to import."""


class ImportFailed(SwiftWorkerError):
    """The service could not carry out an import. Its rows can be sent again."""

    def __init__(self, import_id: str) -> None:
        super().__init__(f"the import {import_id} failed")
        self.import_id = import_id


@dataclass(frozen=True, slots=True)
class _Running:
    id: str
    # The place of its first row in the iterable.
    first: int
    replayed: bool


def _parts_of(rows: Iterable[ImportRow]) -> Iterator[tuple[int, list[ImportRow]]]:
    first, part, size = 0, list[ImportRow](), 0
    for row in rows:
        # The client separates rows by a comma and a space.
        length = len(json.dumps(row, default=plain)) + 2
        if part and (len(part) == _MOST_ROWS or size + length > _MOST_BYTES):
            yield first, part
            first, part, size = first + len(part), [], 0
        part.append(row)
        size += length
    if part:
        yield first, part


def _length_of(rows: Iterable[ImportRow]) -> int | None:
    return len(rows) if isinstance(rows, Sized) else None


def _plus(summary: ImportSummary, of: CustomerImport, replayed: bool) -> ImportSummary:
    rows = of.created + of.updated + of.unchanged + of.failed
    return replace(
        summary,
        rows=summary.rows + rows,
        created=summary.created + of.created,
        updated=summary.updated + of.updated,
        unchanged=summary.unchanged + of.unchanged,
        failed=summary.failed + of.failed,
        replayed=summary.replayed + (rows if replayed else 0),
    )


class CustomerImporter:
    """Imports rows while it is iterated over, and yields the rows that failed, in their order.

    The `index` of a failed row is its place in `rows`, from 0. `summary` says what became of the rows so far; after
    the iteration, of all rows. Raises Refusal, ConnectionLost, ImportFailed.

    on_progress: is called after each look at an import. What it raises is ignored.
    idempotency_key: the beginning of the keys. With the same beginning and the same rows, a program that crashed
        imports nothing twice within 24 hours. Default: a new one.
    poll_interval: seconds between two looks at an import that runs
    total: how many rows an iterable has, for the progress; default: the length of a list
    options: of each call
    """

    def __init__(
        self,
        client: Client,
        rows: Iterable[ImportRow],
        *,
        on_progress: Callable[[ImportSummary], object] | None = None,
        idempotency_key: str | None = None,
        poll_interval: float = 0.5,
        total: int | None = None,
        options: CallOptions | None = None,
        wait: Callable[[float], object] = time.sleep,
    ) -> None:
        self._client, self._rows = client, rows
        self._on_progress, self._key = on_progress, idempotency_key or str(uuid.uuid4())
        self._poll_interval, self._wait = poll_interval, wait
        self._options = options
        self.summary = ImportSummary(total=_length_of(rows) if total is None else total)

    def run(self) -> list[FailedImportRow]:
        """Imports all rows. Returns those that failed; `summary` has the rest."""
        return list(self)

    def _progress(self, summary: ImportSummary) -> None:
        discard(told(self._on_progress, summary))

    def _followed(self, running: _Running) -> Iterator[FailedImportRow]:
        def read(page: int) -> GetPartnerCustomerImportResponse:
            return self._client.get_partner_customer_import(
                import_id=running.id, page=page, page_size=_PAGE_SIZE, options=self._options
            ).body

        body = read(1)
        while body.import_.status == "running":
            self._progress(_plus(self.summary, body.import_, running.replayed))
            self._wait(self._poll_interval)
            body = read(1)
        if body.import_.status == "failed":
            raise ImportFailed(running.id)
        self.summary = _plus(self.summary, body.import_, running.replayed)
        self._progress(self.summary)
        pages = body.pages
        for page in range(1, pages + 1):
            for row in (body if page == 1 else read(page)).items:
                yield replace(row, index=running.first + row.index)

    def __iter__(self) -> Iterator[FailedImportRow]:
        running: deque[_Running] = deque()
        for first, part in _parts_of(self._rows):
            if len(running) == _AHEAD:
                yield from self._followed(running.popleft())
            sent = self._client.import_partner_customers(
                customers=part, idempotency_key=f"{self._key}-{first}", options=self._options
            )
            running.append(_Running(sent.body.import_.id, first, sent.replayed))
        while running:
            yield from self._followed(running.popleft())


class AsyncCustomerImporter:
    """The same as CustomerImporter, for AsyncClient and `async for`."""

    def __init__(
        self,
        client: AsyncClient,
        rows: Iterable[ImportRow],
        *,
        on_progress: Callable[[ImportSummary], object] | None = None,
        idempotency_key: str | None = None,
        poll_interval: float = 0.5,
        total: int | None = None,
        options: CallOptions | None = None,
        wait: Callable[[float], Awaitable[object]] = anyio.sleep,
    ) -> None:
        self._client, self._rows = client, rows
        self._on_progress, self._key = on_progress, idempotency_key or str(uuid.uuid4())
        self._poll_interval, self._wait = poll_interval, wait
        self._options = options
        self.summary = ImportSummary(total=_length_of(rows) if total is None else total)

    async def run(self) -> list[FailedImportRow]:
        """Imports all rows. Returns those that failed; `summary` has the rest."""
        return [row async for row in self]

    async def _progress(self, summary: ImportSummary) -> None:
        await finished(told(self._on_progress, summary))

    async def _followed(self, running: _Running) -> AsyncIterator[FailedImportRow]:
        async def read(page: int) -> GetPartnerCustomerImportResponse:
            answer = await self._client.get_partner_customer_import(
                import_id=running.id, page=page, page_size=_PAGE_SIZE, options=self._options
            )
            return answer.body

        body = await read(1)
        while body.import_.status == "running":
            await self._progress(_plus(self.summary, body.import_, running.replayed))
            await self._wait(self._poll_interval)
            body = await read(1)
        if body.import_.status == "failed":
            raise ImportFailed(running.id)
        self.summary = _plus(self.summary, body.import_, running.replayed)
        await self._progress(self.summary)
        pages = body.pages
        for page in range(1, pages + 1):
            for row in (body if page == 1 else await read(page)).items:
                yield replace(row, index=running.first + row.index)

    async def __aiter__(self) -> AsyncIterator[FailedImportRow]:
        running: deque[_Running] = deque()
        for first, part in _parts_of(self._rows):
            if len(running) == _AHEAD:
                async for row in self._followed(running.popleft()):
                    yield row
            sent = await self._client.import_partner_customers(
                customers=part, idempotency_key=f"{self._key}-{first}", options=self._options
            )
            running.append(_Running(sent.body.import_.id, first, sent.replayed))
        while running:
            async for row in self._followed(running.popleft()):
                yield row
