"""What both clients share: what is asked, what an answer becomes, and which failures are tried again.

A POST has an Idempotency-Key, so that a try whose answer was lost is not done twice. A DELETE is tried again only when the
server says that it did not begin: the second one of a message would remove it for good.
"""

from __future__ import annotations

import json
import random
import re
import uuid
from dataclasses import dataclass
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from time import time
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple, TypedDict, Union, cast
from urllib.parse import quote

import httpx

from ._errors import ApiError, CallTimeout, ConnectionLost, PostroomError
from .generated.errors import ERROR_CLASSES
from .generated.types import Event, Message

#: The longest wait that a client takes on itself, in seconds.
LONGEST_WAIT = 60.0
#: The server writes to a stream at least every 15 seconds.
SILENCE = 45.0
LONGEST_PAUSE = 30.0
#: Messages whose places a client keeps.
MAX_PLACES = 1000


class CallOptions(TypedDict, total=False):
    #: Seconds of one try; 60, and what the call itself asks the server to wait.
    timeout: float
    #: Further tries; 2.
    retries: int
    headers: Mapping[str, str]
    #: Of a POST; one is made for each call.
    idempotency_key: str
    #: The ETag that was read: the change is refused when it is another one by now.
    if_match: str


@dataclass(frozen=True)
class Settings:
    base_url: str
    api_key: str
    timeout: float
    retries: int


def path_of(template: str, *ids: str) -> str:
    """The template with its ids. An empty one is refused: its path would be another call's."""
    path = template
    for given in ids:
        if not given:
            raise ValueError(f"an id of {template} is missing")
        start, end = path.index("{"), path.index("}")
        path = path[:start] + quote(given, safe="") + path[end + 1 :]
    return path


def request_of(
    settings: Settings,
    method: str,
    path: str,
    *,
    query: Optional[Mapping[str, Any]] = None,
    body: Any = None,
    accept: str = "application/json",
    options: CallOptions,
) -> httpx.Request:
    # A field that is given by name is no option: passed over, a filter would be none.
    for name in options.keys() - CallOptions.__annotations__.keys():
        raise TypeError(f"{name!r} is no option of a call: fields stand in one dict: {{{name!r}: …}}")
    headers: Dict[str, str] = {"authorization": f"Bearer {settings.api_key}", "accept": accept}
    if method == "POST":
        headers["idempotency-key"] = options.get("idempotency_key") or str(uuid.uuid4())
    if "if_match" in options:
        headers["if-match"] = options["if_match"]
    headers.update(options.get("headers") or {})
    timeout = httpx.Timeout(options.get("timeout", settings.timeout + _waited(path, query, body)))
    return httpx.Request(
        method,
        f"{settings.base_url}/api/v1{_below_api(settings, path)}",
        params=_query(query),
        headers=headers,
        json=_spoken(body),
        extensions={"timeout": timeout.as_dict()},
    )


#: Seconds that the server waits where a call names none.
USUAL_WAIT = 60.0


def _waited(path: str, query: Optional[Mapping[str, Any]], body: Any) -> float:
    """Seconds that a call asks the server to wait."""
    given = {**(body if isinstance(body, Mapping) else {}), **(query or {})}.get("wait")
    if given is None:
        return USUAL_WAIT if path in ("/messages/wait", "/next") else 0.0
    return float(given) if isinstance(given, (int, float)) else 0.0


def _below_api(settings: Settings, path: str) -> str:
    """A path below /api/v1, of one that may be whole."""
    own = path[len(settings.base_url) :] if path.startswith(settings.base_url) else path
    below = own[len("/api/v1") :] if own.startswith("/api/v1/") else own
    return below if below.startswith("/") else f"/{below}"


def _spoken(value: Any) -> Any:
    """A body with its times as the API writes them."""
    if isinstance(value, Mapping):
        return {name: _spoken(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_spoken(one) for one in value]
    return value.isoformat() if isinstance(value, (date, datetime)) else value


def _query(query: Optional[Mapping[str, Any]]) -> Optional[Tuple[Tuple[str, str], ...]]:
    given = tuple(
        (name, str(one).lower() if isinstance(one, bool) else str(_spoken(one)))
        for name, value in (query or {}).items()
        if value is not None
        for one in (value if isinstance(value, list) else [value])
    )
    return given or None


def tries_of(settings: Settings, options: CallOptions) -> int:
    return 1 + options.get("retries", settings.retries)


def lost(request: httpx.Request, error: httpx.TransportError) -> ConnectionLost:
    kind = CallTimeout if isinstance(error, httpx.TimeoutException) else ConnectionLost
    return kind(f"{request.method} {request.url}: {error or type(error).__name__}")


def refusal_of(response: httpx.Response) -> ApiError:
    try:
        envelope = response.json()["error"]
        code, message = str(envelope["code"]), str(envelope["message"])
    except (ValueError, KeyError, TypeError):
        code, message = "unknown", f"{response.status_code} {response.text[:200]}"
    return ERROR_CLASSES.get(code, ApiError)(
        message,
        status=response.status_code,
        code=code,
        request_id=response.headers.get("x-request-id"),
        retry_after=_seconds(response.headers.get("retry-after")),
    )


def _seconds(given: Optional[str]) -> Optional[float]:
    """Retry-After: seconds or a date. RFC 9110 10.2.3"""
    if given is None:
        return None
    if given.isdigit():
        return float(given)
    try:
        return max(0.0, parsedate_to_datetime(given).timestamp() - time())
    except ValueError:
        return None


def delay_before_retry(method: str, error: PostroomError, attempt: int) -> Optional[float]:
    """Seconds to wait before the next try; None: it would be of no use."""
    if isinstance(error, ApiError):
        if (error.retry_after or 0) > LONGEST_WAIT or error.code == "daily_limit":
            return None
        worth = error.status == 429 or (
            method != "DELETE"
            and (error.status == 408 or error.status >= 500 or error.code == "idempotency_in_flight")
        )
        if not worth:
            return None
        if error.retry_after is not None:
            return error.retry_after
    elif method == "DELETE":
        return None
    return float(min(8.0, 0.5 * 2 ** (attempt - 1)) * random.uniform(0.75, 1.25))


def read(response: httpx.Response, kind: str) -> Any:
    """What a call's method returns."""
    if kind == "bytes":
        return response.content
    if kind == "text":
        return response.text
    return None if kind == "none" else response.json()["data"]


class Frames:
    """Server-sent events out of lines (HTML 9.2), each once."""

    def __init__(self, query: Optional[Mapping[str, Any]]) -> None:
        self.query: Dict[str, Any] = dict(query or {})
        self.failures = 0
        self._data: List[str] = []
        self._seen: Dict[str, None] = {}

    def begin(self) -> None:
        self._data = []

    def take(self, line: str) -> Iterator[Event]:
        if line.startswith("data:"):
            self._data.append(line[5:].lstrip())
        if line != "" or not self._data:
            return
        event = cast(Event, json.loads("\n".join(self._data)))
        self._data = []
        self.failures = 0
        self.query["cursor"] = event["id"]
        if event["id"] in self._seen:
            return
        self._seen[event["id"]] = None
        if len(self._seen) > 1000:
            del self._seen[next(iter(self._seen))]
        yield event

    def pause(self) -> float:
        """Seconds before the connection is made again."""
        self.failures += 1
        return float(min(LONGEST_PAUSE, 0.25 * 2 ** min(self.failures - 1, 10)))


def is_passing(error: Union[ApiError, httpx.TransportError]) -> bool:
    return not isinstance(error, ApiError) or error.status == 429 or error.status >= 500


class Places:
    """Where a wait goes on behind each message that one answered."""

    def __init__(self) -> None:
        self._cursors: Dict[str, str] = {}

    def begin(self, after: Optional[Union[str, Message]]) -> Dict[str, str]:
        """What a wait begins with: nothing, a time, or the place behind a message."""
        if after is None:
            return {}
        given = after if isinstance(after, str) else after["id"]
        if isinstance(after, str) and not re.match(r"[0-9a-fA-F]{8}-", after):
            return {"after": given}
        return {"cursor": self._cursors.get(given, given)}

    def first(self, page: Mapping[str, Any]) -> Optional[Message]:
        """The message of an answer, whose place is kept."""
        if not page["data"]:
            return None
        message = cast(Message, page["data"][0])
        if page["next_cursor"] is not None:
            self._cursors[message["id"]] = page["next_cursor"]
        if len(self._cursors) > MAX_PLACES:
            del self._cursors[next(iter(self._cursors))]
        return message
