"""A parameter that a call does not send, which is not the same as None: None clears a field."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, Literal


class _NotGiven(Enum):
    TOKEN = "not given"

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NotGiven = Literal[_NotGiven.TOKEN]
NOT_GIVEN: Final = _NotGiven.TOKEN

Parameters = Mapping[str, object]
