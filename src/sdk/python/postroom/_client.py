"""The clients: ``Postroom`` waits for its answers, the calls of ``AsyncPostroom`` are awaited."""

from __future__ import annotations

import re
from datetime import date
from time import monotonic
from typing import TYPE_CHECKING, Any, Awaitable, Dict, Mapping, NoReturn, Optional, Union, cast

import httpx

from ._core import Places
from ._given import id_of, seconds_of, settings_of, token_of
from ._http import AsyncCaller, Caller
from ._told import Told
from ._webhooks import unwrap_webhook
from .generated import async_calls, calls
from .generated.types import Event, Message, NextAnswer, NextAsk, NextItem, ReviewDetail

if TYPE_CHECKING:
    from typing_extensions import Unpack
    from ._core import CallOptions


#: Seconds that one request waits.
_LONGEST_POLL = 30


class Messages(calls.Messages):
    def __init__(self, client: Caller) -> None:
        super().__init__(client)
        self._places = Places()

    def wait(
        self,
        *,
        identity_id: Optional[str] = None,
        sender: Optional[str] = None,
        subject: Optional[str] = None,
        thread_id: Optional[str] = None,
        after: Optional[Union[str, date, Message]] = None,
        timeout: float = 60,
    ) -> Optional[Message]:
        """The oldest mail that fits, or None when none came in time.

        ``sender`` is an address or a domain, ``subject`` a part of it. Without ``after`` unread mail counts, there already or
        yet to come; with a time (a datetime, or ISO 8601) whatever came since; with the message (or the id) that the call before answered, the
        unread mail behind it, so that a loop misses nothing.
        """
        body = _waited_for(identity_id, sender, subject, thread_id, self._places.begin(after))
        left = seconds_of(timeout)
        while True:
            begun = monotonic()
            body["wait"] = min(_LONGEST_POLL, int(left + 0.999))
            answer = self._client.request("POST", "/messages/wait", body=body, names_calls=True)
            message = self._places.first(answer.json())
            if message is not None or left == 0:
                return message
            left = max(0.0, left - _spent(begun, answer))


class AsyncMessages(async_calls.Messages):
    def __init__(self, client: AsyncCaller) -> None:
        super().__init__(client)
        self._places = Places()

    async def wait(
        self,
        *,
        identity_id: Optional[str] = None,
        sender: Optional[str] = None,
        subject: Optional[str] = None,
        thread_id: Optional[str] = None,
        after: Optional[Union[str, date, Message]] = None,
        timeout: float = 60,
    ) -> Optional[Message]:
        """The oldest mail that fits, or None when none came in time.

        ``sender`` is an address or a domain, ``subject`` a part of it. Without ``after`` unread mail counts, there already or
        yet to come; with a time (a datetime, or ISO 8601) whatever came since; with the message (or the id) that the call before answered, the
        unread mail behind it, so that a loop misses nothing.
        """
        body = _waited_for(identity_id, sender, subject, thread_id, self._places.begin(after))
        left = seconds_of(timeout)
        while True:
            begun = monotonic()
            body["wait"] = min(_LONGEST_POLL, int(left + 0.999))
            answer = await self._client.request("POST", "/messages/wait", body=body, names_calls=True)
            message = self._places.first(answer.json())
            if message is not None or left == 0:
                return message
            left = max(0.0, left - _spent(begun, answer))


def _spent(begun: float, answer: httpx.Response) -> float:
    """Seconds that a call took here, or in a sandbox, which says them, as its time passes faster."""
    found = re.fullmatch(r"world;dur=(\d{1,15})", answer.headers.get("server-timing", ""))
    return max(monotonic() - begun, int(found[1]) / 1000 if found else 0.0)


def _waited_for(
    identity_id: Optional[str],
    sender: Optional[str],
    subject: Optional[str],
    thread_id: Optional[str],
    begin: Dict[str, str],
) -> Dict[str, Any]:
    given = {"identity_id": id_of(identity_id), "from": sender, "subject": subject, "thread_id": thread_id}
    filters = {name: value for name, value in given.items() if value is not None}
    return {**filters, **begin, "order": "asc", "limit": 1}


class Reviews(calls.Reviews):
    def wait(self, id: str, *, timeout: float = 60) -> Optional[ReviewDetail]:
        """The review once somebody has decided it, or it was taken back; None when nobody did in time."""
        left = seconds_of(timeout)
        review = self.get(id)
        # The place is taken before the second look, so that no decision falls between them.
        query: Dict[str, Any] = {"identity_id": review["identity_id"], "cursor": "now", "wait": 0}
        while review["status"] == "pending":
            begun = monotonic()
            answer = self._client.request("GET", "/events", query=query, names_calls=True)
            page = answer.json()
            if _may_have_decided(query, page):
                review = self.get(id)
            left = max(0.0, left - _spent(begun, answer))
            _wait_on(query, page, left)
            if review["status"] == "pending" and left == 0 and not page["has_more"]:
                return None
        return review


class AsyncReviews(async_calls.Reviews):
    async def wait(self, id: str, *, timeout: float = 60) -> Optional[ReviewDetail]:
        """The review once somebody has decided it, or it was taken back; None when nobody did in time."""
        left = seconds_of(timeout)
        review = await self.get(id)
        query: Dict[str, Any] = {"identity_id": review["identity_id"], "cursor": "now", "wait": 0}
        while review["status"] == "pending":
            begun = monotonic()
            answer = await self._client.request("GET", "/events", query=query, names_calls=True)
            page = answer.json()
            if _may_have_decided(query, page):
                review = await self.get(id)
            left = max(0.0, left - _spent(begun, answer))
            _wait_on(query, page, left)
            if review["status"] == "pending" and left == 0 and not page["has_more"]:
                return None
        return review


def _may_have_decided(query: Mapping[str, Any], page: Mapping[str, Any]) -> bool:
    kinds = [event["type"] for event in page["data"]]
    told = any(kind.startswith("review.") or kind == "draft.deleted" for kind in kinds)
    return told or query["cursor"] == "now"


def _wait_on(query: Dict[str, Any], page: Mapping[str, Any], left: float) -> None:
    query["cursor"] = page["next_cursor"] or query["cursor"]
    query["wait"] = min(_LONGEST_POLL, int(left + 0.999))


class _Unwrap(Told):
    _secret: Optional[str]

    def unwrap(
        self,
        body: Union[str, bytes],
        headers: Mapping[str, str],
        *,
        secret: Optional[str] = None,
        tolerance: float = 300,
    ) -> Event:
        """The event of a delivery whose signature was checked."""
        return unwrap_webhook(body, headers, secret=secret or self._secret or "", tolerance=tolerance)


class Webhooks(calls.Webhooks, _Unwrap):
    def __init__(self, client: Caller, secret: Optional[str]) -> None:
        super().__init__(client)
        self._secret = secret


class AsyncWebhooks(async_calls.Webhooks, _Unwrap):
    def __init__(self, client: AsyncCaller, secret: Optional[str]) -> None:
        super().__init__(client)
        self._secret = secret


class Postroom(calls.Calls):
    """A client that waits for its answers."""

    messages: Messages
    reviews: Reviews
    webhooks: Webhooks

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str],
        *,
        timeout: float = 60,
        retries: int = 2,
        webhook_secret: Optional[str] = None,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        self._http = http_client or httpx.Client()
        caller = Caller(settings_of(base_url, api_key, timeout, retries), self._http)
        super().__init__(caller)
        self.messages = Messages(caller)
        self.reviews = Reviews(caller)
        self.webhooks = Webhooks(caller, webhook_secret)
        self.request = caller.request

    def next(self, ask: Optional[NextAsk] = None, *, ack: Optional[Union[str, NextItem, NextAnswer]] = None, **options: Unpack[CallOptions]) -> NextAnswer:
        """The oldest item that this key was not handed out; the call that follows gives it as ``ack``, else it comes again."""
        return self.events.take_next(cast("NextAsk", {**(ask or {}), **token_of(ack)}), **options)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Postroom:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    if not TYPE_CHECKING:

        def __aenter__(self) -> NoReturn:
            raise TypeError("with Postroom(…) as client: …; async with is of AsyncPostroom")

        __aexit__ = __exit__


class AsyncPostroom(async_calls.AsyncCalls):
    """A client whose calls are awaited."""

    messages: AsyncMessages
    reviews: AsyncReviews
    webhooks: AsyncWebhooks

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str],
        *,
        timeout: float = 60,
        retries: int = 2,
        webhook_secret: Optional[str] = None,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        self._http = http_client or httpx.AsyncClient()
        caller = AsyncCaller(settings_of(base_url, api_key, timeout, retries), self._http)
        super().__init__(caller)
        self.messages = AsyncMessages(caller)
        self.reviews = AsyncReviews(caller)
        self.webhooks = AsyncWebhooks(caller, webhook_secret)
        self.request = caller.request

    async def next(self, ask: Optional[NextAsk] = None, *, ack: Optional[Union[str, NextItem, NextAnswer]] = None, **options: Unpack[CallOptions]) -> NextAnswer:
        """The oldest item that this key was not handed out; the call that follows gives it as ``ack``, else it comes again."""
        return await self.events.take_next(cast("NextAsk", {**(ask or {}), **token_of(ack)}), **options)

    def close(self) -> Awaitable[None]:
        return self._http.aclose()

    async def __aenter__(self) -> AsyncPostroom:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    if not TYPE_CHECKING:

        def __enter__(self) -> NoReturn:
            raise TypeError("async with AsyncPostroom(…) as client: …; with is of Postroom")

        __exit__ = __aexit__
