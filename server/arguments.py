"""Checks the arguments of a call, in this order: names, characters, the contract's schema, rules.

Everything malformed is INVALID_ARGUMENT and names the argument; a value outside a closed vocabulary
is FILTER_NOT_AVAILABLE and lists the allowed ones; more records than may be compared is
TOO_MANY_DATASETS, which the schema's maxItems alone would not say. Unknown names are refused though
the schemas would let them pass: a misspelt filter that is ignored gives a wrong answer. Messages
never repeat a value.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from jsonschema import ValidationError

from server.contract import MAX_COMPARED, input_schema, input_validator
from server.errors import ToolError, invalid
from store.vocabulary import ErrorCode

Rule = Callable[[str, Any], Any]
"""Takes an argument's name and value (never None); returns what to use, or raises ToolError."""

_UNREADABLE = re.compile("[\0\ud800-\udfff]")
_SHOWN_NAMES = 10
_SHOWN_LENGTH = 60
_TYPES = {"string": "문자열", "integer": "정수", "boolean": "true 또는 false", "array": "배열"}
_LIMITS = {
    "minimum": "{limit} 이상이어야 합니다.",
    "maximum": "{limit} 이하여야 합니다.",
    "minLength": "{limit}자 이상이어야 합니다.",
    "maxLength": "{limit}자 이하여야 합니다.",
    "minItems": "{limit}개 이상이어야 합니다.",
    "maxItems": "{limit}개 이하여야 합니다.",
}


def parse(tool: str, arguments: Mapping[str, Any], rules: Mapping[str, Rule]) -> dict[str, Any]:
    """The arguments to work with: checked, normalised by `rules`, every default filled in.

    Raises:
        ToolError: see the module's description.
    """
    properties: dict[str, Any] = input_schema(tool)["properties"]
    _refuse_unknown(arguments, properties)
    given = {name: _readable(name, value) for name, value in arguments.items()}
    error = min(input_validator(tool).iter_errors(given), key=_order, default=None)
    if error is not None:
        raise _schema_error(error)
    values = {name: given.get(name, schema.get("default")) for name, schema in properties.items()}
    return {
        name: rules[name](name, value) if name in rules and value is not None else value
        for name, value in values.items()
    }


def _refuse_unknown(arguments: Mapping[str, Any], properties: Iterable[str]) -> None:
    known = sorted(properties)
    unknown = [name for name in arguments if name not in known]
    if unknown:
        shown = [_UNREADABLE.sub("?", name)[:_SHOWN_LENGTH] for name in unknown[:_SHOWN_NAMES]]
        raise ToolError(
            ErrorCode.INVALID_ARGUMENT,
            f"알 수 없는 인자가 있습니다: {', '.join(shown)}",
            {"argument": shown[0], "arguments": shown, "allowed": known},
        )


def _readable(name: str, value: Any) -> Any:
    """The value, a whole float as an integer (JSON knows one number type); text must be text."""
    for text in value if isinstance(value, list) else [value]:
        if isinstance(text, str) and _UNREADABLE.search(text):
            raise invalid(
                name, f"{name}에 쓸 수 없는 문자(NUL 또는 짝 없는 서로게이트)가 있습니다."
            )
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _order(error: ValidationError) -> tuple[bool, bool, str]:
    """Missing arguments first, then wrong types, then limits."""
    kind = str(error.validator)
    return kind != "required", kind not in ("type", "anyOf"), str(list(error.absolute_path))


def _schema_error(error: ValidationError) -> ToolError:
    kind, limit = str(error.validator), _value(error)
    if kind == "required":
        missing = next(name for name in limit if name not in _instance(error))
        return invalid(missing, f"필수 인자 {missing}이(가) 없습니다.")
    name = str(error.absolute_path[0])
    if kind in ("type", "anyOf"):
        allowed = _allowed_types(error)
        words = " 또는 ".join(_TYPES.get(kind, kind) for kind in allowed)
        return invalid(name, f"{name}의 형식이 다릅니다. {words}이어야 합니다.", expected=allowed)
    if (name, kind) == ("recordIds", "maxItems"):
        return ToolError(
            ErrorCode.TOO_MANY_DATASETS,
            f"한 번에 {MAX_COMPARED}건까지 비교할 수 있습니다.",
            {"argument": name, "limit": MAX_COMPARED, "given": len(_instance(error))},
        )
    return invalid(name, f"{name}은(는) {_LIMITS[kind].format(limit=limit)}", limit=limit)


def _allowed_types(error: ValidationError) -> list[str]:
    if error.validator == "type":
        return [str(_value(error))]
    return [choice["type"] for choice in _value(error) if choice["type"] != "null"]


def _value(error: ValidationError) -> Any:
    """The schema keyword's value; jsonschema types it as perhaps unset."""
    return error.validator_value


def _instance(error: ValidationError) -> Any:
    return error.instance
