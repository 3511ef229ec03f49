"""How both clients read a list, page after page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic

from ._decode import decode
from ._routes import READ_BY_CURSOR
from .answer import Body
from .not_given import Parameters


@dataclass(frozen=True)
class _Part:
    total: int
    page_size: int
    pages: int | None = None
    next_cursor: str | None = None


@dataclass(frozen=True)
class Walk(Generic[Body]):
    """Where a walk through a list is: at a page by its number, or at a cursor."""

    parameters: Parameters
    body: type[Body]
    page: int
    cursor: str | None

    @classmethod
    def begun(cls, route: str, parameters: Parameters, body: type[Body]) -> Walk[Body]:
        page, cursor = parameters.get("page"), parameters.get("cursor")
        by_cursor = route in READ_BY_CURSOR and not isinstance(page, int)
        begin = cursor if isinstance(cursor, str) else ""
        return cls(parameters, body, page if isinstance(page, int) else 1, begin if by_cursor else None)

    @property
    def asked(self) -> Parameters:
        return {**self.parameters, **({"page": self.page} if self.cursor is None else {"cursor": self.cursor})}

    def read(self, raw: Mapping[str, Any]) -> tuple[Body, Walk[Body] | None]:
        """The page, and where the walk goes on; None at its end."""
        part = decode(_Part, raw)
        # A service of an earlier version knows no cursors, and answers with a page.
        if self.cursor is None or "next_cursor" not in raw:
            after = replace(self, page=self.page + 1, cursor=None)
            return decode(self.body, raw), None if self.page >= (part.pages or 0) else after
        after = replace(self, page=self.page + 1, cursor=part.next_cursor)
        pages = self.page if part.next_cursor is None else max(after.page, -(-part.total // part.page_size))
        numbered = decode(self.body, {**raw, "page": self.page, "pages": pages})
        return numbered, None if part.next_cursor is None else after


@dataclass(frozen=True)
class RawBody:
    """No field of an answer: `raw` has them."""
