"""The Python SDK for python-sdk.ts: python_sdk.py URL KEY. A line of JSON is a call, {"method": "messages.reply", "given": [...]}, and its answer."""

import json
import re
import sys

from postroom import ApiError, Postroom

base_url, api_key = sys.argv[1:]
client = Postroom(base_url, api_key)


def snake(word):
    return re.sub("[A-Z]", lambda found: "_" + found[0].lower(), word)


def shown(answer):
    if isinstance(answer, bytes):
        return answer.decode()
    # The rows of a list.
    return answer if isinstance(answer, (dict, str, type(None))) else {"data": list(answer)}


def invoke(method, given):
    if method == "next":
        ask = dict(given[0])
        ack = ask.pop("ack", None)
        return client.next(ask, ack=ack)
    if method == "request":
        answer = client.request(given[0], given[1], body=given[2])
        return {"status": answer.status_code, "text": answer.text}
    group, name = method.split(".")
    return shown(getattr(getattr(client, group), snake(name))(*given))


for line in sys.stdin:
    call = json.loads(line)
    try:
        said = {"answer": invoke(call["method"], call["given"])}
    except ApiError as error:
        said = {"refusal": {"status": error.status, "code": error.code, "message": error.message}}
    except Exception as error:
        said = {"error": repr(error)}
    print(json.dumps(said), flush=True)
