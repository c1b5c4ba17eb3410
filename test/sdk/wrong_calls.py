"""Wrong calls of the Python SDK for wrong-calls.test.ts: wrong_calls.py URL KEY OWN OTHER HELD. A line of JSON a row.

A row is what a program would write that has seen the README alone; the words that its refusal must have; and the call that
those words lead to. Forms that are taken have their answer in place of the words.
"""

import asyncio
import copy
import base64
import dataclasses
import enum
import hashlib
import hmac
import inspect
import io
import json
import pathlib
import re
import sys
import tempfile
import uuid
from datetime import date, datetime, timedelta, timezone
from email.message import EmailMessage
from zoneinfo import ZoneInfo

from postroom import AsyncPostroom, Postroom, unwrap_webhook

url, key, own, other, held = sys.argv[1:]
client = Postroom(url, key, retries=0)
me = client.identities.get(own)
email = me["email"]
client.messages.send({"from": other, "to": email, "subject": "Order", "text": "When?"})
mail = client.messages.wait(identity_id=own, timeout=60)
assert mail is not None
waits = client.messages.send({"from": held, "to": other, "subject": "x", "text": "y"})
client.suppressions.create({"email": "gone@far.example"})
folder = pathlib.Path(tempfile.mkdtemp())
path = folder / "prices.csv"
path.write_text("a,b")
letter = {"from": email, "to": "ada@far.example", "subject": "x", "text": "y"}
soon = datetime.now(timezone.utc) + timedelta(days=2)
naive = datetime(2031, 5, 5, 9)
walk = {"title": "Walk", "start": "2031-05-05T09:00:00", "end": "2031-05-05T10:00:00", "timezone": "Europe/Berlin"}
message = EmailMessage()
message["To"] = "ada@far.example"


@dataclasses.dataclass
class Mail:
    to: str
    text: str


def sent(**fields):
    return client.messages.send({**letter, **fields})


def draft():
    return client.drafts.create({"identity_id": own, "to": "ada@far.example", "subject": "x", "text": "y"})


def mailed(call):
    """A call with a file, and the files that left."""
    files = client.messages.get(call()["id"])["attachments"]
    return [[one["filename"], one["content_type"], one["size"]] for one in files]


def delivery():
    """Body and headers of a delivery that the secret whsec_a2V5 has signed."""
    body, at = "{}", str(int(datetime.now(timezone.utc).timestamp()))
    mac = hmac.new(b"key", f"d1.{at}.{body}".encode(), hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(mac).decode()
    return body, {"webhook-id": "d1", "webhook-timestamp": at, "webhook-signature": signature}


def rows(pages):
    return [row["id"] for row in pages]


async def with_async(call):
    async with AsyncPostroom(url, key, retries=0) as other_client:
        made = call(other_client)
        return await made if inspect.isawaitable(made) else made


async def looped(pages):
    return [row async for row in pages]


def closed():
    with Postroom(url, key) as short:
        pass
    return short.me.get()


def unwrapped(body):
    secret = "whsec_" + base64.b64encode(b"a secret of thirty-two characters").decode()
    return unwrap_webhook(body, {"webhook-id": "1", "webhook-timestamp": "1", "webhook-signature": "v1,x"}, secret=secret)


def called(found):
    """The call that a refusal shows, with these fields in the place of its dots."""
    fields = {**letter, **walk, "id": mail["id"], "email": f"{uuid.uuid4()}@{email.split('@')[1]}", "q": "Order"}
    fields |= {"messages": [letter], "send_at": soon, "is_read": True, "identity_id": own, "name": str(uuid.uuid4()), "address": email}
    method = re.fullmatch(r"client((?:\.\w+)+)\((?:(id), )?\{(.*)\}\)", found)
    assert method, found
    at = client
    for name in method[1][1:].split("."):
        at = getattr(at, name)
    ids = {"drafts.schedule": lambda: draft()["id"], "calendar.create_event": lambda: own}
    first = [ids.get(method[1][1:], lambda: mail["id"])()] if method[2] else []
    quick = {"wait": 0} if method[1] == ".next" else {}
    return at(*first, {**quick, **{name: fields[name] for name in re.findall(r"'(\w+)': ", method[3])}})


#: Where the refusal shows the whole call.
shown = (r"(client\.[\w.]+\((?:id, )?\{.*?\}\))", lambda found: called(found[1]))


class Status(enum.Enum):
    OPEN = "open"


refused = [
    ("fields by name", lambda: client.messages.send(to="ada@far.example", subject="x", text="y"), *shown),
    ("one misspelt, by name", lambda: client.messages.send(from_=email, to="ada@far.example"), *shown),
    ("no id at all", lambda: client.messages.get(), r"needs id: client\.messages\.(get)\(id\)", lambda found: getattr(client.messages, found[1])(mail["id"])),
    ("the id among the fields", lambda: client.messages.reply({"message_id": mail["id"], "text": "y"}), r"\.(reply)\(id, \{'(text)': 'y'\}\)", lambda found: getattr(client.messages, found[1])(mail["id"], {found[2]: "y"})),
    ("a text to answer with", lambda: client.messages.reply(mail["id"], "y"), r"\.(reply)\(id, \{'(text)': 'y'\}\)", lambda found: getattr(client.messages, found[1])(mail["id"], {found[2]: "y"})),
    ("a text that reads like a call", lambda: client.messages.send({"from": email, "to": "ada@far.example", "txt": "y Right: DELETE /api/v1/identities/a {"}), r"Right: client\.messages\.(send)\(\{'from'.*'text': 'y Right: DELETE /api/v1/identities/a \{'\}\)$", lambda found: getattr(client.messages, found[1])(letter)),
    ("a word that reads like a call", lambda: client.threads.update(mail["thread_id"], {"status": "x Right: DELETE /api/v1/identities/a"}), r"must be one of.*(?<!client\.identities\.delete)\"\.$", lambda found: client.threads.get(mail["thread_id"])),
    ("a mark of another program", lambda: client.messages.mark_read(mail["id"]), r"mean client\.messages\.(update)\(id, \{'(is_read)': True\}\)", lambda found: getattr(client.messages, found[1])(mail["id"], {found[2]: True})),
    ("the messages of a thread", lambda: client.threads.messages(mail["thread_id"]), r"mean client\.messages\.list\(\{'(thread_id)': …\}\)", lambda found: client.messages.list({found[1]: mail["thread_id"]}).first()),
    ("a batch by another name", lambda: client.messages.batch([letter]), r"mean client\.messages\.(send_many)\(", lambda found: getattr(client.messages, found[1])({"messages": [letter]})),
    ("a secret without its name", lambda: client.webhooks.unwrap(b"{}", {}, "whsec_x"), r"takes \(body, headers\), and by name (secret)", lambda found: client.webhooks.unwrap(*delivery(), **{found[1]: "whsec_a2V5"})),
    ("a text in place of fields", lambda: client.messages.send("ada@far.example"), *shown),
    ("a key alone", lambda: Postroom(api_key=key), r"needs (base_url): Postroom\(base_url, api_key\)", lambda found: Postroom(**{found[1]: url}, api_key=key).identities.list().first()),
    ("a path before its method", lambda: client.request("/threads", "GET"), r"client\.request\(\"(GET)\", \"(/threads)\"\)", lambda found: client.request(found[1], found[2])),
    ("a move", lambda: client.messages.move(mail["id"], "archive"), r"mean client\.messages\.(update)\(id, \{'(folder)': …\}\)", lambda found: getattr(client.messages, found[1])(mail["id"], {found[2]: "archive"})),
    ("a move to trash", lambda: client.messages.trash(mail["id"]), r"mean client\.messages\.(update)\(id, \{'(folder)': 'trash'\}\)", lambda found: getattr(client.messages, found[1])(mail["id"], {found[2]: "inbox"})),
    ("a mark that is taken back", lambda: client.messages.mark_unread(mail["id"]), r"mean client\.messages\.(update)\(id, \{'(is_read)': False\}\)", lambda found: getattr(client.messages, found[1])(mail["id"], {found[2]: False})),
    ("a label of a message", lambda: client.messages.add_label(mail["id"], "work"), r"mean client\.messages\.(update_many)\(\{'ids': \[id\], '(add_label_ids)': \[name\]\}\)", lambda found: (client.labels.create({"identity_id": own, "name": "work"}), getattr(client.messages, found[1])({"ids": [mail["id"]], found[2]: ["work"]}))),
    ("the messages of a thread, got", lambda: client.threads.get_messages(mail["thread_id"]), r"mean client\.messages\.list\(\{'(thread_id)': …\}\)", lambda found: client.messages.list({found[1]: mail["thread_id"]}).first()),
    ("a signature by another name", lambda: client.webhooks.verify(b"{}", {}), r"mean client\.webhooks\.(unwrap)\(", lambda found: getattr(client.webhooks, found[1])(*delivery(), secret="whsec_a2V5")),
    ("three texts", lambda: client.messages.send("ada@far.example", "x", "y"), *shown),
    ("no fields", lambda: client.messages.send(), *shown),
    ("an EmailMessage", lambda: client.messages.send(message), *shown),
    ("a dataclass", lambda: client.messages.send(Mail("ada@far.example", "y")), *shown),
    ("a list of mails to one call", lambda: client.messages.send([letter, letter]), *shown),
    ("a list of mails to many", lambda: client.messages.send_many([letter]), *shown),
    ("a search by a text", lambda: client.messages.search("Order"), *shown),
    ("a filter by name", lambda: client.messages.list(identity_id=own), *shown),
    ("a mail by names of its own, with its text as the body", lambda: client.messages.send(sender=email, to="ada@far.example", subject="x", body="y"), r"one dict: client\.messages\.send\(\{.*'(text)': (?:…|'y')", lambda found: client.messages.send({**letter, found[1]: "y"})),
    ("a reply with its text", lambda: client.messages.reply(mail["id"], text="y"), *shown),
    ("a change by name", lambda: client.messages.update(mail["id"], is_read=True), *shown),
    ("a schedule of a time", lambda: client.drafts.schedule("id", soon), *shown),
    ("a schedule by name", lambda: client.drafts.schedule("id", send_at=soon), *shown),
    ("an address by its email", lambda: client.identities.create("x@y.example"), *shown),
    ("a label by its name", lambda: client.labels.create(name="Urgent"), *shown),
    ("next of an address by name", lambda: client.next(address=email), *shown),
    ("next of an address", lambda: client.next(email), *shown),
    ("an event with its address inside", lambda: client.calendar.create_event({"identity_id": own, **walk}), *shown),
    ("an id under another name", lambda: client.messages.get(message_id=mail["id"]), "takes (id)=", lambda found: client.messages.get(**{found[1]: mail["id"]})),
    ("a misspelt option", lambda: client.messages.send(letter, idempotencykey="a"), r"takes (\w+)=, not", lambda found: client.messages.send(letter, **{found[1]: str(uuid.uuid4())})),
    ("a key that is no text", lambda: client.messages.send(letter, idempotency_key=5), "give a text", lambda _: client.messages.send(letter, idempotency_key=str(uuid.uuid4()))),
    ("no seconds", lambda: client.me.get(timeout=0), "more than 0", lambda _: client.me.get(timeout=30)),
    ("json, as requests has it", lambda: client.request("POST", "/drafts", json={"identity_id": own}), r"takes (\w+)=", lambda found: client.request("POST", "/drafts", **{found[1]: {"identity_id": own}})),
    ("params, as requests has them", lambda: client.request("GET", "/threads", params={"limit": 1}), r"takes (\w+)=", lambda found: client.request("GET", "/threads", **{found[1]: {"limit": 1}})),
    ("a path of another server", lambda: client.request("GET", "https://far.example/api/v1/threads"), "as '(/threads)'", lambda found: client.request("GET", found[1])),
    ("an address of ours that writes", lambda: client.messages.wait(from_=email, timeout=0), r"Right: client\.messages\.wait\((sender)='(\S+)', timeout=0\)$", lambda found: client.messages.wait(**{found[1]: found[2]}, timeout=0)),
    ("fields beside an id", lambda: client.messages.reply(id=mail["id"], body="y"), r"Right: client\.messages\.reply\('\S+', (\{'text': 'y'\})\)$", lambda found: client.messages.reply(mail["id"], eval(found[1]))),
    ("milliseconds to wait", lambda: client.messages.wait({"identity_id": own, "timeout_ms": 500}), r"Right: client\.messages\.wait\(identity_id='\S+', (timeout)=0\.5\)$", lambda found: client.messages.wait(identity_id=own, **{found[1]: 0.5})),
    ("a value that reads like a call", lambda: client.threads.list({"status": "GET /api/v1/me lists"}).first(), r'not "GET /api/v1/me (lists)"', lambda found: client.threads.list({"limit": 1}).first()),
    ("a length of time", lambda: client.calendar.create_event(own, {**walk, "duration": timedelta(hours=1)}), r"give '(end)'", lambda found: client.calendar.create_event(own, {**walk, found[1]: "2031-05-05T11:00:00"})),
    ("a sender to wait for", lambda: client.messages.wait(from_="far.example", timeout=1), r"takes (\w+)=", lambda found: client.messages.wait(**{found[1]: "nobody.example"}, timeout=0)),
    ("an address to wait for", lambda: client.messages.wait(address=email, timeout=1), r"takes (\w+)=", lambda found: client.messages.wait(**{found[1]: email}, timeout=0)),
    ("a dict to wait for", lambda: client.messages.wait({"identity_id": own}), r"by name (\w+)", lambda found: client.messages.wait(**{found[1]: own}, timeout=0)),
    ("seconds as a text", lambda: client.messages.wait(timeout="30"), "a number of seconds", lambda _: client.messages.wait(timeout=0)),
    ("a review by its draft", lambda: client.reviews.get(waits["id"]), "has it as (review_id)", lambda found: client.reviews.get(waits[found[1]])),
    ("a message by its thread", lambda: client.messages.get(mail["thread_id"]), r"Right: client\.messages\.list\(\{'thread_id': '(\S+?)', 'order': 'desc'\}\)$", lambda found: client.messages.list({"thread_id": found[1]}).first()),
    ("a thread by its message", lambda: client.threads.get(mail["id"]), r"is in thread ([\w-]+),", lambda found: client.threads.get(found[1])),
    ("no id", lambda: client.messages.get(None), "an id of /messages/{id} is missing", lambda _: client.messages.get(mail["id"])),
    ("an empty id", lambda: client.messages.get(""), "an id of /messages/{id} is missing", lambda _: client.messages.get(mail["id"])),
    ("dots", lambda: client.threads.remove_label("..", mail["id"]), "an id of .* is '..': give the id of one", lambda _: client.messages.get(mail["id"])),
    ("a number", lambda: client.messages.get(42), "give the id of one, a text", lambda _: client.messages.get(mail["id"])),
    ("several ids at once", lambda: client.messages.get([mail["id"]]), "give the id of one", lambda _: client.messages.get(mail["id"])),
    ("a label as its fields", lambda: client.threads.add_label(mail["thread_id"], {"name": "Late"}), "give the id of one", lambda _: client.threads.list_audit(mail["thread_id"]).first()),
    ("a label that is not there", lambda: client.threads.add_label(mail["thread_id"], "Late"), r"client\.labels\.(create)\(\) makes", lambda found: (getattr(client.labels, found[1])({"identity_id": own, "name": "Late"}), client.threads.add_label(mail["thread_id"], "Late"))[1]),
    ("a call of another group", lambda: client.threads.reply(mail["thread_id"], {"text": "y"}), r"mean client\.(messages)\.reply\(", lambda found: getattr(client, found[1]).reply(mail["id"], {"text": "y"})),
    ("a group of another program", lambda: client.inboxes.list(), r"mean client\.(identities)\.list", lambda found: getattr(client, found[1]).list().first()),
    ("a method of another program", lambda: client.messages.create(letter), r"mean client\.messages\.(send)\(", lambda found: getattr(client.messages, found[1])(letter)),
    ("a method without its group", lambda: client.send(letter), r"mean client\.(messages)\.send", lambda found: getattr(client, found[1]).send(letter)),
    ("a misspelt method", lambda: client.messages.serch({"q": "Order"}), r"mean client\.messages\.(search)\(", lambda found: getattr(client.messages, found[1])({"q": "Order"}).first()),
    ("a group as a call", lambda: client.me(), r"It has (\w+)\.", lambda found: getattr(client.me, found[1])()),
    ("a list by its place", lambda: client.threads.list()[0], r"\.first\(\)\.data", lambda _: client.threads.list().first().data[0]),
    ("the length of a list", lambda: len(client.threads.list()), "for row in", lambda _: rows(client.threads.list())),
    ("a list as the answer", lambda: client.threads.list()["data"], r"\.first\(\)\.data", lambda _: client.threads.list().first().data),
    ("the rows of a list", lambda: client.threads.list().data, r"\.first\(\)\.data", lambda _: client.threads.list().first().data),
    ("async for of a client that waits", lambda: asyncio.run(looped(client.threads.list())), "for row in", lambda _: rows(client.threads.list())),
    ("for of a client that is awaited", lambda: asyncio.run(with_async(lambda c: list(c.threads.list()))), "async for row in", lambda _: asyncio.run(with_async(lambda c: looped(c.threads.list())))),
    ("a list that was not awaited", lambda: asyncio.run(with_async(lambda c: c.threads.list()["data"])), r"\(await client\.threads\.list\(\)\)\.data", lambda _: asyncio.run(with_async(lambda c: c.threads.list().first())).data),
    ("with of a client that is awaited", lambda: AsyncPostroom(url, key).__enter__(), "async with AsyncPostroom", lambda _: asyncio.run(with_async(lambda c: c.me.get()))),
    ("async with of a client that waits", lambda: asyncio.run(client.__aenter__()), r"with Postroom\(", lambda _: Postroom(url, key).__enter__().me.get()),
    ("a client that is closed", closed, "has been closed", lambda _: Postroom(url, key).me.get()),
    ("a text of bytes", lambda: sent(text=b"y"), r"text is bytes: .*value\.(decode)\(\)", lambda found: sent(text=getattr(b"y", found[1])())),
    ("a file that is only bytes", lambda: sent(attachments=[b"a,b"]), "'filename': …, 'content': …", lambda _: sent(attachments=[{"filename": "x", "content": b"a,b"}])),
    ("a file by its path as content", lambda: sent(attachments=[{"filename": "x", "content": str(path)}]), "Encode the whole file", lambda _: sent(attachments=[path])),
    ("a file without its draft", lambda: client.attachments.upload(path), r"\{'(draft_id)': …\}\).*It knows (file)", lambda found: client.attachments.upload({found[1]: draft()["id"], found[2]: path})),
    ("a mail too large", lambda: sent(attachments=[{"filename": "x", "content": bytes(28_000_000)}]), "larger than 25 MB", lambda _: sent(attachments=[{"filename": "x", "content": b"1"}])),
    ("a time span", lambda: sent(send_at=timedelta(hours=2)), r"datetime\.now\(timezone\.utc\) \+", lambda _: sent(send_at=datetime.now(timezone.utc) + timedelta(hours=2))),
    ("a time without zone", lambda: sent(send_at=soon.replace(tzinfo=None)), "a date-time with zone", lambda _: sent(send_at=soon)),
    ("an event with a zone in its time", lambda: client.calendar.create_event(own, {**walk, "start": naive.replace(tzinfo=timezone.utc)}), "local time without it", lambda _: client.calendar.create_event(own, {**walk, "start": naive})),
    ("a number that JSON does not have", lambda: client.drafts.create({"identity_id": own, "metadata": {"x": float("nan")}}), r"metadata\.x is nan", lambda _: draft()),
    ("no recipient", lambda: sent(to=[]), "at least one recipient", lambda _: sent()),
    ("None for a recipient", lambda: sent(to=None), r"Send (\S+@\S+),", lambda _: sent()),
    ("a field of another program", lambda: client.messages.send({"from": email, "to": "ada@far.example", "body": "y"}), r'mean "(\w+)"', lambda found: client.messages.send({"from": email, "to": "ada@far.example", found[1]: "y"})),
    ("a suppressed recipient", lambda: sent(to="gone@far.example"), r"client\.suppressions\.(list)\(\{'email': '(\S+)'\}\) says", lambda found: getattr(client.suppressions, found[1])({"email": found[2]}).first()),
    ("a sender of others", lambda: sent(**{"from": "ceo@far.example"}), r"client\.identities\.(list)\(\) lists", lambda found: sent(**{"from": list(getattr(client.identities, found[1])())[-1]["email"]})),
    ("no key", lambda: Postroom(url), r"needs (api_key): Postroom\(base_url, api_key\)", lambda found: Postroom(url, **{found[1]: key}).me.get()),
    ("an empty key", lambda: Postroom(url, ""), r"(api_key) is missing", lambda found: Postroom(url, **{found[1]: key}).me.get()),
    ("no key where one is needed", lambda: Postroom(url, None, retries=0).me.get(), r"Authorization: (Bearer)", lambda found: Postroom(url, f"{found[1]} {key}").me.get()),
    ("other names of the connection", lambda: Postroom(url=url, key=key), r"takes (\w+)=, not url=, (\w+)=", lambda found: Postroom(**{found[1]: url, found[2]: key}).me.get()),
    ("key and URL the other way", lambda: Postroom(key, url), "base_url is a key: begin it with http", lambda _: Postroom(url, key).me.get()),
    ("a URL without its scheme", lambda: Postroom("localhost:3000", key), "begin it with (http://)", lambda _: Postroom(url, key).me.get()),
    ("TLS where there is none", lambda: Postroom(url.replace("http:", "https:"), key, retries=0).me.get(), "begins with (http://)", lambda found: Postroom(url.replace("http://", found[1]), key).me.get()),
    ("no server", lambda: Postroom("http://127.0.0.1:1", key, retries=0).me.get(), "Is the server running", lambda _: Postroom(url, key).me.get()),
    ("a page of the server", lambda: Postroom(f"{url}/console", key, retries=0).me.get(), "base_url is the server alone", lambda _: Postroom(url, key).me.get()),
    ("a key of another server", lambda: Postroom(url, "sk-proj-1", retries=0).me.get(), "begins with (pr_)", lambda _: Postroom(url, key).me.get()),
    ("a delivery that was parsed", lambda: unwrapped({"id": "1"}), "the text or the bytes that came", lambda _: json.loads("{}")),
    ("an item that was not handed out", lambda: client.next({"address": email}, ack=5), "give the item that next answered", lambda _: client.next({"address": email, "wait": 0}, ack=client.next({"address": email, "wait": 0}))),
]

#: Each ends with the whole call, which works as it stands.
whole = [
    "client.emails.send({'from': email, 'to': 'ada@far.example', 'text': 'y'})",
    "client.messages.send(from_=email, to='ada@far.example', subject='x', body='y')",
    "client.messages.send(own, {'to': 'ada@far.example', 'text': 'y'})",
    "client.messages.reply(mail['id'], 'y')",
    "client.messages.reply(message_id=mail['id'], text='y')",
    "client.get_message(mail['id'])",
    "client.messages.get(message_id=mail['id'])",
    "client.messages.mark_read(mail['id'])",
    "client.messages.update(mail['id'], is_read=True)",
    "client.messages.list(email)",
    "client.messages.list(identity_id=own, unread=True)",
    "client.messages.list({'identity_id': own})['data']",
    "client.inboxes.messages.list(email)",
    "client.search('Order')",
    "client.threads.close(mail['thread_id'])",
    "client.drafts.send(draft()['id'], send_at=soon)",
    "client.calendarEvents.create({'identity_id': own, **walk})",
    "client.messages.wait({'identity_id': own, 'timeout': 0})",
    "client.messages.forward(mail['id'], to='ada@far.example')",
    "client.messages.respond(mail['id'], text='y')",
    "client.drafts.schedule(draft()['id'], soon)",
    "client.calendar.events(own, {'from': date(2031, 5, 1), 'to': date(2031, 5, 31)})",
    "client.calendar.free_busy(own, from_=date(2031, 5, 1), to=date(2031, 5, 31))",
    "client.calendar.cancel_event(own, client.calendar.create_event(own, walk)['id'])",
    "client.protection.set(own, {'outbound': 'off'})",
    "client.threads.label(mail['thread_id'], client.labels.create({'identity_id': own, 'name': 'Due'})['id'])",
    "asyncio.run(with_async(lambda c: c.messages.retrieve(mail['id'])))",
]

taken = [
    ("a copy of what a name stands for", lambda: copy.deepcopy(client.emails) is not None, True),
    ("recipients as a tuple", lambda: len(sent(to=("a@far.example", "b@far.example"))["rejected"]), 0),
    ("recipients as a set", lambda: len(sent(to={"a@far.example"})["rejected"]), 0),
    ("recipients as they come", lambda: len(sent(to=(one for one in ["a@far.example"]))["rejected"]), 0),
    ("a path as a file", lambda: mailed(lambda: sent(attachments=[path])), [["prices.csv", "text/csv", 3]]),
    ("an open file", lambda: mailed(lambda: sent(attachments=[open(path, "rb")])), [["prices.csv", "text/csv", 3]]),
    ("bytes as content", lambda: mailed(lambda: sent(attachments=[{"filename": "x.pdf", "content": b"1"}])), [["x.pdf", "application/pdf", 1]]),
    ("what is written in memory", lambda: mailed(lambda: sent(attachments=[{"filename": "x", "content": io.BytesIO(b"12")}])), [["x", "application/octet-stream", 2]]),
    ("an upload of a path", lambda: client.attachments.upload({"draft_id": draft()["id"], "file": path})["filename"], "prices.csv"),
    ("an id as the API's answer", lambda: client.messages.get(mail)["id"], mail["id"]),
    ("an address in a body", lambda: client.drafts.create({"identity_id": me, "text": "y"})["identity_id"], own),
    ("messages in a body", lambda: client.messages.update_many({"ids": [mail], "is_read": False})["ids"], [mail["id"]]),
    ("what metadata holds, as it is", lambda: client.calendar.create_event(own, {**walk, "metadata": {"client_id": {"id": "7", "name": "Ada"}}})["metadata"], {"client_id": {"id": "7", "name": "Ada"}}),
    ("no fields where none are needed", lambda: "@" in client.identities.create()["email"], True),
    ("an id as a UUID", lambda: client.messages.get(uuid.UUID(mail["id"]))["id"], mail["id"]),
    ("an address as a filter", lambda: client.messages.list({"identity_id": me, "is_read": False, "order": "asc"}).first().data[0]["id"], mail["id"]),
    ("a day as a filter", lambda: client.messages.list({"identity_id": own, "after": date(2001, 1, 1), "is_read": False}).first().data[-1]["id"], mail["id"]),
    ("a word of an Enum", lambda: client.threads.list({"status": Status.OPEN}).first().data[0]["status"], "open"),
    ("a zone of zoneinfo", lambda: client.calendar.create_event(own, {**walk, "timezone": ZoneInfo("Europe/Paris")})["timezone"], "Europe/Paris"),
    ("a time of datetime", lambda: client.calendar.create_event(own, {**walk, "start": naive})["start"], "2031-05-05T09:00:00"),
    ("seconds as a timedelta", lambda: client.messages.wait(identity_id=me, timeout=timedelta(seconds=5))["id"], mail["id"]),
    ("mail after a time", lambda: client.messages.wait(identity_id=own, after=datetime(2001, 1, 1, tzinfo=timezone.utc), timeout=5)["id"], mail["id"]),
    ("a whole URL", lambda: client.request("GET", f"{url}/api/v1/messages/{mail['id']}").json()["data"]["id"], mail["id"]),
]


def tried(call):
    try:
        return {"answer": call()}
    except Exception as error:
        return {"refusal": f"{type(error).__name__}: {error}"}


for name, call, answer in taken:
    said = tried(call)
    print(json.dumps({"name": name, "isGood": said == {"answer": answer}, "said": repr(said)}), flush=True)
for name, wrong, says, right in refused:
    refusal = tried(wrong).get("refusal", "was taken")
    found = re.search(says, refusal, re.DOTALL)
    after = tried(lambda: right(found)) if found else {}
    said = refusal if not found else after.get("refusal", "")
    print(json.dumps({"name": name, "isGood": bool(found) and "answer" in after, "said": said}), flush=True)
for text in whole:
    refusal = tried(lambda: eval(text)).get("refusal", "was taken")
    right = refusal.partition(" Right: ")[2]
    after = tried(lambda: list(made) if hasattr(made := eval(right), "pages") else made)
    print(json.dumps({"name": text, "isGood": "answer" in after, "said": f"{refusal} {after.get('refusal', '')}"}), flush=True)
