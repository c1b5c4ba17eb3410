"""Connections, ids, fields and times as programs give them, taken as they were meant where that is plain; the rest is refused here."""

from __future__ import annotations

import base64
import math
import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum
from pathlib import Path, PurePath
from typing import Any, Dict, Iterable, Mapping, Optional, Tuple, Union
from urllib.parse import quote
from uuid import UUID
from zoneinfo import ZoneInfo

#: Fields that are files, as base64.
_FILES = ("content", "content_base64")


#: Fields of a body, or of one of its lists, that hold an id, or ids: what the API answered may stand there. Metadata is kept as it is.
_NAMES_ONE = re.compile(r"^(?:[a-z_]+\.\d+\.)?(?:[a-z_]+_)?(?:ids?|in_reply_to)(?:\.\d+)?$")


@dataclass(frozen=True)
class Settings:
    base_url: str
    #: None: for calls that need none.
    api_key: Optional[str]
    timeout: float
    retries: int


def settings_of(base_url: str, api_key: Optional[str], timeout: float, retries: int) -> Settings:
    url = str(base_url or "").strip()
    if not re.match("https?://", url, re.IGNORECASE):
        # A key that stands in the wrong place is not repeated.
        shown = "a key" if re.match("(bearer )?p[a-z]_", url, re.IGNORECASE) else repr(base_url)
        raise ValueError(f"base_url is {shown}: begin it with http:// or https://")
    key = None if api_key is None else _key_of(api_key)
    return Settings(re.sub("/api/v1$", "", url.rstrip("/")), key, timeout, retries)


def _key_of(given: Any) -> str:
    if not isinstance(given, str) or not given.strip():
        raise ValueError("api_key is missing: Postroom(base_url=…, api_key='pr_…')")
    return re.sub("^Bearer ", "", given.strip(), flags=re.IGNORECASE)


def path_of(template: str, *ids: Any) -> str:
    """The template with its ids. An empty one, and dots, are refused: their path would be another call's."""
    path = template
    for given in ids:
        value = id_of(given)
        if isinstance(value, (Mapping, list, tuple, set, int, bytes)):
            raise TypeError(f"an id of {template} is {given!r:.80}: give the id of one, a text")
        if not value:
            raise ValueError(f"an id of {template} is missing")
        if value in (".", ".."):
            raise ValueError(f"an id of {template} is {value!r}: give the id of one")
        start, end = path.index("{"), path.index("}")
        path = path[:start] + quote(str(value), safe="") + path[end + 1 :]
    return path


def id_of(given: Any) -> Any:
    """An id, of what the API answered too."""
    return given["id"] if isinstance(given, Mapping) and isinstance(given.get("id"), str) else given


def below_api(settings: Settings, path: str) -> str:
    """A path below /api/v1, of one that may be whole."""
    own = path[len(settings.base_url) :] if path.startswith(settings.base_url) else path
    if "://" in own.split("?")[0]:
        raise ValueError(f"{own!r:.80} is no path of {settings.base_url}: give one, as '/threads'")
    below = re.sub("^/?api/v1(?=/)", "", own)
    return below if below.startswith("/") else f"/{below}"


def seconds_of(given: Any, name: str = "timeout") -> float:
    if isinstance(given, timedelta):
        return given.total_seconds()
    if isinstance(given, bool) or not isinstance(given, (int, float)):
        raise TypeError(f"{name} is {given!r:.80}: give a number of seconds")
    return given


def body_of(value: Any, place: str = "") -> Any:
    """A body as JSON has it: times as the API writes them, files as base64."""
    name = place.rpartition(".")[2]
    if isinstance(value, Enum):
        return body_of(value.value, place)
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{place or 'the body'} is {value}, which JSON does not have: give a number or None")
    if value is None or isinstance(value, (str, int, float)):
        return value
    if _NAMES_ONE.search(place) and id_of(value) is not value:
        return id_of(value)
    if isinstance(value, Mapping):
        return {str(key): body_of(one, f"{place}.{key}" if place else str(key)) for key, one in value.items()}
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    if isinstance(value, (UUID, ZoneInfo)):
        return str(value)
    if isinstance(value, (bytes, bytearray, PurePath)) or hasattr(value, "read"):
        return _file(value, place, name)
    if isinstance(value, Iterable):
        return [body_of(one, f"{place}.{at}" if place else str(at)) for at, one in enumerate(value)]
    if isinstance(value, timedelta) and name in ("duration", "length"):
        raise TypeError(f"{place} is no field: give 'end', which is the start + {value!r}")
    if isinstance(value, timedelta):
        raise TypeError(f"{place} is a timedelta: give the time itself, as datetime.now(timezone.utc) + timedelta(…)")
    raise TypeError(f"{place or 'the body'} is a {type(value).__name__}: give a text, a number, a dict or a list")


def _file(value: Any, place: str, name: str) -> Any:
    """A file where one is meant: a path, an open file or its bytes."""
    is_attached = re.fullmatch(r"attachments\.\d+", place) is not None
    if name not in _FILES and (not is_attached or isinstance(value, (bytes, bytearray))):
        raise TypeError(
            f"{place} is {type(value).__name__}: give "
            + ("a dict, {'filename': …, 'content': …}" if is_attached else "a text, as value.decode() makes it of bytes")
        )
    held = value
    if isinstance(value, PurePath):
        held = Path(value).read_bytes()
    elif not isinstance(value, (bytes, bytearray)):
        held = value.read()
    text = base64.b64encode(held.encode() if isinstance(held, str) else held).decode()
    if not is_attached:
        return text
    return {"filename": PurePath(str(getattr(value, "name", "file"))).name, "content": text}


def query_of(query: Optional[Mapping[str, Any]]) -> Optional[Tuple[Tuple[str, str], ...]]:
    given = tuple(
        (name, str(one).lower() if isinstance(one, bool) else str(body_of(id_of(one), name)))
        for name, value in (query or {}).items()
        if value is not None
        for one in (value if isinstance(value, (list, tuple, set, frozenset)) else [value])
    )
    return given or None


def header_of(value: Union[str, UUID], name: str) -> str:
    if not isinstance(value, (str, UUID)):
        raise TypeError(f"{name} is {value!r:.80}: give a text")
    return str(value)


def with_files(body: Any) -> Any:
    """A body with ``file``, a path, an open file or bytes: its base64 and its name."""
    given = body.get("file") if isinstance(body, Mapping) else None
    if given is None or isinstance(given, str):
        return body
    name = getattr(given, "name", None)
    named = {"filename": PurePath(name).name} if isinstance(name, str) else {}
    return {**named, **{key: one for key, one in body.items() if key != "file"}, "content_base64": given}


def token_of(ack: Any) -> Dict[str, str]:
    """An item, what ``next`` answered with it, or its token."""
    given = ack["item"] if isinstance(ack, Mapping) and "item" in ack else ack
    if given is None:
        return {}
    token = given.get("ack") if isinstance(given, Mapping) else given
    if not isinstance(token, str):
        raise TypeError(f"ack is {ack!r:.80}: give the item that next answered, or its token")
    return {"ack": token}
