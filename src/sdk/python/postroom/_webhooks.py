"""Deliveries to your endpoint, signed as https://www.standardwebhooks.com says."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from time import time
from typing import Mapping, Union, cast

from ._errors import WebhookError
from .generated.types import Event


def unwrap_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    *,
    secret: str,
    tolerance: float = 300,
) -> Event:
    """The event of a delivery whose signature was checked.

    ``body`` is the exact text or bytes that came; ``tolerance`` the seconds that it may be old, or early.
    """
    if not isinstance(body, (str, bytes)):
        raise TypeError(f"body is a {type(body).__name__}: give the text or the bytes that came, which are what was signed")
    given = {name.lower(): value for name, value in headers.items()}
    try:
        id_, at, signatures = (
            given[f"webhook-{name}"] for name in ("id", "timestamp", "signature")
        )
    except KeyError as error:
        raise WebhookError(f"The delivery has no header {error.args[0]}.") from None
    if not at.isdigit() or abs(time() - int(at)) > tolerance:
        raise WebhookError("The delivery's timestamp is too old, too new, or none.")
    text = body.encode() if isinstance(body, str) else body
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        raise WebhookError("The secret is not base64.") from None
    mac = hmac.new(key, f"{id_}.{at}.".encode() + text, hashlib.sha256).digest()
    wanted = "v1," + base64.b64encode(mac).decode()
    if not any(hmac.compare_digest(one, wanted) for one in signatures.split(" ")):
        raise WebhookError("The delivery's signature is not of this secret.")
    return cast(Event, json.loads(text))
