"""Calls that cannot be made as they stand: each is refused with what the method takes, or which one is meant."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import wraps
from inspect import CO_VARKEYWORDS, iscoroutine
from types import FunctionType
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Dict, List, Mapping, NoReturn, Optional, Sequence, Tuple, TypeVar, cast

from ._meant import OPTIONS, MeantCall, call_meant, form_of, group_meant, is_word_of, right_call
from .generated.words import FIELD_WORDS

Method = TypeVar("Method", bound=Callable[..., Any])

#: Words for the arguments of the connection and of requests, and ours.
_WORDS: Dict[str, Tuple[str, ...]] = {
    **dict.fromkeys(("base", "url", "host", "endpoint", "server"), ("base_url",)),
    **dict.fromkeys(("key", "token", "apikey"), ("api_key",)),
    **dict.fromkeys(("from", "from_", "from_address"), ("sender", "from")),
    **dict.fromkeys(("address", "to", "identity"), ("identity_id",)),
    **dict.fromkeys(("json", "data"), ("body",)),
    "body": ("text",),
    **dict.fromkeys(("params",), ("query",)),
}
_FIELDS = ("body", "query", "ask")


class Told:
    """Classes whose methods refuse so."""

    def __init_subclass__(cls) -> None:
        for name, method in list(vars(cls).items()):
            if isinstance(method, FunctionType) and (name == "__init__" or not name.startswith("_")):
                setattr(cls, name, told(method))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            group = None if _name_of(self) == "client" else _snake(type(self).__name__.removeprefix("Async"))
            wrong = None if name.startswith("_") else wrong_member(group, name, f"{_name_of(self)} has no {name!r}.")
            if wrong is None:
                raise AttributeError(_no_member(self, name))
            return wrong

        def __call__(self, *_: object, **__: object) -> NoReturn:
            methods = _methods(type(self))
            right = f" Right: {_name_of(self)}.{methods[0]}()" if len(methods) == 1 else ""
            raise TypeError(f"{_name_of(self)} is no call. It has {', '.join(methods)}.{right}")


def told(method: Method) -> Method:
    code = cast(FunctionType, method).__code__
    names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
    takes = names[: code.co_argcount - 1]
    has_options = bool(code.co_flags & CO_VARKEYWORDS)
    at = next((at for at, name in enumerate(takes) if _is_fields(method, name)), None)

    def attempt(self: Any, given: Sequence[Any], named: Mapping[str, Any]) -> Any:
        if has_options and named and any(name not in names and name not in OPTIONS for name in named):
            raise TypeError(_takes(self, method, names, takes, named))
        if at is not None:
            fields = given[at] if len(given) > at else named.get(takes[at], _nothing)
            if fields is not _nothing and fields is not None and not isinstance(fields, Mapping):
                # Of several values alone, nothing says which is the text.
                stand_in = {"text": fields} if isinstance(fields, str) and len(given) <= at + 1 else {}
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

    @wraps(method)
    def call(self: Any, *given: Any, **named: Any) -> Any:
        with_right = _Righting(f"{_name_of(self)}.{method.__name__}".removeprefix("client."), given, named)
        try:
            made = attempt(self, given, named)
        except (TypeError, ValueError) as error:
            raise with_right(error) from None
        if iscoroutine(made):
            return _awaited(made, with_right)
        if hasattr(type(made), "told_by"):
            made.told_by = with_right
        return made

    return cast(Method, call)


class _Righting:
    """Ends a refusal with the call that is right, where all of it is known."""

    def __init__(self, call: str, given: Sequence[Any], named: Mapping[str, Any]) -> None:
        self._call, self._given, self._named = call, given, named

    def right(self) -> Optional[str]:
        return right_call(MeantCall(self._call), self._given, self._named)

    def __call__(self, error: Exception) -> Exception:
        words = str(error)
        right = None if " Right: " in words else self.right()
        if right is not None:
            error.args = (f"{words} Right: {right}",)
        return error


async def _awaited(made: Awaitable[Any], with_right: _Righting) -> Any:
    try:
        return await made
    except (TypeError, ValueError) as error:
        raise with_right(error) from None


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
    word = next((one for one in _WORDS.get(name, ()) if one in known), "")
    word = word or next((one for one in known if is_word_of(FIELD_WORDS.get(one, ""), name)), "id" if name.endswith("_id") and "id" in known else "")
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
    groups = [_snake(one) for one, made in vars(calls).items() if isinstance(made, type) and issubclass(made, Told)]
    own = [*_methods(type(self)), *(one for one in groups if full == "client" and one not in ("told", "calls"))]
    return f"{full} has no {name!r}. It has {', '.join(own)}."


def wrong_member(group: Optional[str], name: str, words: str) -> Optional[WrongMember]:
    """A stand-in for a name that is meant otherwise. None: the name means nothing."""
    call, inner = call_meant(group, name), group_meant(name)
    return None if call is None and inner is None else WrongMember(call, inner, words)


class WrongMember:
    """Calling it, or a name of it, is refused with the call that is right."""

    def __init__(self, call: Optional[MeantCall], group: Optional[str], words: str) -> None:
        self._call, self._group, self._words = call, group, words

    def __call__(self, *given: Any, **named: Any) -> NoReturn:
        if self._call is None:
            raise AttributeError(f"{self._words} Did you mean client.{self._group}?")
        right = right_call(self._call, given, named)
        raise AttributeError(f"{self._words} Did you mean {form_of(self._call)}?" + (f" Right: {right}" if right else ""))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        wrong = None if self._group is None else wrong_member(self._group, name, self._words)
        if wrong is None:
            raise AttributeError(f"{self._words} Did you mean client.{self._group}?" if self._group else self._words)
        return wrong
