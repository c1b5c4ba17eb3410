"""Runs scenario.json with the Python SDK as it is installed: driver.py sync|async URL KEY NAME SCENARIO HOOK."""

import asyncio
import inspect
import json
import re
import sys
import threading
from datetime import datetime, timedelta, timezone

from postroom import ApiError, AsyncPostroom, Postroom, WebhookError

mode, base_url, api_key, name, scenario, hook = sys.argv[1:]
delivery = json.load(open(hook))
make = Postroom if mode == "sync" else AsyncPostroom
now = datetime.now(timezone.utc)
known = {"name": name, "tomorrow": (now + timedelta(days=1)).isoformat()}
seen = []


def filled(value):
    return json.loads(re.sub(r"\$\{(\w+)\}", lambda found: known[found[1]], json.dumps(value)))


def at(value, path):
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def check(step, answer):
    assert not step.get("isNothing") or answer is None, (step, answer)
    for path, wanted in step.get("expect", {}).items():
        assert at(answer, path) == filled(wanted), (step, answer)
    for key, path in step.get("save", {}).items():
        known[key] = at(answer, path)
    text = answer.decode() if isinstance(answer, bytes) else json.dumps(answer)
    assert step.get("text", text) == text, (step, text)
    assert step.get("contains", "") in text, (step, text)


def method(client, path):
    group, call = (re.sub("[A-Z]", lambda found: "_" + found[0].lower(), word) for word in path.split("."))
    return getattr(getattr(client, group), call)


async def settled(value):
    """What a call answers, whichever client made it."""
    return await value if inspect.isawaitable(value) else value


async def follow(client, query):
    if mode == "sync":

        def read():
            for event in Postroom(base_url, api_key, retries=4).events.stream(query):
                seen.append(event)

        threading.Thread(target=read, daemon=True).start()
    else:

        async def read_on():
            async for event in client.events.stream(query):
                seen.append(event)

        return asyncio.create_task(read_on())


async def rows_of(pages):
    return [row async for row in pages] if mode == "async" else list(pages)


async def wait_while(client, step):
    if "decision" in step:
        given = {"id": filled(step["decision"]), "timeout": 60}
    else:
        given = filled(step["wait"])
        given["sender"] = given.pop("from")
        given.setdefault("after", (datetime.now(timezone.utc) - timedelta(seconds=1)).isoformat())
    group = "reviews" if "decision" in step else "messages"
    if mode == "async":
        waiting = asyncio.create_task(getattr(client, group).wait(**given))
    else:
        found = []
        other = getattr(Postroom(base_url, api_key, retries=4), group)
        thread = threading.Thread(target=lambda: found.append(other.wait(**given)))
        thread.start()
    for inner in step["while"]:
        await run(client, inner)
    if mode == "async":
        return await waiting
    thread.join()
    return found[0]


async def run(client, step):
    if "follow" in step:
        # Its place is taken before anything happens that it has to tell of.
        now = await settled(client.request("GET", "/events", query={"cursor": "now", "limit": 1}))
        query = {**filled(step["follow"]), "cursor": now.json()["next_cursor"]}
        known["task"] = await follow(client, query)
    elif "wait" in step or "decision" in step:
        check(step, await wait_while(client, step))
    elif "next" in step:
        asked = dict(filled(step["next"]))
        ack = asked.pop("ack", None)
        check(step, await settled(client.next(asked, ack=ack)))
    elif "patient" in step:
        # The server waits for longer than this client gives other calls.
        quick = make(base_url, api_key, timeout=1, retries=4)
        found = await settled(quick.messages.wait_for(filled(step["patient"])))
        assert found == [], (step, found)
    elif "each" in step:
        rows = await rows_of(method(client, step["each"])(*filled(step["given"])))
        assert len(rows) == step["count"], (step, len(rows))
    elif "raw" in step:
        answer = await settled(client.request("GET", step["raw"], query=filled(step["query"])))
        assert answer.headers["x-request-id"]
        check(step, answer.content)
    elif "unwrap" in step:
        check(step, client.webhooks.unwrap(delivery["body"], delivery["headers"]))
        try:
            client.webhooks.unwrap(delivery["body"] + " ", delivery["headers"])
            raise AssertionError("a changed delivery was taken")
        except WebhookError:
            pass
    elif "followed" in step:
        received = []
        while len(received) < 2 or not {event["type"] for event in seen} >= set(step["followed"]):
            await asyncio.sleep(0.05)
            received = [event for event in seen if event["type"] == "message.received"]
        assert len(received) == 2 and len({event["id"] for event in seen}) == len(seen)
    elif "refused" in step:
        try:
            await settled(method(client, step["call"])(*filled(step["given"])))
            raise AssertionError(step)
        except ApiError as error:
            assert error.code == step["refused"] and error.request_id, (step, error)
            assert type(error) is not ApiError
    else:
        check(step, await settled(method(client, step["call"])(*filled(step["given"]))))


async def main():
    # The proxy fails twice at most; a connection that the busy machine itself loses is one more.
    client = make(base_url, api_key, webhook_secret=delivery["secret"], retries=4)
    try:
        await rows_of(client.threads.list(identity_id="nobody"))
        raise AssertionError("a filter that was given by name was passed over")
    except TypeError as error:
        assert "client.threads.list({'identity_id': 'nobody'})" in str(error), error
    for step in json.load(open(scenario)):
        await run(client, step)
    print("done", flush=True)


asyncio.run(asyncio.wait_for(main(), 120))
