"""Plays test/client/strange-answers.json of the repository against its server, and prints what it made of them."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from swift_worker import AsyncClient, Attempted, Client, ConnectionLost, Refusal, RetryPolicy

Values = dict[str, Any]
COMMAND: Values = {"external_customer_id": "c", "customer_name": "ab"}


def what_came_of(error: Refusal | ConnectionLost, waits: list[float]) -> Values:
    if isinstance(error, Refusal):
        waited = {"waited_7_seconds": bool(waits) and waits[0] >= 7} if error.status == 429 else {}
        told = {"status": error.status, "code": error.code, "request_id": error.request_id, "excerpt": error.excerpt}
        return {"outcome": "refused", **told, **waited}
    answer = error.answer
    if answer is None:
        return {"outcome": "lost", "reason": error.reason, "status": None}
    told = {"status": answer.status, "request_id": answer.request_id, "excerpt": answer.excerpt}
    return {"outcome": "lost", "reason": error.reason, **told}


def call_sync(url: str, method: str, parameters: Values, timeout: float, told: list[Attempted]) -> Values:
    waits: list[float] = []
    with Client(
        api_url=url,
        apikey="a",
        token="t",
        retry=RetryPolicy(attempts=2),
        timeout=timeout,
        on_attempt=told.append,
        wait=waits.append,
    ) as client:
        try:
            getattr(client, method)(**parameters)
        except (Refusal, ConnectionLost) as error:
            return what_came_of(error, waits)
    return {"outcome": "succeeded"}


def call_async(url: str, method: str, parameters: Values, timeout: float, told: list[Attempted]) -> Values:
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    async def run() -> Values:
        async with AsyncClient(
            api_url=url,
            apikey="a",
            token="t",
            retry=RetryPolicy(attempts=2),
            timeout=timeout,
            on_attempt=told.append,
            wait=note,
        ) as client:
            try:
                await getattr(client, method)(**parameters)
            except (Refusal, ConnectionLost) as error:
                return what_came_of(error, waits)
        return {"outcome": "succeeded"}

    return asyncio.run(run())


def play(call: Callable[[str, str, Values, float, list[Attempted]], Values], url: str, row: Values) -> Values:
    timeout = 0.3 if row["expect"].get("reason") == "timeout" else 30.0
    told: list[Attempted] = []
    made = call(url, "upsert_partner_customer", COMMAND, timeout, told)
    told_with_secret: list[Attempted] = []
    call(url, "rotate_partner_webhook_secret", {}, timeout, told_with_secret)
    return {"made": made, "attempts": len(told), "attempts_with_secret": len(told_with_secret)}


def main(kind: str) -> None:
    rows = json.loads(Path(os.environ["ANSWERS"]).read_text("utf-8"))["answers"]
    call = call_async if kind == "async" else call_sync
    all_made = {row["name"]: play(call, f"{os.environ['STRANGE_URL']}/{at}", row) for at, row in enumerate(rows)}
    sys.stdout.buffer.write(json.dumps(all_made).encode())


if __name__ == "__main__":
    main(sys.argv[1])
