"""Plays test/client/scenario.json of the repository against a running stack, and prints what it found as JSON."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import httpx

from swift_worker import Answer, AsyncClient, Client, Refusal, RetryPolicy
from swift_worker.webhook import NotVerified, verify_event

Values = dict[str, Any]
API_URL, APIKEY, TOKEN = os.environ["API_URL"], os.environ["APIKEY"], os.environ["PARTNER_KEY"]
SECRET = os.environ["WEBHOOK_SECRET"]


class Caller(Protocol):
    """A client, called by the name of a method."""

    def call(self, method: str, parameters: Values) -> Answer[Any]: ...

    def items(self, method: str, parameters: Values) -> list[Any]: ...

    def limited(self, method: str, parameters: Values, waits: list[float]) -> Callable[[], object]:
        """A call by a client that makes two attempts and only notes its waits."""
        ...


class SyncCaller:
    def __init__(self) -> None:
        self._client = Client(api_url=API_URL, apikey=APIKEY, token=TOKEN)

    def call(self, method: str, parameters: Values) -> Answer[Any]:
        answer: Answer[Any] = getattr(self._client, method)(**parameters)
        return answer

    def items(self, method: str, parameters: Values) -> list[Any]:
        return list(getattr(self._client, f"{method}_items")(**parameters))

    def limited(self, method: str, parameters: Values, waits: list[float]) -> Callable[[], object]:
        client = Client(api_url=API_URL, apikey=APIKEY, token=TOKEN, retry=RetryPolicy(attempts=2), wait=waits.append)
        return lambda: getattr(client, method)(**parameters)


class AsyncCaller:
    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._client = AsyncClient(api_url=API_URL, apikey=APIKEY, token=TOKEN)

    def call(self, method: str, parameters: Values) -> Answer[Any]:
        answer: Answer[Any] = self._loop.run_until_complete(getattr(self._client, method)(**parameters))
        return answer

    def items(self, method: str, parameters: Values) -> list[Any]:
        async def read() -> list[Any]:
            return [item async for item in getattr(self._client, f"{method}_items")(**parameters)]

        return self._loop.run_until_complete(read())

    def limited(self, method: str, parameters: Values, waits: list[float]) -> Callable[[], object]:
        async def note(seconds: float) -> None:
            waits.append(seconds)

        client = AsyncClient(api_url=API_URL, apikey=APIKEY, token=TOKEN, retry=RetryPolicy(attempts=2), wait=note)
        return lambda: self._loop.run_until_complete(getattr(client, method)(**parameters))


def by_length(saved: dict[str, str]) -> list[tuple[str, str]]:
    return sorted(saved.items(), key=lambda entry: -len(entry[0]))


def filled(value: Any, saved: dict[str, str]) -> Any:
    """The value with the saved values in place of their names."""
    if isinstance(value, str):
        for name, one in by_length(saved):
            value = value.replace(f"${name}", one)
        return value
    if isinstance(value, list):
        return [filled(one, saved) for one in value]
    return {key: filled(one, saved) for key, one in value.items()} if isinstance(value, dict) else value


def named(value: Any, saved: dict[str, str]) -> Any:
    """The value with the names in place of saved values."""
    if isinstance(value, str):
        for name, one in by_length(saved):
            value = value.replace(one, f"${name}")
    return value


def value_at(value: Any, place: str) -> Any:
    for name in place.split("."):
        value = value.get(name) if isinstance(value, dict) else getattr(value, name)
    return dataclasses.asdict(value) if dataclasses.is_dataclass(value) and not isinstance(value, type) else value


def method_of(route: str) -> str:
    return route.replace("-", "_")


class Player:
    def __init__(self, caller: Caller, run: str) -> None:
        self._caller = caller
        self._saved = {"run": run}

    def _found(self, places: list[str], value: Any) -> Values:
        return {place: named(value_at(value, place), self._saved) for place in places}

    def _outcome(self, step: Values, n: int) -> Answer[Any] | Refusal:
        saved = {**self._saved, "n": str(n)}
        parameters = filled(step["parameters"], saved)
        if "key" in step:
            parameters["idempotency_key"] = filled(step["key"], saved)
        try:
            return self._caller.call(method_of(step["call"]), parameters)
        except Refusal as refusal:
            return refusal

    def play_call(self, step: Values) -> Values:
        outcome = self._outcome(step, 1)
        for name, place in step.get("save", {}).items():
            self._saved[name] = value_at(outcome, place)
        first = self._found(step["find"], outcome)
        for n in range(2, step.get("repeat", 1) + 1):
            found = self._found(step["find"], self._outcome(step, n))
            if found != first:
                return {f"call {n}": found}
        return first

    def play_items(self, step: Values) -> Values:
        items = self._caller.items(method_of(step["items"]), filled(step["parameters"], self._saved))
        values = [value_at(item, step["by"]) for item in items]
        ends = {"first": named(values[0], self._saved), "last": named(values[-1], self._saved)}
        return {"count": len(values), "distinct": len(set(values)), **ends}

    def _is_wanted(self, request: Values, step: Values) -> bool:
        if request["method"] != "POST":
            return False
        event = json.loads(request["body"])
        customer = event["data"].get("customer", {}).get("customer_id")
        return bool(
            event["type"] == step["webhook"]
            and customer == self._saved["customer_id"]
            and event["sequence"] == step["sequence"]
        )

    def _received(self, step: Values) -> Values:
        while True:
            requests: list[Values] = httpx.get(os.environ["INBOX_URL"]).json()
            for request in requests:
                if self._is_wanted(request, step):
                    return request
            time.sleep(0.05)

    def play_webhook(self, step: Values) -> Values:
        request = self._received(step)
        body: str = request["body"]
        try:
            verify_event(request["headers"], body.replace('"sequence":', '"sequence": ').encode(), SECRET)
            refused = False
        except NotVerified:
            refused = True
        event = verify_event(request["headers"], body.encode(), SECRET)
        return {"refused_when_changed": refused, **self._found(step["find"], event)}

    def play_limit(self, step: Values) -> Values:
        waits: list[float] = []
        call = self._caller.limited(method_of(step["limit"]), filled(step["parameters"], self._saved), waits)
        for _ in range(step["most"]):
            try:
                call()
            except Refusal as refusal:
                if refusal.status != 429:
                    continue
                asked = refusal.retry_after or float("inf")
                waited = {
                    "has_retry_after": 0 < asked < float("inf"),
                    "waited_as_asked": bool(waits) and waits[0] >= asked,
                }
                return {"status": refusal.status, "code": refusal.code, **waited}
        return {"refused": False}

    def play(self, step: Values) -> Values:
        kind = next(kind for kind in ("call", "items", "webhook", "limit") if kind in step)
        found: Values = getattr(self, f"play_{kind}")(step)
        return found


def main(kind: str) -> None:
    scenario = json.loads(Path(os.environ["SCENARIO"]).read_text("utf-8"))
    player = Player(AsyncCaller() if kind == "async" else SyncCaller(), f"python-{kind}")
    sys.stdout.buffer.write(json.dumps({step["name"]: player.play(step) for step in scenario["steps"]}).encode())


if __name__ == "__main__":
    main(sys.argv[1])
