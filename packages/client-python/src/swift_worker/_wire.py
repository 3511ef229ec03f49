"""A call as an HTTP request."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import httpx

from .not_given import NOT_GIVEN, Parameters


@dataclass(frozen=True, slots=True)
class Asked:
    """A call before it has the form of a request."""

    route: str
    method: str
    parameters: Parameters
    idempotency_key: str | None
    partner_id: str | None


@dataclass(frozen=True)
class Wire:
    route: str
    idempotency_key: str | None
    method: str
    url: httpx.URL
    headers: Mapping[str, str]
    content: bytes | None


def plain(value: object) -> Any:
    """What JSON has no form for. Raises TypeError; ValueError for a time without a zone, which is no point in time."""
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, datetime):
        if value.utcoffset() is None:
            raise ValueError("a datetime must have a time zone: datetime.now(timezone.utc)")
        return value.isoformat()
    raise TypeError(f"a parameter can't be a {type(value).__name__}")


def _text_of(value: object) -> str:
    if isinstance(value, (uuid.UUID, datetime)):
        return str(plain(value))
    return value if isinstance(value, str) else json.dumps(value, default=plain)


def wire_of(api_url: str, asked: Asked) -> Wire:
    """The parameters of a GET and the partner are in the query, the parameters of the other methods in the body."""
    route, method, key = asked.route, asked.method, asked.idempotency_key
    given = {"route": route, **{name: value for name, value in asked.parameters.items() if value is not NOT_GIVEN}}
    is_query = method == "GET"
    query = {name: _text_of(value) for name, value in given.items() if is_query and value is not None}
    # A command may name a partner itself: the one to leave.
    if asked.partner_id is not None and "partner_id" not in given:
        query["partner_id"] = asked.partner_id
    url = httpx.URL(api_url)
    url = url.copy_merge_params(query) if query else url
    if is_query:
        return Wire(route, key, method, url, {}, None)
    headers = {"content-type": "application/json"} | ({} if key is None else {"idempotency-key": key})
    return Wire(route, key, method, url, headers, json.dumps(given, allow_nan=False, default=plain).encode())
