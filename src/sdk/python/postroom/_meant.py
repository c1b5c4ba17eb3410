"""The call that a wrong one most likely means, whole: ``client.messages.reply('…', {'text': 'y'})``.

Nothing that was given is lost and nothing is added; where that cannot be, there is none. Names of other clients come from
``generated/words.py``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from io import IOBase
from pathlib import PurePath
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union
from uuid import UUID
from zoneinfo import ZoneInfo

from .generated.words import ALONE_FIELDS, CALL_FIELDS, FIELD_WORDS, GROUP_WORDS, INSTEAD_OF, METHOD_WORDS, TURNED_BY

#: Of every call, by name.
OPTIONS = ("timeout", "retries", "headers", "idempotency_key", "if_match")
#: Calls that the client adds; the fields of some stand by name.
_CALLS: Dict[str, List[str]] = {
    **CALL_FIELDS,
    "messages.wait": ["", "named", "identity_id sender subject thread_id after timeout"],
    "reviews.wait": ["id", "named", "timeout"],
    "next": ["", "body", CALL_FIELDS["events.take_next"][2]],
    "webhooks.unwrap": ["body headers", "named", "secret tolerance"],
}
_GROUPS = tuple(dict.fromkeys(call.split(".")[0] for call in CALL_FIELDS))
_MAX_SHOWN = 700
#: Passwords within URLs, and keys: who logs a refusal would keep them.
_SECRETS = re.compile(r"://[^/\s@\":]{0,300}:[^/\s@\"]{0,300}@|\b(?:pr|whsec)_\w{6}")
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
_ADDRESS = re.compile(r"[^\s@,]+@[^\s@,]+")

@dataclass(frozen=True)
class MeantCall:
    #: ``messages.update``
    call: str
    #: Its arguments, where the method of the other client says a part of it.
    template: Optional[Sequence[Any]] = None


def _plain(text: str) -> str:
    return text.lower().replace("_", "")


def is_word_of(words: str, name: str) -> bool:
    return any(_plain(word) == _plain(name) for word in words.split())


def _methods_of(group: str) -> List[str]:
    return [call.split(".")[1] for call in _CALLS if call.startswith(f"{group}.")]


def group_meant(name: str) -> Optional[str]:
    """The group of calls that a name means."""
    given = _plain(name)
    forms = (given, f"{given}s", re.sub("y$", "ies", given))
    word = next((one for one in _GROUPS if is_word_of(GROUP_WORDS.get(one, ""), name)), None)
    form = next((one for one in _GROUPS if _plain(one) in forms), None)
    return word or form or next((one for one in _GROUPS if _is_near(given, _plain(one))), None)


def call_meant(group: Optional[str], name: str) -> Optional[MeantCall]:
    """The call that a name of a group means, or of the client itself (group None)."""
    plain = f"{group}.{snaked(name)}"
    if plain in INSTEAD_OF:
        own, *more = INSTEAD_OF[plain]
        return MeantCall(own, more)
    found = (_method_meant(group, name) if group else None) or _spelled_out(name) or _alone(group, name)
    return MeantCall(found) if found else None


def snaked(name: str) -> str:
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()


def _method_meant(group: str, name: str) -> Optional[str]:
    known = _methods_of(group)
    word = next((one for one, words in METHOD_WORDS.items() if one in known and is_word_of(words, name)), None)
    same = next((one for one in known if _plain(one) == _plain(name)), None)
    found = word or same or next((one for one in known if _is_near(_plain(name), _plain(one))), None)
    return f"{group}.{found}" if found else None


def _spelled_out(name: str) -> Optional[str]:
    """A method whose name says its group, as ``get_message`` and ``listThreads``."""
    words = snaked(name).split("_")
    for at in range(1, len(words)):
        verb, noun = "_".join(words[:at]), "_".join(words[at:])
        group = group_meant(noun) if len(noun) > 2 else None
        # A word of many is a list.
        found = _method_meant(group, "list" if verb == "get" and noun.endswith("s") else verb) if group else None
        if found:
            return found
    return None


def _alone(group: Optional[str], name: str) -> Optional[str]:
    """A method that one group alone has, and one of the client: of several groups, that of messages."""
    if group is not None and group_meant(name) is not None:
        return None
    if group is None and is_word_of(METHOD_WORDS["next"], name):
        return "next"
    found = [one for one in _GROUPS if any(_plain(method) == _plain(name) for method in _methods_of(one))]
    only = found[0] if len(found) == 1 else "messages" if group is None and "messages" in found else None
    return _method_meant(only, name) if only else None


def _is_near(given: str, known: str) -> bool:
    """Whether one letter is left out, put in, changed, or exchanged with its neighbour."""
    if len(given) < 4 or abs(len(given) - len(known)) > 1:
        return False
    at = 0
    while at < min(len(given), len(known)) and given[at] == known[at]:
        at += 1
    left, right = given[at:], known[at:]
    exchanged = left[:1] == right[1:2] and left[1:2] == right[:1] and left[2:] == right[2:]
    return left[1:] == right[1:] or left[1:] == right or left == right[1:] or exchanged


def form_of(meant: MeantCall) -> str:
    """The call without what it was given: ``client.messages.update(id, {'is_read': True})``."""
    ids, takes, fields = _CALLS.get(meant.call, ["", "", ""])
    parts: Sequence[Any] = [f"${name}" for name in ids.split()]
    if meant.template is not None:
        parts = meant.template
    elif takes == "named":
        parts = [*parts, *(f"${name}=…" for name in fields.split()[:1])]
    elif takes:
        parts = [*parts, {}]

    def shown(value: Any) -> str:
        if isinstance(value, str):
            return value[1:] if value.startswith("$") else repr(value)
        if isinstance(value, list):
            return f"[{', '.join(map(shown, value))}]"
        if isinstance(value, dict):
            return "{" + (", ".join(f"{key!r}: {'…' if one == f'${key}' else shown(one)}" for key, one in value.items()) or "…") + "}"
        return repr(value)

    return f"client.{meant.call}({', '.join(map(shown, parts))})"


def right_call(meant: MeantCall, given: Sequence[Any], named: Mapping[str, Any]) -> Optional[str]:
    """The whole call with what was given to another one, or wrongly to it."""
    if meant.call not in _CALLS:
        return None
    options = {name: one for name, one in named.items() if name in OPTIONS}
    if "wait" in _CALLS[meant.call][2].split() or _CALLS[meant.call][1] == "named":
        options.pop("timeout", None)
    fields = {name: one for name, one in named.items() if name not in options}
    every = [*given, fields]
    filled = every if meant.template is None else _filled(meant.template, every)
    return None if filled is None else _arranged(meant.call, filled, options)


def _filled(template: Sequence[Any], given: Sequence[Any]) -> Optional[List[Any]]:
    """A template with what the other call was given in the places of its names; fields that it was given too join its own."""
    left = list(given)
    missing: List[str] = []

    def take(name: str) -> Any:
        for at, one in enumerate(left):
            # A thread is named, and which of its messages is meant is not said.
            if name != "message_id" and (not isinstance(one, Mapping) or isinstance(one.get("id"), str)):
                del left[at]
                return one["id"] if isinstance(one, Mapping) else one[0] if isinstance(one, list) and len(one) == 1 else one
        for at, one in enumerate(left):
            if isinstance(one, Mapping) and name in one:
                left[at] = {key: value for key, value in one.items() if key != name}
                return one[name]
        missing.append(name)
        return None

    def fill(value: Any) -> Any:
        if isinstance(value, str) and value.startswith("$"):
            return take(value[1:])
        if isinstance(value, list):
            return [fill(one) for one in value]
        return {key: fill(one) for key, one in value.items()} if isinstance(value, dict) else value

    filled = [fill(one) for one in template]
    if missing or not all(isinstance(one, Mapping) for one in left):
        return None
    return [*filled, {key: value for one in left for key, value in one.items()}]


def _arranged(call: str, given: Sequence[Any], options: Mapping[str, Any]) -> Optional[str]:
    id_names, takes, names = _CALLS[call]
    wanted = id_names.split()
    known = [name.rstrip("!") for name in names.split()]
    texts: List[Any] = []
    fields: Dict[str, Any] = {}
    for one in given:
        if isinstance(one, Mapping):
            if isinstance(one.get("id"), str) and len(texts) < len(wanted) and _is_thing(one, known):
                texts.append(one["id"])
            else:
                fields.update({str(key): value for key, value in one.items()})
        elif isinstance(one, (list, tuple)):
            if len(known) == 1:
                fields[known[0]] = list(one)
            elif len(one) == 1:
                texts.append(one[0]["id"] if isinstance(one[0], Mapping) and "id" in one[0] else one[0])
            else:
                return None
        elif one is not None:
            texts.append(str(one) if isinstance(one, UUID) else one)
    for own, words, instead, field in TURNED_BY:
        name = next((key for key in fields if is_word_of(words, key)), None) if own == call else None
        if name is not None:
            value = fields.pop(name)
            more = {field: value} if field else {}
            return _arranged(call if value is False else instead, [*texts, {**fields, **({} if value is False else more)}], options)
    ids = _ids_of(call, wanted, known, texts, fields)
    own_fields = None if ids is None or not _with_alone(call, known, texts, fields) else _fields_meant(known, fields)
    if ids is None or own_fields is None:
        return None
    needed = [name[:-1] for name in names.split() if name.endswith("!")]
    if takes and any(own_fields.get(name) is None for name in needed):
        return None
    if takes == "body" and not own_fields and call != "next":
        return None
    # An address without its domain is none.
    if call == "identities.create" and "domain_id" not in own_fields and "@" not in str(own_fields.get("email")):
        return None
    return _shown_call(call, takes, ids, own_fields, options)


def _is_thing(one: Mapping[str, Any], known: Sequence[str]) -> bool:
    """Whether an object is what an answer held, and not the fields of a call with the id among them."""
    others = [str(name) for name in one if name != "id"]
    return not others or any(field_meant(name, known, {}) is None for name in others)


def _is_id(one: Any) -> bool:
    return isinstance(one, str) and _UUID.fullmatch(one) is not None


def _ids_of(call: str, wanted: Sequence[str], known: Sequence[str], texts: List[Any], fields: Dict[str, Any]) -> Optional[List[Any]]:
    """The ids of the path: those that stand before the fields, or among them. Of one too many, the first holds it, as other clients say it: an address, or the mail of a file."""
    is_file = call.startswith("attachments.")
    while wanted and len(texts) > len(wanted) and (is_file or _is_address(texts[0])) and _is_id(texts[len(wanted)]):
        del texts[0]
    group = call.split(".")[0]
    single = "identity" if group in ("calendar", "identities") else re.sub("s$", "", group)
    missing = len(wanted) - len(texts)
    ids: List[Any] = []
    for name in wanted:
        words = [name] if name != "id" else ["id", f"{single}_id", single]
        words += ["address", "inbox_id"] if name == "id" and single == "identity" else []
        found = next((key for key in fields if key not in known and any(_plain(word) == _plain(key) for word in words)), None)
        if missing > 0 and found is not None and isinstance(fields[found], str):
            ids.append(fields.pop(found))
            missing -= 1
        elif not texts:
            return None
        else:
            ids.append(texts.pop(0))
    return ids if all(isinstance(one, str) and one for one in ids) else None


def _is_address(one: Any) -> bool:
    return isinstance(one, str) and _ADDRESS.fullmatch(one) is not None


def _with_alone(call: str, known: Sequence[str], texts: Sequence[Any], fields: Dict[str, Any]) -> bool:
    """Puts values that stood alone into their fields. False: one has no place."""
    for text in texts:
        field: Optional[str] = ALONE_FIELDS.get(call) if isinstance(text, (str, date)) else None
        # An address alone may be the one that awaits, or the one that writes.
        if call == "messages.wait" and isinstance(text, str):
            return False
        if _is_address(text) and "address" in known:
            field = "address"
        elif _is_address(text) or _is_id(text):
            owner = "identity_id" if "identity_id" in known else "from" if call == "messages.send" else None
            # An id may be of anything, unless the call needs an address.
            if owner and f"{owner}!" not in _CALLS[call][2].split() and not _is_address(text):
                return False
            field = owner or field
        elif isinstance(text, (int, float, timedelta)) and not isinstance(text, bool):
            field = next((one for one in (("timeout", "wait") if "wait" in call else ("timeout", "limit", "wait")) if one in known), None)
        if field is None or fields.get(field) is not None:
            return False
        fields[field] = text
    return True


_NEGATED = "unread is_unread unread_only unseen"


#: Times to come, which the API reads in words too.
_TIMES = ("send_at", "snoozed_until")


def _fields_meant(known: Sequence[str], fields: Mapping[str, Any]) -> Optional[Dict[str, Any]]:
    own: Dict[str, Any] = {}
    for name, value in fields.items():
        field = field_meant(name, known, {**fields, **own})
        if field is None:
            return None
        is_negated = field == "is_read" and is_word_of(_NEGATED, name)
        is_ms = field == "timeout" and _plain(name).endswith("ms") and isinstance(value, (int, float))
        own[field] = value is False if is_negated else value / 1000 if is_ms else _value_meant(field, value)
    return own


def _value_meant(field: str, value: Any) -> Any:
    """Seconds of a text, and the time that is so much later."""
    if isinstance(value, timedelta):
        whole = value.total_seconds() / 60
        return f"in {whole:.0f} minutes" if field in _TIMES and whole >= 1 and whole % 1 == 0 else value
    seconds = re.fullmatch(r"(\d{1,5}) ?s?", value) if field == "timeout" and isinstance(value, str) else None
    return int(seconds[1]) if seconds else value


_SENDERS = ("from", "fromaddress", "fromemail", "senderemail")
#: Names of the time that a call waits; of those that end in `ms` it is in milliseconds.
_SPANS = ("timeoutms", "waitms", "timeouts", "timeoutseconds", "waitseconds", "seconds", "wait", "maxwait", "waittimeout")

#: Bounds of a span of time, where no field is a sender or a recipient.
_SPAN_WORDS = {"after": "from", "before": "to"}


def field_meant(name: str, known: Sequence[str], given: Mapping[str, Any]) -> Optional[str]:
    """The field of a call that a name means; None: none, or one that is given already."""
    if name in known:
        return name
    plain = _plain(name)
    # One who writes is no address that awaits.
    if "sender" in known and plain in _SENDERS:
        return "sender" if given.get("sender") is None else None
    if known[-1:] == ["timeout"] and plain in _SPANS:
        return "timeout" if given.get("timeout") is None else None
    found = next((one for one in known if _plain(one) == plain), None)
    found = found or next((one for one in known if given.get(one) is None and is_word_of(FIELD_WORDS.get(one, ""), name)), None)
    if found is None and "is_read" in known and is_word_of(_NEGATED, name):
        found = "is_read"
    if found is None and "from" in known and "identity_id" not in known and is_word_of("identity_id identity inbox inbox_id", name):
        found = "from"
    if found is None and "identity_id" not in known:
        found = next((one for one in known if _SPAN_WORDS.get(one) == name.rstrip("_")), None)
    return found if found and given.get(found) is None else None


def _shown_call(call: str, takes: str, ids: Sequence[Any], fields: Mapping[str, Any], options: Mapping[str, Any]) -> Optional[str]:
    try:
        by_name = {**fields, **options} if takes == "named" else options
        parts = [_shown(one) for one in ids]
        parts += [_shown(dict(fields))] if takes == "body" or (takes == "query" and fields) else []
        parts += [f"{name}={_shown(value)}" for name, value in by_name.items()]
    except TypeError:
        return None
    if not takes and fields:
        return None
    text = f"client.{call}({', '.join(parts)})"
    return None if len(text) > _MAX_SHOWN or _SECRETS.search(text) else text


def _shown(value: Any) -> str:
    """A value as it is written again. Raises TypeError where it cannot be."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{str(key)!r}: {_shown(one)}" for key, one in value.items()) + "}"
    if isinstance(value, Enum):
        return _shown(value.value)
    if isinstance(value, (UUID, ZoneInfo)):
        return repr(str(value))
    if isinstance(value, date):
        return repr(value.isoformat())
    if isinstance(value, timedelta):
        return repr(value.total_seconds())
    if isinstance(value, PurePath):
        return f"open({str(value)!r}, 'rb')"
    if isinstance(value, (list, tuple, set, frozenset)):
        return f"[{', '.join(_shown(one) for one in value)}]"
    if isinstance(value, IOBase) or not (value is None or isinstance(value, (str, int, float, bool, bytes))):
        raise TypeError(f"a {type(value).__name__}")
    return repr(value)
