"""What a call returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

Body = TypeVar("Body")
Item = TypeVar("Item")
Item_co = TypeVar("Item_co", covariant=True)


class Page(Protocol[Item_co]):
    """A page of a list."""

    @property
    def items(self) -> Sequence[Item_co]: ...

    @property
    def pages(self) -> int: ...


Listed = TypeVar("Listed", bound=Page[Any])


@dataclass(frozen=True, slots=True)
class Answer(Generic[Body]):
    """The answer of the service to a call."""

    status: int
    body: Body
    headers: Mapping[str, str]
    """Names in any case."""
    request_id: str | None
    route: str
    idempotency_key: str | None
    """The key of the command; None for a query."""
    replayed: bool
    """Whether it is the stored response of an earlier call with the same key."""
    raw: Mapping[str, Any]
    """The body as it was received, with the fields that this version of the client does not know."""
