"""The call at the end of a refusal, `Right: PATCH /api/v1/messages/… {"is_read":true}`, as the client makes it."""

from __future__ import annotations

import json
import re
from typing import Any, Dict, List, Optional, Tuple
from urllib.parse import parse_qsl, unquote

from ._meant import snaked

_BEFORE = " Right: "
_CALL = re.compile(r'([A-Z]{3,6}) /api/v1(/[^\s?"]*)(?:\?([^\s"]*))?(?: (\{.*\}))?', re.DOTALL)
#: Places of a message that are looked at.
_MAX_PLACES = 5
_VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE")


#: A call that a sentence names, with `{id}` and `…` where its caller is to say them.
_NAMED = re.compile(r"\b([A-Z]{3,6}) /api/v1(/[\w\-./{}@%]*[\w}])(?:\?([^\s\",;]*[^\s\",;.:)]))?")


def in_client_words(message: str, names_calls: bool = True) -> str:
    """The words of a refusal with the calls of the client; the words themselves where there are none."""
    told = _call_in(message)
    if told is None:
        return _in_sentences(message) if names_calls else message
    words, (method, path, query, body) = told
    call = _call_of(method, path)
    if call is None:
        return message
    fields = json.loads(body) if body else _fields_of(query) if query else None
    given = [*map(repr, call[1]), *([] if fields is None else [repr(fields)])]
    return f"{_in_sentences(words) if names_calls else words} Right: {call[0]}({', '.join(given)})"


def _in_sentences(words: str) -> str:
    """The calls of a refusal's own words: what stands in quotes is a value, which may read like one."""
    parts = words.split('"')
    return '"'.join(_NAMED.sub(_in_sentence, part) if at % 2 == 0 else part for at, part in enumerate(parts))


def _in_sentence(found: re.Match[str]) -> str:
    call = _call_of(found[1], found[2])
    if call is None:
        return found[0]
    pairs = [one.partition("=") for one in (found[3] or "").split("&") if one]
    fields = ", ".join(f"{name!r}: {'…' if value == '…' else repr(unquote(value))}" for name, _, value in pairs)
    ids = [snaked(one[1:-1]) if one.startswith("{") else repr(one) for one in call[1]]
    return f"{call[0]}({', '.join([*ids, *(['{' + fields + '}'] if fields else [])])})"


def _call_of(method: str, path: str) -> Optional[Tuple[str, List[str]]]:
    """The call of a method and a path, and the ids in the path: of several, the one that has the most words of the path itself. None: there is none."""
    given = path.split("/")
    best: Optional[Tuple[str, List[str]]] = None
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
            ids = [unquote(one) for part, one in zip(parts, given) if part.startswith("{")]
            if best is None or len(ids) < len(best[1]):
                full = f"client.{_snake(group)}.{name}"
                best = _OWN_NAMES.get(full, full), ids
    return best


#: Calls that the client has under a name of its own.
_OWN_NAMES = {"client.events.take_next": "client.next"}


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
