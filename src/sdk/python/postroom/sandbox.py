"""A sandbox for tests: the service in a world of its own, in a process that ends with the test's.

It needs the executable of Postroom. Each call of ``sandbox()`` starts another world, so tests beside each other do not meet.
"""

from __future__ import annotations

import json
import os
import subprocess
import threading
from types import TracebackType
from typing import Any, Dict, List, Mapping, Optional, Sequence, Type, Union
from urllib.parse import quote

import httpx

from ._client import Postroom
from .generated import errors

__all__ = ["Person", "Sandbox", "sandbox"]

#: Seconds that a call of the control may take: much may happen meanwhile.
_MOVE_SECONDS = 600.0


class Person:
    """Somebody at an address of the world: takes mail, writes, and answers by rules where it has some."""

    def __init__(self, world: Sandbox, address: str) -> None:
        self._world = world
        self.address = address

    def lives(self, **data: Any) -> Person:
        """Lives there from now on: ``name``, ``rules`` and all other fields of a resident."""
        self._world.control("POST", "residents", {"address": self.address, **data})
        return self

    def writes(
        self,
        *,
        to: str,
        text: str,
        subject: str = "",
        html: Optional[str] = None,
        in_reply_to: Optional[str] = None,
        after: Optional[str] = None,
    ) -> None:
        """Writes; the mail has come when this returns, unless it has ``after`` (30s, 15m, 4h or 3d)."""
        given = {
            "to": to,
            "text": text,
            "subject": subject,
            "html": html,
            "in_reply_to": in_reply_to,
            "after": after,
        }
        self._act({name: value for name, value in given.items() if value is not None})

    def begins(self, to: str) -> None:
        """Begins what it begins by itself."""
        self._act({"begin": True, "to": to})

    def inbox(self) -> List[Dict[str, Any]]:
        """Mails that came to it, the oldest first."""
        return self._world.inbox(self.address)

    def _act(self, body: Mapping[str, Any]) -> None:
        self._world.control("POST", f"residents/{quote(self.address, safe='')}/acts", body)


class Sandbox:
    """A world around a service of its own. Use it in ``with``, or call ``close``."""

    def __init__(self, process: subprocess.Popen[str], started: Mapping[str, Any]) -> None:
        self._process = process
        self.url: str = started["url"]
        self.mcp_url: str = started["mcp_url"]
        self.api_key: str = started["api_key"]
        #: The service's own domain.
        self.domain: str = started["domain"]
        self.client = Postroom(self.url, self.api_key)
        self._control = httpx.Client(base_url=f"{self.url}/sandbox/", timeout=_MOVE_SECONDS, trust_env=False)

    def address(self, local_part: str = "bot", **fields: Any) -> str:
        """A new address of the service: ``bot`` at its domain, or with a number behind where it is taken."""
        for n in range(1, 1001):
            email = f"{local_part}{'' if n == 1 else f'-{n}'}@{self.domain}"
            try:
                self.client.request("POST", "/identities", body={"email": email, **fields})
                return email
            except errors.AddressTakenError:
                continue
        raise RuntimeError(f"sandbox: {local_part} is taken a thousand times")

    def person(self, address: str) -> Person:
        return Person(self, address)

    def ready(self, address: str) -> Person:
        """One who is ready, such as help@desk.example, lives there from now on."""
        self.control("POST", "residents", {"ready": address})
        return Person(self, address)

    def advance(self, span: str) -> str:
        """Lets time pass, with all that happens in it: 30s, 15m, 4h or 3d. Returns the world's time."""
        return str(self.control("POST", "clock", {"advance": span})["now"])

    def now(self) -> str:
        return str(self.control("GET", "clock")["now"])

    def inbox(self, address: str) -> List[Dict[str, Any]]:
        """Mails that came to somebody of the world, the oldest first."""
        return list(self.control("GET", f"inboxes/{quote(address, safe='')}")["data"])

    def log(self) -> List[Dict[str, Any]]:
        """Everything that happened, in its order."""
        return list(self.control("GET", "log?count=10000")["data"])

    def loops(self) -> List[Dict[str, Any]]:
        """Exchanges without an end by themselves, which the world ended: who answered whom, and how many mails."""
        return list(self.control("GET", "loops")["data"])

    def expect_no_mail(self, address: Optional[str] = None) -> None:
        """Raises AssertionError when mail came to the address, or without one to anybody, since the last reset."""
        came = [
            entry
            for entry in self.log()
            if entry["kind"] == "left" and (address is None or entry.get("to") == address.lower())
        ]
        if came:
            first = came[0]
            raise AssertionError(
                f"{len(came)} mails left, the first to {first.get('to')}: \"{first.get('subject', '')}\""
            )

    def reset(self) -> None:
        """Nobody lives there, and inboxes and log are empty; the service and the time stay."""
        self.control("POST", "reset")

    def control(self, method: str, path: str, body: Optional[Mapping[str, Any]] = None) -> Dict[str, Any]:
        """A call below /sandbox/."""
        content = None if body is None else json.dumps(body)
        answer = self._control.request(method, path, content=content)
        read: Dict[str, Any] = answer.json()
        if answer.is_error:
            raise RuntimeError(f"sandbox: {read.get('error', {}).get('message', answer.status_code)}")
        return read

    def close(self) -> None:
        self._control.close()
        self.client.close()
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


def sandbox(
    *,
    program: Optional[Sequence[str]] = None,
    seed: Union[str, int] = 1,
    allow: Sequence[str] = (),
    postgres: Optional[str] = None,
    start_seconds: float = 120,
) -> Sandbox:
    """Starts a world.

    ``program`` is the executable with its first arguments. Without it POSTROOM_PROGRAM says it, its words divided by spaces;
    else ``postroom`` is looked for in PATH. The same ``seed`` makes the same people do the same things, with the same ids.
    """
    words = list(program or os.environ.get("POSTROOM_PROGRAM", "postroom").split())
    words += ["sandbox", "--json", "--port", "0", "--speed", "stand", "--seed", str(seed)]
    for host in allow:
        words += ["--allow", host]
    if postgres is not None:
        words += ["--postgres", postgres]
    try:
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    except OSError as error:
        raise RuntimeError(
            f"sandbox: {words[0]} could not be run ({error}). Name it in POSTROOM_PROGRAM, or as program."
        ) from error
    late = threading.Timer(start_seconds, process.kill)
    late.daemon = True
    late.start()
    try:
        for line in process.stdout or ():
            if line.startswith("{"):
                return Sandbox(process, json.loads(line))
    finally:
        late.cancel()
    raise RuntimeError(f"sandbox: {words[0]} ended with {process.wait()} before it was there")
