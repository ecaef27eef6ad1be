"""One part of the file through its pydantic model, with each fault where it stands and in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core.core_schema import ErrorType

from paletti_sim.located_yaml.document import Spot

M = TypeVar("M", bound=BaseModel)
_BUILT_IN = frozenset(get_args(ErrorType))


def read_part(model: type[M], spot: Spot, loose: Any = None) -> M | None:
    """What stands at `spot` as a `model`; None when there are faults, which the document then knows.

    `loose` is an annotated form of the model that takes other spellings too, such as a bare list for a mapping.
    """
    adapter = _adapter(model if loose is None else loose)
    try:
        return adapter.validate_python(spot.plain)  # type: ignore[no-any-return]
    except ValidationError as error:
        for found in error.errors(include_url=False, include_context=True, include_input=False):
            _report(model, spot, dict(found))
        return None


@cache
def _adapter(form: Any) -> TypeAdapter[Any]:
    return TypeAdapter(form)


def _report(model: type[BaseModel], top: Spot, error: dict[str, Any]) -> None:
    kind, steps = error["type"], list(error["loc"])
    last = steps.pop() if kind in ("missing", "extra_forbidden") else None
    spot, holder = top, model
    for step in steps:
        # a bare list stands for a mapping of one key, which the file does not have
        spot = spot.get(step) or spot
        holder = _model_of(holder, step) or holder
    if kind == "missing":
        spot.missing(str(last))
    elif kind == "extra_forbidden":
        known = [field.alias or name for name, field in holder.model_fields.items()]
        key = spot.get(str(last)) or spot
        key.fault_of_key(f"unknown key{spot.document.near(str(last), known)} (known: {', '.join(known)})")
    else:
        spot.fault(plain_words(error))


def _model_of(holder: type[BaseModel], step: str | int) -> type[BaseModel] | None:
    field = holder.model_fields.get(str(step))
    if field is None:
        return None
    choices = [field.annotation, *get_args(field.annotation)]
    # Annotated[Model, ...] | None keeps the model one level further in
    choices += [inner for choice in choices for inner in get_args(choice)]
    return next((choice for choice in choices if isinstance(choice, type) and issubclass(choice, BaseModel)), None)


_WORDS = {
    "bool_parsing": "must be true or false",
    "bool_type": "must be true or false",
    "dict_type": "must be a mapping",
    "enum": "must be {expected}",
    "finite_number": "must be a finite number",
    "float_parsing": "must be a number",
    "float_type": "must be a number",
    "frozen_set_type": "must be a list",
    "greater_than": "must be more than {gt:.12g}",
    "greater_than_equal": "must be at least {ge:.12g}",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a whole number, and not so long",
    "int_type": "must be a whole number",
    "less_than": "must be less than {lt:.12g}",
    "less_than_equal": "must be at most {le:.12g}",
    "list_type": "must be a list",
    "mapping_type": "must be a mapping",
    "model_attributes_type": "must be a mapping",
    "model_type": "must be a mapping",
    "none_required": "must be nothing",
    "path_type": "must be the name of a file",
    "set_type": "must be a list",
    "string_pattern_mismatch": "must look like {pattern}",
    "string_sub_type": "must be text",
    "string_too_long": "must have at most {max_length} characters",
    "string_too_short": "must have at least {min_length} characters",
    "string_type": "must be text",
    "string_unicode": "must be text that can be written as UTF-8, without halves of characters",
    "too_long": "must have at most {max_length} entries",
    "too_short": "must have {min_length} entries or more",
    "tuple_type": "must be a list",
    "union_tag_not_found": "must say of which kind it is",
    "missing": "is missing",
    "extra_forbidden": "is an unknown key",
}


def plain_words(error: Mapping[str, Any]) -> str:
    """What one of pydantic's errors says to somebody who knows neither pydantic nor Python."""
    kind, context = error["type"], error.get("ctx") or {}
    if kind == "literal_error":
        return f"must be {context['expected'].replace(chr(39), '')}"
    if kind in ("value_error", "assertion_error"):
        return str(context.get("error", "")).rstrip(".") or "is not valid"
    if kind in _WORDS:
        return _WORDS[kind].format(**context).replace(" 1 characters", " 1 character")
    # the words of our own kinds of errors are ours; pydantic's others can hardly come
    return "is not valid" if kind in _BUILT_IN else str(error["msg"])
