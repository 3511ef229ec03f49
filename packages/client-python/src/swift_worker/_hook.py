"""Hooks of the program, such as for logs. What they raise is not the call's failure, whose outcome is known by then."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable
from typing import TypeVar

Told = TypeVar("Told")


def told(hook: Callable[[Told], object] | None, value: Told) -> object:
    """Calls a hook. Returns what it returns."""
    try:
        return None if hook is None else hook(value)
    except Exception:
        return None


def discard(result: object) -> None:
    """A coroutine of a hook has nothing to run in without an event loop. Unclosed, it would warn."""
    if inspect.iscoroutine(result):
        result.close()


async def finished(result: object) -> None:
    """Awaits what a hook returned, if it can be awaited."""
    if inspect.isawaitable(result):
        with contextlib.suppress(Exception):
            await result
