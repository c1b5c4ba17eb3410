"""Both kinds of callers: they send requests, try again where that helps, and follow lists and the stream of events."""

from __future__ import annotations

import asyncio
from time import sleep
from typing import (
    TYPE_CHECKING,
    Any,
    AsyncIterator,
    Callable,
    Dict,
    Generator,
    Generic,
    Iterator,
    List,
    Mapping,
    NoReturn,
    Optional,
    TypeVar,
    cast,
)

import httpx

from ._core import (
    SILENCE,
    CallOptions,
    Frames,
    delay_before_retry,
    is_passing,
    lost,
    read,
    refusal_of,
    request_of,
    tries_of,
)
from ._errors import ApiError, PostroomError
from ._given import Settings
from ._told import told
from .generated.types import Event

Row = TypeVar("Row")


class Page(Generic[Row]):
    def __init__(self, answer: Mapping[str, Any]) -> None:
        self.data: List[Row] = answer["data"]
        self.has_more: bool = answer["has_more"]
        self.next_cursor: Optional[str] = answer["next_cursor"]


class _ByPage:
    """A list that is used as if it were read already."""

    _reading = ""
    #: The first page, of a call.
    _first = "{}.first().data"
    #: Ends a refusal with the call that is right.
    told_by: Callable[[Exception], Exception] = staticmethod(lambda error: error)

    if not TYPE_CHECKING:

        def _refuse(self, *_: object) -> NoReturn:
            raise TypeError(f"a list is read page by page: {self._reading}{self._right()}")

        __getitem__ = __len__ = _refuse

        def __getattr__(self, name: str) -> NoReturn:
            raise AttributeError(f"a list has no {name!r}, and is read page by page: {self._reading}{self._right()}")

        def _right(self) -> str:
            right = getattr(self.told_by, "right", lambda: None)()
            return "" if right is None else " Right: " + self._first.format(right)


class Pages(_ByPage, Generic[Row]):
    """A list: iterate over the rows of all its pages, or take ``first()``."""

    _reading = "for row in client.threads.list(): …, or client.threads.list().first().data (await and async for are of AsyncPostroom)"
    if not TYPE_CHECKING:
        __aiter__ = __await__ = _ByPage._refuse

    def __init__(self, client: Caller, path: str, query: Dict[str, Any], options: CallOptions) -> None:
        self._client, self._path, self._query, self._options = client, path, query, options

    def first(self) -> Page[Row]:
        return next(self.pages())

    def pages(self) -> Iterator[Page[Row]]:
        query = dict(self._query)
        while True:
            answer = self._client.request("GET", self._path, query=query, names_calls=True, **self._options)
            page: Page[Row] = Page(answer.json())
            yield page
            if not page.has_more or page.next_cursor is None:
                return
            query["cursor"] = page.next_cursor

    def __iter__(self) -> Iterator[Row]:
        for page in self.pages():
            yield from page.data


class AsyncPages(_ByPage, Generic[Row]):
    """A list: iterate over the rows of all its pages, or await it for the first one."""

    _first = "(await {}).data"
    _reading = "async for row in client.threads.list(): …, or (await client.threads.list()).data"
    if not TYPE_CHECKING:
        __iter__ = _ByPage._refuse

    def __init__(self, client: AsyncCaller, path: str, query: Dict[str, Any], options: CallOptions) -> None:
        self._client, self._path, self._query, self._options = client, path, query, options

    async def first(self) -> Page[Row]:
        return await self.pages().__anext__()

    def __await__(self) -> Generator[Any, None, Page[Row]]:
        return self.first().__await__()

    async def pages(self) -> AsyncIterator[Page[Row]]:
        query = dict(self._query)
        while True:
            answer = await self._client.request("GET", self._path, query=query, names_calls=True, **self._options)
            page: Page[Row] = Page(answer.json())
            yield page
            if not page.has_more or page.next_cursor is None:
                return
            query["cursor"] = page.next_cursor

    async def __aiter__(self) -> AsyncIterator[Row]:
        async for page in self.pages():
            for row in page.data:
                yield row


class Caller:
    """Sends requests, and tries again where that helps."""

    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self._settings, self._http = settings, http

    @told
    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        accept: str = "application/json",
        names_calls: bool = False,
        **options: Any,
    ) -> httpx.Response:
        """Any call, as httpx has its answer: ``client.request("GET", "/threads", query={"limit": 1})``."""
        given = cast(CallOptions, options)
        asked = request_of(
            self._settings, method, path, query=query, body=body, accept=accept, options=given
        )
        tries = tries_of(self._settings, given)
        for attempt in range(1, tries + 1):
            error: PostroomError
            try:
                response = self._http.send(asked)
                if response.is_success:
                    return response
                error = refusal_of(response, names_calls)
            except httpx.TransportError as cause:
                error = lost(asked, cause)
            delay = delay_before_retry(method, error, attempt)
            if attempt == tries or delay is None:
                raise error
            sleep(delay)
        raise AssertionError("unreachable")

    def call(
        self,
        method: str,
        path: str,
        *,
        kind: str,
        options: CallOptions,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
    ) -> Any:
        accept = "*/*" if kind == "bytes" else "application/json"
        return read(self.request(method, path, query=query, body=body, accept=accept, names_calls=True, **options), kind)

    def pages(
        self, path: str, *, options: CallOptions, query: Optional[Mapping[str, Any]] = None
    ) -> Pages[Any]:
        return Pages(self, path, dict(query or {}), options)

    def follow(self, *, query: Optional[Mapping[str, Any]]) -> Iterator[Event]:
        frames = Frames(query)
        if "cursor" not in frames.query:
            # A place of its own: a connection that is lost before the first event begins there again.
            answer = self.request("GET", "/events", query={"cursor": "now", "limit": 1})
            frames.query["cursor"] = answer.json()["next_cursor"]
        while True:
            asked = _stream_request(self._settings, frames)
            frames.begin()
            try:
                response = self._http.send(asked, stream=True)
                try:
                    if not response.is_success:
                        response.read()
                        raise refusal_of(response)
                    for line in response.iter_lines():
                        yield from frames.take(line)
                finally:
                    response.close()
            except (ApiError, httpx.TransportError) as error:
                if not is_passing(error):
                    raise
            sleep(frames.pause())


class AsyncCaller:
    """Sends requests, and tries again where that helps."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self._settings, self._http = settings, http

    @told
    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        accept: str = "application/json",
        names_calls: bool = False,
        **options: Any,
    ) -> httpx.Response:
        """Any call, as httpx has its answer."""
        given = cast(CallOptions, options)
        asked = request_of(
            self._settings, method, path, query=query, body=body, accept=accept, options=given
        )
        tries = tries_of(self._settings, given)
        for attempt in range(1, tries + 1):
            error: PostroomError
            try:
                response = await self._http.send(asked)
                if response.is_success:
                    return response
                error = refusal_of(response, names_calls)
            except httpx.TransportError as cause:
                error = lost(asked, cause)
            delay = delay_before_retry(method, error, attempt)
            if attempt == tries or delay is None:
                raise error
            await asyncio.sleep(delay)
        raise AssertionError("unreachable")

    async def call(
        self,
        method: str,
        path: str,
        *,
        kind: str,
        options: CallOptions,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
    ) -> Any:
        accept = "*/*" if kind == "bytes" else "application/json"
        answer = await self.request(method, path, query=query, body=body, accept=accept, names_calls=True, **options)
        return read(answer, kind)

    def pages(
        self, path: str, *, options: CallOptions, query: Optional[Mapping[str, Any]] = None
    ) -> AsyncPages[Any]:
        return AsyncPages(self, path, dict(query or {}), options)

    async def follow(self, *, query: Optional[Mapping[str, Any]]) -> AsyncIterator[Event]:
        frames = Frames(query)
        if "cursor" not in frames.query:
            answer = await self.request("GET", "/events", query={"cursor": "now", "limit": 1})
            frames.query["cursor"] = answer.json()["next_cursor"]
        while True:
            asked = _stream_request(self._settings, frames)
            frames.begin()
            try:
                response = await self._http.send(asked, stream=True)
                try:
                    if not response.is_success:
                        await response.aread()
                        raise refusal_of(response)
                    async for line in response.aiter_lines():
                        for event in frames.take(line):
                            yield event
                finally:
                    await response.aclose()
            except (ApiError, httpx.TransportError) as error:
                if not is_passing(error):
                    raise
            await asyncio.sleep(frames.pause())


def _stream_request(settings: Settings, frames: Frames) -> httpx.Request:
    options: CallOptions = {"timeout": SILENCE}
    query = frames.query
    return request_of(
        settings, "GET", "/events/stream", query=query, accept="text/event-stream", options=options
    )
