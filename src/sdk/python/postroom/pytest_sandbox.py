"""The fixture ``postroom_world`` for pytest: a world that the tests of a process share, empty at the beginning of each."""

from __future__ import annotations

from typing import Iterator

import pytest

from .sandbox import Sandbox, sandbox


@pytest.fixture(scope="session")
def postroom_sandbox() -> Iterator[Sandbox]:
    """The world of this process, as the tests before left it."""
    with sandbox() as world:
        yield world


@pytest.fixture
def postroom_world(postroom_sandbox: Sandbox) -> Sandbox:
    """A world where nobody lives yet, and nothing was written. Addresses of the service that were made before stay."""
    postroom_sandbox.reset()
    return postroom_sandbox
