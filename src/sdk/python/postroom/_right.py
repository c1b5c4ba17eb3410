"""The call at the end of a refusal, `Right: PATCH /api/v1/messages/… {"is_read":true}`, as the client makes it."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any, Dict, List, Optional, Tuple
from urllib.parse import parse_qsl, unquote

_BEFORE = " Right: "
_CALL = re.compile(r'([A-Z]{3,6}) /api/v1(/[^\s?"]*)(?:\?([^\s"]*))?(?: (\{.*\}))?', re.DOTALL)
_MENTION = re.compile(
    r'"(?:[^"\\]|\\.)*"?|\b([A-Z]{3,6}) /api/v1(/[\w{}/@%.~-]*[\w}])(?:\?([\w=&…:%@.,-]*[\w…]))?'
)
#: Places of a message that are looked at.
_MAX_PLACES = 5
_VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def in_client_words(message: str) -> str:
    """The words of a refusal with the calls of the client in them, and at their end."""
    told = _call_in(message)
    if told is not None:
        words, (method, path, query, body) = told
        right = _client_call(method, path, query, body)
        if right is not None:
            return f"{_mentions_in(words)} Right: {right}"
    return _mentions_in(message)


def _mentions_in(words: str) -> str:
    """Calls among the words, outside of what is quoted, which may be a caller's: ``GET /api/v1/threads lists them``."""

    def shown(found: re.Match[str]) -> str:
        return (_client_call(found[1], found[2], found[3], None) if found[1] else None) or found[0]

    return _MENTION.sub(shown, words)


def _client_call(method: str, path: str, query: Optional[str], body: Optional[str]) -> Optional[str]:
    from ._told import _snake

    given = path.split("/")
    like = [(call, parts) for call, verb, parts in _calls() if verb == method and _is_of(parts, given)]
    if not like:
        return None
    # A word of the path goes before an id.
    call, parts = min(like, key=lambda one: sum(part.startswith("{") for part in one[1]))
    ids = [_snake(one[1:-1]) if one.startswith("{") else repr(unquote(one)) for part, one in zip(parts, given) if part.startswith("{")]
    fields = json.loads(body) if body else _fields_of(query) if query else None
    # Dots stand for what the caller has to say.
    return f"client.{call}({', '.join([*ids, *([] if fields is None else [repr(fields)])])})".replace("'…'", "…")


def _is_of(parts: List[str], given: List[str]) -> bool:
    return len(parts) == len(given) and all(part.startswith("{") or part == one for part, one in zip(parts, given))


@lru_cache(maxsize=1)
def _calls() -> List[Tuple[str, str, List[str]]]:
    """Each call with its method and the parts of its path."""
    from ._told import _snake
    from .generated import calls

    found: List[Tuple[str, str, List[str]]] = []
    for group, made in vars(calls).items():
        if not isinstance(made, type) or made.__module__ != calls.__name__:
            continue
        for name, call in vars(made).items():
            code = getattr(getattr(call, "__wrapped__", None), "__code__", None)
            strings = [one for one in (code.co_consts if code else ()) if isinstance(one, str)]
            verb = next((one for one in strings if one in _VERBS), "GET")
            parts = next((one for one in strings if one.startswith("/")), "").split("/")
            if not name.startswith("_"):
                found.append((f"{_snake(group)}.{name}", verb, parts))
    return found


def _call_in(message: str) -> Optional[Tuple[str, Tuple[str, str, Optional[str], Optional[str]]]]:
    """The words before the first place from which on the rest is one call: values before it, and within it, may read like one."""
    parts = message.split(_BEFORE)
    for at in range(1, min(len(parts), _MAX_PLACES + 1)):
        found = _CALL.fullmatch(_BEFORE.join(parts[at:]))
        if found is None:
            continue
        try:
            json.loads(found[4] or "null")
        except ValueError:
            continue
        return _BEFORE.join(parts[:at]), (found[1], found[2], found[3], found[4])
    return None


def _fields_of(query: str) -> Dict[str, Any]:
    return {
        name: json.loads(value) if re.fullmatch(r"true|false|[0-9]{1,9}", value) else value
        for name, value in parse_qsl(query, keep_blank_values=True)
    }
