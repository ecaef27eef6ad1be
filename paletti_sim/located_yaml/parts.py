"""One part of the file through its pydantic model, with each fault where it stands and in plain words."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, TypeAdapter, ValidationError

from paletti_sim.located_yaml.document import Spot

M = TypeVar("M", bound=BaseModel)


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
        spot.fault(_words(kind, error))


def _model_of(holder: type[BaseModel], step: str | int) -> type[BaseModel] | None:
    field = holder.model_fields.get(str(step))
    if field is None:
        return None
    choices = [field.annotation, *get_args(field.annotation)]
    # Annotated[Model, ...] | None keeps the model one level further in
    choices += [inner for choice in choices for inner in get_args(choice)]
    return next((choice for choice in choices if isinstance(choice, type) and issubclass(choice, BaseModel)), None)


_WORDS = {
    "float_type": "must be a number",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "finite_number": "must be a finite number",
    "greater_than": "must be more than {gt:.12g}",
    "greater_than_equal": "must be at least {ge:.12g}",
    "less_than": "must be less than {lt:.12g}",
    "less_than_equal": "must be at most {le:.12g}",
    "string_type": "must be text",
    "string_too_long": "must have at most {max_length} characters",
    "model_type": "must be a mapping",
    "list_type": "must be a list",
    "too_short": "must have {min_length} entries or more",
    "too_long": "must have at most {max_length} entries",
}


def _words(kind: str, error: dict[str, Any]) -> str:
    if kind == "literal_error":
        return f"must be {error['ctx']['expected'].replace(chr(39), '')}"
    if kind in _WORDS:
        return _WORDS[kind].format(**error.get("ctx", {}))
    return str(error["msg"])
