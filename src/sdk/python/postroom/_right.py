"""The call at the end of a refusal, `Right: PATCH /api/v1/messages/… {"is_read":true}`, as the client makes it."""

from __future__ import annotations

import json
import re
from typing import Any, Dict
from urllib.parse import parse_qsl, unquote

_TOLD = re.compile(r"(.*) Right: ([A-Z]{3,6}) /api/v1(/[^\s?]*)(?:\?(\S*))?(?: (\{.*\}))?", re.DOTALL)
_VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def in_client_words(message: str) -> str:
    """The words of a refusal with the call of the client; the words themselves where there is none."""
    found = _TOLD.fullmatch(message)
    if found is None:
        return message
    words, method, path, query, body = found.groups()
    given = path.split("/")
    from ._told import _snake
    from .generated import calls

    for group, made in vars(calls).items():
        if not isinstance(made, type) or made.__module__ != calls.__name__:
            continue
        for name, call in vars(made).items():
            code = getattr(getattr(call, "__wrapped__", None), "__code__", None)
            strings = [one for one in (code.co_consts if code else ()) if isinstance(one, str)]
            verb = next((one for one in strings if one in _VERBS), "GET")
            parts = next((one for one in strings if one.startswith("/")), "").split("/")
            if verb != method or len(parts) != len(given) or name.startswith("_"):
                continue
            if not all(part.startswith("{") or part == one for part, one in zip(parts, given)):
                continue
            ids = [repr(unquote(one)) for part, one in zip(parts, given) if part.startswith("{")]
            fields = json.loads(body) if body else _fields_of(query) if query else None
            all_given = [*ids, *([] if fields is None else [repr(fields)])]
            return f"{words} Right: client.{_snake(group)}.{name}({', '.join(all_given)})"
    return message


def _fields_of(query: str) -> Dict[str, Any]:
    return {
        name: json.loads(value) if re.fullmatch(r"true|false|[0-9]{1,9}", value) else value
        for name, value in parse_qsl(query, keep_blank_values=True)
    }
