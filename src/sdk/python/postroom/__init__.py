"""Client for Postroom, the email service that software agents live in."""

from ._client import AsyncPostroom, Postroom
from ._core import CallOptions
from ._errors import ApiError, CallTimeout, ConnectionLost, PostroomError, WebhookError
from ._http import AsyncPages, Page, Pages
from ._webhooks import unwrap_webhook
from .generated import errors, types

__all__ = [
    "ApiError",
    "AsyncPages",
    "AsyncPostroom",
    "CallOptions",
    "CallTimeout",
    "ConnectionLost",
    "Page",
    "Pages",
    "Postroom",
    "PostroomError",
    "WebhookError",
    "errors",
    "types",
    "unwrap_webhook",
]
