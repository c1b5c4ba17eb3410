"""What a call raises: a refusal has a class for each code (generated/errors.py), a lost connection its own."""

from __future__ import annotations

from typing import Optional


class PostroomError(Exception):
    """Everything that the client raises."""


class ConnectionLost(PostroomError):
    """The connection was refused, lost or closed before the answer was there."""


class CallTimeout(ConnectionLost):
    """The answer was not there in time."""


class WebhookError(PostroomError):
    """A webhook's signature, timestamp or body is wrong: do not act on it."""


class ApiError(PostroomError):
    """The server has refused a call, or failed."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        request_id: Optional[str],
        retry_after: Optional[float],
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        #: As in the documentation: ``not_found``; ``unknown`` where the answer has no envelope, as of a proxy.
        self.code = code
        #: Names the request in the server's log.
        self.request_id = request_id
        #: Seconds, where the server said.
        self.retry_after = retry_after
