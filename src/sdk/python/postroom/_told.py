"""Calls that cannot be made as they stand: each is refused with what the method takes, or which one is meant."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import wraps
from inspect import CO_VARKEYWORDS
from types import FunctionType
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, NoReturn, Sequence, Tuple, TypeVar, cast

Method = TypeVar("Method", bound=Callable[..., Any])

#: Of every call, by name.
OPTIONS = ("timeout", "retries", "headers", "idempotency_key", "if_match")
#: Words of other clients, and ours.
_WORDS: Dict[str, Tuple[str, ...]] = {
    **dict.fromkeys(("inboxes", "inbox", "addresses", "accounts", "users"), ("identities",)),
    **dict.fromkeys(("emails", "email", "mail", "mails"), ("messages",)),
    **dict.fromkeys(("conversations",), ("threads",)),
    **dict.fromkeys(("files", "attachment"), ("attachments",)),
    **dict.fromkeys(("calendars", "calendar_events"), ("calendar",)),
    **dict.fromkeys(("hooks",), ("webhooks",)),
    **dict.fromkeys(("keys",), ("api_keys",)),
    **dict.fromkeys(("folders",), ("mailboxes",)),
    **dict.fromkeys(("retrieve", "read", "fetch", "find", "show"), ("get", "list")),
    "get": ("download",),
    **dict.fromkeys(("create", "add", "new", "post", "insert"), ("create", "send", "create_event", "upload")),
    **dict.fromkeys(("edit", "patch", "modify", "change", "mark"), ("update",)),
    **dict.fromkeys(("remove", "destroy", "cancel"), ("delete", "delete_event", "unschedule")),
    **dict.fromkeys(("all", "query", "iterate"), ("list", "search")),
    **dict.fromkeys(("batch", "send_batch", "batch_send", "bulk_send"), ("send_many",)),
    **dict.fromkeys(("send_message", "send_email", "send_mail"), ("send",)),
    **dict.fromkeys(("wait_for_message", "wait_for_mail", "wait_for_email"), ("wait",)),
    **dict.fromkeys(("subscribe", "listen", "follow", "on"), ("stream",)),
    **dict.fromkeys(("verify", "construct_event"), ("unwrap",)),
    **dict.fromkeys(("whats_next", "poll", "receive"), ("next",)),
    **dict.fromkeys(("base", "url", "host", "endpoint", "server"), ("base_url",)),
    **dict.fromkeys(("key", "token", "apikey"), ("api_key",)),
    **dict.fromkeys(("from", "from_", "from_address"), ("sender", "from")),
    **dict.fromkeys(("address", "to", "identity"), ("identity_id",)),
    **dict.fromkeys(("sender", "from_email"), ("from",)),
    **dict.fromkeys(("content", "message", "plain", "text_body"), ("text",)),
    **dict.fromkeys(("page_size", "per_page", "max_results", "size"), ("limit",)),
    **dict.fromkeys(("json", "data"), ("body",)),
    "body": ("text",),
    **dict.fromkeys(("params",), ("query",)),
}
#: Calls that stand for a method of another client.
_INSTEAD: Dict[str, str] = {
    **dict.fromkeys(("messages.mark_read", "messages.mark_as_read"), "client.messages.update(id, {'is_read': True})"),
    "messages.archive": "client.messages.update(id, {'folder': 'archive'})",
    # Not delete, which takes what is in trash away for good.
    "messages.trash": "client.messages.update(id, {'folder': 'trash'})",
    "messages.mark_unread": "client.messages.update(id, {'is_read': False})",
    **dict.fromkeys(("messages.move", "messages.move_to"), "client.messages.update(id, {'folder': …})"),
    "messages.add_label": "client.messages.update_many({'ids': [id], 'add_label_ids': [name]})",
    "messages.remove_label": "client.messages.update_many({'ids': [id], 'remove_label_ids': [name]})",
    **dict.fromkeys(("threads.messages", "threads.list_messages", "threads.get_messages"), "client.messages.list({'thread_id': …})"),
    **dict.fromkeys(("threads.close", "threads.resolve"), "client.threads.update(id, {'status': 'resolved'})"),
    "threads.create": "client.messages.send({…}), which begins a thread",
}
_FIELDS = ("body", "query", "ask")


class Told:
    """Classes whose methods refuse so."""

    def __init_subclass__(cls) -> None:
        for name, method in list(vars(cls).items()):
            if isinstance(method, FunctionType) and (name == "__init__" or not name.startswith("_")):
                setattr(cls, name, told(method))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            raise AttributeError(_no_member(self, name))

        def __call__(self, *_: object, **__: object) -> NoReturn:
            raise TypeError(f"{_name_of(self)} is no call. It has {', '.join(_methods(type(self)))}.")


def told(method: Method) -> Method:
    code = cast(FunctionType, method).__code__
    names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
    takes = names[: code.co_argcount - 1]
    has_options = bool(code.co_flags & CO_VARKEYWORDS)
    at = next((at for at, name in enumerate(takes) if _is_fields(method, name)), None)

    @wraps(method)
    def call(self: Any, *given: Any, **named: Any) -> Any:
        if has_options and named and any(name not in names and name not in OPTIONS for name in named):
            raise TypeError(_takes(self, method, names, takes, named))
        if at is not None:
            fields = given[at] if len(given) > at else named.get(takes[at], _nothing)
            if fields is not _nothing and fields is not None and not isinstance(fields, Mapping):
                stand_in = {"text": fields} if isinstance(fields, str) else {}
                raise TypeError(_takes(self, method, names, takes, stand_in, f", not a {type(fields).__name__}"))
            first = given[0] if given and at > 0 else None
            if isinstance(first, Mapping) and not isinstance(first.get("id"), str) and len(given) == 1:
                raise TypeError(_takes(self, method, names, takes, first, f", behind its {takes[0]}"))
        try:
            return method(self, *given, **named)
        except TypeError as error:
            # One of the call itself, which did not begin.
            if error.__traceback__ is not None and error.__traceback__.tb_next is not None:
                raise
        absent = [name for name in takes[len(given) :] if name not in named and not _is_fields(method, name)]
        raise TypeError(_takes(self, method, names, takes, named, "", absent))

    return cast(Method, call)


def _is_fields(method: Any, name: str) -> bool:
    """Whether fields go there: the body of a delivery is text or bytes."""
    return name in _FIELDS and "bytes" not in str(method.__annotations__.get(name))


_nothing = object()


def _takes(
    self: Any,
    method: Any,
    names: Sequence[str],
    takes: Sequence[str],
    named: Mapping[str, Any],
    instead: str = "",
    absent: Sequence[str] = (),
) -> str:
    """The call as it would be right."""
    full = "Postroom" if method.__name__ == "__init__" else f"{_name_of(self)}.{method.__name__}"
    place = next((one for one in method.__code__.co_consts if isinstance(one, str) and one.startswith("/")), "")
    where = f" ({place})" if "{" in place else ""
    own = [name for name in takes if not _is_fields(method, name)]
    unknown = [name for name in named if name not in names and name not in OPTIONS]
    required, optional = next((_fields_of(method.__annotations__[name]) for name in takes if _is_fields(method, name)), ([], []))
    every = [*required, *optional]
    if absent and not unknown and method.__name__ == "__init__":
        return f"{full} needs {' and '.join(absent)}: {full}({', '.join(own)}); None stands for a key where no call needs one."
    near = {name: _nearest(name, [*OPTIONS, *names]) for name in unknown if name not in every}
    # A text where all of the fields belong is that of a mail.
    said = [name for name in named if _is_fields(method, name) and isinstance(named[name], str) and "text" in every]
    if unknown and not said and len(near) == len(unknown) and all(near.values()):
        return f"{full} takes {', '.join(f'{meant}=, not {name}=' for name, meant in near.items())}."
    if not every:
        by_name = [*names[len(takes) :], *(OPTIONS if method.__code__.co_flags & CO_VARKEYWORDS else ())]
        parts = [f"({', '.join(own)})"] * bool(own) + [f"by name {', '.join(by_name)}"] * bool(by_name)
        answer = ", and answers bytes" if method.__annotations__.get("return") == "bytes" else ""
        return f"{full}{where} takes {', and '.join(parts)}{answer}" + (f"; not {', '.join(unknown)}." if unknown else ".")
    meant = [*(name if name in every else _nearest(name, every) or name for name in unknown), *("text" for _ in said)]
    if absent and not unknown and not required:
        return f"{full} needs {', '.join(absent)}: {full}({', '.join(own)}){where}."
    shown = list(dict.fromkeys([*required, *(name for name in meant if name in every)])) or every[:1]
    no_such = [name for name in unknown if name not in every and _nearest(name, every) not in every and not instead]
    given = {name if name in every else _nearest(name, every): named[name] for name in unknown}
    given.update({"text": named[name] for name in said})
    pairs = (f"{name!r}: {_short(given[name]) if name in given else '…'}" for name in shown)
    call = f"{full}({', '.join([*own, '{' + ', '.join(pairs) + '}'])})"
    others = [name for name in every if name not in shown]
    known = (f" It has no {', '.join(no_such)}." if no_such else "") + (f" It knows {', '.join(others[:20])} too." if others else "")
    return f"{full} takes its fields in one dict{instead}: {call}{where}.{known}"


def _short(value: Any) -> str:
    """A value as it was given, where it is short and can be said again."""
    text = repr(value)
    return text if isinstance(value, (str, int, float, bool, list)) and len(text) <= 80 else "…"


def _fields_of(annotation: Any) -> Tuple[List[str], List[str]]:
    """Names of a TypedDict: those that it needs, and the others."""
    from .generated import types

    for name in re.findall(r"[A-Z]\w+", str(annotation)):
        shape = getattr(types, name, None)
        if hasattr(shape, "__required_keys__"):
            every, needed = list(shape.__annotations__), cast(Any, shape).__required_keys__
            return [key for key in every if key in needed], [key for key in every if key not in needed]
    return [], []


def _nearest(name: str, known: Sequence[str]) -> str:
    word = next((one for one in _WORDS.get(name, ()) if one in known), "id" if name.endswith("_id") and "id" in known else "")
    near = [one for one in known if not _is_contrary(name, one)]
    return word or next(iter(get_close_matches(name, near, 1, 0.75)), "")


def _is_contrary(one: str, other: str) -> bool:
    """Whether one takes back what the other does, as unsend and send."""
    long, short = (one, other) if len(one) > len(other) else (other, one)
    return re.fullmatch("(un|dis|de|non?|not)[-_]?", long.removesuffix(short)) is not None and long.endswith(short)


def _name_of(self: Any) -> str:
    name = type(self).__name__.removeprefix("Async")
    return "client" if name in ("Postroom", "Caller") else f"client.{_snake(name)}"


def _snake(name: str) -> str:
    return re.sub("(?<!^)([A-Z])", r"_\1", name).lower()


def _methods(of: type) -> List[str]:
    return [name for name in dir(of) if not name.startswith("_") and callable(getattr(of, name))]


def _no_member(self: Any, name: str) -> str:
    from .generated import calls

    full = _name_of(self)
    if f"{full}.{name}"[len("client.") :] in _INSTEAD:
        return f"{full} has no {name!r}. Use {_INSTEAD[f'{full}.{name}'[len('client.') :]]}."
    others = {
        _snake(group): _methods(made)
        for group, made in vars(calls).items()
        if isinstance(made, type) and issubclass(made, Told) and group not in ("Told", "Calls")
    }
    own = [*_methods(type(self)), *(others if full == "client" else ())]
    words = (name, *_WORDS.get(name, ()), *_WORDS.get(name.lower(), ()))
    elsewhere = [f"client.{group}.{word}" for group, found in others.items() for word in words if word in found]
    near = _nearest(name, own) or _nearest(name.lower(), own)
    meant = f"{full}.{near}" if near else " or ".join(elsewhere) if len(elsewhere) < 4 else ""
    return f"{full} has no {name!r}. " + (f"Did you mean {meant}?" if meant else f"It has {', '.join(own)}.")
