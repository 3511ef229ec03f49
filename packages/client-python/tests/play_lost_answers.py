"""Calls commands of a running stack behind a proxy that loses answers, and prints what came of each as JSON."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any

from swift_worker import Answer, AsyncClient, Client, ConnectionLost

Values = dict[str, Any]
API_URL, APIKEY = os.environ["API_URL"], os.environ["APIKEY"]


def lost(error: ConnectionLost) -> Values:
    has_key = error.idempotency_key is not None
    return {"lost": error.route, "reason": error.reason, "has_key": has_key}


def answered(answer: Answer[Any]) -> Values:
    return {"status": answer.status, "replayed": answer.replayed}


def play_sync(call: Values) -> Values:
    with Client(api_url=API_URL, apikey=APIKEY, token=call["token"]) as client:
        try:
            return answered(getattr(client, call["route"].replace("-", "_"))(**call["parameters"]))
        except ConnectionLost as error:
            return lost(error)


async def play_async(call: Values) -> Values:
    async with AsyncClient(api_url=API_URL, apikey=APIKEY, token=call["token"]) as client:
        try:
            return answered(await getattr(client, call["route"].replace("-", "_"))(**call["parameters"]))
        except ConnectionLost as error:
            return lost(error)


def main(kind: str) -> None:
    calls: list[Values] = json.loads(os.environ["CALLS"])
    print(json.dumps([asyncio.run(play_async(call)) if kind == "async" else play_sync(call) for call in calls]))


if __name__ == "__main__":
    main(sys.argv[1])
