"""The ids of events that an endpoint has processed. The service may send an event more than once, with the same id."""

from __future__ import annotations

import threading
from typing import Literal, Protocol

Claim = Literal["claimed", "busy", "done"]
"""`claimed`: this call processes the event. `busy`: another one does. `done`: it is processed."""


class SeenIds(Protocol):
    """A store of ids. Several threads and processes may call each method at once."""

    def claim(self, event_id: str) -> Claim:
        """Takes the id, in one step, unless it is taken.

        A claim should end after some minutes: its process may have crashed.
        """
        ...

    def complete(self, event_id: str) -> object:
        """The event is processed."""
        ...

    def release(self, event_id: str) -> object:
        """The event is not processed. The service sends it again."""
        ...


class SeenInMemory:
    """A store in the memory of this process, of the newest ids."""

    def __init__(self, most: int = 10_000) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._claims: dict[str, Literal["busy", "done"]] = {}

    def claim(self, event_id: str) -> Claim:
        with self._lock:
            known = self._claims.get(event_id)
            if known is not None:
                return known
            while len(self._claims) >= self._most:
                del self._claims[next(iter(self._claims))]
            self._claims[event_id] = "busy"
            return "claimed"

    def complete(self, event_id: str) -> None:
        with self._lock:
            self._claims[event_id] = "done"

    def release(self, event_id: str) -> None:
        with self._lock:
            self._claims.pop(event_id, None)
