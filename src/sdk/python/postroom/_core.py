"""What both clients share: what is asked, what an answer becomes, and which failures are tried again.

A POST has an Idempotency-Key, so that a try whose answer was lost is not done twice. A DELETE is tried again only when the
server says that it did not begin: the second one of a message would remove it for good.
"""

from __future__ import annotations

import json
import random
import re
import uuid
from datetime import date
from email.utils import parsedate_to_datetime
from time import time
from typing import Any, Dict, Iterator, List, Mapping, Optional, TypedDict, Union, cast

import httpx

from ._errors import ApiError, CallTimeout, ConnectionLost, PostroomError
from ._given import Settings, below_api, body_of, header_of, query_of, seconds_of, with_files
from ._right import in_client_words
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
    if method.startswith("/"):
        raise TypeError(f'client.request takes a method and a path: client.request("{path}", "{method}")')
    headers: Dict[str, str] = {"accept": accept}
    if settings.api_key is not None:
        headers["authorization"] = f"Bearer {settings.api_key}"
    if method == "POST":
        headers["idempotency-key"] = header_of(options.get("idempotency_key") or uuid.uuid4(), "idempotency_key")
    if "if_match" in options:
        headers["if-match"] = header_of(options["if_match"], "if_match")
    headers.update(options.get("headers") or {})
    seconds = seconds_of(options.get("timeout", settings.timeout + _waited(path, query, body)))
    if seconds <= 0:
        raise ValueError("timeout is the seconds of one try: more than 0")
    return httpx.Request(
        method,
        f"{settings.base_url}/api/v1{below_api(settings, path)}",
        params=query_of(query),
        headers=headers,
        json=body_of(with_files(body)),
        extensions={"timeout": httpx.Timeout(seconds).as_dict()},
    )


#: Seconds that the server waits where a call names none.
USUAL_WAIT = 60.0


def _waited(path: str, query: Optional[Mapping[str, Any]], body: Any) -> float:
    """Seconds that a call asks the server to wait."""
    given = {**(body if isinstance(body, Mapping) else {}), **(query or {})}.get("wait")
    if given is None:
        return USUAL_WAIT if path in ("/messages/wait", "/next") else 0.0
    return float(given) if isinstance(given, (int, float)) else 0.0


def tries_of(settings: Settings, options: CallOptions) -> int:
    return 1 + options.get("retries", settings.retries)


def lost(request: httpx.Request, error: httpx.TransportError) -> ConnectionLost:
    kind = CallTimeout if isinstance(error, httpx.TimeoutException) else ConnectionLost
    hint = ""
    if "WRONG_VERSION_NUMBER" in str(error):
        hint = ". There is no TLS at this port: where base_url is right, it begins with http://"
    elif isinstance(error, httpx.ConnectError):
        hint = ". Is the server running, and is base_url what it printed at its start?"
    return kind(f"{request.method} {request.url}: {error or type(error).__name__}{hint}")


def refusal_of(response: httpx.Response, names_calls: bool = True) -> ApiError:
    """Sentences name the client's calls, unless the caller named a path."""
    try:
        envelope = response.json()["error"]
        code, message = str(envelope["code"]), str(envelope["message"])
    except (ValueError, KeyError, TypeError):
        code, message = "unknown", f"{response.status_code} {response.text[:200]}"
        if "html" in response.headers.get("content-type", ""):
            message = f"{response.status_code}, a page: {response.url} is no call of the API. base_url is the server alone, as https://mail.example.com"
    return ERROR_CLASSES.get(code, ApiError)(
        in_client_words(message, names_calls),
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

    def begin(self, after: Optional[Union[str, date, Message]]) -> Dict[str, str]:
        """What a wait begins with: nothing, a time, or the place behind a message."""
        if after is None:
            return {}
        if isinstance(after, date):
            return {"after": after.isoformat()}
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
