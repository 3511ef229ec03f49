"""Makes the dataclasses of `models` from JSON. Unknown fields are ignored, and unknown values of a field are kept."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from typing import Any, TypeGuard, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from .errors import MalformedAnswer

Made = TypeVar("Made")


@dataclasses.dataclass(frozen=True)
class _Field:
    name: str
    key: str
    type: Any
    is_required: bool


_known: dict[type[Any], tuple[_Field, ...]] = {}


def _fields_of(made: type[Any]) -> tuple[_Field, ...]:
    known = _known.get(made)
    if known is not None:
        return known
    hints = get_type_hints(made)
    # A field has an underscore where its name is a keyword of Python.
    fields = tuple(
        _Field(field.name, field.name.removesuffix("_"), hints[field.name], field.default is dataclasses.MISSING)
        for field in dataclasses.fields(made)
    )
    _known[made] = fields
    return fields


def _object(made: type[Made], value: Mapping[str, Any], at: str) -> Made:
    given: dict[str, Any] = {}
    for field in _fields_of(made):
        place = f"{at}.{field.key}"
        if field.key in value:
            given[field.name] = _value(field.type, value[field.key], place)
        elif field.is_required:
            raise MalformedAnswer(f"the answer has no {place.removeprefix('.')}")
    return made(**given)


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _value(expected: Any, value: Any, at: str) -> Any:
    origin = get_origin(expected)
    if origin in (Union, types.UnionType):
        options = [option for option in get_args(expected) if option is not type(None)]
        return value if value is None or len(options) != 1 else _value(options[0], value, at)
    if origin is list and _is_list(value):
        (item,) = get_args(expected)
        return [_value(item, entry, f"{at}[{index}]") for index, entry in enumerate(value)]
    if dataclasses.is_dataclass(expected):
        if not isinstance(value, Mapping):
            raise MalformedAnswer(f"{at.removeprefix('.')} of the answer must be an object")
        return _object(cast("type[Any]", expected), cast("Mapping[str, Any]", value), at)
    return value


def decode(made: type[Made], value: Mapping[str, Any]) -> Made:
    """Raises MalformedAnswer when a field is missing."""
    return _object(made, value, "")
